import type { CallRules } from '../../api/call.ts'
import { fits } from '../../api/shape.ts'
import { sessionShape, tokensShape, userShape } from '../../api/signedIn.ts'
import { invalidAnswer } from './unreachable.ts'
import type { AnyState } from '../session/state.ts'

/**
 * How deep an answer may be nested. The client stores parts of it as JSON, and `JSON.stringify`
 * fails at some thousand levels.
 */
const DEPTH = 200

const isWithin = (depth: number, value: unknown): boolean =>
  typeof value !== 'object' || !value || (depth > 0 && Object.values(value).every((inner) => isWithin(depth - 1, inner)))

/**
 * Returns the answer if it has the shape that its call declares, and if a session or user in it,
 * which the client keeps, has the shape that the client reads.
 * @throws the error of {@link invalidAnswer} otherwise
 */
export function checkAnswer<Result>(readState: (value: unknown) => AnyState, { gives = {}, signsIn }: CallRules, answer: Result): Result {
  const { session, user } = readState(answer)
  const { __user = user } = answer as { __user?: unknown }
  const fitsState = (!session || (fits(session, sessionShape) && fits(answer, tokensShape))) && (__user == null || fits(__user, userShape))
  if (fitsState && (session || !signsIn) && fits(answer, gives) && isWithin(DEPTH, answer)) return answer
  throw invalidAnswer()
}
