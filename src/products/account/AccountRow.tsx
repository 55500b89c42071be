import { useUi } from '../../ui/context.ts'
import { ListRow, type ListRowProps } from '../../ui/screen/ListRow.tsx'
import { isolate, withIsolates } from '../../ui/words/untrustedText.ts'
import { useWords } from '../../ui/words/translator.ts'
import { words as listWords } from '../../ui/words/listWords.ts'
import type { Change } from '../shared/useChanges.ts'
import type { AccountItem } from './accountItems.ts'
import { AppGrants } from './AppGrants.tsx'
import { usageOf } from './grants.ts'
import { LinkedLogo } from './LinkedLogo.tsx'
import { words } from './words.ts'

/** The row of an item of the account. The visitor can remove it, and rename a passkey. */
export function AccountRow({
  item,
  name: itemName,
  change,
  isLast,
  onRename,
  ...actions
}: {
  item: AccountItem
  /** Its name as the visitor reads it. Empty: that of its section. */
  name: string
  /** What happens to it right now. */
  change?: Change
  /** The account can be logged in to with it alone, so a question warns before it goes. */
  isLast: boolean
  onRename: (name: string) => void
} & Pick<ListRowProps, 'isNew' | 'ongoing' | 'onEdit' | 'onDelete' | 'onConfirm'>) {
  const { look, strings } = useUi()
  const t = useWords({ ...listWords, ...words })
  const { section, id, drawing, scopes = [], unconfirmed, device = {} } = item
  const name = change && change !== 'removal' ? change.name : itemName || t(`account.${section}`)
  const { browser, system } = device
  const place = browser && system ? t('passkey.device', { browser, system }) : browser || system
  const detail = [item.detail, usageOf(item, strings.lang || 'en', t)].filter(Boolean).join(' · ')
  return (
    <ListRow
      {...actions}
      id={id}
      name={name}
      dir={section === 'phoneNumbers' || section === 'wallets' ? 'ltr' : 'auto'}
      part="account-item"
      drawing={drawing}
      mark={look && section === 'providers' && <LinkedLogo provider={item.name} usual={drawing} />}
      badge={look && unconfirmed ? t('account.unconfirmed') : undefined}
      detail={unconfirmed && !look ? t('account.unconfirmed') : place || detail}
      more={scopes[0] && <AppGrants scopes={scopes} clientName={name} />}
      busy={!!change}
      removeLabel={t('button.remove')}
      question={isLast ? t('account.lastWayIn') : withIsolates(t('account.removeQuestion', { name: isolate(name) }))}
      confirm={!isLast && t('button.remove')}
      onSave={section === 'passkeys' ? onRename : undefined}
    />
  )
}
