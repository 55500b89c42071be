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

/** A text with a value in the place of each `{name}` that has one. */
export const fill = (text: string, values: Values = {}) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name]! : whole))

/** The messages of one part of the widget and those that every part has, the host's `strings` in their place where it gives some. */
export function translator<Words extends Record<string, string>>(
  words: Words,
  strings: Record<string, unknown>,
): Translate<keyof (Words & typeof base) & string> {
  const template = (id: string): string => String((Object.hasOwn(strings, id) && strings[id]) || words[id] || base[id as keyof typeof base])
  const t = (id: string, values?: Values) => fill(template(id), values)
  t.raw = template
  return t
}

export const useWords = <Words extends Record<string, string>>(words: Words): Translate<keyof (Words & typeof base) & string> =>
  translator(words, useUi().strings)
