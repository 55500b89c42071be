/** The provider's own Node SDK reads the policy, keeps it, and decides with it. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serving } from './serving.ts'

const test = suite('emulator: the RBAC policy, for servers')

const policy = {
  roles: [
    { role_id: 'stytch_user', permissions: [{ resource_id: 'doc', actions: ['read'] }] },
    { role_id: 'editor', description: 'Edits', permissions: [{ resource_id: 'doc', actions: ['*'] }] },
  ],
  resources: [{ resource_id: 'doc', actions: ['read', 'write'] }],
  scopes: [{ scope: 'doc:read', description: 'Read', permissions: [{ resource_id: 'doc', actions: ['read'] }] }],
}

const options = {
  seed: { policy, clients: [{ client_id: 'app', client_name: 'App', client_secret: 's', redirect_uris: ['https://a.example/'] }] },
}

test('the policy has every description, and the SDK allows by it what the roles allow', () =>
  serving(async ({ client, signIn, emulator }) => {
    const read = await client.rbac.policy()
    assert.equal(
      read.policy!.roles.map(({ role_id, description }) => [role_id, description]),
      [
        ['stytch_user', 'Every user has it'],
        ['editor', 'Edits'],
      ],
    )
    assert.equal(read.policy!.scopes, policy.scopes)
    const { session_jwt } = await signIn()
    const may = (action: string) =>
      client.sessions.authenticateJwt({ session_jwt, authorization_check: { resource_id: 'doc', action } }).then(
        () => true,
        () => false,
      )
    assert.equal([await may('read'), await may('write')], [true, false])
    const requestCount = emulator.requests().filter(({ path }) => path.includes('/v1/rbac/policy')).length
    assert.is(await may('read'), true)
    assert.is(emulator.requests().filter(({ path }) => path.includes('/v1/rbac/policy')).length, requestCount, 'the SDK kept the policy')
  }, options))

test('the SDK allows an app by the scopes of its token', () =>
  serving(async ({ client, signIn, url }) => {
    const { user_id } = await signIn()
    const request = { client_id: 'app', redirect_uri: 'https://a.example/', response_type: 'code', scopes: ['doc:read'], user_id }
    const { authorization_code: code = '' } = await client.idp.oauth.authorize({ ...request, consent_granted: true })
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: 'app',
      client_secret: 's',
      redirect_uri: request.redirect_uri,
    })
    const answer = (await (await fetch(`${url}/v1/oauth2/token`, { method: 'POST', body })).json()) as { access_token: string }
    const check = (action: string) =>
      client.idp.introspectTokenLocal(answer.access_token, { authorization_check: { resource_id: 'doc', action } }).then(
        () => true,
        () => false,
      )
    assert.equal([await check('read'), await check('write')], [true, false])
  }, options))

test.run()
