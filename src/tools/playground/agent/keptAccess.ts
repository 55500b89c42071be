import type { Access } from './authorization.ts'
import type { ToolResult } from './calendar.ts'
import type { Tool } from './tools.ts'

/** What the agent has, and what came of its calls. It stays in this tab, because the visitor leaves the page to end the access. */
export interface Kept {
  access?: Access
  results: { [name in Tool['name']]?: ToolResult }
}

const KEY = 'almanac'

export const readKept = (): Kept => {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY)!) as Kept | null) ?? { results: {} }
  } catch {
    return { results: {} }
  }
}

export const keep = (kept: Kept) => sessionStorage.setItem(KEY, JSON.stringify(kept))
