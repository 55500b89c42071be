import { useRef } from 'react'
import { text } from '../../api/kinds.ts'
import { Button } from './Button.tsx'
import { useUi, type Ui } from '../context.ts'
import { words } from '../words/baseWords.ts'
import { Field, type FieldRef } from './Field.tsx'
import { Form } from './Form.tsx'
import type { Task } from '../task.ts'
import { useWords } from '../words/translator.ts'

/** What a form for an email address does. */
interface EmailWork {
  task: Task
  /** Sends something to the address that stands in the field, in its plainest form. */
  onEmail: (email: string) => Promise<void>
  /** Refuses what is no address. Default: with a message that the host is not told of. */
  onInvalid?: () => Promise<never>
}

/** Reads the field of a form for an email address, and does its work. */
export const submitEmail = ({ kit }: Ui, { current }: FieldRef, { task, onEmail, onInvalid }: EmailWork): void => {
  const { value } = current!
  void task.run(async () => (await kit.load()).takeEmail(value, onEmail, onInvalid))
}

/**
 * Asks for an email address. Every product that begins with one uses this form. `draft` is what a
 * visitor who comes back had typed.
 */
export function EmailForm({ draft, enterKeyHint = 'send', ...work }: EmailWork & { draft?: string; enterKeyHint?: 'send' | 'next' }) {
  const ui = useUi()
  const t = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  const { suffix, config } = ui
  return (
    <Form onSubmit={() => submitEmail(ui, field, work)}>
      <Field
        field={field}
        label={t('formField.email.label')}
        id={'email-input' + suffix}
        type="email"
        // `webauthn` lets the browser offer passkeys here
        // (docs/decisions/README.md#password-managers-and-autofill-work-in-every-field)
        autoComplete={config.products?.includes('passkeys') ? 'username webauthn' : 'email username'}
        enterKeyHint={enterKeyHint}
        placeholder={t('formField.email.placeholder')}
        required
        defaultValue={draft ?? text(config.prefill?.email)}
        task={work.task}
      />
      <Button task={work.task}>{t('button.emailLogin')}</Button>
    </Form>
  )
}
