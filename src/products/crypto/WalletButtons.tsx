import { Button } from '../../ui/Button.tsx'
import { Inline } from '../../ui/Field.tsx'
import { kit } from '../../ui/kit.ts'
import type { Place, Props, WalletChoice } from '../../ui/map.ts'
import { useSheet } from '../../ui/sheets.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words.ts'
import { signing } from './chunk.ts'
import sheet from './crypto.css'
import { useWallets } from './useWallets.ts'
import { WalletList } from './WalletList.tsx'
import { words } from './words.ts'

/** The first `limit` wallets that were found, and the way to the others, or to a first one (row 22). */
export function WalletButtons({ go, limit }: Props<'Main'> & { limit: number }) {
  const t = useWords(words)
  const wallets = useWallets()
  const task = useTask()
  const open = (next: Place<WalletChoice>) =>
    task.run(async () => {
      await signing.load()
      go(next)
    })
  useSheet(kit.sheet)
  useSheet(sheet)
  return (
    <div className="lk-stack lk-wallets">
      <WalletList wallets={wallets.slice(0, limit)} go={open} />
      {wallets.length > limit ? (
        <Button kind="secondary" onClick={() => open({ name: 'CryptoOtherScreen', limit })}>
          {t('crypto.wallet.continueWithOtherWallet')}
        </Button>
      ) : (
        <Button kind="secondary" onClick={() => open({ name: 'CryptoSetupWallet' })}>
          {t('crypto.wallet.setupNewWallet')}
        </Button>
      )}
      <Inline>{task.error}</Inline>
    </div>
  )
}
