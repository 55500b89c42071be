import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Seed } from '../../../../src/tools/emulator/index.ts'
import { PT, setUp } from '../visitor.ts'

const test = suite('emulator: controls')

/** Sends a control request over HTTP. */
const control = async ({ emulator }: ReturnType<typeof setUp>, route: string, body?: unknown) => {
  const [method, name] = route.split(' ')
  const init = { method, body: body === undefined ? undefined : JSON.stringify(body) }
  const answer = await emulator.fetch(new Request(`http://localhost/_emulator/${name}`, init))
  return { status: answer.status, json: await answer.json() }
}

test('outbox: the messages, newest last', async () => {
  const at = setUp()
  for (const email of ['ada@example.com', 'eve@example.com']) await at.call('POST /otps/email/login_or_create', { email })
  const { json } = await control(at, 'GET outbox')
  assert.equal(
    json.map(({ to }: { to: string }) => to),
    ['ada@example.com', 'eve@example.com'],
  )
  assert.equal(Object.keys(json[0]).sort(), ['channel', 'code', 'id', 'sent_at', 'subject', 'text', 'to'])
  assert.equal(json, at.emulator.outbox())
})

test('requests: the requests to the provider, with their answers', async () => {
  const at = setUp()
  await at.call(`GET /projects/bootstrap/${PT}`)
  await at.call('POST /otps/email/login_or_create', { email: 'nope' }, { 'X-SDK-Client': 'abc' })
  await control(at, 'GET outbox')
  const { json } = await control(at, 'GET requests')
  assert.equal(
    json.map(({ method, path, status }: Record<string, unknown>) => [method, path, status]),
    [
      ['GET', `/sdk/v1/projects/bootstrap/${PT}`, 200],
      ['POST', '/sdk/v1/otps/email/login_or_create', 400],
    ],
  )
  assert.is(json[0].body, null)
  assert.equal(json[1].body, { email: 'nope' })
  assert.is(json[1].headers['x-sdk-client'], 'abc')
})

test('project: settings as spelled in the API, and no others', async () => {
  const at = setUp()
  const patch = { project_name: 'Acme', disable_sdk_watermark: false, captcha_settings: { enabled: true, siteKey: 'k' } }
  const { status, json } = await control(at, 'PATCH project', patch)
  assert.is(status, 200)
  assert.is(json.project_name, 'Acme')
  const { data } = await at.call(`GET /projects/bootstrap/${PT}`)
  for (const [name, value] of Object.entries(patch)) assert.equal(data[name], value)
  // Settings that the provider does not publish.
  assert.ok('allowed_redirect_urls' in json)
  assert.not('allowed_redirect_urls' in data)

  const { status: patchStatus, json: error } = await control(at, 'PATCH project', { projectName: 'Camel' })
  assert.is(patchStatus, 400)
  assert.is(error.body[0].dataPath, 'projectName')
})

test('seed: users as spelled in the API, with the ids that they got', async () => {
  const at = setUp()
  const { json } = await control(at, 'POST seed', {
    users: [
      {
        emails: [{ email: 'Ada@Example.com' }],
        phone_numbers: [{ phone_number: '+14155550100', verified: false }],
        name: { first_name: 'Ada' },
        roles: ['admin'],
        untrusted_metadata: { theme: 'dark' },
      },
    ],
  })
  const [user] = json.users
  assert.is(user.emails[0].email, 'ada@example.com')
  assert.is(user.emails[0].verified, true)
  assert.is(user.phone_numbers[0].verified, false)
  assert.equal(user.name, { first_name: 'Ada', middle_name: '', last_name: '' })
  assert.equal(user.roles, ['admin'])
  const { data } = await at.call('POST /otps/email/send/primary', { email: 'ada@example.com' })
  assert.is(data.method_id, user.emails[0].email_id)

  for (const [seed, path] of [
    [{ users: [{ email: 'ada@example.com' }] }, 'users.0.email'],
    [{ people: [] }, 'people'],
    [{ users: [{ emails: ['ada@example.com'] }] }, 'users.0.emails.0'],
  ] as const) {
    const { status, json: error } = await control(at, 'POST seed', seed)
    assert.is(status, 400)
    assert.is(error.body[0].dataPath, path)
  }
})

