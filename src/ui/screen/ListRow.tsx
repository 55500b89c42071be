import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { isMeant } from '../../browser/attention.ts'
import { Button } from '../fields/Button.tsx'
import { useUi } from '../context.ts'
import { Icon } from './Icon.tsx'
import { tick } from './icons.ts'
import sheet from '../looks/list.css'
import { RowMenu } from './RowMenu.tsx'
import { words } from '../words/listWords.ts'
import { useSheet } from '../looks/sheets.ts'
import { useUnseen } from '../visitor/useUnseen.ts'
import { breakable } from '../words/untrustedText.ts'
import { useWords } from '../words/translator.ts'

const pencil = 'm4 20 4-1L19 8l-3-3L5 16zm9-12 3 3'
const bin = 'M4 7h16M9 7V4h6v3M7 7l1 13h8l1-13m-7 4v5m4-5v5'

/**
 * What the visitor is doing in a list, by the ids of its rows: at most one name is being edited,
 * and at most one row is about to be removed.
 */
export interface OngoingAction {
  editing?: string
  deleting?: string
}

/** The props of {@link ListRow}. */
export interface ListRowProps {
  id: string
  name: string
  /** The new name that the provider has refused. The visitor finds it in the field and goes on. */
  draft?: string
  /** The direction of the name. Default: that of its first letter. */
  dir?: 'auto' | 'ltr'
  /** The class of such rows, without `lk-`. */
  part: string
  /** The path of the drawing, for Icon.tsx. */
  drawing: string
  /** What is shown instead of the drawing, in the look `quartz`. */
  mark?: ReactNode
  /** The second line. */
  detail?: string
  /** A warning about it, beside its name, in the look `quartz`. */
  badge?: string
  /** What is under the row. */
  more?: ReactNode
  /** It was just created. */
  isNew?: boolean
  /** A change of it is under way; the next one has to wait. */
  busy?: boolean
  ongoing: OngoingAction
  /** What the button that removes it says, before the name. */
  removeLabel: string
  /** What the visitor reads before it is removed. */
  question: ReactNode
  /**
   * What the button that really removes it says. Without one, it stays, and `question` says why.
   */
  confirm?: ReactNode
  /** The visitor wants to edit the name, or no longer does. */
  onEdit?: (on: boolean) => void
  /** Takes the new name. Without it, the name cannot be edited. */
  onSave?: (name: string) => void
  /** The visitor wants to remove it, or no longer does. */
  onDelete: () => void
  onConfirm: () => void
}

/**
 * One row of a list of what belongs to the visitor: a drawing, its name, which they may be able to
 * edit in place, and its buttons. If the visitor wants to remove it, the question whether they
 * really do is in its place, too.
 */
