/**
 * Tests passkeys in the widget, on the emulator, which verifies them (docs/decisions.md#passkey-autofill-fails-silently,
 * docs/decisions.md#the-passkey-list-tells-the-truth).
 */
import { closeAll, idle, newParent, open, provider, reported, sent, type Login } from '../../harness/login.ts'
import { damaged } from '../../harness/damages.ts'
import { installPasskeys, type PasskeyDevice } from '../../../src/playground/softwarePasskeys.ts'
import { screenIn, settled, until, type Screen } from '../../harness/screen.ts'
import { hasten } from '../../harness/turns.ts'
import { install, type Clock } from '@sinonjs/fake-timers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { meWithPasskeys } from '../../../src/api/users.ts'
import { deleteWebauthnRegistration } from '../../../src/api/userChanges.ts'
import { authenticateStart, registerStart } from '../../../src/api/webauthn.ts'
import type { LoginConfig } from '../../../src/ui/config.ts'
import type { WidgetEvent } from '../../../src/ui/events.ts'
import { pageState } from '../../../src/browser/pageState.ts'
import { passkeys } from '../../../src/widget/firstScreenChunks.ts'
import { passkeyRegistration } from '../../../src/widget/laterChunks.ts'

const test = suite('passkeys in the widget')
// The pause after a failure, before autofill starts again.
hasten(1000)

const START = 'POST /webauthn/authenticate/start/primary'
const FINISH = 'POST /webauthn/authenticate'
const UNKNOWN = 'Unknown error occurred during passkey authentication. Please try again.'
const NOT_FOUND =
  'Passkey registration not found. You may have deleted the passkey from your account but not password manager. Please try again.'
const NOT_CREATED = 'Your Passkey was not created. Click “Create a Passkey” to try again or skip without adding a Passkey.'
const DUPLICATE = 'The Passkey cannot be created as it seems to be already registered.'
const NO_USER = 'Error: Cannot use PasskeyRegistration component without active user authenticated.'
const CREATED = 'Passkey successfully created!'
const WARNING = 'Once deleted, the passkey cannot be restored.'
const BUTTON = 'Login with a Passkey'
const email = 'ada@example.com'
const password = 'a sentence that nobody says 7'

let device: PasskeyDevice
test.before(async () => {
  await Promise.all([passkeys.load(), passkeyRegistration.load()])
})
test.before.each(() => {
  device = installPasskeys()
})
let clock: Clock | undefined
const goOn = () => {
  clock?.uninstall()
  clock = undefined
}
test.after.each(async () => {
  goOn()
  await closeAll()
  device.remove()
})

const config: LoginConfig = { products: ['emailMagicLinks', 'passkeys'], sessionOptions: { sessionDurationMinutes: 45 } }

/** A visitor with `count` passkeys, signed in. */
const signedIn = async (count = 0) => {
  const login = await open()
  const { client } = login
  await client.passwords.create({ email, password, session_duration_minutes: 30 })
  for (let at = 0; at < count; at++) {
    const kept = device.passkeys.splice(0)
    await client.webauthn.register({ is_passkey: true, session_duration_minutes: 30 })
    device.passkeys.unshift(...kept)
  }
  return login
}

interface Registration extends Screen {
  login: Login
  events: WidgetEvent[]
  errors: unknown[]
}

const register = async (login: Login): Promise<Registration> => {
  const parent = newParent()
  const events: WidgetEvent[] = []
  const errors: unknown[] = []
  login.client.mountPasskeyRegistration({
    elementId: parent,
    config,
    callbacks: {
      onEvent: (event) => {
        events.push(event)
      },
      onError: (error) => {
        errors.push(error)
      },
    },
  })
  const screen = screenIn(parent)
  await until(screen.text, 'a screen')
  await settled()
  return { ...screen, login, events, errors }
}

/** The list, reached without creating a passkey. */
const list = async (count: number) => {
  const screen = await register(await signedIn(count))
  await screen.press('Skip')
  await until(() => screen.all('.lk-passkey').length === count, 'the list')
  return screen
}

const names = ({ all }: Screen) => all('[data-testid^="editable-row-input-"]').map((input) => (input as HTMLInputElement).value)
const icons = ({ all }: Screen) =>
  all('.lk-passkey').map((row) =>
    [...row.querySelectorAll<HTMLElement>('[data-testid^="clickable"]')]
      .map((button) => /edit-icon-(edit|save|delete)/.exec(button.dataset.testid!)![1])
      .join('+'),
  )
const icon = (screen: Screen, kind: string, row = 0) =>
  screen.all('.lk-passkey')[row]!.querySelector<HTMLElement>(`[data-testid^="clickable-edit-icon-${kind}"]`)!
const buttons = ({ all }: Screen) =>
  all('button:not([data-testid])').map((button) => `${button.textContent}${(button as HTMLButtonElement).disabled ? ' (disabled)' : ''}`)
