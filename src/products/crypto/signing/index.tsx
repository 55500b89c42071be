import type { ScreenSet } from '../../../ui/map.ts'
import { CryptoConfirmation } from './CryptoConfirmation.tsx'
import { CryptoConnect } from './CryptoConnect.tsx'
import { CryptoError } from './CryptoError.tsx'
import { CryptoOtherScreen } from './CryptoOtherScreen.tsx'
import { CryptoSetupWallet } from './CryptoSetupWallet.tsx'
import { CryptoSignMessage } from './CryptoSignMessage.tsx'

export { cryptoWallets } from '../../../client/cryptoWallets.ts'

/** The screens behind a wallet's button. */
export const screens = {
  CryptoConnect,
  CryptoSignMessage,
  CryptoOtherScreen,
  CryptoSetupWallet,
  CryptoError,
  CryptoConfirmation,
} satisfies ScreenSet
