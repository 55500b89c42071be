import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../../src/client/core.ts'
import { leaksIn } from '../../harness/leaks.ts'
import { answers, json, ok, refusal, silence } from '../answers.ts'
import { openBrowser, PT, settle, type Network, type Sent } from '../fakeBrowser.ts'

const open = (network: Network = answers()) => {
  const browser = openBrowser({ network, fake: true })
  const tab = browser.open()
  const client = tab.client()
  const log = () => client[coreKey].log('email_sent', { email: 'ada@example.com', type: 'login_or_create_eml' })
  return { browser, tab, client, log, batches: () => browser.to('/events') }
}

const names = ({ body }: Sent) => (body as { event: { event_name: string } }[]).map(({ event }) => event.event_name)

test('the first entry describes the client, after 800 ms, with no header except its type', async () => {
  const { browser, batches } = open()
  await browser.clock.tickAsync(799)
  assert.is(batches().length, 0)
  await browser.clock.tickAsync(1)
  assert.is(batches().length, 1)
  const [{ method, headers, body, init }] = batches() as [Sent]
  assert.is(method, 'POST')
  assert.equal(headers, { 'Content-Type': 'application/json' })
  assert.is(init.credentials, 'omit')
  const [{ telemetry, event }] = body as [{ telemetry: Record<string, unknown>; event: unknown }]
  assert.equal(event, {
    public_token: PT,
    event_name: 'sdk_instance_instantiated',
    details: { event_callback_registered: false, error_callback_registered: false, success_callback_registered: false },
  })
  assert.equal(Object.keys(telemetry).sort(), ['app', 'app_session_id', 'client_sent_at', 'event_id', 'persistent_id', 'sdk', 'timezone'])
})

test('fifteen entries are sent at once, and the rest 800 ms after the first of them', async () => {
  const { browser, log, batches } = open()
  for (let entries = 1; entries < 16; entries += 1) log()
  assert.equal(
    batches().map((batch) => names(batch).length),
    [15],
  )
  await browser.clock.tickAsync(400)
  log()
  await browser.clock.tickAsync(399)
  assert.is(batches().length, 1)
  await browser.clock.tickAsync(1)
  assert.equal(
    batches().map((batch) => names(batch).length),
    [15, 2],
  )
  await browser.clock.tickAsync(10_000)
  assert.is(batches().length, 2)
})

test('the rest is sent when the page is left, by a request that outlives it', async () => {
  const { tab, log, batches } = open()
  await settle()
  log()
  tab.window.dispatchEvent(new tab.window.Event('pagehide'))
  assert.equal(batches().map(names), [['sdk_instance_instantiated', 'email_sent']])
  assert.is(batches()[0]!.init.keepalive, true)
})

for (const [name, network] of Object.entries({
  blocked: () => Promise.reject(new TypeError('Failed to fetch')),
  'blocked by a page that patched fetch': () => {
    throw new Error('blocked')
  },
  'answering nothing': silence,
  failing: () => refusal(500, 'internal_server_error'),
  'answering a redirect page': () => json('no'),
} satisfies Record<string, Network>)) {
  test(`no flow fails because of an events endpoint ${name}`, async () => {
    const { browser, tab, client, log } = open(answers({ 'POST /events': network }))
    for (let entries = 0; entries < 40; entries += 1) log()
    await browser.clock.tickAsync(1000)
    assert.is((await client.otps.authenticate('1', 'm', { session_duration_minutes: 30 })).user_id, 'user-test-1')
    await browser.clock.tickAsync(1000)
    assert.equal(tab.console, [])
    assert.equal(tab.reported, [])
  })
}

test('no token, code or verifier is ever in the log, a URL or the console', async () => {
  const { browser, tab, client } = open(
    answers({
      'POST /magic_links/authenticate': () => refusal(401, 'unable_to_auth_magic_link'),
      [`GET /projects/bootstrap/${PT}`]: () => ok({ pkce_required_for_email_magic_links: true }),
    }),
  )
  await client.magicLinks.email.loginOrCreate('ada@example.com')
  await client.magicLinks.authenticate('secret-link', { session_duration_minutes: 30 }).catch(() => {})
  await client.otps.authenticate('907316', 'm', { session_duration_minutes: 30 })
  await browser.clock.tickAsync(1000)
  const verifier = (browser.to('/magic_links/authenticate')[0]!.body as { code_verifier: string }).code_verifier
  assert.is(verifier.length, 43)
  const seen = JSON.stringify([browser.to('/events').map(({ body }) => body), browser.sent.map(({ url }) => url), tab.console])
  const secrets = ['secret-link', '907316', verifier, 'token of session', 'jwt of session']
  assert.equal(leaksIn(seen, secrets), [])
})

for (const [what, options, logged] of [
  ['plain options', { products: ['otp'], otpOptions: { methods: ['sms'], expirationMinutes: 5 } }, undefined],
  [
    'login_hint',
    { oauthOptions: { providers: [{ type: 'google', provider_params: { login_hint: 'ada@example.com' } }] } },
    { oauthOptions: { providers: [{ type: 'google' }] } },
  ],
  ['a hint that is a name', { providers: [{ provider_params: { login_hint: 'ada' } }] }, { providers: [{}] }],
  ['prefill', { prefill: { email: 'ada@example.com' }, a: 1 }, { a: 1 }],
  ['an address in a query', { successURL: 'https://app.example/in?email=ada@example.com#x' }, { successURL: 'https://app.example/in' }],
  ['a token in a hash', { successURL: '/in#token=abc' }, { successURL: '/in' }],
  ['a name and a password in a URL', { successURL: 'https://kim:secret@app.example/' }, {}],
  ['an address in a path', { successURL: 'https://app.example/ada%40example.com' }, {}],
  ['a phone number', { some: '+1 213 373 4253', other: '(213) 373-4253' }, {}],
  ['a token', { some: 'DOYoip3rvIMMW5lgItikFK-Ak1CfMsgjuiCyI7uuU94=' }, {}],
] as const) {
  test(`the log of a host's options has no address, number or token: ${what}`, async () => {
    const { browser, client, batches } = open()
    client[coreKey].log('render_login_screen', { options, bootstrap: { emailDomains: ['example.com'] } })
    await browser.clock.tickAsync(800)
    const entries = batches().flatMap(({ body }) => body as { event: { event_name: string; details: object } }[])
    assert.equal(entries.find(({ event }) => event.event_name === 'render_login_screen')!.event.details, {
      options: logged ?? options,
      bootstrap: { emailDomains: ['example.com'] },
    })
  })
}

test.run()
