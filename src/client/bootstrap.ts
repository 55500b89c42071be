import type { RbacPolicy, WireBootstrap } from '../api/bootstrap.ts'
import type { Store } from '../browser/storage.ts'

/** A project's settings. */
export interface Bootstrap {
  /** The project's name. */
  projectName: string | null
  /** Whether the widget shows the provider's watermark. */
  displayWatermark: boolean
  /** Google reCAPTCHA Enterprise or, on a host's own server, what keeps bots away. */
  captchaSettings: WireBootstrap['captcha_settings']
  /**
   * The project's own domain for the start of sign-ins with other providers; null for the
   * provider's domain.
   */
  cnameDomain: string | null
  /** The domains that the project's emails come from. */
  emailDomains: string[]
  /** Whether links work only in the browser that asked for them. */
  pkceRequiredForEmailMagicLinks: boolean
  /** Whether reset emails work only in the browser that asked for them. */
  pkceRequiredForPasswordResets: boolean
  /** Whether a sign-in with another provider can be completed only in the tab that began it. */
  pkceRequiredForOAuth: boolean
  /** The same for SSO connections. */
  pkceRequiredForSso: boolean
  /** The pattern of redirect URLs with the slug of an organization in them. */
  slugPattern: string | null
  /** Whether members may create organizations. */
  createOrganizationEnabled: boolean
  /** The rules for passwords by kinds of characters (LUDS); null if zxcvbn rates passwords. */
  passwordConfig: {
    /** How many of these a password must have: lower case, upper case, digits, symbols. */
    ludsComplexity: number
    /** How many characters a password must have. */
    ludsMinimumCount: number
    /** How many characters a password may have. */
    ludsMaximumCount?: number
  } | null
  /** For how many seconds a code is good, by where it is sent, if a host's own server says so. */
  otpExpirationSeconds?: {
    /** By email. */
    email?: number
    /** By text message. */
    sms?: number
  }
  /** Whether calls carry ids of device fingerprints. */
  runDFPProtectedAuth: boolean
  /**
   * How the provider uses the fingerprints: with `DECISIONING` it may ask for a captcha, with
   * `OBSERVATION` it only records them.
   */
  dfpProtectedAuthMode?: 'DECISIONING' | 'OBSERVATION'
  /** The policy that says who may do what (RBAC). */
  rbacPolicy: RbacPolicy | null
  /** Whether Ethereum wallets sign a Sign-In with Ethereum message (EIP-4361). */
  siweRequiredForCryptoWallets: boolean
  /** Whether the project is for users or for organizations and their members. */
  vertical?: 'CONSUMER' | 'B2B'
}

/**
 * The settings until the server has answered, and those that an answer leaves out
 * (docs/internals/protocol.md#project-settings).
 */
export const defaultBootstrap = {
  projectName: null,
  displayWatermark: false,
  captchaSettings: { enabled: false },
  emailDomains: ['stytch.com'],
  passwordConfig: null,
  rbacPolicy: null,
} as unknown as Bootstrap

/**
 * Returns the settings of the last visit, which are stored under `<key>::bootstrap`, or else the
 * built-in ones.
 */
export function cachedBootstrap(store: Store, key: string): Bootstrap {
  const value = store.get(key + '::bootstrap') as Bootstrap | undefined
  return Array.isArray(value?.emailDomains) ? { ...defaultBootstrap, ...value } : defaultBootstrap
}
