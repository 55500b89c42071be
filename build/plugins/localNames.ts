import type { ExportSpecifier, Identifier, ImportSpecifier, Program } from 'estree'
import MagicString from 'magic-string'
import { dirname, join } from 'node:path'
import type { Plugin } from 'rollup'

type Placed<T> = T & { start: number; end: number }

const textOf = (node: ImportSpecifier['imported']) => (node as Identifier).name

/** What a module offers by its own source. */
const offered = (program: Program): string[] =>
  program.body.flatMap((node) => {
    if (node.type === 'ExportAllDeclaration') throw new Error("Cannot tell what the entry's `export *` offers. Name it")
    if (node.type !== 'ExportNamedDeclaration') return []
    const { declaration, specifiers } = node
    if (!declaration) return specifiers.map(({ exported }) => textOf(exported))
    return declaration.type === 'VariableDeclaration'
      ? declaration.declarations.map(({ id }) => textOf(id as Identifier))
      : declaration.id.name
  })

/**
 * What the entry offers to its chunks alone goes by the name that it has in there: rollup gives it a second one, and some fifty pairs of names are 104 bytes of the first
 * screen. Chunks change with that, and so does their hash (oneHash.ts).
 */
export const localNames: Plugin = {
  name: 'latchkey-local-names',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk')
    const entry = chunks.find(({ isEntry }) => isEntry)!
    const parse = (code: string) => this.parse(code) as Program
    const own = offered(parse(this.getModuleInfo(entry.facadeModuleId!)!.code!))
    const local = new Map<string, string>()
    for (const node of parse(entry.code).body) {
      if (node.type !== 'ExportNamedDeclaration' || node.source) continue
      for (const { exported, local: inside } of node.specifiers) {
        if (own.includes(textOf(exported))) continue
        if (own.includes(textOf(inside))) throw new Error(`The entry offers '${textOf(inside)}', and calls something else so`)
        local.set(textOf(exported), textOf(inside))
      }
    }
    for (const chunk of chunks) {
      const text = new MagicString(chunk.code)
      const say = (specifier: ImportSpecifier | ExportSpecifier, name: string | undefined, as: string) => {
        const { start, end } = specifier as Placed<typeof specifier>
        if (name) text.overwrite(start, end, name === as ? name : `${name} as ${as}`)
      }
      for (const node of parse(chunk.code).body) {
        const isEntrys =
          'source' in node && node.source
            ? join(dirname(chunk.fileName), String(node.source.value)) === entry.fileName
            : chunk === entry && node.type === 'ExportNamedDeclaration'
        if (!isEntrys) continue
        for (const specifier of 'specifiers' in node ? node.specifiers : []) {
          if (specifier.type === 'ImportSpecifier') say(specifier, local.get(textOf(specifier.imported)), specifier.local.name)
          if (specifier.type !== 'ExportSpecifier') continue
          const name = local.get(textOf(chunk === entry ? specifier.exported : specifier.local))
          say(specifier, name, chunk === entry ? name! : textOf(specifier.exported))
        }
      }
      chunk.code = text.toString()
    }
  },
}
