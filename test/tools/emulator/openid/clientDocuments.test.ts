/** Apps whose client id is the URL of a document about them. */
import { install } from '@sinonjs/fake-timers'
import type { LookupFunction } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { EmulatorOptions } from '../../../../src/tools/emulator/index.ts'
import { fetchPublic } from '../../../../src/tools/emulator/node.ts'
import { publicOnly } from '../../../../src/tools/emulator/fetchPublic.ts'
import { documentUrlFault } from '../../../../src/tools/emulator/openid/clientDocuments.ts'
import { isPrivateAddress, isPrivateHost } from '../../../../src/tools/emulator/openid/privateAddresses.ts'
import { setUp } from '../visitor.ts'
import { consent } from './consenting.ts'

const test = suite('emulator: client id metadata documents')

const ISSUER = 'http://localhost:4100'
const client_id = 'https://agent.example/oauth/client.json'
const redirect_uri = 'https://agent.example/cb'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const about = { client_id, client_name: 'Agent', logo_uri: 'https://agent.example/a.png', redirect_uris: [redirect_uri] }

const json = (document: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(document), { headers: { 'Content-Type': 'application/json', ...headers } })

const asking = async (fetch_client_metadata: EmulatorOptions['fetch_client_metadata'], more: EmulatorOptions = {}) => {
  const { emulator, visitor } = setUp({ ...more, fetch_client_metadata })
  const { session_token, user } = await emulator.signIn({ email: 'ada@example.com', session_duration_minutes: 100_000 })
  visitor.token = session_token
  const request = { client_id, redirect_uri, response_type: 'code', scopes: ['openid'] }
  const start = (body: object = {}) => visitor.call('POST /idp/oauth/authorize/start', { ...request, ...body })
  const fault = async (body: object = {}) => {
    const { status, error } = await start(body)
    return status === 200 ? undefined : `${error.error_type}: ${error.error_message}`
  }
  return { emulator, visitor, user, start, fault }
}

test('the document says who asks; its app gets a token, and none after the visitor has revoked it', async () => {
  const requests: Request[] = []
  const { emulator, visitor, start } = await asking(async (request) => {
    requests.push(request)
    return json(about)
  })
  const { data } = await start()
  assert.equal(data.client, {
    client_id,
    client_name: 'Agent',
    client_description: '',
    client_type: 'third_party_public',
    client_logo_url: 'https://agent.example/a.png',
  })
  const [{ url, redirect, method }] = requests as [Request]
  assert.equal([url, redirect, method], [client_id, 'manual', 'GET'])

  const query = { client_id, redirect_uri, response_type: 'code', scope: 'openid offline_access', code_challenge: challenge }
  const { landing } = await consent(visitor, new URL(`${ISSUER}/consent/?${new URLSearchParams(query)}`))
  const token = (form: Record<string, string>) =>
    emulator.fetch(new Request(`${ISSUER}/v1/oauth2/token`, { method: 'POST', body: new URLSearchParams({ client_id, ...form }) }))
  const code = landing.searchParams.get('code')!
  const answer = await token({ grant_type: 'authorization_code', code, redirect_uri, code_verifier: verifier })
  const { access_token, refresh_token } = await answer.json()
  const refresh = async () => (await token({ grant_type: 'refresh_token', refresh_token })).status
  const userinfo = async () =>
    (await emulator.fetch(new Request(`${ISSUER}/v1/oauth2/userinfo`, { headers: { Authorization: `Bearer ${access_token}` } }))).status
  assert.is(await userinfo(), 200)
  const { connected_apps } = (await visitor.call('GET /users/connected_apps')).data
  assert.equal(
    connected_apps.map(({ connected_app_id, name }: any) => [connected_app_id, name]),
    [[client_id, 'Agent']],
  )
  const revocation = await visitor.call(`POST /users/connected_apps/${encodeURIComponent(client_id)}/revoke`)
  assert.is(revocation.status, 200, JSON.stringify(revocation.error))
  assert.equal([await userinfo(), await refresh()], [401, 400])
})

test('without a fetch nothing is fetched: a URL is no client id, and the metadata says so', async () => {
  const isSupported = async (emulator: Awaited<ReturnType<typeof asking>>['emulator']) =>
    (await (await emulator.fetch(new Request(`${ISSUER}/.well-known/oauth-authorization-server`))).json())
      .client_id_metadata_document_supported
  const none = await asking(undefined)
  assert.match((await none.fault())!, /^connected_app_not_found/)
  assert.is(await isSupported(none.emulator), false)
  assert.is(await isSupported((await asking(async () => json(about))).emulator), true)
  assert.throws(() => setUp({ fetch_client_metadata: 'https://agent.example' as never }), 'fetch_client_metadata')
})

