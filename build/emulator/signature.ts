/**
 * Takes the place of SimpleWebAuthn's reader of ECDSA signatures, whose package for ASN.1 is larger
 * than the rest of what the emulator needs of it.
 */
import { DER } from '@noble/curves/abstract/weierstrass.js'
import { concatBytes, numberToBytesBE } from '@noble/curves/utils.js'

/** The bytes of a number, by the id of its curve (RFC 9053): P-256, P-384 and P-521. */
const lengths: Record<number, number> = { 1: 32, 2: 48, 3: 66 }

/**
 * Takes a signature in DER, as WebAuthn has it, and returns it as Web Crypto takes it: `r` and `s`,
 * one after the other.
 */
export const unwrapEC2Signature = (signature: Uint8Array, curve: number): Uint8Array => {
  const { r, s } = DER.toSig(signature)
  return concatBytes(numberToBytesBE(r, lengths[curve]!), numberToBytesBE(s, lengths[curve]!))
}
