/** A host's own server: what an unproven address may add, and what is left after its proof. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../../src/tools/emulator/index.ts'
import { createBackendVisitor } from '../visitor.ts'

const test = suite('emulator: proofs of an address on a server of the host')

const email = 'ada@example.com'
const password = 'vRIQomL!faE2S44s'
const duration = { session_duration_minutes: 30 }
const client_id = 'connected-app-test-1'
const redirect_uri = 'https://app.example/callback'
const asked = { client_id, redirect_uri, response_type: 'code', scopes: ['openid', 'offline_access'] }

type Visitor = ReturnType<typeof createBackendVisitor>

/** A stranger has an account with the address, and everything that an account can have. */
const arrive = async () => {
  const emulator = createEmulator({
    project: { backend: true },
    seed: { clients: [{ client_id, client_name: 'An app', client_secret: 'the-secret', redirect_uris: [redirect_uri] }] },
  })
  const public_key = { kty: 'OKP', crv: 'Ed25519', x: 'A'.repeat(43) }
  const { users } = emulator.seed({
    users: [
      {
        emails: [{ email, verified: false }],
        password,
        phone_numbers: [{ phone_number: '+14155550100' }],
        totp: { secret: 'JBSWY3DPEHPK3PXP' },
        oauth: [{ provider_type: 'Google', provider_subject: 'the-stranger' }],
        webauthn_registrations: [{ credential_id: 'AAAA', public_key }],
      },
    ],
  })
  const toServer = (path: string, body: object, secret = `${emulator.project_id}:${emulator.secret}`) =>
    emulator.fetch(
      new Request(`https://app.example/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(secret)}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    )
  const consent = { ...asked, consent_granted: true, user_id: users[0]!.user_id }
  const { authorization_code } = await (await toServer('/idp/oauth/authorize', consent)).json()
  const visitor = () => createBackendVisitor(emulator)
  const redeem = async () => {
    const body = { grant_type: 'authorization_code', code: authorization_code, redirect_uri }
    return (await toServer('/oauth2/token', body, `${client_id}:the-secret`)).status
  }
  const stranger = visitor()
  await stranger.call('POST /passwords/authenticate', { email, password, ...duration })
  const newest = () => emulator.outbox().at(-1)!
  const token = () => new URL(newest().url!).searchParams.get('token')
  return { emulator, visitor, stranger, redeem, newest, token }
}

type World = Awaited<ReturnType<typeof arrive>>

/** How the address is proved. */
const proofs: Record<string, (world: World, who: Visitor, factor: string) => Promise<unknown>> = {
  async link({ token }, { call }, factor) {
    await call(factor === 'secondary' ? 'POST /magic_links/email/send/secondary' : 'POST /magic_links/email/login_or_create', { email })
    return call('POST /magic_links/authenticate', { token: token(), ...duration })
  },
  async code({ newest }, { call }, factor) {
    const { data } = await call(factor === 'secondary' ? 'POST /otps/email/send/secondary' : 'POST /otps/email/login_or_create', { email })
    return call('POST /otps/authenticate', { token: newest().code, method_id: data.method_id, ...duration })
  },
  async reset({ token }, { call }) {
    await call('POST /passwords/email/reset/start', { email })
    return call('POST /passwords/email/reset', { token: token(), password: `${password}2`, ...duration })
  },
  async 'sign-in with another provider'({ emulator }, { call }) {
    const start = await emulator.fetch(
      new Request('https://app.example/v1/public/oauth/google/start?login_redirect_url=https://app.example/'),
    )
    const [, action] = /"([^"]*\/v1\/public\/oauth\/callback\/[^"?]+)/.exec(await start.text())!
    const back = await emulator.fetch(new Request(`${new URL(action!, 'https://app.example')}?email=${email}`))
    const token = new URL(back.headers.get('location')!).searchParams.get('token')
    return call('POST /oauth/authenticate', { token, ...duration })
  },
}

for (const [how, prove] of Object.entries(proofs)) {
  test(`a ${how} leaves nothing of what was there before`, async () => {
    const world = await arrive()
    const { stranger, visitor, redeem } = world
    // what the stranger has under way when the owner proves the address
    const { data: sms } = await stranger.call('POST /otps/sms/send/secondary', { phone_number: '+14155550100' })
    const smsCode = world.newest().code
    await stranger.call('POST /magic_links/email/send/secondary', { email: 'mallory@example.com' })
    const link = world.token()
    await visitor().call('POST /passwords/email/reset/start', { email: 'mallory@example.com' })
    const reset = world.token()
    const owner = visitor()
    await prove(world, owner, 'primary')
    const { data: user } = await owner.call('GET /users/me')
    assert.equal(
      user.emails.map((entry: { email: string; verified: boolean }) => [entry.email, entry.verified]),
      [[email, true]],
    )
    assert.equal([user.phone_numbers, user.totps, user.webauthn_registrations], [[], [], []])
    assert.is(user.providers.length, how.startsWith('sign-in') ? 1 : 0)
    assert.is((await stranger.call('GET /users/me')).status, 404)
    for (const [route, body] of [
      ['POST /passwords/authenticate', { email, password }],
      ['POST /otps/authenticate', { token: smsCode, method_id: sms.method_id }],
      ['POST /magic_links/authenticate', { token: link }],
      ['POST /passwords/email/reset', { token: reset, password: `${password}3` }],
    ] as const)
      assert.ok((await visitor().call(route, { ...body, ...duration })).status >= 400, route)
    assert.equal((await owner.call('GET /users/connected_apps')).data.connected_apps, [])
    assert.is(await redeem(), 400)
  })
}

for (const how of ['link', 'code']) {
  test(`a ${how} that the account's own browser asks for proves the address and keeps the rest`, async () => {
    const world = await arrive()
    const { stranger: owner, visitor } = world
    const cookies = [...owner.jar]
    await proofs[how]!(world, owner, 'secondary')
    const { data: user } = await owner.call('GET /users/me')
    assert.equal([user.emails[0].verified, user.totps.length, user.webauthn_registrations.length], [true, 1, 1])
    assert.is(await world.redeem(), 200)
    assert.equal(owner.jar.get('stytch_session'), new Map(cookies).get('stytch_session'))
    assert.is((await visitor().call('POST /passwords/authenticate', { email, password, ...duration })).status, 200)
  })
}

