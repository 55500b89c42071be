import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ListenOptions {
  /** Default 4100; 0 takes any free port. */
  port?: number
  /** The address to bind to. Default 127.0.0.1: no other machine gets in. */
  host?: string
}

export interface Listening {
  /** Where it is, without a trailing slash: `http://localhost:4100`. */
  url: string
  /** Ends every connection and frees the port. */
  close: () => Promise<void>
}

/** A reason not to listen that the person who asked can do something about. */
export class ListenError extends Error {}

const excuse = (error: NodeJS.ErrnoException, host: string, port: number) => {
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken. Stop what listens there, or choose another port.`
  if (error.code === 'EACCES') return `Port ${port} may not be used by this account. Choose one above 1023.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `${host} is not an address of this machine.`
}

/** Passkeys need a name, and browsers trust this one without TLS. */
const nameOf = (host: string) => {
  if (['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Hosts an emulator, or any handler of requests, on Node's http. A handler that rejects drops the connection, as a fault with `drop`
 * asks for.
 * Throws ListenError if the port is taken or not to be had.
 */
export const listen = async (
  handler: { fetch: (request: Request) => Response | Promise<Response> },
  { port = 4100, host = '127.0.0.1' }: ListenOptions = {},
): Promise<Listening> => {
  const server = createAdaptorServer({
    // Tests and hosts share this process: its globals stay as they are.
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
