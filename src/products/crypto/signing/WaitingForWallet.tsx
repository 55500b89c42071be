import type { FoundWallet } from '../../../browser/wallets.ts'
import { Screen } from '../../../ui/Screen.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useWords } from '../../../ui/translator.ts'
import { WalletIcon } from '../WalletIcon.tsx'
import { words } from './words.ts'

/** The content of a screen while the visitor answers their wallet. */
export function WaitingForWallet({
  wallet,
  title,
  instruction,
  go,
}: {
  wallet: FoundWallet
  title: string
  instruction: string
  go: (next: { name: 'Main' }) => void
}) {
  const { kind, name } = wallet
  const t = useWords(words)
  const known = kind === 'Ethereum' ? 'otherEthereum' : kind === 'Solana' ? 'otherSolana' : (kind.toLowerCase() as Lowercase<typeof kind>)
  return (
    <Screen title={title} back={() => go({ name: 'Main' })}>
      <div className="lk-waiting">
        <WalletIcon wallet={wallet} />
        <bdi>{name || t(`crypto.wallet.${known}`)}</bdi>
        <p>{instruction}</p>
        <Spinner label={title} />
        <p className="lk-helper">{t('crypto.troubleHelp')}</p>
      </div>
    </Screen>
  )
}
