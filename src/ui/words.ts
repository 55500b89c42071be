import { words as base } from './baseWords.ts'
import { useUi } from './context.ts'

/** Values for the `{name}`s of a message. */
export type Values = Record<string, string>

export interface Translate<Id extends string> {
  /** The message as plain text. */
  (id: Id, values?: Values): string
  /** The same with its `{name}`s as they are: for `rich` (rich.ts). */
  raw(id: Id): string
}

/** How long a visitor waits for words, in ms: then it is said in English. A log-in does not fail for words. */
export const WORDS_PATIENCE = 5_000

/** Texts by message id. What they do not have, their prototype may: other texts, and nothing else. */
export interface Texts {
  /** What language they are in, as a BCP 47 tag. */
  lang?: string
  /** How that is written. */
  dir?: 'ltr' | 'rtl'
  /** Set once those of later screens have been waited for. */
  whole?: string
  [id: string]: string | undefined
}

/** The texts of a file of words, which is a query: `login.title=Se connecter&button.retry=Réessayer`. */
export const textsOf = (file = ''): Texts => ({
  __proto__: null!,
  ...Object.fromEntries(new URLSearchParams(file)),
})

/** A text with a value in the place of each `{name}` that has one. */
export const fill = (text: string, values: Values = {}) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name]! : whole))

/** The messages of one part of the widget and those that every part has, `texts` in their place where it has some. */
export function translator<Words extends Record<string, string>>(
  words: Words,
  texts: Readonly<Record<string, unknown>>,
): Translate<keyof (Words & typeof base) & string> {
  const template = (id: string): string => String(texts[id] || words[id] || base[id as keyof typeof base])
  const t = (id: string, values?: Values) => fill(template(id), values)
  t.raw = template
  return t
}

export const useWords = <Words extends Record<string, string>>(words: Words): Translate<keyof (Words & typeof base) & string> =>
  translator(words, useUi().strings)
