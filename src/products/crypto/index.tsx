/** The wallet buttons of Main. */
export { WalletButtons } from './WalletButtons.tsx'
