/** Apps that register themselves. */
import * as oauth from 'oauth4webapi'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator, type EmulatorOptions } from '../../../../src/tools/emulator/index.ts'
import { redirectUriFault } from '../../../../src/tools/emulator/openid/redirectUris.ts'
import { expectRefusal, serving } from '../server/serving.ts'

const test = suite('emulator: registration of apps')

const ISSUER = 'http://localhost:4100'
const app = { client_name: 'Agent', redirect_uris: ['http://localhost:3000/callback'] }

const registering = (options?: EmulatorOptions) => {
  const emulator = createEmulator(options)
  const send = async (body: unknown, path = '/v1/oauth2/register') => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'Content-Type': 'application/json' }
    const answer = await emulator.fetch(new Request(ISSUER + path, { method: 'POST', body: text, headers }))
    const { status, headers: answerHeaders } = answer
    return { ...((await answer.json()) as Record<string, any>), status, headers: answerHeaders } as Record<string, any>
  }
  return { emulator, send }
}

test('an app that cannot keep a secret registers with what it says about itself', async () => {
  const { emulator, send } = registering()
  const { headers, request_id, ...answer } = await send({
    ...app,
    client_uri: 'https://agent.example/',
    logo_uri: 'https://agent.example/a.png',
  })
  assert.match(answer.client_id!, /^connected-app-test-/)
  const { client_id } = answer
  assert.equal(answer, {
    status: 201,
    status_code: 201,
    client_id,
    client_id_issued_at: Math.floor(emulator.clock.now() / 1000),
    ...app,
    client_uri: 'https://agent.example/',
    logo_uri: 'https://agent.example/a.png',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  })
  assert.is(headers.get('cache-control'), 'no-store')
})

test('the same app gets the same id again, and another one another', async () => {
  const { emulator, send } = registering()
  const ids = []
  for (const body of [
    app,
    { ...app, scope: 'openid' },
    { ...app, client_name: 'Other' },
    { ...app, redirect_uris: ['https://a.example/'] },
  ])
    ids.push((await send(body)).client_id)
  assert.is(ids[0], ids[1])
  assert.is(new Set(ids).size, 3)
  // One that keeps a secret is always a new one.
  const confidential = { ...app, token_endpoint_auth_method: 'client_secret_post' }
  const [one, two] = [await send(confidential), await send(confidential)]
  assert.is.not(one.client_id, two.client_id)
  assert.is.not(one.client_secret, two.client_secret)
  assert.is(one.client_secret_expires_at, 0)
  // The app of an administrator is never handed out.
  const [{ client_id }] = emulator.seed({ clients: [{ ...app, client_name: 'Seeded', client_type: 'third_party_public' }] }).clients as [
    any,
  ]
  assert.is.not((await send({ ...app, client_name: 'Seeded' })).client_id, client_id)
})

test('an app decides neither its id, nor its secret, nor that it is the host’s own', async () => {
  const { send } = registering()
  const wishes = { client_id: 'user-test-1', client_secret: 'mine', client_type: 'first_party', bypass_consent_for_offline_access: true }
  const { client_id, client_secret, client_type } = await send({ ...app, ...wishes })
  assert.match(client_id!, /^connected-app-test-/)
  assert.equal([client_secret, client_type], [undefined, undefined])
})

for (const [uri, isAccepted] of [
  ['https://agent.example/cb?keep=1', true],
  ['http://localhost/cb', true],
  ['http://localhost:1/cb', true],
  ['http://127.0.0.1:33418', true],
  ['http://[::1]:8080/?a', true],
  ['cursor://anysphere.cursor-retrieval/oauth/cb', true],
  ['com.example.app:/cb', true],
  ['http://agent.example/cb', false],
  ['http://localhost.agent.example/cb', false],
  ['http://localhost:80@agent.example/cb', false],
  ['http://127.0.0.2/cb', false],
  ['http://0.0.0.0/cb', false],
  ['https://agent.example/cb#part', false],
  ['https://ada:secret@agent.example/cb', false],
  ['https://agent.example/a b', false],
  ['https://agent.example/\u202e', false],
  ['/cb', false],
  ['agent.example/cb', false],
  ['', false],
  ['javascript:alert(1)', false],
  ['JavaScript:alert(1)', false],
  ['data:text/html,hello', false],
  ['blob:https://agent.example/1', false],
  ['file:///etc/passwd', false],
] as const) {
  test(`the redirect URI ${JSON.stringify(uri)} is ${isAccepted ? 'accepted' : 'refused'}`, () => {
    assert.is(redirectUriFault(uri) === undefined, isAccepted, redirectUriFault(uri))
  })
}

