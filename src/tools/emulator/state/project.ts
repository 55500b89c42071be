import * as v from 'valibot'
import type { Answer } from '../../../api/entities.ts'
import type { BotCheckKind } from '../../../api/botCheck.ts'
import type { WireBootstrap } from '../../../api/bootstrap.ts'
import { originSetting } from '../requests/originGuard.ts'
import { withoutUndefined } from '../requests/fields.ts'

/**
 * The reasons why Google's prompt was not shown, as Google's `getNotDisplayedReason` names them.
 */
export const notDisplayedReasons = [
  'browser_not_supported',
  'invalid_client',
  'missing_client_id',
  'opt_out_or_no_session',
  'secure_http_required',
  'suppressed_by_user',
  'unregistered_origin',
  'unknown_reason',
] as const
/**
 * The reasons why a prompt that was shown closed again, as Google's `getSkippedReason` names them.
 */
export const skippedReasons = ['auto_cancel', 'user_cancel', 'tap_outside', 'issuing_failed'] as const

/**
 * The settings of a project, with the names of the provider's API: first those that clients
 * receive, then those that the provider keeps to itself.
 */
export interface Project extends Omit<WireBootstrap, keyof Answer> {
  /**
   * The origins whose pages may call the API, in addition to those of this machine, if `listen` or
   * `latchkey dev` serves the emulator. Default `null`: none. In process, any page may call it.
   */
  allowed_origins: string[] | null
  /**
   * The URLs to which links and sign-ins can lead, compared byte for byte. Default `null`: any URL,
   * which is convenient in a test.
   */
  allowed_redirect_urls: string[] | null
  /**
   * Where a link leads if the request does not say. Default `null`: to the page that made the call,
   * or else to `http://localhost:3000/authenticate`.
   */
  default_redirect_url: string | null
  /**
   * How many messages a recipient can be sent within a minute before `too_many_requests`. Default
   * `null`: no limit. This counts the last 60 seconds. The provider starts again at the top of each
   * minute, but then a test would pass or fail depending on when it runs.
   */
  sends_per_minute: number | null
  /**
   * Whether pages can read `Retry-After`, as `Access-Control-Expose-Headers` says (Fetch, section
   * 3.3.3). Default true. With false, pages do not know how long to wait after `too_many_requests`.
   */
  expose_retry_after: boolean
  /** How many failed attempts in a row lock a user. Default 10. */
  lock_threshold: number
  /** How long a user stays locked, in minutes. Default 60. */
  lock_minutes: number
  /**
   * Passwords that count as breached, in addition to the most common ones. Default: one that is
   * long enough for every policy, `correct horse battery staple`.
   */
  breached_passwords: string[]
  /**
   * Whether a passkey must verify its user. Default `preferred`, as at the provider: an
   * authenticator that cannot do so is accepted.
   */
  webauthn_user_verification: 'preferred' | 'required'
  /**
   * When somebody must have touched the device. Default `required`: whenever it creates a passkey
   * or signs in with one. With `to_log_in`, a passkey can also be one that a browser has created
   * without a question (WebAuthn Level 3, section 7.1, step 15), which neither presence nor
   * verification of a person proves. A log-in always needs somebody.
   */
  webauthn_user_presence: 'required' | 'to_log_in'
  /**
   * Whether the provider finds every visitor suspicious: it then answers `Captcha required` to
   * protected calls that carry no captcha token. Default false.
   */
  captcha_required: boolean
  /**
   * Whether the calls of a browser that change how a user signs in need a session with two factors,
   * if the user has two: `user.update` and the deletions, `totps.create` and `recoveryCodes`,
   * `webauthn.register` and `update`, and codes and links to an address or a number that is new.
   * Without it they are refused with `unauthorized_action`. `required` is what the provider does
   * (docs/guides/emulator.md#a-second-factor). With `before_session`, a user with an authenticator
   * app proves it, or a recovery code, before their session begins, as at a host's own server
   * (`backend`); the provider does not have that. Default `optional`.
   */
  second_factor: 'optional' | 'required' | 'before_session'
  /**
   * Whether a user who proves a second factor before their session may choose not to be asked again
   * on this device for 30 days. Default true.
   */
  trusted_devices: boolean
  /**
   * Keeps session tokens away from scripts: they are sent in HttpOnly cookies, and are empty in
   * answers. Default false.
   */
  opaque_tokens: boolean
  /**
   * Whether the emulator acts as a host's own server, for clients with a `backend`: calls need
   * no public token, sessions are in HttpOnly cookies, links carry `latchkey_token_type`, and there
   * is no route for the log. Default false.
   */
  backend: boolean
  /**
   * The page to which apps send visitors, with `mountIdentityProvider` on it: an absolute URL.
   * Default `null`: `/consent/` of the emulator, where `latchkey dev` has its own.
   */
  idp_authorization_url: string | null
  /**
   * Which apps get a new refresh token for each one that they use. Default `every_client` (RFC
   * 9700, section 4.14.2). The provider does so only for `public_clients`; all others keep their
   * token, which lasts three months from its last use.
   */
  refresh_token_rotation: 'every_client' | 'public_clients'
  /**
   * Whether apps can register themselves (RFC 7591), as agents do. Default true. At the provider it
   * is off until an administrator turns it on, in the dashboard under Connected Apps.
   */
  dynamic_client_registration_enabled: boolean
  /**
   * How many apps the project can have before `too_many_connected_apps`. Those of a seed are always
   * added. Default 1000.
   */
  connected_apps_limit: number
  /**
   * Whether the values that the provider documents for tests of a server, such as
   * `sandbox@stytch.com`, work here too. Default true.
   */
  sandbox_values: boolean
  /** The project's client id at Google, which Google's prompt requires. `null`: none. */
  google_client_id: string | null
  /**
   * What Google's prompt does. Default `shown`: it appears and waits for the visitor. Any other
   * value is Google's name of the reason why it does not appear (`opt_out_or_no_session`) or closes
   * at once (`user_cancel`).
   */
  google_one_tap: 'shown' | (typeof notDisplayedReasons)[number] | (typeof skippedReasons)[number]
}

