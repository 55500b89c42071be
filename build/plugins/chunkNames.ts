import { basename, dirname, extname } from 'node:path'
import type { Plugin } from 'rollup'

const nameOf = (id: string) => {
  const file = basename(id, extname(id))
  return file === 'index' ? basename(dirname(id)) : file
}

/**
 * Names a chunk after its file, or after its folder if the file is called index
 * (`products/otp/index.tsx` is "otp").
 */
export const chunkNames: Plugin = {
  name: 'latchkey-chunk-names',
  outputOptions: (options) => ({
    ...options,
    chunkFileNames({ facadeModuleId, name, ...chunk }) {
      const id = facadeModuleId ?? Object.keys((chunk as unknown as Rollup2Chunk).modules).at(-1)
      // sharedCode.ts has given any other name.
      const isOfFile = id && basename(id, extname(id)) === name
      return `c/${isOfFile ? nameOf(id) : '[name]'}.[hash].js`
    },
  }),
}

/** Called `moduleIds` in version 4. */
interface Rollup2Chunk {
  modules: Record<string, unknown>
}
