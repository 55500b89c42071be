import { Button } from './Button.tsx'
import { useUi } from '../context.ts'
import { words } from '../words/baseWords.ts'
import { Field } from './Field.tsx'
import { Form } from './Form.tsx'
import type { Task } from '../task.ts'
import { useWords } from '../words/translator.ts'

/** The pattern of an email address (docs/decisions.md#the-email-pattern). */
const pattern = /^[\w!#$%&'*+/=?^{|}~.`-]+@[a-z0-9.-]+\.[a-z]{2,}$/i

/** Whether a text is an email address. */
export const isEmail = (text: string): boolean => pattern.test(text)

/** Asks for an email address. Every product that begins with one uses this form. `typed` is what a visitor who comes back had typed. */
export function EmailForm({
  typed,
  enterKeyHint = 'send',
  task,
  onEmail,
  onInvalid,
}: {
  typed?: string
  enterKeyHint?: 'send' | 'next'
  task: Task
  onEmail: (email: string) => void
  onInvalid: () => void
}) {
  const { suffix, config } = useUi()
  const t = useWords(words)
  return (
    <Form
      onSubmit={(form) => {
        // the field's own text, because a visitor may have typed before this code ran (latchkey/prerender)
        const { value } = form[0] as HTMLInputElement
        if (isEmail(value)) onEmail(value)
        else onInvalid()
      }}
    >
      <Field
        label={t('formField.email.label')}
        id={'email-input' + suffix}
        type="email"
        // `webauthn` lets the browser offer passkeys here (docs/decisions.md#password-managers-and-autofill-work-in-every-field)
        autoComplete={config.products?.includes('passkeys') ? 'username webauthn' : 'email username'}
        enterKeyHint={enterKeyHint}
        placeholder={t('formField.email.placeholder')}
        required
        defaultValue={typed ?? config.prefill?.email}
        task={task}
      />
      <Button task={task}>{t('button.emailLogin')}</Button>
    </Form>
  )
}
