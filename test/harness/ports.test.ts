/** Tests that the ports for programs are not those of connections, servers and other lanes. */
import { createServer } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from './ports.ts'

const own = process.env.LATCHKEY_LANE
test.after.each(() => {
  process.env.LATCHKEY_LANE = own
  if (own === undefined) delete process.env.LATCHKEY_LANE
})

/** The ports that so many calls return. A lane has 100, of which a machine may use some. */
const portsOf = async (lane: number, calls: number) => {
  process.env.LATCHKEY_LANE = String(lane)
  const ports: number[] = []
  for (let call = 0; call < calls; call++) ports.push(await freePort())
  return ports
}

test('no port is one that Linux gives to a connection, and none is returned twice', async () => {
  const ports = await portsOf(61, 90)
  // the caller's port and the next one
  assert.ok(ports.every((port) => port >= 20_000 && port + 1 < 32_768))
  assert.is(new Set(ports).size, ports.length)
})

test('lanes share no port', async () => {
  const [one, other] = [await portsOf(60, 90), await portsOf(61, 90)]
  assert.equal(
    one.filter((port) => other.includes(port)),
    [],
  )
})

test('a port is left out while something listens on it, or on the next one', async () => {
  process.env.LATCHKEY_LANE = '61'
  const [one, other] = [await freePort(), await freePort()]
  const servers = [one, other + 1].map((port) => createServer().listen(port))
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
  const ports = await portsOf(61, 100)
  for (const server of servers) server.close()
  assert.not.ok(ports.includes(one) || ports.includes(other))
})

test.run()
