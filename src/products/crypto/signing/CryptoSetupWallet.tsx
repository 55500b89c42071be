import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/Screen.tsx'
import { useWords } from '../../../ui/translator.ts'
import { words } from './words.ts'

/** Where visitors can download each wallet. */
const downloads = {
  metamask: 'metamask.io',
  phantom: 'phantom.app',
  coinbase: 'coinbase.com/wallet',
  binance: 'bnbchain.world/en/binance-wallet',
}

/** Leads a visitor who has no wallet to the sites where they can get one. */
export function CryptoSetupWallet({ go }: ScreenProps<'CryptoSetupWallet'>) {
  const t = useWords(words)
  return (
    <Screen title={t('crypto.setupNewWallet.title')} back={() => go({ name: 'Main' })}>
      <p>{t('crypto.setupNewWallet.content')}</p>
      <p>{t('crypto.setupNewWallet.instruction')}</p>
      {(Object.keys(downloads) as (keyof typeof downloads)[]).map((name) => (
        <a key={name} className="lk-button lk-secondary" href={'https://' + downloads[name]} target="_blank" rel="noopener noreferrer">
          {t(`crypto.wallet.${name}`)}
        </a>
      ))}
    </Screen>
  )
}
