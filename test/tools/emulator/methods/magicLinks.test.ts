import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { challengeOf } from '../../../../src/tools/emulator/methods/pkce.ts'
import { withParameters } from '../../../../src/tools/emulator/methods/redirects.ts'
import { ORIGIN, setUp } from '../visitor.ts'

const test = suite('emulator: magic links')
const ada = 'ada@example.com'
const MINUTE = 60_000

// RFC 7636, appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

const tokenIn = (url: string | undefined) => new URL(url!).searchParams.get('token')!

/** Requests a link and returns its token. */
const askForLink = async ({ emulator, call }: ReturnType<typeof setUp>, body: Record<string, unknown> = {}) => {
  const { status, error } = await call('POST /magic_links/email/login_or_create', { email: ada, ...body })
  assert.is(status, 200, JSON.stringify(error))
  return tokenIn(emulator.outbox().at(-1)?.url)
}

const open = ({ call }: ReturnType<typeof setUp>, token: string, more: Record<string, unknown> = {}) =>
  call('POST /magic_links/authenticate', { token, session_duration_minutes: 30, ...more })

test('a link signs a new visitor in, and verifies the email address', async () => {
  const at = setUp()
  const token = await askForLink(at, { signup_magic_link_url: 'https://app.example/welcome' })
  const { status, data } = await open(at, token)
  assert.is(status, 200)
  assert.is(data.status_code, 200)
  assert.match(data.request_id, /^request-id-test-/)
  assert.equal(
    data.user.emails.map(({ email, verified }: { email: string; verified: boolean }) => ({ email, verified })),
    [{ email: ada, verified: true }],
  )
  assert.is(data.method_id, data.user.emails[0].email_id)
  assert.is(data.user_id, data.user.user_id)
  const [factor] = data.session.authentication_factors
  assert.is(factor.type, 'magic_link')
  assert.equal(factor.email_factor, { email_id: data.method_id, email_address: ada })
})

test('a link works once', async () => {
  const at = setUp()
  const token = await askForLink(at)
  assert.is((await open(at, token)).status, 200)
  const { status, error } = await open(at, token)
  assert.is(status, 401)
  assert.is(error.error_type, 'unable_to_auth_magic_link')
})

test('two openings of one link at the same time sign in once', async () => {
  const at = setUp()
  const token = await askForLink(at, { code_challenge: challenge })
  const replies = await Promise.all([1, 2, 3].map(() => open(at, token, { code_verifier: verifier })))
  assert.equal(replies.map(({ status }) => status).sort(), [200, 401, 401])
})

test('a link expires by the clock of the emulator, after 30 minutes unless the request says otherwise', async () => {
  for (const [body, minutes] of [
    [{}, 30],
    [{ login_expiration_minutes: 7, signup_expiration_minutes: 7 }, 7],
  ] as const) {
    const at = setUp()
    const early = await askForLink(at, body)
    const late = await askForLink(at, body)
    at.emulator.clock.advance(minutes * MINUTE - 1000)
    assert.is((await open(at, early)).status, 200)
    at.emulator.clock.advance(1000)
    assert.is((await open(at, late)).error.error_type, 'unable_to_auth_magic_link')
  }
})

test('every link works if a visitor requested two', async () => {
  const at = setUp()
  const [first, second] = [await askForLink(at), await askForLink(at)]
  assert.is((await open(at, second)).status, 200)
  assert.is((await open(at, first)).status, 200)
  assert.is(at.emulator.outbox().length, 2)
})

test('a known visitor is led to the login URL, and a new or pending one to the signup URL', async () => {
  const at = setUp()
  const urls = { login_magic_link_url: 'https://app.example/in', signup_magic_link_url: 'https://app.example/up' }
  const pathOfNextLink = async () => {
    const token = await askForLink(at, { ...urls, create_user_as_pending: true })
    return [new URL(at.emulator.outbox().at(-1)!.url!).pathname, token] as const
  }
  assert.is((await pathOfNextLink())[0], '/up')
  const [path, token] = await pathOfNextLink()
  assert.is(path, '/up')
  assert.is((await open(at, token)).data.user.status, 'active')
  assert.is((await pathOfNextLink())[0], '/in')
})

