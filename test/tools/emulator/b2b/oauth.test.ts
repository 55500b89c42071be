/**
 * Tests members who sign in with social providers and Google's prompt, and administrators who
 * impersonate members: each flow to its end, and what is refused on the way.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { SeedOrganization } from '../../../../src/tools/emulator/index.ts'
import { createVisitor, PT, setUp as consumer, withHastyClock } from '../visitor.ts'

const test = suite('emulator: members from sign-in providers')
const duration = { session_duration_minutes: 30 }
// RFC 7636, appendix B.
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const urls = { login_redirect_url: 'https://app.example/in?a=1#b', signup_redirect_url: 'https://app.example/up' }
const discovery_redirect_url = 'https://app.example/choose'

const ada = { email_address: 'ada@example.com', oauth_registrations: [{ provider_type: 'Google', provider_subject: '1234' }] }

const setUp = (organization: Partial<SeedOrganization> = {}, project: object = {}) => {
  const at = consumer({ project: { vertical: 'B2B', ...project } })
  const {
    organizations: [acme],
  } = at.emulator.seed({ organizations: [{ organization_name: 'Acme', members: [ada], ...organization }] })
  const {
    organization_id,
    members: [member],
  } = acme!
  const go = (address: string) => at.emulator.fetch(new Request(new URL(address, 'https://test.stytch.com')))
  const startAt = (path: string, query: Record<string, string> = {}) =>
    go(`/v1/b2b/public/oauth/${path}/start?${new URLSearchParams({ public_token: PT, ...query })}`)
  const errorType = async (answer: Promise<Response>) => (await (await answer).json()).error_type as string
  /** Goes through the sign-in provider's page, and returns the URL where the browser ends. */
  const visit = async (path: string, email: string, query?: Record<string, string>) => {
    const page = await (await startAt(path, query)).text()
    const answer = await go(`${/<form action="([^"]+)"/.exec(page)![1]}?email=${encodeURIComponent(email)}`)
    assert.is(answer.status, 302)
    return new URL(answer.headers.get('location')!)
  }
  const inAcme = { organization_id, ...urls }
  const arrive = async (email: string, query: Record<string, string> = {}, path = 'google') =>
    (await visit(path, email, { ...inAcme, ...query })).searchParams.get('token')
  const discover = async (email: string, query: Record<string, string> = {}) =>
    (await visit('google/discovery', email, { discovery_redirect_url, ...query })).searchParams.get('token')
  /** Each call uses another browser. */
  const call = (route: string, body: object) => createVisitor(at.emulator).call(`POST /b2b/${route}`, body)
  const authenticate = (oauth_token: string | null, more: object = {}) => call('oauth/authenticate', { oauth_token, ...duration, ...more })
  const choose = (discovery_oauth_token: string | null, more: object = {}) =>
    call('oauth/discovery/authenticate', { discovery_oauth_token, ...more })
  return {
    ...at,
    organization_id,
    member: member!,
    inAcme,
    go,
    startAt,
    errorType,
    visit,
    arrive,
    discover,
    call,
    authenticate,
    choose,
  }
}

const type = ({ error }: { error: { error_type?: string } }) => error.error_type

test('a member chooses an account at the provider, returns to the log-in URL with a token, and is signed in', async () => {
  const { visit, inAcme, authenticate, member } = setUp()
  const landing = await visit('google', 'ada@example.com', { ...inAcme, custom_scopes: 'calendar email' })
  const token = landing.searchParams.get('token')
  assert.is(landing.href, `https://app.example/in?a=1&token=${token}&stytch_token_type=oauth#b`)
  const { data } = await authenticate(token)
  assert.equal(
    [data.provider_type, data.provider_subject, data.member_id, data.reset_sessions],
    ['Google', '1234', member.member_id, false],
  )
  assert.equal(data.provider_values.scopes, ['openid', 'email', 'profile', 'calendar'])
  assert.equal(data.member.oauth_registrations, member.oauth_registrations)
  const [factor] = data.member_session.authentication_factors
  assert.equal([factor.type, factor.delivery_method], ['oauth', 'oauth_google'])
  assert.equal(factor.google_oauth_factor, {
    id: member.oauth_registrations[0]!.member_oauth_registration_id,
    provider_subject: '1234',
    email_id: '',
  })
})

