/**
 * The provider's own Node SDK creates, finds, changes and deletes users, and browsers see the same
 * users.
 */
import type { Client } from 'stytch'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal, serving } from './serving.ts'

const test = suite('emulator: users, for servers')

test('a user has what the server gave them, for the server and for the browser', () =>
  serving(async ({ client, signIn }) => {
    const creation = await client.users.create({
      email: 'Ada@Example.com',
      phone_number: '+14155550100',
      name: { first_name: 'Ada' },
      trusted_metadata: { plan: 'pro' },
      untrusted_metadata: { theme: 'dark' },
      external_id: 'host|1',
      create_user_as_pending: true,
    })
    assert.equal(
      [creation.status, creation.user.emails[0]!.email, creation.user.emails[0]!.verified],
      ['pending', 'ada@example.com', false],
    )
    assert.is(creation.email_id, creation.user.emails[0]!.email_id)
    assert.is(creation.phone_id, creation.user.phone_numbers[0]!.phone_id)
    const { user } = await signIn('ada@example.com')
    assert.is(user.user_id, creation.user_id)
    assert.equal([user.status, user.name.first_name, user.trusted_metadata], ['active', 'Ada', { plan: 'pro' }])
    for (const user_id of [creation.user_id, 'host|1']) {
      const { status_code, request_id, ...user } = await client.users.get({ user_id })
      assert.equal([user.user_id, user.external_id, user.status, user.is_locked], [creation.user_id, 'host|1', 'active', false])
      assert.equal(user.untrusted_metadata, { theme: 'dark' })
      assert.equal([typeof request_id, status_code], ['string', 200])
    }
  }))

test('what another user has, and what no user can have, is refused and creates nobody', () =>
  serving(async ({ client }) => {
    await client.users.create({ email: 'ada@example.com', phone_number: '+14155550100', external_id: 'one' })
    const cases: [Parameters<Client['users']['create']>[0], string][] = [
      [{ email: 'ada@example.com' }, 'duplicate_email'],
      [{ phone_number: '+14155550100' }, 'duplicate_phone_number'],
      [{ external_id: 'one' }, 'duplicate_user_external_id'],
      [{ external_id: 'a b' }, 'invalid_argument'],
      [{ external_id: 'x'.repeat(129) }, 'invalid_argument'],
      [{ email: 'nobody' }, 'invalid_email'],
      [{ phone_number: '12' }, 'invalid_phone_number'],
      [{ roles: ['editor'] }, 'invalid_role'],
    ]
    for (const [fields, type] of cases) await expectRefusal(client.users.create(fields), type)
    assert.is((await client.users.search({})).results_metadata.total, 1)
    await expectRefusal(client.users.get({ user_id: 'nobody' }), 'user_not_found')
  }))

test('a change adds to metadata, and null removes a key', () =>
  serving(
    async ({ client, visitor, signIn }) => {
      const { user_id } = await signIn()
      await client.users.update({ user_id, trusted_metadata: { plan: 'pro', seats: 2 }, external_id: 'ada', name: { last_name: 'L' } })
      const { user } = await client.users.update({ user_id: 'ada', trusted_metadata: { seats: null }, roles: ['editor'] })
      assert.equal(
        [user.trusted_metadata, user.name, user.roles],
        [{ plan: 'pro' }, { first_name: '', middle_name: '', last_name: 'L' }, ['stytch_user', 'editor']],
      )
      const { data } = await visitor.call('GET /users/me')
      assert.equal([data.trusted_metadata, data.roles], [{ plan: 'pro' }, ['stytch_user', 'editor']])
      await expectRefusal(client.users.update({ user_id, roles: ['owner'] }), 'invalid_role')
      const { user_id: other } = await client.users.create({ external_id: 'bob' })
      await expectRefusal(
        client.users.update({ user_id: other, external_id: 'ada', name: { first_name: 'Bob' } }),
        'duplicate_user_external_id',
      )
      assert.is((await client.users.get({ user_id: other })).name!.first_name, '')
      await client.users.deleteExternalId({ user_id })
      await expectRefusal(client.users.get({ user_id: 'ada' }), 'user_not_found')
    },
    { project: { rbac_policy: { roles: [{ role_id: 'editor', description: '', permissions: [] }], resources: [], scopes: [] } } },
  ))

