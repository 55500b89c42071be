/**
 * The bridge over a stand-in for Better Auth: what is sent to it, what is not, and what the page
 * gets. test/hosts/ownServer.test.ts has the real one.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bridge, latchkey, type BetterAuthBridgeOptions } from '../../../src/server/betterAuth/index.ts'
import type { BotCheck } from '../../../src/server/bridge/index.ts'
import { duration, ORIGIN, send } from '../bridge/calling.ts'
import { fakeAuth, session, user, withCookies, type Answers } from './fakeAuth.ts'

const test = suite('better-auth')

const logIn = { email: 'ada@example.com', password: 'correct horse', ...duration }
const cookie = 'better-auth.session_token=abc.def; Path=/; HttpOnly; SameSite=Lax; Max-Age=604800'
const loggedIn: Answers = { 'POST /sign-in/email': withCookies({ token: session.token, user }, cookie) }
const withSession = { cookie: 'better-auth.session_token=abc' }

test('a log-in passes the cookie on, and nothing of the token is in the body', async () => {
  const { auth } = fakeAuth(loggedIn)
  const { status, json, headers } = await send(bridge(auth), 'POST /passwords/authenticate', logIn)
  assert.is(status, 200)
  assert.equal(headers.getSetCookie(), [cookie])
  assert.not.match(JSON.stringify(json), session.token)
  const { data } = json
  assert.equal([data.session_token, data.session_jwt, data.session.session_id, data.user_id], ['', '', 'session-1', 'user-1'])
  assert.equal(data.user.name, { first_name: 'Ada King', middle_name: '', last_name: 'Lovelace' })
  assert.equal(data.user.emails, [{ email_id: 'email-user-1', email: 'ada@example.com', verified: true }])
  assert.equal(
    data.user.providers.map((one: { provider_type: string }) => one.provider_type),
    ['Google'],
  )
  assert.equal(data.user.password, { password_id: 'account-1', requires_reset: false })
  assert.equal(data.user.webauthn_registrations, [
    {
      webauthn_registration_id: 'passkey-1',
      domain: 'shop.example',
      user_agent: '',
      verified: true,
      authenticator_type: '',
      name: 'Passkey 2026-11-25',
    },
  ])
  assert.not.match(JSON.stringify(json), 'publicKey')
})

test('what the page says about itself goes on, and its Authorization does not', async () => {
  const { auth, requests } = fakeAuth(loggedIn)
  await send(bridge(auth), 'POST /passwords/authenticate', logIn, {
    authorization: 'Basic abc',
    'user-agent': 'Firefox',
    referer: `${ORIGIN}/login`,
    cookie: 'theirs=1',
    'x-forwarded-for': '198.51.100.1',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    'x-real-ip': '198.51.100.1',
    forwarded: 'for=198.51.100.1',
  })
  const { headers } = requests[0]!.request
  const names = ['origin', 'user-agent', 'referer', 'cookie', 'sec-fetch-site', 'accept']
  assert.equal(
    names.map((name) => headers.get(name)),
    [ORIGIN, 'Firefox', `${ORIGIN}/login`, 'theirs=1', 'same-origin', 'application/json'],
  )
  const never = ['authorization', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'x-sdk-client']
  assert.equal(
    never.filter((name) => headers.has(name)),
    [],
  )
  // the cookie that the log-in has set counts for what is asked next, beside the browser's own
  assert.is(requests[1]!.request.headers.get('cookie'), 'theirs=1; better-auth.session_token=abc.def')
})

/** Which address Better Auth counts by. */
const addresses: [
  what: string,
  options: BetterAuthBridgeOptions,
  named: string[] | undefined,
  address: string | undefined,
  header: string,
  seen: string | null,
][] = [
  ['nobody has said anything', {}, undefined, undefined, 'x-forwarded-for', null],
  ['the server knows the connection', {}, undefined, '203.0.113.7', 'x-forwarded-for', '203.0.113.7'],
  ['a proxy is believed', { trustProxy: true }, undefined, '10.0.0.1', 'x-forwarded-for', '198.51.100.1'],
  ['Better Auth reads another header', {}, ['cf-connecting-ip'], undefined, 'cf-connecting-ip', '198.51.100.2'],
]
for (const [what, options, ipAddressHeaders, address, header, seenAddress] of addresses) {
  test(`the visitor's address, where ${what}`, async () => {
    const { auth, requests } = fakeAuth(loggedIn, ipAddressHeaders && { advanced: { ipAddress: { ipAddressHeaders } } })
    const claims = { 'x-forwarded-for': '198.51.100.1', 'cf-connecting-ip': '198.51.100.2' }
    await send(bridge(auth, options), 'POST /passwords/authenticate', logIn, claims, { address })
    assert.is(requests[0]!.request.headers.get(header), seenAddress)
  })
}

test('pages of other origins are refused, also those that the request itself names', async () => {
  const { auth, requests } = fakeAuth(loggedIn)
  assert.is((await send(bridge(auth), 'POST /passwords/authenticate', logIn, { origin: 'https://evil.example' })).status, 403)
  assert.is((await send(bridge(auth, { origins: ['https://app.example'] }), 'POST /passwords/authenticate', logIn)).status, 403)
  assert.is(requests.length, 0)
  // nobody can say which pages are the host's, so there are none
  const failures: unknown[] = []
  const nowhere = fakeAuth(loggedIn, {}, '')
  const options = { onError: ({ error }: { error: unknown }) => void failures.push((error as Error).message) }
  assert.is((await send(bridge(nowhere.auth, options), 'POST /passwords/authenticate', logIn)).status, 503)
  assert.match(String(failures[0]), 'set `baseURL`')
})

