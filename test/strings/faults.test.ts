/**
 * Tests faults other than those of calls (test/widget/callFaults.test.ts) for a visitor who does
 * not read English: each shows a message in their language, and nothing that was written for
 * developers.
 */
import { closeAll, mail, newClient, newParent, open as openIn, provider, sent, type Login } from '../harness/login.ts'
import { installPasskeys, type PasskeyDevice } from '../../src/tools/playground/softwarePasskeys.ts'
import { screenIn, until, type Screen } from '../harness/screen.ts'
import { assertWorded, readable, words, type Trouble } from '../harness/troubles.ts'
import { hasten } from '../harness/turns.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { MessageId } from '../../src/strings/en.ts'
import { announceSolana, createSolanaWallet } from '../../src/tools/testing/softwareWallets.ts'
import type { LoginConfig } from '../../src/ui/host/config.ts'
import { walletButtons as wallets, oauth, passkeys } from '../../src/widget/firstScreenChunks.ts'
import { oauthCalls, signing, passkeyRegistration } from '../../src/widget/laterChunks.ts'

const test = suite('faults in French')
// The pause before a password is checked.
hasten(500)

const EMAIL = 'ada@example.com'
const GOOD = 'fjord-violin-walnut-72'

let device: PasskeyDevice
const ends: (() => void)[] = []
test.before(async () => {
  await Promise.all([passkeys.load(), passkeyRegistration.load(), wallets.load(), signing.load(), oauth.load(), oauthCalls.load()])
})
test.before.each(() => {
  device = installPasskeys()
})
test.after.each(async () => {
  for (const end of ends.splice(0)) end()
  await closeAll()
  device.remove()
})

const open = (props: Parameters<typeof openIn>[0]) => openIn({ strings: words, ...props })

/** The screen shows the message, and nothing for developers. */
const reads = async ({ root, all }: Pick<Screen, 'root' | 'all'>, errors: unknown[], id: MessageId) => {
  const said = () =>
    all('[role=alert]')
      .map(({ textContent }) => textContent)
      .join('')
  await until(said, 'an error')
  assert.is(said(), words[id])
  assertWorded(readable(root), errors, id)
}

const refused = (error_type: string | undefined, error_message?: string, status = 400): Trouble => ({
  status,
  body: { status_code: status, error_type, error_message, error_url: 'https://x.test' },
})
const SUSPICIOUS: Trouble = { status: 403, body: 'Captcha required', headers: { 'content-type': 'text/plain' } }

const codes: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email'] } }
const submitEmail = async ({ type, press }: Login) => {
  await type('#email-input', EMAIL)
  await press(words['button.emailLogin'])
}

for (const [what, config, route, fault, id] of [
  // For the second time with two of them, because the requested screen cannot be shown here.
  [
    'a captcha for a link',
    { products: ['emailMagicLinks'] },
    'POST /magic_links/email/login_or_create',
    SUSPICIOUS,
    'error.captchaRequired',
  ],
  ['a captcha for a code', codes, 'POST /otps/*/login_or_create', SUSPICIOUS, 'error.captchaRequired'],
  ['a captcha for looking up an account', { products: ['passwords'] }, 'POST /users/search', SUSPICIOUS, 'error.captchaRequired'],
  ['an answer without a type', codes, 'POST /otps/*/login_or_create', refused(undefined, 'Forbidden', 403), 'error.unexpected'],
  ['an empty answer', codes, 'POST /otps/*/login_or_create', { status: 400, body: {} }, 'error.unexpected'],
  ['a type without a text', codes, 'POST /otps/*/login_or_create', refused('brand_new'), 'error.unexpected'],
  [
    'a field error without a place',
    codes,
    'POST /otps/*/login_or_create',
    { status: 400, body: { body: [{ message: 'bad' }] } },
    'error.schema',
  ],
] as [string, LoginConfig, string, Trouble, MessageId][]) {
  test(what, async () => {
    const login = await open({ config })
    provider.faults([{ route, ...fault }])
    await submitEmail(login)
    await reads(login, login.errors, id)
    assert.is(login.errors.length, 1)
  })
}

test('a browser without secure random numbers', async () => {
  const login = await open({ config: codes })
  const { crypto } = globalThis
  Object.defineProperty(globalThis, 'crypto', { value: { subtle: crypto.subtle }, configurable: true })
  try {
    await submitEmail(login)
    await reads(login, login.errors, 'error.insecureRandom')
  } finally {
    Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true })
  }
})

test("a host's mistake: a general sentence", async () => {
  const login = await open({
    config: { products: ['oauth'], oauthOptions: { providers: [{ type: '.' }] } },
  })
  await until(() => login.find('[id="oauth-."]'), 'the button')
  login.find('[id="oauth-."]')!.click()
  await reads(login, login.errors, 'error.unexpected')
})

// ---- a link from another browser

