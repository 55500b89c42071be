/**
 * Tests the page that a reset mail leads to: a new password, or a log-in without one
 * (docs/decisions/tokens-in-urls-are-spent-once.md).
 */
import { closeAll, newClient, newParent, provider, reported, sent, recording } from '../../harness/login.ts'
import { screenIn, settled, until } from '../../harness/screen.ts'
import { hasten } from '../../harness/turns.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { logInByReset } from '../../../src/client/url/authenticateByUrl.ts'
import type { LoginConfig } from '../../../src/ui/host/config.ts'
import type { ResetPasswordProps, WidgetEvent } from '../../../src/widget/publicTypes.ts'

const test = suite('reset a password')
// The pause before a password is checked.
hasten(500)
const ends: (() => void)[] = []
test.after.each(async () => {
  for (const end of ends.splice(0)) end()
  await closeAll()
})

const SET = 'POST /passwords/email/reset'
const LOG_IN = 'POST /magic_links/authenticate'
const START = 'POST /passwords/email/reset/start'
const EMAIL = 'ada@example.com'
const GOOD = 'fjord-violin-walnut-72'
const FIELD = '#password-input'
const FAILED = 'Looks like there was an error!'
const USED = 'The magic link could not be authenticated because it was either already used or expired. Please try again.'

/** Opens this page with the link of a reset mail, of either kind. */
const follow = async (type = 'reset_password', project: object = {}) => {
  provider.project(project)
  provider.seed({ users: [{ emails: [{ email: EMAIL }], password: 'old' }] })
  const client = newClient()
  await client.passwords.resetByEmailStart({ email: EMAIL, reset_password_redirect_url: 'http://localhost/?a=%20b' })
  const token = new URL(provider.outbox().at(-1)!.url!).searchParams.get('token')!
  history.replaceState({ mine: 1 }, '', `/?a=%20b&token=${token}&stytch_token_type=${type}#h`)
  return { client, token }
}

const mountReset = (client = newClient(), props: Partial<ResetPasswordProps> = {}, parent = newParent()) => {
  const { events, errors, callbacks } = recording()
  const handle = client.mountResetPassword({
    passwordResetToken: new URLSearchParams(location.search).get('token')!,
    elementId: parent,
    callbacks,
    ...props,
  })
  ends.push(() => {
    handle.unmount()
    void client.session.revoke({ forceClear: true }).catch(() => {})
  })
  return { ...screenIn(parent), handle, parent, events, errors }
}
const types = ({ events }: { events: WidgetEvent[] }) => events.map(({ type }) => type)

const setPassword = async (page: ReturnType<typeof mountReset>) => {
  await page.type(FIELD, GOOD)
  await until(() => page.button('Continue')?.getAttribute('aria-disabled') === 'false', 'Continue')
  await page.press('Continue')
}

test('a new password: checked without an email address and set, the visitor is signed in, and the token leaves the URL on submit', async () => {
  const { client, token } = await follow()
  const page = mountReset(client)
  await page.see('Reset your password')
  assert.not(page.button('Back'))
  assert.ok(document.body.contains(page.find(FIELD)))
  assert.is(document.activeElement, document.body, 'the first screen leaves the focus to the page')
  assert.not(page.find('input[autocomplete=username]'), 'the token does not say whose password it is')
  assert.ok(location.search.includes(token))
  assert.is(page.parent.firstElementChild!.localName, 'div')
  await setPassword(page)
  await page.see('You have successfully logged in.')
  assert.equal(sent('POST /passwords/strength_check'), [{ password: GOOD }])
  assert.equal(
    sent(SET).map(({ code_verifier, ...body }) => body),
    [{ token, password: GOOD, session_duration_minutes: 30 }],
  )
  await until(() => page.events.length === 2, 'two events')
  assert.equal(types(page), ['PASSWORD_RESET_BY_EMAIL', 'AUTHENTICATE_FLOW_COMPLETE'])
  assert.is(location.search + location.hash, '?a=%20b#h')
  assert.equal(history.state, { mine: 1 })
  assert.equal([page.errors, reported], [[], []])
})

