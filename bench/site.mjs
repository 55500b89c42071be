/**
 * The network of the bench: hosts' pages on one origin, the servers that widgets ask on another, and for peers that insist on a host of their own, that host
 * over TLS. Scripts and styles are brotli-11, compressed before anybody asks, and may not be cached.
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createRequire } from 'node:module'
import { extname, join, normalize } from 'node:path'
import { createEmulator } from '../dist/emulator/index.js'
import { listen } from '../dist/emulator/node.js'
import { peersFolder, peersInstalled } from './peers/install.mjs'
import { brotli } from './weights.mjs'

const types = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html', '.json': 'application/json', '.svg': 'image/svg+xml' }
const cors = (request) => ({
  'access-control-allow-origin': request.headers.origin ?? '*',
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
  'access-control-expose-headers': '*',
})

const listening = (server) =>
  new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', () => resolve(server.address().port)))
const closed = (server) =>
  new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })

/** Numbers of passkeys that visitors `passkeys-<number>@example.com` have. */
export const withPasskeys = [1, 10, 100]

/** A button that leads to another provider is pressed in the bench: an answer without content keeps the visitor on the page, which can then say how long the press took. */
const begins = (request) => /\/oauth\/\w+\/start$/.test(new URL(request.url).pathname)

/** An emulated user gets passkeys by ceremonies alone; a hundred of them would be the longest part of the bench. */
const givePasskeys = async (response) => {
  const text = await response.text()
  const count = Number(/passkeys-(\d+)@example\.com/.exec(text)?.[1] ?? 0)
  const answer = count ? JSON.parse(text, (key, value) => (key === 'webauthn_registrations' ? passkeys(count) : value)) : undefined
  return new Response([101, 204, 205, 304].includes(response.status) ? null : answer ? JSON.stringify(answer) : text, response)
}

const passkeys = (count) =>
  Array.from({ length: count }, (_, at) => ({
    webauthn_registration_id: `webauthn-registration-test-${at}`,
    domain: 'localhost',
    user_agent: '',
    authenticator_type: 'platform',
    verified: true,
    name: `Passkey ${at + 1}`,
  }))

/** `folders`: of each contestant's id, `{ 'embed/': folder }`. */
export const openSite = async (contestants, folders) => {
  const byId = new Map(contestants.map((contestant) => [contestant.id, contestant]))
  const compressed = new Map()
  const packed = (file) => {
    if (!compressed.has(file)) compressed.set(file, readFile(file).then(brotli))
    return compressed.get(file)
  }

  const emulator = createEmulator({
    seed: { users: withPasskeys.map((count) => ({ emails: [{ email: `passkeys-${count}@example.com` }], password: 'vRIQomL!faE2S44s' })) },
  })
  const provider = await listen(
    {
      fetch: async (request) => (begins(request) ? new Response(null, { status: 204 }) : givePasskeys(await emulator.fetch(request))),
    },
    { port: 0 },
  )

  const answer = async (contestant, request, response, url) => {
    request.resume()
    const head = cors(request)
    if (request.method === 'OPTIONS') return response.writeHead(204, head).end()
    const { status, body, type } = contestant?.answer?.(url) ?? { status: 404, body: '{}', type: 'application/json' }
    response.writeHead(status, { ...head, 'content-type': type, 'cache-control': 'no-store' }).end(body)
  }

  const pages = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://localhost')
    const [, id, ...rest] = url.pathname.split('/')
    const contestant = byId.get(id)
    const path = normalize(rest.join('/'))
    if (!contestant) return response.writeHead(404).end()
    if (path === '.' || path === '') {
      const body = contestant.page({ api: url.searchParams.get('api') })
      return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(body)
    }
    const [prefix, folder] = Object.entries(folders.get(id) ?? {}).find(([start]) => path.startsWith(start)) ?? []
    const body = folder && (await packed(join(folder, path.slice(prefix.length))).catch(() => undefined))
    if (!body) return response.writeHead(404).end()
    response
      .writeHead(200, {
        'content-type': `${types[extname(path)] ?? 'application/octet-stream'}; charset=utf-8`,
        'content-encoding': 'br',
        'content-length': body.length,
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      })
      .end(body)
  })
  const servers = createServer((request, response) => {
    const [, id, ...rest] = request.url.split('/')
    const url = new URL(`/${rest.join('/')}`, 'http://localhost')
    void answer(byId.get(id), request, response, url)
  })
  const pagesPort = await listening(pages)
  const serversPort = await listening(servers)

  let tls
  let tlsPort
  if (peersInstalled()) {
    const { generate } = createRequire(join(peersFolder, 'package.json'))('selfsigned')
    const pair = await generate([{ name: 'commonName', value: 'example.test' }], { keySize: 2048 })
    tls = createTlsServer({ key: pair.private, cert: pair.cert }, (request, response) => {
      const url = new URL(request.url, `https://${request.headers.host}`)
      void answer(
        contestants.find(({ hosts = [] }) => hosts.includes(url.hostname)),
        request,
        response,
        url,
      )
    })
    tlsPort = await listening(tls)
  }

  return {
    emulator,
    tlsPort,
    /** Of a contestant's page; its query names the server to ask. */
    pageOf: ({ id, provider: emulated }) => {
      const api = emulated ? provider.url : `http://localhost:${serversPort}/${id}`
      return `http://localhost:${pagesPort}/${id}/?api=${encodeURIComponent(api)}`
    },
    close: async () => {
      emulator.close()
      await Promise.all([provider.close(), closed(pages), closed(servers), tls && closed(tls)])
    },
  }
}
