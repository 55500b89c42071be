import type { RbacPolicy } from '../../api/bootstrap.ts'
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

/**
 * What the state of users and the state of members have in common. The id of a member's session has
 * another name.
 */
export interface AnyState {
  session?: { session_id?: string; member_session_id?: string; roles?: string[]; last_accessed_at?: string; expires_at?: string }
  user?: { user_id: string; roles?: string[] }
  member?: { member_id: string }
  organization?: { custom_roles?: RbacPolicy['roles'] | null }
}

/** The answer of a call that signs somebody in, for this kind of state. */
export type SignedInAnswer<SomeState extends AnyState> = SomeState extends State ? Authenticated : MemberSignedIn

/** The state of one client, and its listeners. `life.ts` changes it. */
export interface StateStore<SomeState extends AnyState = State> {
  /** The state; `{}` if nobody is signed in. */
  now: SomeState
  /**
   * Whether the provider has yet to confirm the state. False from the start if there can be no
   * session.
   */
  fromCache: boolean
  /** Whether the last change came from another tab. */
  byOtherTab?: boolean
  /** They are called on every change. */
  readonly listeners: Set<(state: SomeState) => void>
  /**
   * Reads the state in a value from storage, another tab or an answer that signs in; `{}` if the
   * value is not a state.
   */
  readonly read: (value: unknown) => SomeState
  /** Calls back on every change until the returned function is called. */
  subscribe(listener: (state: SomeState) => void): () => void
}

/**
 * Reads a user's state in a value from storage, another tab or an answer that signs in; `{}` if the
 * value is not a state.
 */
export const readState = (value: unknown): State => {
  const { session, user } = (value || {}) as State
  return session && user && typeof session.session_id === 'string' && typeof user.user_id === 'string' ? { session, user } : {}
}

/**
 * Creates the state of a client, from the stored one.
 * @param mayHold whether there can be a session: the page sees its cookie, or a custom API endpoint
 * may have one that it does not see
 */
export function createState<SomeState extends AnyState>(
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
      // a function of its own, so that a listener that is subscribed twice is called twice, and
      // each subscription ends separately
      const own = (state: SomeState) => listener(state)
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
}