/**
 * Clears the storage of the visitor's own browser, as if the link had been opened in another one.
 */
const elsewhere = () => localStorage.clear()

for (const type of ['pkce_expected_code_verifier', 'pkce_mismatch', 'pkce_did_not_expect_code_verifier']) {
  for (const kind of ['magic_links', 'oauth']) {
    test(`a token of ${kind} that is refused with ${type}: what to do, and where to get another`, async () => {
      provider.faults([{ route: `POST /${kind}/authenticate`, ...refused(type, 'The PKCE code_verifier is not the one.') }])
      history.replaceState(null, '', `/?token=t&stytch_token_type=${kind}`)
      const login = await open({ authenticateByUrl: true })
      if (kind === 'oauth') await login.press(words['login.press.button'])
      await reads(login, login.errors, 'error.startedElsewhere')
      await login.press(words['button.retry'])
      await until(() => login.find('#email-input'), 'the form')
      assert.is(sent(`POST /${kind}/authenticate`).length, 1)
    })
  }
}

test("a link that was opened in another browser: the provider's refusal says so", async () => {
  provider.project({ pkce_required_for_email_magic_links: true })
  const url = 'http://localhost/in'
  await newClient().magicLinks.email.loginOrCreate(EMAIL, { login_magic_link_url: url, signup_magic_link_url: url })
  const link = new URL((await mail()).url!)
  elsewhere()
  history.replaceState(null, '', link.pathname + link.search)
  const login = await open({ authenticateByUrl: true })
  await reads(login, login.errors, 'error.startedElsewhere')
})

for (const type of ['reset_password', 'login']) {
  test(`a mail for a new password that was opened in another browser, ${type}`, async () => {
    provider.project({ pkce_required_for_password_resets: true })
    provider.seed({ users: [{ emails: [{ email: EMAIL }], password: 'old' }] })
    await newClient().passwords.resetByEmailStart({ email: EMAIL, reset_password_redirect_url: 'http://localhost/' })
    const passwordResetToken = new URL((await mail()).url!).searchParams.get('token')!
    elsewhere()
    history.replaceState(null, '', `/?token=${passwordResetToken}&stytch_token_type=${type}`)
    const parent = newParent()
    const errors: unknown[] = []
    const client = newClient()
    const handle = client.mountResetPassword({
      elementId: parent,
      passwordResetToken,
      strings: words,
      callbacks: { onError: (error) => void errors.push(error) },
    })
    ends.push(() => handle.unmount())
    const screen = screenIn(parent)
    if (type === 'reset_password') {
      await screen.type('#password-input', GOOD)
      await until(() => screen.button(words['button.continue'])?.getAttribute('aria-disabled') === 'false', 'the button')
      await screen.press(words['button.continue'])
    }
    await until(() => errors.length, 'an error')
    await until(() => screen.button(words['button.retry']), 'a way on')
    await reads(screen, errors, 'error.startedElsewhere')
  })
}

// ---- passkeys and wallets

for (const [what, next, fault, id] of [
  ['canceled', { fails: 'NotAllowedError' }, undefined, 'error.passkeyUnknown'],
  ['of another domain', { fails: 'SecurityError' }, undefined, 'error.passkeyUnknown'],
  ['that the browser does not know', { fails: 'NotSupportedError' }, undefined, 'error.passkeyUnknown'],
  ['that returns nothing', { gives: null }, undefined, 'error.passkeyUnknown'],
  ['whose challenge is invalid', undefined, { status: 200, body: { data: {} } }, 'error.passkeyUnknown'],
  ['that requires a captcha', undefined, SUSPICIOUS, 'error.captchaRequired'],
  ['without an answer', undefined, { drop: true }, 'error.unreachable'],
] as [string, PasskeyDevice['next'][number] | undefined, Trouble | undefined, MessageId][]) {
  test(`a log-in with a passkey ${what}`, async () => {
    const login = await open({ config: { products: ['emailMagicLinks', 'passkeys'] } })
    if (next) device.next.push(next)
    if (fault) provider.faults([{ route: 'POST /webauthn/authenticate/start/*', ...fault }])
    await login.press(words['button.loginWithPasskey'])
    await reads(login, login.errors, id)
  })
}

for (const [what, next, fault, id] of [
  ['that is canceled', { fails: 'NotAllowedError' }, undefined, 'error.passkeyNotCreated'],
  ['for an existing passkey', { fails: 'InvalidStateError' }, undefined, 'error.duplicatePasskey'],
  ['without an answer', { gives: null }, undefined, 'error.passkeyNotCreated'],
  ['whose challenge is invalid', undefined, { status: 200, body: { data: {} } }, 'error.invalidResponse'],
  ["that is answered by a proxy's page", undefined, { status: 200, body: '<h1>' }, 'error.invalidJson'],
] as [string, PasskeyDevice['next'][number] | undefined, Trouble | undefined, MessageId][]) {
  test(`creating a passkey ${what}`, async () => {
    const client = newClient()
    await client.passwords.create({ email: EMAIL, password: GOOD, session_duration_minutes: 30 })
    const parent = newParent()
    const errors: unknown[] = []
    const handle = client.mountPasskeyRegistration({
      elementId: parent,
      strings: words,
      callbacks: { onError: (error) => void errors.push(error) },
    })
    ends.push(() => handle.unmount())
    const screen = screenIn(parent)
    if (next) device.next.push(next)
    if (fault) provider.faults([{ route: 'POST /webauthn/register/start', ...fault }])
    await screen.press(words['button.createPasskey'])
    await reads(screen, errors, id)
  })
}