test('each host that Better Auth allows is a site of its own, and no other is', async () => {
  const hosts = { allowedHosts: ['shop.test', '*.shop.example', 'localhost:*'] }
  const ask = async (site: string, page: string, options: BetterAuthBridgeOptions = {}, more: object = {}, headers = {}) => {
    const { auth, requests } = fakeAuth(loggedIn, { baseURL: { ...hosts, ...more } }, '')
    const request = new Request(`${site}/auth/sdk/v1/passwords/authenticate`, {
      method: 'POST',
      headers: { origin: page, 'content-type': 'application/json', 'x-sdk-client': 'e30=', ...headers },
      body: JSON.stringify(logIn),
    })
    const { status } = await bridge(auth, options)(request)
    return [status, requests[0] && new URL(requests[0].request.url).origin]
  }
  for (const site of ['https://shop.test', 'https://de.shop.example', 'http://localhost:3000'])
    assert.equal(await ask(site, site), [200, site])
  for (const [site, page] of [
    ['https://shop.test', 'https://de.shop.example'],
    ['https://shop.test', 'http://shop.test'],
    ['https://evil.example', 'https://evil.example'],
    ['https://shop.test.evil.example', 'https://shop.test.evil.example'],
    ['https://shopxtest', 'https://shopxtest'],
    ['https://shop.test:8443', 'https://shop.test:8443'],
    ['https://a.b.shop.example.evil.example', 'https://a.b.shop.example.evil.example'],
  ] as const)
    assert.equal(await ask(site, page), [403, undefined], site)
  // behind a proxy that speaks https with browsers
  const proxied = { 'x-forwarded-proto': 'https' }
  assert.equal(await ask('http://shop.test', 'https://shop.test', {}, {}, proxied), [403, undefined])
  assert.equal(await ask('http://shop.test', 'https://shop.test', { trustProxy: true }, {}, proxied), [200, 'https://shop.test'])
  assert.equal(await ask('http://shop.test', 'https://shop.test', {}, { protocol: 'https' }), [200, 'https://shop.test'])
})

test('codes that the form cannot take are refused when the bridge is made', () => {
  const latchkey = { id: 'latchkey' }
  for (const [plugin, name] of [
    [{ id: 'email-otp', options: { otpLength: 8 } }, 'otpLength'],
    [{ id: 'phone-number', options: { otpLength: 4 } }, 'otpLength'],
    [{ id: 'two-factor', options: { totpOptions: { digits: 8 } } }, 'totpOptions.digits'],
    [{ id: 'two-factor', options: { otpOptions: { digits: 7 } } }, 'otpOptions.digits'],
  ] as const) {
    const { auth } = fakeAuth({}, { plugins: [latchkey, plugin] })
    assert.throws(
      () => bridge(auth),
      (error: Error) => error instanceof TypeError && error.message.includes(plugin.id) && error.message.includes(name),
    )
  }
  bridge(fakeAuth({}, { plugins: [latchkey, { id: 'email-otp', options: { otpLength: 6 } }] }).auth)
})

test('options that let an unproven address count, or mails go out without limit, are refused in every spelling', () => {
  const linking = (requireLocalEmailVerified: unknown) => ({ account: { accountLinking: { requireLocalEmailVerified } } })
  for (const [options, name] of [
    ...[false, 0, null, ''].map((value) => [linking(value), 'requireLocalEmailVerified'] as const),
    [{ user: { changeEmail: { updateEmailWithoutVerification: 1 } } }, 'updateEmailWithoutVerification'],
    [{ emailVerification: { sendOnSignIn: true } }, 'sendOnSignIn'],
    [{ emailVerification: { sendOnSignIn: 1 } }, 'sendOnSignIn'],
  ] as const) {
    const { auth } = fakeAuth({}, options as object)
    assert.throws(() => bridge(auth), new RegExp(`: remove [\\w.]+\\.${name} from betterAuth`), JSON.stringify(options))
  }
  for (const options of [linking(true), linking(undefined), { emailVerification: { sendOnSignIn: false } }])
    bridge(fakeAuth({}, options as object).auth)
})

test('with and without a slash at the end, it is one route', async () => {
  const { auth } = fakeAuth(loggedIn)
  for (const [route, status] of [
    ['POST /passwords/authenticate/', 200],
    ['GET /projects/bootstrap/', 200],
    ['POST /passwords/authenticate//', 404],
  ] as const)
    assert.is((await send(bridge(auth), route, route.startsWith('GET') ? undefined : logIn)).status, status, route)
})

/** What Better Auth refuses, and what the page hears. */
const refusals: [status: number, code: string | undefined, answered: number, error_type: string][] = [
  [401, 'INVALID_EMAIL_OR_PASSWORD', 401, 'unauthorized_credentials'],
  [403, 'EMAIL_NOT_VERIFIED', 403, 'email_not_verified'],
  [403, 'INVALID_ORIGIN', 403, 'unauthorized_origin'],
  [403, 'ONLY_ADDRESSES_AT_EXAMPLE.ORG_MAY_SIGN_UP', 403, 'log_in_not_allowed'],
  [403, undefined, 403, 'log_in_not_allowed'],
  [401, 'NOT_TODAY', 403, 'log_in_not_allowed'],
  [403, 'BANNED_USER', 403, 'log_in_not_allowed'],
  [400, 'EMAIL_PASSWORD_SIGN_UP_DISABLED', 403, 'sign_up_disabled'],
  [400, 'MISSING_RESPONSE', 403, 'captcha_required'],
  [403, 'VERIFICATION_FAILED', 403, 'captcha_required'],
  [400, 'SOMETHING_NEW', 400, 'request_refused'],
  [400, '__proto__', 400, 'request_refused'],
  [422, undefined, 400, 'request_refused'],
  [404, undefined, 404, 'route_not_found'],
  [500, undefined, 503, 'service_unavailable'],
  [502, 'SOMETHING_NEW', 503, 'service_unavailable'],
]
for (const [status, code, answerStatus, error_type] of refusals) {
  test(`${status} ${code} of Better Auth is ${error_type}`, async () => {
    const { auth } = fakeAuth({ 'POST /sign-in/email': Response.json({ code, message: 'ada@example.com said secret' }, { status }) })
    const failures: string[] = []
    const onError = ({ error }: { error: unknown }) => void failures.push((error as Error).name)
    const answer = await send(bridge(auth, { onError }), 'POST /passwords/authenticate', logIn)
    assert.equal([answer.status, answer.json.error_type], [answerStatus, error_type])
    assert.not.match(JSON.stringify(answer.json), 'secret')
    // what nobody at the page can mend
    const isHeard = ['request_refused', 'route_not_found', 'captcha_required', 'service_unavailable'].includes(error_type)
    assert.is(failures.length > 0, isHeard && status < 500, failures.join())
    assert.not.match(failures.join(), 'secret')
  })
}

