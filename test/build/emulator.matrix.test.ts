/** Tests that the built emulator judges as its sources do with what takes the place of large parts of packages (build/emulator/). */
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { getCountries, getExampleNumber, isValidPhoneNumber, type CountryCode, type MetadataJson } from 'libphonenumber-js/core'
import examples from 'libphonenumber-js/mobile/examples'
import whole from 'libphonenumber-js/max/metadata'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { knownPasswords, phoneRules } from '../../build/emulator/data.ts'
import { unwrapEC2Signature } from '../../build/emulator/signature.ts'

const ENOUGH = 3
const all = dictionary['passwords-common'].map(String)
const known = knownPasswords()

test('it refuses every common password that its sources refuse', () => {
  assert.equal(known.slice(0, 10_000), all.slice(0, 10_000))
  const listed = new Set(known)
  const judge = new ZxcvbnFactory({ dictionary: { ...dictionary, 'passwords-common': known }, graphs: adjacencyGraphs })
  const rare = all.slice(10_000).filter((password) => !listed.has(password))
  assert.ok(rare.length > 30_000)
  assert.equal(
    rare.filter((password, at) => at % 50 === 0 && judge.check(password).score >= ENOUGH),
    [],
  )
})

test('it knows the same phone numbers', async () => {
  const rules = JSON.parse((await phoneRules()).replace('export default ', '')) as MetadataJson
  const numbers = getCountries(whole).flatMap((country: CountryCode) => {
    const number = getExampleNumber(country, examples, whole)?.number
    // the number of a mobile phone, one with its last digit changed, one that is too short, and one that is too long
    return number ? [number, number.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)), number.slice(0, -1), `${number}0`] : []
  })
  assert.ok(numbers.length > 900)
  const valid = (metadata: MetadataJson) => numbers.filter((number) => isValidPhoneNumber(number, metadata))
  assert.ok(valid(whole).length > 400)
  assert.equal(valid(rules), valid(whole))
})

for (const [id, curve] of [
  [1, 'P-256'],
  [2, 'P-384'],
  [3, 'P-521'],
] as const) {
  test(`it reads signatures of ${curve}`, () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve })
    for (let at = 0; at < 40; at++) {
      const data = Buffer.from(`data ${at}`)
      const raw = unwrapEC2Signature(sign('sha256', data, privateKey), id)
      assert.ok(verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw))
    }
  })
}

test.run()
