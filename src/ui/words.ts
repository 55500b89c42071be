import { createElement, type ReactNode } from 'react'
import { useUi } from './context.ts'

/** Values for the `{name}`s of a message. */
export type Values = Record<string, string>

export interface Translate<Id extends string> {
  /** The message as plain text. */
  (id: Id, values?: Values): string
  /** The message with its tags: `<bold>` is strong text, any other is what `tags` makes of it. Text stays text. */
  rich(id: Id, values?: Values, tags?: Record<string, (text: string) => ReactNode>): ReactNode
}

const fill = (text: string, values: Values = {}) =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name]! : whole))

/** The messages of one part of the widget, the host's `strings` in their place where it gives some. */
export function translator<Words extends Record<string, string>>(
  words: Words,
  strings: Record<string, unknown>,
): Translate<keyof Words & string> {
  const template = (id: string): string => String((Object.hasOwn(strings, id) && strings[id]) || words[id])
  const t = (id: string, values?: Values) => fill(template(id), values)
  t.rich = (id: string, values?: Values, tags: Record<string, (text: string) => ReactNode> = {}) =>
    // a split by two groups gives text, tag, inner text, text, tag, …
    template(id)
      .split(/<(\w+)>(.*?)<\/\1>/)
      .map((text, at, all) => {
        if (at % 3 === 1) return null
        const filled = fill(text, values)
        const tag = all[at - 1]!
        return at % 3 === 0 ? filled : Object.hasOwn(tags, tag) ? tags[tag]!(filled) : createElement('strong', { key: at }, filled)
      })
  return t
}

export const useWords = <Words extends Record<string, string>>(words: Words): Translate<keyof Words & string> =>
  translator(words, useUi().strings)
