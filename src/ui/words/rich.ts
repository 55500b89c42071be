import { createElement, type ReactNode } from 'react'
import { fill, type Translate, type Values } from './translator.ts'

/**
 * Renders a message with tags: `<bold>` as strong text, any other as `tags` says. All other HTML is
 * shown as text.
 */
export const rich = <Id extends string>(
  t: Translate<Id>,
  id: Id,
  values?: Values,
  tags: Record<string, (text: string) => ReactNode> = {},
): ReactNode =>
  // splitting by a pattern with two groups gives text, tag, inner text, text, tag, …
  t
    .raw(id)
    .split(/<(\w+)>(.*?)<\/\1>/)
    .map((text, at, all) => {
      if (at % 3 === 1) return null
      const message = fill(text, values)
      const tag = all[at - 1]!
      return at % 3 === 0 ? message : Object.hasOwn(tags, tag) ? tags[tag]!(message) : createElement('strong', { key: at }, message)
    })
