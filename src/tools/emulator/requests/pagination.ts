import * as v from 'valibot'
import { textLike, wholeNumber } from './fields.ts'

/** The fields of a search that returns one page at a time. */
export const pageFields = {
  cursor: v.optional(v.nullable(textLike(/^\d{0,9}$/, 'invalid_argument'))),
  limit: v.optional(wholeNumber(1, 1000, 'invalid_argument'), 100),
}

/** Returns one page of what there are many of, without a copy of all. */
export const pageOf = <Item>(items: Iterable<Item>, total: number, { cursor, limit }: { cursor?: string | null; limit: number }) => {
  const from = Number(cursor) || 0
  const end = from + limit
  const pageItems: Item[] = []
  let at = 0
  for (const item of items) {
    if (at >= end) break
    if (at++ >= from) pageItems.push(item)
  }
  return { items: pageItems, results_metadata: { total, ...(end < total && { next_cursor: String(end) }) } }
}

/** Returns one page of a list, and the cursor of the next page if there is one. Pure. */
export const page = <Item>(items: Item[], search: { cursor?: string | null; limit: number }) => pageOf(items, items.length, search)
