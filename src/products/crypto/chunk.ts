import { chunk } from '../../ui/chunk.ts'

/** What stands behind a wallet's button, tried for before the visitor leaves Main: if it cannot be had, the other ways to log in are still before them. */
export const signing = chunk(() => import('./signing/index.tsx'))
