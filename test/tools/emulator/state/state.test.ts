/**
 * `emulator.state`: an emulator goes on where another one has ended, as far as its clients can
 * tell.
 */
import { createLocalJWKSet, decodeJwt, jwtVerify } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator, type Emulator, type EmulatorState } from '../../../../src/tools/emulator/index.ts'
import { createSoftwarePasskey } from '../../../../src/tools/conformance/softwarePasskey.ts'
import { createVisitor } from '../visitor.ts'

const test = suite('emulator: its state')

const password = 'vRIQomL!faE2S44s'
const secret = 'JBSWY3DPEHPK3PXP'
const client_id = 'notes'
const redirect_uri = 'https://notes.example/cb'
const domain = 'app.example'

/** The state as a file would contain it. */
const restart = (emulator: Emulator) => {
  const next = createEmulator()
  next.state(JSON.parse(JSON.stringify(emulator.state())) as EmulatorState)
  return next
}

/** An emulator in which visitors have used everything that lives long. */
const createHistory = async () => {
  const emulator = createEmulator({
    project: { project_name: 'Lived', create_organization_enabled: true },
    seed: {
      users: [
        {
          emails: [{ email: 'ada@example.com' }],
          password,
          totp: { secret },
          roles: ['stytch_user', 'editor'],
          oauth: [{ provider_type: 'Google', provider_subject: 'g1' }],
        },
        { emails: [{ email: 'gone@example.com', inactive: true }] },
      ],
      clients: [{ client_id, client_name: 'Notes', client_type: 'third_party', client_secret: 's3cret', redirect_uris: [redirect_uri] }],
      policy: { roles: [{ role_id: 'editor', permissions: [] }], resources: [], scopes: [] },
      organizations: [
        { organization_name: 'Acme', members: [{ email_address: 'bob@example.com', roles: ['stytch_admin'], password, totp: { secret } }] },
      ],
    },
  })
  const user = createVisitor(emulator)
  await user.call('POST /passwords/authenticate', { email: 'ada@example.com', password, session_duration_minutes: 600 })
  const authenticator = await createSoftwarePasskey()
  const { data: registration } = await user.call('POST /webauthn/register/start', {
    domain,
    user_agent: 'TestBrowser',
    return_passkey_credential_options: true,
  })
  const credential = await authenticator.create(registration.public_key_credential_creation_options)
  assert.is((await user.call('POST /webauthn/register', { public_key_credential: credential })).status, 200)

  const authorization = { client_id, redirect_uri, response_type: 'code', scopes: ['openid', 'email', 'offline_access'] }
  const { data: consent } = await user.call('POST /idp/oauth/authorize/submit', { ...authorization, consent_granted: true })
  const tokens = await tokensFor(emulator, { grant_type: 'authorization_code', code: consent.authorization_code, redirect_uri })
  assert.ok(tokens.access_token, JSON.stringify(tokens))

  const admin = createVisitor(emulator)
  const bob = await emulator.signIn({ email: 'bob@example.com', organization: 'acme', session_duration_minutes: 600 })
  admin.token = bob.session_token
  assert.is((await admin.call('POST /b2b/sso/saml', { display_name: 'Okta' })).status, 200)
  assert.is((await admin.call('POST /b2b/scim', { display_name: 'Directory' })).status, 200)

  const { data } = await user.call('POST /sessions/authenticate', {})
  emulator.clock.advance(3_600_000)
  return {
    emulator,
    user,
    admin,
    authenticator,
    tokens,
    session_jwt: data.session_jwt as string,
    organization_id: bob.organization_id,
  }
}

const tokensFor = async (emulator: Emulator, form: Record<string, string>) => {
  const body = new URLSearchParams({ client_id, client_secret: 's3cret', ...form })
  return (await emulator.fetch(new Request('https://test.stytch.com/v1/oauth2/token', { method: 'POST', body }))).json()
}

/** What clients read, without what differs between two answers to the same request. */
const viewOf = async (emulator: Emulator, users: string, members: string) => {
  const [user, member] = [createVisitor(emulator), createVisitor(emulator)]
  user.token = users
  member.token = members
  const read = async (visitor: typeof user, routes: string[]) =>
    Promise.all(
      routes.map(async (route) => {
        const { status, data } = await visitor.call(route)
        assert.is(status, 200, route)
        const { request_id, ...rest } = data
        return { route, rest }
      }),
    )
  return [
    ...(await read(user, ['GET /users/me', 'GET /users/connected_apps', 'GET /projects/bootstrap/public-token-test-1'])),
    ...(await read(member, ['GET /b2b/organizations/members/me', 'GET /b2b/organizations/me', 'GET /b2b/sso', 'GET /b2b/scim'])),
    await keysOf(emulator),
  ]
}

const keysOf = async (emulator: Emulator) => {
  const answer = await emulator.fetch(new Request('https://test.stytch.com/.well-known/jwks.json'))
  return { keys: (await answer.json()).keys }
}

test('clients see the same users, members, sessions, apps, connections, settings and keys', async () => {
  const { emulator, user, admin } = await createHistory()
  const next = restart(emulator)
  assert.equal(await viewOf(next, user.token!, admin.token!), await viewOf(emulator, user.token!, admin.token!))
  assert.equal(next.state(), emulator.state())
  assert.ok(Math.abs(next.clock.now() - emulator.clock.now()) < 10_000, 'the clock is as far ahead')
})

