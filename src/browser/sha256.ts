/** 2^32 times the fraction of the `root`th root of each of the first `count` primes: what SHA-256 is seeded with (FIPS 180-4, 4.2.2 and 5.3.3). */
const fractions = (count: number, root: number) => {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) {
    let divisor = 2
    while (n % divisor) divisor++
    if (divisor === n) found.push((n ** (1 / root) % 1) * 2 ** 32)
  }
  return Uint32Array.from(found)
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/**
 * SHA-256 (FIPS 180-4, 6.2) for pages where WebCrypto is missing: plain http on another host than localhost, as in development. @noble/hashes is 2,278 B
 * (brotli), a third of the headless client, for the same answer; the tests hold the two against each other.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const hash = fractions(8, 2)
  const constants = fractions(64, 3)
  const words = new Uint32Array(64)
  const padded = new DataView(new ArrayBuffer((message.length + 72) & ~63))
  new Uint8Array(padded.buffer).set(message)
  padded.setUint8(message.length, 128)
  padded.setBigUint64(padded.byteLength - 8, BigInt(message.length * 8))

  for (let block = 0; block < padded.byteLength; block += 64) {
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
    for (let t = 0; t < 64; t++) {
      const early = words[t - 15]!
      const late = words[t - 2]!
      words[t] =
        t < 16
          ? padded.getUint32(block + t * 4)
          : words[t - 16]! +
            (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
            words[t - 7]! +
            (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10))
      const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + constants[t]! + words[t]!
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, at) => (hash[at]! += word))
  }
  const digest = new DataView(new ArrayBuffer(32))
  hash.forEach((word, at) => digest.setUint32(at * 4, word))
  return new Uint8Array(digest.buffer)
}
