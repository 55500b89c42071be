/** The tools of a calendar, and what a visitor has to grant for each. */
export const tools = [
  { name: 'list_events', scope: 'calendar:read', permission: 'See your calendar' },
  { name: 'add_event', scope: 'calendar:write', permission: 'Add events to your calendar' },
] as const

export type Tool = (typeof tools)[number]

/**
 * The server with the tools: the agent names it when it asks, and the calendar refuses tokens for
 * any other (RFC 8707).
 */
export const CALENDAR = 'https://calendar.example/mcp'
