import { TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator, type Project } from '../../../../src/tools/emulator/index.ts'
import { createBackendVisitor } from '../visitor.ts'

const test = suite('emulator: a second factor before the session')

const SECRET = 'JBSWY3DPEHPK3PXP'
const CODES = ['aaaa-bbbb', 'cccc-dddd']
const PASSWORD = 'vRIQomL!faE2S44s'
const MINUTE = 60_000

const arrive = (project: Partial<Project> = {}) => {
  const emulator = createEmulator({
    project: { backend: true, second_factor: 'before_session', ...project },
    seed: {
      users: [
        { emails: [{ email: 'ada@example.com' }], password: PASSWORD, totp: { secret: SECRET, recovery_codes: CODES } },
        { emails: [{ email: 'bob@example.com' }], password: PASSWORD },
      ],
    },
  })
  const visitor = createBackendVisitor(emulator)
  const { call } = visitor
  return {
    emulator,
    ...visitor,
    logIn: (email = 'ada@example.com') => call('POST /passwords/authenticate', { email, password: PASSWORD, session_duration_minutes: 30 }),
    code: () => new TOTP({ secret: SECRET }).generate({ timestamp: emulator.clock.now() }),
    prove: (totp_code: string, more: object = {}) => call('POST /totps/authenticate', { totp_code, session_duration_minutes: 30, ...more }),
    recover: (recovery_code: string, more: object = {}) =>
      call('POST /totps/recover', { recovery_code, session_duration_minutes: 30, ...more }),
  }
}

test('a right first factor of a user with an app begins no session, and says what is missing', async () => {
  const { logIn, call, jar, cookieLog } = arrive()
  const { status, data } = await logIn()
  const { request_id, ...answer } = data
  assert.is(status, 200)
  assert.equal(answer, {
    status_code: 200,
    second_factor_required: true,
    methods: ['totp', 'backup_code'],
    trusted_device: true,
  })
  assert.equal([...jar.keys()], ['latchkey_first_factor'])
  assert.match(cookieLog[0]!, /; HttpOnly/)
  assert.is((await call('GET /users/me')).error.error_type, 'user_unauthenticated')
  assert.is((await call('POST /sessions/authenticate', {})).error.error_type, 'user_unauthenticated')
})

test('the code of the app begins the session, with both factors, once', async () => {
  const { logIn, prove, code, call, jar } = arrive()
  await logIn()
  const { first_factor, ...rest } = { first_factor: jar.get('latchkey_first_factor')!, ...{} }
  assert.equal(rest, {})
  const { data } = await prove(code())
  assert.equal(
    data.session.authentication_factors.map(({ type }: { type: string }) => type),
    ['password', 'totp'],
  )
  assert.equal([...jar.keys()], ['stytch_session', 'stytch_session_jwt'])
  assert.is((await call('GET /users/me')).status, 200)
  for (const name of jar.keys()) jar.delete(name)
  jar.set('latchkey_first_factor', first_factor)
  assert.is((await prove(code())).error.error_type, 'second_factor_expired')
})

test('a wrong code, a used one and a wrong recovery code begin nothing, and the right one still counts', async () => {
  const { logIn, prove, recover, code, jar, emulator } = arrive()
  await logIn()
  assert.is((await prove('000000')).error.error_type, 'unable_to_authenticate_totp')
  assert.is((await recover('eeee-ffff')).error.error_type, 'unable_to_authenticate_recovery_code')
  assert.equal([...jar.keys()], ['latchkey_first_factor'])
  const usedCode = code()
  await prove(usedCode)
  jar.clear()
  await logIn()
  assert.is((await prove(usedCode)).error.error_type, 'totp_code_already_authenticated')
  emulator.clock.advance(MINUTE)
  assert.is((await prove(code())).status, 200)
})

test('a recovery code begins the session once', async () => {
  const { logIn, recover, jar } = arrive()
  await logIn()
  assert.is((await recover(CODES[0]!)).data.session.authentication_factors.length, 2)
  jar.clear()
  await logIn()
  assert.is((await recover(CODES[0]!)).error.error_type, 'unable_to_authenticate_recovery_code')
})

test('after ten minutes the first factor no longer counts', async () => {
  const { logIn, prove, code, emulator } = arrive()
  await logIn()
  emulator.clock.advance(10 * MINUTE + 1)
  assert.is((await prove(code())).error.error_type, 'second_factor_expired')
  await logIn()
  assert.is((await prove(code())).status, 200)
})

test('a trusted device is not asked again for 30 days; another browser and another user are', async () => {
  const { logIn, prove, code, jar, emulator, call } = arrive()
  await logIn()
  await prove(code(), { trust_device: true })
  assert.ok(jar.has('latchkey_trusted_device'))
  await call('POST /sessions/revoke')
  assert.ok((await logIn()).data.session)
  await call('POST /sessions/revoke')
  emulator.clock.advance(31 * 24 * 60 * MINUTE)
  assert.is((await logIn()).data.second_factor_required, true)
  jar.clear()
  jar.set('latchkey_trusted_device', 'guessed')
  assert.is((await logIn()).data.second_factor_required, true)
})

test('a server that trusts no device says so, and ignores the wish', async () => {
  const { logIn, prove, code, jar } = arrive({ trusted_devices: false })
  assert.is((await logIn()).data.trusted_device, false)
  await prove(code(), { trust_device: true })
  assert.not.ok(jar.has('latchkey_trusted_device'))
})

test('a user without an app, a sign-in by a server and the provider itself need no second factor', async () => {
  const { logIn, emulator } = arrive()
  assert.ok((await logIn('bob@example.com')).data.session)
  assert.ok((await emulator.signIn({ email: 'ada@example.com' })).session)
  assert.ok((await arrive({ second_factor: 'optional' }).logIn()).data.session)
  assert.ok((await arrive({ second_factor: 'required' }).logIn()).data.session)
})

test.run()
