/** The provider's own Node SDK signs members in, in every way, with the state that browsers see. */
import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal } from '../../server/serving.ts'
import { atAcme, PASSWORD, SECRET } from './acme.ts'

const test = suite('emulator: log-ins of members, for servers')

const NEW_PASSWORD = 'xK7#mQ2!vB9$wL4p'
const inApp = (emulator: { clock: { now: () => number } }, secret = SECRET) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: emulator.clock.now() })

test('links: to a member, to somebody who may join, and once only', () =>
  atAcme(async ({ members: { magicLinks, organizations }, organization_id, ada, token, emulator, newest }) => {
    const sending = await magicLinks.email.loginOrSignup({
      organization_id: 'acme',
      email_address: 'ada@example.com',
      login_redirect_url: 'https://a.test/x',
    })
    assert.equal([sending.member_id, sending.member_created], [ada.member_id, false])
    assert.ok(newest().url!.startsWith('https://a.test/x?'))
    const magic_links_token = token()
    const second = () => Math.floor(emulator.clock.now() / 1000) * 1000
    const earliest = second()
    const logIn = await magicLinks.authenticate({ magic_links_token, session_duration_minutes: 30, session_custom_claims: { seat: 1 } })
    assert.equal([logIn.member_authenticated, logIn.method_id, logIn.member_session!.custom_claims], [true, ada.member_id, { seat: 1 }])
    const began = Date.parse(logIn.member_session!.expires_at) - 30 * 60_000
    assert.ok(earliest <= began && began <= second())
    await expectRefusal(magicLinks.authenticate({ magic_links_token }), 'unable_to_auth_magic_link')

    const stranger = { organization_id, email_address: 'eve@example.com' }
    await expectRefusal(magicLinks.email.loginOrSignup(stranger), 'member_not_found')
    await organizations.update({ organization_id, email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['example.com'] })
    assert.is((await magicLinks.email.loginOrSignup(stranger)).member_created, true)
    assert.is((await magicLinks.authenticate({ magic_links_token: token() })).member.status, 'active')
    await expectRefusal(
      magicLinks.email.loginOrSignup({ ...stranger, login_redirect_url: 'javascript:alert(1)' }),
      'invalid_magic_link_url',
    )
  }))

test('a link goes on with the session of its call, if that is the same member’s and alive', () =>
  atAcme(async ({ members: { magicLinks }, organization_id, sessionOf, token }) => {
    const { session_token, session_jwt, member_session } = await sessionOf('ada@example.com')
    const fresh = async () => {
      await magicLinks.email.loginOrSignup({ organization_id, email_address: 'ada@example.com' })
      return token()
    }
    for (const bearer of [{ session_token }, { session_jwt }]) {
      const { member_session: sameSession } = await magicLinks.authenticate({ magic_links_token: await fresh(), ...bearer })
      assert.is(sameSession!.member_session_id, member_session.member_session_id)
    }
    const magic_links_token = await fresh()
    await expectRefusal(magicLinks.authenticate({ magic_links_token, session_token: 'x' }), 'session_not_found')
    await expectRefusal(magicLinks.authenticate({ magic_links_token, session_token, session_jwt }), 'too_many_session_arguments')
    await expectRefusal(
      magicLinks.authenticate({ magic_links_token, session_custom_claims: { a: 'x'.repeat(5000) } }),
      'custom_claims_too_large',
    )
    // none of these has spent the link
    await magicLinks.authenticate({ magic_links_token, session_token })
  }))