test('a hook that refuses a sign-up, an account or a link says so by the route', async () => {
  const changed = { email: logIn.email, existing_password: logIn.password, new_password: 'another horse' }
  const refuse = (code: string, status = 403) => Response.json({ code, message: 'In English.' }, { status })
  const redirect = (error: string) => new Response(null, { status: 302, headers: { location: `https://shop.example/?error=${error}` } })
  for (const [route, answer, call, body, error_type] of [
    ['POST /sign-up/email', refuse('NOT_FOR_YOU'), 'POST /passwords', logIn, 'sign_up_not_allowed'],
    ['POST /change-password', refuse('NOT_FOR_YOU'), 'POST /passwords/existing_password/reset', changed, 'unauthorized_action'],
    ['GET /magic-link/verify', redirect('new_user_signup_disabled'), 'POST /magic_links/authenticate', { token: 'a' }, 'sign_up_disabled'],
    ['GET /magic-link/verify', redirect('failed_to_create_user'), 'POST /magic_links/authenticate', { token: 'a' }, 'log_in_not_allowed'],
    ['GET /magic-link/verify', redirect('INVALID_TOKEN'), 'POST /magic_links/authenticate', { token: 'a' }, 'unable_to_auth_magic_link'],
  ] as const) {
    const { auth } = fakeAuth({ ...loggedIn, [route]: answer })
    const { json } = await send(bridge(auth), call, { ...body, session_duration_minutes: 60 })
    assert.is(json.error_type, error_type, call)
  }
})

test('the host can say in its own words why it refuses', async () => {
  const heard: unknown[] = []
  const refusalText = (refused: object, request: Request) => {
    heard.push(refused, request.method)
    return 'Nur Adressen von example.org.'
  }
  const refuse = (code: string) =>
    fakeAuth({ 'POST /sign-in/email': Response.json({ code, message: 'Only example.org.' }, { status: 403 }) })
  const { json } = await send(bridge(refuse('ONLY').auth, { refusalText }), 'POST /passwords/authenticate', logIn)
  assert.equal([json.error_type, json.error_message], ['refused_by_host', 'Nur Adressen von example.org.'])
  assert.equal(heard, [{ status: 403, code: 'ONLY', message: 'Only example.org.' }, 'POST'])
  // it is not asked about what Better Auth refuses for a reason of its own
  const known = await send(bridge(refuse('INVALID_PASSWORD').auth, { refusalText }), 'POST /passwords/authenticate', logIn)
  assert.equal([known.json.error_type, heard.length], ['unauthorized_credentials', 2])
  const silent = await send(bridge(refuse('ONLY').auth, { refusalText: () => undefined }), 'POST /passwords/authenticate', logIn)
  assert.is(silent.json.error_type, 'log_in_not_allowed')
})

test('a limit says how long to wait', async () => {
  const response = new Response('{"message":"Too many requests."}', { status: 429, headers: { 'X-Retry-After': '7' } })
  const { auth } = fakeAuth({ 'POST /sign-in/email': response })
  const { status, json, headers } = await send(bridge(auth), 'POST /passwords/authenticate', logIn)
  assert.equal([status, json.error_type, headers.get('retry-after')], [429, 'limit_reached', '7'])
})

test('a second factor comes before the session: 200, no session, and the cookie of the step', async () => {
  const step = 'better-auth.two_factor=xyz; HttpOnly'
  const { auth, routes } = fakeAuth({ 'POST /sign-in/email': withCookies({ twoFactorRedirect: true, twoFactorMethods: ['totp'] }, step) })
  const { status, json, headers } = await send(bridge(auth), 'POST /passwords/authenticate', logIn)
  assert.is(status, 200)
  const { request_id: _, status_code: __, ...data } = json.data
  assert.equal(data, { second_factor_required: true, methods: ['totp', 'backup_code'], trusted_device: true })
  assert.equal(headers.getSetCookie(), [step])
  assert.equal(routes(), ['POST /sign-in/email'])
})

test('the second factor completes the log-in, and is trusted on this device if the page says so', async () => {
  const answer = withCookies({ token: 'x' }, cookie)
  const { auth, requests } = fakeAuth({ 'POST /two-factor/verify-totp': answer, 'POST /two-factor/verify-backup-code': answer })
  const { json } = await send(bridge(auth), 'POST /totps/authenticate', { totp_code: '123456', trust_device: true, ...duration })
  assert.is(json.data.session.session_id, 'session-1')
  await send(bridge(auth), 'POST /totps/recover', { recovery_code: 'abcde-fghij', ...duration })
  assert.equal(
    requests.filter(({ body }) => body).map(({ body }) => body),
    [
      { code: '123456', trustDevice: true },
      { code: 'abcde-fghij', trustDevice: false },
    ],
  )
})

test('a second factor that the page cannot ask for is refused in words', async () => {
  const { auth } = fakeAuth({ 'POST /sign-in/email': withCookies({ twoFactorRedirect: true, twoFactorMethods: ['otp'] }) })
  assert.is((await send(bridge(auth), 'POST /passwords/authenticate', logIn)).json.error_type, 'no_second_factor')
})

