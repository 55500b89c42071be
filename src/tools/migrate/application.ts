/**
 * Decides what takes the place of each reference to the provider's SDK. It looks at all files of an
 * application: what a client is used for, and which files exchange clients and types, is in no
 * single one of them.
 */
import { join, posix } from 'node:path'
import {
  addressOf,
  entryBehind,
  isClientName,
  keepsOrganizations,
  missingNames,
  mountsScreens,
  packageOf,
  reasonFor,
  targets,
  typesOfOrganizationScreens,
} from './counterparts.ts'
import type { Edit, Leftover } from './edits.ts'
import { exportedNames } from './exportedNames.ts'
import { editSettings } from './settings.ts'
import type { Reference, SourceFacts } from './source.ts'

/** A file with its programs, and where each begins in the text. */
export interface SourceFile {
  /** Its path, with slashes. */
  path: string
  text: string
  programs: { start: number; facts: SourceFacts }[]
}

/** What an application is made of. */
export interface Application {
  files: readonly SourceFile[]
  /** The folder of its package.json, with slashes. */
  folder: string
  /**
   * What its package.json says of the name and the files by which other packages of the repository
   * import it.
   */
  packageExports?: PackageExports
  /** What its tsconfig.json says of names that are no paths: `@/*` and where that leads. */
  aliases?: Readonly<Record<string, readonly string[]>>
  /** The version of Latchkey that addresses name. */
  version: string
  /** The entries in whose place a file of a folder `__mocks__` stands in tests. */
  mockEntries?: readonly string[]
}

/** How other packages of a repository import one. */
export interface PackageExports {
  name: string
  /** Paths from its folder, by what follows the name: empty, or such as `/client`. */
  files: Readonly<Record<string, readonly string[]>>
}

/** What is decided for a file. */
export interface Decision {
  edits: Edit[]
  leftovers: Leftover[]
  /** The entries of the provider that it still needs. */
  entries: string[]
}

const isReact = (entry: string) => targets[entryBehind(entry) ?? entry] === 'latchkey/compat/react'

const referencesOf = ({ programs }: SourceFile) => programs.flatMap(({ facts }) => facts.references)

const extensions = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '.cts', '.cjs', '.vue', '.svelte', '.astro', '.d.ts']

/**
 * Returns a function that finds the file which an import of another one names, in all packages of a
 * repository.
 */
