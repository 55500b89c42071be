/**
 * The example with a server of one's own (examples/own-server), installed as a newcomer does: the
 * real Better Auth on SQLite and, where it is installed, on PostgreSQL, with its mails and a
 * visitor in Chromium. What the bridge alone does is in test/server/.
 */
import '../built/all.ts'
import { scryptSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP, URI } from 'otpauth'
import * as oauth from 'oauth4webapi'
import type { Page } from 'playwright-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bundledOnce } from '../chromium/reactHost.ts'
import { networkNote, ownWidget, until, visible } from '../chromium/visitors.ts'
import { addAuthenticator } from '../harness/authenticator.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { solve } from '../server/bridge/solving.ts'
import { copiedOut, leaveNothing, start } from './newcomer.ts'
import {
  catchMails,
  createPostgres,
  createVisitor,
  navigate,
  openAndLand,
  openAtOnce,
  secureAccount,
  ownServer,
  startServer,
  type Heard,
} from './ownServer.ts'
import { createShop, nextCode, secret, startProvider } from './shop.ts'

const test = suite('own server')

const duration = { session_duration_minutes: 60 }
const LINK = /(http:\S+token=\S+)/
const CODE = /code is (\d+)/

const folder = await copiedOut('own-server')
const { load } = await ownServer()
const mail = await catchMails(load)
const settings = { SMTP_URL: mail.url, BETTER_AUTH_SECRET: secret }
const { url, program } = await startServer(folder, settings)
const postgres = await createPostgres()

test.after(async () => {
  await program.interrupt()
  await closeBrowser()
  await mail.close()
  await postgres?.remove()
  leaveNothing()
})

const tokenIn = (link: string) => new URL(link).searchParams.get('token')!
const accountOf = async (visitor: ReturnType<typeof createVisitor>) =>
  /signed in as ([^<]+)\.</.exec(await (await visitor.open('/account')).text())?.[1]

const linkFor = (email: string, visitor = createVisitor(url)) =>
  mail.after(email, LINK, () => visitor.call('POST /magic_links/email/login_or_create', { email, login_magic_link_url: `${url}/` }))

/** Presses a link this many times at once, each time from another address. */
const pressAtOnce = async (token: string, times: number, servers = [url]) => {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, at) =>
      createVisitor(url).call('POST /magic_links/authenticate', { token, ...duration }, {}, servers[at % servers.length]),
    ),
  )
  const sessions = answers.filter(({ status }) => status === 200).map(({ json }) => json.data.session.session_id as string)
  return { sessions, others: [...new Set(answers.filter(({ status }) => status !== 200).map(({ json }) => json.error_type))] }
}

test('a link that scanners have opened still works, and 50 presses or 50 tabs at once make one session', async () => {
  const link = await linkFor('link@example.com')
  for (const method of ['HEAD', 'GET', 'GET']) assert.is((await createVisitor(url).open(link, { method })).status, 200)
  const { sessions, others } = await pressAtOnce(tokenIn(link), 50)
  assert.is(sessions.length, 1)
  assert.equal(others, ['unable_to_auth_magic_link'])

  const asking = createVisitor(url)
  const own = await linkFor('tabs@example.com', asking)
  assert.is((await openAtOnce(own, createVisitor(url), [url])).length, 0)
  const [cookies, ...more] = await openAtOnce(own, asking, [url])
  assert.equal(more, [])
  const signedIn = { ...asking, cookie: () => cookies!.map((line) => line.split(';')[0]).join('; ') }
  assert.is((await navigate(`${url}/account`, signedIn)).statusCode, 200)
})

