/**
 * Reads and verifies hashes of passwords: those that a host's earlier system has made, and the
 * emulator's own. Pure.
 */
import { argon2i, argon2id } from '@noble/hashes/argon2.js'
import { md5, sha1 } from '@noble/hashes/legacy.js'
import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { scrypt } from '@noble/hashes/scrypt.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64url } from 'jose'
import * as v from 'valibot'
import { refuse, type ErrorType } from '../requests/refusal.ts'

/** A hash with all that it takes to verify a password. Bytes are base64url. */
export type PasswordHash =
  | { type: 'scrypt'; hash: string; salt: string; N: number; r: number; p: number }
  | { type: 'argon_2i' | 'argon_2id'; hash: string; salt: string; t: number; m: number; p: number }
  | { type: 'pbkdf_2'; hash: string; salt: string; algorithm: 'sha256' | 'sha512'; iterations: number }
  | { type: 'md_5' | 'sha_1' | 'sha_512'; hash: string; before: string; after: string }
  | { type: 'phpass'; hash: string }

const saltConfig = v.optional(v.object({ prepend_salt: v.optional(v.string(), ''), append_salt: v.optional(v.string(), '') }))

/**
 * The fields that describe a hash in the provider's API. Salts and hashes of key derivation
 * functions are base64, other salts are text.
 */
export const hashFields = {
  hash: v.string(),
  hash_type: v.string(),
  md_5_config: saltConfig,
  sha_1_config: saltConfig,
  sha_512_config: saltConfig,
  argon_2_config: v.optional(
    v.object({ salt: v.string(), iteration_amount: v.number(), memory: v.number(), threads: v.number(), key_length: v.number() }),
  ),
  scrypt_config: v.optional(
    v.object({ salt: v.string(), n_parameter: v.number(), r_parameter: v.number(), p_parameter: v.number(), key_length: v.number() }),
  ),
  pbkdf_2_config: v.optional(
    v.object({ salt: v.string(), iteration_amount: v.number(), key_length: v.number(), algorithm: v.optional(v.string(), 'sha256') }),
  ),
}

const hashDescription = v.object(hashFields)
type HashDescription = v.InferOutput<typeof hashDescription>

/** Reads base64 in either alphabet, with or without padding (RFC 4648). */
const bytesOf = (text: string, otherwise: ErrorType) => {
  const [, digits = ''] = /^([A-Za-z0-9+/_-]+)={0,2}$/.exec(text) ?? []
  if (digits === '' || digits.length % 4 === 1) return refuse(otherwise)
  return base64url.decode(digits.replaceAll('+', '-').replaceAll('/', '_'))
}

const isWhole = (value: number, least: number, most: number) => Number.isInteger(value) && value >= least && value <= most

const toScrypt = (hash: Uint8Array, salt: Uint8Array, N: number, r: number, p: number): PasswordHash => {
  // Powers of two up to the provider's limit.
  if (!isWhole(Math.log2(N), 1, 18)) refuse('invalid_scrypt_n_parameter')
  if (!isWhole(r, 1, 32) || !isWhole(p, 1, 16) || hash.length < 16) refuse('invalid_scrypt_parameters')
  return { type: 'scrypt', hash: base64url.encode(hash), salt: base64url.encode(salt), N, r, p }
}

/** The bounds are those of RFC 9106, section 3.1, with less memory: 1 GiB. */
const toArgon2 = (
  type: 'argon_2i' | 'argon_2id',
  hash: Uint8Array,
  salt: Uint8Array,
  { t, m, p }: { t: number; m: number; p: number },
): PasswordHash => {
  if (salt.length < 8) refuse('invalid_argon_2_salt')
  if (!isWhole(t, 1, 100)) refuse('invalid_argon_2_iteration_amount')
  if (!isWhole(p, 1, 255)) refuse('invalid_argon_2_threads')
  if (!isWhole(m, 8 * p, 1024 * 1024)) refuse('invalid_argon_2_memory')
  if (!isWhole(hash.length, 4, 1024)) refuse('invalid_argon_2_key_length')
  return { type, hash: base64url.encode(hash), salt: base64url.encode(salt), t, m, p }
}

/** Reads a hash in hexadecimal digits or base64. */
const digestOf = (hash: string, length: number, otherwise: ErrorType) => {
  const isHex = hash.length === length * 2 && /^[0-9a-f]*$/i.test(hash)
  const bytes = isHex ? hexToBytes(hash.toLowerCase()) : bytesOf(hash, otherwise)
  return bytes.length === length ? base64url.encode(bytes) : refuse(otherwise)
}

const phcScrypt = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,3}),p=(\d{1,3})\$([^$]+)\$([^$]+)$/
const phcArgon2 = /^\$(argon2id?)\$v=19\$m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,3})\$([^$]+)\$([^$]+)$/

/**
 * Returns a hash that a server describes, ready to verify. Refuses one that is not valid, or of a
 * kind that cannot be verified here.
 */
