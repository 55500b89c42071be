const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Encodes bytes in base58, as Bitcoin and Solana do: each leading zero byte becomes a `1` (draft-msporny-base58). The package `bs58` would make the chunk that
 * signs 525 B larger (brotli, a fifth); tests compare the two.
 */
export function base58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte > 0)
  let text = ''
  for (let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n); number; number /= 58n)
    text = alphabet[Number(number % 58n)] + text
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}
