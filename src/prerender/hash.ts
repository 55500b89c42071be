import { sha256 } from '@noble/hashes/sha2.js'

export const digest = (text: string): Uint8Array => sha256(new TextEncoder().encode(text))

/** Returns the source of an inline script or style for a Content Security Policy. */
export const hash = (text: string): string => 'sha256-' + btoa(String.fromCharCode(...digest(text)))