test('a code signs in once, and after three wrong ones not at all', async () => {
  const visitor = createVisitor(url)
  const send = () => visitor.call('POST /otps/email/login_or_create', { email: 'code@example.com' })
  let method_id = ''
  const ask = async () => {
    method_id = (await send()).json.data.method_id
  }
  const enter = (token: string) => createVisitor(url).call('POST /otps/authenticate', { token, method_id, ...duration })
  const good = await mail.after('code@example.com', CODE, ask)
  assert.is((await enter(good)).status, 200)
  assert.is((await enter(good)).json.error_type, 'otp_code_not_found')
  const closed = await mail.after('code@example.com', CODE, ask)
  const wrong = closed === '111111' ? '222222' : '111111'
  for (let at = 0; at < 3; at++) assert.is((await enter(wrong)).json.error_type, 'otp_code_not_found')
  assert.is((await enter(closed)).json.error_type, 'otp_code_not_found')
})

test('a password: sign-up, log-in, the fourth wrong one is limited, and a reset signs in', async () => {
  const email = 'password@example.com'
  const visitor = createVisitor(url)
  const search = async () => (await visitor.call('POST /users/search', { email })).json.data.userType
  assert.is(await search(), 'new')
  assert.is((await visitor.call('POST /passwords', { email, password: 'correct horse', ...duration })).status, 200)
  assert.is(await search(), 'password')
  assert.is(await accountOf(visitor), email)
  assert.is((await visitor.call('POST /sessions/revoke')).status, 200)
  assert.is((await visitor.open('/account')).status, 302)

  const guesser = createVisitor(url)
  const guess = () => guesser.call('POST /passwords/authenticate', { email, password: 'wrong horse', ...duration })
  const statuses: Heard[] = []
  for (let at = 0; at < 4; at++) statuses.push(await guess())
  assert.equal(
    statuses.map(({ status }) => status),
    [401, 401, 401, 429],
  )
  assert.match(statuses[3]!.headers.get('retry-after')!, /^\d+$/)

  const other = createVisitor(url)
  const link = await mail.after(email, LINK, () => other.call('POST /passwords/email/reset/start', { email }))
  const reset = () => other.call('POST /passwords/email/reset', { token: tokenIn(link), password: 'another horse', ...duration })
  assert.is((await reset()).json.data.user.emails[0].email, email)
  assert.is(await accountOf(other), email)
  assert.is((await createVisitor(url).call('POST /passwords/authenticate', { email, password: 'correct horse', ...duration })).status, 401)
})

test('a reset for an address without an account answers the same, and sends nothing', async () => {
  const before = mail.mails.length
  const { status, json } = await createVisitor(url).call('POST /passwords/email/reset/start', { email: 'nobody@example.com' })
  assert.equal([status, Object.keys(json.data)], [200, ['request_id', 'status_code']])
  await linkFor('after@example.com')
  assert.equal(
    mail.mails.slice(before).map(({ to }) => to),
    ['after@example.com'],
  )
})

test('with a second factor, there is no session before it, and a trusted device is not asked again', async () => {
  const email = 'second@example.com'
  const logIn = { email, password: 'correct horse', ...duration }
  const owner = createVisitor(url)
  await owner.call('POST /passwords', logIn)
  let method_id = ''
  const token = await mail.after(email, CODE, async () => {
    method_id = (await owner.call('POST /otps/email/send/secondary', { email })).json.data.method_id
  })
  assert.is((await owner.call('POST /otps/authenticate', { token, method_id, ...duration })).status, 200, 'the address is confirmed')
  const headers = { 'content-type': 'application/json', origin: url, cookie: owner.cookie() }
  const enabled = await fetch(`${url}/api/auth/two-factor/enable`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ password: logIn.password }),
  })
  const { totpURI, backupCodes } = (await enabled.json()) as { totpURI: string; backupCodes: string[] }
  const app = URI.parse(totpURI) as TOTP
  const code = () => nextCode(app)
  assert.is((await owner.call('POST /totps/authenticate', { totp_code: app.generate(), ...duration })).status, 200)

  const visitor = createVisitor(url)
  const first = await visitor.call('POST /passwords/authenticate', logIn)
  assert.equal(
    [first.status, first.json.data.second_factor_required, first.json.data.methods, first.json.data.session],
    [200, true, ['totp', 'backup_code'], undefined],
  )
  assert.is((await visitor.open('/account')).status, 302)
  assert.is(
    (await visitor.call('POST /totps/authenticate', { totp_code: '000000', ...duration })).json.error_type,
    'unable_to_authenticate_totp',
  )
  assert.is((await visitor.call('POST /totps/authenticate', { totp_code: code(), trust_device: true, ...duration })).status, 200)
  assert.is(await accountOf(visitor), email)
  await visitor.call('POST /sessions/revoke')
  assert.is(
    (await visitor.call('POST /passwords/authenticate', logIn)).json.data.session.user_id,
    first.json.data.user_id ?? (await owner.call('GET /users/me')).json.data.user_id,
  )

  const elsewhere = createVisitor(url)
  await elsewhere.call('POST /passwords/authenticate', logIn)
  assert.is((await elsewhere.call('POST /totps/recover', { recovery_code: backupCodes[0]!, ...duration })).status, 200)
  const again = createVisitor(url)
  await again.call('POST /passwords/authenticate', logIn)
  assert.is(
    (await again.call('POST /totps/recover', { recovery_code: backupCodes[0]!, ...duration })).json.error_type,
    'unable_to_authenticate_recovery_code',
  )
})

