/** Tests entries in plain Node: they can be imported, and constructing a client throws an error that says what is wrong. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('entries in Node')

type Client = new (publicToken: string) => unknown

const entries: [entry: string, client: string, load: () => Promise<unknown>][] = [
  ['index.ts', 'LatchkeyClient', () => import('../../src/entries/index.ts')],
  ['headless.ts', 'HeadlessClient', () => import('../../src/entries/headless.ts')],
  ['react.tsx', 'LatchkeyClient', () => import('../../src/entries/react.tsx')],
  ['compat/index.ts', 'StytchUIClient', () => import('../../src/entries/compat/index.ts')],
  ['compat/headless.ts', 'StytchHeadlessClient', () => import('../../src/entries/compat/headless.ts')],
  ['b2b.ts', 'B2BHeadlessClient', () => import('../../src/entries/b2b.ts')],
  ['compat/b2b/headless.ts', 'StytchB2BHeadlessClient', () => import('../../src/entries/compat/b2b/headless.ts')],
]

for (const [entry, name, load] of entries) {
  test(`src/entries/${entry}: ${name} is only for browsers`, async () => {
    assert.is(typeof window, 'undefined')
    const Client = ((await load()) as Record<string, Client>)[name]!
    assert.throws(
      () => new Client('public-token-test-node'),
      (error: Error) => error.message.startsWith(`\`new ${name}()\` is not supported in server environments.`),
    )
  })
}

test.run()
