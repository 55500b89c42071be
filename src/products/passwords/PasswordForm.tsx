import { search } from '../../api/userSearch.ts'
import { useUi } from '../../ui/context.ts'
import { EmailForm } from '../../ui/fields/EmailForm.tsx'
import type { ScreenProps, SecondMethod } from '../../ui/map.ts'
import { useTask } from '../../ui/task.ts'
import { sendResetMail } from './sendResetMail.ts'

/**
 * The email form of the password product. It leads to the screen for that email address. A user
 * without a password gets an email with another way to log in.
 */
export function PasswordForm({ at: { draft }, go, second }: ScreenProps<'Main'> & { second?: SecondMethod }) {
  const ui = useUi()
  const task = useTask()
  const lookUp = async (email: string) => {
    const { userType } = await ui.core.send(search, { email })
    if (userType !== 'passwordless') {
      // docs/decisions/README.md#an-unknown-user-type-means-a-new-user
      go({ name: 'PasswordCreateOrLogin', email, type: userType, second })
    } else if (second) {
      const { sendMail } = await second.product.load()
      go({ name: 'PasswordCreateOrLogin', email, type: userType, second, sent: await sendMail(ui, email, true) })
    } else {
      ui.emit('PASSWORD_RESET_BY_EMAIL_START', await sendResetMail(ui, email))
      go({ name: 'PasswordSetNew', email })
    }
  }
  return <EmailForm draft={draft?.email} enterKeyHint="next" task={task} onEmail={lookUp} />
}
