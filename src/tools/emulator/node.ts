import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { ownOptions } from '../../api/ownProperties.ts'
export { fetchPublic } from './fetchPublic.ts'
import { hostName, objectionTo, originName } from './requests/originGuard.ts'
import { errorAnswer } from './requests/refusal.ts'

/** Where the server listens, and whom it answers. */
export interface ListenOptions {
  /** TCP port. Default 4100; 0 takes any free port. */
  port?: number
  /** The address to bind to. Default 127.0.0.1, which no other machine can reach. */
  host?: string
  /**
   * Further names or addresses of this machine, without a port: `app.test`, as in a URL that leads
   * to this server. Default: none beside `host`, those of loopback and, if `host` is `0.0.0.0` or
   * `::`, the machine's own.
   */
  allowHosts?: readonly string[]
  /**
   * Origins whose pages may call this server, the emulator's own routes included:
   * `https://app.test`. Default: none beside the pages of this server's own hosts, on any port.
   */
  allowOrigins?: readonly string[]
  /** Serves over TLS, with this certificate and its private key, in PEM. Default: plain http. */
  https?: {
    /** The certificate. */
    cert: string
    /** Its private key. */
    key: string
  }
  /**
   * Called with each reason why a request was refused, the first time that it comes up. Default:
   * nothing happens.
   */
  onRefusal?: (reason: string) => void
}

/** A server that is running. */
export interface Listening {
  /**
   * The URL of the server, without a trailing slash: `http://localhost:4100`. With `https`, it
   * begins with that.
   */
  url: string
  /** Ends every connection and frees the port. */
  close: () => Promise<void>
}

/** What a server answers requests with, such as an emulator. */
export interface Handler {
  /** Answers a request. */
  fetch: (request: Request) => Response | Promise<Response>
  /** The settings of the project. Pages of its `allowed_origins` may call the API. */
  project?: () => {
    /** Default: none. */
    allowed_origins?: string[] | null
  }
}

/** The server could not listen, for a reason that its caller can fix: the message says how. */
export class ListenError extends Error {}

const excuse = (error: NodeJS.ErrnoException, host: string, port: number) => {
  if (error.code === 'EADDRINUSE') return `Port ${port} is taken. Stop the program that uses it, or choose another port.`
  if (error.code === 'EACCES') return `Your account cannot use port ${port}. Choose one above 1023.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') return `${host} is not an address of this machine.`
}

/** Whether the server accepts connections to every address of the machine. */
const isEveryAddress = (host: string) => ['0.0.0.0', '::'].includes(host)

/** The hostname in the URL. Passkeys need a name, and browsers trust `localhost` without TLS. */
const nameOf = (host: string) => {
  if (['127.0.0.1', '::1'].includes(host) || isEveryAddress(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The names and addresses of the machine, which can change while the server runs. */
const ownHosts = () => [
  hostname(),
  `${hostname()}.local`,
  ...Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address)),
]

/** Reads a list of names, and throws ListenError for one that is none. */
const names = (texts: readonly string[], read: (text: string) => string | undefined, description: string) =>
  texts.map((text) => {
    const name = read(text)
    if (name === undefined) throw new ListenError(`'${text}' is not ${description}.`)
    return name
  })

/** How many reasons are reported: a page with many names could make more. */
const MOST_REASONS = 50

/**
 * Serves an emulator, or any handler of requests, with Node's http. It refuses pages of other
 * sites, with status 403, before the handler sees their requests. If the handler rejects, the
 * connection is dropped: that is how a fault with `drop` works. Throws ListenError if the port, the
 * address or a name cannot be used.
 */
export const listen = async (handler: Handler, options?: ListenOptions): Promise<Listening> => {
  const { port = 4100, host = '127.0.0.1', allowHosts = [], allowOrigins = [], https, onRefusal } = ownOptions(options)
  const hosts = [host, ...names(allowHosts, hostName, 'a host name or an address without a port, such as app.test')]
  const origins = names(allowOrigins, originName, 'an origin, such as https://app.test')
  const allowedCallers = () => ({
    hosts: [...hosts, ...(isEveryAddress(host) ? ownHosts() : [])].flatMap((name) => hostName(name) ?? []),
    origins,
    apiOrigins: handler.project?.().allowed_origins ?? [],
  })
  const reasons = new Set<string>()
  const refuse = (reason: string) => {
    if (!reasons.has(reason) && reasons.size < MOST_REASONS) {
      reasons.add(reason)
      onRefusal?.(reason)
    }
    return errorAnswer(403, 'bad_domain_for_stytch_sdk', reason)
  }

  const listener = getRequestListener(
    async (request, env) => {
      try {
        const objection = objectionTo(request, allowedCallers())
        if (objection !== undefined) return refuse(objection)
        return await handler.fetch(request)
      } catch {
        ;(env as HttpBindings).incoming.socket.destroy()
        return RESPONSE_ALREADY_SENT
      }
    },
    {
      // Tests run in this process, so its globals stay as they are.
      overrideGlobalObjects: false,
      // What no URL can be made of.
      errorHandler: () => refuse('This server does not answer a request whose Host is no host, or whose path is no path.'),
    },
  )
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => void listener(incoming, outgoing)
  const settings = { requireHostHeader: false, ...https }
  const server = https ? createSecureServer(settings, answer) : createServer(settings, answer)

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const message = excuse(error, host, port)
      reject(message ? new ListenError(message, { cause: error }) : error)
    })
    server.listen(port, host, resolve)
  })

  return {
    url: `${https ? 'https' : 'http'}://${nameOf(host)}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
