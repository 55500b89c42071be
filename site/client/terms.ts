/** How texts and what a visitor types are cut into the words of the search. The build and the page use the same rules. */
import type { Options } from 'minisearch'

/** A heading of a page, as the search finds it. */
export interface Entry {
  id: number
  /** The title of its page. */
  page: string
  /** Empty for the top of the page. */
  heading: string
  content: string
  /** The address of its page, and its anchor. */
  path: string
  anchor: string
  section: string
}

const WORD = /[\p{L}\p{N}$_]+(?:[.\-/:][\p{L}\p{N}$_]+)*/gu

/** A name such as `otp_code_not_found`, `sessionDurationMinutes` or `login.title`, and its parts. */
export const termsOf = (text: string): string[] =>
  [...text.matchAll(WORD)].flatMap(([word]) => {
    const parts = word.split(/[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u).filter(Boolean)
    return parts.length > 1 ? [word, ...parts] : [word]
  })

export const indexOptions: Options<Entry> = {
  fields: ['page', 'heading', 'content'],
  storeFields: ['page', 'heading', 'content', 'path', 'anchor', 'section'],
  tokenize: termsOf,
}
