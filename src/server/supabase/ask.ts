import type { Visit } from '../bridge/calls.ts'
import { refusal, type BridgeRefusal } from '../bridge/refusals.ts'
import type { SupabaseOptions } from './options.ts'

/** An object of Supabase's JSON, whose fields nobody has checked. */
export type Json = Record<string, unknown>

/** What Supabase answers to a call, unless it fails. */
export interface Answer {
  status: number
  body: Json
  /** Why it refuses the call (`error_code`), or an empty text. */
  code: string
  /** The same in words, for developers. */
  message: string
  /** How many seconds to wait before the next call, if it says so. */
  retryAfter: number | undefined
}

/** What is sent to Supabase. */
export interface Question {
  query?: Record<string, string>
  body?: object
  /** The access token of who is signed in. */
  token?: string
}

/** Asks Supabase's authentication on a visitor's behalf. */
export interface Asker {
  /** The URL of Supabase's authentication. */
  readonly base: string
  /**
   * Sends a call and resolves with its answer, also if that is a refusal. Rejects if Supabase is
   * down or fails.
   */
  try(route: string, visit: Pick<Visit, 'address'>, question?: Question): Promise<Answer>
  /** Does the same, but throws a refusal. Resolves with the body. */
  ask(route: string, visit: Pick<Visit, 'address'>, question?: Question): Promise<Json>
}

/** How long an answer may take, in ms. */
const LONGEST = 15_000

/** Returns a text of Supabase's JSON, or an empty one. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns an object of Supabase's JSON, or an empty one. */
export const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** The reasons of Supabase, in the provider's words. */
const reasons: { readonly [code: string]: Parameters<typeof refusal>[0] } = {
  invalid_credentials: 'unauthorized_credentials',
  email_not_confirmed: 'email_not_verified',
  user_already_exists: 'duplicate_email',
  email_exists: 'duplicate_email',
  email_address_invalid: 'invalid_email',
  weak_password: 'weak_password',
  same_password: 'weak_password',
  signup_disabled: 'sign_up_disabled',
  otp_disabled: 'sign_up_disabled',
  user_banned: 'log_in_not_allowed',
  captcha_failed: 'captcha_required',
  over_request_rate_limit: 'limit_reached',
  over_email_send_rate_limit: 'limit_reached',
  insufficient_aal: 'no_second_factor',
  reauthentication_needed: 'session_too_old',
  session_not_found: 'session_not_found',
  session_expired: 'session_not_found',
  refresh_token_not_found: 'session_not_found',
  refresh_token_already_used: 'session_not_found',
  user_not_found: 'session_not_found',
  bad_jwt: 'session_not_found',
  no_authorization: 'session_not_found',
  flow_state_not_found: 'oauth_flow_callback_error',
  flow_state_expired: 'oauth_flow_callback_error',
  flow_state_already_used: 'oauth_flow_callback_error',
  bad_code_verifier: 'oauth_flow_callback_error',
}

/** Refusals that only the host can do something about. */
const forTheHost = ['captcha_failed', 'over_request_rate_limit', 'over_email_send_rate_limit', 'signup_disabled', 'otp_disabled']

/** Whether an answer says that there is no such session, and not that this server is refused. */
export const isSignedOut = ({ status, code }: Answer): boolean => status >= 400 && reasons[code] === 'session_not_found'

/** Whether an answer says that the same mail has left a moment ago. Only a known address gets it. */
export const isJustSent = ({ code, message }: Answer): boolean =>
  code === 'over_email_send_rate_limit' && message.startsWith('For security purposes')

/** Returns the refusal of a visitor's call that Supabase has refused. */
export const refusalOf = ({ status, code, message, retryAfter }: Answer, route: string): BridgeRefusal => {
  const reason = reasons[code] ?? (status === 429 ? 'limit_reached' : undefined)
  const failure = reason && !forTheHost.includes(code) ? undefined : new Error(`Supabase refused ${route}: ${code || status} ${message}`)
  if (reason) return refusal(reason, undefined, reason === 'limit_reached' ? (retryAfter ?? 60) : undefined, failure)
  return refusal(status === 401 || status === 403 ? 'service_unavailable' : 'request_refused', undefined, undefined, failure)
}

/** Creates the function that asks Supabase. */
export const createAsker = ({ url, key }: Pick<SupabaseOptions, 'url' | 'key'>): Asker => {
  const base = `${new URL(url).href.replace(/\/+$/, '')}/auth/v1`

  const attempt: Asker['try'] = async (route, { address }, { query = {}, body, token } = {}) => {
    const [method = '', path = ''] = route.split(' ')
    const target = new URL(base + path)
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value)
    const response = await fetch(target, {
      method,
      redirect: 'manual',
      headers: {
        apikey: key,
        accept: 'application/json',
        'x-supabase-api-version': '2024-01-01',
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        // a server of one's own counts by it; the service believes it only with a secret key
        ...(address && { 'sb-forwarded-for': address }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(LONGEST),
    })
    const { status, headers } = response
    const json = object(await response.json().catch(() => undefined))
    if (status >= 500 || (status >= 300 && status < 400)) throw new Error(`Supabase answered ${route} with ${status}`)
    const message = text(json.msg) || text(json.message) || text(json.error_description)
    const seconds = Number(headers.get('retry-after') ?? /after (\d+) seconds?/.exec(message)?.[1])
    return {
      status,
      body: json,
      code: text(json.error_code) || text(json.code) || text(json.error),
      message,
      retryAfter: seconds > 0 ? seconds : undefined,
    }
  }

  return {
    base,
    try: attempt,
    async ask(route, visit, question) {
      const answer = await attempt(route, visit, question)
      if (answer.status >= 400) throw refusalOf(answer, route)
      return answer.body
    },
  }
}
