/**
 * A certificate that a key signs for itself: what key sets have (`x5c`), and what a server at
 * localhost shows.
 */

const bytesOf = (parts: Uint8Array[]) => {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** One value in DER (ITU-T X.690): its kind, its length and its contents. */
const der = (kind: number, ...contents: Uint8Array[]) => {
  const content = bytesOf(contents)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return bytesOf([Uint8Array.of(kind, ...size), content])
}
const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const sequence = (...contents: Uint8Array[]) => der(0x30, ...contents)
/** sha256WithRSAEncryption (RFC 8017, appendix A.2.4), without parameters. */
const algorithm = sequence(Uint8Array.of(6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 11), Uint8Array.of(5, 0))
/** One common name. */
const commonName = (name: string) => sequence(der(0x31, sequence(Uint8Array.of(6, 3, 0x55, 4, 3), der(0x0c, ascii(name)))))
/** An object identifier, by its bytes. */
const oid = (...bytes: number[]) => der(6, Uint8Array.from(bytes))
const extension = (id: Uint8Array, value: Uint8Array) => sequence(id, der(4, value))
const time = (ms: number) => der(0x18, ascii(`${new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')}`))

/**
 * The names of this machine (subjectAltName), and that the key is for a server (extKeyUsage): what
 * browsers and Node ask for.
 */
const ofLocalhost = () =>
  der(
    0xa3,
    sequence(
      extension(
        oid(0x55, 0x1d, 0x11),
        sequence(
          der(0x82, ascii('localhost')),
          der(0x87, Uint8Array.of(127, 0, 0, 1)),
          der(
            0x87,
            Uint8Array.from({ length: 16 }, (_, at) => (at === 15 ? 1 : 0)),
          ),
        ),
      ),
      extension(oid(0x55, 0x1d, 0x25), sequence(oid(0x2b, 6, 1, 5, 5, 7, 3, 1))),
    ),
  )

/**
 * What is said about a certificate. Default: it is valid for fifty years from 2020, because the
 * emulator's clock can move.
 */
interface Validity {
  from: number
  until: number
  /**
   * Whether a server at localhost shows it. Its serial number is random then: browsers refuse a
   * second certificate with that of the first.
   */
  isLocalhost?: boolean
}

const always: Validity = { from: Date.UTC(2020, 0, 1), until: Date.UTC(2070, 0, 1) }

/** Makes a certificate (RFC 5280) for an RSA key. Returns its DER. */
export const ownCertificate = async (
  publicKey: CryptoKey,
  privateKey: CryptoKey,
  name: string,
  { from, until, isLocalhost }: Validity = always,
) => {
  const serial = isLocalhost ? [1, ...crypto.getRandomValues(new Uint8Array(15))] : [1]
  const tbsCertificate = sequence(
    der(0xa0, Uint8Array.of(2, 1, 2)),
    der(2, Uint8Array.from(serial)),
    algorithm,
    commonName(name),
    sequence(time(from), time(until)),
    commonName(name),
    new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)),
    ...(isLocalhost ? [ofLocalhost()] : []),
  )
  const signature = new Uint8Array(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, tbsCertificate))
  return sequence(tbsCertificate, algorithm, der(3, Uint8Array.of(0), signature))
}
