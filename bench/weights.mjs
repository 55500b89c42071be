/** What a file weighs: as it is, and as a server sends it. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Brotli at the level at which files are compressed ahead (11). */
export const brotli = (data) => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })

/** `{ raw, gzip, brotli }` of a buffer, in bytes: gzip at level 9, brotli at 11. */
export const weigh = (data) => ({ raw: data.length, gzip: gzipSync(data, { level: 9 }).length, brotli: brotli(data).length })
