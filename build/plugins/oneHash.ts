import { walk } from 'estree-walker'
import type { Node } from 'estree'
import MagicString from 'magic-string'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { OutputChunk, Plugin } from 'rollup'

const hashIn = /[0-9a-f]{8}(?=\.js$)/

/**
 * All chunks that stand on the entry have one hash in their names: that of all their code, as it is delivered. rollup gives each another, though none of them stays the same
 * where one changes, as the entry names them all; and hashes do not compress: 147 bytes of the first screen.
 */
export const oneHash: Plugin = {
  name: 'latchkey-one-hash',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk')
    // what is not in the bundle is a package that stays outside
    const leans = ({ imports }: OutputChunk): boolean =>
      chunks.some((each) => imports.includes(each.fileName) && (each.isEntry || leans(each)))
    const leaning = chunks.filter((chunk) => !chunk.isEntry && leans(chunk))
    const digest = createHash('sha256')
    for (const { fileName, code } of chunks.filter((chunk) => chunk.isEntry || leaning.includes(chunk)))
      digest.update(fileName).update(code)
    const hash = digest.digest('hex').slice(0, 8)
    const renamed = new Map(leaning.map(({ fileName }) => [basename(fileName), basename(fileName).replace(hashIn, hash)]))
    if (new Set(renamed.values()).size < renamed.size) throw new Error(`Two chunks have one name: ${[...renamed.keys()].join(', ')}`)
    const named = (path: string) => path.replace(/[^/]+$/, (name) => renamed.get(name) ?? name)
    for (const chunk of chunks) {
      const text = new MagicString(chunk.code)
      walk(this.parse(chunk.code) as Node, {
        enter(node: Node) {
          if (node.type !== 'Literal' || typeof node.value !== 'string' || !renamed.has(basename(node.value))) return
          const { start, end } = node as typeof node & { start: number; end: number }
          text.overwrite(start + 1, end - 1, named(node.value))
        },
      })
      chunk.code = text.toString()
      chunk.fileName = named(chunk.fileName)
      chunk.imports = chunk.imports.map(named)
      chunk.dynamicImports = chunk.dynamicImports.map(named)
    }
  },
}
