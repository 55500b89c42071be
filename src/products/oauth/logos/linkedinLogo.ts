import type { Logo } from '../logoShapes.ts'

/** The two letters on a square. Drawn by hand. */
export const logo: Logo = [
  ['M3 1h18a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H3a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2z', 'light-dark(#0a66c2, #4a9eea)'],
  [
    'M4.7 6.4a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0zM5 9.7h3v9.6H5zm4.9 0h2.9V11c.5-.9 1.6-1.6 3-1.6 2.9 0 3.6 1.9 3.6 4.5v5.4h-3v-4.9c0-1.2-.1-2.5-1.6-2.5s-1.9 1.2-1.9 2.4v5h-3z',
    '#fff',
  ],
]
