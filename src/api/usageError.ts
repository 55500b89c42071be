/**
 * A method was called with an argument that it cannot work with, or on a client that was destroyed.
 * The message names the field.
 */
export class LatchkeySDKUsageError extends Error {
  /** Always `usage`. */
  readonly code = 'usage'
  /** Absent: the provider was not asked. */
  declare readonly error_type?: undefined
  constructor(method: string, message: string) {
    super(`Invalid call to ${method}\n${message}`)
    this.name = 'LatchkeySDKUsageError'
  }
}
