import { Button } from '../../ui/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { Inline } from '../../ui/Field.tsx'
import type { MailSent, SecondMethod } from '../../ui/map.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words.ts'
import { words } from './words.ts'

interface SecondButtonProps {
  kind: 'secondary' | 'text'
  email: string
  second: SecondMethod
  go: (place: MailSent) => void
  /** What it says. Default: what will be mailed. */
  label?: string
}

/** The other way to log in (row 5): mails a link or a code. */
export function SecondButton({ kind, email, second, go, label }: SecondButtonProps) {
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const send = () =>
    task.run(async () => {
      const { sendMail } = await second.part.load()
      go(await sendMail(ui, email))
    })
  return (
    <>
      <Inline>{task.error}</Inline>
      <Button kind={kind} busy={task.busy} onClick={send}>
        {label || t(second.kind === 'code' ? 'button.emailOTP' : 'button.emailMagicLink')}
      </Button>
    </>
  )
}
