import { chunk } from '../../ui/chunk.ts'

/** What stands behind the form: the call, the proof key, the confirmation. Fetched after the first paint. */
export const links = chunk(() => import('./index.tsx'))
