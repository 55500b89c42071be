import { naming, type ErrorCode } from './errors.ts'

/** A method was called with an argument it cannot work with. */
export class LatchkeySDKUsageError extends Error {
  readonly code: ErrorCode = 'usage'
  constructor(method: string, message: string) {
    super(`Invalid call to ${method}\n${message}`)
    this.name = naming.prefix + 'SDKUsageError'
  }
}
