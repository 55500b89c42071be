/**
 * The settings of bundlers and of test runners that list modules by their names. A name that stays
 * behind makes the build fail, or does nothing.
 */
import { providerEntry } from './counterparts.ts'
import { type Edit, type Span, without } from './edits.ts'
import { literalOf, type Node } from './program.ts'

/** The members of an array or an object, and where its bracket closes. */
interface Members {
  all: Span[]
  end: number
}

/** A name of the provider's in such a list. */
interface ListedName {
  entry: string
  /** Where it is in the text, with its quotes. */
  place: Span
  array: Members
  /** The property whose value the array is, and the others of its object. */
  property?: { place: Span; object: Members }
  /**
   * What a name may stand in once: the beginning of a list or a setting, or the settings of
   * Next.js, of which no two may name the same package.
   */
  scope: string
  /** The other names there. */
  beside: string[]
  /** Whether the setting takes packages. Others take what an import names. */
  takesPackages: boolean
  /** Whether the list is of what is left out. */
  leavesOut: boolean
}

/** A name of the provider's as the key of what stands in the module's place. */
interface ReplacedName {
  entry: string
  /** Where the key is in the text, with its quotes. */
  place: Span
  /** Where the object with the key begins. */
  object: number
  /** Whether the key is a pattern that matches nothing else: `^@stytch/react$`. */
  isPattern: boolean
}

/** A name of the provider's in a setting. */
export type NameInSetting = ListedName | ReplacedName

/**
 * The settings, and whether they take packages: of Vite, Rollup, esbuild, webpack, Next.js and
 * Nuxt.
 */
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

/**
 * The settings whose keys name a module, and whose values say what stands in its place: of Jest,
 * Vite and Vitest, webpack.
 */
const replacing = new Set(['moduleNameMapper', 'alias'])

/** Rollup puts a module into one chunk, and Vite optimizes it or not. */
const oncePerSetting = /^(?:manualChunks|optimizeDeps)$/

/** Next.js refuses a package that is in two of these. */
const oncePerProgram = /^(?:transpilePackages|server\w*ExternalPackages)$/

const nameOf = (node: Node | undefined): string | undefined =>
  node?.type === 'ObjectProperty' && !node.computed ? (node.key.type === 'Identifier' ? node.key.name : literalOf(node.key)) : undefined

/**
 * Returns what a text is as the key of what stands in a module's place, or undefined if it is none.
 */
const replaceableNameIn = (node: Node, around: readonly Node[]): ReplacedName | undefined => {
  const [property, object, setting] = around
  if (property?.type !== 'ObjectProperty' || property.key !== node || object?.type !== 'ObjectExpression') return undefined
  if (!replacing.has(nameOf(setting) ?? '')) return undefined
  const key = literalOf(node) ?? ''
  const pattern = /^\^(.*)\$$/.exec(key)?.[1]
  const entry = pattern?.replaceAll('\\/', '/') ?? key
  if (providerEntry.exec(entry)?.[0] !== entry) return undefined
  return { entry, place: spanOf(node), object: object.start!, isPattern: pattern !== undefined }
}

const settingOf = (node: Node): string | undefined => {
  const name = nameOf(node)
  return name !== undefined && Object.hasOwn(settings, name) ? name : undefined
}

const spanOf = ({ start, end }: Node): Span => ({ start: start!, end: end! })

const membersOf = (node: Node, members: readonly (Node | null)[]): Members => ({
  all: members.flatMap((member) => (member ? [spanOf(member)] : [])),
  end: node.end! - 1,
})

/** The names in the arrays of a setting. */
const namesIn = (node: Node): string[] =>
  node.type === 'ArrayExpression'
    ? node.elements.flatMap((each) => literalOf(each ?? undefined) ?? [])
    : node.type === 'ObjectExpression'
      ? node.properties.flatMap((each) => (each.type === 'ObjectProperty' ? namesIn(each.value) : []))
      : []

/** Returns what a text is in a list of modules, or undefined if it is none. */
const listedNameIn = (node: Node, around: readonly Node[]): ListedName | undefined => {
  const entry = node.type === 'StringLiteral' ? node.value : ''
  const [array, property, object] = around
  if (array?.type !== 'ArrayExpression' || providerEntry.exec(entry)?.[0] !== entry) return undefined
  const setting = around.find((each) => settingOf(each) !== undefined)
  if (setting?.type !== 'ObjectProperty') return undefined
  const name = settingOf(setting)!
  const isWhole = oncePerSetting.test(name)
  return {
    entry,
    place: spanOf(node),
    array: membersOf(array, array.elements),
    ...(property?.type === 'ObjectProperty' &&
      object?.type === 'ObjectExpression' && { property: { place: spanOf(property), object: membersOf(object, object.properties) } }),
    scope: oncePerProgram.test(name) ? 'next' : String(isWhole ? setting.start : array.start),
    beside: namesIn(isWhole ? setting.value : array),
    takesPackages: settings[name]!,
    leavesOut: /^server|^exclude$/.test(nameOf(property) ?? name),
  }
}

