/**
 * The attacks of RFC 9700, section 4, each against the emulated provider. A number in a name is the
 * section. What only an app or a page can prevent is not here.
 */
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createVisitor, setUp } from '../visitor.ts'

const test = suite('emulator: attacks of RFC 9700')

const ISSUER = 'http://localhost:4100'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const redirect_uri = 'https://app.example/cb'
const notes = 'https://notes.example/mcp'
const web = { client_id: 'web', client_secret: 's3cret' }
const evil = { client_id: 'evil', client_secret: 'evil' }
const phone = { client_id: 'phone' }
const goodbye = 'http://localhost/bye'
const clients = [
  { ...web, client_name: 'Web', redirect_uris: [redirect_uri], post_logout_redirect_uris: [goodbye] },
  { ...evil, client_name: 'Evil', redirect_uris: ['https://evil.example/cb', redirect_uri] },
  { ...phone, client_name: 'Phone', client_type: 'third_party_public' as const, redirect_uris: [redirect_uri, 'http://127.0.0.1/cb'] },
]

const scene = async () => {
  const { emulator, visitor } = setUp({ seed: { clients } })
  const { session_token, user } = await emulator.signIn({ email: 'ada@example.com', session_duration_minutes: 300 })
  visitor.token = session_token
  const request = { client_id: 'web', redirect_uri, response_type: 'code', scopes: ['openid', 'email', 'offline_access'] }
  const start = (body: object = {}) => visitor.call('POST /idp/oauth/authorize/start', { ...request, ...body })
  const submit = (body: object = {}) => visitor.call('POST /idp/oauth/authorize/submit', { ...request, consent_granted: true, ...body })
  const code = async (body: object = {}) => {
    const { data, error } = await submit(body)
    return (data?.authorization_code as string | undefined) ?? assert.unreachable(JSON.stringify(error))!
  }
  const send = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await emulator.fetch(new Request(ISSUER + path, { method: 'POST', body: new URLSearchParams(form), headers }))
    const text = await answer.text()
    return { ...(text ? JSON.parse(text) : {}), status: answer.status, headers: answer.headers } as Record<string, any>
  }
  const exchange = (code: string, form: Record<string, string> = {}) =>
    send('/v1/oauth2/token', { grant_type: 'authorization_code', code, redirect_uri, ...web, ...form })
  const refresh = (refresh_token: string, form: Record<string, string> = {}) =>
    send('/v1/oauth2/token', { grant_type: 'refresh_token', refresh_token, ...web, ...form })
  const userinfo = async (token: string) =>
    (await emulator.fetch(new Request(`${ISSUER}/v1/oauth2/userinfo`, { headers: { Authorization: `Bearer ${token}` } }))).status
  return { emulator, visitor, user, start, submit, code, send, exchange, refresh, userinfo }
}

/** The request is refused, and the browser is sent nowhere. */
const checkNoRedirect = ({ status, data, error }: Awaited<ReturnType<Awaited<ReturnType<typeof scene>>['submit']>>, error_type: string) => {
  assert.equal([status >= 400, data, error.error_type], [true, undefined, error_type])
  assert.not.match(JSON.stringify(error), 'evil.example')
}

test('4.1 redirect URI: no trick makes another one of it', async () => {
  const { start, submit } = await scene()
  for (const [trick, uri] of [
    ['another host', 'https://evil.example/cb'],
    ['a host that begins like it', 'https://app.example.evil.example/cb'],
    ['a host that ends like it', 'https://evil-app.example/cb'],
    ['a user name that looks like it', 'https://app.example@evil.example/cb'],
    ['a backslash', 'https://evil.example\\@app.example/cb'],
    ['a path that goes on', 'https://app.example/cb/../redirect?to=https://evil.example'],
    ['an encoded path', 'https://app.example/cb%2f..%2fredirect'],
    ['a query of its own', `${redirect_uri}?to=https://evil.example`],
    ['a fragment', `${redirect_uri}#`],
    ['plain http', 'http://app.example/cb'],
  ] as const) {
    for (const call of [start, submit]) {
      const answer = await call({ redirect_uri: uri })
      assert.is(answer.data, undefined, trick)
      checkNoRedirect(answer, 'connected_app_invalid_redirect_url')
    }
  }
})

