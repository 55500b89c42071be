/**
 * Tests what a product's tests start with: everything that a seed can contain exists and works, and
 * is refused if it is impossible.
 */
import { Secret, TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Seed, SeedUser } from '../../../../src/tools/emulator/index.ts'
import { createSoftwarePasskey } from '../../../../src/tools/conformance/softwarePasskey.ts'
import { createVisitor, PT, setUp } from '../visitor.ts'

const test = suite('emulator: seeds')
const ada = { emails: [{ email: 'ada@example.com' }] }
const duration = { session_duration_minutes: 30 }

test('a social account: signing in there makes a visitor the user, with the seeded subject', async () => {
  const at = setUp({
    seed: {
      users: [
        {
          ...ada,
          oauth: [
            { provider_type: 'Google', provider_subject: '1234' },
            { provider_type: 'GitHub', provider_subject: '1234', locale: 'de' },
          ],
        },
      ],
    },
  })
  const subject = async (provider: string) => {
    const go = (address: string) => at.emulator.fetch(new Request(new URL(address, 'https://test.stytch.com')))
    const page = await (await go(`/v1/public/oauth/${provider}/start?public_token=${PT}`)).text()
    const answer = await go(`${/<form action="([^"]+)"/.exec(page)![1]}?email=ada@example.com`)
    const token = new URL(answer.headers.get('location')!).searchParams.get('token')
    const { data } = await at.call('POST /oauth/authenticate', { token, ...duration })
    return [
      data.provider_subject,
      data.locale,
      data.user.providers.map((entry: any) => `${entry.provider_type} ${entry.provider_subject}`).join(),
    ]
  }
  assert.equal(await subject('google'), ['1234', 'en', 'Google 1234,GitHub 1234'])
  assert.equal(await subject('github'), ['1234', 'de', 'Google 1234,GitHub 1234'])
  assert.equal(await subject('slack'), ['slack|ada@example.com', 'en', 'Google 1234,GitHub 1234,Slack slack|ada@example.com'])
})

for (const kind of ['ES256', 'EdDSA', 'RS256'] as const) {
  test(`a passkey of kind ${kind}: its private key logs in, and another does not`, async () => {
    const authenticator = await createSoftwarePasskey('https://app.example', kind)
    const passkey = { ...(await authenticator.seed()), domain: 'app.example', name: 'Ada’s phone' }
    const { emulator, call } = setUp()
    const {
      users: [user],
    } = emulator.seed({ users: [{ ...ada, webauthn_registrations: [passkey] }] })
    assert.equal(
      user!.webauthn_registrations.map(({ webauthn_registration_id, ...registration }) => registration),
      [{ domain: 'app.example', user_agent: '', verified: true, authenticator_type: 'platform', name: 'Ada’s phone' }],
    )
    const options = async () =>
      (await call('POST /webauthn/authenticate/start/primary', { domain: 'app.example' })).data.public_key_credential_request_options
    const logIn = (public_key_credential: string) => call('POST /webauthn/authenticate', { public_key_credential, ...duration })
    const forgery = await logIn(await authenticator.get(await options(), { forged: true }))
    assert.is(forgery.error.error_type, 'unable_to_auth_webauthn_registration')
    const { data } = await logIn(await authenticator.get(await options()))
    assert.is(data.user_id, user!.user_id)
  })
}

test("a passkey's defaults: on localhost, with a number as its name", async () => {
  const passkeys = await Promise.all(
    [createSoftwarePasskey(), createSoftwarePasskey()].map(async (authenticator) => (await authenticator).seed()),
  )
  const {
    users: [user],
  } = setUp().emulator.seed({ users: [{ webauthn_registrations: passkeys }] })
  assert.equal(
    user!.webauthn_registrations.map(({ domain, name }) => [domain, name]),
    [
      ['localhost', 'Passkey 1'],
      ['localhost', 'Passkey 2'],
    ],
  )
})