test('an invitation by a server, as far as the organization allows it', () =>
  atAcme(async ({ members: { magicLinks, organizations }, organization_id, ada, browser, token }) => {
    const invitation = await magicLinks.email.invite({
      organization_id,
      email_address: 'eve@example.com',
      invited_by_member_id: ada.member_id,
      name: 'Eve',
      roles: ['editor'],
      trusted_metadata: { seat: 2 },
    })
    assert.equal([invitation.member.status, invitation.member.name, invitation.member.trusted_metadata], ['invited', 'Eve', { seat: 2 }])
    const { data } = await browser().call('POST /b2b/magic_links/authenticate', {
      magic_links_token: token(),
      session_duration_minutes: 30,
    })
    assert.equal(data.member_session.roles, ['stytch_member', 'editor'])

    await organizations.update({ organization_id, email_invites: 'RESTRICTED', email_allowed_domains: ['acme.example'] })
    await expectRefusal(magicLinks.email.invite({ organization_id, email_address: 'x@example.com' }), 'invalid_email_for_invites')
    await magicLinks.email.invite({ organization_id, email_address: 'x@acme.example' })
    await organizations.update({ organization_id, email_invites: 'NOT_ALLOWED' })
    await expectRefusal(magicLinks.email.invite({ organization_id, email_address: 'y@acme.example' }), 'invalid_email_for_invites')
  }))

test('discovery: a link or a code, the organizations, one of them, and a new one', () =>
  atAcme(async ({ members: { magicLinks, otps, discovery }, organization_id, newest, token, ada }) => {
    await magicLinks.email.discovery.send({ email_address: 'ada@example.com', discovery_redirect_url: 'https://a.test/d' })
    const discoveryAnswer = await magicLinks.discovery.authenticate({ discovery_magic_links_token: token() })
    assert.equal(
      discoveryAnswer.discovered_organizations.map(({ organization, membership }) => [
        organization!.organization_id,
        membership!.type,
        membership!.member!.member_id,
      ]),
      [[organization_id, 'active_member', ada.member_id]],
    )
    const { intermediate_session_token } = discoveryAnswer
    const list = await discovery.organizations.list({ intermediate_session_token })
    assert.equal(list.discovered_organizations, discoveryAnswer.discovered_organizations)
    await expectRefusal(discovery.organizations.list({}), 'no_session_arguments')
    const logIn = await discovery.intermediateSessions.exchange({ intermediate_session_token, organization_id })
    assert.is(logIn.member_id, ada.member_id)
    await expectRefusal(
      discovery.intermediateSessions.exchange({ intermediate_session_token, organization_id }),
      'intermediate_session_not_found',
    )
    assert.is((await discovery.organizations.list({ session_token: logIn.session_token })).email_address, 'ada@example.com')

    await otps.email.discovery.send({ email_address: 'new@example.com' })
    const fresh = await otps.email.discovery.authenticate({ email_address: 'new@example.com', code: newest().code! })
    assert.equal(fresh.discovered_organizations, [])
    const creation = await discovery.organizations.create({
      intermediate_session_token: fresh.intermediate_session_token,
      organization_name: 'New',
      organization_external_id: 'n-1',
    })
    assert.equal(
      [creation.member_authenticated, creation.member.is_admin, creation.organization.organization_external_id],
      [true, true, 'n-1'],
    )

    await otps.email.discovery.send({ email_address: 'newer@example.com' })
    const next = await otps.email.discovery.authenticate({ email_address: 'newer@example.com', code: newest().code! })
    const { organization, member_session } = await discovery.organizations.create({
      intermediate_session_token: next.intermediate_session_token,
      session_duration_minutes: 30,
      session_custom_claims: { seat: 1 },
    })
    assert.equal(member_session!.custom_claims, { seat: 1 })
    assert.equal(Object.keys(organization).sort(), Object.keys(creation.organization).sort(), 'what is about the session is not kept')
  }))

