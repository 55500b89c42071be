import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Plugin } from 'rollup'
import { root } from '../paths.ts'

/** File names to module texts. */
type Modules = Record<string, string>

/** The source file that the digests replace, and the chunk that contains it. */
const SOURCE = join(root, 'src/widget/wordDigests.ts')
const CHUNK = /^c\/language\.(\w+)\.js$/

const digest = (text: string) => createHash('sha256').update(text).digest('base64')

/**
 * Writes the words of each language beside the chunk that loads them, as
 * `c/widget-later.fr.<hash>.js`, and writes their hashes into that chunk. So the chunk's hash,
 * which nearly all chunks share (oneHash.ts), changes whenever a word does.
 */
export const languageFiles = (languages: Record<string, Modules>, sources: readonly string[]): Plugin => {
  const files: Modules = {}
  const digests: Record<string, [string, string]> = {}
  for (const [locale, modules] of Object.entries(languages)) {
    const { widget, ...others } = modules
    const list = Object.fromEntries(Object.entries(others).map(([part, text]) => [part, digest(text)]))
    const words = `export default${JSON.stringify(list)}`
    for (const [part, text] of Object.entries({ ...modules, words })) files[`${part}.${locale}`] = text
    digests[locale] = [digest(widget!), digest(words)]
  }
  return {
    name: 'latchkey-language-files',
    buildStart() {
      for (const source of sources) this.addWatchFile(join(root, source))
    },
    load: (id) => (id === SOURCE ? `export const wordDigests = ${JSON.stringify(digests)}` : null),
    generateBundle(_, bundle) {
      const names = Object.values(bundle).map(({ fileName }) => fileName)
      const [, hash] = CHUNK.exec(names.find((name) => CHUNK.test(name)) ?? '') ?? []
      if (!hash) throw new Error('There is no chunk of languages to put their words beside')
      for (const [name, source] of Object.entries(files)) this.emitFile({ type: 'asset', fileName: `c/${name}.${hash}.js`, source })
    },
  }
}
