/**
 * Checks that the client of `latchkey` works like the headless one, although most of its code loads
 * later.
 */
import { closeAll, newClient, provider } from '../harness/login.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../src/client/core.ts'
import { lazyNamespace } from '../../src/client/namespaces/lazyNamespace.ts'
import { HeadlessClient } from '../../src/entries/headless.ts'
import { LatchkeyClient } from '../../src/entries/index.ts'
import { WidgetClient } from '../../src/widget/WidgetClient.ts'
import { calls } from '../wire/recordedCalls.ts'
import { rejection } from '../harness/rejection.ts'

const test = suite('LatchkeyClient')

const headless = new HeadlessClient('public-token-test-headless', { customBaseUrl: 'http://provider.test' })

const stop = (client: object) => (client as LatchkeyClient).destroy()
test.after(() => stop(headless))
test.after.each(closeAll)

/** Paths of all functions of a client, such as `otps.sms.send`. */
const methodsOf = (thing: object, path = ''): string[] =>
  Object.entries(thing).flatMap(([name, value]) => {
    if (typeof value === 'function') return [path + name]
    return value && typeof value === 'object' ? methodsOf(value, `${path}${name}.`) : []
  })

const at = (client: object, path: string) => path.split('.').reduce((found: any, name) => found[name], client)

test('has every member of the headless client', async () => {
  const paths = methodsOf(headless)
  for (const path of ['onStateChange', 'authenticateByUrl', 'otps.sms.loginOrCreate', 'session.getSync', 'user.get'])
    assert.ok(paths.includes(path), path)
  for (const Client of [LatchkeyClient, WidgetClient]) {
    const client = new Client(`public-token-test-${Client.name}`, { customBaseUrl: 'http://provider.test' })
    for (const path of paths) assert.type(at(client, path), 'function', path)
    stop(client)
  }
})

test('destroying a client unmounts its widgets, and leaves alone what was unmounted before', async () => {
  const client = newClient()
  const parents = [1, 2].map(() => document.body.appendChild(document.createElement('div')))
  const [first, second] = parents.map((elementId) => client.mountLogin({ elementId }))
  second!.unmount()
  parents[1]!.append('of the host')
  client.destroy()
  client.destroy()
  assert.equal(
    parents.map((parent) => parent.textContent),
    ['', 'of the host'],
  )
  first!.unmount()
})

test('what is synchronous there is synchronous here', () => {
  const client = newClient()
  for (const path of ['session.getSync', 'session.getInfo', 'session.getTokens', 'user.getSync', 'user.getInfo', 'parseAuthenticateUrl']) {
    assert.equal(at(client, path)(), at(headless, path)(), path)
  }
  assert.type(
    client.onStateChange(() => {}),
    'function',
  )
  assert.type(
    client.session.onChange(() => {}),
    'function',
  )
})

const namespaceOf = (call: string) => call.split('.')[0]!
/**
 * One call of each namespace, because a namespace loads as a whole. test/client/calls.test.ts makes
 * all of them.
 */
const first = calls.filter(({ call }, at) => calls.findIndex((row) => namespaceOf(row.call) === namespaceOf(call)) === at)

for (const { call, args, signed_in, request } of first) {
  test(`${call}: sends what the headless client sends`, async () => {
    const client = newClient()
    if (signed_in) {
      const { method_id } = await client.otps.email.loginOrCreate('ada@example.com')
      await client.otps.authenticate(provider.outbox().at(-1)!.code!, method_id, { session_duration_minutes: 30 })
    }
    await client[coreKey].engine()
    const before = provider.requests().length
    // The emulator knows none of these codes and tokens. Only the request counts.
    await at(client, call)(...args).catch(() => {})
    const sent = provider
      .requests()
      .slice(before)
      .filter(({ path }) => !/\/(events|projects\/bootstrap\/.*)$/.test(path))
    assert.equal(
      sent.map(({ method, path, body }) => ({ method, path: path.replace('/sdk/v1', ''), body })),
      [request],
    )
    stop(client)
  })
}

test('these are all the namespaces that send calls', () => {
  const namespaces = [
    ...new Set(
      methodsOf(headless)
        .filter((path) => path.includes('.'))
        .map(namespaceOf),
    ),
  ]
  assert.equal(namespaces.filter((name) => !first.some(({ call }) => namespaceOf(call) === name)).sort(), ['rbac'])
})

