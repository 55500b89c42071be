import type { OtpMethod } from '../../api/otps.ts'
import { text } from '../../api/kinds.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { EmailForm } from '../../ui/fields/EmailForm.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import type { ScreenProps, Draft } from '../../ui/map.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import { words } from './formWords.ts'
import { PhoneField } from './phone/PhoneField.tsx'
import { usePhone } from './phone/usePhone.ts'
import { useInputError } from './useInputError.ts'
import { useSendCode } from './sendCode.ts'

type FormProps = Pick<ScreenProps<'Main'>, 'go'> & { draft: Draft | undefined }

/**
 * The form that sends a code by one method, and leads to the screen that asks for it. A visitor who
 * comes back finds what they had typed.
 */
export function OtpForm({ at: { draft }, go, method }: ScreenProps<'Main'> & { method: OtpMethod }) {
  return method === 'email' ? <EmailCodeForm go={go} draft={draft} /> : <PhoneCodeForm go={go} draft={draft} method={method} />
}

function EmailCodeForm({ go, draft }: FormProps) {
  const task = useTask()
  const send = useSendCode('email')
  const refuse = useInputError()
  const ask = async (email: string) =>
    go({ name: 'OTPAuthenticate', method: 'email', destination: email, methodId: (await send(email)).method_id })
  return <EmailForm draft={draft?.email} task={task} onEmail={ask} onInvalid={() => refuse('errors.invalidEmail')} />
}

function PhoneCodeForm({ go, draft, method }: FormProps & { method: 'sms' | 'whatsapp' }) {
  const t = useWords(words)
  const task = useTask()
  const send = useSendCode(method)
  const refuse = useInputError()
  const { prefill } = useUi().config
  const phone = usePhone(draft?.phone ?? text(prefill?.phone), draft?.country)
  const submit = () =>
    task.run(async () => {
      const number = await phone.submit()
      if ('invalid' in number) return refuse('error.invalidPhoneNumber')
      go({ name: 'OTPAuthenticate', method, destination: number.e164, methodId: (await send(number.e164)).method_id })
    })
  return (
    <Form onSubmit={submit}>
      <PhoneField phone={phone} task={task} />
      <Button task={task}>{t(method === 'sms' ? 'button.sms' : 'button.whatsapp')}</Button>
    </Form>
  )
}
