import * as api from '../api/sessionGrants.ts'
import type { Answer, Authenticated, SessionDuration, User } from '../api/entities.ts'
import type { Core } from './core.ts'
import { verbatim } from './verbatim.ts'

/** What of `client.session` asks the provider (wire.md 1.3). */
export interface SessionCalls {
  /** Asks the provider whether the session holds, and for `session_duration_minutes` more. Signs out on an unrecoverable error, and rejects with it. */
  authenticate(options?: Partial<SessionDuration>): Promise<Authenticated>
  /** Ends the session at the provider, then here. When the provider refuses: here only with `forceClear`, or if the session was void anyway. */
  revoke(options?: { forceClear?: boolean }): Promise<Answer>
  /** Makes a session of an access token that the project issued to an app. */
  exchangeAccessToken(options: { access_token: string } & SessionDuration): Promise<Authenticated>
  /** Makes a session of a trusted token: a JWT by someone else, whom the profile says to trust. */
  attest(
    options: { profile_id: string; token: string; session_token?: string; session_jwt?: string } & Partial<SessionDuration>,
  ): Promise<Authenticated & { __user?: User }>
}

/** The two that a session lives by, be it a user's or a member's. */
export const lifeCalls = (core: Core): Pick<SessionCalls, 'authenticate' | 'revoke'> => ({
  async authenticate(options) {
    const { life, check, request } = await core.engine()
    const held = await life()
    return held.authenticate(await check(held.rules, options || {}), request)
  },
  // as soon as any other call: turns are taken in the order in which the host has called
  async revoke(options) {
    const { life, request } = await core.engine()
    return (await life()).revoke(options, request)
  },
})

export const sessionCalls = (core: Core): SessionCalls => {
  const method = verbatim(core)
  return {
    ...lifeCalls(core),
    exchangeAccessToken: method(api.exchangeAccessToken),
    attest: method(api.attest),
  }
}
