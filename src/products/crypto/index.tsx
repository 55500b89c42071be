import { useWallets } from './useWallets.ts'
import { WalletIcon } from './WalletIcon.tsx'
import { WalletList } from './WalletList.tsx'

/** Wallets on Main. */
export { WalletButtons } from './WalletButtons.tsx'

/** What the screens behind a wallet's button share with it. One object, as in `ui/kit.ts` and for its reason. */
export const shared = { useWallets, WalletIcon, WalletList }
