import type { ReactElement, ReactNode } from 'react'
import type { AccountSection as SectionName } from '../../ui/host/config.ts'
import { useUi } from '../../ui/context.ts'
import { attributesOf } from '../../ui/fields/Button.tsx'
import { Inline } from '../../ui/fields/Field.tsx'
import { TextButton } from '../../ui/fields/TextButton.tsx'
import { focusThen } from '../../ui/screen/focusThen.ts'
import { Icon } from '../../ui/screen/Icon.tsx'
import { goesOn, key, plus } from '../../ui/screen/icons.ts'
import type { Task } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import { words } from './words.ts'

/** How the visitor adds to a section. */
export interface Addition {
  label: string
  /** What it does in place. Without one it leads to a screen. */
  task?: Task
  /** It leads to what belongs to the section. It adds nothing. */
  leads?: boolean
  add: () => void
}

/** A section of the account, if it has rows, something to add or a failure. */
export function AccountSection({
  section,
  addition,
  error,
  retry,
  children,
}: {
  section: SectionName
  addition?: Addition
  /** The text below the rows. */
  error?: ReactNode
  /** Loads the rows, which have failed to load. */
  retry?: { task: Task; load: () => void }
  /** The rows. */
  children: ReactElement[]
}) {
  const { look, suffix } = useUi()
  const t = useWords(words)
  const hasRows = children.length > 0
  if (!hasRows && !addition && !retry) return null
  const title = `account-${section}${suffix}`
  const isRow = addition && (!look || addition.leads)
  const { busy, waiting } = addition?.task ?? {}
  return (
    <div role="group" aria-labelledby={title} className={look && !hasRows && !isRow ? 'lk-none' : undefined}>
      <h3 id={title} className="lk-subtitle" tabIndex={-1}>
        {t(`account.${section}`)}
      </h3>
      {addition && !isRow && (
        <TextButton task={addition.task} label={`${t('account.add')}: ${t(`account.${section}`)}`} onClick={addition.add}>
          {t('account.add')}
        </TextButton>
      )}
      {(hasRows || isRow) && (
        <div className="lk-rows">
          {hasRows && (
            <ul className="lk-items" aria-labelledby={title}>
              {children}
            </ul>
          )}
          {isRow && (
            <button type="button" className="lk-row lk-add" {...attributesOf({ busy: !!busy, waiting }, addition.add)}>
              {busy ? <i className="lk-spin" /> : <Icon path={addition.leads ? key : plus} />}
              <span>{addition.label}</span>
              {addition.leads && <Icon path={goesOn} out />}
            </button>
          )}
        </div>
      )}
      <Inline>{error}</Inline>
      {retry && (
        <TextButton task={retry.task} onClick={focusThen(retry.load, '[role=group]', 'h3')}>
          {t('button.retry')}
        </TextButton>
      )}
    </div>
  )
}
