/** The sessions of users, or of members, that are alive. */
import { refuse } from '../requests/refusal.ts'
import type { SessionNames } from '../server/sessionNames.ts'
import { timestamp } from '../state/clock.ts'
import { createSweep } from '../state/expiring.ts'
import type { StateParts } from '../state/stateParts.ts'
import { objects } from '../state/storeMap.ts'
import { withClaims, type CustomClaims } from './customClaims.ts'
import type { Signer } from './signer.ts'

export interface SessionParts extends Omit<StateParts, 'project'> {
  signer: Signer
}

/** The fields that sessions of users and of members share. */
interface AnySession {
  last_accessed_at: string
  expires_at: string
  custom_claims?: CustomClaims | null
}

export interface LiveSession<Session> {
  session: Session
  token: string
  /** Milliseconds, by the emulator's clock. 0: it begins. */
  expiresAt: number
}

/** How a call uses a session. */
export interface Use {
  minutes?: number
  claims?: CustomClaims
  /** When. Default: now. */
  at?: number
}

interface Kind<Session, Owner> {
  /** The name of the map in the state. */
  map: string
  idOf: (session: Session) => string
  ownerIdOf: (session: Session) => string
  /** Returns whose session it is, or undefined if they are gone. */
  ownerOf: (session: Session) => Owner | undefined
}

const MINUTE = 60_000

/** How long a session lasts if the call that begins it does not say. */
const DEFAULT_MINUTES = 60

/** The provider's lifetime: a JWT outlives a revoked session by five minutes at most. */
export const JWT_MINUTES = 5

/** The claim of a session JWT that has the session. */
export const SESSION_CLAIM = 'https://stytch.com/session'

/**
 * Returns the id of the session of a JWT, which may have expired. Undefined if the project did not
 * sign it.
 */
const sessionIdOf = async (signer: Signer, jwt: string) => {
  const claims = await signer.read(jwt, { allowsExpired: true })
  return (claims?.[SESSION_CLAIM] as { id?: unknown } | undefined)?.id
}

export const createLiveSessions = <Session extends AnySession, Owner>(
  { clock, signer, stores }: SessionParts,
  { map, idOf, ownerIdOf, ownerOf }: Kind<Session, Owner>,
) => {
  const live = stores.map(map, objects<LiveSession<Session>>({ token: 'string', session: 'object', expiresAt: 'number' }))
  const byOwner = live.index(({ session }) => [ownerIdOf(session)])
  const bySessionId = live.index(({ session }) => [idOf(session)])
  const ends = createSweep(clock, live, ({ expiresAt }) => expiresAt)

  const find = (token: string | undefined) => {
    const entry = token === undefined ? undefined : live.get(token)
    const owner = entry && entry.expiresAt > clock.now() ? ownerOf(entry.session) : undefined
    return entry && owner && { ...entry, ...owner }
  }
  const byId = (id: unknown) => find(typeof id === 'string' ? bySessionId.key(id) : undefined)

  return {
    /** Returns a session by its id, if it is alive. */
    byId,
    /** Returns the sessions of a user or a member that are alive, oldest first. */
    of: (ownerId: string) =>
      byOwner
        .all(ownerId)
        .filter(({ token }) => find(token))
        .map(({ session }) => session),

    /**
     * Returns the session to which a token or a JWT belongs, if it is alive. A JWT may have
     * expired: it is a proof of the session, whose own end counts.
     */
    bearing: async ({ session_token, session_jwt }: SessionNames) =>
      session_token !== undefined ? find(session_token) : byId(session_jwt && (await sessionIdOf(signer, session_jwt))),
    optional: ({ sessionToken }: { sessionToken?: string }) => find(sessionToken),
    /** Returns the session of a request. Refuses the request if there is none. */
    require: ({ sessionToken }: { sessionToken?: string }) =>
      find(sessionToken) ?? refuse(sessionToken === undefined ? 'user_unauthenticated' : 'session_not_found'),

    /**
     * Notes that a session begins or is used, and adds the claims of the call. Without minutes, a
     * session keeps its end and a new one lasts an hour.
     */
    use: ({ session, token, expiresAt }: LiveSession<Session>, { minutes, claims, at = clock.now() }: Use) => {
      session.custom_claims = withClaims(session.custom_claims ?? {}, claims)
      const lasting = minutes ?? (expiresAt === 0 ? DEFAULT_MINUTES : undefined)
      const end = lasting === undefined ? expiresAt : at + lasting * MINUTE
      Object.assign(session, { last_accessed_at: timestamp(at), expires_at: timestamp(end) })
      ends.sweep()
      live.set(token, { session, token, expiresAt: end })
      ends.add(end)
    },
    revoke: (token: string) => {
      live.delete(token)
    },
    /** Ends the sessions of a user or a member, except the one with this token. */
    revokeAll: (ownerId: string, keep?: string) => {
      for (const { token } of byOwner.all(ownerId)) if (token !== keep) live.delete(token)
    },
  }
}
