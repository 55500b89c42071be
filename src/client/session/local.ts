import { ownOptions } from '../../api/ownProperties.ts'
import type { ClientContext } from '../context.ts'
import { observe, type Observed } from './observe.ts'
import type { State, AnyState } from './state.ts'
import type { SessionTokens } from './tokenJar.ts'

/** The methods of `client.session` that do not ask the provider. */
export interface LocalSession<SomeState extends AnyState = State> extends Observed<'session', SomeState> {
  /** Both tokens of the session; null if either is missing. */
  getTokens(): SessionTokens | null
  /**
   * Takes over a session that your server has begun: writes its cookies, and does not ask the
   * provider. Call `authenticate` afterward to get the session and its user.
   * @throws an error of code `usage` if a token is not a string
   */
  updateSession(tokens: {
    /** The opaque token. */
    session_token: string
    /** The JWT. Without it, there is none until `authenticate` has resolved. */
    session_jwt?: string | null
  }): void
}

/**
 * Replaces the class LatchkeySDKUsageError in widget.js, whose size is limited. Headless clients
 * pass the class.
 */
const usageErrorWithoutClass = (method: string, message: string) =>
  Object.assign(new Error(`Invalid call to ${method}\n${message}`), { code: 'usage' })

/**
 * Creates the methods of `client.session` that do not ask the provider.
 * @param usageError creates the error of a call that breaks the rules
 */
export const localSession = <SomeState extends AnyState>(
  client: ClientContext<SomeState>,
  usageError: (method: string, message: string) => Error = usageErrorWithoutClass,
): LocalSession<SomeState> => {
  const { tokens } = client
  return {
    ...observe(client, 'session'),
    getTokens() {
      const session_token = tokens.get('session_token')
      const session_jwt = tokens.get('session_jwt')
      return session_token && session_jwt ? { session_token, session_jwt } : null
    },
    updateSession(newTokens) {
      const { session_token, session_jwt } = ownOptions(newTokens)
      for (const [name, value] of Object.entries({ session_token, session_jwt: session_jwt ?? '' })) {
        if (typeof value !== 'string') throw usageError(client.brand.method + '.session.updateSession', name + ' must be a string.')
      }
      tokens.set('session_token', session_token!)
      if (session_jwt) tokens.set('session_jwt', session_jwt)
      else tokens.remove('session_jwt')
      tokens.remove('intermediate_session_token')
    },
  }
}
