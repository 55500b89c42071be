/** The one policy of a project: what browsers and servers read, and what the emulator enforces. */
import type { RbacPolicy } from '../../../api/bootstrap.ts'
import type { Project } from '../state/project.ts'

type PolicyRole = RbacPolicy['roles'][number]

/** What the provider itself adds to a policy. */
export interface BuiltIn {
  roles: readonly PolicyRole[]
  resources: readonly { resource_id: string; description: string; actions: readonly string[] }[]
}

/** Users have one role of the provider, which allows nothing by itself. */
export const ofUsers: BuiltIn = { roles: [{ role_id: 'stytch_user', description: 'Every user has it', permissions: [] }], resources: [] }

const withDescription = <Entry extends { description?: string }>({ description = '', ...entry }: Entry) => ({ ...entry, description })

/**
 * Adds to a project's policy what the provider has. What the project says about one of the
 * provider's roles or resources adds to it.
 */
export const policyWith = ({ roles: ownRoles, resources: ownResources }: BuiltIn, project: Pick<Project, 'rbac_policy'>) => {
  const { roles = [], resources = [], scopes = [] } = project.rbac_policy ?? {}
  const isOwn = (id: string, list: readonly { role_id?: string; resource_id?: string }[]) =>
    list.some(({ role_id, resource_id }) => id === (role_id ?? resource_id))
  return {
    roles: [
      ...ownRoles.map((role) => {
        const additions = roles.filter(({ role_id }) => role_id === role.role_id)
        return withDescription({
          ...role,
          ...(additions[0]?.description && { description: additions[0].description }),
          permissions: [...role.permissions, ...additions.flatMap(({ permissions }) => permissions)],
        })
      }),
      ...roles.filter(({ role_id }) => !isOwn(role_id, ownRoles)).map(withDescription),
    ],
    resources: [
      ...ownResources.map((resource) => {
        const additions = resources.filter(({ resource_id }) => resource_id === resource.resource_id).flatMap(({ actions }) => actions)
        return { ...resource, actions: [...new Set([...resource.actions, ...additions])] }
      }),
      ...resources.filter(({ resource_id }) => !isOwn(resource_id, ownResources)).map(withDescription),
    ],
    scopes: scopes.map(({ permissions = [], ...scope }) => ({ ...scope, permissions })),
  } satisfies RbacPolicy
}
