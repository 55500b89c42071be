import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { useUi } from '../../../ui/context.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { tick } from '../../../ui/icons.ts'
import { useWords } from '../../../ui/translator.ts'
import { deviceOf } from './device.ts'
import type { Passkey } from './usePasskeys.ts'
import { words } from './words.ts'

/** What the visitor is doing in the list, by the ids of passkeys: at most one name is being edited, and at most one passkey is about to be deleted. */
export interface OngoingAction {
  editing?: string
  deleting?: string
}

/**
 * One passkey of the list: where it was created, its name, which the visitor can edit in place, and its buttons. If the visitor wants to delete it, the question whether they
 * really do is in its place, too. `isNew`: it was just created.
 */
export function PasskeyRow({
  passkey,
  isNew,
  ongoing: { editing, deleting },
  onEdit,
  onSave,
  onDelete,
  onConfirm,
}: {
  passkey: Passkey
  isNew: boolean
  ongoing: OngoingAction
  onEdit: (on: boolean) => void
  onSave: (name: string) => void
  /** The visitor wants to delete it, or no longer does. */
  onDelete: () => void
  onConfirm: () => void
}) {
  const { suffix } = useUi()
  const t = useWords(words)
  const { webauthn_registration_id: id, name, busy } = passkey
  const [draft, setDraft] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const row = useRef<HTMLLIElement>(null)
  const { browser = '', system = '', drawing } = deviceOf(passkey)
  const device = browser && system ? t('passkey.device', { browser, system }) : browser || system
  const [before, after] = t.raw('passkey.deleteNamed').split('{name}')
  const isEdited = editing === id
  const isDoomed = deleting === id
  const readOnly = !isEdited || !!deleting
  useEffect(() => {
    if (isEdited) input.current!.select()
  }, [isEdited])
  useEffect(() => {
    // the question makes the row higher, and the list may scroll
    if (isDoomed) row.current!.scrollIntoView({ block: 'nearest' })
  }, [isDoomed])

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
    <li
      ref={row}
      className={isDoomed ? 'lk-passkey lk-doomed' : 'lk-passkey'}
      aria-busy={!!busy}
      onKeyDown={(event) => {
        if (!isDoomed || event.key !== 'Escape') return
        // keeps it from closing the host's dialog
        event.stopPropagation()
        event.preventDefault()
        onDelete()
      }}
    >
      <div className="lk-row">
        <div className="lk-disc">
          <Icon path={drawing} />
        </div>
        <span>
          <input
            ref={input}
            id={`editable-row-input-${id}${suffix}`}
            data-testid={'editable-row-input-' + id}
            className="lk-input"
            // so that a name in another script is cut off at its own end
            dir="auto"
            aria-label={t('passkey.name.ariaLabel')}
            value={isEdited ? draft : name}
            readOnly={readOnly}
            tabIndex={isEdited ? 0 : -1}
            maxLength={100}
            autoComplete="off"
            enterKeyHint="done"
            onInput={(event) => setDraft(event.currentTarget.value)}
            onChange={() => {}}
            onKeyDown={(event) => {
              // 229: the key belongs to the input method (UI Events, section 9.2); Safari has no other sign of that
              if (readOnly || event.keyCode === 229 || !/^(Enter|Escape)$/.test(event.key)) return
              // keeps Enter from submitting the host's form, and Escape from closing the host's dialog
              event.preventDefault()
              event.stopPropagation()
              if (event.key === 'Enter') save()
              else onEdit(false)
            }}
          />
          {readOnly && (isNew || device) && (
            <small>
              {isNew && <b className="lk-badge">{t('passkey.new')}</b>} {device}
            </small>
          )}
        </span>
        {!deleting && (isEdited || !editing) && (
          <IconButton
            testId={`clickable-edit-icon-${isEdited ? 'save' : 'edit'}${id}`}
            label={`${t(isEdited ? 'button.save.ariaLabel' : 'button.rename.ariaLabel')}: ${name}`}
            path={isEdited ? tick : 'm4 20 4-1L19 8l-3-3L5 16zm9-12 3 3'}
            disabled={busy}
            onClick={isEdited ? save : edit}
          />
        )}
        {(!deleting || isDoomed) && (
          <IconButton
            testId={'clickable-edit-icon-delete' + id}
            label={`${t('button.delete')}: ${name}`}
            path="M4 7h16M9 7V4h6v3M7 7l1 13h8l1-13m-7 4v5m4-5v5"
            disabled={busy}
            pressed={isDoomed}
            onClick={onDelete}
          />
        )}
      </div>
      <div role="status">{isDoomed && t('passkey.registrationSuccess.deleteWarning')}</div>
      {isDoomed && (
        <div className="lk-choice">
          <Button kind="danger" onClick={onConfirm}>
            <span className="lk-named">
              {before}
              <bdi>{name}</bdi>
              {after}
            </span>
          </Button>
          <Button kind="secondary" onClick={onDelete}>
            {t('button.cancel')}
          </Button>
        </div>
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
    <Icon path={path} />
  </button>
)
