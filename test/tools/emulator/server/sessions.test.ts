/**
 * The provider's own Node SDK checks and ends the sessions that visitors begin in their browsers.
 */
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Client } from 'stytch'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../../src/tools/emulator/index.ts'
import { expectRefusal, serving } from './serving.ts'
import { rejection } from '../../../harness/rejection.ts'

const test = suite('emulator: sessions, for servers')
const MINUTE = 60_000

test('a token and a JWT authenticate a session, the JWT after its own end too', () =>
  serving(async ({ emulator, client, signIn }) => {
    const { session_token, session_jwt, user_id } = await signIn()
    for (const bearer of [{ session_token }, { session_jwt }]) {
      const { user, session } = await client.sessions.authenticate(bearer)
      assert.is(user.emails[0]!.email, 'ada@example.com')
      assert.is(session.user_id, user_id)
    }
    emulator.clock.advance(10 * MINUTE)
    assert.is((await client.sessions.authenticate({ session_jwt, session_duration_minutes: 60 })).user.user_id, user_id)
    emulator.clock.advance(61 * MINUTE)
    await expectRefusal(client.sessions.authenticate({ session_jwt }), 'session_not_found')
    await expectRefusal(client.sessions.authenticate({ session_token: 'unknown' }), 'session_not_found')
  }))

test('the SDK verifies a JWT by itself, with the keys of the emulator', () =>
  serving(async ({ client, signIn }) => {
    const { session_jwt, user_id, session } = await signIn()
    const local = await client.sessions.authenticateJwtLocal({ session_jwt })
    assert.is(local.user_id, user_id)
    assert.is(local.session_id, session.session_id)
    const [head, body] = session_jwt.split('.')
    const forgery = client.sessions.authenticateJwtLocal({ session_jwt: `${head}.${body}.${'A'.repeat(86)}` })
    assert.is((await rejection(forgery)).code, 'jwt_invalid')
  }))

test('the keys are those of this project, and no other project has any', () =>
  serving(async ({ emulator, client }) => {
    const { keys, status_code } = await client.sessions.getJWKS({ project_id: emulator.project_id })
    assert.equal([keys.length > 0, keys.every(({ kid, use }) => Boolean(kid) && use === 'sig'), status_code], [true, true, 200])
    await expectRefusal(client.sessions.getJWKS({ project_id: 'project-test-other' }), 'project_not_found')
  }))

test('a reset ends all sessions and keeps the keys, which servers have in their caches', () =>
  serving(async ({ emulator, client, visitor, signIn }) => {
    const before = await signIn()
    await client.sessions.authenticateJwtLocal(before)
    emulator.reset()
    visitor.token = undefined
    const { session_jwt, user_id } = await signIn()
    assert.is((await client.sessions.authenticateJwtLocal({ session_jwt })).user_id, user_id)
    await expectRefusal(client.sessions.authenticate({ session_jwt: before.session_jwt }), 'session_not_found')
  }))

test('claims that are refused cost no code and no link, and create no user', () =>
  serving(async ({ emulator, client }) => {
    const wrong = [
      ['stytch_claims_in_custom_claims', { 'https://stytch.com/session': {} }],
      ['custom_claims_too_large', { large: 'x'.repeat(4096) }],
    ] as const
    const email = 'ada@example.com'
    const { email_id: method_id } = await client.otps.email.loginOrCreate({ email })
    const code = emulator.outbox().at(-1)!.code!
    await client.magicLinks.email.loginOrCreate({ email })
    const token = new URL(emulator.outbox().at(-1)!.url!).searchParams.get('token')!
    const session_duration_minutes = 30
    for (const [error, session_custom_claims] of wrong) {
      const session = { session_duration_minutes, session_custom_claims }
      await expectRefusal(client.otps.authenticate({ method_id, code, ...session }), error)
      await expectRefusal(client.magicLinks.authenticate({ token, ...session }), error)
      await expectRefusal(client.passwords.create({ email: 'eve@example.com', password: 'vRIQomL!faE2S44s', ...session }), error)
    }
    await client.otps.authenticate({ method_id, code })
    const { session_token } = await client.magicLinks.authenticate({ token, session_duration_minutes, session_custom_claims: { seat: 1 } })
    assert.is((await client.users.search({ limit: 10 })).results_metadata.total, 1)

    // too many together with those that the session has
    await client.magicLinks.email.loginOrCreate({ email })
    const next = new URL(emulator.outbox().at(-1)!.url!).searchParams.get('token')!
    const almost = { large: 'x'.repeat(4096 - JSON.stringify({ large: '' }).length) }
    await expectRefusal(
      client.magicLinks.authenticate({ token: next, session_token, session_custom_claims: almost }),
      'custom_claims_too_large',
    )
    await client.magicLinks.authenticate({ token: next, session_token, session_custom_claims: { ...almost, seat: null } })
  }))