for (const [fault, answer] of [
  ['is not its URL', () => json({ ...about, client_id: 'https://agent.example/oauth/client.json?' })],
  ['is not its URL', () => json({ ...about, client_id: undefined })],
  ['is not its URL', () => json({ ...about, client_id: 'https://bank.example/oauth/client.json' })],
  ['has a secret', () => json({ ...about, client_secret: 's3cret' })],
  ['has a secret', () => json({ ...about, client_secret_expires_at: 0 })],
  ['needs a secret', () => json({ ...about, token_endpoint_auth_method: 'client_secret_basic' })],
  ['token_endpoint_auth_method', () => json({ ...about, token_endpoint_auth_method: 'private_key_jwt' })],
  ['redirect_uris', () => json({ ...about, redirect_uris: undefined })],
  ['no redirect URI', () => json({ ...about, redirect_uris: [] })],
  ['leads to another machine', () => json({ ...about, redirect_uris: ['http://agent.example/cb'] })],
  ['client_name', () => json({ ...about, client_name: { en: 'Agent' } })],
  ['not a JSON object', () => json([about])],
  ['not a JSON object', () => json('x')],
  ['is not JSON', () => new Response(JSON.stringify(about), { headers: { 'Content-Type': 'text/html' } })],
  ['status 404', () => new Response(null, { status: 404 })],
  ['status 301', () => new Response(null, { status: 301, headers: { Location: 'https://agent.example/other.json' } })],
  ['status 201', () => Response.json(about, { status: 201 })],
  ['behind a redirect', () => Object.defineProperty(json(about), 'redirected', { value: true })],
  ['behind a redirect', () => Object.defineProperty(json(about), 'url', { value: 'https://agent.example/other.json' })],
  ['more than 5120 bytes', () => json({ ...about, client_uri: `https://agent.example/${'a'.repeat(5120)}` })],
  ['could not be fetched', () => Promise.reject(new Error('getaddrinfo ENOTFOUND agent.example'))],
] as [string, () => Response | Promise<Response>][]) {
  test(`a document is refused, because it ${fault}: ${answer.toString().slice(6, 90)}`, async () => {
    const { emulator, fault: refusal } = await asking(async () => answer())
    const message = await refusal()
    assert.match(message ?? 'accepted', /^connected_app_misconfigured_client: /)
    assert.match(message!, fault)
    assert.equal(emulator.crashes(), [])
  })
}

test('an endless document is read up to the limit, and no further', async () => {
  let chunks = 0
  const endless = new ReadableStream({
    pull: (controller) => {
      chunks++
      controller.enqueue(new TextEncoder().encode(' '.repeat(1024)))
    },
  })
  const { fault } = await asking(async () => new Response(endless, { headers: { 'Content-Type': 'application/json' } }))
  assert.match((await fault())!, 'more than 5120 bytes')
  assert.ok(chunks < 10, String(chunks))
})

