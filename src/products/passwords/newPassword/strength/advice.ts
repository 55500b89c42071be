import type { PasswordStrength } from '../../../../api/passwords.ts'
import type { Bootstrap } from '../../../../client/bootstrap.ts'

/**
 * One requirement of a LUDS policy (lowercase, uppercase, digits, symbols), or the longest that a
 * password may be, and whether the password meets it.
 */
export interface Requirement {
  name: 'minimumLength' | 'complexity' | 'maximumLength'
  count: number
  met: boolean
}

/** What the visitor reads about a password. Nothing else about one that was breached. */
interface Advice {
  /**
   * How many of the four segments are lit, and whether that is good. Absent if the policy is LUDS
   * or `none`.
   */
  bar?: { lit: number; good: boolean }
  requirements: Requirement[]
  /** The provider's warning, then its suggestions. */
  hints: string[]
  breached: boolean
}

/** Returns the sentences among `texts`, clipped as the provider's errors are. */
const sentences = (texts: unknown[]): string[] =>
  texts.flatMap((text) => (typeof text === 'string' && text.replace(/[\p{Bidi_C}\p{Cc}]/gu, '').slice(0, 1000)) || [])

/**
 * Returns what to say about a password, from the provider's answer or, until there is one, from the
 * project's policy. Pure.
 */
export function advise(policy: Bootstrap['passwordConfig'], length: number, strength: PasswordStrength | undefined): Advice {
  const {
    strength_policy = policy ? 'luds' : 'zxcvbn',
    score = 0,
    feedback,
    breached_password: breached = false,
  } = strength || ({} as Partial<PasswordStrength>)
  const longest = feedback?.luds_requirements?.maximum_characters
  const requirements: Requirement[] = longest ? [{ name: 'maximumLength', count: longest, met: false }] : []
  const advice: Advice = { requirements, hints: [], breached }
  if (breached) return { ...advice, requirements: [] }
  if (strength_policy === 'luds')
    return { ...advice, requirements: [...requirementsOf(policy, length, feedback?.luds_requirements), ...requirements] }
  if (strength_policy === 'none') return advice
  // a score of 0 lights one segment, too; an empty field lights none
  const lit = strength ? Math.min(4, Math.max(1, Math.floor(score) || 1)) : 0
  return { ...advice, bar: { lit, good: lit > 2 }, hints: sentences([feedback?.warning, ...(feedback?.suggestions || [])]) }
}

type Requirements = PasswordStrength['feedback']['luds_requirements']

/**
 * Takes the counts from the project's settings. If those could not be loaded, derives them from the
 * answer, which says only how much is missing.
 */
function requirementsOf(policy: Bootstrap['passwordConfig'], length: number, feedback?: Requirements): Requirement[] {
  const { has_digit, has_lower_case, has_symbol, has_upper_case, missing_characters, missing_complexity } =
    feedback || ({} as Partial<Requirements>)
  const kinds = [has_digit, has_lower_case, has_symbol, has_upper_case].filter(Boolean).length
  // the settings or their cached copy may contain anything
  const requirement = (name: Requirement['name'], minimum: unknown, has: number, missing: number | null | undefined): Requirement => ({
    name,
    count: typeof minimum === 'number' ? minimum : has + (missing || 0),
    met: missing === 0,
  })
  return [
    requirement('minimumLength', policy?.ludsMinimumCount, length, missing_characters),
    requirement('complexity', policy?.ludsComplexity, kinds, missing_complexity),
  ].filter(({ count }) => count > 0)
}
