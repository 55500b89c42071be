/**
 * examples/oidc-provider: log-in and consent of `oidc-provider` by our screens, with the checks of
 * bridges, `openid-client` as an app, and in a browser. `npm run test:all` tries one app and one
 * log-out, `npm run test:hosts` all of it.
 */
import '../built/all.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { suite, type Callback } from 'uvu'
import * as assert from 'uvu/assert'
import { checks, type BridgeUnderTest } from '../../src/tools/conformance/index.ts'
import { networkNote, until, visible, widget } from '../chromium/visitors.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { freePort } from '../harness/ports.ts'
import { everything } from '../harness/everything.ts'
import { newEmail } from '../server/own/attacks.ts'
import { leaveNothing, start, withSharedPackages, type Started } from './newcomer.ts'
import { checkHeaders, createVisitor, startServer } from './ownServer.ts'

const test = suite('in front of oidc-provider')
const testWhole = (name: string, run: Callback) => (everything ? undefined : test(name, run))

const { folder, load } = await withSharedPackages('oidc-provider')
const oidc = await load('openid-client')
const appPort = await freePort()
const app = `http://localhost:${appPort}`
/** By how many ms the server's clock is ahead. */
const clock = join(folder, 'clock')
writeFileSync(clock, '0')
const ahead = join(folder, 'ahead.mjs')
writeFileSync(
  ahead,
  `import { readFileSync } from 'node:fs'\nconst { now } = Date\nDate.now = () => now() + Number(readFileSync(${JSON.stringify(clock)}, 'utf8'))\n`,
)
const env = { OPEN_REGISTRATION: '1', CALENDAR_URL: `${app}/callback`, NODE_OPTIONS: `--import ${pathToFileURL(ahead).href}` }
const { url, program, mailTo } = await startServer(folder, env)
const programs: Started[] = [program]
test.after(async () => {
  for (const one of programs) await one.interrupt()
  await closeBrowser()
  leaveNothing()
})

const NOTES = `${url}/api/notes`
const redirect_uri = 'https://app.example/callback'
const insecure = { execute: [oidc.allowInsecureRequests] }

/** Registers an app of somebody else. */
const register = (more: object = {}) =>
  oidc.dynamicClientRegistration(
    new URL(`${url}/oidc`),
    { client_name: 'An app', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none', ...more },
    undefined,
    insecure,
  )

const example: BridgeUnderTest = {
  url: `${url}/auth`,
  offers: {
    links: true,
    emailCodes: true,
    passwords: true,
    resources: [NOTES, `${url}/api/photos`],
    async consent() {
      const { client_id } = (await register()).clientMetadata()
      return {
        client_id,
        redirect_uri,
        authorize: `${url}/oidc/auth`,
        async redeem(code, code_verifier) {
          const body = new URLSearchParams({ grant_type: 'authorization_code', code, code_verifier, redirect_uri, client_id })
          return (await fetch(`${url}/oidc/token`, { method: 'POST', body })).ok
        },
      }
    },
  },
  message: mailTo,
  headersOf: (visitor) => ({ 'x-forwarded-for': `203.0.${Math.floor(visitor / 250)}.${visitor % 250}` }),
}
for (const { name, isOffered, run } of checks(example)) if (isOffered) testWhole(name, run)

type Visitor = ReturnType<typeof createVisitor>

const logIn = async (who: Visitor, email: string) => {
  await who.call('POST /magic_links/email/login_or_create', { email, login_magic_link_url: `${url}/` })
  const token = new URL(await mailTo(email)).searchParams.get('token')
  assert.is((await who.call('POST /magic_links/authenticate', { token, session_duration_minutes: 60 })).status, 200)
}

/** A visitor who is signed in, with their address. */
const signedIn = async (who = createVisitor(url)) => {
  const email = newEmail()
  await logIn(who, email)
  return { who, email }
}

/** What an app keeps of a request. */
interface Begun {
  address: URL
  expected: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string }
}

const begin = async (config: unknown, more: Record<string, string> = {}): Promise<Begun> => {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
  const code_challenge = await oidc.calculatePKCECodeChallenge(pkceCodeVerifier)
  const parameters = { redirect_uri, scope: 'openid email', state, nonce, code_challenge, code_challenge_method: 'S256', ...more }
  const address = oidc.buildAuthorizationUrl(config, parameters)
  return { address, expected: { pkceCodeVerifier, expectedState: state, expectedNonce: nonce } }
}

/** Opens an app's request, as far as a page or the app. */
const open = async (who: Visitor, address: URL): Promise<URL> => {
  let at = address
  for (let step = 0; step < 10 && at.href.startsWith(url); step++) {
    const location = (await who.open(at.href)).headers.get('location')
    if (!location) break
    at = new URL(location, at)
  }
  return at
}

/**
 * Sends what the consent page sends for the request in its address. Resolves with an error's type.
 */
