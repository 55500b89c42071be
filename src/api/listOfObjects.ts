/** The objects in a list. It is not in kinds.ts, which is a part of the first screen. */
export const objects = <Entry extends object>(given: unknown): Entry[] =>
  Array.isArray(given) ? given.filter((entry) => entry && typeof entry === 'object') : []
