import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { chunk, useChunk } from '../../../ui/chunk.ts'
import { Inline } from '../../../ui/Field.tsx'
import { Form } from '../../../ui/Form.tsx'
import { focusThen } from '../../../ui/focusThen.ts'
import type { Task } from '../../../ui/task.ts'
import { TextButton } from '../../../ui/TextButton.tsx'
import { useWords } from '../../../ui/translator.ts'
import { PasswordField } from './PasswordField.tsx'
import { words } from '../words.ts'

const strength = chunk(() => import('./strength/index.tsx'))

/** The form for a new password. The visitor can submit it once the provider approves the password. `email`: the visitor's, if known. */
export function NewPasswordForm({ email, task, onSubmit }: { email?: string; task: Task; onSubmit: (password: string) => void }) {
  const t = useWords(words)
  const [password, setPassword] = useState('')
  const [approvedPassword, setApprovedPassword] = useState('')
  const { module, failed, load } = useChunk(strength)
  const valid = !!password && password === approvedPassword
  return (
    <Form onSubmit={() => valid && onSubmit(password)}>
      <PasswordField email={email} kind="new" value={password} onValue={setPassword} task={task} />
      {module && <module.StrengthIndicator password={password} email={email} onValid={setApprovedPassword} />}
      <Inline>{failed && t('error.unreachable')}</Inline>
      {failed && <TextButton onClick={focusThen(load, 'form', '.lk-input')}>{t('button.retry')}</TextButton>}
      <Button busy={task.busy} disabled={!valid}>
        {t('button.continue')}
      </Button>
    </Form>
  )
}
