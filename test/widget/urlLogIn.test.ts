/**
 * Tests a visitor who arrives with a link's token in the URL (docs/decisions.md#tokens-in-the-url-are-spent-once): the spinner, then Success or the
 * error with a way on.
 */
import { closeAll, newClient, open, provider, reported, sent } from '../harness/login.ts'
import { until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('arrival by link')
test.after.each(closeAll)

const AUTHENTICATE = 'POST /magic_links/authenticate'
const FAILED = 'Looks like there was an error!'
const USED = 'The magic link could not be authenticated because it was either already used or expired. Please try again.'

/** Opens this page with a link that was sent. */
const follow = async () => {
  const client = newClient()
  await client.magicLinks.email.loginOrCreate('ada@example.com', { signup_magic_link_url: 'http://localhost/in?a=%20b' })
  const { url } = provider.outbox().at(-1)!
  history.replaceState({ mine: 1 }, '', url!.replace('http://localhost', ''))
  return { client, token: new URL(url!).searchParams.get('token')! }
}

test('signs in and says so, and the token leaves the URL first while the rest stays', async () => {
  const { client, token } = await follow()
  const { find, see, events, errors } = await open({ client, authenticateByUrl: true })
  await see('Success!')
  await see('You have successfully logged in.')
  assert.equal(
    sent(AUTHENTICATE).map(({ token, session_duration_minutes }) => [token, session_duration_minutes]),
    [[token, 30]],
  )
  await until(() => events.length, 'an event')
  assert.equal(events, [{ type: 'AUTHENTICATE_FLOW_COMPLETE', data: {} }])
  assert.equal(errors, [])
  assert.is(location.search, '?a=%20b')
  assert.equal(history.state, { mine: 1 })
  assert.ok(client.session.getSync())
  assert.not(find('form'))
})

test("waits with a labeled spinner, and sends the host's minutes", async () => {
  const { client } = await follow()
  provider.faults([{ route: AUTHENTICATE, hold: 'the token' }])
  const parent = document.body.appendChild(document.createElement('main'))
  client.mountLogin({ elementId: parent, authenticateByUrl: true, config: { sessionOptions: { sessionDurationMinutes: 45 } } })
  const spinner = await until(() => parent.querySelector('[data-testid=loading-icon][aria-label="Logging in..."]'), 'the spinner')
  assert.is(spinner.getAttribute('role'), 'status')
  await until(() => sent(AUTHENTICATE).length, 'the call')
  assert.is(location.search, '?a=%20b')
  assert.ok(parent.contains(spinner))
  provider.release('the token')
  await until(() => parent.textContent!.includes('Success!'), 'Success!')
  assert.is(sent(AUTHENTICATE)[0].session_duration_minutes, 45)
})

test('a used link: its sentence, and Try again leads to the log-in screen', async () => {
  const { client, token } = await follow()
  await client.magicLinks.authenticate(token, { session_duration_minutes: 5 })
  const { see, press, errors, events, find, button } = await open({ client, authenticateByUrl: true })
  await see(FAILED)
  await see(USED)
  const reason = find('[role=alert]')!.firstElementChild!
  assert.is(reason.textContent, USED)
  await until(() => document.activeElement === reason, 'the focus on the reason')
  // It would lead where Try again leads.
  assert.not(button('Back'))
  assert.equal(
    errors.map((error) => (error as { error_type: string }).error_type),
    ['unable_to_auth_magic_link'],
  )
  assert.equal(events, [])
  await press('Try again')
  await see('Sign up or log in')
  assert.is(sent(AUTHENTICATE).length, 2)
})

test('where Try again spends the same token, Back leads to the log-in screen', async () => {
  const { client } = await follow()
  provider.faults([{ route: AUTHENTICATE, drop: true }])
  const { see, press } = await open({ client, authenticateByUrl: true })
  await see('Unable to contact our servers.')
  await press('Back')
  await see('Sign up or log in')
  assert.is(sent(AUTHENTICATE).length, 1)
})

for (const [what, fault, message] of [
  ['no answer', { drop: true }, 'Unable to contact our servers.'],
  ['502', { status: 502, body: '<h1>Bad gateway</h1>' }, 'Invalid response from our servers.'],
  [
    '429',
    { status: 429, body: { status_code: 429, error_type: 'too_many_requests', error_message: 'Wait a minute.', error_url: '' } },
    'Wait a minute.',
  ],
] as const) {
  test(`${what}: Try again spends the same token`, async () => {
    const { client, token } = await follow()
    provider.faults([{ route: AUTHENTICATE, times: 1, ...fault }])
    const { see, press, errors, heard } = await open({ client, authenticateByUrl: true })
    await see(message)
    assert.is(errors.length, 1)
    // DOM events, which all scripts of the page can receive, must not allow them to spend the token.
    assert.equal(
      heard.map(({ detail }) => detail),
      [JSON.parse(JSON.stringify({ ...(errors[0] as Error), message: (errors[0] as Error).message }))],
    )
    assert.is(location.search, '?a=%20b')
    await press('Try again')
    await see('You have successfully logged in.')
    assert.equal(
      sent(AUTHENTICATE).map(({ token }) => token),
      [token, token],
    )
    assert.equal(reported, [])
  })
}

for (const [what, address] of [
  ['another kind of token', '/?token=x&stytch_token_type=discovery'],
  ['no kind', '/?token=x'],
  ['an empty token', '/?token=&stytch_token_type=magic_links'],
  ['no token', '/'],
]) {
  test(`${what}: the log-in screen, and an unchanged URL`, async () => {
    history.replaceState(null, '', address)
    const { see } = await open({ authenticateByUrl: true })
    await see('Sign up or log in')
    assert.is(location.pathname + location.search, address)
    assert.equal(sent(AUTHENTICATE), [])
  })
}

test('without authenticateByUrl the token is left to the host', async () => {
  const { client } = await follow()
  const { search } = location
  const { see } = await open({ client })
  await see('Sign up or log in')
  assert.is(location.search, search)
  assert.equal(sent(AUTHENTICATE), [])
})

test('with `press`, Try again after a failure needs no second press, and a provider’s return needs none at all', async () => {
  const { client } = await follow()
  provider.faults([{ route: AUTHENTICATE, status: 503, times: 1 }])
  const { see, press } = await open({ client, authenticateByUrl: 'press' })
  await press('Log in')
  await see(FAILED)
  await press('Try again')
  await see('You have successfully logged in.')
  assert.is(sent(AUTHENTICATE).length, 2)

  history.replaceState(null, '', '/in?stytch_token_type=oauth&token=unknown')
  const other = await open({ authenticateByUrl: 'press' })
  await other.see(FAILED)
  assert.is(sent('POST /oauth/authenticate').length, 1)
})

test.run()
