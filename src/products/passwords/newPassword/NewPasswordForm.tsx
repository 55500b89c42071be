import { useRef, useState } from 'react'
import { Button } from '../../../ui/fields/Button.tsx'
import { chunk, useChunk } from '../../../ui/chunks/chunk.ts'
import { useUi } from '../../../ui/context.ts'
import { Inline } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { useTextOf } from '../../../ui/fields/useTextOf.ts'
import { focusThen } from '../../../ui/screen/focusThen.ts'
import type { Task } from '../../../ui/task.ts'
import { TextButton } from '../../../ui/fields/TextButton.tsx'
import { useWords } from '../../../ui/words/translator.ts'
import { PasswordField, type PasswordAccount } from './PasswordField.tsx'
import { words } from '../words.ts'

const strength = chunk(() => import('./strength/index.tsx'))

/**
 * The form for a new password, which is sent once the provider has approved it. The button looks
 * disabled until then; a press checks what stands in the field at once, and goes on if that is
 * approved. `account`: the visitor's, if known.
 */
export function NewPasswordForm({
  account,
  task,
  onSubmit,
}: {
  account?: PasswordAccount
  task: Task
  onSubmit: (password: string) => void
}) {
  const { suffix, look } = useUi()
  const t = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [verdict, setVerdict] = useState<{ password: string; valid: boolean }>()
  /** What the visitor has submitted before it was checked. */
  const [candidate, setCandidate] = useState<string>()
  const [breached, setBreached] = useState(false)
  /** In the look `quartz`: the visitor has pressed the button without a password. */
  const [isMissing, setIsMissing] = useState(false)
  const { module, failed, load } = useChunk(strength)
  const advice = 'password-strength' + suffix
  const take = (text: string) => {
    setPassword(text)
    if (text) setIsMissing(false)
    if (text !== candidate) setCandidate(undefined)
  }
  useTextOf(field, take)
  const submit = () => {
    const { value } = field.current!
    if (verdict?.valid && verdict.password === value) return onSubmit(value)
    field.current!.focus()
    setPassword(value)
    setIsMissing(!value)
    if (!value || verdict?.password === value) return
    setCandidate(value)
    if (failed) load()
  }
  const receive = (password: string, valid: boolean | undefined) => {
    setVerdict(valid === undefined ? undefined : { password, valid })
    if (password !== candidate) return
    setCandidate(undefined)
    if (valid) onSubmit(password)
  }
  return (
    <Form onSubmit={submit}>
      <PasswordField
        field={field}
        account={account}
        kind="new"
        task={task}
        advice={`${advice} ${advice}-hints`}
        invalid={breached || (!!look && isMissing)}
      >
        {look && isMissing && <Inline id={advice + '-missing'}>{t('password.missing')}</Inline>}
        {module && (
          <module.StrengthIndicator
            field={field}
            id={advice}
            password={password}
            email={account?.email}
            urgent={!!candidate}
            onChecked={receive}
            onBreached={setBreached}
          />
        )}
      </PasswordField>
      <Inline>{failed && t('error.unreachable')}</Inline>
      {failed && <TextButton onClick={focusThen(load, 'form', '.lk-input')}>{t('button.retry')}</TextButton>}
      <Button
        task={{
          busy: task.busy || (!!candidate && !failed),
          // it looks disabled, but a press counts: the field may contain what no event has told
          waiting: task.waiting ?? (look || (verdict?.valid && verdict.password === password) ? undefined : {}),
        }}
      >
        {t('button.continue')}
      </Button>
    </Form>
  )
}
