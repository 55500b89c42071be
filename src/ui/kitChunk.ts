import { chunk } from './chunk.ts'

/** The chunk of {@link kit}. */
export const kitChunk = chunk(async () => (await import('./kit.ts')).kit)
