/**
 * Tests the buttons of sign-in providers
 * (docs/internals/protocol.md#pages-that-a-browser-is-sent-to).
 */
import { closeAll, newClient, open, provider, reported, type Login } from '../../harness/login.ts'
import { settled, until } from '../../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../../src/client/core.ts'
import { oauthProviders } from '../../../src/api/oauthProviders.ts'
import type { LoginConfig, OAuthOptions } from '../../../src/ui/host/config.ts'
import { oauthCalls } from '../../../src/widget/laterChunks.ts'

const test = suite('social sign-in')

/** The URLs to which the page would have gone. */
const left: URL[] = []
const calls = {
  ...(await oauthCalls.load()),
  navigate: (url: string) => {
    left.push(new URL(url))
    return true
  },
}
oauthCalls.load = async () => calls

test.after.each(async () => {
  left.length = 0
  await closeAll()
})

const social = (...types: string[]): OAuthOptions => ({ providers: types.map((type) => ({ type })) })
const config = (oauthOptions: OAuthOptions, more?: LoginConfig): LoginConfig => ({ products: ['oauth'], oauthOptions, ...more })
const buttonOf = ({ find }: Login, type: string) => until(() => find<HTMLButtonElement>(`#oauth-${type}`), `the button of ${type}`)

test('each provider has a name, a message and a logo of its own', async () => {
  const types = Object.keys(oauthProviders)
  const login = await open({ config: config(social(...types)) })
  await buttonOf(login, types.at(-1)!)
  assert.equal(
    login.all('.lk-provider').map((button) => button.textContent),
    types.map((type) => `Continue with ${oauthProviders[type as keyof typeof oauthProviders]}`),
  )
  const shapes = () => login.all('.lk-provider svg').map((logo) => logo.innerHTML)
  await until(() => shapes().every(Boolean), 'every logo')
  assert.is(new Set(shapes()).size, types.length)
  assert.ok(login.all('.lk-provider svg').every((logo) => logo.getAttribute('aria-hidden') === 'true'))
})

test("Google's logo has its four colors", async () => {
  const login = await open({ config: config(social('google')) })
  const logo = (await buttonOf(login, 'google')).querySelector('svg')!
  assert.is(new Set([...logo.querySelectorAll('path')].map((path) => path.getAttribute('fill'))).size, 4)
})

for (const [type, name] of [
  ['nextbook', 'Nextbook'],
  ['__proto__', '__proto__'],
  ['constructor', 'Constructor'],
  ['"><b>', '"><b>'],
  ['a b', 'A b'],
  ['ørsted', 'Ørsted'],
] as const) {
  test(`an unknown provider, ${type}: a generic logo and its name`, async () => {
    const login = await open({ config: config(social('google', type)) })
    const [, button] = await until(() => (login.all('.lk-provider').length === 2 ? login.all('.lk-provider') : undefined), 'two buttons')
    assert.is(button!.textContent, `Continue with ${name}`)
    assert.is(button!.getAttribute('aria-label'), null)
    await until(() => button!.querySelector('path'), 'the generic logo')
    button!.click()
    await until(() => left.length, 'the way out')
    assert.is(left[0]!.pathname, `/v1/public/oauth/${encodeURIComponent(type)}/start`)
  })
}

test("a provider of the host's own has the name and the logo that the host gives, in a grid too", async () => {
  const logoUrl = 'https://app.test/corp.svg'
  const providers = [
    { type: 'corp', name: 'Corp SSO', logoUrl },
    { type: 'google', name: 'Work' },
    { type: 'other', logoUrl: 'javascript:1' },
  ]
  for (const styles of [{}, { buttons: { social: 'grid' } }] as const) {
    const login = await open({ config: config({ providers }), styles })
    const buttons = await until(() => (login.all('.lk-provider').length === 3 ? login.all('.lk-provider') : undefined), 'three buttons')
    const before = 'buttons' in styles ? '' : 'Continue with '
    assert.equal(
      buttons.map((button) => button.textContent),
      ['Corp SSO', 'Work', 'Other'].map((name) => before + name),
    )
    assert.equal(
      buttons.map((button) => button.querySelector('img')?.src),
      [logoUrl, undefined, undefined],
    )
    if (before === '') assert.is(buttons[0]!.getAttribute('aria-label'), 'Continue with Corp SSO')
    await closeAll()
  }
})

test("the start URL has all the host's options and a challenge, and the log gets the start but not the verifier", async () => {
  provider.project({ pkce_required_for_oauth: true })
  const login = await open({
    config: config({
      providers: [{ type: 'github', custom_scopes: ['repo', 'read:org'], provider_params: { prompt: 'consent', login_hint: 'ada' } }],
      loginRedirectURL: 'https://app.test/in?a=1',
      signupRedirectURL: 'https://app.test/up',
    }),
  })
  ;(await buttonOf(login, 'github')).click()
  await until(() => left.length, 'the way out')
  const { origin, pathname, searchParams } = left[0]!
  const { code_challenge, public_token, ...query } = Object.fromEntries(searchParams)
  assert.is(origin + pathname, 'http://provider.test/v1/public/oauth/github/start')
  assert.is(public_token, login.client[coreKey].publicToken)
  assert.match(code_challenge!, /^[\w-]{43}$/)
  assert.equal(query, {
    custom_scopes: 'repo read:org',
    provider_prompt: 'consent',
    provider_login_hint: 'ada',
    login_redirect_url: 'https://app.test/in?a=1',
    signup_redirect_url: 'https://app.test/up',
  })
  const logged = await login.logged()
  const [, start] = logged.find(([name]) => name === 'start_oauth_flow')!
  assert.equal(start, { provider_type: 'github', custom_scopes: ['repo', 'read:org'], pkce: true, cname_domain: null })
  assert.not.match(JSON.stringify(logged), 'code_verifier')
})