test('a link is spent by the page alone, and a useless one is refused', async () => {
  const { auth, requests } = fakeAuth({
    'GET /magic-link/verify': (request) =>
      new URL(request.url).searchParams.get('token') === 'good'
        ? withCookies({ user, session }, cookie)
        : new Response(null, { status: 302, headers: { location: '/?error=INVALID_TOKEN' } }),
  })
  assert.is(
    (await send(bridge(auth), 'POST /magic_links/authenticate', { token: 'good', ...duration })).json.data.session.session_id,
    'session-1',
  )
  assert.is(new URL(requests[0]!.request.url).search, '?token=good')
  const { status, json } = await send(bridge(auth), 'POST /magic_links/authenticate', { token: 'spent', ...duration })
  assert.equal([status, json.error_type], [401, 'unable_to_auth_magic_link'])
})

test('a mail that confirms an address signs in if the host wants that, and says so otherwise', async () => {
  const confirm = async (answer: Response) => {
    const { auth, requests } = fakeAuth({ 'GET /verify-email': answer })
    const { json } = await send(bridge(auth), 'POST /magic_links/authenticate', { token: 'verify-email.a.b.c', ...duration })
    assert.is(requests.find(({ route }) => route === 'GET /verify-email')?.request.url, `${ORIGIN}/api/auth/verify-email?token=a.b.c`)
    return json
  }
  assert.is((await confirm(withCookies({ status: true }, cookie))).data.session.session_id, 'session-1')
  assert.is((await confirm(Response.json({ status: true }))).error_type, 'email_verified')
  assert.is((await confirm(Response.json({ code: 'TOKEN_EXPIRED' }, { status: 401 }))).error_type, 'unable_to_auth_magic_link')
})

test('a code belongs to the address in its method_id, which is worth nothing without the code', async () => {
  const { auth, requests } = fakeAuth({
    'POST /email-otp/send-verification-otp': () => Response.json({ success: true }),
    'POST /sign-in/email-otp': withCookies({ token: 'x' }, cookie),
    'POST /phone-number/send-otp': () => Response.json({}),
    'POST /phone-number/verify': withCookies({ token: 'x' }, cookie),
  })
  for (const [method, body, expectedBody] of [
    ['email', { email: 'zoë@example.com' }, { email: 'zoë@example.com', otp: '123456' }],
    ['sms', { phone_number: '+14155550100' }, { phoneNumber: '+14155550100', code: '123456' }],
  ] as const) {
    const { json } = await send(bridge(auth), `POST /otps/${method}/login_or_create`, body)
    assert.is(
      (await send(bridge(auth), 'POST /otps/authenticate', { token: '123456', method_id: json.data.method_id, ...duration })).status,
      200,
    )
    assert.equal(requests.filter(({ body }) => body).at(-1)!.body, expectedBody)
  }
  const before = requests.length
  const forgeries = [
    'nobody',
    'email-',
    'email-YWRh',
    'phone-YWRh',
    'email-%%%',
    'sms-KzE0MTU1NTUwMTAw',
    `email-${btoa('a@example.com\n').replaceAll('=', '')}`,
  ]
  for (const method_id of forgeries) {
    const { status, json } = await send(bridge(auth), 'POST /otps/authenticate', { token: '123456', method_id, ...duration })
    assert.equal([status, json.error_type], [404, 'otp_code_not_found'], method_id)
  }
  assert.is(requests.length, before)
  assert.is((await send(bridge(auth), 'POST /otps/whatsapp/login_or_create', { phone_number: '+14155550100' })).status, 404)
})

test('a reset signs in with the new password, as the address that the mail went to', async () => {
  const { auth, requests } = fakeAuth({
    ...loggedIn,
    'POST /request-password-reset': () => Response.json({ status: true }),
    'POST /reset-password': withCookies({ status: true }, '__Host-latchkey_owner=secret.YWRhQGV4YW1wbGUuY29t; Path=/; Secure'),
  })
  const answer = bridge(auth, { resetPage: '/new-password' })
  await send(answer, 'POST /passwords/email/reset/start', { email: 'ada@example.com' })
  assert.equal(requests[0]!.body, { email: 'ada@example.com', redirectTo: `${ORIGIN}/new-password?latchkey_for=YWRhQGV4YW1wbGUuY29t` })
  const { status } = await send(answer, 'POST /passwords/email/reset', {
    token: 'abc.YWRhQGV4YW1wbGUuY29t',
    password: 'another horse',
    ...duration,
  })
  assert.is(status, 200)
  assert.equal(requests[1]!.body, { newPassword: 'another horse', token: 'abc' })
  assert.equal(requests[2]!.body, { email: 'ada@example.com', password: 'another horse' })
  assert.match(requests[2]!.request.headers.get('cookie')!, '__Host-latchkey_owner=secret')
  // whose the token is, the plugin says, whatever the page's part of it says
  for (const token of ['abc', 'abc.ZXZpbEBleGFtcGxlLmNvbQ'])
    assert.is((await send(answer, 'POST /passwords/email/reset', { token, password: 'another horse', ...duration })).status, 200)
  const emails = requests.flatMap(({ route, body }) => (route === 'POST /sign-in/email' ? [body.email] : []))
  assert.equal(emails, Array(3).fill('ada@example.com'))
})

test('a reset is answered after the same time for every address, however fast Better Auth is', async () => {
  const { auth, routes } = fakeAuth({ 'POST /request-password-reset': () => Response.json({ status: true }) })
  const { setTimeout: real } = globalThis
  const waiting: { end: () => void; ms: number }[] = []
  globalThis.setTimeout = ((end: () => void, ms: number) => waiting.push({ end, ms })) as unknown as typeof setTimeout
  try {
    let isAnswered = false
    const answer = send(bridge(auth), 'POST /passwords/email/reset/start', { email: 'ada@example.com' }).then((result) => {
      isAnswered = true
      return result
    })
    // as many turns as the whole call needs without a wait
    for (let turn = 0; turn < 200; turn++) await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal([routes(), waiting.map(({ ms }) => ms), isAnswered], [['POST /request-password-reset'], [500], false])
    waiting[0]!.end()
    assert.is((await answer).status, 200)
  } finally {
    globalThis.setTimeout = real
  }
})

