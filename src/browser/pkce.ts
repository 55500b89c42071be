import { base64url, utf8 } from './base64.ts'
import { randomBytes } from './random.ts'

/**
 * A proof key (RFC 7636). The challenge is sent with the request, the verifier with the token that
 * comes back.
 */
export interface ProofKey {
  code_challenge: string
  code_verifier: string
}

/**
 * Hashes a text with SHA-256: with WebCrypto, or with @noble/hashes, loaded on demand, on pages
 * that have none.
 */
async function sha256(text: string): Promise<Uint8Array> {
  // `subtle` is missing outside secure contexts, for example on a development server on plain http
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)))
  return (await import('./sha256.ts')).sha256(utf8(text))
}

/** Returns the S256 challenge of a verifier (RFC 7636, section 4.2). */
export const challengeOf = async (code_verifier: string): Promise<string> => base64url(await sha256(code_verifier))

/** Creates a proof key. Its verifier is 32 random bytes in 43 characters (RFC 7636, 4.1). */
export async function createProofKey(): Promise<ProofKey> {
  const code_verifier = base64url(randomBytes(32))
  return { code_challenge: await challengeOf(code_verifier), code_verifier }
}
