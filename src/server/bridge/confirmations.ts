import type { Backend, Visit } from './calls.ts'
import { BridgeRefusal, refusal } from './refusals.ts'

type Serve = (body: Record<string, unknown>, visit: Visit) => Promise<object>

/**
 * Serves a log-in by which a visitor who is signed in confirms that it is them. A log-in of another
 * user is refused, and sets no cookie, whatever the backend does.
 */
export const confirming =
  (backend: Backend, serve: Serve, cookies: Map<string, string>): Serve =>
  async (body, visit) => {
    const before = await backend.sessions?.authenticate?.({}, visit)
    if (!before || !('session' in before)) throw refusal('session_not_found')
    const { user_id, session } = before
    // the session may have been renewed on the way, and stays if the log-in fails
    const renewed = [...cookies]
    const confirming = { user_id, session_id: session.session_id }
    const forget = await backend.sessions?.countConfirmation?.({ ...visit, confirming })
    const isOurFault = (error: unknown) => !(error instanceof BridgeRefusal) || error.status >= 429
    let result: object
    try {
      result = await serve(body, { ...visit, confirming })
      // a first factor begins no session, and must not end the one that is there
      if ('second_factor_required' in result) {
        for (const [name, line] of cookies) if (/;\s*max-age=0(;|$)/i.test(line)) cookies.delete(name)
      } else if ((result as { user_id: unknown }).user_id !== user_id) throw refusal('confirmation_refused')
    } catch (error) {
      cookies.clear()
      for (const [name, line] of renewed) cookies.set(name, line)
      if (isOurFault(error)) await forget?.()
      throw error
    }
    // fails if the session has been replaced, whose tries no longer count
    await forget?.().catch(() => {})
    return result
  }
