/** Tests `PasskeyRegistration` of latchkey/react, and the element of `mountPasskeyRegistration`. */
import { closeAll, newClient, newParent, open, recording } from '../../harness/login.ts'
import { inStrictMode } from '../../harness/strictMode.tsx'
import { installPasskeys } from '../../../src/playground/softwarePasskeys.ts'
import { screenIn, until } from '../../harness/screen.ts'
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
  const { callbacks, events } = recording()
  const screen = inStrictMode(<PasskeyRegistration client={client} callbacks={callbacks} />)
  await screen.press('Create a Passkey')
  await screen.see('Passkey successfully created!')
  await until(() => screen.find('[data-testid^="clickable-edit-icon-delete"]'), 'the list')
  assert.equal([events.map(({ type }) => type), device.asked.length], [['PASSKEY_REGISTER'], 1])
  screen.unmount()
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