const decide = async (
  who: Visitor,
  page: URL,
  consent_granted: boolean,
  between?: () => unknown,
): Promise<{ back: URL; required: boolean } | string> => {
  assert.is(page.pathname, '/consent', page.href)
  const query = page.searchParams
  const text = (name: string) => query.get(name) ?? undefined
  const request = {
    client_id: text('client_id'),
    redirect_uri: text('redirect_uri'),
    response_type: text('response_type'),
    scopes: text('scope')!.split(' '),
    prompt: text('prompt'),
    resources: query.getAll('resource'),
  }
  const started = await who.call('POST /idp/oauth/authorize/start', request)
  if (started.status !== 200) return started.json.error_type!
  await between?.()
  const rest = { consent_granted, state: text('state'), nonce: text('nonce'), code_challenge: text('code_challenge') }
  const { json } = await who.call('POST /idp/oauth/authorize/submit', { ...request, ...rest })
  if (!json.data) return json.error_type!
  return { back: new URL(json.data.redirect_uri), required: started.json.data.consent_required }
}

const decided = async (who: Visitor, page: URL, consent_granted: boolean, between?: () => unknown) => {
  const decision = await decide(who, page, consent_granted, between)
  if (typeof decision === 'string') throw new Error(decision)
  return decision
}

const allowed = async (who: Visitor, address: URL) => (await decided(who, await open(who, address), true)).back

const isRefused = (work: Promise<unknown>) =>
  work.then(
    () => false,
    () => true,
  )

test('openid-client gets what it asks for: claims, a refresh, a server; and its removal ends all of it', async () => {
  const config = await register({ grant_types: ['authorization_code', 'refresh_token'] })
  const { who, email } = await signedIn()
  const { address, expected } = await begin(config, { scope: 'openid email offline_access notes:read', resource: NOTES, prompt: 'consent' })
  const tokens = await oidc.authorizationCodeGrant(config, await allowed(who, address), expected)
  const { sub, auth_time } = tokens.claims()
  assert.ok(Math.abs(Date.now() / 1000 - auth_time) < 60)
  const claims = JSON.parse(Buffer.from(tokens.access_token.split('.')[1], 'base64url').toString())
  assert.equal([claims.aud, claims.scope, claims.sub], [NOTES, 'notes:read', sub])
  const again = await oidc.refreshTokenGrant(config, tokens.refresh_token)
  assert.ok(again.refresh_token)
  const plain = await begin(config)
  const own = await oidc.authorizationCodeGrant(config, await open(who, plain.address), plain.expected)
  assert.is((await oidc.fetchUserInfo(config, own.access_token, sub)).email, email, 'a second request asks nothing')
  await who.call(`POST /users/connected_apps/${config.clientMetadata().client_id}/revoke`)
  assert.ok(await isRefused(oidc.refreshTokenGrant(config, again.refresh_token)))
  assert.ok(await isRefused(oidc.fetchUserInfo(config, own.access_token, sub)))
  assert.is((await open(who, plain.address)).pathname, '/consent')
})

testWhole('a denial, prompt=none, prompt=login and max_age end as OpenID Connect says', async () => {
  const config = await register()
  const { who, email } = await signedIn()
  const none = await begin(config, { prompt: 'none' })
  const errorOf = (back: URL) => back.searchParams.get('error')
  assert.is(errorOf(await open(createVisitor(url), none.address)), 'login_required')
  assert.is(errorOf(await open(who, none.address)), 'consent_required')
  const first = await begin(config)
  const denied = await decided(who, await open(who, first.address), false)
  assert.equal([errorOf(denied.back), denied.back.searchParams.get('state')], ['access_denied', first.expected.expectedState])
  // one tab denies what another has just allowed
  const question = await open(who, first.address)
  const late = await decided(who, question, false, () => allowed(who, first.address))
  assert.equal([errorOf(late.back), late.back.searchParams.get('code')], ['access_denied', null])
  const again = await begin(config)
  await oidc.authorizationCodeGrant(config, (await decided(who, question, false)).back, first.expected)
  await oidc.authorizationCodeGrant(config, await open(who, again.address), again.expected)
  await oidc.authorizationCodeGrant(config, await open(who, none.address), none.expected)

  const newLogIn = await open(who, (await begin(config, { prompt: 'login' })).address)
  assert.is(newLogIn.pathname, '/consent')
  const isLater = (isIt: boolean) => writeFileSync(clock, isIt ? '360000' : '0')
  try {
    assert.is(await decide(who, newLogIn, false, () => isLater(true)), 'login_required', 'a log-in of six minutes ago')
  } finally {
    isLater(false)
  }
  const aged = await begin(config, { max_age: '0' })
  const before = Math.floor(Date.now() / 1000)
  await until(() => Math.floor(Date.now() / 1000) > before + 1, 'another second')
  const page = await open(who, aged.address)
  assert.is(page.pathname, '/consent', 'the log-in is older than the app wants')
  await who.call('POST /sessions/revoke')
  assert.is(await decide(who, page, false), 'session_not_found')
  await logIn(who, email)
  const newer = await decided(who, page, false)
  assert.is(newer.required, false)
  const { auth_time } = (await oidc.authorizationCodeGrant(config, newer.back, { ...aged.expected, maxAge: 60 })).claims()
  assert.ok(auth_time > before)
})

