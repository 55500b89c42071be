/**
 * Clients that nobody here wrote go from nothing to a call of a tool: they find the provider from
 * the MCP server of examples/mcp, become an app, send the visitor to the consent page and get a
 * token. When the visitor has revoked the app, their next call is refused. The provider is the
 * emulator, and Better Auth behind examples/own-server.
 */
import '../built/all.ts'
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../src/tools/emulator/index.ts'
import { listen } from '../../src/tools/emulator/node.ts'
import { until } from '../harness/turns.ts'
import { freePort } from '../harness/ports.ts'
import { consent, type Visitor } from '../tools/emulator/openid/consenting.ts'
import { createVisitor } from '../tools/emulator/visitor.ts'
import { installedFor, root } from './application.ts'
import { leaveNothing } from './newcomer.ts'
import { createVisitor as createGuest, ownServer, startServer } from './ownServer.ts'
import { rejection } from '../harness/rejection.ts'

const folder = await installedFor('agents')
/** Loads a package of the application. */
const load = (name: string): Promise<any> => import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href)

const redirect_uri = 'http://127.0.0.1:33418/callback'
const DOCUMENT = 'https://agent.example/client.json'
const scope = 'openid offline_access notes:read'

/** How the documents of agents are fetched: there is one. */
const documents = async (request: Request) => {
  assert.is(request.url, DOCUMENT)
  return Response.json({
    client_id: DOCUMENT,
    client_name: 'Documented',
    redirect_uris: [redirect_uri],
    token_endpoint_auth_method: 'none',
  })
}

const emulator = createEmulator({
  fetch_client_metadata: documents,
  seed: {
    policy: {
      roles: [{ role_id: 'stytch_user', permissions: [{ resource_id: 'notes', actions: ['read', 'write'] }] }],
      resources: [{ resource_id: 'notes', actions: ['read', 'write'] }],
      scopes: ['read', 'write'].map((action) => ({
        scope: `notes:${action}`,
        description: action,
        permissions: [{ resource_id: 'notes', actions: [action] }],
      })),
    },
  },
})

/** The MCP server of the example, in a process of its own. */
const serveNotes = async (port: number, variables: Record<string, string>) => {
  for (const file of ['project.js', 'access.js', 'mcp.js']) cpSync(join(root, 'examples/mcp', file), join(folder, file))
  const main =
    "import express from 'express'\nimport { mcp } from './mcp.js'\nexpress().use(mcp).listen(process.env.PORT, () => console.log('ready'))\n"
  writeFileSync(join(folder, 'serve.js'), main)
  const child = spawn(process.execPath, ['serve.js'], { cwd: folder, env: { ...process.env, ...variables, PORT: String(port) } })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      printed += data
    })
  await until(() => {
    if (child.exitCode !== null) throw new Error(printed)
    return printed.includes('ready')
  }, 'the MCP server')
  return { server: new URL(`http://localhost:${port}/mcp`), stop: () => child.kill() }
}

/** Who lets the clients in. */
interface Provider extends Visitor {
  issuer: string
  /** Where apps register themselves. */
  registration: string
  notes: Awaited<ReturnType<typeof serveNotes>>
  /**
   * Where the provider sends the visitor's browser from the address that the client has opened: to
   * the consent page, or back with an error.
   */
  consentPage: (url: URL) => Promise<URL>
  /** All clients have one address, from which few may register in a minute. */
  forgetLimits: () => Promise<unknown>
}
let provider: Provider

const startEmulator = async (): Promise<Provider> => {
  const listening = await listen(emulator, { port: 0 })
  const { project_id: STYTCH_PROJECT_ID, secret: STYTCH_SECRET } = emulator
  const visitor = createVisitor(emulator, listening.url)
  visitor.token = (await emulator.signIn({ email: 'ada@example.com', session_duration_minutes: 300 })).session_token
  const notes = await serveNotes(await freePort(), { STYTCH_PROJECT_ID, STYTCH_SECRET, STYTCH_BASE_URL: listening.url })
  ends.push(notes.stop, listening.close)
  return {
    issuer: listening.url,
    registration: `${listening.url}/v1/oauth2/register`,
    notes,
    call: visitor.call,
    consentPage: async (url) => url,
    forgetLimits: async () => {},
  }
}