test('a visitor whose user was deleted is signed out, and nothing that was sent signs them in again', () =>
  serving(async ({ emulator, client, visitor, signIn }) => {
    const { user_id, session_token } = await signIn()
    await client.sessions.authenticate({ session_token })
    await visitor.call('POST /magic_links/email/login_or_create', { email: 'ada@example.com' })
    const link = new URL(emulator.outbox().at(-1)!.url!).searchParams.get('token')
    assert.is((await client.users.delete({ user_id })).user_id, user_id)
    assert.is((await visitor.call('GET /users/me')).error.error_type, 'session_not_found')
    await expectRefusal(client.sessions.authenticate({ session_token }), 'session_not_found')
    visitor.token = undefined
    const { error } = await visitor.call('POST /magic_links/authenticate', { token: link, session_duration_minutes: 30 })
    assert.is(error.error_type, 'user_not_found')
    await expectRefusal(client.users.delete({ user_id }), 'user_not_found')
    assert.is.not((await signIn()).user_id, user_id)
  }))

test('an administrator cannot impersonate a user who was deleted', () =>
  serving(
    async ({ client, visitor }) => {
      const { results } = await client.users.search({})
      await client.users.delete({ user_id: results[0]!.user_id })
      const { error } = await visitor.call('POST /impersonation/authenticate', { impersonation_token: 'become-ada' })
      assert.is(error.error_type, 'user_not_found')
    },
    { seed: { users: [{ emails: [{ email: 'ada@example.com' }], impersonation_token: 'become-ada' }] } },
  ))

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const seed = {
  users: [
    {
      emails: [{ email: 'ada@example.com', verified: true }],
      phone_numbers: [{ phone_number: '+14155550100', verified: true }],
      name: { first_name: 'Ada', last_name: 'Lovelace' },
      password: 'vRIQomL!faE2S44s',
      oauth: [{ provider_type: 'Google', provider_subject: '1' }],
      crypto_wallets: [{ crypto_wallet_type: 'ethereum' as const, crypto_wallet_address: wallet }],
      totp: { secret: 'JBSWY3DPEHPK3PXP' },
    },
    { emails: [{ email: 'bob@other.example', verified: false }], status: 'pending' as const },
    { phone_numbers: [{ phone_number: '+14155550111', verified: false }] },
  ],
}

test('a search finds users by each filter of the SDK', () =>
  serving(
    async ({ client }) => {
      const everybody = (await client.users.search({})).results
      const [ada, bob, eve] = everybody.map(({ user_id }) => user_id)
      const hour = 3_600_000
      const now = Date.parse(everybody[0]!.created_at!)
      const at = (ms: number) => new Date(now + ms).toISOString()
      const [first] = everybody
      const cases: [string, unknown, unknown[]][] = [
        ['created_at_greater_than', at(-hour), [ada, bob, eve]],
        ['created_at_less_than', at(-hour), []],
        ['created_at_between', { greater_than: at(-hour), less_than: at(hour) }, [ada, bob, eve]],
        ['status', 'pending', [bob]],
        ['oauth_provider', ['google'], [ada]],
        ['user_id', [bob, eve], [bob, eve]],
        ['full_name_fuzzy', 'da lov', [ada]],
        ['phone_number', ['+14155550111'], [eve]],
        ['phone_id', [first!.phone_numbers[0]!.phone_id], [ada]],
        ['phone_verified', true, [ada]],
        ['phone_number_fuzzy', '55501', [ada, eve]],
        ['email_address', ['Ada@example.com'], [ada]],
        ['email_id', [first!.emails[0]!.email_id], [ada]],
        ['email_verified', true, [ada]],
        ['email_address_fuzzy', 'OTHER', [bob]],
        ['webauthn_registration_verified', true, []],
        ['webauthn_registration_id', ['none'], []],
        ['crypto_wallet_id', [first!.crypto_wallets[0]!.crypto_wallet_id], [ada]],
        ['crypto_wallet_address', [wallet], [ada]],
        ['crypto_wallet_verified', true, [ada]],
        ['totp_id', [first!.totps[0]!.totp_id], [ada]],
        ['totp_verified', true, [ada]],
        ['password_exists', true, [ada]],
      ]
      for (const [filter_name, filter_value, expected] of cases) {
        const { results, results_metadata } = await client.users.search({
          query: { operator: 'AND', operands: [{ filter_name, filter_value }] },
        })
        assert.equal([results.map(({ user_id }) => user_id), results_metadata.total], [expected, expected.length], filter_name)
      }
      const both = [
        { filter_name: 'status', filter_value: 'pending' },
        { filter_name: 'password_exists', filter_value: true },
      ]
      assert.is((await client.users.search({ query: { operator: 'AND', operands: both } })).results.length, 0)
      assert.is((await client.users.search({ query: { operator: 'OR', operands: both } })).results.length, 2)
    },
    { seed },
  ))

