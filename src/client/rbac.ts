import { hostChecks } from '../api/hostChecks.ts'
import type { Core } from './core.ts'
import { isAuthorized } from './policy.ts'

/** Whether each action of each resource is allowed. */
export type PermissionsMap<Permissions extends Record<string, string> = Record<string, string>> = {
  [Resource in keyof Permissions]: { [Action in Permissions[Resource]]: boolean }
}

/** `client.rbac` (wire.md 1.3, spec section 6): what whoever is signed in may do, by the project's policy. A server has to check for itself. */
export interface RbacNamespace {
  /** The same as {@link isAuthorized}, by what this page knows: the policy of the last visit until the server has answered, and none before the code is here. */
  isAuthorizedSync(resource_id: string, action: string): boolean
  /** Whether one of the user's roles allows the action; never without a policy. */
  isAuthorized(resource_id: string, action: string): Promise<boolean>
  /** Every action of every resource, and whether it is allowed. `Permissions` is what the host knows of its policy: `{ documents: 'read' | 'write' }`. */
  allPermissions<Permissions extends Record<string, string> = Record<string, string>>(): Promise<PermissionsMap<Permissions>>
}

/** `client.rbac`: what whoever is signed in may do. */
export const rbac = (core: Core): RbacNamespace => {
  const policy = async () => {
    const found = (await (await core.engine()).known())?.rbacPolicy || null
    if (hostChecks && !found)
      console.error(`${core.brand.prefix} Unable to retrieve RBAC policy from servers. Assuming caller has no permissions.`)
    return found
  }
  return {
    isAuthorizedSync: (resource, action) => isAuthorized(core, resource, action),
    isAuthorized: async (resource, action) => isAuthorized(core, resource, action, await policy()),
    async allPermissions<Permissions extends Record<string, string>>() {
      const found = await policy()
      const may = (resource: string) => (action: string) => [action, isAuthorized(core, resource, action, found)]
      try {
        return Object.fromEntries(
          found!.resources.map(({ resource_id, actions }) => [resource_id, Object.fromEntries(actions.map(may(resource_id)))]),
        ) as PermissionsMap<Permissions>
      } catch {
        // no policy, or one that cannot be read, allows nothing
        return {} as PermissionsMap<Permissions>
      }
    },
  }
}