test('a host that does not answer is given up after five seconds', async () => {
  let signal: AbortSignal | undefined
  const { fault } = await asking((request) => {
    signal = request.signal
    return new Promise(() => {})
  })
  const clock = install({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let message: string | undefined
    const ending = fault().then((text) => {
      message = text
    })
    while (!signal) await new Promise(setImmediate)
    clock.tick(4999)
    await new Promise(setImmediate)
    assert.equal([message, signal.aborted], [undefined, false])
    clock.tick(1)
    await ending
    assert.match(message!, 'longer than 5 seconds')
    assert.is(signal.aborted, true)
  } finally {
    clock.uninstall()
  }
})

test('a document is read again when it is old, and what it no longer has is refused', async () => {
  let document = { ...about }
  let headers: Record<string, string> = {}
  let times = 0
  const { emulator, fault } = await asking(async () => {
    times++
    return json(document, headers)
  })
  assert.is(await fault(), undefined)
  document = { ...about, redirect_uris: ['https://agent.example/new'] }
  assert.is(await fault(), undefined)
  assert.is(times, 1)
  emulator.clock.advance(5 * 60_000)
  assert.match((await fault())!, 'connected_app_invalid_redirect_url')
  assert.is(await fault({ redirect_uri: 'https://agent.example/new' }), undefined)
  assert.is(times, 2)
  for (const [cacheControl, seconds] of [
    ['max-age=3600', 3600],
    ['public, max-age=10', 60],
    ['max-age=99999999', 86_400],
  ] as const) {
    headers = { 'Cache-Control': cacheControl }
    emulator.clock.advance(86_400_000)
    times = 0
    const fetchCount = async () => {
      await fault()
      return times
    }
    assert.is(await fetchCount(), 1, cacheControl)
    // the clock goes on by itself
    emulator.clock.advance((seconds - 30) * 1000)
    assert.is(await fetchCount(), 1, cacheControl)
    emulator.clock.advance(30_000)
    assert.is(await fetchCount(), 2, cacheControl)
  }
})

test('a registered app with such an id is the one of the administrator, and each document counts as an app', async () => {
  let fetches = 0
  const { emulator, start, fault } = await asking(
    async (request) => {
      fetches++
      return json({ ...about, client_id: request.url })
    },
    { project: { connected_apps_limit: 2 }, seed: { clients: [{ client_id, client_name: 'Registered', redirect_uris: [redirect_uri] }] } },
  )
  assert.is((await start()).data.client.client_name, 'Registered')
  assert.is(fetches, 0)
  assert.is(await fault({ client_id: 'https://agent.example/1' }), undefined)
  assert.match((await fault({ client_id: 'https://agent.example/2' }))!, 'too_many_connected_apps')
  emulator.clock.advance(300_000)
  assert.is(await fault({ client_id: 'https://agent.example/1' }), undefined, 'one that is read again is no further app')
  assert.equal(emulator.crashes(), [])
})

for (const [id, fault] of [
  [client_id, undefined],
  ['https://agent.example:8443/c', undefined],
  ['https://agent.example/c?v=1', undefined],
  ['https://[2606:4700::1111]/c', undefined],
  ['https://1.1.1.1/c', undefined],
  ['http://agent.example/c', 'https'],
  ['https://agent.example', 'written as'],
  ['https://agent.example/', 'no path'],
  ['https://AGENT.example/c', 'written as'],
  ['https://agent.example:443/c', 'written as'],
  ['https://agent.example/a/../c', 'written as'],
  ['https://agent.example/a/%2e%2e/c', 'written as'],
  ['https://agent.example/c#', 'fragment'],
  ['https://ada@agent.example/c', 'user name'],
  ['https://localhost/c', 'public internet'],
  ['https://agent.localhost/c', 'public internet'],
  ['https://printer.local/c', 'public internet'],
  ['https://metadata.google.internal/c', 'public internet'],
  ['https://intranet/c', 'public internet'],
  ['https://127.0.0.1/c', 'public internet'],
  ['https://2130706433/c', 'written as'],
  ['https://0x7f.1/c', 'written as'],
  ['https://169.254.169.254/latest', 'public internet'],
  ['https://[::1]/c', 'public internet'],
  ['https://[::ffff:7f00:1]/c', 'public internet'],
] as const) {
  test(`the client id ${id} is ${fault ? 'refused' : 'accepted'}`, async () => {
    const message = documentUrlFault(id)
    if (fault) assert.match(message ?? 'accepted', fault)
    else assert.is(message, undefined)
    if (!fault) return
    const { fault: refusal } = await asking(() => assert.unreachable('it was fetched') as never)
    assert.match((await refusal({ client_id: id }))!, fault)
  })
}

test('addresses of this machine and of private networks', () => {
  for (const address of [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.9.9.9', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
    ...['192.0.0.8', '192.168.1.1', '198.18.0.1', '198.19.255.255', '224.0.0.1', '239.1.1.1', '255.255.255.255', '203.0.113.9'],
    ...['::', '::1', '::ffff:10.0.0.1', '::ffff:a00:1', '64:ff9b::a00:1', 'fc00::1', 'fd12::1', 'fe80::1', 'ff02::1', '2001:db8::1'],
    ...['2001::1', '2001:0:1::', '2002:a00:1::'],
  ])
    assert.is(isPrivateAddress(address), true, address)
  for (const address of [
    '1.1.1.1',
    '100.63.0.1',
    '100.128.0.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '198.20.0.1',
    '223.255.255.255',
  ])
    assert.is(isPrivateAddress(address), false, address)
  for (const address of ['2606:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888', '3fff::1'])
    assert.is(isPrivateAddress(address), false, address)
  for (const host of ['localhost', 'localhost.', 'a.localhost', 'router.lan', 'x.home.arpa', '[fe80::1]', '10.0.0.1'])
    assert.is(isPrivateHost(host), true, host)
  for (const host of ['agent.example', 'local.example', 'internal.example.com', '[2606:4700::1111]'])
    assert.is(isPrivateHost(host), false, host)
})

test('fetchPublic refuses a private host before it connects', async () => {
  const rejectionOf = (url: string) =>
    fetchPublic(new Request(url)).then(
      () => 'answered',
      (error: Error) => error.message,
    )
  for (const url of ['http://agent.example/', 'https://127.0.0.1/', 'https://localhost/', 'https://[::1]/'])
    assert.match(await rejectionOf(url), 'public internet', url)
})

for (const [addresses, isRefused] of [
  [['1.1.1.1'], false],
  [['1.1.1.1', '2606:4700::1111'], false],
  [['10.0.0.1'], true],
  [['1.1.1.1', '127.0.0.1'], true],
  [['::1'], true],
] as const) {
  test(`a name with the addresses ${addresses} is ${isRefused ? 'refused' : 'connected to'}`, () => {
    const answers = (all: boolean) => {
      const resolve: LookupFunction = (_, __, callback) =>
        all
          ? callback(
              null,
              addresses.map((address) => ({ address, family: 4 })),
            )
          : callback(null, addresses.at(-1)!, 4)
      let error: Error | null | undefined
      publicOnly(resolve)('agent.example', { all }, (result) => {
        error = result
      })
      return error
    }
    for (const all of [true, false]) {
      if (isRefused) assert.match(answers(all)!.message, 'agent.example has a private address')
      else assert.is(answers(all), null)
    }
  })
}

test.run()
