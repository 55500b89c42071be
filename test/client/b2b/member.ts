/**
 * A member's answers, for tests of the client alone. Tests that need a complete provider use the
 * emulator.
 */
import { bootstrap, ok } from '../answers.ts'
import type { Network, OpenOptions } from '../fakeBrowser.ts'
import { openBrowser, PT, type Tab } from '../fakeBrowser.ts'

type Entry = typeof import('../../../src/entries/b2b.ts')
export type Client = InstanceType<Entry['B2BHeadlessClient']>

export const member = (member_id = 'member-test-1', more: object = {}) => ({
  member_id,
  organization_id: 'organization-test-1',
  name: '',
  roles: [],
  ...more,
})
export const organization = (organization_id = 'organization-test-1', more: object = {}) => ({
  organization_id,
  organization_name: 'Acme',
  ...more,
})

/** A session of 30 minutes, in the server's time. */
export const session = (member_session_id = 'session-test-1', more: object = {}) => ({
  member_session_id,
  member_id: 'member-test-1',
  organization_id: 'organization-test-1',
  started_at: '2026-11-21T12:00:00Z',
  last_accessed_at: '2026-11-21T12:00:00Z',
  expires_at: '2026-11-21T12:30:00Z',
  roles: ['stytch_member'],
  ...more,
})

/** The answer of a call that signs in. */
export const auth = (id = 'session-test-1', more: object = {}) => ({
  member_id: 'member-test-1',
  organization_id: 'organization-test-1',
  member: member(),
  organization: organization(),
  member_session: session(id),
  session_token: `token of ${id}`,
  session_jwt: `jwt of ${id}`,
  member_authenticated: true,
  intermediate_session_token: '',
  ...more,
})

/** The answer of a sign-in that still needs a choice of organization or a second factor. */
export const intermediate = (token = 'intermediate-test-1') => ({
  intermediate_session_token: token,
  member_session: null,
  session_token: '',
  session_jwt: '',
  member_authenticated: false,
  discovered_organizations: [],
})

/**
 * Answers every request with success, except `routes`, such as `POST /b2b/sso/authenticate`, which
 * have their own answers.
 */
export const answers =
  (routes: Record<string, Network> = {}): Network =>
  (sent) => {
    const own = routes[`${sent.method} ${sent.path}`]
    if (own) return own(sent)
    if (sent.path.startsWith('/projects/bootstrap/')) return ok(bootstrap({ vertical: 'B2B' }))
    return ok(auth())
  }

/** A tab that has loaded the entry. */
export const open = (routes: Record<string, Network> = {}, options: OpenOptions & { fake?: boolean; entry?: string } = {}) => {
  const browser = openBrowser({ network: answers(routes), fake: options.fake })
  const tab = browser.open({ entry: 'b2b.ts', ...options })
  return {
    browser,
    tab,
    client: clientIn(tab),
    sent: browser.calls,
  }
}

export const clientIn = (tab: Tab, options?: ConstructorParameters<Entry['B2BHeadlessClient']>[1]): Client => {
  const entry = tab.latchkey as unknown as Entry & Record<string, Entry['B2BHeadlessClient']>
  return new (entry.B2BHeadlessClient ?? entry.StytchB2BHeadlessClient!)(PT, options)
}

/** A method of a client by its path. */
export const methodOf = (client: object, path: string) =>
  path.split('.').reduce((found: any, name) => found[name], client) as (...args: unknown[]) => Promise<unknown>
