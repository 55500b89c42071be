/** What bench/results.json holds. */
export type Results = Record<string, unknown>

/** The text of bench/REPORT.md. */
export function markdown(results: Results): string
