/** A certificate that a key signs for itself, in the form that key sets have it in (`x5c`). */

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
const named = (name: string) => sequence(der(0x31, sequence(Uint8Array.of(6, 3, 0x55, 4, 3), der(0x0c, ascii(name)))))
const time = (ms: number) => der(0x18, ascii(`${new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')}`))

/** Makes a certificate (RFC 5280) for an RSA key, valid for fifty years from 2020, because the emulator's clock can move. Returns its DER. */
export const ownCertificate = async (publicKey: CryptoKey, privateKey: CryptoKey, name: string) => {
  const certified = sequence(
    der(0xa0, Uint8Array.of(2, 1, 2)),
    Uint8Array.of(2, 1, 1),
    algorithm,
    named(name),
    sequence(time(Date.UTC(2020, 0, 1)), time(Date.UTC(2070, 0, 1))),
    named(name),
    new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)),
  )
  const signature = new Uint8Array(await crypto.subtle.sign('RSASSA-PKCS1-v1_5', privateKey, certified))
  return sequence(certified, algorithm, der(3, Uint8Array.of(0), signature))
}
