import { refusal, type Refusal } from './refusals.ts'
import type { Settings } from './options.ts'
import { within } from './within.ts'

/** What identifies the session to the provider. */
export type Proof = { session_jwt: string } | { session_token: string }

/** A session as the provider has answered it, with its new tokens. */
export interface SessionAnswer<AnySession> {
  session: AnySession
  session_token: string
  session_jwt: string
}

/** `btoa` takes bytes only. */
const basic = (id: string, secret: string) => `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${id}:${secret}`)))}`

const answerTo = async (call: Promise<Response>): Promise<{ status: number; body: Record<string, unknown> } | undefined> => {
  const answer = await call
  const body: unknown = await answer.json()
  return typeof body === 'object' && body !== null ? { status: answer.status, body: body as Record<string, unknown> } : undefined
}

/** What the API says about a session that it does not accept. */
const notThisSession = [
  'invalid_session_token',
  'unable_to_parse_session_jwt',
  'jwt_invalid_audience',
  'jwt_invalid_claims',
  'jwt_invalid_issuer',
]

const refusalFor = (status: number, error_type: unknown): Refusal | undefined => {
  if (status === 200) return undefined
  if (status === 401) return refusal('wrong_secret')
  if (error_type === 'session_not_found') return refusal('ended')
  if (notThisSession.includes(error_type as string)) return refusal('invalid_token')
  const reason = typeof error_type === 'string' && /^\w{1,60}$/.test(error_type) ? error_type : `HTTP status ${status}`
  return refusal('provider_unavailable', `The provider could not say whether the session is alive (${reason}). Try again later.`)
}

/**
 * Asks the provider whether a session is alive. `field` is where the answer has the session, and
 * `isSession` tells whether it is one. The reason for a failure is never passed on: an error of
 * `fetch` can contain the request.
 */
export const askProvider = async <AnySession>(
  path: string,
  field: string,
  isSession: (value: unknown) => value is AnySession,
  proof: Proof,
  { projectId, baseUrl, timeoutMs, fetch, authenticate }: Settings,
): Promise<SessionAnswer<AnySession> | Refusal> => {
  const { secret, minutes } = authenticate!
  const call = async (signal: AbortSignal) =>
    fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { Authorization: basic(projectId, secret), 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...proof, session_duration_minutes: minutes }),
      // The provider never redirects. Nothing else may get the secret.
      redirect: 'manual',
      signal,
    })
  const answer = await within(timeoutMs, (signal) => answerTo(call(signal))).catch(() => undefined)
  const problem = answer && refusalFor(answer.status, answer.body.error_type)
  if (problem) return problem
  const { session_token, session_jwt, [field]: session } = answer?.status === 200 ? answer.body : {}
  if (!isSession(session) || typeof session_token !== 'string' || typeof session_jwt !== 'string') return refusal('provider_unavailable')
  return { session, session_token, session_jwt }
}
