/**
 * Tests `client.webauthn` on the emulator, which verifies, with a software authenticator, and each
 * way in which a ceremony fails.
 */
import { base64url } from 'jose'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readOptions, writeCredential } from '../../../src/browser/credentials.ts'
import { createEmulator } from '../../../src/tools/emulator/index.ts'
import { createSoftwarePasskey } from '../../../src/tools/conformance/softwarePasskey.ts'
import { fromJson, toJson, type CeremonyOptions } from '../../../src/tools/playground/softwarePasskeys.ts'
import { answers, ok, silence } from '../answers.ts'
import { openBrowser, rejection, settle, type Network } from '../fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }
type Answer = (asked: CeremonyOptions) => unknown

/** A tab whose browser answers ceremonies like this. */
const open = (network: Network, credentials: { create?: Answer; get?: Answer } | undefined, globals: object = {}) => {
  const browser = openBrowser({ network })
  const asked: CeremonyOptions[] = []
  const answer = (kind: 'create' | 'get') => async (options: CeremonyOptions) => {
    asked.push(options)
    return credentials?.[kind]?.(options)
  }
  const navigator = { userAgent: 'a test', credentials: credentials && { create: answer('create'), get: answer('get') } }
  const tab = browser.open({ globals: { navigator, ...globals } })
  return { browser, tab, asked, client: tab.client() }
}

