import { BaseError, type LatchkeyAPIUnreachableError, type LatchkeySDKError } from './baseErrors.ts'
import type { ErrorType } from './errorCodes.ts'
import type { LatchkeySDKUsageError } from './usageError.ts'

export * from './baseErrors.ts'
export type * from './errorCodes.ts'

/** The messages of errors of code `invalid_response`. Each has a text for the visitor. */
export type InvalidAnswer =
  | 'Invalid response from our servers.'
  | 'Invalid JSON response from our servers.'
  | 'Invalid or no response from server'

/**
 * The defaults for an `error_type` and an `error_message` that an answer lacks. They are ours, so a
 * screen does not show them as the provider's words.
 */
export interface RefusalDefaults {
  error_type: 'unknown_error'
  error_message: 'The request failed.'
}

/** The body of an answer by which the provider refuses a call. */
export interface ApiErrorBody {
  /** The HTTP status. */
  status_code: number
  /** Why the provider refused. */
  error_type: ErrorType
  /** The same as a sentence in English, for developers. */
  error_message: string
  /** The page of the provider's documentation about this error, or an empty string. */
  error_url: string
  /** The id of the request, which the provider's support asks for. */
  request_id?: string
  /** More about the error, where the provider says more. */
  error_details?: object
}

/** The provider refused the call; `error_type` says why. */
export class LatchkeyAPIError extends BaseError implements ApiErrorBody {
  /** Always `api`. */
  declare readonly code: 'api'
  /** The HTTP status of the answer. */
  declare readonly status_code: number
  /** Why the provider refused. */
  declare readonly error_type: ErrorType
  /** The same as a sentence in English, for developers. */
  declare readonly error_message: string
  /** The page of the provider's documentation about this error, or an empty string. */
  declare readonly error_url: string
  /** The id of the request, which the provider's support asks for. */
  declare readonly request_id?: string
  /** More about the error, where the provider says more. */
  declare readonly error_details?: object
  constructor({ status_code, error_type, error_message, error_url, request_id, error_details }: ApiErrorBody) {
    super(
      'APIError',
      `[${status_code}] ${error_type}\n${error_message}\nSee ${error_url} for more information.\n` +
        (request_id ? `request_id: ${request_id}\n` : '') +
        (error_details ? JSON.stringify(error_details) + '\n' : ''),
      'api',
    )
    Object.assign(this, { status_code, error_type, error_message, error_url, request_id, error_details })
  }

  /**
   * Creates an API error from any value. A field that is missing or has another type gets a
   * default: `status_code` is `status` (400), `error_type` is `unknown_error`.
   */
  static from(thing: unknown, status = 400): LatchkeyAPIError {
    const fields = (thing || {}) as Record<string, unknown>
    const valueOr = <Value>(value: unknown, otherwise: Value) => (typeof value === typeof otherwise ? (value as Value) : otherwise)
    return new LatchkeyAPIError({
      status_code: valueOr(fields.status_code, status),
      error_type: valueOr<string>(fields.error_type, 'unknown_error' satisfies RefusalDefaults['error_type']),
      error_message: valueOr(
        fields.error_message,
        valueOr<string>(fields.message, 'The request failed.' satisfies RefusalDefaults['error_message']),
      ),
      error_url: valueOr(fields.error_url, ''),
      request_id: valueOr(fields.request_id, '') || undefined,
      error_details: fields.error_details as object,
    })
  }
}

/**
 * The body of the call does not match the provider's schema. The message has a line `path: message`
 * for each field that is wrong.
 */
export class LatchkeyAPISchemaError extends BaseError {
  /** Always `schema`. */
  declare readonly code: 'schema'
  constructor(answer: {
    /** A `{ dataPath, message }` for each field that is wrong. */
    body?: unknown
  }) {
    const faults = Array.isArray(answer.body) ? answer.body : []
    const lines = faults.map((fault: { dataPath?: unknown; message?: unknown } | null) => `\n${fault?.dataPath}: ${fault?.message}`)
    super('APISchemaError', `Request does not match expected schema${lines.join('')}`, 'schema')
  }
}

/**
 * The errors that an app can get instead of a code (RFC 6749, section 4.1.2.1; OpenID Connect Core,
 * section 3.1.2.6).
 */
export type OAuthErrorType =
  | 'access_denied'
  | 'account_selection_required'
  | 'consent_required'
  | 'interaction_required'
  | 'invalid_request'
  | 'invalid_scope'
  | 'login_required'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_response_type'

/**
 * An app's request failed on the consent screen. If the code is `api`, the provider has answered
 * with an error for the app.
 */
export interface ConsentError extends Error {
  /** What went wrong. */
  readonly code: 'api' | 'no_current_session' | 'foreign_frame' | 'unexpected_redirect' | 'idp_oauth_flow_missing_param'
  /** The error that the app gets, or would get if this page could send it. */
  readonly error_type?: OAuthErrorType | (string & {})
  /** The text that the visitor reads, if there is an `error_type`. */
  readonly error_message?: string
  /** The name of the parameter that the app left out, for `idp_oauth_flow_missing_param`. */
  readonly options?: string
  /** Absent: this error is not an answer of the provider. */
  readonly status_code?: undefined
}

/** An error without a `code`: the visitor filled in a form wrongly, or the error was unexpected. */
export interface UncodedError {
  /** Absent. */
  readonly code?: undefined
  /** For a form, the text that the visitor reads, in the widget's language. */
  readonly message: string
  /** The type of the error, if it has one. It decides which text the visitor reads. */
  readonly error_type?: ErrorType
}

/**
 * What `onError` receives, and what calls reject with. Its `code` says which it is:
 *
 * ```ts
 * if (error.code === 'api') console.log(error.error_type, error.error_message)
 * else if (error.code === 'unreachable') console.log('Try again')
 * ```
 */
export type LatchkeyError =
  | LatchkeyAPIError
  | LatchkeyAPISchemaError
  | LatchkeyAPIUnreachableError
  | LatchkeySDKError
  | LatchkeySDKUsageError
  | ConsentError
  | UncodedError

/**
 * The class that all error classes except {@link LatchkeySDKUsageError} extend, for
 * `error instanceof LatchkeyError`.
 */
export const LatchkeyError: abstract new (
  ...args: never[]
) => LatchkeyAPIError | LatchkeyAPISchemaError | LatchkeyAPIUnreachableError | LatchkeySDKError = BaseError as never
