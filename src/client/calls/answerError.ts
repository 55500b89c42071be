import {
  type BaseError,
  type InvalidAnswer,
  LatchkeyAPIError,
  LatchkeyAPISchemaError,
  LatchkeyAPIUnreachableError,
  LatchkeySDKError,
} from '../../api/errors.ts'

type Answered = Pick<Response, 'ok' | 'status' | 'headers'>

/**
 * Returns the error in an answer, if it is a refusal or cannot be used
 * (docs/internals/protocol.md#errors).
 */
export function answerError(answer: Answered, text: string): BaseError {
  const error = errorOf(answer, text)
  const ms = waitOf(answer.headers)
  if (ms > 0) error.retry_after = ms
  return error
}

/**
 * Parses a date of HTTP, in ms (RFC 9110, section 5.6.7); NaN if it is not one. The oldest of the
 * three forms does not say that it is in GMT.
 */
const httpDate = (text: string): number =>
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w -]+ \d\d:\d\d:\d\d( GMT| \d{4})$/.test(text)
    ? Date.parse(text.endsWith('GMT') ? text : text + ' GMT')
    : NaN

/**
 * Reads how long the server asks to wait, in ms: seconds, or a date (RFC 9110, section 10.2.3).
 * That date is by the server's clock, so it is compared with the server's own Date header. NaN if
 * it does not say.
 */
function waitOf(headers: Headers): number {
  const wait = headers.get('retry-after')?.trim() || ''
  if (/^\d+$/.test(wait)) return Math.min(+wait * 1000, Number.MAX_SAFE_INTEGER)
  return httpDate(wait) - (httpDate(headers.get('date') || '') || Date.now())
}

function errorOf({ ok, status, headers }: Answered, text: string): BaseError {
  const unreadable = (message: InvalidAnswer) => new LatchkeyAPIUnreachableError(message, 'invalid_response')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    if (ok) return unreadable('Invalid JSON response from our servers.')
  }
  if (ok || !/json/.test(headers.get('content-type') || '')) {
    // the misspelling is that of the provider's SDK, and a host may compare the message
    if (!ok && /Captcha required/.test(text)) return new LatchkeySDKError('Catcha Required', 'captcha_required')
    return unreadable('Invalid response from our servers.')
  }
  if (!json || typeof json !== 'object') return unreadable('Invalid or no response from server')
  if ('body' in json || 'params' in json || 'query' in json) return new LatchkeyAPISchemaError(json as { body?: unknown })
  return LatchkeyAPIError.from(json, status)
}
