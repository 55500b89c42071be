/**
 * The provider's own Node SDK manages connections to identity providers and directories, and signs
 * members in by them.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal } from '../../server/serving.ts'
import { atAcme } from './acme.ts'

const test = suite('emulator: connections, for servers')

test('SSO: connections of three kinds, and a member who signs in by one in the browser', () =>
  atAcme(async ({ members: { sso, organizations }, organization_id, visit, browser, ada }) => {
    const { connection: oidc } = await sso.oidc.createConnection({ organization_id, display_name: 'Okta', identity_provider: 'okta' })
    const { connection_id } = oidc!
    const update = await sso.oidc.updateConnection({ organization_id, connection_id, client_id: 'c', issuer: 'https://idp.test' })
    assert.equal([update.connection!.client_id, update.connection!.display_name, update.warning], ['c', 'Okta', ''])
    assert.equal(
      (await organizations.get({ organization_id })).organization.sso_active_connections.map((one) => one.connection_id),
      [connection_id],
    )

    const sso_token = await visit('/v1/public/sso/start', 'ada@example.com', { connection_id })
    const logIn = await sso.authenticate({ sso_token })
    assert.equal(
      [logIn.member_id, logIn.reset_session, logIn.member.sso_registrations[0]!.connection_id],
      [ada.member_id, false, connection_id],
    )
    await expectRefusal(sso.authenticate({ sso_token }), 'sso_token_not_found')

    const { connection: saml } = await sso.saml.createConnection({ organization_id, display_name: 'SAML' })
    const of = { organization_id, connection_id: saml!.connection_id }
    const { connection: full } = await sso.saml.updateConnection({
      ...of,
      idp_sso_url: 'https://idp.test/sso',
      x509_certificate: 'PEM',
      saml_encryption_private_key: 'PEM',
      idp_initiated_auth_disabled: true,
    })
    assert.equal(
      [full!.idp_sso_url, full!.idp_initiated_auth_disabled, full!.encryption_private_keys.length],
      ['https://idp.test/sso', true, 1],
    )
    await sso.saml.updateByURL({ ...of, metadata_url: 'https://idp.test/metadata' })
    const { certificate_id } = full!.verification_certificates[0]!
    assert.is((await sso.saml.deleteVerificationCertificate({ ...of, certificate_id })).certificate_id, certificate_id)
    await expectRefusal(sso.saml.deleteVerificationCertificate({ ...of, certificate_id }), 'sso_verification_key_not_found')
    const { private_key_id } = full!.encryption_private_keys[0]!
    await sso.saml.deleteEncryptionPrivateKey({ ...of, private_key_id })
    await expectRefusal(sso.oidc.updateConnection({ ...of, client_id: 'c' }), 'sso_connection_not_found')

    const { organization: other } = await organizations.create({ organization_name: 'Other' })
    const theirs = { organization_id: other.organization_id }
    const { connection: external } = await sso.external.createConnection({
      ...theirs,
      external_organization_id: organization_id,
      external_connection_id: connection_id,
      connection_implicit_role_assignments: [{ role_id: 'guest' }],
    })
    assert.equal(external!.external_connection_implicit_role_assignments, [{ role_id: 'guest' }])
    await sso.external.updateConnection({ ...theirs, connection_id: external!.connection_id, display_name: 'Acme' })
    await expectRefusal(sso.deleteConnection({ ...theirs, connection_id }), 'sso_connection_not_found')

    const all = await sso.getConnections({ organization_id })
    assert.equal([all.oidc_connections.length, all.saml_connections.length, all.external_connections.length], [1, 1, 0])
    assert.is((await sso.deleteConnection({ organization_id, connection_id })).connection_id, connection_id)
    const { data } = await browser().call('GET /b2b/sso/discovery/connections?email_address=ada@example.com')
    assert.equal(
      data.connections.map((one: { connection_id: string }) => one.connection_id),
      [saml!.connection_id],
    )
  }))

test('SCIM: one connection, whose bearer token rotates', () =>
  atAcme(async ({ members: { scim, organizations }, organization_id }) => {
    await expectRefusal(scim.connection.get({ organization_id }), 'no_active_scim_connection')
    const { connection } = await scim.connection.create({ organization_id, display_name: 'Okta' })
    const of = { organization_id, connection_id: connection!.connection_id }
    await expectRefusal(scim.connection.create({ organization_id }), 'active_scim_connection_exists')
    assert.is(
      (await organizations.get({ organization_id })).organization.scim_active_connection!.bearer_token_last_four,
      connection!.bearer_token.slice(-4),
    )

    await expectRefusal(scim.connection.rotateComplete(of), 'scim_connection_not_rotating_token')
    await scim.connection.rotateStart(of)
    assert.is((await scim.connection.rotateCancel(of)).connection!.next_bearer_token_last_four, '')
    const { connection: next } = await scim.connection.rotateStart(of)
    assert.is((await scim.connection.rotateComplete(of)).connection!.bearer_token_last_four, next!.next_bearer_token.slice(-4))

    const assignments = [{ role_id: 'editor', group_id: 'g', group_name: 'Editors' }]
    const update = await scim.connection.update({ ...of, display_name: 'Entra', scim_group_implicit_role_assignments: assignments })
    assert.equal([update.connection!.display_name, update.connection!.scim_group_implicit_role_assignments], ['Entra', assignments])
    assert.equal((await scim.connection.getGroups(of)).scim_groups, [])
    assert.is((await scim.connection.get({ organization_id })).connection!.display_name, 'Entra')
    await scim.connection.delete(of)
    await expectRefusal(scim.connection.delete(of), 'no_active_scim_connection')
    assert.is((await organizations.get({ organization_id })).organization.scim_active_connection, null)
  }))

test.run()
