import { LatchkeySDKError } from '../api/errors.ts'

/**
 * `length` bytes from the platform's generator. Where there is none it throws an error of code `insecure_random`: nothing of ours falls back to weaker
 * randomness (quality.md, Injection).
 */
export function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  try {
    return crypto.getRandomValues(new Uint8Array(length))
  } catch {
    throw new LatchkeySDKError('This browser has no secure random numbers, without which nobody is signed in.', 'insecure_random')
  }
}

/** A version 4 UUID (RFC 9562): 120 random bits around its version and variant. `crypto.randomUUID` is missing outside secure contexts. */
export const uuid = (): string =>
  Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-')
