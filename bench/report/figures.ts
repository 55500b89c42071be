/**
 * Looks up the figures for tables, charts and goals in the results. A figure that was not measured
 * is undefined.
 */
import type { Journey } from '../journeys.ts'
import type { ContestantResult, Results, Times } from '../results.ts'

/** The results that contain the contestants. */
type Contestants = Pick<Results, 'contestants'>

/** Returns a contestant by its id. */
export const contestantOf = ({ contestants }: Contestants, id: string) => contestants.find((one) => one.id === id)

/** Returns Latchkey on a journey. */
export const latchkeyOn = (results: Contestants, { id }: Journey) => contestantOf(results, `latchkey-${id}`)
/** Returns the provider's SDK 6 on a journey, with the same methods. */
export const sdkOn = (results: Contestants, { id }: Journey) => contestantOf(results, `stytch-6-${id}`)

/** Returns the size of a budget's files by its name, in bytes. */
export const sizeOf = ({ budgets }: Pick<Results, 'budgets'>, name: string) => budgets.find((budget) => budget.name === name)?.size

/** Returns the median of one of a contestant's times, such as `ready`. */
export const medianOf = (contestant: ContestantResult | undefined, what: keyof Times) => contestant?.times?.[what]?.median

/** Returns one time as a multiple of another in the same run. */
const ratioOf = (time: number | undefined, to: number | undefined) => (time && to ? time / to : undefined)

/**
 * Returns how long a contestant takes until it is usable, as a multiple of the smallest form on the
 * same stack in the same run.
 */
export const floorsOf = (results: Contestants, contestant: ContestantResult | undefined) =>
  ratioOf(medianOf(contestant, 'ready'), medianOf(contestantOf(results, 'floor'), 'ready'))

/** Returns how long the SDK takes on a journey, as a multiple of Latchkey's time. */
export const fasterOn = (results: Contestants, journey: Journey) =>
  ratioOf(medianOf(sdkOn(results, journey), 'ready'), medianOf(latchkeyOn(results, journey), 'ready'))

/** Returns Latchkey on a journey, with its form in the page's HTML. */
export const prerenderedOn = (results: Contestants, { id }: Journey) => contestantOf(results, `prerendered-${id}`)

/**
 * Returns how long a prerendered form takes until it is drawn and can be typed in, as a multiple of
 * a plain HTML form in the same run.
 */
export const drawnOn = (results: Contestants, journey: Journey) =>
  ratioOf(medianOf(prerenderedOn(results, journey), 'ready'), medianOf(contestantOf(results, 'html'), 'ready'))

/**
 * Returns how long the widget takes until it has taken a prerendered form over, as a multiple of
 * its time without one.
 */
export const liveOn = (results: Contestants, journey: Journey) =>
  ratioOf(medianOf(prerenderedOn(results, journey), 'live'), medianOf(latchkeyOn(results, journey), 'ready'))
