/**
 * Tests the emulator's projects of organizations: each flow to its end, and what it refuses on the
 * way.
 */
import { everything } from '../../../harness/everything.ts'
import { Secret, TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Member, SeedOrganization } from '../../../../src/tools/emulator/index.ts'
import { b2bCalls } from '../../../wire/recordedCalls.ts'
import { createVisitor, setUp as consumer } from '../visitor.ts'

const test = suite('emulator: organizations')

const setUp = (project: object = {}) => {
  const at = consumer({ project: { vertical: 'B2B', create_organization_enabled: true, ...project } })
  const { visitor, emulator } = at
  const call = async (route: string, body?: unknown) => {
    const reply = await visitor.call(route.replace(' /', ' /b2b/'), body)
    if (reply.data?.intermediate_session_token) visitor.token = undefined
    return reply
  }
  const newest = () => emulator.outbox().at(-1)!
  const token = () => new URL(newest().url!).searchParams.get('token')!
  /** Proves an email address with a code, and returns the intermediate token. */
  const discover = async (email_address: string) => {
    await call('POST /otps/email/discovery/send', { email_address })
    const { data } = await call('POST /otps/email/discovery/authenticate', { email_address, code: newest().code })
    return data.intermediate_session_token as string
  }
  /** Signs up and creates an organization. */
  const createOrganization = async (email_address: string, organization: object = {}) => {
    const intermediate_session_token = await discover(email_address)
    const { data } = await call('POST /discovery/organizations/create', {
      session_duration_minutes: 30,
      intermediate_session_token,
      ...organization,
    })
    return data
  }
  return { ...at, call, newest, token, discover, createOrganization, other: () => createVisitor(emulator) }
}

const duration = { session_duration_minutes: 30 }
const type = ({ error }: { error: { error_type?: string } }) => error.error_type

test('discovery: a code, no organization, a new one, and the next time that one', async () => {
  const { call, discover, createOrganization, newest, emulator } = setUp()
  const token = await discover('ada@example.com')
  assert.equal((await call('POST /discovery/organizations', { intermediate_session_token: token })).data.discovered_organizations, [])
  assert.is(
    type(await call('POST /otps/email/discovery/authenticate', { email_address: 'ada@example.com', code: newest().code })),
    'otp_code_not_found',
  )
  const { member, organization, member_session } = await createOrganization('ada@example.com', { organization_name: 'Acme Inc.' })
  assert.equal(
    [organization.organization_slug, member.is_admin, member_session.roles],
    ['acme-inc', true, ['stytch_member', 'stytch_admin']],
  )
  assert.equal((await call('GET /organizations/members/me')).data.member, member)

  const again = await discover('ada@example.com')
  const { data } = await call('POST /discovery/organizations', { intermediate_session_token: again })
  assert.equal(
    data.discovered_organizations.map((one: any) => [one.organization.organization_id, one.membership.type]),
    [[organization.organization_id, 'active_member']],
  )
  const exchange = { organization_id: organization.organization_id, intermediate_session_token: again, ...duration }
  assert.is((await call('POST /discovery/intermediate_sessions/exchange', exchange)).data.member_authenticated, true)
  assert.is(type(await call('POST /discovery/intermediate_sessions/exchange', exchange)), 'intermediate_session_not_found')
  const late = await discover('ada@example.com')
  emulator.clock.advance(10 * 60_000 + 1)
  assert.is(
    type(await call('POST /discovery/intermediate_sessions/exchange', { ...exchange, intermediate_session_token: late })),
    'intermediate_session_not_found',
  )
})

test('members can create organizations only if the project allows it', async () => {
  const { call, discover } = setUp({ create_organization_enabled: false })
  const intermediate_session_token = await discover('ada@example.com')
  assert.is(
    type(await call('POST /discovery/organizations/create', { intermediate_session_token, ...duration })),
    'create_organization_disabled',
  )
})

