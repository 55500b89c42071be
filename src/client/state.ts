import type { Session, User } from '../api/entities.ts'
import type { Store } from '../browser/storage.ts'

/** Who is signed in, as far as this page knows; `{}` when nobody is (wire.md 1.4). */
export interface State {
  session?: Session
  user?: User
}

/** Who that is to what serves users and members alike: a member's session has its id by another name (wire.md 1.8). */
export interface Who {
  session?: { session_id?: string; member_session_id?: string }
  user?: { user_id: string }
  member?: { member_id: string }
}

/** The state of one client, its cached copy and who listens. What changes it is in `sessionLife.ts`. */
export interface StateStore {
  /** `{}` when signed out. */
  now: State
  /** True until the first answer about the session or the first change; false at once when there was no cookie. */
  fromCache: boolean
  readonly listeners: Set<(state: State) => void>
  /** The state in what storage, another tab or an answer that signs in holds; `{}` where there is none. A member's is another than a user's. */
  readonly read: (value: unknown) => State
  /** Calls back on every change until the returned function is called. */
  subscribe(listener: (state: State) => void): () => void
}

/** What storage, another tab or an answer that signs in holds, if it has the shape of a state; else `{}`. */
export const readState = (value: unknown): State => {
  const { session, user } = (value || {}) as State
  return session && user && typeof session.session_id === 'string' && typeof user.user_id === 'string' ? { session, user } : {}
}

/** Reads the cached state; `signedIn` says whether a session cookie (or a custom API endpoint, which may hold one) speaks for it. */
export function createState(store: Store, key: string, signedIn: boolean, read: StateStore['read']): StateStore {
  const listeners = new Set<(state: State) => void>()
  return {
    now: signedIn ? read(store.get(key)) : {},
    fromCache: signedIn,
    listeners,
    read,
    subscribe(listener) {
      // wrapped, so that one function subscribed twice is called twice and each unsubscribes itself alone
      const own = (state: State) => listener(state)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
}
