import { useEffect, useRef, useState } from 'react'
import { useUi } from '../../../ui/context.ts'
import { useWords } from '../../../ui/translator.ts'
import type { Passkey } from './usePasskeys.ts'
import { words } from './words.ts'

/** What the visitor is doing in the list, by the ids of passkeys: at most one name is being edited, and at most one passkey is about to be deleted. */
export interface OngoingAction {
  editing?: string
  deleting?: string
}

/** One passkey of the list: its name, which the visitor can edit in place, and its buttons. */
export function PasskeyRow({
  passkey,
  ongoing: { editing, deleting },
  onEdit,
  onSave,
  onDelete,
}: {
  passkey: Passkey
  ongoing: OngoingAction
  onEdit: (on: boolean) => void
  onSave: (name: string) => void
  onDelete: () => void
}) {
  const { suffix } = useUi()
  const t = useWords(words)
  const { webauthn_registration_id: id, name, busy } = passkey
  const [draft, setDraft] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const isEdited = editing === id
  useEffect(() => {
    if (isEdited) input.current!.select()
  }, [isEdited])

  const edit = () => {
    setDraft(name)
    onEdit(true)
  }
  const save = () => {
    const wanted = draft.trim()
    if (wanted && wanted !== name) onSave(wanted)
    onEdit(false)
  }
  return (
    <li className="lk-passkey" aria-busy={!!busy}>
      <input
        ref={input}
        id={`editable-row-input-${id}${suffix}`}
        data-testid={'editable-row-input-' + id}
        className="lk-input"
        aria-label={t('passkey.name.ariaLabel')}
        value={isEdited ? draft : name}
        readOnly={!isEdited || !!deleting}
        tabIndex={isEdited ? 0 : -1}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="done"
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={() => {}}
        onKeyDown={(event) => {
          // 229: the key belongs to the input method (UI Events, section 9.2); Safari has no other sign of that
          if (!isEdited || deleting || event.keyCode === 229 || !/^(Enter|Escape)$/.test(event.key)) return
          // keeps Enter from submitting the host's form, and Escape from closing the host's dialog
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') save()
          else onEdit(false)
        }}
      />
      {!deleting && (isEdited || !editing) && (
        <IconButton
          testId={`clickable-edit-icon-${isEdited ? 'save' : 'edit'}${id}`}
          label={`${t(isEdited ? 'button.save.ariaLabel' : 'button.rename.ariaLabel')}: ${name}`}
          path={isEdited ? 'm5 13 4 4L19 7' : 'm4 20 4-1L19 8l-3-3L5 16zm9-12 3 3'}
          disabled={busy}
          onClick={isEdited ? save : edit}
        />
      )}
      {(!deleting || deleting === id) && (
        <IconButton
          testId={'clickable-edit-icon-delete' + id}
          label={`${t('button.delete')}: ${name}`}
          path="M4 7h16M9 7V4h6v3M7 7l1 13h8l1-13m-7 4v5m4-5v5"
          disabled={busy}
          pressed={deleting === id}
          onClick={onDelete}
        />
      )}
    </li>
  )
}

const IconButton = ({
  testId,
  label,
  path,
  disabled,
  pressed,
  onClick,
}: {
  testId: string
  label: string
  path: string
  disabled?: boolean
  pressed?: boolean
  onClick: () => void
}) => (
  <button
    type="button"
    className="lk-icon"
    data-testid={testId}
    aria-label={label}
    title={label}
    aria-disabled={!!disabled}
    aria-pressed={pressed}
    onClick={disabled ? undefined : onClick}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
)
