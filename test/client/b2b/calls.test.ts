/**
 * Checks every call of organizations against test/wire/b2bCalls.json, which was recorded from the
 * provider's own SDK, signed out and without proof keys.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { b2bCalls as rows, type RecordedOfMembers } from '../../wire/recordedCalls.ts'
import { rejection, settle } from '../fakeBrowser.ts'
import { clientIn, methodOf, open } from './member.ts'

/**
 * The methods that send a call by themselves (docs/internals/protocol.md#calls-of-organizations).
 * The others have tests of their own.
 */
const methods = `magicLinks email.invite email.loginOrSignup email.discovery.send authenticate discovery.authenticate
session authenticate revoke revokeForMember exchange exchangeAccessToken attest
self get update deleteMFAPhoneNumber deleteMFATOTP deletePassword unlinkRetiredEmail startEmailUpdate getConnectedApps revokeConnectedApp
organization get update delete getBySlug getConnectedApps getConnectedApp members.create members.search members.update members.delete members.reactivate
organization members.deletePassword members.deleteMFAPhoneNumber members.deleteMFATOTP members.unlinkRetiredEmail members.startEmailUpdate
organization members.getConnectedApps members.revokeConnectedApp
oauth authenticate discovery.authenticate
sso authenticate getConnections discoverConnections deleteConnection saml.createConnection saml.updateConnection saml.updateConnectionByURL
sso saml.deleteVerificationCertificate saml.deleteEncryptionPrivateKey oidc.createConnection oidc.updateConnection
sso external.createConnection external.updateConnection
discovery organizations.list organizations.create intermediateSessions.exchange
passwords authenticate resetByEmailStart resetByEmail resetByExistingPassword resetBySession strengthCheck
passwords discovery.resetByEmailStart discovery.resetByEmail discovery.authenticate
otps sms.send sms.authenticate email.loginOrSignup email.authenticate email.discovery.send email.discovery.authenticate
totp create authenticate
recoveryCodes recover rotate get
scim createConnection updateConnection deleteConnection getConnection getConnectionGroups rotateStart rotateComplete rotateCancel
impersonation authenticate
idp oauthAuthorizeStart oauthAuthorizeSubmit oauthLogoutStart`
  .split('\n')
  .flatMap((line) =>
    line
      .split(' ')
      .slice(1)
      .map((method) => `${line.split(' ')[0]}.${method}`),
  )

test('every method that sends a call has a row', () => assert.equal(rows.map(({ call }) => call).sort(), methods.sort()))

/** What a call sends in a browser that has an intermediate session token, if it is `held`. */
const sentBy = async ({ call, args }: RecordedOfMembers, held: boolean) => {
  const { browser, tab, client, sent } = open()
  if (held) tab.window.document.cookie = 'stytch_intermediate_session_token=intermediate-1'
  await settle()
  browser.sent.length = 0
  await methodOf(client, call)(...args)
  return sent().map(({ method, path, body }) => ({ method, path, body: body ?? null }))
}

for (const row of rows)
  test(`${row.call}(${JSON.stringify(row.args).slice(1, -1)}): with an intermediate token if there is one`, async () => {
    const { intermediate, request } = row
    const added = intermediate ? { intermediate_session_token: 'intermediate-1' } : {}
    assert.equal(await sentBy(row, true), [{ ...request, body: request.body && { ...request.body, ...added } }])
  })

test('without an intermediate token nothing stands in its place', async () => {
  const row = rows.find(({ intermediate }) => intermediate)!
  assert.equal(await sentBy(row, false), [row.request])
})

test('only calls that can carry proofs are repeated when the provider requests a proof', async () => {
  const { browser, tab } = open()
  const client = clientIn(tab, { timeout: 20 })
  await settle()
  const { network } = browser
  browser.network = (sent) => (sent.path === '/events' ? network(sent) : new Response('Captcha required', { status: 403 }))
  for (const { call, args, guarded } of rows) {
    const { code, message } = await rejection(methodOf(client, call)(...args))
    assert.equal(
      [code, message],
      ['captcha_required', guarded ? 'Unable to query captcha and/or dfp telemetry ID' : 'Catcha Required'],
      call,
    )
  }
})

test('a missing id leaves no gap in the path', async () => {
  const { client, sent } = open()
  for (const call of [
    'organization.members.delete',
    'sso.deleteConnection',
    'scim.updateConnection',
    'session.revokeForMember',
    'self.deletePassword',
  ]) {
    assert.is((await rejection(methodOf(client, call)())).code, 'usage', call)
  }
  assert.equal(sent(), [])
})

test('an id that would lead to another call is a usage error, in every place', async () => {
  const { client, sent } = open()
  const given: [string, (id: string) => unknown, field: string][] = [
    ['organization.members.delete', (id) => id, 'member_id'],
    ['organization.members.update', (member_id) => ({ member_id }), 'member_id'],
    ['organization.members.revokeConnectedApp', (connected_app_id) => ({ member_id: 'm', connected_app_id }), 'connected_app_id'],
    ['organization.members.unlinkRetiredEmail', (member_id) => ({ member_id, email_id: 'e' }), 'member_id'],
    ['organization.getConnectedApp', (connected_app_id) => ({ connected_app_id }), 'connected_app_id'],
    ['self.deletePassword', (id) => id, 'member_password_id'],
    ['session.revokeForMember', (member_id) => ({ member_id }), 'member_id'],
    ['scim.deleteConnection', (id) => id, 'connection_id'],
    ['sso.deleteConnection', (id) => id, 'connection_id'],
    ['sso.saml.deleteVerificationCertificate', (certificate_id) => ({ connection_id: 'c', certificate_id }), 'certificate_id'],
  ]
  for (const [call, argument, field] of given)
    for (const id of ['', '.', '..', '\ud800']) {
      const { code, message } = await rejection(methodOf(client, call)(argument(id)))
      assert.is(code, 'usage')
      assert.is(message, `Invalid call to latchkey.${call}\n${field} must be a string other than '', '.' and '..'.`)
    }
  assert.equal(sent(), [])
})

test('an id is one segment of the path, whatever it contains', async () => {
  const { client, sent } = open()
  await client.organization.members.delete('../me?x#y')
  assert.is(sent()[0]!.path, '/b2b/organizations/members/..%2Fme%3Fx%23y')
})

test.run()
