import type { FoundWallet } from '../../browser/wallets.ts'
import { useUi } from '../../ui/context.ts'
import type { LastMethod } from '../../ui/map.ts'
import { useWords } from '../../ui/words/translator.ts'
import { buttonWords, words } from './words.ts'

/**
 * Returns the name under which a wallet that we do not know shows. Undefined for one that we know
 * (docs/decisions/README.md#which-wallets-are-found-and-shown).
 */
export const ownName = ({ kind, name }: FoundWallet): string | undefined => (kind === 'Ethereum' || kind === 'Solana' ? name : undefined)

/** Returns the wallet as a way to log in: by its kind, or by its own name if we do not know it. */
export const methodOf = (wallet: FoundWallet): LastMethod => `wallet ${ownName(wallet) || wallet.kind}`

export function useWalletTitle(): (wallet: FoundWallet) => string {
  const { strings } = useUi()
  // the file of a language leaves it out where it is the text of the other providers
  const named = strings['oauth.continueWith']?.replace('{type}', '{name}') || words['crypto.wallet.continueWithNamed']
  const t = useWords({ ...words, 'crypto.wallet.continueWithNamed': named })
  const labelOf = useWords(buttonWords(t.raw('crypto.wallet.continueWithNamed')))
  return (wallet) => {
    const name = ownName(wallet)
    return name ? t('crypto.wallet.continueWithNamed', { name }) : labelOf(`crypto.wallet.continueWith${wallet.kind}`)
  }
}