test("a password is rated by its length, or by the host's own function", async () => {
  const { auth } = fakeAuth({}, { emailAndPassword: { enabled: true, minPasswordLength: 10 } })
  const rate = async (options: BetterAuthBridgeOptions, password: string) =>
    (await send(bridge(auth, options), 'POST /passwords/strength_check', { password })).json.data
  const short = await rate({}, 'abc')
  assert.equal([short.valid_password, short.strength_policy, short.feedback.luds_requirements.missing_characters], [false, 'luds', 7])
  assert.is((await rate({}, 'abcdefghij')).valid_password, true)
  assert.is(short.feedback.luds_requirements.maximum_characters, undefined)
  assert.equal([(await rate({}, 'a'.repeat(128))).valid_password, (await rate({}, 'a'.repeat(129))).valid_password], [true, false])
  const scoreOptions = { passwordScore: (password: string) => (password.includes('horse') ? 4 : 1) }
  assert.equal(
    [(await rate(scoreOptions, 'correct horse')).valid_password, (await rate(scoreOptions, 'abcdefghij')).valid_password],
    [true, false],
  )
  assert.is(
    (await send(bridge(auth, scoreOptions), 'POST /passwords', { ...logIn, password: 'abcdefghij' })).json.error_type,
    'weak_password',
  )
})

test('what Better Auth decides about passwords and codes reaches the form', async () => {
  const emailAndPassword = { enabled: true, maxPasswordLength: 20 }
  const plugins = [latchkey(), { id: 'email-otp', options: { expiresIn: 600 } }, { id: 'phone-number' }]
  const { auth } = fakeAuth(
    { 'POST /sign-up/email': () => Response.json({ code: 'PASSWORD_TOO_LONG' }, { status: 400 }) },
    { emailAndPassword, plugins },
  )
  const settings = (await send(bridge(auth), 'GET /projects/bootstrap/')).json.data
  assert.equal(settings.password_config, { luds_complexity: 1, luds_minimum_count: 8, luds_maximum_count: 20 })
  assert.equal(settings.otp_expiration_seconds, { email: 600, sms: 300 })
  for (const options of [{}, { passwordScore: () => 4 }]) {
    const { valid_password, feedback } = (await send(bridge(auth, options), 'POST /passwords/strength_check', { password: 'x'.repeat(21) }))
      .json.data
    assert.equal([valid_password, feedback.luds_requirements.maximum_characters], [false, 20])
  }
  assert.is((await send(bridge(auth), 'POST /passwords', logIn)).json.error_type, 'password_too_long')
})

test('that nobody is signed in is no refusal for a page that says so', async () => {
  const { auth } = fakeAuth({})
  const { status, json } = await send(bridge(auth), 'POST /sessions/authenticate', { session_optional: true })
  assert.equal([status, json.data.session], [200, null])
  assert.is((await send(bridge(auth), 'POST /sessions/authenticate', { session_optional: false })).status, 404)
})

test('a sign-up that has to be confirmed first says so, and has no session', async () => {
  const { auth, requests } = fakeAuth({ 'POST /sign-up/email': () => Response.json({ token: null, user }) })
  const { status, json } = await send(bridge(auth), 'POST /passwords', logIn)
  assert.equal([status, json.error_type], [403, 'email_not_verified'])
  assert.equal(requests[0]!.body, { name: '', email: 'ada@example.com', password: 'correct horse' })
})

test('a sign-in with another provider comes back with a notice, and the cookie is what counts', async () => {
  const { auth, requests } = fakeAuth({
    'POST /sign-in/social': withCookies({ url: 'https://accounts.google.com/o/oauth2', redirect: false }, 'better-auth.state=1; HttpOnly'),
  })
  const headersOfLink = {
    origin: null,
    'x-sdk-client': null,
    'content-type': null,
    referer: `${ORIGIN}/login`,
    'sec-fetch-mode': 'navigate',
  }
  const route = `GET /v1/public/oauth/google/start?login_redirect_url=${encodeURIComponent(`${ORIGIN}/login?next=%2F`)}`
  const { status, headers } = await send(bridge(auth), route, undefined, headersOfLink)
  assert.equal([status, headers.get('location')], [302, 'https://accounts.google.com/o/oauth2'])
  assert.is(headers.getSetCookie().length, 1)
  assert.is(requests[0]!.request.headers.get('origin'), ORIGIN)
  assert.is(requests[0]!.body.callbackURL, `${ORIGIN}/login?next=%2F&latchkey_token_type=oauth&token=signed-in-with.google`)
  assert.is(requests[0]!.body.errorCallbackURL, `${ORIGIN}/login?next=%2F`)

  const authenticate = (token: string, more = {}) => send(bridge(auth), 'POST /oauth/authenticate', { token, ...duration }, more)
  assert.is((await authenticate('signed-in-with.google')).json.error_type, 'session_not_found')
  assert.is((await authenticate('signed-in-with.google', withSession)).json.data.provider_type, 'Google')
  assert.is((await authenticate('no-notice', withSession)).json.error_type, 'oauth_flow_callback_error')
})

test('a provider that is not configured is refused', async () => {
  const { auth } = fakeAuth({ 'POST /sign-in/social': () => Response.json({ code: 'PROVIDER_NOT_FOUND' }, { status: 404 }) })
  const { status, json } = await send(bridge(auth), 'GET /v1/public/oauth/github/start', undefined, { origin: null, referer: `${ORIGIN}/` })
  assert.equal([status, json.error_type], [404, 'oauth_config_not_found'])
})

