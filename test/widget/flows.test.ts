/**
 * Flows of the products that have no flow.test.ts of their own, as components: links, tokens in the
 * URL, wallets and sign-in providers. What each of them sends and shows in all other cases is
 * tested next to the product.
 */
import '../harness/everyFramework.ts'
import { closeAll, follow, idle, newClient, newParent, open, provider, reported, sent, type Login } from '../harness/login.ts'
import { screenIn, settled, until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { pageState } from '../../src/browser/pageState.ts'
import { coreKey } from '../../src/client/core.ts'
import { LatchkeyClient } from '../../src/entries/index.ts'
import { ar } from '../../src/strings/ar.ts'
import { de } from '../../src/strings/de.ts'
import { en } from '../../src/strings/en.ts'
import { fr } from '../../src/strings/fr.ts'
import { inParts } from '../../src/strings/inParts.ts'
import { announceEthereum, createEthereumWallet } from '../../src/tools/testing/softwareWallets.ts'
import type { OAuthOptions } from '../../src/ui/host/config.ts'
import { oauthCalls } from '../../src/widget/laterChunks.ts'

const test = suite('flows')

const ends: (() => void)[] = []
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
  for (const end of ends.splice(0)) end()
  left.length = 0
  await closeAll()
})

// ---- links

const SEND = 'POST /magic_links/email/login_or_create'
const EMAIL = '#email-input'
const SUBMIT = 'Continue with email'

test('filled and submitted at once, like password managers do', async () => {
  const { find, see } = await open()
  const input = find<HTMLInputElement>(EMAIL)!
  // Sets the value like a script, bypassing React's own record of it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'ada@example.com')
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.form!.requestSubmit()
  await see('Check your email')
  assert.is(sent(SEND)[0].email, 'ada@example.com')
})

test('three presses send once, and the button shows that it is busy', async () => {
  provider.faults([{ route: SEND, hold: 'the link' }])
  const { type, press, see, button, find } = await open()
  await type(EMAIL, 'ada@example.com')
  button(SUBMIT)!.click()
  button(SUBMIT)!.click()
  find('form')!.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
  await settled()
  assert.equal(
    ['aria-busy', 'aria-disabled'].map((name) => button(SUBMIT)!.getAttribute(name)),
    ['true', 'true'],
  )
  await press(SUBMIT)
  await until(() => sent(SEND).length, 'the call')
  await settled()
  assert.is(sent(SEND).length, 1)
  provider.release('the link')
  await see('Check your email')
  await idle()
  assert.is(sent(SEND).length, 1)
})

test('focus moves to the title of the new screen', async () => {
  const { type, press, see, find } = await open()
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  await until(() => document.activeElement === find('h2'), 'the focus on the title')
})

test('unmounted during the call: nothing is reported, nothing is left', async () => {
  provider.faults([{ route: SEND, hold: 'the link' }])
  const { type, press, handle, parent, events, errors, heard } = await open()
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await until(() => sent(SEND).length, 'the call')
  handle.unmount()
  assert.is(parent.children.length, 0)
  provider.release('the link')
  await idle()
  assert.equal([...events, ...errors, ...heard, ...reported], [])
})

/**
 * The visitor logs in in another tab: its client writes the cookies and the state, and this tab
 * receives the event.
 */
const logInElsewhere = async ({ client }: Login) => {
  const { publicToken, key } = client[coreKey]
  // another tab, which does not know the clients of this one
  const { sessions } = pageState()
  pageState().sessions = new Map()
  const other = new LatchkeyClient(publicToken, { customBaseUrl: 'http://provider.test' })
  const { searchParams } = new URL(provider.outbox().at(-1)!.url!)
  await other.magicLinks.authenticate(searchParams.get('token')!, { session_duration_minutes: 30 })
  other.destroy()
  pageState().sessions = sessions!
  dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }))
}

test('a log-in in another tab: the screen says so, and tells the host once', async () => {
  const login = await open()
  const { type, press, see, events, button } = login
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await see('Check your email')
  await logInElsewhere(login)
  const calls = provider.requests().length
  await see('You have successfully logged in.')
  await idle()
  assert.equal(
    events.map(({ type }) => type),
    ['MAGIC_LINK_LOGIN_OR_CREATE', 'AUTHENTICATE_FLOW_COMPLETE'],
  )
  assert.is(
    provider
      .requests()
      .slice(calls)
      .filter(({ path }) => !path.endsWith('/events')).length,
    0,
  )
  assert.not(button('Try again'))
})

