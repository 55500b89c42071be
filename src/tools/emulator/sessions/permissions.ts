import type { RbacPolicy } from '../../../api/bootstrap.ts'

/** Returns which of these roles allow an action on a resource. Pure. */
export const grantingRoles = (policy: RbacPolicy | null | undefined, roles: string[], resource_id: string, action: string) =>
  (policy?.roles ?? [])
    .filter(({ role_id, permissions }) => {
      const allows = (permission: (typeof permissions)[number]) =>
        permission.resource_id === resource_id && (permission.actions.includes(action) || permission.actions.includes('*'))
      return roles.includes(role_id) && permissions.some(allows)
    })
    .map(({ role_id }) => role_id)
