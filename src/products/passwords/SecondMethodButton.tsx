import { Button } from '../../ui/fields/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { Inline } from '../../ui/fields/Field.tsx'
import { Icon } from '../../ui/screen/Icon.tsx'
import { envelope } from '../../ui/screen/icons.ts'
import type { MailSent, SecondMethod } from '../../ui/map.ts'
import { TextButton } from '../../ui/fields/TextButton.tsx'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import { words } from './words.ts'

interface SecondMethodButtonProps {
  kind: 'secondary' | 'text'
  email: string
  second: SecondMethod
  go: (place: MailSent) => void
  /** The label. Default: it names what is emailed. */
  label?: string
}

/** The button of the second log-in method, next to a password: it emails a link or a code. */
export function SecondMethodButton({ kind, email, second, go, label }: SecondMethodButtonProps) {
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const send = () =>
    task.run(async () => {
      const { sendMail } = await second.product.load()
      go(await sendMail(ui, email))
    })
  const text = label || t(second.kind === 'code' ? 'button.emailOTP' : 'button.emailMagicLink')
  return (
    <>
      <Inline>{task.error}</Inline>
      {kind === 'text' ? (
        <TextButton task={task} onClick={send}>
          {text}
        </TextButton>
      ) : (
        <Button kind={kind} task={task} onClick={send}>
          <Icon path={envelope} />
          {text}
        </Button>
      )}
    </>
  )
}
