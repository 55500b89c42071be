/**
 * The provider's own Node SDK checks, exchanges and ends the sessions that members begin in their
 * browsers.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal } from '../../server/serving.ts'
import { atAcme, PASSWORD } from './acme.ts'
import { rejection } from '../../../../harness/rejection.ts'

const test = suite('emulator: sessions of members, for servers')
const MINUTE = 60_000

test('a session of a browser is authenticated by its token and by its JWT, the JWT after its own end too', () =>
  atAcme(async ({ members: { sessions }, organization_id, browser, emulator, ada }) => {
    const body = { organization_id, email_address: 'ada@example.com', password: PASSWORD, session_duration_minutes: 30 }
    const { session_token, session_jwt } = (await browser().call('POST /b2b/passwords/authenticate', body)).data
    for (const bearer of [{ session_token }, { session_jwt }]) {
      const { member, organization, member_session } = await sessions.authenticate(bearer)
      assert.equal(
        [member.member_id, organization.organization_id, member_session.organization_slug],
        [ada.member_id, organization_id, 'acme'],
      )
    }
    emulator.clock.advance(10 * MINUTE)
    const renewal = await sessions.authenticate({
      session_jwt,
      session_duration_minutes: 60,
      session_custom_claims: { theme: 'dark', seat: 1 },
    })
    assert.equal(renewal.member_session.custom_claims, { theme: 'dark', seat: 1 })
    const less = await sessions.authenticate({ session_token, session_custom_claims: { theme: null, iss: 'ignored' } })
    assert.equal(less.member_session.custom_claims, { seat: 1 })
    await expectRefusal(sessions.authenticate({}), 'no_session_arguments')
    await expectRefusal(sessions.authenticate({ session_token, session_jwt }), 'too_many_session_arguments')
    await expectRefusal(
      sessions.authenticate({ session_token, session_custom_claims: { 'https://stytch.com/session': {} } }),
      'stytch_claims_in_custom_claims',
    )
    emulator.clock.advance(61 * MINUTE)
    await expectRefusal(sessions.authenticate({ session_jwt }), 'session_not_found')
  }))

test('the SDK verifies a JWT by itself, with the roles and the keys of the emulator', () =>
  atAcme(async ({ members: { sessions, rbac, organizations }, organization_id, sessionOf, ada, url, emulator: { project_id } }) => {
    const roles = [{ role_id: 'editor', description: '', permissions: [{ resource_id: 'documents', actions: ['edit'] }] }]
    await rbac.organizations.setOrgPolicy({ organization_id, org_policy: { roles } })
    await organizations.members.update({ organization_id, member_id: ada.member_id, roles: ['editor'] })
    const { session_jwt, member_session } = await sessionOf('ada@example.com')
    const local = await sessions.authenticateJwtLocal({ session_jwt })
    assert.equal(
      [local.member_session_id, local.member_id, local.organization_id, local.organization_slug, local.roles],
      [member_session.member_session_id, ada.member_id, organization_id, 'acme', ['stytch_member', 'editor']],
    )
    assert.is((await sessions.authenticateJwt({ session_jwt })).session_jwt, session_jwt)
    const [head, payload] = session_jwt.split('.')
    const forgery = sessions.authenticateJwtLocal({ session_jwt: `${head}.${payload}.${'A'.repeat(86)}` })
    assert.is((await rejection(forgery)).code, 'jwt_invalid')
    // not by the SDK, whose type describes RSA keys with a certificate each
    const { keys } = (await (await fetch(`${url}/v1/b2b/sessions/jwks/${project_id}`)).json()) as { keys: { kid: string }[] }
    assert.ok(keys.some(({ kid }) => kid === JSON.parse(atob(head!)).kid))
  }))

test('says whether the roles of the member allow an action', () =>
  atAcme(async ({ members: { sessions, organizations, rbac }, organization_id, sessionOf, bob }) => {
    const { session_token, session_jwt } = await sessionOf('bob@example.com')
    const check = { organization_id, resource_id: 'documents', action: 'edit' }
    await expectRefusal(sessions.authenticate({ session_token, authorization_check: check }), 'session_authorization_error')
    const roles = [{ role_id: 'editor', description: '', permissions: [{ resource_id: 'documents', actions: ['*'] }] }]
    await rbac.organizations.setOrgPolicy({ organization_id, org_policy: { roles } })
    await organizations.members.update({ organization_id, member_id: bob.member_id, roles: ['editor'], preserve_existing_sessions: true })
    const { verdict, member_session } = await sessions.authenticate({ session_token, authorization_check: check })
    assert.equal([verdict, member_session.roles], [{ authorized: true, granting_roles: ['editor'] }, ['stytch_member', 'editor']])
    const { organization } = await organizations.create({ organization_name: 'Other' })
    await expectRefusal(
      sessions.authenticate({ session_jwt, authorization_check: { ...check, organization_id: organization.organization_id } }),
      'session_authorization_tenancy_error',
    )
  }))

test('the sessions of a member are listed and ended: one, and all', () =>
  atAcme(async ({ members: { sessions }, organization_id, sessionOf, bob, browser }) => {
    const bobSessions = [await sessionOf('bob@example.com'), await sessionOf('bob@example.com'), await sessionOf('bob@example.com')]
    const [first, second, third] = bobSessions.map(({ member_session }) => member_session.member_session_id)
    const who = { organization_id, member_id: bob.member_id }
    const ids = async () => (await sessions.get(who)).member_sessions.map(({ member_session_id }) => member_session_id)
    assert.equal(await ids(), [first, second, third])
    await sessions.revoke({ member_session_id: first! })
    await sessions.revoke({ session_token: bobSessions[1]!.session_token })
    assert.equal(await ids(), [third])
    await sessions.revoke({ member_id: bob.member_id })
    const visitor = browser()
    visitor.token = bobSessions[2]!.session_token
    assert.is((await visitor.call('GET /b2b/organizations/members/me')).error.error_type, 'session_not_found')
    await expectRefusal(sessions.revoke({}), 'no_session_revoke_arguments')
    await expectRefusal(sessions.revoke({ member_id: bob.member_id, session_token: 'x' }), 'too_many_session_revoke_arguments')
    await expectRefusal(sessions.revoke({ member_session_id: first! }), 'session_not_found')
    await expectRefusal(sessions.get({ organization_id, member_id: 'x' }), 'member_not_found')
  }))

test('a session is exchanged for one in another organization of the same address', () =>
  atAcme(async ({ members: { sessions, organizations, magicLinks }, organization_id, token }) => {
    await organizations.create({ organization_name: 'Beta' })
    await organizations.members.create({ organization_id: 'beta', email_address: 'ada@example.com' })
    await magicLinks.email.loginOrSignup({ organization_id, email_address: 'ada@example.com' })
    const { session_token } = await magicLinks.authenticate({ magic_links_token: token() })
    const exchange = await sessions.exchange({ organization_id: 'beta', session_token, session_custom_claims: { seat: 2 } })
    assert.equal(
      [exchange.member_authenticated, exchange.organization.organization_slug, exchange.member_session!.custom_claims],
      [true, 'beta', { seat: 2 }],
    )
    await expectRefusal(sessions.exchange({ organization_id: 'beta' }), 'no_session_arguments')
    await expectRefusal(sessions.exchange({ organization_id: 'nobody', session_token }), 'organization_not_found')
  }))

test('sessions by tokens of others are refused', () =>
  atAcme(async ({ members: { sessions }, organization_id }) => {
    await expectRefusal(sessions.attest({ profile_id: 'p', token: 't', organization_id }), 'trusted_token_profile_not_found')
    await expectRefusal(sessions.exchangeAccessToken({ access_token: 't' }), 'idp_access_token_not_found')
    await expectRefusal(sessions.migrate({ session_token: 't', organization_id }), 'migrate_from_external_missing_userinfo')
  }))

test.run()
