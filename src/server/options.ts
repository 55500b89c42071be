import { noProperties, ownProperties } from '../api/ownProperties.ts'

/** What your server calls to reach the provider: `fetch`, or a function that does the same. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The cookies of a session, as in the `cookieOptions` of your client. */
export interface SessionCookieOptions {
  /** The name of the cookie with the JWT. Default: `stytch_session_jwt`. */
  jwtCookieName?: string
  /** The name of the cookie with the session token. Default: `stytch_session`. */
  opaqueTokenCookieName?: string
  /** The path of the cookies in `setCookie`. Default: `/`. */
  path?: string
  /**
   * The domain of the cookies in `setCookie`. Default: none, so that they belong to this host
   * alone.
   */
  domain?: string
}

/** How to check a session with the project's public keys alone. */
export interface LocalOptions {
  /** The project's id: `project-live-...` or `project-test-...`. */
  projectId: string
  /**
   * The base URL of the API, such as that of an emulator. Default, also for an empty text:
   * `https://api.stytch.com` for a live project, `https://test.stytch.com` for a test project. A
   * live project needs `https:`.
   */
  baseUrl?: string
  /** The cookies' names and scope. Pass what your client has. */
  cookieOptions?: SessionCookieOptions
  /** By how many seconds the clock of this server may differ from the provider's. Default: 10. */
  clockToleranceSeconds?: number
  /**
   * How many milliseconds a call to the provider may take: 1 or more, and more than a timer can
   * count (24 days) means as long as it can. Default: 5,000.
   */
  timeoutMs?: number
  /** Replaces `fetch`. Define it once, because the keys are cached for each function. */
  fetch?: Fetch
  /**
   * Returns the time, in milliseconds since the epoch. Default: `Date.now`. For tests:
   * `emulator.clock.now`.
   */
  now?: () => number
  /** Absent: the provider is not asked. */
  authenticate?: undefined
}

/** How to ask the provider too. */
export interface AuthenticateOptions extends Omit<LocalOptions, 'authenticate'> {
  /**
   * When to ask the provider, with `sessions/authenticate`:
   * - `whenNeeded`: if the JWT has expired or is missing, or the keys cannot tell. A session that
   *   was revoked ends here within five minutes.
   * - `always`: for every request, unless it has no session or a forged one. A session that was
   *   revoked ends here at once.
   */
  authenticate: 'whenNeeded' | 'always'
  /** The project's secret. */
  secret: string
  /**
   * Extends the session to this many minutes from now, each time that the provider is asked.
   * Default: its end stays as it is.
   */
  sessionDurationMinutes?: number
}

/** How to check the session of a request. */
export type VerifyOptions = LocalOptions | AuthenticateOptions

/** The options with their defaults. */
export interface Settings {
  projectId: string
  /** Without a slash at the end. */
  baseUrl: string
  cookies: Required<Omit<SessionCookieOptions, 'domain'>> & { domain?: string }
  clockToleranceSeconds: number
  timeoutMs: number
  fetch: Fetch
  now: () => number
  authenticate?: { when: 'whenNeeded' | 'always'; secret: string; minutes?: number }
}

// A message names the option and never its value, which could be the secret in the wrong place.
const wrong = (option: string, what: string): never => {
  throw new TypeError(`Latchkey: ${option} ${what}`)
}

const baseUrlFrom = (url: string | undefined, isLive: boolean) => {
  if (!url) return isLive ? 'https://api.stytch.com' : 'https://test.stytch.com'
  let protocol = ''
  try {
    protocol = new URL(url).protocol
  } catch {}
  if (protocol !== 'https:' && protocol !== 'http:') wrong('baseUrl', 'is not a URL. It looks like https://api.example.com')
  if (isLive && protocol !== 'https:') wrong('baseUrl', 'has to begin with https: for a live project')
  return url.replace(/\/+$/, '')
}

const amount = (option: string, setting: number | undefined, fallback: number, least = 0) => {
  const value = setting ?? fallback
  return Number.isFinite(value) && value >= least ? value : wrong(option, `is not a number of ${least} or more`)
}

/**
 * The longest time of a timer, in ms. Node ends a longer one at once, and takes no fraction of a
 * millisecond.
 */
const LONGEST_TIMER = 2 ** 31 - 1

const authenticateFrom = (options: VerifyOptions): Settings['authenticate'] => {
  const { authenticate } = options
  if (authenticate === undefined) return undefined
  if (authenticate !== 'whenNeeded' && authenticate !== 'always') wrong('authenticate', "is neither 'whenNeeded' nor 'always'")
  const { secret, sessionDurationMinutes: minutes } = options as AuthenticateOptions
  if (typeof secret !== 'string' || !secret) wrong('secret', 'is missing. `authenticate` needs the secret of the project')
  if (minutes !== undefined) amount('sessionDurationMinutes', minutes, 0)
  return { when: authenticate, secret, minutes }
}

/**
 * Checks the options of a host. Throws a TypeError that names the wrong one. What a script has
 * added to `Object.prototype` is no option: `baseUrl` there would let its author sign sessions.
 */
export const settingsFrom = (verifyOptions: VerifyOptions): Settings => {
  const options = ownProperties(verifyOptions) ?? (noProperties as VerifyOptions)
  const { projectId, cookieOptions = noProperties } = options
  const { jwtCookieName, opaqueTokenCookieName, path, domain }: SessionCookieOptions = cookieOptions
  if (typeof projectId !== 'string' || !/^project-(live|test)-/.test(projectId))
    wrong('projectId', 'is not the id of a project. It begins with project-live- or project-test-')
  const fetch = options.fetch ?? (globalThis.fetch as Fetch | undefined)
  return {
    projectId,
    baseUrl: baseUrlFrom(options.baseUrl, projectId.startsWith('project-live-')),
    cookies: {
      jwtCookieName: jwtCookieName || 'stytch_session_jwt',
      opaqueTokenCookieName: opaqueTokenCookieName || 'stytch_session',
      path: path || '/',
      domain,
    },
    clockToleranceSeconds: amount('clockToleranceSeconds', options.clockToleranceSeconds, 10),
    timeoutMs: Math.min(Math.ceil(amount('timeoutMs', options.timeoutMs, 5_000, 1)), LONGEST_TIMER),
    fetch: fetch ?? wrong('fetch', 'is missing, and this runtime has none'),
    now: options.now ?? Date.now,
    authenticate: authenticateFrom(options),
  }
}
