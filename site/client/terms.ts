/**
 * What the search files have, and how texts and what a visitor types are cut into words. The build
 * and the page use the same rules.
 */
import type { Options } from 'minisearch'

/** The files: what a visitor looks for most is in the first, and the reference in the second. */
export const searchFiles = ['search.json', 'search-reference.json'] as const

/** A page, as these files have it. */
export interface SearchPage {
  title: string
  path: string
  section: string
  /** The headings with the texts below them. The anchor is empty at the top of the page. */
  passages: [heading: string, anchor: string, content: string][]
}

/** A heading of a page, as the search finds it. */
export interface Entry {
  id: number
  /** The title of its page. */
  page: string
  /** At the top of the page, its first heading. */
  heading: string
  content: string
  /** The address of its page. */
  path: string
  /** Empty at the top of the page. */
  anchor: string
  section: string
}

/** Returns the entries of some pages, whose ids begin at `from`. */
export const entriesOf = (pages: SearchPage[], from: number): Entry[] =>
  pages
    .flatMap(({ title: page, path, section, passages }) =>
      passages.map(([heading, anchor, content]) => ({ page, heading, content, path, anchor, section })),
    )
    .map((entry, at) => ({ id: from + at, ...entry }))

const WORD = /[\p{L}\p{N}$_]+(?:[.\-/:][\p{L}\p{N}$_]+)*/gu

const unique = (words: string[]) => [...new Set(words)]

/**
 * Returns a name such as `sessionOptions.sessionDurationMinutes` or `otp_code_not_found`, the names
 * in it, and their words.
 */
export const termsOf = (text: string): string[] =>
  [...text.matchAll(WORD)].flatMap(([name]) => {
    const names = name.split(/[.\-/:]/)
    const words = names.flatMap((part) => part.split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u).filter(Boolean))
    return unique([name, ...names, ...words])
  })

export const indexOptions: Options<Entry> = {
  fields: ['page', 'heading', 'content'],
  storeFields: ['page', 'heading', 'content', 'path', 'anchor', 'section'],
  tokenize: termsOf,
}
