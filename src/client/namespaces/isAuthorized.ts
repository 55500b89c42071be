import type { RbacPolicy } from '../../api/bootstrap.ts'
import type { ClientContext } from '../context.ts'
import type { AnyState } from '../session/state.ts'

type Roles = RbacPolicy['roles']

/**
 * Returns whether one of `roles` allows an action, by its name or by `*`. A role of the visitor's
 * organization (`own`) replaces the project's role of the same id. A policy that is
 * absent or cannot be read allows nothing.
 */
export const allows = (
  policy: RbacPolicy | null | undefined,
  own: Roles | null | undefined,
  roles: string[],
  resource: string,
  action: string,
): boolean => {
  try {
    const all = [...(own || []), ...policy!.roles]
    return roles.some((id) =>
      all
        .find(({ role_id }) => role_id === id)
        ?.permissions.some(({ resource_id, actions }) => resource_id === resource && (actions.includes(action) || actions.includes('*'))),
    )
  } catch {
    return false
  }
}

/**
 * Returns whether the visitor who is signed in may do something. Without `policy`, this is by the
 * policy that the page knows (docs/internals/protocol.md#permissions).
 */
export const isAuthorized = <SomeState extends AnyState>(
  { bootstrap, status: { now } }: ClientContext<SomeState>,
  resource: string,
  action: string,
  policy: RbacPolicy | null | undefined = bootstrap.rbacPolicy,
): boolean => allows(policy, now.organization?.custom_roles, (now.user || now.session)?.roles || [], resource, action)
