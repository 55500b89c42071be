/** Signing in without a screen: `emulator.signIn` and `POST /_emulator/sign_in`. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { SignIn, SignInMember } from '../../../../src/tools/emulator/index.ts'
import { setUp } from '../visitor.ts'

const test = suite('emulator: signing in without a screen')

const MINUTE = 60_000
const number = '+14155550100'

/** Sends the control over HTTP. */
const post = async ({ emulator }: ReturnType<typeof setUp>, body: unknown) => {
  const init = { method: 'POST', body: JSON.stringify(body) }
  const answer = await emulator.fetch(new Request('http://localhost/_emulator/sign_in', init))
  return { status: answer.status, json: await answer.json() }
}

/** Checks a session with its token, as a client does when its page loads. */
const check = (at: ReturnType<typeof setUp>, token: string, path = '') => {
  at.visitor.token = token
  return at.visitor.call(`POST ${path}/sessions/authenticate`, {})
}

test('an address that nobody has becomes a user, with a session that the API knows', async () => {
  const at = setUp()
  const { user_id, user, session, session_token, session_jwt } = await at.emulator.signIn({ email: 'Ada@example.com' })
  assert.equal([user.emails[0]!.email, user.emails[0]!.verified, user.status], ['ada@example.com', true, 'active'])
  assert.is(session.user_id, user_id)
  assert.is(Date.parse(session.expires_at) - Date.parse(session.started_at), 60 * MINUTE)
  const [factor] = session.authentication_factors as unknown as Record<string, any>[]
  assert.is(factor!.type, 'magic_link')
  assert.is(factor!.email_factor.email_address, 'ada@example.com')
  assert.is(session_jwt.split('.').length, 3)
  const { status, data } = await check(at, session_token)
  assert.is(status, 200)
  assert.is(data.user.user_id, user_id)
})

test('the same address is the same user, with a session of its own each time', async () => {
  const at = setUp({ seed: { users: [{ emails: [{ email: 'ada@example.com' }], name: { first_name: 'Ada' } }] } })
  const first = await at.emulator.signIn({ email: 'ada@example.com' })
  const second = await at.emulator.signIn({ email: 'ada@example.com' })
  assert.is(first.user_id, second.user_id)
  assert.is(first.user.name.first_name, 'Ada')
  assert.is.not(first.session_token, second.session_token)
  for (const { session_token } of [first, second]) assert.is((await check(at, session_token)).status, 200)
})

test('a phone number signs in as a code does, and is added to the user with the address', async () => {
  const at = setUp()
  const { user, session } = await at.emulator.signIn({ phone_number: number })
  assert.is(user.phone_numbers[0]!.verified, true)
  assert.is((session.authentication_factors[0] as { delivery_method: string }).delivery_method, 'sms')
  const other = await at.emulator.signIn({ email: 'ada@example.com', phone_number: '+14155550101' })
  assert.equal(
    [other.user.emails.map(({ email }) => email), other.user.phone_numbers.map(({ phone_number }) => phone_number)],
    [['ada@example.com'], ['+14155550101']],
  )
})

test('name, roles, metadata and the length of the session', async () => {
  const at = setUp()
  const who = {
    email: 'ada@example.com',
    name: { first_name: 'Ada' },
    roles: ['stytch_user', 'editor'],
    trusted_metadata: { plan: 'pro' },
    untrusted_metadata: { theme: 'dark' },
    session_duration_minutes: 5,
  }
  await at.emulator.signIn(who)
  const { user, session, session_token } = await at.emulator.signIn({
    email: 'ada@example.com',
    trusted_metadata: { seats: 3 },
    session_duration_minutes: 5,
  })
  assert.equal([user.name.first_name, user.roles, session.roles], ['Ada', who.roles, who.roles])
  assert.equal([user.trusted_metadata, user.untrusted_metadata], [{ plan: 'pro', seats: 3 }, { theme: 'dark' }])
  at.emulator.clock.advance(5 * MINUTE)
  assert.is((await check(at, session_token)).error.error_type, 'session_not_found')
})

test('metadata that is null deletes its key', async () => {
  const { emulator } = setUp()
  await emulator.signIn({ email: 'ada@example.com', trusted_metadata: { plan: 'pro', seats: 3 }, untrusted_metadata: { theme: 'dark' } })
  const { user } = await emulator.signIn({
    email: 'ada@example.com',
    trusted_metadata: { seats: null },
    untrusted_metadata: { theme: null },
  })
  assert.equal([user.trusted_metadata, user.untrusted_metadata], [{ plan: 'pro' }, {}])
})

