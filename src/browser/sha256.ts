/** SHA-256 for pages where WebCrypto is missing: plain http on another host than localhost, as in development. No other page fetches it. */
export { sha256 } from '@noble/hashes/sha2.js'
