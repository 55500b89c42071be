/**
 * Tests the countdown after 429 with `Retry-After` for every call that a button sends (docs/decisions.md#a-refused-button-waits-as-long-as-the-server-says): which button waits, that it
 * sends nothing meanwhile, and that it works again by itself. What it looks like and what is announced: test/browser/deadEnds.test.ts.
 */
import { closeAll, newClient, newParent, provider } from '../harness/login.ts'
import type { SeedClient } from '../../src/emulator/index.ts'
import { installPasskeys, type PasskeyDevice } from '../../src/playground/softwarePasskeys.ts'
import { screenIn, settled, until, type Screen } from '../harness/screen.ts'
import { hasten } from '../harness/turns.ts'
import { Secret, TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../src/client/core.ts'
import type { LatchkeyClient } from '../../src/index.ts'
import { announceEthereum, createEthereumWallet } from '../../src/testing/softwareWallets.ts'
import type { LoginConfig } from '../../src/ui/config.ts'
import type { Place } from '../../src/ui/map.ts'
import { mount } from '../../src/widget/mount.tsx'
import { emailMagicLinks } from '../../src/widget/firstScreenChunks.ts'
import { otpScreens } from '../../src/widget/laterChunks.ts'

const test = suite('a button that counts down')
// the pause before a password is checked
hasten(500)

const EMAIL = 'ada@example.com'
const PHONE = '+12025550123'
const GOOD = 'fjord-violin-walnut-72'
const SECRET = 'JBSWY3DPEHPK3PXP'
const SEND_CODE = 'POST /otps/*/login_or_create'
const SEND_LINK = 'POST /magic_links/email/login_or_create'
const SEND_RESET = 'POST /passwords/email/reset/start'
const links = { kind: 'link', product: emailMagicLinks as never } as const
const codes = { kind: 'code', product: otpScreens as never } as const

/** The page's clock, which a test moves forward. */
const now = performance.now.bind(performance)
let skipped = 0
performance.now = () => now() + skipped

interface Row {
  /** What the button does. */
  what: string
  /** The call that the provider refuses. */
  route: string
  /** Where the visitor is. Default: the log-in screen. */
  place?: Place | ((client: LatchkeyClient) => Place)
  config?: LoginConfig
  /** Runs before the widget shows. */
  first?: (client: LatchkeyClient) => unknown
  /** What the visitor does before they press the button. */
  before?: (screen: Screen) => Promise<unknown>
  /** Starts the call for the first time, if that is not a press of the button that waits. */
  begin?: (screen: Screen) => Promise<unknown>
  /** The name of the button that waits. */
  button: string
  /** What the visitor reads in the end. */
  sees: string
}

const account = { emails: [{ email: EMAIL }], phone_numbers: [{ phone_number: PHONE }], password: GOOD }
const seeded = () => provider.seed({ users: [{ ...account, totp: { secret: SECRET, recovery_codes: ['abcd-efgh'] } }] })
const signedIn = (client: LatchkeyClient) => {
  seeded()
  return client.passwords.authenticate({ email: EMAIL, password: GOOD, session_duration_minutes: 30 })
}
const withPasskey = async (client: LatchkeyClient) => {
  await signedIn(client)
  await client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
}
/** Has a passkey and is no longer signed in. */
const knownByPasskey = async (client: LatchkeyClient) => {
  await withPasskey(client)
  await client.session.revoke()
}
const withWallet = () => ends.push(announceEthereum(createEthereumWallet(), { name: 'Soft Wallet' }))
const typing = (selector: string, text: string) => (screen: Screen) => screen.type(selector, text)
const typingEmail = typing('input[type=email]', EMAIL)
const typingPassword = async (screen: Screen) => {
  await screen.type('#password-input', GOOD)
  await until(
    () => screen.all('button').some((button) => button.textContent === 'Continue' && !button.hasAttribute('disabled')),
    'Continue',
  )
}
/** An app has sent the visitor here for their consent. */
const asks = async (client: LatchkeyClient) => {
  const redirect_uri = 'https://acme.test/callback'
  const app: SeedClient = { client_id: 'app-1', client_name: 'Acme', client_type: 'third_party', redirect_uris: [redirect_uri] }
  provider.seed({ clients: [app] })
  history.replaceState(null, '', `/?${new URLSearchParams({ client_id: 'app-1', redirect_uri, response_type: 'code', scope: 'openid' })}`)
  await signedIn(client)
}
const asApp = (client: LatchkeyClient): Place => ({ name: 'IDPConsent', step: 'preflight', client })
const linkOfNoUse: Place = { name: 'Error', error: 'Used.', link: true }
const PASSKEYS: LoginConfig = { products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } }
const WALLETS: LoginConfig = { products: ['crypto', 'emailMagicLinks'] }
const EMAIL_CODES: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }
const PASSWORDS: LoginConfig = { products: ['passwords'] }
const newPassword: Place = { name: 'PasswordCreateOrLogin', type: 'new', email: EMAIL }
const password: Place = { name: 'PasswordCreateOrLogin', type: 'password', email: EMAIL, second: links }

