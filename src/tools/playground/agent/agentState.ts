import type { Access } from './authorization.ts'
import type { ToolResult } from './calendar.ts'
import type { Tool } from './tools.ts'

/**
 * What the agent has, and what came of its calls. It stays in this tab, because the visitor leaves
 * the page to end the access.
 */
export interface AgentState {
  access?: Access
  results: { [name in Tool['name']]?: ToolResult }
}

const KEY = 'almanac'

export const readState = (): AgentState => {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY)!) as AgentState | null) ?? { results: {} }
  } catch {
    return { results: {} }
  }
}

export const writeState = (state: AgentState) => sessionStorage.setItem(KEY, JSON.stringify(state))
