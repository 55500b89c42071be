/** Entries in bare Node: they can be imported, and constructing says what is wrong (wire.md 1.2; quality.md, Host pages). */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('entries in Node')

const entries: [entry: string, client: string][] = [
  ['index.ts', 'LatchkeyClient'],
  ['headless.ts', 'HeadlessClient'],
  ['react.tsx', 'LatchkeyClient'],
  ['compat/index.ts', 'StytchUIClient'],
  ['compat/headless.ts', 'StytchHeadlessClient'],
  ['b2b.ts', 'B2BHeadlessClient'],
  ['compat/b2b/headless.ts', 'StytchB2BHeadlessClient'],
]

for (const [entry, name] of entries) {
  test(`src/${entry}: ${name} is for browsers`, async () => {
    assert.is(typeof window, 'undefined')
    const { [name]: Client } = await import(`../../src/${entry}`)
    assert.throws(
      () => new Client('public-token-test-node'),
      (error: Error) => error.message.startsWith(`\`new ${name}()\` is not supported in server environments.`),
    )
  })
}

test.run()
