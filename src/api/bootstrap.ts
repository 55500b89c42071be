import type { BotCheckKind } from './botCheck.ts'
import { call, type Call } from './call.ts'
import type { Answer } from './entities.ts'

/** A project's settings as the provider sends them. */
export interface WireBootstrap extends Partial<Answer> {
  /** The project's name. */
  project_name: string | null
  /** Whether the widget leaves out the provider's watermark. */
  disable_sdk_watermark: boolean
  /** Google reCAPTCHA Enterprise or, on a host's own server, what keeps bots away. */
  captcha_settings: {
    /** Whether calls carry captcha tokens. */
    enabled: boolean
    /** The vendor's public key for the site. */
    siteKey?: string
    /** What the tokens are. Only a host's own server says so. */
    kind?: BotCheckKind
  }
  /**
   * The project's own domain for the start of sign-ins with other providers; null for the
   * provider's domain.
   */
  cname_domain: string | null
  /** The domains that the project's emails come from. */
  email_domains: string[]
  /** Whether links work only in the browser that asked for them. */
  pkce_required_for_email_magic_links: boolean
  /** Whether reset emails work only in the browser that asked for them. */
  pkce_required_for_password_resets: boolean
  /** Whether a sign-in with another provider can be completed only in the tab that began it. */
  pkce_required_for_oauth: boolean
  /** The same for SSO connections. */
  pkce_required_for_sso: boolean
  /** The pattern of redirect URLs with the slug of an organization in them. */
  slug_pattern: string | null
  /** Whether members may create organizations. */
  create_organization_enabled: boolean
  /** The rules for passwords by kinds of characters (LUDS); null if zxcvbn rates passwords. */
  password_config: {
    /** How many of these a password must have: lower case, upper case, digits, symbols. */
    luds_complexity: number
    /** How many characters a password must have. */
    luds_minimum_count: number
    /** How many characters a password may have. Only a host's own server says so. */
    luds_maximum_count?: number
  } | null
  /**
   * For how many seconds a code is good, by where it is sent. Only a host's own server says so: the
   * provider is told by each call.
   */
  otp_expiration_seconds?: {
    /** By email. */
    email?: number
    /** By text message. */
    sms?: number
  }
  /** Whether calls carry ids of device fingerprints. */
  dfp_protected_auth_enabled?: boolean
  /**
   * How the provider uses the fingerprints: with `DECISIONING` it may ask for a captcha, with
   * `OBSERVATION` it only records them.
   */
  dfp_protected_auth_mode?: 'DECISIONING' | 'OBSERVATION'
  /** The policy that says who may do what (RBAC). */
  rbac_policy?: RbacPolicy | null
  /** Whether Ethereum wallets sign a Sign-In with Ethereum message (EIP-4361). */
  siwe_required_for_crypto_wallets: boolean
  /** Whether the project is for users or for organizations and their members. */
  vertical?: 'CONSUMER' | 'B2B'
}

/** Who may do what. The action `*` means every action of its resource. */
export interface RbacPolicy {
  /** The roles, and what each one allows. */
  roles: {
    /** The role's id, which `user.roles` and `session.roles` list. */
    role_id: string
    /** What the role is for. */
    description?: string
    /** What the role allows. */
    permissions: {
      /** The resource. */
      resource_id: string
      /** The actions that the role allows on it. */
      actions: string[]
    }[]
  }[]
  /** Everything that actions can be done to. */
  resources: {
    /** The resource's id. */
    resource_id: string
    /** What the resource is. */
    description?: string
    /** The actions that there are on it. */
    actions: string[]
  }[]
  /** What apps can ask for. */
  scopes?: {
    /** The scope. */
    scope: string
    /** What the scope is for, which the consent screen shows. */
    description: string
    /** What the scope allows an app to do. */
    permissions?: {
      /** The resource. */
      resource_id: string
      /** The actions that the scope allows on it. */
      actions: string[]
    }[]
  }[]
}

export const get: Call<undefined, WireBootstrap> = call('GET /projects/bootstrap/:public_token')
