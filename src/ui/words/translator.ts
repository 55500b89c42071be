import { text } from '../../api/kinds.ts'
import { words as base } from './baseWords.ts'
import { useUi } from '../context.ts'
import type { Texts } from './texts.ts'

/** Values for the `{name}`s of a message. */
export type Values = Record<string, string>

export interface Translate<Id extends string> {
  /** The message as plain text. */
  (id: Id, values?: Values): string
  /** Returns the message with its `{name}`s unfilled, for `rich` (rich.ts). */
  raw(id: Id): string
}

/**
 * How long the widget waits for a translation, in ms; then it shows English. A missing translation
 * never stops a log-in.
 */
export const WORDS_TIMEOUT = 5_000

/**
 * Reads a file of words, which is a query string:
 * `login.title=Se connecter&button.retry=Réessayer`.
 */
export const textsOf = (file = ''): Texts => ({
  __proto__: null!,
  ...Object.fromEntries(new URLSearchParams(file)),
})

/** Replaces each `{name}` in a text with its value. A name without a value stays as it is. */
export const fill = (text: string, values: Values = {}) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name]! : whole))

/**
 * Returns the function that looks up the messages in `words`, and those that every screen has. A
 * text in `texts` replaces the English one.
 */
export function translator<Words extends Record<string, string>>(
  words: Words,
  texts: Readonly<Record<string, unknown>>,
): Translate<keyof (Words & typeof base) & string> {
  const template = (id: string): string => text(texts[id]) || words[id] || base[id as keyof typeof base]
  const t = (id: string, values?: Values) => fill(template(id), values)
  t.raw = template
  return t
}

/** The translator of a screen: {@link translator} with the texts of the widget around it. */
export const useWords = <Words extends Record<string, string>>(words: Words): Translate<keyof (Words & typeof base) & string> =>
  translator(words, useUi().strings)
