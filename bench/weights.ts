/** Weighs files: uncompressed, and as a server sends them. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/**
 * Compresses with brotli at level 11, as servers do with files that they compress ahead of time.
 */
export const brotli = (data: Buffer) => brotliCompressSync(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })

/** Sizes in bytes: uncompressed, with gzip at level 9, and with brotli at level 11. */
export interface Weight {
  raw: number
  gzip: number
  brotli: number
}

/** Returns the sizes of a file. */
export const weigh = (data: Buffer): Weight => ({
  raw: data.length,
  gzip: gzipSync(data, { level: 9 }).length,
  brotli: brotli(data).length,
})
