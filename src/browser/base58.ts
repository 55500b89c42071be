const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Encodes bytes in base58, as Bitcoin and Solana do: each leading zero byte becomes a `1`
 * (draft-msporny-base58). The package `bs58` would make the chunk that signs 525 B larger (brotli,
 * a fifth); tests compare the two.
 */
export function base58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte > 0)
  let text = ''
  for (let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n); number; number /= 58n)
    text = alphabet[Number(number % 58n)] + text
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}

/** Decodes base58 of at most 100 characters. Undefined for anything else. */
export function fromBase58(text: string): Uint8Array<ArrayBuffer> | undefined {
  const places = [...text.slice(0, 101)].map((letter) => alphabet.indexOf(letter))
  if (places.length > 100 || places.includes(-1)) return undefined
  const zeros = places.findIndex((place) => place > 0)
  const bytes: number[] = []
  for (let number = places.reduce((sum, place) => sum * 58n + BigInt(place), 0n); number; number >>= 8n)
    bytes.unshift(Number(number & 255n))
  return Uint8Array.from([...Array(zeros < 0 ? places.length : zeros).fill(0), ...bytes])
}