const types = (events: WidgetEvent[]) => events.map(({ type }) => type)

// ---- log-in by button

test('logs in with the button, once for two clicks', async () => {
  const before = await signedIn(1)
  await before.client.session.revoke()
  const login = await open({ config })
  await until(() => login.button(BUTTON), BUTTON)
  login.button(BUTTON)!.click()
  login.button(BUTTON)!.click()
  await login.see('Your Passkey has been successfully authenticated.')
  await until(() => login.events.length > 1, 'the second event')
  assert.equal(types(login.events), ['PASSKEY_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  assert.equal(sent(START), [{ domain: 'localhost', return_passkey_credential_options: true }])
  assert.equal(
    sent(FINISH).map(({ session_duration_minutes }) => session_duration_minutes),
    [45],
  )
  assert.is(login.client.user.getSync()!.emails[0]!.email, email)
  assert.equal(login.errors, [])
})

const passkeyOptions = { domain: 'larch.localhost', upgrade: true }

test('the button asks for a passkey of the domain that the host names', async () => {
  const login = await open({ config: { ...config, passkeyOptions } })
  await login.press(BUTTON)
  await login.see(UNKNOWN)
  assert.equal(
    sent(START).map(({ domain }) => domain),
    ['larch.localhost'],
  )
})

test('a passkey that comes by itself is for the domain that the host names, and is asked for once', async () => {
  device.remove()
  device = installPasskeys({ unasked: true })
  // a page asks the browser once, and the tests share one page
  pageState().passkeyAbilities = undefined
  provider.seed({ users: [{ emails: [{ email }], password }] })
  const login = await open({ config: { products: ['passwords', 'passkeys'], passkeyOptions } })
  await login.type('input[type=email]', email)
  await login.press('Continue with email')
  await login.type('input[type=password]', password)
  await login.press('Continue')
  await login.see('You have successfully logged in.')
  await until(() => sent('POST /webauthn/register/start').length > 0, 'the attempt')
  await idle()
  // once, although StrictMode runs effects twice
  assert.equal(
    sent('POST /webauthn/register/start').map(({ domain }) => domain),
    ['larch.localhost'],
  )
  assert.equal(login.errors, [])
})

for (const [name, gives, says] of [
  ['cancelled', { fails: 'NotAllowedError' }, UNKNOWN],
  ['not supported', { fails: 'NotSupportedError' }, UNKNOWN],
  ['of another domain', { fails: 'SecurityError' }, UNKNOWN],
  ['answered with null', { gives: null }, UNKNOWN],
  ['answered with {}', { gives: {} }, UNKNOWN],
] as const) {
  test(`a prompt that is ${name}: a sentence, and the button works again`, async () => {
    const before = await signedIn(1)
    await before.client.session.revoke()
    const login = await open({ config })
    device.next.push(gives)
    await login.press(BUTTON)
    await login.see(says)
    assert.is(login.errors.length, 1)
    await login.press(BUTTON)
    await login.see('Your Passkey has been successfully authenticated.')
    assert.equal(reported, [])
  })
}

for (const [name, fault, says] of [
  ['no answer', { drop: true }, 'Unable to contact our servers.'],
  ['an empty answer', { status: 200, body: '' }, UNKNOWN],
  ['null', { status: 200, body: null }, UNKNOWN],
  ['HTML', { status: 502, body: '<html>' }, UNKNOWN],
  ['an error', { status: 400, body: { status_code: 400, error_type: 'odd', error_message: 'Odd.' } }, UNKNOWN],
] as const) {
  for (const route of [START, FINISH]) {
    test(`${route} answers with ${name}: a sentence, and the button works again`, async () => {
      const before = await signedIn(1)
      await before.client.session.revoke()
      const login = await open({ config })
      provider.faults([{ route, times: 1, ...fault }])
      await login.press(BUTTON)
      await login.see(says)
      await login.press(BUTTON)
      await login.see('Your Passkey has been successfully authenticated.')
    })
  }
}

test('a passkey that was deleted at the provider: its own sentence, and the browser is told', async () => {
  const before = await signedIn(1)
  await before.client.user.deleteWebauthnRegistration(before.client.user.getSync()!.webauthn_registrations[0]!.webauthn_registration_id)
  await before.client.session.revoke()
  const login = await open({ config })
  await login.press(BUTTON)
  await login.see(NOT_FOUND)
  assert.equal(device.unknown, [{ rpId: 'localhost', credentialId: device.passkeys[0]!.id }])
})

test('leaving while the prompt is open closes it, and sends no event', async () => {
  const login = await open({ config })
  device.next.push({ waits: new Promise(() => {}) })
  await login.press(BUTTON)
  await until(() => device.asked.length, 'the prompt')
  login.handle.unmount()
  await until(() => device.asked[0]!.signal.aborted, 'the end of the prompt')
  assert.equal([...login.events, ...login.errors, ...reported], [])
})

// ---- autofill

/** Stops time until `goOn`. Lets a minute pass when everything that runs by itself is done. */
const hold = () => {
  clock = install({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true })
  return async () => {
    await idle()
    await clock!.tickAsync(60_000)
    await idle()
  }
}

/** A visitor with a passkey comes to a Main on which the browser offers it under the field. */
const comeToAutofill = async (config_: LoginConfig = config) => {
  const before = await signedIn(1)
  await before.client.session.revoke()
  device.remove()
  const { passkeys } = device
  device = Object.assign(installPasskeys({ autofill: true }))
  device.passkeys = passkeys
  return open({ config: config_ })
}
const waits = (count: number) =>
  until(() => device.asked.filter(({ mediation }) => mediation === 'conditional').length >= count, `wait ${count}`)

for (const enableShadowDOM of [false, true]) {
  test(`autofill waits, and logs in with the passkey that the visitor picks${enableShadowDOM ? ', in a shadow root' : ''}`, async () => {
    const login = await comeToAutofill({ ...config, enableShadowDOM })
    await waits(1)
    assert.not(login.button(BUTTON))
    device.pick()
    await login.see('Your Passkey has been successfully authenticated.')
    // The screen sends its event when it is complete.
    await until(() => login.events.length > 1, 'the second event')
    assert.equal(types(login.events), ['PASSKEY_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
    await idle()
    assert.is(sent(START).length, 1)
  })
}

test('a start that fails is tried five times, each later than the one before, and reported to nobody', async () => {
  provider.faults([{ route: START, status: 500, body: '<html>' }])
  const { setTimeout } = globalThis
  const pauses: number[] = []
  globalThis.setTimeout = ((act: () => void, ms: number) => {
    const pause = [1000, 2000, 4000, 8000, 16000].includes(ms)
    if (pause) pauses.push(ms)
    return setTimeout(act, pause ? 10 : ms)
  }) as typeof setTimeout
  try {
    const login = await comeToAutofill()
    await until(() => sent(START).length === 5, 'five tries')
    await idle()
    assert.is(sent(START).length, 5)
    // The first pauses belong to other timers: a call waits 4 s for the settings. The last is the minimum of autofill's own pause.
    assert.equal(pauses.slice(-5), [1000, 2000, 4000, 8000, 1000])
    assert.equal([...login.errors, ...login.events, ...reported], [])
    assert.equal(
      login
        .all('[role=alert]')
        .map(({ textContent }) => textContent)
        .join(''),
      '',
    )
  } finally {
    globalThis.setTimeout = setTimeout
  }
})

/** Ways in which a visitor comes back, and actions that do not count. */
const touch = (type: string, selector: string) => (login: Login) =>
  login.find(selector)!.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
const shown = (state: string) => () => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
  document.dispatchEvent(new Event('visibilitychange'))
  Reflect.deleteProperty(document, 'visibilityState')
}
const comings: [how: string, back: boolean, act: (login: Login) => void][] = [
  ['the field gets the focus', true, touch('focusin', 'input')],
  ['a key is pressed in the field', true, touch('keydown', 'input')],
  ['the field is pressed', true, touch('pointerdown', 'input')],
  ['the visitor returns to the tab', true, shown('visible')],
  ['the visitor leaves the tab', false, shown('hidden')],
  ['the button gets the focus', false, touch('focusin', 'button')],
  ['a key is pressed on the button', false, touch('keydown', 'button')],
]
/** A Main whose autofill has started five times. Its pauses are short. */
const atRest = async (come: () => Promise<Login>) => {
  const { setTimeout } = globalThis
  globalThis.setTimeout = ((act: () => void, ms: number, ...more: []) =>
    setTimeout(act, [2000, 4000, 8000].includes(ms) ? 0 : ms, ...more)) as typeof setTimeout
  try {
    const login = await come()
    await until(() => sent(START).length >= 5, 'five tries')
    await idle()
    return login
  } finally {
    globalThis.setTimeout = setTimeout
  }
}

for (const enableShadowDOM of [false, true]) {
  for (const [how, back, act] of comings) {
    test(`after five tries autofill pauses; ${how}: it ${back ? 'starts again' : 'stays paused'}${enableShadowDOM ? ', in a shadow root' : ''}`, async () => {
      provider.faults([{ route: START, status: 500, body: '<html>' }])
      const login = await atRest(() => comeToAutofill({ ...config, enableShadowDOM }))
      assert.is(sent(START).length, 5)
      const aMinute = hold()
      await aMinute()
      await clock!.tickAsync(24 * 3600_000)
      await idle()
      assert.is(sent(START).length, 5)
      act(login)
      for (let tries = 0; tries < 8; tries++) await aMinute()
      assert.is(sent(START).length, back ? 10 : 5)
      assert.equal([...login.errors, ...reported], [])
    })
  }
}

for (const nothing of [null, undefined, {}]) {
  test(`autofill that returns ${JSON.stringify(nothing)} shows nothing to a visitor who touched nothing`, async () => {
    const before = await signedIn(1)
    await before.client.session.revoke()
    device.remove()
    device = installPasskeys({ autofill: true })
    for (let time = 0; time < 5; time++) device.next.push({ gives: nothing })
    const login = await atRest(() => open({ config }))
    assert.is(device.asked.length, 5)
    assert.equal([...login.errors, ...login.events, ...reported], [])
    assert.is(
      login
        .all('[role=alert]')
        .map(({ textContent }) => textContent)
        .join(''),
      '',
    )
    assert.is(sent(FINISH).length, 0)
  })
}

test('a browser that never answers whether it has autofill gets the button', async () => {
  device.remove()
  device = installPasskeys({ autofill: new Promise(() => {}) })
  const login = await open({ config })
  await until(() => login.button(BUTTON), BUTTON)
})

for (const [what, element] of [
  ['nothing of that name', undefined],
  ['an element of that name', () => document.createElement('a')],
] as const) {
  test(`a browser without WebAuthn, with ${what}: no button, no autofill, no call`, async () => {
    device.remove()
    if (element) Object.assign(globalThis, { PublicKeyCredential: element() })
    for (const products of [
      ['passkeys', 'emailMagicLinks'],
      ['passkeys', 'otp'],
    ] as const) {
      const login = await open({ config: { products, otpOptions: { methods: ['sms'] } } })
      await until(() => login.find('form'), 'the form')
      await idle()
      assert.not(login.button(BUTTON))
      assert.not(login.find('.lk-divider'))
    }
    const alone = await open({ config: { products: ['passkeys'] } })
    await alone.see('Cannot use Passkeys by itself, please add another product to the config.')
    assert.equal(sent(START), [])
    device = installPasskeys()
  })

  test(`a browser without WebAuthn, with ${what}: the registration screen says so, and Skip continues`, async () => {
    const login = await signedIn()
    device.remove()
    if (element) Object.assign(globalThis, { PublicKeyCredential: element() })
    const screen = await register(login)
    await screen.see('This browser does not support Passkeys. Open this page in another browser to create one.')
    assert.not(screen.button('Create a Passkey'))
    assert.equal(
      screen.errors.map((error) => (error as { code: string }).code),
      ['passkeys_unsupported'],
    )
    await screen.press('Skip')
    await screen.see('You have no passkeys yet.')
    device = installPasskeys()
  })
}

test('a failure with a picked passkey shows a sentence, and autofill starts again', async () => {
  const login = await comeToAutofill()
  await waits(1)
  provider.faults([{ route: FINISH, times: 1, status: 500, body: '<html>' }])
  device.pick()
  await login.see(UNKNOWN)
  await waits(2)
  device.pick()
  await login.see('Your Passkey has been successfully authenticated.')
})

test("a host's own prompt replaces it, and it starts again when the visitor turns to the widget", async () => {
  const login = await comeToAutofill()
  await waits(1)
  const aMinute = hold()
  device.next.push({ fails: 'NotAllowedError' })
  const error = await login.client.webauthn.authenticate({ session_duration_minutes: 30 }).catch((error) => error)
  assert.is(error.code, 'passkey_cancelled')
  await aMinute()
  assert.is(sent(START).length, 2)
  goOn()
  login.find('input')!.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  await waits(2)
  device.pick()
  await login.see('Your Passkey has been successfully authenticated.')
  assert.equal(login.errors, [])
})

test('two widgets: one waits at a time, and the one that the visitor turns to takes over', async () => {
  const one = await comeToAutofill()
  await waits(1)
  const other = await open({ config })
  const aMinute = hold()
  await waits(2)
  await aMinute()
  goOn()
  assert.equal(
    device.asked.filter(({ mediation }) => mediation).map(({ signal }) => signal.aborted),
    [true, false],
  )
  one.find('input')!.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  await waits(3)
  device.pick()
  await one.see('Your Passkey has been successfully authenticated.')
  assert.not(other.text().includes('Success'))
})

test('unmounting ends the wait', async () => {
  const login = await comeToAutofill()
  await waits(1)
  const aMinute = hold()
  login.handle.unmount()
  await aMinute()
  assert.ok(device.asked.at(-1)!.signal.aborted)
  assert.is(sent(START).length, 1)
  assert.equal([...login.errors, ...reported], [])
})

// ---- registration

test('nobody is signed in: the error, no buttons, and an error for the host', async () => {
  const screen = await register(await open())
  await screen.see(NO_USER)
  assert.not(screen.button('Create a Passkey'))
  assert.equal(screen.errors, [{ message: NO_USER }])
})

test('creates a passkey, once for two clicks, and shows the list', async () => {
  const screen = await register(await signedIn())
  screen.button('Create a Passkey')!.click()
  screen.button('Create a Passkey')!.click()
  await screen.see(CREATED)
  await screen.see('Existing Passkeys')
  await until(() => names(screen).length, 'the list')
  assert.equal(names(screen), ['Passkey 1'])
  assert.equal(types(screen.events), ['PASSKEY_REGISTER'])
  const [start] = sent('POST /webauthn/register/start')
  assert.equal([start.domain, start.return_passkey_credential_options], ['localhost', true])
  assert.is(sent('POST /webauthn/register')[0].session_duration_minutes, 45)
  await screen.press('Set up another Passkey')
  await screen.see('Set up a new Passkey')
})

test('Skip leads to the list without claiming a new passkey, and Done ends the flow', async () => {
  const screen = await list(2)
  assert.not(screen.text().includes(CREATED))
  assert.is(screen.find('h2')!.textContent, 'Existing Passkeys')
  assert.equal(names(screen), ['Passkey 1', 'Passkey 2'])
  await screen.press('Done')
  assert.equal(types(screen.events), ['PASSKEY_SKIP', 'PASSKEY_DONE'])
})

test('a passkey that this device has already: its own sentence', async () => {
  const screen = await register(await signedIn(1))
  await screen.press('Create a Passkey')
  await screen.see(DUPLICATE)
  assert.is((screen.errors[0] as { code: string }).code, 'passkey_registered')
})

for (const [name, next] of [
  ['cancelled', { fails: 'NotAllowedError' }],
  ['not supported', { fails: 'NotSupportedError' }],
  ['answered with null', { gives: null }],
] as const) {
  test(`a registration that is ${name}: its own sentence, and a retry works`, async () => {
    const screen = await register(await signedIn())
    device.next.push(next)
    await screen.press('Create a Passkey')
    await screen.see(NOT_CREATED)
    await screen.press('Create a Passkey')
    await screen.see(CREATED)
  })
}

for (const route of ['POST /webauthn/register/start', 'POST /webauthn/register']) {
  test(`${route} fails: the server's message, and a retry works`, async () => {
    const screen = await register(await signedIn())
    provider.faults([
      { route, times: 1, status: 429, body: { status_code: 429, error_type: 'too_many_requests', error_message: 'Slow down.' } },
    ])
    await screen.press('Create a Passkey')
    await screen.see('Slow down.')
    await screen.press('Create a Passkey')
    await screen.see(CREATED)
  })
}

test('the list cannot be loaded: a sentence and a retry; signed out: the error', async () => {
  const screen = await register(await signedIn(1))
  provider.faults([{ route: 'GET /users/me', times: 1, status: 500, body: '<html>' }])
  await screen.press('Skip')
  await screen.see('Invalid response from our servers.')
  screen.button('Try again')!.focus()
  await screen.press('Try again')
  assert.is(document.activeElement, screen.find('h2'), 'the button that had the focus is gone')
  await until(() => names(screen).length === 1, 'the list')
  await screen.press('Set up another Passkey')
  provider.faults([
    { route: 'GET /users/me', status: 401, body: { status_code: 401, error_type: 'user_unauthenticated', error_message: 'm' } },
  ])
  await screen.press('Skip')
  await screen.see(NO_USER)
})

// ---- answers of another shape

/** Answers with each of these in turn. The visitor reads its sentence, never keeps a spinner, and can continue with a button. */
const endure = async (
  { see, press, button, find }: Screen,
  errors: unknown[],
  route: string,
  cases: ReturnType<typeof damaged>,
  name: string,
  says?: string,
) => {
  for (const [at, trouble] of cases.entries()) {
    provider.faults([{ route, ...trouble.fault }])
    await press(name)
    await until(() => errors.length > at, trouble.name)
    await see(says ?? (trouble.says as string))
    await settled()
    assert.not(find('.lk-spinner'), trouble.name)
    assert.ok(button(name), trouble.name)
    assert.equal([errors.length, (errors.at(-1) as { code: string }).code], [at + 1, 'invalid_response'], trouble.name)
  }
  provider.faults([])
}

test('the list, damaged at any place of the answer', async () => {
  const screen = await register(await signedIn(2))
  const user = (await screen.login.client.user.get()) as object
  const [first, ...others] = damaged(meWithPasskeys.gives!, user)
  assert.ok(others.some(({ name }) => name === 'data.webauthn_registrations missing'))
  provider.faults([{ route: 'GET /users/me', ...first!.fault }])
  await screen.press('Skip')
  await screen.see(first!.says as string)
  screen.errors.length = 0
  await endure(screen, screen.errors, 'GET /users/me', others, 'Try again')
  await screen.press('Try again')
  await until(() => names(screen).length === 2, 'the list')
  assert.equal(reported, [])
})

test('creating a passkey, with a damaged challenge', async () => {
  const screen = await register(await signedIn())
  const cases = damaged(registerStart.gives!, { public_key_credential_creation_options: '{}' })
  await endure(screen, screen.errors, 'POST /webauthn/register/start', cases, 'Create a Passkey')
  await screen.press('Create a Passkey')
  await screen.see(CREATED)
})

test('logging in with a passkey, with a damaged challenge', async () => {
  const before = await signedIn(1)
  await before.client.session.revoke()
  const login = await open({ config })
  await endure(
    login,
    login.errors,
    START,
    damaged(authenticateStart.gives!, { public_key_credential_request_options: '{}' }),
    BUTTON,
    UNKNOWN,
  )
  await login.press(BUTTON)
  await login.see('Your Passkey has been successfully authenticated.')
})

test('a deletion, damaged at any place of the answer: the row comes back, with a sentence', async () => {
  const screen = await list(1)
  const cases = [
    ...damaged(deleteWebauthnRegistration.gives!, { __user: { user_id: 'u' } }),
    ...damaged({ __user: { user_id: 'string' } }, { __user: { user_id: 'u' } }),
  ]
  for (const [at, { name, fault, says }] of cases.entries()) {
    provider.faults([{ route: 'DELETE /users/webauthn_registrations/*', ...fault }])
    icon(screen, 'delete').click()
    await screen.press('Delete “Passkey 1”')
    await until(() => screen.errors.length > at, name)
    await screen.see(says as string)
    assert.equal([names(screen), screen.errors.length], [['Passkey 1'], at + 1], name)
  }
})

// ---- the list

test('which icons and buttons show when', async () => {
  const screen = await list(3)
  const ways = ['Set up another Passkey', 'Done']
  assert.equal([icons(screen), buttons(screen)], [['edit+delete', 'edit+delete', 'edit+delete'], ways])
  icon(screen, 'edit', 1).click()
  await settled()
  assert.equal([icons(screen), buttons(screen)], [['delete', 'save+delete', 'delete'], ways.map((text) => `${text} (disabled)`)])
  icon(screen, 'save', 1).click()
  await settled()
  assert.equal(buttons(screen), ways)
  icon(screen, 'delete', 1).click()
  await screen.see(WARNING)
  assert.equal(
    [icons(screen), buttons(screen)],
    [
      ['', 'delete', ''],
      ['Delete “Passkey 2”', 'Cancel'],
    ],
  )
  await screen.press('Cancel')
  await settled()
  assert.not(screen.text().includes(WARNING))
  assert.equal([icons(screen), buttons(screen)], [['edit+delete', 'edit+delete', 'edit+delete'], ways])
  assert.equal(sent('PUT /webauthn/update/x'), [])
})

test('a name shows at once and is kept', async () => {
  const screen = await list(2)
  provider.faults([{ route: 'PUT /webauthn/update/*', hold: 'the name' }])
  icon(screen, 'edit', 1).click()
  await settled()
  await screen.type('.lk-passkey:nth-child(2) input', ' Laptop ')
  screen.all('.lk-passkey input')[1]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await settled()
  assert.equal(names(screen), ['Passkey 1', 'Laptop'])
  await until(() => provider.release('the name'), 'the call')
  await idle()
  assert.equal(names(screen), ['Passkey 1', 'Laptop'])
  assert.equal(
    (await screen.login.client.user.get()).webauthn_registrations.map(({ name }) => name),
    ['Passkey 1', 'Laptop'],
  )
  icon(screen, 'edit', 1).click()
  await settled()
  await screen.type('.lk-passkey:nth-child(2) input', 'Never')
  screen.all('.lk-passkey input')[1]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  await settled()
  assert.equal(names(screen), ['Passkey 1', 'Laptop'])
})

test("Enter that accepts an input method's suggestion saves nothing", async () => {
  const screen = await list(1)
  icon(screen, 'edit').click()
  await settled()
  await screen.type('.lk-passkey input', 'ぱす')
  const press = (more: object) =>
    screen
      .find('.lk-passkey input')!
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...more }))
  press({ keyCode: 229 })
  await settled()
  assert.ok(icon(screen, 'save'))
  press({ keyCode: 13 })
  await settled()
  assert.equal(names(screen), ['ぱす'])
})

