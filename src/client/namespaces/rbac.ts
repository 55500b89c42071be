import { hostChecks } from '../../api/hostChecks.ts'
import type { Core } from '../core.ts'
import type { AnyState } from '../session/state.ts'
import { isAuthorized } from './isAuthorized.ts'

/** Whether each action on each resource is allowed: `permissions.documents.write`. */
export type PermissionsMap<Permissions extends Record<string, string> = Record<string, string>> = {
  [Resource in keyof Permissions]: { [Action in Permissions[Resource]]: boolean }
}

/**
 * `client.rbac`: what the visitor who is signed in may do, by the project's policy. Your server has
 * to check for itself.
 */
export interface RbacNamespace {
  /**
   * Does the same as `isAuthorized`, but at once, by the policy that this page knows: that of the
   * last visit until the provider has answered. False if there is none.
   */
  isAuthorizedSync(resource_id: string, action: string): boolean
  /** Returns whether one of the visitor's roles allows the action. False without a policy. */
  isAuthorized(resource_id: string, action: string): Promise<boolean>
  /**
   * Says for every action on every resource whether it is allowed. `Permissions` is the part of
   * your policy that your code uses: `{ documents: 'read' | 'write' }`.
   */
  allPermissions<Permissions extends Record<string, string> = Record<string, string>>(): Promise<PermissionsMap<Permissions>>
}

/** Creates `client.rbac`. */
export const rbac = <SomeState extends AnyState>(core: Core<SomeState>): RbacNamespace => {
  const policy = async () => {
    const policy = (await (await core.engine()).known())?.rbacPolicy || null
    if (hostChecks && !policy)
      console.error(`${core.brand.prefix} Unable to retrieve RBAC policy from servers. Assuming caller has no permissions.`)
    return policy
  }
  return {
    isAuthorizedSync: (resource, action) => isAuthorized(core, resource, action),
    isAuthorized: async (resource, action) => isAuthorized(core, resource, action, await policy()),
    async allPermissions<Permissions extends Record<string, string>>() {
      const current = await policy()
      const may = (resource: string) => (action: string) => [action, isAuthorized(core, resource, action, current)]
      try {
        return Object.fromEntries(
          current!.resources.map(({ resource_id, actions }) => [resource_id, Object.fromEntries(actions.map(may(resource_id)))]),
        ) as PermissionsMap<Permissions>
      } catch {
        // no policy, or one that cannot be read, allows nothing
        return {} as PermissionsMap<Permissions>
      }
    },
  }
}
