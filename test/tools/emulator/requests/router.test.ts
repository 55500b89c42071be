import { readdirSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Call } from '../../../../src/api/call.ts'
import { createFaults } from '../../../../src/tools/emulator/controls/faults.ts'
import { createEmulator } from '../../../../src/tools/emulator/index.ts'
import { emulatorPaths } from '../../../../src/tools/emulator/paths.ts'
import { createProvider } from '../../../../src/tools/emulator/provider.ts'
import { ORIGIN, PT, setUp } from '../visitor.ts'

const test = suite('emulator: requests and answers')
const api = new URL('../../../../src/api/', import.meta.url)
const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
const modules = await Promise.all(files.map((name) => import(`../../../../src/api/${name.replace(/\.ts$/, '')}.ts`)))
/** The calls in an export: the export itself, or those of a namespace. */
const callsIn = (value: unknown): Call<unknown, unknown>[] => {
  if (!value || typeof value !== 'object') return []
  return 'route' in value ? [value as Call<unknown, unknown>] : Object.values(value).flatMap(callsIn)
}
/** Every declared call, except the URLs that a page is sent to. */
const calls = modules.flatMap((names) => Object.values(names).flatMap(callsIn)).filter(({ route }) => !route.includes('/v1/public/'))

const send = (emulator: ReturnType<typeof createEmulator>, path: string, init: RequestInit = {}) =>
  emulator.fetch(new Request(`https://test.stytch.com${path}`, init))

test('a success is under data, with its request_id and status_code', async () => {
  const { status, headers, error: body } = await setUp().call('POST /otps/email/login_or_create', { email: 'ada@example.com' })
  assert.is(status, 200)
  assert.match(headers.get('content-type')!, /^application\/json/)
  assert.equal(Object.keys(body), ['data'])
  assert.is(body.data.status_code, 200)
  assert.match(body.data.request_id, /^request-id-test-[0-9a-f-]{36}$/)
})

test('a refusal has the five fields of an error, and its own status', async () => {
  const { status, headers, error } = await setUp().call('GET /users/me')
  assert.is(status, 401)
  assert.match(headers.get('content-type')!, /^application\/json/)
  assert.equal(Object.keys(error).sort(), ['error_message', 'error_type', 'error_url', 'request_id', 'status_code'])
  assert.is(error.status_code, 401)
  assert.is(error.error_type, 'user_unauthenticated')
  assert.ok(URL.canParse(error.error_url))
})

test('an invalid body is answered with path and message of every fault', async () => {
  const at = setUp()
  const { status, error } = await at.call('POST /otps/authenticate', { token: 123456, session_duration_minutes: '30' })
  assert.is(status, 400)
  assert.equal(
    error.body.map(({ dataPath }: { dataPath: string }) => dataPath),
    ['token', 'method_id', 'session_duration_minutes'],
  )
  for (const { message } of error.body) assert.ok(message.length > 10)
  for (const body of [undefined, null, [], 'text', 7]) {
    const reply = await at.call('POST /otps/authenticate', body)
    assert.is(reply.status, 400, JSON.stringify(body))
    assert.ok(reply.error.body.length > 0)
  }
})

test('a list instead of an object is refused, in the body and in its fields, over HTTP and in code', async () => {
  const emulator = createEmulator()
  const Authorization = `Basic ${btoa(`${emulator.project_id}:${emulator.secret}`)}`
  const ask = async (route: string, body: unknown) => {
    const [method, path] = route.split(' ')
    const answer = await emulator.fetch(
      new Request(`https://test.stytch.com${path}`, { method, headers: { Authorization }, body: JSON.stringify(body) }),
    )
    const { body: wrong } = await answer.json()
    return [answer.status, ...(wrong ?? []).map(({ dataPath }: { dataPath: string }) => dataPath)]
  }
  for (const body of [[], [{}], ['email']]) {
    for (const route of ['POST /v1/users', 'POST /v1/users/search', 'POST /_emulator/seed'])
      assert.is((await ask(route, body))[0], 400, `${route} ${JSON.stringify(body)}`)
  }
  assert.equal(await ask('POST /v1/users', { email: 'ada@example.com', name: [] }), [400, 'name'])
  assert.equal(await ask('POST /v1/users/search', { query: [] }), [400, 'query'])
  assert.equal(await ask('POST /_emulator/seed', { users: [{}, []] }), [400, 'users.1'])
  assert.equal(await ask('PATCH /_emulator/project', { captcha_settings: { enabled: true, siteKey: [] } }), [
    400,
    'captcha_settings.siteKey',
  ])
  assert.equal((await ask('POST /v1/users/search', {}))[0], 200)
  assert.equal(emulator.state().stores.users, [])
  assert.throws(() => createEmulator({ seed: [] as never }), /^seed: /)
  assert.throws(() => createEmulator({ project: [] as never }), /^project: /)
  assert.throws(() => emulator.seed({ users: [{ name: [] as never }] }), /users\.0\.name/)
})

