import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Writes an address in mixed case, which contains a checksum (EIP-55). Takes 40 hex digits after
 * `0x`.
 */
export const checksumAddress = (address: string) => {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${[...digits].map((digit, index) => (parseInt(hash[index]!, 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

/**
 * Whether this is an address: 40 hex digits, with a correct checksum if the case is mixed (EIP-55).
 */
export const isEthereumAddress = (address: string) => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return false
  const digits = address.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || address === checksumAddress(address)
}

/** The hash that `personal_sign` signs for a text (EIP-191, version 0x45). */
export const personalMessageHash = (text: string) => {
  const message = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`), message))
}

/**
 * Returns the address whose key made this signature of a text (`0x`, 65 bytes, r s v), or undefined
 * if the signature is not valid.
 */
export const signerOf = (text: string, signature: string) => {
  const [, digits] = /^0x([0-9a-fA-F]{130})$/.exec(signature) ?? []
  if (!digits) return undefined
  const bytes = hexToBytes(digits)
  const recovery = bytes[64]! % 27
  if (recovery > 1) return undefined
  try {
    const key = secp256k1.recoverPublicKey(concatBytes(Uint8Array.of(recovery), bytes.subarray(0, 64)), personalMessageHash(text), {
      prehash: false,
    })
    const point = secp256k1.Point.fromBytes(key).toBytes(false)
    return checksumAddress(`0x${bytesToHex(keccak_256(point.subarray(1)).subarray(-20))}`)
  } catch {
    // r or s is not a valid number on the curve.
    return undefined
  }
}
