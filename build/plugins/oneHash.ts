import type { Node } from 'estree'
import { walk } from 'estree-walker'
import MagicString from 'magic-string'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { OutputChunk, Plugin } from 'rollup'
import type { WithSpan } from '../syntax.ts'

const hashIn = /[0-9a-f]{8}(?=\.js$)/

/** The length of a hash in the name of a chunk, in hexadecimal digits. */
const LENGTH = 8

/**
 * Names each chunk by its final content, because rollup computes its hashes before minifiers and
 * later plugins run. A chunk that names no other file, and that the entry does not name, has the
 * hash of its own code. All others share one hash, of all their code and the entry's. The entry
 * names all of them and nearly all name the entry, so if one changes, the names of all must change
 * anyway; and hashes do not compress, so one hash for each would be 147 bytes more on the first
 * screen. Which hash it is makes a difference of up to 70 bytes there (12,816 to 12,885 in 60
 * builds), so that a change of any file could exceed a budget by chance. So it is the part of the
 * digest with which the entry compresses best, out of a few, because each trial of a first screen
 * takes 0.1 s of each build: the best of 24 is 4 bytes larger than the best of all 121 parts, which
 * would take 12 s more.
 */
export const oneHash = (isFirstScreen: boolean): Plugin => ({
  name: 'latchkey-one-hash',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((chunk) => chunk.type === 'chunk')
    const files = chunks.map(({ fileName }) => basename(fileName))

    /** Finds the files that a chunk names, and where. */
    const referencesIn = ({ code }: OutputChunk) => {
      const references: { file: string; end: number }[] = []
      walk(this.parse(code) as Node, {
        enter(node: Node) {
          if (node.type !== 'Literal' || typeof node.value !== 'string' || !files.includes(basename(node.value))) return
          // The quotation mark follows the name.
          references.push({ file: basename(node.value), end: (node as WithSpan<typeof node>).end - 1 })
        },
      })
      return references
    }
    const names = new Map(chunks.map((chunk) => [chunk, referencesIn(chunk)]))

    const newNames = new Map<string, string>()
    const rename = (chunk: OutputChunk, hash: string) =>
      newNames.set(basename(chunk.fileName), basename(chunk.fileName).replace(hashIn, hash))
    const rewrite = (chunk: OutputChunk) => {
      const text = new MagicString(chunk.code)
      for (const { file, end } of names.get(chunk)!) text.overwrite(end - file.length, end, newNames.get(file) ?? file)
      return text.toString()
    }
    const digest = (texts: string[]) => texts.reduce((hash, text) => hash.update(text), createHash('sha512')).digest('hex')

    const lazy = chunks.filter(({ isEntry }) => !isEntry)
    const entries = chunks.filter(({ isEntry }) => isEntry)
    const ofEntry = new Set(entries.flatMap((entry) => names.get(entry)!.map(({ file }) => file)))
    const isAlone = (chunk: OutputChunk) => names.get(chunk)!.length === 0 && !ofEntry.has(basename(chunk.fileName))
    const alone = lazy.filter(isAlone)
    const together = lazy.filter((chunk) => !isAlone(chunk))
    for (const chunk of alone) rename(chunk, digest([chunk.code]).slice(0, LENGTH))
    const hashText = digest(chunks.filter((chunk) => !alone.includes(chunk)).flatMap((chunk) => [chunk.fileName, rewrite(chunk)]))
    const share = (at: number) => {
      for (const chunk of together) rename(chunk, hashText.slice(at, at + LENGTH))
    }
    const sizeOf = (code: string) => brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
    const sizeWith = (at: number) => {
      share(at)
      return entries.reduce((sum, entry) => sum + sizeOf(rewrite(entry)), 0)
    }
    const trials = Array.from({ length: isFirstScreen ? 24 : 8 }, (_, nth) => nth * 5)
    if (together.length > 0) {
      const sizes = trials.map(sizeWith)
      share(trials[sizes.indexOf(Math.min(...sizes))]!)
    }

    const twice = [...newNames.values()].filter((name, at, all) => all.indexOf(name) !== at)
    if (twice.length > 0) throw new Error(`Two chunks are called '${twice.join("', '")}'. Rename a file`)
    const newPath = (path: string) => path.replace(/[^/]+$/, (file) => newNames.get(file) ?? file)
    for (const chunk of chunks) {
      chunk.code = rewrite(chunk)
      chunk.fileName = newPath(chunk.fileName)
      chunk.imports = chunk.imports.map(newPath)
      chunk.dynamicImports = chunk.dynamicImports.map(newPath)
    }
  },
})