test('an app gets nothing of the visitor before: neither after a log-out nor after a log-in as somebody else', async () => {
  const config = await register()
  const { who } = await signedIn()
  const subOf = async ({ expected }: Begun, back: URL) => (await oidc.authorizationCodeGrant(config, back, expected)).claims().sub
  const first = await begin(config)
  const one = await subOf(first, await allowed(who, first.address))
  // now the provider has a session of its own
  const second = await begin(config)
  assert.is(await subOf(second, await open(who, second.address)), one)
  assert.match(who.cookie(), /_session=/)
  // what the app has, and a code that it has not sent yet, end with the session
  const [third, fourth] = [await begin(config), await begin(config)]
  const code = await open(who, third.address)
  const { access_token } = await oidc.authorizationCodeGrant(config, await open(who, fourth.address), fourth.expected)
  await who.call('POST /sessions/revoke')
  assert.ok(await isRefused(oidc.fetchUserInfo(config, access_token, one)))
  assert.ok(await isRefused(oidc.authorizationCodeGrant(config, code, third.expected)))
  assert.is((await open(who, (await begin(config)).address)).pathname, '/consent')
  assert.is((await open(who, (await begin(config, { prompt: 'none' })).address)).searchParams.get('error'), 'login_required')
  // a session that comes back, such as one that a program has copied
  await signedIn(who)
  const fifth = await begin(config)
  const other = await subOf(fifth, await allowed(who, fifth.address))
  assert.is.not(other, one)
  const { who: next } = await signedIn()
  const [session] = /_session=[^;]+; _session\.sig=[^;]+/.exec(who.cookie())!
  const none = await begin(config, { prompt: 'none' })
  const planted = await fetch(none.address, { redirect: 'manual', headers: { cookie: `${next.cookie()}; ${session}` } })
  assert.match(planted.headers.get('location')!, /error=consent_required/)
})

testWhole('an app signs the visitor out of the product, after a press', async () => {
  const home = 'https://app.example/'
  const config = await register({ post_logout_redirect_uris: [home] })
  const { who } = await signedIn()
  const { address, expected } = await begin(config)
  const tokens = await oidc.authorizationCodeGrant(config, await allowed(who, address), expected)
  const end = oidc.buildEndSessionUrl(config, { id_token_hint: tokens.id_token, post_logout_redirect_uri: home, state: 'x' })
  const page = await who.open(end.href)
  assert.match(page.headers.get('content-security-policy')!, /form-action 'self' https:\/\/app\.example; frame-ancestors 'none'/)
  const form = await page.text()
  assert.is((await who.call('POST /sessions/authenticate', {})).status, 200)
  const [, action] = /action="([^"]+)"/.exec(form)!
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(form)!
  const confirmed = await fetch(action!, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: who.cookie() },
    body: new URLSearchParams({ xsrf: xsrf!, logout: 'yes' }).toString(),
  })
  assert.is(confirmed.headers.get('location'), `${home}?state=x`)
  assert.is((await who.call('POST /sessions/authenticate', {})).json.error_type, 'session_not_found')
})

testWhole('in a browser: an app sends a visitor, who logs in by a link, allows, and sees the app in the account', async () => {
  programs.push(start(folder, 'app', { ISSUER: `${url}/oidc`, PORT: String(appPort) }))
  await programs.at(-1)!.prints(/Open (http:\S+)/)
  const visitor = createVisitor(url)
  for (const page of ['/', '/consent', '/account']) checkHeaders(await visitor.open(page), page, true)
  const { page, complaints } = await visit()
  const email = newEmail()
  await page.goto(app)
  await widget(page).email.fill(email)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Email me a link' }).click()
  await page.goto(await mailTo(email))
  const allow = page.getByRole('button', { name: 'Allow' })
  await visible(allow)
  await page.mouse.move(5, 5)
  await page.mouse.move(6, 6)
  await until(async () => (await allow.getAttribute('aria-disabled')) === null, 'the moment from which a press counts')
  await allow.click()
  await visible(page.getByText(`${email} (`))
  // the next time, nobody is asked
  await page.goto(app)
  await visible(page.getByText(`${email} (`))
  await page.goto(`${url}/account`)
  await visible(page.getByText('Calendar'))
  assert.equal(
    complaints.filter((complaint) => !networkNote.test(complaint)),
    [],
  )
})

test.run()