test('a name that the server refuses is taken back, with a sentence and an error for the host', async () => {
  const screen = await list(1)
  provider.faults([
    {
      route: 'PUT /webauthn/update/*',
      times: 1,
      status: 400,
      body: { status_code: 400, error_type: 'odd', error_message: 'No such name.' },
    },
  ])
  icon(screen, 'edit').click()
  await settled()
  await screen.type('.lk-passkey input', 'Laptop')
  icon(screen, 'save').click()
  await screen.see('No such name.')
  assert.equal(names(screen), ['Passkey 1'])
  assert.is(screen.errors.length, 1)
})

test('deletes at once, and tells the browser which passkey is gone', async () => {
  const screen = await list(2)
  icon(screen, 'delete', 1).click()
  await screen.press('Delete “Passkey 2”')
  await until(() => names(screen).length === 1, 'one fewer')
  assert.equal(names(screen), ['Passkey 1'])
  await until(() => device.unknown.length, 'the signal')
  const left = (await screen.login.client.user.get()).webauthn_registrations
  assert.equal(
    left.map(({ name }) => name),
    ['Passkey 1'],
  )
  assert.equal(device.unknown, [{ rpId: 'localhost', credentialId: device.passkeys[1]!.id }])
  assert.equal(screen.errors, [])
})

