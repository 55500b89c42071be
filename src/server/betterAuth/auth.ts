/** What the bridge reads of a plugin of Better Auth. */
export interface AuthPlugin {
  readonly id: string
  readonly options?: unknown
}

/** What the bridge reads of the options of Better Auth. */
export interface AuthOptions {
  readonly appName?: string
  readonly baseURL?: unknown
  readonly basePath?: string
  readonly plugins?: readonly AuthPlugin[]
  readonly emailAndPassword?: {
    readonly enabled?: boolean
    readonly minPasswordLength?: number
    readonly sendResetPassword?: unknown
  }
  readonly socialProviders?: unknown
  readonly advanced?: { readonly ipAddress?: { readonly ipAddressHeaders?: readonly string[] } }
}

/**
 * What `betterAuth()` returns, as far as the bridge uses it. Its calls go through `handler`, never through `api`: the limits, the check of the origin and `disabledPaths` are in the
 * handler alone.
 */
export interface Auth {
  readonly handler: (request: Request) => Promise<Response>
  readonly options: AuthOptions
  readonly $context: Promise<{ readonly baseURL: string }>
}

/** Options of `bridge`. */
export interface BetterAuthBridgeOptions {
  /** The origins of the pages that may call it. Default: the one of Better Auth's `baseURL`. */
  origins?: readonly string[]
  /** Whether a proxy in front of this server sets `X-Forwarded-For`, so that it is believed. Better Auth's `advanced.ipAddress.trustedProxies` says which. Default false: the address of the connection counts. */
  trustProxy?: boolean
  /** The page that a link leads to if the page that asked for it named none. Default: `/`. */
  loginPage?: string
  /** The page that asks for a new password, if the page that asked for it named none. Default: `loginPage`. */
  resetPage?: string
  /** The project's name, on the consent screen. Default: Better Auth's `appName`. */
  projectName?: string
  /** Rates a password from 0 to 4, as zxcvbn does; below 3 it is too weak. Default: its length alone counts. */
  passwordScore?: (password: string, email: string | undefined) => number | Promise<number>
  /** Called when a call is answered with 503. Default: one line on the console, without the error's text. */
  onError?: (failure: { route: string; error: unknown }) => void
}

export const pluginOf = ({ options }: Auth, id: string): AuthPlugin | undefined => options.plugins?.find((plugin) => plugin.id === id)

/** The options of a plugin, whose fields nobody has checked. */
export const optionsOf = (auth: Auth, id: string): Record<string, unknown> => (pluginOf(auth, id)?.options ?? {}) as Record<string, unknown>
