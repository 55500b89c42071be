import { isLoopback } from '../../api/loopback.ts'
import { ownOptions } from '../../api/ownProperties.ts'
import type { SignedIn, SignedInMember } from '../emulator/index.ts'

/**
 * The cookies that keep a session: the client's option of this name
 * (docs/internals/protocol.md#cookies).
 */
export interface CookieOptions {
  /** The name of the cookie with the session token. Default `stytch_session`. */
  opaqueTokenCookieName?: string
  /** The name of the cookie with the JWT. Default `stytch_session_jwt`. */
  jwtCookieName?: string
  /** The path of the cookies. Default `/`. */
  path?: string
  /** Whether subdomains share the session. Default false. */
  availableToSubdomains?: boolean
  /**
   * The domain whose subdomains share the session, if `availableToSubdomains` is true. Default: the
   * site's host.
   */
  domain?: string
}

/** A cookie, as Playwright takes it. */
export interface SessionCookie {
  /** Its name. */
  name: string
  /** Its value. */
  value: string
  /** The host that gets it. With a dot in front, its subdomains get it too. */
  domain: string
  /** The path. */
  path: string
  /** Whether it is sent over TLS only. */
  secure: boolean
  /** Always `Lax`. */
  sameSite: 'Lax'
  /** When it ends, in seconds since the epoch, by the machine's clock. */
  expires: number
}

/** Returns the cookies that the client would have set on this site (its URL) after this sign-in. */
export const sessionCookies = (signIn: SignedIn | SignedInMember, site: string, cookieOptions?: CookieOptions): SessionCookie[] => {
  const answer = ownOptions(signIn)
  const options = ownOptions(cookieOptions)
  const { hostname } = new URL(site)
  const { expires_at = '', last_accessed_at = '' } = 'session' in answer ? answer.session : answer.member_session
  const domain = options.availableToSubdomains ? `.${(options.domain ?? hostname).replace(/^\./, '')}` : hostname
  const scope = {
    // browsers share no cookie among the subdomains of an address or of `localhost`
    domain: /^\.(localhost|[\d.]+|\[.*\])$/.test(domain) ? hostname : domain,
    path: options.path || '/',
    secure: !isLoopback(hostname),
    sameSite: 'Lax' as const,
    // The emulator's clock can be ahead of the browser's, so what counts is the length of the
    // session.
    expires: Math.floor((Date.now() + Date.parse(expires_at) - Date.parse(last_accessed_at)) / 1000),
  }
  return [
    { name: options.opaqueTokenCookieName || 'stytch_session', value: answer.session_token, ...scope },
    { name: options.jwtCookieName || 'stytch_session_jwt', value: answer.session_jwt, ...scope },
  ]
}
