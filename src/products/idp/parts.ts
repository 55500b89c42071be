import { chunk } from '../../ui/chunk.ts'

// Chunks of their own, as most apps' requests to be let in need neither.
export const logOutPart = chunk(() => import('./logOut/index.tsx'))
export const hostOptions = chunk(() => import('./hostOptions/index.ts'))
