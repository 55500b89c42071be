import { confirmationScreen } from '../../../ui/screen/Confirmation.tsx'
import type { ScreenSet } from '../../../ui/map.ts'
import { CryptoConnect } from './CryptoConnect.tsx'
import { CryptoError } from './CryptoError.tsx'
import { CryptoOtherScreen } from './CryptoOtherScreen.tsx'
import { CryptoSetupWallet } from './CryptoSetupWallet.tsx'
import { CryptoSignMessage } from './CryptoSignMessage.tsx'
import { words } from './words.ts'

export { cryptoWallets } from '../../../client/namespaces/cryptoWallets.ts'

/** The screens that follow a wallet's button. */
export const screens = {
  CryptoConnect,
  CryptoSignMessage,
  CryptoOtherScreen,
  CryptoSetupWallet,
  CryptoError,
  CryptoConfirmation: confirmationScreen(words, 'crypto.success.title', 'crypto.success.content', 'AUTHENTICATE_FLOW_COMPLETE'),
} satisfies ScreenSet
