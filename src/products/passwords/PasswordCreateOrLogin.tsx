import { createElement, useRef, type ComponentType } from 'react'
import { passwords } from '../../client/namespaces/passwords.ts'
import { AddressHint } from '../../ui/fields/AddressHint.tsx'
import { ChunkContent } from '../../ui/chunks/ChunkContent.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { useUi } from '../../ui/context.ts'
import { Inline } from '../../ui/fields/Field.tsx'
import { Form } from '../../ui/fields/Form.tsx'
import type { MailSent, Place, ScreenProps, SecondMethod } from '../../ui/map.ts'
import { Screen } from '../../ui/screen/Screen.tsx'
import { useSheet } from '../../ui/looks/sheets.ts'
import { TextButton } from '../../ui/fields/TextButton.tsx'
import { useTask } from '../../ui/task.ts'
import { useWords } from '../../ui/words/translator.ts'
import sheet from './newPassword/newPassword.css'
import { NewPasswordForm } from './newPassword/NewPasswordForm.tsx'
import { PasswordField } from './newPassword/PasswordField.tsx'
import { signedIn } from '../../ui/visitor/signedIn.ts'
import { sendResetMail } from './sendResetMail.ts'
import { SecondMethodButton } from './SecondMethodButton.tsx'
import { words } from './words.ts'

type Here = ScreenProps<'PasswordCreateOrLogin'>
type ScreenOf<Type extends Here['at']['type']> = { at: Extract<Here['at'], { type: Type }>; go: Here['go'] }

/** The screen after the password form: for a visitor who is new, has a password, or has none. */
export function PasswordCreateOrLogin({ at, go }: Here) {
  useSheet(sheet)
  if (at.type === 'passwordless') return <Passwordless at={at} go={go} />
  return at.type === 'password' ? <LogIn at={at} go={go} /> : <Create at={at} go={go} />
}

/** Returns a function that leads back to the form. */
const toMain =
  ({ go }: Pick<Here, 'go'>) =>
  () =>
    go({ name: 'Main' })

function Create(here: ScreenOf<'new'>) {
  const { at, go } = here
  const { core, minutes, emit, look } = useUi()
  const t = useWords(words)
  const task = useTask()
  const create = (password: string) =>
    task.run(async () => {
      const answer = signedIn(await passwords(core).create({ email: at.email, password, session_duration_minutes: minutes }), go)
      if (!answer) return
      emit('PASSWORD_CREATE', answer)
      go({ name: 'PasswordConfirmation' })
    })
  return (
    <Screen title={t('createAccount.title')} back={toMain(here)}>
      {!look && at.second && (
        <>
          <SecondMethodButton kind="secondary" email={at.email} second={at.second} go={go} />
          <div className="lk-divider">{t('methodDivider.text')}</div>
        </>
      )}
      {!look && <p>{t('password.createAccount.content')}</p>}
      <AddressHint email={at.email} take={async (email) => go({ name: 'Main', draft: { email } })} />
      <NewPasswordForm account={{ email: at.email, change: toMain(here) }} task={task} onSubmit={create} />
      {look && at.second && <OtherWay email={at.email} second={at.second} go={go} />}
    </Screen>
  )
}

/** The other way in, below a password, in the look `quartz`. */
function OtherWay(props: { email: string; second: SecondMethod; go: (place: MailSent) => void }) {
  const t = useWords(words)
  return (
    <>
      <div className="lk-divider">{t('methodDivider.text')}</div>
      <SecondMethodButton kind="secondary" {...props} />
    </>
  )
}

/**
 * The screens that a refused log-in leads to, by `error_type`: these errors send a reset email
 * instead of showing a message.
 */
const renewalScreens: Record<string, 'PasswordBreached' | 'PasswordDedupe'> = {
  breached_password: 'PasswordBreached',
  reset_password: 'PasswordDedupe',
}

function LogIn(here: ScreenOf<'password'>) {
  const { at, go } = here
  const { email, second } = at
  const ui = useUi()
  const { core, minutes, emit } = ui
  const t = useWords(words)
  const task = useTask()
  const forgetting = useTask()
  const field = useRef<HTMLInputElement>(null)
  const logIn = (password: string) =>
    task.run(async () => {
      try {
        const answer = signedIn(await passwords(core).authenticate({ email, password, session_duration_minutes: minutes }), go)
        if (!answer) return
        emit('PASSWORD_AUTHENTICATE', answer)
      } catch (error) {
        // two of the errors lead to another screen
        const { error_type } = error as { error_type?: string }
        const name = Object.hasOwn(renewalScreens, error_type!) && renewalScreens[error_type!]
        if (!name) throw error
        ui.fail(error)
        await sendResetMail(ui, email)
        return go({ name, email, second })
      }
      go({ name: 'PasswordConfirmation' })
    })
  const forgot = () =>
    forgetting.run(async () => {
      await sendResetMail(ui, email)
      go({ name: 'PasswordForgot', email, second })
    })
  const submit = () => {
    const { value } = field.current!
    if (value) void logIn(value)
    else field.current!.focus()
  }
  return (
    <Screen title={t('password.login.title')} back={toMain(here)}>
      <Form onSubmit={submit}>
        <PasswordField field={field} account={{ email, change: toMain(here) }} kind="current" task={task}>
          <TextButton task={forgetting} onClick={forgot}>
            {t('button.forgotPassword')}
          </TextButton>
          <Inline>{forgetting.error}</Inline>
        </PasswordField>
        <Button task={task}>{t('button.continue')}</Button>
      </Form>
      {second &&
        (ui.look ? (
          <OtherWay email={email} second={second} go={go} />
        ) : (
          <SecondMethodButton kind="text" email={email} second={second} go={go} />
        ))}
    </Screen>
  )
}

/**
 * For a visitor without a password: the screen for what was sent to them, and a button to create a
 * password instead.
 */
function Passwordless({ at, go }: ScreenOf<'passwordless'>) {
  const { email, second, sent } = at
  const ui = useUi()
  const t = useWords(words)
  const task = useTask()
  const instead = () =>
    task.run(async () => {
      ui.emit('PASSWORD_RESET_BY_EMAIL_START', await sendResetMail(ui, email))
      go({ name: 'PasswordSetNew', email })
    })
  return (
    <>
      <ChunkContent chunk={second!.product}>
        {({ screens }) =>
          createElement(screens[sent.name] as ComponentType<{ at: Place; go: Here['go'] }>, { at: { ...sent, back: true } as Place, go })
        }
      </ChunkContent>
      <Inline>{task.error}</Inline>
      <TextButton task={task} onClick={instead}>
        {t('button.createPasswordInstead')}
      </TextButton>
    </>
  )
}
