/**
 * Members let apps in: consent, tokens with their organization, and the lists of apps that members
 * and administrators see.
 */
import { B2BClient } from 'stytch'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { EmulatorOptions } from '../../../../src/tools/emulator/index.ts'
import { allowsApp } from '../../../../src/tools/emulator/b2b/idp.ts'
import { consent } from './consenting.ts'
import { serving } from '../server/serving.ts'
import { createVisitor } from '../visitor.ts'
import { rejection } from '../../../harness/rejection.ts'

const test = suite('emulator: identity provider, for members')

const redirect_uri = 'https://app.example/cb'
const options = {
  project: { vertical: 'B2B' as const },
  seed: {
    clients: [{ client_id: 'web', client_name: 'Web', client_secret: 's3cret', redirect_uris: [redirect_uri] }],
    organizations: [
      {
        organization_name: 'Acme',
        organization_slug: 'acme',
        members: [
          { email_address: 'ada@example.com', name: 'Ada Lovelace', roles: ['stytch_admin'], password: 'vRIQomL!faE2S44s' },
          { email_address: 'bob@example.com', password: 'vRIQomL!faE2S44s' },
        ],
      },
      {
        organization_name: 'Other',
        organization_slug: 'other',
        members: [{ email_address: 'eve@example.com', password: 'vRIQomL!faE2S44s' }],
      },
    ],
  },
}

const run = (use: (at: Awaited<ReturnType<typeof prepare>>) => Promise<void>, more: EmulatorOptions = {}) =>
  serving(async (at) => use(await prepare(at)), { ...options, ...more })

const prepare = async ({ emulator, url }: Parameters<Parameters<typeof serving>[0]>[0]) => {
  const { project_id, secret } = emulator
  const config = await openid.discovery(new URL(url), 'web', 's3cret', undefined, { execute: [openid.allowInsecureRequests] })
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const request = openid.buildAuthorizationUrl(config, {
    redirect_uri,
    scope: 'openid profile email offline_access',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    nonce: 'n',
  })
  const member = async (email_address: string) => {
    const visitor = createVisitor(emulator, url)
    const call = (route: string, body?: unknown) => visitor.call(route.replace(' /', ' /b2b/'), body)
    // a password works in every organization, so the visitor chooses one
    const { data } = await call('POST /passwords/discovery/authenticate', { email_address, password: 'vRIQomL!faE2S44s' })
    const { organization } = data.discovered_organizations[0]
    const exchange = await call('POST /discovery/intermediate_sessions/exchange', {
      intermediate_session_token: data.intermediate_session_token,
      organization_id: organization.organization_id,
      session_duration_minutes: 60,
    })
    assert.is(exchange.data.member_authenticated, true, JSON.stringify(exchange.error))
    return { visitor, call, member_id: exchange.data.member_id as string, organization }
  }
  const letIn = async (visitor: ReturnType<typeof createVisitor>) => {
    const { landing } = await consent(visitor, request, { base: '/idp/b2b' })
    return openid.authorizationCodeGrant(config, landing, { pkceCodeVerifier, expectedNonce: 'n', idTokenExpected: true })
  }
  return { emulator, url, config, request, member, letIn, sdk: new B2BClient({ project_id, secret, env: `${url}/` }) }
}

test('a member signs in at an app, and every token has the organization', () =>
  run(async ({ config, url, sdk, member, letIn }) => {
    const { visitor, member_id, organization } = await member('ada@example.com')
    const tokens = await letIn(visitor)
    const claim = { organization_id: organization.organization_id, slug: 'acme' }
    const claims = tokens.claims()!
    assert.equal([claims.sub, claims.name, claims['https://stytch.com/organization']], [member_id, 'Ada Lovelace', claim])
    const userinfo = await openid.fetchUserInfo(config, tokens.access_token, member_id)
    assert.equal([userinfo.email, userinfo['https://stytch.com/organization']], ['ada@example.com', claim])

    const local = await sdk.idp.introspectTokenLocal(tokens.access_token)
    assert.equal([local.subject, local.organization, local.issuer], [member_id, claim, url])
    const credentials = { client_id: 'web', client_secret: 's3cret' }
    for (const token of [tokens.access_token, tokens.refresh_token!]) {
      const remote = await sdk.idp.introspectTokenNetwork({ token, ...credentials })
      assert.equal([remote.subject, remote.organization, remote.scope], [member_id, claim, 'openid profile email offline_access'])
    }
    assert.is((await openid.refreshTokenGrant(config, tokens.refresh_token!)).claims()!.sub, member_id)
  }))