test('without a plugin, its calls are unknown routes', async () => {
  const { auth } = fakeAuth({}, { plugins: [{ id: 'latchkey' }], socialProviders: undefined, emailAndPassword: undefined })
  const calls: [string, object?][] = [
    ['POST /magic_links/email/login_or_create', { email: 'ada@example.com' }],
    ['POST /otps/email/login_or_create', { email: 'ada@example.com' }],
    ['POST /otps/sms/login_or_create', { phone_number: '+14155550100' }],
    ['POST /passwords/authenticate', logIn],
    ['POST /webauthn/authenticate/start/primary', { domain: 'shop.example' }],
    ['POST /totps/authenticate', { totp_code: '123456', ...duration }],
    ['GET /users/connected_apps'],
    ['GET /v1/public/oauth/google/start'],
  ]
  for (const [route, body] of calls) assert.is((await send(bridge(auth), route, body)).json.error_type, 'route_not_found', route)
  assert.throws(() => bridge(fakeAuth({}, { plugins: [] }).auth), 'add latchkey() to the plugins')
})

test('a session ends with its cookie', async () => {
  const endCookie = 'better-auth.session_token=; Max-Age=0; Path=/'
  const { auth } = fakeAuth({ 'POST /sign-out': withCookies({ success: true }, endCookie) })
  assert.equal((await send(bridge(auth), 'POST /sessions/revoke', undefined, withSession)).headers.getSetCookie(), [endCookie])
  assert.is((await send(bridge(auth), 'POST /sessions/authenticate', {})).json.error_type, 'session_not_found')
  assert.is((await send(bridge(auth), 'GET /users/me', undefined, { ...withSession, origin: null })).json.data.user_id, 'user-1')
})

test('the options and the credential of a passkey pass unchanged', async () => {
  const options = { challenge: 'abc', pubKeyCredParams: [{ type: 'public-key', alg: -48 }] }
  const { auth, requests } = fakeAuth({
    'GET /passkey/generate-register-options': () => Response.json(options),
    'POST /passkey/verify-registration': () => Response.json({ id: 'passkey-2' }),
  })
  const start = await send(
    bridge(auth),
    'POST /webauthn/register/start',
    { domain: 'shop.example', user_agent: '', authenticator_type: 'platform' },
    withSession,
  )
  assert.equal(JSON.parse(start.json.data.public_key_credential_creation_options), options)
  assert.match(requests.at(-1)!.request.url, /\?authenticatorAttachment=platform$/)
  const credential = { id: 'x', response: { clientDataJSON: 'y' }, type: 'public-key' }
  const registration = await send(
    bridge(auth),
    'POST /webauthn/register',
    { public_key_credential: JSON.stringify(credential) },
    withSession,
  )
  assert.is(registration.json.data.webauthn_registration_id, 'passkey-2')
  assert.equal(requests.find(({ route }) => route === 'POST /passkey/verify-registration')!.body, { response: credential })
})

test("a passkey keeps its domain when it is renamed: that of the host's plugin, not of the request", async () => {
  const passkey = { id: 'passkey-1', name: 'Key ring', createdAt: '2026-11-25T10:00:00.000Z', deviceType: 'singleDevice' }
  const plugins = [{ id: 'latchkey' }, { id: 'passkey', options: { rpID: 'accounts.example' } }]
  const { auth } = fakeAuth({ 'POST /passkey/update-passkey': () => Response.json({ passkey }) }, { plugins })
  const answer = await send(bridge(auth), 'PUT /webauthn/update/passkey-1', { name: 'Key ring' }, withSession)
  const me = await send(bridge(auth), 'GET /users/me', undefined, withSession)
  const { name, domain } = answer.json.data.webauthn_registration
  assert.equal([name, domain, me.json.data.webauthn_registrations[0].domain], ['Key ring', 'accounts.example', 'accounts.example'])
})

/**
 * Better Auth's two steps of a consent: it signs the request and sends the browser to the consent
 * page, then takes the decision.
 */
const provider: Answers = {
  'GET /oauth2/public-client': () => Response.json({ client_id: 'app', client_name: 'An app', logo_uri: 'https://app.example/logo.png' }),
  'GET /oauth2/get-consents': () =>
    Response.json([
      { id: 'consent-1', clientId: 'app', scopes: ['openid'], resources: ['https://api.example'], createdAt: '2026-07-01T12:00:00.000Z' },
    ]),
  'GET /oauth2/authorize': (request) => {
    const { search, searchParams } = new URL(request.url)
    const url = searchParams.get('prompt') === 'consent' ? `/consent${search}&sig=s` : `${searchParams.get('redirect_uri')}?code=at-once`
    return Response.json({ redirect: true, url })
  },
  'POST /oauth2/consent': (_, { accept }) =>
    Response.json({ redirect: true, url: `https://app.example/cb?${accept ? 'code=c' : 'error=access_denied'}` }),
}
const query = { client_id: 'app', redirect_uri: 'https://app.example/cb', response_type: 'code', scopes: ['openid', 'email'] }

test('a consent is asked for, given and refused, with the resources and without any state', async () => {
  const { auth, requests } = fakeAuth(provider)
  const question = (await send(bridge(auth), 'POST /idp/oauth/authorize/start', query, withSession)).json.data
  assert.equal(
    [question.consent_required, question.client.client_name, question.client.client_logo_url],
    [true, 'An app', 'https://app.example/logo.png'],
  )
  const decide = async (consent_granted: boolean, more = {}) =>
    (
      await send(
        bridge(auth),
        'POST /idp/oauth/authorize/submit',
        { ...query, state: 's', code_challenge: 'c', consent_granted, ...more },
        withSession,
      )
    ).json
  assert.is((await decide(false)).data.redirect_uri, 'https://app.example/cb?error=access_denied')
  assert.is(
    (await decide(true, { resources: ['https://api.example', 'https://b.example'] })).data.redirect_uri,
    'https://app.example/cb?code=c',
  )
  const oauthQuery = requests.at(-1)!.body.oauth_query as string
  assert.match(oauthQuery, 'resource=https%3A%2F%2Fapi.example&resource=https%3A%2F%2Fb.example')
  assert.match(oauthQuery, 'code_challenge_method=S256')
})

