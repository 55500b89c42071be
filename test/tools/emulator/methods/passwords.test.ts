import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { luds } from '../../../../src/tools/emulator/methods/passwordStrength.ts'
import { logInByCode, setUp } from '../visitor.ts'

const test = suite('emulator: passwords')
const ada = 'ada@example.com'
const strong = 'vRIQomL!faE2S44s'
const other = 'Q8#tuesday-lantern'
const MINUTE = 60_000
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

type SetUp = ReturnType<typeof setUp>

const create = ({ call }: SetUp, password = strong, email = ada) =>
  call('POST /passwords', { email, password, session_duration_minutes: 30 })
const logIn = ({ call }: SetUp, password = strong, email = ada) =>
  call('POST /passwords/authenticate', { email, password, session_duration_minutes: 30 })
const withAda = (user: object = {}) => setUp({ seed: { users: [{ emails: [{ email: ada }], password: strong, ...user }] } })

/** Requests a reset and returns the two links of the message. */
const askForReset = async ({ emulator, call }: SetUp, body: object = {}) => {
  const { status, error } = await call('POST /passwords/email/reset/start', { email: ada, ...body })
  assert.is(status, 200, JSON.stringify(error))
  const { url, text } = emulator.outbox().at(-1)!
  const login = text.match(/https?:\S+/g)!.find((link) => link !== url)!
  return { reset: new URL(url!), login: new URL(login), token: new URL(url!).searchParams.get('token')! }
}

test('a new visitor creates a password, and logs in with it', async () => {
  const at = setUp()
  const { status, data } = await create(at)
  assert.is(status, 200)
  assert.is(data.email_id, data.user.emails[0].email_id)
  assert.is(data.user.emails[0].verified, false)
  assert.match(data.user.password.password_id, /^password-test-/)
  assert.is(data.session.authentication_factors[0].type, 'password')
  assert.is((await logIn(at)).data.user_id, data.user_id)
})

test('no answer carries the password or its hash', async () => {
  const at = setUp()
  const { error } = await create(at)
  assert.not.match(JSON.stringify(error), new RegExp(strong.replace('!', '.')))
  assert.equal(Object.keys(error.data.user.password).sort(), ['password_id', 'requires_reset'])
})

test('each refusal has its own name', async () => {
  const at = setUp({
    seed: {
      users: [
        { emails: [{ email: ada }], password: strong },
        { emails: [{ email: 'link@example.com' }] },
        { emails: [{ email: 'old@example.com' }], password: strong, password_requires_reset: true },
        { emails: [{ email: 'leaked@example.com' }], password: 'correct horse battery staple' },
      ],
    },
  })
  for (const [reply, status, type] of [
    [await create(at), 400, 'duplicate_email'],
    [await create(at, 'abc', 'new@example.com'), 400, 'weak_password'],
    [await create(at, 'correct horse battery staple', 'new@example.com'), 400, 'breached_password'],
    [await create(at, strong, 'nope'), 400, 'invalid_email'],
    [await logIn(at, strong, 'nobody@example.com'), 404, 'email_not_found'],
    [await logIn(at, strong, 'link@example.com'), 400, 'no_user_password'],
    [await logIn(at, `${strong}x`), 401, 'unauthorized_credentials'],
    [await logIn(at, ''), 401, 'unauthorized_credentials'],
    [await logIn(at, strong, 'old@example.com'), 401, 'reset_password'],
    [await logIn(at, 'correct horse battery staple', 'leaked@example.com'), 400, 'breached_password'],
  ] as const) {
    assert.equal([reply.status, reply.error.error_type], [status, type])
  }
})

test('ten wrong passwords lock the user for an hour, and a reset unlocks', async () => {
  const at = withAda()
  for (let tries = 0; tries < 10; tries++) assert.is((await logIn(at, 'wrong')).status, 401)
  assert.is((await logIn(at)).error.error_type, 'user_lock_limit_reached')
  at.emulator.clock.advance(60 * MINUTE)
  assert.is((await logIn(at)).status, 200)

  for (let tries = 0; tries < 10; tries++) await logIn(at, 'wrong')
  const { token } = await askForReset(at)
  assert.is((await at.call('POST /passwords/email/reset', { token, password: other, session_duration_minutes: 30 })).status, 200)
  assert.is((await logIn(at, other)).status, 200)
})

