import type { Call } from '../../api/call.ts'
import type { SessionDuration } from '../../api/entities.ts'
import { isUnrecoverable } from '../../api/unrecoverable.ts'
import type { Send } from '../calls/transport.ts'
import type { ClientContext } from '../context.ts'
import { isLatest, type Turns } from './order.ts'
import { REFRESH_PERIOD } from './refreshTimes.ts'
import type { SessionLife } from './SessionLife.ts'
import type { AnyState, SignedInAnswer, StateStore } from './state.ts'
import type { SessionTokens } from './tokenJar.ts'

/**
 * How long the server's word on who is signed in counts before something is spent, in ms, where the
 * page does not see the cookie.
 */
const FRESH = 1000

/** Returns the id of the session, whether it is a user's or a member's. */
export const idOf = ({ session }: AnyState): string | undefined => session?.session_id || session?.member_session_id

interface CheckParts<SomeState extends AnyState> {
  founder: ClientContext<SomeState>
  /** The call that checks the session. */
  call: Call<Partial<SessionDuration>, SignedInAnswer<SomeState>>
  request: Send
  status: StateStore<SomeState>
  turns: Turns
  keep: SessionLife<SomeState>['keep']
  signOut: SessionLife<SomeState>['signOut']
}

/** Creates the half of a session's life that asks the provider who is signed in. */
export const createChecks = <SomeState extends AnyState>({
  founder,
  call,
  request,
  status,
  turns,
  keep,
  signOut,
}: CheckParts<SomeState>) => {
  const { tokens, customEndpoint } = founder
  /** Identifies the current session. Changes whenever the session is replaced. */
  const sessionNow = () => `${turns.replaced} ${tokens.get('session_token')} ${idOf(status.now)}`
  /**
   * The last check: which session it was about, when the answer came, which is never while it is
   * under way, and the answer or a promise of it.
   */
  let last: [session: string, at: number, answer: unknown] | [] = []
  const note = <Answer>(answer: Answer, at = Date.now()) => {
    last = [sessionNow(), at, answer]
    return answer
  }
  /** When the server last said that nobody is signed in. */
  let nobodyAt = -Infinity
  const askAndKeep = async (options: Partial<SessionDuration>, send = request): Promise<SignedInAnswer<SomeState> | undefined> => {
    const session = sessionNow()
    const turn = ++turns.last
    try {
      const { __user, ...answer } = (await send(call, options)) as { __user?: unknown } & Partial<SessionTokens>
      if (sessionNow() !== session) return
      if (isLatest(turn, turns.checked)) {
        turns.checked = turn
        keep(answer, turns.replaced)
      }
      return answer as SignedInAnswer<SomeState>
    } catch (error) {
      if (sessionNow() !== session) return
      // with the turn of this session, so that a log-in that is under way still wins
      if (isUnrecoverable(error)) {
        signOut(turns.replaced)
        nobodyAt = Date.now()
      }
      last = []
      throw error
    }
  }
  const check: typeof askAndKeep = (...how) => note(askAndKeep(...how), Infinity)
  const authenticate: SessionLife<SomeState>['authenticate'] = async (options = {}, send) =>
    (await check(options, send)) || authenticate(options, send)
  const confirm = async (doubt?: unknown, within = REFRESH_PERIOD): Promise<unknown> =>
    (!isUnrecoverable(doubt) && last[0] === sessionNow() && Date.now() - last[1]! < within && (await last[2])) || authenticate()
  const settle = async () => {
    // a page sees every cookie of the provider's, and none that is for a server alone
    const mayBeHidden = customEndpoint && Date.now() - nobodyAt > FRESH
    if (!status.now.session && !tokens.get('session_token') && !mayBeHidden) return
    await confirm(undefined, customEndpoint ? FRESH : undefined).catch((error) => {
      if (!isUnrecoverable(error)) throw error
    })
  }

  return { check, authenticate, confirm, settle, note }
}
