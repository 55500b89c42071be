import { firstCall } from '../../browser/firstCall.ts'
import type { ClientContext } from '../context.ts'
import type { AnyState } from '../session/state.ts'

/** How long the answer of a call without a token counts, in ms. */
const FRESH = 10_000

/** What identifies a call whatever else its body says: it must not be sent twice. */
export interface FirstCallBody {
  /** The token that it spends. */
  token?: string
  /** Where it sends a mail. */
  email?: string
}

/**
 * Returns the answer of a call, and forgets it, if the script in the page has sent it for this
 * client: with the same token or address; or the same body a short time ago, while the same session
 * was stored. Any other call may change who is signed in, and then what was sent before no longer
 * counts.
 */
export function takeFirstCall<SomeState extends AnyState>(
  { key, storage }: Pick<ClientContext<SomeState>, 'key' | 'storage'>,
  method: string,
  path: string,
  body?: string,
  { token, email }: FirstCallBody = {},
): Promise<Response | undefined> | undefined {
  const sent = firstCall()
  if (sent?.key !== key) return
  const name = path.slice(1) + (token || email || body)
  const isSame = () => {
    const id = (storage.get(key) as AnyState | undefined)?.session?.session_id
    // as text, because storage may hold anything
    return Date.now() - sent.at < FRESH && (id ? sent.state?.includes(id) : !/session_id/.test(sent.state!))
  }
  const answer = token || email || isSame() ? (sent[name] as Promise<Response | undefined> | undefined) : undefined
  if (token && answer) sent.href = undefined
  if (!answer && method === 'POST') sent.at = 0
  // the visitor has gone on with another address
  if (!answer && email) sent.key = ''
  delete sent[name]
  return answer
}
