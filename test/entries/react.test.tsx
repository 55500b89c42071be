/**
 * Tests `latchkey/react`: the screens as a component, in StrictMode, which mounts everything twice
 * (docs/decisions/README.md#the-flow-is-complete-once).
 */
import { closeAll, idle, newClient, newParent, provider, reported, sent } from '../harness/login.ts'
import { screenIn, settled, until } from '../harness/screen.ts'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../src/client/core.ts'
import { pageState } from '../../src/browser/pageState.ts'
import { HeadlessClient } from '../../src/entries/headless.ts'
import { LatchkeyClient, Login, type LoginComponentProps } from '../../src/entries/react.tsx'
import type { WidgetEvent } from '../../src/widget/publicTypes.ts'

const test = suite('Login component')

const roots: { unmount(): void }[] = []
test.after.each(async () => {
  for (const root of roots.splice(0)) root.unmount()
  await settled()
  await closeAll()
})

let props: (next: Partial<LoginComponentProps>) => void

const show = async (given: LoginComponentProps) => {
  const parent = newParent()
  const events: WidgetEvent[] = []
  const errors: unknown[] = []
  const App = () => {
    const [current, set] = useState(given)
    props = (next) => set({ ...current, ...next })
    return (
      <Login
        callbacks={{
          onEvent: (event) => {
            events.push(event)
          },
          onError: (error) => {
            errors.push(error)
          },
        }}
        {...current}
      />
    )
  }
  const root = createRoot(parent)
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  roots.push(root)
  const screen = screenIn(parent)
  await until(screen.text, 'a screen')
  await settled()
  return { ...screen, events, errors, root, parent }
}

const CODE = { products: ['otp' as const], otpOptions: { methods: ['email' as const] } }

test('signs in with a code, and a screen acts once on arrival', async () => {
  const client = newClient()
  const { type, press, see, events, errors, parent } = await show({ client, config: CODE })
  await until(() => parent.querySelector('#email-input'), 'the form')
  await type('#email-input', 'ada@example.com')
  await press('Continue with email')
  await see('Enter passcode')
  await type('.lk-code-input', provider.outbox().at(-1)!.code!)
  await see('Success!')
  await until(() => events.length === 3, 'three events')
  await idle()
  assert.equal(
    events.map(({ type }) => type),
    ['OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'],
  )
  assert.equal([sent('POST /otps/email/login_or_create').length, sent('POST /otps/authenticate').length], [1, 1])
  await client[coreKey].engine()
  dispatchEvent(new Event('pagehide'))
  const names = () =>
    provider
      .events()
      .filter(({ event }) => event.public_token === client[coreKey].publicToken)
      .map(({ event }) => event.event_name)
  await until(() => names().includes('email_sent'), 'the log')
  assert.equal(names().filter((name) => name === 'render_login_screen').length, 1)
  assert.equal([...errors, ...reported], [])
})

test("a link's token is spent once", async () => {
  const client = newClient()
  await client.magicLinks.email.loginOrCreate('ada@example.com', { signup_magic_link_url: 'http://localhost/in' })
  history.replaceState(null, '', provider.outbox().at(-1)!.url!.replace('http://localhost', ''))
  const { see, events } = await show({ client, authenticateByUrl: true })
  await see('You have successfully logged in.')
  await until(() => events.length, 'an event')
  await idle()
  assert.is(sent('POST /magic_links/authenticate').length, 1)
  assert.equal(
    events.map(({ type }) => type),
    ['AUTHENTICATE_FLOW_COMPLETE'],
  )
  assert.is(location.search, '')
})

test('new props show at once, and the visitor stays on the screen', async () => {
  const { type, see, find } = await show({ client: newClient() })
  await type('#email-input', 'ada@exa')
  props({ strings: { 'login.title': 'Anmelden' }, styles: { colors: { primary: 'red' } } })
  await see('Anmelden')
  assert.is(find<HTMLInputElement>('#email-input')!.value, 'ada@exa')
  assert.is(find('section')!.parentElement!.style.getPropertyValue('--lk-colors-primary'), 'red')
})

test('unmounting ends everything that was started, and frees the ids', async () => {
  provider.faults([{ route: 'POST /magic_links/email/login_or_create', hold: 'the link' }])
  const { type, press, root, parent, events, errors } = await show({ client: newClient() })
  assert.is(pageState().widgets.size, 1)
  await type('#email-input', 'ada@example.com')
  await press('Continue with email')
  await until(() => sent('POST /magic_links/email/login_or_create').length, 'the call')
  root.unmount()
  provider.release('the link')
  await idle()
  assert.is(parent.innerHTML, '')
  assert.is(pageState().widgets.size, 0)
  assert.equal([...events, ...errors, ...reported], [])
})

test('beside another widget it has ids of its own', async () => {
  const client = newClient()
  const one = await show({ client })
  const other = await show({ client })
  assert.equal([one.find('input')!.id, other.find('input')!.id], ['email-input', 'email-input-2'])
})

test('takes a client of this entry, and a headless one', async () => {
  for (const Client of [LatchkeyClient, HeadlessClient]) {
    const client = new Client(`public-token-test-${Client.name}`, { customBaseUrl: 'http://provider.test' })
    const { type, press, see, root } = await show({ client })
    await type('input', 'ada@example.com')
    await press('Continue with email')
    await see('Check your email')
    root.unmount()
    client[coreKey].destroy()
  }
})

test.run()
