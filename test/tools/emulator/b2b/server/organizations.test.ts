/** The provider's own Node SDK manages organizations and members, and browsers see what it did. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal } from '../../server/serving.ts'
import { atAcme, PASSWORD } from './acme.ts'

const test = suite('emulator: organizations, for servers')

test('organizations are created, found by three names, changed and deleted, which ends their sessions', () =>
  atAcme(async ({ members: { organizations, sessions }, sessionOf, organization_id }) => {
    const creation = await organizations.create({
      organization_name: 'Beta Inc.',
      organization_external_id: 'b-1',
      trusted_metadata: { plan: 'free' },
      email_jit_provisioning: 'RESTRICTED',
      email_allowed_domains: ['beta.example'],
    })
    const { organization_id: id } = creation.organization
    assert.equal([creation.organization.organization_slug, creation.organization.trusted_metadata], ['beta-inc', { plan: 'free' }])
    for (const name of [id, 'beta-inc', 'b-1']) {
      assert.is((await organizations.get({ organization_id: name })).organization.organization_name, 'Beta Inc.')
    }
    await expectRefusal(organizations.create({ organization_name: ' ' }), 'organization_name_missing')
    await expectRefusal(organizations.create({ organization_name: 'x', organization_slug: 'acme' }), 'organization_slug_already_used')

    const { organization } = await organizations.update({
      organization_id: id,
      organization_name: 'Beta',
      trusted_metadata: { plan: 'pro' },
    })
    assert.equal([organization.organization_name, organization.trusted_metadata], ['Beta', { plan: 'pro' }])
    await organizations.deleteExternalId({ organization_id: id })
    await expectRefusal(organizations.get({ organization_id: 'b-1' }), 'organization_not_found')

    assert.is((await organizations.metrics({ organization_id })).member_count, 2)
    const { session_token } = await sessionOf('bob@example.com')
    await sessions.authenticate({ session_token })
    assert.is((await organizations.delete({ organization_id })).organization_id, organization_id)
    await expectRefusal(sessions.authenticate({ session_token }), 'session_not_found')
    await expectRefusal(organizations.get({ organization_id: 'acme' }), 'organization_not_found')
  }))

test('organizations are searched, page by page', () =>
  atAcme(async ({ members: { organizations } }) => {
    for (const name of ['One', 'Two', 'Three'])
      await organizations.create({ organization_name: `Team ${name}`, email_allowed_domains: [`${name}.example`] })
    const names = async (filter_name: string, filter_value: unknown) =>
      (await organizations.search({ query: { operator: 'AND', operands: [{ filter_name, filter_value }] } })).organizations.map(
        ({ organization_name }) => organization_name,
      )
    assert.equal(await names('organization_slugs', ['acme', 'team-two']), ['Acme', 'Team Two'])
    assert.equal(await names('organization_name_fuzzy', 'team t'), ['Team Two', 'Team Three'])
    assert.equal(await names('member_emails', ['bob@example.com']), ['Acme'])
    assert.equal(await names('allowed_domain_fuzzy', 'one'), ['Team One'])
    assert.equal(await names('has_active_sso_connection', false), ['Acme', 'Team One', 'Team Two', 'Team Three'])
    await expectRefusal(names('organization_name_fuzzy', 'te'), 'organization_search_organization_name_fuzzy_too_short')
    await expectRefusal(names('toString', 'x'), 'organization_search_filter_name_not_recognized')
    await expectRefusal(names('organization_slugs', 'acme'), 'organization_search_expected_array_of_strings')
    await expectRefusal(names('has_active_sso_connection', 'no'), 'organization_search_expected_boolean')

    const first = await organizations.search({ limit: 3 })
    assert.equal([first.organizations.length, first.results_metadata.total], [3, 4])
    assert.is((await organizations.search({ limit: 4 })).results_metadata.next_cursor, undefined)
    const { results_metadata, ...second } = await organizations.search({ limit: 3, cursor: first.results_metadata.next_cursor! })
    assert.equal(
      [second.organizations.map(({ organization_name }) => organization_name), results_metadata.next_cursor],
      [['Team Three'], undefined],
    )
  }))

test('a member that a server creates signs in with a link in the browser, and is gone there when it is deleted', () =>
  atAcme(async ({ members: { organizations }, organization_id, browser, token }) => {
    const creation = await organizations.members.create({
      organization_id,
      email_address: 'eve@example.com',
      name: 'Eve',
      create_member_as_pending: true,
      external_id: 'e-1',
      trusted_metadata: { seat: 3 },
      roles: ['editor'],
    })
    const { member_id } = creation
    assert.equal([creation.member.status, creation.member.name, creation.member.trusted_metadata], ['pending', 'Eve', { seat: 3 }])
    assert.is((await organizations.members.get({ organization_id, member_id: 'e-1' })).member_id, member_id)
    await expectRefusal(organizations.members.create({ organization_id, email_address: 'eve@example.com' }), 'duplicate_member_email')
    await expectRefusal(
      organizations.members.create({ organization_id, email_address: 'x@example.com', external_id: 'e-1' }),
      'duplicate_member_external_id',
    )

    const eve = browser()
    await eve.call('POST /b2b/magic_links/email/login_or_signup', { organization_id, email_address: 'eve@example.com' })
    const { data } = await eve.call('POST /b2b/magic_links/authenticate', { magic_links_token: token(), session_duration_minutes: 30 })
    assert.equal([data.member.member_id, data.member.status, data.member_session.roles], [member_id, 'active', ['stytch_member', 'editor']])

    await organizations.members.update({ organization_id, member_id, name: 'Eva', untrusted_metadata: { theme: 'dark' } })
    assert.is((await eve.call('GET /b2b/organizations/members/me')).data.member.name, 'Eva')
    await organizations.members.delete({ organization_id, member_id })
    assert.is((await eve.call('GET /b2b/organizations/members/me')).error.error_type, 'session_not_found')
    await expectRefusal(organizations.members.get({ organization_id, member_id }), 'member_not_found')
    await expectRefusal(organizations.members.dangerouslyGet({ member_id }), 'member_not_found')
    assert.is((await organizations.members.dangerouslyGet({ member_id, include_deleted: true })).member.status, 'deleted')
    assert.is((await organizations.members.reactivate({ organization_id, member_id })).member.status, 'active')
    assert.is((await eve.call('GET /b2b/organizations/members/me')).error.error_type, 'session_not_found')
    await expectRefusal(organizations.members.reactivate({ organization_id, member_id }), 'no_deleted_member_found_for_reactivation')
    assert.is((await organizations.members.deleteExternalId({ organization_id, member_id })).member.external_id, null)
    await expectRefusal(organizations.members.get({ organization_id }), 'invalid_member_get_fields')
  }))

test('what belongs to a member is deleted, and their addresses change', () =>
  atAcme(async ({ members: { organizations, magicLinks, passwords, otps }, organization_id, ada, bob, token, ofAddress, newest }) => {
    const who = { organization_id, member_id: ada.member_id }
    await organizations.members.deletePassword({ organization_id, member_password_id: ada.member_password_id })
    await expectRefusal(
      passwords.authenticate({ organization_id, email_address: 'ada@example.com', password: PASSWORD }),
      'member_password_not_found',
    )
    await expectRefusal(organizations.members.deletePassword({ organization_id, member_password_id: 'x' }), 'member_password_not_found')

    await otps.sms.send({ ...who, mfa_phone_number: '+14155550100' })
    assert.is(newest().channel, 'sms')
    assert.is((await organizations.members.deleteMFAPhoneNumber(who)).member.mfa_phone_number, '')
    await expectRefusal(organizations.members.deleteTOTP(who), 'totp_not_found')

    await organizations.members.startEmailUpdate({ ...who, email_address: 'ada@new.example' })
    const { member } = await magicLinks.authenticate({ magic_links_token: token() })
    assert.equal(
      [member.email_address, member.retired_email_addresses.map(({ email_address }) => email_address)],
      ['ada@new.example', ['ada@example.com']],
    )
    const answer = await organizations.members.unlinkRetiredEmail({ ...who, email_address: 'ada@example.com' })
    assert.equal(answer.member.retired_email_addresses, [])
    await organizations.members.update({ organization_id, member_id: bob.member_id, email_address: 'ada@example.com' })
    assert.is((await ofAddress('ada@example.com')).member_id, bob.member_id)

    assert.equal((await organizations.connectedApps({ organization_id })).connected_apps, [])
    assert.equal((await organizations.members.getConnectedApps(who)).connected_apps, [])
    await expectRefusal(organizations.getConnectedApp({ organization_id, connected_app_id: 'x' }), 'connected_app_not_found')
    await expectRefusal(organizations.members.connectedApps.revoke({ ...who, connected_app_id: 'x' }), 'connected_app_not_found')
    await expectRefusal(organizations.members.oauthProviders.google(who), 'member_oauth_token_not_found')
    await expectRefusal(organizations.members.oidcProviders(who), 'member_oidc_token_not_found')
  }))

test('a deleted member keeps no phone number and no password from others', () =>
  atAcme(async ({ members: { organizations, passwords }, organization_id, ada, bob, ofAddress }) => {
    const { members } = organizations
    const [hers, his] = [ada, bob].map(({ member_id }) => ({ organization_id, member_id })) as [Who, Who]
    const phone = '+14155550100'
    await members.update({ ...hers, mfa_phone_number: phone })
    await expectRefusal(members.update({ ...his, mfa_phone_number: phone }), 'duplicate_member_phone_number')
    await members.delete(hers)
    await members.update({ ...his, mfa_phone_number: phone })
    await expectRefusal(members.reactivate(hers), 'duplicate_member_phone_number')
    assert.is((await members.dangerouslyGet({ member_id: ada.member_id, include_deleted: true })).member.status, 'deleted')

    // a member who has the address now has the password too
    const { member_password_id } = ada
    await expectRefusal(members.deletePassword({ organization_id, member_password_id }), 'member_password_not_found')
    const next = await members.create({ organization_id, email_address: 'ada@example.com' })
    assert.is(next.member.member_password_id, member_password_id)
    assert.is((await members.deletePassword({ organization_id, member_password_id })).member_id, next.member_id)
    assert.is((await ofAddress('ada@example.com')).member_password_id, '')
    await expectRefusal(
      passwords.authenticate({ organization_id, email_address: 'ada@example.com', password: PASSWORD }),
      'member_password_not_found',
    )
    await expectRefusal(members.reactivate(hers), 'reactivation_email_belongs_to_another_member')

    await members.delete({ organization_id, member_id: next.member_id })
    await members.deleteMFAPhoneNumber(his)
    const { member } = await members.reactivate(hers)
    assert.equal([member.mfa_phone_number, member.member_password_id], [phone, ''])
  }))

test('an update adds to metadata, and null deletes a key: of an organization, of a member, and of the member who is signed in', () =>
  atAcme(async ({ members: { organizations }, organization_id, bob, browser, emulator }) => {
    const [before, change] = [
      { plan: 'free', seats: 3 },
      { seats: null, region: { eu: true } },
    ]
    const after = { plan: 'free', region: { eu: true } }

    const { organization } = await organizations.create({
      organization_name: 'Beta',
      trusted_metadata: { ...before, nothing: null },
    })
    assert.equal(organization.trusted_metadata, before)
    const ofBeta = { organization_id: organization.organization_id }
    assert.equal((await organizations.update({ ...ofBeta, trusted_metadata: change })).organization.trusted_metadata, after)
    assert.equal((await organizations.update({ ...ofBeta, organization_name: 'Beta 2' })).organization.trusted_metadata, after)

    const creation = await organizations.members.create({
      ...ofBeta,
      email_address: 'eve@example.com',
      trusted_metadata: { ...before, nothing: null },
      untrusted_metadata: { ...before, nothing: null },
    })
    assert.equal([creation.member.trusted_metadata, creation.member.untrusted_metadata], [before, before])
    const { member } = await organizations.members.update({
      ...ofBeta,
      member_id: creation.member_id,
      trusted_metadata: change,
      untrusted_metadata: change,
    })
    assert.equal([member.trusted_metadata, member.untrusted_metadata], [after, after])

    const visitor = browser()
    await organizations.members.update({ organization_id, member_id: bob.member_id, trusted_metadata: before, untrusted_metadata: before })
    const again = { trusted_metadata: change, untrusted_metadata: change }
    visitor.token = (await emulator.signIn({ email: 'bob@example.com', organization: 'acme', ...again })).session_token
    const mine = async () => (await visitor.call('GET /b2b/organizations/members/me')).data.member
    assert.equal([(await mine()).trusted_metadata, (await mine()).untrusted_metadata], [after, after])
    await visitor.call('PUT /b2b/organizations/members/update', { untrusted_metadata: { region: null, theme: 'dark' } })
    assert.equal((await mine()).untrusted_metadata, { plan: 'free', theme: 'dark' })
  }))

test('members are searched across organizations', () =>
  atAcme(async ({ members: { organizations }, organization_id, ada, bob }) => {
    const { organization: beta } = await organizations.create({ organization_name: 'Beta' })
    await organizations.members.create({ organization_id: beta.organization_id, email_address: 'bob@example.com', is_breakglass: true })
    await organizations.members.delete({ organization_id, member_id: bob.member_id })
    const organization_ids = [organization_id, 'beta']
    const results = await organizations.members.search({ organization_ids })
    assert.equal(
      results.members.map(({ email_address }) => email_address),
      ['ada@example.com', 'bob@example.com'],
    )
    assert.equal(Object.keys(results.organizations), [organization_id, beta.organization_id])
    const counts = async (filter_name: string, filter_value: unknown) =>
      (await organizations.members.search({ organization_ids, query: { operator: 'AND', operands: [{ filter_name, filter_value }] } }))
        .results_metadata.total
    assert.is(await counts('member_ids', [ada.member_id]), 1)
    assert.is(await counts('member_email_fuzzy', 'BOB@'), 2)
    assert.is(await counts('statuses', ['deleted']), 1)
    assert.is(await counts('member_is_breakglass', true), 1)
    assert.is(await counts('member_password_exists', true), 1)
    assert.is(await counts('member_roles', ['stytch_admin']), 1)
    await expectRefusal(counts('member_email_fuzzy', 'b'), 'member_search_member_email_fuzzy_too_short')
    await expectRefusal(counts('nothing', 'b'), 'member_search_filter_name_not_recognized')
    await expectRefusal(counts('member_is_breakglass', 'b'), 'member_search_expected_boolean')
    await expectRefusal(organizations.members.search({ organization_ids: [] }), 'member_search_organization_ids_empty')
  }))

test('with the session of a member, a call does what the roles of that member allow', () =>
  atAcme(async ({ members: { organizations, rbac, sso, scim, magicLinks, sessions }, organization_id, ada, bob, sessionOf }) => {
    const by = async (email: string) => ({ authorization: { session_token: (await sessionOf(email)).session_token } })
    const [asAda, asBob] = [await by('ada@example.com'), await by('bob@example.com')]
    const [hers, his] = [ada, bob].map(({ member_id }) => ({ organization_id, member_id })) as [Who, Who]
    const denial = 'session_authorization_error'

    await expectRefusal(organizations.update({ organization_id, organization_name: 'Bob’s' }, asBob), denial)
    await expectRefusal(organizations.delete({ organization_id }, asBob), denial)
    await expectRefusal(organizations.members.create({ organization_id, email_address: 'x@example.com' }, asBob), denial)
    await expectRefusal(organizations.members.search({ organization_ids: [organization_id] }, asBob), denial)
    await expectRefusal(organizations.members.update({ ...hers, name: 'Eve' }, asBob), denial)
    await expectRefusal(organizations.members.update({ ...his, roles: ['stytch_admin'] }, asBob), denial)
    await expectRefusal(organizations.members.delete(hers, asBob), denial)
    await expectRefusal(sso.getConnections({ organization_id }, asBob), denial)
    await expectRefusal(scim.connection.create({ organization_id }, asBob), denial)
    await expectRefusal(magicLinks.email.invite({ organization_id, email_address: 'x@example.com' }, asBob), denial)
    await expectRefusal(sessions.revoke({ member_id: ada.member_id }, asBob), denial)
    assert.is((await organizations.members.update({ ...his, name: 'Bob' }, asBob)).member.name, 'Bob')
    assert.is((await organizations.members.update({ ...hers, name: 'Ada' }, asAda)).member.name, 'Ada')
    await expectRefusal(organizations.members.update({ ...his, trusted_metadata: { a: 1 } }, asAda), 'cannot_update_trusted_metadata')
    assert.is((await organizations.members.search({ organization_ids: [organization_id] }, asAda)).members.length, 2)

    const { organization: other } = await organizations.create({ organization_name: 'Other' })
    await expectRefusal(
      organizations.update({ organization_id: other.organization_id, organization_name: 'x' }, asAda),
      'session_authorization_tenancy_error',
    )
    await expectRefusal(
      organizations.members.search({ organization_ids: [organization_id, 'other'] }, asAda),
      'session_authorization_tenancy_error',
    )
    await expectRefusal(
      organizations.update({ organization_id, organization_name: 'x' }, { authorization: { session_token: 'x' } }),
      'session_not_found',
    )

    // a role of the organization's own allows exactly one action
    const roles = [
      { role_id: 'namer', description: '', permissions: [{ resource_id: 'stytch.organization', actions: ['update.info.name'] }] },
    ]
    assert.equal((await rbac.organizations.setOrgPolicy({ organization_id, org_policy: { roles } })).org_policy.roles, roles)
    assert.equal((await rbac.organizations.getOrgPolicy({ organization_id })).org_policy.roles, roles)
    await organizations.members.update({ ...his, roles: ['namer'], preserve_existing_sessions: true })
    assert.is((await organizations.update({ organization_id, organization_name: 'Named' }, asBob)).organization.organization_name, 'Named')
    await expectRefusal(organizations.update({ organization_id, mfa_policy: 'REQUIRED_FOR_ALL' }, asBob), denial)
  }))

type Who = { organization_id: string; member_id: string }

test('the policy has the provider’s own roles and resources, and the project’s', () =>
  atAcme(
    async ({ members: { rbac } }) => {
      const { roles, resources } = (await rbac.policy()).policy!
      assert.equal(
        roles.map(({ role_id }) => role_id),
        ['stytch_member', 'stytch_admin', 'editor'],
      )
      assert.equal(
        resources.map(({ resource_id }) => resource_id),
        ['stytch.organization', 'stytch.member', 'stytch.self', 'stytch.sso', 'stytch.scim', 'documents'],
      )
    },
    {
      rbac_policy: {
        roles: [{ role_id: 'editor', permissions: [{ resource_id: 'documents', actions: ['edit'] }] }],
        resources: [{ resource_id: 'documents', actions: ['edit'] }],
        scopes: [],
      },
    },
  ))

test('every other id and secret is refused, and so is an organization that is not there', () =>
  atAcme(async ({ members: { organizations }, url, emulator: { project_id } }) => {
    await expectRefusal(organizations.get({ organization_id: 'nobody' }), 'organization_not_found')
    await expectRefusal(organizations.members.get({ organization_id: 'acme', member_id: 'nobody' }), 'member_not_found')
    const answer = await fetch(`${url}/v1/b2b/organizations/acme`, {
      headers: { Authorization: `Basic ${btoa(`${project_id}:secret-test-x`)}` },
    })
    assert.equal([answer.status, ((await answer.json()) as { error_type: string }).error_type], [401, 'unauthorized_credentials'])
  }))

test.run()
