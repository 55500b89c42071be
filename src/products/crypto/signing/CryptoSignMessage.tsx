import { sign } from '../../../browser/walletSigning.ts'
import { cryptoWallets } from '../../../client/cryptoWallets.ts'
import { useUi } from '../../../ui/context.ts'
import type { Props } from '../../../ui/map.ts'
import { useWords } from '../../../ui/words.ts'
import { useStep } from './useStep.ts'
import { Waiting } from './Waiting.tsx'
import { words } from './words.ts'

/** Has `at.wallet` sign the challenge, and signs the visitor in with that. */
export function CryptoSignMessage({ at: { wallet, address, challenge }, go }: Props<'CryptoSignMessage'>) {
  const { core, minutes, emit } = useUi()
  const t = useWords(words)
  useStep('sign', wallet, go, async (ask) => {
    const signature = await ask(() => sign(wallet, address, challenge))
    const answer = await cryptoWallets(core).authenticate({
      crypto_wallet_address: address,
      crypto_wallet_type: wallet.chain,
      signature,
      session_duration_minutes: minutes,
    })
    emit('CRYPTO_WALLET_AUTHENTICATE', answer)
    go({ name: 'CryptoConfirmation' })
  })
  return <Waiting wallet={wallet} title={t('crypto.signMessage.title')} instruction={t('crypto.signMessage.instruction')} go={go} />
}