test('4.1 redirect URI: one of another app', async () => {
  const { submit } = await scene()
  checkNoRedirect(await submit({ redirect_uri: 'https://evil.example/cb' }), 'connected_app_invalid_redirect_url')
  assert.is((await submit({ client_id: 'evil', redirect_uri: 'https://evil.example/cb' })).status, 200)
})

test('4.1.3 redirect URI: the port of loopback is free, and only for an app that registered loopback', async () => {
  const { submit } = await scene()
  const request = { code_challenge: challenge, redirect_uri: 'http://127.0.0.1:4321/cb' }
  assert.is((await submit({ ...request, client_id: 'phone' })).status, 200)
  checkNoRedirect(await submit(request), 'connected_app_invalid_redirect_url')
})

test('4.2 a code that leaked through a referrer was already used, and takes its tokens with it', async () => {
  const { code, exchange, userinfo, refresh } = await scene()
  const leakedCode = await code()
  const { access_token, refresh_token } = await exchange(leakedCode)
  assert.is((await exchange(leakedCode)).error, 'invalid_grant')
  assert.equal([await userinfo(access_token), (await refresh(refresh_token)).error], [401, 'invalid_grant'])
})

test('4.3 a code from the browser’s history has expired', async () => {
  const { emulator, code, exchange } = await scene()
  const old = await code()
  emulator.clock.advance(10 * 60_000)
  assert.is((await exchange(old)).error, 'invalid_grant')
})

test('4.3.2 an access token in a URL is not read', async () => {
  const { emulator, code, exchange } = await scene()
  const { access_token } = await exchange(await code())
  for (const method of ['GET', 'POST']) {
    const answer = await emulator.fetch(new Request(`${ISSUER}/v1/oauth2/userinfo?access_token=${access_token}`, { method }))
    assert.is(answer.status, 401, method)
  }
})

test('4.3.2 no token is ever in a redirect: only the code flow exists', async () => {
  const { start, submit } = await scene()
  for (const response_type of ['token', 'id_token', 'code token', 'code id_token', 'none', '']) {
    assert.is((await start({ response_type })).data.consent_required, false)
    const { data } = await submit({ response_type })
    const landing = new URL(data.redirect_uri)
    assert.equal([landing.searchParams.get('error'), landing.hash, data.authorization_code], ['unsupported_response_type', '', undefined])
    assert.not.match(data.redirect_uri, /token=|[?&]code=/)
    checkNoRedirect(await submit({ response_type, redirect_uri: 'https://evil.example/' }), 'connected_app_invalid_redirect_url')
  }
})

test('4.4 mix-up: the answer names its provider, and a client that asked another one refuses it', async () => {
  const { submit } = await scene()
  const honest = new URL((await submit({ state: 's' })).data.redirect_uri)
  const metadata = (issuer: string) => ({ issuer, authorization_response_iss_parameter_supported: true })
  const validate = (issuer: string, url: URL) => oauth.validateAuthResponse(metadata(issuer), { client_id: 'web' }, url, 's')
  assert.ok(validate(honest.searchParams.get('iss')!, honest))
  assert.throws(() => validate('https://attacker.example', honest), 'iss')
  const withoutIssuer = new URL(honest)
  withoutIssuer.searchParams.delete('iss')
  assert.throws(() => validate(honest.searchParams.get('iss')!, withoutIssuer), 'iss')
})

test('4.4 mix-up: an app cannot set the issuer in its own redirect URI', async () => {
  const { emulator, submit } = await scene()
  const uri = `${redirect_uri}?iss=https://attacker.example`
  emulator.seed({ clients: [{ ...clients[0]!, redirect_uris: [uri] }] })
  const answer = new URL((await submit({ redirect_uri: uri })).data.redirect_uri).searchParams.getAll('iss')
  assert.equal(answer, ['https://attacker.example', 'https://test.stytch.com'], 'a client refuses a parameter that is there twice')
})

