import type { PasswordStrength } from '../../../../api/passwords.ts'
import type { Bootstrap } from '../../../../client/bootstrap.ts'

/** One demand of a LUDS policy (lower and upper case, digits, symbols), and whether it is met. */
export interface Demand {
  name: 'minimumLength' | 'complexity'
  count: number
  met: boolean
}

/** What a visitor is told of a password (spec section 5). */
export interface Advice {
  /** Of four segments, how many are lit, and whether that is good; not under a LUDS policy or none. */
  bar?: { lit: number; good: boolean }
  demands: Demand[]
  /** The warning, then the suggestions, in the provider's words. */
  hints: string[]
  breached: boolean
}

/** Sentences of the provider's, each clipped as its errors are. */
const sentences = (texts: unknown[]): string[] =>
  texts.flatMap((text) => (typeof text === 'string' && text.replace(/[\p{Bidi_C}\p{Cc}]/gu, '').slice(0, 1000)) || [])

/** What to say of a password, by what the provider says of it; before it says anything, by the project's policy. Pure. */
export function advise(policy: Bootstrap['passwordConfig'], length: number, strength: PasswordStrength | undefined): Advice {
  const {
    strength_policy = policy ? 'luds' : 'zxcvbn',
    score = 0,
    feedback,
    breached_password: breached = false,
  } = strength || ({} as Partial<PasswordStrength>)
  const advice: Advice = { demands: [], hints: [], breached }
  if (strength_policy === 'luds') return { ...advice, demands: demands(policy, length, feedback?.luds_requirements) }
  if (strength_policy === 'none') return advice
  // a score of 0 has a segment, too; an empty field has none
  const lit = strength ? Math.min(4, Math.max(1, Math.floor(score) || 1)) : 0
  return { ...advice, bar: { lit, good: lit > 2 }, hints: sentences([feedback?.warning, ...(feedback?.suggestions || [])]) }
}

type Requirements = PasswordStrength['feedback']['luds_requirements']

/** The numbers are the project's; the answer only says how much is missing, which tells them where the settings could not be had. */
function demands(policy: Bootstrap['passwordConfig'], length: number, found?: Requirements): Demand[] {
  const { has_digit, has_lower_case, has_symbol, has_upper_case, missing_characters, missing_complexity } =
    found || ({} as Partial<Requirements>)
  const kinds = [has_digit, has_lower_case, has_symbol, has_upper_case].filter(Boolean).length
  // the policy is whatever the project's settings or their cached copy hold
  const demand = (name: Demand['name'], wanted: unknown, has: number, missing: number | null | undefined): Demand => ({
    name,
    count: typeof wanted === 'number' ? wanted : has + (missing || 0),
    met: missing === 0,
  })
  return [
    demand('minimumLength', policy?.ludsMinimumCount, length, missing_characters),
    demand('complexity', policy?.ludsComplexity, kinds, missing_complexity),
  ].filter(({ count }) => count > 0)
}
