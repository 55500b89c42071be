/** Applies the rules to the texts of an application. */
import { type Application, decide, keptFiles, type SourceFile } from './application.ts'
import { mention, mentions, mountsScreens, packageOf, packagesIn } from './counterparts.ts'
import type { Findings } from './edits.ts'
import { migrateImportMaps } from './importMaps.ts'
import { leftoversIn, mockedBy, movedMock } from './leftovers.ts'
import { programsOf } from './programs.ts'
import { editJest } from './settings.ts'
import { type Region, readSource } from './source.ts'

/** Whether a file has programs. */
export const isProgram = (path: string): boolean => /\.([cm]?[jt]sx?|vue|svelte|astro|mdx|html?)$/.test(path)

/** A file that names the provider's SDK, or that one which does may exchange something with. */
interface Read extends SourceFile {
  /** Where a program begins that nobody can read, and where it ends. */
  unread: { start: number; end: number }[]
  regions: Region[]
}

const read = (path: string, text: string): Read => {
  const found: Read = { path, text, programs: [], unread: [], regions: [] }
  for (const { start, end, language } of programsOf(path, text) ?? []) {
    const said = readSource(text.slice(start, end), language)
    if (!said) {
      found.unread.push({ start, end })
      continue
    }
    found.programs.push({ start, said })
    found.regions.push(...said.regions.map((region) => ({ ...region, start: region.start + start, end: region.end + start })))
  }
  return found
}

/** An application as texts. */
export interface Texts extends Omit<Application, 'files'> {
  /** By path, with slashes; without package.json. */
  texts: ReadonlyMap<string, string>
}

/** What was found in a text. */
export interface TextFindings extends Findings {
  /** The provider's packages that it still needs. */
  needed: string[]
}

/** Returns what changes and what is left in each file that names the provider's SDK, or that uses what one has, for each of the applications of a repository. */
export const findingsIn = (all: readonly Texts[]): Map<string, TextFindings>[] => {
  // files that name nothing of the provider matter only where clients and types can go through them
  const allMatter = all.some(({ texts }) =>
    [...texts.values()].some((text) => /@stytch\/\S*(b2b|adminPortal)|B2B/i.test(text) && mentions(text)),
  )
  const applications = all.map(({ texts, ...rest }) => ({
    ...rest,
    mocked: [...texts.keys()].flatMap((path) => mockedBy(path)?.[0] ?? []),
    files: [...texts].flatMap(([path, text]) =>
      isProgram(path) && (allMatter || mentions(text) || mountsScreens.test(text)) ? [read(path, text)] : [],
    ),
  }))
  const kept = keptFiles(applications)
  return all.map(({ texts, version }, at) => {
    const application = applications[at]!
    const naming = new Map([...texts].filter(([, text]) => mentions(text)))
    const maps = new Map([...naming].map(([path, text]) => [path, migrateImportMaps(path, text, version)] as const))
    const decisions = decide(application, {
      kept,
      others: applications.filter((other) => other !== application),
      mapped: new Set([...maps.values()].flatMap(({ stays }) => stays)),
      hasMap: [...maps.values()].some(({ hasMap }) => hasMap),
    })
    const sources = new Map(application.files.map((each) => [each.path, each]))
    const found = new Map<string, TextFindings>()
    for (const [path, text] of texts) {
      const source = sources.get(path)
      const decision = source && decisions.get(source)
      const moved = movedMock(path)
      if (!naming.has(path) && !decision?.left.length && moved.length === 0) continue
      const map = maps.get(path)
      const edits = [...(decision?.edits ?? []), ...(map?.edits ?? [])]
      const left = [...(decision?.left ?? []), ...(map?.left ?? [])]
      const needed = (decision?.kept ?? []).map(packageOf)
      for (const { start, end } of source?.unread ?? []) {
        const unread = text.slice(start, end)
        needed.push(...packagesIn(unread))
        for (const { 0: what, index } of unread.matchAll(mention))
          left.push({ at: start + index, what, why: 'It is in a program that cannot be read. Change it by hand.' })
      }
      left.push(...leftoversIn(path, text, source?.regions ?? [], edits, left), ...moved)
      left.sort((one, other) => one.at - other.at)
      found.set(path, { edits, left, needed })
    }
    if ([...found.values()].some(({ edits }) => edits.length > 0))
      for (const [path, text] of texts) {
        const { edits, ...rest } = found.get(path) ?? { edits: [], left: [], needed: [] }
        const more = editJest(path, text)
        if (more.length > 0) found.set(path, { ...rest, edits: [...edits, ...more] })
      }
    return found
  })
}
