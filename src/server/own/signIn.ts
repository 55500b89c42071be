import type { Authenticated } from '../../api/entities.ts'
import type { Visit } from '../bridge/calls.ts'
import { sessionEntity, userEntity } from '../bridge/defaults.ts'
import { refusal } from '../bridge/refusals.ts'
import { digest } from './hashing.ts'
import type { Limits } from './limits.ts'
import type { OwnMail, OwnServerOptions, OwnSession, OwnSessions, OwnUser, OwnVisit } from './options.ts'
import { IDLE_LIFE, LONGEST_LIFE } from './sessions.ts'
import type { Store } from './store.ts'
import { nobody, type Users } from './users.ts'

/** What the calls of a server share. */
export interface OwnParts<User extends OwnUser> {
  readonly options: OwnServerOptions<User>
  readonly store: Store
  readonly users: Users<User>
  readonly limits: Limits
  readonly sessions: OwnSessions
  /** Sends a mail, which nothing waits for. */
  post(mail: Pick<OwnMail, 'kind' | 'to' | 'minutes'> & Partial<OwnMail>): void
  readonly signIn: SignIn<User>
}

type SignedIn = Pick<Authenticated, 'user_id' | 'user' | 'session' | 'session_token' | 'session_jwt'>

/** How visitors get sessions. */
export interface SignIn<User extends OwnUser> {
  /**
   * Begins a session. `mark` is the user's mark before anything was checked. Throws a refusal if it
   * has changed since.
   */
  begin(user: User, mark: string, visit: Visit): Promise<SignedIn>
  /**
   * The same for who has opened a mail to the user's address. If nobody has proved it before, the
   * password of a stranger and every session end; one that was made in this browser stays.
   */
  prove(user: User, mark: string, visit: Visit): Promise<SignedIn>
  /** Finds who is signed in. */
  find(visit: OwnVisit): Promise<{ user: User; session: OwnSession } | undefined>
  /** Resolves with who is signed in. Throws a refusal if nobody is. */
  signedIn(visit: Visit): Promise<SignedIn>
  /** Returns this browser if it has logged in to an account before. */
  knownBrowser(user: User | undefined, visit: Visit): Promise<string | undefined>
}

const isSession = (session: OwnSession | null | undefined): session is OwnSession =>
  typeof session?.userId === 'string' && typeof session.mark === 'string' && Number.isFinite(session.startedAt)

export const createSignIn = <User extends OwnUser>(
  { onSignIn }: OwnServerOptions<User>,
  { store, users, sessions }: Pick<OwnParts<User>, 'store' | 'users' | 'sessions'>,
): SignIn<User> => {
  const browserKey = async (user: OwnUser, visit: Visit) => `browser:${digest(`${user.id} ${await visit.browser()}`)}`

  const knownBrowser = async (user: User | undefined, visit: Visit) => {
    const key = await browserKey(user ?? nobody, visit)
    const isKnown = (await store.get(key)) === (await users.mark(user ?? nobody))
    return user && isKnown ? key : undefined
  }

  const answer = async (user: User, session: OwnSession): Promise<SignedIn> => {
    const id = String(user.id)
    const wireUser = userEntity(
      { id, name: user.name ?? '', email: user.email, isVerified: user.emailVerified },
      { password: user.passwordHash ? { password_id: `password-${id}`, requires_reset: false } : null },
    )
    const wireSession = sessionEntity({
      id: `session-${(digest(`${id} ${session.startedAt} ${session.mark}`)).slice(0, 32)}`,
      userId: id,
      startedAt: new Date(session.startedAt).toISOString(),
      expiresAt: new Date(Math.min(Date.now() + IDLE_LIFE, session.startedAt + LONGEST_LIFE)).toISOString(),
    })
    return { user_id: id, user: wireUser, session: wireSession, session_token: '', session_jwt: '' }
  }

  const begin: SignIn<User>['begin'] = async (user, mark, visit) => {
    if (mark !== (await users.mark(user))) throw refusal('unauthorized_credentials')
    await onSignIn?.(user, visit)
    const session: OwnSession = { userId: String(user.id), startedAt: Date.now(), mark }
    await sessions.start(session, visit)
    await store.put(await browserKey(user, visit), mark, Date.now() + LONGEST_LIFE)
    return answer(user, session)
  }

  const find: SignIn<User>['find'] = async (visit) => {
    const session = await sessions.find(visit)
    if (!isSession(session) || session.startedAt + LONGEST_LIFE < Date.now()) return undefined
    const user = await users.byId(session.userId)
    return user && session.mark === (await users.mark(user)) ? { user, session } : undefined
  }

  return {
    begin,
    find,
    knownBrowser,
    async prove(user, mark, visit) {
      if (user.emailVerified) return begin(user, mark, visit)
      const keepsPassword = (await knownBrowser(user, visit)) !== undefined
      const proven = await users.change(user, () => ({ emailVerified: true, ...(!keepsPassword && { passwordHash: null }) }), true)
      return begin(proven, await users.mark(proven), visit)
    },
    async signedIn(visit) {
      const found = await find(visit)
      if (!found) throw refusal('session_not_found')
      return answer(found.user, found.session)
    },
  }
}
