/**
 * The network of the bench: hosts' pages on one origin, the servers that widgets call on another,
 * and over TLS the host names that some peers always call. Scripts and styles are compressed with
 * brotli at level 11, once for all visits, and must not be cached. `distant` puts pages and servers
 * behind TLS and HTTP/2, at the end of a slow network.
 */
import { readFile } from 'node:fs/promises'
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import { createRequire } from 'node:module'
import type { AddressInfo, Server as NetServer } from 'node:net'
import { extname, join, normalize } from 'node:path'
import type * as emulatorModule from '../src/tools/emulator/index.ts'
import type * as emulatorHost from '../src/tools/emulator/node.ts'
import type { Contestant } from './contestants/contestant.ts'
import { app, user } from './logIns.ts'
import { type Link, openNetwork } from './network.ts'
import { peersFolder, peersInstalled } from './peers/install.ts'
import { watchInPage } from './visit.ts'
import { brotli } from './weights.ts'

const dist = (path: string) => new URL(`../dist/${path}`, import.meta.url).href
// The emulator as it is released. Its types come from the sources, so that `npm run check` needs no
// dist/.
const { createEmulator } = (await import(dist('emulator/index.js'))) as typeof emulatorModule
const { listen } = (await import(dist('emulator/node.js'))) as typeof emulatorHost

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}
const cors = (request: IncomingMessage) => ({
  'access-control-allow-origin': request.headers.origin ?? '*',
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
  'access-control-expose-headers': '*',
})

/** Where pages and servers are, if they are distant. */
const DISTANT = { pages: 'shop.example.test', api: 'api.example.test' }

/** Headers without those of one connection (RFC 9113, section 8.2.2), and of HTTP/2 itself. */
const endToEnd = (headers: Record<string, string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !/^(:|connection$|keep-alive$|transfer-encoding$|host$|http2-settings$)/.test(name)),
  )

const listening = (server: NetServer) =>
  new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Counts of passkeys: the visitor `passkeys-<count>@example.com` has that many. */
export const withPasskeys = [1, 10, 100]

/**
 * Whether a request starts a sign-in with another provider. The bench presses such buttons: an
 * empty answer keeps the visitor on the page, so that INP can be read.
 */
const begins = (request: Request) => /\/public\/oauth\/\w+\/start$/.test(new URL(request.url).pathname)

/**
 * Adds passkeys to an answer. An emulated user can only get passkeys through ceremonies, and a
 * hundred of those would be the longest part of the bench.
 */
const givePasskeys = async (response: Response) => {
  const text = await response.text()
  const count = Number(/passkeys-(\d+)@example\.com/.exec(text)?.[1] ?? 0)
  const answer = count ? JSON.parse(text, (key, value) => (key === 'webauthn_registrations' ? passkeys(count) : value)) : undefined
  return new Response([101, 204, 205, 304].includes(response.status) ? null : answer ? JSON.stringify(answer) : text, response)
}

const passkeys = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    webauthn_registration_id: `webauthn-registration-test-${at}`,
    domain: 'localhost',
    user_agent: '',
    authenticator_type: 'platform',
    verified: true,
    name: `Passkey ${at + 1}`,
  }))

/**
 * Starts the servers. `folders` has, for each contestant's id, the folders to serve below its page
 * by the first part of the path: `{ 'embed/': '/.../dist/embed' }`.
 */
