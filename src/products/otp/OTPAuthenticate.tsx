import { useEffect, useState, type ReactNode } from 'react'
import { otps } from '../../client/otps.ts'
import { Button } from '../../ui/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { Inline } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import type { ScreenProps } from '../../ui/map.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useSheet } from '../../ui/sheets.ts'
import { useTask } from '../../ui/task.ts'
import { TextButton } from '../../ui/TextButton.tsx'
import { Toasts, useToasts } from '../../ui/Toasts.tsx'
import { rich } from '../../ui/rich.ts'
import { useWords } from '../../ui/translator.ts'
import { CodeInput, CODE_LENGTH } from './CodeInput.tsx'
import { Countdown } from './Countdown.tsx'
import sheet from './otp.css'
import { useFormattedDestination } from './phone/useFormattedDestination.ts'
import { expirationOf, useSendCode } from './sendCode.ts'
import { words } from './words.ts'

/** Error types that say that the code itself is wrong, so that the visitor has to type another. After any other error the same digits may work. */
const wrongCodeErrors = ['otp_code_not_found', 'invalid_code']

/** How long 'Code sent' stays, in ms. */
const SENT_NOTICE = 2000

/** Asks for the six digits sent to `at.destination`, and signs the visitor in with them. */
export function OTPAuthenticate({ at, go }: ScreenProps<'OTPAuthenticate'>) {
  const { core, config, minutes, suffix, emit } = useUi()
  const t = useWords(words)
  const sentTo = 'otp-sent-to' + suffix
  const message = 'otp-message' + suffix
  const task = useTask()
  /** What the visitor typed, and the failure that came before it. */
  const [typed, setTyped] = useState<{ code: string; after?: unknown }>({ code: '' })
  const [sent, setSent] = useState({ methodId: at.methodId, when: performance.now() })
  const destination = useFormattedDestination(at.destination)
  useSheet(sheet)

  const verify = (code: string) =>
    task.run(async () => {
      const answer = await otps(core).authenticate(code, sent.methodId, { session_duration_minutes: minutes })
      emit('OTP_AUTHENTICATE', answer)
      go({ name: 'OTPConfirmation' })
    })
  // cleared in the rendering that shows the error, so that a wrong code is never painted next to its error
  const wrong = wrongCodeErrors.includes((task.thrown as { error_type?: string } | undefined)?.error_type as string)
  const code = wrong && typed.after !== task.thrown ? '' : typed.code

  /** Another code was sent, so this clears the digits and the message of the previous one. */
  const renew = (methodId: string) => {
    setSent({ methodId, when: performance.now() })
    setTyped({ code: '' })
    void task.run(async () => {})
  }

  return (
    <Screen title={t('passcode.title')} back={() => go({ name: 'Main', back: { method: at.method, typed: at.destination } })}>
      <p id={sentTo}>
        {rich(
          t,
          'passcode.sentConfirmation',
          { destination },
          {
            // a phone number reads from left to right in every script, and stays on one line
            bold: (text) => (
              <strong key="to" dir="ltr">
                {text.replace(/ /g, '\u00a0')}
              </strong>
            ),
          },
        )}
      </p>
      <Form onSubmit={() => code.length === CODE_LENGTH && verify(code)}>
        <div>
          <CodeInput
            label={t('formField.otp.ariaLabel')}
            describedBy={`${sentTo} ${message}`}
            invalid={!!task.error}
            busy={task.busy}
            focus={task.error}
            value={code}
            onValue={(code) => {
              setTyped({ code, after: task.thrown })
              if (code.length === CODE_LENGTH) void verify(code)
            }}
          />
          <Inline id={message}>{task.error}</Inline>
        </div>
        <div role="status">
          {task.busy && (
            <>
              <p className="lk-helper">{t('formField.passcode.status.verifying')}</p>
              <div className="lk-progress" />
            </>
          )}
        </div>
        {task.error && code.length === CODE_LENGTH && <Button>{t('button.retry')}</Button>}
      </Form>
      <Resend at={at} onSent={renew}>
        <Countdown from={sent.when} minutes={expirationOf(config)} />
      </Resend>
    </Screen>
  )
}

/** Sends another code. The button, next to `children`, says "Resend code", then "Code sent" for two seconds. */
function Resend({
  at,
  onSent,
  children,
}: {
  at: ScreenProps<'OTPAuthenticate'>['at']
  onSent: (methodId: string) => void
  children: ReactNode
}) {
  const { core } = useUi()
  const t = useWords(words)
  const task = useTask()
  const toasts = useToasts()
  const send = useSendCode(at.method)
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), SENT_NOTICE)
    return () => clearTimeout(timer)
  }, [done])
  const resend = () =>
    task.run(async () => {
      if (at.method === 'email') core.log('email_try_again_clicked', { email: at.destination, type: 'login_or_create_otp' })
      onSent((await send(at.destination, true)).method_id)
      setDone(true)
      if (at.method === 'email') toasts.show(t('toast.emailResent'))
    })
  return (
    <div>
      <div className="lk-foot">
        {children}
        {/* a live region: for a text message, "Code sent" is the only confirmation */}
        <p className="lk-helper" role="status">
          {t('passcode.didntGetIt')}{' '}
          <TextButton busy={task.busy || done} onClick={() => !done && resend()}>
            {done ? t('passcode.codeSent') : t('passcode.resendCode')}
          </TextButton>
        </p>
      </div>
      <Inline>{task.error}</Inline>
      <Toasts of={toasts} />
    </div>
  )
}