test('what is wrong with the metadata is said in the words of RFC 7591', async () => {
  const { emulator, send } = registering()
  for (const [error, body] of [
    ['invalid_client_metadata', 'x'],
    ['invalid_client_metadata', '[]'],
    ['invalid_redirect_uri', {}],
    ['invalid_redirect_uri', { redirect_uris: [] }],
    ['invalid_redirect_uri', { redirect_uris: 'https://agent.example/' }],
    ['invalid_redirect_uri', { redirect_uris: [1] }],
    ['invalid_redirect_uri', { redirect_uris: ['https://agent.example/', 'http://agent.example/'] }],
    ['invalid_client_metadata', { ...app, client_name: 1 }],
    ['invalid_client_metadata', { ...app, logo_uri: 'javascript:alert(1)' }],
    ['invalid_client_metadata', { ...app, client_uri: 'agent.example' }],
    ['invalid_client_metadata', { ...app, token_endpoint_auth_method: 'private_key_jwt' }],
  ] as const) {
    const answer = await send(body)
    assert.equal([answer.status, answer.error], [400, error], JSON.stringify(body))
  }
  assert.is(emulator.seed({}).clients.length, 0)
})

test('an administrator turns it off, and the metadata says so', async () => {
  const { emulator, send } = registering({ project: { dynamic_client_registration_enabled: false } })
  const metadata = async () => (await emulator.fetch(new Request(`${ISSUER}/.well-known/oauth-authorization-server`))).json()
  assert.is((await metadata()).registration_endpoint, undefined)
  const answer = await send(app)
  assert.equal([answer.status, answer.error_type], [403, 'dynamic_client_registration_not_enabled'])
  emulator.project({ dynamic_client_registration_enabled: true })
  assert.is((await metadata()).registration_endpoint, `${ISSUER}/v1/oauth2/register`)
  assert.is((await send(app)).status, 201)
  assert.is((await send(app, `/v1/public/${emulator.project_id}/oauth2/register`)).status, 201)
})

test('a project has so many apps and no more, but knows those that it has', () =>
  serving(
    async ({ emulator, url, client }) => {
      emulator.project({ connected_apps_limit: 2 })
      const send = (body: object) => fetch(`${url}/v1/oauth2/register`, { method: 'POST', body: JSON.stringify(body) })
      assert.is((await send(app)).status, 201)
      const other = await send({ ...app, client_name: 'Other' })
      assert.equal([other.status, ((await other.json()) as any).error_type], [400, 'too_many_connected_apps'])
      assert.is((await send(app)).status, 201)
      await expectRefusal(
        client.connectedApp.clients.create({ client_type: 'third_party', redirect_urls: [] } as never),
        'too_many_connected_apps',
      )
      await client.connectedApp.clients.delete({ client_id: 'seeded' })
      assert.is((await send({ ...app, client_name: 'Other' })).status, 201)
      const { connected_apps } = await client.connectedApp.clients.search({} as never)
      for (const app of connected_apps) {
        assert.equal([app.creation_method, app.client_type], ['dynamic_client_registration', 'third_party_public'])
        assert.not('fingerprint' in app)
      }
    },
    { seed: { clients: [{ client_id: 'seeded', client_name: 'Seeded', redirect_uris: [] }] } },
  ))

test('oauth4webapi registers, with every check of its own', () =>
  serving(async ({ url }) => {
    const insecure = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(url)
    const discovery = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const server = await oauth.processDiscoveryResponse(issuer, discovery)
    const confidential = { ...app, token_endpoint_auth_method: 'client_secret_basic' }
    const answer = await oauth.dynamicClientRegistrationRequest(server, confidential, insecure)
    const registration = await oauth.processDynamicClientRegistrationResponse(answer)
    assert.ok(registration.client_secret)
  }))

test.run()
