import type { FoundWallet } from '../../../browser/wallets.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { useSheet } from '../../../ui/looks/sheets.ts'
import { Spinner } from '../../../ui/screen/Spinner.tsx'
import { useWords } from '../../../ui/words/translator.ts'
import { WalletIcon } from '../WalletIcon.tsx'
import sheet from './signing.css'
import { WalletTile } from './WalletTile.tsx'
import { words } from './words.ts'

/**
 * The content of a screen while the visitor answers their wallet. Connecting is the first of two
 * steps; `last`: this is the second, signing.
 */
export function WaitingForWallet({
  wallet,
  title,
  instruction,
  last,
  go,
}: {
  wallet: FoundWallet
  title: string
  instruction: string
  last?: boolean
  go: (next: { name: 'Main' }) => void
}) {
  const { kind, name } = wallet
  const t = useWords(words)
  const id = kind === 'Ethereum' ? 'otherEthereum' : kind === 'Solana' ? 'otherSolana' : (kind.toLowerCase() as Lowercase<typeof kind>)
  useSheet(sheet)
  return (
    <Screen title={title} back={() => go({ name: 'Main' })}>
      <div className="lk-art lk-asking">
        <div className="lk-ringed">
          <WalletIcon wallet={wallet}>
            <WalletTile kind={kind} />
          </WalletIcon>
          <Spinner label={title} />
        </div>
        <bdi>{name || t(`crypto.wallet.${id}`)}</bdi>
        <div className="lk-steps" aria-hidden="true">
          <i />
          <i className={last ? 'lk-lit' : undefined} />
        </div>
      </div>
      <p>{instruction}</p>
      <p className="lk-helper">{t('crypto.troubleHelp')}</p>
    </Screen>
  )
}
