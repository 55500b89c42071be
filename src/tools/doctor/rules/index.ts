/** All rules together. */
import { codes, type Code, type Finding } from '../codes.ts'
import type { Facts } from '../facts.ts'
import type { EmbedChunks } from '../../snippet/snippet.ts'
import { bytes } from './bytes.ts'
import { calls } from './calls.ts'
import { consoleLines } from './consoleLines.ts'
import { files } from './files.ts'
import { input } from './input.ts'
import { integrity } from './integrity.ts'
import { looks } from './looks.ts'
import { absence, mounting } from './mounting.ts'
import { options } from './options.ts'
import { policy } from './policy.ts'
import { redirects } from './redirects.ts'
import type { Rule } from './rule.ts'
import { server } from './server.ts'
import { token } from './token.ts'

const rules: readonly Rule[] = [
  policy,
  integrity,
  files,
  mounting,
  options,
  token,
  redirects,
  looks,
  input,
  calls,
  server,
  bytes,
  consoleLines,
]

/** Groups whose errors explain that there is no widget, or that its calls fail. */
const causes = /^(?:page|csp|integrity|files|mount|options|token)\./

/** Returns whether a finding is one after which the rest cannot be judged. */
export const isCause = ({ code, severity }: Finding): boolean => severity === 'error' && causes.test(code)

const order = Object.keys(codes) as Code[]

/** Returns what is wrong with a page, by the order of `codes`. */
export const findingsOf = (facts: Facts, chunks: EmbedChunks): Finding[] => {
  const findings = rules.flatMap((rule) => rule(facts, chunks))
  const all = findings.some(isCause) ? findings : [...findings, ...absence(facts, chunks)]
  return all.sort((one, other) => order.indexOf(one.code) - order.indexOf(other.code))
}
