import type { WebAuthnCredential } from '@simplewebauthn/server'
import { cose, isoCBOR } from '@simplewebauthn/server/helpers'
import { base64url } from 'jose'
import * as v from 'valibot'
import type { User, WebauthnRegistration } from '../../../api/entities.ts'
import { withoutUndefined } from '../requests/fields.ts'
import { refuse } from '../requests/refusal.ts'
import type { StateParts } from '../state/stateParts.ts'
import { objects } from '../state/storeMap.ts'

/**
 * The public key of a passkey, as `crypto.subtle.exportKey('jwk', ...)` returns it (RFC 7517, RFC
 * 8037), for one of the algorithms that the emulator's own options request: ES256, EdDSA and RS256.
 * Other members of a JWK are ignored.
 */
export interface PasskeyJwk {
  /** The type of the key: `EC`, `OKP` or `RSA`. */
  kty?: string
  /** The curve: `P-256` or `Ed25519`. */
  crv?: string
  /** The x coordinate of an EC key, or an Ed25519 key, in base64url. */
  x?: string
  /** The y coordinate of an EC key, in base64url. */
  y?: string
  /** The modulus of an RSA key, in base64url. */
  n?: string
  /** The exponent of an RSA key, in base64url. */
  e?: string
}

/** A public key whose members are valid. */
type PublicKey =
  | { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  | { kty: 'OKP'; crv: 'Ed25519'; x: string }
  | { kty: 'RSA'; n: string; e: string }

/** Bytes in base64url: at least this many characters. */
const bytesOf = (least: number) =>
  v.pipe(v.string(), v.minLength(least), v.regex(/^([\w-]{4})*([\w-]{2,3})?$/, 'must be base64url, without padding'))
const coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url'))

/** The id of a passkey, in base64url. */
const credentialId = bytesOf(2)

/** RSA keys must have at least the 2048 bits that every browser generates. */
const passkeyJwk: v.GenericSchema<unknown, PublicKey> = v.variant('kty', [
  v.object({ kty: v.literal('EC'), crv: v.literal('P-256'), x: coordinate, y: coordinate }),
  v.object({ kty: v.literal('OKP'), crv: v.literal('Ed25519'), x: coordinate }),
  v.object({ kty: v.literal('RSA'), n: bytesOf(342), e: bytesOf(2) }),
])

/** A passkey whose private key is in the authenticator of your test. */
export interface SeedPasskey {
  /** In base64url. */
  credential_id: string
  /** The public key, as a JWK. */
  public_key: PasskeyJwk
  /** The id of the relying party: the domain on which the passkey works. Default: `localhost`. */
  domain?: string
  /** Default: `Passkey 1` and so on. */
  name?: string
  /** Default: `platform`. */
  authenticator_type?: 'platform' | 'cross-platform'
  /** The browser that created it. Default: none. */
  user_agent?: string
}

/** Checks a passkey of a seed. */
export const seedPasskey: v.GenericSchema<unknown, SeedPasskey> = v.strictObject({
  credential_id: credentialId,
  public_key: passkeyJwk,
  domain: v.optional(v.string()),
  name: v.optional(v.string()),
  authenticator_type: v.optional(v.picklist(['platform', 'cross-platform'])),
  user_agent: v.optional(v.string()),
})

/**
 * The same key as an authenticator returns it: a COSE_Key (RFC 9052, section 7; RFC 8230, section
 * 4).
 */
const coseKey = (key: PublicKey) => {
  const { COSEKEYS, COSEKTY, COSEALG, COSECRV } = cose
  const encode = (alg: number, entries: [number, number | Uint8Array<ArrayBuffer>][]) =>
    isoCBOR.encode(new Map([[COSEKEYS.alg, alg], ...entries]))
  const bytes = (text: string) => Uint8Array.from(base64url.decode(text))
  switch (key.kty) {
    case 'EC':
      return encode(COSEALG.ES256, [
        [COSEKEYS.kty, COSEKTY.EC2],
        [COSEKEYS.crv, COSECRV.P256],
        [COSEKEYS.x, bytes(key.x)],
        [COSEKEYS.y, bytes(key.y)],
      ])
    case 'OKP':
      return encode(COSEALG.EdDSA, [
        [COSEKEYS.kty, COSEKTY.OKP],
        [COSEKEYS.crv, COSECRV.ED25519],
        [COSEKEYS.x, bytes(key.x)],
      ])
    case 'RSA':
      return encode(COSEALG.RS256, [
        [COSEKEYS.kty, COSEKTY.RSA],
        [COSEKEYS.n, bytes(key.n)],
        [COSEKEYS.e, bytes(key.e)],
      ])
  }
}

/** The users' passkeys with their public keys, which the entry in a user does not show. */
export const createPasskeys = ({ users, stores }: StateParts) => {
  /** By the registration's id. The public key is in base64url. */
  const keys = stores.map(
    'passkeys',
    objects<{ key: Omit<WebAuthnCredential, 'publicKey'> & { publicKey: string }; handle?: string }>({ key: 'object' }),
  )
  const byCredential = keys.index(({ key }) => [key.id])

  const keyOf = ({ webauthn_registration_id }: WebauthnRegistration) => {
    const record = keys.get(webauthn_registration_id)
    return record && { key: { ...record.key, publicKey: new Uint8Array(base64url.decode(record.key.publicKey)) }, handle: record.handle }
  }

  /** Returns the passkey with this credential id, if its owner still has it. */
  const withId = (id: string) => {
    const registrationId = byCredential.all(id).length === 0 ? undefined : byCredential.key(id)
    const user = registrationId === undefined ? undefined : users.withEntry('webauthn_registration_id', registrationId)
    const registration = user?.webauthn_registrations.find(({ webauthn_registration_id }) => webauthn_registration_id === registrationId)
    return user && registration && { user, registration, ...keyOf(registration) }
  }

  /**
   * Adds a passkey, and refuses a credential that any user already has. `handle` is the user
   * handle, in base64url, that the authenticator received.
   */
  const add = (
    user: User,
    key: WebAuthnCredential,
    fields: Partial<WebauthnRegistration> & Pick<WebauthnRegistration, 'domain'>,
    handle?: string,
  ) => {
    if (withId(key.id)) refuse('duplicate_webauthn_registration')
    const registration: WebauthnRegistration = {
      webauthn_registration_id: `webauthn-registration-test-${crypto.randomUUID()}`,
      user_agent: '',
      verified: true,
      authenticator_type: 'platform',
      name: `Passkey ${user.webauthn_registrations.length + 1}`,
      ...withoutUndefined(fields),
    }
    keys.set(registration.webauthn_registration_id, { key: { ...key, publicKey: base64url.encode(key.publicKey) }, handle })
    user.webauthn_registrations.push(registration)
    return registration
  }

  const keysOf = (user: User | undefined, domain: string) =>
    (user?.webauthn_registrations ?? []).flatMap((registration) => {
      const key = registration.domain === domain ? keyOf(registration)?.key : undefined
      return key ? [{ registration, key }] : []
    })

  return {
    /**
     * Returns the passkey with this credential id, its owner, and the user handle of its
     * registration, which is unknown for a passkey that was created elsewhere.
     */
    withId,
    /** Returns the descriptors of a user's passkeys that a browser receives for a domain. */
    of: (user: User | undefined, domain: string) => keysOf(user, domain).map(({ key: { id, transports } }) => ({ id, transports })),
    /** Returns a user's passkeys for a domain, with their keys. */
    keysOf,
    add,
    /** Records how often the authenticator says that the passkey has been used. */
    count: ({ webauthn_registration_id }: WebauthnRegistration, counter: number) => {
      const record = keys.get(webauthn_registration_id)
      if (record) record.key.counter = counter
    },
    /** Adds a passkey that was created elsewhere, and that {@link seedPasskey} has accepted. */
    addSeed: (user: User, { credential_id, public_key, domain = 'localhost', ...fields }: SeedPasskey) =>
      add(user, { id: credential_id, publicKey: coseKey(public_key as PublicKey), counter: 0 }, { domain, ...fields }),
  }
}

export type Passkeys = ReturnType<typeof createPasskeys>