test('lists the live sessions of a user, and revokes one by its id', () =>
  serving(async ({ client, visitor, signIn }) => {
    const first = await signIn()
    visitor.token = undefined
    const second = await signIn()
    const { user_id } = first
    const ids = async () => (await client.sessions.get({ user_id })).sessions.map(({ session_id }) => session_id)
    assert.equal(await ids(), [first.session.session_id, second.session.session_id])
    await client.sessions.revoke({ session_id: first.session.session_id })
    assert.equal(await ids(), [second.session.session_id])
    await expectRefusal(client.sessions.get({ user_id: 'user-test-unknown' }), 'user_not_found')
  }))

test('claims of the server are in the session and in its JWTs, until they are null', () =>
  serving(async ({ client, signIn }) => {
    const { session_token } = await signIn()
    const { session_jwt } = await client.sessions.authenticate({
      session_token,
      session_custom_claims: { tenant: 'acme', seats: 2, sub: 'other' },
    })
    const local = await client.sessions.authenticateJwtLocal({ session_jwt })
    assert.equal([local.custom_claims, local.user_id.startsWith('user-test-')], [{ tenant: 'acme', seats: 2 }, true])
    const { session } = await client.sessions.authenticate({ session_token, session_custom_claims: { seats: null } })
    assert.equal(session.custom_claims, { tenant: 'acme' })
    const claims = (session_custom_claims: Record<string, unknown>) =>
      client.sessions.authenticate({ session_token, session_custom_claims })
    await expectRefusal(claims({ large: 'x'.repeat(4096) }), 'custom_claims_too_large')
    await expectRefusal(claims({ 'https://stytch.com/session': {} }), 'stytch_claims_in_custom_claims')
    assert.equal((await client.sessions.authenticate({ session_token })).session.custom_claims, { tenant: 'acme' })
  }))

test('a session is checked for what the roles of its user allow', () =>
  serving(
    async ({ client, signIn }) => {
      const { session_token, user_id } = await signIn()
      const check = (resource_id: string, action: string) =>
        client.sessions.authenticate({ session_token, authorization_check: { resource_id, action } })
      assert.equal((await check('doc', 'read')).verdict, { authorized: true, granting_roles: ['stytch_user'] })
      await expectRefusal(check('doc', 'write'), 'consumer_session_authorization_error')
      await expectRefusal(check('other', 'read'), 'consumer_session_authorization_error')
      await client.users.update({ user_id, roles: ['editor'] })
      assert.equal((await check('doc', 'write')).verdict, { authorized: true, granting_roles: ['editor'] })
      assert.equal((await check('doc', 'read')).verdict!.granting_roles, ['stytch_user', 'editor'])
      assert.is((await client.sessions.authenticate({ session_token })).verdict, undefined)
    },
    {
      project: {
        rbac_policy: {
          roles: [
            { role_id: 'stytch_user', description: '', permissions: [{ resource_id: 'doc', actions: ['read'] }] },
            { role_id: 'editor', description: '', permissions: [{ resource_id: 'doc', actions: ['*'] }] },
          ],
          resources: [{ resource_id: 'doc', description: '', actions: ['read', 'write'] }],
          scopes: [],
        },
      },
    },
  ))