const startBetterAuth = async (): Promise<Provider> => {
  const port = await freePort()
  const { folder: example, load } = await ownServer()
  const { url, program } = await startServer(example, { RESOURCES: `http://localhost:${port}/mcp` })
  const { createClient } = await load('@libsql/client')
  const database = createClient({ url: `file:${example}/app.db` })
  const visitor = createGuest(url)
  await visitor.call('POST /passwords', { email: 'ada@example.com', password: 'correct horse', session_duration_minutes: 60 })
  // only a proven address can let apps in
  await database.execute('update "user" set "emailVerified" = 1')
  const notes = await serveNotes(port, { BACKEND: url })
  ends.push(notes.stop, program.interrupt)
  return {
    issuer: `${url}/api/auth`,
    registration: `${url}/api/auth/oauth2/register`,
    notes,
    call: async (route, body) => {
      const { status, json } = await visitor.call(route, body as object)
      return { status, data: json.data, error: json }
    },
    consentPage: async (asked) => {
      // that of a page is redirected, and that of a program told
      const landing = new URL(((await (await visitor.open(asked.href)).json()) as { url: string }).url, url)
      const isRefused = landing.searchParams.has('error')
      assert.is(landing.origin + landing.pathname, isRefused ? redirect_uri : `${url}/consent`, landing.href)
      return landing
    },
    forgetLimits: () => database.execute('delete from "rateLimit"'),
  }
}

const ends: (() => unknown)[] = []
test.after(async () => {
  for (const end of ends) await end()
  leaveNothing()
  assert.equal(emulator.crashes(), [])
})

/** The visitor allows what the page at this address asks. Returns where the app gets its answer. */
const allow = async (url: string | URL) => {
  const page = await provider.consentPage(new URL(url))
  return page.searchParams.has('error') ? page : (await consent(provider, page)).landing
}

/** Calls a tool as a program does that has nothing but a token. */
const callWith = async (access_token: string, name = 'list_notes', given = {}) => {
  const answer = await fetch(provider.notes.server, {
    method: 'POST',
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result.content[0].text as string
}

/** A client that was let in: its client id, and what its next call of a tool returns. */
interface LetIn {
  client_id: string
  call: () => Promise<string>
  end?: () => unknown
}

const insecure = { [oauth.allowInsecureRequests]: true }

/** What the MCP server says about itself (RFC 9728), as oauth4webapi reads it. */
const protectedResource = async () => {
  const answer = await oauth.resourceDiscoveryRequest(provider.notes.server, insecure)
  const { resource, authorization_servers } = await oauth.processResourceDiscoveryResponse(provider.notes.server, answer)
  return { resource, issuer: new URL(authorization_servers![0]!) }
}

const withOauth4webapi = async (): Promise<LetIn> => {
  const { resource, issuer } = await protectedResource()
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }))
  const metadata = {
    client_name: 'oauth4webapi',
    redirect_uris: [redirect_uri],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  }
  const answer = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure)
  const client = await oauth.processDynamicClientRegistrationResponse(answer)
  const verifier = oauth.generateRandomCodeVerifier()
  const url = new URL(server.authorization_endpoint!)
  const code_challenge = await oauth.calculatePKCECodeChallenge(verifier)
  const query = {
    client_id: client.client_id,
    redirect_uri,
    response_type: 'code',
    scope,
    resource,
    code_challenge,
    code_challenge_method: 'S256',
  }
  url.search = String(new URLSearchParams(query))
  const parameters = oauth.validateAuthResponse(server, client, await allow(url), oauth.expectNoState)
  const options = { additionalParameters: { resource }, ...insecure }
  const request = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, redirect_uri, verifier, options)
  const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, request)
  return { client_id: client.client_id, call: () => callWith(access_token) }
}

