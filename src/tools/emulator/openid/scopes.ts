import type { RbacPolicy } from '../../../api/bootstrap.ts'
import { grantingRoles } from '../sessions/permissions.ts'
import { isFirstParty, type Client } from './connectedApps.ts'
import { ORGANIZATION_CLAIM, type Subject } from './subjects.ts'

/** The scopes that every project has, each with a description of what it lets an app do. */
export const standardScopes: Record<string, string> = {
  openid: 'Know who you are',
  profile: 'See your name and picture',
  email: 'See your email address',
  phone: 'See your phone number',
  full_access: 'Do everything that you can do',
  offline_access: 'Stay connected while you are away',
}

/**
 * Whether somebody with these roles can grant this scope to an app: a standard scope always, but
 * for full access, which only the project's own apps can have; a scope of the policy if the roles
 * have all of its permissions. Pure.
 */
export const isGrantable = (
  scope: string,
  { roles }: { roles: string[] },
  policy: RbacPolicy | null | undefined,
  client: Pick<Client, 'client_type'>,
) => {
  if (scope === 'full_access') return isFirstParty(client)
  if (Object.hasOwn(standardScopes, scope)) return true
  const definition = policy?.scopes?.find((entry) => entry.scope === scope)
  if (!definition) return false
  const holds = (resource: string, action: string) => grantingRoles(policy, roles, resource, action).length > 0
  return (definition.permissions ?? []).every(({ resource_id, actions }) => actions.every((action) => holds(resource_id, action)))
}

const revealing = ['profile', 'email', 'phone'] as const

/**
 * The claims about a subject that these scopes reveal (OpenID Connect Core, section 5.4), with a
 * member's organization. Pure.
 */
export const claimsFor = ({ claims, organization }: Subject, scopes: string[]): Record<string, unknown> => ({
  ...Object.assign({}, ...revealing.filter((scope) => scopes.includes(scope)).map((scope) => claims[scope])),
  ...(organization && { [ORGANIZATION_CLAIM]: organization }),
})
