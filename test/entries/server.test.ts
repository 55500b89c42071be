/**
 * Tests entries in plain Node: they can be imported, and constructing a client throws an error that
 * says what is wrong.
 */
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

test('the stand-in of the React drop-in: anything can be read, and a call throws with its path', async () => {
  const { createStytchClient, StytchUIClient } = await import('../../src/entries/compat/react.tsx')
  const client = createStytchClient('public-token-test-node') as any
  const { session, oauth } = client
  const { getSync } = session
  assert.is(client.session, session)
  assert.is(session.getSync, getSync)
  assert.equal([typeof client, typeof session, typeof oauth.github.start], ['function', 'function', 'function'])
  assert.equal([{ ...client }, { ...session }, 'user' in client, client instanceof StytchUIClient], [{}, {}, false, false])
  assert.equal([`${session}`, JSON.stringify({ client }), await session], ['[stytch.session]', '{}', session])
  client.later = 1
  for (const [path, call] of [
    ['stytch.user.get', () => client.user.get()],
    ['stytch.oauth.github.start', () => oauth.github.start({})],
    ['stytch.session.getSync', () => getSync()],
    ['stytch.onStateChange', () => client.onStateChange(() => {})],
    ['stytch.passwords', () => client.passwords()],
  ] as const) {
    assert.throws(call, (error: Error) => error.message.includes(`${path}() cannot be called`), path)
  }
})

test.run()