test('a deletion that the server refuses: the row comes back, with a sentence', async () => {
  const screen = await list(2)
  provider.faults([{ route: 'DELETE /users/webauthn_registrations/*', times: 1, hold: 'the refusal', status: 500, body: '<html>' }])
  icon(screen, 'delete').click()
  await screen.press('Delete “Passkey 1”')
  await until(() => names(screen).length === 1, 'one fewer')
  await until(() => provider.release('the refusal'), 'the call')
  await screen.see('Invalid response from our servers.')
  assert.equal(names(screen), ['Passkey 1', 'Passkey 2'])
  assert.equal([device.unknown, screen.errors.length], [[], 1])
})

test('a deletion is sent even if the visitor has moved on', async () => {
  const screen = await list(1)
  icon(screen, 'delete').click()
  await screen.press('Delete “Passkey 1”')
  await screen.press('Set up a Passkey')
  await screen.see('Set up a new Passkey')
  await until(() => provider.requests().some(({ method }) => method === 'DELETE'), 'the deletion')
  await idle()
  assert.equal((await screen.login.client.user.get()).webauthn_registrations, [])
})

/** The list with these records. The browser that a record names is `user_agent`. */
const listOf = async (records: { name: string; user_agent?: string; authenticator_type?: string }[]) => {
  const login = await signedIn()
  const webauthn_registrations = records.map((record, at) => ({ webauthn_registration_id: `w${at}`, domain: 'localhost', ...record }))
  provider.faults([{ route: 'GET /users/me', body: { data: { ...(await login.client.user.get()), webauthn_registrations } } }])
  const screen = await register(login)
  await screen.press('Skip')
  await until(() => screen.all('.lk-passkey').length === records.length, 'the list')
  return screen
}

