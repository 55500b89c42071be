import type { MemberSignedIn } from '../../api/b2b/entities.ts'
import type { Authenticated, Session, User } from '../../api/entities.ts'
import type { Store } from '../../browser/storage.ts'

/** Who is signed in, as far as this page knows; `{}` if nobody is. */
export interface State {
  /** The session. */
  session?: Session
  /** The user. */
  user?: User
}

/** What the state of users and that of members have in common: a member's session has its id by another name. */
export interface Who {
  session?: { session_id?: string; member_session_id?: string; roles?: string[]; last_accessed_at?: string; expires_at?: string }
  user?: { user_id: string; roles?: string[] }
  member?: { member_id: string }
}

/** What a call that signs somebody in answers, by the state that it leads to. */
export type SignedInAnswer<SomeState extends Who> = SomeState extends State ? Authenticated : MemberSignedIn

/** The state of one client, its cached copy and who listens. What changes it is in `life.ts`. */
export interface StateStore<SomeState extends Who = State> {
  /** `{}` when signed out. */
  now: SomeState
  /** True until the first answer about the session or the first change; false at once when there was no cookie. */
  fromCache: boolean
  readonly listeners: Set<(state: SomeState) => void>
  /** The state in what storage, another tab or an answer that signs in holds; `{}` where there is none. */
  readonly read: (value: unknown) => SomeState
  /** Calls back on every change until the returned function is called. */
  subscribe(listener: (state: SomeState) => void): () => void
}

/** What storage, another tab or an answer that signs in holds, if it has the shape of a user's state; else `{}`. */
export const readState = (value: unknown): State => {
  const { session, user } = (value || {}) as State
  return session && user && typeof session.session_id === 'string' && typeof user.user_id === 'string' ? { session, user } : {}
}

/**
 * Reads the cached state.
 * @param mayHold whether a session cookie speaks for that state, or a custom API endpoint, which may hold one
 */
export function createState<SomeState extends Who>(
  store: Store,
  key: string,
  mayHold: boolean,
  read: (value: unknown) => SomeState,
): StateStore<SomeState> {
  const listeners: StateStore<SomeState>['listeners'] = new Set()
  return {
    now: read(mayHold && store.get(key)),
    fromCache: mayHold,
    listeners,
    read,
    subscribe(listener) {
      // wrapped, so that one function subscribed twice is called twice and each unsubscribes itself alone
      const own = (state: SomeState) => listener(state)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
}
