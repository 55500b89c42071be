import type { RbacPolicy } from '../bootstrap.ts'
import type { Answer, DetailedFactor, FactorOf, OAuthAccountDetails, SessionDuration, UserDevice } from '../entities.ts'
import type { B2bOAuthProvider } from './oauthProviders.ts'

/** One of the known values, or another text, because the provider may add values at any time. */
export type Open<Known extends string> = Known | (string & Record<never, never>)

/** A second factor: a code by SMS, or an authenticator app. */
export type MfaMethod = 'sms_otp' | 'totp'

/** A way to sign in that an organization can allow its members. */
export type AuthMethod = 'sso' | 'magic_link' | 'password' | `${B2bOAuthProvider}_oauth` | 'email_otp'

/** Whether everything is allowed, only what a list names, or nothing. */
export type Allowance = 'ALL_ALLOWED' | 'RESTRICTED' | 'NOT_ALLOWED'

/** What the email to a member's new address has: a link or a code. */
export type EmailUpdateDelivery = 'EMAIL_MAGIC_LINK' | 'EMAIL_OTP'

/** The email to a member's new address. */
export interface EmailUpdate {
  /** The new address. */
  email_address: string
  /** Where the link leads: a redirect URL of the project. Default: the project's default one. */
  login_redirect_url?: string
  /** The project's template for the email. Default: the project's default one. */
  login_template_id?: string
  /** The language of the email: `en`, `es`, `pt-br`. Default: `en`. */
  locale?: string
  /** Whether the email has a link or a code. Default: a link. */
  delivery_method?: EmailUpdateDelivery
}

/** Why a member has a role. */
export type RoleSource =
  | {
      /** How the member got the role. */
      type: 'direct_assignment'
      /** What gave the member the role. */
      details: Record<string, never>
    }
  | {
      /** How the member got the role. */
      type: 'email_assignment'
      /** What gave the member the role. */
      details: {
        /** The domain of the addresses that have the role. */
        email_domain: string
      }
    }
  | {
      /** How the member got the role. */
      type: 'sso_connection'
      /** What gave the member the role. */
      details: {
        /** The connection whose members have the role. */
        connection_id: string
      }
    }
  | {
      /** How the member got the role. */
      type: 'sso_connection_group'
      /** What gave the member the role. */
      details: {
        /** The connection whose members have the role. */
        connection_id: string
        /** The group at the identity provider that has the role. */
        group: string
      }
    }
  | {
      /** How the member got the role. */
      type: 'scim_connection_group'
      /** What gave the member the role. */
      details: {
        /** The connection whose members have the role. */
        connection_id: string
        /** The group of the directory that has the role. */
        group_id: string
      }
    }

/** A role of a member. */
export interface MemberRole {
  /** The role's id. */
  role_id: string
  /** Why the member has it. */
  sources: RoleSource[]
}

/** A company or a workspace that an account at another provider belongs to. */
export interface ProviderTenant {
  /** Its id at that provider. */
  tenant_id: string
  /** Its name. */
  tenant_name: string
}

/** A member's account at another provider. */
export interface OAuthRegistration {
  /** The provider: `Google`, `Slack`. */
  provider_type: string
  /** The id of the account at that provider. */
  provider_subject: string
  /** The id of the link between the member and the account. */
  member_oauth_registration_id: string
  /** The URL of the account's picture, if it has one. */
  profile_picture_url: string | null
  /** The language of the account, as a BCP 47 tag, if it has one. */
  locale: string | null
  /** The companies and workspaces that the account belongs to. */
  provider_tenants: ProviderTenant[]
}