test('a search that is not valid is refused', () =>
  serving(async ({ client }) => {
    const cases: [Record<string, unknown>, string][] = [
      [{ filter_value: 1 }, 'user_search_missing_filter_name'],
      [{ filter_name: 1, filter_value: 1 }, 'user_search_filter_name_must_be_string'],
      [{ filter_name: 'constructor', filter_value: 1 }, 'user_search_filter_name_not_recognized'],
      [{ filter_name: 'status' }, 'user_search_missing_filter_value'],
      [{ filter_name: 'status', filter_value: 1 }, 'user_search_expected_string'],
      [{ filter_name: 'status', filter_value: 'gone' }, 'user_search_invalid_status_filter'],
      [{ filter_name: 'email_verified', filter_value: 'yes' }, 'user_search_expected_bool'],
      [{ filter_name: 'email_id', filter_value: 'one' }, 'user_search_expected_array_of_string'],
      [{ filter_name: 'email_address', filter_value: [1] }, 'user_search_expected_array_of_string'],
      [{ filter_name: 'created_at_less_than', filter_value: 'soon' }, 'user_search_expected_timestamp'],
      [{ filter_name: 'created_at_between', filter_value: 'soon' }, 'user_search_expected_object'],
      [{ filter_name: 'created_at_between', filter_value: { less_than: '2026-01-01T00:00:00Z' } }, 'user_search_missing_greater_than'],
      [{ filter_name: 'created_at_between', filter_value: { greater_than: '2026-01-01T00:00:00Z' } }, 'user_search_missing_less_than'],
      [{ filter_name: 'email_address_fuzzy', filter_value: 'ad' }, 'user_search_email_address_fuzzy_too_short'],
      [{ filter_name: 'phone_number_fuzzy', filter_value: '+1' }, 'user_search_phone_number_fuzzy_too_short'],
      [{ filter_name: 'full_name_fuzzy', filter_value: 'A' }, 'user_search_full_name_fuzzy_too_short'],
    ]
    for (const [operand, type] of cases) {
      await expectRefusal(client.users.search({ query: { operator: 'AND', operands: [operand as never] } }), type)
    }
    await expectRefusal(client.users.search({ query: { operator: 'NOT', operands: [] } }), 'user_search_invalid_operator')
    for (const limit of [0, 1001, 1.5]) await expectRefusal(client.users.search({ limit }), 'user_search_invalid_limit')
    await expectRefusal(client.users.search({ cursor: 'next' }), 'user_search_invalid_cursor')
  }))

test('the iterator of the SDK pages through all users', () =>
  serving(async ({ client }) => {
    for (let number = 0; number < 7; number++) await client.users.create({ email: `user${number}@example.com` })
    const pages: number[] = []
    for await (const page of client.users.searchAll({ limit: 3 })) pages.push(page.length)
    assert.equal(pages, [3, 3, 1])
    assert.equal((await client.users.search({ limit: 7 })).results_metadata, { total: 7 })
  }))

