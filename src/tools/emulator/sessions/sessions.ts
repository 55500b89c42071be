import * as v from 'valibot'
import * as api from '../../../api/sessions.ts'
import type { Answer, Authenticated, Session, User } from '../../../api/entities.ts'
import { timestamp } from '../state/clock.ts'
import { randomToken } from '../state/expiring.ts'
import { noBody, sessionDuration } from '../requests/fields.ts'
import type { ApiRequest, Router } from '../requests/router.ts'
import type { Attributes } from './attributes.ts'
import type { CustomClaims } from './customClaims.ts'
import type { FirstFactors } from './firstFactors.ts'
import { createLiveSessions, JWT_MINUTES, SESSION_CLAIM, type LiveSession, type SessionParts } from './liveSessions.ts'
import type { SecondFactorCheck } from './secondFactorCheck.ts'

/** How a visitor proved who they are. The session adds the times when it records the proof. */
export type Proof = { type: string; delivery_method: string } & Record<string, unknown>

/** From where a visitor signs in: the headers of the request, and the session that it carries. */
interface SignInRequest extends Pick<ApiRequest, 'headers' | 'sessionToken' | 'cookies'> {
  /**
   * The address and the browser of the visitor, if a server makes the request for them. Each takes
   * the place of what the request itself shows.
   */
  attributes?: Attributes
  /** The token of a session that begins. Default: a random one. */
  newToken?: string
}

/** Two factors are the same if they are equal in everything except their times. */
const identity = ({ last_authenticated_at, created_at, updated_at, ...what }: Record<string, unknown>) => JSON.stringify(what)

const newSession = ({ headers, attributes }: SignInRequest, { user_id, roles }: User, now: string): Session => ({
  session_id: `session-test-${crypto.randomUUID()}`,
  user_id,
  authentication_factors: [],
  started_at: now,
  last_accessed_at: now,
  expires_at: now,
  attributes: { ip_address: '127.0.0.1', user_agent: headers.get('user-agent') ?? '', ...attributes },
  custom_claims: {},
  roles,
})

/** Records a proof, or that a factor was proved again. */
const addProof = (factors: Record<string, unknown>[], proof: Proof, now: string) => {
  const earlier = factors.find((factor) => identity(factor) === identity(proof))
  if (earlier) Object.assign(earlier, { last_authenticated_at: now, updated_at: now })
  else factors.push({ ...proof, last_authenticated_at: now, created_at: now, updated_at: now })
}

interface UserSessionParts extends SessionParts {
  checkSecondFactor: SecondFactorCheck
  firstFactors: FirstFactors
}

export const createSessions = ({ checkSecondFactor, firstFactors, ...parts }: UserSessionParts) => {
  const { clock, signer, users } = parts
  const live = createLiveSessions(parts, {
    map: 'sessions',
    idOf: ({ session_id }: Session) => session_id,
    ownerIdOf: ({ user_id }) => user_id,
    ownerOf: ({ user_id }) => {
      const user = users.byId(user_id)
      return user && { user }
    },
  })

  const jwtOf = ({ session_id, user_id, custom_claims, ...session }: Session) =>
    signer.sign({ [SESSION_CLAIM]: { id: session_id, ...session }, ...custom_claims }, { subject: user_id, minutes: JWT_MINUTES })

  /**
   * Answers a successful sign-in. The provider repeats the user under `__user`, which its SDK reads
   * and removes (docs/internals/protocol.md#success).
   */
  const answer = async (
    { session, token }: LiveSession<Session>,
    user: User,
  ): Promise<Omit<Authenticated, keyof Answer> & { __user: User }> => ({
    user_id: user.user_id,
    user,
    __user: user,
    session,
    session_token: token,
    session_jwt: await jwtOf(session),
  })

  return {
    ...live,
    /**
     * Returns the session of a request that changes how its user signs in. Refuses the request if
     * there is none, or if the project requires a second factor for that.
     */
    forChange: (request: ApiRequest) => {
      const current = live.require(request)
      checkSecondFactor(current)
      return current
    },

    /**
     * Returns the user of a request whose route says that somebody who is signed in adds a factor
     * (`:factor` is `secondary`), and undefined if it does not. Refuses such a request without a
     * session. `isNew`: the factor is one that the user did not have before.
     */
    secondary: (request: ApiRequest, isNew: (user: User) => boolean = () => false) => {
      if (request.params.factor !== 'secondary') return
      const current = live.require(request)
      if (isNew(current.user)) checkSecondFactor(current)
      return current.user
    },

    /**
     * Signs a user in. If the request carries a session of the same user, the proof is added to it;
     * otherwise a new session begins. Without minutes, an existing session keeps its end and a new
     * one lasts an hour. Refuses a user who has been deleted since they got the code or the link.
     */
    signIn: (request: SignInRequest, user: User, proof: Proof, minutes: number | undefined, claims?: CustomClaims) => {
      users.requireById(user.user_id)
      const at = clock.now()
      const now = timestamp(at)
      const current = live.optional(request)
      if (current?.user !== user) {
        const demand = firstFactors.hold(request, user, { proof, minutes, claims })
        // an answer of another kind, which few callers look at
        if (demand) return demand as Awaited<ReturnType<typeof answer>>
      }
      const entry =
        current?.user === user
          ? current
          : { token: request.newToken ?? randomToken(), expiresAt: 0, session: newSession(request, user, now) }
      live.use(entry, { minutes, claims, at })
      addProof(entry.session.authentication_factors as unknown as Proof[], proof, now)
      return answer(entry, user)
    },

    /** Updates the last access of a session, its end if minutes are given, and its claims. */
    touch: (token: string, minutes: number | undefined, claims?: CustomClaims) => {
      const current = live.require({ sessionToken: token })
      live.use(current, { minutes, claims })
      return answer(current, current.user)
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>

export const serveSessions = ({ on }: Router, { sessions }: { sessions: Sessions }) => {
  const body = v.object({ session_duration_minutes: v.optional(sessionDuration), session_optional: v.optional(v.boolean()) })
  on(api.authenticate, body, ({ session_duration_minutes, session_optional }, request) => {
    // as a host's own server answers
    if (session_optional && !sessions.optional(request)) return { session: null } as never
    return sessions.touch(sessions.require(request).token, session_duration_minutes)
  })

  on(api.revoke, noBody, (_, request) => {
    sessions.revoke(sessions.require(request).token)
    return {}
  })
}