test('a sign-out in another tab leaves the visitor where they wait', async () => {
  const client = newClient()
  provider.seed({ users: [{ emails: [{ email: 'ada@example.com' }], password: 'old' }] })
  await client.passwords.authenticate({ email: 'ada@example.com', password: 'old', session_duration_minutes: 30 })
  const login = await open({ client })
  await login.type(EMAIL, 'ada@example.com')
  await login.press(SUBMIT)
  await login.see('Check your email')
  const { key } = client[coreKey]
  localStorage.removeItem(key)
  for (const name of ['stytch_session', 'stytch_session_jwt']) document.cookie = `${name}=; path=/; max-age=0`
  dispatchEvent(new StorageEvent('storage', { key, newValue: null }))
  await until(() => !client.session.getSync(), 'nobody signed in')
  await settled()
  await login.see('Check your email')
  assert.not(login.events.some(({ type }) => type === 'AUTHENTICATE_FLOW_COMPLETE'))
})

test('a button that is refused waits as long as the server says, and then works again by itself', async () => {
  const now = performance.now.bind(performance)
  let skipped = 0
  performance.now = () => now() + skipped
  ends.push(() => Object.assign(performance, { now }))
  const body = { status_code: 429, error_type: 'too_many_requests', error_message: 'Too many requests.' }
  provider.faults([{ route: SEND, times: 1, status: 429, headers: { 'Retry-After': '30' }, body }])
  const { type, press, see, find } = await open()
  await type(EMAIL, 'ada@example.com')
  await press(SUBMIT)
  await until(() => find('button[data-wait]')?.getAttribute('data-wait') === 'Try again in 30 s', 'a button that waits')
  await press(SUBMIT)
  await settled()
  assert.is(sent(SEND).length, 1, 'a press sends nothing')
  skipped = 31_000
  await until(() => !find('[data-wait]'), 'the end of the wait')
  await press(SUBMIT)
  await see('Check your email')
})

// ---- the language

test("a change of language, or its removal, keeps the visitor's screen", async () => {
  const login = await open({ language: inParts('fr') })
  await login.type('input[type=email]', 'ada@example.com')
  await login.press(fr['button.emailLogin'])
  await login.see(fr['emailConfirmation.title'])
  login.handle.update({ language: inParts('ar') })
  await login.see(ar['button.retry'])
  await login.see(ar['emailConfirmation.title'])
  assert.is(login.find('.lk')!.getAttribute('dir'), 'rtl')
  login.handle.update({ language: undefined })
  await login.see(en['emailConfirmation.title'])
  assert.not.ok(login.find('.lk')!.hasAttribute('lang'))
  login.handle.update({ language: inParts('de') })
  await login.see(de['button.retry'])
  await login.see(de['emailConfirmation.title'])
  await login.press(de['button.retry'])
  await login.see(de['login.title'])
})

// ---- a token in the URL

const AUTHENTICATE = 'POST /magic_links/authenticate'

test('two widgets spend it once', async () => {
  const { client } = await follow()
  provider.faults([{ route: AUTHENTICATE, hold: 'the token' }])
  const opening = Promise.all([open({ client, authenticateByUrl: true }), open({ client, authenticateByUrl: true })])
  await until(() => sent(AUTHENTICATE).length, 'the call')
  await settled()
  provider.release('the token')
  const [one, other] = await opening
  await one.see('Success!')
  await until(() => other.text().includes('Success!') || other.text().includes('Sign up or log in'), 'a screen')
  await idle()
  assert.is(sent(AUTHENTICATE).length, 1)
})

test('with `press`, the token stays in the URL until the visitor presses the button', async () => {
  const { client, token } = await follow()
  const { see, press, find, button, events } = await open({ client, authenticateByUrl: 'press' })
  await see('Finish logging in')
  await idle()
  assert.equal(sent(AUTHENTICATE), [])
  assert.ok(location.search.includes(`token=${token}`))
  provider.faults([{ route: AUTHENTICATE, hold: 'the token' }])
  await press('Log in')
  await press('Log in')
  await until(() => sent(AUTHENTICATE).length, 'the call')
  assert.is(button('Log in')!.getAttribute('aria-busy'), 'true')
  assert.is(location.search, '?a=%20b')
  provider.release('the token')
  await see('You have successfully logged in.')
  await until(() => events.length, 'an event')
  assert.is(sent(AUTHENTICATE).length, 1)
  assert.equal(
    events.map(({ type }) => type),
    ['AUTHENTICATE_FLOW_COMPLETE'],
  )
  assert.not(find('form'))
})

/** Opens this page with the log-in link of a mail for a new password. */
const followReset = async () => {
  provider.seed({ users: [{ emails: [{ email: 'ada@example.com' }], password: 'old' }] })
  const client = newClient()
  await client.passwords.resetByEmailStart({ email: 'ada@example.com', reset_password_redirect_url: 'http://localhost/' })
  const token = new URL(provider.outbox().at(-1)!.url!).searchParams.get('token')!
  history.replaceState(null, '', `/?token=${token}&stytch_token_type=login`)
  return { client, token }
}

