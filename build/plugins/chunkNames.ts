import { basename, dirname, extname } from 'node:path'
import type { Plugin } from 'rollup'

const nameOf = (id: string) => {
  const file = basename(id, extname(id))
  const folder = basename(dirname(id))
  if (file === 'index') return folder
  return file.length < 3 ? `${folder}-${file}` : file
}

/**
 * Names a chunk after its file. The name is the folder's if the file is called index (`products/otp/index.tsx` is "otp"), and both together if the
 * file name alone says nothing (`src/products/otp/phone/metadata/1.ts` is "metadata-1").
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
