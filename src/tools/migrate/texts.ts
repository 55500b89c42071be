/** Applies the rules to the texts of an application. */
import { decide, type SourceFile } from './application.ts'
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
export interface Texts {
  /** By path, with slashes; without package.json. */
  texts: ReadonlyMap<string, string>
  /** The folder of its package.json. */
  folder: string
  aliases?: Record<string, string[]>
  /** The version of Latchkey that addresses name. */
  version: string
  /** Whether another package of the repository mounts screens. */
  mountsElsewhere?: boolean
}

/** What was found in a text. */
export interface TextFindings extends Findings {
  /** The provider's packages that it still needs. */
  needed: string[]
}

/** Returns what changes and what is left in each file that names the provider's SDK, or that uses what one has. */
export const findingsIn = ({ texts, folder, aliases, version, mountsElsewhere }: Texts): Map<string, TextFindings> => {
  const naming = new Map([...texts].filter(([, text]) => mentions(text)))
  const maps = new Map(
    [...naming].flatMap(([path, text]) => (/\.html?$/.test(path) ? [[path, migrateImportMaps(text, version)] as const] : [])),
  )
  // files that name nothing of the provider matter only where clients and types can go through them
  const allMatter = [...naming.values()].some((text) => /@stytch\/\S*(b2b|adminPortal)|B2B/i.test(text))
  const reads = [...texts].flatMap(([path, text]) =>
    isProgram(path) && (naming.has(path) || allMatter || mountsScreens.test(text)) ? [read(path, text)] : [],
  )
  const decisions = decide(
    { files: reads, folder, aliases, version, mountsElsewhere, mocked: [...texts.keys()].flatMap((path) => mockedBy(path)?.[0] ?? []) },
    new Set([...maps.values()].flatMap(({ stays }) => stays)),
    [...maps.values()].some(({ hasMap }) => hasMap),
  )
  const sources = new Map(reads.map((each) => [each.path, each]))
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
}