const mountReset = (client: LatchkeyClient, { passwordResetToken = new URLSearchParams(location.search).get('token')! } = {}) => {
  const parent = newParent()
  const handle = client.mountResetPassword({ passwordResetToken, elementId: parent })
  ends.push(() => handle.unmount())
  return { ...screenIn(parent), handle, parent }
}

test('log-in link: mounted, unmounted, mounted again, twice on the page, and rendered again: one call', async () => {
  const { client, token } = await followReset()
  provider.faults([{ route: AUTHENTICATE, hold: 'the log-in' }])
  const first = mountReset(client)
  await settled()
  first.handle.unmount()
  const second = mountReset(client, { passwordResetToken: token })
  const third = mountReset(client, { passwordResetToken: token })
  client.mountResetPassword({ passwordResetToken: token, elementId: second.parent })
  await until(() => provider.release('the log-in'), 'the call')
  await second.see('You have successfully logged in.')
  await third.see('You have successfully logged in.')
  assert.is(sent(AUTHENTICATE).length, 1)
  assert.is(second.parent.children.length, 1)
  const later = mountReset(client, { passwordResetToken: token })
  await later.see('You have successfully logged in.')
  assert.is(sent(AUTHENTICATE).length, 1)
})

// ---- wallets

const ethereum = (info: Parameters<typeof announceEthereum>[1] = {}) => {
  const wallet = createEthereumWallet()
  ends.push(announceEthereum(wallet, info))
  return { ...wallet, name: info.name ?? 'Soft Ethereum' }
}
const withWallets = () => open({ config: { products: ['crypto', 'emailMagicLinks'] } })
const choose = async (login: Login, { name }: { name: string }) => login.press(`Continue with ${name}`)
const CONNECT = 'Could not connect to wallet'

test('with several wallets installed, the right one opens', async () => {
  const [one, other] = [ethereum({ name: 'One', rdns: 'example.one' }), ethereum({ name: 'Other', rdns: 'example.other' })]
  const login = await withWallets()
  await choose(login, other)
  await login.see('You have successfully connected your wallet.')
  assert.is(one.requests.length, 0)
  assert.ok(other.requests.length > 0)
})

test('CryptoError: the reason has the focus and is an alert, below the title, and Back leads to Main', async () => {
  const wallet = ethereum()
  wallet.manners.connect = 'refuses'
  const login = await withWallets()
  await choose(login, wallet)
  await login.see(CONNECT)
  assert.is(login.find('h2')!.textContent, 'Looks like there was an error!')
  const reason = login.find('[role=alert]')!.firstElementChild
  assert.is(reason!.textContent, CONNECT)
  await until(() => document.activeElement === reason, 'the focus')
  await login.see('Try again, or log in another way.')
  await login.press('Back')
  await login.see('Continue with Soft Ethereum')
})

test('a wallet that announces itself late appears, with its own name and icon', async () => {
  const login = await withWallets()
  await login.see('Set up a new crypto wallet')
  ethereum({ name: '<b>Fancy</b>', rdns: 'example.fancy' })
  await login.see('Continue with <b>Fancy</b>')
  assert.match(login.find<HTMLImageElement>('button img')!.src, /^data:image/)
})

// ---- sign-in providers

const social = (...types: string[]): OAuthOptions => ({ providers: types.map((type) => ({ type })) })
const config = (oauthOptions: OAuthOptions) => ({ products: ['oauth' as const], oauthOptions })
const buttonOf = ({ find }: Login, type: string) => until(() => find<HTMLButtonElement>(`#oauth-${type}`), `the button of ${type}`)

test('three clicks on two buttons make one start, and after Back the form works again with a new challenge', async () => {
  provider.project({ pkce_required_for_oauth: true })
  const login = await open({ config: config(social('google', 'apple')) })
  const google = await buttonOf(login, 'google')
  google.click()
  google.click()
  ;(await buttonOf(login, 'apple')).click()
  await until(() => left.length, 'the way out')
  assert.is(google.getAttribute('aria-busy'), 'true')
  google.click()
  await idle()
  assert.is(left.length, 1)
  dispatchEvent(new Event('pageshow'))
  await until(() => google.getAttribute('aria-busy') === 'false', 'the button')
  google.click()
  await until(() => left.length === 2, 'another way out')
  assert.is.not(left[1]!.searchParams.get('code_challenge'), left[0]!.searchParams.get('code_challenge'))
  dispatchEvent(new Event('pageshow'))
  await settled()
})

test('a visitor who has moved on, or left, is not redirected', async () => {
  provider.faults([{ route: 'GET /projects/bootstrap/:public_token', hold: 'the settings' }])
  const login = await open({ config: config(social('google')) })
  const google = await buttonOf(login, 'google')
  google.click()
  await until(() => google.getAttribute('aria-busy') === 'true', 'the button is busy')
  login.handle.unmount()
  await until(() => provider.release('the settings'), 'the settings are asked for')
  await idle()
  assert.is(left.length, 0)
})

test.run()
