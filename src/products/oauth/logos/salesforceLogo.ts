import type { Logo } from '../logoShapes.ts'

/** A cloud. Drawn by hand. */
export const logo: Logo = [
  [
    'M1.5 12.2a4.7 4.7 0 1 0 9.4 0a4.7 4.7 0 1 0-9.4 0zM5.4 8.8a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0zM11 8.7a4 4 0 1 0 8 0a4 4 0 1 0-8 0zM13.6 12a4.7 4.7 0 1 0 9.4 0a4.7 4.7 0 1 0-9.4 0zM9 14.5a4.7 4.7 0 1 0 9.4 0a4.7 4.7 0 1 0-9.4 0zM4.8 15a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0z',
    'light-dark(#0091d0, #00a1e0)',
  ],
]
