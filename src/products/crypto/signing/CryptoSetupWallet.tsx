import { Icon } from '../../../ui/screen/Icon.tsx'
import { leaves } from '../../../ui/screen/icons.ts'
import { words as kitWords } from '../../../ui/words/kitWords.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { useSheet } from '../../../ui/looks/sheets.ts'
import { useWords } from '../../../ui/words/translator.ts'
import sheet from './signing.css'
import { WalletTile } from './WalletTile.tsx'
import { words } from './words.ts'

/**
 * The wallets that visitors can download, and where
 * (docs/decisions/README.md#where-wallets-are-downloaded).
 */
const downloads = [
  ['Metamask', 'metamask.io'],
  ['Phantom', 'phantom.app'],
  ['Coinbase', 'coinbase.com', '/wallet'],
  ['Binance', 'bnbchain.world', '/en/binance-wallet'],
] as const

/** Leads a visitor who has no wallet to the sites where they can get one. */
export function CryptoSetupWallet({ go }: ScreenProps<'CryptoSetupWallet'>) {
  const t = useWords(words)
  const kit = useWords(kitWords)
  useSheet(sheet)
  return (
    <Screen title={t('crypto.setupNewWallet.title')} back={() => go({ name: 'Main' })}>
      <p>
        {t('crypto.setupNewWallet.content')} {t('crypto.setupNewWallet.instruction')}
      </p>
      <ul className="lk-rows">
        {downloads.map(([kind, host, path = '']) => (
          <li key={kind}>
            <a className="lk-row" href={`https://${host}${path}`} target="_blank" rel="noopener noreferrer">
              <WalletTile kind={kind} />
              <span>
                {t(`crypto.wallet.${kind.toLowerCase() as Lowercase<typeof kind>}`)} <small>{host}</small>
              </span>
              <Icon path={leaves} out label={kit('link.newTab.ariaLabel')} />
            </a>
          </li>
        ))}
      </ul>
    </Screen>
  )
}