const acme = {
  organization_name: 'Acme Inc.',
  mfa_policy: 'REQUIRED_FOR_ALL' as const,
  trusted_metadata: { plan: 'free' },
  members: [
    {
      email_address: 'Ada@example.com',
      name: 'Ada',
      roles: ['stytch_admin'],
      password: 'a sentence 7',
      totp: { secret: 'JBSWY3DPEHPK3PXP', recovery_codes: ['one', 'two'] },
    },
    { email_address: 'bob@example.com', status: 'invited' as const, mfa_phone_number: '+14155550100' },
    {
      email_address: 'eve@example.com',
      oauth_registrations: [{ provider_type: 'HubSpot', provider_subject: '77' }],
      untrusted_metadata: { theme: 'dark' },
    },
  ],
}

test('organizations: as spelled in the API, with their members and the ids that all got', async () => {
  const { emulator } = setUp()
  const seed = { organizations: [acme, { organization_name: 'Empty', organization_slug: 'nobody' }] }
  const answer = await emulator.fetch(new Request('http://localhost/_emulator/seed', { method: 'POST', body: JSON.stringify(seed) }))
  const {
    organizations: [first, second],
  } = await answer.json()
  const { organization_slug, mfa_policy, email_jit_provisioning, trusted_metadata } = first
  assert.equal(
    [organization_slug, mfa_policy, email_jit_provisioning, trusted_metadata],
    ['acme-inc', 'REQUIRED_FOR_ALL', 'NOT_ALLOWED', { plan: 'free' }],
  )
  assert.equal([second.organization_slug, second.members], ['nobody', []])
  const [one, two, three] = first.members
  assert.ok(first.members.every(({ organization_id }: { organization_id: string }) => organization_id === first.organization_id))
  assert.equal([one.email_address, one.name, one.status, one.email_address_verified], ['ada@example.com', 'Ada', 'active', true])
  assert.equal([one.is_admin, one.default_mfa_method], [true, 'totp'])
  assert.match(one.totp_registration_id, /^totp-test-/)
  assert.match(one.member_password_id, /^password-test-/)
  assert.equal([two.status, two.email_address_verified], ['invited', false])
  assert.equal([two.mfa_phone_number, two.mfa_phone_number_verified, two.default_mfa_method], ['+14155550100', true, 'sms_otp'])
  assert.equal([three.oauth_registrations[0].provider_subject, three.untrusted_metadata, three.is_admin], ['77', { theme: 'dark' }, false])
})

test('a seeded member signs in with the password, and with the app or a recovery code', async () => {
  const { emulator } = setUp({ project: { vertical: 'B2B' }, seed: { organizations: [acme] } })
  const logIn = async (route: string, second: object) => {
    const { call } = createVisitor(emulator)
    const {
      data: {
        organization: { organization_id },
      },
    } = await call('POST /b2b/organizations/search', { organization_slug: 'acme-inc' })
    const body = { organization_id, email_address: 'ada@example.com', password: 'a sentence 7', ...duration }
    const {
      data: { mfa_required, member, member_id, intermediate_session_token },
    } = await call('POST /b2b/passwords/authenticate', body)
    assert.is(mfa_required.member_options.totp_registration_id, member.totp_registration_id)
    return (await call(route, { organization_id, member_id, intermediate_session_token, ...duration, ...second })).data
  }
  const code = new TOTP({ secret: Secret.fromBase32('JBSWY3DPEHPK3PXP') }).generate({ timestamp: emulator.clock.now() })
  assert.is((await logIn('POST /b2b/totp/authenticate', { code })).member_authenticated, true)
  assert.is((await logIn('POST /b2b/recovery_codes/recover', { recovery_code: 'two' })).recovery_codes_remaining, 1)
})

