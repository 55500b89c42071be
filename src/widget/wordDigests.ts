import type { Locale } from '../ui/language.ts'

/**
 * The files of words beside this release's own, by language: SHA-256, in base64, of the words of first screens, and of the list of such digests of the others. The build writes it
 * (build/plugins/languageFiles.ts); a build that has no such files leaves it as it is.
 */
export const wordDigests: { readonly [Name in Locale]?: readonly [first: string, others: string] } = {}
