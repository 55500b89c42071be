/** The reference: what the package exports, from its types and docstrings. */
import GithubSlugger from 'github-slugger'
import type { Page } from '../page.ts'
import { chapters } from './chapters.ts'
import { guide } from './guides.ts'
import { readSources } from './sources.ts'
import { writer, type Book, type Place } from './writer.ts'

/**
 * Pages name each other's types. After so many rounds each knows where all of them are; a test
 * notices if not.
 */
const MAX_ROUNDS = 6

/**
 * Returns the address of a place, with the anchor that its heading gets. Throws if the page has no
 * such heading.
 */
const addressOf = ({ page: path, heading }: Place, pages: Page[]) => {
  if (!heading) return `/${path}`
  const slugger = new GithubSlugger()
  const headings = pages.find((page) => page.path === path)!.markdown.matchAll(/^#+ (.+)$/gm)
  for (const [, text] of headings) {
    const anchor = slugger.slug(text!)
    if (text === heading) return `/${path}#${anchor}`
  }
  throw new Error(`/${path} has no heading ${heading}`)
}

const isSame = (one: Book, other: Book) =>
  one.places.size === other.places.size && [...one.places].every(([symbol, { address }]) => other.places.get(symbol)?.address === address)

/** Writes every page, and the book of what is where. */
export const writeReference = async (): Promise<{ pages: Page[]; book: Book }> => {
  let last: Book = { sources: readSources(), places: new Map(), mentions: new Set(), gaps: [] }
  for (let round = 1; ; round++) {
    const next: Book = { sources: last.sources, places: new Map(), mentions: new Set(), gaps: [] }
    const pages: Page[] = []
    for (const { path, title, description, guide: link, write } of chapters) {
      const address = `reference/${path}`
      const body = await write(writer(address, last, next))
      const intro = [`# ${title}`, description, ...(link ? [guide(link)] : [])]
      pages.push({
        path: address,
        title,
        description,
        section: 'Reference',
        markdown: [...intro, ...body].join('\n\n') + '\n',
      })
    }
    for (const place of next.places.values()) place.address = addressOf(place, pages)
    if (isSame(last, next)) return { pages, book: next }
    if (round === MAX_ROUNDS) throw new Error(`The pages of the reference have not found their places after ${MAX_ROUNDS} rounds`)
    last = next
  }
}

export const referencePages = async (): Promise<Page[]> => (await writeReference()).pages
