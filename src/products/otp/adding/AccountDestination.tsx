import { useEffect, useRef } from 'react'
import { words as accountWords } from '../../../ui/words/accountWords.ts'
import { words as base } from '../../../ui/words/baseWords.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { useUi } from '../../../ui/context.ts'
import { submitEmail } from '../../../ui/fields/EmailForm.tsx'
import { Field, type FieldRef } from '../../../ui/fields/Field.tsx'
import { Form } from '../../../ui/fields/Form.tsx'
import type { ScreenProps } from '../../../ui/map.ts'
import { Screen } from '../../../ui/screen/Screen.tsx'
import { useTask } from '../../../ui/task.ts'
import { useWords } from '../../../ui/words/translator.ts'
import { useSignedInUser } from '../../../ui/visitor/useSignedInUser.ts'
import { PhoneField } from '../phone/PhoneField.tsx'
import { usePhone } from '../phone/usePhone.ts'
import { useInputError } from '../useInputError.ts'
import { sendToAdd } from './sendToAdd.ts'
import { words } from './words.ts'

/**
 * Asks for the email address or the phone number that the visitor wants to add to their account,
 * and sends a code to it.
 */
export function AccountDestination({ at, go }: ScreenProps<'AccountDestination'>) {
  const { kind } = at
  const t = useWords(accountWords)
  useSignedInUser(go)
  const Fields = kind === 'email' ? EmailDestination : PhoneDestination
  return (
    <Screen title={t(kind === 'email' ? 'account.addEmail' : 'account.addPhoneNumber')} back={() => go({ name: 'Account' })}>
      <Fields at={at} go={go} />
    </Screen>
  )
}

/** Moves the focus to the field, which the visitor has asked for. */
const useFocus = (field: FieldRef) => useEffect(() => field.current!.focus(), [])

function EmailDestination({ at, go }: ScreenProps<'AccountDestination'>) {
  const ui = useUi()
  const t = useWords({ ...base, ...words })
  const task = useTask()
  const field = useRef<HTMLInputElement>(null)
  useFocus(field)
  const onEmail = async (destination: string) =>
    go({ name: 'AccountCode', kind: 'email', destination, methodId: (await sendToAdd(ui, 'email', destination)).method_id })
  return (
    <Form onSubmit={() => submitEmail(ui, field, { task, onEmail })}>
      <Field
        field={field}
        label={t('formField.email.label')}
        id={'account-email-input' + ui.suffix}
        type="email"
        autoComplete="email"
        enterKeyHint="send"
        placeholder={t('formField.email.placeholder')}
        required
        defaultValue={at.destination}
        task={task}
      />
      <Button task={task}>{t('button.sendCode')}</Button>
    </Form>
  )
}

function PhoneDestination({ at, go }: ScreenProps<'AccountDestination'>) {
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const refuse = useInputError()
  const phone = usePhone(at.destination)
  useFocus(phone.input)
  const submit = () =>
    task.run(async () => {
      const number = await phone.submit()
      if ('invalid' in number) return refuse('error.invalidPhoneNumber')
      const { method_id: methodId } = await sendToAdd(ui, 'phone', number.e164)
      go({ name: 'AccountCode', kind: 'phone', destination: number.e164, methodId })
    })
  return (
    <Form onSubmit={submit}>
      <PhoneField phone={phone} task={task} />
      <Button task={task}>{t('button.sendCode')}</Button>
    </Form>
  )
}
