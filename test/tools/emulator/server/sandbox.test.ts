/**
 * The values that the provider's documentation lists for tests of a server, through its own Node
 * SDK.
 */
import type { B2BClient, Client } from 'stytch'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal, serving } from './serving.ts'

const test = suite('emulator: the values for tests of a server')

const email = 'sandbox@stytch.com'
const phone_number = '+10000000000'
const user_id = 'user-test-e3795c81-f849-4167-bfda-e4a6e9c280fd'
const organization_id = 'organization-test-007d9d4a-deac-4a87-ba0a-e6e8afba4d4b'
const link = 'DOYoip3rvIMMW5lgItikFK-Ak1CfMsgjuiCyI7uuU94='
const unable = '3pzjQpgksDlGKWEwUq2Up--hCHC_0oamfLHyfspKDFU='
const missing = 'CprTtwhnRNiMBiUS2jSLcWYrfuO2POeBNdo5HhW6qTM='
const unknown = '59cnLELtq5cFVS6uYK9f-pAWzBkhqZl8AvLhbhOvKNWw'
const wallet = { crypto_wallet_type: 'ethereum', crypto_wallet_address: '0x6df2dB4Fb3DA35d241901Bd53367770BF03123f1' }

type Answer = Promise<{ user_id?: string; user?: { user_id: string } }>

const sends: [name: string, call: (client: Client) => Answer][] = [
  ['a log-in link', ({ magicLinks }) => magicLinks.email.loginOrCreate({ email })],
  ['a link', ({ magicLinks }) => magicLinks.email.send({ email })],
  ['an invitation', ({ magicLinks }) => magicLinks.email.invite({ email })],
  ['a log-in code by email', ({ otps }) => otps.email.loginOrCreate({ email })],
  ['a code by email', ({ otps }) => otps.email.send({ email })],
  ['a log-in code by SMS', ({ otps }) => otps.sms.loginOrCreate({ phone_number })],
  ['a code by SMS', ({ otps }) => otps.sms.send({ phone_number })],
  ['a log-in code by WhatsApp', ({ otps }) => otps.whatsapp.loginOrCreate({ phone_number })],
  ['a code by WhatsApp', ({ otps }) => otps.whatsapp.send({ phone_number })],
]

const session_duration_minutes = 60
const logIns: [name: string, factor: string, call: (client: Client) => Answer][] = [
  ['a link', 'magic_link', ({ magicLinks }) => magicLinks.authenticate({ token: link, session_duration_minutes })],
  [
    'a code by email',
    'otp',
    async ({ otps }) =>
      otps.authenticate({ method_id: (await otps.email.send({ email })).email_id, code: '000000', session_duration_minutes }),
  ],
  [
    'a code by SMS',
    'otp',
    async ({ otps }) =>
      otps.authenticate({ method_id: (await otps.sms.send({ phone_number })).phone_id, code: '000000', session_duration_minutes }),
  ],
  [
    'OAuth',
    'oauth',
    async ({ oauth }) => {
      const answer = await oauth.authenticate({ token: 'hdPVZHHX0UoRa7hJTuuPHi1vlddffSnoweRbVFf5-H8g', session_duration_minutes })
      assert.is(answer.provider_type, 'Google')
      return { ...answer, session: answer.user_session }
    },
  ],
  ['a new password', 'password', ({ passwords }) => passwords.create({ email, password: 'a', session_duration_minutes })],
  ['a password', 'password', ({ passwords }) => passwords.authenticate({ email, password: 'whatever', session_duration_minutes })],
  ['an authenticator app', 'totp', ({ totps }) => totps.authenticate({ user_id, totp_code: '000000', session_duration_minutes })],
  [
    'a recovery code',
    'recovery_codes',
    ({ totps }) => totps.recover({ user_id, recovery_code: 'a1b2-c3d4-e5f6', session_duration_minutes }),
  ],
  [
    'a wallet',
    'crypto',
    ({ cryptoWallets }) =>
      cryptoWallets.authenticate({
        ...wallet,
        signature: '0x0c4f82edc3c818b6beff4b89e0682994e5878074609903cecdfb',
        session_duration_minutes,
      }),
  ],
]

const refusals: [name: string, error_type: string, call: (client: Client) => Promise<unknown>][] = [
  ['a link that cannot be used', 'unable_to_auth_magic_link', ({ magicLinks }) => magicLinks.authenticate({ token: unable })],
  ['a link that is not there', 'magic_link_not_found', ({ magicLinks }) => magicLinks.authenticate({ token: missing })],
  ['an OAuth token', 'oauth_token_not_found', ({ oauth }) => oauth.authenticate({ token: unknown })],
  ['a session', 'session_not_found', ({ sessions }) => sessions.authenticate({ session_token: unknown })],
  [
    'another code',
    'otp_code_not_found',
    async ({ otps }) => otps.authenticate({ method_id: (await otps.sms.send({ phone_number })).phone_id, code: '000001' }),
  ],
  ['another code of the app', 'totp_not_found', ({ totps }) => totps.authenticate({ user_id, totp_code: '000001' })],
]