test('a new account is active at once unless the host wants it pending', async () => {
  const at = setUp()
  for (const [create_user_as_pending, subject] of [
    [false, /^Log in/],
    [true, /^Finish signing up/],
  ] as const) {
    const email = `${create_user_as_pending}@example.com`
    await askForLink(at, { email, create_user_as_pending })
    await askForLink(at, { email })
    assert.match(at.emulator.outbox().at(-1)!.subject!, subject)
  }
})

test('the redirect URL keeps its own query and hash byte for byte', () => {
  for (const [url, expected] of [
    ['https://a.test', 'https://a.test?token=t&stytch_token_type=magic_links'],
    ['https://a.test/p?x=%20+é&y', 'https://a.test/p?x=%20+é&y&token=t&stytch_token_type=magic_links'],
    ['https://a.test/p#/route?tab=1', 'https://a.test/p?token=t&stytch_token_type=magic_links#/route?tab=1'],
    ['https://a.test/p?a=1#b#c', 'https://a.test/p?a=1&token=t&stytch_token_type=magic_links#b#c'],
    ['app://callback?', 'app://callback?&token=t&stytch_token_type=magic_links'],
  ] as const) {
    assert.is(withParameters(url, { token: 't', stytch_token_type: 'magic_links' }), expected)
  }
})

test("without a redirect URL the link leads to the page that requested it, or to the project's default", async () => {
  const at = setUp()
  await askForLink(at)
  assert.is(new URL(at.emulator.outbox().at(-1)!.url!).origin, ORIGIN)
  at.emulator.project({ default_redirect_url: 'https://default.example/auth' })
  await askForLink(at)
  assert.is(new URL(at.emulator.outbox().at(-1)!.url!).host, 'default.example')
})

test('a link leads only where the project allows', async () => {
  const at = setUp({ project: { allowed_redirect_urls: ['https://app.example/in?then=/x#y'] } })
  const send = (url: string) =>
    at.call('POST /magic_links/email/login_or_create', { email: ada, login_magic_link_url: url, signup_magic_link_url: url })
  assert.is((await send('https://app.example/in?then=/x#y')).status, 200)
  for (const url of [
    'https://app.example/in',
    'https://app.example/in?then=/x',
    'http://app.example/in?then=/x#y',
    'https://app.example/in?then=/x#y/',
  ]) {
    assert.is((await send(url)).error.error_type, 'no_match_for_provided_magic_link_url', url)
  }
  for (const url of ['/relative', 'javascript:alert(1)', 'data:text/html,x', 'not a url']) {
    assert.is((await send(url)).error.error_type, 'invalid_magic_link_url', url)
  }
  assert.is(at.emulator.outbox().length, 1)
})

test('PKCE: the challenge of a verifier is the one of RFC 7636, appendix B', async () => {
  assert.is(await challengeOf(verifier), challenge)
})

test('PKCE: only the verifier of the challenge opens the link, and a wrong one does not spend it', async () => {
  const at = setUp()
  const token = await askForLink(at, { code_challenge: challenge })
  for (const [more, type] of [
    [{}, 'pkce_expected_code_verifier'],
    [{ code_verifier: `${verifier}x` }, 'pkce_mismatch'],
    [{ code_verifier: challenge }, 'pkce_mismatch'],
  ] as const) {
    const { status, error } = await open(at, token, more)
    assert.is(status, 400)
    assert.is(error.error_type, type)
    // The client tries its other pair after an error that mentions PKCE
    // (docs/decisions/README.md#one-proof-key-per-mail-kind-and-one-per-sign-in).
    assert.match(error.error_message, /pkce/i)
  }
  assert.is((await open(at, token, { code_verifier: verifier })).status, 200)
})

