/** The middle of some numbers, and their range. */
export function median(numbers: readonly number[]): { median: number; min: number; max: number }
