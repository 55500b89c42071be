/**
 * The server with the tools. It stands in this page, because the playground has no second server,
 * and does what one has to do: it asks the provider about each token (RFC 7662), so that the agent
 * is refused as soon as the visitor has ended its access.
 */
import * as oauth from 'oauth4webapi'
import { options, provider } from './authorization.ts'
import { CALENDAR, type Tool } from './tools.ts'

/** What the agent gets back, with the HTTP status that a server would send. */
export interface ToolResult {
  status: 200 | 401 | 403
  text: string
}

const answers: Record<Tool['name'], string> = {
  list_events: 'Dentist at 9:30. Lunch with Grace at 12:00.',
  add_event: 'Added: water the plants at 18:00.',
}

/** Calls a tool with the agent's token. Rejects if the provider cannot be asked. */
export async function callTool({ name, scope }: Tool, client: oauth.Client, access_token: string): Promise<ToolResult> {
  const as = await provider()
  const response = await oauth.introspectionRequest(as, client, oauth.None(), access_token, options)
  const { active, aud, scope: scopeText = '' } = await oauth.processIntrospectionResponse(as, client, response)
  if (!active) return { status: 401, text: 'Refused: the token is no longer valid.' }
  if (![aud].flat().includes(CALENDAR)) return { status: 401, text: 'Refused: the token is for another server.' }
  if (!scopeText.split(' ').includes(scope)) return { status: 403, text: `Refused: the token lacks ${scope}.` }
  return { status: 200, text: answers[name] }
}