test('links: an invitation and a log-in, each valid once, only for the requested email address', async () => {
  const { call, createOrganization, token, newest, other } = setUp({ pkce_required_for_email_magic_links: true })
  const { organization } = await createOrganization('ada@example.com')
  const invitation = await call('POST /magic_links/email/invite', { email_address: 'bob@example.com' })
  assert.is(invitation.data.member.status, 'invited')
  assert.is(new URL(newest().url!).searchParams.get('stytch_token_type'), 'multi_tenant_magic_links')
  assert.is(new URL(newest().url!).searchParams.get('stytch_redirect_type'), 'login')
  const magic_links_token = token()
  const bob = other()
  const { data } = await bob.call('POST /b2b/magic_links/authenticate', { magic_links_token, ...duration })
  assert.equal([data.member.status, data.member.email_address, data.member.is_admin], ['active', 'bob@example.com', false])
  assert.is(type(await other().call('POST /b2b/magic_links/authenticate', { magic_links_token, ...duration })), 'unable_to_auth_magic_link')

  const login = { email_address: 'bob@example.com', organization_id: organization.organization_id }
  assert.is(type(await call('POST /magic_links/email/login_or_signup', login)), 'invalid_pkce_code_challenge')
  assert.is(
    type(
      await call('POST /magic_links/email/login_or_signup', {
        ...login,
        email_address: 'eve@evil.test',
        pkce_code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      }),
    ),
    'member_not_found',
  )
  // RFC 7636, appendix B.
  await call('POST /magic_links/email/login_or_signup', { ...login, pkce_code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' })
  const second = { magic_links_token: token(), ...duration }
  assert.is(type(await other().call('POST /b2b/magic_links/authenticate', second)), 'pkce_expected_code_verifier')
  const answer = await other().call('POST /b2b/magic_links/authenticate', {
    ...second,
    pkce_code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  })
  assert.is(answer.status, 200)
})

test('a second factor by SMS, which the organization requires: with the intermediate token, and then not again', async () => {
  const { call, createOrganization, discover, newest } = setUp()
  const {
    organization: { organization_id },
    member: { member_id },
  } = await createOrganization('ada@example.com', { mfa_policy: 'REQUIRED_FOR_ALL' })
  const token = await discover('ada@example.com')
  const pending = (
    await call('POST /discovery/intermediate_sessions/exchange', { organization_id, intermediate_session_token: token, ...duration })
  ).data
  assert.equal([pending.member_session, pending.member_authenticated, pending.mfa_required.member_options], [null, false, null])
  const ids = { organization_id, member_id, intermediate_session_token: pending.intermediate_session_token }
  assert.is(type(await call('POST /otps/sms/send', ids)), 'phone_number_not_found')
  assert.is(
    type(await call('POST /otps/sms/send', { ...ids, intermediate_session_token: undefined, mfa_phone_number: '+14155550100' })),
    'user_unauthenticated',
  )
  await call('POST /otps/sms/send', { ...ids, mfa_phone_number: '+14155550100' })
  assert.equal([newest().channel, newest().to], ['sms', '+14155550100'])
  const wrong = newest().code === '000000' ? '000001' : '000000'
  assert.is(type(await call('POST /otps/sms/authenticate', { ...ids, code: wrong, ...duration })), 'otp_code_not_found')
  const { data } = await call('POST /otps/sms/authenticate', { ...ids, code: newest().code, set_mfa_enrollment: 'enroll', ...duration })
  assert.equal(
    data.member_session.authentication_factors.map((factor: any) => `${factor.type} ${factor.delivery_method}`),
    ['otp email', 'otp sms'],
  )
  assert.equal([data.member.mfa_enrolled, data.member.mfa_phone_number_verified, data.member.default_mfa_method], [true, true, 'sms_otp'])
})

test('an authenticator app: created in a session, required for the next, lost and recovered', async () => {
  const { call, createOrganization, discover, emulator } = setUp()
  const {
    organization: { organization_id },
    member: { member_id },
  } = await createOrganization('ada@example.com')
  const app = (await call('POST /totp', { organization_id, member_id })).data
  const totp = new TOTP({ secret: Secret.fromBase32(app.secret) })
  const code = () => totp.generate({ timestamp: emulator.clock.now() })
  const ids = { organization_id, member_id, ...duration }
  assert.is((await call('POST /totp/authenticate', { ...ids, code: code(), set_mfa_enrollment: 'enroll' })).data.member.mfa_enrolled, true)
  assert.equal((await call('GET /recovery_codes')).data.recovery_codes, app.recovery_codes)
  const pending = async () => {
    const token = await discover('ada@example.com')
    return (await call('POST /discovery/intermediate_sessions/exchange', { ...ids, intermediate_session_token: token })).data
      .intermediate_session_token
  }
  const again = { ...ids, intermediate_session_token: await pending() }
  assert.is(type(await call('POST /totp/authenticate', { ...again, code: code() })), 'totp_code_already_authenticated')
  emulator.clock.advance(30_000)
  assert.is((await call('POST /totp/authenticate', { ...again, code: code() })).data.member_authenticated, true)
  const recovery = { ...ids, intermediate_session_token: await pending(), recovery_code: app.recovery_codes[0] }
  assert.is((await call('POST /recovery_codes/recover', recovery)).data.recovery_codes_remaining, app.recovery_codes.length - 1)
  assert.not.equal((await call('POST /recovery_codes/rotate')).data.recovery_codes, app.recovery_codes)
  assert.is(
    type(await call('POST /recovery_codes/recover', { ...recovery, intermediate_session_token: await pending() })),
    'unable_to_authenticate_recovery_code',
  )
})

test('passwords: set in a session, valid in every organization, reset by mail', async () => {
  const { call, createOrganization, token } = setUp()
  const password = 'a sentence that nobody says 7'
  const email_address = 'ada@example.com'
  const {
    organization: { organization_id },
  } = await createOrganization(email_address)
  assert.is(type(await call('POST /passwords/session/reset', { password: 'password' })), 'breached_password')
  assert.is((await call('POST /passwords/session/reset', { password })).status, 200)
  assert.is(
    type(await call('POST /passwords/authenticate', { organization_id, email_address, password: 'wrong', ...duration })),
    'unauthorized_credentials',
  )
  assert.is(
    (await call('POST /passwords/authenticate', { organization_id, email_address, password, ...duration })).data.member_authenticated,
    true,
  )
  assert.is((await call('POST /passwords/discovery/authenticate', { email_address, password })).data.discovered_organizations.length, 1)
  await call('POST /passwords/email/reset/start', { organization_id, email_address })
  const reset = { password_reset_token: token(), password: 'another sentence, quite unsaid 8', ...duration }
  assert.is((await call('POST /passwords/email/reset', reset)).data.member_authenticated, true)
  assert.is(type(await call('POST /passwords/email/reset', reset)), 'unable_to_auth_magic_link')
  await call('POST /passwords/discovery/reset/start', { email_address })
  const { data } = await call('POST /passwords/discovery/reset', { password_reset_token: token(), password })
  assert.is(data.discovered_organizations[0].organization.organization_id, organization_id)
  const later = await createOrganization(email_address, { organization_name: 'Another' })
  assert.match(later.member.member_password_id, /^password-test-/)
})

test('single sign-on: a connection, the page of the stand-in identity provider, the token, once', async () => {
  const { call, createOrganization, emulator, other } = setUp({ pkce_required_for_sso: false })
  await createOrganization('ada@example.com')
  const { connection } = (await call('POST /sso/oidc', { display_name: 'Okta' })).data
  assert.equal(
    (await call('GET /sso/discovery/connections?email_address=ada@example.com')).data.connections.map((one: any) => one.connection_id),
    [connection.connection_id],
  )
  const start = `https://test.stytch.com/v1/public/sso/start?public_token=public-token-test-visitor&connection_id=${connection.connection_id}&login_redirect_url=https%3A%2F%2Fa.test%2Fl&signup_redirect_url=https%3A%2F%2Fa.test%2Fs`
  const page = await (await emulator.fetch(new Request(start))).text()
  const [, address] = /href="([^"]+\?email=bob[^"]*)"/.exec(page) ?? ['', /action="([^"]+)"/.exec(page)![1] + '?email=bob@example.com']
  const back = (await emulator.fetch(new Request(`https://test.stytch.com${address}`))).headers.get('location')!
  const landing = new URL(back)
  assert.equal([landing.pathname, landing.searchParams.get('stytch_token_type')], ['/s', 'sso'])
  const sso_token = landing.searchParams.get('token')
  const { data } = await other().call('POST /b2b/sso/authenticate', { sso_token, ...duration })
  assert.equal([data.member.email_address, data.member.sso_registrations[0].connection_id], ['bob@example.com', connection.connection_id])
  assert.is(type(await other().call('POST /b2b/sso/authenticate', { sso_token, ...duration })), 'sso_token_not_found')
  const isListed = async () => (await (await emulator.fetch(new Request(start))).text()).includes('bob@example.com')
  assert.ok(await isListed())
  await call(`DELETE /organizations/members/${data.member.member_id}`)
  assert.not(await isListed())
})

test('administrators change members and the organization, and others cannot', async () => {
  const { call, createOrganization, token, other, emulator } = setUp()
  const { organization } = await createOrganization('ada@example.com')
  await call('POST /magic_links/email/invite', { email_address: 'bob@example.com' })
  const bob = other()
  const {
    data: { member },
  } = await bob.call('POST /b2b/magic_links/authenticate', { magic_links_token: token(), ...duration })
  assert.is(type(await bob.call('PUT /b2b/organizations/me', { organization_name: 'Bob’s' })), 'session_authorization_error')
  const { member_id: admin } = (await call('GET /organizations/members/me')).data.member
  assert.is(type(await bob.call(`DELETE /b2b/organizations/members/${admin}`)), 'session_authorization_error')
  assert.is(type(await bob.call('POST /b2b/magic_links/email/invite', { email_address: 'eve@example.com' })), 'session_authorization_error')
  assert.is(
    (
      await call('PUT /organizations/me', {
        organization_name: 'Acme',
        email_allowed_domains: ['example.com'],
        email_jit_provisioning: 'RESTRICTED',
      })
    ).data.organization.organization_name,
    'Acme',
  )
  const { data: found2 } = await call('POST /organizations/me/members/search', {
    query: { operator: 'AND', operands: [{ filter_name: 'member_emails', filter_value: ['bob@example.com'] }] },
  })
  assert.equal(
    found2.members.map((one: any) => one.member_id),
    [member.member_id],
  )
  assert.is(
    (await call('PUT /organizations/members/' + member.member_id, { member_id: member.member_id, name: 'Bob' })).data.member.name,
    'Bob',
  )
  assert.is(
    (await call('POST /organizations/search', { organization_slug: organization.organization_slug })).data.organization.organization_name,
    'Acme',
  )
  assert.is((await call('POST /organizations/search', { organization_slug: 'nobody' })).data.organization, null)
  await call(`DELETE /organizations/members/${member.member_id}`)
  assert.is(type(await bob.call('POST /b2b/sessions/authenticate', {})), 'session_not_found')
  assert.is((await call(`PUT /organizations/members/${member.member_id}/reactivate`)).data.member.status, 'active')
  assert.is(type(await bob.call('GET /b2b/organizations/members/me')), 'session_not_found')
  assert.equal(emulator.crashes(), [])
})

test("a session ends with its time, its member and its organization, and an exchange leads to the person's other organization", async () => {
  const { call, createOrganization, emulator } = setUp()
  const first = await createOrganization('ada@example.com', { organization_name: 'One' })
  const second = await createOrganization('ada@example.com', { organization_name: 'Two' })
  const exchange = (await call('POST /sessions/exchange', { organization_id: first.organization.organization_id, ...duration })).data
  assert.is(exchange.organization.organization_name, 'One')
  assert.is.not(exchange.member_session.member_session_id, second.member_session.member_session_id)
  assert.is(
    (await call('POST /sessions/authenticate', { session_duration_minutes: 60 })).data.member_session.member_id,
    first.member.member_id,
  )
  emulator.clock.advance(61 * 60_000)
  assert.is(type(await call('POST /sessions/authenticate', {})), 'session_not_found')
})

test('a directory connection: created, rotated, deleted', async () => {
  const { call, createOrganization } = setUp()
  await createOrganization('ada@example.com')
  assert.is(type(await call('GET /scim')), 'no_active_scim_connection')
  const { connection } = (await call('POST /scim', { display_name: 'Okta' })).data
  assert.is(connection.bearer_token.slice(-4), connection.bearer_token_last_four)
  const { connection_id } = connection
  assert.is(type(await call('POST /scim/rotate/complete', { connection_id })), 'scim_connection_not_rotating_token')
  assert.is((await call('GET /scim')).data.connection.connection_id, connection_id)
  const next = (await call('POST /scim/rotate/start', { connection_id })).data.connection.next_bearer_token
  assert.is((await call('POST /scim/rotate/complete', { connection_id })).data.connection.bearer_token_last_four, next.slice(-4))
  assert.equal((await call('POST /scim/groups', {})).data.scim_groups, [])
  assert.is((await call(`DELETE /scim/${connection_id}`)).data.connection_id, connection_id)
})

test('the settings of the Admin Portal show everything, to members alone', async () => {
  const { call, createOrganization } = setUp()
  assert.is(type(await call('GET /admin_portal_config')), 'user_unauthenticated')
  await createOrganization('ada@example.com')
  const { organization_config, sso_config, scim_config } = (await call('GET /admin_portal_config')).data
  assert.equal(
    [organization_config, sso_config, scim_config],
    [
      { mfa_controls_enabled: true },
      { sso_enabled: true, can_create_saml_connection: true, can_create_oidc_connection: true },
      { scim_enabled: true },
    ],
  )
})

test("password strength: zxcvbn's result and the policy's missing demands, each under its own name", async () => {
  const check = async (project: object, password: string) =>
    (await setUp(project).call('POST /passwords/strength_check', { email_address: 'ada@example.com', password })).data
  const { zxcvbn_feedback, luds_feedback, ...weak } = await check({}, 'swordfish')
  assert.equal(Object.keys(weak).sort(), [
    'breach_detection_on_create',
    'breached_password',
    'request_id',
    'score',
    'status_code',
    'strength_policy',
    'valid_password',
  ])
  assert.equal([weak.strength_policy, weak.valid_password], ['zxcvbn', false])
  assert.equal(Object.keys(zxcvbn_feedback).sort(), ['suggestions', 'warning'])
  assert.is(zxcvbn_feedback.warning, 'This is a very common password')
  const luds = await check({ password_config: { luds_complexity: 3, luds_minimum_count: 12 } }, 'swordfish')
  assert.equal(luds.luds_feedback, {
    has_digit: false,
    has_lower_case: true,
    has_symbol: false,
    has_upper_case: false,
    missing_characters: 3,
    missing_complexity: 2,
  })
  assert.equal([luds.strength_policy, 'feedback' in luds], ['luds', false])
})

/** What reset mails say about the tokens in their links, and which call accepts which. */
for (const inOrganization of [false, true]) {
  test(`the mail of a reset ${inOrganization ? 'in an organization' : 'before the choice of one'} says what its token is`, async () => {
    const { call, createOrganization, newest, token } = setUp()
    const { organization } = await createOrganization('ada@example.com')
    const email_address = 'ada@example.com'
    if (inOrganization) await call('POST /passwords/email/reset/start', { organization_id: organization.organization_id, email_address })
    else await call('POST /passwords/discovery/reset/start', { email_address })
    const parameters = new URL(newest().url!).searchParams
    assert.is(parameters.get('stytch_token_type'), inOrganization ? 'multi_tenant_passwords' : 'discovery')
    assert.is(parameters.get('stytch_redirect_type'), 'reset_password')
    // A log-in link of the same type is different.
    assert.is(
      type(await call('POST /magic_links/discovery/authenticate', { discovery_magic_links_token: token() })),
      'unable_to_auth_magic_link',
    )
    const { data } = await call(inOrganization ? 'POST /passwords/email/reset' : 'POST /passwords/discovery/reset', {
      password_reset_token: token(),
      password: 'correct horse battery staple 7',
      ...(inOrganization && duration),
    })
    if (inOrganization) assert.is(data.member.email_address, email_address)
    else assert.equal([data.email_address, data.organization_id_hint], [email_address, null])
  })
}

test('an organization returns all of its policy to members, and only what they need for signing in to strangers', async () => {
  const { call, createOrganization, other } = setUp()
  const fields = {
    sso_jit_provisioning: 'RESTRICTED',
    sso_jit_provisioning_allowed_connections: ['saml-connection-test-1'],
    oauth_tenant_jit_provisioning: 'RESTRICTED',
    allowed_oauth_tenants: { slack: ['T1'] },
    first_party_connected_apps_allowed_type: 'RESTRICTED',
    allowed_first_party_connected_apps: ['connected-app-test-1'],
    third_party_connected_apps_allowed_type: 'NOT_ALLOWED',
    allowed_third_party_connected_apps: [],
  }
  const { organization } = await createOrganization('ada@example.com', { organization_name: 'Acme' })
  assert.equal(
    Object.keys(fields).filter((name) => !(name in organization)),
    [],
  )
  const { data } = await call('PUT /organizations/me', fields)
  for (const [name, value] of Object.entries(fields)) assert.equal(data.organization[name], value, name)
  const publicView = (await other().call('POST /b2b/organizations/search', { organization_slug: 'acme' })).data.organization
  assert.equal(
    [publicView.mfa_policy, publicView.oauth_tenant_jit_provisioning, publicView.allowed_oauth_tenants],
    ['OPTIONAL', 'RESTRICTED', { slack: ['T1'] }],
  )
  assert.is('allowed_first_party_connected_apps' in publicView, false)
})

test('a discovered organization tells why the person can join, and each factor whether it was the first', async () => {
  const { call, createOrganization, discover } = setUp()
  const { member_session } = await createOrganization('ada@acme.test', {
    organization_name: 'Acme',
    email_jit_provisioning: 'RESTRICTED',
    email_allowed_domains: ['acme.test'],
  })
  assert.equal(
    member_session.authentication_factors.map((factor: any) => [factor.delivery_method, factor.sequence_order]),
    [['email', 'PRIMARY']],
  )
  const membership = async (email: string) => {
    const intermediate_session_token = await discover(email)
    return (await call('POST /discovery/organizations', { intermediate_session_token })).data.discovered_organizations[0].membership
  }
  const ownMembership = await membership('ada@acme.test')
  assert.equal([ownMembership.type, ownMembership.details, ownMembership.member.email_address], ['active_member', null, 'ada@acme.test'])
  assert.equal(await membership('bob@acme.test'), {
    type: 'eligible_to_join_by_email_domain',
    details: { domain: 'acme.test' },
    member: null,
  })
})

test('anybody can join an organization that allows everybody', async () => {
  const { call, createOrganization } = setUp()
  for (const [email_jit_provisioning, status] of [
    ['ALL_ALLOWED', 200],
    ['NOT_ALLOWED', 404],
  ] as const) {
    const { organization } = await createOrganization('ada@acme.test', {
      organization_name: email_jit_provisioning,
      email_jit_provisioning,
    })
    assert.is(organization.email_jit_provisioning, email_jit_provisioning)
    const { organization_id } = organization
    const answer = await call('POST /otps/email/login_or_signup', { organization_id, email_address: 'eve@elsewhere.test' })
    assert.is(answer.status, status)
  }
})

test('a replaced email address can be available to somebody else at once', async () => {
  const { call, createOrganization } = setUp()
  await createOrganization('ada@example.com')
  const { member } = (await call('POST /organizations/members', { email_address: 'bob@example.com' })).data
  const { member_id } = member
  const change = { member_id, email_address: 'bob@new.test', unlink_email: true }
  const afterChange = (await call(`PUT /organizations/members/${member_id}`, change)).data.member
  assert.equal([afterChange.email_address, afterChange.retired_email_addresses], ['bob@new.test', []])
  const unlink = (which: object) => call(`POST /organizations/members/${member_id}/unlink_retired_email`, which)
  assert.is((await unlink({})).status, 400)
  assert.is(type(await unlink({ email_address: 'bob@example.com' })), 'email_not_found')
})

const requestCount = everything ? 2_000 : 500

test(`${requestCount} malformed requests cause no crash`, async () => {
  const { visitor, emulator, createOrganization } = setUp()
  await createOrganization('ada@example.com')
  let seed = 18
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
  const odd: unknown[] = [
    null,
    '',
    'x',
    7,
    -1,
    [],
    {},
    true,
    '\ud800',
    { __proto__: null, constructor: 1 },
    'a'.repeat(5000),
    ['x'],
    'ada@example.com',
    '+14155550100',
  ]
  for (let count = 0; count < requestCount; count++) {
    const { method, path, body } = b2bCalls[Math.floor(random() * b2bCalls.length)]!.request
    const bent = Object.fromEntries(
      Object.entries(body ?? {}).map(([name, value]) => [name, random() < 0.5 ? value : odd[Math.floor(random() * odd.length)]]),
    )
    const { status } = await visitor.call(
      `${method} ${path}`,
      method === 'GET' ? undefined : random() < 0.1 ? odd[Math.floor(random() * odd.length)] : bent,
    )
    assert.ok(status < 500, `${method} ${path} ${JSON.stringify(bent)}`)
  }
  assert.equal(emulator.crashes(), [])
})

const password = 'a sentence that nobody says 7'
const ada = { email_address: 'ada@example.com' }
const bob = { email_address: 'bob@example.com' }

/** Organizations of a seed, and log-ins by mail and password to them. */
const setUpOrganizations = (...organizations: SeedOrganization[]) => {
  const at = setUp()
  const seeds = at.emulator.seed({ organizations }).organizations
  const [{ organization_id }] = seeds as [(typeof seeds)[0]]
  /** Requests a log-in link and returns its token. */
  const link = async (email_address: string, organization = organization_id) => {
    await at.call('POST /magic_links/email/login_or_signup', { email_address, organization_id: organization })
    return at.token()
  }
  const open = (magic_links_token: string) => at.call('POST /magic_links/authenticate', { magic_links_token, ...duration })
  return {
    ...at,
    organization_id,
    seeds,
    link,
    open,
    logIn: async (email_address: string) => open(await link(email_address)),
  }
}

test("an intermediate token of one organization's member cannot prove a second factor of another's", async () => {
  const mfa_policy = 'REQUIRED_FOR_ALL'
  const {
    call,
    logIn,
    newest,
    seeds: [, other],
    discover,
  } = setUpOrganizations(
    { organization_name: 'One', mfa_policy, members: [ada] },
    { organization_name: 'Other', mfa_policy, members: [{ ...ada, mfa_phone_number: '+14155550100' }] },
  )
  const ids = { organization_id: other!.organization_id, member_id: other!.members[0]!.member_id }
  const {
    data: { intermediate_session_token },
  } = await logIn('ada@example.com')
  for (const route of ['POST /otps/sms/send', 'POST /totp']) {
    assert.is(type(await call(route, { ...ids, intermediate_session_token })), 'intermediate_session_not_found')
  }
  // A token for an email address alone works for its members everywhere.
  const choice = { ...ids, intermediate_session_token: await discover('ada@example.com') }
  await call('POST /otps/sms/send', choice)
  assert.is((await call('POST /otps/sms/authenticate', { ...choice, code: newest().code, ...duration })).data.member_authenticated, true)
})

test('a second factor counts only if the organization allows it', async () => {
  const secret = 'JBSWY3DPEHPK3PXP'
  const organization = (method: 'totp' | 'sms_otp') => ({
    organization_name: 'Acme',
    mfa_policy: 'REQUIRED_FOR_ALL' as const,
    mfa_methods: 'RESTRICTED' as const,
    allowed_mfa_methods: [method],
    members: [{ ...ada, mfa_phone_number: '+14155550100', totp: { secret, recovery_codes: ['one'] } }],
  })
  for (const [method, expected] of [
    ['totp', [false, true, true]],
    ['sms_otp', [true, false, false]],
  ] as const) {
    const {
      call,
      logIn,
      newest,
      seeds: [
        {
          organization_id,
          members: [member],
        },
      ],
      emulator,
      visitor,
    } = setUpOrganizations(organization(method)) as any
    const begin = async () => {
      visitor.token = undefined
      const {
        data: { intermediate_session_token },
      } = await logIn('ada@example.com')
      return { organization_id, member_id: member.member_id, intermediate_session_token, ...duration }
    }
    const text = await begin()
    await call('POST /otps/sms/send', { ...text, session_duration_minutes: undefined })
    const bySms = await call('POST /otps/sms/authenticate', { ...text, code: newest().code })
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: emulator.clock.now() })
    const byApp = await call('POST /totp/authenticate', { ...(await begin()), code })
    const byPaper = await call('POST /recovery_codes/recover', { ...(await begin()), recovery_code: 'one' })
    assert.equal(
      [bySms, byApp, byPaper].map(({ data }) => data.member_authenticated),
      expected,
      method,
    )
  }
})

