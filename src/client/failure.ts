import {
  type BaseError,
  type InvalidAnswer,
  LatchkeyAPIError,
  LatchkeyAPISchemaError,
  LatchkeyAPIUnreachableError,
  LatchkeySDKError,
} from '../api/errors.ts'

/** The call got no answer: offline, blocked, dropped, or none within the time limit (spec section 8, row 33). */
export const unreachable = () => new LatchkeyAPIUnreachableError('Unable to contact our servers.')

/** Code that arrives when it is needed; where it does not, that is no answer either. */
export const fetched = <Module>(code: Promise<Module>): Promise<Module> =>
  code.catch(() => {
    throw unreachable()
  })

type Answered = Pick<Response, 'ok' | 'status' | 'headers'>

/** What an answer that is not a usable success means (wire.md 2.1, "Errors"). */
export function fromAnswer(answer: Answered, text: string): BaseError {
  const error = judge(answer, text)
  const asked = answer.headers.get('retry-after')
  // seconds or a date (RFC 9110, section 10.2.3); the date is by the server's clock, and so is its Date header
  const ms = asked && (+asked * 1000 || Date.parse(asked) - (Date.parse(answer.headers.get('date') || '') || Date.now()))
  if (ms && ms > 0) error.retry_after = ms
  return error
}

function judge({ ok, status, headers }: Answered, text: string): BaseError {
  const broken = (message: InvalidAnswer) => new LatchkeyAPIUnreachableError(message, 'invalid_response')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    if (ok) return broken('Invalid JSON response from our servers.')
  }
  if (ok || !/json/.test(headers.get('content-type') || '')) {
    // the provider's own spelling, for who compares it
    if (!ok && /Captcha required/.test(text)) return new LatchkeySDKError('Catcha Required', 'captcha_required')
    return broken('Invalid response from our servers.')
  }
  if (!json || typeof json !== 'object') return broken('Invalid or no response from server')
  if ('body' in json || 'params' in json || 'query' in json) return new LatchkeyAPISchemaError(json as { body?: unknown })
  return LatchkeyAPIError.from(json, status)
}
