/** The slow network of the bench, in front of a server that sends everything back. */
import { connect, createServer, type AddressInfo } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openNetwork } from '../../bench/network.ts'

test('a handshake and an answer take a round trip each, bytes their time, and they come in order', async () => {
  const server = createServer((socket) => socket.pipe(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const network = await openNetwork((server.address() as AddressInfo).port, { latency: 100, kilobitsPerSecond: 1_600 })
  const sent = Buffer.from(Array.from({ length: 10_000 }, (_, at) => at % 251))
  const received: Buffer[] = []
  const start = performance.now()
  let firstAt = 0
  const socket = connect(network.port, '127.0.0.1')
  socket.on('data', (data) => {
    firstAt ||= performance.now() - start
    received.push(data)
  })
  socket.end(sent)
  await new Promise((resolve) => socket.once('end', resolve))
  assert.ok(firstAt >= 200, `${firstAt} ms`)
  // 80,000 bits in each direction
  assert.ok(performance.now() - start >= 250)
  assert.ok(Buffer.concat(received).equals(sent))
  await network.close()
  server.close()
})

test.run()
