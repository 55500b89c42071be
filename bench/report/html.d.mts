import type { Results } from './markdown.mjs'

/** The text of bench/report.html. */
export function html(results: Results): string