test('a visitor can be signed in without a widget', async () => {
  const client = newClient()
  const states: unknown[] = []
  client.onStateChange((state) => states.push(state))
  const { method_id } = await client.otps.email.loginOrCreate('ada@example.com')
  const { session } = await client.otps.authenticate(provider.outbox().at(-1)!.code!, method_id, { session_duration_minutes: 30 })
  assert.is(client.session.getSync()!.session_id, session.session_id)
  assert.is((await client.user.get()).emails[0]!.email, 'ada@example.com')
  await client.session.revoke()
  assert.is(client.session.getSync(), null)
  assert.equal(states.at(-1), {})
  stop(client)
})

test('a namespace can be stored, passed on and awaited', async () => {
  const client = newClient()
  assert.ok((await client.otps) === client.otps)
  const { authenticate } = client.otps
  const error = await rejection(authenticate('000000', 'nobody', { session_duration_minutes: 30 }))
  assert.is(error.error_type, 'otp_code_not_found')
  const wrong = await rejection(client.otps.authenticate(7 as never, 'm', { session_duration_minutes: 30 }))
  assert.is(wrong.message, 'Invalid call to latchkey.otps.authenticate\nCode must be a string.')
  stop(client)
})

test('permissions are answered at once: none before the engine has loaded, then those of the policy', async () => {
  const permissions = [{ resource_id: 'documents', actions: ['read'] }]
  provider.project({
    rbac_policy: {
      roles: [{ role_id: 'stytch_user', permissions }],
      resources: [{ resource_id: 'documents', actions: ['read', 'write'] }],
    },
  })
  const client = newClient()
  assert.is(client.rbac.isAuthorizedSync('documents', 'read'), false)
  const { method_id } = await client.otps.email.loginOrCreate('ada@example.com')
  await client.otps.authenticate(provider.outbox().at(-1)!.code!, method_id, { session_duration_minutes: 30 })
  assert.is(await client.rbac.isAuthorized('documents', 'read'), true)
  assert.is(client.rbac.isAuthorizedSync('documents', 'read'), true)
  assert.is(client.rbac.isAuthorizedSync('documents', 'write'), false)
  assert.equal(await client.rbac.allPermissions(), { documents: { read: true, write: false } })
  stop(client)
})

test("a redirect sign-in accepts any provider's name before its code has loaded", async () => {
  const client = newClient()
  for (const start of [client.oauth.google.start, (client.oauth as never as Record<string, typeof client.oauth.google>).newcomer!.start]) {
    const wrong = await rejection(start({ custom_scopes: 'openid' as never }))
    assert.is(wrong.message, 'Invalid call to startOAuthFlow\ncustom_scopes must be an array of strings.')
  }
  stop(client)
})

test('later: loads with the first call, not before', async () => {
  let loads = 0
  type Namespace = { add: (a: number, b: number) => Promise<number>; inner: { deep: { say: () => Promise<string> } } }
  const namespace = lazyNamespace<Namespace>(async () => {
    loads++
    return { add: async (a: number, b: number) => a + b, inner: { deep: { say: async () => 'deep' } } }
  })
  const { deep } = namespace.inner
  await namespace
  assert.is(loads, 0)
  assert.is(await namespace.add(1, 2), 3)
  assert.is(await deep.say(), 'deep')
  assert.is(loads, 2)
})

test('later: code that prints, serializes or awaits a namespace sees an ordinary function', async () => {
  const client = newClient()
  const namespaces = Object.values(client).filter((value) => typeof value === 'function' || typeof value === 'object')
  assert.ok(namespaces.length > 8)
  for (const namespace of namespaces) {
    assert.type(String(namespace), 'string')
    assert.type(`${namespace.name}`, 'string')
  }
  const loaded = provider.requests().length
  const told = lazyNamespace<{ run(): Promise<void> }>(() => Promise.reject(new Error('asked for')))
  assert.is(JSON.stringify({ told }), '{}')
  assert.is(await told, told)
  assert.type(String(told), 'string')
  assert.is(told[Symbol.iterator as never], undefined)
  assert.is(provider.requests().length, loaded)
})

test('later: a load that fails, or a missing method, is a rejection', async () => {
  const missing = lazyNamespace<{ run(): Promise<void> }>(() => Promise.reject(new Error('no network')))
  assert.is((await rejection(missing.run())).message, 'no network')
  const other = lazyNamespace<Record<string, () => Promise<void>>>(async () => ({}))
  assert.instance(await rejection(other.nothing!()), TypeError)
})

test.run()