test('deletes each part of a user by its id, once', () =>
  serving(
    async ({ client, visitor }) => {
      await visitor.call('POST /passwords/authenticate', {
        email: 'ada@example.com',
        password: 'vRIQomL!faE2S44s',
        session_duration_minutes: 30,
      })
      const { results } = await client.users.search({})
      const ada = results[0]!
      const { users } = client
      const deletions: [() => Promise<{ user_id: string }>, string, keyof typeof ada][] = [
        [() => users.deleteEmail({ email_id: ada.emails[0]!.email_id }), 'email_not_found', 'emails'],
        [() => users.deletePhoneNumber({ phone_id: ada.phone_numbers[0]!.phone_id }), 'phone_number_not_found', 'phone_numbers'],
        [() => users.deleteTOTP({ totp_id: ada.totps[0]!.totp_id }), 'totp_not_found', 'totps'],
        [
          () => users.deleteCryptoWallet({ crypto_wallet_id: ada.crypto_wallets[0]!.crypto_wallet_id }),
          'crypto_wallet_not_found',
          'crypto_wallets',
        ],
        [
          () => users.deleteOAuthRegistration({ oauth_user_registration_id: ada.providers[0]!.oauth_user_registration_id }),
          'oauth_user_registration_not_found',
          'providers',
        ],
        [() => users.deletePassword({ password_id: ada.password!.password_id }), 'password_not_found', 'password'],
      ]
      for (const [act, otherwise, part] of deletions) {
        assert.is((await act()).user_id, ada.user_id)
        const { [part]: left } = await users.get({ user_id: ada.user_id })
        assert.equal(left, part === 'password' ? undefined : [], part)
        await expectRefusal(act(), otherwise)
      }
      await expectRefusal(users.deleteWebAuthnRegistration({ webauthn_registration_id: 'x' }), 'webauthn_registration_not_found')
      await expectRefusal(users.deleteBiometricRegistration({ biometric_registration_id: 'x' }), 'biometric_registration_not_found')
    },
    { seed },
  ))

test('the only address of a user is exchanged for another one, or for a number', () =>
  serving(async ({ client, signIn }) => {
    const { user_id } = await signIn()
    const { user } = await client.users.exchangePrimaryFactor({ user_id, phone_number: '+14155550100' })
    assert.equal([user.emails, user.phone_numbers.map(({ phone_number }) => phone_number)], [[], ['+14155550100']])
    await expectRefusal(client.users.exchangePrimaryFactor({ user_id }), 'invalid_exchange_primary_factor_fields')
    const both = { email_address: 'ada@example.com', phone_number: '+14155550100' }
    await expectRefusal(client.users.exchangePrimaryFactor({ user_id, ...both }), 'invalid_exchange_primary_factor_fields')
    const { user_id: bob } = await client.users.create({ email: 'bob@example.com', phone_number: '+14155550111' })
    await expectRefusal(
      client.users.exchangePrimaryFactor({ user_id: bob, email_address: 'b@example.com' }),
      'invalid_exchange_primary_factor_user',
    )
    await expectRefusal(client.users.exchangePrimaryFactor({ user_id, email_address: 'bob@example.com' }), 'duplicate_email')
  }))

test('a locked user is reported as locked', () =>
  serving(
    async ({ emulator, client, visitor, signIn }) => {
      const { user_id } = await signIn()
      const { data } = await visitor.call('POST /otps/email/login_or_create', { email: 'ada@example.com' })
      const wrong = emulator.outbox().at(-1)!.code === '000000' ? '111111' : '000000'
      await visitor.call('POST /otps/authenticate', { token: wrong, method_id: data.method_id, session_duration_minutes: 30 })
      const user = await client.users.get({ user_id })
      assert.is(user.is_locked, true)
      assert.is(Date.parse(user.lock_expires_at!) - Date.parse(user.lock_created_at!), 5 * 60_000)
      emulator.clock.advance(5 * 60_000)
      assert.is((await client.users.get({ user_id })).is_locked, false)
    },
    { project: { lock_threshold: 1, lock_minutes: 5 } },
  ))

test('lists the apps that a user has let in, and none for a new one', () =>
  serving(async ({ client, signIn }) => {
    const { user_id } = await signIn()
    assert.equal((await client.users.connectedApps({ user_id })).connected_apps, [])
    await expectRefusal(client.users.revoke({ user_id, connected_app_id: 'app-1' }), 'connected_app_not_found')
  }))

test('says which project it is, and how many users, organizations and members it has', () =>
  serving(async ({ emulator, client, signIn }) => {
    await signIn()
    const members = [{ email_address: 'ada@example.com' }, { email_address: 'bob@example.com' }]
    emulator.seed({ organizations: [{ organization_name: 'Acme', organization_slug: 'acme', members }] })
    const { project_id, metrics } = await client.project.metrics()
    assert.is(project_id, emulator.project_id)
    assert.equal(Object.fromEntries(metrics.map(({ metric_type, count }) => [metric_type, count])), {
      USER_COUNT: 1,
      ORGANIZATION_COUNT: 1,
      MEMBER_COUNT: 2,
    })
    const whoami = await client.debug.whoami()
    assert.equal([whoami.project_id, typeof whoami.name], [emulator.project_id, 'string'])
  }))

test.run()
