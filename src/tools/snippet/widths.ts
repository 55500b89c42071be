/**
 * Widths of the widget at which parts are measured, in px: its default width, and the space on
 * phones of 375 and 320 px between margins of 16 px.
 */
export const WIDTHS = [400, 343, 288] as const

/** A height at each of `WIDTHS`, in px. */
export type Heights = readonly [number, number, number]
