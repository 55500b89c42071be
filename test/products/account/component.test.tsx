/** Tests `Account` of latchkey/react, and the element of `mountAccount`. */
import { closeAll, idle, newClient, newParent, provider, sent } from '../../harness/login.ts'
import { screenIn, until } from '../../harness/screen.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fr } from '../../../src/strings/fr.ts'
import { Account } from '../../../src/react.tsx'

const test = suite('the account, mounted')
test.after.each(closeAll)

const email = 'ada@example.com'
const phone_number = '+12133734253'
const password = 'a sentence that nobody says 7'
const signedIn = async () => {
  const client = newClient()
  provider.seed({ users: [{ emails: [{ email }], password, phone_numbers: [{ phone_number }] }] })
  await client.passwords.authenticate({ email, password, session_duration_minutes: 30 })
  return client
}

test("the component removes a number on the host's React, in StrictMode", async () => {
  const client = await signedIn()
  const events: unknown[] = []
  const parent = newParent()
  const root = createRoot(parent)
  const render = (sections?: ('emails' | 'phoneNumbers')[]) =>
    root.render(
      <StrictMode>
        <Account
          client={client}
          sections={sections}
          callbacks={{
            onEvent: (event) => {
              if (event.type === 'ACCOUNT_CHANGED') events.push([event.data.change, event.data.section])
            },
          }}
        />
      </StrictMode>,
    )
  render(['phoneNumbers', 'emails'])
  const screen = screenIn(parent)
  const titles = () => screen.all('h3').map(({ textContent }) => textContent)
  await until(() => titles().length === 2, 'both sections')
  assert.equal(titles(), ['Phone numbers', 'Email addresses'])
  await until(() => sent('GET /users/me').length, 'the call')
  await idle()
  assert.is(sent('GET /users/me').length, 1)
  await screen.press(`Remove: ${phone_number}`)
  await screen.press('Remove')
  await until(() => events.length, 'the event')
  assert.equal(events, [['removed', 'phoneNumbers']])
  await until(() => !screen.text().includes(phone_number), 'the row to go')
  render(['emails'])
  await until(() => titles().length === 1, 'one section')
  root.unmount()
})

test('StrictMode tells the host once that nobody is signed in', async () => {
  const errors: unknown[] = []
  const parent = newParent()
  const root = createRoot(parent)
  const client = newClient()
  root.render(
    <StrictMode>
      <Account client={client} callbacks={{ onError: (error) => void errors.push(error) }} />
    </StrictMode>,
  )
  await screenIn(parent).see('Log in to see your account.')
  await idle()
  assert.equal(errors, [{ message: 'Log in to see your account.' }])
  root.unmount()
  client.destroy()
})

test('the mount makes a div, a second mount updates its sections and its language, and unmounting leaves nothing', async () => {
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

test.run()
