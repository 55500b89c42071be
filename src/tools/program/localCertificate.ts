/**
 * The certificate with which `latchkey dev --https` serves localhost. It is kept, so that what
 * trusts it goes on to.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { ownCertificate } from '../emulator/sessions/certificate.ts'

const DAY = 86_400_000

/** Apple's systems accept no certificate of a server that is valid for longer than 825 days. */
const DAYS = 800

const pem = (label: string, der: ArrayBuffer | Uint8Array) => {
  const bytes = der instanceof Uint8Array ? der : new Uint8Array(der)
  const text = Buffer.from(bytes).toString('base64').replace(/.{64}/g, '$&\n').trimEnd()
  return `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`
}

/** Makes a certificate of localhost, which no other name can use, and its key. */
const create = async (now: number) => {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' },
    true,
    ['sign', 'verify'],
  )
  const certificate = await ownCertificate(publicKey, privateKey, 'localhost', {
    from: now - DAY,
    until: now + DAYS * DAY,
    isLocalhost: true,
  })
  return { cert: pem('CERTIFICATE', certificate), key: pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', privateKey)) }
}

/**
 * Returns the certificate and the key of a folder, if they belong together and are valid for
 * another day.
 */
const read = (certFile: string, keyFile: string, now: number) => {
  try {
    const [cert, key] = [readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8')]
    const x509 = new X509Certificate(cert)
    const isGood = x509.checkPrivateKey(createPrivateKey(key)) && Date.parse(x509.validTo) > now + DAY
    return isGood ? { cert, key } : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the certificate of a folder, which is made if there is none that is still good. `file`:
 * what a client has to trust.
 */
export const localCertificate = async (folder: string, now = Date.now()) => {
  const [file, keyFile] = [join(folder, 'localhost.crt'), join(folder, 'localhost.key')]
  const current = read(file, keyFile, now)
  if (current) return { ...current, file }
  const fresh = await create(now)
  mkdirSync(folder, { recursive: true })
  writeFileSync(keyFile, fresh.key, { mode: 0o600 })
  chmodSync(keyFile, 0o600)
  writeFileSync(file, fresh.cert)
  return { ...fresh, file }
}
