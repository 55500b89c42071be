/**
 * Tests that the built emulator judges as its sources do with what takes the place of large parts
 * of packages (build/emulator/).
 */
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { knownPasswords } from '../../build/emulator/data.ts'
import { unwrapEC2Signature } from '../../build/emulator/signature.ts'

const ENOUGH = 3
const all = dictionary['passwords-common'].map(String)
const passwords = knownPasswords()

test('it refuses every common password that its sources refuse', () => {
  assert.equal(passwords.slice(0, 10_000), all.slice(0, 10_000))
  const passwordSet = new Set(passwords)
  const judge = new ZxcvbnFactory({ dictionary: { ...dictionary, 'passwords-common': passwords }, graphs: adjacencyGraphs })
  const rare = all.slice(10_000).filter((password) => !passwordSet.has(password))
  assert.ok(rare.length > 30_000)
  assert.equal(
    rare.filter((password, at) => at % 50 === 0 && judge.check(password).score >= ENOUGH),
    [],
  )
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
