/** SHA-256 for pages without WebCrypto: on plain http, unless the host is localhost. No other page loads it. */
export { sha256 } from '@noble/hashes/sha2.js'
