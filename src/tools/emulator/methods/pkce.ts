import { base64url } from 'jose'
import { refuse } from '../requests/refusal.ts'

/** Computes the S256 challenge of a verifier (RFC 7636, section 4.2). */
export const challengeOf = async (verifier: string) =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

/**
 * Refuses unless the verifier matches the challenge of the flow (RFC 7636, section 4.6). Also
 * refuses a verifier for a flow that began without a challenge: if it were accepted, an attacker
 * could remove the challenge unnoticed (RFC 9700, section 4.8.2).
 */
const checkPkce = async (challenge: string | undefined, verifier: string | undefined) => {
  if (challenge && !verifier) refuse('pkce_expected_code_verifier')
  if (!challenge && verifier) refuse('pkce_did_not_expect_code_verifier')
  if (challenge && verifier && (await challengeOf(verifier)) !== challenge) refuse('pkce_mismatch')
}

/**
 * Returns what `find` returns for a token, which it refuses if it is not valid. A wrong verifier
 * does not spend the token: the device that requested it can still redeem it.
 */
export const findProven = async <Value extends { challenge?: string }>(find: () => Value, verifier: string | undefined) => {
  await checkPkce(find().challenge, verifier)
  // Looks again, because two requests with the same token can be waiting in the line above.
  return find()
}
