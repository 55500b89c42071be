/**
 * Writes the declarations of package.json's exports. TypeScript writes a file for each source;
 * rollup then joins them, so that a host sees the exports of an entry and none of our internals.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { type OutputChunk, rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import { acceptUndefined } from './acceptUndefined.ts'
import { cache, sourceOfTypes, node, root } from './paths.ts'
import { entries } from './entries.ts'

interface Targets {
  [condition: string]: string | Targets
}

/** Returns the declarations that package.json names, as paths below dist/types/. */
const filesOf = (target: string | Targets): string[] => {
  if (typeof target === 'string') return target.startsWith('./dist/types/') ? [target.slice('./dist/types/'.length)] : []
  return Object.values(target).flatMap(filesOf)
}

/** Writes a declaration for every file of src/. */
const write = (folder: string) =>
  node([join(root, 'node_modules/typescript-7/bin/tsc'), '-p', join(root, 'build/tsconfig.types.json'), '--noCheck', '--outDir', folder])

/** Returns the file of an entry among the separate declarations. */
const separateOf = (name: string) =>
  sourceOfTypes(`dist/types/${name}`)!
    .replace('src/', '')
    .replace(/\.tsx?$/, '.d.ts')

/** What all drop-in entries export: two thirds of their declarations, if each of them lists it. */
const COMMON = 'compat/entryExports'

/** A line of a declaration that exports names of another file, with these names and the file. */
const listed = /^export \{ (.+) \} from '(.+)';$/gm

/**
 * Returns the declaration of an entry that exports what `common` exports, if it does, with a star
 * instead of each name.
 */
const withStar = ({ fileName, code, exports }: OutputChunk, common: OutputChunk) => {
  if (!common.exports.every((name) => exports.includes(name))) return code
  const place = (from: string, file: string) => join(dirname(file), from)
  const theirs = new Set(
    [...common.code.matchAll(listed)].flatMap(([, names, from]) =>
      names!.split(', ').map((name) => `${place(from!, common.fileName)} ${name}`),
    ),
  )
  const rest = code.replace(listed, (_, names: string, from: string) => {
    const own = names.split(', ').filter((name) => !theirs.has(`${place(from, fileName)} ${name}`))
    return own.length > 0 ? `export { ${own.join(', ')} } from '${from}';` : ''
  })
  return `${rest}export * from '${relative(dirname(fileName), COMMON).replace(/^(?!\.)/, './')}.js';\n`
}

/** Indents with tabs, which are a quarter of the bytes. */
const withTabs = (text: string) => text.replace(/^(?: {4})+/gm, ({ length }) => '\t'.repeat(length / 4))

/**
 * Writes the rolled up declarations. What entries share is CommonJS, which an ES module can import
 * too, so that it is there once. For the same reason the declaration of an entry that can be loaded
 * with `require` is CommonJS, and its ES module re-exports it.
 */
const rollUp = async (from: string, to: string, names: string[]) => {
  const commonJsNames = new Set(names.filter((name) => name.endsWith('.d.cts')).map((name) => name.replace('.d.cts', '')))
  const entriesOf = [...new Set(names.map((name) => name.replace(/\.d\.c?ts$/, '')))]
  const bundle = await rollup({
    input: Object.fromEntries(entriesOf.map((name) => [name, join(from, separateOf(`${name}.d.ts`))])),
    // A style sheet is imported as text, and its import leaves no declaration.
    external: [/^[^./]/, /\.css$/],
    plugins: [dts()],
    onwarn: ({ code, message }) => {
      // Ignores two expected warnings: a type that an entry uses but does not export by name (it
      // goes to a shared file), and a folder with no type that an entry needs.
      if (!message.includes('private shared type') && code !== 'EMPTY_BUNDLE') throw new Error(message)
    },
  })
  const { output } = await bundle.generate({
    format: 'es',
    entryFileNames: ({ name }) => (commonJsNames.has(name) ? '[name].d.cts' : '[name].d.ts'),
    // Shared types go to one file for each folder of src/, entries/ and tools/, never to another
    // entry, which could import a package that the host doesn't have, such as React.
    manualChunks: (id, { getModuleInfo }) =>
      getModuleInfo(id)!.isEntry ? undefined : /^(?:entries\/|tools\/)?([^./]+)/.exec(relative(from, id))![1]!,
    chunkFileNames: 'shared/[name].d.cts',
    minifyInternalExports: false,
  })
  const declare = async (fileName: string, text: string) => {
    await mkdir(dirname(join(to, fileName)), { recursive: true })
    await writeFile(join(to, fileName), withTabs(text))
  }
  const chunks = output.filter((chunk) => chunk.type === 'chunk')
  const common = chunks.find(({ fileName }) => fileName === `${COMMON}.d.ts`)!
  for (const chunk of chunks) {
    const { fileName, exports } = chunk
    if (exports.length === 0 && !chunks.some((other) => other.imports.includes(fileName))) continue
    await declare(fileName, acceptUndefined(chunk === common ? chunk.code : withStar(chunk, common)))
  }
  for (const name of commonJsNames) await declare(`${name}.d.ts`, `export * from './${basename(name)}.cjs'\n`)
}

/** Returns whether a file is built: a `*` in package.json means the sources of entries. */
const isBuilt = (name: string) => entries.some(({ source }) => source === `src/${name.replace('.d.ts', '.ts')}`)

/** Writes the declarations to `folder`. Reports no type errors, because `npm run check` does. */
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
  const names = [...new Set(filesOf(exports))].flatMap((name) => {
    const [start, end] = name.split('*')
    return end === undefined ? name : all.filter((path) => path.startsWith(start!) && path.endsWith(end) && isBuilt(path))
  })
  await rollUp(separate, folder, [...names, `${COMMON}.d.ts`])
}
