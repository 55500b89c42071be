import type { Call, CallRules } from '../../api/call.ts'
import type { Answer, SessionDuration } from '../../api/entities.ts'
import type { ClientContext } from '../context.ts'
import type { Send } from '../transport.ts'
import type { SignedInAnswer, State, Who } from './state.ts'
import type { SessionTokens, TokenJar } from './tokenJar.ts'

/** The life of a session: kept, refreshed, shared between tabs, ended. `life.ts` makes it. */
export interface SessionLife<SomeState extends Who = State> {
  /**
   * Makes an answer's session this browser's, unless a log-in or sign-out that was begun after `turn` has already been made.
   * @param jar where the cookies go; by default to that of the client that has signed in last
   */
  keep(answer: Partial<SessionTokens>, turn: number, jar?: TokenJar): void
  /** What the options of {@link SessionLife.authenticate} have to be. */
  readonly rules: CallRules
  /** Tells a client that has come later what the others know. */
  join(client: ClientContext<SomeState>): void
  /** Replaces a part of the state, on the same condition, and unless another session has come since, even from another tab. */
  update(part: Partial<SomeState>, turn: number): void
  /** Ends the session here, on the same condition; whether it did. */
  signOut(turn: number): boolean
  /** Takes the turn of a call that begins: of two changes of the session the one that was *begun* later wins. */
  turn(): number
  /** Asks the provider whether the session holds, and keeps the answer. By `send` of whoever asks, as its errors are of the classes of their bundle. */
  authenticate(options?: Partial<SessionDuration>, send?: Send): Promise<SignedInAnswer<SomeState>>
  /**
   * Makes sure that the provider itself has told this page that the session holds. Asks nothing where it has within the last three minutes, nor beside a check
   * that is under way. Rejects like {@link authenticate}.
   * @param doubt an error of the session's, after which what was said before does not count
   */
  confirm(doubt?: unknown): Promise<unknown>
  /**
   * Ends the session at the provider, then here. When the provider refuses: here only with `forceClear`, or if the session was void anyway; and rejects with
   * its error.
   */
  revoke(options?: { forceClear?: boolean }, send?: Send): Promise<Answer>
}

/** The two calls that a session lives by. */
export interface LifeCalls<SomeState extends Who> {
  authenticate: Call<Partial<SessionDuration>, SignedInAnswer<SomeState>>
  revoke: Call<undefined, Answer>
}
