import type { FoundWallet } from '../../browser/wallets.ts'
import { useUi } from '../../ui/context.ts'
import { useWords } from '../../ui/translator.ts'
import { WalletIcon } from './WalletIcon.tsx'
import { buttonWords, words } from './words.ts'

/** A button for each wallet. A wallet that we do not know shows under its own name (docs/decisions.md#which-wallets-are-found-and-shown). */
export function WalletList({
  wallets,
  go,
}: {
  wallets: FoundWallet[]
  go: (next: { name: 'CryptoConnect'; wallet: FoundWallet }) => void
}) {
  const { suffix } = useUi()
  const t = useWords(words)
  const known = useWords(buttonWords(t.raw('crypto.wallet.continueWithNamed')))
  return (
    <>
      {wallets.map((wallet) => {
        const { kind, name } = wallet
        const other = kind === 'Ethereum' || kind === 'Solana'
        const title = other && name ? t('crypto.wallet.continueWithNamed', { name }) : known(`crypto.wallet.continueWith${kind}`)
        return (
          <button
            key={title}
            type="button"
            id={`wallet-${title}${suffix}`}
            className="lk-button lk-secondary"
            onClick={() => go({ name: 'CryptoConnect', wallet })}
          >
            <WalletIcon wallet={wallet} />
            <bdi>{title}</bdi>
          </button>
        )
      })}
    </>
  )
}
