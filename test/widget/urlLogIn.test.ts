/**
 * Tests a visitor with a token in the URL: the spinner, then Success or the error with a way on
 * (docs/decisions/tokens-in-urls-are-spent-once.md).
 */
import { closeAll, follow, idle, newClient, open, provider, reported, sent } from '../harness/login.ts'
import { until } from '../harness/screen.ts'
import { coreKey } from '../../src/client/core.ts'
import { de } from '../../src/strings/de.ts'
import { LatchkeyClient } from '../../src/entries/index.ts'
import type { Fault } from '../../src/tools/emulator/index.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('arrival by link')
test.after.each(closeAll)

const AUTHENTICATE = 'POST /magic_links/authenticate'
const FAILED = 'Looks like there was an error!'
const USED = 'The magic link could not be authenticated because it was either already used or expired. Please try again.'

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
  // a used link can be asked for again: the address is what the visitor should look at first
  assert.is(button('Try again')!.className, 'lk-button lk-secondary')
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
  const { see, press, button } = await open({ client, authenticateByUrl: true })
  await see('Unable to contact our servers.')
  assert.is(button('Try again')!.className, 'lk-button lk-primary')
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
    // DOM events, which all scripts of the page can receive, must not allow them to spend the
    // token.
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

for (const [what, first] of [
  ['502', { status: 502, body: '<h1>Bad gateway</h1>' }],
  ['no answer', { drop: true }],
  ['503', { status: 503, body: {} }],
] as const) {
  for (const type of ['magic_links', 'login']) {
    test(`a link of type ${type} that fails with ${what} and is refused when it is tried again leads to a new link`, async () => {
      await arriveWithToken(type)
      provider.faults([
        { route: AUTHENTICATE, times: 1, ...first },
        { route: AUTHENTICATE, status: 401, body: { status_code: 401, error_type: 'unable_to_auth_magic_link', error_message: 'Used.' } },
      ])
      const { see, press, type: write } = await open({ authenticateByUrl: true })
      await press('Try again')
      await see('Enter your email to get a new link.')
      await write('input[type=email]', MALLORY)
      await press('Continue with email')
      await see('Check your email')
    })
  }
}

