/**
 * Tests fraud protection: which call sends which proof, the one retry, and what happens if a proof
 * cannot be obtained.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { requiredProofs } from '../../../src/client/calls/fraudProofs.ts'
import { answers, bootstrap, json, ok } from '../answers.ts'
import { openBrowser, PT, rejection, settle, type Network } from '../fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }
const DECISIONING = { dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'DECISIONING' }
const OBSERVATION = { dfp_protected_auth_enabled: true, dfp_protected_auth_mode: 'OBSERVATION' }
const CAPTCHA = { captcha_settings: { enabled: true, siteKey: 'site key' } }

/** The provider requires a captcha, and says so in plain text. */
const refuse = () => new Response('Captcha required', { status: 403, headers: { 'content-type': 'text/plain' } })

interface Scripts {
  captcha?: 'blocked' | 'silent'
  telemetry?: 'blocked' | 'silent'
}

/** A page whose third-party scripts count their calls. */
const open = (
  settings: object,
  routes: Record<string, Network> = {},
  scripts: Scripts = {},
  options: object = {},
  fake = false,
  token = PT,
) => {
  const browser = openBrowser({
    network: answers({ [`GET /projects/bootstrap/${token}`]: () => ok(bootstrap(settings)), ...routes }),
    fake,
  })
  const tab = browser.open()
  const window = tab.window as unknown as Record<string, unknown>
  const loaded: string[] = []
  const asked: unknown[][] = []
  let count = 0
  const proof = (name: string, kind: 'silent' | 'blocked' | undefined, ...args: unknown[]) => {
    asked.push([name, ...args])
    return kind === 'silent' ? new Promise(() => {}) : Promise.resolve(`${name}-${++count}`)
  }
  tab.window.document.head.append = ((script: HTMLScriptElement) => {
    loaded.push(script.src)
    const kind = script.src.includes('telemetry') ? 'telemetry' : 'captcha'
    queueMicrotask(() => {
      if (scripts[kind] === 'blocked') return script.onerror!('blocked')
      window.GetTelemetryID = (...args: unknown[]) => proof('telemetry', scripts.telemetry, ...args)
      const enterprise = { ready: (act: () => void) => act(), execute: (...args: unknown[]) => proof('captcha', scripts.captcha, ...args) }
      window.grecaptcha = { enterprise }
      script.onload!({} as never)
    })
  }) as never
  const client = tab.client(options, token)
  const bodies = (path: string) => browser.to(path).map(({ body }) => body as Record<string, unknown>)
  return { browser, tab, client, loaded, asked, bodies }
}

type Client = ReturnType<typeof open>['client']

for (const [settings, guard, again, telemetry, captcha] of [
  [{}, 'retry', false, false, false],
  [CAPTCHA, 'retry', false, false, true],
  [CAPTCHA, 'once', false, false, true],
  [CAPTCHA, 'captcha', false, false, true],
  [{ ...CAPTCHA, ...DECISIONING }, 'retry', false, true, false],
  [{ ...CAPTCHA, ...DECISIONING }, 'once', false, true, false],
  [{ ...CAPTCHA, ...DECISIONING }, 'captcha', false, false, true],
  [{ ...CAPTCHA, ...DECISIONING }, 'retry', true, true, true],
  [{ ...CAPTCHA, ...OBSERVATION }, 'retry', false, true, true],
  [{ ...CAPTCHA, dfp_protected_auth_enabled: true }, 'retry', false, true, true],
  [DECISIONING, 'retry', true, true, false],
  [OBSERVATION, 'captcha', false, false, false],
] as [Record<string, never>, 'retry', boolean, boolean, boolean][]) {
  test(`${JSON.stringify(settings)} on a call with guard '${guard}'${again ? ' after a refusal' : ''}: ${telemetry ? 'telemetry ' : ''}${captcha ? 'captcha' : ''}`, () => {
    const known = {
      captchaSettings: settings.captcha_settings ?? { enabled: false },
      runDFPProtectedAuth: settings.dfp_protected_auth_enabled ?? false,
      dfpProtectedAuthMode: settings.dfp_protected_auth_mode,
    }
    assert.equal(requiredProofs(known as never, guard, again), { telemetry, captcha })
  })
}

const email = 'ada@example.com'
/**
 * Every call that can carry proofs (docs/internals/protocol.md#fraud-protection), and the proofs it
 * sends in OBSERVATION mode.
 */
