const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Bytes in base58, as Bitcoin and Solana write them: each zero byte in front is a `1` (draft-msporny-base58). `bs58` in its place makes the chunk that signs 525 B
 * larger (brotli, by a fifth); the tests hold the two against each other.
 */
export function base58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte > 0)
  let text = ''
  for (let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n); number; number /= 58n)
    text = alphabet[Number(number % 58n)] + text
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text
}
