/** What `client.webauthn` tells the browser and the host of a failure, and when autofill's challenge is renewed. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fromJson, type Asked } from '../harness/passkeyDevice.ts'
import { answers, json, ok, refusal, silence } from './answers.ts'
import { openBrowser, rejection, settle, type Network } from './tabs.ts'

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

/** A tab whose browser answers a ceremony so, and says which passkeys it was told are unknown. */
const open = (network: Record<string, Network>, get: (asked: Asked) => unknown = () => credential, fake = false) => {
  const browser = openBrowser({ network: answers({ 'POST /webauthn/authenticate/start/primary': () => request(), ...network }), fake })
  const asked: Asked[] = []
  const navigator = { userAgent: 'a test', credentials: { get: async (options: Asked) => (asked.push(options), get(options)) } }
  const tab = browser.open({ globals: { navigator } })
  tab.window.document.body.innerHTML = '<input autocomplete="username webauthn">'
  const told: unknown[] = []
  Object.assign(globalThis, {
    PublicKeyCredential: {
      isConditionalMediationAvailable: async () => true,
      signalUnknownCredential: async (about: unknown) => {
        told.push(about)
      },
    },
  })
  return { browser, asked, told, client: tab.client() }
}
test.after.each(() => {
  delete (globalThis as { PublicKeyCredential?: unknown }).PublicKeyCredential
})

// A browser that is told so stops offering the passkey, for good.
for (const [name, answer] of Object.entries<Network>({
  'another refusal': () => refusal(400, 'webauthn_registration_invalid'),
  'a 404 of another type': () => refusal(404, 'user_not_found'),
  'too many requests': () => refusal(429, 'too_many_requests'),
  "a fault of the server's": () => refusal(500, 'internal_server_error'),
  "a proxy's 404": () => new Response('<h1>', { status: 404 }),
  'an answer that is none': () => json({ data: {} }),
  'no answer': () => Promise.reject(new TypeError('offline')),
})) {
  test(`after ${name} the passkey is not called unknown`, async () => {
    const { client, told } = open({ 'POST /webauthn/authenticate': answer })
    await rejection(client.webauthn.authenticate(duration))
    await settle()
    assert.equal(told, [])
  })
}

const held = ({ signal }: Asked) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError'))))

for (const [name, more, life] of [
  ['says its own', { timeout: 100_000 }, 100_000],
  ['does not say', {}, 300_000],
] as const) {
  test(`a challenge whose life the provider ${name}: autofill has another before it ends, with time left to answer`, async () => {
    const { browser, client, asked } = open({ 'POST /webauthn/authenticate/start/primary': () => request(more) }, held, true)
    client.webauthn.authenticate({ conditional_mediation: true, ...duration }).catch(() => {})
    // in lives since the beginning, and how many challenges there are then: not sooner than need be, as every one is a request
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

test('a prompt keeps its challenge: what the visitor sees is not taken away', async () => {
  const { browser, client, asked } = open({}, held, true)
  client.webauthn.authenticate(duration).catch(() => {})
  await settle()
  await browser.clock.tickAsync(600_000)
  assert.equal(
    asked.map(({ signal }) => signal.aborted),
    [false],
  )
})

test('a log-in that its page gives up before there is a prompt: passkey_aborted at once, as with one', async () => {
  const { client, asked, browser } = open({ 'POST /webauthn/authenticate/start/primary': silence })
  const stop = new AbortController()
  const waiting = rejection(client.webauthn.authenticate({ signal: stop.signal, ...duration }))
  await settle()
  stop.abort()
  const again = rejection(client.webauthn.authenticate({ signal: stop.signal, ...duration }))
  assert.equal([(await waiting).code, (await again).code, asked.length], ['passkey_aborted', 'passkey_aborted', 0])
  assert.is(browser.to('/webauthn/authenticate/start').length, 1)
})

test('a log-in whose challenge does not come has no other reason for it', async () => {
  const { client } = open({ 'POST /webauthn/authenticate/start/primary': () => Promise.reject(new TypeError('offline')) })
  assert.is((await rejection(client.webauthn.authenticate({ signal: new AbortController().signal, ...duration }))).code, 'unreachable')
})

test.run()
