/**
 * Tests what a member's client keeps of an answer: the session, the intermediate token, the member
 * and the organization (docs/internals/protocol.md#calls-of-organizations).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bootstrap, json, ok, refusal } from '../answers.ts'
import { KEY, openBrowser, PT, rejection, settle } from '../fakeBrowser.ts'
import { answers, auth, clientIn, intermediate, member, open, organization, session } from './member.ts'

const duration = { session_duration_minutes: 60 }
const signIn = { sso_token: 't', ...duration }
const IST = 'stytch_intermediate_session_token'
const cookies = (tab: { window: { document: { cookie: string } } }) =>
  Object.fromEntries(
    tab.window.document.cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=').map(decodeURIComponent) as [string, string]),
  )

test('a sign-in reaches cookies, state, listeners, storage and the next request', async () => {
  const { browser, tab, client } = open()
  const seen: unknown[] = []
  client.onStateChange((state) => seen.push(state))
  client.self.onChange((now) => seen.push(now?.member_id))
  await client.sso.authenticate(signIn)
  const state = { session: session(), member: member(), organization: organization() }
  assert.equal(seen, [state, 'member-test-1'])
  assert.equal(
    [client.session.getSync(), client.member.getSync(), client.organization.getSync()],
    [state.session, state.member, state.organization],
  )
  assert.equal(client.self.getInfo(), { member: state.member, fromCache: false })
  assert.equal(client.session.getTokens(), { session_token: 'token of session-test-1', session_jwt: 'jwt of session-test-1' })
  assert.equal(JSON.parse(browser.stored.get(KEY)!), state)
  await client.self.get()
  const about = JSON.parse(atob(browser.sent.at(-1)!.headers['X-SDK-Client']!)) as Record<string, unknown>
  assert.equal(
    [about.stytch_member_id, about.stytch_member_session_id, about.stytch_user_id],
    ['member-test-1', 'session-test-1', undefined],
  )
  // A second client, in another tab, has it at once.
  assert.equal(clientIn(browser.open({ entry: 'b2b.ts' })).onStateChange.length, 1)
  assert.is(cookies(tab).stytch_session, 'token of session-test-1')
})

test('an intermediate token is kept for ten minutes, replaces a session, and goes with the next one', async () => {
  const { tab, client } = open({ 'POST /b2b/otps/email/discovery/authenticate': () => ok(intermediate()) })
  await client.sso.authenticate(signIn)
  await client.otps.email.discovery.authenticate({ email_address: 'ada@example.com', code: '123456' })
  assert.equal(cookies(tab), { [IST]: 'intermediate-test-1' })
  assert.ok(tab.cookieWrites.some((text) => text.startsWith(`${IST}=intermediate-test-1`) && / max-age=600(;|$)/.test(text)))
  assert.equal([client.session.getSync(), client.self.getSync()], [null, null])
  await client.discovery.intermediateSessions.exchange({ organization_id: 'organization-test-1', ...duration })
  assert.is(cookies(tab)[IST], undefined)
  assert.is(client.session.getSync()!.member_session_id, 'session-test-1')
})

test("an intermediate token survives another tab's news about the session that it replaced", async () => {
  const browser = openBrowser({
    network: answers({ 'POST /b2b/otps/email/discovery/authenticate': () => ok(intermediate()) }),
    fake: true,
    lag: 5,
  })
  const [tab, other] = [browser.open({ entry: 'b2b.ts' }), browser.open({ entry: 'b2b.ts' })]
  const [client, theirs] = [clientIn(tab), clientIn(other)]
  const done = async (call: Promise<unknown>) => {
    await browser.clock.tickAsync(100)
    await call
  }
  await done(client.sso.authenticate(signIn))
  assert.ok(theirs.session.getSync())
  await done(client.otps.email.discovery.authenticate({ email_address: 'ada@example.com', code: '123456' }))
  assert.is(theirs.session.getSync(), null)
  assert.equal(cookies(tab), { [IST]: 'intermediate-test-1' })
})

test('the intermediate token of a sign-in that a later one has overtaken is not kept', async () => {
  let late!: (response: Response) => void
  const { tab, client } = open({
    'POST /b2b/otps/email/discovery/authenticate': () =>
      new Promise((done) => {
        late = done
      }),
  })
  const discovered = client.otps.email.discovery.authenticate({ email_address: 'ada@example.com', code: '123456' })
  await settle()
  await client.sso.authenticate(signIn)
  late(ok(intermediate()))
  await discovered
  assert.is(cookies(tab)[IST], undefined)
  assert.is(client.session.getSync()!.member_session_id, 'session-test-1')
})

test('a check whose session has no id is an invalid answer', async () => {
  const { client } = open({ 'POST /b2b/sessions/authenticate': () => ok({ member_session: {}, member: {}, organization: {} }) })
  await client.sso.authenticate(signIn)
  assert.is((await rejection(client.session.authenticate())).code, 'invalid_response')
  assert.ok(client.session.getSync())
})

test('a required second factor leaves nobody signed in', async () => {
  const { client } = open({ 'POST /b2b/passwords/authenticate': () => ok({ ...auth(), ...intermediate() }) })
  const answer = await client.passwords.authenticate({ organization_id: 'o', email_address: 'ada@example.com', password: 'p', ...duration })
  assert.is(answer.member_authenticated, false)
  assert.equal([client.session.getSync(), client.session.getTokens()], [null, null])
})

test('deleting the organization signs the browser out, unless the organization still exists', async () => {
  const { browser, tab, client } = open({ 'DELETE /b2b/organizations/me': () => refusal(403, 'unauthorized_action') })
  await client.sso.authenticate(signIn)
  const seen: unknown[] = []
  client.onStateChange((state) => seen.push(state))
  await rejection(client.organization.delete())
  await client.organization.members.delete('member-test-2')
  assert.equal([seen.length, cookies(tab).stytch_session], [0, 'token of session-test-1'])
  browser.network = answers({ 'DELETE /b2b/organizations/me': () => ok({ organization_id: 'organization-test-1' }) })
  assert.is((await client.organization.delete()).organization_id, 'organization-test-1')
  assert.equal(seen, [{}])
  assert.equal([client.session.getSync(), client.self.getSync(), client.organization.getSync()], [null, null, null])
  assert.equal(cookies(tab), {})
  assert.is(browser.stored.get(KEY), 'null')
})

test('changes of the signed-in member take effect, and changes of others do not', async () => {
  const named = (id: string, name: string) =>
    ok({ member: member(id, { name }), organization: organization('organization-test-1', { organization_name: name }) })
  const { client } = open({
    'PUT /b2b/organizations/members/update': () => named('member-test-1', 'Ada'),
    'PUT /b2b/organizations/members/member-test-2': () => ok({ member: member('member-test-2', { name: 'Bob' }) }),
    'PUT /b2b/organizations/members/member-test-1': () => ok({ member: member('member-test-1', { name: 'Ada L' }) }),
    'POST /b2b/organizations/search': () => ok({ organization: { organization_id: 'organization-test-2', organization_name: 'Other' } }),
    'GET /b2b/organizations/me': () => ok({ organization: organization('organization-test-1', { organization_name: 'Acme Inc.' }) }),
  })
  await client.sso.authenticate(signIn)
  const name = () => [client.self.getSync()!.name, client.organization.getSync()!.organization_name]
  await client.self.update({ name: 'Ada' })
  assert.equal(name(), ['Ada', 'Acme'])
  await client.organization.members.update({ member_id: 'member-test-2', name: 'Bob' })
  await client.organization.getBySlug({ organization_slug: 'other' })
  assert.equal(name(), ['Ada', 'Acme'])
  await client.organization.members.update({ member_id: 'member-test-1', name: 'Ada L' })
  assert.is((await client.organization.get()).organization_name, 'Acme Inc.')
  assert.equal(name(), ['Ada L', 'Acme Inc.'])
  await client.session.revoke()
  assert.equal([client.session.getSync(), client.self.getSync(), client.organization.getSync()], [null, null, null])
})

test('roles come from the session', async () => {
  const rbac_policy = {
    roles: [{ role_id: 'stytch_member', permissions: [{ resource_id: 'document', actions: ['read'] }] }],
    resources: [{ resource_id: 'document', actions: ['read', 'write'] }],
  }
  const { client } = open({ [`GET /projects/bootstrap/${PT}`]: () => ok(bootstrap({ vertical: 'B2B', rbac_policy })) })
  assert.is(await client.rbac.isAuthorized('document', 'read'), false)
  await client.sso.authenticate(signIn)
  assert.equal(await client.rbac.allPermissions(), { document: { read: true, write: false } })
  assert.is(client.rbac.isAuthorizedSync('document', 'read'), true)
})

/**
 * The roles of an organization, and what a member with the roles `stytch_member` and `auditor` may
 * do then: read, write and share a document, and see a bill.
 */
