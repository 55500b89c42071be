import type { Logo } from '../logoShapes.ts'

/** A ring in four colors, with a bar. Drawn by hand. */
export const logo: Logo = [
  ['M2.2 7A11 11 0 0 1 19.5 4l-2.9 3.1A6.7 6.7 0 0 0 6 9z', '#ea4335'],
  ['M2.3 17.2A11 11 0 0 1 2.2 7L6 9a6.7 6.7 0 0 0 .1 6.1z', '#fbbc05'],
  ['M18.8 20.7a11 11 0 0 1-16.5-3.5l3.8-2.1a6.7 6.7 0 0 0 10 2.2z', '#34a853'],
  ['M22.8 9.9a11 11 0 0 1-4 10.8l-2.7-3.4a6.7 6.7 0 0 0 2.2-3.2H12V9.9z', '#4285f4'],
]
