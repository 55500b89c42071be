import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { localCertificate } from '../../../src/tools/program/localCertificate.ts'

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

test.run()
