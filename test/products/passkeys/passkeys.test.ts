/**
 * Tests passkeys in the widget, on the emulator, which verifies them
 * (docs/decisions/README.md#passkey-autofill-fails-silently,
 * docs/decisions/README.md#the-passkey-list-tells-the-truth).
 */
import { idle, open, provider, reported, sent } from '../../harness/login.ts'
import { damaged } from '../../harness/damages.ts'
import { oddities } from '../../harness/oddities.ts'
import { installPasskeys } from '../../../src/tools/playground/softwarePasskeys.ts'
import { settled, until, type Screen } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { meWithPasskeys } from '../../../src/api/users.ts'
import { deleteWebauthnRegistration } from '../../../src/api/userChanges.ts'
import { authenticateStart, registerStart } from '../../../src/api/webauthn.ts'
import { pageState } from '../../../src/browser/pageState.ts'
import {
  BUTTON,
  CREATED,
  DUPLICATE,
  FINISH,
  NOT_CREATED,
  NOT_FOUND,
  NO_USER,
  START,
  UNKNOWN,
  WARNING,
  clock,
  comeToAutofill,
  config,
  device,
  email,
  goOn,
  hold,
  icon,
  list,
  names,
  password,
  register,
  signedIn,
  types,
  useDevice,
  waits,
  prepare,
} from './setUp.ts'

const test = suite('passkeys in the widget')
prepare(test)

// ---- log-in by button

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
  useDevice(installPasskeys({ unasked: true }))
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
  ['canceled', { fails: 'NotAllowedError' }, UNKNOWN],
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

for (const [name, odd] of Object.entries(oddities)) {
  test(`a prompt that rejects with ${name}: a sentence, the host hears a typed error, and the button works again`, async () => {
    const before = await signedIn(1)
    await before.client.session.revoke()
    const login = await open({ config })
    const rejected = Promise.reject(odd())
    rejected.catch(() => {})
    device.next.push({ waits: rejected })
    await login.press(BUTTON)
    await login.see(UNKNOWN)
    assert.equal(
      login.errors.map((error) => (error as { code: string }).code),
      ['passkeys_unsupported'],
    )
    assert.equal(
      login.heard.map(({ type, detail }) => [type, detail.code, Object.keys(detail).sort()]),
      [['latchkey:error', 'passkeys_unsupported', ['code', 'message', 'name']]],
    )
    JSON.stringify(login.errors)
    await until(() => login.button(BUTTON)!.getAttribute('aria-busy') === 'false', 'the end')
    await login.press(BUTTON)
    await login.see('Your Passkey has been successfully authenticated.')
    assert.equal(reported, [])
  })

  test(`autofill that rejects with ${name} is silent`, async () => {
    const login = await comeToAutofill()
    await waits(1)
    hold()
    const rejected = Promise.reject(odd())
    rejected.catch(() => {})
    device.next.push({ waits: rejected })
    await clock!.tickAsync(600_000)
    goOn()
    await settled()
    assert.equal(login.errors, [])
    assert.not(login.text().includes(UNKNOWN))
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
  const gone = { rpId: 'localhost', credentialId: device.passkeys[0]!.id }
  await until(() => device.unknownCredentials.length > 0, 'the notice of the deletion')
  await before.client.session.revoke()
  const login = await open({ config })
  await login.press(BUTTON)
  await login.see(NOT_FOUND)
  assert.equal(device.unknownCredentials, [gone, gone], 'when it was deleted, and when it was refused')
})

// ---- autofill

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
    // The first pauses belong to other timers: a call waits 4 s for the settings. The last is the
    // minimum of autofill's own pause.
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

/** A Main whose autofill has started five times. Its pauses are short. */
const atRest = async (enableShadowDOM: boolean) => {
  const { setTimeout } = globalThis
  globalThis.setTimeout = ((act: () => void, ms: number, ...more: []) =>
    setTimeout(act, [2000, 4000, 8000].includes(ms) ? 0 : ms, ...more)) as typeof setTimeout
  try {
    const login = await comeToAutofill({ ...config, enableShadowDOM })
    await until(() => sent(START).length >= 5, 'five tries')
    await idle()
    return login
  } finally {
    globalThis.setTimeout = setTimeout
  }
}

for (const enableShadowDOM of [false, true]) {
  for (const [selector, starts] of Object.entries({ input: 10, button: 5 })) {
    test(`after five tries autofill pauses; the focus comes to the ${selector}: ${starts} starts${enableShadowDOM ? ', in a shadow root' : ''}`, async () => {
      provider.faults([{ route: START, status: 500, body: '<html>' }])
      const login = await atRest(enableShadowDOM)
      assert.is(sent(START).length, 5)
      const aMinute = hold()
      await aMinute()
      await clock!.tickAsync(24 * 3600_000)
      await idle()
      assert.is(sent(START).length, 5)
      login.find(selector)!.dispatchEvent(new Event('focusin', { bubbles: true, composed: true }))
      for (let tries = 0; tries < 8; tries++) await aMinute()
      assert.is(sent(START).length, starts)
      assert.equal([...login.errors, ...reported], [])
    })
  }
}

test('a browser that never answers whether it has autofill gets the button', async () => {
  device.remove()
  useDevice(installPasskeys({ autofill: new Promise(() => {}) }))
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
    useDevice(installPasskeys())
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
    useDevice(installPasskeys())
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
    device.ceremonies.filter(({ mediation }) => mediation).map(({ signal }) => signal.aborted),
    [true, false],
  )
  one.find('input')!.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  await waits(3)
  device.pick()
  await one.see('Your Passkey has been successfully authenticated.')
  assert.not(other.text().includes('Success'))
})

// ---- registration

test('nobody is signed in: the error, no buttons, and an error for the host', async () => {
  const screen = await register(await open())
  await screen.see(NO_USER)
  assert.not(screen.button('Create a Passkey'))
  assert.equal(screen.errors, [{ message: NO_USER }])
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
  ['canceled', { fails: 'NotAllowedError' }],
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

/**
 * Answers with each of these in turn. The visitor reads its sentence, never keeps a spinner, and
 * can continue with a button.
 */
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

test('a name that the server refuses stays in the field, with a sentence and an error for the host', async () => {
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
  await until(() => names(screen)[0] === 'Laptop', 'what the visitor has typed')
  const input = screen.find<HTMLInputElement>('.lk-passkey input')!
  assert.is(input.readOnly, false)
  assert.is(screen.errors.length, 1)
  input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await until(() => names(screen)[0] === 'Passkey 1', 'the name that it has')
  icon(screen, 'edit').click()
  await until(() => names(screen)[0] === 'Laptop', 'the name again')
  icon(screen, 'save').click()
  await until(() => provider.requests().filter(({ path }) => path.includes('/webauthn/update/')).length === 2, 'the name, sent again')
  await until(() => screen.all('[aria-busy=true]').length === 0, 'its answer')
  assert.equal(names(screen), ['Laptop'])
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
  assert.equal([device.unknownCredentials, screen.errors.length], [[], 1])
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
      await until(() => device.ceremonies.filter(({ mediation }) => mediation).every(({ signal }) => signal.aborted), 'the end of the wait')
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
