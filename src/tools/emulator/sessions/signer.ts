import { base64url, createLocalJWKSet, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT, type JWK, type JWTPayload } from 'jose'
import type { Clock } from '../state/clock.ts'
import { ownCertificate } from './certificate.ts'

type Algorithm = 'ES256' | 'RS256'

/** A private key, as it is stored (RFC 7517). */
export type PrivateKey = JWK & { kid: string; x5tS256?: string }

/** The private keys of all signers, by the name of the issuer. */
export type SigningKeys = Map<string, PrivateKey>

const newKid = () => `jwk-test-${crypto.randomUUID()}`

const newKey = async (alg: Algorithm): Promise<PrivateKey> => {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: newKid() }
  return alg === 'RS256' ? certify(key, privateKey, publicKey) : key
}

/** Adds a certificate to an RSA key, with its thumbprint, as the provider's keys have them. */
const certify = async (key: PrivateKey, privateKey: CryptoKey, publicKey: CryptoKey): Promise<PrivateKey> => {
  const certificate = await ownCertificate(publicKey, privateKey, 'Latchkey Emulator')
  const thumbprint = new Uint8Array(await crypto.subtle.digest('SHA-256', certificate))
  return { ...key, x5c: [btoa(String.fromCharCode(...certificate))], x5tS256: base64url.encode(thumbprint) }
}

/**
 * Generating an RSA key takes up to a second, so all emulators of a process share one. Each names
 * it differently, so that none accepts the JWT of another.
 */
let rsaKey: ReturnType<typeof newKey> | undefined

/** Adds a certificate to the key of an older data file. */
const withCertificate = async (key: PrivateKey) => {
  const { kty, n, e } = key
  const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const importKey = (jwk: JWK, use: 'sign' | 'verify') => crypto.subtle.importKey('jwk', jwk as JsonWebKey, rsa, true, [use])
  return certify(key, await importKey(key, 'sign'), await importKey({ kty, n, e }, 'verify'))
}

/** To whom a JWT is about, for whom it is, and how long it is valid. */
interface About {
  subject: string
  audience?: string | string[]
  /** Default: the issuer of the signer. */
  issuer?: string
  minutes: number
}

/** The name of the key with which the project signs the JWTs of sessions and the tokens of apps. */
const PROJECT_KEY = 'tokens'

/**
 * Creates an issuer of JWTs that follows the emulator's clock. Its key is among `signingKeys`, or
 * is generated at first use and added to them. `issuer`: undefined if each JWT names its own; then
 * `read` accepts any, because the key signs for nobody else. `ownAudience` is the audience of the
 * JWTs that are not for anybody else. `alg`: the project has one RSA key, as at the provider, whose
 * SDKs and many gateways accept no other; with ES256 the issuer has a key of its own, which is
 * faster to generate.
 */
export const createSigner = (
  clock: Clock,
  signingKeys: SigningKeys,
  { issuer, ownAudience, alg = 'RS256' }: { issuer?: string; ownAudience: string; alg?: Algorithm },
) => {
  const make = async () => {
    const name = alg === 'RS256' ? PROJECT_KEY : issuer!
    const savedKey = signingKeys.get(name)
    const key =
      (alg === 'RS256' && savedKey && !savedKey.x5c ? await withCertificate(savedKey) : savedKey) ??
      (alg === 'RS256' ? { ...(await (rsaKey ??= newKey(alg))), kid: newKid() } : await newKey(alg))
    signingKeys.set(name, key)
    const { kid, d, p, q, dp, dq, qi, ...publicKey } = key
    return { kid, publicKey, privateKey: await importJWK(key, alg) }
  }
  let keyPair: ReturnType<typeof make> | undefined
  const keys = () => (keyPair ??= make())

  /** The public key, as a JWKS (RFC 7517). */
  const keySet = async () => {
    const { kid, publicKey } = await keys()
    return { keys: [{ ...publicKey, alg, use: 'sig', key_ops: ['verify'], kid }] }
  }

  return {
    keySet,
    sign: async (claims: JWTPayload, { subject, audience = ownAudience, issuer: tokenIssuer = issuer, minutes }: About) => {
      const now = Math.floor(clock.now() / 1000)
      const { kid, privateKey } = await keys()
      const jwt = new SignJWT(claims)
        .setProtectedHeader({ alg, typ: 'JWT', kid })
        .setIssuer(tokenIssuer ?? '')
        .setSubject(subject)
        .setAudience(audience)
        .setIssuedAt(now)
        .setNotBefore(now)
        .setExpirationTime(now + minutes * 60)
      return jwt.sign(privateKey)
    },
    /**
     * Returns the claims of a JWT that this signer made for this audience and that has not expired;
     * otherwise undefined. `expired: true` accepts one that has expired, too.
     */
    read: async (jwt: string, { audience = ownAudience, allowsExpired = false }: { audience?: string; allowsExpired?: boolean } = {}) => {
      const options = {
        issuer,
        audience,
        currentDate: new Date(clock.now()),
        ...(allowsExpired && { clockTolerance: Number.MAX_SAFE_INTEGER }),
      }
      return jwtVerify(jwt, createLocalJWKSet(await keySet()), options).then(
        ({ payload }) => payload,
        () => undefined,
      )
    },
  }
}

export type Signer = ReturnType<typeof createSigner>
