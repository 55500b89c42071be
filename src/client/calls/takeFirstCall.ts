import { firstCall } from '../../browser/firstCall.ts'
import type { ClientContext } from '../context.ts'
import type { AnyState } from '../session/state.ts'

/** How long the answer of a call without a token counts, in ms. */
const FRESH = 10_000

/** The session in a stored state. */
const sessionIn = (state: unknown) => (state as AnyState | undefined)?.session?.session_id

/**
 * Returns the answer of a call, and forgets it, if the script in the page has sent it for this
 * client: with the same token, whatever else the body says; or the same body a short time ago,
 * while the same session was stored. Any other call may change who is signed in, and then what was
 * sent before no longer counts.
 */
export function takeFirstCall<SomeState extends AnyState>(
  { key, storage }: Pick<ClientContext<SomeState>, 'key' | 'storage'>,
  route: string,
  body = '',
  token?: unknown,
): Promise<Response> | undefined {
  const sent = firstCall()
  if (sent?.key !== key) return
  const name = route.slice('POST /'.length) + (token || body)
  const isSame = () => Date.now() - sent.at < FRESH && sessionIn(storage.get(key)) === sessionIn(JSON.parse(sent.state || 'null'))
  const answer = token || isSame() ? (sent[name] as Promise<Response> | undefined) : undefined
  if (token && answer) sent.href = undefined
  if (!answer && !route.startsWith('GET')) sent.at = 0
  delete sent[name]
  return answer
}
