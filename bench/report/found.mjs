/** Finds in the results what tables, charts and goals are made of. What was not measured is undefined. */

/** A contestant, by its id. */
export const contestantOf = ({ contestants }, id) => contestants.find((one) => one.id === id)

/** Latchkey on a journey, and the provider's SDK 6 with the same methods. */
export const latchkeyOn = (results, { id }) => contestantOf(results, `latchkey-${id}`)
export const sdkOn = (results, { id }) => contestantOf(results, `stytch-6-${id}`)

/** What a budget's files weigh, by its name. */
export const sizeOf = ({ budgets }, name) => budgets.find((budget) => budget.name === name)?.size

/** The median of what was timed of a contestant, such as `ready`. */
export const medianOf = (contestant, what) => contestant?.times?.[what]?.median

/** How long a contestant takes until it is usable, as a multiple of the smallest form on the same stack in the same run. */
export const floorsOf = (results, contestant) => {
  const [ready, floor] = [contestant, contestantOf(results, 'floor')].map((one) => medianOf(one, 'ready'))
  return ready && floor && ready / floor
}

/** How many times as long the SDK takes as Latchkey on a journey. */
export const fasterOn = (results, journey) => {
  const [own, sdk] = [latchkeyOn(results, journey), sdkOn(results, journey)].map((one) => medianOf(one, 'ready'))
  return own && sdk && sdk / own
}
