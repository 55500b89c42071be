import { settled, until } from '../../../harness/turns.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Fault } from '../../../../src/tools/emulator/index.ts'
import { createEmulator } from '../../../../src/tools/emulator/index.ts'
import { PT } from '../visitor.ts'
import { rejection } from '../../../harness/rejection.ts'

const test = suite('emulator: faults')

const withFaults = (...faults: Fault[]) => {
  const emulator = createEmulator()
  emulator.faults(faults)
  const send = (route: string, init: RequestInit = {}) => {
    const [method, path] = route.split(' ')
    return emulator.fetch(new Request(`https://test.stytch.com${path}`, { method, ...init }))
  }
  return { emulator, send, bootstrap: () => send(`GET /sdk/v1/projects/bootstrap/${PT}`) }
}

test('a status with a text, a status with JSON, and nothing at all', async () => {
  for (const [fault, status, type, body] of [
    [{ status: 502, body: '<h1>Bad gateway</h1>' }, 502, 'text/html', '<h1>Bad gateway</h1>'],
    [
      { status: 429, body: { error_type: 'too_many_requests' }, headers: { 'Retry-After': '9' } },
      429,
      'application/json',
      '{"error_type":"too_many_requests"}',
    ],
    [{ body: 'null', headers: { 'Content-Type': 'application/json' } }, 200, 'application/json', 'null'],
    [{ body: [] }, 200, 'application/json', '[]'],
    [{ body: '' }, 200, 'text/html', ''],
    [{ status: 204 }, 204, null, ''],
    [{ status: 500 }, 500, 'application/json', 'null'],
  ] as const) {
    const { bootstrap } = withFaults({ route: 'GET /projects/bootstrap/:public_token', ...fault })
    const answer = await bootstrap()
    assert.is(answer.status, status)
    if (type) assert.is(answer.headers.get('content-type'), type)
    if (status === 429) assert.is(answer.headers.get('retry-after'), '9')
    assert.is(await answer.text(), body)
  }
})

test('routes: by method, by segment, by anything, whole for the pages', async () => {
  const hit = async (route: string, request: string) => {
    const { send } = withFaults({ route, status: 418 })
    return (await send(request)).status === 418
  }
  for (const [route, request, expected] of [
    ['POST /otps/authenticate', 'POST /sdk/v1/otps/authenticate', true],
    ['POST /otps/authenticate', 'PUT /sdk/v1/otps/authenticate', false],
    ['POST /otps/authenticate', 'POST /sdk/v1/otps/authenticate/more', false],
    ['POST /otps/authenticate', 'POST /sdk/v1/totps/otps/authenticate', false],
    ['POST /otps/:method/login_or_create', 'POST /sdk/v1/otps/sms/login_or_create', true],
    ['POST /otps/:method/login_or_create', 'POST /sdk/v1/otps/a/b/login_or_create', false],
    ['* /otps/*', 'POST /sdk/v1/otps/sms/send/primary', true],
    ['* *', 'GET /sdk/v1/users/me', true],
    ['* *', 'GET /v1/public/oauth/google/start', true],
    ['* *', 'GET /_emulator/outbox', false],
    ['GET /v1/public/oauth/:provider/start', 'GET /v1/public/oauth/google/start', true],
    ['GET /users/me', 'GET /sdk/v1/users/me?x=1', true],
    ['GET /users.me', 'GET /sdk/v1/users/me', false],
  ] as const) {
    assert.is(await hit(route, request), expected, `${route} on ${request}`)
  }
})

test('times: this often and no more', async () => {
  const { bootstrap } = withFaults({ route: 'GET /projects/*', status: 500, times: 2 })
  const statuses = []
  for (let call = 0; call < 4; call++) statuses.push((await bootstrap()).status)
  assert.equal(statuses, [500, 500, 200, 200])
})