test('each passkey says where it was created, as far as its record does', async () => {
  const screen = await listOf([
    {
      name: 'A',
      user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Mobile/15E148 Safari/604.1',
    },
    {
      name: 'B',
      user_agent: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 (KHTML, like Gecko) Chrome/130.0 Safari/537',
      authenticator_type: 'cross-platform',
    },
    { name: 'C', user_agent: 'Dalvik (Android 15)' },
    { name: 'D', user_agent: '' },
    { name: 'E' },
  ])
  const lines = screen.all('.lk-passkey').map((row) => row.querySelector('small')?.textContent.trim())
  assert.equal(lines, ['Safari on iPhone', 'Chrome on Windows', 'Android', undefined, undefined])
})

test('the passkey that was just created is marked as new, and the screen claims it only as long as it is there', async () => {
  const login = await signedIn(1)
  device.passkeys.length = 0
  const screen = await register(login)
  await screen.press('Create a Passkey')
  await until(() => screen.all('.lk-passkey').length === 2, 'the list')
  const marked = () => screen.all('.lk-passkey').map((row) => row.textContent!.includes('New'))
  assert.equal(
    [names(screen), marked()],
    [
      ['Passkey 1', 'Passkey 2'],
      [false, true],
    ],
  )
  icon(screen, 'delete', 1).click()
  await screen.press('Delete “Passkey 2”')
  await until(() => names(screen).length === 1, 'one fewer')
  assert.is(screen.find('h2')!.textContent, 'Existing Passkeys')
  assert.not(screen.text().includes(CREATED))
  // the screen does not wait for the provider
  await until(() => device.unknown.length, 'the deletion')
  await screen.press('Set up another Passkey')
  await screen.press('Skip')
  await until(() => screen.all('.lk-passkey').length === 1, 'the list')
  assert.equal(marked(), [false])
})

