import type { Results } from './markdown.mjs'

/** The README with its tables as they were measured. */
export function readmeTables(readme: string, results: Results): string