test('the emulator requires everything that a call needs', async () => {
  const at = setUp()
  const good: Record<string, unknown> = { string: 'ada@example.com', number: 30, boolean: true, object: {}, array: [] }
  const kindOf = (field: NonNullable<Call<unknown, unknown>['needs']>[string]) => (typeof field === 'string' ? field : field[0])
  let count = 0
  for (const { route, needs: all = {} } of calls) {
    // Fields of the path are not in the body.
    const needs = Object.fromEntries(Object.entries(all).filter(([name]) => !route.includes(`:${name}`)))
    // Optional fields are left out, because an invalid value of the right type would be refused
    // first.
    const body = Object.fromEntries(Object.entries(needs).map(([name, field]) => [name, good[kindOf(field)]]))
    for (const [name, field] of Object.entries(needs)) {
      // A type that no field has.
      const { error } = await at.call(route, { ...body, [name]: null })
      assert.ok(
        error.body?.some(({ dataPath }: { dataPath: string }) => dataPath === name),
        `${route} ${name} null`,
      )
      const { error: absent } = await at.call(route, { ...body, [name]: undefined })
      const isMissed = Boolean(absent.body?.some(({ dataPath }: { dataPath: string }) => dataPath === name))
      assert.is(isMissed, !kindOf(field).endsWith('?'), `${route} ${name} absent`)
      count++
    }
  }
  assert.ok(count >= 40, String(count))
})

test('every declared call is served', async () => {
  const at = setUp()
  assert.ok(calls.length >= 140, String(calls.length))
  for (const { route } of calls) {
    const [method, path = ''] = route.split(' ')
    const answer = await send(at.emulator, `/sdk/v1${path.replace(/:\w+/g, 'x')}`, { method })
    assert.not.match(await answer.text(), 'There is no such route', route)
  }
})

test("invalid JSON, an unknown route and the wrong method get the provider's error shape", async () => {
  const emulator = createEmulator()
  const authorization = { Authorization: `Basic ${btoa(`${PT}:${PT}`)}` }
  for (const [path, init, status, type] of [
    ['/sdk/v1/otps/authenticate', { method: 'POST', body: '{"token":', headers: authorization }, 400, 'bad_request'],
    ['/sdk/v1/nope', { headers: authorization }, 404, 'route_not_found'],
    ['/sdk/v1/otps/authenticate', { headers: authorization }, 404, 'route_not_found'],
    ['/', {}, 404, 'route_not_found'],
    ['/%E0%A4%A', {}, 404, 'route_not_found'],
    ['/_emulator/nope', {}, 404, 'route_not_found'],
    ['/sdk/v1/events', { method: 'POST', body: 'x'.repeat(1_000_001) }, 413, 'request_too_large'],
  ] as const) {
    const answer = await send(emulator, path, init)
    const { error_type, status_code } = await answer.json()
    assert.equal([answer.status, status_code, error_type], [status, status, type], path)
  }
})

test('CORS: preflights succeed, with credentials, for the headers that the client sends', async () => {
  const emulator = createEmulator()
  for (const path of ['/sdk/v1/otps/authenticate', '/sdk/v1/events', '/sdk/v1/projects/bootstrap/x', '/sdk/v1/anything']) {
    const { status, headers } = await send(emulator, path, {
      method: 'OPTIONS',
      headers: {
        Origin: ORIGIN,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    })
    assert.is(status, 204)
    assert.is(headers.get('access-control-allow-origin'), ORIGIN)
    assert.is(headers.get('access-control-allow-credentials'), 'true')
    const allowedHeaders = headers.get('access-control-allow-headers')!.toLowerCase().split(/, ?/)
    for (const header of ['accept', 'dpop', 'user-agent', 'mcp-protocol-version', 'authorization', 'content-type'])
      assert.ok(allowedHeaders.includes(header), header)
    for (const header of ['authorization', 'content-type', 'x-sdk-client', 'x-sdk-parent-host'])
      assert.ok(allowedHeaders.includes(header), header)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) assert.ok(headers.get('access-control-allow-methods')!.includes(method))
    assert.match(headers.get('vary')!, /origin/i)
  }
  assert.equal(emulator.requests(), [])
})

