/**
 * Checks the figures in the guides: each sentence says what a constant of the code, or a
 * measurement, says.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { combinations } from '../../bench/headlessParts.ts'
import { oauthProviders } from '../../src/api/oauthProviders.ts'
import { locales } from '../../src/ui/words/language.ts'
import { root, textOf } from '../harness/documents.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const unwrapped = (document: string) => textOf(document).replace(/\s+/g, ' ')

test('docs/guides/headless.md: its sizes are those of the test with four bundlers', () => {
  const [, said] = /your bundle has at most (.*?) with everything\./.exec(unwrapped('docs/guides/headless.md'))!
  assert.equal(
    said!.match(/\d+,\d+/g),
    combinations.map(({ limit }) => limit.toLocaleString('en')),
  )
})

test('docs/guides/languages.md: its languages are those that the widget speaks', () => {
  const [, said] = /^Besides English \(`en`\), the widget speaks (.*?)\. /m.exec(textOf('docs/guides/languages.md'))!
  assert.equal([...said!.matchAll(/`([\w-]+)`/g)].map(([, tag]) => tag!).sort(), locales.filter((locale) => locale !== 'en').sort())
})

test("README.md: the flows of Stytch's SDKs are those that have run", () => {
  const { versions, ...runs } = JSON.parse(read('test/hosts/providerSdk/runs.json')) as Record<string, object>
  const flows = Object.values(runs).reduce((count, section) => count + Object.keys(section).length, 0)
  assert.match(unwrapped('README.md'), `Stytch's published SDKs (5.35.1 and 6.3.0) work in [${flows} flows]`)
  for (const version of ['5.35.1', '6.3.0']) assert.ok(Object.values(versions!).includes(version), version)
})

/** Returns how long an animated WebP lasts, in ms: the sum of its frames (RFC 9649, 2.7.1.1). */
const durationOf = (picture: Buffer) => {
  let duration = 0
  for (let at = 12; at < picture.length; at += 8 + picture.readUInt32LE(at + 4) + (picture.readUInt32LE(at + 4) % 2))
    if (picture.toString('latin1', at, at + 4) === 'ANMF') duration += picture.readUIntLE(at + 20, 3)
  return duration
}

test('README.md: its numbers of providers, languages and seconds are those of the product', () => {
  const text = unwrapped('README.md')
  assert.match(text, `${Object.keys(oauthProviders).length} social providers`)
  assert.is(locales.length, 12)
  assert.match(text, 'in twelve languages')
  const [, seconds] = /in (\d+) seconds:/.exec(text)!
  assert.is(Number(seconds), Math.ceil(durationOf(readFileSync(join(root, 'docs/images/log-in-light.webp'))) / 1000))
})

for (const [document, sentence, path, code] of [
  ['docs/guides/npm.md', 'A session lasts 30 minutes', 'src/ui/host/defaults.ts', 'DEFAULT_MINUTES = 30'],
  ['docs/guides/npm.md', 'every three minutes', 'src/client/session/refreshTimes.ts', 'REFRESH_PERIOD = 180_000'],
  ['docs/guides/headless.md', 'waits 20 seconds for an answer', 'src/browser/timer.ts', ': 20_000'],
  ['docs/guides/languages.md', 'do not arrive within 5 s', 'src/ui/words/translator.ts', 'WORDS_TIMEOUT = 5_000'],
  ['docs/guides/consent.md', 'takes longer than 3 seconds', 'src/products/shared/hostOptions.ts', 'MANIFEST_TIMEOUT = 3000'],
  [
    'docs/guides/passkeys.md',
    'does not answer within two minutes',
    'src/products/crypto/signing/useWalletStep.ts',
    'WALLET_TIMEOUT = 120_000',
  ],
  ['docs/guides/organizations.md', 'a cookie for ten minutes', 'src/client/b2b/methods.ts', 'INTERMEDIATE_LIFE = 600'],
  ['docs/guides/server.md', 'again after 10 minutes', 'src/server/keys.ts', 'FRESH = 10 * MINUTE'],
  ['docs/guides/server.md', 'at most every 30 seconds', 'src/server/keys.ts', 'COOL_DOWN = 30_000'],
  ['docs/guides/server.md', 'stay valid for an hour', 'src/server/keys.ts', 'STALE = 60 * MINUTE'],
  ['docs/guides/server.md', 'differ by 10 seconds', 'src/server/options.ts', 'options.clockToleranceSeconds, 10)'],
  ['docs/guides/server.md', '5 seconds at most', 'src/server/options.ts', 'options.timeoutMs, 5_000'],
  ['docs/guides/server.md', 'every three minutes', 'src/client/session/refreshTimes.ts', 'REFRESH_PERIOD = 180_000'],
] as const)
  test(`${document}: ${sentence}`, () => {
    assert.ok(unwrapped(document).includes(sentence))
    assert.ok(read(path).includes(code), `${path} has no ${code}`)
  })

test.run()