const permissions = v.array(v.object({ resource_id: v.string(), actions: v.array(v.string()) }))

export const rbacPolicy = v.object({
  roles: v.array(v.object({ role_id: v.string(), description: v.optional(v.string()), permissions })),
  resources: v.array(v.object({ resource_id: v.string(), description: v.optional(v.string()), actions: v.array(v.string()) })),
  // always present: the provider's own screens look up scopes in it without checking
  scopes: v.optional(v.array(v.object({ scope: v.string(), description: v.string(), permissions: v.optional(permissions) })), []),
})

const botCheckKind = v.picklist(['turnstile', 'hcaptcha', 'recaptcha', 'captchafox', 'proof_of_work'] satisfies BotCheckKind[])

const count = v.pipe(v.number(), v.integer(), v.minValue(1))

/**
 * Any of the settings. Refuses an unknown name, because a test with a misspelled one would test
 * nothing.
 */
export const projectPatch: v.GenericSchema<unknown, Partial<Project>> = v.partial(
  v.strictObject({
    project_name: v.nullable(v.string()),
    disable_sdk_watermark: v.boolean(),
    captcha_settings: v.object({ enabled: v.boolean(), siteKey: v.optional(v.string()), kind: v.optional(botCheckKind) }),
    cname_domain: v.nullable(v.string()),
    email_domains: v.array(v.string()),
    pkce_required_for_email_magic_links: v.boolean(),
    pkce_required_for_password_resets: v.boolean(),
    pkce_required_for_oauth: v.boolean(),
    pkce_required_for_sso: v.boolean(),
    slug_pattern: v.nullable(v.string()),
    create_organization_enabled: v.boolean(),
    password_config: v.nullable(v.object({ luds_complexity: v.number(), luds_minimum_count: v.number() })),
    dfp_protected_auth_enabled: v.boolean(),
    dfp_protected_auth_mode: v.picklist(['DECISIONING', 'OBSERVATION']),
    rbac_policy: v.nullable(rbacPolicy),
    siwe_required_for_crypto_wallets: v.boolean(),
    vertical: v.picklist(['CONSUMER', 'B2B']),
    allowed_origins: v.nullable(v.array(originSetting)),
    allowed_redirect_urls: v.nullable(v.array(v.string())),
    default_redirect_url: v.nullable(v.string()),
    sends_per_minute: v.nullable(count),
    expose_retry_after: v.boolean(),
    lock_threshold: count,
    lock_minutes: count,
    breached_passwords: v.array(v.string()),
    webauthn_user_verification: v.picklist(['preferred', 'required']),
    webauthn_user_presence: v.picklist(['required', 'to_log_in']),
    captcha_required: v.boolean(),
    second_factor: v.picklist(['optional', 'required', 'before_session']),
    trusted_devices: v.boolean(),
    opaque_tokens: v.boolean(),
    backend: v.boolean(),
    idp_authorization_url: v.nullable(v.pipe(v.string(), v.url())),
    refresh_token_rotation: v.picklist(['every_client', 'public_clients']),
    dynamic_client_registration_enabled: v.boolean(),
    connected_apps_limit: count,
    sandbox_values: v.boolean(),
    google_client_id: v.nullable(v.string()),
    google_one_tap: v.picklist(['shown', ...notDisplayedReasons, ...skippedReasons]),
  }),
)

