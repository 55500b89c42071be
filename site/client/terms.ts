/** How texts and what a visitor types are cut into the words of the search. The build and the page use the same rules. */
import type { Options } from 'minisearch'

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

const WORD = /[\p{L}\p{N}$_]+(?:[.\-/:][\p{L}\p{N}$_]+)*/gu

const unique = (words: string[]) => [...new Set(words)]

/** A name such as `sessionOptions.sessionDurationMinutes` or `otp_code_not_found`, the names in it, and their words. */
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
