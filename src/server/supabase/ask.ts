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

type Asking = Pick<Visit, 'address'>

/** How long an answer may take, in ms. */
const LONGEST = 15_000

/** Returns a text of Supabase's JSON, or an empty one. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns an object of Supabase's JSON, or an empty one. */
export const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

/** The reasons of Supabase (`error_code`), by what the provider calls them. */
const reasons: { readonly [reason in Parameters<typeof refusal>[0]]?: string } = {
  // that an address is banned tells that it has an account
  unauthorized_credentials: 'invalid_credentials user_banned',
  email_not_verified: 'email_not_confirmed',
  duplicate_email: 'user_already_exists email_exists',
  invalid_email: 'email_address_invalid',
  weak_password: 'weak_password same_password',
  sign_up_disabled: 'signup_disabled otp_disabled',
  captcha_required: 'captcha_failed',
  limit_reached: 'over_request_rate_limit over_email_send_rate_limit',
  no_second_factor: 'insufficient_aal',
  session_too_old: 'reauthentication_needed',
  oauth_flow_callback_error: 'flow_state_not_found flow_state_expired flow_state_already_used bad_code_verifier',
}

const reasonOf = (code: string): string | undefined => Object.keys(reasons).find((reason) => reasons[reason]!.split(' ').includes(code))

/** Refusals that only the host can do something about. */
const forTheHost = ['captcha_failed', 'over_request_rate_limit', 'over_email_send_rate_limit', 'signup_disabled', 'otp_disabled']

/** Returns whether an answer says that there is no such session. Every other failure ends none. */
export const isSignedOut = ({ status, code }: Answer): boolean =>
  status >= 400 &&
  /^(?:session_not_found|session_expired|refresh_token_not_found|refresh_token_already_used|user_not_found|user_banned|invalid_grant)$/.test(
    code,
  )

/** Returns the refusal of a visitor's call that Supabase has refused. */
export const refusalOf = ({ status, code, message, retryAfter }: Answer, route: string): BridgeRefusal => {
  const reason = reasonOf(code) ?? (status === 429 ? 'limit_reached' : undefined)
  const failure = reason && !forTheHost.includes(code) ? undefined : new Error(`Supabase refused ${route}: ${code || status} ${message}`)
  if (reason) return refusal(reason, undefined, reason === 'limit_reached' ? (retryAfter ?? 60) : undefined, failure)
  return refusal(status === 401 || status === 403 ? 'service_unavailable' : 'request_refused', undefined, undefined, failure)
}

/** Asks Supabase's authentication on a visitor's behalf. */
export type Asker = ReturnType<typeof createAsker>

export const createAsker = ({ url, key }: Pick<SupabaseOptions, 'url' | 'key'>) => {
  const base = `${new URL(url).href.replace(/\/+$/, '')}/auth/v1`

  /**
   * Sends a call and resolves with its answer, also if that is a refusal. Rejects if Supabase is
   * down or fails.
   */
  const attempt = async (route: string, { address }: Asking, { query = {}, body, token }: Question = {}): Promise<Answer> => {
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
        // Supabase on your own server counts by it; their service only with a secret key
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
    /** Does the same, but throws a refusal. Resolves with the body. */
    async ask(route: string, visit: Asking, question?: Question): Promise<Json> {
      const answer = await attempt(route, visit, question)
      if (answer.status >= 400) throw refusalOf(answer, route)
      return answer.body
    },
  }
}