/**
 * Returns what a text is in a setting, or undefined if it is nothing. `around` are the nodes around
 * it, the nearest first.
 */
export const nameInSetting = (node: Node, around: readonly Node[]): NameInSetting | undefined =>
  replaceableNameIn(node, around) ?? listedNameIn(node, around)

/** What an application imports in the place of the provider's entries. */
export interface Replacement {
  /** The names in the place of an entry. Empty if nobody knows. */
  namesFor: (entry: string) => readonly string[]
  /** Whether it still imports the entry, or something of its package. */
  stays: (entry: string, anyOfPackage: boolean) => boolean
  /** The quotation mark at a place of the text. */
  quote: (at: number) => string
}

const editKeys = (keys: readonly ReplacedName[], { namesFor, stays, quote }: Replacement): Edit[] => {
  const names = new Set<string>()
  return keys.flatMap(({ entry, place, object, isPattern }) => {
    const [name, ...more] = namesFor(entry)
    // one key cannot stand for two modules, nor two keys for one
    if (name === undefined || more.length > 0 || stays(entry, false) || names.has(`${object} ${name}`)) return []
    names.add(`${object} ${name}`)
    const mark = quote(place.start)
    return [{ ...place, text: mark + (isPattern ? `^${name}$` : name) + mark }]
  })
}

const editLists = (entries: readonly ListedName[], { namesFor, stays, quote }: Replacement): Edit[] => {
  const namesByScope = new Map<string, Set<string>>()
  const edits: Edit[] = []
  const removals: ListedName[] = []
  // what is bundled by one setting is not left out by another
  for (const each of [...entries].sort((one, other) => Number(one.leavesOut) - Number(other.leavesOut))) {
    const { entry, place, scope, beside, takesPackages } = each
    const names = namesFor(entry).map((name) => (takesPackages ? 'latchkey' : name))
    if (names.length === 0) continue
    const there = new Set([...(namesByScope.get(scope) ?? []), ...beside])
    namesByScope.set(scope, there)
    const missing = [...new Set(names)].filter((name) => !there.has(name))
    for (const name of missing) there.add(name)
    if (stays(entry, takesPackages)) missing.push(entry)
    const mark = quote(place.start)
    if (missing.length === 0) removals.push(each)
    else if (missing.join() !== entry) edits.push({ ...place, text: missing.map((name) => mark + name + mark).join(', ') })
  }
  const isGone = (place: Span) => removals.some((each) => each.place.start === place.start)
  const emptyLists = removals.filter(({ array }) => array.all.every(isGone))
  const isEmpty = (place: Span) => emptyLists.some(({ property }) => property?.place.start === place.start)
  const ends = new Set<number>()
  for (const { array, property } of removals) {
    const isList = !array.all.every(isGone) || !property
    const members = isList ? array : property.object
    if (ends.has(members.end)) continue
    ends.add(members.end)
    edits.push(...without(members.all, isList ? isGone : isEmpty, members.end))
  }
  return edits
}

/** Returns the edits for the settings of a program. */
export const editSettings = (names: readonly NameInSetting[], replacement: Replacement): Edit[] => [
  ...editKeys(
    names.filter((each) => 'isPattern' in each),
    replacement,
  ),
  ...editLists(
    names.filter((each) => 'array' in each),
    replacement,
  ),
]

/**
 * Lets Jest transform `latchkey`, which it takes as it is otherwise. Where its configuration says
 * how files are transformed, or is made by a function, nobody knows what it needs.
 */
export const editJest = (path: string, text: string): Edit[] => {
  if (!/(?:^|\/)jest\.config\.[cm]?[jt]s$/.test(path) || /\b(?:transform|preset|extensionsToTreatAsEsm)/.test(text)) return []
  const start = /(?:module\.exports\s*=|export\s+default)\s*\{/.exec(text)
  if (!start) return []
  const at = start.index + start[0].length
  return [{ start: at, end: at, text: `\n  transformIgnorePatterns: ['/node_modules/(?!latchkey/)'],` }]
}
