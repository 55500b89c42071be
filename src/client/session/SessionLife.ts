import type { Call } from '../../api/call.ts'
import type { Answer, SessionDuration } from '../../api/entities.ts'
import type { ClientContext } from '../context.ts'
import type { Send } from '../calls/transport.ts'
import type { SignedInAnswer, State, AnyState } from './state.ts'
import type { SessionTokens, TokenJar } from './tokenJar.ts'

/**
 * The life of a session: it keeps the session, refreshes it, shares it between tabs and ends it.
 * `life.ts` creates it.
 */
export interface SessionLife<SomeState extends AnyState = State> {
  /**
   * Keeps the session of an answer, unless a log-in or sign-out that began after `turn` has already
   * been answered.
   * @param jar where the tokens go. Default: the jar of the client that has signed in last
   */
  keep(answer: Partial<SessionTokens>, turn: number, jar?: TokenJar): void
  /** Adds a later client: tells it the current state, and removes it when it is destroyed. */
  join(client: ClientContext<SomeState>): void
  /**
   * Replaces a part of the state, on the same condition as `keep`, and only if the session has not
   * been replaced since, not even by another tab.
   */
  update(part: Partial<SomeState>, turn: number): void
  /** Ends the session in this browser, on the same condition as `keep`. Returns whether it did. */
  signOut(turn: number): boolean
  /**
   * Takes a turn for a call that begins. Of two changes of the session, the one that began later
   * wins (docs/decisions/README.md#the-change-that-began-later-wins).
   */
  turn(): number
  /**
   * Asks the provider whether the session is valid, and keeps the answer. A caller passes its own
   * `send`, so that errors are instances of the classes in its bundle.
   */
  authenticate(options?: Partial<SessionDuration>, send?: Send): Promise<SignedInAnswer<SomeState>>
  /**
   * Makes sure that the provider itself has told this page that the session is valid. Asks the
   * provider only if there was no check in the last three minutes and none is running. Rejects like
   * {@link authenticate}.
   * @param doubt an error about the session, after which earlier answers do not count
   * @param within how long ago a check counts, in ms, instead of three minutes
   */
  confirm(doubt?: unknown, within?: number): Promise<unknown>
  /**
   * Waits until the provider has said who is signed in, which may be nobody. Asks it only if there
   * may be a session, and as {@link confirm} does; where the page does not see the cookie, an
   * answer counts for a second. Rejects if the provider does not say.
   */
  settle(): Promise<void>
  /**
   * Returns which factor a call is about: the second for a visitor who is signed in. Where the page
   * does not see the cookie, it waits until the server has said once who that is.
   */
  factor(): Promise<'primary' | 'secondary'>
  /**
   * Ends the session at the provider, then here. If the provider refuses, it rejects with the
   * provider's error, and ends the session here only with `forceClear` or if the session was not
   * valid anyway.
   */
  revoke(options?: { forceClear?: boolean }, send?: Send): Promise<Answer>
}

/** The two calls that check and end a session. */
export interface LifeCalls<SomeState extends AnyState> {
  authenticate: Call<Partial<SessionDuration>, SignedInAnswer<SomeState>>
  revoke: Call<undefined, Answer>
}
