/**
 * Tests the account screen on the emulator: what it lists, removing each kind, and what it refuses
 * (docs/decisions/README.md#the-last-way-in-stays).
 */
import { open, provider, reported, sent } from '../../harness/login.ts'
import { until } from '../../harness/screen.ts'
import { TOTP } from 'otpauth'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { WidgetEvent } from '../../../src/widget/publicTypes.ts'
import { EMAIL, NUMBER, LAST, device, everything, password, signedIn, consents, show, prepare } from './setUp.ts'

const test = suite('the account of a visitor')
prepare(test)

test('shows what belongs to the account, in sections', async () => {
  const login = await signedIn(everything)
  await login.client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
  await consents(login)
  const screen = await show(login)
  await screen.see('Connected apps')
  const [passkey] = login.client.user.getSync()!.webauthn_registrations
  assert.equal(screen.sections(), {
    'Email addresses': [EMAIL],
    'Phone numbers': [NUMBER],
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
  ['phoneNumbers', NUMBER, 'DELETE /users/phone_numbers/', 'Phone numbers'],
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

test('a connected app says what it may do', async () => {
  const login = await signedIn()
  await consents(login, ['openid', 'email', 'offline_access'])
  const { row } = await show(login)
  const what = 'Verify your identity · View your personal profile information · Maintain access to your data'
  await until(async () => (await row('Sunny Notes')).textContent!.includes(what), what)
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
  await screen.press(`Remove: ${NUMBER}`)
  await screen.inRow(NUMBER, 'Remove')
  await screen.see(error_message)
  const row = await screen.row(NUMBER)
  assert.equal([row.getAttribute('aria-busy'), screen.errors.length], ['false', 1])
  assert.ok(row.closest('[role=group]')!.querySelector('[role=alert]')!.textContent!.includes(error_message), 'beside the row')
  provider.faults([])
  await screen.press(`Remove: ${NUMBER}`)
  await screen.inRow(NUMBER, 'Remove')
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

for (const [what, more, detail] of [
  ['the provider says nothing more', {}, ''],
  [
    'all is known',
    {
      resources: ['https://tools.example/mcp', 'https://tools.example:8443/', 'https://tools.example/other', 'urn:notes'],
      granted_at: '2026-07-01T12:00:00Z',
      last_used_at: '2026-07-04T12:00:00Z',
    },
    'tools.example · tools.example:8443 · urn:notes · Since Jul 1, 2026 · Last used Jul 4, 2026',
  ],
  [
    'hosts that look like others',
    { resources: ['https://b\u0430nk.example/', 'https://bank.example@evil.example/', 'https://bank.example:443/#x', '\u202enotes', ''] },
    'xn--bnk-6cd.example · evil.example · bank.example · notes',
  ],
  ['nothing can be read', { resources: [7, null, { a: 1 }], granted_at: 'soon', last_used_at: 1783166400000 }, ''],
  ['no list', { resources: 'https://tools.example', granted_at: null, last_used_at: [] }, ''],
] as const) {
  test(`what an app may do, where, since when, and its last use: ${what}`, async () => {
    const login = await signedIn()
    const app = { connected_app_id: 'app-1', name: 'Sunny Notes', scopes_granted: 'openid', ...more }
    provider.faults([
      { route: 'GET /users/connected_apps', status: 200, body: { data: { request_id: 'r', status_code: 200, connected_apps: [app] } } },
    ])
    const screen = await show(login)
    await screen.see('Sunny Notes')
    const shown = screen.all('small').map((element) => element.textContent!.replace(/[\u2066-\u2069]/g, '').trim())
    assert.ok(detail ? shown.includes(detail) : !shown.some((text) => /2026|example/.test(text)), shown.join('\n'))
  })
}

const manifests: [what: string, manifest: (() => unknown) | undefined, expected: string[]][] = [
  ['no manifest', undefined, ['Verify your identity', 'Use the notes:read scope']],
  [
    'items',
    () => ['Read your notes', { text: 'See your name', details: ['Never your address'] }],
    ['Read your notes', 'See your nameNever your address'],
  ],
  [
    'sections',
    async () => [
      { header: 'Notes', items: ['Read'] },
      { header: 'You', items: ['Name'] },
    ],
    ['Read', 'Name'],
  ],
  ['a manifest that throws', () => JSON.parse('{'), ['Verify your identity', 'Use the notes:read scope']],
]
for (const [what, manifest, expected] of manifests) {
  test(`what an app may do unfolds under it: ${what}`, async () => {
    const login = await signedIn()
    const app = { connected_app_id: 'app-1', name: 'Sunny Notes', scopes_granted: 'openid notes:read' }
    provider.faults([
      { route: 'GET /users/connected_apps', status: 200, body: { data: { request_id: 'r', status_code: 200, connected_apps: [app] } } },
    ])
    const asked: unknown[] = []
    const screen = await show(login, {
      getIDPConsentManifest: manifest && ((about: unknown) => (asked.push(about), manifest())),
    } as never)
    const may = await until(() => screen.find<HTMLDetailsElement>('details'), 'what it may do')
    assert.equal([may.open, may.querySelector('summary')!.textContent], [false, 'What it may do'])
    const items = () => [...may.querySelectorAll('li')].map(({ textContent }) => textContent!.replace(/[\u2066-\u2069]/g, ''))
    await until(
      () => items().join() === expected.join(),
      () => items().join('\n'),
    )
    if (manifest) assert.equal(asked, [{ scopes: ['openid', 'notes:read'], clientName: 'Sunny Notes' }])
    reported.length = 0
  })
}

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

test("a passkey is of the host's domain", async () => {
  const screen = await show(await signedIn(), { config: { products: ['passkeys'], passkeyOptions: { domain: 'larch.localhost' } } })
  await screen.press('Create a Passkey')
  await until(() => sent('POST /webauthn/register/start').length, 'the call')
  assert.is(sent('POST /webauthn/register/start')[0].domain, 'larch.localhost')
})

test('a prompt that is canceled: a sentence, and the button works again', async () => {
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

test('a visitor who signs in meanwhile can press what shows at once', async () => {
  provider.seed({ users: [{ emails: [{ email: EMAIL }], password }] })
  const login = await open()
  const screen = await show(login)
  await screen.see('Log in to see your account.')
  await login.client.passwords.authenticate({ email: EMAIL, password, session_duration_minutes: 30 })
  const remove = await until(() => screen.button(`Remove: ${EMAIL}`), 'the address')
  remove.click()
  await screen.see(LAST)
})

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

for (const qr_code of [
  'https://elsewhere.example/qr?secret=ABC',
  '//elsewhere.example/qr',
  '/qr.svg',
  'data:text/html,x',
  'javascript:1',
]) {
  test(`the secret is in no address of an image: ${qr_code}`, async () => {
    const screen = await show(await signedIn())
    const answer = { status_code: 200, request_id: 'a', totp_id: 'totp-1', secret: 'ABCDEFGH', qr_code, recovery_codes: ['a'] }
    provider.faults([{ route: 'POST /totps', status: 200, body: { data: { ...answer, user_id: 'a', user: {}, session: {} } } }])
    await screen.press('Set up an authenticator app')
    await until(() => screen.find('.lk-secret code'), 'the secret as text')
    assert.is(screen.find('img.lk-qr'), null)
  })
}

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

test.run()