test('4.5 code injection: a code of another sign-in does not fit the verifier', async () => {
  const { code, exchange } = await scene()
  const stolenCode = await code({ code_challenge: challenge })
  assert.is((await exchange(stolenCode, { code_verifier: `${verifier.slice(0, -1)}l` })).error, 'invalid_grant')
  assert.is((await exchange(stolenCode)).error, 'invalid_grant')
  assert.is((await exchange(stolenCode, { code_verifier: verifier })).status, 200)
})

test('4.5 code injection: a code belongs to its app', async () => {
  const { code, exchange } = await scene()
  assert.is((await exchange(await code(), evil)).error, 'invalid_grant')
  assert.is((await exchange(await code({ client_id: 'evil' }))).error, 'invalid_grant')
})

test('4.5 code injection: the id token has the nonce of the sign-in', async () => {
  const { code, exchange } = await scene()
  assert.is(decodeJwt((await exchange(await code({ nonce: 'of the attacker' }))).id_token).nonce, 'of the attacker')
  assert.is(decodeJwt((await exchange(await code())).id_token).nonce, undefined)
})

test('4.6 token injection: an access token says for which app it is, and the id token is bound to it', async () => {
  const { code, exchange } = await scene()
  const { access_token, id_token } = await exchange(await code())
  assert.is(decodeJwt(access_token).client_id, 'web')
  assert.equal(decodeJwt(id_token).aud, ['web'])
  assert.ok(decodeJwt(id_token).at_hash)
})

test('4.7 CSRF: a visitor’s session is not enough to let an app in, the page’s token is', async () => {
  const { emulator } = await scene()
  const stranger = createVisitor(emulator)
  for (const call of ['start', 'submit']) {
    const body = { client_id: 'web', redirect_uri, response_type: 'code', scopes: [], consent_granted: true }
    assert.is((await stranger.call(`POST /idp/oauth/authorize/${call}`, body)).error.error_type, 'user_unauthenticated')
  }
})

test('4.8 PKCE downgrade: an app that cannot keep a secret gets no code without a challenge', async () => {
  const { submit } = await scene()
  checkNoRedirect(await submit({ client_id: 'phone' }), 'pkce_required_for_idp_authorization_flow')
})

test('4.8 PKCE downgrade: a verifier for a code that has no challenge is refused', async () => {
  const { code, exchange } = await scene()
  assert.is((await exchange(await code(), { code_verifier: verifier })).error, 'invalid_grant')
})

test('4.8 PKCE downgrade: the method plain does not exist', async () => {
  const { emulator, submit, code, exchange } = await scene()
  const metadata = await (await emulator.fetch(new Request(`${ISSUER}/.well-known/oauth-authorization-server`))).json()
  assert.equal(metadata.code_challenge_methods_supported, ['S256'])
  const { data } = await submit({ code_challenge: challenge, code_challenge_method: 'plain' })
  assert.equal([new URL(data.redirect_uri).searchParams.get('error'), data.authorization_code], ['invalid_request', undefined])
  // a page that does not pass the method on
  const plain = await code({ code_challenge: challenge })
  assert.is((await exchange(plain, { code_verifier: challenge })).error, 'invalid_grant')
})

test('4.9 a resource that got a token cannot use it for another resource', async () => {
  const { code, exchange } = await scene()
  const { access_token } = await exchange(await code({ resources: [notes] }))
  assert.not(decodeJwt(access_token).aud!.includes('https://mail.example/mcp'))
})

test('4.9 a stolen token of one kind is no token of another kind', async () => {
  const { code, exchange, refresh, userinfo } = await scene()
  const { access_token, id_token, refresh_token } = await exchange(await code())
  for (const token of [id_token, refresh_token, await code()]) assert.is(await userinfo(token), 401)
  for (const token of [access_token, id_token, await code()]) assert.is((await refresh(token)).error, 'invalid_grant')
  for (const token of [access_token, refresh_token]) assert.is((await exchange(token)).error, 'invalid_grant')
})

