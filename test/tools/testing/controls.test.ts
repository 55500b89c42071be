import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../src/tools/emulator/index.ts'
import { controlsOf, createHold, createMailbox, reachEmulator, type EmulatorControls } from '../../../src/tools/testing/index.ts'
import { apiOrigins, emulatorPattern } from '../../../src/tools/testing/origins.ts'
import { until } from '../../harness/turns.ts'
import { createVisitor, PT } from '../emulator/visitor.ts'
import { rejection } from '../../harness/rejection.ts'

const setUp = () => {
  const emulator = createEmulator()
  return { emulator, controls: controlsOf(emulator), call: createVisitor(emulator).call }
}
const SEND = 'POST /otps/email/login_or_create'

test('every control does what the emulator does in code', async () => {
  const { emulator, controls, call } = setUp()
  await call(SEND, { email: 'ada@example.com' })
  for (const name of ['outbox', 'requests', 'events', 'project', 'faults'] as const)
    assert.equal(await controls[name](), JSON.parse(JSON.stringify(emulator[name]())), name)
  assert.is((await controls.project({ project_name: 'Acme' })).project_name, 'Acme')
  assert.is((await controls.seed({ users: [{ emails: [{ email: 'eve@example.com' }] }] })).users.length, 1)
  assert.is((await controls.signIn({ email: 'eve@example.com' })).user.emails[0]!.email, 'eve@example.com')
  assert.is((await controls.signIn({ email: 'eve@example.com', organization: 'acme' })).member.email_address, 'eve@example.com')
  const before = await controls.clock.now()
  assert.is(Date.parse(await controls.clock.advance(60_000)), Math.floor(emulator.clock.now() / 1000) * 1000)
  assert.ok((await controls.clock.now()) - before >= 60_000)
  assert.equal(await controls.faults([{ route: '* *', hold: 'all' }]), [{ route: '* *', hold: 'all' }])
  const answer = call(`GET /projects/bootstrap/${PT}`)
  while (emulator.requests().at(-1)?.status !== null) await new Promise((resolve) => setImmediate(resolve))
  assert.is(await controls.release('all'), 1)
  await answer
  assert.is(await controls.reset(), undefined)
  assert.equal(await controls.outbox(), [])
  const names: (keyof EmulatorControls)[] = [
    'outbox',
    'requests',
    'events',
    'project',
    'seed',
    'signIn',
    'faults',
    'release',
    'clock',
    'reset',
  ]
  assert.equal(Object.keys(controls).sort(), names.sort())
})

test('a refusal says what is wrong, and an emulator that is not there how to start one', async () => {
  const { controls } = setUp()
  const refusal = await rejection(controls.seed({ users: [{ emails: [{ email: 'ada' }] }] }))
  assert.is(refusal!.code, 'refused')
  assert.match(refusal!.message, /users\.0\.emails\.0\.email: invalid_email/)
  assert.match((await rejection(controls.signIn({ user_id: 'user-test-1' }))).message, /\(404\)\. user_not_found: /)
  // port 1 is closed: no program listens there
  const nobody = await rejection(reachEmulator('http://127.0.0.1:1/').outbox())
  assert.is(nobody!.code, 'unreachable')
  assert.match(nobody!.message, /at http:\/\/127\.0\.0\.1:1\. Start one with `npx latchkey dev`/)
})

test('a mailbox gives each message out once, the newest first, and none from before', async () => {
  const { emulator, controls, call } = setUp()
  await call(SEND, { email: 'ada@example.com' })
  const mailbox = createMailbox(controls, new Set(emulator.outbox().map(({ id }) => id)))
  assert.is((await rejection(mailbox.code('ada@example.com', { timeout: 0 }))).code, 'no_message')
  const waiting = mailbox.code('ADA@example.com')
  await call(SEND, { email: 'bob@example.com' })
  await call(SEND, { email: 'ada@example.com' })
  assert.is(await waiting, emulator.outbox()[2]!.code)
  for (let round = 0; round < 2; round++) await call(SEND, { email: 'ada@example.com' })
  assert.is((await mailbox.message('ada@example.com')).id, emulator.outbox()[4]!.id)
  const error = await rejection(mailbox.message('ada@example.com', { timeout: 0 }))
  assert.match(error!.message, /email to bob@example\.com, email to ada@example\.com \(given out before\)/)
})