test('a code by SMS proves only the number that it was sent to', async () => {
  const { call, logIn, newest, organization_id } = setUpOrganizations({ organization_name: 'Acme', members: [ada] })
  const {
    data: { member_id },
  } = await logIn('ada@example.com')
  const ids = { organization_id, member_id }
  await call('POST /otps/sms/send', { ...ids, mfa_phone_number: '+14155550100' })
  const { code } = newest()
  await call('PUT /organizations/members/update', { mfa_phone_number: '+14155550101' })
  assert.is((await call('GET /organizations/members/me')).data.member.mfa_phone_number, '+14155550101')
  assert.is(type(await call('POST /otps/sms/authenticate', { ...ids, code, ...duration })), 'otp_code_not_found')
  assert.is((await call('GET /organizations/members/me')).data.member.mfa_phone_number_verified, false)
})

test("the token of a mail works only for the mail's purpose", async () => {
  const { call, link, open, token, organization_id } = setUpOrganizations({ organization_name: 'Acme', members: [{ ...ada, password }] })
  const next = { password: 'another sentence, quite unsaid 8', ...duration }
  const login = await link('ada@example.com')
  assert.is(type(await call('POST /passwords/email/reset', { password_reset_token: login, ...next })), 'unable_to_auth_magic_link')
  assert.is((await open(login)).status, 200)
  await call('POST /passwords/email/reset/start', { organization_id, ...ada })
  const reset = token()
  assert.is(type(await open(reset)), 'unable_to_auth_magic_link')
  assert.is((await call('POST /passwords/email/reset', { password_reset_token: reset, ...next })).status, 200)

  await call('POST /magic_links/email/discovery/send', ada)
  const discovery = token()
  assert.is(type(await call('POST /passwords/discovery/reset', { password_reset_token: discovery, password })), 'unable_to_auth_magic_link')
  assert.is((await call('POST /magic_links/discovery/authenticate', { discovery_magic_links_token: discovery })).status, 200)
  await call('POST /passwords/discovery/reset/start', ada)
  const discoveryToken = token()
  assert.is(
    type(await call('POST /magic_links/discovery/authenticate', { discovery_magic_links_token: discoveryToken })),
    'unable_to_auth_magic_link',
  )
  assert.is((await call('POST /passwords/discovery/reset', { password_reset_token: discoveryToken, password })).status, 200)
})

