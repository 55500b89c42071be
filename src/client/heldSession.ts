import type { Core } from './core.ts'
import { observed, type Observed } from './observed.ts'
import type { Tokens } from './tokens.ts'

/** What of `client.session` (wire.md 1.3) asks nobody. */
export interface HeldSession extends Observed<'session'> {
  /** Both tokens, or null where either is missing. */
  getTokens(): Tokens | null
  /**
   * Takes over a session that a server of the host's has begun: writes the cookies, asks nobody. Without a JWT there is none until the next check.
   * @throws a usage error when one of them is not a string
   */
  updateSession(tokens: { session_token: string; session_jwt?: string | null }): void
}

/** Stands in for LatchkeySDKUsageError in a first screen, which has no room for classes; the headless client passes the real one. */
const plainError = (method: string, message: string) => Object.assign(new Error(`Invalid call to ${method}\n${message}`), { code: 'usage' })

export const heldSession = (core: Core, usageError: (method: string, message: string) => Error = plainError): HeldSession => {
  const { tokens } = core
  return {
    ...observed(core, 'session'),
    getTokens() {
      const session_token = tokens.get('session_token')
      const session_jwt = tokens.get('session_jwt')
      return session_token && session_jwt ? { session_token, session_jwt } : null
    },
    updateSession(given) {
      const { session_token, session_jwt } = given || {}
      for (const [name, value] of Object.entries({ session_token, session_jwt: session_jwt ?? '' })) {
        if (typeof value !== 'string') throw usageError(core.brand.method + '.session.updateSession', name + ' must be a string.')
      }
      tokens.set('session_token', session_token!)
      if (session_jwt) tokens.set('session_jwt', session_jwt)
      else tokens.remove('session_jwt')
      tokens.remove('intermediate_session_token')
    },
  }
}
