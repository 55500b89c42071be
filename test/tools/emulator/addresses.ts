/** Finds out by which addresses of this machine a server can be reached. */
import { connect } from 'node:net'
import { networkInterfaces, platform } from 'node:os'

/**
 * Addresses of this machine that are not 127.0.0.1. Other machines may reach some of them; Linux
 * has the whole of 127.0.0.0/8.
 */
export const otherAddresses = (): string[] => [
  ...(platform() === 'linux' ? ['127.0.0.2'] : []),
  ...Object.values(networkInterfaces()).flatMap((all = []) =>
    all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  ),
]

/** Whether the server with this URL accepts a connection to another address. */
export const accepts = (url: string, address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), address)
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