test('CORS: the page can read every answer, including refusals and faults', async () => {
  const at = setUp({})
  at.emulator.faults([{ route: 'POST /sessions/authenticate', status: 502, body: '<h1>Bad gateway</h1>' }])
  const authorization = `Basic ${btoa(`${PT}:${PT}`)}`
  for (const [path, method, body] of [
    ['/sdk/v1/otps/email/login_or_create', 'POST', '{"email":"ada@example.com"}'],
    ['/sdk/v1/otps/authenticate', 'POST', '{}'],
    ['/sdk/v1/users/me', 'GET', undefined],
    ['/sdk/v1/nope', 'GET', undefined],
    ['/sdk/v1/sessions/authenticate', 'POST', '{}'],
    ['/sdk/v1/events', 'POST', '[]'],
  ] as const) {
    const { headers } = await send(at.emulator, path, { method, body, headers: { Origin: ORIGIN, Authorization: authorization } })
    assert.is(headers.get('access-control-allow-origin'), ORIGIN, path)
    assert.is(headers.get('access-control-allow-credentials'), 'true', path)
    assert.match(headers.get('access-control-expose-headers')!, /retry-after/i)
    const exposedHeaders = headers.get('access-control-expose-headers')!.toLowerCase().split(/, ?/)
    for (const read of ['www-authenticate', 'dpop-nonce', 'date']) assert.ok(exposedHeaders.includes(read), read)
    at.emulator.project({ expose_retry_after: false })
    const answer = await send(at.emulator, path, { method, body, headers: { Origin: ORIGIN, Authorization: authorization } })
    assert.not.match(answer.headers.get('access-control-expose-headers')!, /retry-after/i)
    at.emulator.project({ expose_retry_after: true })
  }
})

test("a client's log is kept as sent, without an authorization header", async () => {
  const emulator = createEmulator()
  const entries = [
    { telemetry: { event_id: 'event-id-1' }, event: { public_token: PT, event_name: 'render_login_screen', details: { a: 1 } } },
    { telemetry: { event_id: 'event-id-2' }, event: { public_token: PT, event_name: 'email_sent', details: {} } },
  ]
  const answer = await send(emulator, '/sdk/v1/events', {
    method: 'POST',
    body: JSON.stringify(entries),
    headers: { 'Content-Type': 'application/json' },
  })
  assert.is(answer.status, 200)
  assert.equal(emulator.events(), entries)
  for (const body of ['{}', '"x"', '[1]']) assert.is((await send(emulator, '/sdk/v1/events', { method: 'POST', body })).status, 400)
  assert.is(emulator.events().length, 2)
})

test('two emulators side by side share nothing', async () => {
  const [one, other] = [setUp(), setUp()]
  one.emulator.clock.advance(3_600_000)
  one.emulator.project({ project_name: 'One' })
  await one.call('POST /otps/email/login_or_create', { email: 'ada@example.com' })
  assert.is(other.emulator.outbox().length, 0)
  assert.is(other.emulator.requests().length, 0)
  assert.is.not(other.emulator.project().project_name, 'One')
  assert.ok(one.emulator.clock.now() - other.emulator.clock.now() > 3_500_000)
  assert.is((await other.call('POST /otps/email/send/primary', { email: 'ada@example.com' })).error.error_type, 'email_not_found')
})

test('a server of other things at the same origin can tell which paths are the emulator’s', () => {
  const { router } = createProvider({
    credentials: { project_id: 'project-test-1', secret: 'secret-test-1' },
    faults: createFaults(),
    onCrash: () => {},
  })
  const fits = (path: string) =>
    emulatorPaths.some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern))
  const paths = router.paths()
  assert.ok(paths.includes('/.well-known/openid-configuration') && paths.includes('/v1/users/search'))
  assert.equal(
    paths.filter((path) => !fits(path)),
    [],
  )
  assert.equal(
    emulatorPaths.filter((pattern) => !paths.some((path) => path.startsWith(pattern.replace('*', '')))),
    ['/_emulator/*'],
  )
})

test.run()
