import {
  type BaseError,
  type InvalidAnswer,
  LatchkeyAPIError,
  LatchkeyAPISchemaError,
  LatchkeyAPIUnreachableError,
  LatchkeySDKError,
} from '../../api/errors.ts'

/** The error of a call that got no answer: the visitor is offline, or the request was blocked, or the answer was lost or came too late. */
export const unreachable = () => new LatchkeyAPIUnreachableError('Unable to contact our servers.')

/** The error of an answer that the provider cannot have given. */
export const invalidAnswer = () => new LatchkeyAPIUnreachableError('Invalid response from our servers.', 'invalid_response')

/** Waits for code that is being fetched. If it cannot be fetched, the call that needs it fails like one that got no answer. */
export const orUnreachable = <Module>(code: Promise<Module>): Promise<Module> =>
  code.catch(() => {
    throw unreachable()
  })

type Answered = Pick<Response, 'ok' | 'status' | 'headers'>

/** The error that an answer stands for, if it is a refusal or cannot be used (docs/protocol.md#errors). */
export function answerError(answer: Answered, text: string): BaseError {
  const error = errorOf(answer, text)
  const asked = answer.headers.get('retry-after')
  // Retry-After is in seconds, or a date (RFC 9110, section 10.2.3). That date is by the server's clock, so it is compared with the server's own Date header.
  const ms = asked && (+asked * 1000 || Date.parse(asked) - (Date.parse(answer.headers.get('date') || '') || Date.now()))
  if (ms && ms > 0) error.retry_after = ms
  return error
}

function errorOf({ ok, status, headers }: Answered, text: string): BaseError {
  const broken = (message: InvalidAnswer) => new LatchkeyAPIUnreachableError(message, 'invalid_response')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    if (ok) return broken('Invalid JSON response from our servers.')
  }
  if (ok || !/json/.test(headers.get('content-type') || '')) {
    // the misspelling is that of the provider's SDK, and a host may compare the message
    if (!ok && /Captcha required/.test(text)) return new LatchkeySDKError('Catcha Required', 'captcha_required')
    return broken('Invalid response from our servers.')
  }
  if (!json || typeof json !== 'object') return broken('Invalid or no response from server')
  if ('body' in json || 'params' in json || 'query' in json) return new LatchkeyAPISchemaError(json as { body?: unknown })
  return LatchkeyAPIError.from(json, status)
}