/** Returns a project with these settings, and the defaults for all others. */
export const createProject = (settings: Partial<Project> = {}): Project => ({
  project_name: 'Latchkey Emulator',
  disable_sdk_watermark: true,
  captcha_settings: { enabled: false },
  cname_domain: null,
  email_domains: ['example.com'],
  pkce_required_for_email_magic_links: false,
  pkce_required_for_password_resets: false,
  pkce_required_for_oauth: false,
  pkce_required_for_sso: false,
  slug_pattern: null,
  create_organization_enabled: false,
  password_config: null,
  dfp_protected_auth_enabled: false,
  rbac_policy: { roles: [{ role_id: 'stytch_user', description: 'Every user has it', permissions: [] }], resources: [], scopes: [] },
  siwe_required_for_crypto_wallets: false,
  vertical: 'CONSUMER',
  allowed_origins: null,
  allowed_redirect_urls: null,
  default_redirect_url: null,
  sends_per_minute: null,
  expose_retry_after: true,
  lock_threshold: 10,
  lock_minutes: 60,
  // Well known, and long enough for every policy.
  breached_passwords: ['correct horse battery staple'],
  webauthn_user_verification: 'preferred',
  webauthn_user_presence: 'required',
  captcha_required: false,
  second_factor: 'optional',
  trusted_devices: true,
  opaque_tokens: false,
  backend: false,
  idp_authorization_url: null,
  refresh_token_rotation: 'every_client',
  dynamic_client_registration_enabled: true,
  connected_apps_limit: 1000,
  sandbox_values: true,
  google_client_id: 'emulated.apps.googleusercontent.com',
  google_one_tap: 'shown',
  ...withoutUndefined(settings),
})

/** Returns the settings of a project that clients can read. */
export const toBootstrap = ({
  allowed_origins,
  allowed_redirect_urls,
  default_redirect_url,
  sends_per_minute,
  expose_retry_after,
  lock_threshold,
  lock_minutes,
  breached_passwords,
  webauthn_user_verification,
  webauthn_user_presence,
  captcha_required,
  second_factor,
  trusted_devices,
  opaque_tokens,
  backend,
  idp_authorization_url,
  refresh_token_rotation,
  dynamic_client_registration_enabled,
  connected_apps_limit,
  sandbox_values,
  google_client_id,
  google_one_tap,
  ...bootstrap
}: Project): Omit<WireBootstrap, keyof Answer> => bootstrap