test('a message to the address or the number is accepted, and nothing is sent', () =>
  serving(async ({ client, emulator }) => {
    for (const [name, call] of sends) assert.is((await call(client)).user_id, user_id, name)
    await client.magicLinks.email.revokeInvite({ email })
    assert.equal(emulator.outbox(), [])
  }))

test('each value signs the same user in, as often as one likes', () =>
  serving(async ({ client }) => {
    for (const [name, factor, call] of [...logIns, ...logIns]) {
      const answer = (await call(client)) as Answer & { session_token: string; session: object }
      const { session, user } = await client.sessions.authenticate({ session_token: answer.session_token })
      assert.equal([user.user_id, session.authentication_factors[0]!.type], [user_id, factor], name)
      assert.is((answer.session as { user_id: string }).user_id, user_id, name)
    }
  }))

test('the errors that are documented', () =>
  serving(async ({ client }) => {
    await client.magicLinks.authenticate({ token: link })
    for (const [, error_type, call] of refusals) await expectRefusal(call(client), error_type)
  }))

test('the session of the token is there, with a JWT that its keys prove, also when it has ended', () =>
  serving(async ({ client, emulator }) => {
    const session_token = 'WJtR5BCy38Szd5AfoDpf0iqFKEt4EE5JhjlWUY7l3FtY'
    const first = await client.sessions.authenticate({ session_token })
    assert.equal([first.session_token, first.user.user_id], [session_token, user_id])
    assert.is((await client.sessions.authenticateJwtLocal({ session_jwt: first.session_jwt })).user_id, user_id)
    assert.is((await client.sessions.authenticate({ session_token })).session.session_id, first.session.session_id)
    emulator.clock.advance(61 * 60_000)
    assert.is((await client.sessions.authenticate({ session_token })).session_token, session_token)
  }))

test('the user of the values has an authenticator app', () =>
  serving(async ({ client }) => {
    assert.is((await client.totps.create({ user_id })).user_id, user_id)
    assert.equal((await client.totps.recoveryCodes({ user_id })).totps[0]!.recovery_codes, ['a1b2-c3d4-e5f6'])
  }))

const membersCalls: [name: string, call: (members: B2BClient) => Promise<object>][] = [
  ['a log-in link', ({ magicLinks }) => magicLinks.email.loginOrSignup({ email_address: email, organization_id })],
  ['an invitation', ({ magicLinks }) => magicLinks.email.invite({ email_address: email, organization_id })],
  ['a link for discovery', ({ magicLinks }) => magicLinks.email.discovery.send({ email_address: email })],
]

test('a member signs in by the link of an organization, and by that of none', () =>
  serving(
    async ({ members, emulator }) => {
      for (const [, call] of membersCalls) await call(members)
      assert.equal(emulator.outbox(), [])
      const { magicLinks, sessions } = members
      const { session_token, member } = await magicLinks.authenticate({ magic_links_token: link })
      assert.equal([member.organization_id, member.email_address], [organization_id, email])
      assert.is((await sessions.authenticate({ session_token })).member.member_id, member.member_id)
      const discoveryAnswer = await magicLinks.discovery.authenticate({ discovery_magic_links_token: link })
      assert.equal(
        discoveryAnswer.discovered_organizations.map(({ organization }) => organization!.organization_id),
        [organization_id],
      )
      for (const [token, error_type] of [
        [unable, 'unable_to_auth_magic_link'],
        [missing, 'magic_link_not_found'],
      ] as const) {
        await expectRefusal(magicLinks.authenticate({ magic_links_token: token }), error_type)
        await expectRefusal(magicLinks.discovery.authenticate({ discovery_magic_links_token: token }), error_type)
      }
    },
    { project: { vertical: 'B2B' } },
  ))

test('a project can have none of them', () =>
  serving(
    async ({ client, members, emulator }) => {
      await expectRefusal(client.magicLinks.authenticate({ token: link }), 'unable_to_auth_magic_link')
      await expectRefusal(client.magicLinks.authenticate({ token: missing }), 'unable_to_auth_magic_link')
      await expectRefusal(members.magicLinks.authenticate({ magic_links_token: link }), 'unable_to_auth_magic_link')
      await expectRefusal(client.otps.sms.loginOrCreate({ phone_number }), 'invalid_phone_number')
      await client.otps.email.loginOrCreate({ email })
      assert.is(emulator.outbox().at(-1)!.to, email)
    },
    { project: { sandbox_values: false } },
  ))

test('a browser has none of them, as at the provider', () =>
  serving(async ({ visitor, emulator }) => {
    const { error } = await visitor.call('POST /magic_links/authenticate', { token: link, session_duration_minutes: 30 })
    assert.is(error.error_type, 'unable_to_auth_magic_link')
    await visitor.call('POST /otps/email/login_or_create', { email })
    assert.is(emulator.outbox().at(-1)!.to, email)
  }))

test('a seeded user keeps the address', () =>
  serving(
    async ({ client }) => {
      assert.is((await client.magicLinks.authenticate({ token: link })).user_id, user_id)
      assert.is((await client.users.get({ user_id })).emails.length, 0)
    },
    { seed: { users: [{ emails: [{ email }] }] } },
  ))

test.run()
