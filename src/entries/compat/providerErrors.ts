/**
 * Errors under the names of the provider's own SDK. Hosts branch on the names and classes of
 * errors, so every error that leaves a drop-in entry passes through {@link providerError}.
 */
import { BaseError, LatchkeyAPIError, LatchkeyAPISchemaError, LatchkeyAPIUnreachableError, LatchkeySDKError } from '../../api/errors.ts'
import { isPasskeyError } from '../../api/passkeyErrors.ts'
import { LatchkeySDKUsageError } from '../../api/usageError.ts'

/** Gives one of our errors the provider's name. Anything else stays as it is. */
const rename = <Thrown>(thrown: Thrown): Thrown => {
  const error = thrown as Error
  if (/^Latchkey/.test(error?.name)) error.name = error.name.replace('Latchkey', 'Stytch')
  // what a form says to the visitor is no error of a class
  if (error?.message && !('name' in error) && Object.isExtensible(error)) (error as Error).name = 'StytchSDKUIError'
  return thrown
}

/**
 * Returns a class whose instances have the provider's name when a host constructs them. Errors with
 * a name that matches `names` are instances too: each drop-in entry is a bundle with a copy of the
 * classes, and a host may import a class from one entry and its client from another.
 */
const providerClass = <Class extends new (...args: never[]) => Error>(Class: Class, names: RegExp): Class => {
  const Named: Class = new Proxy(Class, {
    construct: (...constructed) => rename(Reflect.construct(...constructed)),
    get: (target, key, receiver) =>
      key === Symbol.hasInstance && receiver === Named
        ? (error: unknown) => error instanceof Class || names.test(String((error as Partial<Error> | undefined)?.name))
        : Reflect.get(target, key, receiver),
  })
  return Named
}

export const StytchError = providerClass(BaseError, /^Stytch(API|SDK)(?!\w*UsageError$)\w*Error$/)
export const StytchAPIError = providerClass(LatchkeyAPIError, /^StytchAPIError$/)
export const StytchAPISchemaError = providerClass(LatchkeyAPISchemaError, /^StytchAPISchemaError$/)
export const StytchAPIUnreachableError = providerClass(LatchkeyAPIUnreachableError, /^StytchAPIUnreachableError$/)
export const StytchSDKError = providerClass(LatchkeySDKError, /^StytchSDKError$/)
export const StytchSDKUsageError = providerClass(LatchkeySDKUsageError, /^StytchSDKUsageError$/)

/** Any error of the provider's SDK, and what `onError` receives. */
export type StytchError = Error & Partial<Pick<BaseError, 'code' | 'error_type' | 'retry_after'>>
export type StytchAPIError = LatchkeyAPIError
export type StytchAPISchemaError = LatchkeyAPISchemaError
export type StytchAPIUnreachableError = LatchkeyAPIUnreachableError
export type StytchSDKError = LatchkeySDKError
export type StytchSDKUsageError = LatchkeySDKUsageError

/**
 * Returns what the provider's client would have thrown: the same error under the provider's name,
 * or the browser's own.
 */
export const providerError = (error: unknown): unknown => {
  const { cause } = (error || {}) as Partial<BaseError>
  // If a passkey ceremony fails, hosts check the name of the browser's own error
  // (WebAuthn, sections 5.1.3 and 5.1.4).
  return cause instanceof DOMException && isPasskeyError(error) ? cause : rename(error)
}
