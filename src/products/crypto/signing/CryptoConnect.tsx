import { connect } from '../../../browser/walletSigning.ts'
import { cryptoWallets } from '../../../client/cryptoWallets.ts'
import { useUi } from '../../../ui/context.ts'
import type { Props } from '../../../ui/map.ts'
import { useWords } from '../../../ui/words.ts'
import { useStep } from './useStep.ts'
import { Waiting } from './Waiting.tsx'
import { words } from './words.ts'

/** Asks `at.wallet` for an address, and the provider for the challenge that it is to sign. */
export function CryptoConnect({ at: { wallet }, go }: Props<'CryptoConnect'>) {
  const { core, emit } = useUi()
  const t = useWords(words)
  useStep('connect', wallet, go, async (ask) => {
    const address = await ask(() => connect(wallet))
    const started = await cryptoWallets(core).authenticateStart({ crypto_wallet_address: address, crypto_wallet_type: wallet.chain })
    emit('CRYPTO_WALLET_AUTHENTICATE_START', started)
    go({ name: 'CryptoSignMessage', wallet, address, challenge: started.challenge })
  })
  return (
    <Waiting wallet={wallet} title={t('crypto.connectWallet.title')} instruction={t('crypto.connectWallet.instructionPopup')} go={go} />
  )
}
