import type { Authenticated } from '../../api/entities.ts'
import type { Visit } from '../bridge/calls.ts'
import { sessionEntity, userEntity } from '../bridge/defaults.ts'
import { refusal } from '../bridge/refusals.ts'
import { digest, randomToken } from './hashing.ts'
import type { Counted, Limits } from './limits.ts'
import type { OwnMail, OwnServerOptions, OwnSession, OwnSessions, OwnUser, OwnVisit } from './options.ts'
import { IDLE_LIFE, LONGEST_LIFE } from './sessions.ts'
import type { Store } from './store.ts'
import { nobody, type Marks, type Users } from './users.ts'

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
   * Begins a session. `marks` are those from before anything was checked. Throws a refusal if that
   * of sessions has changed since.
   */
  begin(user: User, marks: Marks, visit: Visit): Promise<SignedIn>
  /**
   * Does the same for who has opened a mail to the user's address. If nobody has proved it before,
   * the password and the name that a stranger chose, and every session, end; those that were chosen
   * in this browser stay.
   */
  prove(user: User, marks: Marks, visit: Visit): Promise<SignedIn>
  /** Asks the host whether a user may log in. Refuses another user than the one who confirms. */
  admit(user: User, visit: Visit): Promise<void>
  /** Finds who is signed in. */
  find(visit: OwnVisit): Promise<{ user: User; session: OwnSession } | undefined>
  /** Resolves with who is signed in. Throws a refusal if nobody is. */
  signedIn(visit: Visit): Promise<SignedIn>
  /**
   * Returns this browser if it has logged in to an account. For mails, the address has to be
   * proven: before, a stranger could make browsers known.
   */
  knownBrowser(user: User | undefined, visit: Visit, kind: Counted): Promise<string | undefined>
}

const isSession = (session: OwnSession | null | undefined): session is OwnSession =>
  typeof session?.userId === 'string' && typeof session.mark === 'string' && Number.isFinite(session.startedAt)

export const createSignIn = <User extends OwnUser>(
  { onSignIn }: OwnServerOptions<User>,
  { store, users, sessions }: Pick<OwnParts<User>, 'store' | 'users' | 'sessions'>,
): SignIn<User> => {
  const browserKey = async (user: OwnUser, visit: Visit) => `browser:${digest(`${user.id} ${await visit.browser()}`)}`

  /** Returns whether this browser has logged in to the account as it is. */
  const hasBeenHere = async (user: OwnUser, visit: Visit) =>
    (await store.get(await browserKey(user, visit))) === (await users.marks(user)).mail

  const answer = async (user: User, session: OwnSession): Promise<SignedIn> => {
    const id = String(user.id)
    const wireUser = userEntity(
      { id, name: user.name ?? '', email: user.email, isVerified: await users.isProven(user) },
      { password: user.passwordHash ? { password_id: `password-${id}`, requires_reset: false } : null },
    )
    const wireSession = sessionEntity({
      id: `session-${digest(session.id).slice(0, 32)}`,
      userId: id,
      startedAt: new Date(session.startedAt).toISOString(),
      expiresAt: new Date(Math.min(Date.now() + IDLE_LIFE, session.startedAt + LONGEST_LIFE)).toISOString(),
    })
    return { user_id: id, user: wireUser, session: wireSession, session_token: '', session_jwt: '' }
  }

  const admit: SignIn<User>['admit'] = async (user, visit) => {
    if (visit.confirming && visit.confirming.user_id !== String(user.id)) throw refusal('confirmation_refused')
    await onSignIn?.(user, visit)
  }

  const begin: SignIn<User>['begin'] = async (user, marks, visit) => {
    if (marks.session !== (await users.marks(user)).session) throw refusal('unauthorized_credentials')
    const session: OwnSession = { id: randomToken(), userId: String(user.id), startedAt: Date.now(), mark: marks.session }
    await sessions.start(session, visit)
    await users.extend(user)
    await store.put(await browserKey(user, visit), marks.mail, Date.now() + LONGEST_LIFE)
    return answer(user, session)
  }

  const find: SignIn<User>['find'] = async (visit) => {
    const session = await sessions.find(visit)
    if (!isSession(session) || session.startedAt + LONGEST_LIFE < Date.now()) return undefined
    const user = await users.byId(session.userId)
    if (!user || session.mark !== (await users.marks(user)).session) return undefined
    // also where the host's table takes every address for proven
    return { user: (await users.isProven(user)) ? user : { ...user, emailVerified: false }, session }
  }

  return {
    admit,
    begin,
    find,
    async knownBrowser(user, visit, kind) {
      const isKnown = await hasBeenHere(user ?? nobody, visit)
      const isProven = await users.isProven(user ?? nobody)
      return user && isKnown && (isProven || kind === 'guess') ? browserKey(user, visit) : undefined
    },
    async prove(user, marks, visit) {
      await admit(user, visit)
      if (await users.isProven(user)) return begin(user, marks, visit)
      const keeps = await hasBeenHere(user, visit)
      const proven = await users.change(user, keeps ? marks : { mail: marks.mail }, 'everything', (now) => ({
        emailVerified: true,
        ...(!keeps && { passwordHash: null, ...(now.name && { name: '' }) }),
      }))
      return begin(proven.user, proven.marks, visit)
    },
    async signedIn(visit) {
      const found = await find(visit)
      if (!found) throw refusal('session_not_found')
      return answer(found.user, found.session)
    },
  }
}
