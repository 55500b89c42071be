import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../src/tools/emulator/index.ts'
import { createVisitor, PT } from './visitor.ts'
import { rejection } from '../../harness/rejection.ts'

/**
 * The example in the documentation of `createEmulator`: a host's own tests, with msw between its
 * code and the network.
 */
const test = suite('emulator: behind msw')

const emulator = createEmulator({ seed: { users: [{ emails: [{ email: 'ada@example.com' }] }] } })
const server = setupServer(
  http.all('https://test.stytch.com/*', ({ request }) => emulator.fetch(request).catch(() => HttpResponse.error())),
)

test.before(() => server.listen({ onUnhandledRequest: 'error' }))
test.before.each(() => emulator.reset())
test.after(() => server.close())

/** The network as a host's code sees it. */
const visitor = createVisitor({ fetch: (request) => fetch(request) })

test('a visitor signs in, and every reset restores the seed', async () => {
  for (let round = 0; round < 2; round++) {
    const { data } = await visitor.call('POST /otps/email/send/primary', { email: 'ada@example.com' })
    const [{ code } = { code: undefined }] = emulator.outbox()
    const { status } = await visitor.call('POST /otps/authenticate', {
      token: code,
      method_id: data.method_id,
      session_duration_minutes: 30,
    })
    assert.is(status, 200)
    assert.is(emulator.requests().length, 2)
    emulator.reset()
  }
})

test('a dropped connection is a network error', async () => {
  emulator.faults([{ route: '* *', drop: true, times: 1 }])
  const bootstrap = () => fetch(`https://test.stytch.com/sdk/v1/projects/bootstrap/${PT}`)
  assert.instance(await rejection(bootstrap()), TypeError)
  assert.is((await bootstrap()).status, 200)
})

test.run()