test('a call names exactly one session; sessions of another provider cannot be migrated', () =>
  serving(async ({ client, signIn }) => {
    const { session_token, session_jwt, session } = await signIn()
    await expectRefusal(client.sessions.authenticate({}), 'no_session_arguments')
    await expectRefusal(client.sessions.authenticate({ session_token, session_jwt }), 'too_many_session_arguments')
    await expectRefusal(client.sessions.revoke({}), 'no_session_revoke_arguments')
    await expectRefusal(client.sessions.revoke({ session_token, session_id: session.session_id }), 'too_many_session_revoke_arguments')
    await client.sessions.revoke({ session_jwt })
    await expectRefusal(client.sessions.authenticate({ session_token }), 'session_not_found')
    await expectRefusal(client.sessions.migrate({ session_token: 'theirs' }), 'migrate_from_external_missing_userinfo')
  }))

test('an administrator impersonates a user, once and for an hour', () =>
  serving(
    async ({ client }) => {
      const { user, session, session_token } = await client.impersonation.authenticate({ impersonation_token: 'become-ada' })
      assert.equal([user.emails[0]!.email, session!.authentication_factors[0]!.type], ['ada@example.com', 'impersonated'])
      assert.is(Date.parse(session!.expires_at!) - Date.parse(session!.started_at!), 60 * MINUTE)
      assert.is((await client.sessions.authenticate({ session_token })).user.user_id, user.user_id)
      await expectRefusal(client.impersonation.authenticate({ impersonation_token: 'become-ada' }), 'unable_to_auth_impersonation_token')
    },
    { seed: { users: [{ emails: [{ email: 'ada@example.com' }], impersonation_token: 'become-ada' }] } },
  ))

test('a token of an issuer that the project trusts becomes a session; an unknown one does not', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'k' }] }
  const profile_id = 'trusted-token-profile-test-1'
  await serving(
    async ({ client }) => {
      const token = await new SignJWT({ email: 'ada@example.com' })
        .setProtectedHeader({ alg: 'ES256', kid: 'k' })
        .setIssuer('https://issuer.example')
        .setAudience('app')
        .setJti('1')
        .setExpirationTime('1h')
        .sign(privateKey)
      const { user, session } = await client.sessions.attest({ profile_id, token, session_duration_minutes: 30 })
      assert.equal([user.emails[0]!.email, session!.authentication_factors[0]!.type], ['ada@example.com', 'trusted_auth_token'])
      assert.is((await client.sessions.attest({ profile_id, token })).session_token, '')
      await expectRefusal(client.sessions.attest({ profile_id, token: `${token}x` }), 'invalid_trusted_auth_token')
      await expectRefusal(client.sessions.attest({ profile_id: 'other', token }), 'trusted_token_profile_not_found')
      await expectRefusal(client.sessions.exchangeAccessToken({ access_token: token }), 'idp_access_token_not_found')
    },
    { seed: { token_profiles: [{ profile_id, issuer: 'https://issuer.example', audience: 'app', jwks }] } },
  )
})

test('every other id and secret is refused, and so is a public token', () =>
  serving(async ({ emulator: { project_id, secret }, url }) => {
    for (const wrong of [
      { project_id, secret: 'secret-test-other' },
      { project_id: 'project-test-other', secret },
      { project_id: 'public-token-test-1', secret },
    ]) {
      await expectRefusal(new Client({ ...wrong, env: `${url}/` }).sessions.get({ user_id: 'user-test-1' }), 'unauthorized_credentials')
    }
  }))

test('the secret that everybody knows is refused by a project with one of its own', () =>
  serving(
    async ({ client, url }) => {
      const otherEmulator = createEmulator()
      assert.is(otherEmulator.secret, 'secret-test-00000000-0000-4000-8000-000000000000')
      await expectRefusal(client.sessions.get({ user_id: 'user-test-1' }), 'user_not_found')
      const everybody = new Client({ project_id: otherEmulator.project_id, secret: otherEmulator.secret, env: `${url}/` })
      await expectRefusal(everybody.sessions.get({ user_id: 'user-test-1' }), 'unauthorized_credentials')
    },
    { secret: 'secret-test-of-its-own' },
  ))

test('a project has the id and the secret of its options, which must be those of a test project', () => {
  assert.is(createEmulator({ project_id: 'project-test-1' }).project_id, 'project-test-1')
  assert.is(createEmulator({ secret: 'secret-test-1' }).secret, 'secret-test-1')
  assert.throws(() => createEmulator({ project_id: 'project-live-1' }), 'project_id')
  assert.throws(() => createEmulator({ secret: 'secret-live-1' }), 'secret')
})

test.run()