test('no two members of an organization have the same email address, whatever their origin', async () => {
  const {
    call,
    logIn,
    other,
    token,
    seeds: [acme],
  } = setUpOrganizations({ organization_name: 'Acme', members: [{ ...ada, roles: ['stytch_admin'] }, bob] })
  const [{ member_id: mine }, { member_id: his }] = acme!.members as [Member, Member]
  await logIn('ada@example.com')
  const update = (member_id: string, fields: object) => call(`PUT /organizations/members/${member_id}`, { member_id, ...fields })
  assert.is(type(await update(mine, { ...bob, name: 'Bob' })), 'duplicate_member_email')
  assert.is((await call('GET /organizations/members/me')).data.member.name, '')
  assert.is((await update(mine, ada)).status, 200)
  assert.is(type(await call('POST /organizations/members/start_email_update', bob)), 'duplicate_member_email')
  assert.is(type(await call(`POST /organizations/members/${mine}/start_email_update`, bob)), 'duplicate_member_email')

  // Somebody else takes it before the link is opened.
  await call('POST /organizations/members/start_email_update', { email_address: 'new@example.com' })
  const magic_links_token = token()
  await update(his, { email_address: 'new@example.com' })
  assert.is(type(await other().call('POST /b2b/magic_links/authenticate', { magic_links_token, ...duration })), 'duplicate_member_email')

  await call(`DELETE /organizations/members/${his}`)
  await call('POST /organizations/members', { email_address: 'new@example.com' })
  assert.is(type(await call(`PUT /organizations/members/${his}/reactivate`)), 'reactivation_email_belongs_to_another_member')
})