const withOpenidClient = async (): Promise<LetIn> => {
  const { resource, issuer } = await protectedResource()
  const metadata = {
    client_name: 'openid-client',
    redirect_uris: [redirect_uri],
    token_endpoint_auth_method: 'client_secret_post',
    application_type: 'native',
  }
  const options = { algorithm: 'oauth2' as const, execute: [openid.allowInsecureRequests] }
  const config = await openid.dynamicClientRegistration(issuer, metadata, undefined, options)
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const code_challenge = await openid.calculatePKCECodeChallenge(pkceCodeVerifier)
  const url = openid.buildAuthorizationUrl(config, { redirect_uri, scope, resource, code_challenge, code_challenge_method: 'S256' })
  const tokens = await openid.authorizationCodeGrant(config, await allow(url), { pkceCodeVerifier, idTokenExpected: true }, { resource })
  const { access_token } = await openid.refreshTokenGrant(config, tokens.refresh_token!, { resource, scope: 'openid notes:read' })
  return { client_id: config.clientMetadata().client_id, call: () => callWith(access_token) }
}

/** An app that registers itself, for clients that cannot. */
const registered = async (client_name: string, redirect: string, token_endpoint_auth_method = 'none') => {
  const body = JSON.stringify({ client_name, redirect_uris: [redirect], token_endpoint_auth_method, application_type: 'native' })
  const answer = await fetch(provider.registration, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  return (await answer.json()) as { client_id: string; client_secret?: string }
}

const withOidcClientTs = async (): Promise<LetIn> => {
  const { InMemoryWebStorage, OidcClient, WebStorageStateStore } = await load('oidc-client-ts')
  const { client_id } = await registered('oidc-client-ts', redirect_uri)
  const client = new OidcClient({
    authority: provider.issuer,
    client_id,
    redirect_uri,
    scope,
    resource: provider.notes.server.href,
    stateStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
  })
  const { url } = await client.createSigninRequest({ request_type: 'si:r' })
  const { access_token, refresh_token, profile } = await client.processSigninResponse((await allow(url)).href)
  assert.ok(profile.sub)
  assert.ok(refresh_token)
  return { client_id, call: () => callWith(access_token) }
}

const withAuthCore = async (): Promise<LetIn> => {
  const { Auth } = await load('@auth/core')
  const site = 'http://localhost:3999'
  const { client_id, client_secret } = await registered('auth-core', `${site}/auth/callback/notes`, 'client_secret_basic')
  let access_token = ''
  const config = {
    basePath: '/auth',
    trustHost: true,
    secret: 'a secret of the application, long enough',
    providers: [
      {
        id: 'notes',
        name: 'Notes',
        type: 'oidc',
        issuer: provider.issuer,
        clientId: client_id,
        clientSecret: client_secret,
        checks: ['pkce', 'state', 'nonce'],
        authorization: { params: { scope, resource: provider.notes.server.href } },
      },
    ],
    callbacks: {
      jwt: ({ token, account }: { token: object; account?: { access_token: string } }) => {
        if (account) access_token = account.access_token
        return token
      },
    },
  }
  const jar = new Map<string, string>()
  const go = async (url: string, form?: Record<string, string>) => {
    const Cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
    const answer: Response = await Auth(new Request(url, { headers: { Cookie }, ...init }), config)
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      jar.set(name!, value!)
    }
    return answer
  }
  const { csrfToken } = (await (await go(`${site}/auth/csrf`)).json()) as { csrfToken: string }
  const sent = await go(`${site}/auth/signin/notes`, { csrfToken })
  const back = await go((await allow(sent.headers.get('location')!)).href)
  assert.not.match(back.headers.get('location')!, 'error')
  return { client_id, call: () => callWith(access_token) }
}

