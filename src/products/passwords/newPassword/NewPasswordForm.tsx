import { useState } from 'react'
import { Button } from '../../../ui/fields/Button.tsx'
import { chunk, useChunk } from '../../../ui/chunks/chunk.ts'
import { useUi } from '../../../ui/context.ts'
import { Inline } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import { focusThen } from '../../../ui/screen/focusThen.ts'
import type { Task } from '../../../ui/task.ts'
import { TextButton } from '../../../ui/fields/TextButton.tsx'
import { useWords } from '../../../ui/words/translator.ts'
import { PasswordField, type PasswordAccount } from './PasswordField.tsx'
import { useNextRendering } from './useNextRendering.ts'
import { words } from '../words.ts'

const strength = chunk(() => import('./strength/index.tsx'))

/** The form for a new password. The visitor can submit it once the provider approves the password. `account`: the visitor's, if known. */
export function NewPasswordForm({
  account,
  task,
  onSubmit,
}: {
  account?: PasswordAccount
  task: Task
  onSubmit: (password: string) => void
}) {
  const { suffix } = useUi()
  const t = useWords(words)
  const [password, setPassword] = useState('')
  const [approvedPassword, setApprovedPassword] = useState('')
  const [breached, setBreached] = useState(false)
  const { module, failed, load } = useChunk(strength)
  const valid = !!password && password === approvedPassword
  const advice = 'password-strength' + suffix
  const submit = useNextRendering(() => valid && onSubmit(password))
  return (
    <Form onSubmit={submit}>
      <PasswordField
        account={account}
        kind="new"
        value={password}
        onValue={setPassword}
        task={task}
        advice={`${advice} ${advice}-hints`}
        invalid={breached}
      >
        {module && (
          <module.StrengthIndicator
            id={advice}
            password={password}
            email={account?.email}
            onValid={setApprovedPassword}
            onBreached={setBreached}
          />
        )}
      </PasswordField>
      <Inline>{failed && t('error.unreachable')}</Inline>
      {failed && <TextButton onClick={focusThen(load, 'form', '.lk-input')}>{t('button.retry')}</TextButton>}
      <Button task={task} disabled={!valid}>
        {t('button.continue')}
      </Button>
    </Form>
  )
}
