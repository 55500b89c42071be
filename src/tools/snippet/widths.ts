/**
 * Widths of the widget at which parts are measured, in px: its default width, and the space on
 * phones of 375 and 320 px between margins of 16 px.
 */
export const WIDTHS = [400, 343, 288] as const

/** A height at each of `WIDTHS`, in px. */
export type Heights = readonly [number, number, number]

/** The heights of a look, in px. */
export interface HeightTable {
  /** The height of the frame, above and below the parts together, at {@link WIDTHS}. */
  frame: Heights
  /** The gap between two parts. */
  gap: number
  /**
   * The height of each part if every text fits in one line. `other` is a provider that is not in
   * this table.
   */
  parts: Record<string, number>
  /** Parts that are higher in a language, with their heights at {@link WIDTHS}. */
  locales: Record<string, Record<string, Heights>>
}
