// A passkey without a browser. It answers options in the JSON of WebAuthn, with "none" as its
// attestation.

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

const utf8 = (text: string) => new TextEncoder().encode(text)

const joined = (...parts: ArrayLike<number>[]) => Uint8Array.from(parts.flatMap((part) => Array.from(part)))

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const sha256 = async (data: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', data))

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
 * WebCrypto returns r and s one after the other; an authenticator sends them as ASN.1 (WebAuthn,
 * section 6.5.5).
 */
const toDer = (signature: Uint8Array) => {
  const integer = (bytes: Uint8Array) => {
    const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0))
    const positive = digits[0]! > 127 ? joined([0], digits) : digits
    return joined([2, positive.length], positive)
  }
  const body = joined(integer(signature.subarray(0, 32)), integer(signature.subarray(32)))
  return joined([0x30, body.length], body)
}

/**
 * Returns a public key as an authenticator returns it: a COSE_Key (RFC 9052, section 7) of ES256.
 * `point` is the uncompressed one.
 */
const coseKey = (point: Uint8Array) =>
  joined([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32], point.subarray(1, 33), [0x22, 0x58, 32], point.subarray(33))

/** Returns the attestation object of "none", in CBOR. */
const attestationObject = (authData: Uint8Array) =>
  joined(
    [0xa3, 0x63],
    utf8('fmt'),
    [0x64],
    utf8('none'),
    [0x67],
    utf8('attStmt'),
    [0xa0, 0x68],
    utf8('authData'),
    [0x58, authData.length],
    authData,
  )

/**
 * Creates the passkey of a visitor, for pages of an origin. `create` supports only ES256; a
 * credential of another kind has to be seeded.
 */
export const createSoftwarePasskey = async (origin = 'https://app.example', kind: keyof typeof kinds = 'ES256') => {
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
  const authenticatorData = async (rpId = new URL(origin).hostname, defects: Defects, attested: Uint8Array = new Uint8Array()) => {
    const flags = (defects.absent ? 0 : 1) | (defects.unverified ? 0 : 4) | (attested.length > 0 ? 64 : 0)
    const count = new Uint8Array(4)
    new DataView(count.buffer).setUint32(0, defects.counter ?? ++counter)
    return joined(await sha256(utf8(defects.rpId ?? rpId)), [flags], count, attested)
  }

  const wrapped = (response: object) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    })

  return {
    /** The credential as a seed describes it. */
    seed: async () => ({ credential_id: base64url(id), public_key: await crypto.subtle.exportKey('jwk', keys.publicKey) }),
    /** Answers `navigator.credentials.create`. */
    async create(options: string, defects: Defects = {}): Promise<string> {
      const { challenge, rp, user } = JSON.parse(options)
      userHandle = user.id
      const point = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
      const attested = joined(new Uint8Array(16), [0, id.length], id, coseKey(point))
      return wrapped({
        clientDataJSON: base64url(clientData('webauthn.create', challenge, defects)),
        attestationObject: base64url(attestationObject(await authenticatorData(rp.id, defects, attested))),
        transports: ['internal'],
      })
    },
    /** Answers `navigator.credentials.get`. */
    async get(options: string, defects: Defects = {}): Promise<string> {
      const { challenge, rpId } = JSON.parse(options)
      const data = clientData('webauthn.get', challenge, defects)
      const authData = await authenticatorData(rpId, defects)
      const { privateKey } = defects.forged ? await newKeys() : keys
      const signed = await crypto.subtle.sign(kinds[kind].sign, privateKey, joined(authData, await sha256(data)))
      const signature = new Uint8Array(signed)
      return wrapped({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(kind === 'ES256' ? toDer(signature) : signature),
        userHandle: defects.userHandle === undefined ? userHandle : (defects.userHandle ?? undefined),
      })
    },
  }
}
