import { createLocalJWKSet, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, type JWK, type JWTPayload } from 'jose'
import type { Clock } from '../state/clock.ts'

type Algorithm = 'ES256' | 'RS256'

/** A private key, as it is stored (RFC 7517). */
export type PrivateKey = JWK & { kid: string }

/** The private keys of all signers, by the name of the issuer. */
export type SigningKeys = Map<string, PrivateKey>

const newKey = async (alg: Algorithm): Promise<PrivateKey> => {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: `jwk-test-${crypto.randomUUID()}` }
}

/** Generating an RSA key takes up to a second, so all emulators of a process share one. */
let rsaKey: ReturnType<typeof newKey> | undefined

/** To whom a JWT is about, for whom it is, and how long it is valid. */
interface About {
  subject: string
  audience?: string | string[]
  /** Default: the issuer of the signer. */
  issuer?: string
  minutes: number
}

/**
 * Creates an issuer of JWTs that follows the emulator's clock. Its key is among `signingKeys`, or is generated at first use and added to them. `issuer`: undefined if each JWT names its own; then
 * `read` accepts any, because the key signs for nobody else. `ownAudience` is the audience of the JWTs that are not for anybody else. `alg`: the
 * provider's keys are RSA; P-256 makes no difference to a JWT library and is faster to generate. But RS256 is the one algorithm that every OpenID
 * client knows (OpenID Connect Core, section 15.1).
 */
export const createSigner = (
  clock: Clock,
  issuer: string | undefined,
  ownAudience: string,
  signingKeys: SigningKeys,
  alg: Algorithm = 'ES256',
) => {
  const make = async () => {
    const name = issuer ?? 'tokens'
    const key = signingKeys.get(name) ?? (await (alg === 'RS256' ? (rsaKey ??= newKey(alg)) : newKey(alg)))
    signingKeys.set(name, key)
    const { kid, d, p, q, dp, dq, qi, ...publicKey } = key
    return { kid, publicKey, privateKey: await importJWK(key, alg) }
  }
  let made: ReturnType<typeof make> | undefined
  const keys = () => (made ??= make())

  /** The public key, as a JWKS (RFC 7517). */
  const keySet = async () => {
    const { kid, publicKey } = await keys()
    return { keys: [{ ...publicKey, alg, use: 'sig', key_ops: ['verify'], kid }] }
  }

  return {
    keySet,
    /** Signs a JWT. */
    sign: async (claims: JWTPayload, { subject, audience = ownAudience, issuer: named = issuer, minutes }: About) => {
      const now = Math.floor(clock.now() / 1000)
      const { kid, privateKey } = await keys()
      const jwt = new SignJWT(claims)
        .setProtectedHeader({ alg, typ: 'JWT', kid })
        .setIssuer(named ?? '')
        .setSubject(subject)
        .setAudience(audience)
        .setIssuedAt(now)
        .setNotBefore(now)
        .setExpirationTime(now + minutes * 60)
      return jwt.sign(privateKey)
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
