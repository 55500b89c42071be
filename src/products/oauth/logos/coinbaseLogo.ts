import type { Logo } from '../logoShapes.ts'

/** A letter on a disc. Drawn by hand. */
export const logo: Logo = [
  ['M12 1a11 11 0 1 0 0 22 11 11 0 1 0 0-22z', 'light-dark(#0052ff, #4f86ff)'],
  ['M12 6.3a5.7 5.7 0 1 0 5.6 6.6h-3a2.7 2.7 0 1 1 0-1.8h3A5.7 5.7 0 0 0 12 6.3z', '#fff'],
]
