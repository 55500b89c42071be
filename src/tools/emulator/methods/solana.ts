import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import base58 from 'bs58'

/** Decodes base58. Returns no bytes if the text is not base58. */
const decode = (text: string) => {
  try {
    return base58.decode(text)
  } catch {
    return new Uint8Array()
  }
}

/** Whether this is an address: an ed25519 public key in base58. */
export const isSolanaAddress = (address: string) => address.length <= 44 && decode(address).length === 32

/** Whether the key of this address made this signature (base58, 64 bytes) of a text. */
export const isSolanaSignature = (text: string, signature: string, address: string) => {
  const bytes = signature.length <= 90 ? decode(signature) : new Uint8Array()
  return bytes.length === 64 && ed25519.verify(bytes, utf8ToBytes(text), decode(address))
}
