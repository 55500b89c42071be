import type { Call } from '../../api/call.ts'
import type { Telemetry } from '../../api/events.ts'
import { base64, utf8 } from '../../browser/base64.ts'
import { uuid } from '../../browser/random.ts'
import { after } from '../../browser/timer.ts'
import type { ClientContext } from '../context.ts'
import type { answerError } from './answerError.ts'
import { takeFirstCall, type FirstCallBody } from './takeFirstCall.ts'
import { unreachable } from './unreachable.ts'
import type { AnyState } from '../session/state.ts'

/**
 * Sends a call, and resolves with the `data` of the answer. `params` fill the `:name`s of the
 * route.
 */
export type Send = <Body, Result>(
  call: Call<Body, Result>,
  body?: Body,
  params?: Record<string, string>,
  signal?: AbortSignal,
) => Promise<Result>

/** Resolves with the error in an answer. */
type ErrorReader = (...answer: Parameters<typeof answerError>) => Promise<ReturnType<typeof answerError>>

/** What browsers have of `Temporal`. A page may have something of its own under that name. */
type MaybeTemporal = { Temporal?: { Now?: { timeZoneId?(): string } } }

/**
 * Returns the visitor's time zone, such as `Europe/Paris`. `Temporal` knows it at once; the first
 * `Intl.DateTimeFormat` of a page takes 60 to 200 ms on a slow phone, for which the first call
 * would wait.
 */
const timeZone = () => (globalThis as MaybeTemporal).Temporal?.Now?.timeZoneId?.() || Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Returns the content of the X-SDK-Client header. Its three ids are new for every request, as they
 * are in the provider's SDK (docs/internals/protocol.md#the-x-sdk-client-header).
 */
export function telemetry({ session, user, member }: AnyState): Telemetry {
  return {
    event_id: 'event-id-' + uuid(),
    app_session_id: 'app-session-id-' + uuid(),
    persistent_id: 'persistent-id-' + uuid(),
    client_sent_at: new Date().toISOString(),
    timezone: timeZone(),
    stytch_user_id: user?.user_id,
    stytch_session_id: session?.session_id,
    stytch_member_id: member?.member_id,
    stytch_member_session_id: session?.member_session_id,
    app: { identifier: location.hostname },
    sdk: { identifier: 'Stytch.js Javascript SDK', version: '5.35.1' },
  }
}

/**
 * The options of every request to the provider. `no-store` (Fetch, section 2.2.5), so that
 * `Try again` does not get the answer of a captive portal or a proxy from the cache. The referrer
 * is only the origin (Referrer Policy, section 3.5), because the page's URL may contain a token.
 */
export const fetchRules = { cache: 'no-store', referrerPolicy: 'strict-origin' } as const

const encode = (text: string) => base64(utf8(text))

/**
 * Creates the function that sends a call once: with headers and a time limit, for `data` or a typed
 * error (docs/internals/protocol.md#requests). `readError` fetches the code that makes errors of
 * answers, because most visitors never need it.
 */
export const createTransport =
  <SomeState extends AnyState>(client: ClientContext<SomeState>, base: string, readError: ErrorReader): Send =>
  async (call, body, params = {}, signal) => {
    const { publicToken, backend, options, tokens, status } = client
    const [method, path] = call.route.split(' ') as [string, string]
    const headers = {
      // a backend knows the visitor by its HttpOnly cookies
      ...(!backend && { Authorization: 'Basic ' + encode(`${publicToken}:${tokens.get('session_token') || publicToken}`) }),
      'Content-Type': 'application/json',
      'X-SDK-Client': encode(JSON.stringify(telemetry(status.now))),
      'X-SDK-Parent-Host': location.origin,
    }
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    try {
      // rejects without waiting for fetch, because a page may have replaced fetch with one that
      // ignores signals
      const answer = await new Promise<[Response, string]>((resolve, reject) => {
        const giveUp = () => {
          abort.abort()
          reject(abort.signal.reason)
        }
        timer = after(options.timeout, giveUp)
        if (signal?.aborted) return giveUp()
        signal?.addEventListener('abort', giveUp, { signal: abort.signal })
        const content = body && JSON.stringify(body)
        const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name]!))
        const ask = () =>
          fetch(`${base}/sdk/v1${filled}`, {
            __proto__: null,
            method,
            ...fetchRules,
            credentials: 'include',
            signal: abort.signal,
            headers,
            body: content,
          } as RequestInit)
        const first = takeFirstCall(client, method, filled, content, body as FirstCallBody | undefined)
        const response = first ? first.then((answer) => answer ?? ask()) : ask()
        response.then(async (answer) => resolve([answer, await answer.text()])).catch(reject)
      }).catch(() => {
        throw unreachable()
      })
      return readAnswer(answer, readError)
    } finally {
      clearTimeout(timer)
      abort.abort()
    }
  }

async function readAnswer<Result>([response, text]: [Response, string], readError: ErrorReader): Promise<Result> {
  if (response.ok) {
    let data: unknown
    try {
      data = JSON.parse(text).data
    } catch {}
    if (data && typeof data === 'object' && !Array.isArray(data)) return data as Result
  }
  throw await readError(response, text)
}