const { public_key } = await (await createSoftwarePasskey()).seed()
const wallet = { crypto_wallet_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', crypto_wallet_type: 'ethereum' as const }
const google = { provider_type: 'Google', provider_subject: '1' }
const passkey = { credential_id: 'AAAA', public_key }
const twice = (user: SeedUser) => ({ users: [user, user] })
const members = (...list: object[]) => ({ organizations: [{ organization_name: 'Acme', members: list }] })
const withPasskey = (passkey: object) => ({ users: [{ webauthn_registrations: [passkey] }] })
const withKey = (key: object) => withPasskey({ credential_id: 'AAAA', public_key: key })
const phone = { mfa_phone_number: '+14155550100' }
const bob = { email_address: 'bob@example.com' }

for (const [name, seed, expected] of [
  ['an unknown provider', { users: [{ oauth: [{ provider_type: 'google', provider_subject: '1' }] }] }, 'users.0.oauth.0.provider_type'],
  ['an account without a subject', { users: [{ oauth: [{ provider_type: 'Google' }] }] }, 'users.0.oauth.0.provider_subject'],
  ['an account twice', twice({ oauth: [google] }), 'duplicate_oauth_registration'],
  ['a wallet twice', twice({ crypto_wallets: [wallet] }), 'duplicate_wallet_address'],
  ['a passkey twice', twice({ webauthn_registrations: [passkey] }), 'duplicate_webauthn_registration'],
  ['a passkey without a key', withPasskey({ credential_id: 'AAAA' }), 'users.0.webauthn_registrations.0.public_key'],
  [
    'a credential id that is not base64url',
    withPasskey({ ...passkey, credential_id: 'AAA=' }),
    'users.0.webauthn_registrations.0.credential_id',
  ],
  ['a key of another curve', withKey({ ...public_key, crv: 'P-384' }), 'users.0.webauthn_registrations.0.public_key.crv'],
  ['a key cut short', withKey({ ...public_key, x: 'AAAA' }), 'users.0.webauthn_registrations.0.public_key.x'],
  ['a secret key', withKey({ kty: 'oct', k: 'AAAA' }), 'users.0.webauthn_registrations.0.public_key.kty'],
  ['an RSA key of 1024 bits', withKey({ kty: 'RSA', n: 'A'.repeat(171), e: 'AQAB' }), 'users.0.webauthn_registrations.0.public_key.n'],
  ['an organization without a name', { organizations: [{}] }, 'organizations.0.organization_name'],
  ['an unknown setting', { organizations: [{ organization_name: 'Acme', slug: 'acme' }] }, 'organizations.0.slug'],
  ['an unknown policy', { organizations: [{ organization_name: 'Acme', mfa_policy: 'ALWAYS' }] }, 'organizations.0.mfa_policy'],
  [
    'a slug twice',
    { organizations: ['A', 'B'].map((organization_name) => ({ organization_name, organization_slug: 'a' })) },
    'organization_slug_already_used',
  ],
  ['a member without an address', members({ name: 'Bob' }), 'organizations.0.members.0.email_address'],
  ['a member with an invalid address', members({ email_address: 'nope' }), 'organizations.0.members.0.email_address'],
  ['a member twice', members(bob, bob), 'duplicate_member_email'],
  ['an unknown field of a member', members({ ...bob, email: 'x' }), 'organizations.0.members.0.email'],
  ['a phone twice', members({ ...bob, ...phone }, { email_address: 'eve@example.com', ...phone }), 'duplicate_member_phone_number'],
  [
    'a provider that members cannot use',
    members({ ...bob, oauth_registrations: [{ provider_type: 'Apple', provider_subject: '1' }] }),
    'organizations.0.members.0.oauth_registrations.0.provider_type',
  ],
  ['a member’s app with an invalid secret', members({ ...bob, totp: { secret: 'no base32!' } }), 'organizations.0.members.0.totp.secret'],
] as const) {
  test(`refused: ${name}`, async () => {
    const { emulator } = setUp()
    const answer = await emulator.fetch(new Request('http://localhost/_emulator/seed', { method: 'POST', body: JSON.stringify(seed) }))
    const { status_code, request_id, error_type, body } = await answer.json()
    assert.equal([answer.status, status_code, typeof request_id], [400, 400, 'string'])
    assert.is(error_type ?? body[0].dataPath, expected)
    assert.throws(
      () => setUp({ seed: seed as unknown as Seed }),
      (error: Error) => error.message.includes(expected),
    )
    assert.equal(emulator.crashes(), [])
  })
}

test.run()
