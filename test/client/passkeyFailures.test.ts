/**
 * Tests what `client.webauthn` reports to the browser and the host after a failure, and when it
 * renews autofill's challenge.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fromJson, type CeremonyOptions } from '../../src/tools/playground/softwarePasskeys.ts'
import { answers, json, ok, refusal, silence } from './answers.ts'
import { openBrowser, rejection, settle, type Network, type Tab } from './fakeBrowser.ts'

const test = suite('failures of passkeys')

const duration = { session_duration_minutes: 30 }
const request = (more: object = {}) =>
  ok({ public_key_credential_request_options: JSON.stringify({ challenge: 'AQID', rpId: 'app.example.com', ...more }) })
const credential = fromJson(
  JSON.stringify({
    id: 'AQID',
    rawId: 'AQID',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: '_-8', userHandle: 'dXNlcg' },
  }),
)

/**
 * A tab whose browser answers a ceremony like this, with a list of the passkeys that it was told
 * are unknown.
 */
const open = (network: Record<string, Network>, get: (asked: CeremonyOptions) => unknown = () => credential, fake = false) => {
  const browser = openBrowser({ network: answers({ 'POST /webauthn/authenticate/start/primary': () => request(), ...network }), fake })
  const asked: CeremonyOptions[] = []
  const navigator = { userAgent: 'a test', credentials: { get: async (options: CeremonyOptions) => (asked.push(options), get(options)) } }
  const tab = browser.open({ globals: { navigator } })
  tab.window.document.body.innerHTML = '<input autocomplete="username webauthn"><button>'
  const told: unknown[] = []
  Object.assign(globalThis, {
    PublicKeyCredential: {
      isConditionalMediationAvailable: async () => true,
      signalUnknownCredential: async (about: unknown) => {
        told.push(about)
      },
    },
  })
  return { browser, tab, asked, told, client: tab.client() }
}
test.after.each(() => {
  delete (globalThis as { PublicKeyCredential?: unknown }).PublicKeyCredential
})

// A browser that is told this stops offering the passkey permanently.
for (const [name, answer] of Object.entries<Network>({
  'another refusal': () => refusal(400, 'webauthn_registration_invalid'),
  'a 404 of another type': () => refusal(404, 'user_not_found'),
  'too many requests': () => refusal(429, 'too_many_requests'),
  "a fault of the server's": () => refusal(500, 'internal_server_error'),
  "a proxy's 404": () => new Response('<h1>', { status: 404 }),
  'an invalid answer': () => json({ data: {} }),
  'no answer': () => Promise.reject(new TypeError('offline')),
})) {
  test(`after ${name} the passkey is not reported as unknown`, async () => {
    const { client, told } = open({ 'POST /webauthn/authenticate': answer })
    await rejection(client.webauthn.authenticate(duration))
    await settle()
    assert.equal(told, [])
  })
}

const held = ({ signal }: CeremonyOptions) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError'))))

for (const [name, more, life] of [
  ['states', { timeout: 100_000 }, 100_000],
  ['does not state', {}, 300_000],
] as const) {
  test(`a challenge whose life the provider ${name}: autofill renews it before it ends, with time left to answer`, async () => {
    const { browser, client, asked } = open({ 'POST /webauthn/authenticate/start/primary': () => request(more) }, held, true)
    client.webauthn.authenticate({ conditional_mediation: true, ...duration }).catch(() => {})
    // Advances to `life`, and counts the challenges. A renewal must not come too early either,
    // because each one is a request.
    let passed = 0
    for (const [at, count] of [
      [0, 1],
      [0.7, 1],
      [0.9, 2],
      [1.4, 2],
      [1.7, 3],
    ] as const) {
      await browser.clock.tickAsync(life * (at - passed))
      passed = at
      await settle()
      assert.equal(
        asked.map(({ signal }) => signal.aborted),
        [...Array(count - 1).fill(true), false],
        `after ${at} of its life`,
      )
      assert.is(browser.to('/webauthn/authenticate/start').length, count)
    }
  })
}

const STARTS = '/webauthn/authenticate/start'
const waiting = { conditional_mediation: true, ...duration }