for (const [what, custom_roles, expected] of [
  ['none', undefined, [true, false, false, false]],
  ['null', null, [true, false, false, false]],
  ['one of theirs', [{ role_id: 'auditor', permissions: [{ resource_id: 'document', actions: ['share'] }] }], [true, false, true, false]],
  ['every action', [{ role_id: 'auditor', permissions: [{ resource_id: 'bill', actions: ['*'] }] }], [true, false, false, true]],
  ['one of another', [{ role_id: 'boss', permissions: [{ resource_id: 'document', actions: ['*'] }] }], [true, false, false, false]],
  [
    'instead of a role of the project',
    [{ role_id: 'stytch_member', permissions: [{ resource_id: 'document', actions: ['write'] }] }],
    [false, true, false, false],
  ],
  ['unreadable', [null], [false, false, false, false]],
] as const) {
  test(`roles of the organization: ${what}`, async () => {
    const rbac_policy = {
      roles: [{ role_id: 'stytch_member', permissions: [{ resource_id: 'document', actions: ['read'] }] }],
      resources: [
        { resource_id: 'document', actions: ['read', 'write', 'share'] },
        { resource_id: 'bill', actions: ['see'] },
      ],
    }
    const { client } = open({
      [`GET /projects/bootstrap/${PT}`]: () => ok(bootstrap({ vertical: 'B2B', rbac_policy })),
      'POST /b2b/sso/authenticate': () =>
        ok(
          auth('session-test-1', {
            organization: organization(undefined, { custom_roles }),
            member_session: session(undefined, { roles: ['stytch_member', 'auditor'] }),
          }),
        ),
    })
    await client.sso.authenticate(signIn)
    const { document, bill } = (await client.rbac.allPermissions()) as Record<string, Record<string, boolean>>
    assert.equal([document!.read, document!.write, document!.share, bill!.see], expected)
    const asked = [
      ['document', 'read'],
      ['document', 'write'],
      ['document', 'share'],
      ['bill', 'see'],
    ] as const
    assert.equal(await Promise.all(asked.map((about) => client.rbac.isAuthorized(about[0], about[1]))), expected)
    assert.equal(
      asked.map((about) => client.rbac.isAuthorizedSync(about[0], about[1])),
      expected,
    )
  })
}

