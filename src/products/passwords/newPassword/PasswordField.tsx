import { useState } from 'react'
import { useUi } from '../../../ui/context.ts'
import { Field } from '../../../ui/Field.tsx'
import type { Task } from '../../../ui/task.ts'
import { useWords } from '../../../ui/translator.ts'
import { words } from '../words.ts'

/**
 * The field for a password, which can be shown and hidden. `email`, if it is known, is in the same form, because password managers use it as the name of the
 * account.
 */
export function PasswordField({
  email,
  kind,
  value,
  onValue,
  task,
}: {
  email?: string
  kind: 'current' | 'new'
  value: string
  onValue: (value: string) => void
  task: Task
}) {
  const { suffix } = useUi()
  const t = useWords(words)
  const [shown, setShown] = useState(false)
  return (
    <>
      {email && <input type="email" autoComplete="username" value={email} readOnly hidden />}
      <Field
        label={t('formField.password.label')}
        id={'password-input' + suffix}
        type={shown ? 'text' : 'password'}
        autoComplete={`${kind}-password`}
        // matters while the password shows; the types of the other fields have no autocorrection anyway (HTML, section 6.9.2)
        autoCorrect="off"
        enterKeyHint="go"
        required
        value={value}
        onValue={onValue}
        task={task}
      >
        <button
          type="button"
          className="lk-icon lk-show"
          aria-label={t('formField.password.show.ariaLabel')}
          aria-pressed={shown}
          aria-controls={'password-input' + suffix}
          onClick={() => setShown(!shown)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Zm7 0a3 3 0 1 0 6 0 3 3 0 1 0-6 0" />
            {shown && <path d="M4 20 20 4" />}
          </svg>
        </button>
      </Field>
    </>
  )
}