test('users/search returns new, password or passwordless', async () => {
  const at = setUp({ seed: { users: [{ emails: [{ email: ada }], password: strong }, { emails: [{ email: 'link@example.com' }] }] } })
  for (const [email, userType] of [
    [ada, 'password'],
    ['ADA@example.com', 'password'],
    ['link@example.com', 'passwordless'],
    ['new@example.com', 'new'],
  ]) {
    assert.is((await at.call('POST /users/search', { email })).data.userType, userType)
  }
})

test('a reset link sets a new password, once', async () => {
  const at = withAda()
  const { reset, token } = await askForReset(at, { reset_password_redirect_url: 'https://app.example/reset?x=1#y' })
  assert.is(reset.href, `https://app.example/reset?x=1&token=${token}&stytch_token_type=reset_password#y`)
  const set = (password: string) => at.call('POST /passwords/email/reset', { token, password, session_duration_minutes: 30 })
  assert.is((await set('abc')).error.error_type, 'weak_password')
  const { data } = await set(other)
  assert.is(data.user.emails[0].verified, true)
  assert.is(data.user.password.requires_reset, false)
  assert.is((await set(strong)).error.error_type, 'unable_to_auth_magic_link')
  // The second link of the message is spent too.
  const { status } = await at.call('POST /magic_links/authenticate', { token, session_duration_minutes: 30 })
  assert.is(status, 401)
  assert.is((await logIn(at)).error.error_type, 'unauthorized_credentials')
  assert.is((await logIn(at, other)).status, 200)
})

test('a reset link expires by the clock of the emulator', async () => {
  for (const [body, minutes] of [
    [{}, 30],
    [{ reset_password_expiration_minutes: 9 }, 9],
  ] as const) {
    const at = withAda()
    const { token } = await askForReset(at, body)
    at.emulator.clock.advance(minutes * MINUTE)
    const { error } = await at.call('POST /passwords/email/reset', { token, password: other, session_duration_minutes: 30 })
    assert.is(error.error_type, 'unable_to_auth_magic_link')
  }
})

test('the message has a second link, which logs in without a password and spends the first', async () => {
  const at = withAda()
  const { login, token } = await askForReset(at, { login_redirect_url: 'https://app.example/in' })
  assert.is(login.pathname, '/in')
  assert.is(login.searchParams.get('stytch_token_type'), 'login')
  assert.is(
    (await at.call('POST /magic_links/authenticate', { token: login.searchParams.get('token'), session_duration_minutes: 30 })).status,
    200,
  )
  const { error } = await at.call('POST /passwords/email/reset', { token, password: other, session_duration_minutes: 30 })
  assert.is(error.error_type, 'unable_to_auth_magic_link')
})

test('PKCE binds a reset to the device that requested it', async () => {
  const at = withAda()
  at.emulator.project({ pkce_required_for_password_resets: true })
  assert.is((await at.call('POST /passwords/email/reset/start', { email: ada })).error.error_type, 'invalid_pkce_code_challenge')
  const { token } = await askForReset(at, { code_challenge: challenge })
  const set = (code_verifier?: string) =>
    at.call('POST /passwords/email/reset', { token, password: other, session_duration_minutes: 30, code_verifier })
  assert.is((await set()).error.error_type, 'pkce_expected_code_verifier')
  assert.is((await set(`${verifier}x`)).error.error_type, 'pkce_mismatch')
  assert.is((await set(verifier)).status, 200)
})

test('a reset is only for existing users', async () => {
  const { status, error } = await setUp().call('POST /passwords/email/reset/start', { email: ada })
  assert.equal([status, error.error_type], [404, 'email_not_found'])
})

