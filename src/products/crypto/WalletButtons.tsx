import { Button } from '../../ui/Button.tsx'
import type { Chunk } from '../../ui/chunk.ts'
import { Inline } from '../../ui/Field.tsx'
import type { Place, Props, WalletChoice } from '../../ui/map.ts'
import { useSheet } from '../../ui/sheets.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words.ts'
import sheet from './crypto.css'
import { idOf, useWallets } from './useWallets.ts'
import { WalletList } from './WalletList.tsx'
import { words } from './words.ts'

/**
 * The first `limit` wallets that were found, and the way to the others, or to a first one; what is found late comes below that, so that nothing moves. `signing`, what
 * stands behind a button, is tried for before the visitor leaves Main: if it cannot be had, the other ways to log in are still before them.
 */
export function WalletButtons({ go, limit, signing }: Props<'Main'> & { limit: number; signing: Chunk<unknown> }) {
  const t = useWords(words)
  const { early, late } = useWallets()
  const above = early.slice(0, limit)
  const below = late.slice(0, limit - above.length)
  const shown = [...above, ...below].map(idOf)
  const task = useTask()
  const open = (next: Place<WalletChoice>) =>
    task.run(async () => {
      await signing.load()
      go(next)
    })
  useSheet(sheet)
  return (
    <div className="lk-stack lk-wallets">
      <WalletList wallets={above} go={open} />
      {early.length + late.length > shown.length ? (
        <Button kind="secondary" onClick={() => open({ name: 'CryptoOtherScreen', shown })}>
          {t('crypto.wallet.continueWithOtherWallet')}
        </Button>
      ) : (
        <Button kind="secondary" onClick={() => open({ name: 'CryptoSetupWallet' })}>
          {t('crypto.wallet.setupNewWallet')}
        </Button>
      )}
      <WalletList wallets={below} go={open} />
      <Inline>{task.error}</Inline>
    </div>
  )
}