/** An account in one organization, in the provider's spelling. */
export interface Member {
  /** The member's id. */
  member_id: string
  /** Your own id for the member, if your server has set one. */
  external_id?: string | null
  /** The organization that the member belongs to. */
  organization_id: string
  /** The member's email address. */
  email_address: string
  /** Whether the member has proved that the address is theirs. */
  email_address_verified: boolean
  /**
   * `invited` after an invitation, `pending` until the member has signed in for the first time,
   * `active`, or `deleted`.
   */
  status: Open<'active' | 'pending' | 'invited' | 'deleted'>
  /** The member's full name. Empty if it is not known. */
  name: string
  /**
   * Whether the member may sign in in any way, whatever the organization allows. It keeps
   * administrators from being locked out.
   */
  is_breakglass: boolean
  /** Whether the member has the role `stytch_admin`. */
  is_admin: boolean
  /**
   * Whether the member has to prove a second factor at every log-in, even if the organization does
   * not ask for one.
   */
  mfa_enrolled: boolean
  /** The number for codes as a second factor, in E.164 format. Empty if there is none. */
  mfa_phone_number: string
  /** Whether the member has proved that the number is theirs. */
  mfa_phone_number_verified: boolean
  /** The second factor that the member is asked for first. Empty if there is none. */
  default_mfa_method: Open<MfaMethod | ''>
  /** The id of the member's authenticator app. Empty if there is none. */
  totp_registration_id: string
  /** The id of the member's password. Empty if there is none. */
  member_password_id: string
  /** Addresses that the member had before. Nobody else can use them until they are unlinked. */
  retired_email_addresses: {
    /** The id of the address. */
    email_id?: string
    /** The address. */
    email_address?: string
  }[]
  /** The member's accounts at identity providers. */
  sso_registrations: {
    /** The connection that the account came from. */
    connection_id: string
    /** The id of the account at the identity provider. */
    external_id: string
    /** The id of the link between the member and the account. */
    registration_id: string
    /** The attributes of the account at the identity provider. */
    sso_attributes: Record<string, unknown>
  }[]
  /** The member's accounts at other providers, such as Google. */
  oauth_registrations: OAuthRegistration[]
  /** The member's roles, and why they have each. */
  roles: MemberRole[]
  /** When the account was created (RFC 3339). */
  created_at: string
  /** When the account last changed (RFC 3339). */
  updated_at: string
  /** Data that only your server can change. */
  trusted_metadata: Record<string, unknown>
  /** Data that the member can change from a browser, with `self.update`. Do not trust it. */
  untrusted_metadata: Record<string, unknown>
}

/** Who may join an organization, and how its members sign in. */
export interface OrganizationPolicy {
  /**
   * Whether somebody who signs in by SSO for the first time becomes a member: by any connection, by
   * those that are listed, or not at all.
   */
  sso_jit_provisioning: Allowance
  /** The ids of those connections, for `RESTRICTED`. */
  sso_jit_provisioning_allowed_connections: string[]
  /**
   * The email domains that `email_invites`, `email_jit_provisioning` and `sso_jit_provisioning` are
   * restricted to.
   */
  email_allowed_domains: string[]
  /** Whether somebody with an address of an allowed domain becomes a member when they prove it. */
  email_jit_provisioning: Allowance
  /** Whom members can invite by email: anybody, addresses of the allowed domains, or nobody. */
  email_invites: Allowance
  /**
   * Whether somebody whose account at another provider belongs to an allowed company or workspace
   * becomes a member.
   */
  oauth_tenant_jit_provisioning: 'RESTRICTED' | 'NOT_ALLOWED'
  /** The ids of those companies and workspaces, by provider: `{ slack: ['T123'] }`. */
  allowed_oauth_tenants: Record<string, string[]>
  /** Whether members can sign in in any way, or only in those of `allowed_auth_methods`. */
  auth_methods: 'ALL_ALLOWED' | 'RESTRICTED'
  /** The ways to sign in that are allowed, for `RESTRICTED`. */
  allowed_auth_methods?: AuthMethod[]
  /** Whether every member has to prove a second factor, or only those with `mfa_enrolled`. */
  mfa_policy: 'OPTIONAL' | 'REQUIRED_FOR_ALL'
  /** Whether members can use any second factor, or only those of `allowed_mfa_methods`. */
  mfa_methods?: 'ALL_ALLOWED' | 'RESTRICTED'
  /** The second factors that are allowed, for `RESTRICTED`. */
  allowed_mfa_methods?: MfaMethod[]
  /** Which of the project's own apps members can authorize. */
  first_party_connected_apps_allowed_type?: Allowance
  /** The ids of those apps, for `RESTRICTED`. */
  allowed_first_party_connected_apps?: string[]
  /** Which third-party apps members can authorize. */
  third_party_connected_apps_allowed_type?: Allowance
  /** The ids of those apps, for `RESTRICTED`. */
  allowed_third_party_connected_apps?: string[]
}

/**
 * The same policy, as you send it. What you leave out stays as it is; a new organization gets the
 * provider's default.
 */
export type OrganizationPolicyGiven = {
  [Name in keyof OrganizationPolicy]?: OrganizationPolicy[Name] extends string ? Open<OrganizationPolicy[Name]> : OrganizationPolicy[Name]
}

