/** What the endpoints of apps refuse, and how they say so. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { consent } from './consenting.ts'
import { logInByCode, setUp } from '../visitor.ts'

const test = suite('emulator: identity provider, its endpoints')

const redirect_uri = 'https://app.example/cb'
const ISSUER = 'http://localhost:4100'
const clients = [
  { client_id: 'web', client_name: 'Web', client_secret: 's3cret', redirect_uris: [redirect_uri] },
  { client_id: 'other', client_name: 'Other', client_secret: 'other', redirect_uris: [redirect_uri] },
  { client_id: 'own', client_name: 'Own', client_type: 'first_party' as const, client_secret: 'own', redirect_uris: [redirect_uri] },
  { client_id: 'phone', client_name: 'Phone', client_type: 'third_party_public' as const, redirect_uris: [redirect_uri] },
]

interface Answer {
  status: number
  headers: Headers
  [field: string]: any
}

const setUpVisitor = async (project: object = {}) => {
  const { emulator, visitor } = setUp({ project, seed: { clients } })
  const signIn = () => logInByCode({ emulator, ...visitor }, 300)
  const { user_id } = await signIn()

  const send = async (route: string, body?: string | URLSearchParams, headers: Record<string, string> = {}): Promise<Answer> => {
    const [method, path] = route.split(' ')
    const answer = await emulator.fetch(new Request(`${ISSUER}${path}`, { method, body, headers }))
    const text = await answer.text()
    return { ...(text === '' ? {} : JSON.parse(text)), status: answer.status, headers: answer.headers }
  }
  const post = (path: string, form: Record<string, string>, headers?: Record<string, string>) =>
    send(`POST ${path}`, new URLSearchParams(form), headers)

  const web = { client_id: 'web', client_secret: 's3cret' }
  const code = async (request: Record<string, string> = {}) => {
    const query = new URLSearchParams({ client_id: 'web', redirect_uri, response_type: 'code', scope: 'openid offline_access', ...request })
    return (await consent(visitor, new URL(`${ISSUER}/consent/?${query}`))).landing.searchParams.get('code')!
  }
  const token = (form: Record<string, string>, headers?: Record<string, string>) => post('/v1/oauth2/token', form, headers)
  const exchange = async (request?: Record<string, string>, app: Record<string, string> = web) =>
    token({ grant_type: 'authorization_code', code: await code(request), redirect_uri, ...app })
  const refresh = (refresh_token: string, more: Record<string, string> = {}) =>
    token({ grant_type: 'refresh_token', refresh_token, ...web, ...more })
  const introspect = (token: string, app: Record<string, string> = web) => post('/v1/oauth2/introspect', { token, ...app })
  const userinfo = (access_token: string) => send('GET /v1/oauth2/userinfo', undefined, { Authorization: `Bearer ${access_token}` })
  return { emulator, visitor, user_id, send, post, web, code, token, exchange, refresh, introspect, userinfo }
}

const basic = (id: string, secret: string) => ({ Authorization: `Basic ${btoa(`${id}:${secret}`)}` })

test('an app proves itself once, in one way, and with its own secret', async () => {
  const { token } = await setUpVisitor()
  const form = { grant_type: 'refresh_token', refresh_token: 'unknown' }
  for (const [expected, fields, headers] of [
    ['invalid_grant', { client_id: 'web', client_secret: 's3cret' }, {}],
    ['invalid_grant', {}, basic('web', 's3cret')],
    ['invalid_grant', { client_id: 'web' }, basic('web', 's3cret')],
    ['invalid_grant', { client_id: 'phone' }, {}],
    ['invalid_client', {}, {}],
    ['invalid_client', { client_id: 'web' }, {}],
    ['invalid_client', { client_id: 'web', client_secret: '' }, {}],
    ['invalid_client', { client_id: 'web', client_secret: 'other' }, {}],
    ['invalid_client', { client_id: 'constructor', client_secret: 's3cret' }, {}],
    ['invalid_client', {}, basic('web', 'other')],
    ['invalid_client', {}, basic('nobody', 's3cret')],
    ['invalid_client', {}, { Authorization: 'Basic !' }],
    ['invalid_client', {}, { Authorization: 'Bearer s3cret' }],
    ['invalid_request', { client_id: 'web', client_secret: 's3cret' }, basic('web', 's3cret')],
    ['invalid_request', { client_id: 'other' }, basic('web', 's3cret')],
  ] as [string, Record<string, string>, Record<string, string>][]) {
    const answer = await token({ ...form, ...fields }, headers)
    const label = `${JSON.stringify(fields)} ${JSON.stringify(headers)}`
    assert.is(answer.error, expected, label)
    assert.is(answer.status, expected === 'invalid_client' ? 401 : 400, label)
    assert.is(answer.headers.get('www-authenticate') !== null, expected === 'invalid_client' && 'Authorization' in headers, label)
    assert.is(answer.headers.get('cache-control'), 'no-store', label)
  }
})

test('a request is a form or JSON, with each parameter once', async () => {
  const { send, code } = await setUpVisitor()
  const good = { client_id: 'web', client_secret: 's3cret', grant_type: 'authorization_code', redirect_uri }
  const json = { 'Content-Type': 'application/json' }
  const token = 'POST /v1/oauth2/token'
  assert.is((await send(token, JSON.stringify({ ...good, code: await code() }), json)).status, 200)
  const form = String(new URLSearchParams({ ...good, code: await code() }))
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  assert.is((await send(token, `${form}&client_id=web`, type)).error, 'invalid_request')
  for (const body of ['{', '[]', 'null', '{"grant_type":1}', '""'])
    assert.is((await send(token, body, json)).error, 'invalid_request', body)
  assert.is((await send(token, '', type)).error, 'invalid_request')
  assert.is((await send(token, 'grant_type=password', type)).error, 'unsupported_grant_type')
  assert.is((await send(token, 'grant_type=constructor', type)).error, 'unsupported_grant_type')
  assert.is((await send(token, form, type)).status, 200)
  assert.is((await send('POST /v1/public/project-test-other/oauth2/token', form, type)).error_type, 'project_not_found')
})

test('a refresh token is granted by offline_access only, and belongs to its app', async () => {
  const { exchange, refresh } = await setUpVisitor()
  assert.is((await exchange({ scope: 'openid' })).refresh_token, undefined)
  const { refresh_token } = await exchange()
  assert.is((await refresh(refresh_token, { client_id: 'other', client_secret: 'other' })).error, 'invalid_grant')
  assert.is((await refresh('unknown')).error, 'invalid_grant')
  assert.is((await refresh(refresh_token)).status, 200, 'a stranger has not used it up')
})

test('a refresh can ask for fewer scopes, never for more', async () => {
  const { exchange, refresh, userinfo } = await setUpVisitor()
  const { refresh_token } = await exchange({ scope: 'openid email offline_access' })
  assert.is((await refresh(refresh_token, { scope: 'openid phone' })).error, 'invalid_scope')
  const fewer = await refresh(refresh_token, { scope: 'openid' })
  assert.is(fewer.scope, 'openid')
  assert.is((await userinfo(fewer.access_token)).email, undefined)
  const all = await refresh(fewer.refresh_token)
  assert.is(all.scope, 'openid email offline_access')
  assert.is((await userinfo(all.access_token)).email, 'ada@example.com')
})

test('a rotated refresh token that comes back ends the whole authorization, and no other', async () => {
  const { exchange, refresh, userinfo, introspect } = await setUpVisitor()
  const first = await exchange()
  const other = await exchange()
  const second = await refresh(first.refresh_token)
  const third = await refresh(second.refresh_token)
  assert.is((await userinfo(third.access_token)).status, 200)
  assert.is((await refresh(first.refresh_token)).error, 'invalid_grant')
  for (const { access_token, refresh_token } of [first, second, third]) {
    assert.is((await userinfo(access_token)).status, 401)
    assert.is((await introspect(access_token)).active, false)
    assert.is((await refresh(refresh_token)).error, 'invalid_grant')
  }
  assert.is((await refresh(other.refresh_token)).status, 200)
})

test('with the rotation of the provider, an app that keeps a secret keeps its refresh token', async () => {
  const { emulator, exchange, refresh } = await setUpVisitor({ refresh_token_rotation: 'public_clients' })
  const { refresh_token } = await exchange()
  const again = await refresh(refresh_token)
  assert.equal([again.status, again.refresh_token], [200, undefined])
  const DAY = 86_400_000
  emulator.clock.advance(80 * DAY)
  assert.is((await refresh(refresh_token)).status, 200)
  emulator.clock.advance(80 * DAY)
  assert.is((await refresh(refresh_token)).status, 200, 'each use adds three months')
  emulator.clock.advance(91 * DAY)
  assert.is((await refresh(refresh_token)).error, 'invalid_grant')
})

test('tokens end with the time, the consent and the account', async () => {
  const { emulator, visitor, exchange, refresh, introspect, userinfo } = await setUpVisitor()
  const { access_token, refresh_token } = await exchange()
  const { exp, iat } = await introspect(access_token)
  assert.is(exp - iat, 3600)
  assert.is((await introspect(refresh_token)).token_type, 'refresh_token')
  emulator.clock.advance(3600_000)
  assert.is((await introspect(access_token)).active, false)
  assert.is((await userinfo(access_token)).error, 'invalid_token')
  const later = await refresh(refresh_token)
  assert.is((await introspect(later.access_token)).active, true)
  await visitor.call('POST /users/connected_apps/web/revoke')
  assert.is((await introspect(later.access_token)).active, false)
  assert.is((await refresh(later.refresh_token)).error, 'invalid_grant')
})

test('userinfo takes a token from the header or a form, and says what is wrong', async () => {
  const { exchange, send, post, user_id } = await setUpVisitor()
  const path = '/v1/oauth2/userinfo'
  const { access_token, id_token, refresh_token } = await exchange()
  const bearer = { Authorization: `Bearer ${access_token}` }
  assert.is((await send(`GET ${path}`, undefined, bearer)).sub, user_id)
  assert.is((await send(`POST ${path}`, undefined, bearer)).sub, user_id)
  assert.is((await post(path, { access_token })).sub, user_id)
  const challenge = async (answer: Promise<Answer>) => {
    const { status, headers } = await answer
    return `${status} ${/^Bearer(?: error="(\w+)")?/.exec(headers.get('www-authenticate') ?? '')?.[1]}`
  }
  assert.is(await challenge(send(`GET ${path}`)), '401 undefined')
  assert.is(await challenge(post(path, { access_token }, bearer)), '400 invalid_request')
  assert.is(await challenge(send(`GET ${path}`, undefined, basic('web', 's3cret'))), '400 invalid_request')
  for (const wrong of [id_token, refresh_token, 'nonsense', `${access_token}x`]) {
    assert.is(await challenge(send(`GET ${path}`, undefined, { Authorization: `Bearer ${wrong}` })), '401 invalid_token')
  }
  const { access_token: bare } = await exchange({ scope: 'email' })
  assert.is(await challenge(send(`GET ${path}`, undefined, { Authorization: `Bearer ${bare}` })), '403 insufficient_scope')
})

test('introspection and revocation are for the app that was issued the token', async () => {
  const { exchange, introspect, post, web, user_id, emulator } = await setUpVisitor()
  const { access_token } = await exchange()
  const other = { client_id: 'other', client_secret: 'other' }
  assert.is((await introspect(access_token, other)).active, false)
  assert.is((await introspect(access_token, { client_id: 'web', client_secret: 'wrong' })).error, 'invalid_client')
  assert.is((await post('/v1/oauth2/introspect', web)).error, 'invalid_request')
  assert.is((await post('/v1/oauth2/revoke', { token: access_token, ...other })).error, 'invalid_grant')
  const { iat, exp, nbf, jti, request_id, headers, ...rest } = await introspect(access_token)
  assert.equal(rest, {
    active: true,
    token_type: 'access_token',
    sub: user_id,
    scope: 'openid offline_access',
    client_id: 'web',
    aud: [emulator.project_id],
    iss: ISSUER,
    status: 200,
    status_code: 200,
  })
  assert.is((await post('/v1/oauth2/revoke', { token: access_token, ...web })).status, 200)
  assert.is((await introspect(access_token)).active, false)
})

test("the host's own app needs consent for refresh tokens only, unless it bypasses that", async () => {
  const { emulator, visitor } = await setUpVisitor()
  const asks = async (scopes: string[]) =>
    (await visitor.call('POST /idp/oauth/authorize/start', { client_id: 'own', redirect_uri, response_type: 'code', scopes })).data
      .consent_required
  assert.equal([await asks(['openid', 'email']), await asks(['openid', 'offline_access'])], [false, true])
  emulator.seed({ clients: [{ ...clients[2]!, bypass_consent_for_offline_access: true }] })
  assert.is(await asks(['openid', 'offline_access']), false)
})

test('an app sets how long its access tokens last, and for whom else they are', async () => {
  const { emulator, exchange, introspect } = await setUpVisitor()
  emulator.seed({ clients: [{ ...clients[0]!, access_token_expiry_minutes: 5, access_token_custom_audience: 'https://api.example' }] })
  const { access_token, expires_in } = await exchange()
  assert.is(expires_in, 300)
  assert.equal((await introspect(access_token)).aud, [emulator.project_id, 'https://api.example'])
  emulator.clock.advance(300_000)
  assert.is((await introspect(access_token)).active, false)
})

test.run()