/**
 * Lifetimes of a challenge as a server may send them, in JSON, and the lifetime that the client
 * assumes, in ms.
 */
const lives: [said: string, life: number][] = [
  ['4294967295', 600_000],
  ['4294967296', 600_000],
  ['2147483648', 600_000],
  ['1e400', 600_000],
  ['600001', 600_000],
  ['600000', 600_000],
  ['30000', 30_000],
  ['29999', 30_000],
  ['1', 30_000],
  ['0', 30_000],
  ['-1', 30_000],
  ['-1e400', 30_000],
  ['null', 300_000],
  ['{}', 300_000],
  ['[]', 300_000],
  ['"5"', 300_000],
  ['true', 300_000],
]
for (const [said, life] of lives) {
  test(`a challenge whose timeout is ${said} is renewed like one of ${life / 1000} s, four times, and then when the visitor returns to the field`, async () => {
    const options = `{"challenge":"AQID","rpId":"app.example.com","timeout":${said}}`
    // With endless renewals the clock would never return.
    const challenge: Network = (sent) => (starts() > 30 ? silence(sent) : ok({ public_key_credential_request_options: options }))
    const { browser, tab, client } = open({ 'POST /webauthn/authenticate/start/primary': challenge }, held, true)
    client.webauthn.authenticate(waiting).catch(() => {})
    const starts = () => browser.to(STARTS).length
    const pass = async (ms: number) => {
      await settle()
      await browser.clock.tickAsync(ms)
      await settle()
    }
    for (let count = 1; count <= 5; count++) {
      await pass(life * 0.8 - 1)
      assert.is(starts(), count)
      await pass(1)
    }
    await pass(100 * life)
    assert.is(starts(), 5)
    tab.window.document.querySelector('input')!.dispatchEvent(new tab.window.FocusEvent('focusin', { bubbles: true, composed: true }))
    for (let count = 6; count <= 10; count++) {
      await pass(life * 0.8 - 1)
      assert.is(starts(), count)
      await pass(1)
    }
    await pass(100 * life)
    assert.is(starts(), 10)
  })
}

const touch =
  (type: string, selector = 'input') =>
  ({ window }: Tab) =>
    window.document.querySelector(selector)!.dispatchEvent(new window.Event(type, { bubbles: true }))
const shown =
  (state: string) =>
  ({ window, documentPrototype }: Tab) => {
    Object.defineProperty(documentPrototype, 'visibilityState', { value: state, configurable: true })
    window.document.dispatchEvent(new window.Event('visibilitychange'))
  }

/**
 * Values that a browser, or a replacement in the page, can return instead of a passkey, each with a
 * way in which the visitor comes back.
 */
for (const [nothing, how, comesBack] of [
  [null, 'a key is pressed in the field', touch('keydown')],
  [undefined, 'the field gets the focus', touch('focusin')],
  [{}, 'the field is pressed', touch('pointerdown')],
  [{ id: '' }, 'the visitor returns to the tab', shown('visible')],
  [[], 'the field gets the focus', touch('focusin')],
] as const) {
  test(`autofill that gives ${JSON.stringify(nothing)} starts again, later each time, and pauses after the fifth, until ${how}`, async () => {
    let answer: unknown = nothing
    const { browser, tab, client, asked } = open({}, () => (asked.length > 30 ? new Promise(() => {}) : answer), true)
    let outcome: unknown
    client.webauthn.authenticate(waiting).then(
      (answer) => (outcome = answer),
      (error) => (outcome = error.code),
    )
    const times: number[] = []
    for (let second = 0; second <= 60; second++) {
      await settle()
      while (times.length < asked.length) times.push(second)
      await browser.clock.tickAsync(1000)
    }
    assert.equal([times, outcome], [[0, 1, 3, 7, 15], undefined])
    answer = credential
    for (const act of [touch('keydown', 'body'), touch('keydown', 'button'), touch('focusin', 'button'), shown('hidden')]) act(tab)
    await browser.clock.tickAsync(60_000)
    await settle()
    assert.is(asked.length, 5)
    comesBack(tab)
    await settle()
    assert.is(asked.length, 6)
    await settle()
    assert.is((outcome as { user_id?: string } | undefined)?.user_id, 'user-test-1')
  })
}

