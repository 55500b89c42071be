import type { Bootstrap } from '../../../../client/bootstrap.ts'

const kinds = ['lower', 'upper', 'digit', 'special']

/**
 * Returns the project's policy in the language of the attribute `passwordrules`, from which
 * password managers make up a password that will be accepted; empty without a policy. A policy that
 * wants some of the four kinds of characters is met by the first ones. The settings or their cached
 * copy may contain anything.
 */
export function passwordRules(policy: Bootstrap['passwordConfig']): string {
  const countOf = (value: unknown) => (Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0)
  const [shortest, longest] = [countOf(policy?.ludsMinimumCount), countOf(policy?.ludsMaximumCount)]
  const classes = kinds.slice(0, countOf(policy?.ludsComplexity)).map((kind) => `required: ${kind};`)
  return [...(shortest ? [`minlength: ${shortest};`] : []), ...(longest ? [`maxlength: ${longest};`] : []), ...classes].join(' ')
}
