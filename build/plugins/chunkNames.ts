import { basename, dirname, extname } from 'node:path'
import type { Plugin } from 'rollup'

const nameOf = (id: string) => {
  const file = basename(id, extname(id))
  const folder = basename(dirname(id))
  if (file === 'index') return folder
  return file.length < 3 ? `${folder}-${file}` : file
}

/**
 * A chunk is named after its file; after its folder when the file is called index (`products/otp/index.tsx` is "otp"), and after both
 * when the file name alone says nothing (`metadata/1.ts` is "metadata-1").
 */
export const chunkNames: Plugin = {
  name: 'latchkey-chunk-names',
  outputOptions: (options) => ({
    ...options,
    chunkFileNames({ facadeModuleId, name, ...chunk }) {
      const id = facadeModuleId ?? Object.keys((chunk as unknown as Rollup2Chunk).modules).at(-1)
      // any other name has been given by sharedCode.ts
      const isOfFile = id && basename(id, extname(id)) === name
      return `c/${isOfFile ? nameOf(id) : '[name]'}.[hash].js`
    },
  }),
}

/** In version 4, `moduleIds`. */
interface Rollup2Chunk {
  modules: Record<string, unknown>
}
