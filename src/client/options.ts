/** Options of every client (wire.md 1.2). */
export interface ClientOptions {
  /**
   * Base URL of the API, used verbatim: any scheme, port and path. How an emulator or a proxy is reached. It does not count as a custom API
   * endpoint for the start-up rules (row 35).
   */
  customBaseUrl?: string
  /** Hosts of a project with domains of its own. */
  endpointOptions?: {
    /** Custom domain of the API; a bare domain or a URL, reduced to `https://<hostname>`. An invalid one warns and is ignored. */
    apiDomain?: string
    /** The same for test projects. */
    testApiDomain?: string
    /** Where telemetry is submitted. */
    dfppaDomain?: string
    /** Where the telemetry script comes from. */
    dfpCdnDomain?: string
  }
  /** Hosts used verbatim (http and a port allowed): for tests and stand-ins. */
  endpoints?: {
    /** The API, for `public-token-live` clients. Default `https://api.stytch.com`. */
    liveAPIURL?: string
    /** The API, for `public-token-test` clients. Default `https://test.stytch.com`. */
    testAPIURL?: string
    /** Where telemetry is submitted. Default `https://telemetry.stytch.com`. */
    dfpBackendURL?: string
    /** The provider's frame that sets up One Tap. Default `https://js.stytch.com/clientside-services/index.html`. */
    clientsideServicesIframeURL?: string
    /** Stand-in for Google's reCAPTCHA script; `public-token-test` clients only (row 32). */
    recaptchaURL?: string
    /** Stand-in for Google's sign-in script; `public-token-test` clients only (row 32). */
    googleURL?: string
  }
  /** Base URL of the telemetry's backend, used verbatim; before all other ways to name it. */
  dfppaUrl?: string
  /** Base URL of the telemetry script, used verbatim; before all other ways to name it. */
  dfpCdnUrl?: string
  /** How the session is kept in cookies. */
  cookieOptions?: {
    /** Default `stytch_session`. */
    opaqueTokenCookieName?: string
    /** Default `stytch_session_jwt`. */
    jwtCookieName?: string
    /** Default `stytch_intermediate_session_token`. */
    istCookieName?: string
    /** Default `/`. */
    path?: string
    /** Shares the session with the domain's subdomains. */
    availableToSubdomains?: boolean
    /** Which domain; counts only with `availableToSubdomains`. Default: the page's host. */
    domain?: string
  }
  /** Makes each background refresh extend the session by its own length; without, a refresh only checks it (row 35). */
  keepSessionAlive?: boolean
  /** The nonce of the page's Content Security Policy, for third parties' scripts (captcha, telemetry, Google). The script tag passes its own on. */
  nonce?: string
  /** A call is given up after this many ms (row 33); with 0 or Infinity never. Default 20,000, also in place of what is no time: a negative number, NaN. */
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