test('a member chooses scopes for a resource, and the tokens are for it until the member ends the access', () =>
  run(async ({ emulator, url, config, member }) => {
    const { call, visitor } = await member('bob@example.com')
    const mcp = 'https://notes.example/mcp'
    const request = { client_id: 'web', redirect_uri, response_type: 'code', scopes: ['openid', 'email', 'offline_access'] }
    const submit = async (body: object) => {
      const { data } = await visitor.call('POST /idp/b2b/oauth/authorize/submit', { ...request, consent_granted: true, ...body })
      return new URL(data.redirect_uri)
    }
    const landing = await submit({ scopes: ['openid', 'offline_access'], resources: [mcp] })
    assert.is(landing.searchParams.get('iss'), url)
    const tokens = await openid.authorizationCodeGrant(config, landing, { idTokenExpected: true })
    const { aud, scope } = await openid.tokenIntrospection(config, tokens.access_token)
    assert.equal([[aud].flat().includes(mcp), scope], [true, 'openid offline_access'])
    const narrowTokens = await openid.refreshTokenGrant(config, tokens.refresh_token!, { scope: 'openid' })
    assert.is(narrowTokens.scope, 'openid')

    assert.is((await submit({ resources: ['no resource'] })).searchParams.get('error'), 'invalid_target')
    emulator.clock.advance(10 * 60_000)
    for (const body of [{ max_age: 60 }, { prompt: 'login' }, { prompt: 'none', login_hint: 'eve@example.com' }])
      assert.is((await submit(body)).searchParams.get('error'), 'login_required', JSON.stringify(body))
    assert.ok((await submit({ max_age: 3600, login_hint: 'bob@example.com' })).searchParams.get('code'))

    assert.is((await call('POST /organizations/members/connected_apps/web/revoke')).status, 200)
    assert.is((await openid.tokenIntrospection(config, narrowTokens.access_token)).active, false)
  }))

test('members and administrators see the apps that were let in, and revoke them', () =>
  run(async ({ config, member, letIn }) => {
    const ada = await member('ada@example.com')
    const bob = await member('bob@example.com')
    const eve = await member('eve@example.com')
    const ids = async (call: typeof ada.call, path: string) =>
      (await call(`GET ${path}`)).data.connected_apps.map((app: { connected_app_id: string }) => app.connected_app_id)
    assert.equal(await ids(bob.call, '/organizations/members/connected_apps'), [])
    assert.equal(await ids(ada.call, '/organizations/connected_apps'), [])
    const { access_token } = await letIn(bob.visitor)
    await letIn(eve.visitor)
    assert.equal(await ids(bob.call, '/organizations/members/connected_apps'), ['web'])
    assert.equal(await ids(ada.call, `/organizations/members/${bob.member_id}/connected_apps`), ['web'])
    assert.equal(await ids(ada.call, '/organizations/connected_apps'), ['web'])
    assert.equal((await ada.call('GET /organizations/connected_apps/web')).data.active_members, [
      { member_id: bob.member_id, granted_scopes: ['openid', 'profile', 'email', 'offline_access'] },
    ])
    const foreign = await bob.call(`GET /organizations/members/${ada.member_id}/connected_apps`)
    assert.is(foreign.error.error_type, 'session_authorization_error')
    assert.is((await ada.call('GET /organizations/connected_apps/other')).error.error_type, 'connected_app_not_found')

    assert.is((await ada.call(`POST /organizations/members/${bob.member_id}/connected_apps/web/revoke`)).status, 200)
    assert.is((await bob.call('POST /organizations/members/connected_apps/web/revoke')).error.error_type, 'connected_app_not_found')
    assert.is((await openid.tokenIntrospection(config, access_token)).active, false)
    assert.equal(await ids(ada.call, '/organizations/connected_apps'), [])
    assert.is((await eve.call('POST /organizations/members/connected_apps/web/revoke')).status, 200)
  }))

