import type { Range } from './results.ts'

/** Returns the median of one or more numbers, and their range. */
export const median = (numbers: readonly number[]): Range => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return { median: sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2, min: sorted[0]!, max: sorted.at(-1)! }
}
