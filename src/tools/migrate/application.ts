/**
 * Decides what replaces each reference to the provider's SDK. It looks at all files of an
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
  reasonFor,
  targets,
  typesOfOrganizationScreens,
} from './counterparts.ts'
import type { Edit, Leftover } from './edits.ts'
import { exportsName } from './exportedNames.ts'
import type { Reference, SourceFacts } from './source.ts'

/** A file with its programs, and where each begins in the text. */
export interface SourceFile {
  /** Its path, with slashes. */
  path: string
  text: string
  programs: { start: number; facts: SourceFacts }[]
}

export interface Application {
  files: readonly SourceFile[]
  /** The folder of its package.json, with slashes. */
  folder: string
  /** What its tsconfig.json says of names that are no paths: `@/*` and where that leads. */
  aliases?: Readonly<Record<string, readonly string[]>>
  /** The version of Latchkey that addresses name. */
  version: string
}

/** What is decided for a file. */
export interface Decision {
  edits: Edit[]
  leftovers: Leftover[]
  /** The entries of the provider that it still needs. */
  entries: string[]
}

const headlessOfOrganizations = 'latchkey/compat/b2b/headless'

const isReact = (entry: string) => targets[entryBehind(entry) ?? entry] === 'latchkey/compat/react'

const referencesOf = ({ programs }: SourceFile) => programs.flatMap(({ facts }) => facts.references)

/**
 * Returns whether a file renders one of these components with more than texts, in JSX or in a
 * template: what it gives can be a client, or have a type of the provider.
 */
const givesAttributes = (text: string, names: readonly string[]) =>
  names.some((name) => new RegExp(`<${name}\\b(?:<[^<>]*>)?[^<>]*?(?:\\{|\\s:|\\sv-bind)`).test(text))

