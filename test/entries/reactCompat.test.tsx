/**
 * Tests `latchkey/compat/react`: the provider's components, hooks and higher-order components, in
 * StrictMode.
 */
import { closeAll, newParent, provider as emulator } from '../harness/login.ts'
import { settled, until } from '../harness/screen.ts'
import { Component, StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../src/client/core.ts'
import * as stytch from '../../src/entries/compat/react.tsx'
import { rejection } from '../harness/rejection.ts'

const test = suite('compat/react')
const options = { customBaseUrl: 'http://provider.test' }

const roots: { unmount(): void }[] = []
const clients: stytch.StytchClient[] = []
test.after.each(async () => {
  for (const root of roots.splice(0)) root.unmount()
  for (const client of clients.splice(0)) client[coreKey].destroy()
  await settled()
  await closeAll()
})

const newClient = (token: string) => {
  const client = stytch.createStytchUIClient(`public-token-test-${token}`, options)
  clients.push(client)
  return client
}

const show = async (client: stytch.StytchClient, children: ReactNode) => {
  const parent = newParent()
  const root = createRoot(parent)
  roots.push(root)
  root.render(
    <StrictMode>
      <stytch.StytchProvider stytch={client} assumeHydrated>
        {children}
      </stytch.StytchProvider>
    </StrictMode>,
  )
  await settled()
  return parent
}

const signIn = async (client: stytch.StytchClient) => {
  const { method_id } = await client.otps.email.loginOrCreate('ada@example.com', { expiration_minutes: 5 })
  await client.otps.authenticate(emulator.outbox().at(-1)!.code!, method_id, { session_duration_minutes: 30 })
}

const Hooks = () => {
  const client = stytch.useStytch()
  const { user, isInitialized } = stytch.useStytchUser()
  const { session } = stytch.useStytchSession()
  const { isAuthorized } = stytch.useStytchIsAuthorized('stytch.self', 'update')
  const facts = [client === clients[0], isInitialized, !!user, !!session, isAuthorized]
  return <p id="hooks">{facts.join()}</p>
}

const Wrapped = stytch.withStytch<{ label: string }>(({ stytch: client, label }) => (
  <p id="client">{`${label} ${client === clients[0]}`}</p>
))
const OfUser = stytch.withStytchUser(({ stytchUser, stytchUserIsInitialized, stytchUserIsFromCache }) => (
  <p id="user">{[!!stytchUser, stytchUserIsInitialized, stytchUserIsFromCache].join()}</p>
))
const OfSession = stytch.withStytchSession(({ stytchSession, stytchSessionIsInitialized }) => (
  <p id="session">{[!!stytchSession, stytchSessionIsInitialized].join()}</p>
))
const OfPermissions = stytch.withStytchPermissions(({ stytchPermissions }) => <p id="permissions">{JSON.stringify(stytchPermissions)}</p>)

test('hooks and wrapped components know the client, and follow the session', async () => {
  const client = newClient('hooks')
  const parent = await show(
    client,
    <>
      <Hooks />
      <Wrapped label="Client" />
      <OfUser />
      <OfSession />
      <OfPermissions />
    </>,
  )
  const text = (id: string) => parent.querySelector(`#${id}`)?.textContent
  assert.equal(['hooks', 'client', 'user', 'session', 'permissions'].map(text), [
    'true,true,false,false,false',
    'Client true',
    'false,true,false',
    'false,true',
    JSON.stringify(await client.rbac.allPermissions()),
  ])
  await signIn(client)
  await until(() => text('hooks')?.startsWith('true,true,true,true'), 'the session')
  await settled()
  const allowed = await client.rbac.isAuthorized('stytch.self', 'update')
  assert.equal(['hooks', 'user', 'session'].map(text), [`true,true,true,true,${allowed}`, 'true,true,false', 'true,true'])
  assert.equal(JSON.parse(text('permissions')!), await client.rbac.allPermissions())
  await client.session.revoke()
  await until(() => text('hooks') === 'true,true,false,false,false', 'the end of the session')
  await until(() => text('permissions'), 'the component is still there')
  assert.equal(JSON.parse(text('permissions')!), await client.rbac.allPermissions())
})

/**
 * Clients as tests of hosts make them: plain objects with what the provider's hooks read, and
 * nothing else.
 */
const doubles: [name: string, double: object, said: string][] = [
  ['a visitor', { user: { user_id: 'u' }, session: { session_id: 's' }, fromCache: false }, 'u,true,false s,true,false'],
  ['a visitor of the cache', { user: { user_id: 'u' }, session: { session_id: 's' }, fromCache: true }, 'u,true,true s,true,true'],
  ['nobody', { user: null, session: null, fromCache: false }, ',true,false ,true,false'],
]

const Said = () => {
  const { user, ...ofUser } = stytch.useStytchUser()
  const { session, ...ofSession } = stytch.useStytchSession()
  const { isAuthorized } = stytch.useStytchIsAuthorized('ledgers', 'close')
  const said = [user?.user_id, ofUser.isInitialized, ofUser.fromCache].join()
  return <p id="said">{`${said} ${[session?.session_id, ofSession.isInitialized, ofSession.fromCache].join()} ${isAuthorized}`}</p>
}

/**
 * Renders children with a client, and returns what they show, or the message of what they throw.
 */
const shownWith = async (client: object, children: ReactNode) => {
  let failure = ''
  class Boundary extends Component<{ children: ReactNode }> {
    override state = { failed: false }
    static getDerivedStateFromError = () => ({ failed: true })
    override componentDidCatch({ message }: Error) {
      failure ||= message
    }
    override render() {
      return this.state.failed ? null : this.props.children
    }
  }
  const parent = newParent()
  const root = createRoot(parent, { onCaughtError: () => {} })
  roots.push(root)
  root.render(
    <Boundary>
      <stytch.StytchProvider stytch={client as never}>{children}</stytch.StytchProvider>
    </Boundary>,
  )
  await settled()
  return failure || parent.textContent
}

test('functions that a test runner has made, and that return nothing, are enough for the hooks', async () => {
  const mock = () => {}
  const client = { user: { getInfo: mock }, session: { getInfo: mock }, onStateChange: mock }
  const Hook = () => <p>{JSON.stringify([stytch.useStytchUser(), stytch.useStytchSession()])}</p>
  // as with @stytch/react 20
  assert.is(await shownWith(client, <Hook />), '[{"isInitialized":true},{"isInitialized":true}]')
})

test('a screen says that it needs a real client', async () => {
  const info = (of: string) => ({ getInfo: () => ({ [of]: null, fromCache: false }) })
  const client = { user: info('user'), session: info('session'), onStateChange: () => () => {} }
  for (const screen of [<stytch.StytchLogin key="a" config={{ products: [] }} />, <stytch.IdentityProvider key="b" />])
    assert.match(await shownWith(client, screen), /^\[Stytch\] The client of <StytchProvider> is an object of a test/)
})

for (const [name, double, said] of doubles) {
  for (const isNew of [false, true]) {
    test(`a client that a host's test makes is enough: ${name}, ${isNew ? 'new' : 'the same'} objects at every call`, async () => {
      const listeners = new Set<() => void>()
      let state = double as { user: object | null; session: object | null; fromCache: boolean }
      const copy = (value: object | null) => (isNew && value ? { ...value } : value)
      const client = {
        user: { getInfo: () => ({ user: copy(state.user), fromCache: state.fromCache }) },
        session: { getInfo: () => ({ session: copy(state.session), fromCache: state.fromCache }) },
        onStateChange: (callback: () => void) => {
          listeners.add(callback)
          return () => listeners.delete(callback)
        },
        rbac: {
          isAuthorizedSync: () => false,
          isAuthorized: async () => true,
          allPermissions: async () => ({ ledgers: { close: true } }),
        },
      }
      const parent = await show(
        client as never,
        <>
          <Said />
          <OfPermissions />
          <OfUser />
        </>,
      )
      const text = (id: string) => parent.querySelector(`#${id}`)?.textContent
      await until(() => text('said') === `${said} true`, said)
      await until(() => text('permissions') === '{"ledgers":{"close":true}}', 'the permissions')
      state = { user: { user_id: 'v' }, session: { session_id: 't' }, fromCache: false }
      for (const listener of listeners) listener()
      await until(() => text('said') === 'v,true,false t,true,false true', 'the change')
      assert.is(text('user'), 'true,true,false')
    })
  }
}

test('the log-in screen takes products as constants and presentation, and signs in', async () => {
  const client = newClient('login')
  const events: string[] = []
  const parent = await show(
    client,
    <stytch.StytchLogin
      config={{ products: [stytch.Products.otp], otpOptions: { methods: [stytch.OTPMethods.Email] } }}
      presentation={{ theme: { primary: '#010203' } }}
      callbacks={{ onEvent: ({ type }) => void events.push(type) }}
    />,
  )
  const email = await until(() => parent.querySelector<HTMLInputElement>('#email-input'), 'the form')
  assert.match(parent.innerHTML, '#010203')
  email.value = 'ada@example.com'
  email.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await settled()
  parent.querySelector<HTMLButtonElement>('button[type=submit]')!.click()
  await until(() => events.includes(stytch.StytchEventType.OTPsLoginOrCreateEvent), 'a code')
})

const screens: Record<string, () => ReactNode> = {
  StytchPasswordReset: () => <stytch.StytchPasswordReset config={{ products: [stytch.Products.passwords] }} />,
  StytchPasskeyRegistration: () => <stytch.StytchPasskeyRegistration config={{ products: [stytch.Products.passkeyRegistration] }} />,
  IdentityProvider: () => <stytch.IdentityProvider getIDPConsentManifest={() => []} />,
}

for (const [name, Screen] of Object.entries(screens)) {
  test(`${name} shows its screen`, async () => {
    const parent = await show(newClient(name), <Screen />)
    await until(() => parent.textContent, 'a screen')
  })
}

class Boundary extends Component<{ children: ReactNode }, { said?: string }> {
  override state: { said?: string } = {}
  static getDerivedStateFromError = (error: Error) => ({ said: error.message })
  override render = () => this.state.said ?? this.props.children
}

const alone: Record<string, () => ReactNode> = {
  useStytch: () => String(stytch.useStytch()),
  useStytchUser: () => String(stytch.useStytchUser()),
  useStytchSession: () => String(stytch.useStytchSession()),
  useStytchIsAuthorized: () => String(stytch.useStytchIsAuthorized('documents', 'read')),
  StytchLogin: () => <stytch.StytchLogin config={{ products: ['otp'] }} />,
  withStytchPermissions: () => <OfPermissions />,
  ...screens,
}

for (const [name, Alone] of Object.entries(alone)) {
  test(`without a provider, ${name} names the one that is missing by the provider's name`, async () => {
    const parent = newParent()
    const root = createRoot(parent)
    roots.push(root)
    root.render(
      <Boundary>
        <Alone />
      </Boundary>,
    )
    await until(() => parent.textContent, 'an error')
    assert.match(parent.textContent!, '[Stytch] There is no client here. Put <StytchProvider> around this component.')
  })
}

/**
 * Whether a page that sends visitors away would do so: it does once the hook says that it knows,
 * and that the visitor may not.
 */
const Guard = ({ seen }: { seen: string[] }) => {
  const { isAuthorized, isInitialized } = stytch.useStytchIsAuthorized('ledgers', 'close')
  seen.push(!isInitialized ? 'unknown' : isAuthorized ? 'may' : 'may not')
  return null
}

test('useStytchIsAuthorized says that it knows only when it does', async () => {
  emulator.project({
    rbac_policy: {
      roles: [{ role_id: 'stytch_user', description: '', permissions: [{ resource_id: 'ledgers', actions: ['close'] }] }],
      resources: [{ resource_id: 'ledgers', description: '', actions: ['close'] }],
      scopes: [],
    },
  })
  const client = newClient('guard')
  await signIn(client)
  const seen: string[] = []
  await show(client, <Guard seen={seen} />)
  await until(() => seen.includes('may'), 'the answer')
  assert.not(seen.includes('may not'), seen.join())
  await client.session.revoke()
  await until(() => seen.includes('may not'), 'the end of the session')
})

const Signed = ({ seen }: { seen: string[] }) => {
  const { user, isInitialized, fromCache } = stytch.useStytchUser()
  const { session, isInitialized: hasSession } = stytch.useStytchSession()
  seen.push(!isInitialized || !hasSession ? `unknown${fromCache}` : user && session ? 'somebody' : 'nobody')
  return null
}

test('a session in a cookie that the page cannot see is unknown, not absent, until the provider has answered', async () => {
  const first = newClient('unseen')
  await signIn(first)
  first[coreKey].destroy()
  localStorage.clear()
  const seen: string[] = []
  await show(newClient('unseen'), <Signed seen={seen} />)
  await until(() => seen.includes('somebody'), 'the visitor')
  assert.is(seen[0], 'unknownfalse')
  assert.not(seen.includes('nobody'), seen.join())
})

test('calls reject with the errors of the provider', async () => {
  const failed = await rejection(newClient('errors').otps.authenticate('000000', 'm', { session_duration_minutes: 30 }))
  assert.instance(failed, stytch.StytchAPIError)
  assert.is(failed.name, 'StytchAPIError')
})

test.run()