test('an unproven address gets no passkey and lets no app in, and a proven one does', async () => {
  const world = await arrive()
  const { call } = world.stranger
  const calls: [route: string, body: object][] = [
    ['POST /webauthn/register/start', { domain: 'app.example', user_agent: '' }],
    ['POST /webauthn/register', { public_key_credential: '{}' }],
    ['POST /idp/oauth/authorize/start', asked],
    ['POST /idp/oauth/authorize/submit', { ...asked, consent_granted: true }],
  ]
  for (const [route, body] of calls) {
    const { status, error } = await call(route, body)
    assert.equal([status, error.error_type], [403, 'email_verification_required'], route)
  }
  await proofs.code!(world, world.stranger, 'secondary')
  for (const [route, body] of calls) assert.is((await call(route, body)).status, route.endsWith('/register') ? 400 : 200, route)
  // the provider asks for no proof
  world.emulator.project({ backend: false })
  world.emulator.seed({ users: [{ emails: [{ email: 'bob@example.com', verified: false }], password }] })
  const { data } = await call(
    'POST /passwords/authenticate',
    { email: 'bob@example.com', password, ...duration },
    {
      Authorization: `Basic ${btoa('public-token-test-1:public-token-test-1')}`,
    },
  )
  const start = await call(...calls[0]!, { Authorization: `Basic ${btoa(`public-token-test-1:${data.session_token}`)}` })
  assert.is(start.status, 200)
})

test.run()
