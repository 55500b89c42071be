import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { oauthProviders } from '../../../../src/api/oauthProviders.ts'
import { PT, setUp } from '../visitor.ts'

const test = suite('emulator: OAuth')
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const urls = { login_redirect_url: 'https://app.example/in?a=1#b', signup_redirect_url: 'https://app.example/up' }

type SetUp = ReturnType<typeof setUp>

const go = ({ emulator }: SetUp, address: string) => emulator.fetch(new Request(new URL(address, 'https://test.stytch.com')))

const startAt = (at: SetUp, provider: string, query: Record<string, string> = {}) =>
  go(at, `/v1/public/oauth/${provider}/start?${new URLSearchParams({ public_token: PT, ...urls, ...query })}`)

/**
 * Goes through the sign-in provider's page as this visitor, and returns the URL where the browser
 * ends.
 */
const visit = async (at: SetUp, email: string, query?: Record<string, string>, provider = 'google') => {
  const page = await (await startAt(at, provider, query)).text()
  const action = /<form action="([^"]+)"/.exec(page)![1]!
  const answer = await go(at, `${action}?email=${encodeURIComponent(email)}`)
  assert.is(answer.status, 302)
  return new URL(answer.headers.get('location')!)
}

const authenticate = ({ call }: SetUp, token: string | null, code_verifier?: string) =>
  call('POST /oauth/authenticate', { token, session_duration_minutes: 30, code_verifier })

test('a visitor chooses an account, comes back with a token, and is signed in', async () => {
  const at = setUp()
  const landing = await visit(at, 'ada@example.com', { custom_scopes: 'calendar email' })
  assert.is(landing.pathname, '/up')
  assert.is(landing.searchParams.get('stytch_token_type'), 'oauth')
  const { data } = await authenticate(at, landing.searchParams.get('token'))
  assert.is(data.provider_type, 'Google')
  assert.is(data.provider_subject, 'google|ada@example.com')
  assert.equal(data.provider_values.scopes, ['openid', 'email', 'profile', 'calendar'])
  assert.is(data.user.emails[0].verified, true)
  assert.is(data.user.providers.length, 1)
  assert.is(data.session.authentication_factors[0].type, 'oauth')
})

test('a known visitor returns to the login URL, which keeps its query and hash, as the same user', async () => {
  const at = setUp({ seed: { users: [{ emails: [{ email: 'ada@example.com' }] }] } })
  const landing = await visit(at, 'ada@example.com')
  const token = landing.searchParams.get('token')
  assert.is(landing.href, `https://app.example/in?a=1&token=${token}&stytch_token_type=oauth#b`)
  await authenticate(at, token)
  const again = await authenticate(at, (await visit(at, 'ada@example.com')).searchParams.get('token'))
  assert.is(again.data.user.providers.length, 1)
  const other = await authenticate(at, (await visit(at, 'ada@example.com', {}, 'github')).searchParams.get('token'))
  assert.equal(
    other.data.user.providers.map(({ provider_type }: { provider_type: string }) => provider_type),
    ['Google', 'GitHub'],
  )
})

test('the page lists the existing accounts, and HTML in them stays text', async () => {
  const at = setUp({ seed: { users: [{ emails: [{ email: "o'hara@example.com" }] }] } })
  const answer = await startAt(at, 'google', { provider_login_hint: '"><script>alert(1)</script>' })
  const page = await answer.text()
  assert.match(answer.headers.get('content-type')!, /^text\/html/)
  assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'/)
  assert.not.match(page, /<script/)
  const link = /<a href="([^"]+)">Allow as o(&#39;|')hara@example\.com<\/a>/.exec(page)![1]!
  assert.is((await go(at, link.replace('&#39;', "'"))).status, 302)
})

test('a token works once, for five minutes, and a choice is made once', async () => {
  const at = setUp()
  const token = (await visit(at, 'ada@example.com')).searchParams.get('token')
  assert.is((await authenticate(at, token)).status, 200)
  assert.equal([(await authenticate(at, token)).status, (await authenticate(at, token)).error.error_type], [404, 'oauth_token_not_found'])
  const late = (await visit(at, 'ada@example.com')).searchParams.get('token')
  at.emulator.clock.advance(300_000)
  assert.is((await authenticate(at, late)).error.error_type, 'oauth_token_not_found')

  const action = /<form action="([^"]+)"/.exec(await (await startAt(at, 'google')).text())![1]!
  assert.is((await go(at, `${action}?email=nope`)).status, 400)
  assert.is((await go(at, `${action}?email=a@example.com`)).status, 302)
  assert.is((await (await go(at, `${action}?email=b@example.com`)).json()).error_type, 'oauth_flow_callback_error')
})

test('a visitor who denies, or a provider that fails, comes back without a token, once', async () => {
  for (const error of ['access_denied', 'server_error']) {
    const at = setUp()
    const link = new RegExp(`<a href="([^"]+error=${error})">`).exec(await (await startAt(at, 'google')).text())![1]!
    const answer = await go(at, link)
    assert.equal([answer.status, answer.headers.get('location')], [302, `https://app.example/in?a=1&error=${error}#b`])
    assert.is((await go(at, link)).status, 400)
    assert.is((await go(at, link.replace(/error=.*/, 'email=ada@example.com'))).status, 400)
  }
})

test('PKCE binds the token to the browser that started', async () => {
  const at = setUp({ project: { pkce_required_for_oauth: true } })
  assert.is((await (await startAt(at, 'google')).json()).error_type, 'invalid_pkce_code_challenge')
  const token = (await visit(at, 'ada@example.com', { code_challenge: challenge })).searchParams.get('token')
  assert.is((await authenticate(at, token)).error.error_type, 'pkce_expected_code_verifier')
  assert.is((await authenticate(at, token, `${verifier}x`)).error.error_type, 'pkce_mismatch')
  assert.is((await authenticate(at, token, verifier)).status, 200)
})

test('every provider has a page, and no other name has', async () => {
  const at = setUp()
  for (const provider of Object.keys(oauthProviders)) assert.is((await startAt(at, provider)).status, 200, provider)
  for (const provider of ['unknown', 'constructor', '__proto__']) {
    assert.is((await (await startAt(at, provider)).json()).error_type, 'oauth_config_not_found')
  }
})

test('it starts with a test token, and ends where the project allows', async () => {
  const at = setUp({ project: { allowed_redirect_urls: Object.values(urls) } })
  assert.is((await startAt(at, 'google', { public_token: 'public-token-live-x' })).status, 401)
  assert.is((await startAt(at, 'google')).status, 200)
  for (const url of ['https://evil.example/in', 'javascript:alert(1)']) {
    assert.is((await startAt(at, 'google', { login_redirect_url: url })).status, 400)
    assert.is((await startAt(at, 'google', { signup_redirect_url: url })).status, 400)
  }
})

test.run()
