import { X509Certificate } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { cacheFolder, localCertificate } from '../../../src/tools/program/localCertificate.ts'
import { ownCertificate } from '../../../src/tools/emulator/sessions/certificate.ts'

const test = suite('the certificate of localhost')
const DAY = 86_400_000
const now = Date.UTC(2026, 10, 26)

const inFolder = async (use: (folder: string) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-certificate-'))
  try {
    await use(join(folder, 'new'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('it is for the names of this machine alone, signed by itself, and no authority', () =>
  inFolder(async (folder) => {
    const certificate = new X509Certificate((await localCertificate(folder, now)).cert)
    assert.ok(certificate.verify(certificate.publicKey))
    assert.is(certificate.ca, false)
    assert.is(certificate.subjectAltName, 'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1')
    assert.equal(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1'])
    assert.is(certificate.checkHost('example.com'), undefined)
    const days = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / DAY
    assert.ok(days > 700 && days <= 825, String(days))
  }))

test('it is kept until its last day, and made again if the files do not belong together', () =>
  inFolder(async (folder) => {
    const first = await localCertificate(folder, now)
    assert.is((await localCertificate(folder, now + 798 * DAY)).cert, first.cert)
    const second = await localCertificate(folder, now + 799.5 * DAY)
    assert.is.not(second.cert, first.cert)
    assert.is.not(new X509Certificate(second.cert).serialNumber, new X509Certificate(first.cert).serialNumber)
    writeFileSync(join(folder, 'localhost.key'), first.key)
    const third = await localCertificate(folder, now + 799.5 * DAY)
    assert.ok(![first.cert, second.cert].includes(third.cert))
    writeFileSync(join(folder, 'localhost.crt'), 'nonsense')
    assert.is.not((await localCertificate(folder, now + 799.5 * DAY)).cert, third.cert)
  }))

test('it is kept in the cache of the user, and never in the folder of a project', () => {
  const of = (platform: string, env: Record<string, string> = {}) => cacheFolder({ platform, env } as typeof process)
  assert.is(of('linux', { XDG_CACHE_HOME: '/cache' }), join('/cache', 'latchkey'))
  assert.is(of('linux'), join(homedir(), '.cache', 'latchkey'))
  assert.is(of('darwin'), join(homedir(), 'Library', 'Caches', 'latchkey'))
  assert.is(of('win32', { LOCALAPPDATA: 'C:/local' }), join('C:/local', 'latchkey'))
  for (const platform of ['linux', 'darwin', 'win32', 'freebsd']) assert.not.ok(of(platform).startsWith(process.cwd()))
})

test('nothing is taken that somebody else may have put there, and nothing is written where a link leads', () =>
  inFolder(async (folder) => {
    const own = await localCertificate(folder, now)
    const elsewhere = `${folder}-elsewhere`
    mkdirSync(elsewhere)
    const [file, keyFile] = ['localhost.crt', 'localhost.key'].map((name) => join(folder, name))
    // links to a good pair, which its owner can change later
    for (const name of ['localhost.crt', 'localhost.key']) {
      renameSync(join(folder, name), join(elsewhere, name))
      symlinkSync(join(elsewhere, name), join(folder, name))
    }
    const second = await localCertificate(folder, now)
    assert.is.not(second.cert, own.cert)
    assert.is(readFileSync(join(elsewhere, 'localhost.crt'), 'utf8'), own.cert, 'what the link led to stays')
    // a pair that others may write
    chmodSync(keyFile!, 0o666)
    assert.is.not((await localCertificate(folder, now)).cert, second.cert)
    // an authority, and a certificate of another name
    for (const [name, isLocalhost] of [
      ['localhost', false],
      ['shop.example', true],
    ] as const) {
      const { publicKey, privateKey } = await crypto.subtle.generateKey(
        { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1), hash: 'SHA-256' },
        true,
        ['sign', 'verify'],
      )
      const der = await ownCertificate(publicKey, privateKey, name, { from: now - DAY, until: now + 100 * DAY, isLocalhost })
      const planted = new X509Certificate(Buffer.from(der)).toString()
      writeFileSync(file!, planted)
      writeFileSync(
        keyFile!,
        Buffer.from(await crypto.subtle.exportKey('pkcs8', privateKey))
          .toString('base64')
          .replace(/^/, '-----BEGIN PRIVATE KEY-----\n') + '\n-----END PRIVATE KEY-----\n',
      )
      assert.is.not((await localCertificate(folder, now)).cert.trim(), planted.trim())
    }
    // the folder itself
    renameSync(folder, `${folder}-own`)
    symlinkSync(elsewhere, folder)
    const error = await localCertificate(folder, now).catch((error: Error) => error)
    assert.match((error as Error).message, /is a link, or other accounts can write into it/)
    rmSync(folder)
    mkdirSync(folder)
    chmodSync(folder, 0o777)
    assert.instance(await localCertificate(folder, now).catch((error: Error) => error), Error)
  }))

test.run()
