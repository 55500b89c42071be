/** The settings of bundlers and of test runners that list modules by their names. A name that stays behind makes the build fail, or does nothing. */
import { providerEntry } from './counterparts.ts'
import type { Edit } from './edits.ts'
import { literalOf, type Node } from './program.ts'

/** A name of the provider's in such a list. */
export interface Listed {
  entry: string
  /** Where it is in the text, with its quotes. */
  start: number
  end: number
  /** Where the name before it in the list ends. */
  after?: number
  /** Where the list begins in which a name may stand once. */
  list: number
  /** The other names in its array. */
  beside: string[]
  /** Whether the setting takes packages. Others take what an import names. */
  takesPackages: boolean
  /** Whether it is the key of what stands in its place. */
  isKey?: boolean
  /** Whether it is a pattern that matches nothing else: `^@stytch/react$`. */
  isPattern?: boolean
}

/** The settings, and whether they take packages: of Vite, Rollup, esbuild, webpack, Next.js and Nuxt. */
const settings: Readonly<Record<string, boolean>> = {
  optimizeDeps: false,
  manualChunks: false,
  external: false,
  entry: false,
  optimizePackageImports: false,
  noExternal: true,
  dedupe: true,
  transpilePackages: true,
  serverExternalPackages: true,
  serverComponentsExternalPackages: true,
  transpile: true,
}

/** The settings whose keys name a module, and whose values say what stands in its place: of Jest, Vite and Vitest, webpack. */
const replacing = new Set(['moduleNameMapper', 'alias'])

/** Returns what a text is as the name of a module that another one replaces, or undefined if it is none. */
const replacedIn = (node: Node, around: readonly Node[]): Listed | undefined => {
  const [property, object, setting] = around
  if (property?.type !== 'ObjectProperty' || property.key !== node || object?.type !== 'ObjectExpression') return undefined
  if (
    setting?.type !== 'ObjectProperty' ||
    !replacing.has(setting.key.type === 'Identifier' ? setting.key.name : (literalOf(setting.key) ?? ''))
  )
    return undefined
  const value = literalOf(node) ?? ''
  const pattern = /^\^(.*)\$$/.exec(value)?.[1]
  const entry = pattern?.replaceAll('\\/', '/') ?? value
  if (providerEntry.exec(entry)?.[0] !== entry) return undefined
  const place = { start: node.start!, end: node.end!, list: object.start! }
  return { entry, ...place, beside: [], takesPackages: false, isKey: true, isPattern: pattern !== undefined }
}

const settingOf = (node: Node): string | undefined => {
  if (node.type !== 'ObjectProperty' || node.computed) return undefined
  const name = node.key.type === 'Identifier' ? node.key.name : literalOf(node.key)
  return name !== undefined && Object.hasOwn(settings, name) ? name : undefined
}

/** Returns what a text is in a list of modules, or undefined if it is none. `around` are the nodes around it, the nearest first. */
export const listedIn = (node: Node, around: readonly Node[]): Listed | undefined => {
  const key = replacedIn(node, around)
  if (key) return key
  const entry = node.type === 'StringLiteral' ? node.value : ''
  const [array] = around
  if (array?.type !== 'ArrayExpression' || providerEntry.exec(entry)?.[0] !== entry) return undefined
  const setting = around.find((each) => settingOf(each) !== undefined)
  if (!setting) return undefined
  const name = settingOf(setting)!
  const before = array.elements[array.elements.indexOf(node as never) - 1]
  return {
    entry,
    start: node.start!,
    end: node.end!,
    ...(before && { after: before.end! }),
    // Rollup puts a module into one chunk
    list: name === 'manualChunks' ? setting.start! : array.start!,
    beside: array.elements.flatMap((each) => (each === node ? [] : (literalOf(each) ?? []))),
    takesPackages: settings[name]!,
  }
}

/**
 * Returns the edits for the lists of a program. `namesFor` says what the application imports now in the place of an entry; it is empty if nobody knows. `stays` says whether it still imports
 * the entry, or something of its package.
 */
export const editLists = (
  listed: readonly Listed[],
  namesFor: (entry: string) => readonly string[],
  stays: (entry: string, anyOfPackage: boolean) => boolean,
  quote: (at: number) => string,
): Edit[] => {
  const seen = new Map<number, Set<string>>()
  return listed.flatMap(({ entry, start, end, after, list, beside, takesPackages, isKey, isPattern }) => {
    const names = namesFor(entry).map((name) => (takesPackages ? 'latchkey' : name))
    if (names.length === 0) return []
    const mark = quote(start)
    const there = seen.get(list) ?? new Set()
    seen.set(list, there)
    if (isKey) {
      // one key cannot stand for two modules
      if (names.length > 1 || stays(entry, false) || there.has(names[0]!)) return []
      there.add(names[0]!)
      return [{ start, end, text: mark + (isPattern ? `^${names[0]}$` : names[0]) + mark }]
    }
    const missing = [...new Set(names)].filter((name) => !there.has(name) && !beside.includes(name))
    for (const name of missing) there.add(name)
    if (stays(entry, takesPackages)) {
      if (missing.length === 0) return []
      missing.push(entry)
    }
    if (missing.length === 0) return [{ start: after ?? start, end, text: '' }]
    return [{ start, end, text: missing.map((name) => mark + name + mark).join(', ') }]
  })
}

/** Lets Jest transform `latchkey`, which it takes as it is otherwise. Where its configuration says how files are transformed, or is made by a function, nobody knows what it needs. */
export const editJest = (path: string, text: string): Edit[] => {
  if (!/(?:^|\/)jest\.config\.[cm]?[jt]s$/.test(path) || /\b(?:transform|preset|extensionsToTreatAsEsm)/.test(text)) return []
  const start = /(?:module\.exports\s*=|export\s+default)\s*\{/.exec(text)
  if (!start) return []
  const at = start.index + start[0].length
  return [{ start: at, end: at, text: `\n  transformIgnorePatterns: ['/node_modules/(?!latchkey/)'],` }]
}
