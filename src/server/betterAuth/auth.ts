import type { PasswordLengths } from '../bridge/defaults.ts'
import type { BridgeOptions } from '../bridge/handler.ts'
import type { AuthRefusal } from './refusals.ts'

/** What the bridge reads of a plugin of Better Auth. */
export interface AuthPlugin {
  /** Its name, such as `magic-link`. */
  readonly id: string
  /** What the host has configured. */
  readonly options?: unknown
}

/** What the bridge reads of the options of Better Auth, whose own documentation describes them. */
export interface AuthOptions {
  /** The product's name. */
  readonly appName?: string
  /** Where it is, or which hosts it may be at. */
  readonly baseURL?: unknown
  /** The path of Better Auth's routes. */
  readonly basePath?: string
  /** The plugins, which decide what the widget can offer. */
  readonly plugins?: readonly AuthPlugin[]
  /** Passwords. */
  readonly emailAndPassword?: {
    /** Whether there are any. */
    readonly enabled?: boolean
    /** How many characters they need. Default: 8. */
    readonly minPasswordLength?: number
    /** How many characters they may have. Default: 128. */
    readonly maxPasswordLength?: number
    /** Whether a log-in waits for the proof of the address. */
    readonly requireEmailVerification?: boolean
    /** Called for a sign-up with an address that has an account. */
    readonly onExistingUserSignUp?: unknown
  }
  /** How addresses are confirmed. */
  readonly emailVerification?: {
    /** Sends the mail of a confirmation. */
    readonly sendVerificationEmail?: unknown
    /** How long its link is good, in seconds. Default: 3600. */
    readonly expiresIn?: number
    /** Whether a sign-up sends one. */
    readonly sendOnSignUp?: boolean
    /** Whether a sign-in does before the address is proven. */
    readonly sendOnSignIn?: boolean
  }
  /** What users can change. */
  readonly user?: {
    /** Their address. */
    readonly changeEmail?: {
      /** Whether an address that nobody has proven replaces one. */
      readonly updateEmailWithoutVerification?: boolean
    }
  }
  /** The accounts at other providers. */
  readonly account?: {
    /** How they come to a user. */
    readonly accountLinking?: {
      /** Whether the user's own address has to be proven before. */
      readonly requireLocalEmailVerified?: boolean
    }
  }
  /** The other providers that visitors can sign in with. */
  readonly socialProviders?: unknown
  /** A faster store beside the database. */
  readonly secondaryStorage?: unknown
  /** What is valid for a while. */
  readonly verification?: {
    /** Whether it is in the database as well. Default: only without a `secondaryStorage`. */
    readonly storeInDatabase?: boolean
  }
  /** Settings that few need. */
  readonly advanced?: {
    /** What the names of its cookies begin with. */
    readonly cookiePrefix?: string
    /** How Better Auth finds a visitor's address. */
    readonly ipAddress?: {
      /** The headers that the host's proxy sets. */
      readonly ipAddressHeaders?: readonly string[]
      /** The addresses of the host's proxies. */
      readonly trustedProxies?: readonly string[]
    }
    /** Whether subdomains share the cookies. */
    readonly crossSubDomainCookies?: {
      /** Default: false. */
      readonly enabled?: boolean
    }
  }
}

/** A condition of a query of Better Auth's. */
export interface Where {
  /** The name of the field. */
  field: string
  /** What it is compared with. */
  value: string | number | boolean | string[] | number[] | Date | null
  /** Default: `eq`. */
  operator?: 'eq' | 'ne' | 'lt' | 'gt' | 'contains'
}

/** A row of a table of Better Auth's. */
export type Row = Record<string, unknown>

/** The database of Better Auth. */
export interface Adapter {
  /** Adds a row. */
  readonly create: (row: { model: string; data: Row }) => Promise<unknown>
  /** Finds a row. */
  readonly findOne: (query: { model: string; where: Where[] }) => Promise<Row | null>
  /** Finds rows. */
  readonly findMany: (query: { model: string; where: Where[]; limit?: number }) => Promise<Row[]>
  /** Counts rows. */
  readonly count: (query: { model: string; where: Where[] }) => Promise<number>
  /** Changes a row. */
  readonly update: (change: { model: string; where: Where[]; update: Row }) => Promise<Row | null>
  /** Changes rows. */
  readonly updateMany: (change: { model: string; where: Where[]; update: Row }) => Promise<number>
  /** Deletes rows. */
  readonly deleteMany: (query: { model: string; where: Where[] }) => Promise<unknown>
}

/**
 * What `betterAuth()` returns, as far as the bridge uses it. Its calls go through `handler`, never
 * through `api` or the database: the limits, the check of the origin and `disabledPaths` are in the
 * handler.
 */
export interface Auth {
  /** Answers a request of Better Auth's own routes. */
  readonly handler: (request: Request) => Promise<Response>
  /** What the host has configured. */
  readonly options: AuthOptions
  /** What Better Auth has made of it. */
  readonly $context: Promise<{
    /** The base URL of its routes. */
    readonly baseURL: string
  }>
}