const resolverOf = (applications: readonly Application[]) => {
  const byPath = new Map(applications.flatMap(({ files }) => files.map((file) => [file.path, file])))
  const homes = new Map(applications.flatMap((application) => application.files.map((file) => [file, application])))
  const at = (path: string) => {
    // TypeScript's files are imported by the names of what they become, too
    const stem = path.replace(/\.([cm]?)jsx?$/, '')
    for (const base of [path, stem, `${path}/index`])
      for (const extension of extensions) {
        const match = byPath.get(base + extension)
        if (match) return match
      }
    return undefined
  }
  /** A file of another package, which may name what a build makes of it. */
  const ofPackage = ({ folder, packageExports }: Application, name: string) => {
    if (!packageExports || !(name === packageExports.name || name.startsWith(`${packageExports.name}/`))) return undefined
    const rest = name.slice(packageExports.name.length)
    for (const path of [...(packageExports.files[rest] ?? []), `.${rest}`]) {
      const inSource = path.replace(/^(?:\.\/)?(?:dist|build|lib|out)\//, 'src/')
      const match = at(posix.join(folder, path)) ?? at(posix.join(folder, inSource)) ?? at(posix.join(folder, 'src', path))
      if (match) return match
    }
    return undefined
  }
  return (from: SourceFile, name: string): SourceFile | undefined => {
    const { folder, aliases = {} } = homes.get(from)!
    if (name.startsWith('.')) return at(posix.join(posix.dirname(from.path), name))
    for (const application of applications) {
      const match = ofPackage(application, name)
      if (match) return match
    }
    for (const [alias, places] of Object.entries(aliases)) {
      const [before, after = ''] = alias.split('*')
      if (!name.startsWith(before!) || !name.endsWith(after)) continue
      const rest = name.slice(before!.length, name.length - after.length)
      for (const place of places) {
        const match = at(posix.join(folder, place.replace('*', rest)))
        if (match) return match
      }
    }
    // what most frameworks agree on
    const rest = /^(?:[@~]\/|~(?!\/)|src\/|\/)(.*)$/.exec(name)?.[1]
    return rest === undefined ? undefined : (at(posix.join(folder, 'src', rest)) ?? at(posix.join(folder, rest)))
  }
}

/**
 * Finds the files that stay with the provider because they use its screens for organizations, or
 * exchange clients and types with a file that does. What a file takes from its imports is the
 * provider's, too; what it gives to those that import it is, unless they only render it. The files
 * of all packages of a repository are looked at together.
 */
export const stayingFilesOf = (applications: readonly Application[]): ReadonlySet<SourceFile> => {
  const files = applications.flatMap(({ files }) => files)
  const staying = new Set<SourceFile>()
  const uses = files.filter((file) =>
    referencesOf(file).some(
      ({ entry, names = [] }) => keepsOrganizations(entry) || names.some(({ text }) => typesOfOrganizationScreens.has(text)),
    ),
  )
  if (uses.length === 0) return staying
  const resolve = resolverOf(applications)
  const imports = new Map<SourceFile, Set<SourceFile>>()
  const importers = new Map<SourceFile, Set<SourceFile>>()
  for (const file of files)
    for (const { from, exchanges } of file.programs.flatMap(({ facts }) => facts.imports)) {
      const other = exchanges ? resolve(file, from) : undefined
      if (!other) continue
      imports.set(file, (imports.get(file) ?? new Set()).add(other))
      importers.set(other, (importers.get(other) ?? new Set()).add(file))
    }
  const keep = (file: SourceFile) => {
    if (staying.has(file)) return
    staying.add(file)
    for (const edges of [imports, importers]) {
      const trail = new Set<SourceFile>([file])
      const follow = (from: SourceFile) => {
        for (const next of edges.get(from) ?? []) {
          if (trail.has(next)) continue
          trail.add(next)
          if (referencesOf(next).length > 0) keep(next)
          // a file that names nothing of the provider can pass on what another one has made
          else follow(next)
        }
      }
      follow(file)
    }
  }
  for (const file of uses) keep(file)
  return staying
}

/** What an application uses of the provider's SDK for users. */
const usageIn = (files: readonly SourceFile[], mountsElsewhere = false) => {
  const references = files.flatMap(referencesOf)
  const ofMain = references.filter(({ entry }) => (entryBehind(entry) ?? entry) === '@stytch/vanilla-js')
  const headless = exportedNames['latchkey/compat/headless']!
  return {
    components: references.some(({ entry }) => isReact(entry)),
    isNext: references.some(({ entry }) => entry.startsWith('@stytch/nextjs')),
    mounts: mountsElsewhere || files.some(({ text }) => mountsScreens.test(text)),
    onlyHeadless:
      references.some(({ entry }) => targets[entryBehind(entry) ?? entry] === 'latchkey/compat/headless') &&
      ofMain.every(({ names }) => names?.every(({ text }) => headless.has(text) && !isClientName(text))),
  }
}

/** What is known of an application from elsewhere. */
export interface Surroundings {
  /** The files of all packages that stay with the provider. */
  stayingFiles: ReadonlySet<SourceFile>
  /** Other packages of the repository. */
  others: readonly Application[]
  /** Entries that stay because an import map says where they are. */
  mapEntries: ReadonlySet<string>
  /** Whether an import map names any entry. */
  hasMap: boolean
}

const mountsIn = ({ files }: Application) => files.some(({ text }) => mountsScreens.test(text))

/** Decides for every file of an application that names an entry of the provider. */
export const decide = (application: Application, { stayingFiles, others, mapEntries, hasMap }: Surroundings): Map<SourceFile, Decision> => {
  const usage = usageIn(
    application.files.filter((file) => !stayingFiles.has(file)),
    others.some(mountsIn),
  )

  /** What stands for one of these in a test must not stand for what another one has. */
  const mockEntries = new Set([
    ...(application.mockEntries ?? []),
    ...application.files.flatMap(({ programs }) =>
      programs.flatMap(({ facts }) => [
        ...facts.references.filter(({ isMock }) => isMock).map(({ entry }) => entry),
        ...facts.settings.flatMap((name) => ('isPattern' in name ? name.entry : [])),
      ]),
    ),
  ])

  /** The entry that takes the place of one of the provider, for what is imported in this place. */
  const targetOf = (entry: string, names: readonly string[] | undefined, file: SourceFile, facts: SourceFacts): string | undefined => {
    const target = targets[entry]
    if (hasMap || !names || mockEntries.has(entry)) return target
    const has = (other: string) => names.every((name) => exportedNames[other]!.has(name) || (name in missingNames && other === target))
    // one bundle for components and what is beside them; but a module of a server gets no values
    // from a module for browsers, and there mounts are only in the other entry
    const besideComponents =
      usage.components &&
      (!usage.isNext || facts.isClient || facts.references.some(({ entry }) => isReact(entry))) &&
      !mountsScreens.test(file.text) &&
      !(usage.mounts && names.some(isClientName))
    const isForUsers = target === 'latchkey/compat' || target === 'latchkey/compat/headless'
    const alsoMissing = (other: string) => names.every((name) => exportedNames[other]!.has(name) || Object.hasOwn(missingNames, name))
    if (isForUsers && besideComponents && alsoMissing('latchkey/compat/react')) return 'latchkey/compat/react'
    if (target === 'latchkey/compat' && usage.onlyHeadless && has('latchkey/compat/headless')) return 'latchkey/compat/headless'
    return target
  }

  const decideOne = (reference: Reference, file: SourceFile, facts: SourceFacts, offset: number, into: Decision) => {
    const { entry, names, address } = reference
    const start = reference.start + offset
    const end = reference.end + offset
    const stays = (why: string) => {
      into.leftovers.push({ at: start - 1, what: file.text.slice(start - 1, end + 1), why })
      into.entries.push(entry)
    }
    const behind = entryBehind(entry)
    const target = targetOf(
      behind ?? entry,
      names?.map(({ text }) => text),
      file,
      facts,
    )
    if (!target) return stays(reasonFor(behind ?? entry))
    if (stayingFiles.has(file))
      return stays(
        "It stays with the provider's screens for organizations: this file uses them, or exchanges a client or types with one that does.",
      )
    if (mapEntries.has(entry)) return stays('The import map of a page says where it is. Change both.')
    const isThere = ({ text }: { text: string }) => exportedNames[target]!.has(text) || text === 'default'
    if (behind && !names?.every(isThere)) {
      const missing = names?.filter((name) => !isThere(name)).map(({ text }) => text)
      return stays(missing ? `${reasonFor(entry)} It has no ${missing.join(', ')}.` : reasonFor(entry))
    }
    const there = address === undefined ? target : addressOf(address, target, application.version)
    if (!there) return stays('A page cannot load the counterpart from there. Install `latchkey`, and import it with your bundler.')
    into.edits.push({ start, end, text: there })
    replacements.set(entry, (replacements.get(entry) ?? new Set()).add(target))
    for (const { text, at } of names ?? [])
      if (!isThere({ text })) into.leftovers.push({ at: at + offset, what: text, why: whyMissing(text, target) })
  }

  const decisions = new Map<SourceFile, Decision>()
  /** What takes the place of each entry, in all files. */
  const replacements = new Map<string, Set<string>>()
  for (const file of application.files) {
    const decision: Decision = { edits: [], leftovers: [], entries: [] }
    for (const { start, facts } of file.programs) {
      for (const reference of facts.references) decideOne(reference, file, facts, start, decision)
      if (stayingFiles.has(file) || facts.references.length === 0) continue
      for (const { text, at } of facts.ofNamespaces)
        if (Object.hasOwn(missingNames, text)) decision.leftovers.push({ at: at + start, what: text, why: missingNames[text]! })
      for (const option of facts.options) decision.leftovers.push({ ...option, at: option.at + start })
    }
    decisions.set(file, decision)
  }
  const still = new Set([...decisions.values()].flatMap(({ entries }) => entries))
  for (const [file, { edits }] of decisions)
    for (const { start: offset, facts } of file.programs)
      edits.push(
        ...editSettings(facts.settings, {
          namesFor(entry) {
            // one that no file imports is there for another one that does
            const now = replacements.get(entry) ?? new Set([...replacements.values()].flatMap((each) => [...each]))
            if (now.size > 0) return [...now]
            return targets[entry] && !hasMap && !still.has(entry) ? [targets[entry]] : []
          },
          stays: (entry, anyOfPackage) =>
            still.has(entry) || (anyOfPackage && [...still].some((each) => packageOf(each) === packageOf(entry))),
          quote: (at) => file.text[at + offset]!,
        }).map((edit) => ({ ...edit, start: edit.start + offset, end: edit.end + offset })),
      )
  if (usage.mounts && usage.components) noteMounts(application, others, stayingFiles, decisions)
  return decisions
}

const whyMissing = (name: string, target: string) =>
  (Object.hasOwn(missingNames, name) && missingNames[name]) || `\`${target}\` exports nothing of this name.`

/** Whether a file takes a client of the provider by its name, or everything. */
const takesClient = (file: SourceFile, isOf: (entry: string) => boolean) =>
  referencesOf(file).some(({ entry, names }) => isOf(entry) && (!names || names.some(({ text }) => isClientName(text))))

const MOUNTS = 'The clients of `latchkey/compat/react` mount no screens.'
const INSTEAD = 'Render a component, or create the client with `StytchUIClient` of `latchkey/compat`.'

/**
 * Says where screens are mounted with a client of `latchkey/compat/react`, or where one is created
 * that another package may mount screens with.
 */
const noteMounts = (
  { files }: Application,
  others: readonly Application[],
  stayingFiles: ReadonlySet<SourceFile>,
  decisions: Map<SourceFile, Decision>,
) => {
  if (files.some((file) => takesClient(file, (entry) => !isReact(entry)))) return
  for (const file of files) {
    const at = stayingFiles.has(file) ? -1 : file.text.search(mountsScreens)
    if (at >= 0) decisions.get(file)!.leftovers.push({ at, what: mountsScreens.exec(file.text)![0], why: `${MOUNTS} ${INSTEAD}` })
  }
  // a package that has a client of its own mounts with that
  if (!others.some((other) => mountsIn(other) && !other.files.some((file) => takesClient(file, () => true)))) return
  for (const file of files)
    for (const { start, facts } of stayingFiles.has(file) ? [] : file.programs)
      for (const { text, at } of facts.references.flatMap(({ names = [] }) => names))
        if (isClientName(text))
          decisions
            .get(file)!
            .leftovers.push({ at: at + start, what: text, why: `Another package of the repository mounts screens. ${MOUNTS} ${INSTEAD}` })
}

/** Reads the aliases of a tsconfig.json, relative to its folder. */
export const aliasesOf = (configuration: unknown): Record<string, string[]> => {
  const { baseUrl = '.', paths = {} } = ((configuration as { compilerOptions?: object })?.compilerOptions ?? {}) as {
    baseUrl?: string
    paths?: Record<string, string[]>
  }
  return Object.fromEntries(Object.entries(paths).map(([alias, places]) => [alias, places.map((place) => join(baseUrl, place))]))
}