test('a code by email, in an organization', () =>
  atAcme(async ({ members: { otps, organizations }, organization_id, newest, ada, emulator }) => {
    const who = { organization_id, email_address: 'ada@example.com' }
    assert.is((await otps.email.loginOrSignup(who)).member_created, false)
    const wrong = newest().code === '000000' ? '000001' : '000000'
    await expectRefusal(otps.email.authenticate({ ...who, code: wrong }), 'otp_code_not_found')
    assert.is((await otps.email.authenticate({ ...who, organization_id: 'acme', code: newest().code! })).method_id, ada.member_id)

    emulator.project({ lock_threshold: 1 })
    await otps.email.loginOrSignup(who)
    await expectRefusal(otps.email.authenticate({ ...who, code: wrong }), 'otp_code_not_found')
    await expectRefusal(otps.email.authenticate({ ...who, code: newest().code! }), 'user_lock_limit_reached')
    const { member } = await organizations.members.get({ organization_id, member_id: ada.member_id })
    assert.equal([member.is_locked, Date.parse(member.lock_expires_at!) - Date.parse(member.lock_created_at!)], [true, 60 * 60_000])
  }))

test('a second factor that a server requires is asked for in the browser, and proved on the server', () =>
  atAcme(async ({ members: { organizations, passwords, otps, recoveryCodes, totps }, organization_id, ada, browser, newest, emulator }) => {
    const who = { organization_id, member_id: ada.member_id }
    const email = { organization_id, email_address: 'ada@example.com' }
    await organizations.update({ organization_id, mfa_policy: 'REQUIRED_FOR_ALL' })
    const { data } = await browser().call('POST /b2b/passwords/authenticate', {
      ...email,
      password: PASSWORD,
      session_duration_minutes: 30,
    })
    assert.equal([data.member_authenticated, data.member_session], [false, null])

    const logIn = async () => {
      const pending = await passwords.authenticate({ ...email, password: PASSWORD })
      const { mfa_phone_number, totp_registration_id } = pending.member
      const options = mfa_phone_number || totp_registration_id ? { mfa_phone_number, totp_registration_id } : null
      assert.equal([pending.member_authenticated, pending.session_token, pending.mfa_required!.member_options], [false, '', options])
      return pending.intermediate_session_token
    }
    const intermediate_session_token = await logIn()
    await expectRefusal(otps.sms.authenticate({ ...who, code: '123456' }), 'no_session_arguments')
    await otps.sms.send({ ...who, mfa_phone_number: '+14155550100', intermediate_session_token })
    const proof = await otps.sms.authenticate({ ...who, code: newest().code!, intermediate_session_token, set_mfa_enrollment: 'enroll' })
    assert.equal(
      [proof.member.mfa_enrolled, proof.member.mfa_phone_number_verified, proof.member.default_mfa_method],
      [true, true, 'sms_otp'],
    )
    assert.is(proof.member_session!.authentication_factors.length, 2)

    // the phone would be got around by an app that somebody else sets up
    await expectRefusal(totps.create(who), 'session_enforced_factor_matching_session_required')
    const { session_token } = proof
    const app = await totps.create({ ...who, session_token })
    assert.is(app.recovery_codes.length, 10)
    const withApp = await totps.authenticate({ ...who, code: inApp(emulator, app.secret), session_token, set_default_mfa: true })
    assert.is(withApp.member.default_mfa_method, 'totp')
    await expectRefusal(totps.authenticate({ ...who, code: inApp(emulator, app.secret), session_token }), 'totp_code_already_authenticated')

    assert.equal((await recoveryCodes.get(who)).recovery_codes, app.recovery_codes)
    const recovery = await recoveryCodes.recover({
      ...who,
      recovery_code: app.recovery_codes[0]!,
      intermediate_session_token: await logIn(),
    })
    assert.is(recovery.recovery_codes_remaining, 9)
    const { recovery_codes } = await recoveryCodes.rotate(who)
    await expectRefusal(
      recoveryCodes.recover({ ...who, recovery_code: app.recovery_codes[1]!, session_token }),
      'unable_to_authenticate_recovery_code',
    )
    assert.is(recovery_codes.length, 10)
    assert.is((await organizations.members.deleteTOTP(who)).member.totp_registration_id, '')
  }))