test('a slug can name the organization, and each of its five providers has a page, which lists only its members', async () => {
  const { emulator, startAt, errorType, visit, authenticate } = setUp()
  emulator.seed({
    organizations: [{ organization_name: 'Other', members: [{ email_address: 'eve@example.com' }, { email_address: 'ada@example.com' }] }],
  })
  for (const provider of ['google', 'microsoft', 'hubspot', 'slack', 'github']) {
    const page = await (await startAt(provider, { slug: 'acme' })).text()
    assert.match(page, 'Allow as ada@example.com')
    assert.not.match(page, 'eve@example.com')
    const all = await (await startAt(`${provider}/discovery`)).text()
    assert.equal(
      [...all.matchAll(/Allow as ([^<]+)/g)].map(([, email]) => email),
      ['ada@example.com', 'eve@example.com'],
    )
  }
  const landing = await visit('github', 'ada@example.com', { slug: 'acme', ...urls })
  assert.is(
    (await authenticate(landing.searchParams.get('token'))).data.member.oauth_registrations[1].provider_subject,
    'github|ada@example.com',
  )
  for (const provider of ['apple', 'constructor', '__proto__'])
    assert.is(await errorType(startAt(provider, { slug: 'acme' })), 'oauth_config_not_found')
  for (const query of [{}, { slug: 'nobody' }, { organization_id: 'nope' }] as Record<string, string>[]) {
    assert.is(await errorType(startAt('google', query)), 'organization_not_found')
  }
  assert.is(await errorType(startAt('google', { slug: 'acme', public_token: 'public-token-live-x' })), 'unauthorized_credentials')
})

test('a visitor who is not a member joins if the email address allows it, and nowhere else', async () => {
  const { visit, inAcme, arrive, authenticate } = setUp({ email_jit_provisioning: 'RESTRICTED', email_allowed_domains: ['example.com'] })
  const landing = await visit('google', 'new@example.com', inAcme)
  assert.is(landing.pathname, '/up')
  const { data } = await authenticate(landing.searchParams.get('token'))
  assert.equal([data.member.email_address, data.member.oauth_registrations.length], ['new@example.com', 1])
  assert.is(type(await authenticate(await arrive('eve@evil.test'))), 'member_not_found')
  const closedProject = setUp()
  assert.is(type(await closedProject.authenticate(await closedProject.arrive('new@example.com'))), 'member_not_found')
})

test("the organization's allowed methods, and its second factor", async () => {
  const slack = setUp({ auth_methods: 'RESTRICTED', allowed_auth_methods: ['slack_oauth'], mfa_policy: 'OPTIONAL' })
  assert.equal((await slack.authenticate(await slack.arrive('ada@example.com'))).data.primary_required, {
    allowed_auth_methods: ['slack_oauth'],
  })
  assert.is((await slack.authenticate(await slack.arrive('ada@example.com', {}, 'slack'))).data.member_authenticated, true)
  const strict = setUp({ mfa_policy: 'REQUIRED_FOR_ALL', members: [{ ...ada, mfa_phone_number: '+14155550100' }] })
  const { data } = await strict.authenticate(await strict.arrive('ada@example.com'))
  assert.equal([data.member_session, data.mfa_required.member_options.mfa_phone_number], [null, '+14155550100'])
})

