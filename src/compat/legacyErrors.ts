// Error classes that the provider's SDK still exports and no longer throws (wire.md 1.9): for hosts that compare with them.
import { LatchkeyAPIError, LatchkeyAPISchemaError, type ApiErrorBody } from '../api/errors.ts'

/** @deprecated StytchAPIError is what is thrown. */
export class StytchSDKAPIError extends LatchkeyAPIError {
  constructor(answer: ApiErrorBody) {
    super(answer)
    this.name = 'StytchSDKAPIError'
  }
}

/** @deprecated StytchAPISchemaError is what is thrown. */
export class StytchSDKSchemaError extends LatchkeyAPISchemaError {
  constructor(answer: { body?: unknown }) {
    super(answer)
    this.name = 'StytchSDKSchemaError'
    this.message = `[400] ${this.message}`
  }
}

/** @deprecated StytchAPIUnreachableError is what is thrown. */
export class SDKAPIUnreachableError extends Error {
  constructor(
    message: string,
    readonly details?: string,
  ) {
    super(`${message}\n${details}`)
    this.name = 'SDKAPIUnreachableError'
  }
}
