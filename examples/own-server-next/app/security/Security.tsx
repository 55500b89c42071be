'use client'
import { createAuthClient } from 'better-auth/client'
import { twoFactorClient } from 'better-auth/client/plugins'
import { useClient } from 'latchkey/react'
import { useState, type FormEvent, type ReactNode } from 'react'

const { changePassword, twoFactor } = createAuthClient({ plugins: [twoFactorClient()] })

const refusals: Record<string, string> = {
  EMAIL_VERIFICATION_REQUIRED: 'Confirm your address first: log out, and log in with the link of a mail.',
  INVALID_PASSWORD: 'This is not your password.',
  INVALID_CODE: 'This code is not right, or it has been used. Wait for the next one.',
}

/** Returns the data of a call of Better Auth's client, or throws what the visitor reads. */
const dataOf = <Data,>({ data, error }: { data: Data; error: { code?: string; message?: string; status: number } | null }) => {
  if (!error) return data as NonNullable<Data>
  if (error.status === 429) throw new Error('That was too often. Please try again later.')
  throw new Error(refusals[error.code ?? ''] ?? error.message ?? 'That did not work. Please try again.')
}

const focus = (field: HTMLElement | null) => field?.focus()

interface FormProps {
  email: string
  button: string
  children?: ReactNode
  /** Gets the fields by name. Its result is what the form says then. */
  act: (fields: Record<string, string>) => Promise<string | void>
}

/** A form with its address, which password managers need. */
function Form({ email, button, children, act }: FormProps) {
  const [{ isBusy, text }, setState] = useState({ isBusy: false, text: '' })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = Object.fromEntries(new FormData(form)) as Record<string, string>
    setState({ isBusy: true, text: '' })
    try {
      const text = (await act(fields)) ?? ''
      form.reset()
      setState({ isBusy: false, text })
    } catch (error) {
      setState({ isBusy: false, text: (error as Error).message })
    }
  }
  return (
    <form onSubmit={submit}>
      <input hidden type="email" name="email" autoComplete="username" defaultValue={email} />
      {children}
      <button type="submit" disabled={isBusy}>
        {button}
      </button>
      <p role="status">{text}</p>
    </form>
  )
}

const Password = ({ label = 'Your password', name = 'password', isNew = false }) => (
  <label>
    {label}
    <input type="password" name={name} autoComplete={isNew ? 'new-password' : 'current-password'} minLength={8} required />
  </label>
)

/** Changes the password, and turns the second factor on and off, with Better Auth's own client. */
export function Security({ email, hasPassword, hasFactor }: { email: string; hasPassword: boolean; hasFactor: boolean }) {
  const client = useClient()
  const [isOn, setIsOn] = useState(hasFactor)
  const [uri, setUri] = useState('')
  const [backupCodes, setBackupCodes] = useState<string[]>([])

  if (!hasPassword)
    return (
      <section>
        <h2>Password</h2>
        <p>You have none yet. A second factor comes after a password.</p>
        <Form
          email={email}
          button="Email me a link to choose one"
          act={async () => {
            await client?.passwords.resetByEmailStart({ email, reset_password_redirect_url: `${location.origin}/` })
            return 'The mail is on its way.'
          }}
        />
      </section>
    )
  return (
    <>
      <section>
        <h2>Password</h2>
        <Form
          email={email}
          button="Change the password"
          act={async ({ currentPassword = '', newPassword = '' }) => {
            dataOf(await changePassword({ currentPassword, newPassword, revokeOtherSessions: true }))
            return 'The password is changed, and all other devices are logged out.'
          }}
        >
          <Password label="Current password" name="currentPassword" />
          <Password label="New password" name="newPassword" isNew />
        </Form>
      </section>
      <section>
        <h2>Second factor</h2>
        {isOn ? (
          <>
            <p>It is on: after your password, you enter a code of your app.</p>
            <Form
              email={email}
              button="Make new backup codes"
              act={async ({ password = '' }) => {
                setBackupCodes(dataOf(await twoFactor.generateBackupCodes({ password })).backupCodes)
                return 'The earlier codes no longer work.'
              }}
            >
              <Password />
            </Form>
            <Form
              email={email}
              button="Turn it off"
              act={async ({ password = '' }) => {
                dataOf(await twoFactor.disable({ password }))
                setIsOn(false)
                setBackupCodes([])
              }}
            >
              <Password />
            </Form>
          </>
        ) : uri ? (
          <Form
            email={email}
            button="Confirm"
            act={async ({ code = '' }) => {
              dataOf(await twoFactor.verifyTotp({ code }))
              setIsOn(true)
              setUri('')
            }}
          >
            <p>
              Add this key to your app, or <a href={uri}>open your app</a> on this device:
            </p>
            <code>{new URL(uri).searchParams.get('secret')}</code>
            <label>
              The code that the app shows
              <input name="code" inputMode="numeric" autoComplete="one-time-code" pattern="[0-9]{6}" required ref={focus} />
            </label>
          </Form>
        ) : (
          <>
            <p>An app on your phone shows a code, which you enter after your password.</p>
            <Form
              email={email}
              button="Turn it on"
              act={async ({ password = '' }) => {
                const answer = dataOf(await twoFactor.enable({ password }))
                // the other method, codes by mail, is for hosts that configure it
                if (answer.method !== 'totp') return 'It is on.'
                setUri(answer.totpURI)
                setBackupCodes(answer.backupCodes)
              }}
            >
              <Password />
            </Form>
          </>
        )}
        {backupCodes.length > 0 && (
          <>
            <p>Keep these backup codes. Each works once, if you do not have your phone:</p>
            <ul>
              {backupCodes.map((code) => (
                <li key={code}>{code}</li>
              ))}
            </ul>
          </>
        )}
      </section>
    </>
  )
}