test('an app and its codes are brought along from elsewhere', () =>
  atAcme(async ({ members: { totps, recoveryCodes, passwords }, organization_id, ada, emulator }) => {
    const who = { organization_id, member_id: ada.member_id }
    const migration = await totps.migrate({ ...who, secret: SECRET, recovery_codes: ['abcd-efgh'] })
    assert.equal([migration.recovery_codes, migration.member.totp_registration_id], [['abcd-efgh'], migration.totp_registration_id])
    await expectRefusal(totps.migrate({ ...who, secret: SECRET, recovery_codes: [] }), 'active_totp_exists')
    assert.equal((await recoveryCodes.get(who)).recovery_codes, ['abcd-efgh'])
    const { session_token } = await passwords.authenticate({ organization_id, email_address: 'ada@example.com', password: PASSWORD })
    await totps.authenticate({ ...who, code: inApp(emulator), session_token })
  }))

test('passwords: a log-in, a judgment, and a new one by email, with the old one, and in a session', () =>
  atAcme(async ({ members: { passwords, sessions }, organization_id, token, ada }) => {
    const who = { organization_id, email_address: 'ada@example.com' }
    assert.is((await passwords.strengthCheck({ password: 'password' })).valid_password, false)
    const { session_token } = await passwords.authenticate({ ...who, password: PASSWORD })
    await expectRefusal(passwords.authenticate({ ...who, password: 'wrong' }), 'unauthorized_credentials')
    await expectRefusal(passwords.authenticate({ ...who, email_address: 'x@example.com', password: PASSWORD }), 'member_not_found')

    const resetStart = await passwords.email.resetStart({ ...who, reset_password_redirect_url: 'https://a.test/r' })
    assert.is(resetStart.member_id, ada.member_id)
    await expectRefusal(passwords.email.reset({ password_reset_token: token(), password: 'weak' }), 'weak_password')
    const reset = await passwords.email.reset({ password_reset_token: token(), password: NEW_PASSWORD })
    assert.equal([reset.member_email_id, reset.member.email_address_verified], [resetStart.member_email_id, true])
    await expectRefusal(sessions.authenticate({ session_token }), 'session_not_found')

    const change = await passwords.existingPassword.reset({ ...who, existing_password: NEW_PASSWORD, new_password: PASSWORD })
    await passwords.sessions.reset({ organization_id, password: NEW_PASSWORD, session_token: change.session_token })
    await expectRefusal(passwords.sessions.reset({ organization_id, password: NEW_PASSWORD }), 'no_session_arguments')
    await passwords.authenticate({ ...who, password: NEW_PASSWORD })
  }))

test('passwords: with the session of a member, a reset is required of whom the roles of that member allow', () =>
  atAcme(async ({ members: { passwords, organizations }, organization_id, sessionOf }) => {
    const { requireReset } = passwords.email
    const by = async (email: string) => ({ authorization: { session_token: (await sessionOf(email)).session_token } })
    const [asAda, asBob] = [await by('ada@example.com'), await by('bob@example.com')]
    const [ofAda, ofBob] = [{ email_address: 'ada@example.com' }, { email_address: 'bob@example.com' }]
    await expectRefusal(requireReset({ ...ofAda, organization_id }, asBob), 'session_authorization_error')
    await expectRefusal(requireReset(ofAda, asBob), 'session_authorization_error')
    // allowed, but Bob has no password
    await expectRefusal(requireReset({ ...ofBob, organization_id }, asBob), 'member_password_not_found')
    await expectRefusal(requireReset(ofBob, asAda), 'member_password_not_found')
    assert.is((await requireReset(ofAda, asAda)).member!.email_address, 'ada@example.com')
    const { organization: beta } = await organizations.create({ organization_name: 'Beta' })
    const elsewhere = { ...ofAda, organization_id: beta.organization_id }
    await expectRefusal(requireReset(elsewhere, asAda), 'session_authorization_tenancy_error')
  }))

