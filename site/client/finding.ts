/** Finds what a visitor types, in an index of all passages. */
import type MiniSearch from 'minisearch'
import type { SearchResult } from 'minisearch'
import type { Entry } from './terms.ts'

export type Match = SearchResult & Entry

/** With fewer results that have all words, those with some words follow. */
const FEW = 5

/** Hosts look for a guide or the reference more often than for how Latchkey is made. */
const boostDocument = (_id: unknown, _term: string, entry?: Record<string, unknown>) => (entry?.section === 'Project' ? 0.5 : 1)

export const find = (index: MiniSearch<Entry>, text: string): Match[] => {
  const options = { prefix: true, fuzzy: (term: string) => (term.length > 4 ? 0.2 : false), boost: { page: 2, heading: 3 }, boostDocument }
  const every = index.search(text, { ...options, combineWith: 'AND' }) as Match[]
  if (every.length >= FEW) return every
  const ids = new Set(every.map(({ id }) => id as number))
  return [...every, ...(index.search(text, options) as Match[]).filter(({ id }) => !ids.has(id as number))]
}
