/** Tests `SecondFactor` of latchkey/react, and the element of `mountSecondFactor`. */
import { closeAll, idle, newClient, newParent, provider, sent } from '../../harness/login.ts'
import { screenIn, until } from '../../harness/screen.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
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
  const events: string[] = []
  const parent = newParent()
  const root = createRoot(parent)
  root.render(
    <StrictMode>
      <SecondFactor
        client={client}
        methods={['recoveryCode']}
        callbacks={{
          onEvent: ({ type }) => {
            events.push(type)
          },
        }}
      />
    </StrictMode>,
  )
  const screen = screenIn(parent)
  await screen.type('#recovery-code-input', 'abcd-efgh')
  await screen.press('Continue')
  await screen.see('Recovery code accepted')
  await screen.press('Continue')
  await screen.see("You have confirmed that it's you.")
  await until(() => events.length > 1, 'both events')
  assert.equal(events, ['SECOND_FACTOR_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  assert.is(sent('POST /totps/recover').length, 1)
  root.unmount()
})

test('StrictMode tells the host once that nobody is signed in', async () => {
  const errors: unknown[] = []
  const parent = newParent()
  const root = createRoot(parent)
  const client = newClient()
  root.render(
    <StrictMode>
      <SecondFactor client={client} callbacks={{ onError: (error) => void errors.push(error) }} />
    </StrictMode>,
  )
  await screenIn(parent).see('You are not logged in.')
  await idle()
  assert.equal(errors, [{ message: 'You are not logged in. Log in first.' }])
  root.unmount()
  client.destroy()
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