const protectedCalls: [string, string, (client: Client) => Promise<unknown>, 'both' | 'captcha' | 'none'][] = [
  ['magicLinks.email.loginOrCreate', '/magic_links/email/login', (c) => c.magicLinks.email.loginOrCreate(email), 'both'],
  ['magicLinks.email.send', '/magic_links/email/send', (c) => c.magicLinks.email.send(email), 'both'],
  ['otps.sms.send', '/otps/sms/send', (c) => c.otps.sms.send('+14155550100'), 'both'],
  ['otps.whatsapp.loginOrCreate', '/otps/whatsapp', (c) => c.otps.whatsapp.loginOrCreate('+14155550100'), 'both'],
  ['otps.email.loginOrCreate', '/otps/email', (c) => c.otps.email.loginOrCreate(email), 'both'],
  ['otps.email.send', '/otps/email/send', (c) => c.otps.email.send(email), 'captcha'],
  ['otps.authenticate', '/otps/authenticate', (c) => c.otps.authenticate('1', 'm', duration), 'both'],
  [
    'cryptoWallets.authenticateStart',
    '/crypto_wallets/authenticate/start',
    (c) => c.cryptoWallets.authenticateStart({ crypto_wallet_address: 'a', crypto_wallet_type: 'solana' }),
    'captcha',
  ],
  [
    'cryptoWallets.authenticate',
    '/crypto_wallets/authenticate',
    (c) => c.cryptoWallets.authenticate({ crypto_wallet_address: 'a', crypto_wallet_type: 'solana', signature: 's', ...duration }),
    'both',
  ],
  ['totps.authenticate', '/totps/authenticate', (c) => c.totps.authenticate({ totp_code: '1', ...duration }), 'both'],
  ['totps.recover', '/totps/recover', (c) => c.totps.recover({ recovery_code: 'x', ...duration }), 'both'],
  ['passwords.create', '/passwords', (c) => c.passwords.create({ email, password: 'p', ...duration }), 'both'],
  ['passwords.authenticate', '/passwords/authenticate', (c) => c.passwords.authenticate({ email, password: 'p', ...duration }), 'both'],
  ['passwords.resetByEmailStart', '/passwords/email/reset/start', (c) => c.passwords.resetByEmailStart({ email }), 'both'],
  ['passwords.resetByEmail', '/passwords/email/reset', (c) => c.passwords.resetByEmail({ token: 't', password: 'p', ...duration }), 'both'],
  [
    'passwords.resetByExistingPassword',
    '/passwords/existing_password/reset',
    (c) => c.passwords.resetByExistingPassword({ email, existing_password: 'a', new_password: 'b', ...duration }),
    'both',
  ],
  ['passwords.resetBySession', '/passwords/session/reset', (c) => c.passwords.resetBySession({ password: 'p' }), 'both'],
  ['impersonation.authenticate', '/impersonation', (c) => c.impersonation.authenticate({ impersonation_token: 't' }), 'both'],
  ['magicLinks.authenticate', '/magic_links/authenticate', (c) => c.magicLinks.authenticate('t', duration), 'none'],
  ['oauth.authenticate', '/oauth/authenticate', (c) => c.oauth.authenticate('t', duration), 'none'],
  ['totps.create', '/totps', (c) => c.totps.create({ expiration_minutes: 5 }), 'none'],
  ['passwords.strengthCheck', '/passwords/strength_check', (c) => c.passwords.strengthCheck({ password: 'p' }), 'none'],
  ['user.get', '/users/me', (c) => c.user.get(), 'none'],
  ['session.authenticate', '/sessions/authenticate', (c) => c.session.authenticate(), 'none'],
]

for (const [name, path, call, carries] of protectedCalls) {
  test(`${name} carries ${carries === 'none' ? 'no proof' : carries}`, async () => {
    const { client, bodies } = open({ ...CAPTCHA, ...OBSERVATION })
    await call(client)
    const [body = {}] = bodies(path)
    assert.is('captcha_token' in body, carries !== 'none')
    assert.is('dfp_telemetry_id' in body, carries === 'both')
  })
}

test('a project that requires nothing loads and sends nothing', async () => {
  const { client, loaded, bodies } = open({})
  await client.otps.authenticate('1', 'm', duration)
  assert.equal(loaded, [])
  assert.equal(Object.keys(bodies('/otps/authenticate')[0]!), ['token', 'method_id', 'session_duration_minutes'])
})