export const openSite = async (contestants: Contestant[], folders: Map<string, Record<string, string>>, distant?: Link) => {
  const byId = new Map(contestants.map((contestant) => [contestant.id, contestant]))
  const bodies = new Map<string, Promise<Buffer>>()
  const bodyOf = (file: string) => {
    const body = bodies.get(file) ?? readFile(file).then(brotli)
    bodies.set(file, body)
    return body
  }

  const emulator = createEmulator({
    seed: {
      users: [
        user,
        ...withPasskeys.map((count) => ({ emails: [{ email: `passkeys-${count}@example.com` }], password: 'vRIQomL!faE2S44s' })),
      ],
      clients: [app],
    },
  })
  const provider = await listen(
    {
      fetch: async (request) => (begins(request) ? new Response(null, { status: 204 }) : givePasskeys(await emulator.fetch(request))),
    },
    { port: 0 },
  )

  const answer = (contestant: Contestant | undefined, request: IncomingMessage, response: ServerResponse, url: URL) => {
    request.resume()
    const head = cors(request)
    if (request.method === 'OPTIONS') return response.writeHead(204, head).end()
    const { status, body, type } = contestant?.answer?.(url) ?? { status: 404, body: '{}', type: 'application/json' }
    response.writeHead(status, { ...head, 'content-type': type, 'cache-control': 'no-store' }).end(body)
  }

  const answerPage = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, 'http://localhost')
    const [, id = '', ...rest] = url.pathname.split('/')
    const contestant = byId.get(id)
    const path = normalize(rest.join('/'))
    if (!contestant) return response.writeHead(404).end()
    if (path === '.' || path === '') {
      const html = contestant.page({ api: url.searchParams.get('api') ?? '' })
      const body = url.searchParams.has('watch')
        ? html.replace('<title>', () => `<script>${watchInPage(contestant.controls ?? { field: 1 })}</script><title>`)
        : html
      return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(body)
    }
    const [prefix = '', folder] = Object.entries(folders.get(id) ?? {}).find(([start]) => path.startsWith(start)) ?? []
    const body = folder && (await bodyOf(join(folder, path.slice(prefix.length))).catch(() => undefined))
    if (!body) return response.writeHead(404).end()
    response
      .writeHead(200, {
        'content-type': `${types[extname(path)] ?? 'application/octet-stream'}; charset=utf-8`,
        'content-encoding': 'br',
        'content-length': body.length,
        'cache-control': contestant.cached ? 'max-age=31536000, immutable' : 'no-store',
        'access-control-allow-origin': '*',
      })
      .end(body)
  }
  const pages = createServer(answerPage)
  const servers = createServer((request, response) => {
    const [, id = '', ...rest] = request.url!.split('/')
    const url = new URL(`/${rest.join('/')}`, 'http://localhost')
    answer(byId.get(id), request, response, url)
  })
  /** Passes a call of a distant page on, as if the page were on this machine. */
  const forward = (to: string, request: IncomingMessage, response: ServerResponse) => {
    const { origin } = request.headers
    const headers = { ...endToEnd(request.headers), ...(origin && { origin: `http://localhost:${pagesPort}` }) }
    const passed = ask(`${to}${request.url}`, { method: request.method, headers }, (answer) => {
      const cors = answer.headers['access-control-allow-origin'] && origin ? { 'access-control-allow-origin': origin } : {}
      response.writeHead(answer.statusCode!, { ...endToEnd(answer.headers), ...cors })
      answer.pipe(response)
    })
    request.pipe(passed)
  }
  const pagesPort = await listening(pages)
  const serversPort = await listening(servers)

  let tls: ReturnType<typeof createSecureServer> | undefined
  const networks: Awaited<ReturnType<typeof openNetwork>>[] = []
  let tlsPort: number | undefined
  if (peersInstalled()) {
    const { generate } = createRequire(join(peersFolder, 'package.json'))('selfsigned')
    const pair = await generate([{ name: 'commonName', value: 'example.test' }], { keySize: 2048 })
    const answerByHost = (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url!, `https://${request.headers[':authority'] ?? request.headers.host}`)
      if (url.hostname === DISTANT.pages) return answerPage(request, response)
      if (url.hostname === DISTANT.api)
        return forward(byId.has(url.pathname.split('/')[1]!) ? `http://localhost:${serversPort}` : provider.url, request, response)
      return answer(
        contestants.find(({ hosts = [] }) => hosts.includes(url.hostname)),
        request,
        response,
        url,
      )
    }
    tls = createSecureServer({ key: pair.private, cert: pair.cert, allowHTTP1: true })
    // as node:http2 says, a request and a response of HTTP/2 have what those of HTTP/1 have
    tls.on('request', (request: Http2ServerRequest, response: Http2ServerResponse) =>
      answerByHost(request as never as IncomingMessage, response as never as ServerResponse),
    )
    tlsPort = await listening(tls)
    if (distant) networks.push(await openNetwork(tlsPort, distant))
  }

  return {
    emulator,
    tlsPort: distant ? networks[0]!.port : tlsPort,
    /** Returns the URL of a contestant's page. Its query contains the URL of the server to call. */
    pageOf: ({ id, provider: emulated }: Contestant) => {
      if (distant) return `https://${DISTANT.pages}/${id}/?api=${encodeURIComponent(`https://${DISTANT.api}${emulated ? '' : `/${id}`}`)}`
      const api = emulated ? provider.url : `http://localhost:${serversPort}/${id}`
      return `http://localhost:${pagesPort}/${id}/?api=${encodeURIComponent(api)}`
    },
    /**
     * Opens a slow network to all servers. Resolves with the function that returns the URL of a
     * contestant's page on it, which watches itself (watchInPage).
     */
    slowly: async (link: Link) => {
      const open = async (port: number) => {
        const far = await openNetwork(port, link)
        networks.push(far)
        return `http://localhost:${far.port}`
      }
      const [pagesUrl, serversUrl, providerUrl] = await Promise.all([pagesPort, serversPort, Number(new URL(provider.url).port)].map(open))
      return ({ id, provider: emulated }: Contestant) =>
        `${pagesUrl}/${id}/?watch&api=${encodeURIComponent(emulated ? providerUrl! : `${serversUrl}/${id}`)}`
    },
    close: async () => {
      emulator.close()
      await Promise.all(networks.map((one) => one.close()))
      tls?.close()
      await Promise.all([provider.close(), close(pages), close(servers)])
    },
  }
}