test('a session that the provider no longer knows ends, here and in storage', async () => {
  const { browser, client, tab } = open({ 'POST /b2b/sessions/authenticate': () => refusal(404, 'session_not_found') })
  await client.sso.authenticate(signIn)
  assert.is((await rejection(client.session.authenticate())).error_type, 'session_not_found')
  assert.is(client.session.getSync(), null)
  assert.equal([cookies(tab), browser.stored.get(KEY)], [{}, 'null'])
})

test('a client that starts with a session checks it and shows the cached copy meanwhile', async () => {
  const { browser, tab } = open()
  tab.window.document.cookie = 'stytch_session=kept'
  browser.stored.set(KEY, JSON.stringify({ session: session(), member: member(), organization: organization() }))
  const client = clientIn(tab)
  assert.equal(client.session.getInfo(), { session: session(), fromCache: true })
  await settle()
  assert.ok(browser.to('/b2b/sessions/authenticate').length >= 1)
  assert.is(client.session.getInfo().fromCache, false)
})

for (const [what, stored] of [
  ['a user’s', { session: { session_id: 's' }, user: { user_id: 'u' } }],
  ['none', 'null and void'],
  ['incomplete', { session: session(), member: {} }],
] as const) {
  test(`a stored state that is ${what} belongs to nobody`, () => {
    const { browser, tab } = open()
    tab.window.document.cookie = 'stytch_session=kept'
    browser.stored.set(KEY, JSON.stringify(stored))
    const client = clientIn(tab)
    assert.equal([client.session.getSync(), client.self.getSync(), client.organization.getSync()], [null, null, null])
  })
}

