/** The declarations of what package.json exports: written by TypeScript file by file, then rolled up, so that a host sees what an entry has and nothing of ours. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { cache, node, root } from './checkout.ts'
import { entries } from './entries.ts'

interface Targets {
  [condition: string]: string | Targets
}

/** The declarations that package.json promises, as paths below dist/types/. */
const promised = (target: string | Targets): string[] => {
  if (typeof target === 'string') return target.startsWith('./dist/types/') ? [target.slice('./dist/types/'.length)] : []
  return Object.values(target).flatMap(promised)
}

/** Every declaration of src/, a file each. */
const write = (folder: string) =>
  node([join(root, 'node_modules/typescript-7/bin/tsc'), '-p', join(root, 'build/tsconfig.types.json'), '--noCheck', '--outDir', folder])

const rollUp = async (from: string, to: string, names: string[], extension: 'ts' | 'cts') => {
  const bundle = await rollup({
    input: Object.fromEntries(names.map((name) => [name.replace(/\.d\.c?ts$/, ''), join(from, name.replace(/\.d\.cts$/, '.d.ts'))])),
    // a style sheet is text, of which no declaration is left
    external: [/^[^./]/, /\.css$/],
    plugins: [dts()],
    onwarn: ({ code, message }) => {
      // A type that an entry uses and does not export by name is in a file that entries share; a folder may have none that an entry needs.
      if (!message.includes('private shared type') && code !== 'EMPTY_BUNDLE') throw new Error(message)
    },
  })
  const { output } = await bundle.generate({
    format: 'es',
    entryFileNames: `[name].d.${extension}`,
    // What entries share is in a file for each folder of src/, and never in another entry, which may need what a host does not have (React).
    manualChunks: (id, { getModuleInfo }) =>
      getModuleInfo(id)!.isEntry ? undefined : relative(from, id).split('/')[0]!.replace('.d.ts', ''),
    chunkFileNames: `shared/[name].d.${extension}`,
  })
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue
    const { fileName, code, exports } = chunk
    if (exports.length === 0 && !output.some((other) => other.type === 'chunk' && other.imports.includes(fileName))) continue
    await mkdir(dirname(join(to, fileName)), { recursive: true })
    await writeFile(join(to, fileName), code)
  }
}

/** `*` in a promise stands for what an entry is built from. */
const isBuilt = (name: string) => entries.some(({ source }) => source === `src/${name.replace('.d.ts', '.ts')}`)

/** Writes them to `folder`. `npm run check` judges types; nothing here does. */
export const declarations = async (folder: string): Promise<void> => {
  const { exports } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { exports: Targets }
  const separate = join(cache, 'declarations')
  await rm(separate, { recursive: true, force: true })
  await write(separate)
  const all = (await readdir(separate, { recursive: true, encoding: 'utf8' })).filter((name) => name.endsWith('.d.ts'))
  for (const name of all) {
    const file = join(separate, name)
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(/(['"])(\.{1,2}\/[^'"]+?(?<!\.css))(\.tsx?|\.js)?\1/g, '$1$2.js$1'))
  }
  const names = [...new Set(promised(exports))].flatMap((name) => {
    const [start, end] = name.split('*')
    return end === undefined ? name : all.filter((path) => path.startsWith(start!) && path.endsWith(end) && isBuilt(path))
  })
  // one program for each, as a file that both share could be of one kind alone
  for (const extension of ['ts', 'cts'] as const)
    await rollUp(
      separate,
      folder,
      names.filter((name) => name.endsWith(`.d.${extension}`)),
      extension,
    )
}