test('an option of another kind counts as absent', async () => {
  const login = await open({
    config: config({ providers: [{ type: 'google', custom_scopes: 'repo' as never }], loginRedirectURL: 7 as never }),
  })
  ;(await buttonOf(login, 'google')).click()
  await until(() => left.length, 'the way out')
  const { searchParams } = left[0]!
  assert.not(searchParams.get('custom_scopes'))
  assert.not(searchParams.has('login_redirect_url'))
  assert.equal(login.errors, [])
  dispatchEvent(new Event('pageshow'))
})

test("the host's mistakes are reported to the host, and the button works again", async () => {
  const login = await open({ config: config({ providers: [{ type: '.' }] }) })
  ;(await until(() => login.find('[id="oauth-."]'), 'the button')).click()
  await login.see('Something went wrong. Please try again.')
  assert.match((login.errors[0] as Error).message, /provider must be a string other than '', '\.' and '\.\.'\.$/)
  assert.equal(reported, [])
  assert.is(login.errors.length, 1)
  assert.is(login.find('[id="oauth-."]')!.getAttribute('aria-busy'), 'false')
  assert.is(left.length, 0)
})

test('code that fails to load: a sentence, and the button works again', async () => {
  const login = await open({ config: config(social('google')) })
  oauthCalls.load = () => Promise.reject(Object.assign(new Error('x'), { code: 'unreachable' }))
  ;(await buttonOf(login, 'google')).click()
  await login.see('Unable to contact our servers.')
  oauthCalls.load = async () => calls
  ;(await buttonOf(login, 'google')).click()
  await until(() => left.length, 'the way out')
  dispatchEvent(new Event('pageshow'))
})

test('a second widget adds suffixes to the ids of its buttons, and the host can replace texts', async () => {
  await open({ config: config(social('google')) })
  const second = await open({
    config: config(social('google', 'x')),
    strings: { 'oauth.continueWithGoogle': 'Weiter mit Google', 'oauth.continueWith': 'Weiter mit {type}' },
  })
  const button = await until(() => second.find('#oauth-google-2'), 'the second one')
  assert.is(button.textContent, 'Weiter mit Google')
  assert.is(second.find('#oauth-x-2')!.textContent, 'Weiter mit X')
})

const returned: [error: string, text: string][] = [
  ['access_denied', 'GitHub: cancelled. Try again, or choose another way.'],
  ['user_cancelled_authorize', 'GitHub: cancelled. Try again, or choose another way.'],
  ['ACCESS_DENIED', 'GitHub: cancelled. Try again, or choose another way.'],
  ['account_not_linked', 'You have an account with this email address already. Log in the way you did before, then link GitHub.'],
  ['signup_disabled', 'New accounts cannot be created at the moment. If you have an account, please log in.'],
  ['banned', 'You may not log in here. If you think that this is a mistake, please contact us.'],
  ['email_not_found', 'GitHub did not tell us your email address. Choose another way.'],
  ['email_not_verified', 'Please confirm your email address first: open the link that was sent to it.'],
  ['state_mismatch', 'The log-in with GitHub took too long. Start it again.'],
  ['server_error', 'GitHub could not log you in. Try again, or choose another way.'],
  ['constructor', 'GitHub could not log you in. Try again, or choose another way.'],
  ['<b>', 'GitHub could not log you in. Try again, or choose another way.'],
]
for (const [error, text] of returned) {
  test(`back from GitHub with ${error}: why, once, and the URL without it`, async () => {
    const client = newClient()
    localStorage.setItem(`${client[coreKey].key}::BEGUN:oauth`, JSON.stringify({ created_at: Date.now(), provider: 'github' }))
    const query = new URLSearchParams({ error, error_description: 'Why it is so', a: '1' })
    history.replaceState({ host: 1 }, '', `/?${query}&error_uri=x#place`)
    const login = await open({ client, config: config(social('google', 'github')) })
    await login.see(text)
    assert.is(location.search + location.hash, '?a=1#place')
    assert.equal(history.state, { host: 1 })
    const data = { provider_type: 'github', error, error_description: 'Why it is so' }
    assert.equal(login.events, [{ type: 'OAUTH_NOT_COMPLETED', data }])
    assert.equal(login.errors, [])
    await closeAll()
    history.replaceState(null, '', `/?error=${error}`)
    const again = await open({ config: config(social('google', 'github')) })
    await buttonOf(again, 'github')
    await settled()
    assert.not.ok(again.text().includes('GitHub: ') || again.find('.lk-message'))
    assert.is(new URLSearchParams(location.search).get('error'), error, 'the page’s own parameter')
    history.replaceState(null, '', '/')
  })
}

test('groups and one divider, and an invalid configuration', async () => {
  const login = await open({ config: { products: ['emailMagicLinks', 'oauth'], oauthOptions: social('google') } })
  const google = await buttonOf(login, 'google')
  assert.is(login.all('.lk-divider').length, 1)
  assert.is(login.find('.lk-divider')!.textContent, 'or')
  assert.ok(login.find('#email-input')!.compareDocumentPosition(google) & Node.DOCUMENT_POSITION_FOLLOWING)
  const alone = await open({ config: { products: ['passkeys'] } })
  await alone.see('Cannot use Passkeys by itself, please add another product to the config.')
})

test.run()