test('the public token of a consumer project causes a warning, and any other does not', async () => {
  for (const vertical of ['CONSUMER', 'B2B', undefined]) {
    const { tab } = open({ [`GET /projects/bootstrap/${PT}`]: () => ok(bootstrap({ vertical })) })
    await settle()
    const said = tab.console.filter((line) => /^error \[Latchkey\] This public token is of a consumer project/.test(line))
    assert.is(said.length, vertical === 'CONSUMER' ? 1 : 0, String(vertical))
  }
})

test('the first event in the log is the one for organizations', async () => {
  const { browser } = open({}, { fake: true })
  await browser.clock.tickAsync(800)
  const [entry] = browser.to('/events')[0]!.body as { event: { event_name: string } }[]
  assert.is(entry!.event.event_name, 'b2b_sdk_instance_instantiated')
})

test('the drop-in names the provider', async () => {
  const { client } = open({}, { entry: 'compat/b2b/headless.ts' })
  const error = await rejection(client.sso.authenticate({ session_duration_minutes: 5 } as never))
  assert.equal([error.name, error.message], ['StytchSDKUsageError', 'Invalid call to stytch.sso.authenticate\nsso_token must be a string.'])
})

for (const [call, given, message] of [
  ['magicLinks.email.loginOrSignup', { email_address: 'e' }, 'organization_id must be a string.'],
  ['otps.sms.authenticate', { organization_id: 'o', member_id: 'm', code: 123456, ...duration }, 'code must be a string.'],
  ['totp.authenticate', { organization_id: 'o', member_id: 'm', code: '1' }, 'session_duration_minutes must be a number.'],
  ['discovery.organizations.create', undefined, 'session_duration_minutes must be a number.'],
  [
    'passwords.resetByExistingPassword',
    { organization_id: 'o', email_address: 'e', existing_password: 'p' },
    'new_password must be a string.\nsession_duration_minutes must be a number.',
  ],
  ['impersonation.authenticate', null, 'impersonation_token must be a string.'],
  ['session.attest', { profile_id: 'p' }, 'token must be a string.'],
  ['session.authenticate', { session_duration_minutes: '5' }, 'session_duration_minutes must be a number.'],
] as const) {
  test(`${call}(${JSON.stringify(given)}) is a usage error, and sends nothing`, async () => {
    const { client, sent } = open()
    const [namespace, ...path] = call.split('.')
    const method = path.reduce((found: any, name) => found[name], (client as any)[namespace!])
    const error = await rejection(method(given))
    assert.equal([error.code, error.message], ['usage', `Invalid call to latchkey.${call}\n${message}`])
    assert.equal(sent(), [])
  })
}

for (const answer of [
  {},
  { member_session: null, intermediate_session_token: '' },
  { member_session: 'yes' },
  auth('s', { member: {} }),
  auth('s', { organization: null }),
]) {
  test(`${JSON.stringify(answer).slice(0, 60)} signs nobody in, and is an invalid answer`, async () => {
    const { client } = open({ 'POST /b2b/sso/authenticate': () => ok(answer) })
    const error = await rejection(client.sso.authenticate(signIn))
    assert.equal([error.name, error.code], ['LatchkeyAPIUnreachableError', 'invalid_response'])
    assert.equal([client.session.getSync(), client.session.getTokens()], [null, null])
  })
}