test('an app gets a code for tokens after the consent, and is in the list until the visitor removes it', async () => {
  const visitor = createVisitor(url)
  const link = await linkFor('consent@example.com', visitor)
  await visitor.call('POST /magic_links/authenticate', { token: tokenIn(link), ...duration })
  const redirect_uri = 'https://app.example/callback'
  const created = await fetch(`${url}/api/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'An app', redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' }),
  })
  const client = (await created.json()) as { client_id: string }
  const verifier = oauth.generateRandomCodeVerifier()
  const asked = { client_id: client.client_id, redirect_uri, response_type: 'code', scopes: ['openid', 'email'] }
  const proof = { state: 'the-state', code_challenge: await oauth.calculatePKCECodeChallenge(verifier) }
  const start = await visitor.call('POST /idp/oauth/authorize/start', asked)
  assert.equal([start.json.data.consent_required, start.json.data.client.client_name], [true, 'An app'])
  const submit = (more: object) => visitor.call('POST /idp/oauth/authorize/submit', { ...asked, ...proof, consent_granted: true, ...more })
  const denied = new URL((await submit({ consent_granted: false })).json.data.redirect_uri)
  assert.equal(
    [denied.origin, denied.searchParams.get('error'), denied.searchParams.get('state')],
    ['https://app.example', 'access_denied', 'the-state'],
  )
  assert.is((await submit({ redirect_uri: 'https://evil.example/callback' })).json.error_type, 'invalid_client')
  const allowed = new URL((await submit({})).json.data.redirect_uri)

  const issuer = new URL(`${url}/api/auth`)
  const insecure = { [oauth.allowInsecureRequests]: true }
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { ...insecure, algorithm: 'oidc' }))
  const parameters = oauth.validateAuthResponse(server, client, allowed, 'the-state')
  const exchanged = await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, redirect_uri, verifier, insecure)
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, exchanged)
  assert.is(oauth.getValidatedIdTokenClaims(tokens)!.sub, start.json.data.user_id)

  const apps = async () =>
    (await visitor.call('GET /users/connected_apps')).json.data.connected_apps.map((app: { name: string }) => app.name)
  assert.equal(await apps(), ['An app'])
  assert.is((await visitor.call(`POST /users/connected_apps/${client.client_id}/revoke`)).status, 200)
  assert.equal(await apps(), [])
})

test('users of the provider are imported: ids stay, a hash that can be verified logs in, and everybody else resets', async () => {
  const [password, salt] = ['Battery staple 42', Buffer.from('salt of the provider')]
  const key = scryptSync(password, salt, 32, { N: 2 ** 14, r: 8, p: 1 })
  const users = [
    {
      user_id: 'user-live-1',
      emails: [{ email: 'Moved@example.com', verified: true }],
      name: { first_name: 'Ada', last_name: 'Lovelace' },
      password_hash: `$scrypt$ln=14,r=8,p=1$${salt.toString('base64')}$${key.toString('base64')}`,
      providers: [{ provider_type: 'Google', provider_subject: 'g-1' }],
    },
    { user_id: 'user-live-2', emails: [{ email: 'bcrypt@example.com', verified: true }], password_hash: '$2b$10$abc' },
    { user_id: 'user-live-3', emails: [] },
  ]
  writeFileSync(join(folder, 'users.json'), JSON.stringify({ results: users }))
  const imports = () => start(folder, 'start', settings, ['--import', 'users.json']).prints(/Imported\. (.*)/)
  assert.is(await imports(), 'users: 2, passwords: 1, accounts: 1, already there: 0, without an address: 1')
  assert.is(await imports(), 'users: 0, passwords: 0, accounts: 0, already there: 2, without an address: 1')

  const visitor = createVisitor(url)
  const wrong = { email: 'moved@example.com', password: 'battery staple 42', ...duration }
  assert.is((await visitor.call('POST /passwords/authenticate', wrong)).json.error_type, 'unauthorized_credentials')
  const { json } = await visitor.call('POST /passwords/authenticate', { ...wrong, password })
  const { user_id, user } = json.data
  assert.equal(
    [user_id, user.name.last_name, user.emails[0].verified, user.providers[0].provider_subject],
    ['user-live-1', 'Lovelace', true, 'g-1'],
  )

  const other = createVisitor(url)
  const old = { email: 'bcrypt@example.com', password, ...duration }
  assert.is((await other.call('POST /passwords/authenticate', old)).json.error_type, 'unauthorized_credentials')
  const link = await mail.after(old.email, LINK, () => other.call('POST /passwords/email/reset/start', { email: old.email }))
  const reset = await other.call('POST /passwords/email/reset', { token: tokenIn(link), password: 'another horse', ...duration })
  assert.is(reset.json.data.user_id, 'user-live-2')
})

test('pages of other sites have no effect, whatever they say', async () => {
  const visitor = createVisitor(url)
  const link = await linkFor('origin@example.com', visitor)
  await visitor.call('POST /magic_links/authenticate', { token: tokenIn(link), ...duration })
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: url.replace('localhost', 'blog.localhost') },
    { origin: url.replace(/\d+$/, '1') },
    { origin: url.replace('http', 'https') },
    { origin: 'https://evil.example', 'x-forwarded-host': new URL(url).host },
    { 'x-sdk-client': '' },
    { 'content-type': 'text/plain' },
  ]
  for (const headers of foreign) {
    const { status } = await visitor.call('PUT /users/me', { name: { first_name: 'Mallory' } }, headers)
    assert.ok(status === 403 || status === 400, `${JSON.stringify(headers)}: ${status}`)
  }
  assert.is((await visitor.call('GET /users/me')).json.data.name.first_name, '')
})

test('1,000 bodies with one field broken give no 5xx', async () => {
  const oddities: unknown[] = [
    null,
    '',
    0,
    -1,
    true,
    [],
    {},
    [[]],
    '\u0000',
    '\ud800',
    '💥',
    '__proto__',
    'a'.repeat(1500),
    '../..',
    "'--",
    '{}',
    'null',
  ]
  const calls: [string, Record<string, unknown>][] = [
    ['POST /magic_links/authenticate', { token: 'abc', ...duration }],
    ['POST /magic_links/authenticate', { token: 'verify-email.abc', ...duration }],
    ['POST /otps/authenticate', { token: '123456', method_id: 'email-YUBleGFtcGxlLmNvbQ', ...duration }],
    ['POST /users/search', { email: 'a@example.com' }],
    ['POST /passwords/email/reset', { token: 'abc.YUBleGFtcGxlLmNvbQ', password: 'correct horse', ...duration }],
    ['POST /webauthn/authenticate', { public_key_credential: '{"id":"a","response":{}}', ...duration }],
    ['POST /totps/authenticate', { totp_code: '123456', ...duration }],
    ['POST /totps/recover', { recovery_code: 'abc', ...duration }],
    ['POST /oauth/authenticate', { token: 'signed-in-with.google', ...duration }],
    ['PUT /users/me', { name: { first_name: 'A' } }],
    [
      'POST /idp/oauth/authorize/submit',
      { client_id: 'a', redirect_uri: 'b', response_type: 'code', scopes: ['a'], consent_granted: true },
    ],
  ]
  const visitor = createVisitor(url)
  const link = await linkFor('odd@example.com', visitor)
  await visitor.call('POST /magic_links/authenticate', { token: tokenIn(link), ...duration })
  const failed: string[] = []
  for (let at = 0; at < 1000; at++) {
    const [route, body] = calls[at % calls.length]!
    const names = Object.keys(body)
    const name = names[Math.floor(at / calls.length) % names.length]!
    const odd = { ...body, [name]: oddities[Math.floor(at / 3) % oddities.length] }
    const { status } = await visitor.call(route, odd, { 'x-forwarded-for': `203.0.${Math.floor(at / 250)}.${at % 250}` })
    if (status >= 500) failed.push(`${status} ${route} ${JSON.stringify(odd).slice(0, 80)}`)
  }
  assert.equal(failed, [])
})

test('in a browser: a link from the mail, a passkey, a log-out in all tabs, and a log-in with the passkey', async () => {
  const { page, complaints } = await visit()
  const { protocol, authenticatorId } = await addAuthenticator(page)
  const signedIn = page.getByText('signed in as browser@example.com')
  await page.goto(url)
  await ownWidget(page).email.fill('browser@example.com')
  await page.keyboard.press('Enter')
  const link = await mail.after('browser@example.com', LINK, () => ownWidget(page).emailMeLink.click())
  await openAndLand(page, link, '/account')
  await visible(signedIn)
  assert.is(await page.evaluate(() => document.cookie), '', 'no script can read the session')
  assert.not.match(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })), /"session_(?:token|jwt)":"./)
  await page.reload()
  await visible(signedIn)
  await ownWidget(page).addPasskey.click()
  await visible(ownWidget(page).menuOf('Passkey'))
  const { credentials } = await protocol.send('WebAuthn.getCredentials', { authenticatorId })
  assert.is(credentials.length, 1)
  // the browser would use it at once, before this test has seen the form
  await protocol.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false })

  const tab = await page.context().newPage()
  await tab.goto(`${url}/account`)
  await visible(tab.getByText('signed in as'))
  await page.getByRole('button', { name: 'Log out' }).click()
  await visible(ownWidget(page).email)
  await tab.reload()
  await visible(ownWidget(tab).email)
  await tab.close()

  // Better Auth keeps one challenge for each browser, and that of the other tab was the last
  await page.goto('about:blank')
  await protocol.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true })
  await page.goto(url, { waitUntil: 'commit' })
  await visible(signedIn)
  // a browser notes each answer that nobody is signed in
  assert.equal(
    complaints.filter((complaint) => !networkNote.test(complaint)),
    [],
  )
})

test('in a browser: a visitor chooses a password, turns a second factor on, changes the password, and turns the factor off', async () => {
  const email = 'security@example.com'
  const { page, complaints } = await visit()
  await page.goto(url)
  await ownWidget(page).email.fill(email)
  await page.keyboard.press('Enter')
  await openAndLand(page, await mail.after(email, LINK, () => ownWidget(page).emailMeLink.click()), '/account')
  await page.getByRole('link', { name: 'Security' }).click()
  await visible(page.getByText(`signed in as ${email}`))
  await secureAccount(page, url, '/auth', (ask) => mail.after(email, LINK, ask))
  await page.getByRole('button', { name: 'Log out' }).click()
  await visible(ownWidget(page).email)
  assert.equal(
    complaints.filter((complaint) => !networkNote.test(complaint)),
    [],
  )
})

test('in a browser: a new visitor with a password creates a passkey, and confirms the address on the way', async () => {
  const email = 'unproven@example.com'
  const { page, complaints } = await visit()
  await addAuthenticator(page)
  const headers = { origin: url, 'x-sdk-client': 'e30=' }
  const data = { email, password: 'correct horse', ...duration }
  assert.is((await page.context().request.post(`${url}/auth/sdk/v1/passwords`, { headers, data })).status(), 200)
  await page.goto(`${url}/account`)
  await ownWidget(page).addPasskey.click()
  const code = await mail.after(email, CODE, () => ownWidget(page).confirmEmail.click())
  await ownWidget(page).code.focus()
  await page.keyboard.type(code)
  await visible(ownWidget(page).menuOf('Passkey'))
  await page.reload()
  await visible(page.getByText(`signed in as ${email}`))
  assert.equal(
    complaints.filter((complaint) => !networkNote.test(complaint)),
    [],
  )
})

test('an address has to be confirmed: the link of the mail signs in, and the password alone does not', async () => {
  const { LibsqlDialect } = await load('@libsql/kysely-libsql')
  const database = { dialect: new LibsqlDialect({ url: `file:${folder}/parts.db` }), type: 'sqlite' }
  const provider = await startProvider(load)
  try {
    const { sent, createVisitor: createGuest } = await createShop(load, database, provider, {
      passwords: { requireEmailVerification: true },
    })
    const guest = createGuest()
    const call = (path: string, body: object) => guest.post(`/auth/sdk/v1${path}`, body)
    const logIn = { email: 'new@example.com', password: 'correct horse', ...duration }
    assert.is((await call('/passwords', logIn)).json.error_type, 'email_not_verified')
    assert.is((await call('/passwords/authenticate', logIn)).json.error_type, 'email_not_verified')
    const confirmed = await call('/magic_links/authenticate', { token: tokenIn(sent.at(-1)!.text), ...duration })
    assert.equal(confirmed.json.data.user.emails[0].verified, true)
    assert.is((await call('/passwords/authenticate', logIn)).status, 200)
  } finally {
    provider.close()
  }
})

const onPostgres = postgres
  ? (name: string, run: (database: NonNullable<typeof postgres>) => Promise<void>) => test(name, () => run(postgres))
  : (name: string, _: unknown) => test.skip(`${name} (PostgreSQL is not installed: apt-get install postgresql)`, () => {})

onPostgres(
  'two processes on one PostgreSQL: a link makes one session, pressed or opened, and a code is closed on both',
  async (database) => {
    const variables = { ...settings, DATABASE_URL: database.url }
    const one = await startServer(folder, variables)
    const two = await startServer(folder, { ...variables, BASE_URL: one.url })
    try {
      const visitor = createVisitor(one.url)
      for (let round = 0; round < 50; round++) {
        const email = `pg${round}@example.com`
        const asking = createVisitor(one.url)
        const ask = () => asking.call('POST /magic_links/email/login_or_create', { email, login_magic_link_url: `${one.url}/` })
        const link = await mail.after(email, LINK, ask)
        if (round % 2) {
          assert.is((await openAtOnce(link, asking, [one.url, two.url])).length, 1)
          continue
        }
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, at) =>
            createVisitor(one.url).call(
              'POST /magic_links/authenticate',
              { token: tokenIn(link), ...duration },
              {},
              at % 2 ? one.url : two.url,
            ),
          ),
        )
        assert.equal(
          [200, 401].map((status) => answers.filter((answer) => answer.status === status).length),
          [1, 49],
        )
      }
      let method_id = ''
      const code = await mail.after('pgcode@example.com', CODE, async () => {
        method_id = (await visitor.call('POST /otps/email/login_or_create', { email: 'pgcode@example.com' })).json.data.method_id
      })
      const enter = (token: string, from: string) =>
        createVisitor(one.url).call('POST /otps/authenticate', { token, method_id, ...duration }, {}, from)
      const wrong = code === '111111' ? '222222' : '111111'
      for (const from of [one.url, two.url, one.url]) assert.is((await enter(wrong, from)).status, 404)
      for (const from of [one.url, two.url]) assert.is((await enter(code, from)).json.error_type, 'otp_code_not_found')

      // a limit that one process has counted holds at the other
      const guesser = createVisitor(one.url)
      const guesses: number[] = []
      for (const from of [one.url, two.url, one.url, two.url])
        guesses.push(
          (await guesser.call('POST /passwords/authenticate', { email: 'pg0@example.com', password: 'wrong horse', ...duration }, {}, from))
            .status,
        )
      assert.equal(guesses, [401, 401, 401, 429])
    } finally {
      await two.program.interrupt()
      await one.program.interrupt()
    }
  },
)

onPostgres('the database is down: 503 in words, nothing is lost, and it is back without a restart', async (database) => {
  const { url: own, program: server } = await startServer(folder, { ...settings, DATABASE_URL: database.url })
  try {
    const visitor = createVisitor(own)
    const email = 'down@example.com'
    const link = await mail.after(email, LINK, () => visitor.call('POST /magic_links/email/login_or_create', { email }))
    await visitor.call('POST /magic_links/authenticate', { token: tokenIn(link), ...duration })
    await database.stop()
    for (const [route, body] of [
      ['POST /sessions/authenticate', {}],
      ['POST /users/search', { email }],
      ['POST /magic_links/authenticate', { token: 'abc', ...duration }],
      ['POST /passwords/authenticate', { email, password: 'correct horse', ...duration }],
    ] as const) {
      const { status, json } = await visitor.call(route, body)
      assert.equal([status, json.error_type], [503, 'service_unavailable'], route)
      assert.match(json.error_message!, 'Please try again soon')
    }
    assert.is((await visitor.open('/account')).status, 503)
    await database.start()
    await until(async () => (await visitor.call('POST /sessions/authenticate', {})).status === 200, 'the session is back')
  } finally {
    await server.interrupt()
  }
})

test('no line of the log has a secret, a token or an address', () => {
  const printed = program.printed()
  const tokens = mail.mails
    .map(({ text }) => /token=([^\s&]+)/.exec(text)?.[1] ?? CODE.exec(text)?.[1])
    .filter((token) => token !== undefined)
  const addresses = mail.mails.map(({ to }) => to)
  assert.ok(tokens.length > 5)
  assert.equal(
    [secret, 'correct horse', 'another horse', ...tokens, ...addresses].filter((text) => printed.includes(text)),
    [],
  )
})

const app = bundledOnce(`
  import { createRoot } from 'react-dom/client'
  import { Account, LatchkeyProvider, Login } from 'latchkey/react'
  const emailMagicLinksOptions = { loginRedirectURL: location.origin + '/', signupRedirectURL: location.origin + '/' }
  createRoot(document.querySelector('#app')).render(
    <LatchkeyProvider backend="/auth">
      {location.pathname === '/react/account' ? <Account /> : <Login config={{ products: ['emailMagicLinks'], emailMagicLinksOptions }} />}
    </LatchkeyProvider>,
  )
`)

/** Serves pages of an application on real React beside those of the example. */
const serveReact = async (page: Page, own: string) => {
  const files = await app()
  await page.route(`${own}/react{,/account}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<div id="app"></div><script type="module" src="/app/app.js"></script>' }),
  )
  await page.route(`${own}/app/**`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: files[new URL(route.request().url()).pathname] }),
  )
}

