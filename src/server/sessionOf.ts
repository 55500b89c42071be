import type { JWTPayload } from 'jose'
import type { MemberSession } from '../api/b2b/entities.ts'
import type { Session } from '../api/entities.ts'

const SESSION = 'https://stytch.com/session'
const ORGANIZATION = 'https://stytch.com/organization'

/** What the provider puts into a JWT by itself; everything else is the host's. */
const reservedClaims = new Set([SESSION, ORGANIZATION, 'iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', '__proto__'])

const customClaims = (claims: JWTPayload) => Object.fromEntries(Object.entries(claims).filter(([name]) => !reservedClaims.has(name)))

interface SessionClaim {
  id?: unknown
  started_at: string
  last_accessed_at: string
  expires_at: string
  attributes?: Session['attributes']
  authentication_factors?: unknown
  roles?: string[]
}

/**
 * Returns the claim with the session. Other JWTs of the project, such as those of machines and of
 * connected apps, have none.
 */
const claimOf = (claims: JWTPayload): (SessionClaim & { id: string }) | undefined => {
  const claim = claims[SESSION] as SessionClaim | null | undefined
  return typeof claim?.id === 'string' && claim.id !== '' && typeof claims.sub === 'string'
    ? (claim as SessionClaim & { id: string })
    : undefined
}

const commonFields = ({ started_at, last_accessed_at, expires_at, roles }: SessionClaim, claims: JWTPayload) => ({
  started_at,
  last_accessed_at,
  expires_at,
  roles: roles ?? [],
  custom_claims: customClaims(claims),
})

/** Returns the session of a user in the claims of a JWT, or undefined if this is not one. */
export const userSessionOf = (claims: JWTPayload): Session | undefined => {
  const claim = claimOf(claims)
  if (!claim || claims[ORGANIZATION] !== undefined) return undefined
  return {
    session_id: claim.id,
    user_id: claims.sub!,
    attributes: claim.attributes ?? { ip_address: '', user_agent: '' },
    authentication_factors: (claim.authentication_factors ?? []) as Session['authentication_factors'],
    ...commonFields(claim, claims),
  }
}

/** Returns the session of a member in the claims of a JWT, or undefined if this is not one. */
export const memberSessionOf = (claims: JWTPayload): MemberSession | undefined => {
  const claim = claimOf(claims)
  const organization = claims[ORGANIZATION] as { organization_id?: unknown; slug?: string } | null | undefined
  if (!claim || typeof organization?.organization_id !== 'string') return undefined
  return {
    member_session_id: claim.id,
    member_id: claims.sub!,
    organization_id: organization.organization_id,
    organization_slug: organization.slug ?? '',
    authentication_factors: (claim.authentication_factors ?? []) as MemberSession['authentication_factors'],
    ...commonFields(claim, claims),
  }
}
