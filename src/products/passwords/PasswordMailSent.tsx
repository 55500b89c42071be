import { useState } from 'react'
import { useUi } from '../../ui/context.ts'
import { Inline } from '../../ui/fields/Field.tsx'
import { Resend } from '../../ui/fields/Resend.tsx'
import { Toasts, useToasts } from '../../ui/screen/Toasts.tsx'
import { rich } from '../../ui/words/rich.ts'
import type { PasswordMail, ScreenProps } from '../../ui/map.ts'
import { Screen } from '../../ui/screen/Screen.tsx'
import { useTask } from '../../ui/task.ts'
import { TextButton } from '../../ui/fields/TextButton.tsx'
import { useWords } from '../../ui/words/translator.ts'
import { useSignedInElsewhere } from '../../ui/visitor/useSignedInElsewhere.ts'
import { sendResetMail } from './sendResetMail.ts'
import { SecondMethodButton } from './SecondMethodButton.tsx'
import { words } from './words.ts'

/**
 * The part of the message ids that belongs to each screen. The provider's ids say `resetRequired`
 * for PasswordDedupe.
 */
const reasons = {
  PasswordForgot: 'forgot',
  PasswordBreached: 'breached',
  PasswordSetNew: 'setNew',
  PasswordDedupe: 'resetRequired',
} as const

/**
 * Says that an email for a new password is on its way, and why. Offers to send another one, or to
 * log in with the second method instead.
 */
export function PasswordMailSent<Name extends PasswordMail>({ at, go }: ScreenProps<Name>) {
  const { name, email, second } = at
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const toasts = useToasts()
  useSignedInElsewhere(go)
  const resend = () =>
    task.run(async () => {
      ui.core.log('email_try_again_clicked', { email, type: 'reset_password' })
      await sendResetMail(ui, email)
      toasts.show(t('toast.emailResent'))
    })
  const [sentAt, setSentAt] = useState(() => performance.now())
  const resendCalmly = async () => {
    ui.core.log('email_try_again_clicked', { email, type: 'reset_password' })
    await sendResetMail(ui, email)
    setSentAt(performance.now())
  }
  const content = rich(t, `password.${reasons[name]}.content`, { email })
  const other = second && (
    <>
      <div className="lk-divider">{t('methodDivider.text')}</div>
      <SecondMethodButton kind="secondary" email={email} second={second} go={go} label={t('button.loginWithoutPassword')} />
    </>
  )
  if (ui.look)
    return (
      <Screen title={t(`password.${reasons[name]}.title`)} back={() => go({ name: 'Main' })}>
        <p className="lk-sub">{content}</p>
        <Resend send={resendCalmly} from={sentAt} texts={[t('emailConfirmation.resend'), t('toast.emailResent')]} />
        {other}
      </Screen>
    )
  return (
    <Screen title={t(`password.${reasons[name]}.title`)} back={() => go({ name: 'Main' })}>
      <p>{content}</p>
      <div>
        <Inline>{task.error}</Inline>
        <p className="lk-helper">
          {rich(
            t,
            'password.didntGetItResend',
            {},
            {
              resendButton: (text) => (
                <TextButton key="resend" task={task} onClick={resend}>
                  {text}
                </TextButton>
              ),
            },
          )}
        </p>
      </div>
      <Toasts of={toasts} />
      {other}
    </Screen>
  )
}