test('a new address is confirmed by a link, or by a code if the call asks for one', async () => {
  const { call, logIn, organization_id, newest, seeds } = setUpOrganizations({
    organization_name: 'Acme',
    members: [{ ...ada, roles: ['stytch_admin'] }, bob],
  })
  const [{ member_id: mine }, { member_id: his }] = seeds[0]!.members as [Member, Member]
  await logIn('ada@example.com')
  const update = (email_address: string, delivery_method: string, who = '') =>
    call(`POST /organizations/members${who}/start_email_update`, { email_address, delivery_method })
  const redeem = (email_address: string, code = newest().code) =>
    call('POST /otps/email/authenticate', { organization_id, email_address, code, ...duration })

  await update('link@example.com', 'EMAIL_MAGIC_LINK')
  assert.ok(newest().url)
  await update('code@example.com', 'EMAIL_OTP')
  assert.equal([newest().to, newest().url], ['code@example.com', undefined])
  const { member, member_id } = (await redeem('code@example.com')).data
  assert.equal([member_id, member.email_address, member.email_address_verified], [mine, 'code@example.com', true])

  // somebody else takes it before the code is redeemed
  await update('other@example.com', 'EMAIL_OTP', `/${his}`)
  const { code } = newest()
  await call('POST /organizations/members', { email_address: 'other@example.com' })
  assert.is(type(await redeem('other@example.com', code)), 'duplicate_member_email')
})

