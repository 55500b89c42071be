/** Looks up the figures for tables, charts and goals in the results. A figure that was not measured is undefined. */
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

/** Returns how long a contestant takes until it is usable, as a multiple of the smallest form on the same stack in the same run. */
export const floorsOf = (results: Contestants, contestant: ContestantResult | undefined) => {
  const ready = medianOf(contestant, 'ready')
  const floor = medianOf(contestantOf(results, 'floor'), 'ready')
  return ready && floor ? ready / floor : undefined
}

/** Returns how long the SDK takes on a journey, as a multiple of Latchkey's time. */
export const fasterOn = (results: Contestants, journey: Journey) => {
  const own = medianOf(latchkeyOn(results, journey), 'ready')
  const sdk = medianOf(sdkOn(results, journey), 'ready')
  return own && sdk ? sdk / own : undefined
}

/** Returns Latchkey on a journey, with its form in the page's HTML. */
export const prerenderedOn = (results: Contestants, { id }: Journey) => contestantOf(results, `prerendered-${id}`)

/** Returns how long a prerendered form takes until it is drawn and can be typed in, as a multiple of a plain HTML form in the same run. */
export const drawnOn = (results: Contestants, journey: Journey) => {
  const drawn = medianOf(prerenderedOn(results, journey), 'ready')
  const html = medianOf(contestantOf(results, 'html'), 'ready')
  return drawn && html ? drawn / html : undefined
}

/** Returns how long the widget takes until it has taken a prerendered form over, as a multiple of its time without one. */
export const liveOn = (results: Contestants, journey: Journey) => {
  const live = medianOf(prerenderedOn(results, journey), 'live')
  const ready = medianOf(latchkeyOn(results, journey), 'ready')
  return live && ready ? live / ready : undefined
}
