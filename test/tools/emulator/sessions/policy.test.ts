/**
 * One policy: what a browser reads at its start, what the provider's SDK reads on a server, and
 * what the emulator enforces say the same about every permission.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { RbacPolicy } from '../../../../src/api/bootstrap.ts'
import { allows } from '../../../../src/client/namespaces/isAuthorized.ts'
import { expectRefusal, serving } from '../server/serving.ts'
import { PT } from '../visitor.ts'

const test = suite('emulator: one policy')

const rbac_policy: RbacPolicy = {
  roles: [
    { role_id: 'stytch_user', permissions: [{ resource_id: 'doc', actions: ['read'] }] },
    { role_id: 'stytch_member', permissions: [{ resource_id: 'doc', actions: ['read'] }] },
    { role_id: 'clerk', description: 'Files', permissions: [{ resource_id: 'stytch.member', actions: ['search', 'create'] }] },
    { role_id: 'owner', permissions: [{ resource_id: 'doc', actions: ['*'] }] },
  ],
  resources: [{ resource_id: 'doc', actions: ['read', 'write'] }],
  scopes: [],
}

/** Roles of an organization of its own, on resources of the provider and of the project. */
const ownRoles = [
  { role_id: 'auditor', description: 'Looks at everything', permissions: [{ resource_id: 'doc', actions: ['read'] }] },
  {
    role_id: 'recruiter',
    description: 'Brings members',
    permissions: [
      { resource_id: 'stytch.member', actions: ['create', 'search'] },
      { resource_id: 'stytch.sso', actions: ['*'] },
    ],
  },
]

const readByBrowser = async (url: string): Promise<RbacPolicy> =>
  (await (await fetch(`${url}/sdk/v1/projects/bootstrap/${PT}`)).json()).data.rbac_policy

const succeeds = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  )

for (const policy of [rbac_policy, { roles: [], resources: [], scopes: [] }]) {
  test(`every permission of members, with ${policy.roles.length} roles of the project`, () =>
    serving(
      async ({ url, emulator, members }) => {
        const inBrowser = await readByBrowser(url)
        const { policy: onServer } = await members.rbac.policy()
        assert.equal(inBrowser, onServer)
        const counts = { true: 0, false: 0 }
        for (const roles of [[], ['stytch_admin'], ['clerk'], ['owner'], ['clerk', 'owner'], ['auditor'], ['recruiter', 'clerk']]) {
          const roleList = [...policy.roles, ...ownRoles, { role_id: 'stytch_admin' }]
          if (!roles.every((role) => roleList.some(({ role_id }) => role_id === role))) continue
          const email = `${roles.join('-') || 'nobody'}@acme.example`
          const { organizations: [acme] = [] } = emulator.seed({
            organizations: [{ organization_name: email, members: [{ email_address: email, roles }] }],
          })
          const { organization_id } = acme!
          await members.rbac.organizations.setOrgPolicy({ organization_id, org_policy: { roles: ownRoles } })
          const { session_token, session_jwt, member_session, organization } = await emulator.signIn({ email, organization: email })
          for (const { resource_id, actions } of [...inBrowser.resources, { resource_id: 'nothing', actions: ['read'] }]) {
            for (const action of [...actions, 'fly']) {
              const authorization_check = { organization_id, resource_id, action }
              const isAllowed = await succeeds(members.sessions.authenticate({ session_token, authorization_check }))
              const answers = {
                browser: allows(inBrowser, organization.custom_roles, member_session.roles, resource_id, action),
                // by what the provider's SDK has read: the policy of the project and that of the
                // organization
                server: await succeeds(members.sessions.authenticateJwtLocal({ session_jwt, authorization_check })),
              }
              assert.equal(answers, { browser: isAllowed, server: isAllowed }, `${roles} ${resource_id} ${action}`)
              counts[`${isAllowed}`]++
            }
          }
        }
        assert.ok(counts.true > 80 && counts.false > 80, JSON.stringify(counts))
      },
      { project: { vertical: 'B2B', rbac_policy: policy } },
    ))
}

test('what the client allows succeeds, and what it does not is refused', () =>
  serving(
    async ({ url, emulator, visitor }) => {
      emulator.seed({
        organizations: [
          {
            organization_name: 'Acme',
            members: [
              { email_address: 'ada@acme.example', roles: ['stytch_admin'] },
              { email_address: 'clerk@acme.example', roles: ['clerk'] },
              { email_address: 'bob@acme.example' },
            ],
          },
        ],
      })
      const policy = await readByBrowser(url)
      const deeds: [resource: string, action: string, route: string, body?: unknown][] = [
        ['stytch.member', 'search', 'POST /b2b/organizations/me/members/search', {}],
        ['stytch.organization', 'update.info.name', 'PUT /b2b/organizations/me', { organization_name: 'Acme Inc.' }],
        ['stytch.sso', 'get', 'GET /b2b/sso'],
        ['stytch.scim', 'get', 'GET /b2b/scim'],
      ]
      for (const name of ['ada', 'clerk', 'bob']) {
        const { session_token, member_session } = await emulator.signIn({ email: `${name}@acme.example`, organization: 'Acme' })
        visitor.token = session_token
        for (const [resource, action, route, body] of deeds) {
          const { status, error } = await visitor.call(route, body)
          const isRefused = error.error_type === 'session_authorization_error'
          assert.is(allows(policy, undefined, member_session.roles, resource, action), !isRefused, `${name}: ${route} ${status}`)
        }
      }
    },
    { project: { vertical: 'B2B', rbac_policy } },
  ))

test("a role of an organization cannot have the id of a role of the project, so that its holders' permissions have one answer", () =>
  serving(
    async ({ emulator, members }) => {
      const { organizations: [acme] = [] } = emulator.seed({ organizations: [{ organization_name: 'Acme' }] })
      const { organization_id } = acme!
      for (const role_id of ['clerk', 'stytch_admin', 'stytch_member']) {
        const org_policy = { roles: [{ role_id, description: '', permissions: [] }] }
        await expectRefusal(members.rbac.organizations.setOrgPolicy({ organization_id, org_policy }), 'invalid_argument')
      }
      assert.equal((await members.rbac.organizations.getOrgPolicy({ organization_id })).org_policy.roles, [])
    },
    { project: { vertical: 'B2B', rbac_policy } },
  ))

test('every permission of users', () =>
  serving(
    async ({ url, emulator, client }) => {
      const inBrowser = await readByBrowser(url)
      assert.equal(inBrowser, (await client.rbac.policy()).policy)
      for (const roles of [[], ['owner']]) {
        const { session_token, user } = await emulator.signIn({ email: `${roles}u@example.com`, roles: ['stytch_user', ...roles] })
        for (const [resource_id, action] of [
          ['doc', 'read'],
          ['doc', 'write'],
          ['doc', 'fly'],
          ['stytch.member', 'create'],
        ] as const) {
          const isAllowed = await succeeds(client.sessions.authenticate({ session_token, authorization_check: { resource_id, action } }))
          assert.is(allows(inBrowser, undefined, user.roles!, resource_id, action), isAllowed, `${roles} ${resource_id} ${action}`)
        }
      }
    },
    { project: { rbac_policy } },
  ))

test.run()
