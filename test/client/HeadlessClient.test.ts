import '../built/headless.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { baseUrlOf, customDomain } from '../../src/client/calls/apiDomains.ts'
import { answers, bootstrap, ok } from './answers.ts'
import { openBrowser, PT, rejection, settle, type OpenOptions } from './fakeBrowser.ts'

const hosts = async (token: string, options?: object) => {
  const browser = openBrowser({ network: answers() })
  const tab = browser.open()
  tab.client(options, token)
  await settle()
  return { url: browser.to('/projects')[0]!.url.replace(/\/projects.*/, ''), console: tab.console }
}

test('a server can import the built client, and gets an error when it constructs one', async () => {
  assert.is(typeof window, 'undefined')
  const { HeadlessClient } = await import(new URL('../../dist/headless/index.js', import.meta.url).href)
  assert.throws(() => new HeadlessClient(PT), /^`new HeadlessClient\(\)` is not supported in server environments/)
})

test('the drop-in client has its own name in errors', async () => {
  const server: OpenOptions = { entry: 'compat/headless.ts', globals: { window: undefined } }
  const browser = openBrowser({ network: answers() })
  assert.throws(() => browser.open(server).client(), /^`new StytchHeadlessClient\(\)` is not supported in server environments/)
  const tab = browser.open({ entry: 'compat/headless.ts' })
  const client = tab.client({}, 'project-test-1')
  await settle()
  assert.match(tab.console[0]!, /^warn \[Stytch] The public token must be a string/)
  const error = await rejection(client.otps.authenticate('1', 'm', {} as never))
  assert.is(error.name, 'StytchSDKUsageError')
  assert.match(error.message, /^Invalid call to stytch\.otps\.authenticate\n/)
})

for (const token of [undefined, null, 5, '', 'project-test-1'] as never[]) {
  test(`the public token ${JSON.stringify(token)} causes a warning, and calls still reject with typed errors`, async () => {
    const sent: string[] = []
    const browser = openBrowser({
      network: (request) => {
        sent.push(request.url)
        return new Response('{}', { status: 500 })
      },
    })
    const tab = browser.open()
    const client = new tab.latchkey.HeadlessClient(token)
    await settle()
    assert.is(tab.console.length, 1)
    assert.match(tab.console[0]!, /^warn \[Latchkey] The public token must be a string that starts with 'public-token-'/)
    assert.ok(tab.console[0]!.includes(`${JSON.stringify(token)}`))
    const isText = typeof token === 'string' && token !== ''
    assert.is((await rejection(client.user.get())).code, isText ? 'invalid_response' : 'unreachable')
    // No request goes to /projects/bootstrap/undefined, or anywhere else without a token.
    if (isText) assert.ok(sent.some((url) => url.endsWith(`/projects/bootstrap/${token}`)))
    else assert.equal(sent, [])
  })
}

for (const [vertical, said] of [
  ['B2B', ['error [Latchkey] This public token is of a B2B project, and this client is for consumer projects.']],
  ['CONSUMER', []],
  [undefined, []],
] as const) {
  test(`the public token of a project of vertical ${vertical}: ${said.length ? 'an error on the console, at construction' : 'silence'}`, async () => {
    const browser = openBrowser({ network: answers({ [`GET /projects/bootstrap/${PT}`]: () => ok(bootstrap({ vertical })) }) })
    const tab = browser.open()
    tab.client()
    await settle()
    assert.equal(
      tab.console.map((line) => line.replace(/(?<=\.) .*/, '')),
      said,
    )
  })
}

test('a good token causes no warning', async () => {
  for (const token of ['public-token-live-1', 'public-token-test-1']) assert.equal((await hosts(token)).console, [])
})

test("calls go to the token's host, or to the one in the options", async () => {
  const cases: [string, object | undefined, string][] = [
    ['public-token-test-1', undefined, 'https://test.stytch.com/sdk/v1'],
    ['public-token-live-1', undefined, 'https://api.stytch.com/sdk/v1'],
    ['public-token-live-1', { endpointOptions: { apiDomain: 'api.acme.example' } }, 'https://api.acme.example/sdk/v1'],
    ['public-token-live-1', { endpointOptions: { testApiDomain: 'api.acme.example' } }, 'https://api.stytch.com/sdk/v1'],
    ['public-token-test-1', { endpointOptions: { apiDomain: 'api.acme.example' } }, 'https://test.stytch.com/sdk/v1'],
    ['public-token-test-1', { endpointOptions: { testApiDomain: 'http://t.acme.example:8443/p' } }, 'http://t.acme.example:8443/p/sdk/v1'],
    ['public-token-live-1', { endpoints: { liveAPIURL: 'http://localhost:9' } }, 'http://localhost:9/sdk/v1'],
    ['public-token-test-1', { endpoints: { testAPIURL: 'http://localhost:8' } }, 'http://localhost:8/sdk/v1'],
    ['public-token-live-1', { customBaseUrl: 'http://localhost:4100/p' }, 'http://localhost:4100/p/sdk/v1'],
    ['public-token-live-1', { customBaseUrl: 'http://localhost:4100/' }, 'http://localhost:4100/sdk/v1'],
  ]
  for (const [token, options, url] of cases) {
    const found = await hosts(token, options)
    assert.is(found.url, url)
    assert.equal(found.console, [])
  }
})

