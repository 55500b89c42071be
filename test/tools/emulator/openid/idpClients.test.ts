/**
 * Two OpenID clients that nobody here wrote sign visitors in, beginning with nothing but the
 * emulator's URL.
 */
import { createHash } from 'node:crypto'
import { createLocalJWKSet, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { consent } from './consenting.ts'
import { serving } from '../server/serving.ts'
import { rejection } from '../../../harness/rejection.ts'

const test = suite('emulator: identity provider, for OpenID clients')

const redirect_uri = 'https://app.example/cb'
const secret = 'a+secret: with&=%signs'
const goodbye = 'https://app.example/bye'
const apps = [
  {
    client_id: 'web',
    client_name: 'Web',
    client_secret: secret,
    redirect_uris: [redirect_uri],
    post_logout_redirect_uris: [goodbye],
  },
  { client_id: 'phone', client_name: 'Phone', client_type: 'third_party_public' as const, redirect_uris: [redirect_uri] },
]
const ada = {
  name: { first_name: 'Ada', last_name: 'Lovelace' },
  emails: [{ email: 'ada@example.com' }],
  phone_numbers: [{ phone_number: '+14155550100' }],
}
const options = { seed: { clients: apps, users: [ada] } }
const scope = 'openid profile email phone offline_access'

/** The call is refused with this error of OAuth. */
const expectRefusal = async (call: Promise<unknown>, code: string) => {
  const error = await rejection(call)
  assert.is(error.error ?? error.code, code, String(error))
}

for (const [name, client_id, authentication] of [
  ['a client with a secret in the header', 'web', openid.ClientSecretBasic(secret)],
  ['a client with a secret in the form', 'web', openid.ClientSecretPost(secret)],
  ['a client that cannot keep a secret', 'phone', openid.None()],
] as const) {
  test(`openid-client, ${name}: sign-in, userinfo, refresh, introspection, revocation`, () =>
    serving(async ({ emulator, url, visitor, signIn, client }) => {
      const { user_id } = await signIn()
      const config = await openid.discovery(new URL(url), client_id, undefined, authentication, { execute: [openid.allowInsecureRequests] })
      openid.enableNonRepudiationChecks(config)
      assert.is(config.serverMetadata().issuer, url)

      const pkceCodeVerifier = openid.randomPKCECodeVerifier()
      const expectedState = openid.randomState()
      const expectedNonce = openid.randomNonce()
      const request = openid.buildAuthorizationUrl(config, {
        redirect_uri,
        scope,
        code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        state: expectedState,
        nonce: expectedNonce,
      })
      assert.is(`${request.origin}${request.pathname}`, `${url}/consent/`)
      const { consent_required, landing } = await consent(visitor, request)
      assert.is(consent_required, true)

      const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true, maxAge: 600 }
      const tokens = await openid.authorizationCodeGrant(config, landing, checks)
      const claims = tokens.claims()!
      assert.is(claims.sub, user_id)
      assert.is(claims.email, 'ada@example.com')
      assert.ok(claims.auth_time)
      // OpenID Connect Core, section 3.1.3.6
      assert.is(claims.at_hash, createHash('sha256').update(tokens.access_token).digest().subarray(0, 16).toString('base64url'))

      const { request_id, status_code, ...userinfo } = await openid.fetchUserInfo(config, tokens.access_token, user_id)
      assert.equal(userinfo, {
        sub: user_id,
        name: 'Ada Lovelace',
        given_name: 'Ada',
        family_name: 'Lovelace',
        email: 'ada@example.com',
        email_verified: true,
        phone_number: '+14155550100',
        phone_number_verified: true,
      })

      // what the host's own API checks, with the provider's SDK
      const local = await client.idp.introspectTokenLocal(tokens.access_token)
      assert.equal([local.subject, local.scope, local.issuer], [user_id, scope, url])

      const newTokens = await openid.refreshTokenGrant(config, tokens.refresh_token!)
      assert.is(newTokens.claims()!.auth_time, claims.auth_time)
      assert.is(newTokens.claims()!.nonce, undefined)
      assert.ok(newTokens.refresh_token)
      assert.is.not(newTokens.refresh_token, tokens.refresh_token)
      assert.equal(
        [
          (await openid.tokenIntrospection(config, newTokens.access_token)).active,
          (await openid.tokenIntrospection(config, newTokens.refresh_token!)).active,
          (await openid.tokenIntrospection(config, tokens.refresh_token!)).active,
          (await openid.tokenIntrospection(config, 'nonsense')).active,
        ],
        [true, true, false, false],
      )

      // a thief presents the old refresh token: everything that came from it ends
      await expectRefusal(openid.refreshTokenGrant(config, tokens.refresh_token!), 'invalid_grant')
      await expectRefusal(openid.refreshTokenGrant(config, newTokens.refresh_token!), 'invalid_grant')
      await expectRefusal(openid.fetchUserInfo(config, newTokens.access_token, user_id), 'OAUTH_WWW_AUTHENTICATE_CHALLENGE')
      assert.is((await openid.tokenIntrospection(config, tokens.access_token)).active, false)

      // the visitor has consented, so the next sign-in asks nothing
      const again = await consent(visitor, request, { isGranted: false })
      assert.is(again.consent_required, false)
      const second = await openid.authorizationCodeGrant(config, again.landing, checks)
      await openid.tokenRevocation(config, second.access_token)
      assert.is((await openid.tokenIntrospection(config, second.access_token)).active, false)
      assert.is((await openid.tokenIntrospection(config, second.refresh_token!)).active, true)
      await openid.tokenRevocation(config, second.refresh_token!)
      await expectRefusal(openid.refreshTokenGrant(config, second.refresh_token!), 'invalid_grant')
      await openid.tokenRevocation(config, 'nonsense')

      const logout = openid.buildEndSessionUrl(config, { post_logout_redirect_uri: goodbye, id_token_hint: second.id_token! })
      assert.is(`${logout.origin}${logout.pathname}`, `${url}/consent/`)
      assert.is(emulator.requests().filter(({ status }) => status! >= 500).length, 0)
    }, options))
}