/**
 * On a database of its own, a visitor whose session is two days old adds a passkey: a dialog asks
 * for a code, and the passkey is added, on Preact and on React.
 */
const confirmInPlace = async (DATABASE_URL: string, run: (statement: string, values: unknown[]) => Promise<unknown>) => {
  const { url: own, program: server } = await startServer(folder, { ...settings, DATABASE_URL })
  for (const react of [false, true]) {
    const { page, complaints } = await visit()
    await addAuthenticator(page)
    await serveReact(page, own)
    const email = `${crypto.randomUUID()}@example.com`
    await page.goto(`${own}/`)
    await ownWidget(page).email.fill(email)
    await page.keyboard.press('Enter')
    await openAndLand(page, await mail.after(email, LINK, () => ownWidget(page).emailMeLink.click()), '/account')
    const old = new Date(Date.now() - 2 * 86_400_000).toISOString()
    await run('update "session" set "createdAt" = $1 where "userId" = (select "id" from "user" where "email" = $2)', [old, email])
    await page.goto(`${own}${react ? '/react' : ''}/account`)
    await ownWidget(page).addPasskey.click()
    const dialog = page.getByRole('dialog')
    const code = await mail.after(email, CODE, () => dialog.getByRole('button', { name: `Send a code to ${email}` }).click())
    await ownWidget(page).code.focus()
    await page.keyboard.type(code)
    await visible(ownWidget(page).menuOf('Passkey'))
    assert.is(await dialog.count(), 0)
    assert.equal(
      complaints.filter((text) => !networkNote.test(text)),
      [],
    )
    await page.context().close()
  }
  await server.interrupt()
}

