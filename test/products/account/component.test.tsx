/** Tests `Account` of latchkey/react, and the element of `mountAccount`. */
import { closeAll, idle, newClient, newParent, provider, recording, sent } from '../../harness/login.ts'
import { inStrictMode } from '../../harness/strictMode.tsx'
import { screenIn, until } from '../../harness/screen.ts'
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
  const { callbacks, events } = recording()
  const account = (...sections: ('emails' | 'phoneNumbers')[]) => <Account client={client} sections={sections} callbacks={callbacks} />
  const screen = inStrictMode(account('phoneNumbers', 'emails'))
  const titles = () => screen.all('h3').map(({ textContent }) => textContent)
  await until(() => titles().length === 2, 'both sections')
  assert.equal(titles(), ['Phone numbers', 'Email addresses'])
  await until(() => sent('GET /users/me').length, 'the call')
  await idle()
  assert.is(sent('GET /users/me').length, 1)
  await screen.press(`Remove: ${phone_number}`)
  await screen.press('Remove')
  await until(() => events.length, 'the event')
  assert.equal(
    events.map(({ type, data }) => [type, 'change' in data && data.change, 'section' in data && data.section]),
    [['ACCOUNT_CHANGED', 'removed', 'phoneNumbers']],
  )
  await until(() => !screen.text().includes(phone_number), 'the row to go')
  screen.render(account('emails'))
  await until(() => titles().length === 1, 'one section')
  screen.unmount()
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