for (const [what, address] of [
  ['another kind of token', '/?token=x&stytch_token_type=discovery'],
  ['no kind', '/?token=x'],
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

test('with `press`, Try again after a failure needs no second press', async () => {
  const { client } = await follow()
  provider.faults([{ route: AUTHENTICATE, status: 503, times: 1 }])
  const { see, press } = await open({ client, authenticateByUrl: 'press' })
  await press('Log in')
  await see(FAILED)
  await press('Try again')
  await see('You have successfully logged in.')
  assert.is(sent(AUTHENTICATE).length, 2)
})

const OAUTH = 'POST /oauth/authenticate'
const ADA = 'ada@example.com'
const MALLORY = 'mallory@example.com'
const ASKS = 'Log in only if you began this yourself.'

/** Where a sign-in with Google as this visitor ends, if it began at this URL. */
const visitGoogle = async (start: URL, email: string) => {
  const page = await (await fetch(start)).text()
  const action = new URL(/<form action="([^"]+)"/.exec(page)![1]!, start)
  action.searchParams.set('email', email)
  return new URL((await fetch(action, { redirect: 'manual' })).headers.get('location')!)
}

/**
 * Opens this page with a token of a type for Mallory, which no browser of the visitor has asked
 * for.
 */
const arriveWithToken = async (type: string) => {
  if (type === 'oauth') {
    provider.project({ pkce_required_for_oauth: false })
    const query = {
      public_token: 'public-token-test-attacker',
      login_redirect_url: 'http://localhost/',
      signup_redirect_url: 'http://localhost/',
    }
    const { search } = await visitGoogle(
      new URL(`http://provider.test/v1/public/oauth/google/start?${new URLSearchParams(query)}`),
      MALLORY,
    )
    return history.replaceState(null, '', '/in' + search)
  }
  const attacker = newClient()
  provider.seed({ users: [{ emails: [{ email: MALLORY }], password: 'fjord-violin-walnut-72' }] })
  if (type === 'magic_links') await attacker.magicLinks.email.loginOrCreate(MALLORY, { login_magic_link_url: 'http://localhost/in' })
  else await attacker.passwords.resetByEmailStart({ email: MALLORY, reset_password_redirect_url: 'http://localhost/in' })
  const token = new URL(provider.outbox().at(-1)!.url!).searchParams.get('token')!
  history.replaceState(null, '', `/in?stytch_token_type=${type}&token=${token}`)
  attacker.destroy()
}

/** Signs Ada in, by default with a new client, which it returns. */
const signedIn = async (client = newClient()) => {
  const { method_id } = await client.otps.email.loginOrCreate(ADA)
  await client.otps.authenticate(provider.outbox().at(-1)!.code!, method_id, { session_duration_minutes: 30 })
  return client
}
const nameOf = (client: ReturnType<typeof newClient>) => client.user.getSync()!.emails[0]!.email
const calls = () => sent(OAUTH).length + sent(AUTHENTICATE).length

for (const required of [true, false]) {
  for (const authenticateByUrl of [true, 'press'] as const) {
    test(`a return from Google that began elsewhere asks first, PKCE ${required ? 'required' : 'optional'}, ${authenticateByUrl}`, async () => {
      await arriveWithToken('oauth')
      provider.project({ pkce_required_for_oauth: required })
      const { search } = location
      const client = newClient()
      const { see, press } = await open({ client, authenticateByUrl })
      await see(ASKS)
      assert.is(sent(OAUTH).length, 0)
      assert.is(location.search, search)
      await press('Log in')
      await until(calls, 'the call')
      if (!required) {
        await see('You have successfully logged in.')
        assert.is(nameOf(client), MALLORY)
      }
      assert.is(location.search, '')
    })
  }
}

test('a visitor who did not begin the sign-in goes back to the log-in screen, and the token is gone', async () => {
  await arriveWithToken('oauth')
  const { see, press } = await open({ authenticateByUrl: true })
  await see(ASKS)
  await press('Back')
  await see('Sign up or log in')
  assert.is(calls(), 0)
  assert.is(location.search, '')
})

for (const type of ['oauth', 'magic_links', 'login']) {
  for (const authenticateByUrl of [true, 'press'] as const) {
    test(`another account than the one that is signed in is asked about by name: ${type}, ${authenticateByUrl}`, async () => {
      const client = await signedIn()
      await arriveWithToken(type)
      const { see, press, events } = await open({ client, authenticateByUrl })
      await see('Change accounts?')
      await see(`You are logged in as ${ADA}.`)
      assert.is(calls(), 0)
      await press('Stay logged in')
      await see('You have successfully logged in.')
      assert.equal([calls(), nameOf(client), location.search], [0, ADA, ''])
      await until(() => events.length, 'an event')
      assert.equal(
        events.map(({ type }) => type),
        ['AUTHENTICATE_FLOW_COMPLETE'],
      )
    })

    test(`one press changes accounts: ${type}, ${authenticateByUrl}`, async () => {
      const client = await signedIn()
      await arriveWithToken(type)
      const { see, press } = await open({ client, authenticateByUrl })
      await see(`You are logged in as ${ADA}.`)
      await press('Log in')
      await see('You have successfully logged in.')
      assert.equal([calls(), nameOf(client)], [1, MALLORY])
    })
  }
}

test('the form for a new password names the account that is signed in', async () => {
  const client = await signedIn()
  await arriveWithToken('reset_password')
  const { see } = await open({ client, authenticateByUrl: true })
  await see('Reset your password')
  await see(`You are logged in as ${ADA}.`)
})

for (const type of ['magic_links', 'login', 'impersonation']) {
  test(`with \`press\`, a token of type ${type} needs one too`, async () => {
    if (type === 'impersonation') history.replaceState(null, '', '/in?stytch_token_type=impersonation&token=unknown')
    else await arriveWithToken(type)
    const { see, press } = await open({ authenticateByUrl: 'press' })
    await see('Finish logging in')
    const all = () => calls() + sent('POST /impersonation/authenticate').length
    assert.is(all(), 0)
    await press('Log in')
    await until(all, 'the call')
  })
}

/** Begins a sign-in with Google in this browser, and opens this page as it comes back. */
const beginHere = async (client: ReturnType<typeof newClient>, email: string) => {
  const { oauthStartUrl } = await import('../../src/client/namespaces/oauth.ts')
  const start = await oauthStartUrl(client[coreKey], 'google', {
    login_redirect_url: 'http://localhost/',
    signup_redirect_url: 'http://localhost/',
  })
  const { search } = await visitGoogle(new URL(start), email)
  history.replaceState(null, '', '/in' + search)
}

for (const required of [true, false]) {
  for (const tab of ['the same tab', 'another tab']) {
    test(`a sign-in that began in this browser continues in ${tab}, PKCE ${required ? 'required' : 'optional'}`, async () => {
      provider.project({ pkce_required_for_oauth: required })
      const client = newClient()
      await beginHere(client, ADA)
      if (tab === 'another tab') sessionStorage.clear()
      const { see } = await open({ client, authenticateByUrl: true })
      await see('You have successfully logged in.')
      assert.is(nameOf(client), ADA)
      // it was one sign-in: the next token needs its own
      await arriveWithToken('oauth')
      const next = await open({ client, authenticateByUrl: true })
      await next.see('Change accounts?')
    })
  }
}

test('a visitor who is signed in, and began this here, continues without a press', async () => {
  const client = await signedIn()
  await beginHere(client, MALLORY)
  const { see } = await open({ client, authenticateByUrl: true })
  await see('You have successfully logged in.')
  assert.is(nameOf(client), MALLORY)
})

test('a sign-in that was given up before somebody signed in does not count', async () => {
  const client = newClient()
  await beginHere(client, MALLORY)
  const { search } = location
  history.replaceState(null, '', '/')
  const { method_id } = await client.otps.email.loginOrCreate(ADA)
  await client.otps.authenticate(provider.outbox().at(-1)!.code!, method_id, { session_duration_minutes: 30 })
  history.replaceState(null, '', '/in' + search)
  const { see } = await open({ client, authenticateByUrl: true })
  await see(`You are logged in as ${ADA}.`)
  assert.is(calls(), 0)
})

test('a visitor who is signed in and asked for a link here opens it without a press', async () => {
  const client = await signedIn()
  await client.magicLinks.email.loginOrCreate(ADA, { login_magic_link_url: 'http://localhost/in' })
  history.replaceState(null, '', provider.outbox().at(-1)!.url!.replace('http://localhost', ''))
  const { see } = await open({ client, authenticateByUrl: true })
  await see('You have successfully logged in.')
  assert.is(sent(AUTHENTICATE).length, 1)
})

const PRESS = 'Press the button to log in on this device.'
const ownServer = () => {
  provider.project({ backend: true })
  return new LatchkeyClient({ backend: 'http://provider.test' })
}
/** Opens this page with a link for Mallory, which this browser has asked for or not. */
const arriveAt = async (client: LatchkeyClient, isOwn: boolean) => {
  if (!isOwn) return arriveWithToken('magic_links')
  await client.magicLinks.email.loginOrCreate(MALLORY, { login_magic_link_url: 'http://localhost/in' })
  history.replaceState(null, '', provider.outbox().at(-1)!.url!.replace('http://localhost', ''))
}

for (const [isOwn, authenticateByUrl, asks] of [
  [true, undefined, false],
  [false, undefined, true],
  [true, true, false],
  [false, true, false],
  [false, 'on' as never, false],
  [true, 'press', true],
  [false, 'press', true],
] as const) {
  test(`a host's own server, a link that was asked for ${isOwn ? 'here' : 'elsewhere'}: ${authenticateByUrl} ${asks ? 'asks first' : 'spends it at once'}`, async () => {
    const client = ownServer()
    await arriveAt(client, isOwn)
    const { search } = location
    const { see, press } = await open({ client, authenticateByUrl })
    if (asks) {
      await see(PRESS)
      await idle()
      assert.equal([calls(), location.search], [0, search])
      await press('Log in')
    }
    await see('You have successfully logged in.')
    assert.equal([calls(), location.search], [1, ''])
  })
}

for (const isSignedIn of [false, true]) {
  test(`a host's own server: a link that failed is tried again ${isSignedIn ? 'after a question, if somebody has signed in' : 'without a second press'}`, async () => {
    const client = ownServer()
    await arriveAt(client, false)
    provider.faults([{ route: AUTHENTICATE, status: 503, times: 1 }])
    const { see, press } = await open({ client })
    await press('Log in')
    await see('That did not work')
    if (isSignedIn) await signedIn(client)
    await press('Try again')
    await see(isSignedIn ? `You are logged in as ${ADA}.` : 'You have successfully logged in.')
    assert.is(sent(AUTHENTICATE).length, isSignedIn ? 1 : 2)
  })
}

test("a host's own server: false leaves the token to the page", async () => {
  const client = ownServer()
  await arriveAt(client, false)
  const { see } = await open({ client, authenticateByUrl: false })
  await see('Continue with email')
  assert.is(calls(), 0)
})

const CHECK = 'POST /sessions/authenticate'
const RESET = 'POST /passwords/email/reset'
const types = ['oauth', 'magic_links', 'login', 'impersonation']

/** Where the cookie of a session is, and a client of such a project. */
const cookieKinds: Record<string, { project?: object; create: (key: string) => ReturnType<typeof newClient> }> = {
  'a readable cookie': { create: (key) => new LatchkeyClient(key, { customBaseUrl: 'http://provider.test' }) },
  'an HttpOnly cookie of a custom domain': {
    project: { opaque_tokens: true },
    create: (key) => new LatchkeyClient(key, { customBaseUrl: 'https://provider.test' }),
  },
  'an HttpOnly cookie of a backend': {
    project: { backend: true },
    create: () => new LatchkeyClient({ backend: 'http://provider.test' }),
  },
}

/**
 * Signs in as Ada on an earlier page, whose storage is kept or not, and follows a token to this
 * one. `faults` are those of this page.
 */
const returnWithToken = async (kind: string, isStored: boolean, type: string, faults: Fault[] = []) => {
  const { project, create } = cookieKinds[kind]!
  if (project) provider.project(project)
  const earlier = await signedIn(create('public-token-test-cookies'))
  await idle()
  earlier[coreKey].destroy()
  if (!isStored) localStorage.clear()
  if (type === 'impersonation') history.replaceState(null, '', '/in?stytch_token_type=impersonation&token=unknown')
  else await arriveWithToken(type)
  provider.faults(faults)
  return create('public-token-test-cookies')
}
const held = [{ route: CHECK, hold: 'the check' }]
const release = () => {
  provider.faults([])
  provider.release('the check')
}
const spends = () => calls() + sent('POST /impersonation/authenticate').length

for (const kind of Object.keys(cookieKinds)) {
  for (const isStored of [false, true]) {
    for (const type of types) {
      for (const authenticateByUrl of [true, 'press'] as const) {
        const row = `${kind}, ${isStored ? 'known' : 'unknown'} to storage, ${type}, ${authenticateByUrl}`
        test(`the cookie decides who is asked: ${row}`, async () => {
          // a visitor who presses before the server has answered is asked again
          const early = !isStored && authenticateByUrl === 'press'
          const client = await returnWithToken(kind, isStored, type, early ? held : [])
          const { see, press } = await open({ client, authenticateByUrl })
          if (early) {
            await press('Log in')
            await until(() => sent(CHECK).length, 'the check')
            release()
          }
          await see('Change accounts?')
          await see(`You are logged in as ${ADA}.`)
          assert.is(spends(), 0)
          await press('Stay logged in')
          await see('You have successfully logged in.')
          assert.equal([spends(), nameOf(client), location.search], [0, ADA, ''])
        })
      }
    }
  }

  test(`a session that has ended elsewhere asks nobody: ${kind}`, async () => {
    const ended = { status_code: 404, error_type: 'session_not_found', error_message: 'Ended.' }
    const client = await returnWithToken(kind, true, 'magic_links', [{ route: CHECK, status: 404, body: ended, times: 1 }])
    const { see } = await open({ client, authenticateByUrl: true })
    await see('You have successfully logged in.')
    assert.is(nameOf(client), MALLORY)
  })

  for (const type of ['oauth', 'magic_links']) {
    test(`a sign-in that began here waits for no check: ${kind}, ${type}`, async () => {
      const { project, create } = cookieKinds[kind]!
      provider.project({ ...project, pkce_required_for_oauth: false })
      const client = create('public-token-test-cookies')
      if (type === 'oauth') await beginHere(client, ADA)
      else {
        await client.magicLinks.email.loginOrCreate(ADA, { login_magic_link_url: 'http://localhost/in' })
        history.replaceState(null, '', provider.outbox().at(-1)!.url!.replace('http://localhost', ''))
      }
      await idle()
      const before = sent(CHECK).length
      provider.faults(held)
      const opening = open({ client, authenticateByUrl: true })
      await until(() => calls() === 1, 'the token')
      // before anybody is told, a backend is asked whether the browser has kept the session
      const asks = kind.endsWith('backend') ? 1 : 0
      await until(() => sent(CHECK).length === before + asks, 'the session')
      if (asks) release()
      const { see } = await opening
      await see('You have successfully logged in.')
      assert.is(sent(CHECK).length, before + asks)
    })
  }

  test(`nothing is spent while the server does not say who is signed in, and a retry asks again: ${kind}`, async () => {
    const client = await returnWithToken(kind, false, 'magic_links', [{ route: CHECK, drop: true }])
    const { see, press } = await open({ client, authenticateByUrl: true })
    await see('Unable to contact our servers.')
    assert.is(spends(), 0)
    provider.faults([])
    await press('Try again')
    await see(`You are logged in as ${ADA}.`)
    await press('Log in')
    await see('You have successfully logged in.')
    assert.equal([spends(), nameOf(client)], [1, MALLORY])
  })
}

for (const kind of Object.keys(cookieKinds)) {
  test(`a new password waits until the form has said who is signed in: ${kind}`, async () => {
    const client = await returnWithToken(kind, false, 'reset_password', held)
    const { see, press, type, find, button } = await open({ client, authenticateByUrl: true })
    await type('#password-input', 'harbor-violin-walnut-73')
    await until(
      () => sent('POST /passwords/strength_check').length && button('Continue')!.getAttribute('aria-disabled') !== 'true',
      'the approved password',
    )
    await press('Continue')
    await until(() => find('[aria-busy=true]'), 'the busy button')
    assert.is(sent(RESET).length, 0)
    release()
    await see(`You are logged in as ${ADA}.`)
    await idle()
    assert.is(sent(RESET).length, 0)
    await press('Continue')
    await until(() => sent(RESET).length, 'the reset')
  })
}

for (const kind of Object.keys(cookieKinds).slice(1)) {
  test(`where the server says that nobody is signed in, a link is spent without a press: ${kind}`, async () => {
    provider.project(cookieKinds[kind]!.project!)
    await arriveWithToken('magic_links')
    const { see } = await open({ client: cookieKinds[kind]!.create('public-token-test-cookies'), authenticateByUrl: true })
    await see('You have successfully logged in.')
    assert.equal([spends(), sent(CHECK).length], [1, kind.endsWith('backend') ? 2 : 1])
  })
}

for (const [what, change] of [
  ['&amp; in it', (query: string) => query.replaceAll('&', '&amp;')],
  ['an encoded line break at its end', (query: string) => `${query}%0D%0A`],
] as const) {
  test(`a link with ${what} signs in, and its token leaves the address`, async () => {
    const client = newClient()
    await client.magicLinks.email.loginOrCreate('ada@example.com', { signup_magic_link_url: 'http://localhost/in' })
    history.replaceState(null, '', '/in' + change(new URL(provider.outbox().at(-1)!.url!).search))
    const { see } = await open({ client, authenticateByUrl: true })
    await see('You have successfully logged in.')
    assert.is(location.search, '')
  })
}

for (const [what, query] of [
  ['has no token', 'stytch_token_type=magic_links'],
  ['has an empty token', 'latchkey_token_type=magic_links&token='],
  ['has half of a name', 'stytch_token_type=reset_password&toke'],
  ['has no type', 'stytch_token_type=&token=abc'],
] as const) {
  test(`says that a link is not complete: it ${what}`, async () => {
    history.replaceState(null, '', `/in?a=1&${query}`)
    const { see, find, errors } = await open({ authenticateByUrl: true })
    await see('This link is not complete.')
    assert.is(location.search, query.endsWith('toke') ? '?a=1&toke' : '?a=1')
    assert.is(errors.length, 1)
    assert.ok(find('#email-input'))
  })
}

test('a link that is not complete: in the language of the page, and not where the host spends its tokens', async () => {
  history.replaceState(null, '', '/?stytch_token_type=magic_links')
  const { see, handle } = await open({ authenticateByUrl: true, strings: de })
  await see('Dieser Link ist nicht vollständig.')
  history.replaceState(null, '', '/?stytch_token_type=magic_links')
  handle.unmount()
  const other = await open()
  await until(() => other.find('#email-input'), 'the form')
  assert.is(location.search, '?stytch_token_type=magic_links')
})

test('a parameter that only ends like ours is left alone', async () => {
  history.replaceState(null, '', '/?my_token_type=a')
  const { see } = await open({ authenticateByUrl: true })
  await see('Continue with email')
  assert.is(location.search, '?my_token_type=a')
})

test.run()
