import type { Answer, AuthenticationFactor, SessionDuration } from '../entities.ts'

/** How a second factor is asked for. */
export type MfaMethod = 'sms_otp' | 'totp'

/** What is sent of a role that a member has, and why they have it. */
export interface MemberRole {
  role_id: string
  sources: { type: string; details: Record<string, unknown> }[]
}

/** An account in one organization (wire.md 1.8), in the provider's spelling. */
export interface Member {
  member_id: string
  organization_id: string
  email_address: string
  email_address_verified: boolean
  status: 'active' | 'pending' | 'invited' | 'deleted'
  name: string
  is_breakglass: boolean
  is_admin: boolean
  mfa_enrolled: boolean
  mfa_phone_number: string
  mfa_phone_number_verified: boolean
  default_mfa_method: MfaMethod | ''
  totp_registration_id: string
  member_password_id: string
  retired_email_addresses: { email_id: string; email_address: string }[]
  sso_registrations: { connection_id: string; external_id: string; registration_id: string; sso_attributes: Record<string, unknown> }[]
  oauth_registrations: {
    provider_type: string
    provider_subject: string
    member_oauth_registration_id: string
    profile_picture_url?: string
    locale?: string
  }[]
  roles: MemberRole[]
  created_at: string
  updated_at: string
  trusted_metadata: Record<string, unknown>
  untrusted_metadata: Record<string, unknown>
}

/** Who may join, and how they log in. */
export interface OrganizationPolicy {
  sso_jit_provisioning: 'ALL_ALLOWED' | 'RESTRICTED' | 'NOT_ALLOWED'
  email_allowed_domains: string[]
  email_jit_provisioning: 'RESTRICTED' | 'NOT_ALLOWED'
  email_invites: 'ALL_ALLOWED' | 'RESTRICTED' | 'NOT_ALLOWED'
  auth_methods: 'ALL_ALLOWED' | 'RESTRICTED'
  allowed_auth_methods: string[]
  mfa_policy: 'OPTIONAL' | 'REQUIRED_FOR_ALL'
  mfa_methods: 'ALL_ALLOWED' | 'RESTRICTED'
  allowed_mfa_methods: MfaMethod[]
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
  rbac_email_implicit_role_assignments: { domain: string; role_id: string }[]
  created_at: string
  updated_at: string
  trusted_metadata: Record<string, unknown>
}

/** A member's session. Times are RFC 3339, by the server's clock. */
export interface MemberSession {
  member_session_id: string
  member_id: string
  organization_id: string
  organization_slug: string
  authentication_factors: AuthenticationFactor[]
  started_at: string
  last_accessed_at: string
  expires_at: string
  roles: string[]
  custom_claims: Record<string, unknown>
}

/** The second factor that an organization asks for, and what the member has of it. */
export interface MfaRequired {
  member_options: { mfa_phone_number: string; totp_registration_id: string } | null
  /** The method that a code has been sent by already. */
  secondary_auth_initiated: 'sms_otp' | null
}

/** Signed in: the session is this browser's. */
export interface MemberAuthenticated extends Answer {
  member_id: string
  organization_id: string
  member: Member
  organization: Organization
  member_session: MemberSession
  session_token: string
  session_jwt: string
  member_authenticated: true
  intermediate_session_token: ''
}

/** Not yet: the organization wants another factor. The intermediate token is kept for 10 minutes, and goes with the calls that may spend it. */
export interface MemberPending extends Answer {
  member_id: string
  organization_id: string
  member: Member
  organization: Organization
  member_session: null
  session_token: ''
  session_jwt: ''
  member_authenticated: false
  intermediate_session_token: string
  mfa_required: MfaRequired | null
  primary_required: { allowed_auth_methods: string[] } | null
}

/** What signing in to an organization answers; `member_authenticated` tells the two apart. */
export type MemberAuthentication = MemberAuthenticated | MemberPending

/** An organization that somebody may go on to, and what they would be there. */
export interface DiscoveredOrganization {
  organization: Organization
  membership: {
    type: 'active_member' | 'pending_member' | 'invited_member' | 'eligible_to_join_by_email_domain' | 'eligible_to_join_by_oauth_tenant'
    member: Member | null
  }
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
