import { createRoot } from 'react-dom/client'
import { createCallLog } from '../calls.ts'
import { addToPolicy } from '../policy.ts'
import { Unreachable } from '../Unreachable.tsx'
import { AgentPage } from './AgentPage.tsx'
import { finish } from './authorization.ts'
import { writeState, readState } from './agentState.ts'
import { tools } from './tools.ts'

const calls = createCallLog('agent-calls')
const root = createRoot(document.getElementById('page')!)

/**
 * Reads and checks the provider's answer in the URL, if there is one. Returns why the agent has got
 * nothing.
 */
async function takeAnswer(): Promise<string | undefined> {
  const query = new URLSearchParams(location.search)
  // An answer works only once, so a reload must not send it again.
  history.replaceState(null, '', location.pathname)
  if (!query.has('code') && !query.has('error')) return
  try {
    writeState({ access: await finish(query), results: {} })
  } catch (error) {
    const { error: code, message } = error as Error & { error?: string }
    return code ?? message
  }
}

try {
  await addToPolicy({
    roles: [{ role_id: 'stytch_user', permissions: [{ resource_id: 'calendar', actions: ['*'] }] }],
    resources: [{ resource_id: 'calendar', actions: tools.map(({ name }) => name) }],
    scopes: tools.map(({ name, scope, permission }) => ({
      scope,
      description: permission,
      permissions: [{ resource_id: 'calendar', actions: [name] }],
    })),
  })
  const failure = await takeAnswer()
  root.render(<AgentPage failure={failure} before={readState()} calls={calls} />)
} catch (error) {
  console.error(error)
  root.render(<Unreachable />)
}