test('proof keys: a link uses its own kind, and a reset mail its own', async () => {
  const needed = bootstrap({ vertical: 'B2B', pkce_required_for_email_magic_links: true, pkce_required_for_password_resets: true })
  const { browser, client } = open({ [`GET /projects/bootstrap/${PT}`]: () => ok(needed) })
  const body = (path: string) => browser.to(path).at(-1)!.body as Record<string, string>
  await client.magicLinks.email.discovery.send({ email_address: 'ada@example.com' })
  assert.match(body('/b2b/magic_links/email/discovery/send').pkce_code_challenge!, /^[\w-]{43}$/)
  await client.passwords.resetByEmailStart({ email_address: 'ada@example.com', organization_id: 'o' })
  assert.match(body('/b2b/passwords/email/reset/start').code_challenge!, /^[\w-]{43}$/)
  await client.magicLinks.discovery.authenticate({ discovery_magic_links_token: 't' })
  assert.match(body('/b2b/magic_links/discovery/authenticate').pkce_code_verifier!, /^[\w-]{43}$/)
  assert.not(browser.stored.has(`${KEY}::PKCE_VERIFIER:magic_links`))
  await client.passwords.resetByEmail({ password_reset_token: 't', password: 'p', ...duration })
  assert.match(body('/b2b/passwords/email/reset').code_verifier!, /^[\w-]{43}$/)
  assert.not(browser.stored.has(`${KEY}::PKCE_VERIFIER:passwords`))
})

/** A page that a sign-in leaves. */
const leaving = (settings: object = {}) => {
  const left: string[] = []
  return {
    left,
    ...open({ [`GET /projects/bootstrap/${PT}`]: () => ok(bootstrap({ vertical: 'B2B', ...settings })) }, { left }),
  }
}

test("a redirect sign-in starts at the same URL as the provider's own SDK", async () => {
  const { client, left } = leaving()
  const handed = { custom_scopes: ['a', 'b'], provider_params: { hint: 'h' } }
  await client.oauth.google.start({
    organization_id: 'O',
    organization_slug: 's',
    login_redirect_url: 'https://l',
    signup_redirect_url: 'https://s',
    ...handed,
  })
  await client.oauth.hubspot.discovery.start({ discovery_redirect_url: 'https://d', ...handed })
  await client.sso.start({
    connection_id: 'c',
    login_redirect_url: 'https://l',
    signup_redirect_url: 'https://s',
    provider_params: { login_hint: 'ada@b.test', prompt: 'login' },
  })
  assert.equal(left, [
    `https://test.stytch.com/v1/b2b/public/oauth/google/start?public_token=${PT}&organization_id=O&slug=s&custom_scopes=a+b&provider_hint=h&login_redirect_url=https%3A%2F%2Fl&signup_redirect_url=https%3A%2F%2Fs`,
    `https://test.stytch.com/v1/b2b/public/oauth/hubspot/discovery/start?public_token=${PT}&custom_scopes=a+b&provider_hint=h&discovery_redirect_url=https%3A%2F%2Fd`,
    `https://test.stytch.com/v1/public/sso/start?public_token=${PT}&connection_id=c&provider_login_hint=ada%40b.test&provider_prompt=login&login_redirect_url=https%3A%2F%2Fl&signup_redirect_url=https%3A%2F%2Fs`,
  ])
  const wrong = await rejection(client.oauth.slack.start({ custom_scopes: 'a' as never }))
  assert.is(wrong.message, 'Invalid call to startOAuthFlow\ncustom_scopes must be an array of strings.')
})

test('its proof key belongs to this tab, and is spent with the token', async () => {
  const { browser, client, left } = leaving({ pkce_required_for_sso: true })
  await client.sso.start({ connection_id: 'c' })
  assert.match(new URL(left[0]!).searchParams.get('pkce_code_challenge')!, /^[\w-]{43}$/)
  await client.sso.authenticate(signIn)
  assert.match((browser.to('/b2b/sso/authenticate')[0]!.body as { pkce_code_verifier: string }).pkce_code_verifier, /^[\w-]{43}$/)
})

