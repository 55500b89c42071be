/** Makes the index of the search. The page loads it when a visitor opens the search for the first time. */
import MiniSearch from 'minisearch'
import { indexOptions, type Entry } from './client/terms.ts'
import type { Outline } from './markdown.ts'
import type { Page } from './page.ts'

/** Texts of others, which nobody looks for here. */
const left = ['project/notices/']

export const searchEntries = (pages: Page[], outlines: Map<string, Outline>): Entry[] =>
  pages
    .filter(({ path }) => !left.includes(path))
    .flatMap(({ path, title, section }) =>
      outlines.get(path)!.passages.map(({ id, depth, text, content }) => ({
        page: title,
        heading: text,
        content,
        path,
        anchor: depth === 1 ? '' : id,
        section,
      })),
    )
    .map((entry, id) => ({ id, ...entry }))

export const searchIndex = (entries: Entry[]): string => {
  const index = new MiniSearch(indexOptions)
  index.addAll(entries)
  return JSON.stringify(index)
}