export function ListRow({
  id,
  name,
  draft,
  dir = 'auto',
  part,
  drawing,
  mark,
  detail,
  badge,
  more,
  isNew,
  busy,
  ongoing: { editing, deleting },
  removeLabel,
  question,
  confirm,
  onEdit,
  onSave,
  onDelete,
  onConfirm,
}: ListRowProps) {
  const { suffix, look } = useUi()
  const t = useWords(words)
  const input = useRef<HTMLInputElement>(null)
  const row = useRef<HTMLLIElement>(null)
  const isEdited = editing === id
  const isAsked = deleting === id
  const readOnly = !isEdited || !!deleting
  useSheet(sheet)
  // long before the question
  const unseen = useUnseen()
  useLayoutEffect(() => {
    if (!isEdited && input.current) input.current.value = name
  }, [name, isEdited])
  useEffect(() => {
    if (!isEdited) return
    if (draft) input.current!.value = draft
    input.current!.select()
  }, [isEdited])
  useEffect(() => {
    if (draft && !editing && !deleting) onEdit!(true)
  }, [draft])
  useEffect(() => {
    // the question makes the row higher, and the list may scroll
    if (isAsked) row.current!.scrollIntoView({ block: 'nearest' })
  }, [isAsked])

  const save = () => {
    const text = input.current!.value.trim()
    if (text && text !== name) onSave!(text)
    onEdit!(false)
  }
  const cancel = (
    <Button kind="secondary" onClick={onDelete}>
      {t('button.cancel')}
    </Button>
  )
  return (
    <li
      ref={row}
      className={`lk-item lk-${part}${isAsked && confirm ? ' lk-doomed' : ''}`}
      aria-busy={!!busy}
      onKeyDown={(event) => {
        if (!isAsked || event.key !== 'Escape') return
        // keeps it from closing the host's dialog
        event.stopPropagation()
        event.preventDefault()
        onDelete()
      }}
    >
      <div className="lk-row">
        <div className="lk-disc">{mark || <Icon path={drawing} />}</div>
        <span>
          {onSave ? (
            <input
              ref={input}
              id={`editable-row-input-${id}${suffix}`}
              data-testid={'editable-row-input-' + id}
              className="lk-input"
              // so that a name in another script is cut off at its own end
              dir={dir}
              aria-label={t('passkey.name.ariaLabel')}
              defaultValue={name}
              readOnly={readOnly}
              tabIndex={isEdited ? 0 : -1}
              maxLength={100}
              autoComplete="off"
              enterKeyHint="done"
              onKeyDown={(event) => {
                // 229: the key belongs to the input method (UI Events, section 9.2); Safari has no
                // other sign of that
                if (readOnly || event.keyCode === 229 || !/^(Enter|Escape)$/.test(event.key)) return
                // keeps Enter from submitting the host's form, and Escape from closing the host's
                // dialog
                event.preventDefault()
                event.stopPropagation()
                if (event.key === 'Enter') save()
                else onEdit!(false)
              }}
            />
          ) : (
            <bdi dir={dir}>{breakable(name)}</bdi>
          )}
          {badge && ' '}
          {badge && <b className="lk-badge lk-warning">{badge}</b>}
          {readOnly && (isNew || detail) && (
            <small>
              {isNew && <b className={look ? 'lk-badge lk-good' : 'lk-badge'}>{t('passkey.new')}</b>} {detail}
            </small>
          )}
        </span>
        {look && !isEdited && (!deleting || isAsked) && (
          <RowMenu
            label={`${t('button.more.ariaLabel')}: ${name}`}
            disabled={busy}
            asks={isAsked}
            actions={[
              ...(onSave && !deleting && !editing
                ? [{ label: t('button.rename.ariaLabel'), path: pencil, testId: 'clickable-edit-icon-edit' + id, run: () => onEdit!(true) }]
                : []),
              { label: removeLabel, path: bin, ends: true, testId: 'clickable-edit-icon-delete' + id, run: onDelete },
            ]}
          />
        )}
        {onSave && !deleting && (isEdited || (!editing && !look)) && (
          <IconButton
            testId={`clickable-edit-icon-${isEdited ? 'save' : 'edit'}${id}`}
            label={`${t(isEdited ? 'button.save.ariaLabel' : 'button.rename.ariaLabel')}: ${name}`}
            path={isEdited ? tick : pencil}
            disabled={busy}
            onClick={isEdited ? save : () => onEdit!(true)}
          />
        )}
        {!look && (!deleting || isAsked) && (
          <IconButton
            testId={'clickable-edit-icon-delete' + id}
            label={`${removeLabel}: ${name}`}
            path={bin}
            disabled={busy}
            pressed={isAsked}
            onClick={onDelete}
          />
        )}
      </div>
      {!isAsked && more}
      <div role="status">{isAsked && question}</div>
      {isAsked && confirm && (
        <div className="lk-choice">
          {look && cancel}
          <Button kind="danger" task={{ waiting: unseen }} onClick={(event) => isMeant(event) && onConfirm()}>
            {confirm}
          </Button>
          {!look && cancel}
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
