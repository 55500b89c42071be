import { deviceOf } from '../../../ui/visitor/device.ts'
import { ListRow, type ListRowProps } from '../../../ui/screen/ListRow.tsx'
import { useWords } from '../../../ui/words/translator.ts'
import type { Passkey } from './usePasskeys.ts'
import { words } from './words.ts'

/**
 * One passkey of the list: where it was created, its name, and its buttons. `isNew`: it was just
 * created.
 */
export function PasskeyRow({
  passkey,
  ...row
}: { passkey: Passkey } & Pick<ListRowProps, 'isNew' | 'ongoing' | 'onEdit' | 'onSave' | 'onDelete' | 'onConfirm'>) {
  const t = useWords(words)
  const { webauthn_registration_id: id, name, draft, busy } = passkey
  const { browser = '', system = '', drawing } = deviceOf(passkey)
  const [before, after] = t.raw('passkey.deleteNamed').split('{name}')
  return (
    <ListRow
      {...row}
      id={id}
      name={name}
      draft={draft}
      part="passkey"
      drawing={drawing}
      detail={browser && system ? t('passkey.device', { browser, system }) : browser || system}
      busy={busy}
      removeLabel={t('button.delete')}
      question={t('passkey.registrationSuccess.deleteWarning')}
      confirm={
        <span className="lk-named">
          {before}
          <bdi>{name}</bdi>
          {after}
        </span>
      }
    />
  )
}
