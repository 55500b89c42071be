/** What the roles of members allow. */
import type { Member } from '../../../api/b2b/entities.ts'
import { grantingRoles } from '../sessions/permissions.ts'
import { policyWith, type BuiltIn } from '../sessions/policy.ts'
import type { Project } from '../state/project.ts'
import { refuse } from '../requests/refusal.ts'
import type { Organization } from './organizations.ts'

type Role = NonNullable<Project['rbac_policy']>['roles'][number]

/**
 * Who acts: a member who is signed in. A server with nothing but the project's secret acts for
 * nobody, and can do everything.
 */
export type Actor = { member: Member; organization: Organization } | undefined

/** A call about an organization. */
export interface OrganizationCall {
  actor: Actor
  organization: Organization
  /** What the path names, such as `connection_id`. */
  params: Record<string, string>
}

/**
 * Changes to an account that roles can allow for any member, or for the member who is signed in.
 */
const accountChanges = [
  'update.info.name',
  'update.info.email',
  'update.info.untrusted-metadata',
  'update.info.mfa-phone',
  'update.info.delete.mfa-phone',
  'update.info.delete.mfa-totp',
  'update.info.delete.password',
  'update.info.unlink.retired-email',
  'update.settings.default-mfa-method',
] as const

/** The actions on the provider's own resources, as the declarations of its SDKs name them. */
const resources = [
  {
    resource_id: 'stytch.organization',
    description: 'The organization of the member',
    actions: [
      'update.info.name',
      'update.info.slug',
      'update.info.logo-url',
      'update.settings.allowed-auth-methods',
      'update.settings.allowed-mfa-methods',
      'update.settings.allowed-oauth-tenants',
      'update.settings.allowed-domains',
      'update.settings.email-invites',
      'update.settings.email-jit-provisioning',
      'update.settings.mfa-policy',
      'update.settings.oauth-tenant-jit-provisioning',
      'update.settings.implicit-roles',
      'update.settings.default-sso-connection',
      'update.settings.sso-jit-provisioning',
      'delete',
    ],
  },
  {
    resource_id: 'stytch.member',
    description: 'The members of the organization',
    actions: [
      'create',
      'search',
      'delete',
      'revoke-sessions',
      ...accountChanges,
      'update.settings.is-breakglass',
      'update.settings.mfa-enrolled',
      'update.settings.roles',
      'get.connected-apps',
      'revoke.connected-app',
    ],
  },
  {
    resource_id: 'stytch.self',
    description: 'The member who is signed in',
    actions: ['delete', ...accountChanges, 'update.settings.mfa-enrolled', 'get.connected-apps', 'revoke.connected-app'],
  },
  { resource_id: 'stytch.sso', description: 'The SSO connections of the organization', actions: ['create', 'get', 'update', 'delete'] },
  { resource_id: 'stytch.scim', description: 'The SCIM connection of the organization', actions: ['create', 'get', 'update', 'delete'] },
] as const

type ResourceId = (typeof resources)[number]['resource_id']
/** An action on a resource of the provider. */
type ActionOn<Id extends ResourceId> = Extract<(typeof resources)[number], { resource_id: Id }>['actions'][number]

/** What a call does, as a role has to allow it. */
export type Deed = { [Id in ResourceId]: readonly [resource_id: Id, action: ActionOn<Id>] }[ResourceId]

/**
 * Whether members can do this to themselves. Their own roles, for example, are not among the
 * actions on `stytch.self`.
 */
const isOfSelf = (action: string): action is ActionOn<'stytch.self'> =>
  resources.some(({ resource_id, actions }) => resource_id === 'stytch.self' && actions.some((one) => one === action))

const everything = (resource_id: string) => ({ resource_id, actions: ['*'] })

/**
 * The provider's default roles: members manage themselves, administrators manage everything in
 * their organization.
 */
const defaultRoles: Role[] = [
  { role_id: 'stytch_member', description: 'Every member has it', permissions: [everything('stytch.self')] },
  {
    role_id: 'stytch_admin',
    description: 'Manages the organization',
    permissions: resources.map(({ resource_id }) => everything(resource_id)),
  },
]

export const ofMembers: BuiltIn = { roles: defaultRoles, resources }

export const createPermissions = (project: Project) => {
  const policy = () => policyWith(ofMembers, project)

  /** Returns those of these roles that allow an action in the organization. */
  const rolesGranting = (role_ids: string[], { custom_roles }: Organization, resource_id: string, action: string) =>
    grantingRoles({ roles: [...policy().roles, ...custom_roles], resources: [] }, role_ids, resource_id, action)

  const may = ({ member, organization }: NonNullable<Actor>, [resource_id, action]: Deed) =>
    rolesGranting(
      member.roles.map(({ role_id }) => role_id),
      organization,
      resource_id,
      action,
    ).length > 0

  return {
    rolesGranting,
    /**
     * Refuses unless the roles of the actor allow this. What somebody does to `about` can be
     * allowed on `stytch.self`, if that is themselves.
     */
    check: (actor: Actor, deed: Deed, about?: Member) => {
      if (!actor || may(actor, deed)) return
      const [, action] = deed
      if (about === actor.member && isOfSelf(action) && may(actor, ['stytch.self', action])) return
      refuse('session_authorization_error')
    },
    /** The policy of the project, with the provider's own roles and resources. */
    policy,
  }
}

export type Permissions = ReturnType<typeof createPermissions>
