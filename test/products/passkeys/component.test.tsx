/** Tests `PasskeyRegistration` of latchkey/react, and the element of `mountPasskeyRegistration`. */
import { closeAll, idle, newClient, newParent, open } from '../../harness/login.ts'
import { installPasskeys } from '../../../src/playground/softwarePasskeys.ts'
import { screenIn, until } from '../../harness/screen.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { StytchUIClient } from '../../../src/compat/index.ts'
import { PasskeyRegistration } from '../../../src/react.tsx'

const test = suite('the passkeys of a visitor, mounted')
test.after.each(closeAll)

test("the component creates a passkey on the host's React, in StrictMode", async () => {
  const device = installPasskeys()
  const { client } = await open()
  await client.passwords.create({ email: 'ada@example.com', password: 'a sentence that nobody says 7', session_duration_minutes: 30 })
  const events: string[] = []
  const parent = newParent()
  const root = createRoot(parent)
  root.render(
    <StrictMode>
      <PasskeyRegistration
        client={client}
        callbacks={{
          onEvent: ({ type }) => {
            events.push(type)
          },
        }}
      />
    </StrictMode>,
  )
  const screen = screenIn(parent)
  await screen.press('Create a Passkey')
  await screen.see('Passkey successfully created!')
  await until(() => screen.find('[data-testid^="clickable-edit-icon-delete"]'), 'the list')
  assert.equal([events, device.asked.length], [['PASSKEY_REGISTER'], 1])
  root.unmount()
  device.remove()
})

test('StrictMode tells the host once that nobody is signed in', async () => {
  const device = installPasskeys()
  const errors: unknown[] = []
  const parent = newParent()
  const root = createRoot(parent)
  const client = newClient()
  root.render(
    <StrictMode>
      <PasskeyRegistration client={client} callbacks={{ onError: (error) => void errors.push(error) }} />
    </StrictMode>,
  )
  await screenIn(parent).see('Cannot use PasskeyRegistration component without active user authenticated.')
  await idle()
  assert.is(errors.length, 1)
  root.unmount()
  client.destroy()
  device.remove()
})

test("the mount makes a div, the drop-in makes the provider's element, and a second mount updates it", async () => {
  const { parent: elsewhere } = await open()
  for (const [client, tag] of [
    [newClient(), 'DIV'],
    [new StytchUIClient('public-token-test-compat', { customBaseUrl: 'https://provider.test' }), 'STYTCH-PASSKEY-REGISTRATION'],
  ] as const) {
    const parent = newParent()
    const handle = client.mountPasskeyRegistration({ elementId: parent })
    const element = parent.firstElementChild as HTMLElement
    assert.equal([element.tagName, element.dataset.latchkey], [tag, 'mountPasskeyRegistration'])
    client.mountPasskeyRegistration({ elementId: parent, strings: { 'passkey.registrationStart.title': 'Neu' } })
    await screenIn(parent).see('Neu')
    assert.is(parent.querySelector('section')!.getAttribute('aria-label'), null, 'its heading says what it is')
    assert.is(parent.children.length, 1)
    handle.unmount()
    assert.is(parent.children.length, 0)
  }
  assert.ok(elsewhere.isConnected)
})

test('a selector that matches nothing throws, and names the method', () => {
  assert.throws(
    () => newClient().mountPasskeyRegistration({ elementId: '#nowhere' }),
    /\(#nowhere\).*before calling mountPasskeyRegistration\(\)/,
  )
})

test.run()