test('the first matching fault applies, and when it is used up, the next', async () => {
  const { bootstrap } = withFaults({ route: 'GET /projects/*', status: 500, times: 1 }, { route: '* *', status: 503, times: 1 })
  const statuses = []
  for (let call = 0; call < 3; call++) statuses.push((await bootstrap()).status)
  assert.equal(statuses, [500, 503, 200])
})

test('delay_ms: a late answer, which is the usual one unless the fault has its own', async () => {
  for (const [fault, status] of [
    [{}, 200],
    [{ status: 503 }, 503],
  ] as const) {
    const { bootstrap } = withFaults({ route: '* *', delay_ms: 60, ...fault })
    const start = performance.now()
    assert.is((await bootstrap()).status, status)
    assert.ok(performance.now() - start >= 55)
  }
})

test('drop: fetch rejects with a TypeError', async () => {
  const { emulator, bootstrap } = withFaults({ route: '* *', drop: true, times: 1 })
  const outcome = await rejection(bootstrap())
  assert.instance(outcome, TypeError)
  assert.is((await bootstrap()).status, 200)
  assert.equal(
    emulator.requests().map(({ status }) => status),
    [null, 200],
  )
  assert.equal(emulator.crashes(), [])
})

test('a client that aborts ends its delay, and nothing happens afterward', async () => {
  const { emulator, send } = withFaults({ route: '* *', delay_ms: 60_000 })
  const giveUp = new AbortController()
  const headers = { Authorization: `Basic ${btoa(`${PT}:${PT}`)}` }
  const body = '{"email":"ada@example.com"}'
  const pending = rejection(send('POST /sdk/v1/otps/email/login_or_create', { signal: giveUp.signal, headers, body }))
  await until(() => emulator.requests().length === 1)
  giveUp.abort()
  assert.instance(await pending, TypeError)
  assert.equal(emulator.outbox(), [])
})

test('close ends every delay', async () => {
  const { emulator, bootstrap } = withFaults({ route: '* *', delay_ms: 60_000 })
  const pending = [bootstrap(), bootstrap()].map(rejection)
  await until(() => emulator.requests().length === 2)
  emulator.close()
  for (const outcome of await Promise.all(pending)) assert.instance(outcome, TypeError)
})

const outcomeOf = (answer: Promise<Response>) =>
  answer.then(
    ({ status }) => status,
    (error: Error) => error.name,
  )

test('hold: the answer waits for its name, and no other', async () => {
  const { emulator, bootstrap } = withFaults({ route: 'GET /projects/*', hold: 'settings' })
  const first = outcomeOf(bootstrap())
  await until(() => emulator.requests().length === 1)
  assert.is(emulator.release('another'), 0)
  assert.is(emulator.requests()[0]!.status, null)
  assert.is(emulator.release('settings'), 1)
  assert.is(await first, 200)

  const second = outcomeOf(bootstrap())
  await until(() => emulator.requests().length === 2)
  assert.is(emulator.release(), 1, 'what comes later is held again, and no name is every name')
  assert.is(await second, 200)
  assert.is(emulator.release(), 0)
})

test('hold: with an answer of its own, before a delay, and no more often than `times`', async () => {
  const { emulator, bootstrap } = withFaults(
    { route: 'GET /projects/*', hold: 'a', status: 503, times: 1 },
    { route: 'GET /projects/*', hold: 'b', drop: true, times: 1 },
  )
  const answers = [outcomeOf(bootstrap()), outcomeOf(bootstrap())]
  await until(() => emulator.requests().length === 2)
  assert.is(await outcomeOf(bootstrap()), 200)
  assert.is(emulator.release(), 2)
  assert.equal(await Promise.all(answers), [503, 'TypeError'])
})

