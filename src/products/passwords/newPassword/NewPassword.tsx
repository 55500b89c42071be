import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { chunk, useChunk } from '../../../ui/chunk.ts'
import { Inline } from '../../../ui/Field.tsx'
import { Form } from '../../../ui/Form.tsx'
import { leaving } from '../../../ui/leaving.ts'
import type { Task } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words.ts'
import { PasswordField } from './PasswordField.tsx'
import { words } from '../words.ts'

const strength = chunk(() => import('./strength/index.tsx'))

/** The form for a new password, which can be submitted once the provider has called it good enough. `email`: whose it is, where that is known. */
export function NewPassword({ email, task, onSubmit }: { email?: string; task: Task; onSubmit: (password: string) => void }) {
  const t = useWords(words)
  const [password, setPassword] = useState('')
  const [good, setGood] = useState('')
  const { module, failed, load } = useChunk(strength)
  const valid = !!password && password === good
  return (
    <Form onSubmit={() => valid && onSubmit(password)}>
      <PasswordField email={email} kind="new" value={password} onValue={setPassword} task={task} />
      {module && <module.StrengthIndicator password={password} email={email} onValid={setGood} />}
      <Inline>{failed && t('error.unreachable')}</Inline>
      {failed && (
        <Button kind="text" onClick={leaving(load, 'form', '.lk-input')}>
          {t('button.retry')}
        </Button>
      )}
      <Button busy={task.busy} disabled={!valid}>
        {t('button.continue')}
      </Button>
    </Form>
  )
}
