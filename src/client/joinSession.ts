import { page } from '../browser/page.ts'
import type { Core } from './core.ts'
import type { SessionLife } from './sessionLife.ts'
import type { Settings } from './settings.ts'

/**
 * Of what is shared, as clients of another copy of Latchkey may stand on it too. To be raised whenever what they find in {@link SharedSession} changes: a copy that has another
 * number does not share.
 */
const VERSION = 1

/**
 * What the clients of one session share: a header's and a log-in form's, say, which may come from two bundles. What one of them learns, all answer from then on, and the
 * provider is asked once.
 */
export interface SharedSession {
  readonly cores: Set<Core>
  settings?: Settings
  /** While there is a session to look after, and a client to look after it. */
  life?: Promise<SessionLife> | undefined
}

/** Makes a client one of those that share its session: those with its token, vertical, API and cookies. */
export function joinSession(core: Core, base: string): SharedSession {
  const sessions = (page().sessions ??= new Map()) as Map<string, SharedSession>
  const { publicToken, brand, customEndpoint, tokens } = core
  const name = JSON.stringify([VERSION, publicToken, brand.log, base, customEndpoint, tokens.names])
  const shared = sessions.get(name) || { cores: new Set() }
  sessions.set(name, shared)
  for (const { bootstrap } of shared.cores) core.bootstrap = bootstrap
  shared.cores.add(core)
  return shared
}
