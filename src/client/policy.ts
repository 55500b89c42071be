import type { RbacPolicy } from '../api/bootstrap.ts'
import type { ClientContext } from './context.ts'
import type { Who } from './session/state.ts'

/** Whether one of `roles` allows an action: by its name, or by `*`. Nobody may do anything by a policy that is not there or cannot be read. */
export const allows = (policy: RbacPolicy | null | undefined, roles: string[], resource: string, action: string): boolean => {
  try {
    return policy!.roles.some(
      ({ role_id, permissions }) =>
        roles.includes(role_id) &&
        permissions.some(({ resource_id, actions }) => resource_id === resource && (actions.includes(action) || actions.includes('*'))),
    )
  } catch {
    return false
  }
}

/** The same for whoever is signed in; by the policy that this page knows where nobody has asked for it (spec section 6). */
export const isAuthorized = <SomeState extends Who>(
  { bootstrap, status }: ClientContext<SomeState>,
  resource: string,
  action: string,
  policy: RbacPolicy | null | undefined = bootstrap.rbacPolicy,
): boolean => allows(policy, (status.now.user || status.now.session)?.roles || [], resource, action)
