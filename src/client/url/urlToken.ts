import type { Authenticated, SessionDuration } from '../../api/entities.ts'
import { firstCall } from '../../browser/firstCall.ts'

/**
 * The types of token (`stytch_token_type`) that the client of a project of users spends by itself.
 */
export const handledTypes = ['magic_links', 'oauth', 'impersonation'] as const

/**
 * The types of token (`stytch_token_type`) that the client of a project of users spends by itself.
 */
export type HandledUrlTokenType = (typeof handledTypes)[number]

/**
 * The types of token that a project of users sends back in a URL. `reset_password` and `login` are
 * for your page that asks for a new password.
 */
export type UrlTokenType = HandledUrlTokenType | 'reset_password' | 'login'

/**
 * A token that the client does not spend by itself, such as one for a new password. It stays in the
 * URL. `Known` are the types that the project sends back.
 */
export interface UrlUnhandled<Known extends string = UrlTokenType> {
  /** `authenticateByUrl` does not spend the token. */
  handled: false
  /**
   * What the token is for (`stytch_token_type`). It may be any text, because anybody can write a
   * URL.
   */
  tokenType: Known | (string & {})
  /** The token. */
  token: string
}

/**
 * A token in a URL. `Handled` are the types that the client spends by itself, `Known` all that the
 * project sends back.
 */
export type UrlToken<Handled extends string = HandledUrlTokenType, Known extends string = UrlTokenType> =
  | {
      /** `authenticateByUrl` spends the token. */
      handled: true
      /** What the token is for (`stytch_token_type`). */
      tokenType: Handled
      /** The token. */
      token: string
    }
  | UrlUnhandled<Known>

/** The visitor is signed in with the token. */
export interface UrlAuthenticated {
  /** The token is spent. */
  handled: true
  /** What the token was for (`stytch_token_type`). */
  tokenType: Exclude<UrlTokenType, 'reset_password'>
  /** What the call answered. */
  data: Authenticated
}

/** The outcome of the token in the URL; null if there was none. */
export type UrlOutcome = UrlAuthenticated | UrlUnhandled | null

/** A log-in that your page may ask the visitor about before its token is spent. */
export interface LogInQuestion {
  /** What the token is for (`stytch_token_type`). */
  tokenType: string
}

/** Options of a log-in with the token in the URL. */
export interface UrlLogInOptions extends Partial<SessionDuration> {
  /**
   * Asks the visitor before a token is spent that could log them in to somebody else's account: a
   * return from another provider that did not begin in this browser, or any token while somebody
   * is logged in, as `user.getSync()` says by then: the server is asked first where there may be a
   * session. With a `backend`, also before a link that this browser has not asked for. If it does
   * not resolve with true, the token stays in the URL, and the outcome is `{ handled: false }`.
   * Default: nobody is asked.
   */
  confirm?: (question: LogInQuestion) => boolean | Promise<boolean>
  /**
   * Whether the token leaves the page's URL before it is spent. With false, a page that is reloaded
   * finds a token that is no longer valid. Default true.
   */
  clearParams?: boolean
  /** The URL with the token. Default: the page's. */
  href?: string
}

/**
 * Finds the token in a URL, by default the page's; null if there is none. `handled` are the types
 * of token that the client spends.
 */
export function parseAuthenticateUrl<Handled extends string = HandledUrlTokenType, Known extends string = UrlTokenType>(
  href: string = firstCall()?.href ?? location.href,
  handled: readonly string[] = handledTypes,
): UrlToken<Handled, Known> | null {
  const query = new URLSearchParams(/^[^?#]*(\?[^#]*)/.exec(href)?.[1])
  const read = (name: string) => query.get(name) || query.get('amp;' + name)
  // mail programs add the line break that follows a link
  const token = read('token')?.trim()
  // the first is written by a host's own server
  // (docs/internals/protocol.md#pages-that-a-browser-is-sent-to)
  const tokenType = (read('latchkey_token_type') || read('stytch_token_type'))?.trim() as Handled | undefined
  return token && tokenType ? { handled: handled.includes(tokenType), tokenType, token } : null
}
