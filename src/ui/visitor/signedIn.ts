import type { Authenticated } from '../../api/entities.ts'
import type { SignedIn } from '../host/emit.ts'
import type { Place } from '../map.ts'

/**
 * Returns the answer of a log-in if somebody is signed in with it. If the host's own server asks
 * for a second factor first, leads there instead, and returns undefined. `emit` takes no other
 * answer, so every log-in passes here.
 */
export function signedIn<Answer extends Authenticated>(
  answer: Answer,
  go: (next: Place<'LogInSecondFactor'>) => void,
): SignedIn<Answer> | undefined {
  const { second_factor_required: secondFactor } = answer
  if (!secondFactor) return answer as SignedIn<Answer>
  go({ name: 'LogInSecondFactor', demand: secondFactor })
}
