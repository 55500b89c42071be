import type { EmbedChunks } from '../../snippet/snippet.ts'
import type { Facts } from '../facts.ts'
import type { Finding } from '../codes.ts'

/** Makes findings from what was seen. Pure. `chunks` are those of the doctor's own release. */
export type Rule = (facts: Facts, chunks: EmbedChunks) => Finding[]
