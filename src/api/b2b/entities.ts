import type { Answer, DetailedFactor, FactorOf, OAuthAccountDetails, SessionDuration, UserDevice } from '../entities.ts'

/** One of the values that are known, or one that the provider adds some day. */
export type Open<Known extends string> = Known | (string & Record<never, never>)

/** How a second factor is asked for. */
export type MfaMethod = 'sms_otp' | 'totp'

/** What an organization may let its members sign in with. */
export type AuthMethod =
  | 'sso'
  | 'magic_link'
  | 'password'
  | 'google_oauth'
  | 'microsoft_oauth'
  | 'hubspot_oauth'
  | 'slack_oauth'
  | 'github_oauth'
  | 'email_otp'

/** Whether all of something may be used, some of it, or none. */
export type Allowance = 'ALL_ALLOWED' | 'RESTRICTED' | 'NOT_ALLOWED'

/** Why a member has a role. */
export type RoleSource =
  | { type: 'direct_assignment'; details: Record<string, never> }
  | { type: 'email_assignment'; details: { email_domain: string } }
  | { type: 'sso_connection'; details: { connection_id: string } }
  | { type: 'sso_connection_group'; details: { connection_id: string; group: string } }
  | { type: 'scim_connection_group'; details: { connection_id: string; group_id: string } }

/** What is sent of a role that a member has, and why they have it. */
export interface MemberRole {
  role_id: string
  sources: RoleSource[]
}

/** What a member's account at a provider says of the companies and workspaces that it belongs to. */
export interface ProviderTenant {
  tenant_id: string
  tenant_name: string
}

/** An account at another provider that signs a member in. */
export interface OAuthRegistration {
  provider_type: string
  provider_subject: string
  member_oauth_registration_id: string
  profile_picture_url: string | null
  locale: string | null
  provider_tenants: ProviderTenant[]
}

/** An account in one organization (wire.md 1.8), in the provider's spelling. */
export interface Member {
  member_id: string
  organization_id: string
  email_address: string
  email_address_verified: boolean
  status: Open<'active' | 'pending' | 'invited' | 'deleted'>
  name: string
  is_breakglass: boolean
  is_admin: boolean
  mfa_enrolled: boolean
  mfa_phone_number: string
  mfa_phone_number_verified: boolean
  default_mfa_method: Open<MfaMethod | ''>
  totp_registration_id: string
  member_password_id: string
  retired_email_addresses: { email_id?: string; email_address?: string }[]
  sso_registrations: { connection_id: string; external_id: string; registration_id: string; sso_attributes: Record<string, unknown> }[]
  oauth_registrations: OAuthRegistration[]
  roles: MemberRole[]
  created_at: string
  updated_at: string
  trusted_metadata: Record<string, unknown>
  untrusted_metadata: Record<string, unknown>
}

/** Who may join, and how they log in. */
export interface OrganizationPolicy {
  sso_jit_provisioning: Allowance
  /** Where that is restricted: by which connections. */
  sso_jit_provisioning_allowed_connections: string[]
  email_allowed_domains: string[]
  email_jit_provisioning: 'RESTRICTED' | 'NOT_ALLOWED'
  email_invites: Allowance
  /** Whether an account of a company or workspace at a provider is let in. */
  oauth_tenant_jit_provisioning: 'RESTRICTED' | 'NOT_ALLOWED'
  /** Which, by the provider: `{ slack: ['T123'] }`. */
  allowed_oauth_tenants: Record<string, string[]>
  auth_methods: 'ALL_ALLOWED' | 'RESTRICTED'
  allowed_auth_methods?: AuthMethod[]
  mfa_policy: 'OPTIONAL' | 'REQUIRED_FOR_ALL'
  mfa_methods?: 'ALL_ALLOWED' | 'RESTRICTED'
  allowed_mfa_methods?: MfaMethod[]
  /** Which apps of the project's own members may let in. */
  first_party_connected_apps_allowed_type?: Allowance
  allowed_first_party_connected_apps?: string[]
  /** Which apps of others members may let in. */
  third_party_connected_apps_allowed_type?: Allowance
  allowed_third_party_connected_apps?: string[]
}

/** The same as a body says it: what is not given stays, or is the provider's default. */
export type OrganizationPolicyGiven = {
  [Name in keyof OrganizationPolicy]?: OrganizationPolicy[Name] extends string ? Open<OrganizationPolicy[Name]> : OrganizationPolicy[Name]
}

/** An organization (wire.md 1.8), in the provider's spelling. */
export interface Organization extends OrganizationPolicy {
  organization_id: string
  organization_name: string
  organization_slug: string
  organization_logo_url: string
  sso_default_connection_id: string | null
  sso_active_connections: { connection_id: string; display_name: string; identity_provider: string }[]
  scim_active_connection: { connection_id: string; display_name: string } | null
  rbac_email_implicit_role_assignments?: { domain: string; role_id: string }[]
  created_at: string
  updated_at: string
  trusted_metadata: Record<string, unknown>
}