test('the answer is a copy: a test that changes it does not change the provider', async () => {
  const { emulator } = setUp()
  const { user, user_id } = await emulator.signIn({ email: 'ada@example.com' })
  user.emails.pop()
  assert.is((await emulator.signIn({ user_id })).user.emails.length, 1)
})

test('a passkey is added to the user, once', async () => {
  const at = setUp()
  const { publicKey } = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign'])) as CryptoKeyPair
  const passkey = { credential_id: 'YWRh', public_key: await crypto.subtle.exportKey('jwk', publicKey) }
  const who = { email: 'ada@example.com', webauthn_registrations: [passkey] }
  const { user } = await at.emulator.signIn(who)
  assert.equal(
    user.webauthn_registrations.map(({ domain, name }) => [domain, name]),
    [['localhost', 'Passkey 1']],
  )
  const before = at.emulator.state()
  assert.is((await post(at, { ...who, email: 'eve@example.com' })).json.error_type, 'duplicate_webauthn_registration')
  assert.equal(at.emulator.state(), before, 'a call that is refused changes nothing')
})

test('a member: the organization and the member are found, or created', async () => {
  const at = setUp({
    project: { vertical: 'B2B' },
    seed: {
      organizations: [
        {
          organization_name: 'Acme',
          organization_slug: 'acme',
          mfa_policy: 'REQUIRED_FOR_ALL',
          members: [{ email_address: 'bob@example.com', status: 'invited' }],
        },
      ],
    },
  })
  const bob = await at.emulator.signIn({ email: 'bob@example.com', organization: 'acme' })
  assert.equal([bob.member.status, bob.member.is_admin, bob.organization.organization_name], ['active', false, 'Acme'])
  const { status, data } = await check(at, bob.session_token, '/b2b')
  assert.is(status, 200, 'whatever the organization requires')
  assert.is(data.member.member_id, bob.member_id)

  const ada = await at.emulator.signIn({
    email: 'ada@example.com',
    organization: bob.organization_id,
    roles: ['stytch_admin'],
    name: 'Ada',
  })
  assert.equal([ada.organization_id, ada.member.is_admin, ada.member.name], [bob.organization_id, true, 'Ada'])
  assert.ok(ada.member_session.roles!.includes('stytch_admin'))

  const first = await at.emulator.signIn({ email: 'ada@example.com', organization: 'Umbrella & Co' })
  const again = await at.emulator.signIn({ email: 'eve@example.com', organization: 'Umbrella & Co' })
  assert.is(first.organization.organization_slug, 'umbrella-co')
  assert.is(again.organization_id, first.organization_id)
  assert.is.not(first.member_id, ada.member_id)
})

/** A sign-in that is refused: in code with a TypeError, over HTTP with the provider's answer. */
const refusals: [what: string, who: object, message: RegExp, status: number][] = [
  ['nobody is named', { name: { first_name: 'Ada' } }, /email, phone_number or user_id is required/, 400],
  ['a misspelled field', { email: 'ada@example.com', organisation: 'acme' }, /organisation/, 400],
  ['an invalid address', { email: 'ada' }, /^invalid_email/, 400],
  ['an invalid number', { phone_number: '1' }, /^invalid_phone_number/, 400],
  ['an unknown user', { user_id: 'user-test-1' }, /^user_not_found/, 404],
  ['a session that is too short', { email: 'ada@example.com', session_duration_minutes: 1 }, /^invalid_session_duration_minutes/, 400],
  ["another user's number", { email: 'ada@example.com', phone_number: number }, /^duplicate_phone_number/, 400],
  ['a member without an address', { organization: 'acme' }, /email/, 400],
]

for (const [what, who, message, status] of refusals)
  test(`refused: ${what}`, async () => {
    const at = setUp({ seed: { users: [{ phone_numbers: [{ phone_number: number }] }] } })
    const error = await at.emulator.signIn(who as SignIn & SignInMember).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert.instance(error, TypeError)
    assert.match((error as TypeError).message, message)
    assert.is((await post(at, who)).status, status)
    assert.equal(at.emulator.crashes(), [])
  })

test('over HTTP, the answer is the same', async () => {
  const at = setUp()
  const { status, json } = await post(at, { email: 'ada@example.com' })
  assert.is(status, 200)
  const inCode = await at.emulator.signIn({ email: 'ada@example.com' })
  assert.equal(Object.keys(json).sort(), Object.keys(inCode).sort())
  assert.is(json.user_id, inCode.user_id)
  assert.equal(at.emulator.requests(), [], 'a control is no call to the provider')
})

test.run()
