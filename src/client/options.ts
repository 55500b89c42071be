/** Options of every client. */
export interface ClientOptions {
  /** The base URL of the API, as it is: any scheme, port and path. Use it for an emulator or a proxy. */
  customBaseUrl?: string
  /** The hosts of a project with domains of its own. */
  endpointOptions?: {
    /**
     * The API's domain, for `public-token-live` clients: a domain or a URL, of which only the host counts. An invalid one is ignored, with a warning in
     * development.
     */
    apiDomain?: string
    /** The same for `public-token-test` clients. */
    testApiDomain?: string
    /** The domain that telemetry is sent to. */
    dfppaDomain?: string
    /** The domain that the telemetry script comes from. */
    dfpCdnDomain?: string
  }
  /** Addresses as they are, for tests and stand-ins. */
  endpoints?: {
    /** The API, for `public-token-live` clients. Default `https://api.stytch.com`. */
    liveAPIURL?: string
    /** The API, for `public-token-test` clients. Default `https://test.stytch.com`. */
    testAPIURL?: string
    /** Where telemetry is sent. Default `https://telemetry.stytch.com`. */
    dfpBackendURL?: string
    /** The provider's frame that sets up One Tap. Default `https://js.stytch.com/clientside-services/index.html`. */
    clientsideServicesIframeURL?: string
    /** A stand-in for Google's reCAPTCHA script. Only `public-token-test` clients use it. */
    recaptchaURL?: string
    /** A stand-in for Google's sign-in script. Only `public-token-test` clients use it. */
    googleURL?: string
  }
  /** Where telemetry is sent, as it is. It wins over all other options for that. */
  dfppaUrl?: string
  /** Where the telemetry script comes from, as it is. It wins over all other options for that. */
  dfpCdnUrl?: string
  /** The cookies that keep the session. */
  cookieOptions?: {
    /** The name of the cookie with the session token. Default `stytch_session`. */
    opaqueTokenCookieName?: string
    /** The name of the cookie with the JWT. Default `stytch_session_jwt`. */
    jwtCookieName?: string
    /** The name of the cookie with the intermediate session token. Default `stytch_intermediate_session_token`. */
    istCookieName?: string
    /** The path of the cookies. Default `/`. */
    path?: string
    /** Whether subdomains share the session. Default false. */
    availableToSubdomains?: boolean
    /** The domain whose subdomains share the session, if `availableToSubdomains` is true. Default: the page's host. */
    domain?: string
  }
  /** Whether each refresh in the background extends the session by its own length. Default false: a refresh only checks the session. */
  keepSessionAlive?: boolean
  /** The nonce of your page's Content Security Policy, for scripts of others (captcha, telemetry, Google). The script tag passes its own on. */
  nonce?: string
  /**
   * How long to wait for an answer, in ms. Default 20,000, also for a negative number or NaN. With 0 or Infinity the client waits as long as the browser
   * does.
   */
  timeout?: number
}

/** What differs between Latchkey's own entries and the drop-in ones (row 38). */
export interface Brand {
  /** How a host makes a client: `new HeadlessClient`. */
  client: string
  /** Before every console message: `[Latchkey]`. */
  prefix: string
  /** Before the name of the log's first event: a project of organizations has its own (wire.md 1.2). */
  log?: 'b2b_'
  /** Before the method in a usage error: `latchkey`. */
  method: string
  /** What a host hears in the place of an error that was thrown; without it, the error itself. */
  errorFor?(thrown: unknown): unknown
}

/** What stands for options that are not given; it has no prototype either. */
export const nothing: object = { __proto__: null }

/**
 * What a host has given, with its own properties alone, and without those that are null or undefined: what some script has put into the prototype of all objects, nobody has given.
 * However deep; functions are themselves.
 */
export const own = <Given>(given: Given): Given =>
  given && typeof given === 'object'
    ? (Object.entries(given).reduce(
        (taken, [name, value]) => {
          const taking = own(value)
          if (taking !== undefined) taken[name] = taking
          return taken
        },
        (Array.isArray(given) ? [] : { __proto__: null }) as Record<string, unknown>,
      ) as Given)
    : (given ?? undefined)!
