import * as v from 'valibot'
import { refuse } from '../requests/refusal.ts'

/** The claims that a server adds to a session, and that are in its JWTs too. */
export type CustomClaims = Record<string, unknown>

/** The provider's limit for all claims of a session, in bytes of JSON. */
const MOST_BYTES = 4096

/** The claims of RFC 7519 that the provider sets itself. It ignores them here. */
const reservedClaims = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'])

/** The schema of `session_custom_claims`. */
export const customClaims = v.optional(v.record(v.string(), v.unknown()))

/**
 * Returns the claims of a session after a call: `null` deletes one. Refuses claims with a name of
 * the provider's own, and too many.
 */
export const withClaims = (present: CustomClaims = {}, changes: CustomClaims = {}): CustomClaims => {
  const names = Object.keys(changes)
  if (names.some((name) => name.startsWith('https://stytch.com/'))) refuse('stytch_claims_in_custom_claims')
  const merged = {
    ...present,
    ...Object.fromEntries(names.filter((name) => !reservedClaims.has(name)).map((name) => [name, changes[name]])),
  }
  const claims = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
  if (new TextEncoder().encode(JSON.stringify(claims)).length > MOST_BYTES) refuse('custom_claims_too_large')
  return claims
}