/** A log-in with a link that the page has come back with. */
const byLink = (client: LatchkeyClient): Place => ({
  name: 'UrlLogIn',
  finish: () => client.authenticateByUrl({ session_duration_minutes: 30 }),
})
const followLink = async (client: LatchkeyClient) => {
  await client.magicLinks.email.loginOrCreate(EMAIL, { signup_magic_link_url: 'http://localhost/in' })
  history.replaceState(null, '', provider.outbox().at(-1)!.url!.replace('http://localhost', ''))
}

const rows: Row[] = [
  { what: 'emails a link', route: SEND_LINK, before: typingEmail, button: 'Continue with email', sees: 'Check your email' },
  {
    what: 'emails a code',
    route: SEND_CODE,
    config: EMAIL_CODES,
    before: typingEmail,
    button: 'Continue with email',
    sees: 'Enter passcode',
  },
  {
    what: 'texts a code',
    route: SEND_CODE,
    config: { products: ['otp'], otpOptions: { methods: ['sms'] } },
    before: typing('#phone-input', '2133734253'),
    button: 'Continue with text message',
    sees: 'Enter passcode',
  },
  {
    what: 'sends a code by WhatsApp',
    route: SEND_CODE,
    config: { products: ['otp'], otpOptions: { methods: ['whatsapp'] } },
    before: typing('#phone-input', '2133734253'),
    button: 'Continue with WhatsApp',
    sees: 'Enter passcode',
  },
  {
    what: 'checks a code',
    route: 'POST /otps/authenticate',
    config: EMAIL_CODES,
    before: async (screen) => {
      await typingEmail(screen)
      await screen.press('Continue with email')
      await until(() => screen.find('.lk-code-input'), 'the field')
    },
    begin: async (screen) => screen.type('.lk-code-input', provider.outbox().at(-1)!.code!),
    button: 'Try again',
    sees: 'Success!',
  },
  {
    what: 'sends another code',
    route: SEND_CODE,
    config: EMAIL_CODES,
    before: async (screen) => {
      await typingEmail(screen)
      await screen.press('Continue with email')
    },
    button: 'Resend code',
    sees: 'Code sent',
  },
  {
    what: 'spends a link',
    route: 'POST /magic_links/authenticate',
    place: byLink,
    first: followLink,
    begin: settled,
    button: 'Try again',
    sees: 'Success!',
  },
  {
    what: 'emails another link',
    route: SEND_LINK,
    place: linkOfNoUse,
    before: typingEmail,
    button: 'Continue with email',
    sees: 'Check your email',
  },
  {
    what: 'emails a code instead of a link',
    route: SEND_CODE,
    place: linkOfNoUse,
    config: EMAIL_CODES,
    before: typingEmail,
    button: 'Continue with email',
    sees: 'Enter passcode',
  },
  {
    what: 'emails another link for a new password',
    route: SEND_RESET,
    place: linkOfNoUse,
    config: PASSWORDS,
    first: seeded,
    before: typingEmail,
    button: 'Continue with email',
    sees: 'A link to reset your password was sent',
  },
  {
    what: 'looks the visitor up',
    route: 'POST /users/search',
    config: PASSWORDS,
    before: typingEmail,
    button: 'Continue with email',
    sees: 'Create your account',
  },
  {
    what: 'creates a password',
    route: 'POST /passwords',
    place: newPassword,
    before: typingPassword,
    button: 'Continue',
    sees: 'Success!',
  },
  {
    what: 'checks a password',
    route: 'POST /passwords/strength_check',
    place: newPassword,
    before: (screen) => until(() => screen.find('.lk-strength'), 'the meter'),
    begin: typing('#password-input', GOOD),
    button: 'Try again',
    sees: 'Strong',
  },
  {
    what: 'logs in with a password',
    route: 'POST /passwords/authenticate',
    place: password,
    first: seeded,
    before: typingPassword,
    button: 'Continue',
    sees: 'Success!',
  },
  {
    what: 'emails a link for a new password',
    route: SEND_RESET,
    place: password,
    first: seeded,
    button: 'Forgot Password?',
    sees: 'Check your email',
  },
  {
    what: 'emails it again',
    route: SEND_RESET,
    place: { name: 'PasswordForgot', email: EMAIL },
    first: seeded,
    button: 'Resend email',
    sees: 'Email resent',
  },
  { what: 'emails a link beside a password', route: SEND_LINK, place: password, button: 'Email me a login link', sees: 'Check your email' },
  {
    what: 'emails a code before a first password',
    route: SEND_CODE,
    place: { name: 'PasswordCreateOrLogin', type: 'new', email: EMAIL, second: codes },
    button: 'Email me a login code',
    sees: 'Enter passcode',
  },
  {
    what: 'emails a link beside a mail for a new password',
    route: SEND_LINK,
    place: { name: 'PasswordBreached', email: EMAIL, second: links },
    button: 'Login without a password',
    sees: 'Check your email',
  },
  {
    what: 'emails a link for a first password',
    route: SEND_RESET,
    place: {
      name: 'PasswordCreateOrLogin',
      type: 'passwordless',
      email: EMAIL,
      second: links,
      sent: { name: 'EmailConfirmation', email: EMAIL, back: true },
    },
    first: seeded,
    button: 'Create a password instead',
    sees: 'A login link was sent to you',
  },
  {
    what: 'sets a new password',
    route: 'POST /passwords/email/reset',
    place: () => ({
      name: 'PasswordResetForm',
      token: new URL(provider.outbox().at(-1)!.url!).searchParams.get('token')!,
      logIn: async () => null,
    }),
    first: async (client) => {
      seeded()
      await client.passwords.resetByEmailStart({ email: EMAIL, reset_password_redirect_url: 'http://localhost/' })
    },
    before: typingPassword,
    button: 'Continue',
    sees: 'Success!',
  },
  ...['POST /webauthn/authenticate/start/*', 'POST /webauthn/authenticate'].map((route) => ({
    what: `logs in with a passkey (${route})`,
    route,
    config: PASSKEYS,
    first: knownByPasskey,
    button: 'Login with a Passkey',
    sees: 'Your Passkey has been successfully authenticated.',
  })),
  ...['POST /webauthn/register/start', 'POST /webauthn/register'].map((route) => ({
    what: `creates a passkey (${route})`,
    route,
    place: { name: 'PasskeyRegistrationStart' } as const,
    first: signedIn,
    button: 'Create a Passkey',
    sees: 'Passkey successfully created!',
  })),
  {
    what: 'loads the passkeys',
    route: 'GET /users/me',
    place: { name: 'PasskeyRegistrationSuccess' },
    first: withPasskey,
    begin: settled,
    button: 'Try again',
    sees: 'Set up another Passkey',
  },
  ...['POST /crypto_wallets/authenticate/start/primary', 'POST /crypto_wallets/authenticate'].map((route) => ({
    what: `logs in with a wallet (${route})`,
    route,
    config: WALLETS,
    first: withWallet,
    begin: (screen: Screen) => screen.press('Continue with Soft Wallet'),
    button: 'Try again',
    sees: 'You have successfully connected your wallet.',
  })),
  {
    what: 'checks a code of an app',
    route: 'POST /totps/authenticate',
    place: { name: 'SecondFactor' },
    first: signedIn,
    before: (screen) => until(() => screen.find('.lk-code-input'), 'the field'),
    begin: async (screen) =>
      screen.type('.lk-code-input', new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: provider.clock.now() })),
    button: 'Try again',
    sees: 'Success!',
  },
  {
    what: 'texts a code for a second factor',
    route: 'POST /otps/*/send/secondary',
    place: { name: 'SecondFactor', step: 'sms', number: PHONE },
    first: signedIn,
    button: 'Send code',
    sees: 'Resend code',
  },
  {
    what: 'spends a recovery code',
    route: 'POST /totps/recover',
    place: { name: 'SecondFactor', step: 'recoveryCode' },
    first: signedIn,
    before: typing('#recovery-code-input', 'abcd-efgh'),
    button: 'Continue',
    sees: 'Recovery code accepted',
  },
  {
    what: 'reads what an app asks for',
    route: 'POST /idp/oauth/authorize/start',
    place: asApp,
    first: asks,
    begin: settled,
    button: 'Try again',
    sees: 'Acme',
  },
  { what: 'allows it', route: 'POST /idp/oauth/authorize/submit', place: asApp, first: asks, button: 'Allow', sees: '' },
]

