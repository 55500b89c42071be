/** The name of the screen that a state belongs to. */
export const screenOf = (state: string): string => state.split(', ')[0]!

/** Of these states, the first of each screen. */
export const firstOfEachScreen = (states: readonly string[]): string[] =>
  states.filter((state, index) => states.findIndex((other) => screenOf(other) === screenOf(state)) === index)
