import { encodeCBOR, type CBORType } from '@levischuck/tiny-cbor'
import { base64url } from 'jose'

/** Defects of a response, for tests of code that must notice them. */
export interface Defects {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** The authenticator could not verify its user. */
  unverified?: boolean
  /** Nobody touched the authenticator. */
  absent?: boolean
  counter?: number
  /** Signs with another key. */
  forged?: boolean
  /** The user handle of the response; `null` leaves it out. */
  userHandle?: string | null
}

const sha256 = async (data: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', data))
const utf8 = (text: string) => new TextEncoder().encode(text)
const concat = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
/** How WebCrypto creates the keys of each kind, and signs with them. */
const kinds = {
  ES256: { make: { name: 'ECDSA', namedCurve: 'P-256' }, sign: { name: 'ECDSA', hash: 'SHA-256' } },
  EdDSA: { make: { name: 'Ed25519' }, sign: { name: 'Ed25519' } },
  RS256: {
    make: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
    sign: { name: 'RSASSA-PKCS1-v1_5' },
  },
}

/**
 * WebCrypto returns r and s one after the other. An authenticator sends them as ASN.1 (WebAuthn,
 * section 6.5.5).
 */
const toDer = (signature: Uint8Array) => {
  const integer = (bytes: Uint8Array) => {
    const start = bytes.findIndex((byte) => byte !== 0)
    const digits = bytes.subarray(start)
    const positive = digits[0]! > 127 ? concat(Uint8Array.of(0), digits) : digits
    return concat(Uint8Array.of(2, positive.length), positive)
  }
  const body = concat(integer(signature.subarray(0, 32)), integer(signature.subarray(32)))
  return concat(Uint8Array.of(0x30, body.length), body)
}

/**
 * A software passkey provider with one credential. It answers options like a browser, in the JSON
 * of WebAuthn. `create` supports only ES256; a credential of another kind has to be seeded.
 */
export const createAuthenticator = async (origin = 'https://app.example', kind: keyof typeof kinds = 'ES256') => {
  const newKeys = () => crypto.subtle.generateKey(kinds[kind].make, true, ['sign', 'verify']) as Promise<CryptoKeyPair>
  const keys = await newKeys()
  const id = crypto.getRandomValues(new Uint8Array(16))
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, defects: Defects) =>
    utf8(
      JSON.stringify({
        type: defects.type ?? type,
        challenge: defects.challenge ?? challenge,
        origin: defects.origin ?? origin,
        crossOrigin: false,
      }),
    )

  /** WebAuthn, section 6.1. */
  const authenticatorData = async (
    rpId: string,
    { rpId: other, unverified, absent, counter: counterValue }: Defects,
    attestation?: Uint8Array,
  ) => {
    const flags = (absent ? 0 : 1) | (unverified ? 0 : 4) | (attestation ? 64 : 0)
    const count = new Uint8Array(4)
    new DataView(count.buffer).setUint32(0, counterValue ?? ++counter)
    return concat(await sha256(utf8(other ?? rpId)), Uint8Array.of(flags), count, attestation ?? new Uint8Array())
  }

  const attestedCredential = async () => {
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
    // kty, alg, crv, x and y of a COSE key: EC2, ES256, P-256 (RFC 9053, section 7.1.1)
    const key = encodeCBOR(
      new Map<number, CBORType>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, raw.slice(1, 33)],
        [-3, raw.slice(33)],
      ]),
    )
    return concat(new Uint8Array(16), Uint8Array.of(0, id.length), id, key)
  }

  const wrap = (response: Record<string, unknown>) =>
    JSON.stringify({
      id: base64url.encode(id),
      rawId: base64url.encode(id),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    })

  return {
    /** The credential as a seed describes it. */
    seed: async () => ({ credential_id: base64url.encode(id), public_key: await crypto.subtle.exportKey('jwk', keys.publicKey) }),
    /** Answers `navigator.credentials.create`. */
    create: async (options: string, defects: Defects = {}) => {
      const { challenge, rp, user } = JSON.parse(options)
      userHandle = user.id
      const authData = await authenticatorData(rp.id, defects, await attestedCredential())
      const attestationObject = encodeCBOR(
        new Map<string, CBORType>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      return wrap({
        clientDataJSON: base64url.encode(clientData('webauthn.create', challenge, defects)),
        attestationObject: base64url.encode(attestationObject),
        transports: ['internal'],
      })
    },
    /** Answers `navigator.credentials.get`. */
    get: async (options: string, defects: Defects = {}) => {
      const { challenge, rpId } = JSON.parse(options)
      const data = clientData('webauthn.get', challenge, defects)
      const authData = await authenticatorData(rpId, defects)
      const { privateKey } = defects.forged ? await newKeys() : keys
      const signature = await crypto.subtle.sign(kinds[kind].sign, privateKey, concat(authData, await sha256(data)))
      return wrap({
        clientDataJSON: base64url.encode(data),
        authenticatorData: base64url.encode(authData),
        signature: base64url.encode(kind === 'ES256' ? toDer(new Uint8Array(signature)) : new Uint8Array(signature)),
        userHandle: defects.userHandle === undefined ? userHandle : (defects.userHandle ?? undefined),
      })
    },
  }
}