const ends: (() => void)[] = []
let device: PasskeyDevice

const refusal = {
  status: 429,
  body: { status_code: 429, error_type: 'too_many_requests', error_message: 'Too many requests.' },
  headers: { 'Retry-After': '30' },
}

/** How often the provider has received a call. */
const countOf = (route: string) => {
  const [method, path] = route.split(' ') as [string, string]
  const fits = new RegExp(`^/sdk/v1${path.replace('*', '[^/]+')}$`)
  return provider.requests().filter((request) => request.method === method && fits.test(request.path)).length
}

const open = (client: LatchkeyClient, place: Place, config?: LoginConfig) => {
  const parent = newParent()
  const core = client[coreKey]
  const widget = mount('mountLogin', parent, 'div', { core, start: () => place, props: { config } })
  ends.push(
    () => widget.unmount(),
    () => core.destroy(),
  )
  return screenIn(parent)
}

test.before.each(() => {
  device = installPasskeys({ unasked: true })
})
test.after.each(async () => {
  for (const end of ends.splice(0)) end()
  await closeAll()
  device.remove()
})

for (const { what, route, place = { name: 'Main' }, config, first, before, begin, button, sees } of rows) {
  test(what, async () => {
    const client = newClient()
    await first?.(client)
    if (begin === settled) provider.faults([{ route, ...refusal, times: 1 }])
    const asked = countOf(route)
    const screen = open(client, typeof place === 'function' ? place(client) : place, config)
    // the visitor turns to the widget
    const section = await until(() => screen.find('section'))
    section.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    await settled()
    await before?.(screen)
    await settled()
    const askedBefore = begin === settled ? asked : countOf(route)
    if (begin !== settled) provider.faults([{ route, ...refusal, times: 1 }])
    await (begin || ((screen) => screen.press(button)))(screen)
    const waiting = await until(
      () => screen.find('button[data-wait]'),
      () => `a button that waits in '${screen.text()}'`,
    )
    assert.is(waiting.getAttribute('aria-label') || waiting.textContent!.trim(), button)
    assert.is(waiting.getAttribute('data-wait'), 'Try again in 30 s')
    assert.is(waiting.getAttribute('aria-disabled'), 'true')
    assert.is(screen.all('[data-wait]').length, 1)
    await screen.see('Too many requests. Try again in 30 s')
    assert.is(countOf(route), askedBefore + 1)
    waiting.click()
    await settled()
    assert.is(countOf(route), askedBefore + 1, 'a press sends nothing')
    skipped += 31_000
    await until(() => !screen.find('[data-wait]'), 'the end of the wait')
    assert.is.not(waiting.getAttribute('aria-disabled'), 'true')
    waiting.click()
    await until(() => countOf(route) > askedBefore + 1, 'the call')
    await screen.see(sees)
  })
}

test.run()
