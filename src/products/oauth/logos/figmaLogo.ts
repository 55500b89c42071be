import type { Logo } from '../logoShapes.ts'

/** Five shapes in five colors. Drawn by hand. */
export const logo: Logo = [
  ['M8 1h4v7.3H8a3.65 3.65 0 0 1 0-7.3z', '#f24e1e'],
  ['M12 1h4a3.65 3.65 0 0 1 0 7.3h-4z', '#ff7262'],
  ['M8 8.3h4v7.4H8a3.7 3.7 0 0 1 0-7.4z', '#a259ff'],
  ['M16 8.3a3.7 3.7 0 1 0 0 7.4 3.7 3.7 0 1 0 0-7.4z', '#1abcfe'],
  ['M8 15.7h4v3.65A3.65 3.65 0 1 1 8 15.7z', '#0acf83'],
]
