/** Returns the objects in a list. It is not in kinds.ts, which is a part of the first screen. */
export const objects = <Entry extends object>(value: unknown): Entry[] =>
  Array.isArray(value) ? value.filter((entry) => entry && typeof entry === 'object') : []