test("the scripts are the provider's and Google's, loaded once, and run again for each call", async () => {
  const { client, loaded, asked, bodies } = open({ ...CAPTCHA, ...OBSERVATION })
  await client.otps.authenticate('1', 'm', duration)
  await client.otps.authenticate('2', 'm', duration)
  assert.equal([...loaded].sort(), [
    'https://elements.stytch.com/telemetry.js',
    'https://www.google.com/recaptcha/enterprise.js?render=site%20key',
  ])
  assert.equal(asked.filter(([name]) => name === 'captcha')[0], ['captcha', 'site key', { action: 'LOGIN' }])
  assert.equal(asked.filter(([name]) => name === 'telemetry')[0], ['telemetry', PT, 'https://telemetry.stytch.com/submit'])
  const [first, second] = bodies('/otps/authenticate')
  assert.is.not(first!.captcha_token, second!.captcha_token)
  assert.is.not(first!.dfp_telemetry_id, second!.dfp_telemetry_id)
})

test("stand-ins for the scripts, Google's only in test projects", async () => {
  const endpoints = { recaptchaURL: 'http://localhost:4100/recaptcha.js', dfpBackendURL: 'http://localhost:4100/dfp/' }
  const stand = async (options: object, token?: string) => {
    const { client, loaded, asked } = open({ ...CAPTCHA, ...OBSERVATION }, {}, {}, options, false, token)
    await client.otps.authenticate('1', 'm', duration)
    return [...loaded.sort(), asked.find(([name]) => name === 'telemetry')![2]]
  }
  assert.equal(await stand({ endpoints, dfpCdnUrl: 'http://localhost:4100/cdn' }), [
    'http://localhost:4100/cdn/telemetry.js',
    'http://localhost:4100/recaptcha.js?render=site%20key',
    'http://localhost:4100/dfp/submit',
  ])
  assert.equal(
    await stand(
      { endpoints, endpointOptions: { dfpCdnDomain: 'cdn.acme.example', dfppaDomain: 'http://dfp.acme.example:8/x' } },
      'public-token-live-1',
    ),
    [
      'https://cdn.acme.example/telemetry.js',
      'https://www.google.com/recaptcha/enterprise.js?render=site%20key',
      'http://localhost:4100/dfp/submit',
    ],
  )
  assert.is((await stand({ dfppaUrl: 'http://localhost:9', endpoints })).at(-1), 'http://localhost:9/submit')
  assert.is((await stand({ endpointOptions: { dfppaDomain: 'http://dfp.acme.example:8/x' } })).at(-1), 'http://dfp.acme.example:8/x/submit')
  assert.is((await stand({ dfppaUrl: 'dfp.acme.example:8/x' })).at(-1), 'https://dfp.acme.example/submit')
  assert.equal((await stand({ dfppaUrl: 'a b', dfpCdnUrl: '//' })).slice(-1), ['https://telemetry.stytch.com/submit'])
})

test("DECISIONING sends only telemetry, and after 'Captcha required' once more with a fresh id and a captcha", async () => {
  let asks = 0
  const { client, bodies } = open(
    { ...CAPTCHA, ...DECISIONING },
    { 'POST /otps/authenticate': (sent) => (asks++ ? answers()(sent) : refuse()) },
  )
  assert.is((await client.otps.authenticate('1', 'm', duration)).user_id, 'user-test-1')
  const sent = bodies('/otps/authenticate')
  assert.is(sent.length, 2)
  assert.not('captcha_token' in sent[0]!)
  assert.is(sent[0]!.dfp_telemetry_id, 'telemetry-1')
  assert.match(sent[1]!.captcha_token as string, /^captcha-/)
  assert.is.not(sent[1]!.dfp_telemetry_id, sent[0]!.dfp_telemetry_id)
})

test('there is only one retry', async () => {
  const { client, bodies } = open({ ...CAPTCHA, ...DECISIONING }, { 'POST /otps/authenticate': refuse })
  const error = await rejection(client.otps.authenticate('1', 'm', duration))
  assert.is(error.code, 'captcha_required')
  assert.is(bodies('/otps/authenticate').length, 2)
})

for (const [name, settings, scripts] of [
  ['the project has no captcha', DECISIONING, {}],
  ['the project has neither', {}, {}],
  ['the captcha is blocked', { ...CAPTCHA, ...DECISIONING }, { captcha: 'blocked' }],
  ['telemetry is blocked', { ...CAPTCHA, ...DECISIONING }, { telemetry: 'blocked' }],
] as [string, object, Scripts][]) {
  test(`no retry where ${name}: a typed error`, async () => {
    const { client, bodies } = open(settings, { 'POST /otps/authenticate': refuse }, scripts)
    const error = await rejection(client.otps.authenticate('1', 'm', duration))
    assert.is(error.message, 'Unable to query captcha and/or dfp telemetry ID')
    assert.is(error.code, 'captcha_required')
    assert.is(error.name, 'LatchkeySDKError')
    assert.is(bodies('/otps/authenticate').length, 1)
  })
}