const extensions = ['', '.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '.cts', '.cjs', '.vue', '.svelte', '.astro', '.d.ts']

/** Returns a function that finds the file which an import of another one names. */
const resolverOf = ({ files, folder, aliases = {} }: Application) => {
  const byPath = new Map(files.map((file) => [file.path, file]))
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
  return (from: SourceFile, name: string): SourceFile | undefined => {
    if (name.startsWith('.')) return at(posix.join(posix.dirname(from.path), name))
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
 * Finds what takes no more of an entry with screens for organizations than the headless client and
 * its types. What replaces or lists the entry goes with the last file that takes it.
 */
const headlessReferencesIn = (files: readonly SourceFile[]): ReadonlySet<Reference> => {
  const [takers, followers]: [Reference[], Reference[]] = [[], []]
  let areScreensTaken = false
  for (const file of files) {
    const references = referencesOf(file).filter(({ entry }) => (entryBehind(entry) ?? entry) === '@stytch/vanilla-js/b2b')
    const isReplaced = references.some(({ isMock }) => isMock)
    for (const reference of references) {
      const { names } = reference
      // beside a mock, `vi.importActual` goes where the mock goes
      if (names?.length === 0 || (isReplaced && !names)) followers.push(reference)
      else if (names?.every(({ text }) => exportsName(headlessOfOrganizations, text))) takers.push(reference)
      else areScreensTaken = true
    }
  }
  if (!areScreensTaken) return new Set(takers.length > 0 ? [...takers, ...followers] : [])
  return new Set(followers.some(({ isMock }) => isMock) ? [] : takers)
}

/**
 * Finds the files that stay with the provider because they use its screens for organizations, or
 * exchange clients and types with a file that does. What a file takes from its imports is the
 * provider's, too; what it gives to those that import it is, unless they only render it, without
 * attributes that can have a type of the provider.
 */
const stayingFilesOf = (application: Application, headless: ReadonlySet<Reference>): ReadonlySet<SourceFile> => {
  const { files } = application
  const staying = new Set<SourceFile>()
  const uses = files.filter((file) =>
    referencesOf(file).some(
      (reference) =>
        (keepsOrganizations(reference.entry) && !headless.has(reference)) ||
        reference.names?.some(({ text }) => typesOfOrganizationScreens.has(text)),
    ),
  )
  if (uses.length === 0) return staying
  const resolve = resolverOf(application)
  const links = files.flatMap((file) =>
    file.programs.flatMap(({ facts }) => facts.imports.map((each) => ({ ...each, file, other: resolve(file, each.from) }))),
  )
  /** The files that take types of the provider, also through others. */
  const takers = new Set<SourceFile | undefined>(files.filter(({ programs }) => programs.some(({ facts }) => facts.takesTypes)))
  for (let before = -1; before < takers.size; ) {
    before = takers.size
    for (const { file, other, takesTypes } of links) if (takesTypes && takers.has(other)) takers.add(file)
  }
  const imports = new Map<SourceFile, Set<SourceFile>>()
  const importers = new Map<SourceFile, Set<SourceFile>>()
  for (const { file, other, exchanges, locals } of links) {
    if (!other || !(exchanges || (takers.has(other) && givesAttributes(file.text, locals)))) continue
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

/** Finds what an application uses of the provider's SDK for users. */
const usageIn = (files: readonly SourceFile[], mountsElsewhere = false) => {
  const references = files.flatMap(referencesOf)
  const ofMain = references.filter(({ entry }) => (entryBehind(entry) ?? entry) === '@stytch/vanilla-js')
  return {
    components: references.some(({ entry }) => isReact(entry)),
    isNext: references.some(({ entry }) => entry.startsWith('@stytch/nextjs')),
    mounts: mountsElsewhere || files.some(({ text }) => mountsScreens.test(text)),
    onlyHeadless:
      references.some(({ entry }) => targets[entryBehind(entry) ?? entry] === 'latchkey/compat/headless') &&
      ofMain.every(({ names }) => names?.every(({ text }) => exportsName('latchkey/compat/headless', text) && !isClientName(text))),
  }
}

const mountsIn = ({ files }: Application) => files.some(({ text }) => mountsScreens.test(text))

/**
 * Decides for every file of an application that names an entry of the provider. `others` are the
 * other packages of the repository.
 */
export const decide = (application: Application, others: readonly Application[]): Map<SourceFile, Decision> => {
  const headless = headlessReferencesIn(application.files)
  const stayingFiles = stayingFilesOf(application, headless)
  const usage = usageIn(
    application.files.filter((file) => !stayingFiles.has(file)),
    others.some(mountsIn),
  )

  /** A mock of one of these must not replace what another one has. */
  const mockEntries = new Set(
    application.files.flatMap((file) =>
      referencesOf(file)
        .filter(({ isMock }) => isMock)
        .map(({ entry }) => entry),
    ),
  )

  /** Returns the entry that replaces one of the provider, for what is imported in this place. */
  const targetOf = (entry: string, names: readonly string[] | undefined, file: SourceFile, facts: SourceFacts): string | undefined => {
    const target = targets[entry]
    if (!names || mockEntries.has(entry)) return target
    // one bundle for components and what is beside them; but a module of a server gets no values
    // from a module for browsers, and there mounts are only in the other entry
    const besideComponents =
      usage.components &&
      (!usage.isNext || facts.isClient || facts.references.some(({ entry }) => isReact(entry))) &&
      !mountsScreens.test(file.text) &&
      !(usage.mounts && names.some(isClientName))
    const isForUsers = target === 'latchkey/compat' || target === 'latchkey/compat/headless'
    const has = (other: string) => names.every((name) => exportsName(other, name))
    const hasOrLacks = (other: string) => names.every((name) => exportsName(other, name) || Object.hasOwn(missingNames, name))
    if (isForUsers && besideComponents && hasOrLacks('latchkey/compat/react')) return 'latchkey/compat/react'
    if (target === 'latchkey/compat' && usage.onlyHeadless && has('latchkey/compat/headless')) return 'latchkey/compat/headless'
    return target
  }

  /** What replaces a module in tests, or in a build. */
  const replacements: { entry: string; target: string; path: string; leftovers: Leftover[]; at: number; what: string }[] = []

  const decideOne = (reference: Reference, file: SourceFile, facts: SourceFacts, offset: number, into: Decision) => {
    const { entry, names, address } = reference
    const start = reference.start + offset
    const end = reference.end + offset
    // with its quotes, unless it is in a pattern
    const margin = file.text[start - 1] === file.text[end] ? 1 : 0
    const place = { at: start - margin, what: file.text.slice(start - margin, end + margin) }
    const stays = (why: string) => {
      into.leftovers.push({ ...place, why })
      into.entries.push(entry)
    }
    const behind = entryBehind(entry)
    const target = headless.has(reference)
      ? headlessOfOrganizations
      : targetOf(
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
    const isThere = ({ text }: { text: string }) => exportsName(target, text) || text === 'default'
    if (behind && !names?.every(isThere)) {
      const missing = names?.filter((name) => !isThere(name)).map(({ text }) => text)
      return stays(missing ? `${reasonFor(entry)} It has no ${missing.join(', ')}.` : reasonFor(entry))
    }
    const there = address === undefined ? target : addressOf(address, target, application.version)
    if (!there) return stays('A page cannot load the counterpart from there. Install `latchkey`, and import it with your bundler.')
    into.edits.push({ start, end, text: there })
    if (reference.isMock) replacements.push({ entry, target, path: file.path, leftovers: into.leftovers, ...place })
    for (const { text, at } of names ?? [])
      if (!isThere({ text })) into.leftovers.push({ at: at + offset, what: text, why: whyMissing(text, target) })
  }

  const decisions = new Map<SourceFile, Decision>()
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
  for (const { entry, target, path, leftovers, at, what } of replacements) {
    const hides = (other: (typeof replacements)[number]) =>
      // what one test replaces does not concern another one
      other.target === target && other.entry !== entry && (other.path === path || !isTest.test(other.path) || !isTest.test(path))
    if (replacements.some(hides))
      leftovers.push({ at, what, why: `Two modules that you replace become \`${target}\`, and only one replacement counts. Merge them.` })
  }
  if (usage.mounts && usage.components) noteMounts(application, stayingFiles, decisions)
  return decisions
}

const whyMissing = (name: string, target: string) =>
  (Object.hasOwn(missingNames, name) && missingNames[name]) || `\`${target}\` exports nothing of this name.`

const isTest = /[._-](?:test|spec)\.|(?:^|\/)__tests__\//

/** Says where screens are mounted with a client of `latchkey/compat/react`. */
const noteMounts = ({ files }: Application, stayingFiles: ReadonlySet<SourceFile>, decisions: Map<SourceFile, Decision>) => {
  const isClientOfMain = ({ entry, names }: Reference) => !isReact(entry) && (!names || names.some(({ text }) => isClientName(text)))
  if (files.some((file) => referencesOf(file).some(isClientOfMain))) return
  for (const file of files) {
    const what = stayingFiles.has(file) ? undefined : mountsScreens.exec(file.text)
    if (what)
      decisions.get(file)!.leftovers.push({
        at: what.index,
        what: what[0],
        why: 'The clients of `latchkey/compat/react` mount no screens. Render a component, or create the client with `StytchUIClient` of `latchkey/compat`.',
      })
  }
}

/** Reads the aliases of a tsconfig.json, relative to its folder. */
export const aliasesOf = (configuration: unknown): Record<string, string[]> => {
  const { baseUrl = '.', paths = {} } = ((configuration as { compilerOptions?: object })?.compilerOptions ?? {}) as {
    baseUrl?: string
    paths?: Record<string, string[]>
  }
  return Object.fromEntries(Object.entries(paths).map(([alias, places]) => [alias, places.map((place) => join(baseUrl, place))]))
}