/** What a Better Auth offers to visitors. Its log-in page shows no less. */
export interface AuthOffers {
  /** The base URL of its routes, as browsers see it: `https://shop.example/api/auth`. */
  baseURL?: string
  /** The product's name. */
  appName?: string
  /**
   * The ids of its plugins, such as `magic-link`, `email-otp`, `phone-number`, `passkey`,
   * `two-factor` and `generic-oauth`. Others are ignored.
   */
  plugins: readonly string[]
  /** How many characters passwords have. Default: there are no passwords. */
  passwords?: PasswordLengths
  /** Whether it mails links that confirm an address. Default: false. */
  confirmsByLink?: boolean
  /** Whether visitors can sign in with other providers. Default: with `generic-oauth` they can. */
  socialSignIn?: boolean
  /** For how many seconds codes are good. Default: 300. */
  codeSeconds?: {
    /** Those by email. */
    email?: number
    /** Those by text message. */
    sms?: number
  }
  /** The domain whose pages can use the passkeys. Default: that of `baseURL`. */
  passkeyDomain?: string
  /** The scopes that apps can ask for. Default: those of OpenID Connect. */
  scopes?: readonly string[]
  /** What its plugin `captcha` checks (`endpoints`). Default: nothing, as without the plugin. */
  captchaPaths?: readonly string[]
}

/** A Better Auth in another process, which the bridge asks by `fetch`. */
export interface RemoteAuth {
  /** The base URL of its routes, as this server reaches it: `https://auth.internal/api/auth`. */
  url: string
  /**
   * What it offers, where `latchkey()` cannot be one of its plugins. Default: the plugin says it.
   * The guide has what is missing without the plugin.
   */
  offers?: AuthOffers
  /**
   * Sends a request to it, and follows no redirect: for a service binding, or a header that only
   * this server knows. Default: `fetch`.
   */
  fetch?: (request: Request) => Promise<Response>
}

/** Options of `bridge`. */
export interface BetterAuthBridgeOptions {
  /** The origins of the pages that may call it. Default: the one of Better Auth's `baseURL`. */
  origins?: readonly string[]
  /**
   * Whether a proxy in front of this server sets `X-Forwarded-For`, so that it is believed. Better
   * Auth's `advanced.ipAddress.trustedProxies` says which. Default false: the address of the
   * connection counts.
   */
  trustProxy?: boolean
  /**
   * The page that a link, or another provider, leads to if the page that asked named none. Default:
   * `/`.
   */
  loginPage?: string
  /**
   * The page that asks for a new password, if the page that asked for it named none. Default:
   * `loginPage`.
   */
  resetPage?: string
  /**
   * Whether a URL of these origins is a page with the widget. Mails and other providers lead to no
   * other. Default: every page, except Better Auth's routes and the bridge's.
   */
  isPage?: BridgeOptions['isPage']
  /** The project's name, on the consent screen. Default: Better Auth's `appName`. */
  projectName?: string
  /**
   * Rates a password from 0 to 4, as zxcvbn does; below 3 it is too weak. Default: its length alone
   * counts.
   */
  passwordScore?: (password: string, email: string | undefined) => number | Promise<number>
  /**
   * Returns what the visitor reads when a hook of yours refuses a call, or when they may not log in
   * or sign up: in their language, of which `Accept-Language` of the request says something. At
   * most 1,000 characters are shown. Default, and for undefined: a sentence of the widget's.
   */
  refusalText?: (refused: AuthRefusal, request: Request) => string | undefined | Promise<string | undefined>
  /**
   * Called when a call is answered with 503, or refused for a reason that no visitor can mend, such
   * as a captcha that the page does not have. Default: one line on the console, without the error's
   * text.
   */
  onError?: BridgeOptions['onError']
  /**
   * Keeps bots away from every call that sends or tries something. What Better Auth's plugin
   * `captcha` checks, it alone checks: give both the same keys. Default: none.
   */
  botCheck?: BridgeOptions['botCheck']
}

export const pluginOf = ({ options }: Pick<Auth, 'options'>, id: string): AuthPlugin | undefined =>
  options.plugins?.find((plugin) => plugin.id === id)

/** Returns the options of a plugin, whose fields nobody has checked. */
export const optionsOf = (auth: Pick<Auth, 'options'>, id: string): Record<string, unknown> =>
  (pluginOf(auth, id)?.options ?? {}) as Record<string, unknown>

/** Returns the path of Better Auth's routes: that of its base URL, if this has one. */
export const pathOf = ({ baseURL, basePath }: Pick<AuthOptions, 'baseURL' | 'basePath'>): string => {
  const path = typeof baseURL === 'string' && URL.canParse(baseURL) ? new URL(baseURL).pathname.replace(/\/+$/, '') : ''
  return path || basePath || '/api/auth'
}
