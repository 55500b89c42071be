/**
 * Writes the files of the search, which the page loads and indexes when a visitor opens it: an
 * index of them is twice as large and loads no sooner.
 */
import { searchFiles, type SearchPage } from './client/terms.ts'
import type { Outline } from './markdown.ts'
import type { Page } from './page.ts'

/** Texts of others, which nobody looks for here. */
const pagesWithoutSearch = ['project/notices/']

/** Returns the content of each file of the search, by its name. */
export const searchTexts = (pages: Page[], outlines: Map<string, Outline>): Record<string, SearchPage[]> => {
  const all = pages
    .filter(({ path }) => !pagesWithoutSearch.includes(path))
    .map(
      ({ path, title, section }): SearchPage => ({
        title,
        path,
        section,
        passages: outlines
          .get(path)!
          .passages.map(({ id, depth, text, content }) => [text, depth === 1 ? '' : id, content.replace(/\s+/g, ' ').trim()]),
      }),
    )
  const isReference = ({ section }: SearchPage) => section === 'Reference'
  return { [searchFiles[0]]: all.filter((page) => !isReference(page)), [searchFiles[1]]: all.filter(isReference) }
}