test('the question whether to delete is in the row of the passkey, in a region that was there before', async () => {
  const screen = await listOf([{ name: 'A' }, { name: '\u202eB <b>' }])
  const row = screen.all('.lk-passkey')[1]!
  const region = row.querySelector('[role=status]')!
  assert.is(region.textContent, '')
  icon(screen, 'delete', 1).focus()
  icon(screen, 'delete', 1).click()
  await screen.see(WARNING)
  assert.is(row.querySelector('[role=status]'), region)
  assert.is(region.textContent, WARNING)
  assert.is(document.activeElement, icon(screen, 'delete', 1))
  const ask = screen.button('Delete “\u202eB <b>”')!
  assert.ok(row.contains(ask))
  assert.is(ask.querySelector('bdi')!.textContent, '\u202eB <b>', 'a name cannot turn the words around it')
})

for (const [how, act] of [
  ['Cancel', (screen: Screen) => screen.press('Cancel')],
  [
    'Escape',
    async (screen: Screen) => {
      screen.button('Delete “Passkey 2”')!.focus()
      const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      let heard = 0
      const hears = () => void heard++
      document.addEventListener('keydown', hears)
      document.activeElement!.dispatchEvent(press)
      document.removeEventListener('keydown', hears)
      assert.equal([press.defaultPrevented, heard], [true, 0], "the host's dialog stays open")
    },
  ],
] as const) {
  test(`${how} keeps the passkey, and the focus returns to its icon`, async () => {
    const screen = await list(2)
    icon(screen, 'delete', 1).click()
    await screen.see(WARNING)
    await act(screen)
    await until(() => !screen.text().includes(WARNING), 'no warning')
    assert.is(document.activeElement, icon(screen, 'delete', 1))
    assert.equal(names(screen), ['Passkey 1', 'Passkey 2'])
  })
}

