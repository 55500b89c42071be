import type { Logo } from '../logoShapes.ts'

/** A person, for a provider that has no logo here. Drawn by hand. */
export const logo: Logo = [['M7.5 7.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0zM3 22a9 9 0 0 1 18 0z']]