test('a deleted member cannot log in with an earlier mail', async () => {
  const {
    call,
    logIn,
    link,
    token,
    other,
    organization_id,
    seeds: [acme],
  } = setUpOrganizations({
    organization_name: 'Acme',
    members: [
      { ...ada, roles: ['stytch_admin'] },
      { ...bob, password },
    ],
  })
  const { member_id } = acme!.members[1]!
  const magic_links_token = await link('bob@example.com')
  await call('POST /passwords/email/reset/start', { organization_id, ...bob })
  const password_reset_token = token()
  await logIn('ada@example.com')
  await call(`DELETE /organizations/members/${member_id}`)
  const late = other()
  assert.is(type(await late.call('POST /b2b/magic_links/authenticate', { magic_links_token, ...duration })), 'member_not_found')
  assert.is(
    type(
      await late.call('POST /b2b/passwords/email/reset', {
        password_reset_token,
        password: 'another sentence, quite unsaid 8',
        ...duration,
      }),
    ),
    'member_not_found',
  )
  assert.is(late.token, undefined)
  await call(`PUT /organizations/members/${member_id}/reactivate`)
  assert.is((await late.call('POST /b2b/passwords/authenticate', { organization_id, ...bob, password, ...duration })).status, 200)
})

const secret = 'JBSWY3DPEHPK3PXP'
const ways = ({ member_session }: any) =>
  member_session.authentication_factors.map((factor: any) => `${factor.type} ${factor.delivery_method}`)

