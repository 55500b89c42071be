/** Applies the rules to the texts of an application. */
import { type Application, decide, type SourceFile } from './application.ts'
import { addressOf, entryAt, mention, mentions, mountsScreens, packageOf, packagesIn, targets } from './counterparts.ts'
import { type Edit, type Findings, needsPackage } from './edits.ts'
import { leftoversIn } from './leftovers.ts'
import { importMapsOf, programsOf } from './programs.ts'
import { readSource } from './source.ts'

export const isProgram = (path: string): boolean => /\.([cm]?[jt]sx?|vue|svelte|astro|html?)$/.test(path)

/** A file that names the provider's SDK, or that one which does may exchange something with. */
interface ProgramFile extends SourceFile {
  /** Where a program begins that nobody can read, and where it ends. */
  unreadableSpans: { start: number; end: number }[]
}

const read = (path: string, text: string): ProgramFile => {
  const file: ProgramFile = { path, text, programs: [], unreadableSpans: [] }
  for (const { start, end, language } of programsOf(path, text) ?? []) {
    const facts = readSource(text.slice(start, end), language)
    if (facts) file.programs.push({ start, facts })
    else file.unreadableSpans.push({ start, end })
  }
  return file
}

/** An application as texts. */
export interface Texts extends Omit<Application, 'files'> {
  /** By path, with slashes; without package.json. */
  texts: ReadonlyMap<string, string>
}

/** What was found in a text. */
export interface TextFindings extends Findings {
  /** The provider's packages that it still needs. */
  neededPackages: string[]
}

const editAddresses = (path: string, text: string, version: string): Edit[] =>
  importMapsOf(path, text).flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(/"(https:[^"]+)"/g)].flatMap(({ 1: address = '', index }) => {
      const target = targets[entryAt(address) ?? '']
      const there = target && addressOf(address, target, version)
      const at = start + index + 1
      return there ? [{ start: at, end: at + address.length, text: there }] : []
    }),
  )

/**
 * Lets Jest transform `latchkey`, which it takes as it is otherwise. Where its configuration says
 * how files are transformed, or is made by a function, nobody knows what it needs.
 */
const editJest = (path: string, text: string): Edit[] => {
  if (!/(?:^|\/)jest\.config\.[cm]?[jt]s$/.test(path) || /\b(?:transform|preset|extensionsToTreatAsEsm)/.test(text)) return []
  const start = /(?:module\.exports\s*=|export\s+default)\s*\{/.exec(text)
  const at = start ? start.index + start[0].length : 0
  return start ? [{ start: at, end: at, text: `\n  transformIgnorePatterns: ['/node_modules/(?!latchkey/)'],` }] : []
}

/**
 * Returns what changes and what is left in each file that names the provider's SDK, or that uses
 * what one has, for each of the applications of a repository.
 */
export const findingsIn = (all: readonly Texts[]): Map<string, TextFindings>[] => {
  const applications = all.map(({ texts, ...rest }) => {
    // other files matter only where clients and types of the provider can go through them
    const allMatter = [...texts.values()].some((text) => /@stytch\/\S*(b2b|adminPortal)|B2B/i.test(text) && mentions(text))
    const files = [...texts].flatMap(([path, text]) =>
      isProgram(path) && (allMatter || mentions(text) || mountsScreens.test(text)) ? [read(path, text)] : [],
    )
    return { ...rest, files }
  })
  return all.map(({ texts, folder, version }, at) => {
    const application = applications[at]!
    const others = applications.filter((other) => other !== application)
    const decisions = decide(application, others)
    const sources = new Map(application.files.map((each) => [each.path, each]))
    const results = new Map<string, TextFindings>()
    for (const [path, text] of texts) {
      const source = sources.get(path)
      const decision = source && decisions.get(source)
      const edits = [...(decision?.edits ?? []), ...editAddresses(path, text, version)]
      const leftovers = [...(decision?.leftovers ?? [])]
      const neededPackages = (decision?.entries ?? []).map(packageOf)
      for (const { start, end } of source?.unreadableSpans ?? []) {
        const unread = text.slice(start, end)
        neededPackages.push(...packagesIn(unread))
        for (const { 0: what, index } of unread.matchAll(mention))
          leftovers.push({ at: start + index, what, why: 'It is in a program that cannot be read. Change it by hand.' })
      }
      leftovers.push(...leftoversIn(path.slice(folder.length), text, edits, leftovers))
      if (edits.length + leftovers.length === 0) continue
      leftovers.sort((one, other) => one.at - other.at)
      results.set(path, { edits, leftovers, neededPackages })
    }
    if ([...results.values()].some(({ edits }) => edits.some(needsPackage)))
      for (const [path, text] of texts) {
        const { edits, ...rest } = results.get(path) ?? { edits: [], leftovers: [], neededPackages: [] }
        const more = editJest(path, text)
        if (more.length > 0) results.set(path, { ...rest, edits: [...edits, ...more] })
      }
    return results
  })
}
