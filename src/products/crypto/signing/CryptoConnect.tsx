import { connect } from '../../../browser/walletSigning.ts'
import { cryptoWallets } from '../../../client/namespaces/cryptoWallets.ts'
import { useUi } from '../../../ui/context.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { useWalletStep } from './useWalletStep.ts'
import { WaitingForWallet } from './WaitingForWallet.tsx'
import { words } from './words.ts'

/** Asks `at.wallet` for its address, and the provider for a challenge for it to sign. */
export function CryptoConnect({ at: { wallet }, go }: ScreenProps<'CryptoConnect'>) {
  const { core, emit } = useUi()
  const t = useWords(words)
  useWalletStep('connect', wallet, go, async (ask) => {
    const address = await ask(() => connect(wallet))
    const answer = await cryptoWallets(core).authenticateStart({ crypto_wallet_address: address, crypto_wallet_type: wallet.chain })
    emit('CRYPTO_WALLET_AUTHENTICATE_START', answer)
    go({ name: 'CryptoSignMessage', wallet, address, challenge: answer.challenge })
  })
  return (
    <WaitingForWallet
      wallet={wallet}
      title={t('crypto.connectWallet.title')}
      instruction={t('crypto.connectWallet.instructionPopup')}
      go={go}
    />
  )
}