test('PKCE: a verifier for a link without a challenge is refused', async () => {
  const at = setUp()
  const { error } = await open(at, await askForLink(at), { code_verifier: verifier })
  assert.is(error.error_type, 'pkce_did_not_expect_code_verifier')
})

test('PKCE: a project can require it, and a challenge must be valid', async () => {
  const at = setUp({ project: { pkce_required_for_email_magic_links: true } })
  const send = (body: object) => at.call('POST /magic_links/email/login_or_create', { email: ada, ...body })
  assert.is((await send({})).error.error_type, 'invalid_pkce_code_challenge')
  for (const code_challenge of ['', 'short', `${challenge}=`, challenge.replace('-', '+')]) {
    assert.is((await send({ code_challenge })).error.error_type, 'invalid_pkce_code_challenge')
  }
  assert.is(at.emulator.outbox().length, 0)
  assert.is((await send({ code_challenge: challenge })).status, 200)
})

test('send/primary accepts only existing users', async () => {
  const at = setUp({ seed: { users: [{ emails: [{ email: ada }] }] } })
  const send = (email: string) => at.call('POST /magic_links/email/send/primary', { email })
  assert.is((await send('nobody@example.com')).error.error_type, 'email_not_found')
  assert.is((await send(ada)).status, 200)
})

test('send/secondary adds the address to the user of the session, unless it is taken', async () => {
  const at = setUp({ seed: { users: [{ emails: [{ email: 'taken@example.com' }] }] } })
  const send = (email: string) => at.call('POST /magic_links/email/send/secondary', { email })
  assert.is((await send(ada)).error.error_type, 'user_unauthenticated')
  await open(at, await askForLink(at))
  assert.is((await send('taken@example.com')).error.error_type, 'duplicate_email')
  assert.is((await send('ada@work.example')).status, 200)
  const { data } = await open(at, tokenIn(at.emulator.outbox().at(-1)?.url))
  assert.equal(
    data.user.emails.map(({ email }: { email: string }) => email),
    [ada, 'ada@work.example'],
  )
  assert.is(data.session.authentication_factors.length, 2)
})

test('email addresses are checked, and upper case makes no second user', async () => {
  const at = setUp()
  const send = (email: string) => at.call('POST /magic_links/email/login_or_create', { email })
  for (const email of [
    '',
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'a b@example.com',
    'ada@example.1',
    `${'a'.repeat(250)}@example.com`,
  ]) {
    assert.is((await send(email)).error.error_type, 'invalid_email', email)
  }
  const first = await open(at, await askForLink(at))
  const second = await open(at, await askForLink(at, { email: 'ADA@Example.COM' }))
  assert.is(first.data.user_id, second.data.user_id)
})

test('an inactive email address gets no mail', async () => {
  const at = setUp({ seed: { users: [{ emails: [{ email: ada, inactive: true }] }] } })
  const { status, error } = await at.call('POST /magic_links/email/login_or_create', { email: ada })
  assert.is(status, 400)
  assert.is(error.error_type, 'inactive_email')
  assert.is(at.emulator.outbox().length, 0)
})

test("expirations have the provider's limits", async () => {
  const at = setUp()
  const send = (minutes: number) => at.call('POST /magic_links/email/login_or_create', { email: ada, login_expiration_minutes: minutes })
  for (const minutes of [4, 10_081, 30.5, -1]) assert.is((await send(minutes)).error.error_type, 'invalid_expiration')
  for (const minutes of [5, 10_080]) assert.is((await send(minutes)).status, 200)
})

test('the message states its purpose', async () => {
  const at = setUp()
  const token = await askForLink(at)
  const [message] = at.emulator.outbox()
  assert.is(message?.channel, 'email')
  assert.is(message?.to, ada)
  assert.is(message?.url, `${ORIGIN}?token=${token}&stytch_token_type=magic_links`)
  assert.ok(message?.text.includes(message.url!))
  assert.is(message?.code, undefined)
})

test.run()