for (const [name, path, call] of [
  ['otps.email.send', '/otps/email/send', (client: Client) => client.otps.email.send(email)],
  ['session.revoke', '/sessions/revoke', (client: Client) => client.session.revoke()],
] as const) {
  test(`${name} is not sent again`, async () => {
    const { client, browser } = open(CAPTCHA, { 'POST /otps/email/send/primary': refuse, 'POST /sessions/revoke': refuse })
    const error = await rejection(call(client))
    assert.is(error.message, 'Catcha Required')
    assert.is(error.code, 'captcha_required')
    assert.is(browser.to(path).length, 1)
  })
}

test('a blocked script is left out, and tried again for the next call', async () => {
  const scripts: Scripts = { captcha: 'blocked' }
  const { client, loaded, bodies } = open(CAPTCHA, {}, scripts)
  await client.otps.authenticate('1', 'm', duration)
  assert.not('captcha_token' in bodies('/otps/authenticate')[0]!)
  delete scripts.captcha
  await client.otps.authenticate('1', 'm', duration)
  assert.is(loaded.length, 2)
  assert.ok('captcha_token' in bodies('/otps/authenticate')[1]!)
})

test('a script that never answers delays a call no longer than its time limit', async () => {
  const { client, browser, bodies } = open(CAPTCHA, {}, { captcha: 'silent' }, { timeout: 3000 }, true)
  const done = client.otps.authenticate('1', 'm', duration)
  await settle()
  await browser.clock.tickAsync(2900)
  await settle()
  assert.is(bodies('/otps/authenticate').length, 0)
  await browser.clock.tickAsync(200)
  await settle()
  assert.is((await done).user_id, 'user-test-1')
})

for (const timeout of [NaN, -1]) {
  test(`the call waits for a loading script even if the host's time limit is ${timeout}`, async () => {
    const { client, browser, bodies } = open(CAPTCHA, {}, { captcha: 'silent' }, { timeout }, true)
    const done = client.otps.authenticate('1', 'm', duration)
    await settle()
    await browser.clock.tickAsync(19_900)
    await settle()
    assert.is(bodies('/otps/authenticate').length, 0)
    await browser.clock.tickAsync(200)
    await settle()
    assert.is((await done).user_id, 'user-test-1')
  })
}

test('with unknown settings, the first send has no proofs, and a refusal by the provider adds them', async () => {
  let known = false
  const { client, bodies } = open(
    {},
    {
      [`GET /projects/bootstrap/${PT}`]: () => (known ? ok(bootstrap(CAPTCHA)) : json({}, 500)),
      'POST /otps/authenticate': (sent) => {
        known = true
        return (sent.body as { captcha_token?: string }).captcha_token ? answers()(sent) : refuse()
      },
    },
  )
  assert.is((await client.otps.authenticate('1', 'm', duration)).user_id, 'user-test-1')
  assert.equal(
    bodies('/otps/authenticate').map((body) => 'captcha_token' in body),
    [false, true],
  )
})

test('under Trusted Types a single policy, latchkey, allows the URLs', async () => {
  const { tab, client, loaded } = open({ ...CAPTCHA, ...OBSERVATION })
  const made: string[] = []
  const trustedTypes = {
    createPolicy(name: string, rules: { createScriptURL(url: string): string }) {
      made.push(name)
      return { createScriptURL: (url: string) => `${rules.createScriptURL(url)}#trusted` }
    },
  }
  Object.assign(tab.window, { trustedTypes })
  await client.otps.authenticate('1', 'm', duration)
  assert.equal(made, ['latchkey'])
  assert.ok(loaded.length === 2 && loaded.every((url) => url.endsWith('#trusted')))
})

test('if a policy cannot be created, the call goes without proofs, as with blocked scripts', async () => {
  const { tab, client, loaded, bodies } = open(CAPTCHA)
  Object.assign(tab.window, {
    trustedTypes: {
      createPolicy() {
        throw new TypeError('not allowed')
      },
    },
  })
  await client.otps.authenticate('1', 'm', duration)
  assert.equal(loaded, [])
  assert.not('captcha_token' in bodies('/otps/authenticate')[0]!)
})

test.run()
