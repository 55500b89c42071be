/**
 * Bundles a small project that exists only in memory, with one plugin of the build and the rollup
 * that comes with microbundle.
 */
import { dirname, resolve } from 'node:path'
import type { OutputOptions, Plugin, RollupBuild } from 'rollup'
import { root } from '../../build/paths.ts'
import { microbundlesRollup } from '../../build/rollup.ts'

/** Paths from the repository root, or absolute ones, to texts. The first is the entry. */
export type Project = Record<string, string>

/** Imports of packages stay external. */
const bundle = (project: Project, plugin: Plugin): Promise<RollupBuild> => {
  const files = new Map(Object.entries(project).map(([path, text]) => [resolve(root, path), text]))
  const virtual: Plugin = {
    name: 'project',
    resolveId(source, importer) {
      const id = importer ? resolve(dirname(importer), source) : source
      return files.has(id) ? id : null
    },
    load: (id) => files.get(id) ?? null,
  }
  const [entry] = files.keys()
  return microbundlesRollup.rollup({
    input: { entry: entry! },
    plugins: [plugin, virtual],
    external: /^[a-z]/,
    preserveEntrySignatures: 'allow-extension',
    onwarn: ({ message }) => {
      throw new Error(message)
    },
  })
}

/** The code of each file: `entry.js`, and by default the chunks as `c/name.js`. */
export const bundleFiles = async (project: Project, plugin: Plugin, options: OutputOptions = {}): Promise<Record<string, string>> => {
  const { output } = await (await bundle(project, plugin)).generate({ format: 'es', chunkFileNames: 'c/[name].js', ...options })
  return Object.fromEntries(output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]))
}

/** The files that the project was built from. */
export const watchFiles = async (project: Project, plugin: Plugin): Promise<string[]> => (await bundle(project, plugin)).watchFiles
