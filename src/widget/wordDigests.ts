import type { Locale } from '../ui/words/language.ts'

/**
 * The digests of the files of translations in this release, by language: SHA-256, in base64, of the
 * first screen's texts, and of the list of the other files' digests. The build writes them
 * (build/plugins/languageFiles.ts); a build without such files leaves this table empty.
 */
export const wordDigests: { readonly [Name in Locale]?: readonly [first: string, others: string] } = {}
