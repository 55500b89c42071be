import { useUi } from '../../../ui/context.ts'
import { Icon } from '../../../ui/screen/Icon.tsx'
import { goesOn, plus } from '../../../ui/screen/icons.ts'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { useSheet } from '../../../ui/looks/sheets.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { ownName, useWalletTitle } from '../useWalletTitle.ts'
import { walletId, useWallets } from '../useWallets.ts'
import { WalletIcon } from '../WalletIcon.tsx'
import sheet from './signing.css'
import { WalletTile } from './WalletTile.tsx'
import { words } from './words.ts'

/**
 * Lists the wallets that do not fit on Main, and leads to the setup of a new one. A row shows the
 * wallet's name, which its button's full name contains.
 */
export function CryptoOtherScreen({ at: { ids }, go }: ScreenProps<'CryptoOtherScreen'>) {
  const { suffix } = useUi()
  const t = useWords(words)
  const titleOf = useWalletTitle()
  const { early, late } = useWallets()
  const others = [...early, ...late].filter((wallet) => !ids.includes(walletId(wallet)))
  useSheet(sheet)
  return (
    <Screen title={t('crypto.continueWithOtherWallet.title')} back={() => go({ name: 'Main' })}>
      <ul className="lk-rows lk-tiles">
        {others.map((wallet) => {
          const title = titleOf(wallet)
          const { kind } = wallet
          return (
            <li key={title}>
              <button
                type="button"
                id={`wallet-${title}${suffix}`}
                className="lk-row"
                aria-label={title}
                onClick={() => go({ name: 'CryptoConnect', wallet })}
              >
                <WalletIcon wallet={wallet}>
                  <WalletTile kind={kind} />
                </WalletIcon>
                <span>
                  <bdi>{ownName(wallet) || kind}</bdi>
                </span>
                <Icon path={goesOn} out />
              </button>
            </li>
          )
        })}
        <li>
          <button type="button" className="lk-row" onClick={() => go({ name: 'CryptoSetupWallet' })}>
            <Icon path={plus} />
            <span>{t('crypto.wallet.setupNewWallet')}</span>
          </button>
        </li>
      </ul>
    </Screen>
  )
}
