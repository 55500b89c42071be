import type { RbacPolicy } from '../../api/bootstrap.ts'
import type { ClientContext } from '../context.ts'
import type { AnyState } from '../session/state.ts'

/** Whether one of `roles` allows an action, by its name or by `*`. A policy that is absent or cannot be read allows nothing. */
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

/** Whether the visitor who is signed in may do something. Without `policy`, this is by the policy that the page knows (docs/internals/protocol.md#permissions). */
export const isAuthorized = <SomeState extends AnyState>(
  { bootstrap, status }: ClientContext<SomeState>,
  resource: string,
  action: string,
  policy: RbacPolicy | null | undefined = bootstrap.rbacPolicy,
): boolean => allows(policy, (status.now.user || status.now.session)?.roles || [], resource, action)
