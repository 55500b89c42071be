/** Options of every client. */
export interface ClientOptions {
  /**
   * Where the API is: the project's own domain, such as `login.example.com`, or a whole URL with
   * any scheme, port and path, for an emulator or a proxy. Over https, the session can be in an
   * HttpOnly cookie, so it is asked for without a readable one. What is neither is ignored, with a
   * warning in development; so are the other domains and URLs here.
   */
  customBaseUrl?: string
  /** The domains of a project that has its own. */
  endpointOptions?: {
    /**
     * The API's domain, for `public-token-live` clients: a domain, or a whole URL.
     */
    apiDomain?: string
    /** The same for `public-token-test` clients. */
    testApiDomain?: string
    /** The domain that telemetry is sent to. */
    dfppaDomain?: string
    /** The domain that the telemetry script comes from. */
    dfpCdnDomain?: string
  }
  /** Exact URLs, for tests and stand-ins. */
  endpoints?: {
    /** The API, for `public-token-live` clients. Default `https://api.stytch.com`. */
    liveAPIURL?: string
    /** The API, for `public-token-test` clients. Default `https://test.stytch.com`. */
    testAPIURL?: string
    /** Where telemetry is sent. Default `https://telemetry.stytch.com`. */
    dfpBackendURL?: string
    /**
     * The provider's frame that sets up One Tap. Default
     * `https://js.stytch.com/clientside-services/index.html`.
     */
    clientsideServicesIframeURL?: string
    /** A stand-in for Google's reCAPTCHA script. Only `public-token-test` clients use it. */
    recaptchaURL?: string
    /** A stand-in for Google's sign-in script. Only `public-token-test` clients use it. */
    googleURL?: string
  }
  /** The exact URL that telemetry is sent to. Takes precedence over all other options for that. */
  dfppaUrl?: string
  /** The exact URL of the telemetry script. Takes precedence over all other options for it. */
  dfpCdnUrl?: string
  /** The cookies that keep the session. */
  cookieOptions?: {
    /** The name of the cookie with the session token. Default `stytch_session`. */
    opaqueTokenCookieName?: string
    /** The name of the cookie with the JWT. Default `stytch_session_jwt`. */
    jwtCookieName?: string
    /**
     * The name of the cookie with the intermediate session token. Default
     * `stytch_intermediate_session_token`.
     */
    istCookieName?: string
    /** The path of the cookies. Default `/`. */
    path?: string
    /** Whether subdomains share the session. Default false. */
    availableToSubdomains?: boolean
    /**
     * The domain whose subdomains share the session, if `availableToSubdomains` is true. Default:
     * the page's host.
     */
    domain?: string
  }
  /**
   * Whether each refresh in the background extends the session by its own length. Default false: a
   * refresh only checks the session.
   */
  keepSessionAlive?: boolean
  /**
   * The nonce of your page's Content Security Policy, for third-party scripts (captcha, telemetry,
   * Google). The script tag passes its own on.
   */
  nonce?: string
  /**
   * How long to wait for an answer, in ms. Default 20,000, also for a negative number or NaN. With
   * 0 or Infinity the client waits as long as the browser does.
   */
  timeout?: number
}

/**
 * The options of a client whose sessions are on your own server:
 * `new LatchkeyClient({ backend: '/auth' })`. There is no public token then, and no project at the
 * provider.
 */
export interface BackendOptions extends Pick<ClientOptions, 'keepSessionAlive' | 'nonce' | 'timeout'> {
  /**
   * The base URL of your own server, which answers the calls: a path of the page's own origin, such
   * as `/auth`, or a whole URL, such as `https://auth.example.com`. It keeps sessions in HttpOnly
   * cookies, so no script can read their tokens. Nothing is logged.
   */
  backend: string
}

/** The options of any client. */
export type AnyClientOptions = ClientOptions & Partial<BackendOptions>

/**
 * What differs between Latchkey's own entries and the drop-in ones
 * (docs/decisions/README.md#the-providers-name-appears-only-in-the-drop-in-entries).
 */
export interface Brand {
  /** How a host creates a client: `new HeadlessClient`. */
  client: string
  /** What every console message begins with: `[Latchkey]`. */
  prefix: string
  /** What the name of the log's first event begins with in a project of organizations. */
  log?: 'b2b_'
  /** What stands before the method in a usage error: `latchkey`. */
  method: string
  /**
   * Creates the error that the host gets from the error that was thrown. Without it, the host gets
   * the error that was thrown.
   */
  errorFor?(error: unknown): unknown
}
