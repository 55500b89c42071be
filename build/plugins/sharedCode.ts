import { join } from 'node:path'
import type { GetModuleInfo, Plugin } from 'rollup'
import { root } from '../checkout.ts'
import type { Shared } from '../entries.ts'

/** Module to chunk: each belongs to the first that imports it statically, by itself or through others. */
const homesOf = (source: string, shared: Shared, getModuleInfo: GetModuleInfo): Map<string, string> => {
  const homes = new Map<string, string>()
  const claim = (home: string, id: string) => {
    const module = getModuleInfo(id)
    if (homes.has(id) || !module || module.isExternal) return
    homes.set(id, home)
    for (const next of module.importedIds) claim(home, next)
  }
  claim('entry', join(root, source))
  for (const [home, files] of shared)
    for (const path of files) {
      if (!getModuleInfo(join(root, path))) throw new Error(`'${path}' of \`shared\` in build/entries.ts is no part of this build`)
      claim(home, join(root, path))
    }
  return homes
}

/**
 * Places code that several chunks need where entries.ts says; `source` is the entry. All else rollup places: what one chunk alone needs stays in it, and what several share
 * becomes a file of its own. rollup takes all that a placed module imports along, so what the entry imports has to be placed in the entry first.
 */
export const sharedCode = (source: string, shared: Shared): Plugin => ({
  name: 'latchkey-shared-code',
  outputOptions(options) {
    let homes: Map<string, string> | undefined
    return {
      ...options,
      manualChunks: (id, { getModuleInfo }) => (homes ??= homesOf(source, shared, getModuleInfo)).get(id),
    }
  },
})
