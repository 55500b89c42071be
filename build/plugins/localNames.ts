import type { ExportSpecifier, ImportSpecifier, Program } from 'estree'
import MagicString from 'magic-string'
import { dirname, join } from 'node:path'
import type { Plugin, PluginContext } from 'rollup'
import { nameOf, type WithSpan } from '../syntax.ts'

/** Returns the names that a module exports in its source. */
const exportedNames = async (context: PluginContext, id: string): Promise<string[]> => {
  const { body } = context.parse(context.getModuleInfo(id)!.code!) as Program
  const names = await Promise.all(
    body.map(async (node) => {
      if (node.type === 'ExportAllDeclaration') {
        if (node.exported) return [nameOf(node.exported)]
        return exportedNames(context, (await context.resolve(String(node.source.value), id))!.id)
      }
      if (node.type !== 'ExportNamedDeclaration') return []
      const { declaration, specifiers } = node
      if (!declaration) return specifiers.map(({ exported }) => nameOf(exported))
      return declaration.type === 'VariableDeclaration' ? declaration.declarations.map(({ id }) => nameOf(id)) : [declaration.id.name]
    }),
  )
  return names.flat()
}

/**
 * Lets the entry export to its own chunks under its local names. rollup would give each export a
 * second name, and about fifty pairs of names are about a hundred bytes of the first screen. The
 * chunks change with this, and so do their hashes (oneHash.ts).
 */
export const localNames: Plugin = {
  name: 'latchkey-local-names',
  async generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk')
    const entry = chunks.find(({ isEntry }) => isEntry)!
    const parse = (code: string) => this.parse(code) as Program
    const own = await exportedNames(this, entry.facadeModuleId!)
    const local = new Map<string, string>()
    for (const node of parse(entry.code).body) {
      if (node.type !== 'ExportNamedDeclaration' || node.source) continue
      for (const { exported, local: inside } of node.specifiers) {
        if (own.includes(nameOf(exported))) continue
        if (own.includes(nameOf(inside)))
          throw new Error(`The entry exports '${nameOf(inside)}', and has another variable of that name. Rename one`)
        local.set(nameOf(exported), nameOf(inside))
      }
    }
    for (const chunk of chunks) {
      const text = new MagicString(chunk.code)
      const say = (specifier: ImportSpecifier | ExportSpecifier, name: string | undefined, as: string) => {
        const { start, end } = specifier as WithSpan<typeof specifier>
        if (name) text.overwrite(start, end, name === as ? name : `${name} as ${as}`)
      }
      for (const node of parse(chunk.code).body) {
        const isEntrys =
          'source' in node && node.source
            ? join(dirname(chunk.fileName), String(node.source.value)) === entry.fileName
            : chunk === entry && node.type === 'ExportNamedDeclaration'
        if (!isEntrys) continue
        for (const specifier of 'specifiers' in node ? node.specifiers : []) {
          if (specifier.type === 'ImportSpecifier') say(specifier, local.get(nameOf(specifier.imported)), specifier.local.name)
          if (specifier.type !== 'ExportSpecifier') continue
          const name = local.get(nameOf(chunk === entry ? specifier.exported : specifier.local))
          say(specifier, name, chunk === entry ? name! : nameOf(specifier.exported))
        }
      }
      chunk.code = text.toString()
    }
  },
}