test('passwords: a reset that a server requires, also in the browser, and discovery', () =>
  atAcme(async ({ members: { passwords }, organization_id, token, browser }) => {
    const email_address = 'ada@example.com'
    const discoveryAnswer = await passwords.discovery.authenticate({ email_address, password: PASSWORD })
    assert.is(discoveryAnswer.discovered_organizations.length, 1)
    assert.is((await passwords.email.requireReset({ email_address, organization_id })).member!.email_address, email_address)
    await expectRefusal(passwords.discovery.authenticate({ email_address, password: PASSWORD }), 'member_reset_password')
    const body = { organization_id, email_address, password: PASSWORD, session_duration_minutes: 30 }
    assert.is((await browser().call('POST /b2b/passwords/authenticate', body)).error.error_type, 'member_reset_password')
    await expectRefusal(passwords.email.requireReset({ email_address: 'x@example.com' }), 'member_password_not_found')

    await passwords.discovery.email.resetStart({ email_address })
    const reset = await passwords.discovery.email.reset({ password_reset_token: token(), password: NEW_PASSWORD })
    assert.is(reset.email_address, email_address)
    await passwords.authenticate({ organization_id, email_address, password: NEW_PASSWORD })
  }))

test('a password that was hashed elsewhere signs a new member in, in the browser too', () =>
  atAcme(async ({ members: { passwords }, organization_id, browser }) => {
    const hash = createHash('md5').update(PASSWORD).digest('hex')
    const eve = { organization_id, email_address: 'eve@example.com', hash, hash_type: 'md_5', name: 'Eve', roles: ['editor'] }
    const migration = await passwords.migrate(eve)
    assert.equal([migration.member_created, migration.member.name, migration.member.email_address_verified], [true, 'Eve', true])
    const body = { organization_id, email_address: 'eve@example.com', session_duration_minutes: 30 }
    assert.is(
      (await browser().call('POST /b2b/passwords/authenticate', { ...body, password: 'wrong' })).error.error_type,
      'unauthorized_credentials',
    )
    assert.is((await browser().call('POST /b2b/passwords/authenticate', { ...body, password: PASSWORD })).data.member.name, 'Eve')
    await expectRefusal(passwords.migrate(eve), 'password_already_exists')
    await expectRefusal(passwords.migrate({ ...eve, email_address: 'x@example.com', hash: 'x' }), 'invalid_md_5_hash')
    await expectRefusal(passwords.migrate({ ...eve, email_address: 'x@example.com', hash_type: 'rot13' }), 'invalid_hash_type')
  }))

test('OAuth: the token of a sign-in in the browser, in an organization and without one', () =>
  atAcme(async ({ members: { oauth }, organization_id, visit, ada }) => {
    const oauth_token = await visit('/v1/b2b/public/oauth/google/start', 'ada@example.com', { organization_id })
    const logIn = await oauth.authenticate({ oauth_token })
    assert.equal([logIn.member_id, logIn.provider_type, logIn.member.oauth_registrations.length], [ada.member_id, 'Google', 1])
    await expectRefusal(oauth.authenticate({ oauth_token }), 'oauth_token_not_found')
    const discovery_oauth_token = await visit('/v1/b2b/public/oauth/slack/discovery/start', 'ada@example.com')
    const discoveryAnswer = await oauth.discovery.authenticate({ discovery_oauth_token })
    assert.equal([discoveryAnswer.provider_type, discoveryAnswer.discovered_organizations.length], ['Slack', 1])
  }))

test('impersonation, once', () =>
  atAcme(async ({ members: { impersonation }, bob }) => {
    const { member_id, member_session } = await impersonation.authenticate({ impersonation_token: 'become-bob' })
    assert.equal([member_id, member_session!.authentication_factors.map(({ type }) => type)], [bob.member_id, ['impersonated']])
    await expectRefusal(impersonation.authenticate({ impersonation_token: 'become-bob' }), 'unable_to_auth_impersonation_token')
  }))

test.run()
