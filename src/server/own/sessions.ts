import type { Visit } from '../bridge/calls.ts'
import { cookiesOf } from '../cookies.ts'
import { digest, randomToken } from './hashing.ts'
import { cookieLine, cookieName } from '../hostCookies.ts'
import type { OwnSession, OwnSessions } from './options.ts'
import { readRow } from './rows.ts'
import type { Store } from './store.ts'

/** The cookie of a session. */
const COOKIE = 'latchkey_session'

const DAY = 86_400_000

/** How long a session lives after its last visit, in ms. */
export const IDLE_LIFE = 30 * DAY

/** How long a session lives at most, in ms. Marks live longer (users.ts). */
export const LONGEST_LIFE = 365 * DAY

/** How often a process writes that a session is still used, in ms. */
const EXTEND = 3600_000

/** How many sessions a process remembers to have extended. */
const MOST_REMEMBERED = 10_000

/** Sessions in a store. The cookie has a random token, and the store its hash. */
export const storedSessions = (store: Store, secure: boolean): OwnSessions => {
  const tokenOf = ({ request }: Pick<Visit, 'request'>) => cookiesOf(request.headers.get('cookie')).get(cookieName(COOKIE, { secure }))
  const keyOf = (token: string) => `session:${digest(token)}`
  const extendedAt = new Map<string, number>()
  const extend = async (key: string) => {
    const now = Date.now()
    if (now - (extendedAt.get(key) ?? 0) < EXTEND) return
    if (extendedAt.size >= MOST_REMEMBERED) extendedAt.clear()
    extendedAt.set(key, now)
    await store.extend(key, now + IDLE_LIFE)
  }
  return {
    async start(session, visit) {
      const before = tokenOf(visit)
      if (before) await store.take(keyOf(before))
      const token = randomToken()
      await store.put(keyOf(token), JSON.stringify(session), Date.now() + IDLE_LIFE)
      visit.setCookie(cookieLine(COOKIE, token, { secure, seconds: LONGEST_LIFE / 1000 }))
    },
    async find(visit) {
      const token = tokenOf(visit)
      if (!token) return undefined
      const key = keyOf(token)
      const session = readRow<OwnSession>(await store.get(key), ['id', 'userId', 'mark'])
      if (session) await extend(key)
      return session
    },
    async end(visit) {
      const token = tokenOf(visit)
      if (token) await store.take(keyOf(token))
      visit.setCookie(cookieLine(COOKIE, '', { secure, seconds: 0 }))
    },
  }
}

/**
 * Makes the store decide, too, whether a session of the host counts: after a log-out, a copy that
 * the host has kept, or writes again, does not.
 */
export const checkedSessions = (sessions: OwnSessions, store: Store): OwnSessions => {
  const keyOf = (session: OwnSession) => `live:${digest(session.id)}`
  return {
    async start(session, visit) {
      const before = await sessions.find(visit)
      if (typeof before?.id === 'string') await store.take(keyOf(before))
      await store.put(keyOf(session), '1', session.startedAt + LONGEST_LIFE)
      await sessions.start(session, visit)
    },
    async find(visit) {
      const session = await sessions.find(visit)
      return typeof session?.id === 'string' && (await store.get(keyOf(session))) ? session : undefined
    },
    async end(visit) {
      const session = await sessions.find(visit)
      if (typeof session?.id === 'string') await store.take(keyOf(session))
      await sessions.end(visit)
    },
  }
}
