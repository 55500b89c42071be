/**
 * Tests the identity-provider screens. Everything that needs a browser is in
 * test/chromium/idp.test.ts.
 */
import { closeAll, idle, newClient, provider, reported, sent } from '../../harness/login.ts'
import { install } from '@sinonjs/fake-timers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../../src/client/core.ts'
import { oauthAuthorizeStart, oauthAuthorizeSubmit, oauthLogoutStart } from '../../../src/api/idp.ts'
import { LatchkeyClient } from '../../../src/entries/index.ts'
import { damaged, damagedEverywhere } from '../../harness/damages.ts'
import { settled, until } from '../../harness/screen.ts'
import {
  START,
  SUBMIT,
  REVOKE,
  CALLBACK,
  AUTHENTICATE,
  EMPTY,
  mounted,
  clients,
  signedIn,
  at,
  reloaded,
  ownDomain,
  authorize,
  show,
  another,
  prepare,
} from './setUp.ts'

const test = suite('identity-provider screens')
prepare(test)

test('asks, and denies: one submit, its event, the denied screen', async () => {
  const client = await signedIn()
  authorize()
  const { see, press, find, button, events, errors } = show(client)
  await see('Sign in to Notes with')
  // Nobody logs in here, so the widget is not called that.
  assert.is(find('section')!.getAttribute('aria-label'), null)
  await see('Verify your identity')
  await see('You will be redirected to an app on this computer (localhost).')
  provider.faults([{ route: SUBMIT, ...EMPTY, hold: 'the answer' }])
  await press('Deny')
  await until(() => (button('Allow') as HTMLButtonElement).disabled, 'one decision at a time')
  await press('Deny')
  await press('Allow')
  await until(() => provider.release('the answer'), 'the submit')
  await see('Access to the application was denied.')
  assert.equal(
    sent(SUBMIT).map(({ consent_granted }) => consent_granted),
    [false],
  )
  assert.equal(events, ['OAUTH_AUTHORIZE_FLOW_START', 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED'])
  assert.equal(errors, [])
})

test('allows: the success screen, without AUTHENTICATE_FLOW_COMPLETE, which is only for log-ins', async () => {
  const client = await signedIn()
  authorize()
  const { see, press, events } = show(client)
  await see('Verify your identity')
  provider.faults([{ route: SUBMIT, ...EMPTY }])
  await press('Allow')
  await see('Success!')
  await see('You have successfully logged in.')
  assert.equal(events, ['OAUTH_AUTHORIZE_FLOW_START', 'OAUTH_AUTHORIZE_FLOW_COMPLETE'])
})

test('the app shows its own logo, which the answer calls client_logo_url', async () => {
  const client = await signedIn()
  provider.seed({
    clients: [{ client_id: 'app', client_name: 'Notes', redirect_uris: [CALLBACK], logo_url: 'https://notes.test/logo.png' }],
  })
  authorize()
  const { see, all } = show(client)
  await see('Notes')
  assert.equal(
    all('img').map((image) => image.getAttribute('src')),
    ['https://notes.test/logo.png'],
  )
})

test('an odd answer of the right shape breaks nothing', async () => {
  const client = await signedIn()
  authorize()
  const scope_results = [
    { scope: 'openid', is_grantable: true },
    { scope: '__proto__', is_grantable: false, description: null },
  ]
  provider.faults([
    {
      route: START,
      status: 200,
      body: { data: { consent_required: true, client: { client_name: null, client_logo_url: 'javascript:alert(1)' }, scope_results } },
    },
  ])
  const { see, all } = show(client)
  await see('Verify your identity')
  await see('Use the __proto__ scope')
  assert.is(all('img').length, 0)
  assert.equal(reported, [])
})

test("an app's request, damaged at any place of the answer: a sentence, and Try again", async () => {
  const client = await signedIn()
  authorize()
  const row = { scope: 'openid', description: 'd', is_grantable: true }
  const answer = { consent_required: true, client: { client_name: 'Notes', logo_url: '' }, scope_results: [row, row] }
  const [first, ...others] = damaged(oauthAuthorizeStart.gives!, answer)
  provider.faults([{ route: START, ...first!.fault }])
  const { see, press, find, button, errors } = show(client)
  await see(first!.says as string)
  for (const [at, { name, fault, says }] of others.entries()) {
    provider.faults([{ route: START, ...fault }])
    await press('Try again')
    await until(() => errors.length > at + 1, name)
    await see(says as string)
    await settled()
    assert.not(find('.lk-spinner'), name)
    assert.equal([!!button('Try again'), !!button('Allow'), errors.at(-1).code], [true, false, 'invalid_response'], name)
  }
  provider.faults([])
  await press('Try again')
  await see('Verify your identity')
  assert.equal(reported, [])
})

test('a decision, damaged at any place of the answer: a sentence, and the same two buttons', async () => {
  const client = await signedIn()
  authorize()
  const { see, press, button, errors, events } = show(client)
  await see('Verify your identity')
  for (const [at, { name, fault, says }] of damaged(oauthAuthorizeSubmit.gives!, { redirect_uri: CALLBACK }).entries()) {
    provider.faults([{ route: SUBMIT, ...fault }])
    await press('Allow')
    await until(() => errors.length > at, name)
    await see(says as string)
    await until(() => button('Deny')!.getAttribute('aria-disabled') !== 'true', name)
  }
  assert.equal(events, ['OAUTH_AUTHORIZE_FLOW_START'])
  provider.faults([{ route: SUBMIT, ...EMPTY }])
  await press('Allow')
  await see('Success!')
})

test('a log-out, damaged at any place of the answer: a sentence and Try again, and nobody is signed out', async () => {
  const client = await signedIn()
  at({ post_logout_redirect_uri: CALLBACK })
  const [first, ...others] = damaged(oauthLogoutStart.gives!, { redirect_uri: CALLBACK, consent_required: true })
  provider.faults([{ route: 'POST /oauth/logout/start', ...first!.fault }])
  const { see, press, errors } = show(client)
  await see(first!.says as string)
  for (const [at, { name, fault, says }] of others.entries()) {
    provider.faults([{ route: 'POST /oauth/logout/start', ...fault }])
    await press('Try again')
    await until(() => errors.length > at + 1, name)
    await see(says as string)
  }
  assert.ok(client.session.getSync())
  provider.faults([])
  await press('Try again')
  await see('Log out?')
})

test('project settings, damaged at any depth: the consent question still shows', async () => {
  const policy = { roles: [], resources: [], scopes: [{ scope: 'notes', description: 'Read your notes', permissions: [] }] }
  const settings = { project_name: 'Acme', email_domains: [], rbac_policy: policy }
  for (const [what, data] of damagedEverywhere(settings)) {
    provider.faults([{ route: 'GET /projects/bootstrap/*', body: { data } }])
    const client = await signedIn()
    authorize({ scope: 'openid notes' })
    const { see, text } = show(client)
    await see('Verify your identity')
    assert.not(/object Object|undefined/.test(text()), what)
    assert.equal(reported, [], what)
    for (const handle of mounted.splice(0)) handle.unmount()
    await closeAll()
  }
})

test('a failed request is reported once, and Try again starts over', async () => {
  const client = await signedIn()
  authorize()
  provider.faults([{ route: START, status: 502, body: '<h1>' }])
  const { see, press, errors, events } = show(client)
  await see('Looks like there was an error!')
  await see('Invalid response from our servers.')
  assert.is(errors.length, 1)
  provider.faults([])
  await press('Try again')
  await see('Verify your identity')
  assert.equal(events, ['OAUTH_AUTHORIZE_FLOW_START', 'OAUTH_AUTHORIZE_FLOW_START'])
})

test('nobody is signed in: says so, and waits for a session', async () => {
  const client = await signedIn()
  await client.session.revoke()
  authorize()
  const { see, errors } = show(client)
  await see('No active session detected. Please log in to continue.')
  assert.equal(
    errors.map(({ code }) => code),
    ['no_current_session'],
  )
  assert.equal(sent(START), [])
  await client.passwords.authenticate({ email: 'ada@example.com', password: 'fjord-violin-walnut-72', session_duration_minutes: 30 })
  await see('Verify your identity')
})

test('the manifest gets the grantable scopes, and a late one is ignored', async () => {
  const client = await signedIn()
  authorize({ scope: 'openid nope email' })
  const asked: unknown[] = []
  const { see } = show(client, {
    getIDPConsentManifest: (about) => {
      asked.push(about)
      return [{ header: 'Mine', items: ['One', { text: 'Two', details: ['Three'] }] }]
    },
  })
  for (const text of ['Mine', 'One', 'Two', 'Three', 'Use the nope scope']) await see(text)
  assert.equal(asked, [{ scopes: ['openid', 'email'], clientName: 'Notes' }])
})

test('what the visitor leaves out is not submitted, and nothing at all cannot be allowed', async () => {
  const client = await signedIn()
  authorize({ scope: 'openid email profile' })
  const { see, all, button, press } = show(client, {
    getIDPConsentManifest: () => [
      { text: 'Who you are', scopes: ['openid'], selectable: true },
      { text: 'Your address', scopes: ['email'], details: ['Where to write'], selectable: true },
      { text: 'Your name', scopes: ['profile'], selectable: true },
    ],
  })
  await see('Where to write')
  const boxes = all('input[type=checkbox]') as HTMLInputElement[]
  assert.equal(
    boxes.map(({ checked, labels }) => [checked, labels![0]!.textContent]),
    [
      [true, 'Who you are'],
      [true, 'Your address'],
      [true, 'Your name'],
    ],
  )
  for (const box of boxes) box.click()
  await until(() => (button('Allow') as HTMLButtonElement).disabled, 'nothing to allow')
  boxes[2]!.click()
  await until(() => !(button('Allow') as HTMLButtonElement).disabled, 'something to allow')
  await press('Allow')
  await until(() => sent(SUBMIT).length, 'the decision')
  assert.equal(
    sent(SUBMIT).map(({ scopes, consent_granted }) => [scopes, consent_granted]),
    [[['profile'], true]],
  )
})

test('each list has its own heading, and a list that is gone is not observed', async () => {
  const { ResizeObserver } = globalThis
  const live = new Set<object>()
  globalThis.ResizeObserver = class {
    observe() {
      live.add(this)
    }
    unobserve() {}
    disconnect() {
      live.delete(this)
    }
  }
  try {
    const client = await signedIn()
    authorize({ resource: 'https://mcp.example/mcp' })
    const scopes = [
      { scope: 'openid', is_grantable: true },
      { scope: 'phone', is_grantable: false },
    ]
    const data = { consent_required: true, client: { client_name: 'Notes' }, scope_results: scopes }
    provider.faults([{ route: START, status: 200, body: { data } }])
    const { see, all } = show(client)
    await see('Verify your identity')
    const headings = all('ul').map((list) => document.getElementById(list.getAttribute('aria-labelledby')!)?.textContent)
    assert.equal(
      headings.map((heading) => heading?.replace(/[\u2066-\u2069]/g, '')),
      ['Notes is requesting to:', 'It can use this access at:', "You cannot grant Notes's request to:"],
    )
    await until(() => live.size > 3, 'the widget and its lists')
    for (const handle of mounted.splice(0)) handle.unmount()
    await until(
      () => !live.size,
      () => `the end of ${live.size} observers`,
    )
  } finally {
    globalThis.ResizeObserver = ResizeObserver
  }
})

test('Allow waits until the visitor has seen the page, and Deny does not', async () => {
  const { hasFocus } = Document.prototype
  const client = await signedIn()
  authorize()
  const { see, button } = show(client)
  await see('Verify your identity')
  const refuses = () => ['Allow', 'Deny'].map((name) => button(name)!.getAttribute('aria-disabled') === 'true')
  try {
    Document.prototype.hasFocus = () => false
    dispatchEvent(new Event('blur'))
    await until(() => refuses()[0], 'Allow waits')
    assert.equal(refuses(), [true, false])
    Document.prototype.hasFocus = () => true
    dispatchEvent(new Event('focus'))
    await until(() => !refuses()[0], 'Allow is there')
  } finally {
    Document.prototype.hasFocus = hasFocus
  }
})

test('every resource of the request is submitted, and shown where it is not this site', async () => {
  const client = await signedIn()
  authorize()
  const url = new URL(location.href)
  for (const resource of ['https://mcp.example/mcp', `${location.origin}/api`, 'https://tools.example'])
    url.searchParams.append('resource', resource)
  history.replaceState(null, '', url)
  const { see, text, press } = show(client)
  await see('It can use this access at:')
  await see('mcp.example')
  await see('tools.example')
  assert.not(text().includes('/api'))
  await press('Allow')
  await until(() => sent(SUBMIT).length, 'the decision')
  assert.equal(sent(SUBMIT)[0]!.resources, ['https://mcp.example/mcp', `${location.origin}/api`, 'https://tools.example'])
  assert.is(sent(START)[0]!.resources, undefined)
})

for (const [what, query, client_type, isAsked] of [
  ['another resource', { resource: 'https://other.example' }, 'third_party', true],
  ['no resource', {}, 'third_party', false],
  ['a resource of this site', { resource: `${location.origin}/api` }, 'third_party', false],
  ['another resource, without a question', { resource: 'https://other.example', prompt: 'none' }, 'third_party', false],
  ["another resource, of the host's own app", { resource: 'https://other.example' }, 'first_party', false],
] as const)
  test(`somebody who has consented before is asked again only about what is new: ${what}`, async () => {
    const client = await signedIn()
    provider.seed({ clients: [{ client_id: 'known', client_name: 'Known', client_type, redirect_uris: [CALLBACK] }] })
    const consent = { client_id: 'known', redirect_uri: CALLBACK, response_type: 'code', scopes: ['openid'] }
    await client.idp.oauthAuthorizeSubmit({ ...consent, consent_granted: true })
    authorize({ client_id: 'known', scope: 'openid', ...query })
    const { see, text } = show(client)
    if (isAsked) await see('other.example')
    else {
      await until(() => sent(SUBMIT).length === 2, 'the answer without a question')
      assert.not(text().includes('Allow'))
    }
    assert.is(sent(SUBMIT).length, isAsked ? 1 : 2)
  })

test("a server of the host's own hears of the resources before it says whether to ask", async () => {
  provider.project({ backend: true })
  const client = await signedIn(undefined, new LatchkeyClient({ backend: 'http://provider.test' }))
  authorize({ resource: 'https://mcp.example/mcp' })
  await show(client).see('mcp.example')
  assert.equal(sent(START)[0]!.resources, ['https://mcp.example/mcp'])
})

test('a generator that throws is reported once, and the default list shows', async () => {
  const client = await signedIn()
  authorize()
  const mistake = new Error('of the host')
  const { see } = show(client, {
    getIDPConsentManifest: () => {
      throw mistake
    },
  })
  await see('Verify your identity')
  assert.equal(reported, [mistake])
})

/** Any property of the manifest throws when it is read. */
const throwing = <Value extends object>(value: Value, name: PropertyKey, mistake: unknown): Value =>
  new Proxy(value, {
    get(target, property) {
      if (property === name) throw mistake
      return Reflect.get(target, property)
    },
  })
for (const [name, manifest] of [
  ["an item's text", (mistake: unknown) => [throwing({ text: 'a' }, 'text', mistake)]],
  ["an item's details", (mistake: unknown) => [throwing({ text: 'a' }, 'details', mistake)]],
  ["a section's header", (mistake: unknown) => [throwing({ header: 'a', items: [] }, 'header', mistake)]],
  ["a section's items", (mistake: unknown) => [throwing({ header: 'a', items: [] }, 'items', mistake)]],
  ['its length', (mistake: unknown) => throwing(['a'], 'length', mistake)],
  ['its first entry', (mistake: unknown) => throwing(['a'], '0', mistake)],
  ['its then method', (mistake: unknown) => throwing(['a'], 'then', mistake)],
] as const) {
  test(`a manifest that throws at ${name} is reported once, and the default list shows`, async () => {
    const client = await signedIn()
    authorize()
    const mistake = new Error('of the host')
    const { see, press, button } = show(client, { getIDPConsentManifest: () => manifest(mistake) as never })
    await see('Verify your identity')
    assert.equal(reported, [mistake])
    assert.ok(button('Allow'))
    provider.faults([{ route: SUBMIT, ...EMPTY }])
    await press('Allow')
    await see('Success!')
  })
}

test('changes by the host to its scopes do not change the default list', async () => {
  const client = await signedIn()
  authorize()
  const { see } = show(client, {
    getIDPConsentManifest: ({ scopes }) => {
      scopes.length = 0
      return []
    },
  })
  await see('Verify your identity')
})

test('every text can be replaced', async () => {
  const client = await signedIn()
  authorize({ scope: 'openid nope' })
  const { see, button } = show(client, {
    strings: {
      'idpConsent.customScopes.title': '{clientName}?',
      'idpConsent.openid': 'Wer Sie sind',
      'idpConsent.custom': '«{scope}»',
      'idpConsent.button.allow': 'Ja',
      'idpConsent.redirectHere': 'Nach <bold>{host}</bold>',
    },
  })
  for (const text of ['Notes?', 'Wer Sie sind', '«nope»', 'Nach localhost']) await see(text)
  assert.ok(button('Ja'))
})

test('log-out: No keeps the session', async () => {
  const client = await signedIn()
  at({ post_logout_redirect_uri: CALLBACK })
  const { see, press } = show(client)
  await see('Log out?')
  await press('No')
  await see('You have not been logged out. You may close this page.')
  assert.ok(client.session.getSync())
  assert.equal(sent(REVOKE), [])
})

for (const [query, param] of [
  [{ redirect_uri: '' }, 'redirect_uri'],
  [{ redirect_uri: 'bank.example' }, 'redirect_uri'],
  [{ redirect_uri: '/callback' }, 'redirect_uri'],
  [{ redirect_uri: 'https://' }, 'redirect_uri'],
  [{ client_id: '', redirect_uri: CALLBACK }, 'client_id'],
  [{ post_logout_redirect_uri: '' }, 'post_logout_redirect_uri'],
  [{ post_logout_redirect_uri: 'bank.example' }, 'post_logout_redirect_uri'],
] as const) {
  test(`without ${param}, but ${JSON.stringify(query)}: its sentence`, async () => {
    const client = await signedIn()
    at(query)
    const { see, errors, button } = show(client)
    await see(`Required parameter is missing: ${param}. Please reach out to the application developer.`)
    assert.equal(
      errors.map(({ code }) => code),
      ['idp_oauth_flow_missing_param'],
    )
    assert.not(button('Try again'))
  })
}

for (const [name, fault, says] of [
  ['503', { status: 503, body: { status_code: 503, error_type: 'unavailable', error_message: 'Back soon.' } }, 'Back soon.'],
  ['500', { status: 500, body: { status_code: 500, error_type: 'internal_server_error', error_message: 'Our fault.' } }, 'Our fault.'],
  ['502 with HTML', { status: 502, body: '<h1>' }, 'Invalid response from our servers.'],
  ['no answer', { drop: true }, 'Unable to contact our servers.'],
] as const) {
  test(`a session check that fails, ${name}, shows its own error, not that nobody is signed in`, async () => {
    const client = await signedIn()
    await client.session.revoke()
    // The host's server claims to have begun another session.
    client.session.updateSession({ session_token: 'unknown' })
    authorize()
    provider.faults([{ route: AUTHENTICATE, ...fault }])
    const { see, press, text, errors } = show(client)
    await see(says)
    assert.not(text().includes('No active session'))
    assert.is(errors.length, 1)
    assert.is.not(errors[0].code, 'no_current_session')
    provider.faults([])
    await press('Try again')
    await see('No active session detected. Please log in to continue.')
  })
}

test('a visitor who signed in on this page sees the question at once, without another check', async () => {
  const client = await signedIn()
  authorize()
  await show(client).see('Verify your identity')
  assert.equal([sent(AUTHENTICATE).length, sent(START).length], [0, 1])
})

for (const [where, options] of [
  ['at the provider', {}],
  ["at the project's own domain", ownDomain],
] as const) {
  test(`a visitor who signed in earlier, ${where}: the engine and the screen share one check`, async () => {
    const before = await signedIn(options)
    before[coreKey].destroy()
    await idle()
    const checked = sent(AUTHENTICATE).length
    authorize()
    await show(reloaded(before, options)).see('Verify your identity')
    await idle()
    assert.equal([sent(AUTHENTICATE).length - checked, sent(START).length], [1, 1])
  })
}

test('a check that was just answered is not repeated, and one from three minutes ago is', async () => {
  const client = await signedIn()
  await client.session.authenticate()
  authorize()
  await show(client).see('Verify your identity')
  assert.is(sent(AUTHENTICATE).length, 1)
  const { now } = Date
  Date.now = () => now() + 180_000
  try {
    await show(client).see('Verify your identity')
    await until(() => sent(START).length === 2, 'the second question')
    assert.is(sent(AUTHENTICATE).length, 2)
  } finally {
    Date.now = now
  }
})

test('a session from another tab does not count as confirmed on this page', async () => {
  const client = await signedIn()
  authorize()
  await another(client)
  await idle()
  const checked = sent(AUTHENTICATE).length
  await show(client).see('Verify your identity')
  assert.is(sent(AUTHENTICATE).length, checked + 1)
})

test('tokens that the host has replaced since the check are checked', async () => {
  const client = await signedIn()
  client.session.updateSession({ session_token: 'unknown' })
  authorize()
  await show(client).see('No active session detected. Please log in to continue.')
  // both leave side by side; nothing comes of the second one, which the server refuses
  assert.equal([sent(AUTHENTICATE).length, sent(START).length], [1, 1])
})

test('if the check finds another session, its request begins again', async () => {
  const client = await signedIn()
  const { session_token } = await provider.signIn({ email: 'grace@example.com' })
  client.session.updateSession({ session_token })
  authorize()
  await show(client).see('Allow')
  assert.equal([sent(AUTHENTICATE).length, sent(START).length], [1, 2])
})

test('if nobody can be signed in, no call that needs a session is sent, even by Try again', async () => {
  const client = newClient()
  clients.push(client)
  authorize()
  const { see, press, errors } = show(client)
  await see('No active session detected. Please log in to continue.')
  await press('Try again')
  await until(() => errors.length === 2, 'another look')
  await idle()
  const asked = provider.requests().map(({ path }) => path)
  assert.equal([asked.length, asked.every((path) => /bootstrap|events/.test(path))], [asked.length, true], asked.join())
})

test("on a project's own domain without a session: one check, and another by Try again", async () => {
  const client = newClient(ownDomain)
  clients.push(client)
  authorize()
  const { see, press, errors } = show(client)
  await see('No active session detected. Please log in to continue.')
  assert.is(sent(AUTHENTICATE).length, 1)
  // The first answer is still the newest for another widget.
  await show(client).see('No active session detected. Please log in to continue.')
  assert.is(sent(AUTHENTICATE).length, 1)
  await press('Try again')
  await until(() => errors.length === 2, 'another look')
  assert.equal([sent(AUTHENTICATE).length, sent(START)], [2, []])
})

for (const route of [START, SUBMIT]) {
  test(`a session that ended before ${route}: nobody is signed in, and the next user continues`, async () => {
    const client = await signedIn()
    authorize()
    const { see, press, errors } = show(client)
    const over = { status_code: 404, error_type: 'session_not_found', error_message: 'Gone.', error_url: '' }
    if (route === SUBMIT) {
      await see('Verify your identity')
      await settled()
    }
    provider.faults([route, AUTHENTICATE].map((route) => ({ route, status: 404, body: over })))
    if (route === SUBMIT) await press('Allow')
    await see('No active session detected. Please log in to continue.')
    assert.equal(
      errors.map(({ code }) => code),
      ['no_current_session'],
    )
    provider.faults([])
    await client.passwords.authenticate({ email: 'ada@example.com', password: 'fjord-violin-walnut-72', session_duration_minutes: 30 })
    await see('Verify your identity')
    assert.is(sent(AUTHENTICATE).length, 1)
  })
}

for (const [prompt, told] of [
  ['none', 'login_required'],
  ['consent', undefined],
] as const) {
  test(`nobody is signed in, prompt=${prompt}: the host gets ${told}`, async () => {
    const client = newClient()
    clients.push(client)
    authorize({ prompt })
    const { see, errors } = show(client)
    await see('No active session detected. Please log in to continue.')
    assert.equal(
      errors.map(({ code, error_type }) => [code, error_type]),
      [['no_current_session', told]],
    )
  })
}

for (const query of [{ max_age: '600' }, { prompt: 'login' }] as Record<string, string>[]) {
  test(`an app wants a newer log-in, by ${JSON.stringify(query)}: the visitor confirms that it is them in place, then comes the question`, async () => {
    const before = await signedIn()
    provider.clock.advance(11 * 60_000)
    authorize(query)
    before[coreKey].destroy()
    const { see, type, press, find, errors, events } = show(reloaded(before))
    await see("Confirm it's you")
    assert.is(events.length, 0)
    await press('Cancel')
    await see('Nothing has changed, because you have not confirmed that it is you.')
    assert.equal(
      errors.map(({ code }) => code),
      ['confirmation_canceled'],
    )
    await press('Try again')
    await type('dialog [type=password]', 'fjord-violin-walnut-72')
    await press('Continue')
    await see('Verify your identity')
    assert.equal([errors.length, find('dialog')], [1, null])
  })
}

test('an app wants a newer log-in and no question: the host is told so', async () => {
  const before = await signedIn()
  provider.clock.advance(11 * 60_000)
  authorize({ prompt: 'none', max_age: '600' })
  before[coreKey].destroy()
  const { see, errors, events } = show(reloaded(before))
  await see('No active session detected. Please log in to continue.')
  assert.equal([errors.map(({ code, error_type }) => [code, error_type]), events], [[['no_current_session', 'login_required']], []])
})

for (const [query, isAsked] of [
  [{ max_age: '90' }, true],
  [{ prompt: 'login' }, true],
  [{ max_age: '150' }, false],
] as const) {
  test(`a page has checked its session two minutes ago, and an app wants ${JSON.stringify(query)}: ${isAsked ? 'a new proof' : 'the question'}`, async () => {
    const client = await signedIn()
    await client.session.authenticate()
    const clock = install({ now: Date.now(), toFake: ['Date'] })
    try {
      clock.tick(120_000)
      authorize(query)
      await show(client).see(isAsked ? "Confirm it's you" : 'Verify your identity')
      const checks = sent(AUTHENTICATE).length
      // the answer of just now is the newest for another widget
      await show(client).see(isAsked ? "Confirm it's you" : 'Verify your identity')
      assert.is(sent(AUTHENTICATE).length, checks)
    } finally {
      clock.uninstall()
    }
  })
}

const TURNING = '\u202e\u2066\u200f\u061c'

test("other people's texts have a sane length, elements of their own, and cannot change the text direction", async () => {
  const long = (text: string) => `${TURNING}${text}${'x'.repeat(20_000)}`
  provider.project({ project_name: long('Project') })
  const client = await signedIn()
  const redirect_uri = `notes.app:/cb${TURNING}`
  provider.faults([
    {
      route: START,
      status: 200,
      body: {
        data: {
          consent_required: true,
          client: { client_name: long('App') },
          scope_results: [
            { scope: 'a:described', description: long('Described'), is_grantable: true },
            { scope: long('named'), is_grantable: true },
            { scope: 'not', description: long('Refused'), is_grantable: false },
          ],
        },
      },
    },
  ])
  authorize({ redirect_uri })
  const { see, text, all, find } = show(client)
  for (const sees of ['App', 'Project', 'Described', 'Use the namedx', 'Refused', 'notes.app:']) await see(sees)
  assert.not.match(text(), /\p{Bidi_C}/u)
  const drawn = all('bdi').map((element) => element.textContent!)
  for (const start of ['App', 'Project', 'named', 'notes.app:'])
    assert.ok(
      drawn.some((text) => text.startsWith(start)),
      start,
    )
  assert.is(find('strong bdi[dir="ltr"]')!.textContent, new URL(redirect_uri).protocol)
  for (const line of all('h2, h3, li, p, summary')) assert.ok(line.textContent!.length < 1100, line.textContent!.slice(0, 40))
  assert.ok(find('h2')!.textContent!.length < 250)
})

test.run()
