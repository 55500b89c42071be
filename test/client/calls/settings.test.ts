import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../../src/client/core.ts'
import { answers, bootstrap, json, ok, refusal, silence } from '../answers.ts'
import { methodOf } from '../b2b/member.ts'
import { KEY, openBrowser, PT, settle, type Network } from '../fakeBrowser.ts'

const CACHE = `${KEY}::bootstrap`
const open = (network: Network, { cached, fake = false }: { cached?: unknown; fake?: boolean } = {}) => {
  const browser = openBrowser({ network: answers({ [`GET /projects/bootstrap/${PT}`]: network }), fake })
  if (cached !== undefined) browser.stored.set(CACHE, typeof cached === 'string' ? cached : JSON.stringify(cached))
  const tab = browser.open()
  const client = tab.client()
  return { browser, tab, client, settings: () => client[coreKey].bootstrap }
}

/**
 * The settings of a client that has never loaded its project's
 * (docs/internals/protocol.md#project-settings).
 */
const unknown = {
  projectName: null,
  displayWatermark: false,
  captchaSettings: { enabled: false },
  emailDomains: ['stytch.com'],
  passwordConfig: null,
  rbacPolicy: null,
}

test("the answer's fields are renamed, and kept like that for the next visit", async () => {
  const policy = { roles: [], resources: [], scopes: [] }
  const { browser, settings } = open(() =>
    ok(
      bootstrap({
        disable_sdk_watermark: true,
        captcha_settings: { enabled: true, siteKey: 'site' },
        cname_domain: 'login.acme.example',
        pkce_required_for_oauth: true,
        slug_pattern: '^a$',
        dfp_protected_auth_enabled: true,
        dfp_protected_auth_mode: 'DECISIONING',
        rbac_policy: policy,
      }),
    ),
  )
  await settle()
  const expected = {
    projectName: 'Acme',
    displayWatermark: false,
    captchaSettings: { enabled: true, siteKey: 'site' },
    cnameDomain: 'login.acme.example',
    emailDomains: ['acme.example'],
    pkceRequiredForEmailMagicLinks: false,
    pkceRequiredForPasswordResets: false,
    pkceRequiredForOAuth: true,
    pkceRequiredForSso: false,
    slugPattern: '^a$',
    createOrganizationEnabled: false,
    passwordConfig: { ludsComplexity: 3, ludsMinimumCount: 8 },
    runDFPProtectedAuth: true,
    dfpProtectedAuthMode: 'DECISIONING',
    rbacPolicy: policy,
    siweRequiredForCryptoWallets: false,
    vertical: 'CONSUMER',
  }
  // Exactly what the provider's own client stores for this answer.
  assert.equal(JSON.parse(browser.stored.get(CACHE)!), expected)
  assert.equal(settings(), expected)
})

test('a field that the answer lacks has the default', async () => {
  const { settings } = open(() => ok({ project_name: 'Acme', password_config: null }))
  await settle()
  const found = settings() as never as Record<string, unknown>
  const expected = { ...unknown, projectName: 'Acme', displayWatermark: true }
  for (const [field, value] of Object.entries(expected)) assert.equal(found[field], value, field)
})

test("the last visit's settings apply at once, until the server has answered", async () => {
  let answer!: (response: Response) => void
  const cached = { ...unknown, projectName: 'Cached', displayWatermark: true }
  const { settings } = open(
    () =>
      new Promise((done) => {
        answer = done
      }),
    { cached },
  )
  assert.is(settings().projectName, 'Cached')
  assert.is(settings().displayWatermark, true)
  await settle()
  answer(ok(bootstrap({ project_name: 'Fresh' })))
  await settle()
  assert.is(settings().projectName, 'Fresh')
})

test('a failure leaves the settings and the cache as they are', async () => {
  const failures: Network[] = [
    () => Promise.reject(new TypeError('offline')),
    () => new Response('<h1>', { status: 502 }),
    () => json(null),
    () => json({ data: [] }),
    () => refusal(400, 'bad_request'),
  ]
  for (const failure of failures) {
    const first = open(failure)
    assert.equal(first.settings(), unknown)
    await settle()
    assert.equal(first.settings(), unknown)
    assert.not.ok(first.browser.stored.has(CACHE))
  }
})

test('settings that are nested too deep are ignored, and calls go the safe way', async () => {
  const nested = '['.repeat(50_000) + ']'.repeat(50_000)
  const { browser, client } = open(
    () => new Response(JSON.stringify({ data: bootstrap({ slug_pattern: 'nested' }) }).replace('"nested"', nested)),
  )
  await client.magicLinks.email.loginOrCreate('ada@example.com')
  assert.match((browser.to('/magic_links/')[0]!.body as { code_challenge: string }).code_challenge, /^[\w-]{43}$/)
})

