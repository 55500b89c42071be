/** Shows the consent question of an app, which a visitor on the emulator is asked. */
import { closeAll, newClient, newParent, provider } from '../../harness/login.ts'
import { pageState } from '../../../src/browser/pageState.ts'
import { coreKey } from '../../../src/client/core.ts'
import { LatchkeyClient } from '../../../src/entries/index.ts'
import type { ClientOptions } from '../../../src/client/publicTypes.ts'
import type { IdentityProviderProps, Mounted } from '../../../src/widget/publicTypes.ts'
import { screenIn } from '../../harness/screen.ts'
import type { Test } from 'uvu'

export const START = 'POST /idp/oauth/authorize/start'
export const SUBMIT = 'POST /idp/oauth/authorize/submit'
export const REVOKE = 'POST /sessions/revoke'
export const CALLBACK = 'http://localhost/cb'
export const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
export const AUTHENTICATE = 'POST /sessions/authenticate'
export const EMPTY = { status: 200, body: { data: { request_id: 'r', status_code: 200 } } }

export const mounted: Mounted<IdentityProviderProps>[] = []
export const clients: ReturnType<typeof newClient>[] = []

export const signedIn = async (options?: ClientOptions, client = newClient(options)) => {
  clients.push(client)
  provider.seed({
    users: [{ emails: [{ email: 'ada@example.com' }], password: 'fjord-violin-walnut-72' }],
    clients: [{ client_id: 'app', client_name: 'Notes', redirect_uris: [CALLBACK], post_logout_redirect_uris: [CALLBACK] }],
  })
  await client.passwords.authenticate({ email: 'ada@example.com', password: 'fjord-violin-walnut-72', session_duration_minutes: 30 })
  return client
}

export const at = (query: Record<string, string>) =>
  history.replaceState(null, '', `/consent?${new URLSearchParams({ client_id: 'app', ...query })}`)
/** The page of a client, as it is after a reload. */
export const reloaded = (client: ReturnType<typeof newClient>, options?: ClientOptions) => {
  const next = new LatchkeyClient(client[coreKey].publicToken, { customBaseUrl: 'http://provider.test', ...options })
  clients.push(next)
  return next
}
/** A project's own domain, on which the session can be in an HttpOnly cookie. */
export const ownDomain: ClientOptions = { endpointOptions: { apiDomain: 'login.example.com' } }
export const authorize = (more: Record<string, string> = {}) => at({ redirect_uri: CALLBACK, code_challenge: challenge, ...more })

export const show = (client: ReturnType<typeof newClient>, props: IdentityProviderProps = {}) => {
  const [events, errors]: [string[], any[]] = [[], []]
  const parent = newParent()
  const callbacks = {
    onEvent: ({ type }: { type: string }) => {
      events.push(type)
    },
    onError: (error: unknown) => {
      errors.push(error)
    },
  }
  mounted.push(client.mountIdentityProvider({ elementId: parent, callbacks, ...props }))
  return { ...screenIn(parent), events, errors }
}

/**
 * Bob logs in in another tab, without a sign-out: its client writes the cookies and the state, and
 * this tab receives the event.
 */
export const another = async (client: ReturnType<typeof newClient>) => {
  provider.seed({ users: [{ emails: [{ email: 'bob@example.com' }], password: 'fjord-violin-walnut-72' }] })
  const { publicToken, key } = client[coreKey]
  // A separate page, which does not know the clients here.
  const { sessions } = pageState()
  pageState().sessions = new Map()
  const other = new LatchkeyClient(publicToken, { customBaseUrl: 'http://provider.test' })
  clients.push(other)
  await other.passwords.authenticate({ email: 'bob@example.com', password: 'fjord-violin-walnut-72', session_duration_minutes: 30 })
  pageState().sessions = sessions!
  dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }))
  return other.session.getSync()!.session_id
}

export const prepare = (test: Test) =>
  test.after.each(async () => {
    for (const handle of mounted.splice(0)) handle.unmount()
    for (const client of clients.splice(0)) client[coreKey].destroy()
    await closeAll()
  })