test('seed: the policy reaches bootstrap', async () => {
  const at = setUp()
  const policy = {
    roles: [{ role_id: 'admin', permissions: [{ resource_id: 'doc', actions: ['*'] }] }],
    resources: [{ resource_id: 'doc', actions: ['read'] }],
  }
  const publicPolicy = async () => (await at.call(`GET /projects/bootstrap/${PT}`)).data.rbac_policy
  // The provider's own consent screen is blank if the list of scopes is missing.
  assert.equal((await publicPolicy()).scopes, [])
  await control(at, 'POST seed', { policy })
  const [user, admin, ...more] = (await publicPolicy()).roles
  assert.equal([user.role_id, admin, more], ['stytch_user', { ...policy.roles[0], description: '' }, []])
  assert.equal((await publicPolicy()).resources, [{ ...policy.resources[0], description: '' }])
  const scopes = [{ scope: 'doc:read', description: 'Read documents' }]
  await control(at, 'PATCH project', { rbac_policy: { ...policy, scopes } })
  assert.equal((await publicPolicy()).scopes, [{ ...scopes[0], permissions: [] }])
})

test('faults: set by one, and read by another', async () => {
  const at = setUp()
  const down = [{ route: 'POST /otps/authenticate', status: 502 }]
  assert.equal((await control(at, 'GET faults')).json, [])
  assert.equal((await control(at, 'PATCH faults', down)).json, down)
  assert.equal((await control(at, 'GET faults')).json, down)
})

test('clock: advances, and returns the time', async () => {
  const at = setUp()
  const before = Date.now()
  const { json } = await control(at, 'POST clock', { advance_ms: 86_400_000 })
  const now = Date.parse(json.now) - 86_400_000
  // The time is in whole seconds.
  assert.ok(before - 1000 < now && now <= Date.now())
  for (const body of [{}, { advance_ms: -1 }, { advance_ms: '5' }, { advance: 5 }]) {
    assert.is((await control(at, 'POST clock', body)).status, 400)
  }
})

test('reset: restores the initial state, with the options and the first seed', async () => {
  const at = setUp({ project: { project_name: 'Mine' }, seed: { users: [{ emails: [{ email: 'ada@example.com' }] }] } })
  at.emulator.project({ project_name: 'Changed' })
  at.emulator.clock.advance(1e9)
  at.emulator.faults([{ route: '* *', status: 500 }])
  await control(at, 'POST reset')
  assert.equal(at.emulator.outbox(), [])
  assert.equal(at.emulator.requests(), [])
  assert.is(at.emulator.project().project_name, 'Mine')
  assert.ok(Math.abs(at.emulator.clock.now() - Date.now()) < 1000)
  assert.is((await at.call('POST /otps/email/send/primary', { email: 'ada@example.com' })).status, 200)
})

test('in code, invalid options, settings, seeds and faults are refused by name', () => {
  const { emulator } = setUp()
  for (const [attempt, message] of [
    [() => emulator.project({ projectName: 'x' } as never), /projectName/],
    [() => emulator.seed({ users: [{ email: 'x' }] } as never), /users\.0\.email/],
    [() => emulator.seed({ users: [{ emails: [{ email: 'nope' }] }] }), /invalid_email/],
    [() => emulator.faults([{ route: 'nope' }]), /0\.route/],
    [() => setUp({ seed: { people: [] } } as never), /people/],
  ] as const) {
    assert.throws(attempt, message)
  }
  assert.is(emulator.seed({ users: [{ emails: [{ email: 'Ada@Example.com' }] }] }).users[0]!.emails[0]!.email, 'ada@example.com')
})

test('changes to returned values do not change the emulator', async () => {
  const at = setUp()
  const {
    users: [user],
  } = at.emulator.seed({ users: [{ emails: [{ email: 'ada@example.com' }] }] })
  user!.emails.length = 0
  at.emulator.project().project_name = 'Changed'
  at.emulator.outbox().push({} as never)
  assert.is((await at.call('POST /otps/email/send/primary', { email: 'ada@example.com' })).status, 200)
  assert.is(at.emulator.project().project_name, 'Latchkey Emulator')
  assert.is(at.emulator.outbox().length, 1)
})

