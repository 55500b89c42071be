/**
 * Tests how a visitor who is signed in confirms that it is them, in a dialog over what they do: for
 * a change that a server refuses because the session is too old, and for `client.confirm`.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../../src/client/core.ts'
import { LatchkeyClient } from '../../../src/entries/index.ts'
import { en } from '../../../src/strings/en.ts'
import type { SeedUser } from '../../../src/tools/emulator/index.ts'
import { idle, mail, newClient, newParent, provider, sent } from '../../harness/login.ts'
import { screenIn, settled, until } from '../../harness/screen.ts'
import '../../harness/everyFramework.ts'
import { device, EMAIL, everything, NUMBER, password, prepare } from '../account/setUp.ts'

prepare(test)
// going back to the first entry of a history, happy-dom loads its page
test.before.each(() => history.pushState(null, ''))
const opened: { unmount(): void }[] = []
const clients: LatchkeyClient[] = []
test.after.each(() => {
  for (const handle of opened.splice(0)) handle.unmount()
  for (const client of clients.splice(0)) client.destroy()
})

const TITLE = "Confirm it's you"
const REGISTER = 'POST /webauthn/register/start'
const LOG_IN = 'POST /passwords/authenticate'
const tooOld = {
  route: REGISTER,
  status: 403,
  times: 1,
  body: { status_code: 403, error_type: 'session_too_old', error_message: 'Too old.' },
}

/** A visitor with all of this, who logged in with a password a while ago. */
const comeBack = async (client: LatchkeyClient = newClient(), more: SeedUser = {}) => {
  clients.push(client)
  provider.seed({ users: [{ emails: [{ email: EMAIL }], password, ...more }] })
  await client.passwords.authenticate({ email: EMAIL, password, session_duration_minutes: 60 })
  provider.clock.advance(20 * 60_000)
  await client.session.authenticate()
  return client
}

const toBackend = () => {
  provider.project({ backend: true })
  return new LatchkeyClient({ backend: 'http://provider.test' })
}

const props = { strings: en, styles: { look: 'classic' } } as const

/** Asks for a confirmation, whose failure is looked at later. */
const confirmed = (client: LatchkeyClient, more: object = {}) => {
  const asked = client.confirm({ ...props, ...more })
  asked.catch(() => {})
  return asked
}

/** The dialog of the page, once it is open. */
const dialogOf = async () => {
  const element = await until(() => document.querySelector<HTMLDialogElement>('dialog[open]'), 'the dialog')
  return { element, ...screenIn(element) }
}
const isClosed = () => until(() => !document.querySelector('dialog'), 'no dialog')

const typePassword = async (text = password) => {
  const { type, press } = await dialogOf()
  await type('input[type=password]', text)
  await press('Continue')
}

const account = async (client: LatchkeyClient) => {
  const elementId = newParent()
  const errors: any[] = []
  opened.push(client.mountAccount({ elementId, ...props, callbacks: { onError: (error) => void errors.push(error) } }))
  await until(screenIn(elementId).text, 'a screen')
  await idle()
  return { ...screenIn(elementId), errors }
}
type Account = Awaited<ReturnType<typeof account>>

for (const [where, come] of [
  ['a public token', () => comeBack()],
  ["a host's own server", () => comeBack(toBackend())],
] as const) {
  test(`with ${where}, a change for which the session is too old goes on after the password`, async () => {
    const client = await come()
    const screen = await account(client)
    const { session_id } = client.session.getSync()!
    provider.faults([tooOld])
    await screen.press('Create a Passkey')
    const { see } = await dialogOf()
    await see(TITLE)
    assert.is(document.activeElement, document.querySelector('dialog input[type=password]'))
    await typePassword('another password')
    await see('Unauthorized credentials.')
    await typePassword()
    await until(() => device.passkeys.length, 'the passkey')
    await isClosed()
    assert.is(sent(REGISTER).length, 2)
    const { confirm_session } = sent(LOG_IN).at(-1)!
    assert.is(confirm_session, client[coreKey].backend ? true : undefined)
    assert.equal([client.session.getSync()!.session_id, client.user.getSync()!.emails[0]!.email], [session_id, EMAIL])
  })
}

test('a new name is not typed twice', async () => {
  const client = await comeBack()
  await client.webauthn.register({ is_passkey: true, session_duration_minutes: 60 })
  const { name, webauthn_registration_id: id } = client.user.getSync()!.webauthn_registrations[0]!
  const screen = await account(client)
  provider.faults([{ ...tooOld, route: `PUT /webauthn/update/${id}` }])
  await screen.press(`Rename: ${name}`)
  await screen.type('.lk-item input', 'My phone')
  await screen.press(`Save: ${name}`)
  const { press } = await dialogOf()
  await press('Password')
  await typePassword()
  await until(() => client.user.getSync()!.webauthn_registrations[0]!.name === 'My phone', 'the name')
})

