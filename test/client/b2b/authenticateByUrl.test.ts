/**
 * Checks that each kind of token in the URLs of an organizations project is spent once, by its own
 * call (docs/internals/protocol.md#tokens-in-urls).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ok, refusal } from '../answers.ts'
import { rejection, settle, type Network } from '../fakeBrowser.ts'
import { auth, clientIn, intermediate, open } from './member.ts'

const arrive = (type: string, routes: Record<string, Network> = {}) =>
  open(routes, { url: `https://app.example.com/login?next=%2Fa&token=t-1&stytch_token_type=${type}#section` })

/**
 * The token type, the call that spends it, its body without the session fields, and whether it
 * signs in.
 */
const kinds: [type: string, path: string, body: object, signsIn: boolean][] = [
  ['multi_tenant_magic_links', 'magic_links/authenticate', { magic_links_token: 't-1' }, true],
  ['oauth', 'oauth/authenticate', { oauth_token: 't-1' }, true],
  ['sso', 'sso/authenticate', { sso_token: 't-1' }, true],
  ['multi_tenant_impersonation', 'impersonation/authenticate', { impersonation_token: 't-1' }, true],
  ['discovery', 'magic_links/discovery/authenticate', { discovery_magic_links_token: 't-1' }, false],
  ['discovery_oauth', 'oauth/discovery/authenticate', { discovery_oauth_token: 't-1' }, false],
]

for (const [type, path, body, signsIn] of kinds) {
  test(`a token of type ${type} leaves the URL, then ${path} spends it`, async () => {
    let during = ''
    const { browser, tab, client } = arrive(type, {
      [`POST /b2b/${path}`]: () => {
        during = tab.window.location.href
        return ok(signsIn ? auth() : { ...intermediate(), email_address: 'ada@example.com' })
      },
    })
    assert.equal(client.parseAuthenticateUrl(), { handled: true, tokenType: type, token: 't-1' })
    const outcomes = await Promise.all([client.authenticateByUrl({ session_duration_minutes: 45 }), client.authenticateByUrl()])
    assert.is(during, 'https://app.example.com/login?next=%2Fa#section')
    for (const outcome of outcomes) {
      assert.ok(outcome?.handled && outcome.tokenType === type)
      assert.is('discovered_organizations' in outcome.data, !signsIn)
    }
    const sent = browser.to(`/b2b/${path}`).map((request) => request.body as Record<string, unknown>)
    const lasting = signsIn && type !== 'multi_tenant_impersonation' ? { session_duration_minutes: 45 } : {}
    assert.equal(sent, [{ ...body, ...lasting }])
    assert.is(client.session.getSync()?.member_session_id, signsIn ? 'session-test-1' : undefined)
  })
}

for (const [type, path, , signsIn] of kinds) {
  const began = /oauth|sso|discovery/.test(type)
  for (const answer of [false, undefined, 'yes', true]) {
    test(`confirm answers ${answer} for a token of type ${type} that nobody has begun here`, async () => {
      const { browser, tab, client } = arrive(type, {
        [`POST /b2b/${path}`]: () => ok(signsIn ? auth() : { ...intermediate(), email_address: 'ada@example.com' }),
      })
      const asked: unknown[] = []
      const outcome = await client.authenticateByUrl({ confirm: (question) => (asked.push(question), answer as boolean) })
      assert.equal(asked, began ? [{ tokenType: type }] : [])
      const spent = !began || answer === true
      assert.is(outcome!.handled, spent)
      assert.is(browser.to(`/b2b/${path}`).length, spent ? 1 : 0)
      assert.is(tab.window.location.search, spent ? '?next=%2Fa' : `?next=%2Fa&token=t-1&stytch_token_type=${type}`)
    })
  }
}

for (const [what, answer, asks] of [
  ['valid', () => ok(auth()), true],
  ['over', () => refusal(401, 'session_not_found'), false],
] as const) {
  test(`a session that storage does not know of is ${what}: confirm is ${asks ? '' : 'not '}asked`, async () => {
    const {
      browser,
      tab,
      client: earlier,
    } = arrive('multi_tenant_magic_links', {
      'POST /b2b/sessions/authenticate': answer,
      'POST /b2b/magic_links/authenticate': () => ok(auth('session-test-2')),
    })
    tab.window.document.cookie = 'stytch_session=a-server-has-set-it; path=/'
    earlier.destroy()
    const client = clientIn(tab)
    let asked = 0
    const outcome = await client.authenticateByUrl({ confirm: () => !(asked += 1) })
    assert.equal([asked, outcome!.handled], [asks ? 1 : 0, !asks])
    assert.is(browser.to('/b2b/magic_links/authenticate').length, asks ? 0 : 1)
  })
}

test('a session lasts 30 minutes by default', async () => {
  const { browser, client } = arrive('sso')
  await client.authenticateByUrl()
  assert.equal(browser.to('/b2b/sso/authenticate')[0]!.body, { sso_token: 't-1', session_duration_minutes: 30 })
})

for (const type of ['multi_tenant_passwords', 'magic_links', 'reset_password', 'constructor']) {
  test(`a token of type ${type} is left for the page`, async () => {
    const { browser, tab, client } = arrive(type)
    await settle()
    browser.sent.length = 0
    const href = tab.window.location.href
    const left = { handled: false, tokenType: type, token: 't-1' }
    assert.equal([client.parseAuthenticateUrl(), await client.authenticateByUrl()], [left, left])
    assert.equal([tab.window.location.href, browser.sent], [href, []])
  })
}

test('a URL without a token', async () => {
  const { client } = open()
  assert.equal([client.parseAuthenticateUrl(), await client.authenticateByUrl()], [null, null])
  assert.equal(client.parseAuthenticateUrl('https://a.test/?token=x&stytch_token_type=sso'), {
    handled: true,
    tokenType: 'sso',
    token: 'x',
  })
})

test('a token that got no answer can be tried again, and one that was refused cannot', async () => {
  let answers = [() => Promise.reject(new TypeError('offline')), () => ok(auth())] as (() => Response | Promise<Response>)[]
  const { browser, client } = arrive('oauth', { 'POST /b2b/oauth/authenticate': () => answers.shift()!() })
  const { again } = (await rejection(client.authenticateByUrl())) as unknown as { again(): Promise<{ handled: boolean }> }
  assert.ok((await again()).handled)
  assert.is(browser.to('/b2b/oauth/authenticate').length, 2)
  answers = [() => refusal(404, 'oauth_token_not_found')]
  const refused = arrive('oauth', { 'POST /b2b/oauth/authenticate': () => answers.shift()!() })
  const error = await rejection(refused.client.authenticateByUrl())
  assert.equal([error.error_type, 'again' in error], ['oauth_token_not_found', false])
})

test.run()
