/**
 * SHA-256 for pages without WebCrypto, which are those on plain http, except on localhost. No other
 * page loads this file.
 */
export { sha256 } from '@noble/hashes/sha2.js'
