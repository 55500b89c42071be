// A passkey without a browser. It answers the options of a bridge in the JSON of WebAuthn, with
// "none" as its attestation and ES256 as its algorithm.

const utf8 = (text: string) => new TextEncoder().encode(text)

const joined = (...parts: ArrayLike<number>[]) => Uint8Array.from(parts.flatMap((part) => Array.from(part)))

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const sha256 = async (data: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', data))

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
 * A public key as an authenticator returns it: a COSE_Key (RFC 9052, section 7) of ES256. `point`
 * is the uncompressed one.
 */
const coseKey = (point: Uint8Array) =>
  joined([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32], point.subarray(1, 33), [0x22, 0x58, 32], point.subarray(33))

/** The attestation object of "none", in CBOR. */
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

/** Creates the passkey of a visitor, for pages of an origin. */
export const createSoftwarePasskey = async (origin: string) => {
  const newKeys = () => crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const keys = await newKeys()
  const id = crypto.getRandomValues(new Uint8Array(16))
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string) => utf8(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  /** WebAuthn, section 6.1: the user is present and verified. */
  const authenticatorData = async (rpId: string, attested: Uint8Array = new Uint8Array()) =>
    joined(await sha256(utf8(rpId)), [attested.length > 0 ? 0x45 : 0x05, 0, 0, 0, ++counter], attested)

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
    /** Answers `navigator.credentials.create`. */
    async create(options: string): Promise<string> {
      const { challenge, rp, user } = JSON.parse(options)
      userHandle = user.id
      const point = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
      const authData = await authenticatorData(
        rp.id ?? new URL(origin).hostname,
        joined(new Uint8Array(16), [0, id.length], id, coseKey(point)),
      )
      return wrapped({
        clientDataJSON: base64url(clientData('webauthn.create', challenge)),
        attestationObject: base64url(attestationObject(authData)),
        transports: ['internal'],
      })
    },
    /** Answers `navigator.credentials.get`. `forged`: with the signature of another key. */
    async get(options: string, { forged = false } = {}): Promise<string> {
      const { challenge, rpId } = JSON.parse(options)
      const data = clientData('webauthn.get', challenge)
      const authData = await authenticatorData(rpId ?? new URL(origin).hostname)
      const { privateKey } = forged ? await newKeys() : keys
      const signed = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, joined(authData, await sha256(data)))
      return wrapped({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(toDer(new Uint8Array(signed))),
        userHandle,
      })
    },
  }
}
