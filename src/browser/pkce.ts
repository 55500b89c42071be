import { base64url, utf8 } from './base64.ts'
import { randomBytes } from './random.ts'

/** A proof key (RFC 7636): the challenge goes out with the request, the verifier with the token that comes back. */
export interface ProofKey {
  code_challenge: string
  code_verifier: string
}

/** SHA-256 of a text; by WebCrypto, or in pages without it (plain http) by @noble/hashes, loaded then. */
async function sha256(text: string): Promise<Uint8Array> {
  // `subtle` is missing outside secure contexts, which a development host on plain http is
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)))
  return (await import('./sha256.ts')).sha256(utf8(text))
}

/** The S256 challenge of a verifier (RFC 7636, section 4.2). */
export const challengeOf = async (code_verifier: string): Promise<string> => base64url(await sha256(code_verifier))

/** A fresh pair: 32 random bytes make a verifier of 43 characters (RFC 7636, section 4.1). */
export async function createProofKey(): Promise<ProofKey> {
  const code_verifier = base64url(randomBytes(32))
  return { code_challenge: await challengeOf(code_verifier), code_verifier }
}
