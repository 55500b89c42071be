/**
 * Tests `client.oauth`: where a sign-in starts, with which proof key, and how it ends
 * (docs/internals/protocol.md#pages-that-a-browser-is-sent-to).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { oauthProviders } from '../../../src/api/oauthProviders.ts'
import { challengeOf } from '../../../src/browser/pkce.ts'
import { oauthUrl } from '../../../src/client/namespaces/oauth.ts'
import { createEmulator } from '../../../src/tools/emulator/index.ts'
import { answers, bootstrap, json, ok, refusal } from '../answers.ts'
import { KEY, openBrowser, PT, rejection, settle, type Network } from '../fakeBrowser.ts'

const duration = { session_duration_minutes: 30 }
const providers = Object.keys(oauthProviders) as (keyof typeof oauthProviders)[]
const KEY_OF_PAIR = `${KEY}::PKCE_VERIFIER:oauth`

const open = (settings: object | Network, options: object = {}, token = PT) => {
  const network = answers({
    [`GET /projects/bootstrap/${token}`]: typeof settings === 'function' ? (settings as Network) : () => ok(bootstrap(settings)),
  })
  const browser = openBrowser({ network })
  const tabs = () => {
    const left: string[] = []
    const tab = browser.open({ left })
    return { tab, client: tab.client(options, token), left }
  }
  return { browser, tabs, ...tabs() }
}
const needed = { pkce_required_for_oauth: true }

for (const [given, expected] of [
  [['b', 'google', 'PT', undefined, {}], 'b/v1/public/oauth/google/start?public_token=PT'],
  [
    [
      'b',
      'google',
      'PT',
      'CC',
      {
        signup_redirect_url: 'https://a.test/s?x=1&y',
        login_redirect_url: 'https://a.test/l',
        custom_scopes: ['a', 'b:c'],
        provider_params: { prompt: 'x y', login_hint: 'ada@example.com' },
      },
    ],
    'b/v1/public/oauth/google/start?public_token=PT&code_challenge=CC&custom_scopes=a+b%3Ac&provider_prompt=x+y&provider_login_hint=ada%40example.com' +
      '&login_redirect_url=https%3A%2F%2Fa.test%2Fl&signup_redirect_url=https%3A%2F%2Fa.test%2Fs%3Fx%3D1%26y',
  ],
  [['b', 'google', 'PT', undefined, { custom_scopes: [], provider_params: {} }], 'b/v1/public/oauth/google/start?public_token=PT'],
  [['b', '../x?', 'PT', undefined, {}], 'b/v1/public/oauth/..%2Fx%3F/start?public_token=PT'],
] as [Parameters<typeof oauthUrl>, string][]) {
  test(`${JSON.stringify(given)} starts at ${expected}`, () => assert.is(oauthUrl(...given), expected))
}

test('every provider and a newer one start at their own URLs', async () => {
  const { client, left } = open({})
  for (const name of [...providers, 'newcomer']) await (client.oauth as never as Record<string, { start(): Promise<void> }>)[name]!.start()
  assert.equal(
    left,
    [...providers, 'newcomer'].map((name) => `https://test.stytch.com/v1/public/oauth/${name}/start?public_token=${PT}`),
  )
})

test('an account that is attached: the token of attach is a parameter of the start', async () => {
  const { client, left } = open({})
  await client.oauth.figma.start({ oauth_attach_token: 'a token', signup_redirect_url: 'https://s' })
  assert.equal(left, [
    `https://test.stytch.com/v1/public/oauth/figma/start?public_token=${PT}&signup_redirect_url=https%3A%2F%2Fs&oauth_attach_token=a+token`,
  ])
})

test('a namespace with arbitrary names is not a promise', async () => {
  const { client } = open({})
  assert.is(await client.oauth, client.oauth)
})

for (const [name, settings, options, token, base] of [
  ['the live API', {}, {}, 'public-token-live-1', 'https://api.stytch.com'],
  ['the project’s own domain', { cname_domain: 'login.acme.example' }, {}, PT, 'https://login.acme.example'],
  ['the API, if the domain is invalid', { cname_domain: 'javascript:alert(1)//' }, {}, PT, 'https://test.stytch.com'],
  ['the URL that the host gives', {}, { customBaseUrl: 'http://localhost:4100/' }, PT, 'http://localhost:4100'],
] as const) {
  test(`a sign-in starts at ${name}`, async () => {
    const { client, left } = open(settings, options, token)
    await client.oauth.github.start()
    assert.is(left[0], `${base}/v1/public/oauth/github/start?public_token=${token}`)
  })
}

test('unknown settings: a proof key, and no domain that only storage knows', async () => {
  const { browser, tabs } = open(() => json({}, 500))
  browser.stored.set(`${KEY}::bootstrap`, JSON.stringify({ emailDomains: [], cnameDomain: 'evil.example', pkceRequiredForOAuth: false }))
  const { client, left } = tabs()
  await client.oauth.google.start()
  assert.match(left[0]!, /^https:\/\/test\.stytch\.com\/.*&code_challenge=[\w-]{43}$/)
})

test("each start makes a fresh pair of this tab's own, which is spent with the token", async () => {
  const { browser, tab, client, left, tabs } = open(needed)
  const other = tabs()
  await client.oauth.google.start()
  await client.oauth.google.start()
  await other.client.oauth.google.start()
  const challenges = [...left, ...other.left].map((url) => new URL(url).searchParams.get('code_challenge')!)
  assert.is(new Set(challenges).size, 3)
  // The provider's own key has the last pair, from any tab.
  assert.is(JSON.parse(browser.stored.get(KEY_OF_PAIR)!).code_challenge, challenges[2])
  await client.oauth.authenticate('token-1', duration)
  const [sent] = browser.to('/oauth/authenticate')
  const { code_verifier, ...body } = sent!.body as { code_verifier: string }
  assert.equal(body, { token: 'token-1', ...duration })
  assert.is(await challengeOf(code_verifier), challenges[1])
  assert.is(tab.window.sessionStorage.getItem(KEY_OF_PAIR), null)
  await other.client.oauth.authenticate('token-2', duration)
  assert.is(await challengeOf((browser.to('/oauth/authenticate')[1]!.body as { code_verifier: string }).code_verifier), challenges[2])
})

test('a pair survives a refusal, and a newly opened tab finds it', async () => {
  const { browser, client, tabs } = open(needed)
  await client.oauth.google.start()
  const { client: later, tab } = tabs()
  const { network } = browser
  browser.network = (sent) => (sent.path === '/oauth/authenticate' ? refusal(404, 'oauth_token_not_found') : network(sent))
  assert.is((await rejection(later.oauth.authenticate('t', duration))).error_type, 'oauth_token_not_found')
  browser.network = network
  await later.oauth.authenticate('t', duration)
  const verifiers = browser.to('/oauth/authenticate').map(({ body }) => (body as { code_verifier?: string }).code_verifier)
  assert.ok(verifiers[0])
  assert.is(verifiers[1], verifiers[0])
  assert.equal(tab.console, [])
  await later.oauth.authenticate('t', duration)
  assert.not('code_verifier' in (browser.to('/oauth/authenticate')[2]!.body as object))
  assert.match(tab.console[0]!, /^warn .*No PKCE verifier is stored/)
})

test('a project without PKCE removes a leftover pair, without a warning', async () => {
  const { browser, client, tab, left } = open({})
  browser.stored.set(KEY_OF_PAIR, JSON.stringify({ code_challenge: 'c', code_verifier: 'v' }))
  await client.oauth.google.start()
  assert.not(new URL(left[0]!).searchParams.has('code_challenge'))
  await client.oauth.authenticate('t', duration)
  assert.not('code_verifier' in (browser.to('/oauth/authenticate')[0]!.body as object))
  assert.equal(tab.console, [])
})

test('the start is logged, without private data', async () => {
  const { browser, client, tab } = open(needed)
  await client.oauth.google.start({ custom_scopes: ['a'], provider_params: { login_hint: 'ada@example.com' } })
  tab.window.dispatchEvent(new tab.window.Event('pagehide'))
  await settle()
  const entries = browser.to('/events').flatMap(({ body }) => body as { event: { event_name: string; details: object } }[])
  const entry = entries.find(({ event }) => event.event_name === 'start_oauth_flow')
  assert.equal(entry!.event.details, { provider_type: 'google', custom_scopes: ['a'], cname_domain: null, pkce: true })
})

for (const [options, fault] of [
  [{ login_redirect_url: 5 }, 'login_redirect_url must be a string.'],
  [{ signup_redirect_url: {} }, 'signup_redirect_url must be a string.'],
  [{ custom_scopes: 'openid' }, 'custom_scopes must be an array of strings.'],
  [{ custom_scopes: ['a', 5] }, 'custom_scopes must be an array of strings.'],
  [{ provider_params: 'x' }, 'provider_params must be an object.'],
] as const) {
  test(`start(${JSON.stringify(options)}) is a usage error, and the page stays`, async () => {
    const { client, left } = open({})
    const error = await rejection(client.oauth.google.start(options as never))
    assert.is(error.message, `Invalid call to startOAuthFlow\n${fault}`)
    assert.is(error.code, 'usage')
    assert.equal(left, [])
  })
}

test('the emulator serves the whole flow: start, account, token, verifier', async () => {
  const emulator = createEmulator({ project: { pkce_required_for_oauth: true } })
  const { browser, client, left } = open(needed)
  browser.network = ({ url, init }) => emulator.fetch(new Request(url, init))
  await client.oauth.google.start({
    login_redirect_url: 'https://app.example.com/done',
    signup_redirect_url: 'https://app.example.com/done',
  })
  const page = await (await emulator.fetch(new Request(left[0]!))).text()
  const callback = /action="([^"]+)"/.exec(page)![1]!
  const back = await emulator.fetch(new Request(`https://test.stytch.com${callback}?email=ada@example.com`))
  const address = new URL(back.headers.get('location')!)
  assert.is(address.searchParams.get('stytch_token_type'), 'oauth')
  const answer = await client.oauth.authenticate(address.searchParams.get('token')!, duration)
  assert.is(answer.provider_type, 'Google')
  assert.is(client.user.getSync()!.emails[0]!.email, 'ada@example.com')
})

test('without options, none comes from Object.prototype', async () => {
  const { client, left } = open(needed)
  const names = {
    login_redirect_url: 'https://attacker.example',
    signup_redirect_url: 'https://attacker.example',
    custom_scopes: ['admin'],
    provider_params: { login_hint: 'attacker' },
  }
  Object.assign(Object.prototype, names)
  try {
    for (const given of [undefined, null, {}]) await client.oauth.google.start(given as undefined)
  } finally {
    for (const name of Object.keys(names)) Reflect.deleteProperty(Object.prototype, name)
  }
  assert.is(left.length, 3)
  for (const url of left) assert.not.match(decodeURIComponent(url), /attacker|admin/)
})

test('a session that is not given does not come from Object.prototype', () => {
  const { client } = open(needed)
  Object.assign(Object.prototype, { session_token: 'theirs', session_jwt: 'theirs' })
  try {
    assert.throws(() => client.session.updateSession(null as never), /session_token must be a string/)
  } finally {
    for (const name of ['session_token', 'session_jwt']) Reflect.deleteProperty(Object.prototype, name)
  }
  assert.is(client.session.getTokens(), null)
})

test.run()
