import type { CallRules } from '../api/call.ts'
import { fits } from '../api/shape.ts'
import { sessionShape, tokensShape, userShape } from '../api/signedIn.ts'
import { invalid } from './invalid.ts'
import type { Who } from './session/state.ts'

/** How deep an answer may be nested: what is kept of one is compared and stored as JSON, which of thousands of levels cannot be written. */
const DEPTH = 200

const isWithin = (depth: number, value: unknown): boolean =>
  typeof value !== 'object' || !value || (depth > 0 && Object.values(value).every((inner) => isWithin(depth - 1, inner)))

/**
 * The answer, if it has the shape that its call declares, and what the client keeps of any answer has the shape that it is read in: a session, a user.
 * Else throws {@link invalid}.
 */
export function checked<Result>(read: (value: unknown) => Who, { gives = {}, signsIn }: CallRules, answer: Result): Result {
  const { session, user } = read(answer)
  const { __user = user } = answer as { __user?: unknown }
  const kept = (!session || (fits(session, sessionShape) && fits(answer, tokensShape))) && (__user == null || fits(__user, userShape))
  if (kept && (session || !signsIn) && fits(answer, gives) && isWithin(DEPTH, answer)) return answer
  throw invalid()
}
