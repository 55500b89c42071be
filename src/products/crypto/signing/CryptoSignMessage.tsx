import { sign } from '../../../browser/walletSigning.ts'
import { cryptoWallets } from '../../../client/namespaces/cryptoWallets.ts'
import { signedIn } from '../../../ui/visitor/signedIn.ts'
import { useUi } from '../../../ui/context.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { methodOf } from '../useWalletTitle.ts'
import { useWalletStep } from './useWalletStep.ts'
import { WaitingForWallet } from './WaitingForWallet.tsx'
import { words } from './words.ts'

/** Has `at.wallet` sign the challenge, and signs the visitor in with the signature. */
export function CryptoSignMessage({ at: { wallet, address, challenge }, go }: ScreenProps<'CryptoSignMessage'>) {
  const { core, minutes, emit } = useUi()
  const t = useWords(words)
  useWalletStep('sign', wallet, go, async (ask) => {
    const signature = await ask(() => sign(wallet, address, challenge))
    const result = await cryptoWallets(core).authenticate({
      crypto_wallet_address: address,
      crypto_wallet_type: wallet.chain,
      signature,
      session_duration_minutes: minutes,
    })
    const answer = signedIn(result, go)
    if (!answer) return
    emit('CRYPTO_WALLET_AUTHENTICATE', answer)
    go({ name: 'CryptoConfirmation', wallet: methodOf(wallet) })
  })
  return (
    <WaitingForWallet
      wallet={wallet}
      title={t('crypto.signMessage.title')}
      instruction={t('crypto.signMessage.instruction')}
      last
      go={go}
    />
  )
}