for (const [what, stage, fault, id] of [
  ['does not connect', 'connect', undefined, 'crypto.error.connect'],
  ['does not sign', 'sign', undefined, 'crypto.error.sign'],
  ['signs for a provider that is down', undefined, { status: 502, body: '<h1>' }, 'error.invalidResponse'],
] as [string, 'connect' | 'sign' | undefined, Trouble | undefined, MessageId][]) {
  test(`a wallet that ${what}`, async () => {
    const wallet = createSolanaWallet({ name: 'Soft Solana' })
    ends.push(announceSolana(wallet))
    if (stage) wallet.manners[stage] = 'refuses'
    if (fault) provider.faults([{ route: 'POST /crypto_wallets/authenticate', ...fault }])
    const login = await open({ config: { products: ['crypto', 'emailMagicLinks'] } })
    await login.press(words['crypto.wallet.continueWithNamed'].replace('{name}', 'Soft Solana'))
    await reads(login, login.errors, id)
  })
}

// ---- an app's request

const CALLBACK = 'http://localhost/cb'
const START = 'POST /idp/oauth/authorize/start'
const LOG_OUT = 'POST /oauth/logout/start'
const authorize = { client_id: 'app', redirect_uri: CALLBACK, code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }
const leading = (redirect_uri: string) => ({
  status: 200,
  body: { data: { consent_required: false, redirect_uri, scope_results: [], client: {} } },
})

for (const [what, query, faults, id, values] of [
  ['that lacks a parameter', { client_id: 'app' }, [], 'idpConsent.missingParameter', { param: 'redirect_uri' }],
  [
    'without a session',
    authorize,
    ['POST /sessions/authenticate', START].map((route) => ({ route, ...refused('session_not_found', 'No.', 404) })),
    'idpConsent.noActiveSession',
  ],
  ['that gets no answer', authorize, [{ route: START, drop: true }], 'error.unreachable'],
  ["that gets a proxy's page", authorize, [{ route: START, status: 502, body: '<h1>' }], 'error.invalidResponse'],
  [
    'that gets another shape',
    authorize,
    [{ route: START, status: 200, body: { data: { consent_required: 'yes' } } }],
    'error.invalidResponse',
  ],
  ['that the provider refuses', authorize, [{ route: START, status: 400, body: { query: [] } }], 'error.schema'],
  [
    'whose answer leads elsewhere',
    authorize,
    [
      { route: START, ...leading('') },
      { route: 'POST /idp/oauth/authorize/submit', ...leading('https://evil.example/') },
    ],
    'idpConsent.unexpectedRedirect',
  ],
  [
    'to log out, whose answer leads elsewhere',
    { client_id: 'app', post_logout_redirect_uri: CALLBACK },
    [{ route: LOG_OUT, ...leading('https://evil.example/') }],
    'idpConsent.unexpectedRedirect',
  ],
] as [string, Record<string, string>, ({ route: string } & Trouble)[], MessageId, Record<string, string>?][]) {
  test(`an app's request ${what}`, async () => {
    const client = newClient()
    provider.seed({
      clients: [{ client_id: 'app', client_name: 'Notes', redirect_uris: [CALLBACK], post_logout_redirect_uris: [CALLBACK] }],
    })
    await client.passwords.create({ email: EMAIL, password: GOOD, session_duration_minutes: 30 })
    history.replaceState(null, '', `/consent?${new URLSearchParams(query)}`)
    provider.faults(faults)
    const parent = newParent()
    const errors: unknown[] = []
    const handle = client.mountIdentityProvider({
      elementId: parent,
      strings: words,
      callbacks: { onError: (error) => void errors.push(error) },
    })
    ends.push(() => handle.unmount())
    const screen = screenIn(parent)
    const wanted = words[id].replace(/\{(\w+)\}/g, (_, name) => values![name]!)
    await until(
      () => screen.all('[role=alert]').some(({ textContent }) => textContent === wanted),
      () => `'${wanted}' in '${screen.text()}'`,
    )
    assert.is(errors.length, 1)
    // These texts are in the visitor's language for the host too.
    assertWorded(readable(screen.root), id.startsWith('idp') ? [] : errors, what)
  })
}

test.run()
