import { Button } from '../../../ui/Button.tsx'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/Screen.tsx'
import { useWords } from '../../../ui/translator.ts'
import { walletId, useWallets } from '../useWallets.ts'
import { WalletList } from '../WalletList.tsx'
import { words } from './words.ts'

/** Lists the wallets that do not fit on Main, and leads to the setup of a new one. */
export function CryptoOtherScreen({ at: { shown }, go }: ScreenProps<'CryptoOtherScreen'>) {
  const t = useWords(words)
  const { early, late } = useWallets()
  const others = [...early, ...late].filter((wallet) => !shown.includes(walletId(wallet)))
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