test('discovery: the provider first, then the organization, whose member has the account from then on', async () => {
  const { emulator, organization_id, visit, discover, choose, call } = setUp({ members: [{ email_address: 'ada@example.com' }] })
  const landing = await visit('google/discovery', 'ada@example.com', { discovery_redirect_url })
  const token = landing.searchParams.get('token')
  assert.is(landing.href, `${discovery_redirect_url}?token=${token}&stytch_token_type=discovery_oauth`)
  const {
    data: { intermediate_session_token, email_address, discovered_organizations },
  } = await choose(token)
  assert.equal(
    [email_address, discovered_organizations.map((one: any) => one.organization.organization_id)],
    ['ada@example.com', [organization_id]],
  )
  const { data } = await call('discovery/intermediate_sessions/exchange', { intermediate_session_token, organization_id, ...duration })
  const [registration] = data.member.oauth_registrations
  assert.equal([registration.provider_type, registration.provider_subject], ['Google', 'google|ada@example.com'])
  assert.is(data.member_session.authentication_factors[0].google_oauth_factor.id, registration.member_oauth_registration_id)

  assert.equal((await choose(await discover('new@example.com'))).data.discovered_organizations, [])
  assert.equal(emulator.crashes(), [])
})

test('a token works once, for five minutes, for its own call', async () => {
  const { emulator, arrive, discover, authenticate, choose } = setUp()
  const [token, open] = [await arrive('ada@example.com'), await discover('ada@example.com')]
  assert.is(type(await authenticate(open)), 'oauth_token_not_found')
  assert.is(type(await choose(token)), 'oauth_token_not_found')
  assert.equal([(await authenticate(token)).status, (await choose(open)).status], [200, 200])
  assert.equal([type(await authenticate(token)), type(await choose(open))], ['oauth_token_not_found', 'oauth_token_not_found'])
  const late = await arrive('ada@example.com')
  emulator.clock.advance(300_000)
  assert.is(type(await authenticate(late)), 'oauth_token_not_found')
})

test('PKCE binds the token to the browser that started', async () => {
  const { startAt, errorType, inAcme, arrive, discover, authenticate, choose } = setUp({}, { pkce_required_for_oauth: true })
  assert.is(await errorType(startAt('google', inAcme)), 'invalid_pkce_code_challenge')
  assert.is(await errorType(startAt('google/discovery')), 'invalid_pkce_code_challenge')
  assert.is(await errorType(startAt('google', { ...inAcme, pkce_code_challenge: 'x' })), 'invalid_pkce_code_challenge')
  const pkce_code_challenge = challenge
  const token = await arrive('ada@example.com', { pkce_code_challenge })
  assert.is(type(await authenticate(token)), 'pkce_expected_code_verifier')
  assert.is(type(await authenticate(token, { pkce_code_verifier: `${verifier}x` })), 'pkce_mismatch')
  assert.is((await authenticate(token, { pkce_code_verifier: verifier })).status, 200)
  const open = await discover('ada@example.com', { pkce_code_challenge })
  assert.is(type(await choose(open)), 'pkce_expected_code_verifier')
  assert.is((await choose(open, { pkce_code_verifier: verifier })).status, 200)
})

test('denial returns without a token, once, and redirects lead where the project allows', async () => {
  const { startAt, errorType, inAcme, go } = setUp({}, { allowed_redirect_urls: [...Object.values(urls), discovery_redirect_url] })
  const link = /<a href="([^"]+error=access_denied)">/.exec(await (await startAt('google', inAcme)).text())![1]!
  assert.is((await go(link)).headers.get('location'), 'https://app.example/in?a=1&error=access_denied#b')
  assert.is(await errorType(go(link)), 'oauth_flow_callback_error')
  for (const url of ['https://evil.example/', 'javascript:alert(1)']) {
    assert.is((await startAt('google', { ...inAcme, login_redirect_url: url })).status, 400)
    assert.is((await startAt('google', { ...inAcme, signup_redirect_url: url })).status, 400)
    assert.is((await startAt('google/discovery', { discovery_redirect_url: url })).status, 400)
  }
})