test('10,000 malformed answers cause only typed errors', async () => {
  let seed = 1808
  const random = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const names = [
    'data',
    'member',
    'organization',
    'member_session',
    'session_token',
    'intermediate_session_token',
    'member_id',
    'organization_id',
    'error_type',
    'body',
    'discovered_organizations',
    '__proto__',
    'expires_at',
    'roles',
    'member_session_id',
  ]
  const value = (depth = 0): unknown => {
    const kind = Math.floor(random() * (depth > 4 ? 4 : 8))
    if (kind === 0) return pick(['', 'x', 'x'.repeat(2000), '\ud800', '2026-11-21T12:00:00Z', 'javascript:alert(1)'])
    if (kind === 1) return pick([0, -1, 1e308, true, false])
    if (kind <= 3) return null
    if (kind === 4) return [value(depth + 1)]
    return Object.fromEntries(Array.from({ length: Math.floor(random() * 6) }, () => [pick(names), value(depth + 1)]))
  }
  const answer = () => {
    const wrapped = random() < 0.6 ? { data: value() } : value()
    const text = JSON.stringify(wrapped) ?? ''
    const status = pick([200, 200, 200, 400, 401, 404, 429, 500])
    return random() < 0.9
      ? json(JSON.parse(text || 'null'), status)
      : new Response(text.slice(0, -1), { status, headers: { 'content-type': pick(['application/json', 'text/html']) } })
  }
  const { browser, client, tab } = open()
  await settle()
  browser.network = ({ path }) => (path === '/events' ? ok({}) : answer())
  const calls: (() => Promise<unknown>)[] = [
    () => client.sso.authenticate(signIn),
    () => client.magicLinks.discovery.authenticate({ discovery_magic_links_token: 't' }),
    () => client.self.get(),
    () => client.organization.get(),
    () => client.self.update({ name: 'x' }),
    () => client.discovery.organizations.list(),
    () => client.session.authenticate(),
    () => client.totp.create({ organization_id: 'o', member_id: 'm' }),
    () => client.organization.members.search({}),
    () => client.rbac.allPermissions(),
    () => client.passwords.strengthCheck({ password: 'p' }),
    () => client.scim.getConnection(),
    () => client.session.revoke({ forceClear: true }),
    () => client.discovery.organizations.create(duration),
    () => client.sso.discoverConnections('e'),
  ]
  const codes = new Map<string, number>()
  for (let count = 0; count < 10_000; count++) {
    await pick(calls)().then(
      () => codes.set('resolved', (codes.get('resolved') ?? 0) + 1),
      (error) => {
        assert.type(error.code, 'string', `${error.stack}`)
        codes.set(error.code, (codes.get(error.code) ?? 0) + 1)
      },
    )
  }
  for (const kind of ['resolved', 'api', 'invalid_response', 'schema'])
    assert.ok((codes.get(kind) ?? 0) > 20, `${kind}: ${JSON.stringify([...codes])}`)
  assert.equal(tab.reported, [])
})

test('the start of a social sign-in is logged, and that of single sign-on is not', async () => {
  const { browser, client, tab } = leaving()
  await client.sso.start({ connection_id: 'c' })
  await client.oauth.google.start({ organization_id: 'O', custom_scopes: ['a'] })
  tab.window.dispatchEvent(new tab.window.Event('pagehide'))
  await settle()
  const entries = browser.sent
    .filter(({ path }) => path.endsWith('/events'))
    .flatMap(({ body }) => body as { event: { event_name: string; details: { provider_type: string } } }[])
  assert.equal(
    entries
      .filter(({ event }) => event.event_name.startsWith('start_'))
      .map(({ event }) => [event.event_name, event.details.provider_type]),
    [['start_oauth_flow', 'google']],
  )
})

for (const token of [5, {}, ['t'], true]) {
  test(`an intermediate token that is ${JSON.stringify(token)} is invalid: the answer has no effect, and the session stays`, async () => {
    const { browser, client, tab } = open()
    await client.sso.authenticate(signIn)
    browser.network = answers({ 'POST /b2b/sso/authenticate': () => ok({ ...intermediate(), intermediate_session_token: token }) })
    assert.is((await rejection(client.sso.authenticate(signIn))).code, 'invalid_response')
    assert.is(client.session.getSync()?.member_session_id, 'session-test-1')
    assert.not(IST in cookies(tab))
  })
}

test.run()