for (const second of ['text', 'app', 'recovery code'] as const) {
  test(`an exchange drops the second factor: ${second}`, async () => {
    const acme = {
      mfa_policy: 'REQUIRED_FOR_ALL' as const,
      members: [{ ...ada, mfa_phone_number: '+14155550100', totp: { secret, recovery_codes: ['one'] } }],
    }
    const { call, logIn, newest, emulator, seeds } = setUpOrganizations(
      { organization_name: 'One', ...acme },
      { organization_name: 'Two', ...acme },
      { organization_name: 'Easy', members: [ada] },
    )
    const [one, two, easy] = seeds as [(typeof seeds)[0], (typeof seeds)[0], (typeof seeds)[0]]
    const pending = (await logIn('ada@example.com')).data
    const ids = {
      organization_id: one.organization_id,
      member_id: one.members[0]!.member_id,
      intermediate_session_token: pending.intermediate_session_token,
    }
    const prove = {
      text: async () => {
        await call('POST /otps/sms/send', ids)
        return call('POST /otps/sms/authenticate', { ...ids, code: newest().code, ...duration })
      },
      app: () => {
        const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: emulator.clock.now() })
        return call('POST /totp/authenticate', { ...ids, code, ...duration })
      },
      'recovery code': () => call('POST /recovery_codes/recover', { ...ids, recovery_code: 'one', ...duration }),
    }[second]
    assert.is(ways((await prove()).data).length, 2)

    const { discovered_organizations } = (await call('POST /discovery/organizations', {})).data
    assert.equal(
      discovered_organizations.map((entry: any) => [entry.organization.organization_name, entry.member_authenticated]),
      [
        ['One', true],
        ['Two', false],
        ['Easy', true],
      ],
    )
    const exchange = ({ organization_id }: { organization_id: string }) => call('POST /sessions/exchange', { organization_id, ...duration })
    const into = (await exchange(two)).data
    assert.equal([into.member_authenticated, into.member_session, into.primary_required], [false, null, null])
    assert.is(into.mfa_required.member_options.mfa_phone_number, '+14155550100')
    // The browser has given up its session for the intermediate token, and continues from here to
    // the third.
    const onward = { organization_id: easy.organization_id, intermediate_session_token: into.intermediate_session_token, ...duration }
    assert.equal(ways((await call('POST /discovery/intermediate_sessions/exchange', onward)).data), ['magic_link email'])
  })
}

