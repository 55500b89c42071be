import * as api from '../../api/sessionGrants.ts'
import type { Answer, Authenticated, SessionDuration, User } from '../../api/entities.ts'
import type { Core } from '../core.ts'
import type { AnyState } from './state.ts'

/** The methods of `client.session` that ask the provider. */
export interface SessionCalls {
  /**
   * Asks the provider whether the session is valid, and extends it by `session_duration_minutes` if
   * you pass that. If the provider says that there is no such session, the visitor is signed out,
   * and the call rejects.
   */
  authenticate(options?: Partial<SessionDuration>): Promise<Authenticated>
  /**
   * Ends the session at the provider, then here. If the provider refuses, the call rejects, and the
   * visitor stays signed in, unless the session is not valid anyway.
   */
  revoke(options?: {
    /** Signs the visitor out here even if the provider refuses. Default false. */
    forceClear?: boolean
  }): Promise<Answer>
  /** Creates a session from an access token that the project has issued to an app of yours. */
  exchangeAccessToken(
    options: {
      /** The access token. */
      access_token: string
    } & SessionDuration,
  ): Promise<Authenticated>
  /** Creates a session from a trusted token: a JWT of an issuer that the project trusts. */
  attest(
    options: {
      /** The id of the project's trusted token profile for that issuer. */
      profile_id: string
      /** The JWT. */
      token: string
      /** The token of the session to add to, if it is not the session of this browser. */
      session_token?: string
      /** The JWT of the session to add to, if it is not the session of this browser. */
      session_jwt?: string
    } & Partial<SessionDuration>,
  ): Promise<
    Authenticated & {
      /** The same as `user`. */
      __user?: User
    }
  >
}

/** Creates the two methods that check and end a session, whether it is a user's or a member's. */
export const sessionLifeMethods = <SomeState extends AnyState>(core: Core<SomeState>) => ({
  async authenticate(options?: Partial<SessionDuration>) {
    const { life: getLife, request } = await core.engine()
    return (await getLife()).authenticate(options || {}, request)
  },
  // awaits the engine and the session's life, like every other method, so that turns are taken in
  // the order of the host's calls
  async revoke(options?: { forceClear?: boolean }) {
    const { life: getLife, request } = await core.engine()
    return (await getLife()).revoke(options, request)
  },
})

/** Creates the methods of `client.session` that ask the provider. */
export const sessionCalls = (core: Core): SessionCalls => ({
  ...sessionLifeMethods(core),
  exchangeAccessToken: (options) => core.send(api.exchangeAccessToken, options),
  attest: (options) => core.send(api.attest, options),
})
