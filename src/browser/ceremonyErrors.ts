import { LatchkeySDKError } from '../api/errors.ts'
import { text } from '../api/kinds.ts'
import type { PasskeyErrorCode } from '../api/passkeyErrors.ts'

/**
 * The code and message for each DOMException of a ceremony, by its name (WebAuthn, sections 5.1.3
 * and 5.1.4).
 */
const reasons: Record<string, [PasskeyErrorCode, string]> = {
  AbortError: ['passkey_aborted', 'The passkey prompt was closed by the page.'],
  InvalidStateError: ['passkey_registered', 'This device has a passkey for this account already.'],
  NotAllowedError: ['passkey_cancelled', 'The passkey prompt was cancelled, or nobody answered it in time. Try again.'],
  SecurityError: [
    'passkey_domain',
    'Passkeys of this domain cannot be used on this page. Check `domain`, and that the page is served over https.',
  ],
}

/**
 * Creates the error of a ceremony. `cause` may be anything that a password manager rejects with, so
 * it is no field that is copied or written as JSON.
 */
export const fault = (message: string, code: PasskeyErrorCode | 'invalid_response', cause: unknown) => {
  const property = { value: cause, configurable: true, enumerable: false, writable: true }
  return Object.defineProperties(new LatchkeySDKError(message, code), { cause: property, options: property })
}

/** Returns the name of an error, which may be anything. */
export const nameOf = (cause: unknown): string => {
  try {
    return text((cause as Error).name) ?? ''
  } catch {
    return ''
  }
}

/** Returns the error for what a ceremony has rejected with. */
export const reasonOf = (cause: unknown) => {
  const name = nameOf(cause)
  const [code, message] = Object.hasOwn(reasons, name)
    ? reasons[name]!
    : (['passkeys_unsupported', 'This browser or device cannot do what the passkey asks for.'] as const)
  return fault(message, code, cause)
}

/** Returns the error of a ceremony that the page aborted before it began. */
export const givenUp = () => reasonOf(new DOMException('The operation was aborted.', 'AbortError'))

/** Returns the error for a browser without passkeys. */
export const unsupported = () => reasonOf(undefined)
