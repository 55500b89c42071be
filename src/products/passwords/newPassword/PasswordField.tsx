import { useLayoutEffect, useState, type ReactNode } from 'react'
import { AccountBadge } from '../../../ui/screen/AccountBadge.tsx'
import { useUi } from '../../../ui/context.ts'
import { Field, type FieldRef } from '../../../ui/fields/Field.tsx'
import { Icon } from '../../../ui/screen/Icon.tsx'
import { titleId } from '../../../ui/screen/Screen.tsx'
import type { Task } from '../../../ui/task.ts'
import { TextButton } from '../../../ui/fields/TextButton.tsx'
import { useWords } from '../../../ui/words/translator.ts'
import { words } from '../words.ts'

const eye = 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Zm7 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0'

/** The account that a password is for, and the way to another one. */
export interface PasswordAccount {
  email: string
  change: () => void
}

/**
 * The field for a password, which can be shown and hidden. `account`, if it is known, is above it
 * in the same form, because password managers use the email as the name of the account. `advice`:
 * the ids of texts about the password; `invalid`: they say that it cannot be used. `children`
 * follow the field.
 */
export function PasswordField({
  field,
  account,
  kind,
  task,
  advice = '',
  invalid,
  children,
}: {
  field: FieldRef
  account?: PasswordAccount
  kind: 'current' | 'new'
  task: Task
  advice?: string
  invalid?: boolean
  children?: ReactNode
}) {
  const { suffix, visit } = useUi()
  const t = useWords(words)
  const [isVisible, setIsVisible] = useState(false)
  const id = 'password-input' + suffix
  useLayoutEffect(() => {
    // the first screen must not take the focus from the page
    if (visit.peek().number) field.current!.focus()
  }, [])
  return (
    <>
      {account && (
        <AccountBadge address={account.email} field={t('formField.email.label')}>
          <TextButton onClick={account.change}>{t('account.change')}</TextButton>
        </AccountBadge>
      )}
      <div className="lk-secret">
        <Field
          field={field}
          label={t('formField.password.label')}
          id={id}
          type={isVisible ? 'text' : 'password'}
          autoComplete={`${kind}-password`}
          // matters while the password shows; the types of the other fields have no autocorrection
          // anyway (HTML, section 6.9.2)
          autoCorrect="off"
          enterKeyHint="go"
          required
          task={task}
          aria-invalid={invalid || !!task.isMistake}
          // the title, too, because the focus goes past it to this field
          aria-describedby={`${id}-message ${advice} ${titleId(suffix)}`}
        >
          <button
            type="button"
            className="lk-show"
            aria-label={t('formField.password.show.ariaLabel')}
            aria-pressed={isVisible}
            aria-controls={id}
            onClick={() => setIsVisible(!isVisible)}
          >
            <Icon path={isVisible ? eye + 'M4 20 20 4' : eye} />
          </button>
          {children}
        </Field>
      </div>
    </>
  )
}