test('SQLite: a visitor with an old session confirms that it is them in place, on Preact and on React', async () => {
  const file = `file:${folder}/confirm.db`
  const { createClient } = await load('@libsql/client')
  const database = createClient({ url: file })
  await confirmInPlace(file, (statement, args) => database.execute({ sql: statement.replace('$1', '?').replace('$2', '?'), args }))
  database.close()
})

onPostgres('PostgreSQL: a visitor with an old session confirms that it is them in place, on Preact and on React', async ({ url }) => {
  const { default: pg } = await load('pg')
  const database = new pg.Pool({ connectionString: url })
  await confirmInPlace(url, (statement, values) => database.query(statement, values))
  await database.end()
})

test('bots are kept away from Better Auth: scripts send no mail, and people see nothing of it, on Preact and on React', async () => {
  const { url: own, program: server } = await startServer(folder, { ...settings, DATABASE_URL: 'file:bots.db', BOT_CHECK: '' })
  const bot = createVisitor(own)
  const before = mail.mails.length
  const body = { email: 'bot@example.com', login_magic_link_url: `${own}/` }
  const send = async (captcha_token?: string) =>
    (await bot.call('POST /magic_links/email/login_or_create', { ...body, captcha_token })).json
  for (const token of [undefined, '', 'made up']) assert.is((await send(token)).error_type, 'captcha_required')
  for (const route of ['POST /passwords', 'POST /passwords/authenticate', 'POST /users/search'])
    assert.is(
      (await bot.call(route, { email: body.email, password: 'correct horse', ...duration })).json.error_type,
      'captcha_required',
      route,
    )
  const proof = await solve((await bot.call('GET /bot_check')).json.data.challenge)
  assert.is(
    (await createVisitor(own).call('POST /magic_links/email/login_or_create', { ...body, captcha_token: proof })).status,
    403,
    'another address',
  )

  for (const react of [false, true]) {
    const { page, complaints } = await visit()
    await serveReact(page, own)
    await page.goto(react ? `${own}/react` : `${own}/`)
    const email = `person-${react}@example.com`
    const link = await mail.after(email, LINK, async () => {
      await ownWidget(page).email.fill(email)
      await page.keyboard.press('Enter')
      // the example asks first how the address logs in
      if (!react) await ownWidget(page).emailMeLink.click()
    })
    await openAndLand(page, link, '/account')
    assert.equal(
      complaints.filter((text) => !networkNote.test(text)),
      [],
    )
    await page.context().close()
  }
  assert.equal(
    mail.mails.slice(before).map(({ to }) => to),
    ['person-false@example.com', 'person-true@example.com'],
  )
  assert.is((await send(proof)).error_type, undefined)
  assert.is((await send(proof)).error_type, 'captcha_required', 'a second time')
  await server.interrupt()
})

test.run()