test('openid-client refuses an answer with another state, nonce or verifier', () =>
  serving(async ({ url, visitor, signIn }) => {
    await signIn()
    const config = await openid.discovery(new URL(url), 'web', secret, undefined, {
      execute: [openid.allowInsecureRequests],
    })
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const request = openid.buildAuthorizationUrl(config, {
      redirect_uri,
      scope,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: 'state',
      nonce: 'nonce',
    })
    const good = { pkceCodeVerifier, expectedState: 'state', expectedNonce: 'nonce' }
    const answer = async () => (await consent(visitor, request)).landing
    await expectRefusal(
      openid.authorizationCodeGrant(config, await answer(), { ...good, expectedState: 'other' }),
      'OAUTH_INVALID_RESPONSE',
    )
    await expectRefusal(
      openid.authorizationCodeGrant(config, await answer(), { ...good, expectedNonce: 'other' }),
      'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
    )
    const pkce = openid.authorizationCodeGrant(config, await answer(), { ...good, pkceCodeVerifier: openid.randomPKCECodeVerifier() })
    await expectRefusal(pkce, 'invalid_grant')
    assert.ok((await openid.authorizationCodeGrant(config, await answer(), good)).id_token)
  }, options))

test('oauth4webapi: the same, with every check of its own', () =>
  serving(async ({ url, visitor, signIn }) => {
    const { user_id } = await signIn()
    const issuer = new URL(url)
    const insecure = { [oauth.allowInsecureRequests]: true }
    for (const algorithm of ['oidc', 'oauth2'] as const) {
      await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm, ...insecure }))
    }
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
    const app: oauth.Client = { client_id: 'web', require_auth_time: true }
    const authentication = oauth.ClientSecretBasic(secret)
    const code_verifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const nonce = oauth.generateRandomNonce()
    const request = new URL(server.authorization_endpoint!)
    request.search = String(
      new URLSearchParams({
        client_id: 'web',
        redirect_uri,
        response_type: 'code',
        scope,
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(code_verifier),
        code_challenge_method: 'S256',
      }),
    )
    const { landing } = await consent(visitor, request)
    const parameters = oauth.validateAuthResponse(server, app, landing, state)
    const answer = await oauth.authorizationCodeGrantRequest(server, app, authentication, parameters, redirect_uri, code_verifier, insecure)
    const tokens = await oauth.processAuthorizationCodeResponse(server, app, answer, {
      expectedNonce: nonce,
      maxAge: 600,
      requireIdToken: true,
    })
    await oauth.validateApplicationLevelSignature(server, answer, insecure)
    const userinfo = await oauth.processUserInfoResponse(
      server,
      app,
      user_id,
      await oauth.userInfoRequest(server, app, tokens.access_token, insecure),
    )
    assert.is(userinfo.email, 'ada@example.com')
    const refresh = (token: string) => oauth.refreshTokenGrantRequest(server, app, authentication, token, insecure)
    const newTokens = await oauth.processRefreshTokenResponse(server, app, await refresh(tokens.refresh_token!))
    const introspection = await oauth.processIntrospectionResponse(
      server,
      app,
      await oauth.introspectionRequest(server, app, authentication, newTokens.access_token, insecure),
    )
    assert.equal([introspection.active, introspection.sub, introspection.iss], [true, user_id, url])
    await expectRefusal(
      refresh(tokens.refresh_token!).then((response) => oauth.processRefreshTokenResponse(server, app, response)),
      'invalid_grant',
    )
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, app, authentication, newTokens.refresh_token!, insecure))
  }, options))

