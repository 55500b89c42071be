import { base64url } from 'jose'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createSoftwarePasskey, type Defects } from '../../../../src/tools/conformance/softwarePasskey.ts'
import { createVisitor, logInByCode, setUp } from '../visitor.ts'

const test = suite('emulator: passkeys')
const domain = 'app.example'

const setUpVisitor = async () => {
  const at = setUp()
  const { call } = at.visitor
  await logInByCode({ ...at, call }, 300)
  const authenticator = await createSoftwarePasskey()
  const startRegistration = async (more: object = {}): Promise<string> =>
    (await call('POST /webauthn/register/start', { domain, user_agent: 'TestBrowser', return_passkey_credential_options: true, ...more }))
      .data.public_key_credential_creation_options
  const register = (public_key_credential: string) => call('POST /webauthn/register', { public_key_credential })
  const enroll = async () => {
    const { status, data, error } = await register(await authenticator.create(await startRegistration()))
    assert.is(status, 200, JSON.stringify(error))
    return data
  }
  /** Logs in on a browser without a session. */
  const guest = createVisitor(at.emulator)
  const startLogin = async (): Promise<string> =>
    (await guest.call('POST /webauthn/authenticate/start/primary', { domain })).data.public_key_credential_request_options
  const logIn = (public_key_credential: string) =>
    guest.call('POST /webauthn/authenticate', { public_key_credential, session_duration_minutes: 30 })
  return { emulator: at.emulator, call, authenticator, startRegistration, register, enroll, startLogin, logIn }
}

test('a passkey is registered, and logs in', async () => {
  const { authenticator, enroll, startLogin, logIn } = await setUpVisitor()
  const { webauthn_registration_id, user, session } = await enroll()
  assert.equal(user.webauthn_registrations, [
    {
      webauthn_registration_id,
      domain,
      user_agent: 'TestBrowser',
      verified: true,
      authenticator_type: '',
      name: 'Passkey 1',
    },
  ])
  assert.is(session.authentication_factors.length, 2)
  const { data } = await logIn(await authenticator.get(await startLogin()))
  assert.is(data.user_id, user.user_id)
  assert.is(data.webauthn_registration_id, webauthn_registration_id)
  assert.is(data.session.authentication_factors[0].webauthn_factor.webauthn_registration_id, webauthn_registration_id)
})

test('a registration keeps the type of authenticator that was asked for', async () => {
  const { authenticator, startRegistration, register } = await setUpVisitor()
  const { data } = await register(await authenticator.create(await startRegistration({ authenticator_type: 'cross-platform' })))
  assert.is(data.user.webauthn_registrations[0].authenticator_type, 'cross-platform')
})

test('the options contain what was requested', async () => {
  const { call, emulator, startRegistration, enroll, startLogin } = await setUpVisitor()
  const { user_id } = (await call('GET /users/me')).data
  const options = JSON.parse(await startRegistration())
  assert.is(options.rp.id, domain)
  assert.is(options.rp.name, 'Latchkey Emulator')
  assert.is(new TextDecoder().decode(base64url.decode(options.user.id)), user_id)
  assert.is(options.user.name, 'ada@example.com')
  assert.is(options.authenticatorSelection.residentKey, 'required')
  assert.is(options.authenticatorSelection.userVerification, 'preferred')
  assert.equal(options.excludeCredentials, [])

  const other = JSON.parse(
    await startRegistration({
      authenticator_type: 'platform',
      override_id: 'me',
      override_name: 'n',
      override_display_name: 'd',
      return_passkey_credential_options: false,
    }),
  )
  assert.equal([new TextDecoder().decode(base64url.decode(other.user.id)), other.user.name, other.user.displayName], ['me', 'n', 'd'])
  assert.is(other.authenticatorSelection.authenticatorAttachment, 'platform')
  assert.is(other.authenticatorSelection.residentKey, 'preferred')

  await enroll()
  assert.is(JSON.parse(await startRegistration()).excludeCredentials.length, 1)
  assert.is(JSON.parse(await startRegistration({ domain: 'other.example' })).excludeCredentials.length, 0)
  const login = JSON.parse(await startLogin())
  assert.equal([login.rpId, login.allowCredentials ?? []], [domain, []])
  emulator.project({ webauthn_user_verification: 'required' })
  assert.is(JSON.parse(await startLogin()).userVerification, 'required')
})

