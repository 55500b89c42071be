/** Wallets on Main. */
export { WalletButtons } from './WalletButtons.tsx'