export const readHash = (description: HashDescription): PasswordHash => {
  const { hash, hash_type, scrypt_config, argon_2_config, pbkdf_2_config } = description
  if (hash_type === 'scrypt') {
    const [, ln, r, p, salt = '', key = ''] = phcScrypt.exec(hash) ?? []
    if (ln) {
      const bytes = bytesOf(key, 'invalid_base64_scrypt_hash')
      return toScrypt(bytes, bytesOf(salt, 'invalid_base64_scrypt_salt'), 2 ** Number(ln), Number(r), Number(p))
    }
    const config = scrypt_config ?? refuse('invalid_scrypt_parameters')
    const bytes = bytesOf(hash, 'invalid_base64_scrypt_hash')
    if (bytes.length !== config.key_length) refuse('scrypt_key_length_mismatch')
    const saltBytes = bytesOf(config.salt, 'invalid_base64_scrypt_salt')
    return toScrypt(bytes, saltBytes, config.n_parameter, config.r_parameter, config.p_parameter)
  }
  if (hash_type === 'argon_2i' || hash_type === 'argon_2id') {
    const [, kind, m, t, p, salt = '', key = ''] = phcArgon2.exec(hash) ?? []
    if (kind) {
      if (kind !== hash_type.replace('argon_2', 'argon2')) refuse('invalid_hash')
      return toArgon2(hash_type, bytesOf(key, 'invalid_hash'), bytesOf(salt, 'invalid_argon_2_salt'), {
        t: Number(t),
        m: Number(m),
        p: Number(p),
      })
    }
    const { iteration_amount: amount, memory, threads, ...config } = argon_2_config ?? refuse('invalid_hash')
    const bytes = bytesOf(hash, 'invalid_hash')
    if (bytes.length !== config.key_length) refuse('argon_2_key_length_mismatch')
    return toArgon2(hash_type, bytes, bytesOf(config.salt, 'invalid_argon_2_salt'), { t: amount, m: memory, p: threads })
  }
  if (hash_type === 'pbkdf_2') {
    const { algorithm, iteration_amount: iterations, salt, key_length } = pbkdf_2_config ?? refuse('invalid_pbkdf_2_hash')
    if (algorithm !== 'sha256' && algorithm !== 'sha512') return refuse('invalid_pbkdf_2_algorithm')
    if (!isWhole(iterations, 1, 5_000_000)) refuse('invalid_pbkdf_2_iteration_amount')
    const bytes = bytesOf(hash, 'invalid_pbkdf_2_hash')
    if (bytes.length !== key_length) refuse('pbkdf_2_key_length_mismatch')
    const saltText = base64url.encode(bytesOf(salt, 'invalid_pbkdf_2_salt'))
    return { type: 'pbkdf_2', hash: base64url.encode(bytes), salt: saltText, algorithm, iterations }
  }
  if (hash_type === 'md_5' || hash_type === 'sha_1' || hash_type === 'sha_512') {
    const [digest] = digests[hash_type]
    const { prepend_salt: before = '', append_salt: after = '' } = description[`${hash_type}_config`] ?? {}
    return { type: hash_type, hash: digestOf(hash, digest.outputLen, digests[hash_type][1]), before, after }
  }
  if (hash_type === 'phpass') {
    if (!/^\$[PH]\$/.test(hash)) refuse('invalid_phpass_hash_prefix')
    if (!/^\$[PH]\$[5-9A-P][./0-9A-Za-z]{30}$/.test(hash)) refuse('invalid_phpass_hash_format')
    return { type: 'phpass', hash }
  }
  return refuse('invalid_hash_type')
}

/**
 * By the name of the API: the function, and the refusal of a hash that is not one of its results.
 */
const digests = {
  md_5: [md5, 'invalid_md_5_hash'],
  sha_1: [sha1, 'invalid_sha_1_hash'],
  sha_512: [sha512, 'invalid_sha_512_hash'],
} as const

/** The digits of phpass, lowest first. */
const DIGITS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Writes bytes the way phpass does: three bytes as four digits, the lowest bits first. */
const phpassText = (bytes: Uint8Array) => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = [...bytes.subarray(at, at + 3)]
    const value = group.reduce((sum, byte, index) => sum + (byte << (8 * index)), 0)
    for (let digit = 0; digit <= group.length; digit++) text += DIGITS[(value >> (6 * digit)) & 63]
  }
  return text
}

/** Hashes a password as phpass does: MD5 again and again, as often as the fourth character says. */
const phpass = (password: string, setting: string) => {
  const bytes = utf8ToBytes(password)
  let hash = md5(concatBytes(utf8ToBytes(setting.slice(4, 12)), bytes))
  for (let left = 2 ** DIGITS.indexOf(setting[3]!); left > 0; left--) hash = md5(concatBytes(hash, bytes))
  return setting.slice(0, 12) + phpassText(hash)
}

const rehash = (password: string, original: PasswordHash): string => {
  if (original.type === 'phpass') return phpass(password, original.hash)
  if ('before' in original) return base64url.encode(digests[original.type][0](utf8ToBytes(original.before + password + original.after)))
  const salt = base64url.decode(original.salt)
  const dkLen = base64url.decode(original.hash).length
  if (original.type === 'scrypt') return base64url.encode(scrypt(password, salt, { N: original.N, r: original.r, p: original.p, dkLen }))
  if (original.type === 'pbkdf_2') {
    return base64url.encode(pbkdf2(original.algorithm === 'sha256' ? sha256 : sha512, password, salt, { c: original.iterations, dkLen }))
  }
  const argon2 = original.type === 'argon_2i' ? argon2i : argon2id
  return base64url.encode(argon2(password, salt, { t: original.t, m: original.m, p: original.p, dkLen }))
}

export const isPassword = (password: string, original: PasswordHash) => rehash(password, original) === original.hash

/** A low cost, because tests hash many passwords: enough to store no plain text. */
const cost = { N: 1024, r: 8, p: 1 }

export const hashPassword = (password: string): PasswordHash => {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return toScrypt(scrypt(password, salt, { ...cost, dkLen: 32 }), salt, cost.N, cost.r, cost.p)
}
