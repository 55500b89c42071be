import { page } from '../../browser/page.ts'
import type { ClientContext } from '../context.ts'
import type { Settings } from '../settings.ts'
import type { SessionLife } from './SessionLife.ts'
import type { State, Who } from './state.ts'

/**
 * Of what is shared, as clients of another copy of Latchkey may stand on it too. To be raised whenever what they find in {@link SharedSession} changes: a copy that has another
 * number does not share.
 */
const VERSION = 1

/**
 * What the clients of one session share: a header's and a log-in form's, say, which may come from two bundles. What one of them learns, all answer from then on, and the
 * provider is asked once.
 */
export interface SharedSession<SomeState extends Who = State> {
  readonly cores: Set<ClientContext<SomeState>>
  settings?: Settings
  /** While there is a session to look after, and a client to look after it. */
  life?: Promise<SessionLife<SomeState>> | undefined
}

/** Makes a client one of those that share its session: those with its token, vertical, API and cookies. */
export function joinSession<SomeState extends Who>(client: ClientContext<SomeState>, base: string): SharedSession<SomeState> {
  const sessions = (page().sessions ??= new Map()) as Map<string, SharedSession<SomeState>>
  const { publicToken, brand, customEndpoint, tokens } = client
  const name = JSON.stringify([VERSION, publicToken, brand.log, base, customEndpoint, tokens.names])
  const shared = sessions.get(name) || { cores: new Set() }
  sessions.set(name, shared)
  for (const { bootstrap } of shared.cores) client.bootstrap = bootstrap
  shared.cores.add(client)
  return shared
}