test("Google's prompt: for one organization, and for the choice of one", async () => {
  const { emulator, organization_id, visitor, call, authenticate, choose } = setUp()
  const { google_client_id: client_id } = (await visitor.call('GET /b2b/oauth/google/onetap/start')).data
  const credential = async () => {
    const body = JSON.stringify({ client_id, email: 'ada@example.com' })
    const answer = await emulator.fetch(new Request('https://test.stytch.com/gsi/credential', { method: 'POST', body }))
    return (await answer.json()).credential as string
  }
  const tokenOf = ({ data }: { data: { redirect_url: string } }) => new URL(data.redirect_url).searchParams.get('token')
  const inside = await call('oauth/google/onetap/submit', {
    id_token: await credential(),
    organization_id,
    ...urls,
    pkce_code_challenge: challenge,
  })
  assert.ok(inside.data.redirect_url.startsWith('https://app.example/in?a=1&token='))
  assert.is(type(await authenticate(tokenOf(inside))), 'pkce_expected_code_verifier')
  assert.is((await authenticate(tokenOf(inside), { pkce_code_verifier: verifier })).data.provider_subject, '1234')
  const outside = await call('oauth/google/onetap/discovery/submit', { id_token: await credential(), discovery_redirect_url })
  assert.is(new URL(outside.data.redirect_url).searchParams.get('stytch_token_type'), 'discovery_oauth')
  assert.is((await choose(tokenOf(outside))).data.discovered_organizations[0].organization.organization_id, organization_id)

  const forgedCredential = `${(await credential()).slice(0, -4)}AAAA`
  assert.is(type(await call('oauth/google/onetap/submit', { id_token: forgedCredential, organization_id })), 'oauth_flow_callback_error')
  assert.is(type(await call('oauth/google/onetap/discovery/submit', { id_token: 'nonsense' })), 'oauth_flow_callback_error')
  assert.is(
    type(await call('oauth/google/onetap/submit', { id_token: await credential(), organization_id: 'nope' })),
    'organization_not_found',
  )
  emulator.project({ google_client_id: null })
  assert.is((await visitor.call('GET /b2b/oauth/google/onetap/start')).data.google_client_id, '')
})

test('impersonation: once, within an hour, for an hour, past the second factor, and not for a deleted member', () =>
  withHastyClock(async () => {
    const { emulator, call, visitor } = setUp({
      mfa_policy: 'REQUIRED_FOR_ALL',
      members: [
        { ...ada, impersonation_token: 'one' },
        { email_address: 'bob@example.com', impersonation_token: 'two', status: 'deleted' },
        { email_address: 'eve@example.com', impersonation_token: 'three', status: 'invited' },
      ],
    })
    const become = (impersonation_token: string) => call('impersonation/authenticate', { impersonation_token })
    const { data } = await become('one')
    assert.equal([data.member.email_address, data.member_authenticated], ['ada@example.com', true])
    assert.equal(
      data.member_session.authentication_factors.map((factor: any) => factor.type),
      ['impersonated'],
    )
    assert.is(Date.parse(data.member_session.expires_at) - Date.parse(data.member_session.started_at), 3_600_000)
    visitor.token = data.session_token
    assert.is((await visitor.call('GET /b2b/organizations/members/me')).data.member.email_address, 'ada@example.com')
    for (const token of ['one', 'two', 'nope', 'constructor']) assert.is(type(await become(token)), 'unable_to_auth_impersonation_token')
    emulator.clock.advance(3_600_000)
    assert.is(type(await become('three')), 'unable_to_auth_impersonation_token')
  }))

test('impersonating a member proves nothing about them', async () => {
  const { call } = setUp({ members: [{ email_address: 'eve@example.com', impersonation_token: 'x', status: 'invited' }] })
  const { data } = await call('impersonation/authenticate', { impersonation_token: 'x' })
  assert.equal([data.member.status, data.member.email_address_verified], ['invited', false])
})

test.run()
