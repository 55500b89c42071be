import { until } from '../../harness/turns.ts'
import { connect } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../src/tools/emulator/index.ts'
import { listen, ListenError } from '../../../src/tools/emulator/node.ts'
import { accepts, otherAddresses } from './addresses.ts'
import { PT } from './visitor.ts'
import { rejection } from '../../harness/rejection.ts'
import { serve } from '../../harness/listening.ts'

const test = suite('emulator: on Node')

const globals = [Request, Response]

const withServer = async (work: (url: string, emulator: ReturnType<typeof createEmulator>) => Promise<void>) => {
  const emulator = createEmulator()
  const server = await listen(emulator, { port: 0 })
  try {
    await work(server.url, emulator)
  } finally {
    emulator.close()
    await server.close()
  }
}

test('answers over the network, on a free port', () =>
  withServer(async (url) => {
    assert.match(url, /^http:\/\/localhost:\d+$/)
    const answer = await fetch(`${url}/sdk/v1/projects/bootstrap/${PT}`)
    assert.is(answer.status, 200)
    assert.is((await answer.json()).data.vertical, 'CONSUMER')
  }))

test('every method arrives, with a body and without', () =>
  withServer(async (url, emulator) => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const body of method === 'GET' ? [undefined] : [undefined, '{}']) {
        const answer = await fetch(`${url}/sdk/v1/nope`, { method, body, headers: { 'Content-Type': 'application/json' } })
        assert.is(answer.status, 404, method)
      }
    }
    assert.is(emulator.requests().length, 9)
    assert.equal(emulator.crashes(), [])
  }))

test('drops the connection if a fault requires it, and only then', () =>
  withServer(async (url, emulator) => {
    emulator.faults([{ route: 'GET /projects/*', drop: true, times: 1 }])
    const outcome = await rejection(fetch(`${url}/sdk/v1/projects/bootstrap/${PT}`))
    assert.instance(outcome, TypeError)
    assert.is((await fetch(`${url}/sdk/v1/projects/bootstrap/${PT}`)).status, 200)
  }))

/**
 * Sends a request byte by byte, as no client would, and returns the first line of the answer and
 * its body.
 */
const raw = (url: string, head: string, body?: (write: (bytes: Uint8Array) => boolean) => void) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      socket.write(head)
      body?.((bytes) => socket.writable && socket.write(bytes))
    })
    let answer = ''
    socket.on('data', (data) => (answer += data))
    socket.on('close', () => resolve(answer))
    socket.on('error', (error) => (answer ? resolve(answer) : reject(error)))
  })

test('a Host that is no host is refused with a reason', () =>
  withServer(async (url) => {
    for (const host of [
      'a b',
      '%',
      '[::1',
      'localhost:99999',
      'exa mple.com',
      '[',
      'ho"st',
      '<x>',
      'localhost/x',
      'evil.example',
      '@',
      '',
    ]) {
      const answer = await raw(url, `GET /sdk/v1/projects/bootstrap/${PT} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      assert.match(answer, /^HTTP\/1\.1 403 [\s\S]*"bad_domain_for_stytch_sdk"/, host)
    }
  }))

test('a body over the limit is refused while it arrives', () =>
  withServer(async (url) => {
    const head = (framing: string) =>
      `POST /sdk/v1/otps/authenticate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framing}\r\nConnection: close\r\n\r\n`
    const refusal = /^HTTP\/1\.1 413 [\s\S]*"request_too_large"/
    assert.match(await raw(url, head('Content-Length: 300000000')), refusal, 'before a byte of it')
    let chunks = 0
    const chunk = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
    const answer = await raw(url, head('Transfer-Encoding: chunked'), (write) => {
      // never ends
      for (; chunks < 40 && write(chunk) !== undefined; chunks++);
    })
    assert.match(answer, refusal)
  }))

test('a visitor who aborts ends the delay', () =>
  withServer(async (url, emulator) => {
    emulator.faults([{ route: '* *', delay_ms: 60_000 }])
    const giveUp = new AbortController()
    const outcome = rejection(fetch(`${url}/sdk/v1/users/me`, { signal: giveUp.signal }))
    await until(() => emulator.requests().length === 1)
    giveUp.abort()
    assert.is((await outcome).name, 'AbortError')
  }))

test('by default, only this machine reaches it, at 127.0.0.1', async () => {
  const emulator = createEmulator()
  const loopback = await listen(emulator, { port: 0 })
  const open = await listen(emulator, { port: 0, host: '0.0.0.0' })
  for (const address of otherAddresses()) {
    assert.not.ok(await accepts(loopback.url, address), address)
    assert.ok(await accepts(open.url, address), address)
  }
  assert.ok(await accepts(loopback.url, '127.0.0.1'))
  await Promise.all([loopback.close(), open.close()])
})

test('a taken port is a clear error', async () => {
  const { port, close } = await serve(() => {})
  const outcome = await rejection(listen(createEmulator(), { port }))
  assert.instance(outcome, ListenError)
  assert.match(outcome.message, new RegExp(`^Port ${port} is taken\\.`))
  await close()
})

test("an address that is not this machine's is a clear error", async () => {
  const outcome = await rejection(listen(createEmulator(), { port: 0, host: '192.0.2.1' }))
  assert.instance(outcome, ListenError)
})

test('close ends open connections and frees the port', async () => {
  const emulator = createEmulator()
  emulator.faults([{ route: '* *', delay_ms: 60_000 }])
  const { url, close } = await listen(emulator, { port: 0 })
  const pending = fetch(`${url}/sdk/v1/users/me`).then(
    () => 'answered',
    () => 'ended',
  )
  await until(() => emulator.requests().length === 1)
  emulator.close()
  await close()
  assert.is(await pending, 'ended')
  const again = await listen(emulator, { port: Number(new URL(url).port) })
  await again.close()
})

test('malformed data on the network is answered, and the server survives', () =>
  withServer(async (url) => {
    const port = Number(new URL(url).port)
    for (const request of [
      'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
      'GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET //\\ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      '\u0000\u0001\r\n\r\n',
    ]) {
      const answer = await new Promise<string>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(request))
        socket.once('data', (data) => {
          resolve(data.toString())
          socket.destroy()
        })
        socket.once('close', () => resolve('closed'))
      })
      assert.not.match(answer, /^HTTP\/1\.1 5/, request)
    }
    assert.is((await fetch(`${url}/_emulator/outbox`)).status, 200)
  }))

test('leaves the globals of the process as they are', () =>
  withServer(async () => {
    assert.ok(globals[0] === Request && globals[1] === Response)
  }))

test.run()
