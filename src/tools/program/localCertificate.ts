/**
 * The certificate with which `latchkey dev --https` serves localhost. It is kept, so that what
 * trusts it goes on to. It is kept in the user's own cache: what is in the folder of a project may
 * have come with it, and its maker has the key.
 */
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { CommandError } from './runBeside.ts'
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
 * Returns the folder of Latchkey in the cache of the user (XDG Base Directory Specification, and
 * what macOS and Windows have instead).
 */
export const cacheFolder = ({ platform, env } = process): string => {
  const own = { darwin: join(homedir(), 'Library', 'Caches'), win32: env.LOCALAPPDATA }[platform as string]
  return join(env.XDG_CACHE_HOME || own || join(homedir(), '.cache'), 'latchkey')
}

/**
 * Returns whether a file or folder belongs to the user, is no link, and nobody else may write it.
 */
const isOwn = (path: string, kind: 'file' | 'folder') => {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  const isOfUser = !process.getuid || (entry?.uid === process.getuid() && !(entry.mode & 0o022))
  return !!entry && isOfUser && (kind === 'file' ? entry.isFile() : entry.isDirectory())
}

/**
 * Returns whether a certificate is one that {@link create} makes: of this machine, and no
 * authority.
 */
const isForLocalhost = (x509: X509Certificate) =>
  !x509.ca &&
  x509.subject === 'CN=localhost' &&
  x509.subjectAltName === 'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1' &&
  x509.verify(x509.publicKey)

/**
 * Returns the certificate and the key of a folder, if they are the user's own, belong together and
 * are valid for another day.
 */
const read = (certFile: string, keyFile: string, now: number) => {
  try {
    if (!isOwn(certFile, 'file') || !isOwn(keyFile, 'file')) return undefined
    const [cert, key] = [readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8')]
    const x509 = new X509Certificate(cert)
    const isGood = isForLocalhost(x509) && x509.checkPrivateKey(createPrivateKey(key)) && Date.parse(x509.validTo) > now + DAY
    return isGood ? { cert, key } : undefined
  } catch {
    return undefined
  }
}

/** Replaces a file, and what a link in its place leads to stays as it is. */
const replace = (file: string, text: string, mode: number) => {
  rmSync(`${file}.new`, { force: true })
  writeFileSync(`${file}.new`, text, { flag: 'wx', mode })
  renameSync(`${file}.new`, file)
}

/**
 * Returns the certificate of a folder, which is made if there is none that is still good. `file`:
 * what a client has to trust. Throws an error with one sentence if the folder is not the user's
 * alone.
 */
export const localCertificate = async (folder = cacheFolder(), now = Date.now()) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!isOwn(folder, 'folder'))
    throw new CommandError(
      `${folder} is a link, or other accounts can write into it, so no key is kept there. Delete it, and run this again.`,
    )
  const [file, keyFile] = [join(folder, 'localhost.crt'), join(folder, 'localhost.key')]
  const current = read(file, keyFile, now)
  if (current) return { ...current, file }
  const fresh = await create(now)
  replace(keyFile, fresh.key, 0o600)
  replace(file, fresh.cert, 0o644)
  return { ...fresh, file }
}
