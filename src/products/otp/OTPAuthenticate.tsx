import { useState } from 'react'
import { otps } from '../../client/otps.ts'
import { expirationOf } from '../../ui/codeExpiration.ts'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { useUi } from '../../ui/context.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import type { ScreenProps } from '../../ui/map.ts'
import { Resend } from '../../ui/Resend.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { SentTo } from '../../ui/SentTo.tsx'
import { useTask } from '../../ui/task.ts'
import { Toasts, useToasts } from '../../ui/Toasts.tsx'
import { useWords } from '../../ui/translator.ts'
import { useSignedInElsewhere } from '../../ui/useSignedInElsewhere.ts'
import { useFormattedDestination } from './phone/useFormattedDestination.ts'
import { useSendCode } from './sendCode.ts'
import { words } from './words.ts'

const wrongCodeErrors = ['otp_code_not_found', 'invalid_code']

/** Asks for the six digits sent to `at.destination`, and signs the visitor in with them. */
export function OTPAuthenticate({ at, go }: ScreenProps<'OTPAuthenticate'>) {
  const { core, config, minutes, suffix, emit } = useUi()
  const t = useWords(words)
  const sentTo = 'otp-sent-to' + suffix
  const task = useTask()
  const toasts = useToasts()
  const send = useSendCode(at.method)
  const [sent, setSent] = useState({ methodId: at.methodId, when: performance.now() })
  const destination = useFormattedDestination(at.destination)
  useSignedInElsewhere(go, task.busy)

  const verify = (code: string) =>
    void task.run(async () => {
      const answer = await otps(core).authenticate(code, sent.methodId, { session_duration_minutes: minutes })
      emit('OTP_AUTHENTICATE', answer)
      go({ name: 'OTPConfirmation' })
    })
  const resend = async () => {
    if (at.method === 'email') core.log('email_try_again_clicked', { email: at.destination, type: 'login_or_create_otp' })
    const { method_id: methodId } = await send(at.destination, true)
    setSent({ methodId, when: performance.now() })
    // clears the message about the previous code
    void task.run(async () => {})
    if (at.method === 'email') toasts.show(t('toast.emailResent'))
  }
  return (
    <Screen title={t('passcode.title')} back={() => go({ name: 'Main', back: { method: at.method, typed: at.destination } })}>
      <SentTo id={sentTo} destination={destination} />
      <CodeForm
        id={'otp-message' + suffix}
        describedBy={sentTo}
        task={task}
        wrongCodeErrors={wrongCodeErrors}
        sending={sent}
        onCode={verify}
      />
      <Resend send={resend}>
        <Countdown from={sent.when} minutes={expirationOf(config)} />
      </Resend>
      <Toasts of={toasts} />
    </Screen>
  )
}
