import { base64url } from 'jose'
import { refuse } from './refusal.ts'

/** The S256 challenge of a verifier (RFC 7636, section 4.2). */
export const challengeOf = async (verifier: string) =>
  base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

/**
 * Refuses unless the verifier is the one of the flow's challenge (RFC 7636, section 4.6). A verifier for a flow that began without a
 * challenge is refused too: accepting it would let an attacker who strips the challenge go unnoticed (RFC 9700, section 4.8.2).
 */
export const checkPkce = async (challenge: string | undefined, verifier: string | undefined) => {
  if (challenge && !verifier) refuse('pkce_expected_code_verifier')
  if (!challenge && verifier) refuse('pkce_did_not_expect_code_verifier')
  if (challenge && verifier && (await challengeOf(verifier)) !== challenge) refuse('pkce_mismatch')
}