for (const [how, come] of [
  ['by `update`', (page, _, passwordResetToken) => page.handle.update({ passwordResetToken })],
  [
    'by another mount',
    (page, client, passwordResetToken) => void client.mountResetPassword({ elementId: page.parent, passwordResetToken }),
  ],
] as [string, (page: ReturnType<typeof mountReset>, client: ReturnType<typeof newClient>, token: string) => void][]) {
  test(`a token that arrives after the mount, ${how}, works like one that was there`, async () => {
    const { client, token } = await follow()
    const page = mountReset(client, { passwordResetToken: undefined as never })
    await page.see(FAILED)
    come(page, client, token)
    await page.see('Reset your password')
    await page.type(FIELD, GOOD)
    // A token that is removed was spent: the visitor stays where they are, with their input.
    come(page, client, '')
    await settled()
    assert.is(page.find<HTMLInputElement>(FIELD)!.value, GOOD)
    await setPassword(page)
    await page.see('You have successfully logged in.')
    assert.equal(
      sent(SET).map(({ token }) => token),
      [token],
    )
    assert.equal(reported, [])
  })
}

test('a token without its type leaves the URL too, however it is spelled', async () => {
  const { client, token } = await follow()
  history.replaceState(null, '', `/?a=%20b&%74oken=${token}#h`)
  const page = mountReset(client)
  await page.see('Reset your password')
  await setPassword(page)
  await page.see('You have successfully logged in.')
  assert.is(location.search + location.hash, '?a=%20b#h')
})

test("with the type login: logged in at once, with the host's minutes", async () => {
  const { client, token } = await follow('login')
  provider.faults([{ route: LOG_IN, hold: 'the log-in' }])
  const page = mountReset(client, { config: { sessionOptions: { sessionDurationMinutes: 45 } } })
  await page.see('Logging in...')
  await until(() => sent(LOG_IN).length, 'the call')
  assert.is(location.search + location.hash, '?a=%20b#h')
  provider.release('the log-in')
  await page.see('You have successfully logged in.')
  assert.equal(
    sent(LOG_IN).map(({ code_verifier, ...body }) => body),
    [{ token, session_duration_minutes: 45 }],
  )
  await until(() => page.events.length, 'an event')
  assert.equal(types(page), ['AUTHENTICATE_FLOW_COMPLETE'])
})

test("Login without a password spends the token like a link's", async () => {
  const { client, token } = await follow()
  const page = mountReset(client)
  await page.press('Login without a password')
  await page.see('You have successfully logged in.')
  assert.equal(
    sent(LOG_IN).map(({ token }) => token),
    [token],
  )
  assert.is(location.search + location.hash, '?a=%20b#h')
})

for (const confirmed of [false, true]) {
  test(`a visitor who is signed in is asked before a token that did not come here: ${confirmed}`, async () => {
    const { client, token } = await follow('login')
    // what this browser knows of the request
    localStorage.clear()
    provider.seed({ users: [{ emails: [{ email: 'bob@example.com' }], password: GOOD }] })
    await client.passwords.authenticate({ email: 'bob@example.com', password: GOOD, session_duration_minutes: 30 })
    ends.push(() => void client.session.revoke({ forceClear: true }).catch(() => {}))
    const asked: unknown[] = []
    const confirm = async (question: unknown) => (asked.push(question), confirmed)
    const outcome = await logInByReset(client, token, { session_duration_minutes: 30, confirm })
    assert.equal(asked, [{ tokenType: 'login' }])
    assert.equal([!!outcome?.handled, sent(LOG_IN).length], [confirmed, Number(confirmed)])
    assert.is(location.search.includes(token), !confirmed)
  })
}

test('after a reload the token is gone: a sentence, and the log-in screen', async () => {
  await follow('login')
  history.replaceState(null, '', '/')
  for (const passwordResetToken of ['', undefined, null] as string[]) {
    const page = mountReset(newClient(), { passwordResetToken })
    await page.see(FAILED)
    await page.see(USED)
    assert.is(page.errors.length, 1)
    assert.is(sent(LOG_IN).length, 0)
    await page.press('Try again')
    await page.see('Sign up or log in')
  }
})

test('a used or expired token: a sentence, and the log-in screen', async () => {
  for (const type of ['reset_password', 'login']) {
    const { client } = await follow(type)
    provider.clock.advance(31 * 60_000)
    const page = mountReset(client)
    if (type !== 'login') await setPassword(page)
    await page.see(USED)
    await page.press('Try again')
    await page.see('Sign up or log in')
    await closeAll()
  }
})