/** An organization, in the provider's spelling. */
export interface Organization extends OrganizationPolicy {
  /** The organization's id. */
  organization_id: string
  /** Its name. */
  organization_name: string
  /** Its short name for URLs, which is unique in the project. */
  organization_slug: string
  /** Your own id for it, if your server has set one. */
  organization_external_id?: string | null
  /** The URL of its logo. Empty if there is none. */
  organization_logo_url: string
  /** The connection that members sign in by if none is named. */
  sso_default_connection_id: string | null
  /** The SSO connections that members can sign in by. */
  sso_active_connections: {
    /** The connection's id, for `sso.start`. */
    connection_id: string
    /** Its name. */
    display_name: string
    /** The identity provider: `okta`, `microsoft-entra`, `google-workspace`, `generic`. */
    identity_provider: string
  }[]
  /** The connection to the organization's directory, if there is one. */
  scim_active_connection: {
    /** The connection's id. */
    connection_id: string
    /** Its name. */
    display_name: string
  } | null
  /** The roles that members have by the domain of their address. */
  rbac_email_implicit_role_assignments?: {
    /** The domain. */
    domain: string
    /** The role. */
    role_id: string
  }[]
  /** When the organization was created (RFC 3339). */
  created_at: string
  /** When it last changed (RFC 3339). */
  updated_at: string
  /**
   * Roles of this organization, in addition to those of the project's policy. One takes the place
   * of the project's role of the same id.
   */
  custom_roles?: RbacPolicy['roles']
  /** Data that only your server can change. */
  trusted_metadata: Record<string, unknown>
}

/** What the accounts say about the company or workspace that they belong to. */
interface MemberOAuthDetails {
  /** Google. */
  google: unknown
  /** Microsoft. */
  microsoft: unknown
  /** HubSpot. */
  hubspot: {
    /** The HubSpot account (hub) that the member signed in with. */
    provider_tenant_id?: string
  }
  /** Slack. */
  slack: {
    /** The Slack workspace that the member signed in with. */
    provider_tenant_id?: string
  }
  /** GitHub. */
  github: {
    /** The GitHub organizations that the account belongs to. */
    provider_tenant_ids?: string[]
  }
}

/** The factors of sign-ins with other providers, by provider. */
export type MemberOAuthFactorOf = {
  [Provider in keyof MemberOAuthDetails]: DetailedFactor<
    `oauth_${Provider}`,
    `${Provider}_oauth_factor`,
    OAuthAccountDetails & {
      /** The id of the account's email address. */
      email_id: string
    } & MemberOAuthDetails[Provider]
  > & {
    /** It is a first factor. */
    sequence_order: 'PRIMARY'
  }
}

/** An email address, proved by a link or a code. */
export type MemberEmailFactor = Omit<FactorOf['email'], 'delivery_method'> & {
  /** How the factor was proved. */
  delivery_method: 'email'
  /** It is a first factor. */
  sequence_order: 'PRIMARY'
}
/** A phone number, proved by a code. */
export type MemberPhoneFactor = FactorOf['phone'] & {
  /** It is a second factor. */
  sequence_order: 'SECONDARY'
}

/** One way in which the member has proved who they are. */
export type MemberFactor = MemberEmailFactor | MemberPhoneFactor | MemberOAuthFactorOf[keyof MemberOAuthFactorOf]

/** The session of a member who is signed in. Times are RFC 3339, by the server's clock. */
export interface MemberSession {
  /** The session's id. */
  member_session_id: string
  /** The member whose session it is. */
  member_id: string
  /** The organization that the member is signed in to. */
  organization_id: string
  /** The short name of that organization. */
  organization_slug: string
  /** What the member has proved in this session, and when. */
  authentication_factors: MemberFactor[]
  /** When the member signed in. */
  started_at: string
  /** When the provider was last asked about the session. */
  last_accessed_at: string
  /** When the session ends, unless it is extended first. */
  expires_at: string
  /** The ids of the member's roles, for RBAC. */
  roles: string[]
  /** The claims that your server has added. */
  custom_claims?: Record<string, unknown>
}

/** The organization requires a second factor. These are the ones that the member has. */
export interface MfaRequired {
  /** What the member can prove; null if they have no second factor yet. */
  member_options: {
    /** The number for a code by SMS. Empty if there is none. */
    mfa_phone_number: string
    /** The id of the authenticator app. Empty if there is none. */
    totp_registration_id: string
  } | null
  /** `sms_otp` if the provider has already sent a code by SMS. */
  secondary_auth_initiated: 'sms_otp' | null
}

/** The answer of a call that signs a member in completely. This browser keeps the session. */
export interface MemberSignedIn extends Answer {
  /** The id of the member who is signed in. */
  member_id: string
  /** The id of the organization that the member is signed in to. */
  organization_id: string
  /** The member who is signed in. */
  member: Member
  /** The organization that the member is signed in to. */
  organization: Organization
  /** The session. */
  member_session: MemberSession
  /** The opaque token of the session. Empty if the project keeps tokens in HttpOnly cookies. */
  session_token: string
  /** The same session as a JWT. Empty if the project keeps tokens in HttpOnly cookies. */
  session_jwt: string
  /**
   * What the provider knows about the member's device. In answers to calls that prove a factor, if
   * the project has turned that on.
   */
  member_device?: UserDevice
}

