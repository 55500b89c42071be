/**
 * Tests usage errors of the client for organizations: those of the provider's own SDK, and more
 * where a path needs a value.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rejection, settle } from '../fakeBrowser.ts'
import { testUsage } from '../usageTable.ts'
import { methodOf, open } from './member.ts'

testUsage(test, 'b2bUsage.json', (left) => {
  const { client, sent } = open({}, { left })
  return { call: (method, args) => methodOf(client, method)(...args), sent }
})

const own: [method: string, given: unknown, message: string][] = [
  ['self.deletePassword', undefined, 'member_password_id must be a string.'],
  ['organization.members.update', { name: 'Ada' }, 'member_id must be a string.'],
  ['organization.members.revokeConnectedApp', { member_id: 'member-1', connected_app_id: 5 }, 'connected_app_id must be a string.'],
  ['sso.discoverConnections', null, 'email_address must be a string.'],
  ['passwords.resetByEmailStart', { email_address: 'ada@example.com' }, 'organization_id must be a string.'],
  ['session.authenticate', { session_duration_minutes: '30' }, 'session_duration_minutes must be a number.'],
  // In the provider's words, which here end without a period.
  ['oauth.googleOneTap.start', undefined, 'organization_id is a required argument'],
  ['oauth.googleOneTap.start', { organization_id: null }, 'organization_id is a required argument'],
]
for (const [method, given, message] of own) {
  test(`${method}(${JSON.stringify(given)})`, async () => {
    const { client, sent } = open()
    await settle()
    const { code, message: said } = await rejection(methodOf(client, method)(given))
    assert.equal([code, said], ['usage', `Invalid call to latchkey.${method}\n${message}`])
    assert.equal(sent(), [])
  })
}

test('null leaves out an option', async () => {
  const { client, sent } = open()
  await settle()
  for (const method of [
    'session.authenticate',
    'session.revoke',
    'scim.createConnection',
    'organization.update',
    'oauth.discovery.authenticate',
  ])
    await methodOf(client, method)(method.startsWith('oauth') ? { discovery_oauth_token: 'token' } : null)
  assert.equal(
    sent().map(({ path }) => path),
    ['/b2b/sessions/authenticate', '/b2b/sessions/revoke', '/b2b/scim', '/b2b/organizations/me', '/b2b/oauth/discovery/authenticate'],
  )
})

test('fields without checks are not sent as null, and their content is left alone', async () => {
  const { client, sent } = open()
  await settle()
  await client.organization.members.search({ cursor: null as never, limit: 10 })
  await client.organization.members.update({ member_id: 'member-1', name: null as never, untrusted_metadata: { gone: null } })
  assert.equal(
    sent().map(({ body }) => body),
    [{ limit: 10 }, { member_id: 'member-1', untrusted_metadata: { gone: null } }],
  )
})

test.run()
