import { Button } from '../../ui/fields/Button.tsx'
import type { Chunk } from '../../ui/chunks/chunk.ts'
import { useUi } from '../../ui/context.ts'
import { Inline } from '../../ui/fields/Field.tsx'
import type { LastUsed } from '../../ui/visitor/lastMethod.ts'
import type { Place, ScreenProps, WalletChoice } from '../../ui/map.ts'
import { useSheet } from '../../ui/looks/sheets.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import sheet from './crypto.css'
import { walletId, useWallets } from './useWallets.ts'
import { WalletList } from './WalletList.tsx'
import { plainWords, words } from './words.ts'

/**
 * Buttons for the first `limit` wallets that were found, and a button that leads to the others or,
 * if there are no more, to the setup of a new wallet. Wallets that are found late come below that
 * button, so that nothing moves. `signing` is the code of the screens that follow. It loads before
 * the visitor leaves Main: if it cannot be loaded, the visitor still sees the other ways to log in.
 */
export function WalletButtons({
  go,
  limit,
  signing,
  lastUsed,
}: ScreenProps<'Main'> & { limit: number; signing: Chunk<unknown>; lastUsed: LastUsed }) {
  const t = useWords(useUi().core.backend ? plainWords : words)
  const { early, late } = useWallets()
  const above = early.slice(0, limit)
  const below = late.slice(0, limit - above.length)
  const ids = [...above, ...below].map(walletId)
  const task = useTask()
  const goTo = (next: Place<WalletChoice>) =>
    task.run(async () => {
      await signing.load()
      go(next)
    })
  useSheet(sheet)
  return (
    <div className="lk-stack lk-wallets">
      <WalletList wallets={above} go={goTo} lastUsed={lastUsed} />
      {early.length + late.length > ids.length ? (
        <Button kind="secondary" onClick={() => goTo({ name: 'CryptoOtherScreen', ids })}>
          {t('crypto.wallet.continueWithOtherWallet')}
        </Button>
      ) : (
        <Button kind="secondary" onClick={() => goTo({ name: 'CryptoSetupWallet' })}>
          {t('crypto.wallet.setupNewWallet')}
        </Button>
      )}
      <WalletList wallets={below} go={goTo} lastUsed={lastUsed} />
      <Inline>{task.error}</Inline>
    </div>
  )
}
