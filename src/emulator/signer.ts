import { createLocalJWKSet, exportJWK, generateKeyPair, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import type { Clock } from './clock.ts'

/**
 * Creates an issuer of JWTs that follows the emulator's clock. Its key is generated at first use. The provider's keys are RSA; P-256 makes no
 * difference to a JWT library and is faster to generate. `ownAudience` is the audience of the JWTs that are not for anybody else.
 */
export const createSigner = (clock: Clock, issuer: string, ownAudience: string) => {
  const kid = `jwk-test-${crypto.randomUUID()}`
  let pair: ReturnType<typeof generateKeyPair> | undefined
  const keys = () => (pair ??= generateKeyPair('ES256', { extractable: true }))

  /** The public key, as a JWKS (RFC 7517). */
  const keySet = async () => ({
    keys: [{ ...(await exportJWK((await keys()).publicKey)), alg: 'ES256', use: 'sig', key_ops: ['verify'], kid }],
  })

  return {
    keySet,
    /** Signs a JWT about this subject for this audience, valid for this many minutes. */
    sign: async (
      claims: JWTPayload,
      { subject, audience = ownAudience, minutes }: { subject: string; audience?: string; minutes: number },
    ) => {
      const now = Math.floor(clock.now() / 1000)
      const jwt = new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
        .setIssuer(issuer)
        .setSubject(subject)
        .setAudience(audience)
        .setIssuedAt(now)
        .setNotBefore(now)
        .setExpirationTime(now + minutes * 60)
      return jwt.sign((await keys()).privateKey)
    },
    /**
     * Returns the claims of a JWT that this signer made for this audience and that has not expired; otherwise undefined. `expired: true` accepts one that
     * has expired, too.
     */
    read: async (jwt: string, { audience = ownAudience, expired = false }: { audience?: string; expired?: boolean } = {}) => {
      const options = { issuer, audience, currentDate: new Date(clock.now()), ...(expired && { clockTolerance: Number.MAX_SAFE_INTEGER }) }
      return jwtVerify(jwt, createLocalJWKSet(await keySet()), options).then(
        ({ payload }) => payload,
        () => undefined,
      )
    },
  }
}

export type Signer = ReturnType<typeof createSigner>