/** What an official MCP client keeps. */
const keeping = (client_name: string, clientMetadataUrl?: string) => {
  const kept: { client?: { client_id: string }; tokens?: object; verifier?: string; url?: URL; asked: number } = { asked: 0 }
  return {
    kept,
    redirectUrl: redirect_uri,
    clientMetadataUrl,
    clientMetadata: { client_name, redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none', application_type: 'native' },
    clientInformation: () => kept.client,
    saveClientInformation: (client: any) => {
      kept.client = client
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: object) => {
      kept.tokens = tokens
    },
    codeVerifier: () => kept.verifier,
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier
    },
    invalidateCredentials: () => {
      delete kept.tokens
    },
    redirectToAuthorization: (url: URL) => {
      kept.url = url
      kept.asked++
    },
  }
}

const textOf = ({ content }: any) => content[0].text as string

/** One of the two official clients. `finish`: what it is given when the visitor comes back. */
const withMcp = async (
  authProvider: ReturnType<typeof keeping>,
  { Client, Transport }: { Client: any; Transport: any },
  finish: (answer: URLSearchParams) => unknown,
): Promise<LetIn> => {
  const connect = async () => {
    const transport = new Transport(provider.notes.server, { authProvider })
    const client = new Client({ name: 'Agent', version: '1.0.0' })
    return { transport, client, connected: client.connect(transport) as Promise<void> }
  }
  const first = await connect()
  assert.is((await rejection(first.connected)).constructor.name, 'UnauthorizedError')
  const { kept } = authProvider
  assert.is(kept.url!.searchParams.get('resource'), provider.notes.server.href)
  await first.transport.finishAuth(finish((await allow(kept.url!)).searchParams))
  const { client, connected } = await connect()
  await connected
  return {
    client_id: kept.client?.client_id ?? DOCUMENT,
    call: async () => textOf(await client.callTool({ name: 'list_notes', arguments: {} })),
    end: () => client.close(),
  }
}

const sdk = async () => ({
  Client: (await load('@modelcontextprotocol/sdk/client/index.js')).Client,
  Transport: (await load('@modelcontextprotocol/sdk/client/streamableHttp.js')).StreamableHTTPClientTransport,
})
const client2 = async () => {
  const { Client, StreamableHTTPClientTransport: Transport } = await load('@modelcontextprotocol/client')
  return { Client, Transport }
}
const code = (answer: URLSearchParams) => answer.get('code')

const withMcpRemote = async (): Promise<LetIn> => {
  const { Client } = await sdk()
  const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js')
  // In the place of the browser, so that none opens.
  const programs = join(folder, 'no-browser')
  rmSync(programs, { recursive: true, force: true })
  mkdirSync(programs)
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(programs, name), '#!/bin/sh\n')
    chmodSync(join(programs, name), 0o755)
  }
  const kept = join(folder, 'mcp-remote')
  rmSync(kept, { recursive: true, force: true })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(folder, 'node_modules/mcp-remote/dist/proxy.js'), provider.notes.server.href, String(await freePort())],
    env: { ...process.env, PATH: `${programs}:${process.env.PATH}`, MCP_REMOTE_CONFIG_DIR: kept },
    stderr: 'pipe',
  })
  let printed = ''
  transport.stderr.on('data', (data: Buffer) => {
    printed += data
  })
  const asked = () => [...printed.matchAll(/visiting:\s+(http\S+)/g)].map(([, url]) => url!)
  const client = new Client({ name: 'Agent', version: '1.0.0' })
  const connected = client.connect(transport) as Promise<void>
  // it is awaited once the visitor has let it in
  connected.catch(() => {})
  const url = await until(() => asked()[0], 'the address that mcp-remote prints')
  // It serves its own callback.
  assert.is((await fetch(await allow(url))).status, 200)
  await connected
  return {
    client_id: new URL(url).searchParams.get('client_id')!,
    call: async () => {
      const before = asked().length
      let ended = false
      const answer = (client.callTool({ name: 'list_notes', arguments: {} }).then(textOf) as Promise<string>).finally(() => {
        ended = true
      })
      // It does not answer before the visitor has let it in again, and never after its end.
      answer.catch(() => {})
      await until(() => ended || asked().length > before, 'an answer or another question')
      return ended ? answer : Promise.reject(new Error('it asks again'))
    },
    end: () => client.close(),
  }
}