test('a paused autofill ends with its signal, and leaves nothing behind', async () => {
  const { browser, tab, client } = open({}, () => null, true)
  const stop = new AbortController()
  const ended = rejection(client.webauthn.authenticate({ ...waiting, signal: stop.signal }))
  for (let second = 0; second < 20; second++) {
    await settle()
    await browser.clock.tickAsync(1000)
  }
  stop.abort()
  assert.is((await ended).code, 'passkey_aborted')
  const before = browser.to(STARTS).length
  tab.window.document.querySelector('input')!.dispatchEvent(new tab.window.FocusEvent('focusin', { bubbles: true, composed: true }))
  await browser.clock.tickAsync(60_000)
  await settle()
  assert.equal([before, browser.to(STARTS).length], [5, 5])
})

for (const [name, answer] of Object.entries<() => unknown>({
  'never answers': () => new Promise(() => {}),
  'answers with undefined': () => undefined,
  'answers with a string': () => 'yes',
  refuses: () => Promise.reject(new Error('no')),
})) {
  test(`a browser that ${name} whether it has autofill counts as without it, after a second at most`, async () => {
    const { browser, client } = open({}, held, true)
    Object.assign(globalThis, { PublicKeyCredential: { isConditionalMediationAvailable: answer } })
    let supports: boolean | undefined
    void client.webauthn.browserSupportsAutofill().then((yes) => (supports = yes))
    await settle()
    await browser.clock.tickAsync(1000)
    await settle()
    assert.is(supports, false)
    let outcome: unknown
    void client.webauthn.authenticate(waiting).then((answer) => (outcome = answer))
    await settle()
    await browser.clock.tickAsync(1000)
    await settle()
    assert.equal([outcome, browser.to(STARTS).length], [null, 0])
  })
}

test('a yes leaves no timer behind', async () => {
  const { browser, client } = open({}, held, true)
  await settle()
  const before = browser.clock.countTimers()
  assert.is(await client.webauthn.browserSupportsAutofill(), true)
  assert.is(browser.clock.countTimers(), before)
})

test('autofill that ignores its signal delays a prompt by a second, not forever', async () => {
  const { browser, client, asked } = open({}, ({ mediation }) => (mediation ? new Promise(() => {}) : credential), true)
  const ends: string[] = []
  void rejection(client.webauthn.authenticate(waiting)).then(({ code }) => ends.push(code))
  await settle()
  void client.webauthn.authenticate(duration).then((answer) => ends.push(answer!.user_id))
  await settle()
  await browser.clock.tickAsync(900)
  await settle()
  assert.equal([asked.length, ends], [1, []])
  await browser.clock.tickAsync(200)
  await settle()
  assert.equal([asked.length, ends], [2, ['passkey_aborted', 'user-test-1']])
})

test('a prompt keeps its challenge, because the visitor sees the prompt', async () => {
  const { browser, client, asked } = open({}, held, true)
  client.webauthn.authenticate(duration).catch(() => {})
  await settle()
  await browser.clock.tickAsync(600_000)
  assert.equal(
    asked.map(({ signal }) => signal.aborted),
    [false],
  )
})

test('a log-in that the page aborts before its prompt rejects at once with passkey_aborted, like one with a prompt', async () => {
  const { client, asked, browser } = open({ 'POST /webauthn/authenticate/start/primary': silence })
  const stop = new AbortController()
  const waiting = rejection(client.webauthn.authenticate({ signal: stop.signal, ...duration }))
  await settle()
  stop.abort()
  const again = rejection(client.webauthn.authenticate({ signal: stop.signal, ...duration }))
  assert.equal([(await waiting).code, (await again).code, asked.length], ['passkey_aborted', 'passkey_aborted', 0])
  assert.is(browser.to('/webauthn/authenticate/start').length, 1)
})

test("a log-in without a challenge rejects with the reason of the challenge's failure", async () => {
  const { client } = open({ 'POST /webauthn/authenticate/start/primary': () => Promise.reject(new TypeError('offline')) })
  assert.is((await rejection(client.webauthn.authenticate({ signal: new AbortController().signal, ...duration }))).code, 'unreachable')
})

test.run()
