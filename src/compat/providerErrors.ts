/**
 * Errors under the names of the provider's own SDK. Hosts branch on the names and classes of errors, so every error that leaves a drop-in entry passes through
 * {@link providerError}.
 */
import { BaseError, LatchkeyAPIError, LatchkeyAPISchemaError, LatchkeyAPIUnreachableError, LatchkeySDKError } from '../api/errors.ts'
import { LatchkeySDKUsageError } from '../api/usageError.ts'

/** Gives one of our errors the provider's name. Anything else stays as it is. */
const renamed = <Thrown>(thrown: Thrown): Thrown => {
  const error = thrown as Error
  if (/^Latchkey/.test(error?.name)) error.name = error.name.replace('Latchkey', 'Stytch')
  return thrown
}

/** Returns a class whose instances have the provider's name when a host constructs them. */
const providerClass = <Class extends new (...given: never[]) => Error>(Class: Class): Class =>
  new Proxy(Class, { construct: (...constructed) => renamed(Reflect.construct(...constructed)) })

export const StytchError = providerClass(BaseError)
export const StytchAPIError = providerClass(LatchkeyAPIError)
export const StytchAPISchemaError = providerClass(LatchkeyAPISchemaError)
export const StytchAPIUnreachableError = providerClass(LatchkeyAPIUnreachableError)
export const StytchSDKError = providerClass(LatchkeySDKError)
export const StytchSDKUsageError = providerClass(LatchkeySDKUsageError)

export type StytchError = BaseError
export type StytchAPIError = LatchkeyAPIError
export type StytchAPISchemaError = LatchkeyAPISchemaError
export type StytchAPIUnreachableError = LatchkeyAPIUnreachableError
export type StytchSDKError = LatchkeySDKError
export type StytchSDKUsageError = LatchkeySDKUsageError

/** Returns what the provider's client would have thrown: the same error under the provider's name, or the browser's own. */
export const providerError = (thrown: unknown): unknown => {
  const { code, cause } = (thrown || {}) as Partial<BaseError>
  // If a passkey ceremony fails, hosts check the name of the browser's own error (WebAuthn, sections 5.1.3 and 5.1.4).
  return cause instanceof DOMException && /^passkey/.test(code!) ? cause : renamed(thrown)
}
