/**
 * Tests the components of `latchkey/react` beside `Login`, each in StrictMode, which runs renders
 * and effects twice: one flow of each, and that each acts once.
 */
import { closeAll, idle, newClient, open, provider, recording, sent } from '../harness/login.ts'
import { inStrictMode } from '../harness/strictMode.tsx'
import { hasten } from '../harness/turns.ts'
import { installPasskeys } from '../../src/tools/playground/softwarePasskeys.ts'
import { settled, until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Account, IdentityProvider, PasskeyRegistration, ResetPassword, SecondFactor } from '../../src/entries/react.tsx'

const test = suite('components')
// the pause before a password is checked
hasten(500)
test.after.each(closeAll)

const email = 'ada@example.com'
const phone_number = '+12133734253'
const password = 'fjord-violin-walnut-72'

const signedIn = async (more: object = {}) => {
  const client = newClient()
  provider.seed({ users: [{ emails: [{ email }], password, ...more }] })
  await client.passwords.authenticate({ email, password, session_duration_minutes: 30 })
  return client
}

/** The token of the link in a mail for a new password. */
const resetToken = async (type: 'login' | 'reset_password') => {
  provider.seed({ users: [{ emails: [{ email }], password: 'old' }] })
  const client = newClient()
  await client.passwords.resetByEmailStart({ email, reset_password_redirect_url: 'http://localhost/' })
  const token = new URL(provider.outbox().at(-1)!.url!).searchParams.get('token')!
  history.replaceState(null, '', `/?token=${token}&stytch_token_type=${type}`)
  return { client, token }
}

for (const loaded of [false, true]) {
  test(`ResetPassword: a log-in link, with the code ${loaded ? 'already loaded' : 'still loading'}: one call`, async () => {
    const { client, token } = await resetToken('login')
    const { callbacks, events } = recording()
    const screen = inStrictMode(<ResetPassword client={client} passwordResetToken={token} callbacks={callbacks} />)
    await screen.see('You have successfully logged in.')
    await settled()
    assert.is(sent('POST /magic_links/authenticate').length, 1)
    assert.equal(
      events.map(({ type }) => type),
      ['AUTHENTICATE_FLOW_COMPLETE'],
    )
    screen.unmount()
  })
}

test('ResetPassword: a token that arrives after the component, in its props, works like one that was there', async () => {
  const { client, token } = await resetToken('reset_password')
  const reset = (passwordResetToken: string) => <ResetPassword client={client} passwordResetToken={passwordResetToken} />
  const screen = inStrictMode(reset(''))
  await screen.see('Looks like there was an error!')
  screen.render(reset(token))
  await screen.see('Reset your password')
  await screen.type('#password-input', password)
  screen.render(reset(''))
  await settled()
  assert.is(screen.find<HTMLInputElement>('#password-input')!.value, password)
  await until(() => screen.button('Continue')?.getAttribute('aria-disabled') === 'false', 'Continue')
  await screen.press('Continue')
  await screen.see('You have successfully logged in.')
  assert.equal(
    sent('POST /passwords/email/reset').map(({ token }) => token),
    [token],
  )
  screen.unmount()
})

test('IdentityProvider: one start', async () => {
  const client = await signedIn()
  const redirect_uri = 'http://localhost/cb'
  provider.seed({ clients: [{ client_id: 'app', client_name: 'Notes', redirect_uris: [redirect_uri] }] })
  const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  history.replaceState(null, '', `/consent?${new URLSearchParams({ client_id: 'app', redirect_uri, code_challenge })}`)
  const screen = inStrictMode(<IdentityProvider client={client} />)
  await screen.see('Verify your identity')
  await idle()
  assert.is(sent('POST /idp/oauth/authorize/start').length, 1)
  screen.unmount()
})

test('Account: removes a number', async () => {
  const client = await signedIn({ phone_numbers: [{ phone_number }] })
  const { callbacks, events } = recording()
  const account = (...sections: ('emails' | 'phoneNumbers')[]) => <Account client={client} sections={sections} callbacks={callbacks} />
  const screen = inStrictMode(account('phoneNumbers', 'emails'))
  const titles = () => screen.all('h3').map(({ textContent }) => textContent)
  await until(() => titles().length === 2, 'both sections')
  assert.equal(titles(), ['Phone numbers', 'Email addresses'])
  await until(() => sent('GET /users/me').length, 'the call')
  await idle()
  assert.is(sent('GET /users/me').length, 1)
  await screen.press('Remove: +1 213 373 4253')
  await screen.press('Remove')
  await until(() => events.length, 'the event')
  assert.equal(
    events.map(({ type, data }) => [type, 'change' in data && data.change, 'section' in data && data.section]),
    [['ACCOUNT_CHANGED', 'removed', 'phoneNumbers']],
  )
  await until(() => !screen.text().includes('+1 213'), 'the row to go')
  screen.render(account('emails'))
  await until(() => titles().length === 1, 'one section')
  screen.unmount()
})

test('SecondFactor: takes a recovery code', async () => {
  const client = await signedIn({ totp: { secret: 'JBSWY3DPEHPK3PXP', recovery_codes: ['abcd-efgh'] } })
  const { callbacks, events } = recording()
  const screen = inStrictMode(<SecondFactor client={client} methods={['recoveryCode']} callbacks={callbacks} />)
  await screen.type('#recovery-code-input', 'abcd-efgh')
  await screen.press('Continue')
  await screen.see('Recovery code accepted')
  await screen.press('Continue')
  await screen.see("You have confirmed that it's you.")
  await until(() => events.length > 1, 'both events')
  assert.equal(
    events.map(({ type }) => type),
    ['SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'],
  )
  assert.is(sent('POST /totps/recover').length, 1)
  screen.unmount()
})

test('PasskeyRegistration: creates a passkey', async () => {
  const device = installPasskeys()
  const { client } = await open()
  await client.passwords.create({ email, password, session_duration_minutes: 30 })
  const { callbacks, events } = recording()
  const screen = inStrictMode(<PasskeyRegistration client={client} callbacks={callbacks} />)
  await screen.press('Create a Passkey')
  await screen.see('Passkey successfully created!')
  await until(() => screen.find('[data-testid^="clickable-edit-icon-delete"]'), 'the list')
  assert.equal([events.map(({ type }) => type), device.ceremonies.length], [['PASSKEY_REGISTER'], 1])
  screen.unmount()
  device.remove()
})

const forUsers = {
  Account: [Account, 'Log in to see your account.'],
  SecondFactor: [SecondFactor, 'You are not logged in. Log in first.'],
  PasskeyRegistration: [PasskeyRegistration, 'Error: Cannot use PasskeyRegistration component without active user authenticated.'],
} as const

for (const [name, [Component, message]] of Object.entries(forUsers)) {
  test(`${name}: if nobody is signed in, it tells the host once`, async () => {
    const device = installPasskeys()
    const { callbacks, errors } = recording()
    const client = newClient()
    const screen = inStrictMode(<Component client={client} callbacks={callbacks} />)
    await screen.see(message.split('.')[0]!)
    await idle()
    assert.equal(errors, [{ message }])
    screen.unmount()
    client.destroy()
    device.remove()
  })
}

test.run()
