import type { Logo } from '../logoShapes.ts'

/** A letter and a mark. Drawn by hand. */
export const logo: Logo = [
  [
    'M.5 6.5h4.4l2.6 6.4 2.6-6.4h4.3L8.1 21H3.8l1.7-4.1zM18.4 2.5h4.8L19 12.5h-4.7zM12.799999999999999 15.8a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z',
    'light-dark(#7b2bff, #b28cff)',
  ],
]