/** The accounts that name a company or a workspace beside the person. */
interface MemberOAuthDetails {
  google: unknown
  microsoft: unknown
  hubspot: { provider_tenant_id?: string }
  slack: { provider_tenant_id?: string }
  github: { provider_tenant_ids?: string[] }
}

/** A member's sign-ins at other providers, by the provider. */
export type MemberOAuthFactorOf = {
  [Provider in keyof MemberOAuthDetails]: DetailedFactor<
    `oauth_${Provider}`,
    `${Provider}_oauth_factor`,
    OAuthAccountDetails & { email_id: string } & MemberOAuthDetails[Provider]
  > & { sequence_order: 'PRIMARY' }
}

export type MemberEmailFactor = Omit<FactorOf['email'], 'delivery_method'> & { delivery_method: 'email'; sequence_order: 'PRIMARY' }
export type MemberPhoneFactor = FactorOf['phone'] & { sequence_order: 'SECONDARY' }

/** One way in which a member proved who they are. */
export type MemberFactor = MemberEmailFactor | MemberPhoneFactor | MemberOAuthFactorOf[keyof MemberOAuthFactorOf]

/** A member's session. Times are RFC 3339, by the server's clock. */
export interface MemberSession {
  member_session_id: string
  member_id: string
  organization_id: string
  organization_slug: string
  authentication_factors: MemberFactor[]
  started_at: string
  last_accessed_at: string
  expires_at: string
  roles: string[]
  custom_claims?: Record<string, unknown>
}

/** The second factor that an organization asks for, and what the member has of it. */
export interface MfaRequired {
  member_options: { mfa_phone_number: string; totp_registration_id: string } | null
  /** The method that a code has been sent by already. */
  secondary_auth_initiated: 'sms_otp' | null
}

/** Signed in: the session is this browser's. What every call answers that leaves nothing open. */
export interface MemberSignedIn extends Answer {
  member_id: string
  organization_id: string
  member: Member
  organization: Organization
  member_session: MemberSession
  session_token: string
  session_jwt: string
  /** Where the provider tells what it has seen of the member's device before: with the calls that prove something, in projects that ask for it. */
  member_device?: UserDevice
}

/** The same, of a call that might have left something open. */
export interface MemberAuthenticated extends MemberSignedIn {
  member_authenticated: true
  intermediate_session_token: ''
  mfa_required: null
  primary_required: null
}

/** Not yet: the organization wants another factor. The intermediate token is kept for 10 minutes, and goes with the calls that may spend it. */
export interface MemberPending extends Answer {
  member_id: string
  organization_id: string
  member: Member
  organization: Organization
  member_session: null
  /** Empty. */
  session_token: string
  /** Empty. */
  session_jwt: string
  member_authenticated: false
  intermediate_session_token: string
  mfa_required: MfaRequired | null
  primary_required: { allowed_auth_methods: string[] } | null
  /** As of {@link MemberSignedIn}. */
  member_device?: UserDevice
}

/** What signing in to an organization answers; `member_authenticated` tells the two apart. */
export type MemberAuthentication = MemberAuthenticated | MemberPending

/** What somebody is in an organization, or why they may join it. */
export type Membership =
  | { type: 'active_member' | 'pending_member' | 'invited_member'; details: null; member: Member }
  | { type: 'eligible_to_join_by_email_domain'; details: { domain: string }; member: null }
  | { type: 'eligible_to_join_by_oauth_tenant'; details: { provider: string; tenant: string }; member: null }

/** An organization that somebody may go on to, and what they would be there. */
export interface DiscoveredOrganization {
  organization: Organization
  membership: Membership
  /** Whether the exchange signs in at once. */
  member_authenticated: boolean
  mfa_required: MfaRequired | null
  primary_required: { allowed_auth_methods: string[] } | null
}

/** Somebody has proved an address, and has yet to choose an organization: the intermediate token is kept for 10 minutes. */
export interface Discovered extends Answer {
  intermediate_session_token: string
  email_address: string
  discovered_organizations: DiscoveredOrganization[]
}

/** The same, and where one is hinted at, the organization that the host may offer first. */
export interface DiscoveredWithHint extends Discovered {
  organization_id_hint: string | null
}

/** A change of the member; it is theirs at once where they are who is signed in. */
export interface MemberChanged extends Answer {
  member_id: string
  member: Member
  organization: Organization
}

/** Where a member is. */
export interface MemberIds {
  organization_id: string
  member_id: string
}

export interface EmailInOrganization {
  email_address: string
  organization_id: string
}

/** How long the session lasts, and in which language a message for a second factor is written. */
export interface SessionOptions extends SessionDuration {
  locale?: string
}