test('a JWT from before still verifies, and the session is the same', async () => {
  const { emulator, session_jwt } = await createHistory()
  const next = restart(emulator)
  const currentDate = new Date(decodeJwt(session_jwt).iat! * 1000)
  await jwtVerify(session_jwt, createLocalJWKSet(await keysOf(next)), { currentDate })
  const answer = await next.fetch(
    new Request('https://test.stytch.com/v1/sessions/authenticate', {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${next.project_id}:${next.secret}`)}` },
      body: JSON.stringify({ session_jwt }),
    }),
  )
  assert.is(answer.status, 200)
})

test('passwords, passkeys, authenticator apps and social accounts still sign in', async () => {
  const { emulator, authenticator, organization_id } = await createHistory()
  const next = restart(emulator)
  const visitor = createVisitor(next)
  const wrong = { email: 'ada@example.com', password: `${password}x`, session_duration_minutes: 5 }
  assert.is((await visitor.call('POST /passwords/authenticate', wrong)).error.error_type, 'unauthorized_credentials')
  assert.is((await visitor.call('POST /passwords/authenticate', { ...wrong, password })).status, 200)

  const totp_code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: next.clock.now() })
  const code = { totp_code, session_duration_minutes: 5 }
  assert.is((await visitor.call('POST /totps/authenticate', code)).status, 200)
  visitor.token = undefined
  const last = restart(next)
  const again = createVisitor(last)
  await again.call('POST /passwords/authenticate', { ...wrong, password })
  assert.is((await again.call('POST /totps/authenticate', code)).error.error_type, 'totp_code_already_authenticated', 'a code works once')

  const guest = createVisitor(last)
  const { data: start } = await guest.call('POST /webauthn/authenticate/start/primary', { domain })
  const public_key_credential = await authenticator.get(start.public_key_credential_request_options)
  const reply = await guest.call('POST /webauthn/authenticate', { public_key_credential, session_duration_minutes: 5 })
  assert.is(reply.status, 200, JSON.stringify(reply.error))
  assert.is(reply.data.user.emails[0].email, 'ada@example.com')

  const member = createVisitor(last)
  const login = { organization_id, email_address: 'bob@example.com', password, session_duration_minutes: 5 }
  assert.is((await member.call('POST /b2b/passwords/authenticate', login)).status, 200)

  const inactive = await createVisitor(last).call('POST /otps/email/login_or_create', { email: 'gone@example.com' })
  assert.is(
    inactive.error.error_type,
    (await createVisitor(emulator).call('POST /otps/email/login_or_create', { email: 'gone@example.com' })).error.error_type,
  )
  assert.type(inactive.error.error_type, 'string')
})

test('a failed attempt still counts', async () => {
  const emulator = createEmulator({
    project: { lock_threshold: 2 },
    seed: { users: [{ emails: [{ email: 'ada@example.com' }], password }] },
  })
  const attempt = async (at: Emulator) =>
    (
      await createVisitor(at).call('POST /passwords/authenticate', {
        email: 'ada@example.com',
        password: 'wrong',
        session_duration_minutes: 5,
      })
    ).error.error_type
  assert.is(await attempt(emulator), 'unauthorized_credentials')
  const next = restart(emulator)
  assert.is(await attempt(next), 'unauthorized_credentials')
  assert.is(await attempt(next), 'user_lock_limit_reached')
})

test('it replaces what was there, is a copy, and reset returns to the seed', async () => {
  const { emulator, user } = await createHistory()
  const state = emulator.state()
  const next = createEmulator({ seed: { users: [{ emails: [{ email: 'eve@example.com' }], password }] } })
  next.state(state)
  const logIn = (email: string) =>
    createVisitor(next).call('POST /passwords/authenticate', { email, password, session_duration_minutes: 5 })
  assert.is((await logIn('eve@example.com')).status, 404)
  const before = JSON.stringify(state)
  const visitor = createVisitor(next)
  visitor.token = user.token
  await visitor.call('PUT /users/me', { name: { first_name: 'Changed' } })
  assert.is(JSON.stringify(state), before)
  next.reset()
  assert.is((await logIn('eve@example.com')).status, 200)
  assert.is((await logIn('ada@example.com')).status, 404)
})

test('anything else is refused, and changes nothing', () => {
  const emulator = createEmulator({ seed: { users: [{ emails: [{ email: 'ada@example.com' }] }] } })
  const before = emulator.state()
  for (const [state, message] of [
    [null, /state: /],
    [{}, /version/],
    [{ ...before, version: 2 }, /version: is not 1/],
    [{ ...before, more: 1 }, /more/],
    [{ version: 1, stores: { users: 'x' } }, /store users/],
    [{ version: 1, stores: { users: [['1']] } }, /store users/],
    [{ version: 1, stores: { users: {} } }, /store users/],
    [{ version: 1, stores: { clock: [] } }, /store clock/],
    [{ version: 1, stores: { ...before.stores, unheard: [] } }, /stores that this version does not know: unheard/],
  ] as [EmulatorState, RegExp][]) {
    const error = (() => {
      try {
        emulator.state(state)
      } catch (error) {
        return error
      }
    })()
    assert.instance(error, TypeError, JSON.stringify(state).slice(0, 80))
    assert.match((error as Error).message, message)
    assert.equal(emulator.state(), before)
  }
})

test.run()
