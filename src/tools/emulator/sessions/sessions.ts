import * as v from 'valibot'
import * as api from '../../../api/sessions.ts'
import type { Answer, Authenticated, Session, User } from '../../../api/entities.ts'
import type { Attributes } from './attributes.ts'
import { timestamp, type Clock } from '../state/clock.ts'
import { withClaims, type CustomClaims } from './customClaims.ts'
import type { FirstFactors } from './firstFactors.ts'
import { randomToken } from '../state/expiring.ts'
import { noBody, sessionDuration } from '../requests/fields.ts'
import { refuse } from '../requests/refusal.ts'
import type { ApiRequest, Router } from '../requests/router.ts'
import type { SecondFactorCheck } from './secondFactorCheck.ts'
import type { Signer } from './signer.ts'
import type { Users } from '../state/users.ts'
import type { Stores } from '../state/stores.ts'
import { createSweep } from '../state/expiring.ts'
import { objects } from '../state/storeMap.ts'

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

interface LiveSession {
  session: Session
  token: string
  /** Milliseconds, by the emulator's clock. */
  expiresAt: number
}

const MINUTE = 60_000

/** How long a session lasts if the call that begins it does not say. */
const DEFAULT_MINUTES = 60

/** The provider's lifetime: a JWT outlives a revoked session by five minutes at most. */
const JWT_MINUTES = 5

/** The claim of a session JWT that has the session. */
export const SESSION_CLAIM = 'https://stytch.com/session'

/**
 * Returns the id of the session of a JWT, which may have expired. Undefined if the project did not
 * sign it.
 */
export const sessionIdOf = async (signer: Signer, jwt: string) => {
  const claims = await signer.read(jwt, { allowsExpired: true })
  return (claims?.[SESSION_CLAIM] as { id?: unknown } | undefined)?.id
}

/** Two factors are the same if they are equal in everything except their times. */
const identity = ({ last_authenticated_at, created_at, updated_at, ...what }: Record<string, unknown>) => JSON.stringify(what)

interface SessionParts {
  clock: Clock
  users: Users
  signer: Signer
  stores: Stores
  checkSecondFactor: SecondFactorCheck
  firstFactors: FirstFactors
}

export const createSessions = ({ clock, users, signer, stores, checkSecondFactor, firstFactors }: SessionParts) => {
  const live = stores.map('sessions', objects<LiveSession>({ token: 'string', session: 'object', expiresAt: 'number' }))
  const byUser = live.index(({ session }) => [session.user_id])
  const bySessionId = live.index(({ session }) => [session.session_id])
  const ends = createSweep(clock, live, ({ expiresAt }) => expiresAt)

  const find = (token: string | undefined) => {
    const entry = token === undefined ? undefined : live.get(token)
    const user = entry && entry.expiresAt > clock.now() ? users.byId(entry.session.user_id) : undefined
    return entry && user && { ...entry, user }
  }

  const requireSession = (request: ApiRequest) =>
    find(request.sessionToken) ?? refuse(request.sessionToken === undefined ? 'user_unauthenticated' : 'session_not_found')

  const jwtOf = ({ session_id, user_id, custom_claims, ...session }: Session) =>
    signer.sign({ [SESSION_CLAIM]: { id: session_id, ...session }, ...custom_claims }, { subject: user_id, minutes: JWT_MINUTES })

  /**
   * Answers a successful sign-in. The provider repeats the user under `__user`, which its SDK reads
   * and removes (docs/internals/protocol.md#success).
   */
  const answer = async ({ session, token }: LiveSession, user: User): Promise<Omit<Authenticated, keyof Answer> & { __user: User }> => ({
    user_id: user.user_id,
    user,
    __user: user,
    session,
    session_token: token,
    session_jwt: await jwtOf(session),
  })

  const extend = (entry: LiveSession, from: number, minutes: number) => {
    entry.expiresAt = from + minutes * MINUTE
    entry.session.expires_at = timestamp(entry.expiresAt)
  }

  const byId = (id: unknown) => find(typeof id === 'string' ? bySessionId.key(id) : undefined)

  return {
    /** Returns a session by its id, if it is alive. */
    byId,

    /** Returns the sessions of a user that are alive, oldest first. */
    of: (user: User) =>
      byUser
        .all(user.user_id)
        .filter(({ token }) => find(token))
        .map(({ session }) => session),

    /**
     * Returns the session to which a token or a JWT belongs, if it is alive. A JWT may have
     * expired: it is a proof of the session, whose own end counts.
     */
    bearing: async ({ session_token, session_jwt }: { session_token?: string; session_jwt?: string }) => {
      if (session_token !== undefined) return find(session_token)
      return byId(session_jwt && (await sessionIdOf(signer, session_jwt)))
    },

    optional: ({ sessionToken }: Pick<ApiRequest, 'sessionToken'>) => find(sessionToken),

    /** Returns the session of a request. Refuses the request if there is none. */
    require: requireSession,

    /**
     * Returns the session of a request that changes how its user signs in. Refuses the request if
     * there is none, or if the project requires a second factor for that.
     */
    forChange: (request: ApiRequest) => {
      const current = requireSession(request)
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
      const current = requireSession(request)
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
      const current = find(request.sessionToken)
      if (current?.user !== user) {
        const demand = firstFactors.hold(request, user, { proof, minutes, claims })
        // an answer of another kind, which few callers look at
        if (demand) return demand as Awaited<ReturnType<typeof answer>>
      }
      const entry: LiveSession =
        current?.user === user
          ? live.get(current.token)!
          : {
              token: request.newToken ?? randomToken(),
              expiresAt: 0,
              session: {
                session_id: `session-test-${crypto.randomUUID()}`,
                user_id: user.user_id,
                authentication_factors: [],
                started_at: now,
                last_accessed_at: now,
                expires_at: now,
                attributes: { ip_address: '127.0.0.1', user_agent: request.headers.get('user-agent') ?? '', ...request.attributes },
                custom_claims: {},
                roles: user.roles,
              },
            }
      const { session } = entry
      session.custom_claims = withClaims(session.custom_claims ?? {}, claims)
      ends.sweep()
      live.set(entry.token, entry)
      const factors = session.authentication_factors as unknown as Proof[]
      const earlier = factors.find((factor) => identity(factor) === identity(proof))
      if (earlier) Object.assign(earlier, { last_authenticated_at: now, updated_at: now })
      else factors.push({ ...proof, last_authenticated_at: now, created_at: now, updated_at: now })
      session.last_accessed_at = now
      if (minutes !== undefined || entry.expiresAt === 0) extend(entry, at, minutes ?? DEFAULT_MINUTES)
      ends.add(entry.expiresAt)
      return answer(entry, user)
    },

    /** Updates the last access of a session, its end if minutes are given, and its claims. */
    touch: (token: string, minutes: number | undefined, claims?: CustomClaims) => {
      const entry = live.get(token)!
      entry.session.custom_claims = withClaims(entry.session.custom_claims ?? {}, claims)
      const now = clock.now()
      entry.session.last_accessed_at = timestamp(now)
      if (minutes !== undefined) extend(entry, now, minutes)
      return answer(entry, users.byId(entry.session.user_id)!)
    },

    revoke: (token: string) => {
      live.delete(token)
    },

    /** Ends the sessions of a user, except the one with this token. */
    revokeOthers: (user: User, keep: string | undefined) => {
      for (const { token } of byUser.all(user.user_id)) if (token !== keep) live.delete(token)
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
