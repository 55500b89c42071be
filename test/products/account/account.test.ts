/** Tests the account screen on the emulator: what it lists, removing each kind, and what it refuses (docs/decisions.md#the-last-way-in-stays). */
import { closeAll, idle, newParent, open, provider, reported, sent, recording } from '../../harness/login.ts'
import { installPasskeys, type PasskeyDevice } from '../../../src/playground/softwarePasskeys.ts'
import { screenIn, settled, until } from '../../harness/screen.ts'
import { TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { SeedUser } from '../../../src/emulator/index.ts'
import type { AccountProps, WidgetEvent } from '../../../src/widget/publicTypes.ts'
import { de } from '../../../src/strings/de.ts'
import { fr } from '../../../src/strings/fr.ts'
import { inParts } from '../../../src/strings/inParts.ts'
import { account, accountApp, adding } from '../../../src/widget/laterChunks.ts'

const test = suite('the account of a visitor')

const EMAIL = 'ada@example.com'
const PHONE = '+12133734253'
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
const LAST = 'This is your only way to log in. Add another one before you remove it.'
const password = 'a sentence that nobody says 7'

let device: PasskeyDevice
test.before(async () => {
  await Promise.all([account.load(), accountApp.load(), adding.load()])
})
test.before.each(() => {
  device = installPasskeys()
})
test.after.each(async () => {
  await closeAll()
  device.remove()
})

const everything: SeedUser = {
  phone_numbers: [{ phone_number: PHONE }],
  totp: { secret: 'JBSWY3DPEHPK3PXP' },
  oauth: [{ provider_type: 'Google', provider_subject: '1' }],
  crypto_wallets: [{ crypto_wallet_address: WALLET, crypto_wallet_type: 'ethereum' }],
}

/** A visitor who is signed in, with all of this beside their email address and their password. */
const signedIn = async (more: SeedUser = {}) => {
  provider.seed({ users: [{ emails: [{ email: EMAIL }], password, ...more }] })
  const login = await open()
  await login.client.passwords.authenticate({ email: EMAIL, password, session_duration_minutes: 30 })
  return login
}

/** The visitor has let an app in. */
const consents = async ({ client }: Awaited<ReturnType<typeof signedIn>>) => {
  const redirect_uri = 'https://notes.example/cb'
  provider.seed({
    clients: [{ client_id: 'app-1', client_name: 'Sunny Notes', client_type: 'third_party', redirect_uris: [redirect_uri] }],
  })
  await client.idp.oauthAuthorizeSubmit({
    client_id: 'app-1',
    redirect_uri,
    response_type: 'code',
    scopes: ['openid'],
    consent_granted: true,
  })
}

/** Mounts the account of a visitor, by default of one who has nothing but an email address and a password. */
const show = async (login: Awaited<ReturnType<typeof signedIn>>, props: AccountProps = {}) => {
  const parent = newParent()
  const { events, errors, callbacks } = recording()
  const handle = login.client.mountAccount({
    elementId: parent,
    callbacks,
    ...props,
  })
  const screen = screenIn(parent)
  await until(screen.text, 'a screen')
  await settled()
  await idle()
  /** The names in each section, by its title. */
  const sections = () =>
    Object.fromEntries(
      screen
        .all('[role=group]')
        .map((section) => [
          section.querySelector('h3')!.textContent,
          [...section.querySelectorAll('li')].map(
            (row) => row.querySelector('input')?.value ?? row.querySelector('bdi')?.textContent ?? '',
          ),
        ]),
    )
  const row = (name: string): Promise<HTMLElement> => until(() => screen.button(`Remove: ${name}`)?.closest('li'), name)
  const inRow = async (name: string, button: string) => {
    const buttons = [...(await row(name)).querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent === button)!.click()
  }
  return { ...screen, login, parent, handle, events, errors, sections, row, inRow }
}

test('shows what belongs to the account, in sections', async () => {
  const login = await signedIn(everything)
  await login.client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
  await consents(login)
  const screen = await show(login)
  await screen.see('Connected apps')
  const [passkey] = login.client.user.getSync()!.webauthn_registrations
  assert.equal(screen.sections(), {
    'Email addresses': [EMAIL],
    'Phone numbers': [PHONE],
    Passkeys: [passkey!.name],
    'Authenticator app': ['Authenticator app'],
    'Linked accounts': ['Google'],
    Wallets: ['0x5290…9EE7'],
    'Connected apps': ['Sunny Notes'],
  })
  assert.ok(screen.text().includes('Ethereum'))
  assert.equal(screen.errors, [])
})

test('shows the sections that the host names, in its order', async () => {
  const screen = await show(await signedIn(everything), { sections: ['wallets', 'emails'] })
  assert.equal(Object.keys(screen.sections()), ['Wallets', 'Email addresses'])
})

for (const [section, name, route, focused] of [
  ['emails', EMAIL, 'DELETE /users/emails/', 'Email addresses'],
  ['phoneNumbers', PHONE, 'DELETE /users/phone_numbers/', 'Phone numbers'],
  ['authenticatorApp', 'Authenticator app', 'DELETE /users/totps/', 'Authenticator app'],
  ['providers', 'Google', 'DELETE /users/oauth/', 'Your account'],
  ['wallets', '0x5290…9EE7', 'DELETE /users/crypto_wallets/', 'Your account'],
  ['connectedApps', 'Sunny Notes', 'POST /users/connected_apps/app-1/revoke', 'Your account'],
] as const) {
  test(`removes after a question, once for two clicks: ${section}`, async () => {
    const login = await signedIn(everything)
    await consents(login)
    const screen = await show(login)
    await screen.press(`Remove: ${name}`)
    await screen.see(`Remove ${name}?`)
    assert.is((await screen.row(name)).querySelector('[role=status]')!.textContent, `Remove ${name}?`, 'in a live region')
    const confirm = [...(await screen.row(name)).querySelectorAll('button')].find(({ textContent }) => textContent === 'Remove')!
    confirm.click()
    confirm.click()
    await until(() => !Object.values(screen.sections()).flat().includes(name), 'the row to go')
    const asked = provider.requests().filter(({ method, path }) => `${method} ${path.replace('/sdk/v1', '')}`.startsWith(route))
    assert.is(asked.length, 1)
    const [event, ...others] = screen.events as Extract<WidgetEvent, { type: 'ACCOUNT_CHANGED' }>[]
    assert.equal([event!.type, event!.data.change, event!.data.section, others.length], ['ACCOUNT_CHANGED', 'removed', section, 0])
    assert.ok(decodeURIComponent(asked[0]!.path).includes(event!.data.id))
    const title = until(() => document.activeElement?.matches('h2, h3') && document.activeElement.textContent, 'the focus on a title')
    assert.is(await title, focused)
    assert.equal([screen.errors, reported], [[], []])
  })
}

test('removes a passkey', async () => {
  const login = await signedIn()
  await login.client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
  const screen = await show(login)
  const [name] = screen.sections().Passkeys!
  await screen.press(`Remove: ${name}`)
  await screen.inRow(name!, 'Remove')
  await until(() => screen.sections().Passkeys!.length === 0, 'the row to go')
  assert.equal(login.client.user.getSync()!.webauthn_registrations, [])
})

test('Cancel and Escape leave everything as it was, and the focus on the button', async () => {
  const screen = await show(await signedIn(everything))
  for (const leave of [
    () => screen.inRow(EMAIL, 'Cancel'),
    async () => {
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      ;(await screen.row(EMAIL)).querySelector('button')!.dispatchEvent(key)
      assert.ok(key.defaultPrevented, "the host's dialog stays open")
    },
  ]) {
    screen.button(`Remove: ${EMAIL}`)!.focus()
    await screen.press(`Remove: ${EMAIL}`)
    await screen.see(`Remove ${EMAIL}?`)
    await leave()
    await until(() => !screen.text().includes(`Remove ${EMAIL}?`), 'the question to go')
    assert.is(document.activeElement, screen.button(`Remove: ${EMAIL}`))
  }
  assert.equal(screen.events, [])
  assert.equal(screen.sections()['Email addresses'], [EMAIL])
})

test('the last way in stays, and the button says why', async () => {
  const screen = await show(await signedIn({ totp: everything.totp }))
  await screen.press(`Remove: ${EMAIL}`)
  await screen.see(LAST)
  assert.is([...(await screen.row(EMAIL)).querySelectorAll('button')].length, 1, 'no button removes it')
  await screen.press(`Remove: ${EMAIL}`)
  await until(() => !screen.text().includes(LAST), 'the reason to go')
  await screen.press('Remove: Authenticator app')
  await screen.see('Remove Authenticator app?')
})

test('what is being removed does not count as a way in', async () => {
  const screen = await show(await signedIn({ phone_numbers: everything.phone_numbers }))
  provider.faults([{ route: 'DELETE /users/phone_numbers/:id', hold: 'phone' }])
  await screen.press(`Remove: ${PHONE}`)
  await screen.inRow(PHONE, 'Remove')
  await until(async () => (await screen.row(PHONE)).getAttribute('aria-busy') === 'true', 'the row keeps its place')
  await screen.press(`Remove: ${EMAIL}`)
  await screen.see(LAST)
  provider.faults([])
  provider.release('phone')
  await until(() => !screen.sections()['Phone numbers']?.length, 'the row to go')
})

test('a removal that is refused: the row is back, and a sentence says why', async () => {
  const screen = await show(await signedIn(everything))
  const error_message = 'Log in again before you change this.'
  provider.faults([
    {
      route: 'DELETE /users/phone_numbers/:id',
      status: 403,
      body: { status_code: 403, error_type: 'recent_session_required', error_message },
    },
  ])
  await screen.press(`Remove: ${PHONE}`)
  await screen.inRow(PHONE, 'Remove')
  await screen.see(error_message)
  const row = await screen.row(PHONE)
  assert.equal([row.getAttribute('aria-busy'), screen.errors.length], ['false', 1])
  assert.ok(row.closest('[role=group]')!.querySelector('[role=alert]')!.textContent!.includes(error_message), 'beside the row')
  provider.faults([])
  await screen.press(`Remove: ${PHONE}`)
  await screen.inRow(PHONE, 'Remove')
  await until(() => !screen.sections()['Phone numbers']?.length, 'the row to go')
  assert.not.ok(screen.text().includes(error_message))
})

for (const [name, trouble] of [
  ['refused', { status: 500, body: 'x' }],
  ['not JSON', { status: 200, body: '<html>' }],
  ['dropped', { drop: true }],
] as const) {
  test(`an account that does not load: what is known shows, with a sentence and a way on: ${name}`, async () => {
    const login = await signedIn(everything)
    provider.faults([{ route: 'GET /users/me', ...trouble } as never])
    const screen = await show(login)
    await until(() => screen.find('.lk-card > [role=alert]')?.textContent, 'a sentence')
    assert.equal(screen.sections()['Email addresses'], [EMAIL], 'from the log-in')
    provider.faults([])
    await screen.press('Try again')
    await until(() => !screen.find('.lk-card > [role=alert]')!.textContent, 'the sentence to go')
    assert.equal(reported, [])
  })
}

test('connected apps that do not load: the others show, and the visitor can try again', async () => {
  const login = await signedIn()
  await consents(login)
  provider.faults([{ route: 'GET /users/connected_apps', status: 500, body: 'x' }])
  const screen = await show(login)
  await screen.see('Connected apps')
  assert.equal(screen.sections()['Email addresses'], [EMAIL])
  provider.faults([])
  await screen.press('Try again')
  await screen.see('Sunny Notes')
})

test('a record that nobody can read is left out', async () => {
  const login = await signedIn()
  const data = {
    ...(await login.client.user.get()),
    phone_numbers: 'none',
    providers: [null, {}, { oauth_user_registration_id: 7 }, { oauth_user_registration_id: 'o', provider_type: { a: 1 } }],
    crypto_wallets: null,
    totps: [{ totp_id: 't', verified: false }],
  }
  provider.faults([{ route: 'GET /users/me', body: { data } }])
  const screen = await show(login)
  assert.equal(screen.sections()['Linked accounts'], ['Linked accounts'])
  assert.equal(screen.sections()['Phone numbers'] ?? [], [])
  assert.equal(screen.sections()['Authenticator app'] ?? [], [], 'an app that was never confirmed')
  assert.equal([screen.errors, reported], [[], []])
})

test('renames a passkey, and creates one, once for two clicks', async () => {
  const login = await signedIn()
  const screen = await show(login)
  await until(() => screen.button('Create a Passkey'), 'the way to add one')
  screen.button('Create a Passkey')!.click()
  screen.button('Create a Passkey')!.click()
  await until(() => screen.sections().Passkeys!.length === 1, 'a passkey')
  await screen.see('New')
  assert.is(device.asked.length, 1)
  const [name] = screen.sections().Passkeys!
  await screen.press(`Rename: ${name}`)
  await screen.type('li input', 'Laptop')
  await screen.press(`Save: ${name}`)
  await until(() => login.client.user.getSync()!.webauthn_registrations[0]!.name === 'Laptop', 'the new name')
  await until(() => screen.sections().Passkeys![0] === 'Laptop', 'the new name in the list')
  const said = screen.events as Extract<WidgetEvent, { type: 'ACCOUNT_CHANGED' }>[]
  await until(() => said.length === 2, 'two events')
  assert.equal(
    said.map(({ type, data: { change, section } }) => [type, change, section]),
    [
      ['ACCOUNT_CHANGED', 'added', 'passkeys'],
      ['ACCOUNT_CHANGED', 'renamed', 'passkeys'],
    ],
  )
})

test("a passkey is of the host's domain", async () => {
  const screen = await show(await signedIn(), { config: { products: ['passkeys'], passkeyOptions: { domain: 'larch.localhost' } } })
  await screen.press('Create a Passkey')
  await until(() => sent('POST /webauthn/register/start').length, 'the call')
  assert.is(sent('POST /webauthn/register/start')[0].domain, 'larch.localhost')
})

test('a prompt that is cancelled: a sentence, and the button works again', async () => {
  const screen = await show(await signedIn())
  device.next.push({ fails: 'NotAllowedError' })
  await screen.press('Create a Passkey')
  await screen.see('Your passkey was not created. Please try again.')
  await screen.press('Create a Passkey')
  await until(() => screen.sections().Passkeys!.length === 1, 'a passkey')
  assert.not.ok(screen.text().includes('was not created'))
})

test('a browser without passkeys: no way to add one, but those that are there can be removed', async () => {
  const login = await signedIn()
  await login.client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
  device.remove()
  const screen = await show(login)
  assert.is(screen.sections().Passkeys!.length, 1)
  assert.is(screen.button('Create a Passkey'), undefined)
})

test('nobody is signed in: says so, and asks the provider nothing', async () => {
  const login = await open()
  const screen = await show(login)
  await screen.see('Log in to see your account.')
  assert.equal(screen.errors, [{ message: 'Log in to see your account.' }])
  assert.equal(screen.sections(), {})
  assert.is(sent('GET /users/me').length, 0)
})

test('the list follows the session: another tab changes the user, somebody else signs in, and nobody', async () => {
  const login = await signedIn(everything)
  const screen = await show(login)
  const other = await open()
  await other.client.passwords.authenticate({ email: EMAIL, password, session_duration_minutes: 30 })
  await login.client.user.deletePhoneNumber(login.client.user.getSync()!.phone_numbers[0]!.phone_id)
  await until(() => !screen.sections()['Phone numbers']?.length, 'the number to go')
  provider.seed({ users: [{ emails: [{ email: 'bob@example.com' }], password }] })
  await login.client.passwords.authenticate({ email: 'bob@example.com', password, session_duration_minutes: 30 })
  await until(() => screen.sections()['Email addresses']?.[0] === 'bob@example.com', "the other's account")
  await login.client.session.revoke()
  await screen.see('Log in to see your account.')
  assert.not.ok(screen.text().includes('bob@example.com'))
})

test('an unmounted account fires nothing', async () => {
  const screen = await show(await signedIn(everything))
  provider.faults([{ route: 'DELETE /users/phone_numbers/:id', hold: 'phone' }])
  await screen.press(`Remove: ${PHONE}`)
  await screen.inRow(PHONE, 'Remove')
  await until(() => provider.requests().some(({ method }) => method === 'DELETE'), 'the call')
  screen.handle.unmount()
  provider.release('phone')
  await idle()
  assert.equal([screen.events, screen.errors, reported], [[], [], []])
})

for (const [kind, add, selector, typed, destination, section] of [
  ['emails', 'Add an email address', 'input[type=email]', 'ada@analytical.example', 'ada@analytical.example', 'Email addresses'],
  ['phoneNumbers', 'Add a phone number', 'input[type=tel]', '2133734253', PHONE, 'Phone numbers'],
] as const) {
  test(`adds what the visitor proves by a code: ${kind}`, async () => {
    const screen = await show(await signedIn())
    await screen.press(add)
    await until(() => document.activeElement?.matches(selector), 'the focus in the field')
    await screen.type(selector, typed)
    screen.button('Send code')!.click()
    screen.button('Send code')!.click()
    await screen.see('Enter passcode')
    const messages = provider.outbox().filter(({ to }) => to === destination)
    assert.is(messages.length, 1, 'one message for two clicks')
    await screen.type('input[autocomplete=one-time-code]', messages[0]!.code === '000000' ? '111111' : '000000')
    await screen.see('Invalid passcode, please try again.')
    await screen.type('input[autocomplete=one-time-code]', messages[0]!.code!)
    await screen.see(`${destination} was added.`)
    assert.ok(screen.sections()[section]!.includes(destination))
    assert.not.ok(screen.text().includes('Not confirmed'))
    const [event, ...others] = screen.events as Extract<WidgetEvent, { type: 'ACCOUNT_CHANGED' }>[]
    assert.equal([event!.type, event!.data.change, event!.data.section, others.length], ['ACCOUNT_CHANGED', 'added', kind, 0])
    assert.equal(reported, [])
  })
}

test('an address that was not confirmed: the row says so until it is added again', async () => {
  const screen = await show(await signedIn())
  await screen.press('Add an email address')
  await screen.type('input[type=email]', 'ada')
  await screen.press('Send code')
  await screen.see('Email format is invalid.')
  await screen.type('input[type=email]', 'ada@analytical.example')
  await screen.press('Send code')
  await screen.see('Enter passcode')
  await screen.press('Back')
  await until(() => screen.find<HTMLInputElement>('input[type=email]')?.value === 'ada@analytical.example', 'what was typed')
  await screen.press('Back')
  await screen.see('Not confirmed')
  assert.equal(screen.sections()['Email addresses'], [EMAIL, 'ada@analytical.example'])
  await screen.press('Add an email address')
  await screen.type('input[type=email]', 'ada@analytical.example')
  await screen.press('Send code')
  await screen.see('Enter passcode')
  await screen.type('input[autocomplete=one-time-code]', provider.outbox().at(-1)!.code!)
  await screen.see('ada@analytical.example was added.')
  assert.not.ok(screen.text().includes('Not confirmed'))
  assert.equal(screen.sections()['Email addresses'], [EMAIL, 'ada@analytical.example'])
})

test('sets up an authenticator app, and shows its recovery codes', async () => {
  const screen = await show(await signedIn())
  await screen.press('Set up an authenticator app')
  await screen.see('Scan this QR code')
  assert.ok(screen.find<HTMLImageElement>('img.lk-qr')!.src.startsWith('data:image/'))
  const secret = screen.find('.lk-secret code')!.textContent!.replaceAll(' ', '')
  const code = new TOTP({ secret }).generate({ timestamp: provider.clock.now() })
  await screen.type('input[autocomplete=one-time-code]', code === '000000' ? '111111' : '000000')
  await screen.see('Invalid passcode, please try again.')
  await screen.type('input[autocomplete=one-time-code]', code)
  await screen.see('Recovery codes')
  const codes = screen.all('.lk-codes code').map(({ textContent }) => textContent)
  assert.is(codes.length, 10)
  await screen.press('I have saved them')
  await screen.see('Authenticator app was added.')
  await screen.press('Recovery codes')
  await until(() => screen.all('.lk-codes code').length === 10, 'the codes')
  assert.equal(
    screen.all('.lk-codes code').map(({ textContent }) => textContent),
    codes,
  )
})

for (const [name, route, press] of [
  ['an authenticator app', 'POST /totps', 'Set up an authenticator app'],
  ['recovery codes', 'POST /totps/recovery_codes', 'Recovery codes'],
] as const) {
  test(`no ${name}: a sentence, and a retry works`, async () => {
    const screen = await show(await signedIn(press === 'Recovery codes' ? everything : {}))
    provider.faults([{ route, status: 200, body: '[]' }])
    await screen.press(press)
    await until(() => screen.find('.lk-card > [role=alert]')?.textContent, 'a sentence')
    provider.faults([])
    await screen.press('Try again')
    await until(() => screen.find('.lk-secret code, .lk-codes code'), name)
    assert.equal(reported, [])
  })
}

test('another language reaches every step', async () => {
  const screen = await show(await signedIn(everything), { language: inParts('fr') })
  await screen.press(fr['account.addEmail'])
  screen.login.client.mountAccount({ elementId: screen.parent, language: inParts('de') })
  await screen.see(de['account.addEmail'])
  await screen.see(de['button.sendCode'])
  await screen.press(de['button.back.ariaLabel'])
  await screen.press(de['account.recoveryCodes'])
  screen.login.client.mountAccount({ elementId: screen.parent, language: inParts('fr') })
  await screen.see(fr['account.codesSaved'])
})

test('a step of the account ends when somebody else signs in', async () => {
  const login = await signedIn()
  const screen = await show(login)
  await screen.press('Set up an authenticator app')
  await screen.see('Scan this QR code')
  await login.client.session.revoke()
  await screen.see('Log in to see your account.')
})

test.run()
