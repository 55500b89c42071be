/**
 * Tests the provider and hooks of `latchkey/react`, in StrictMode, which runs renders and effects
 * twice.
 */
import { closeAll, newClient, newParent, provider as emulator } from '../harness/login.ts'
import { settled, until } from '../harness/screen.ts'
import { Component, StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pageState } from '../../src/browser/pageState.ts'
import { coreKey } from '../../src/client/core.ts'
import type { ConsumerClient } from '../../src/client/publicTypes.ts'
import { LatchkeyClient, LatchkeyProvider, Login, useClient, useSession, useUser } from '../../src/entries/react.tsx'

const test = suite('hooks')

const roots: { unmount(): void }[] = []
const clients: ConsumerClient[] = []
test.after.each(async () => {
  for (const root of roots.splice(0)) root.unmount()
  for (const client of clients.splice(0)) client[coreKey].destroy()
  await settled()
  await closeAll()
})

const show = async (children: ReactNode) => {
  const parent = newParent()
  const root = createRoot(parent)
  roots.push(root)
  const render = async (next: ReactNode) => {
    root.render(<StrictMode>{next}</StrictMode>)
    await settled()
  }
  await render(children)
  return { parent, render }
}

/** What the hooks have returned, one entry for each render with a change. */
const said: string[] = []
let found: ConsumerClient | null
const Teller = () => {
  const { user, ...certainty } = useUser()
  const { session, isInitialized, fromCache } = useSession()
  found = useClient()
  assert.equal({ isInitialized, fromCache }, certainty)
  assert.is(!!user, !!session)
  const line = `${user ? user.emails[0]!.email : 'nobody'}${fromCache ? ', from cache' : ''}${isInitialized ? '' : ', not initialized'}`
  if (said.at(-1) !== line) said.push(line)
  return <p>{line}</p>
}
test.before.each(() => {
  said.length = 0
})

const signIn = async (client: ConsumerClient) => {
  const { method_id } = await client.otps.email.loginOrCreate('ada@example.com', { expiration_minutes: 5 })
  await client.otps.authenticate(emulator.outbox().at(-1)!.code!, method_id, { session_duration_minutes: 30 })
}

test('hooks follow the session', async () => {
  const client = newClient()
  clients.push(client)
  await show(
    <LatchkeyProvider client={client}>
      <Teller />
    </LatchkeyProvider>,
  )
  assert.equal(said, ['nobody'])
  assert.is(found, client)
  await signIn(client)
  await settled()
  await client.session.revoke()
  await settled()
  assert.equal(said, ['nobody', 'ada@example.com', 'nobody'])
})

test('the state of an earlier page is from the cache until the provider has confirmed it', async () => {
  const arrive = () => new LatchkeyClient('public-token-test-cache', { customBaseUrl: 'http://provider.test' })
  const earlier = arrive()
  await signIn(earlier)
  earlier[coreKey].destroy()
  pageState().clients.clear()
  emulator.faults([{ route: 'POST /sessions/authenticate', hold: 'the session' }])
  const client = arrive()
  clients.push(client)
  await show(
    <LatchkeyProvider client={client}>
      <Teller />
    </LatchkeyProvider>,
  )
  assert.equal(said, ['ada@example.com, from cache'])
  await until(() => emulator.release('the session'), 'the question whether the session holds')
  await until(
    () => said.at(-1) === 'ada@example.com',
    () => said.join(),
  )
  assert.equal(said, ['ada@example.com, from cache', 'ada@example.com'])
})

test('a public token becomes one client, whatever StrictMode does', async () => {
  const app = (
    <LatchkeyProvider publicToken="public-token-test-one" options={{ customBaseUrl: 'http://provider.test' }}>
      <Teller />
      <Login />
    </LatchkeyProvider>
  )
  const { parent, render } = await show(app)
  await until(() => parent.querySelector('#email-input'), 'the form')
  clients.push(found!)
  assert.is(found![coreKey].publicToken, 'public-token-test-one')
  assert.is(said.at(-1), 'nobody')
  await found![coreKey].engine()
  await settled()
  assert.is(pageState().clients.get('public-token-test-one'), 1)
  const before = found
  await render(app)
  assert.is(found, before)
})

test('a provider that unmounts and mounts again has the same client', async () => {
  const app = (
    <LatchkeyProvider publicToken="public-token-test-again" options={{ customBaseUrl: 'http://provider.test' }}>
      <Teller />
    </LatchkeyProvider>
  )
  const { render } = await show(app)
  await until(() => found?.[coreKey].publicToken === 'public-token-test-again', 'the client')
  const before = found!
  clients.push(before)
  await render(null)
  await render(app)
  await settled()
  assert.is(found, before)
  await before[coreKey].engine()
  assert.is(pageState().clients.get('public-token-test-again'), 1)
})

test('without a client, components show nothing and hooks say so', async () => {
  const { parent } = await show(
    <LatchkeyProvider client={null}>
      <Teller />
      <Login />
    </LatchkeyProvider>,
  )
  assert.equal(said, ['nobody, not initialized'])
  assert.is(parent.innerHTML, '<p>nobody, not initialized</p>')
})

test('without a provider, a hook or a component that has no client says what to do', async () => {
  const caught: string[] = []
  class Boundary extends Component<{ children: ReactNode }> {
    override state = { failed: false }
    static getDerivedStateFromError = (error: Error) => {
      caught.push(error.message)
      return { failed: true }
    }
    override render = () => (this.state.failed ? null : this.props.children)
  }
  const { error } = console
  console.error = () => {}
  await show(
    <>
      <Boundary>
        <Teller />
      </Boundary>
      <Boundary>
        <Login />
      </Boundary>
    </>,
  )
  console.error = error
  assert.is(new Set(caught).size, 1)
  assert.match(caught[0]!, 'Put <LatchkeyProvider> around')
})

test.run()