test('after a deletion the focus is in what stays: the list, or the title if none is left', async () => {
  const screen = await list(2)
  icon(screen, 'delete').click()
  await screen.press('Delete “Passkey 1”')
  await until(() => names(screen).length === 1, 'one fewer')
  assert.is(document.activeElement, screen.find('ul'))
  icon(screen, 'delete').click()
  await screen.press('Delete “Passkey 2”')
  await screen.see('You have no passkeys yet.')
  assert.is(document.activeElement, screen.find('h2'))
  assert.equal(buttons(screen), ['Set up a Passkey', 'Done'])
  await screen.press('Done')
  assert.equal(types(screen.events), ['PASSKEY_SKIP', 'PASSKEY_DONE'])
})

test('several changes at once, and each refusal takes back its own', async () => {
  const screen = await list(3)
  provider.faults([{ route: 'DELETE /users/webauthn_registrations/*', times: 1, hold: 'the refusal', status: 500, body: '<html>' }])
  icon(screen, 'delete', 0).click()
  await screen.press('Delete “Passkey 1”')
  await until(() => names(screen).length === 2, 'one fewer')
  icon(screen, 'edit', 1).click()
  await settled()
  await screen.type('.lk-passkey:nth-child(2) input', 'Phone')
  icon(screen, 'save', 1).click()
  await until(() => provider.requests().some(({ method, status }) => method === 'PUT' && status), 'the name is kept')
  assert.equal(names(screen), ['Passkey 2', 'Phone'])
  provider.release('the refusal')
  await until(() => names(screen).length === 3, 'it comes back')
  assert.equal(names(screen), ['Passkey 1', 'Passkey 2', 'Phone'])
})

