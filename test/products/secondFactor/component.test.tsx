/** Tests `SecondFactor` of latchkey/react, and the element of `mountSecondFactor`. */
import { closeAll, newClient, newParent, provider, recording, sent } from '../../harness/login.ts'
import { inStrictMode } from '../../harness/strictMode.tsx'
import { screenIn, until } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fr } from '../../../src/strings/fr.ts'
import { SecondFactor } from '../../../src/react.tsx'

const test = suite('a second factor, mounted')
test.after.each(closeAll)

const email = 'ada@example.com'
const password = 'a sentence that nobody says 7'
const signedIn = async () => {
  const client = newClient()
  provider.seed({ users: [{ emails: [{ email }], password, totp: { secret: 'JBSWY3DPEHPK3PXP', recovery_codes: ['abcd-efgh'] } }] })
  await client.passwords.authenticate({ email, password, session_duration_minutes: 30 })
  return client
}

test("the component takes a recovery code on the host's React, in StrictMode", async () => {
  const client = await signedIn()
  const { callbacks, events } = recording()
  const screen = inStrictMode(<SecondFactor client={client} methods={['recoveryCode']} callbacks={callbacks} />)
  await screen.type('#recovery-code-input', 'abcd-efgh')
  await screen.press('Continue')
  await screen.see('Recovery code accepted')
  await screen.press('Continue')
  await screen.see("You have confirmed that it's you.")
  await until(() => events.length > 1, 'both events')
  assert.equal(
    events.map(({ type }) => type),
    ['SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'],
  )
  assert.is(sent('POST /totps/recover').length, 1)
  screen.unmount()
})

test('the mount makes a div, a second mount updates its methods and its language, and unmounting leaves nothing', async () => {
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

test.run()
