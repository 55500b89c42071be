import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where the server listens. */
export interface ListenOptions {
  /** TCP port. Default 4100; 0 takes any free port. */
  port?: number
  /** The address to bind to. Default 127.0.0.1, which no other machine can reach. */
  host?: string
}

/** A server that is running. */
export interface Listening {
  /** The URL of the server, without a trailing slash: `http://localhost:4100`. */
  url: string
  /** Ends every connection and frees the port. */
  close: () => Promise<void>
}

/** The server could not listen, for a reason that its caller can fix: the message says how. */
export class ListenError extends Error {}

const excuse = (error: NodeJS.ErrnoException, host: string, port: number) => {
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken. Stop the program that uses it, or choose another port.`
  if (error.code === 'EACCES') return `Your account cannot use port ${port}. Choose one above 1023.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `${host} is not an address of this machine.`
}

/** The hostname in the URL. Passkeys need a name, and browsers trust `localhost` without TLS. */
const nameOf = (host: string) => {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Serves an emulator, or any handler of requests, with Node's http. If the handler rejects, the connection is dropped: that is how a fault with
 * `drop` works. Throws ListenError if the port or the address cannot be used.
 */
export const listen = async (
  handler: {
    /** Answers a request. */
    fetch: (request: Request) => Response | Promise<Response>
  },
  { port = 4100, host = '127.0.0.1' }: ListenOptions = {},
): Promise<Listening> => {
  const server = createAdaptorServer({
    // Tests run in this process, so its globals stay as they are.
    overrideGlobalObjects: false,
    fetch: async (request, env) => {
      try {
        return await handler.fetch(request)
      } catch {
        ;(env as HttpBindings).incoming.socket.destroy()
        return RESPONSE_ALREADY_SENT
      }
    },
  }) as Server

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const message = excuse(error, host, port)
      reject(message ? new ListenError(message, { cause: error }) : error)
    })
    server.listen(port, host, resolve)
  })

  return {
    url: `http://${nameOf(host)}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
