import { search } from '../../api/userSearch.ts'
import { useUi } from '../../ui/context.ts'
import { EmailForm } from '../../ui/EmailForm.tsx'
import type { Props, SecondMethod } from '../../ui/map.ts'
import { useTask } from '../../ui/task.ts'
import { sendReset } from './resetMail.ts'

/** Asks for the address, and leads to the screen for whoever has it. A visitor without a password is sent something to log in with (spec section 4). */
export function PasswordForm({ at: { back }, go, second }: Props<'Main'> & { second?: SecondMethod }) {
  const ui = useUi()
  const task = useTask()
  const lookUp = (email: string) =>
    task.run(async () => {
      const { userType } = await ui.core.send(search, { email })
      if (userType !== 'passwordless') {
        // a type that nobody knows is a new user's (row 31)
        go({ name: 'PasswordCreateOrLogin', email, type: userType === 'password' ? userType : 'new', second })
      } else if (second) {
        const { sendMail } = await second.part.load()
        go({ name: 'PasswordCreateOrLogin', email, type: userType, second, sent: await sendMail(ui, email, true) })
      } else {
        ui.emit('PASSWORD_RESET_BY_EMAIL_START', await sendReset(ui, email))
        go({ name: 'PasswordSetNew', email })
      }
    })
  return (
    <EmailForm
      typed={back?.method === 'email' ? back.typed : undefined}
      enterKeyHint="next"
      task={task}
      onEmail={lookUp}
      onInvalid={() => task.refuse('invalid_email')}
    />
  )
}