test('the existing password can change it', async () => {
  const at = withAda()
  const change = (existing_password: string, new_password: string) =>
    at.call('POST /passwords/existing_password/reset', { email: ada, existing_password, new_password, session_duration_minutes: 30 })
  assert.is((await change('wrong', other)).error.error_type, 'unauthorized_credentials')
  assert.is((await change(strong, 'abc')).error.error_type, 'weak_password')
  assert.is((await change(strong, other)).status, 200)
  assert.is((await logIn(at, other)).status, 200)
})

test('a session can change it', async () => {
  const at = withAda()
  const change = () => at.visitor.call('POST /passwords/session/reset', { password: other })
  assert.is((await change()).error.error_type, 'user_unauthenticated')
  await at.visitor.call('POST /passwords/authenticate', { email: ada, password: strong, session_duration_minutes: 30 })
  assert.is((await change()).status, 200)
  assert.is((await logIn(at, other)).status, 200)
})

test('a password that was set before the email address was proved must be reset afterward', async () => {
  const at = setUp()
  await create(at)
  assert.is((await logIn(at)).status, 200)
  await logInByCode(at, 30, ada)
  assert.is((await logIn(at)).error.error_type, 'reset_password')
  const reset = await askForReset(at)
  await at.call('POST /passwords/email/reset', { token: reset.token, password: other, session_duration_minutes: 30 })
  assert.is((await logIn(at, other)).status, 200)
})

test("strength: zxcvbn's scores, with the provider's sentences", async () => {
  const at = setUp()
  const check = async (password: string, email?: string) => (await at.call('POST /passwords/strength_check', { password, email })).data
  const weak = await check('abc')
  assert.is(weak.score, 0)
  assert.is(weak.valid_password, false)
  assert.is(weak.strength_policy, 'zxcvbn')
  assert.is(weak.feedback.warning, 'Sequences like abc or 6543 are easy to guess')
  assert.ok(weak.feedback.suggestions.includes('Add another word or two. Uncommon words are better.'))

  const good = await check(strong)
  assert.ok(good.score >= 3)
  assert.is(good.valid_password, true)
  assert.is(good.breached_password, false)
  assert.is(good.feedback.warning, '')
  assert.equal(good.feedback.suggestions, [])

  const strength = await check('correct horse battery staple')
  assert.ok(strength.score >= 3)
  assert.is(strength.breached_password, true)
  assert.is(strength.valid_password, false)
  assert.is((await check('password')).breached_password, true)
  // Parts of the user's name are worth less.
  const ownName = 'zebediah.quux'
  assert.ok((await check(ownName, `${ownName}@example.com`)).score < (await check(ownName)).score)
})

test('strength: the LUDS policy of the project', async () => {
  const at = setUp({ project: { password_config: { luds_complexity: 3, luds_minimum_count: 8 } } })
  const { data } = await at.call('POST /passwords/strength_check', { password: 'qwxzjvk' })
  assert.is(data.strength_policy, 'luds')
  assert.is(data.valid_password, false)
  assert.equal([data.feedback.luds_requirements.missing_characters, data.feedback.luds_requirements.missing_complexity], [1, 2])
  assert.is((await create(at, 'qwxzjvk')).error.error_type, 'weak_password')
  assert.is((await create(at, 'Qwxzjvk7')).status, 200)
})

test('LUDS counts characters and kinds', () => {
  const policy = { luds_complexity: 4, luds_minimum_count: 6 }
  for (const [password, has, missing] of [
    ['', '', [6, 4]],
    ['abc', 'l', [3, 3]],
    ['aB1!', 'luds', [2, 0]],
    ['😀😀', 's', [4, 3]],
    ['ÄÖÜäöü', 'lu', [0, 2]],
    ['123456', 'd', [0, 3]],
  ] as const) {
    const rules = luds(password, policy)
    const letters = [rules.has_lower_case && 'l', rules.has_upper_case && 'u', rules.has_digit && 'd', rules.has_symbol && 's']
    assert.is(letters.filter(Boolean).join(''), has, password)
    assert.equal([rules.missing_characters, rules.missing_complexity], missing, password)
  }
  assert.equal([luds('', null).missing_characters, luds('', null).missing_complexity], [0, 0])
})

test.run()