test('discovery under the path of the project names the same provider, and no other project is there', () =>
  serving(async ({ emulator, url }) => {
    const at = async (path: string): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${url}${path}`)
      return { status: answer.status, ...((await answer.json()) as Record<string, unknown>) }
    }
    const metadata = await at('/.well-known/openid-configuration')
    assert.equal(await at(`/v1/public/${emulator.project_id}/.well-known/openid-configuration`), metadata)
    assert.is((await at('/v1/public/project-test-other/.well-known/openid-configuration')).error_type, 'project_not_found')
    const { issuer, token_endpoint } = await at('/.well-known/openid-configuration')
    assert.equal([issuer, token_endpoint], [url, `${url}/v1/oauth2/token`])
    const byOtherName = url.replace('localhost', '127.0.0.1')
    assert.is(((await (await fetch(`${byOtherName}/.well-known/openid-configuration`)).json()) as { issuer: string }).issuer, byOtherName)
    emulator.project({ idp_authorization_url: 'https://host.example/oauth' })
    assert.is((await at('/.well-known/openid-configuration')).authorization_endpoint, 'https://host.example/oauth')
    assert.throws(() => emulator.project({ idp_authorization_url: '/oauth' }), 'idp_authorization_url')
  }))

test('one key set verifies the tokens of apps and the JWTs of sessions, whose issuer stays', () =>
  serving(async ({ emulator, url, signIn }) => {
    const { session_jwt } = await signIn()
    const { project_id } = emulator
    for (const path of [
      '/.well-known/jwks.json',
      `/v1/public/${project_id}/.well-known/jwks.json`,
      `/v1/sessions/jwks/${project_id}`,
      `/v1/b2b/sessions/jwks/${project_id}`,
    ]) {
      const set = (await (await fetch(`${url}${path}`)).json()) as { keys: { alg: string }[] }
      assert.equal(
        set.keys.map(({ alg }) => alg),
        ['RS256'],
        path,
      )
      const { payload } = await jwtVerify(session_jwt, createLocalJWKSet(set as never), { audience: project_id })
      assert.is(payload.iss, `stytch.com/${project_id}`)
    }
  }))

test.run()