test('an exchange drops a password, and a member without another factor has to prove themselves again', async () => {
  const { call, organization_id, seeds } = setUpOrganizations(
    { organization_name: 'One', members: [{ ...ada, password }] },
    { organization_name: 'Two', members: [ada] },
  )
  assert.is(
    (await call('POST /passwords/authenticate', { organization_id, ...ada, password, ...duration })).data.member_authenticated,
    true,
  )
  const { data } = await call('POST /sessions/exchange', { organization_id: seeds[1]!.organization_id, ...duration })
  assert.equal([data.member_authenticated, data.mfa_required, data.primary_required], [false, null, { allowed_auth_methods: [] }])
})

test('a connection of one organization signs nobody in to another', async () => {
  const { call, emulator, logIn, seeds, other } = setUpOrganizations(
    { organization_name: 'One', members: [{ ...ada, roles: ['stytch_admin'] }, bob] },
    { organization_name: 'Two', auth_methods: 'RESTRICTED', allowed_auth_methods: ['sso'], members: [bob] },
  )
  await logIn('ada@example.com')
  const { connection_id } = (await call('POST /sso/oidc', { display_name: 'Okta' })).data.connection
  const start = `https://test.stytch.com/v1/public/sso/start?public_token=public-token-test-visitor&connection_id=${connection_id}&login_redirect_url=https%3A%2F%2Fa.test%2Fl&signup_redirect_url=https%3A%2F%2Fa.test%2Fs`
  const page = await (await emulator.fetch(new Request(start))).text()
  const [, address] = /href="([^"]+\?email=bob[^"]*)"/.exec(page)!
  const back = (await emulator.fetch(new Request(`https://test.stytch.com${address}`))).headers.get('location')!
  const his = other()
  await his.call('POST /b2b/sso/authenticate', { sso_token: new URL(back).searchParams.get('token'), ...duration })
  const { data } = await his.call('POST /b2b/sessions/exchange', { organization_id: seeds[1]!.organization_id, ...duration })
  assert.equal([data.member_authenticated, data.primary_required], [false, { allowed_auth_methods: ['sso'] }])
})

test('a member still has to prove what an administrator sets for them', async () => {
  const eve = { email_address: 'eve@example.com', mfa_phone_number: '+14155550199' }
  const { call, logIn, link, other, newest, token, organization_id, seeds } = setUpOrganizations(
    {
      organization_name: 'Acme',
      members: [{ ...ada, roles: ['stytch_admin'] }, { ...bob, password, mfa_phone_number: '+14155550100' }, eve],
    },
    { organization_name: 'Two', members: [{ email_address: 'new@example.com' }] },
  )
  const { member_id } = seeds[0]!.members[1]!
  const his = other()
  const read = async () => (await his.call('GET /b2b/organizations/members/me')).data.member
  const late = await link('bob@example.com')
  await his.call('POST /b2b/magic_links/authenticate', { magic_links_token: await link('bob@example.com'), ...duration })
  await logIn('ada@example.com')
  const update = (fields: object) => call(`PUT /organizations/members/${member_id}`, { member_id, ...fields })
  assert.equal([(await read()).mfa_phone_number_verified, (await read()).email_address_verified], [true, true])

  assert.is(type(await update({ mfa_phone_number: eve.mfa_phone_number })), 'duplicate_member_phone_number')
  assert.is(
    type(await call('POST /organizations/members', { email_address: 'x@example.com', mfa_phone_number: eve.mfa_phone_number })),
    'duplicate_member_phone_number',
  )
  await update({ mfa_phone_number: '+14155550100' })
  assert.is((await read()).mfa_phone_number_verified, true)
  const { member: afterPhone } = (await update({ mfa_phone_number: '+14155550101' })).data
  assert.equal([afterPhone.mfa_phone_number, afterPhone.mfa_phone_number_verified], ['+14155550101', false])

  const { member: afterEmail } = (await update({ email_address: 'new@example.com' })).data
  assert.equal(
    [
      afterEmail.email_address,
      afterEmail.email_address_verified,
      afterEmail.member_password_id,
      afterEmail.retired_email_addresses[0].email_address,
    ],
    ['new@example.com', false, '', 'bob@example.com'],
  )
  // A mail to the earlier email address does not prove the new one, and neither does a number that
  // the earlier session proved.
  assert.is(
    type(await other().call('POST /b2b/magic_links/authenticate', { magic_links_token: late, ...duration })),
    'unable_to_auth_magic_link',
  )
  const ids = { organization_id, member_id }
  await his.call('POST /b2b/otps/sms/send', ids)
  await his.call('POST /b2b/otps/sms/authenticate', { ...ids, code: newest().code, ...duration })
  assert.equal([(await read()).mfa_phone_number_verified, (await read()).email_address_verified], [true, false])
  // Until then it leads to no other organization.
  const exchange = { organization_id: seeds[1]!.organization_id, ...duration }
  assert.is((await his.call('POST /b2b/sessions/exchange', exchange)).data.member_authenticated, false)

  const theirs = other()
  await call('POST /magic_links/email/login_or_signup', { email_address: 'new@example.com', organization_id })
  const { data } = await theirs.call('POST /b2b/magic_links/authenticate', { magic_links_token: token(), ...duration })
  assert.equal([data.member.member_id, data.member.email_address_verified], [member_id, true])
  assert.is((await theirs.call('POST /b2b/sessions/exchange', exchange)).data.member_authenticated, true)
})

test.run()
