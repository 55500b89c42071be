import type { placeHere } from '../../client/oneTap/oneTapPrompt.ts'
import type { words } from './oneTapWords.ts'

// Pure rules for Google's prompt on Main: which stage follows which, what the visitor sees in each,
// and how long a stage may last.

/**
 * `pending` until Google shows the prompt, `shown` until the visitor answers, `chosen` while the
 * page leaves with their account, `over` once it is gone.
 */
export type Stage = 'pending' | 'shown' | 'chosen' | 'over'

/**
 * Returns the stage that follows `stage` when the prompt reaches `next`. A late `shown` changes
 * nothing once an account is chosen or the prompt is over.
 */
export const stageAfter = (stage: Stage, next: Exclude<Stage, 'pending'>): Stage => (next === 'shown' && stage !== 'pending' ? stage : next)

/**
 * How long a stage may hide the button, in ms: until the prompt shows, and until the page leaves.
 * The visitor can end the other stages.
 */
export const limits: Partial<Record<Stage, number>> = { pending: 5000, chosen: 25_000 }

/**
 * Returns what the visitor sees for a prompt at `place`: the area, which holds an embedded prompt
 * or the spinner of a page that is leaving, or Google's button. `alone`: there is no other way to
 * sign in. A floating prompt then shows without the area and the button.
 */
export function viewOf(stage: Stage, place: ReturnType<typeof placeHere>, alone: boolean): { area?: boolean; button?: boolean } {
  if (stage === 'over') return { button: true }
  if (stage === 'chosen' || place === 'embedded') return { area: true }
  return { button: !alone || place !== 'floating' }
}

const setupProblems: [RegExp, keyof typeof words][] = [
  [/origin/, 'oneTap.error.origin'],
  [/client/, 'oneTap.error.clientId'],
  [/oauth_config_not_found/, 'oneTap.error.noClient'],
  [/redirect_url/, 'oneTap.error.noRedirectUrls'],
  [/default_provider/, 'oneTap.error.defaultProvider'],
]

/**
 * Returns the message for a fault in the project's setup, from Google's reason or the provider's
 * `error_type`. Undefined if `reason` names no such fault.
 */
export const setupProblem = (reason: string): keyof typeof words | undefined => setupProblems.find(([pattern]) => pattern.test(reason))?.[1]
