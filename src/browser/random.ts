import { LatchkeySDKError } from '../api/baseErrors.ts'

/**
 * Returns `length` random bytes from the platform's generator. Throws an error of code
 * `insecure_random` if there is none: nothing falls back to weaker randomness
 * (docs/decisions/README.md#randomness-is-secure-or-the-call-fails).
 */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  try {
    return crypto.getRandomValues(new Uint8Array(length))
  } catch {
    throw new LatchkeySDKError('This browser has no secure random numbers, without which nobody is signed in.', 'insecure_random')
  }
}

/**
 * Returns a version 4 UUID (RFC 9562) with 120 random bits. `crypto.randomUUID` is missing outside
 * secure contexts.
 */
export const uuid = (): string =>
  Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')
