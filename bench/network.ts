/**
 * A slow network in front of a server on this machine, for any browser. Chromium's own throttling
 * delays requests, but no handshake, and other browsers have none.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The round trip in ms, and the throughput. */
export interface Link {
  latency: number
  kilobitsPerSecond: number
}

/** Returns the function that carries bytes from one socket to another, in the order they come. */
const createLine = ({ latency, kilobitsPerSecond }: Link) => {
  let free = 0
  return (from: Socket, to: Socket, opensAt = 0) => {
    let last = Promise.resolve()
    from.on('data', (data) => {
      free = Math.max(free, opensAt, performance.now()) + (data.length * 8) / kilobitsPerSecond
      const due = free + latency / 2
      last = last.then(() => sleep(Math.max(0, due - performance.now()))).then(() => void to.write(data))
    })
    from.on('end', () => void last.then(() => to.end()))
    from.on('error', () => to.destroy())
  }
}

/**
 * Listens on a port of its own, as far from `port` as the link says. All connections share its
 * throughput. Slow start is not emulated.
 */
export const openNetwork = async (port: number, link: Link): Promise<{ port: number; close: () => Promise<void> }> => {
  const [up, down] = [createLine(link), createLine(link)]
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    // loopback connects at once, and TCP after a round trip (RFC 9293, section 3.5)
    up(near, far, performance.now() + link.latency)
    down(far, near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
