/** Applies the rules to the texts of an application. */
import { type Application, decide, stayingFilesOf, type SourceFile } from './application.ts'
import { mention, mentions, mountsScreens, packageOf, packagesIn } from './counterparts.ts'
import type { Findings } from './edits.ts'
import { migrateImportMaps } from './importMaps.ts'
import { leftoversIn, mockEntryOf, movedMock } from './leftovers.ts'
import { programsOf } from './programs.ts'
import { editJest } from './settings.ts'
import { type Region, readSource } from './source.ts'

/** Whether a file has programs. */
export const isProgram = (path: string): boolean => /\.([cm]?[jt]sx?|vue|svelte|astro|mdx|html?)$/.test(path)

/** A file that names the provider's SDK, or that one which does may exchange something with. */
interface ProgramFile extends SourceFile {
  /** Where a program begins that nobody can read, and where it ends. */
  unreadableSpans: { start: number; end: number }[]
  regions: Region[]
}

const read = (path: string, text: string): ProgramFile => {
  const file: ProgramFile = { path, text, programs: [], unreadableSpans: [], regions: [] }
  for (const { start, end, language } of programsOf(path, text) ?? []) {
    const facts = readSource(text.slice(start, end), language)
    if (!facts) {
      file.unreadableSpans.push({ start, end })
      continue
    }
    file.programs.push({ start, facts })
    file.regions.push(...facts.regions.map((region) => ({ ...region, start: region.start + start, end: region.end + start })))
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

/**
 * Returns what changes and what is left in each file that names the provider's SDK, or that uses
 * what one has, for each of the applications of a repository.
 */
export const findingsIn = (all: readonly Texts[]): Map<string, TextFindings>[] => {
  // files that name nothing of the provider matter only where clients and types can go through them
  const allMatter = all.some(({ texts }) =>
    [...texts.values()].some((text) => /@stytch\/\S*(b2b|adminPortal)|B2B/i.test(text) && mentions(text)),
  )
  const applications = all.map(({ texts, ...rest }) => ({
    ...rest,
    mockEntries: [...texts.keys()].flatMap((path) => mockEntryOf(path)?.[0] ?? []),
    files: [...texts].flatMap(([path, text]) =>
      isProgram(path) && (allMatter || mentions(text) || mountsScreens.test(text)) ? [read(path, text)] : [],
    ),
  }))
  const stayingFiles = stayingFilesOf(applications)
  return all.map(({ texts, version }, at) => {
    const application = applications[at]!
    const naming = new Map([...texts].filter(([, text]) => mentions(text)))
    const maps = new Map([...naming].map(([path, text]) => [path, migrateImportMaps(path, text, version)] as const))
    const decisions = decide(application, {
      stayingFiles,
      others: applications.filter((other) => other !== application),
      mapEntries: new Set([...maps.values()].flatMap(({ stays }) => stays)),
      hasMap: [...maps.values()].some(({ hasMap }) => hasMap),
    })
    const sources = new Map(application.files.map((each) => [each.path, each]))
    const results = new Map<string, TextFindings>()
    for (const [path, text] of texts) {
      const source = sources.get(path)
      const decision = source && decisions.get(source)
      const mockMoves = movedMock(path)
      if (!naming.has(path) && !decision?.leftovers.length && mockMoves.length === 0) continue
      const map = maps.get(path)
      const edits = [...(decision?.edits ?? []), ...(map?.edits ?? [])]
      const leftovers = [...(decision?.leftovers ?? []), ...(map?.leftovers ?? [])]
      const neededPackages = (decision?.entries ?? []).map(packageOf)
      for (const { start, end } of source?.unreadableSpans ?? []) {
        const unread = text.slice(start, end)
        neededPackages.push(...packagesIn(unread))
        for (const { 0: what, index } of unread.matchAll(mention))
          leftovers.push({ at: start + index, what, why: 'It is in a program that cannot be read. Change it by hand.' })
      }
      leftovers.push(...leftoversIn(path, text, source?.regions ?? [], edits, leftovers), ...mockMoves)
      leftovers.sort((one, other) => one.at - other.at)
      results.set(path, { edits, leftovers, neededPackages })
    }
    if ([...results.values()].some(({ edits }) => edits.length > 0))
      for (const [path, text] of texts) {
        const { edits, ...rest } = results.get(path) ?? { edits: [], leftovers: [], neededPackages: [] }
        const more = editJest(path, text)
        if (more.length > 0) results.set(path, { ...rest, edits: [...edits, ...more] })
      }
    return results
  })
}
