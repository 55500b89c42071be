/**
 * Tests the elements of `mountAccount`, `mountSecondFactor` and `mountPasskeyRegistration`. That of
 * `mountLogin`, and what all of them share: mount.test.ts.
 */
import { closeAll, newClient, newParent, open, provider } from '../harness/login.ts'
import { screenIn } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { StytchUIClient } from '../../src/entries/compat/index.ts'
import { fr } from '../../src/strings/fr.ts'

const test = suite('mount methods')
test.after.each(closeAll)

const email = 'ada@example.com'
const phone_number = '+12133734253'
const password = 'a sentence that nobody says 7'
const totp = { secret: 'JBSWY3DPEHPK3PXP', recovery_codes: ['abcd-efgh'] }
const signedIn = async () => {
  const client = newClient()
  provider.seed({ users: [{ emails: [{ email }], password, phone_numbers: [{ phone_number }], totp }] })
  await client.passwords.authenticate({ email, password, session_duration_minutes: 30 })
  return client
}

test('mountAccount makes a div, a second mount updates its sections and its language, and unmounting leaves nothing', async () => {
  const client = await signedIn()
  const parent = newParent()
  const handle = client.mountAccount({ elementId: parent })
  const element = parent.firstElementChild as HTMLElement
  assert.equal([element.tagName, element.dataset.latchkey], ['DIV', 'mountAccount'])
  const screen = screenIn(parent)
  await screen.see('Phone numbers')
  client.mountAccount({ elementId: parent, sections: ['emails'], strings: fr })
  await screen.see(fr['account.emails'])
  assert.is(screen.all('h3').length, 1)
  assert.is(parent.children.length, 1)
  handle.unmount()
  assert.is(parent.children.length, 0)
})

test('mountSecondFactor makes a div, a second mount updates its methods and its language, and unmounting leaves nothing', async () => {
  const client = await signedIn()
  const parent = newParent()
  const handle = client.mountSecondFactor({ elementId: parent })
  const element = parent.firstElementChild as HTMLElement
  assert.equal([element.tagName, element.dataset.latchkey], ['DIV', 'mountSecondFactor'])
  const screen = screenIn(parent)
  await screen.see('Enter the 6-digit code')
  client.mountSecondFactor({ elementId: parent, methods: ['recoveryCode'], strings: fr })
  await screen.see(fr['secondFactor.recoveryCode.content'])
  assert.is(parent.children.length, 1)
  handle.unmount()
  assert.is(parent.children.length, 0)
})

test("mountPasskeyRegistration makes a div, the drop-in makes the provider's element, and a second mount updates it", async () => {
  const { parent: elsewhere } = await open()
  for (const [client, tag] of [
    [newClient(), 'DIV'],
    [new StytchUIClient('public-token-test-compat', { customBaseUrl: 'http://provider.test' }), 'STYTCH-PASSKEY-REGISTRATION'],
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

for (const [method, more] of [
  ['mountPasskeyRegistration', {}],
  ['mountResetPassword', { passwordResetToken: 't' }],
] as const)
  test(`${method}: a selector that matches nothing throws, and names the method`, () => {
    assert.throws(
      () => newClient()[method]({ elementId: '#nowhere', ...more } as never),
      new RegExp(`\\(#nowhere\\).*before calling ${method}\\(\\)`),
    )
  })

test.run()
