/**
 * The shapes of a logo in a square of 24 units, with their colors. A shape without a color has the
 * color of the text.
 */
export type Logo = readonly (readonly [path: string, color?: string])[]