const email = 'ada@analytical.example'
const REMOVE = 'DELETE /users/phone_numbers/:id'
const removeNumber = async ({ press, button }: Account) => {
  await press(`Remove: ${NUMBER}`)
  await screenIn(button(`Remove: ${NUMBER}`)!.closest('li')!).press('Remove')
}
for (const [change, route, begin, isDone] of [
  [
    'adds an address',
    'POST /otps/email/send/secondary',
    async (screen) => {
      await screen.press('Add an email address')
      await screen.type('input[type=email]', email)
      await screen.press('Send code')
    },
    (screen) => screen.see(email),
  ],
  [
    'sets up an app',
    'POST /totps',
    (screen) => screen.press('Set up an authenticator app'),
    (screen) => until(() => screen.find('.lk-secret code'), 'the secret'),
  ],
  [
    'asks for recovery codes',
    'POST /totps/recovery_codes',
    (screen) => screen.press('Recovery codes'),
    (screen) => until(() => screen.all('.lk-codes code').length === 10, 'the codes'),
  ],
  ['removes a phone number', REMOVE, removeNumber, (screen) => until(() => !screen.text().includes(NUMBER), 'the list without it')],
] satisfies [string, string, (screen: Account) => Promise<unknown>, (screen: Account) => Promise<unknown>][]) {
  test(`who ${change} after a while confirms it, and goes on`, async () => {
    const screen = await account(await comeBack(undefined, change === 'sets up an app' ? {} : everything))
    provider.faults([{ ...tooOld, route }])
    await begin(screen)
    await typePassword()
    await isClosed()
    await isDone(screen)
    assert.equal(screen.errors, [])
  })
}

test('a change whose screen has gone asks nobody', async () => {
  const screen = await account(await comeBack(undefined, everything))
  provider.faults([{ ...tooOld, route: REMOVE, hold: 'phone' }])
  await removeNumber(screen)
  await until(() => provider.requests().some(({ method }) => method === 'DELETE'), 'the call')
  opened.pop()!.unmount()
  provider.release('phone')
  await idle()
  assert.equal([document.querySelector('dialog'), history.state, screen.errors], [null, null, []])
})

for (const [by, close] of [
  ['its button', async () => (await dialogOf()).press('Cancel')],
  ['Escape', async () => void (await dialogOf()).element.dispatchEvent(new Event('cancel'))],
  ["the browser's back button", async () => void dispatchEvent(new PopStateEvent('popstate'))],
  [
    'a log-in of somebody else in another tab',
    async () => {
      const { storage, key } = newest![coreKey]
      const state = storage.get(key) as { session: object; user: object }
      const other = {
        session: { ...state.session, user_id: 'user-2', session_id: 'session-2' },
        user: { ...state.user, user_id: 'user-2' },
      }
      dispatchEvent(new StorageEvent('storage', { key, newValue: JSON.stringify(other) }))
    },
  ],
] as const) {
  test(`the dialog closes by ${by}, and nothing has changed`, async () => {
    const client = (newest = await comeBack())
    const screen = await account(client)
    provider.faults([tooOld])
    await screen.press('Create a Passkey')
    await dialogOf()
    await close()
    await isClosed()
    await idle()
    assert.is(sent(REGISTER).length, 1)
    assert.equal(sent(LOG_IN).length, 1, 'the log-in before')
    if (by.startsWith('a log-in')) return
    await screen.see('Nothing has changed, because you have not confirmed that it is you.')
    assert.equal(
      screen.errors.map(({ code }) => code),
      ['confirmation_canceled'],
    )
  })
}
let newest: LatchkeyClient | undefined

test('offers the ways that the visitor has, the last one first: passkey, password, codes, the app', async () => {
  const client = await comeBack(undefined, everything)
  await client.webauthn.register({ is_passkey: true, session_duration_minutes: 60 })
  provider.clock.advance(1000)
  await client.passwords.authenticate({ email: EMAIL, password, session_duration_minutes: 60 })
  provider.clock.advance(10 * 60_000)
  await client.session.authenticate()
  const asked = confirmed(client)
  const dialog = await dialogOf()
  assert.ok(dialog.find('input[type=password]'))
  await until(() => dialog.text().includes(NUMBER), 'the number as people write it')
  assert.equal(
    dialog.all('.lk-row').map(({ textContent }) => textContent!.replace(/[\u2066-\u2069]/g, '')),
    ['Use a passkey', `Send a code to ${EMAIL}`, `Send a code to ${NUMBER}`, 'Authenticator app'],
  )
  await dialog.press('Use a passkey')
  await until(() => dialog.find('.lk-primary')?.textContent === 'Use a passkey', 'the passkey')
  dialog.find('.lk-primary')!.click()
  const { confirmedAt } = await asked
  assert.is(Date.parse(confirmedAt), provider.clock.now() - (provider.clock.now() % 1000))
  assert.is(client.session.getSync()!.authentication_factors.at(-1)!.delivery_method, 'webauthn_registration')
})