test('an invalid custom domain causes a warning, and the default host is used', async () => {
  const { url, console } = await hosts('public-token-live-1', { endpointOptions: { apiDomain: 'not a domain' } })
  assert.is(url, 'https://api.stytch.com/sdk/v1')
  assert.is(console.length, 1)
  assert.match(console[0]!, /^warn \[Latchkey] Unable to use custom API domain 'not a domain'/)
})

for (const [given, url] of [
  ['login.acme.example', 'https://login.acme.example'],
  ['login.acme.example:8443/x', 'https://login.acme.example'],
  [' login.acme.example ', 'https://login.acme.example'],
  ['https://login.acme.example:8443/x/', 'https://login.acme.example:8443/x'],
  ['http://login.acme.example', 'http://login.acme.example'],
  ['https://ada:secret@login.acme.example/', 'https://login.acme.example'],
  ['HTTPS://Login.Acme.example', 'https://login.acme.example'],
  ['localhost:4100/p/', 'http://localhost:4100/p'],
  ['127.0.0.1:4100', 'http://127.0.0.1:4100'],
  ['login', undefined],
  ['not a domain', undefined],
  ['https://', undefined],
  ['http://a b.example', undefined],
  ['javascript:alert(1)', undefined],
  ['data:text/html,x', undefined],
  ['', undefined],
  [5, undefined],
  [null, undefined],
  [{ toString: () => 'login.acme.example' }, undefined],
] as const) {
  test(`a host names ${JSON.stringify(given)}: ${url ?? 'none'}`, () => assert.is(baseUrlOf(given), url))
}

test('every option that names a host: what is none is one warning, and the default host', async () => {
  for (const [token, options, host] of [
    ['public-token-live-1', { customBaseUrl: 'not a host' }, 'https://api.stytch.com'],
    ['public-token-test-1', { customBaseUrl: 5 }, 'https://test.stytch.com'],
    ['public-token-test-1', { endpointOptions: { testApiDomain: 'a..example' } }, 'https://test.stytch.com'],
    ['public-token-live-1', { endpoints: { liveAPIURL: 'https://' } }, 'https://api.stytch.com'],
    ['public-token-live-1', { dfppaUrl: 'a b' }, 'https://api.stytch.com'],
    ['public-token-live-1', { dfpCdnUrl: 'login' }, 'https://api.stytch.com'],
    ['public-token-live-1', { endpointOptions: { dfpCdnDomain: '-a.example' } }, 'https://api.stytch.com'],
  ] as const) {
    const { url, console } = await hosts(token, options as never)
    assert.is(url, `${host}/sdk/v1`)
    assert.equal(
      [console.length, /is neither a domain nor a URL|is not a valid domain/.test(console[0]!)],
      [1, true],
      JSON.stringify(options),
    )
  }
})

for (const [text, url] of [
  ['api.acme.example', 'https://api.acme.example'],
  ['https://api.acme.example/', 'https://api.acme.example'],
  ['http://api.acme.example:8080/a?b#c', 'https://api.acme.example'],
  ['xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ['localhost', undefined],
  ['', undefined],
  ['javascript:alert(1)', undefined],
  ['https://a@b.example', undefined],
  ['-a.example', undefined],
  ['a..example', undefined],
  ['a.example evil', undefined],
  [{}, undefined],
] as const) {
  test(`the custom domain ${JSON.stringify(text)} is ${url ?? 'none'}`, () => assert.is(customDomain(text), url))
}

test('a second client for the same token causes one warning per page', async () => {
  const browser = openBrowser({ network: answers() })
  const tab = browser.open()
  for (let clients = 0; clients < 3; clients += 1) tab.client()
  tab.client({}, 'public-token-test-other')
  await settle()
  assert.is(tab.console.length, 1)
  assert.match(tab.console[0]!, /More than one client/)
})

test('a client loads the settings at once, and checks its session if it has one', async () => {
  const start = async (cookie: boolean, options?: object) => {
    const browser = openBrowser({ network: answers() })
    const tab = browser.open()
    if (cookie) tab.window.document.cookie = 'stytch_session=s; path=/'
    tab.client(options)
    await settle()
    return browser.sent.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`).sort()
  }
  const settings = `GET /projects/bootstrap/${PT} undefined`
  const check = 'POST /sessions/authenticate {}'
  assert.equal(await start(false), [settings])
  assert.equal(await start(true), [settings, check])
  assert.equal(await start(false, { endpointOptions: { apiDomain: 'api.acme.example' } }), [settings, check])
  // a domain of the project's own may have the session in an HttpOnly cookie
  // (docs/decisions/a-missing-cookie-ends-the-session.md)
  assert.equal(await start(false, { endpointOptions: { testApiDomain: 'api.acme.example' } }), [settings, check])
  assert.equal(await start(false, { customBaseUrl: 'login.acme.example' }), [settings, check])
  assert.equal(await start(false, { customBaseUrl: 'https://login.acme.example:8443/x' }), [settings, check])
  assert.equal(await start(false, { customBaseUrl: 'http://localhost:4100' }), [settings])
})

test.run()