test('the app in a signed request has a name before the log-in, and no other app has', async () => {
  const signed = 'client_id=app&sig=s'
  const { auth, requests } = fakeAuth({
    ...provider,
    'POST /oauth2/public-client-prelogin': (_, { client_id, oauth_query }) =>
      oauth_query === signed
        ? Response.json({ client_id, client_name: 'An app' })
        : Response.json({ error: 'invalid_signature' }, { status: 401 }),
  })
  const ask = (oauth_query: string) => send(bridge(auth), 'POST /idp/oauth/app', { oauth_query })
  assert.equal((await ask(signed)).json.data.client, { client_id: 'app', client_name: 'An app' })
  assert.equal(requests.at(-1)!.body, { client_id: 'app', oauth_query: signed }, 'of the query, whatever else is sent')
  assert.not((await ask('client_id=other&sig=s')).json.data)
  // unless the host allows it (`allowPublicClientPrelogin`)
  const { auth: closed } = fakeAuth({ ...provider, 'POST /oauth2/public-client-prelogin': Response.json({}, { status: 400 }) })
  assert.not((await send(bridge(closed), 'POST /idp/oauth/app', { oauth_query: signed })).json.data)
})

test('a consent that was given before needs no question, unless the app wants one', async () => {
  const { auth } = fakeAuth(provider)
  const start = async (more: object) =>
    (await send(bridge(auth), 'POST /idp/oauth/authorize/start', { ...query, scopes: ['openid'], ...more }, withSession)).json.data
      .consent_required
  assert.is(await start({}), false)
  assert.is(await start({ resources: ['https://api.example'] }), false)
  assert.is(await start({ resources: ['https://other.example'] }), true)
  assert.is(await start({ prompt: 'consent' }), true)
  const body = { ...query, scopes: ['openid'], consent_granted: false }
  assert.is(
    (await send(bridge(auth), 'POST /idp/oauth/authorize/submit', body, withSession)).json.data.redirect_uri,
    'https://app.example/cb?code=at-once',
  )
})

test('an app that wants a new log-in gets one that is at most five minutes old', async () => {
  const start = async (minutes: number) => {
    const createdAt = new Date(Date.now() - minutes * 60_000).toISOString()
    const { auth } = fakeAuth({ ...provider, 'GET /get-session': () => Response.json({ session: { ...session, createdAt }, user }) })
    return (await send(bridge(auth), 'POST /idp/oauth/authorize/start', { ...query, prompt: 'login' }, withSession)).status
  }
  assert.equal([await start(4), await start(6)], [200, 401])
})

test('an app that Better Auth does not know leads nowhere', async () => {
  const { auth } = fakeAuth({
    ...provider,
    'GET /oauth2/authorize': () => Response.json({ url: `${ORIGIN}/error?error=invalid_redirect` }),
  })
  const { status, json } = await send(bridge(auth), 'POST /idp/oauth/authorize/submit', { ...query, consent_granted: true }, withSession)
  assert.equal([status, json.error_type], [400, 'invalid_client'])
})

test('connected apps are listed and removed by the id of the app', async () => {
  const createdAt = '2026-07-01T12:00:00.000Z'
  const { auth, requests } = fakeAuth({
    ...provider,
    'GET /latchkey/apps': () =>
      Response.json([
        { clientId: 'app', scopes: ['openid'], resources: ['https://api.example'], createdAt },
        { clientId: 'app', scopes: ['openid', 'email'] },
      ]),
    'POST /latchkey/apps/remove': (_, { clientId }) =>
      clientId === 'app' ? Response.json({ success: true }) : Response.json({ code: 'LATCHKEY_APP_NOT_FOUND' }, { status: 404 }),
  })
  const { json } = await send(bridge(auth), 'GET /users/connected_apps', undefined, withSession)
  assert.equal(json.data.connected_apps, [
    {
      connected_app_id: 'app',
      name: 'An app',
      description: '',
      client_type: 'third_party',
      scopes_granted: 'openid email',
      resources: ['https://api.example'],
      granted_at: createdAt,
    },
  ])
  assert.is((await send(bridge(auth), 'POST /users/connected_apps/app/revoke', undefined, withSession)).status, 200)
  assert.equal(requests.at(-1)!.body, { clientId: 'app' })
  const other = await send(bridge(auth), 'POST /users/connected_apps/other/revoke', undefined, withSession)
  assert.equal([other.status, other.json.error_type], [404, 'connected_app_not_found'])
})

test('the database is down: 503 in words, and nothing of the session is lost', async () => {
  const { auth } = fakeAuth({
    'GET /get-session': () => {
      throw new Error('connect ECONNREFUSED postgres://user:secret@db')
    },
  })
  const lines: string[] = []
  const { error } = console
  console.error = (...line) => void lines.push(line.join(' '))
  try {
    const { status, json, headers } = await send(bridge(auth), 'POST /sessions/authenticate', {}, withSession)
    assert.equal([status, json.error_type, headers.getSetCookie()], [503, 'service_unavailable', []])
  } finally {
    console.error = error
  }
  assert.equal(lines, ['[latchkey] POST /sessions/authenticate could not be answered: Error'])
})

test('the bridge itself takes less than a millisecond of a log-in', async () => {
  const { auth } = fakeAuth({})
  const answer = bridge(auth)
  /**
   * The processor time of a run, in ms: that of the fastest short batch, because the compiler's
   * and the collector's threads count too, and other work on the machine slows batches down.
   */
  const time = async (run: () => Promise<unknown>) => {
    let fastest = Infinity
    for (let batch = 0; batch < 80; batch++) {
      const start = process.cpuUsage()
      for (let at = 0; at < 10; at++) await run()
      const { user, system } = process.cpuUsage(start)
      fastest = Math.min(fastest, (user + system) / 1000 / 10)
    }
    return fastest
  }
  const through = await time(() => send(answer, 'POST /sessions/authenticate', {}, withSession))
  // the same three questions, asked directly
  const headers = { cookie: 'better-auth.session_token=abc', origin: ORIGIN }
  const direct = await time(async () => {
    for (const path of ['get-session', 'list-accounts', 'passkey/list-user-passkeys'])
      await (await auth.handler(new Request(`${ORIGIN}/api/auth/${path}`, { headers }))).text()
  })
  assert.ok(through - direct < 1, `${(through - direct).toFixed(2)} ms`)
})

