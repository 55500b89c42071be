import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose'
import { keysAt } from './keys.ts'
import type { Settings } from './options.ts'

/**
 * The claims of a good JWT, or why it is not one. One that is signed, but too early or too late,
 * still says whose it is. `unknown_key` is not final: the provider knows its old keys for longer
 * than it publishes them.
 */
export type CheckedJwt =
  | { claims: JWTPayload; problem?: undefined }
  | { claims?: undefined; problem: 'unknown_key'; kid: string }
  | { claims?: JWTPayload; problem: 'expired' | 'not_yet_valid' | 'invalid_token' | 'wrong_project' | 'keys_unavailable' }

/**
 * The provider signs with RSA, the emulator with P-256. A symmetric algorithm would make the public
 * key a secret, and `none` needs no key (RFC 8725, sections 2.1 and 3.1).
 */
const ALGORITHMS = ['RS256', 'ES256']

/** Longer than any JWT that the provider makes: its custom claims have at most 4 kB. */
const LONGEST = 16_384

const payloadOf = (jwt: string) => {
  try {
    return { header: decodeProtectedHeader(jwt), claims: decodeJwt(jwt) }
  } catch {}
}

const problemOf = (error: unknown) => {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf' && error.reason === 'check_failed') return 'not_yet_valid'
  // jose refuses a key that is broken or too short, which says nothing about the JWT
  return error instanceof errors.JOSEError ? 'invalid_token' : 'keys_unavailable'
}

/**
 * Checks a JWT with the project's keys. `jwksPath` is where the API has them. `isUrgent`: with
 * those that it has now.
 */
export const checkJwt = async (jwt: string, jwksPath: string, settings: Settings, isUrgent?: boolean): Promise<CheckedJwt> => {
  const { projectId, baseUrl, clockToleranceSeconds: clockTolerance, now } = settings
  const decodedJwt = jwt.length <= LONGEST ? payloadOf(jwt) : undefined
  const { alg, kid } = decodedJwt?.header ?? {}
  if (!decodedJwt || !alg || !ALGORITHMS.includes(alg) || typeof kid !== 'string') return { problem: 'invalid_token' }
  // A project with a domain of its own can have that as its issuer.
  const issuer = [`stytch.com/${projectId}`, baseUrl]
  const { iss, aud } = decodedJwt.claims
  // Nothing is verified yet. It is refused anyway, and this reason helps more than an unknown key.
  if (!issuer.includes(iss!) || !(aud === projectId || (Array.isArray(aud) && aud.includes(projectId)))) return { problem: 'wrong_project' }
  const key = await keysAt(
    `${baseUrl}${jwksPath}/${encodeURIComponent(projectId)}`,
    settings.fetch,
    settings.timeoutMs,
  )({ alg, kid }, isUrgent)
  if (key === 'unknown') return { problem: 'unknown_key', kid }
  if (key === 'unavailable') return { problem: 'keys_unavailable' }
  return jwtVerify(jwt, key, {
    algorithms: ALGORITHMS,
    issuer,
    audience: projectId,
    requiredClaims: ['sub', 'exp'],
    clockTolerance,
    currentDate: new Date(now()),
  }).then(
    ({ payload }) => ({ claims: payload }),
    (error: unknown) => {
      const problem = problemOf(error)
      // jose checks the signature before the times
      const isSigned = problem === 'expired' || problem === 'not_yet_valid'
      return { problem, ...(isSigned && { claims: (error as errors.JWTExpired).payload }) }
    },
  )
}