test('clock: advances by whole milliseconds from 0 to 1e12, and nothing else moves it', async () => {
  const at = setUp()
  for (const advance_ms of [-1, 0.5, 1e12 + 1, 1e16, Number.MAX_VALUE])
    assert.is((await control(at, 'POST clock', { advance_ms })).status, 400)
  for (const ms of [-1, 0.5, 1e12 + 1, Infinity, NaN, '5', undefined]) {
    assert.throws(
      () => at.emulator.clock.advance(ms as number),
      (error: unknown) => error instanceof TypeError,
    )
  }
  assert.ok(Math.abs(at.emulator.clock.now() - Date.now()) < 1000)
  assert.is((await control(at, 'POST clock', { advance_ms: 1e12 })).status, 200)
  assert.is((await at.call(`GET /projects/bootstrap/${PT}`)).status, 200)
  assert.equal(at.emulator.crashes(), [])
})

test('undefined counts as absent', () => {
  const { emulator } = setUp({ project: { lock_threshold: undefined }, seed: undefined })
  assert.is(emulator.project().lock_threshold, 10)
  assert.is(emulator.project({ project_name: undefined }).project_name, 'Latchkey Emulator')
  const {
    users: [user],
    clients: [client],
  } = emulator.seed({
    users: [{ roles: undefined, status: undefined, untrusted_metadata: undefined, name: { first_name: undefined, last_name: 'L' } }],
    clients: [{ client_id: undefined, client_type: undefined, client_name: 'App', redirect_uris: [] }],
  } as Seed)
  assert.equal([user!.roles, user!.status, user!.untrusted_metadata], [['stytch_user'], 'active', {}])
  assert.equal(user!.name, { first_name: '', middle_name: '', last_name: 'L' })
  assert.is(client!.client_type, 'third_party')
  assert.match(client!.client_id, /^connected-app-test-/)
})

test('invalid options and refused seeds throw a TypeError with the place', async () => {
  const ada = { emails: [{ email: 'ada@example.com' }] }
  const wallet = { crypto_wallet_type: 'ethereum', crypto_wallet_address: '0x1' }
  const acme = { organization_name: 'Acme', organization_slug: 'acme' }
  const bob = { email_address: 'bob@example.com' }
  for (const [options, message] of [
    [null, 'options: '],
    [{ seeds: {} }, 'seeds: '],
    [{ project: null }, 'project: '],
    [{ seed: null }, 'seed: '],
    [{ project: { lock_threshold: 0 } }, 'lock_threshold: '],
    [{ seed: { users: [ada, { emails: [{ email: 'nope' }] }] } }, 'users.1.emails.0.email: invalid_email: '],
    [{ seed: { users: [{ phone_numbers: [{ phone_number: '1' }] }] } }, 'users.0.phone_numbers.0.phone_number: invalid_phone_number: '],
    [{ seed: { users: [{ crypto_wallets: [wallet] }] } }, 'users.0.crypto_wallets.0: invalid_crypto_wallet_address: '],
    [{ seed: { users: [ada, ada] } }, 'users.1.emails.0: duplicate_email: '],
    [{ seed: { organizations: [acme, acme] } }, 'organizations.1: organization_slug_already_used: '],
    [{ seed: { organizations: [{ ...acme, members: [bob, bob] }] } }, 'organizations.0.members.1: duplicate_member_email: '],
    [
      { seed: { organizations: [{ ...acme, members: [{ email_address: 'nope' }] }] } },
      'organizations.0.members.0.email_address: invalid_email: ',
    ],
  ] as const) {
    const says = (error: unknown) => error instanceof TypeError && error.message.startsWith(message)
    assert.throws(
      () => setUp(options as never),
      (error: Error) => says(error) || assert.unreachable(`${message} ${error}`),
    )
    const seed = (options as { seed?: Seed } | null)?.seed
    if (!seed) continue
    const at = setUp()
    assert.throws(() => at.emulator.seed(seed), says)
    const { status, json } = await control(setUp(), 'POST seed', seed)
    assert.equal([status, json.status_code], [400, 400])
    assert.ok(message.includes(json.error_type ?? json.body[0].dataPath), JSON.stringify(json))
  }
})

test.run()