test('a token of another device: a sentence, and the log-in screen', async () => {
  for (const type of ['reset_password', 'login']) {
    await follow(type, { pkce_required_for_password_resets: true })
    localStorage.clear()
    const page = mountReset(newClient())
    if (type !== 'login') await setPassword(page)
    await page.see(FAILED)
    assert.is(page.errors.length, 1)
    await page.see('You started in another browser or on another device. Open the link there, or start again here.')
    await page.press('Try again')
    await page.see('Sign up or log in')
    await closeAll()
  }
})

for (const [what, spoil] of [
  ['expired', async () => provider.clock.advance(31 * 60_000)],
  ['used', async ({ client, token }) => client.magicLinks.authenticate(token, { session_duration_minutes: 5 })],
  ['of another device', async () => localStorage.clear()],
] as [what: string, spoil: (link: Awaited<ReturnType<typeof follow>>) => Promise<unknown>][]) {
  test(`a link that is ${what}, where there are passwords alone: its reason, and an email for a new password`, async () => {
    for (const type of ['reset_password', 'login']) {
      const link = await follow(type, { pkce_required_for_password_resets: what === 'of another device' })
      await spoil(link)
      const config: LoginConfig = { products: ['passwords'], passwordOptions: { resetPasswordRedirectURL: 'http://localhost/again' } }
      const page = mountReset(what === 'used' ? link.client : newClient(), { config })
      if (type !== 'login') await setPassword(page)
      await page.see(FAILED)
      await page.see('Enter your email to get a new link.')
      await page.type('input[type=email]', 'ada')
      await page.press('Continue with email')
      await until(() => page.all('[role=alert]').some((alert) => alert.textContent), 'what is wrong with the address')
      await page.type('input[type=email]', EMAIL)
      await page.press('Continue with email')
      await page.see(`A link to reset your password was sent to you at ${EMAIL}.`)
      assert.is(sent(START).at(-1)!.reset_password_redirect_url, 'http://localhost/again')
      assert.is(provider.outbox().length, 2)
      assert.match(provider.outbox().at(-1)!.url!, 'http://localhost/again')
      // as after "Forgot Password?"
      assert.equal(types(page), [])
      await page.press('Back')
      await page.see('Sign up or log in')
      assert.is(page.find<HTMLInputElement>('input[type=email]')!.value, EMAIL)
      for (const end of ends.splice(0)) end()
      await closeAll()
    }
  })
}

test('an email for a new password that cannot be sent: its error above the address, which stays, and another try', async () => {
  const { client } = await follow()
  provider.clock.advance(31 * 60_000)
  const page = mountReset(client, { config: { products: ['passwords'] } })
  await setPassword(page)
  await page.type('input[type=email]', 'nobody@example.com')
  await page.press('Continue with email')
  await until(() => page.errors.length === 2, 'the error')
  assert.is((page.errors[1] as { error_type: string }).error_type, 'email_not_found')
  await page.type('input[type=email]', EMAIL)
  provider.faults([{ route: START, drop: true, times: 1 }])
  await page.press('Continue with email')
  await page.see('Unable to contact our servers.')
  assert.is(page.find<HTMLInputElement>('input[type=email]')!.value, EMAIL)
  await page.press('Continue with email')
  await page.see('A link to reset your password was sent')
})

test('no answer: the password stays and the same button works, and for a log-in link Try again spends the same token', async () => {
  const { client, token } = await follow()
  provider.faults([
    { route: SET, drop: true, times: 1 },
    { route: LOG_IN, status: 503, body: 'x', times: 1 },
  ])
  const page = mountReset(client)
  await page.see('Reset your password')
  await setPassword(page)
  await page.see('Unable to contact our servers.')
  assert.is(page.find<HTMLInputElement>(FIELD)!.value, GOOD)
  await page.press('Login without a password')
  await page.see('Invalid response from our servers.')
  await page.press('Try again')
  await page.see('You have successfully logged in.')
  assert.equal(
    sent(LOG_IN).map(({ token }) => token),
    [token, token],
  )
  assert.is(page.errors.length, 2)
})

for (const [type, sees] of [
  ['reset_password', 'Reset your password'],
  ['login', 'You have successfully logged in.'],
] as const) {
  test(`the log-in widget handles a token of type ${type} in the URL if authenticateByUrl is set`, async () => {
    const { client } = await follow(type)
    const parent = newParent()
    const handle = client.mountLogin({ elementId: parent, authenticateByUrl: true })
    ends.push(() => handle.unmount())
    await screenIn(parent).see(sees)
  })
}

test.run()
