import { Button } from '../../../ui/Button.tsx'
import type { Props } from '../../../ui/map.ts'
import { Screen } from '../../../ui/Screen.tsx'
import { useWords } from '../../../ui/words.ts'
import { idOf, useWallets } from '../useWallets.ts'
import { WalletList } from '../WalletList.tsx'
import { words } from './words.ts'

/** The wallets for which Main has no room, and the way to a new one. */
export function CryptoOtherScreen({ at: { shown }, go }: Props<'CryptoOtherScreen'>) {
  const t = useWords(words)
  const { early, late } = useWallets()
  const others = [...early, ...late].filter((wallet) => !shown.includes(idOf(wallet)))
  return (
    <Screen title={t('crypto.continueWithOtherWallet.title')} back={() => go({ name: 'Main' })}>
      <div className="lk-stack lk-wallets">
        <WalletList wallets={others} go={go} />
        <Button kind="secondary" onClick={() => go({ name: 'CryptoSetupWallet' })}>
          {t('crypto.wallet.setupNewWallet')}
        </Button>
      </div>
    </Screen>
  )
}