test('4.9 a forged token is refused: without a signature, with another key, and with the public key as a secret', async () => {
  const { emulator, code, exchange, userinfo } = await scene()
  const { access_token } = await exchange(await code())
  const claims = decodeJwt(access_token)
  const unsignedToken = [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const { keys } = await (await emulator.fetch(new Request(`${ISSUER}/.well-known/jwks.json`))).json()
  const { kid, n } = keys.find(({ alg }: { alg: string }) => alg === 'RS256')
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = await exportJWK(publicKey)
  const forgeries = [
    `${unsignedToken}.`,
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
    await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, jwk }).sign(privateKey),
    await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(n, 'base64url')),
    access_token.replace(/\.[^.]+$/, '.'),
  ]
  for (const token of forgeries) assert.is(await userinfo(token), 401, token)
  assert.is(await userinfo(access_token), 200)
})

test('4.10 a token from before the visitor revoked the app stays void, also when they let it in again', async () => {
  const { visitor, code, exchange, refresh, userinfo } = await scene()
  const { access_token, refresh_token } = await exchange(await code())
  await visitor.call('POST /users/connected_apps/web/revoke')
  await code()
  assert.equal([await userinfo(access_token), (await refresh(refresh_token)).error], [401, 'invalid_grant'])
})

test('4.11 open redirector: an error leads to a registered URI or nowhere', async () => {
  const { submit } = await scene()
  const uri = 'https://evil.example/cb'
  for (const body of [{ consent_granted: false }, { prompt: 'none' }, { resources: ['x'] }, { max_age: 0 }])
    checkNoRedirect(await submit({ ...body, redirect_uri: uri }), 'connected_app_invalid_redirect_url')
  checkNoRedirect(await submit({ client_id: 'https://evil.example/client', redirect_uri: uri }), 'connected_app_not_found')
})

test('4.11 open redirector: a log-out leads to a registered URI, the port included', async () => {
  const { visitor } = await scene()
  const logOut = (uri: string) => visitor.call('POST /oauth/logout/start', { client_id: 'web', post_logout_redirect_uri: uri })
  assert.is((await logOut(goodbye)).status, 200)
  for (const uri of ['http://localhost:1/bye', redirect_uri, 'https://evil.example/'])
    assert.is((await logOut(uri)).error.error_type, 'connected_app_invalid_redirect_url', uri)
})

test('4.12 a redirect that repeats what was posted: the decision is answered with a URL, and the log-out, too', async () => {
  const { emulator, visitor, submit } = await scene()
  const { status, data } = await submit()
  assert.equal([status, new URL(data.redirect_uri).origin], [200, 'https://app.example'])
  const { status: after, data: out } = await visitor.call('POST /oauth/logout/start', {
    client_id: 'web',
    post_logout_redirect_uri: goodbye,
  })
  assert.equal([after, out.redirect_uri], [200, goodbye])
  // who follows a link to the token endpoint is sent nowhere either
  const answer = await emulator.fetch(new Request(`${ISSUER}/v1/oauth2/token?redirect_uri=https://evil.example`, { redirect: 'manual' }))
  assert.equal([answer.status >= 400, answer.headers.get('location')], [true, null])
})

test('4.9 a resource that the visitor did not allow: no token request, refresh or second consent of another gets it', async () => {
  const { code, exchange, refresh, submit } = await scene()
  const { refresh_token } = await exchange(await code({ resources: [notes] }))
  const other = 'https://notes.example:8443/mcp'
  assert.is((await refresh(refresh_token, { resource: other })).error, 'invalid_target')
  for (const close of [`${notes}/`, notes.toUpperCase(), notes.replace('https', 'http'), 'https://notes.example'])
    assert.is((await exchange(await code({ resources: [notes] }), { resource: close })).error, 'invalid_target', close)
  const { data } = await submit({ resources: [other], prompt: 'none' })
  assert.is(new URL(data.redirect_uri).searchParams.get('error'), 'consent_required')
})

