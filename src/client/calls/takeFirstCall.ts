import { firstCall } from '../../browser/firstCall.ts'

/** How long the answer of a call without a token counts, in ms. */
const FRESH = 10_000

/**
 * Returns the answer of a call, and forgets it, if the script in the page has sent it for this
 * client: with the same token, whatever else the body says, or the same body a short time ago. Any
 * other call with a body may change who is signed in, and then what was sent before no longer
 * counts.
 */
export function takeFirstCall(key: string, route: string, body = '', token?: unknown): Promise<Response> | undefined {
  const sent = firstCall()
  if (sent?.key !== key) return
  const name = route.slice('POST /'.length) + (token || body)
  const answer = (token || Date.now() - sent.at < FRESH) && (sent[name] as Promise<Response> | undefined)
  if (body && !answer) sent.at = 0
  delete sent[name]
  return answer || undefined
}