test('hold: ends when the client aborts, and with reset and close', async () => {
  for (const end of ['reset', 'close'] as const) {
    const { emulator, send, bootstrap } = withFaults({ route: '* *', hold: 'x' })
    const giveUp = new AbortController()
    const abortOutcome = outcomeOf(send(`GET /sdk/v1/projects/bootstrap/${PT}`, { signal: giveUp.signal }))
    const otherOutcome = outcomeOf(bootstrap())
    await until(() => emulator.requests().length === 2)
    giveUp.abort()
    assert.is(await abortOutcome, 'TypeError')
    assert.is(emulator.requests()[1]!.status, null)
    emulator[end]()
    assert.is(await otherOutcome, 'TypeError', end)
    assert.is(emulator.release(), 0)
  }
})

test('POST release: by name, or all, and an invalid name is refused', async () => {
  const { emulator, send, bootstrap } = withFaults({ route: '* *', hold: 'x' })
  const release = async (body?: unknown) => {
    const answer = await send('POST /_emulator/release', { body: body === undefined ? undefined : JSON.stringify(body) })
    return [answer.status, (await answer.json()).released]
  }
  for (const body of [{ name: 'x' }, {}, undefined]) {
    const before = emulator.requests().length
    const pending = outcomeOf(bootstrap())
    await until(() => emulator.requests().length > before)
    assert.equal(await release({ name: 'y' }), [200, 0])
    assert.equal(await release(body), [200, 1])
    assert.is(await pending, 200)
  }
  for (const body of [{ name: 7 }, { nmae: 'x' }]) assert.is((await release(body))[0], 400)
  assert.throws(
    () => emulator.release(7 as never),
    (error: Error) => error instanceof TypeError,
  )
  assert.throws(
    () => emulator.faults([{ route: '* *', hold: '' }]),
    (error: Error) => error instanceof TypeError,
  )
})

test('PATCH faults: replaces the list, [] removes all, and an invalid fault is refused', async () => {
  const { send, bootstrap } = withFaults()
  const patch = (body: unknown) => send('PATCH /_emulator/faults', { body: JSON.stringify(body) })
  assert.equal(await (await patch([{ route: 'GET /projects/*', status: 500 }])).json(), [{ route: 'GET /projects/*', status: 500 }])
  assert.is((await bootstrap()).status, 500)
  await patch([{ route: 'GET /users/me', status: 500 }])
  assert.is((await bootstrap()).status, 200)
  await patch([{ route: 'GET /projects/*', drop: true }])
  assert.is((await patch([])).status, 200)
  assert.is((await bootstrap()).status, 200)
  for (const body of [
    {},
    [{}],
    [{ route: 'users/me' }],
    [{ route: 'GET /x', status: 99 }],
    [{ route: 'GET /x', stauts: 500 }],
    [{ route: 'GET /x', times: 0 }],
  ]) {
    assert.is((await patch(body)).status, 400, JSON.stringify(body))
  }
})

test('a delay that is too long for a timer never ends by itself', async () => {
  for (const delay_ms of [2 ** 31, 1e12, Infinity]) {
    const { emulator, bootstrap } = withFaults({ route: '* *', delay_ms })
    let outcome: string | undefined
    const pending = bootstrap().then(
      () => {
        outcome = 'answered'
      },
      () => {
        outcome = 'dropped'
      },
    )
    await until(() => emulator.requests().length === 1)
    // A timer with a longer delay would fire at once.
    await settled()
    assert.is(outcome, undefined)
    emulator.close()
    await pending
    assert.is(outcome, 'dropped')
  }
})

test('invalid headers are refused at once', async () => {
  for (const headers of [{ 'bad header': 'x' }, { x: 'snow ☃' }, { x: 'a\nb' }]) {
    const { emulator, send } = withFaults()
    const list = [{ route: '* *', headers }] as unknown as Fault[]
    assert.is((await send('PATCH /_emulator/faults', { body: JSON.stringify(list) })).status, 400)
    assert.throws(
      () => emulator.faults(list),
      (error: Error) => error instanceof TypeError && error.message.startsWith('0.headers: '),
    )
    assert.equal(emulator.faults(), [])
  }
})

test.run()