const clients: [string, () => Promise<LetIn>][] = [
  ['oauth4webapi 3', withOauth4webapi],
  ['openid-client 6', withOpenidClient],
  ['oidc-client-ts', withOidcClientTs],
  ['@auth/core', withAuthCore],
  ['@modelcontextprotocol/sdk', async () => withMcp(keeping('SDK'), await sdk(), code)],
  ['@modelcontextprotocol/client', async () => withMcp(keeping('Client'), await client2(), (answer) => answer)],
  ['mcp-remote', withMcpRemote],
]
const documented: typeof clients = [
  ['@modelcontextprotocol/sdk, its client id a URL', async () => withMcp(keeping('SDK', DOCUMENT), await sdk(), code)],
  [
    '@modelcontextprotocol/client, its client id a URL',
    async () => withMcp(keeping('Client', DOCUMENT), await client2(), (answer) => answer),
  ],
]

for (const [at, begin, both] of [
  ['the emulator', startEmulator, [...clients, ...documented]],
  ['Better Auth', startBetterAuth, clients],
] as const) {
  test(`${at} begins`, async () => {
    provider = await begin()
  })

  for (const [name, letIn] of both)
    test(`${at}, ${name}: from nothing to a call of a tool, and to a refused one`, async () => {
      await provider.forgetLimits()
      const { client_id, call, end } = await letIn()
      assert.is(await call(), 'Water the plants')
      if (name.includes('URL')) assert.is(client_id, DOCUMENT)
      const revoked = await provider.call(`POST /users/connected_apps/${encodeURIComponent(client_id)}/revoke`)
      assert.is(revoked.status, 200, JSON.stringify(revoked.error))
      const refused = await rejection(call())
      assert.match(`${refused.constructor.name} ${refused.message}`, /Unauthorized|401|invalid_token|it asks again/)
      await end?.()
    })

  test(`${at}: a token for another server, or with another scope, calls no tool`, async () => {
    await provider.forgetLimits()
    const { server } = provider.notes
    const { resource, issuer } = await protectedResource()
    const metadata = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const { authorization_endpoint, token_endpoint } = await oauth.processDiscoveryResponse(issuer, metadata)
    const { client_id } = await registered('narrow', redirect_uri)
    const token = async (wanted: string, resource?: string) => {
      const verifier = oauth.generateRandomCodeVerifier()
      const code_challenge = await oauth.calculatePKCECodeChallenge(verifier)
      const proof = { code_challenge, code_challenge_method: 'S256' }
      const query = { client_id, redirect_uri, response_type: 'code', scope: wanted, ...proof, ...(resource && { resource }) }
      const landing = await allow(`${authorization_endpoint}?${new URLSearchParams(query)}`)
      if (landing.searchParams.has('error')) return landing.searchParams.get('error')!
      const form = { grant_type: 'authorization_code', client_id, redirect_uri, code: code(landing.searchParams)!, code_verifier: verifier }
      const body = new URLSearchParams({ ...form, ...(resource && { resource }) })
      const answer = await fetch(token_endpoint!, { method: 'POST', body })
      return ((await answer.json()) as { access_token: string }).access_token
    }
    const refused = (call: Promise<string>) =>
      call.then(
        (text) => text,
        (error: Error) => error.message,
      )
    for (const other of ['https://mail.example/mcp', server.origin, undefined])
      assert.match(await refused(callWith(await token(scope, other))), /^401/, other)
    const reads = await token(scope, resource)
    assert.is(await callWith(reads), 'Water the plants')
    assert.match(await callWith(reads, 'add_note', { note: 'Buy milk' }), 'needs the scope notes:write')
    const writes = await token('openid notes:write', resource)
    assert.match(await callWith(writes), 'needs the scope notes:read')
    assert.match(await callWith(writes, 'add_note', { note: 'Buy milk' }), 'There are 2 notes')
  })
}

test.run()