test('a mailbox tells codes from links', async () => {
  const { emulator, controls, call } = setUp()
  const mailbox = createMailbox(controls)
  await call(SEND, { email: 'ada@example.com' })
  await call('POST /magic_links/email/login_or_create', { email: 'ada@example.com' })
  assert.is(await mailbox.code('ada@example.com'), emulator.outbox()[0]!.code)
  assert.is(await mailbox.link('ada@example.com'), emulator.outbox()[1]!.url)
})

test('hold keeps other faults, says when a request waits, and holds no more after release', async () => {
  const { emulator, controls, call } = setUp()
  emulator.faults([
    { route: 'POST /passwords', status: 502, times: 3 },
    { route: 'POST /otps/authenticate', drop: true, times: 1 },
  ])
  // a dropped connection has no status either
  await call('POST /otps/authenticate', {}).catch(() => {})
  await call('POST /passwords', {}).catch(() => {})
  const hold = await createHold(controls)('POST /otps/*')
  assert.is((await rejection(hold.arrived({ timeout: 0 }))).code, 'no_request')
  const answer = call(SEND, { email: 'ada@example.com' })
  await hold.arrived()
  assert.equal(emulator.outbox(), [])
  await hold.release()
  assert.is((await answer).status, 200)
  assert.equal(emulator.faults(), [{ route: 'POST /passwords', status: 502, times: 2 }])
  assert.is((await call(SEND, { email: 'ada@example.com' })).status, 200)
})

test('a held request arrives while an older one, which looks the same, is answered', async () => {
  const { emulator, controls, call } = setUp()
  emulator.faults([{ route: SEND, hold: 'older', times: 1 }])
  const older = call(SEND, { email: 'ada@example.com' })
  await until(() => emulator.requests().length === 1)
  const hold = await createHold(controls)(SEND)
  await controls.release('older')
  await older
  assert.is((await rejection(hold.arrived({ timeout: 0 }))).code, 'no_request')
  const newer = call(SEND, { email: 'ada@example.com' })
  await until(() => emulator.requests().length === 2)
  await hold.arrived({ timeout: 0 })
  await hold.release()
  assert.is((await newer).status, 200)
})

test('a held request arrives in an emulator that lists as many requests as it keeps', async () => {
  const { emulator, controls, call } = setUp()
  for (let count = 0; count < 1_000; count++) await call(SEND, {})
  emulator.clock.advance(1_000)
  const hold = await createHold(controls)(SEND)
  const answer = call(SEND, { email: 'ada@example.com' })
  await until(() => emulator.requests().at(-1)!.status === null)
  await hold.arrived({ timeout: 0 })
  await hold.release()
  assert.is((await answer).status, 200)
})

const urls: [url: string, answered: boolean][] = [
  ['https://test.stytch.com/sdk/v1/projects/bootstrap/x', true],
  ['https://test.stytch.com/v1/public/oauth/google/start?a=b', true],
  ['https://api.stytch.com/sdk/v1/sessions/authenticate', true],
  ['https://js.stytch.com/clientside-services/index.html', true],
  ['https://elements.stytch.com/telemetry.js', true],
  ['https://telemetry.stytch.com/submit', true],
  ['https://www.google.com/recaptcha/enterprise.js?render=x', true],
  ['https://accounts.google.com/gsi/client', true],
  ['https://telemetry.stytch.com/submit?a=b', true],
  ['http://localhost:4100/.well-known/openid-configuration', true],
  ['http://localhost:4100/sdk/v1/users/me', true],
  ['https://login.example.com/sdk/v1/users/me', true],
  // whatever else these origins serve
  ['http://localhost:4100/embed/widget.js', false],
  ['http://localhost:4100/submitted', false],
  ['https://www.google.com/search?q=recaptcha/', false],
  ['https://accounts.google.com/o/oauth2/auth', false],
  ['https://login.example.com/', false],
  // other sites that look similar
  ['https://test.stytch.com.evil.example/sdk/v1/users/me', false],
  ['https://testXstytch.com/sdk/v1/users/me', false],
  ['https://app.example.com/?next=https://test.stytch.com/sdk/v1/', false],
]
for (const [url, isAnswered] of urls)
  test(`${url} is ${isAnswered ? '' : 'not '}answered by the emulator`, () =>
    assert.is(emulatorPattern(apiOrigins(['https://login.example.com/path'])).test(url), isAnswered))

test.run()
