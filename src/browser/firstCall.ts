/**
 * The calls that a script in the page's HTML has sent before any file came (latchkey/prerender,
 * `firstCall`). The client adopts their answers instead of sending the same calls. Each is adopted
 * once.
 */
export interface FirstCall {
  /** The `key` of the client that may adopt them. */
  key: string
  /** When they were sent, in ms since 1970; 0 once answers without a token no longer count. */
  at: number
  /** What the browser's storage had under `key` then: who was signed in. */
  state?: string | undefined
  /** The page's URL with the token that the script has taken out of it, until that is spent. */
  href?: string | undefined
  /**
   * The answers that nobody has adopted yet, by path below `/sdk/v1/` and token or, for a call
   * without a token, body. The call of a form is there by its email address, and undefined if the
   * script could not send it.
   */
  [call: string]: Promise<Response | undefined> | string | number | undefined
}

/** Returns what the script in the page has sent. */
export const firstCall = (): FirstCall | undefined =>
  (window as unknown as Record<symbol, FirstCall | undefined>)[Symbol.for('latchkey.session')]