for (const [name, cached] of Object.entries({
  'not JSON': '{',
  null: null,
  'a number': 5,
  'a list': [1],
  'no email domains': { projectName: 'x' },
  'email domains of another type': { emailDomains: 'a' },
})) {
  test(`a cached copy that is ${name} does no harm`, async () => {
    const { settings, client } = open(() => Promise.reject(new TypeError('offline')), { cached })
    assert.ok(Array.isArray(settings().emailDomains))
    assert.is((await client.magicLinks.email.loginOrCreate('ada@example.com')).status_code, 200)
  })
}

/** Whether the next mail carries a challenge. */
const sendsChallenge = async ({ browser, client }: ReturnType<typeof open>) => {
  const sent = client.magicLinks.email.loginOrCreate('ada@example.com')
  await Promise.all([sent, browser.clock.tickAsync(0)])
  return 'code_challenge' in (browser.to('/magic_links/').at(-1)!.body as object)
}

test('PKCE is used if the project requires it, and if the settings are unknown', async () => {
  assert.is(await sendsChallenge(open(() => ok(bootstrap()))), false)
  assert.is(await sendsChallenge(open(() => ok(bootstrap({ pkce_required_for_email_magic_links: true })))), true)
  assert.is(await sendsChallenge(open(() => Promise.reject(new TypeError('offline')))), true)
  assert.is(await sendsChallenge(open(() => new Response('<h1>', { status: 502 }))), true)
})

for (const [entry, name, calls] of [
  [
    'headless.ts',
    'HeadlessClient',
    {
      'magicLinks.email.loginOrCreate': ['ada@example.com'],
      'magicLinks.email.send': ['ada@example.com'],
      'passwords.resetByEmailStart': [{ email: 'ada@example.com' }],
      'oauth.google.start': [],
    },
  ],
  [
    'b2b.ts',
    'B2BHeadlessClient',
    {
      'magicLinks.email.loginOrSignup': [{ email_address: 'ada@example.com', organization_id: 'o' }],
      'magicLinks.email.discovery.send': [{ email_address: 'ada@example.com' }],
      'passwords.resetByEmailStart': [{ email_address: 'ada@example.com', organization_id: 'o' }],
      'passwords.discovery.resetByEmailStart': [{ email_address: 'ada@example.com' }],
      'oauth.google.start': [{ organization_id: 'o' }],
      'oauth.google.discovery.start': [],
      'sso.start': [{ connection_id: 'c' }],
    },
  ],
] as [string, string, Record<string, unknown[]>][]) {
  test(`with unknown settings, each request that can have a challenge has one: ${entry}`, async () => {
    const left: string[] = []
    const browser = openBrowser({ network: answers({ [`GET /projects/bootstrap/${PT}`]: () => json({}, 500) }) })
    const { latchkey } = browser.open({ entry, left })
    const client: object = new (latchkey as never as Record<string, new (token: string) => object>)[name]!(PT)
    for (const [call, args] of Object.entries(calls)) {
      browser.sent.length = left.length = 0
      // an answer of the other kind of project is invalid, and does not matter here
      await methodOf(client, call)(...args).catch(() => {})
      const asked = [
        ...left,
        ...browser.sent.filter(({ path }) => !/^\/(projects|events)/.test(path)).map(({ body }) => JSON.stringify(body)),
      ]
      assert.is(asked.length, 1, call)
      assert.match(asked[0]!, /code_challenge("?[:=]"?)[\w-]{43}\b/, call)
    }
  })
}

test('a cached copy never decides about PKCE', async () => {
  const cached = { ...unknown, pkceRequiredForEmailMagicLinks: false }
  assert.is(await sendsChallenge(open(() => Promise.reject(new TypeError('offline')), { cached })), true)
})

test('a call without settings for 4 s continues without them, with PKCE', async () => {
  const { browser, client } = open(silence, { fake: true })
  const sent = client.magicLinks.email.loginOrCreate('ada@example.com')
  await browser.clock.tickAsync(3990)
  assert.is(browser.to('/magic_links/').length, 0)
  await browser.clock.tickAsync(20)
  await sent
  assert.is(browser.to('/magic_links/').length, 1)
  assert.ok('code_challenge' in (browser.to('/magic_links/')[0]!.body as object))
})

test('settings that failed to load are requested again by the next call that needs them', async () => {
  let up = false
  const setup = open(() => (up ? ok(bootstrap({ project_name: 'Back' })) : Promise.reject(new TypeError('offline'))))
  await settle()
  up = true
  assert.is(await sendsChallenge(setup), false)
  assert.is(setup.settings().projectName, 'Back')
  assert.is(setup.browser.to('/projects').length, 2)
})

test.run()
