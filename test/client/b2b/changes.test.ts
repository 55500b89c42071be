/**
 * Checks what each call of organizations makes of who is signed in. What the provider's own SDK
 * does (5.35.1 and 6.3.0 alike) was recorded by calling each method with the id of the member who
 * is signed in and with that of another, and answering with a changed member and organization.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { b2bCalls as rows } from '../../wire/recordedCalls.ts'
import { ok } from '../answers.ts'
import { settle } from '../fakeBrowser.ts'
import { member, methodOf, open, organization, session } from './member.ts'

/**
 * What the provider's SDK does after each method. One that is not named changes nothing, unless its
 * answer signs in.
 */
const outcomes: Record<string, 'signed out' | 'signed out, if it was them' | 'member' | 'member, if it was them' | 'organization'> = {
  ...names('organization.delete', 'signed out'),
  ...names('organization.members.delete', 'signed out, if it was them'),
  ...names(
    'self.get self.update self.deleteMFAPhoneNumber self.deleteMFATOTP self.deletePassword self.unlinkRetiredEmail self.startEmailUpdate',
    'member',
  ),
  ...names(
    `organization.members.update organization.members.deletePassword organization.members.deleteMFAPhoneNumber organization.members.deleteMFATOTP
    organization.members.unlinkRetiredEmail organization.members.startEmailUpdate totp.create`,
    'member, if it was them',
  ),
  ...names('organization.get organization.update', 'organization'),
}
function names<Outcome>(all: string, outcome: Outcome): Record<string, Outcome> {
  return Object.fromEntries(all.split(/\s+/).map((name) => [name, outcome]))
}

const signsIn =
  /uthenticate$|^session\.(exchange|exchangeAccessToken|attest|revoke)$|organizations\.create$|intermediateSessions|resetBy(?!.*Start)|recover$/

/** The argument, with another member instead of every member. */
const about = (value: unknown, id: string): unknown =>
  typeof value === 'string'
    ? /^member-\w+$/.test(value)
      ? id
      : value
    : Array.isArray(value)
      ? value.map((entry) => about(entry, id))
      : value && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, name === 'member_id' ? id : about(entry, id)]))
        : value

const SELF = 'member-test-1'

for (const { call, args } of rows.filter(({ call }) => !signsIn.test(call))) {
  for (const who of [SELF, 'member-test-2']) {
    test(`${call} for ${who === SELF ? 'oneself' : 'another member'}`, async () => {
      const ofSelf = call.startsWith('self.')
      const { browser, client } = open()
      await client.session.authenticate()
      Object.assign(client.self.getSync()!, { old: 1 })
      Object.assign(client.organization.getSync()!, { old: 1 })
      const { network } = browser
      browser.network = (sent) =>
        /^\/(events|projects)/.test(sent.path)
          ? network(sent)
          : ok({
              member_id: who,
              member: member(ofSelf ? SELF : who, { name: 'Changed', fresh: 1 }),
              organization: organization(undefined, { organization_name: 'Changed', fresh: 1 }),
            })
      await methodOf(client, call)(...(args as unknown[]).map((arg) => about(arg, who)))
      await settle()
      const now = (of: object | null) => of && ('fresh' in of ? ('old' in of ? 'merged' : 'replaced') : 'kept')
      const outcome = outcomes[call] || ''
      const out = outcome.startsWith('signed out') && (who === SELF || outcome === 'signed out')
      const changed = outcome === 'member' || (outcome === 'member, if it was them' && who === SELF)
      assert.equal(
        [!!client.session.getSync(), now(client.self.getSync()), now(client.organization.getSync())],
        out ? [false, null, null] : [true, changed ? 'replaced' : 'kept', outcome === 'organization' ? 'replaced' : 'kept'],
      )
    })
  }
}

test('get replaces the member, and the organization', async () => {
  const { browser, client } = open()
  await client.session.authenticate()
  browser.network = () => ok({ member: member(undefined, { fresh: 1 }), organization: organization(undefined, { fresh: 1 }) })
  Object.assign(client.self.getSync()!, { old: 1 })
  Object.assign(client.organization.getSync()!, { old: 1 })
  await client.self.get()
  assert.equal(client.self.getSync(), member(undefined, { fresh: 1 }))
  assert.ok('old' in client.organization.getSync()!)
  await client.organization.get()
  assert.equal(client.organization.getSync(), organization(undefined, { fresh: 1 }))
})

test('a member who deletes another stays signed in in every tab', async () => {
  const { client } = open()
  await client.session.authenticate()
  await client.organization.members.delete('member-test-9')
  assert.equal(client.session.getSync(), session())
})

test.run()
