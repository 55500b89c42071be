import type { OtpMethod } from '../../api/otps.ts'
import { Button } from '../../ui/Button.tsx'
import { EmailForm } from '../../ui/EmailForm.tsx'
import { Form } from '../../ui/Form.tsx'
import type { Props } from '../../ui/map.ts'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words.ts'
import { words } from './formWords.ts'
import { PhoneField } from './phone/PhoneField.tsx'
import { usePhone } from './phone/usePhone.ts'
import { useRefusal } from './refusal.ts'
import { useSending } from './sending.ts'

type FormProps = Pick<Props<'Main'>, 'go'> & { typed: string | undefined }

/** Sends a code by one method, and leads to the screen that asks for it. A visitor who comes back from there finds what they had typed. */
export function OtpForm({ at: { back }, go, method }: Props<'Main'> & { method: OtpMethod }) {
  const typed = back?.method === method ? back.typed : undefined
  return method === 'email' ? <AddressForm go={go} typed={typed} /> : <PhoneForm go={go} typed={typed} method={method} />
}

function AddressForm({ go, typed }: FormProps) {
  const task = useTask()
  const send = useSending('email')
  const refuse = useRefusal()
  const ask = (email: string) =>
    task.run(async () => go({ name: 'OTPAuthenticate', method: 'email', destination: email, methodId: (await send(email)).method_id }))
  return <EmailForm typed={typed} task={task} onEmail={ask} onInvalid={() => task.run(() => refuse('errors.invalidEmail'))} />
}

function PhoneForm({ go, typed, method }: FormProps & { method: 'sms' | 'whatsapp' }) {
  const t = useWords(words)
  const task = useTask()
  const send = useSending(method)
  const refuse = useRefusal()
  const phone = usePhone(typed)
  const submit = () =>
    task.run(async () => {
      const number = await phone.submit()
      if ('invalid' in number) return refuse('error.invalidPhoneNumber')
      go({ name: 'OTPAuthenticate', method, destination: number.e164, methodId: (await send(number.e164)).method_id })
    })
  return (
    <Form onSubmit={submit}>
      <PhoneField phone={phone} task={task} />
      <Button busy={task.busy}>{t(method === 'sms' ? 'button.sms' : 'button.whatsapp')}</Button>
    </Form>
  )
}
