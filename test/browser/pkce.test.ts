import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { LatchkeySDKError } from '../../src/api/errors.ts'
import { challengeOf, createProofKey } from '../../src/browser/pkce.ts'

const real = globalThis.crypto
const use = (crypto: unknown) => Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true })
const insecurePage = { getRandomValues: real.getRandomValues.bind(real) }
test.after.each(() => {
  use(real)
})

test('the challenge matches RFC 7636, appendix B', async () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  assert.is(await challengeOf(verifier), 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  use(insecurePage)
  assert.is(await challengeOf(verifier), 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('without crypto.subtle the challenge of any text is the same', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 200 }), async (text) => {
      use(real)
      const expected = await challengeOf(text)
      use(insecurePage)
      return (await challengeOf(text)) === expected
    }),
  ))

test('a verifier has 43 unreserved characters and never repeats', async () => {
  const pairs = await Promise.all(Array.from({ length: 50 }, createProofKey))
  for (const { code_verifier, code_challenge } of pairs) {
    assert.match(code_verifier, /^[\w.~-]{43}$/)
    assert.is(code_challenge, await challengeOf(code_verifier))
  }
  assert.is(new Set(pairs.map(({ code_verifier }) => code_verifier)).size, 50)
})

test('without a random generator there is a typed error and no weaker fallback', async () => {
  for (const crypto of [
    { subtle: real.subtle },
    undefined,
    {
      getRandomValues: () => {
        throw new Error('no entropy')
      },
    },
  ]) {
    use(crypto)
    const error = await createProofKey().then(
      () => undefined,
      (thrown: LatchkeySDKError) => thrown,
    )
    assert.is(error?.code, 'insecure_random')
    assert.is(error?.name, 'LatchkeySDKError')
  }
})

test.run()
