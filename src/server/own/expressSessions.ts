import type { OwnSession, OwnSessions, OwnVisit } from './options.ts'

/** A session of `express-session`, as far as it is used here. */
interface ExpressSession {
  regenerate(done: (error?: unknown) => void): unknown
  save(done: (error?: unknown) => void): unknown
  destroy(done: (error?: unknown) => void): unknown
  [name: string]: unknown
}

/** Options of `expressSessions`. */
export interface ExpressSessionOptions {
  /** The name of the field that keeps who is signed in. Default: `latchkey`. */
  field?: string
  /** Other fields that stay when a visitor logs in, such as a cart. Default: none. */
  keep?: readonly string[]
}

const sessionIn = ({ node }: OwnVisit): ExpressSession | undefined => (node?.request as { session?: ExpressSession } | undefined)?.session

const done = (run: (callback: (error?: unknown) => void) => unknown): Promise<void> =>
  new Promise((resolve, reject) => void run((error) => (error ? reject(error) : resolve())))

/**
 * Keeps who is signed in in the sessions of `express-session`. Mount that before `answer.node`. A
 * log-in and a log-out give the browser a new session.
 */
export const expressSessions = ({ field = 'latchkey', keep = [] }: ExpressSessionOptions = {}): OwnSessions => ({
  async start(session, visit) {
    const before = sessionIn(visit)
    if (!before)
      throw new TypeError('The request has no session: mount express-session before the bridge, and pass it the request of Express.')
    const kept = keep.map((name) => [name, before[name]] as const)
    await done((callback) => before.regenerate(callback))
    // a new object, which the request has now
    const after = sessionIn(visit)!
    for (const [name, value] of kept) if (value !== undefined) after[name] = value
    after[field] = session
    await done((callback) => after.save(callback))
  },
  find: (visit) => sessionIn(visit)?.[field] as OwnSession | undefined,
  async end(visit) {
    const session = sessionIn(visit)
    if (session) await done((callback) => session.destroy(callback))
  },
})
