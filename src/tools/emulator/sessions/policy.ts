/** The one policy of a project: what browsers and servers read, and what the emulator enforces. */
import type { RbacPolicy } from '../../../api/bootstrap.ts'
import type { Project } from '../state/project.ts'

type Role = RbacPolicy['roles'][number]

/** What the provider itself adds to a policy. */
export interface BuiltIn {
  roles: readonly Role[]
  resources: readonly { resource_id: string; description: string; actions: readonly string[] }[]
}

/** Users have one role of the provider, which allows nothing by itself. */
export const ofUsers: BuiltIn = { roles: [{ role_id: 'stytch_user', description: 'Every user has it', permissions: [] }], resources: [] }

const described = <Entry extends { description?: string }>({ description = '', ...entry }: Entry) => ({ ...entry, description })

/** Adds to a project's policy what the provider has. What the project says about one of the provider's roles or resources adds to it. */
export const policyWith = ({ roles: ownRoles, resources: ownResources }: BuiltIn, project: Pick<Project, 'rbac_policy'>) => {
  const { roles = [], resources = [], scopes = [] } = project.rbac_policy ?? {}
  const isOwn = (id: string, list: readonly { role_id?: string; resource_id?: string }[]) =>
    list.some(({ role_id, resource_id }) => id === (role_id ?? resource_id))
  return {
    roles: [
      ...ownRoles.map((role) => {
        const said = roles.filter(({ role_id }) => role_id === role.role_id)
        return described({
          ...role,
          ...(said[0]?.description && { description: said[0].description }),
          permissions: [...role.permissions, ...said.flatMap(({ permissions }) => permissions)],
        })
      }),
      ...roles.filter(({ role_id }) => !isOwn(role_id, ownRoles)).map(described),
    ],
    resources: [
      ...ownResources.map((resource) => {
        const said = resources.filter(({ resource_id }) => resource_id === resource.resource_id).flatMap(({ actions }) => actions)
        return { ...resource, actions: [...new Set([...resource.actions, ...said])] }
      }),
      ...resources.filter(({ resource_id }) => !isOwn(resource_id, ownResources)).map(described),
    ],
    scopes: scopes.map(({ permissions = [], ...scope }) => ({ ...scope, permissions })),
  } satisfies RbacPolicy
}