test('a code by email confirms, and an app where a server wants it after the password', async () => {
  const client = await comeBack(toBackend(), { totp: everything.totp })
  const asked = confirmed(client)
  const dialog = await dialogOf()
  await typePassword('wrong')
  await dialog.see('Unauthorized credentials.')
  dialog.all('.lk-row')[0]!.click()
  await until(() => dialog.find('.lk-primary')?.textContent?.includes(EMAIL), 'the button')
  dialog.find('.lk-primary')!.click()
  await until(() => dialog.find('[autocomplete=one-time-code]'), 'the field')
  await dialog.type('[autocomplete=one-time-code]', /\d{6}/.exec((await mail()).text)![0])
  await asked
  const again = confirmed(client, { maxAgeMinutes: 0 })
  await (await dialogOf()).press('Password')
  const demand = { request_id: 'r', status_code: 200, second_factor_required: true, methods: ['totp'], trusted_device: false }
  provider.faults([{ route: LOG_IN, status: 200, times: 1, body: { data: demand } }])
  await typePassword()
  const second = await dialogOf()
  await second.see('Enter the 6-digit code that your authenticator app shows.')
  assert.ok(client.session.getSync(), 'the session is there')
  await second.press('Cancel')
  assert.is(await again.catch(({ code }) => code), 'confirmation_canceled')
})

test('client.confirm: at once if the proof is young enough, else it asks, once for two', async () => {
  const client = await comeBack()
  const { confirmedAt } = await confirmed(client, { maxAgeMinutes: 30 })
  assert.is(document.querySelector('dialog'), null)
  assert.is(Date.parse(confirmedAt), Date.parse(client.session.getSync()!.started_at))
  const both = [confirmed(client), confirmed(client)]
  await typePassword()
  const [one, two] = await Promise.all(both)
  assert.equal(one, two)
  assert.ok(Date.parse(one!.confirmedAt) - Date.parse(confirmedAt) >= 19 * 60_000)
  await isClosed()
  assert.is(document.querySelector('[data-latchkey=mountSecondFactor]'), null, 'nothing is left on the page')
  await client.session.revoke()
  assert.is((await confirmed(client).catch((error) => error)).code, 'api', 'nobody is signed in')
})

test('a confirmation in another tab does not answer the dialog that is open here', async () => {
  const client = await comeBack()
  let isOver = false
  const asked = confirmed(client).finally(() => (isOver = true))
  await dialogOf()
  const { storage, key } = client[coreKey]
  const state = storage.get(key) as { session: { authentication_factors: object[] } }
  const last_authenticated_at = new Date(provider.clock.now()).toISOString()
  state.session.authentication_factors.push({ delivery_method: 'email', last_authenticated_at })
  dispatchEvent(new StorageEvent('storage', { key, newValue: JSON.stringify(state) }))
  await settled()
  assert.is(isOver, false)
  await typePassword()
  await asked
})

test('with a public token, a log-in of another user is not kept', async () => {
  const client = await comeBack()
  const { session_id, user_id } = client.session.getSync()!
  const answer = structuredClone(await client.session.authenticate()) as any
  answer.user_id = answer.session.user_id = answer.user.user_id = 'user-of-another'
  answer.session.session_id = 'session-of-another'
  provider.faults([{ route: LOG_IN, status: 200, body: { data: answer } }])
  const asked = confirmed(client).catch(({ code }) => code)
  await typePassword()
  const dialog = await dialogOf()
  await dialog.see('Nothing has changed')
  assert.equal([client.session.getSync()!.session_id, client.session.getSync()!.user_id], [session_id, user_id])
  await dialog.press('Cancel')
  assert.is(await asked, 'confirmation_canceled')
})

test("a host's own server counts five wrong tries, and refuses another user's proof", async () => {
  const client = await comeBack(toBackend())
  provider.seed({ users: [{ emails: [{ email: 'bob@example.com' }], password }] })
  const { session_id } = client.session.getSync()!
  const confirm = (body: { email?: string; password?: string }) =>
    client.passwords
      .authenticate({ email: EMAIL, password, session_duration_minutes: 60, confirm_session: true, ...body })
      .then(() => 'confirmed')
      .catch(({ error_type }) => error_type)
  assert.is(await confirm({ email: 'bob@example.com' }), 'confirmation_refused')
  provider.project({ lock_threshold: 100 })
  for (let tries = 1; tries < 5; tries++) assert.is(await confirm({ password: 'wrong' }), 'unauthorized_credentials')
  assert.is(await confirm({}), 'user_lock_limit_reached')
  assert.is((await client.session.authenticate()).session.session_id, session_id)
  provider.clock.advance(3600_000)
  assert.is(await confirm({}), 'session_not_found', 'the session has ended by then')
})

test.run()