test('the host can replace the texts', async () => {
  const login = await open({ config, strings: { 'button.loginWithPasskey': 'Mit Passkey', 'error.passkeyUnknown': 'Das ging nicht.' } })
  device.next.push({ fails: 'NotAllowedError' })
  await login.press('Mit Passkey')
  await login.see('Das ging nicht.')
})

test('other prompts that replace it are not failures: it comes back after each, and still has its five tries', async () => {
  const { setTimeout } = globalThis
  // As above, its pauses are short.
  globalThis.setTimeout = ((act: () => void, ms: number) =>
    setTimeout(act, [500, 1000, 2000, 4000, 8000, 16000].includes(ms) ? 10 : ms)) as typeof setTimeout
  try {
    const login = await comeToAutofill()
    for (let round = 1; round <= 6; round++) {
      await waits(round)
      device.next.push({ fails: 'NotAllowedError' })
      await login.client.webauthn.authenticate({ session_duration_minutes: 30 }).catch(() => {})
      await until(() => device.asked.filter(({ mediation }) => mediation).every(({ signal }) => signal.aborted), 'the end of the wait')
      // It returns when a visitor acts, not by itself.
      await idle()
      assert.is(sent(START).length, 2 * round)
      if (round === 6) provider.faults([{ route: START, status: 500, body: '<html>' }])
      login.find('input')!.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    }
    await until(() => sent(START).length === 12 + 5, 'five tries')
    await idle()
    assert.is(sent(START).length, 12 + 5)
    assert.equal(login.errors, [])
  } finally {
    globalThis.setTimeout = setTimeout
  }
})

test('the name can be edited while it is being renamed, and at no other time', async () => {
  const screen = await list(2)
  const locked = () => screen.all('.lk-passkey input').map((input) => (input as HTMLInputElement).readOnly)
  assert.equal(locked(), [true, true])
  icon(screen, 'edit', 1).click()
  await settled()
  assert.equal(locked(), [true, false])
  icon(screen, 'delete', 1).click()
  await screen.see(WARNING)
  assert.equal(locked(), [true, true])
})

test.run()
