import { floor } from '../floor.ts'
import { transformSync } from 'esbuild'
import { walk } from 'estree-walker'
import type { ExportSpecifier, ImportSpecifier, Node, Program } from 'estree'
import MagicString from 'magic-string'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { OutputBundle, OutputChunk, Plugin } from 'rollup'
import { root } from '../paths.ts'
import { nameOf, type WithSpan } from '../syntax.ts'

const runTime = join(root, 'src/widget/loadChunks.ts')

const chunkOf = (file: string, bundle: OutputBundle) => bundle[file] as OutputChunk

/**
 * Returns a chunk and everything that it imports statically, except the entry. Imports come first.
 */
const closure = (file: string, bundle: OutputBundle, path: string[] = []): string[] =>
  path.includes(file) || chunkOf(file, bundle).isEntry
    ? []
    : [...new Set([...chunkOf(file, bundle).imports.flatMap((next) => closure(next, bundle, [...path, file])), file])]

/** Returns the code that replaces an `import()` of a chunk in `file`. */
const importCode = (target: string, file: string, entry: string, bundle: OutputBundle) => {
  const here = closure(file, bundle)
  const files = closure(target, bundle).filter((name) => name === target || !here.includes(name))
  return `$fetch(${files.map((name) => `["${name}",()=>import("${name.replace(/^c/, file === entry ? './c' : '.')}")]`).join()})`
}

/**
 * The code that replaces an `import()` of a computed URL. It uses the loader if there is one, which
 * knows files by their path relative to the entry.
 */
const computedImportCode = 'const $beside=async e=>{const t=$have.fetch,n=e.replace(".","c");' + 'return t?(await t(n))(n):import(e)};'

/** Returns the code of `file` without static imports between chunks. */
const withoutStaticImports = (file: string, entry: string, bundle: OutputBundle, program: WithSpan<Program>) => {
  const { code } = chunkOf(file, bundle)
  const text = new MagicString(code)
  let imports = ''
  let fetches = false
  let computes = false
  for (const node of program.body as WithSpan<Program['body'][number]>[]) {
    if (!('source' in node) || !node.source) continue
    const from = join(dirname(file), String(node.source.value))
    if (from === entry) continue
    const cannot = () => new Error(`${file}: cannot take '${code.slice(node.start, node.end)}' apart`)
    if (node.type === 'ExportAllDeclaration' || file === entry) throw cannot()
    const names: string[] = []
    if (node.type === 'ImportDeclaration') {
      if (node.specifiers.some(({ type }) => type !== 'ImportSpecifier')) throw cannot()
      for (const { imported, local } of node.specifiers as ImportSpecifier[]) names.push(`${nameOf(imported)}:${local.name}`)
      text.remove(node.start, node.end)
    } else {
      const through = (at: number) => `$$${node.start + at}`
      const specifiers = node.specifiers as ExportSpecifier[]
      names.push(...specifiers.map(({ local }, at) => `${nameOf(local)}:${through(at)}`))
      text.overwrite(
        node.start,
        node.end,
        `export{${specifiers.map(({ exported }, at) => `${through(at)} as ${nameOf(exported)}`).join()}};`,
      )
    }
    if (names.length > 0) imports += `const{${names.join()}}=$have["${from.split('.')[0]}"];`
  }
  walk(program, {
    enter(each: Node) {
      if (each.type !== 'ImportExpression') return
      const { start, end } = each as WithSpan<typeof each>
      if (each.source.type !== 'Literal') {
        text.overwrite(start, start + 'import'.length, '$beside')
        computes = true
        return
      }
      text.overwrite(start, end, importCode(join(dirname(file), String(each.source.value)), file, entry, bundle))
      fetches = true
    },
  })
  if (file === entry) {
    const { code: loader } = transformSync(readFileSync(runTime, 'utf8'), {
      loader: 'ts',
      minify: true,
      ...floor.syntax,
      tsconfigRaw: {},
    })
    return text.toString() + loader
  }
  if (computes) imports += computedImportCode
  const globals = [...(imports ? ['$have'] : []), ...(fetches ? ['$fetch'] : [])]
  return `${globals.length > 0 ? `import{${globals.join()}}from"${relative(dirname(file), entry)}";` : ''}${imports}${text}`
}

/**
 * Removes static imports between chunks. Before each `import()` of a chunk, everything that the
 * chunk needs is fetched too, and the chunk finds it in `$have` (src/widget/loadChunks.ts, which is
 * appended to the entry). So each file is requested by itself, and if one fails to load, the loader
 * (src/entries/embed.ts) can request it again under another URL: all but the newest browsers never
 * retry a module that failed (whatwg/html#10327). A bundler still finds every `import()`, except
 * those with a computed URL.
 */
export const standAlone: Plugin = {
  name: 'latchkey-stand-alone',
  buildStart() {
    this.addWatchFile(runTime)
  },
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk')
    const entry = chunks.find(({ isEntry }) => isEntry)!.fileName
    for (const chunk of chunks)
      chunk.code = withoutStaticImports(chunk.fileName, entry, bundle, this.parse(chunk.code) as WithSpan<Program>)
  },
}