test('an access token of a member begins a session of that member, and no session of a user', () =>
  run(async ({ emulator, url, member, letIn }) => {
    const { visitor, member_id } = await member('ada@example.com')
    const third = await letIn(visitor)
    const of = (access_token: string) => ({ access_token, session_duration_minutes: 30 })
    const denial = await createVisitor(emulator).call('POST /b2b/sessions/exchange_access_token', of(third.access_token))
    assert.is(denial.error.error_type, 'idp_access_token_not_exchangeable')

    const redirect_uri = 'https://own.example/cb'
    const client = { client_id: 'own', client_secret: 's', redirect_uris: [redirect_uri] }
    emulator.seed({ clients: [{ ...client, client_name: 'Own', client_type: 'first_party' }] })
    const request = { client_id: 'own', redirect_uri, response_type: 'code', scopes: ['openid', 'full_access'], consent_granted: true }
    const { data: consentAnswer } = await visitor.call('POST /idp/b2b/oauth/authorize/submit', request)
    const form = {
      grant_type: 'authorization_code',
      client_id: 'own',
      client_secret: 's',
      redirect_uri,
      code: consentAnswer.authorization_code,
    }
    const { access_token } = await (await fetch(`${url}/v1/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })).json()
    const refusal = await createVisitor(emulator).call('POST /sessions/exchange_access_token', of(access_token))
    assert.is(refusal.error.error_type, 'idp_access_token_not_found')
    const { data } = await createVisitor(emulator).call('POST /b2b/sessions/exchange_access_token', of(access_token))
    assert.is(data.member_session.member_id, member_id)
    const again = await createVisitor(emulator).call('POST /b2b/sessions/exchange_access_token', of(access_token))
    assert.is(again.error.error_type, 'idp_access_token_not_exchangeable')
  }))

test('a deleted member has no tokens', () =>
  run(async ({ config, member, letIn }) => {
    const ada = await member('ada@example.com')
    const bob = await member('bob@example.com')
    const { access_token } = await letIn(bob.visitor)
    assert.is((await openid.tokenIntrospection(config, access_token)).active, true)
    assert.is((await ada.call(`DELETE /organizations/members/${bob.member_id}`)).status, 200)
    assert.is((await openid.tokenIntrospection(config, access_token)).active, false)
  }))

test('an organization decides which apps its members can use', () =>
  run(async ({ request, member }) => {
    const { visitor, call } = await member('ada@example.com')
    await call('PUT /organizations/me', { third_party_connected_apps_allowed_type: 'NOT_ALLOWED' })
    assert.match((await rejection(consent(visitor, request, { base: '/idp/b2b' }))).message, 'connected_app_not_allowed_for_org')
  }))

const MCP = 'https://notes.example/mcp'
const LOOPBACK = 'http://127.0.0.1/callback'
const DOCUMENT = 'https://agent.example/oauth/client.json'
const insecure = { [oauth.allowInsecureRequests]: true }

/**
 * An agent that nobody has registered, at any free port of the member's computer. `client_id`: the
 * URL of its document, if it has one.
 */
const agent = async (url: string, client_id?: string) => {
  const issuer = new URL(url)
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }))
  const metadata = { client_name: 'Agent', redirect_uris: [LOOPBACK], token_endpoint_auth_method: 'none' }
  const client = client_id
    ? { client_id, token_endpoint_auth_method: 'none' }
    : await oauth.processDynamicClientRegistrationResponse(await oauth.dynamicClientRegistrationRequest(server, metadata, insecure))
  const verifier = oauth.generateRandomCodeVerifier()
  const at = (port: number) => `http://127.0.0.1:${port}/callback`
  return {
    client_id: client.client_id,
    request: async (port: number, scope = 'openid offline_access') => {
      const code_challenge = await oauth.calculatePKCECodeChallenge(verifier)
      const request = { client_id: client.client_id, redirect_uri: at(port), response_type: 'code', scope, resource: MCP }
      return new URL(
        `?${new URLSearchParams({ ...request, code_challenge, code_challenge_method: 'S256' })}`,
        server.authorization_endpoint,
      )
    },
    exchange: async (landing: URL, port: number) => {
      const parameters = oauth.validateAuthResponse(server, client, landing, oauth.expectNoState)
      const options = { additionalParameters: { resource: MCP }, ...insecure }
      const answer = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, at(port), verifier, options)
      return oauth.processAuthorizationCodeResponse(server, client, answer)
    },
    refresh: async (refresh_token: string) =>
      (await oauth.refreshTokenGrantRequest(server, client, oauth.None(), refresh_token, insecure)).status,
  }
}

/** Where the document of an agent is, there is one. */
const documentOptions: EmulatorOptions = {
  fetch_client_metadata: async (request) => {
    assert.is(request.url, DOCUMENT)
    return Response.json({ client_id: DOCUMENT, client_name: 'Agent', redirect_uris: [LOOPBACK], token_endpoint_auth_method: 'none' })
  },
}

for (const [how, client_id] of [
  ['registers itself', undefined],
  ['has a URL as its id', DOCUMENT],
] as const) {
  test(`an agent that ${how} is let in by a member, on any port of their computer, until the member removes it`, () =>
    run(async ({ emulator, url, sdk, member }) => {
      const bob = await member('bob@example.com')
      const it = await agent(url, client_id)
      assert.is(client_id ?? it.client_id, it.client_id)
      const { data } = await bob.call('GET /organizations/members/connected_apps')
      assert.equal(data.connected_apps, [])
      const { landing, consent_required } = await consent(bob.visitor, await it.request(51_004), { base: '/idp/b2b' })
      assert.equal([consent_required, landing.origin], [true, 'http://127.0.0.1:51004'])
      const { access_token, refresh_token } = await it.exchange(landing, 51_004)
      const { audience, organization, subject } = await sdk.idp.introspectTokenLocal(access_token)
      assert.equal([[audience].flat().includes(MCP), organization?.slug, subject], [true, 'acme', bob.member_id])
      const userinfo = async () =>
        (await fetch(`${url}/v1/oauth2/userinfo`, { headers: { authorization: `Bearer ${access_token}` } })).status
      assert.equal([await userinfo(), await it.refresh(refresh_token!)], [200, 200])

      // the next time it has another port, and nobody is asked
      const again = await consent(bob.visitor, await it.request(60_123), { base: '/idp/b2b' })
      assert.equal([again.consent_required, again.landing.origin], [false, 'http://127.0.0.1:60123'])
      assert.is((await rejection(it.exchange(again.landing, 51_004))).error, 'invalid_grant')
      const elsewhere = new URL(await it.request(51_004))
      elsewhere.searchParams.set('redirect_uri', 'http://localhost:51004/callback')
      const refused = await rejection(consent(bob.visitor, elsewhere, { base: '/idp/b2b' }))
      assert.match(refused.message, 'connected_app_invalid_redirect_url')

      const ada = await member('ada@example.com')
      const path = `connected_apps/${encodeURIComponent(it.client_id)}`
      const answer = await ada.call(`GET /organizations/${path}`)
      assert.equal(answer.data.active_members, [{ member_id: bob.member_id, granted_scopes: ['openid', 'offline_access'] }])
      assert.is((await ada.call(`POST /organizations/members/${path}/revoke`)).error.error_type, 'connected_app_not_found')
      assert.is((await bob.call(`POST /organizations/members/${path}/revoke`)).status, 200)
      assert.equal([await userinfo(), await it.refresh(refresh_token!)], [401, 400])
      assert.is((await consent(bob.visitor, await it.request(51_004), { base: '/idp/b2b' })).consent_required, true)
      assert.equal(emulator.crashes(), [])
    }, documentOptions))

  test(`an agent that ${how} is an app of others: an organization can refuse it, allow it alone, and remove it from a member`, () =>
    run(async ({ url, member }) => {
      const ada = await member('ada@example.com')
      const it = await agent(url, client_id)
      const ask = async (visitor = ada.visitor) =>
        consent(visitor, await it.request(51_004), { base: '/idp/b2b' }).then(
          ({ landing }) => landing,
          ({ message }) => JSON.parse(message).error_type as string,
        )
      const policy = (body: object) => ada.call('PUT /organizations/me', body)
      await policy({ third_party_connected_apps_allowed_type: 'NOT_ALLOWED' })
      assert.is(await ask(), 'connected_app_not_allowed_for_org')
      await policy({ third_party_connected_apps_allowed_type: 'RESTRICTED', allowed_third_party_connected_apps: ['web'] })
      assert.is(await ask(), 'connected_app_not_allowed_for_org')
      // an organization decides for its own members alone
      assert.instance(await ask((await member('eve@example.com')).visitor), URL)
      await policy({ allowed_third_party_connected_apps: [it.client_id] })
      const bob = await member('bob@example.com')
      const { refresh_token } = await it.exchange((await ask(bob.visitor)) as URL, 51_004)
      const path = `/organizations/members/${bob.member_id}/connected_apps/${encodeURIComponent(it.client_id)}/revoke`
      assert.is((await ada.call(`POST ${path}`)).status, 200)
      assert.is(await it.refresh(refresh_token!), 400)
    }, documentOptions))
}

for (const [client_type, policy, expected] of [
  ['third_party', {}, true],
  ['third_party', { third_party_connected_apps_allowed_type: 'NOT_ALLOWED' }, false],
  ['third_party_public', { third_party_connected_apps_allowed_type: 'NOT_ALLOWED' }, false],
  ['first_party', { third_party_connected_apps_allowed_type: 'NOT_ALLOWED' }, true],
  ['first_party_public', { first_party_connected_apps_allowed_type: 'NOT_ALLOWED' }, false],
  ['third_party', { third_party_connected_apps_allowed_type: 'RESTRICTED' }, false],
  ['third_party', { third_party_connected_apps_allowed_type: 'RESTRICTED', allowed_third_party_connected_apps: ['web'] }, true],
  ['third_party', { third_party_connected_apps_allowed_type: 'RESTRICTED', allowed_first_party_connected_apps: ['web'] }, false],
] as const) {
  test(`a ${client_type} app with ${JSON.stringify(policy)}: ${expected ? 'allowed' : 'refused'}`, () => {
    assert.is(allowsApp(policy as never, { client_id: 'web', client_type }), expected)
  })
}

test.run()
