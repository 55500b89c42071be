/**
 * Error classes that the provider's SDK still exports but no longer throws, for hosts that use them
 * with `instanceof`.
 */
import { LatchkeyAPIError, LatchkeyAPISchemaError } from '../../api/errors.ts'

/** @deprecated StytchAPIError is thrown instead. */
export class StytchSDKAPIError extends LatchkeyAPIError {
  override name = 'StytchSDKAPIError'
}

/** @deprecated StytchAPISchemaError is thrown instead. */
export class StytchSDKSchemaError extends LatchkeyAPISchemaError {
  override name = 'StytchSDKSchemaError'
  constructor(answer: { body?: unknown }) {
    super(answer)
    this.message = `[400] ${this.message}`
  }
}

/** @deprecated StytchAPIUnreachableError is thrown instead. */
export class SDKAPIUnreachableError extends Error {
  override name = 'SDKAPIUnreachableError'
  constructor(
    message: string,
    readonly details?: string,
  ) {
    super(`${message}\n${details}`)
  }
}