test('4.13 headers of a proxy do not change the issuer', async () => {
  const { emulator, code, send } = await scene()
  const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https', Forwarded: 'host=evil.example;proto=https' }
  const metadata = await emulator.fetch(new Request(`${ISSUER}/.well-known/oauth-authorization-server`, { headers }))
  assert.is((await metadata.json()).issuer, ISSUER)
  const form = { grant_type: 'authorization_code', code: await code(), redirect_uri, ...web }
  assert.is(decodeJwt((await send('/v1/oauth2/token', form, headers)).access_token).iss, ISSUER)
})

test('4.14 a stolen refresh token: the second to use it ends it for both', async () => {
  const { code, exchange, refresh, userinfo } = await scene()
  const { refresh_token } = await exchange(await code({ client_id: 'phone', code_challenge: challenge }), {
    client_id: 'phone',
    client_secret: '',
    code_verifier: verifier,
  })
  const asPhone = { client_id: 'phone', client_secret: '' }
  const thief = await refresh(refresh_token, asPhone)
  assert.is((await refresh(refresh_token, asPhone)).error, 'invalid_grant')
  assert.equal([await userinfo(thief.access_token), (await refresh(thief.refresh_token, asPhone)).error], [401, 'invalid_grant'])
})

test('4.14 a refresh token at the same moment, twice: one wins, and then nobody', async () => {
  const { code, exchange, refresh, userinfo } = await scene()
  const { refresh_token } = await exchange(await code())
  const both = await Promise.all([refresh(refresh_token), refresh(refresh_token)])
  assert.equal(both.map(({ status }) => status).sort(), [200, 400])
  assert.is(await userinfo(both.find(({ status }) => status === 200)!.access_token), 401)
})

test('4.14 a refresh token of another app, or with more scopes or resources', async () => {
  const { emulator, code, exchange, refresh } = await scene()
  const { refresh_token } = await exchange(await code())
  assert.is((await refresh(refresh_token, evil)).error, 'invalid_grant')
  assert.is((await refresh(refresh_token, { client_secret: '' })).error, 'invalid_client')
  assert.is((await refresh(refresh_token, { scope: 'openid full_access' })).error, 'invalid_scope')
  assert.is((await refresh(refresh_token, { resource: notes })).error, 'invalid_target')
  emulator.clock.advance(91 * 86_400_000)
  assert.is((await refresh(refresh_token)).error, 'invalid_grant')
})

test('4.15 an app cannot pass for a user: it does not choose its id, and its own token is nobody’s', async () => {
  const { emulator, user, send, userinfo } = await scene()
  const { user_id } = user
  const answer = await emulator.fetch(
    new Request(`${ISSUER}/v1/oauth2/register`, {
      method: 'POST',
      body: JSON.stringify({ client_id: user_id, redirect_uris: [redirect_uri] }),
    }),
  )
  assert.is.not((await answer.json()).client_id, user_id)
  // An administrator can give a program such an id.
  const headers = { Authorization: `Basic ${btoa(`${emulator.project_id}:${emulator.secret}`)}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ client_id: user_id, client_secret: 'long-enough', scopes: ['openid'] })
  assert.is((await emulator.fetch(new Request(`${ISSUER}/v1/m2m/clients`, { method: 'POST', headers, body }))).status, 200)
  const { access_token } = await send('/v1/oauth2/token', {
    grant_type: 'client_credentials',
    client_id: user_id,
    client_secret: 'long-enough',
  })
  assert.is(decodeJwt(access_token).sub, user_id)
  assert.is(await userinfo(access_token), 401)
  const session = await createVisitor(emulator).call('POST /sessions/exchange_access_token', { access_token, session_duration_minutes: 5 })
  assert.is(session.error.error_type, 'idp_access_token_not_found')
})

test.run()
