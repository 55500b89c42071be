import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'rollup'
import { root } from '../paths.ts'

const sources = join(root, 'node_modules/preact/src')
const patch = readFileSync(join(root, 'build/preact.patch'), 'utf8')

/** Private properties as Preact's own builds shorten them, because its hooks are such a build. */
const names: Record<string, string> = {
  _attached: '__a',
  _bits: '__g',
  _catchError: '__e',
  _children: '__k',
  _commit: '__c',
  _component: '__c',
  _defaultValue: '__',
  _depth: '__b',
  _diff: '__b',
  _dom: '__e',
  _flags: '__u',
  _globalContext: '__n',
  _id: '__c',
  _index: '__i',
  _listeners: '__e',
  _original: '__v',
  _parent: '__',
  _parentDom: '__P',
  _refCleanup: '__x',
  _render: '__r',
  _renderCallbacks: '__h',
  _root: '__',
  _vnode: '__v',
}

/** The hunks of a patch, by file: each is the lines before and after. */
const hunks = new Map(
  patch
    .split(/^--- a\//m)
    .slice(1)
    .map((text) => {
      const [file = '', ...parts] = text.split(/\n\+\+\+ .*\n@@ .*\n|\n@@ .*\n/)
      const side = (part: string, other: string) =>
        part
          .trimEnd()
          .split('\n')
          .filter((line) => !line.startsWith(other))
          .map((line) => line.slice(1))
          .join('\n')
      return [file, parts.map((part) => ({ before: side(part, '+'), after: side(part, '-') }))]
    }),
)

for (const file of hunks.keys())
  if (!existsSync(join(sources, file))) throw new Error(`build/preact.patch: Preact has no ${file} any more.`)

/** Applies build/preact.patch to one of Preact's sources. Throws if Preact has changed. */
export const patched = (file: string, code: string): string =>
  (hunks.get(file) ?? []).reduce((text, { before, after }) => {
    if (text.split(before).length !== 2) throw new Error(`Preact has changed: build/preact.patch does not fit ${file}:\n${before}`)
    return text.replace(before, () => after)
  }, code)

/** Builds Preact from its sources, with the changes of build/preact.patch. */
export const preact: Plugin = {
  name: 'latchkey-preact',
  resolveId(source, importer) {
    if (source === 'preact') return join(sources, 'index.js')
    if (source === '#safeDocument') return join(root, 'src/browser/safeDocument.ts')
    if (!importer?.startsWith(sources) || !source.startsWith('.')) return null
    const path = join(dirname(importer), source)
    return existsSync(`${path}.js`) ? `${path}.js` : null
  },
  transform(code, id) {
    if (!id.startsWith(sources)) return null
    const ours = patched(relative(sources, id), code)
    return { code: ours.replace(/\b_[a-z]\w*/gi, (name) => names[name] ?? name), map: null }
  },
}
