import { pageState } from '../../browser/pageState.ts'
import type { ClientContext } from '../context.ts'
import type { SettingsLoader } from '../calls/settings.ts'
import type { SessionLife } from './SessionLife.ts'
import type { State, AnyState } from './state.ts'

/**
 * The version of {@link SharedSession}. Another copy of Latchkey on the page may share it, so raise
 * the number whenever its shape changes: copies with different numbers do not share.
 */
const VERSION = 1

/**
 * What the clients of one session share, for example those of a page's header and of its log-in
 * form, which may come from two bundles. All of them use the same state and the same settings, for
 * which the provider is asked once.
 */
export interface SharedSession<SomeState extends AnyState = State> {
  /** The clients that are not destroyed. */
  readonly cores: Set<ClientContext<SomeState>>
  /** The loader of the project's settings. The first client creates it. */
  settings?: SettingsLoader
  /** The life of the session, while there is a session and a client. */
  life?: Promise<SessionLife<SomeState>> | undefined
}

/**
 * Adds a client to those with which it shares its session: they have the same public token,
 * vertical, API and cookies.
 */
export function joinSession<SomeState extends AnyState>(client: ClientContext<SomeState>, base: string): SharedSession<SomeState> {
  const sessions = (pageState().sessions ??= new Map()) as Map<string, SharedSession<SomeState>>
  const { publicToken, brand, customEndpoint, tokens } = client
  const name = JSON.stringify([VERSION, publicToken, brand.log, base, customEndpoint, tokens.names])
  const session = sessions.get(name) || { cores: new Set() }
  sessions.set(name, session)
  for (const { bootstrap } of session.cores) client.bootstrap = bootstrap
  session.cores.add(client)
  client.ended.addEventListener('abort', () => session.cores.delete(client))
  return session
}
