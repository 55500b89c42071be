// Apart from errors.ts, because a page at rest needs these alone: it has no answer that refuses a
// call.
import type { ErrorCode, ErrorType } from './errorCodes.ts'

/** The base of all error classes except {@link LatchkeySDKUsageError}. */
export class BaseError extends Error {
  /** What went wrong. */
  readonly code: ErrorCode
  /** Why the provider refused the call. Only an error of code `api` always has it. */
  declare readonly error_type?: ErrorType
  /** How long the server asks you to wait before the next call (`Retry-After`), in ms. */
  declare retry_after?: number
  constructor(kind: string, message: string, code: ErrorCode) {
    super(message)
    this.name = 'Latchkey' + kind
    this.code = code
  }
}

/** There was no answer (`unreachable`), or not one of the provider's (`invalid_response`). */
export class LatchkeyAPIUnreachableError extends BaseError {
  /** Which of the two it is. */
  declare readonly code: 'unreachable' | 'invalid_response'
  constructor(message: string, code: 'unreachable' | 'invalid_response' = 'unreachable') {
    super('APIUnreachableError', message, code)
  }
}

/** The codes of errors that happen on the page or the device, not at the provider. */
export type SDKErrorCode = Exclude<ErrorCode, 'api' | 'schema' | 'unreachable' | 'usage'>

/**
 * Something went wrong on the page or the device: a passkey prompt that was closed, One Tap that
 * cannot be set up.
 */
export class LatchkeySDKError extends BaseError {
  /** What went wrong. */
  declare readonly code: SDKErrorCode
  constructor(
    message: string,
    code: SDKErrorCode,
    /** Details of the error, if there are any. */
    readonly options?: unknown,
  ) {
    super('SDKError', message, code)
  }
}
