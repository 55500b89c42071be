/** Why a test could not do what it asked for. */
export type TestingErrorCode =
  /** No emulator answers at the URL. */
  | 'unreachable'
  /** The emulator refused: an invalid field, or an unknown user. */
  | 'refused'
  /** No such message was sent within the time limit. */
  | 'no_message'
  /** No request came within the time limit. */
  | 'no_request'
  /** The site whose cookies should be set is not known. */
  | 'no_site'
  /** Several workers would share one emulator, and each would reset it for the others. */
  | 'shared'
  /** The browser has no virtual authenticator. */
  | 'no_authenticator'

/** A test could not do what it asked for. The message says what happened and what to do. */
export class TestingError extends Error {
  /** Stable, unlike the message. */
  readonly code: TestingErrorCode
  constructor(code: TestingErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TestingError'
    this.code = code
  }
}
