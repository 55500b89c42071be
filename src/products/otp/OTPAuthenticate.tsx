import { otps } from '../../client/namespaces/otps.ts'
import { useUi } from '../../ui/context.ts'
import type { ScreenProps } from '../../ui/map.ts'
import { Screen } from '../../ui/screen/Screen.tsx'
import { SentCode } from '../../ui/screen/SentCode.tsx'
import { useTask } from '../../ui/task.ts'
import { Toasts, useToasts } from '../../ui/screen/Toasts.tsx'
import { useWords } from '../../ui/words/translator.ts'
import { signedIn } from '../../ui/visitor/signedIn.ts'
import { useReadableName } from '../../ui/visitor/useReadableName.ts'
import { useSignedInElsewhere } from '../../ui/visitor/useSignedInElsewhere.ts'
import { OwnMailbox } from '../shared/OwnMailbox.tsx'
import { useSendCode } from './sendCode.ts'
import { words } from './words.ts'

/** Asks for the six digits sent to `at.destination`, and signs the visitor in with them. */
export function OTPAuthenticate({ at, go }: ScreenProps<'OTPAuthenticate'>) {
  const { core, minutes, emit, look } = useUi()
  const t = useWords(words)
  const task = useTask()
  const toasts = useToasts()
  const send = useSendCode(at.method)
  const destination = useReadableName(at.destination)(at.destination)
  useSignedInElsewhere(go, task.busy)

  const verify = async (code: string, methodId: string) => {
    const answer = signedIn(await otps(core).authenticate(code, methodId, { session_duration_minutes: minutes }), go)
    if (!answer) return
    emit('OTP_AUTHENTICATE', answer)
    go({ name: 'OTPConfirmation' })
  }
  const sendAgain = async () => {
    if (at.method !== 'email') return send(at.destination, true)
    core.log('email_try_again_clicked', { email: at.destination, type: 'login_or_create_otp' })
    const answer = await send(at.destination, true)
    // the link itself says so in the look `quartz`
    if (!look) toasts.show(t('toast.emailResent'))
    return answer
  }
  const sendTo = async (email: string) => go({ ...at, destination: email, methodId: (await send(email)).method_id })
  return (
    <Screen title={t('passcode.title')} back={() => go({ name: 'Main' })}>
      <SentCode
        name="otp"
        destination={destination}
        methodId={at.methodId}
        task={task}
        verify={verify}
        sendAgain={sendAgain}
        sendTo={at.method === 'email' ? sendTo : undefined}
        change={() => go({ name: 'Main' })}
        mailbox={at.method === 'email' && <OwnMailbox email={at.destination} />}
      />
      <Toasts of={toasts} />
    </Screen>
  )
}