/** The same, for a call after which another factor could have been required. */
export interface MemberAuthenticated extends MemberSignedIn {
  /** The member is signed in. */
  member_authenticated: true
  /** Empty: nothing is left to prove. */
  intermediate_session_token: ''
  /** Null: no second factor is left to prove. */
  mfa_required: null
  /** Null: no first factor is left to prove. */
  primary_required: null
}

/**
 * The member is not signed in yet: the organization requires another factor. The client keeps the
 * intermediate token for 10 minutes, and sends it with the calls that can spend it.
 */
export interface MemberPending extends Answer {
  /** The id of the member. */
  member_id: string
  /** The id of the organization. */
  organization_id: string
  /** The member. */
  member: Member
  /** The organization. */
  organization: Organization
  /** Null: there is no session yet. */
  member_session: null
  /** Empty: there is no session yet. */
  session_token: string
  /** Empty: there is no session yet. */
  session_jwt: string
  /** The member is not signed in. */
  member_authenticated: false
  /**
   * A token for what the member has proved so far. The client keeps it. Empty if the
   * project keeps tokens in HttpOnly cookies.
   */
  intermediate_session_token: string
  /** The second factor that is left to prove, if it is one. */
  mfa_required: MfaRequired | null
  /**
   * The first factor that is left to prove, if it is one: the organization does not allow the one
   * that was proved.
   */
  primary_required: {
    /** The ways to sign in that the organization allows. */
    allowed_auth_methods: string[]
  } | null
  /**
   * What the provider knows about the member's device. In answers to calls that prove a factor, if
   * the project has turned that on.
   */
  member_device?: UserDevice
}

/** The answer of a sign-in to an organization: `member_authenticated` says which of the two. */
export type MemberAuthentication = MemberAuthenticated | MemberPending

/** The relation of a visitor to an organization: they are a member, or may become one. */
export type Membership =
  | {
      /** Which kind of member they are, or why they may join. */
      type: 'active_member' | 'pending_member' | 'invited_member'
      /** Why they may join. */
      details: null
      /** Their member; null for somebody who may join. */
      member: Member
    }
  | {
      /** Which kind of member they are, or why they may join. */
      type: 'eligible_to_join_by_email_domain'
      /** Why they may join. */
      details: {
        /** The email domain that lets them join. */
        domain: string
      }
      /** Their member; null for somebody who may join. */
      member: null
    }
  | {
      /** Which kind of member they are, or why they may join. */
      type: 'eligible_to_join_by_oauth_tenant'
      /** Why they may join. */
      details: {
        /** The provider of the account that lets them join. */
        provider: string
        /** The company or workspace that lets them join. */
        tenant: string
      }
      /** Their member; null for somebody who may join. */
      member: null
    }

/** An organization that the visitor can go on to. */
export interface DiscoveredOrganization {
  /** The organization. */
  organization: Organization
  /** Whether the visitor is a member, or why they may join. */
  membership: Membership
  /** Whether `intermediateSessions.exchange` signs the visitor in at once. */
  member_authenticated: boolean
  /** The second factor that is left to prove after the exchange, if it is one. */
  mfa_required: MfaRequired | null
  /** The first factor that is left to prove after the exchange, if it is one. */
  primary_required: {
    /** The ways to sign in that the organization allows. */
    allowed_auth_methods: string[]
  } | null
}

/**
 * A visitor has proved an address, and has yet to choose an organization. The intermediate token is
 * kept for 10 minutes.
 */
export interface Discovered extends Answer {
  /**
   * A token for the visitor. The client keeps it. Empty if the project keeps tokens
   * in HttpOnly cookies.
   */
  intermediate_session_token: string
  /** The address that the visitor has proved. */
  email_address: string
  /** The organizations that the visitor can go on to. */
  discovered_organizations: DiscoveredOrganization[]
}

/** The same, with the organization to offer first. */
export interface DiscoveredWithHint extends Discovered {
  /** The id of the organization to offer first, if there is one. */
  organization_id_hint: string | null
}

/**
 * The answer of a call that changes a member. If it is the member who is signed in, `client.self`
 * has the change at once.
 */
export interface MemberChanged extends Answer {
  /** The member's id. */
  member_id: string
  /** The member as it is now. */
  member: Member
  /** The member's organization. */
  organization: Organization
}

/** A member of an organization. */
export interface MemberIds {
  /** The id of the organization. */
  organization_id: string
  /** The id of the member. */
  member_id: string
}

/** An email address, and the organization to sign in to with it. */
export interface EmailInOrganization {
  /** The address. */
  email_address: string
  /** The id of the organization. */
  organization_id: string
}

/** How long the session lasts, and the language of a message for a second factor. */
export interface SessionOptions extends SessionDuration {
  /**
   * The language of the SMS with the code, if the organization requires one: `en`, `es`, `pt-br`.
   * Default: `en`.
   */
  locale?: string
}