/** A vendor that takes each proof once, and what has verified which. */
const vendorOf = () => {
  const verified: string[] = []
  const spend = (by: string, proof: string | null) => {
    const isGood = !!proof?.startsWith('good') && !verified.some((line) => line.endsWith(` ${proof}`))
    verified.push(`${by} ${proof}`)
    return isGood
  }
  const botCheck: BotCheck = {
    kind: 'turnstile',
    siteKey: 'public',
    verify: async (proof) => (spend('bridge', proof) ? undefined : 'spent'),
  }
  /** Better Auth's plugin, in front of an answer. */
  const behindPlugin = (answer: () => Response) => (request: Request) =>
    spend('plugin', request.headers.get('x-captcha-response')) ? answer() : Response.json({ code: 'VERIFICATION_FAILED' }, { status: 403 })
  return { verified, botCheck, behindPlugin }
}

test("with Better Auth's own plugin captcha, each proof is verified once: by the plugin where it checks, by the bridge elsewhere", async () => {
  const { verified, botCheck, behindPlugin } = vendorOf()
  const plugins = ['magic-link', 'latchkey', 'captcha'].map((id) => ({ id }))
  const { auth, requests } = fakeAuth(
    {
      'POST /sign-in/email': behindPlugin(() => withCookies({ token: session.token, user }, cookie)),
      'POST /request-password-reset': behindPlugin(() => Response.json({ status: true })),
      'POST /reset-password': Response.json({ status: true }),
      'POST /sign-in/magic-link': Response.json({ status: true }),
    },
    { plugins },
  )
  const heard: string[] = []
  const answer = bridge(auth, { botCheck, onError: ({ error }) => void heard.push((error as Error).message) })
  const ask = async (route: string, body: object, captcha_token?: string) =>
    (await send(answer, route, { ...body, captcha_token })).json.error_type ?? 'done'
  const { email } = logIn
  assert.is(await ask('POST /passwords/authenticate', logIn, 'good-1'), 'done')
  assert.is(await ask('POST /passwords/email/reset/start', { email }, 'good-2'), 'done')
  assert.is(await ask('POST /passwords/email/reset', { token: `abc.${btoa(email).replace(/=/g, '')}`, ...logIn }, 'good-3'), 'done')
  assert.is(await ask('POST /magic_links/email/login_or_create', { email }, 'good-4'), 'done')
  assert.equal(verified, ['plugin good-1', 'plugin good-2', 'plugin good-3', 'bridge good-4'])
  assert.equal(
    requests.filter(({ request }) => request.headers.has('x-captcha-response')).map(({ route }) => route),
    ['POST /sign-in/email', 'POST /request-password-reset', 'POST /sign-in/email'],
  )
  assert.is(await ask('POST /passwords/authenticate', logIn, 'bad'), 'captcha_required')
  assert.is(await ask('POST /passwords/authenticate', logIn), 'captcha_required')
  assert.is(await ask('POST /magic_links/email/login_or_create', { email }, 'good-1'), 'captcha_required')
  const change = { ...duration, email, existing_password: logIn.password, new_password: 'another-walnut-fjord-3' }
  assert.is(await ask('POST /passwords/existing_password/reset', change, 'bad'), 'captcha_required')
  assert.equal(heard, [
    'Refused by Better Auth: 403 VERIFICATION_FAILED',
    'Refused by the bot check: missing',
    'Refused by the bot check: spent',
    'Refused by the bot check: spent',
  ])
})

for (const [endpoints, by] of [
  [['/sign-in/*'], 'plugin'],
  [['/sign-in/**'], 'plugin'],
  [['/sign-in/magic-link'], 'plugin'],
  [['/sign-in'], 'bridge'],
  [[], 'bridge'],
] as [string[], string][])
  test(`a link, where the plugin captcha checks ${endpoints.join() || 'its usual endpoints'}: verified by the ${by}`, async () => {
    const { verified, botCheck, behindPlugin } = vendorOf()
    const answering = () => Response.json({ status: true })
    const plugins = [{ id: 'magic-link' }, { id: 'latchkey' }, { id: 'captcha', options: { endpoints } }]
    const { auth } = fakeAuth({ 'POST /sign-in/magic-link': by === 'plugin' ? behindPlugin(answering) : answering }, { plugins })
    const body = { email: logIn.email, captcha_token: 'good' }
    assert.is((await send(bridge(auth, { botCheck }), 'POST /magic_links/email/login_or_create', body)).status, 200)
    assert.equal(verified, [`${by} good`])
  })

for (const [options, headers, seen] of [
  [{}, { 'x-forwarded-for': '198.51.100.1' }, '203.0.113.9'],
  [{ trustProxy: true }, { 'x-forwarded-for': '192.0.2.66, 198.51.100.1' }, '198.51.100.1'],
  [{ trustProxy: true }, {}, '203.0.113.9'],
] as [BetterAuthBridgeOptions, Record<string, string>, string][])
  test(`a bot check sees the visitor's address: ${JSON.stringify([options, headers])}`, async () => {
    const addresses: (string | undefined)[] = []
    const note = async ({ address }: { address?: string }) => void addresses.push(address)
    const botCheck = { kind: 'proof_of_work', verify: (_: string, visitor: object) => note(visitor), challenge: note as never } as const
    const answer = bridge(fakeAuth(loggedIn).auth, { botCheck, ...options })
    await send(answer, 'POST /passwords/authenticate', { ...logIn, captcha_token: 'x' }, headers, { address: '203.0.113.9' })
    await send(answer, 'GET /bot_check', undefined, headers, { address: '203.0.113.9' })
    assert.equal(addresses, [seen, seen])
  })

test.run()