const challenge = base64url.encode(new Uint8Array([1, 2, 3]))
const creation = JSON.stringify({
  challenge,
  rp: { id: 'app.example.com', name: 'Acme' },
  user: { id: 'dXNlcg', name: 'ada', displayName: 'Ada' },
})
const request = JSON.stringify({ challenge, rpId: 'app.example.com', allowCredentials: [{ type: 'public-key', id: 'AQID' }] })
const routes: Record<string, Network> = {
  'POST /webauthn/register/start': () => ok({ public_key_credential_creation_options: creation }),
  'POST /webauthn/authenticate/start/primary': () => ok({ public_key_credential_request_options: request }),
  'POST /webauthn/register': (sent) => answers()({ ...sent, path: '/passwords' }),
}
const credential = fromJson(
  JSON.stringify({
    id: 'AQID',
    rawId: 'AQID',
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: { credProps: { rk: true } },
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: '_-8', userHandle: 'dXNlcg' },
  }),
)
const hold: Answer = ({ signal }) =>
  new Promise((_, reject) => {
    const end = () => reject(new DOMException('ended', 'AbortError'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
  })

test('the emulator accepts registrations and sign-ins', async () => {
  const emulator = createEmulator()
  const authenticator = await createSoftwarePasskey('https://app.example.com')
  const { client, asked, browser } = open(({ url, init }) => emulator.fetch(new Request(url, init)), {
    create: async (options) => fromJson(await authenticator.create(toJson(options))),
    get: async (options) => fromJson(await authenticator.get(toJson(options))),
  })
  await client.passwords.create({ email: 'ada@example.com', password: 'a sentence that nobody says 7', ...duration })
  const registered = await client.webauthn.register({ is_passkey: true, ...duration })
  assert.match(registered.webauthn_registration_id, /^webauthn-registration-test-/)
  assert.is(client.user.getSync()!.webauthn_registrations.length, 1)
  const { webauthn_registration_id } = registered
  const { webauthn_registration } = await client.webauthn.update({ webauthn_registration_id, name: 'Laptop' })
  assert.is(webauthn_registration.name, 'Laptop')
  await client.session.revoke()
  const signedIn = await client.webauthn.authenticate({ is_passkey: true, ...duration })
  assert.is(signedIn!.webauthn_registration_id, webauthn_registration_id)
  assert.is(client.session.getSync()!.user_id, registered.user_id)
  await client.user.deleteWebauthnRegistration(webauthn_registration_id)
  assert.equal(client.user.getSync()!.webauthn_registrations, [])
  assert.ok(asked.every(({ mediation }) => mediation === undefined))
  assert.is((browser.to('/webauthn/register/start')[0]!.body as { domain: string }).domain, 'app.example.com')
  assert.equal(emulator.crashes(), [])
})

test('exactly these fields are sent', async () => {
  const { client, browser } = open(answers(routes), { create: () => credential, get: () => credential })
  await client.webauthn.register()
  await client.webauthn.register({
    domain: 'acme.example',
    authenticator_type: 'platform',
    is_passkey: true,
    override_id: 'i',
    override_name: 'n',
    override_display_name: 'd',
    use_base64_url_encoding: true,
    session_duration_minutes: 5,
  })
  await client.session.revoke()
  await client.webauthn.authenticate({ domain: 'acme.example', ...duration })
  const bodies = browser.to('/webauthn').map(({ method, path, body }) => [method, path, body])
  const json = JSON.stringify({
    type: 'public-key',
    id: 'AQID',
    rawId: 'AQID',
    authenticatorAttachment: 'platform',
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: '_-8', userHandle: 'dXNlcg' },
    clientExtensionResults: { credProps: { rk: true } },
  })
  assert.equal(bodies, [
    ['POST', '/webauthn/register/start', { domain: 'app.example.com', user_agent: 'a test' }],
    ['POST', '/webauthn/register', { public_key_credential: json }],
    [
      'POST',
      '/webauthn/register/start',
      {
        domain: 'acme.example',
        authenticator_type: 'platform',
        return_passkey_credential_options: true,
        override_id: 'i',
        override_name: 'n',
        override_display_name: 'd',
        use_base64_url_encoding: true,
        user_agent: 'a test',
      },
    ],
    ['POST', '/webauthn/register', { public_key_credential: json, session_duration_minutes: 5 }],
    ['POST', '/webauthn/authenticate/start/primary', { domain: 'acme.example' }],
    ['POST', '/webauthn/authenticate', { public_key_credential: json, ...duration }],
  ])
})

for (const [name, code] of [
  ['NotAllowedError', 'passkey_cancelled'],
  ['InvalidStateError', 'passkey_registered'],
  ['SecurityError', 'passkey_domain'],
  ['AbortError', 'passkey_aborted'],
  ['NotSupportedError', 'passkeys_unsupported'],
  ['ConstraintError', 'passkeys_unsupported'],
  ['UnknownError', 'passkeys_unsupported'],
  ['TypeError', 'passkeys_unsupported'],
]) {
  test(`${name} is ${code}, with the browser's error as its cause`, async () => {
    const thrown = new DOMException('browser words', name)
    const { client, tab } = open(answers(routes), {
      create: () => {
        throw thrown
      },
      get: () => {
        throw thrown
      },
    })
    for (const call of [client.webauthn.register(), client.webauthn.authenticate(duration)]) {
      const error = await rejection(call)
      assert.is(error.code, code)
      assert.equal([error.options === thrown, error.cause === thrown], [true, true])
      assert.instance(error, tab.latchkey.LatchkeySDKError)
    }
  })
}

for (const nothing of [null, {}, { response: null }, 'yes']) {
  test(`a ceremony that returns ${JSON.stringify(nothing)} is passkey_unreadable`, async () => {
    const { client } = open(answers(routes), { create: () => nothing, get: () => nothing })
    assert.is((await rejection(client.webauthn.register())).code, 'passkey_unreadable')
    assert.is((await rejection(client.webauthn.authenticate(duration))).code, 'passkey_unreadable')
  })
}

test('a page without navigator.credentials: passkeys_unsupported', async () => {
  const { client } = open(answers(routes), undefined)
  assert.is((await rejection(client.webauthn.register())).code, 'passkeys_unsupported')
})

for (const json of ['', 'null', '[]', '{}', '{"challenge":5}', '{"challenge":"?"}', '{"challenge":"AQID","user":{}}']) {
  test(`unreadable options, ${json}, are an invalid answer of the provider`, async () => {
    const { client, asked } = open(
      answers({ 'POST /webauthn/register/start': () => ok({ public_key_credential_creation_options: json }) }),
      {},
    )
    assert.is((await rejection(client.webauthn.register())).code, 'invalid_response')
    assert.is(asked.length, 0)
  })
}

test('a later ceremony on a page aborts the earlier one, and begins when that has settled', async () => {
  const order: string[] = []
  let count = 0
  const { client } = open(answers(routes), {
    async get(asked) {
      const me = ++count
      order.push(`begin ${me}`)
      try {
        return await (me === 1 ? hold(asked) : credential)
      } finally {
        order.push(`end ${me}`)
      }
    },
  })
  const first = rejection(client.webauthn.authenticate(duration))
  await settle()
  const second = client.webauthn.authenticate(duration)
  assert.is((await first).code, 'passkey_aborted')
  assert.ok(await second)
  assert.equal(order, ['begin 1', 'end 1', 'begin 2', 'end 2'])
})

test('a prompt aborts the open one, even if an autofill waits between them', async () => {
  let count = 0
  const { client } = await conditional(true, '<input autocomplete="username webauthn">', {
    get: async (asked) => (asked.signal!.throwIfAborted(), ++count === 1 ? hold(asked) : credential),
  })
  const first = rejection(client.webauthn.authenticate(duration))
  await settle()
  const autofill = rejection(client.webauthn.authenticate({ conditional_mediation: true, ...duration }))
  await settle()
  assert.ok(await client.webauthn.authenticate(duration))
  assert.equal([(await first).code, (await autofill).code], ['passkey_aborted', 'passkey_aborted'])
})

test('signal ends the wait', async () => {
  const { client } = open(answers(routes), { get: hold })
  const stop = new AbortController()
  const waiting = rejection(client.webauthn.authenticate({ signal: stop.signal, ...duration }))
  await settle()
  stop.abort()
  assert.is((await waiting).code, 'passkey_aborted')
})

test('signal ends a registration that waits for the provider', async () => {
  const { client } = open(answers({ ...routes, 'POST /webauthn/register/start': silence }), { get: hold })
  const stop = new AbortController()
  const waiting = rejection(client.webauthn.register({ signal: stop.signal }))
  await settle()
  stop.abort()
  assert.is((await waiting).code, 'passkey_aborted')
})

/** Autofill, and what it requires of the browser and of the page. */
const conditional = async (supported: unknown, html: string, credentials: { get: Answer }, more: object = {}) => {
  const opened = open(answers(routes), credentials)
  Object.assign(globalThis, {
    PublicKeyCredential: supported === undefined ? undefined : { isConditionalMediationAvailable: () => supported, ...more },
  })
  opened.tab.window.document.body.innerHTML = html
  return opened
}
test.after.each(() => {
  delete (globalThis as { PublicKeyCredential?: unknown }).PublicKeyCredential
})
const autofill = { conditional_mediation: true, ...duration }
const field = '<input autocomplete="username webauthn">'

for (const [name, supported, html] of [
  ['a browser without it', Promise.resolve(false), field],
  ['a browser without PublicKeyCredential', undefined, field],
  ['a browser that fails', Promise.reject(new Error('broken')), field],
  ['a page without a field for it', Promise.resolve(true), '<input autocomplete="email">'],
] as const) {
  if (supported) supported.catch(() => {})
  test(`autofill in ${name}: null, and a note on the console`, async () => {
    const { client, tab, asked, browser } = await conditional(supported, html, { get: () => credential })
    assert.is(await client.webauthn.authenticate(autofill), null)
    assert.match(tab.console.at(-1)!, /^error \[Latchkey] Passkey autofill needs/)
    assert.is(asked.length, 0)
    assert.is(browser.to('/webauthn').length, 0)
    assert.is(await client.webauthn.browserSupportsAutofill(), name.startsWith('a page'))
  })
}

test('autofill waits under the field, and a press of a button replaces it', async () => {
  let button = false
  const { client, asked } = await conditional(Promise.resolve(true), field, { get: (options) => (button ? credential : hold(options)) })
  const waiting = rejection(client.webauthn.authenticate(autofill))
  await settle()
  assert.is(asked[0]!.mediation, 'conditional')
  button = true
  assert.ok(await client.webauthn.authenticate(duration))
  assert.is((await waiting).code, 'passkey_aborted')
  assert.is(asked[1]!.mediation, undefined)
})

test('autofill never ends an open prompt', async () => {
  let answer = (_: unknown) => {}
  const { client, asked } = await conditional(Promise.resolve(true), field, {
    get: ({ mediation }) =>
      mediation
        ? credential
        : new Promise((resolve) => {
            answer = resolve
          }),
  })
  const prompt = client.webauthn.authenticate(duration)
  await settle()
  const waiting = client.webauthn.authenticate(autofill)
  await settle()
  assert.is(asked.length, 1)
  assert.is(asked[0]!.signal.aborted, false)
  answer(credential)
  assert.ok(await prompt)
  assert.ok(await waiting)
})

for (const mode of ['open', 'closed'] as const) {
  test(`a field in ${mode === 'open' ? 'an open' : 'a closed'} shadow root is ${mode === 'open' ? '' : 'not '}found`, async () => {
    const { client, tab } = await conditional(Promise.resolve(true), '<div><div></div></div>', { get: () => credential })
    const outer = tab.window.document.querySelector('div div')!.attachShadow({ mode })
    outer.innerHTML = '<section></section>'
    outer.querySelector('section')!.attachShadow({ mode: 'open' }).innerHTML = field
    assert.is((await client.webauthn.authenticate(autofill)) !== null, mode === 'open')
  })
}

test('a passkey that the provider does not know is reported to the browser', async () => {
  const told: unknown[] = []
  const { client, browser } = await conditional(
    Promise.resolve(true),
    field,
    { get: () => credential },
    {
      signalUnknownCredential: async (about: unknown) => {
        told.push(about)
      },
    },
  )
  browser.network = answers({
    ...routes,
    'POST /webauthn/authenticate': () =>
      new Response(
        JSON.stringify({ status_code: 404, error_type: 'webauthn_registration_not_found', error_message: 'm', error_url: 'u' }),
        {
          status: 404,
          headers: { 'content-type': 'application/json' },
        },
      ),
  })
  assert.is((await rejection(client.webauthn.authenticate(duration))).error_type, 'webauthn_registration_not_found')
  assert.equal(told, [{ rpId: 'app.example.com', credentialId: 'AQID' }])
})

/**
 * What the browser has heard about passkeys, and an emulator's user with `count` passkeys of a
 * device that answers every request.
 */
const listening = async (count: number, able: object = {}, capable = true) => {
  const emulator = createEmulator()
  const devices: Awaited<ReturnType<typeof createSoftwarePasskey>>[] = []
  let fails: string | undefined
  const opened = open(({ url, init }) => emulator.fetch(new Request(url, init)), {
    create: async (options) => {
      if (fails) throw new DOMException('no', fails)
      const device = await createSoftwarePasskey('https://app.example.com')
      devices.push(device)
      return fromJson(await device.create(toJson(options)))
    },
    get: async (options) => {
      if (fails) throw new DOMException('no', fails)
      return fromJson(await devices.at(-1)!.get(toJson(options)))
    },
  })
  const told: [string, any][] = []
  const hear = (name: string) => async (about: object) => void told.push([name, about])
  Object.assign(globalThis, {
    PublicKeyCredential: Object.assign(() => {}, {
      ...(capable && { getClientCapabilities: async () => ({ conditionalCreate: true, immediateGet: true }) }),
      signalUnknownCredential: hear('unknown'),
      signalAllAcceptedCredentials: hear('accepted'),
      signalCurrentUserDetails: hear('details'),
      ...able,
    }),
  })
  const { client } = opened
  const { user_id } = await client.passwords.create({ email: 'ada@example.com', password: 'a sentence that nobody says 7', ...duration })
  for (let at = 0; at < count; at++) await client.webauthn.register({ is_passkey: true })
  const ids = await Promise.all(devices.map(async (device) => (await device.seed()).credential_id))
  return { ...opened, emulator, told, ids, userId: base64url.encode(user_id), fail: (name?: string) => (fails = name) }
}
const heard = async (told: unknown[], count: number) => {
  for (let turns = 0; told.length < count && turns < 200; turns++) await settle()
}

test('upgrade creates a passkey without a question, and resolves with null where the browser has a reason not to', async () => {
  const { client, asked, fail, browser } = await listening(0)
  const made = await client.webauthn.upgrade({ session_duration_minutes: 5 })
  assert.match(made!.webauthn_registration_id, /^webauthn-registration-test-/)
  assert.is(asked[0]!.mediation, 'conditional')
  const [start] = browser.to('/webauthn/register/start')
  assert.is((start!.body as { return_passkey_credential_options: boolean }).return_passkey_credential_options, true)
  for (const name of ['InvalidStateError', 'NotAllowedError', 'AbortError', 'OperationError', 'TypeError']) {
    fail(name)
    assert.is(await client.webauthn.upgrade(), null, name)
  }
})

test('upgrade and authenticateImmediately ask nobody in a browser that cannot do it', async () => {
  const { client, browser } = await listening(0, {}, false)
  const before = browser.to('/webauthn').length
  assert.is(await client.webauthn.upgrade(), null)
  assert.is(await client.webauthn.authenticateImmediately(duration), null)
  assert.is(browser.to('/webauthn').length, before)
})

test('upgrade rejects if the provider refuses, or the host ends it; the browser forgets a passkey that was refused', async () => {
  const { client, browser, told } = await listening(0)
  const network = browser.network
  const refuse = (type: string) => {
    browser.network = (sent) =>
      sent.path === '/webauthn/register'
        ? new Response(JSON.stringify({ status_code: 401, error_type: type, error_message: 'm', error_url: 'u' }), {
            status: 401,
            headers: { 'content-type': 'application/json' },
          })
        : network(sent)
  }
  refuse('duplicate_webauthn_registration')
  assert.is((await rejection(client.webauthn.upgrade())).error_type, 'duplicate_webauthn_registration')
  refuse('unable_to_auth_webauthn_registration')
  assert.is((await rejection(client.webauthn.upgrade())).error_type, 'unable_to_auth_webauthn_registration')
  await heard(told, 1)
  assert.equal(
    told.map(([name, { rpId }]) => [name, rpId]),
    [['unknown', 'app.example.com']],
  )
  const stop = new AbortController()
  stop.abort()
  assert.is((await rejection(client.webauthn.upgrade({ signal: stop.signal }))).code, 'passkey_aborted')
})

test('authenticateImmediately signs in with what is there, and resolves with null for the rest', async () => {
  const { client, asked, fail } = await listening(1)
  // the browser takes no list, which a second factor would have
  assert.is(await client.webauthn.authenticateImmediately(duration), null)
  await client.session.revoke()
  assert.match((await client.webauthn.authenticateImmediately(duration))!.webauthn_registration_id, /^webauthn/)
  assert.is((asked.at(-1) as { uiMode?: string }).uiMode, 'immediate')
  await client.session.revoke()
  const before = asked.length
  for (const name of ['NotAllowedError', 'AbortError', 'NotSupportedError']) {
    fail(name)
    assert.is(await client.webauthn.authenticateImmediately(duration), null, name)
  }
  // no prompt follows
  assert.is(asked.length, before + 3)
  fail('SecurityError')
  assert.is((await rejection(client.webauthn.authenticateImmediately(duration))).code, 'passkey_domain')
  fail('AbortError')
  const stop = new AbortController()
  const ended = rejection(client.webauthn.authenticateImmediately({ ...duration, signal: stop.signal }))
  stop.abort()
  assert.is((await ended).code, 'passkey_aborted')
})

test('after a log-in with a passkey the browser hears which ones are accepted', async () => {
  const { client, told, ids, userId } = await listening(2)
  await client.session.revoke()
  await client.webauthn.authenticate({ is_passkey: true, ...duration })
  await heard(told, 1)
  assert.equal(told, [['accepted', { rpId: 'app.example.com', userId, allAcceptedCredentialIds: ids }]])
})

for (const [name, answer] of [
  ['misses one', { allowCredentials: [{ id: 'AQID', type: 'public-key' }] }],
  ['has none', {}],
  ['cannot be read', 'x'],
] as const)
  test(`a list that ${name} is never sent: the browser would hide a passkey that works`, async () => {
    const { client, told, browser } = await listening(2)
    await client.session.revoke()
    const network = browser.network
    browser.network = (sent) =>
      sent.path.endsWith('/secondary') ? ok({ public_key_credential_request_options: JSON.stringify(answer) }) : network(sent)
    await client.webauthn.authenticate({ is_passkey: true, ...duration })
    await heard(told, 1)
    assert.equal(told, [])
  })

test('the browser hears of a deletion, with what is left', async () => {
  const { client, told, ids, userId } = await listening(2)
  const [first] = client.user.getSync()!.webauthn_registrations
  await client.user.deleteWebauthnRegistration(first!.webauthn_registration_id)
  await heard(told, 2)
  assert.equal(told, [
    ['unknown', { rpId: 'app.example.com', credentialId: ids[0] }],
    ['accepted', { rpId: 'app.example.com', userId, allAcceptedCredentialIds: [ids[1]] }],
  ])
})

test('the browser hears a new name of the user, and no other change', async () => {
  const { client, told, userId } = await listening(1)
  await client.user.update({ untrusted_metadata: { a: 1 } })
  await client.user.update({ name: { first_name: 'Ada', last_name: 'Lovelace' } })
  await heard(told, 1)
  assert.equal(told, [['details', { rpId: 'app.example.com', userId, name: 'ada@example.com', displayName: 'Ada Lovelace' }]])
})

test('a browser that does not listen, or that throws, costs no call and no error', async () => {
  for (const signal of [
    undefined,
    () => Promise.reject(new Error('no')),
    () => {
      throw new Error('no')
    },
  ]) {
    const { client, browser } = await listening(1, {
      signalUnknownCredential: signal,
      signalAllAcceptedCredentials: signal,
      signalCurrentUserDetails: signal,
    })
    await client.session.revoke()
    await client.webauthn.authenticate({ is_passkey: true, ...duration })
    await client.user.update({ name: { first_name: 'Ada' } })
    await client.user.deleteWebauthnRegistration(client.user.getSync()!.webauthn_registrations[0]!.webauthn_registration_id)
    await heard([], 1)
    assert.is(browser.to('/webauthn/authenticate/start/secondary').length > 0, !!signal)
    delete (globalThis as { PublicKeyCredential?: unknown }).PublicKeyCredential
  }
})

// The members in the examples, from WebAuthn Level 3, section 5.1
// (PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON).
test('every base64url member of the options becomes bytes, and nothing else does', () => {
  const options = readOptions(
    JSON.stringify({
      challenge: '_-8',
      timeout: 1000,
      rp: { id: 'AQID', name: 'AQID' },
      user: { id: 'AQID', name: 'AQID', displayName: 'AQID' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      excludeCredentials: [{ type: 'public-key', id: 'BAUG', transports: ['usb'] }],
      authenticatorSelection: { residentKey: 'required' },
      extensions: { credProps: true },
    }),
  )
  assert.equal([...(options.challenge as Uint8Array)], [255, 239])
  assert.equal([...(options.user.id as Uint8Array)], [1, 2, 3])
  assert.is(options.rp.id, 'AQID')
  assert.equal([...(options.excludeCredentials![0]!.id as Uint8Array)], [4, 5, 6])
  assert.equal(options.excludeCredentials![0]!.transports, ['usb'])
  assert.equal([...(readOptions('{"challenge":"/+8="}').challenge as Uint8Array)], [255, 239])
})

test('a registration contains its transports, and no empty members', () => {
  const made = fromJson(
    JSON.stringify({
      id: '_-8',
      rawId: '_-8',
      type: 'public-key',
      authenticatorAttachment: 'cross-platform',
      clientExtensionResults: {},
      response: { clientDataJSON: 'e30', attestationObject: 'AQID', transports: ['usb', 'nfc'] },
    }),
  )
  assert.equal(JSON.parse(writeCredential({ ...made, response: { ...made.response, userHandle: null } })), {
    type: 'public-key',
    id: '_-8',
    rawId: '_-8',
    authenticatorAttachment: 'cross-platform',
    response: { clientDataJSON: 'e30', attestationObject: 'AQID', transports: ['usb', 'nfc'] },
    clientExtensionResults: {},
  })
})

test.run()
