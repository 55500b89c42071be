/** Tests `client.rbac` with the project's policy (docs/internals/protocol.md#permissions). */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { allows } from '../../../src/client/namespaces/isAuthorized.ts'
import { answers, auth, bootstrap, json, ok, user } from '../answers.ts'
import { KEY, openBrowser, PT } from '../fakeBrowser.ts'

const policy = {
  roles: [
    { role_id: 'reader', permissions: [{ resource_id: 'documents', actions: ['read'] }] },
    {
      role_id: 'owner',
      permissions: [
        { resource_id: 'documents', actions: ['*'] },
        { resource_id: 'bills', actions: ['pay', 'see'] },
      ],
    },
  ],
  resources: [
    { resource_id: 'documents', actions: ['read', 'write'] },
    { resource_id: 'bills', actions: ['pay', 'see', 'void'] },
  ],
}

for (const [roles, resource, action, expected] of [
  [['reader'], 'documents', 'read', true],
  [['reader'], 'documents', 'write', false],
  [['reader'], 'bills', 'see', false],
  [['owner'], 'documents', 'write', true],
  [['owner'], 'documents', 'never heard of', true],
  [['owner'], 'bills', 'void', false],
  [['reader', 'owner'], 'bills', 'pay', true],
  [['nobody'], 'documents', 'read', false],
  [[], 'documents', 'read', false],
  [['owner'], 'documents', '*', true],
  [['reader'], 'documents', '*', false],
  [['owner'], 'elsewhere', 'read', false],
] as [string[], string, string, boolean][]) {
  test(`[${roles}] ${expected ? 'may' : 'may not'} ${action} ${resource}`, () =>
    assert.is(allows(policy, undefined, roles, resource, action), expected))
}

for (const broken of [null, undefined, {}, { roles: 5 }, { roles: [null] }, { roles: [{ role_id: 'owner', permissions: null }] }, 'yes']) {
  test(`nobody has a permission with the policy ${JSON.stringify(broken)}`, () =>
    assert.is(allows(broken as never, null, ['owner'], 'documents', 'read'), false))
}

const open = (settings: () => Response, roles: string[] = ['owner']) => {
  const browser = openBrowser({
    network: answers({
      [`GET /projects/bootstrap/${PT}`]: settings,
      'POST /otps/authenticate': () => ok(auth('session-test-1', { user: user('user-test-1', { roles }) })),
    }),
  })
  const tab = browser.open()
  const client = tab.client()
  return { browser, tab, client, signIn: () => client.otps.authenticate('1', 'm', { session_duration_minutes: 30 }) }
}
const known = () => ok(bootstrap({ rbac_policy: policy }))

test('a signed-in user has the permissions of their roles, and nobody else has any', async () => {
  const { client, tab, signIn } = open(known)
  assert.is(await client.rbac.isAuthorized('documents', 'read'), false)
  await signIn()
  assert.is(await client.rbac.isAuthorized('documents', 'read'), true)
  assert.is(client.rbac.isAuthorizedSync('documents', 'read'), true)
  assert.is(client.rbac.isAuthorizedSync('bills', 'void'), false)
  assert.equal(await client.rbac.allPermissions(), { documents: { read: true, write: true }, bills: { pay: true, see: true, void: false } })
  await client.session.revoke()
  assert.is(client.rbac.isAuthorizedSync('documents', 'read'), false)
  assert.equal(tab.console, [])
})

test('a user without roles has no permissions', async () => {
  const { client, signIn } = open(known, undefined as never)
  await signIn()
  assert.is(client.rbac.isAuthorizedSync('documents', 'read'), true)
  const { client: other, signIn: begin } = open(known, null as never)
  await begin()
  assert.is(other.rbac.isAuthorizedSync('documents', 'read'), false)
})

for (const [name, settings] of [
  ['the settings cannot be loaded', () => json({}, 500)],
  ['the project has no policy', () => ok(bootstrap({ rbac_policy: null }))],
] as const) {
  test(`no permission if ${name}, and the console says so`, async () => {
    const { browser, client, tab, signIn } = open(settings)
    await signIn()
    assert.is(await client.rbac.isAuthorized('documents', 'read'), false)
    assert.equal(await client.rbac.allPermissions(), {})
    assert.ok(tab.console.includes('error [Latchkey] Unable to retrieve RBAC policy from servers. Assuming caller has no permissions.'))
    assert.ok(browser)
  })
}

for (const policy of [
  'text',
  7,
  [],
  {},
  { resources: null },
  { resources: {} },
  { resources: [null] },
  { resources: [{ resource_id: 'documents' }] },
  { resources: [{ resource_id: 'documents', actions: 'read' }] },
  { resources: [{ resource_id: 'documents', actions: {} }] },
]) {
  test(`a policy that cannot be read allows nothing: ${JSON.stringify(policy)}`, async () => {
    const { client, signIn } = open(() => ok(bootstrap({ rbac_policy: policy })))
    await signIn()
    assert.equal(await client.rbac.allPermissions(), {})
    assert.is(await client.rbac.isAuthorized('documents', 'read'), false)
  })
}

test('until the server has answered, the policy of the last visit applies', async () => {
  const { browser, signIn } = open(known)
  await signIn()
  const { client } = { client: browser.open().client() }
  assert.ok(browser.stored.has(`${KEY}::bootstrap`))
  assert.is(client.rbac.isAuthorizedSync('documents', 'read'), true)
})

test.run()