const defects: [string, Defects][] = [
  ['of another origin', { origin: 'https://evil.example' }],
  ['of a look-alike origin', { origin: 'https://evilapp.example' }],
  ['of the origin without TLS', { origin: 'http://app.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['to another challenge', { challenge: 'AAAA' }],
  ['of the wrong type', { type: 'webauthn.other' }],
  ['without a touch', { absent: true }],
]

for (const [name, defect] of defects) {
  test(`a response ${name} neither registers nor logs in`, async () => {
    const { authenticator, startRegistration, register, enroll, startLogin, logIn } = await setUpVisitor()
    const registration = await register(await authenticator.create(await startRegistration(), defect))
    assert.equal([registration.status, registration.error.error_type], [401, 'unable_to_auth_webauthn_registration'])
    await enroll()
    const login = await logIn(await authenticator.get(await startLogin(), defect))
    assert.equal([login.status, login.error.error_type], [401, 'unable_to_auth_webauthn_registration'])
  })
}

test('a signature of another key does not log in', async () => {
  const { authenticator, enroll, startLogin, logIn } = await setUpVisitor()
  await enroll()
  const { status } = await logIn(await authenticator.get(await startLogin(), { forged: true }))
  assert.is(status, 401)
})

test('a subdomain can use the passkeys of its domain', async () => {
  const { authenticator, enroll, startLogin, logIn } = await setUpVisitor()
  await enroll()
  assert.is((await logIn(await authenticator.get(await startLogin(), { origin: 'https://login.app.example' }))).status, 200)
})

test('a counter that stands still reveals a copied authenticator', async () => {
  const { authenticator, enroll, startLogin, logIn } = await setUpVisitor()
  await enroll()
  assert.is((await logIn(await authenticator.get(await startLogin(), { counter: 7 }))).status, 200)
  assert.is((await logIn(await authenticator.get(await startLogin(), { counter: 7 }))).status, 401)
  assert.is((await logIn(await authenticator.get(await startLogin(), { counter: 8 }))).status, 200)
})

test('user verification is required if the project requires it', async () => {
  const { emulator, authenticator, enroll, startLogin, logIn } = await setUpVisitor()
  await enroll()
  assert.is((await logIn(await authenticator.get(await startLogin(), { unverified: true }))).status, 200)
  emulator.project({ webauthn_user_verification: 'required' })
  assert.is((await logIn(await authenticator.get(await startLogin(), { unverified: true }))).status, 401)
  assert.is((await logIn(await authenticator.get(await startLogin()))).status, 200)
})

const withoutQuestion = { absent: true, unverified: true }

test('a passkey that a browser created without a question is refused, unless the project accepts it', async () => {
  const { emulator, authenticator, startRegistration, register } = await setUpVisitor()
  const refusal = await register(await authenticator.create(await startRegistration(), withoutQuestion))
  assert.equal([refusal.status, refusal.error.error_type], [401, 'unable_to_auth_webauthn_registration'])
  emulator.project({ webauthn_user_presence: 'to_log_in' })
  assert.is((await register(await authenticator.create(await startRegistration(), withoutQuestion))).status, 200)
})

test('a project that accepts such a passkey still needs somebody at a log-in, and refuses what no browser creates', async () => {
  const { emulator, authenticator, startRegistration, register, startLogin, logIn } = await setUpVisitor()
  emulator.project({ webauthn_user_presence: 'to_log_in' })
  // verified, although nobody was there
  assert.is((await register(await authenticator.create(await startRegistration(), { absent: true }))).status, 401)
  assert.is((await register(await authenticator.create(await startRegistration(), { ...withoutQuestion, challenge: 'AAAA' }))).status, 401)
  emulator.project({ webauthn_user_verification: 'required' })
  assert.is((await register(await authenticator.create(await startRegistration(), withoutQuestion))).status, 401)
  emulator.project({ webauthn_user_verification: 'preferred' })
  assert.is((await register(await authenticator.create(await startRegistration(), withoutQuestion))).status, 200)
  for (const defects of [withoutQuestion, { absent: true }])
    assert.is((await logIn(await authenticator.get(await startLogin(), defects))).status, 401)
  assert.is((await logIn(await authenticator.get(await startLogin()))).status, 200)
})

test('a challenge works once, for five minutes', async () => {
  const { emulator, authenticator, enroll, startLogin, logIn } = await setUpVisitor()
  await enroll()
  const response = await authenticator.get(await startLogin())
  assert.is((await logIn(response)).status, 200)
  assert.is((await logIn(response)).status, 401)
  const late = await authenticator.get(await startLogin())
  emulator.clock.advance(300_000)
  assert.is((await logIn(late)).status, 401)
})

test('an unknown or deleted passkey is not found', async () => {
  const { call, authenticator, enroll, startLogin, logIn } = await setUpVisitor()
  const checkAbsent = async () => {
    const { status, error } = await logIn(await authenticator.get(await startLogin()))
    assert.equal([status, error.error_type], [404, 'webauthn_registration_not_found'])
  }
  await checkAbsent()
  const { webauthn_registration_id } = await enroll()
  await call(`DELETE /users/webauthn_registrations/${webauthn_registration_id}`)
  await checkAbsent()
})

test('one passkey can be registered once', async () => {
  const { authenticator, startRegistration, register, enroll } = await setUpVisitor()
  await enroll()
  const { error } = await register(await authenticator.create(await startRegistration()))
  assert.is(error.error_type, 'duplicate_webauthn_registration')
})

test('a registration belongs to the user who started it', async () => {
  const { emulator, authenticator, startRegistration } = await setUpVisitor()
  const eve = createVisitor(emulator)
  const register = async () =>
    eve.call('POST /webauthn/register', { public_key_credential: await authenticator.create(await startRegistration()) })
  assert.is((await register()).error.error_type, 'user_unauthenticated')
  await logInByCode({ emulator, ...eve }, 30, 'eve@example.com')
  assert.is((await register()).error.error_type, 'unable_to_auth_webauthn_registration')
})

test('a passkey is renamed by its owner', async () => {
  const { call, enroll } = await setUpVisitor()
  const { webauthn_registration_id } = await enroll()
  const { data } = await call(`PUT /webauthn/update/${webauthn_registration_id}`, { name: 'Desk' })
  assert.is(data.webauthn_registration.name, 'Desk')
  assert.is((await call('GET /users/me')).data.webauthn_registrations[0].name, 'Desk')
  assert.is((await call('PUT /webauthn/update/nope', { name: 'x' })).error.error_type, 'webauthn_registration_not_found')
})

test('an invalid credential is reported as such', async () => {
  const { register, logIn } = await setUpVisitor()
  for (const text of [
    '',
    'null',
    '[]',
    '{}',
    '{"id":"x","rawId":"x","type":"public-key","response":{"clientDataJSON":"!!!"}}',
    '{"id":"x","rawId":"x","type":"public-key","response":{"clientDataJSON":"e30"}}',
  ]) {
    for (const { status, error } of [await register(text), await logIn(text)]) {
      assert.equal([status, error.error_type], [400, 'invalid_public_key_credential'], text)
    }
  }
})

test('as a second factor, a passkey must belong to the signed-in user', async () => {
  const { emulator, call, authenticator, enroll } = await setUpVisitor()
  await enroll()
  const stranger = await createSoftwarePasskey()
  emulator.seed({ users: [{ emails: [{ email: 'eve@example.com' }], webauthn_registrations: [{ ...(await stranger.seed()), domain }] }] })
  const start = async () =>
    (await call('POST /webauthn/authenticate/start/secondary', { domain })).data.public_key_credential_request_options
  const finish = (public_key_credential: string) =>
    call('POST /webauthn/authenticate', { public_key_credential, session_duration_minutes: 30 })
  const { status, error } = await finish(await stranger.get(await start()))
  assert.equal([status, error.error_type], [401, 'unable_to_auth_webauthn_registration'])
  assert.is((await call('GET /users/me')).data.emails[0].email, 'ada@example.com')
  assert.is((await finish(await authenticator.get(await start()))).data.user.emails[0].email, 'ada@example.com')
})

test('the user handle, if there is one, matches the registration', async () => {
  const { authenticator, startRegistration, register, enroll, startLogin, logIn } = await setUpVisitor()
  await enroll()
  const somebody = base64url.encode(new TextEncoder().encode('user-test-somebody-else'))
  const { status, error } = await logIn(await authenticator.get(await startLogin(), { userHandle: somebody }))
  assert.equal([status, error.error_type], [401, 'unable_to_auth_webauthn_registration'])
  assert.is((await logIn(await authenticator.get(await startLogin(), { userHandle: null }))).status, 200)
  assert.is((await logIn(await authenticator.get(await startLogin()))).status, 200)

  const other = await createSoftwarePasskey()
  await register(await other.create(await startRegistration({ override_id: 'me' })))
  assert.is((await logIn(await other.get(await startLogin()))).status, 200)
})

test('a challenge for a log-in registers nothing', async () => {
  const { call, authenticator, startRegistration, register } = await setUpVisitor()
  const { challenge } = JSON.parse(
    (await call('POST /webauthn/authenticate/start/secondary', { domain })).data.public_key_credential_request_options,
  )
  assert.is((await register(await authenticator.create(await startRegistration(), { challenge }))).status, 401)
})

test.run()
