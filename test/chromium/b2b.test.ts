/**
 * Tests projects of organizations in a real browser: the built client on a host's page under a
 * strict policy, and the playground's discovery flow.
 */
import '../built/b2b.ts'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { B2BHeadlessClient } from '../../src/entries/b2b.ts'
import { createEmulator, type Emulator, type OutboxMessage } from '../../src/tools/emulator/index.ts'
import { listen } from '../../src/tools/emulator/node.ts'
import { findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { inAll } from '../harness/everything.ts'
import { startPlayground } from '../harness/playground.ts'
import { serveSite } from '../harness/site.ts'

test.after(closeBrowser)

const PT = 'public-token-test-b2b'
const duration = { session_duration_minutes: 60 }

interface Host {
  page: Page
  emulator: Emulator
  /** URL of the host's site. */
  url: string
  /** Runs `work` in the page, with its client and with `given`, which is passed as JSON. */
  run: <Given, Result>(work: (client: B2BHeadlessClient, given: Given) => Promise<Result> | Result, given?: Given) => Promise<Result>
  newest: () => OutboxMessage
  cookie: (name: string) => Promise<string | undefined>
}

/**
 * A host's page with the built client, and an emulator behind it that requires proof keys
 * everywhere.
 */
const hosted = (name: string, work: (host: Host) => Promise<void>) =>
  test(name, async () => {
    const emulator = createEmulator({
      project: {
        vertical: 'B2B',
        create_organization_enabled: true,
        pkce_required_for_email_magic_links: true,
        pkce_required_for_password_resets: true,
        pkce_required_for_sso: true,
      },
    })
    const provider = await listen(emulator, { port: 0 })
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A host</title><link rel="icon" href="data:,">
      <script type="module" src="/setup.js"></script></html>`
    const site = await serveSite({
      '/': {
        html,
        headers: {
          'content-security-policy': `default-src 'none'; script-src 'self'; img-src data:; connect-src ${provider.url}; require-trusted-types-for 'script'; trusted-types 'none'`,
        },
      },
      '/setup.js': {
        html: `import { B2BHeadlessClient } from '/b2b/index.js'
          window.client = new B2BHeadlessClient('${PT}', { customBaseUrl: '${provider.url}' })`,
        headers: { 'content-type': 'text/javascript' },
      },
    })
    const { page, complaints } = await visit()
    const ready = () => page.waitForFunction(() => 'client' in window)
    try {
      await page.goto(site.url)
      await ready()
      await work({
        page,
        emulator,
        url: site.url,
        run: async (work, given) => {
          await ready()
          return page.evaluate(`(${work})(window.client, ${JSON.stringify(given)})`) as never
        },
        newest: () => emulator.outbox().at(-1)!,
        cookie: async (name) => (await page.context().cookies(site.url)).find((found) => found.name === name)?.value,
      })
      assert.equal(
        complaints.filter((text) => !/^Failed to load resource/.test(text)),
        [],
        'the page complained',
      )
      assert.equal(emulator.crashes(), [])
    } finally {
      await page.context().close()
      await Promise.all([provider.close(), site.close()])
      emulator.close()
    }
  })

const hostedInAll = inAll(hosted)
const tokenOf = ({ url }: OutboxMessage) => new URL(url!).searchParams.get('token')!

/** Proves an email address with a code and creates an organization. */
const found = async ({ run, newest }: Host, organization: object = {}) => {
  await run((client) => client.otps.email.discovery.send({ email_address: 'ada@example.com' }))
  await run((client, code) => client.otps.email.discovery.authenticate({ email_address: 'ada@example.com', code }), newest().code!)
  return run((client, given) => client.discovery.organizations.create(given), { ...duration, ...organization })
}

hosted(
  'a discovery link: the token, an intermediate token for ten minutes, an organization, and a session that survives a reload',
  async (host) => {
    const { page, run, newest, cookie, url } = host
    await run(
      (client, url) => client.magicLinks.email.discovery.send({ email_address: 'ada@example.com', discovery_redirect_url: url }),
      `${url}/`,
    )
    assert.is(new URL(newest().url!).searchParams.get('stytch_token_type'), 'discovery')
    const discovered = await run(
      (client, token) => client.magicLinks.discovery.authenticate({ discovery_magic_links_token: token }),
      tokenOf(newest()),
    )
    assert.equal(discovered.discovered_organizations, [])
    const { expires } = (await page.context().cookies(url)).find(({ name }) => name === 'stytch_intermediate_session_token')!
    assert.ok(Math.abs(expires - Date.now() / 1000 - 600) < 30, String(expires))
    // After the reload, the new page knows nothing but the cookie.
    await page.reload()
    const made = await run((client) => client.discovery.organizations.create({ organization_name: 'Acme', session_duration_minutes: 60 }))
    assert.is(made.member_authenticated, true)
    assert.equal([await cookie('stytch_intermediate_session_token'), Boolean(await cookie('stytch_session'))], [undefined, true])
    await page.reload()
    const held = await run((client) =>
      client.session.authenticate().then(() => [client.organization.getSync()!.organization_name, client.self.getSync()!.email_address]),
    )
    assert.equal(held, ['Acme', 'ada@example.com'])
    await run((client) => client.session.revoke())
    assert.equal([await cookie('stytch_session'), await run((client) => client.session.getSync())], [undefined, null])
  },
)

hostedInAll('a link of the organization, and a password that is set, used and reset', async (host) => {
  const { run, newest } = host
  const {
    organization: { organization_id },
  } = await found(host)
  const who = { email_address: 'ada@example.com', organization_id }
  const password = 'a sentence that nobody says 7'
  await run((client, password) => client.passwords.resetBySession({ password }), password)
  await run((client) => client.session.revoke())
  await run((client, who) => client.magicLinks.email.loginOrSignup(who), who)
  const linked = await run(
    (client, token) => client.magicLinks.authenticate({ magic_links_token: token, session_duration_minutes: 60 }),
    tokenOf(newest()),
  )
  assert.is(linked.member_authenticated, true)
  await run((client) => client.session.revoke())
  assert.is(
    (await run((client, given) => client.passwords.authenticate(given), { ...who, password, ...duration })).member_authenticated,
    true,
  )
  await run((client) => client.session.revoke())
  await run((client, who) => client.passwords.resetByEmailStart(who), who)
  const reset = { password_reset_token: tokenOf(newest()), password: 'another sentence, quite unsaid 8', ...duration }
  assert.is((await run((client, given) => client.passwords.resetByEmail(given), reset)).member_authenticated, true)
  const refused = await run((client, given) => client.passwords.authenticate(given).catch((error) => error.error_type), {
    ...who,
    password,
    ...duration,
  })
  assert.is(refused, 'unauthorized_credentials')
})

hostedInAll('a second factor, first by text message, then by an app, with an intermediate token in between', async (host) => {
  const { run, newest, cookie, emulator } = host
  const pending = await found(host, { mfa_policy: 'REQUIRED_FOR_ALL' })
  assert.equal([pending.member_authenticated, pending.member_session, await cookie('stytch_session')], [false, null, undefined])
  assert.ok(await cookie('stytch_intermediate_session_token'))
  const ids = { organization_id: pending.organization_id, member_id: pending.member_id }
  await run((client, ids) => client.otps.sms.send({ ...ids, mfa_phone_number: '+14155550100' }), ids)
  const wrong = await run((client, given) => client.otps.sms.authenticate(given).catch((error) => error.error_type), {
    ...ids,
    code: newest().code === '000000' ? '000001' : '000000',
    ...duration,
  })
  assert.is(wrong, 'otp_code_not_found')
  const signedIn = await run((client, given) => client.otps.sms.authenticate(given), { ...ids, code: newest().code!, ...duration })
  assert.equal(
    signedIn.member_session!.authentication_factors.map(({ delivery_method }) => delivery_method),
    ['email', 'sms'],
  )

  const app = await run((client, ids) => client.totp.create(ids), ids)
  const code = () => new TOTP({ secret: Secret.fromBase32(app.secret) }).generate({ timestamp: emulator.clock.now() })
  await run((client, given) => client.totp.authenticate(given), { ...ids, code: code(), ...duration })
  assert.equal((await run((client) => client.recoveryCodes.get())).recovery_codes, app.recovery_codes)
  await run((client) => client.session.revoke())
  await run((client) => client.otps.email.discovery.send({ email_address: 'ada@example.com' }))
  await run((client, code) => client.otps.email.discovery.authenticate({ email_address: 'ada@example.com', code }), newest().code!)
  const again = await run((client, given) => client.discovery.intermediateSessions.exchange(given), {
    organization_id: ids.organization_id,
    ...duration,
  })
  assert.is(again.member_authenticated, false)
  emulator.clock.advance(30_000)
  assert.is((await run((client, given) => client.totp.authenticate(given), { ...ids, code: code(), ...duration })).member_id, ids.member_id)
})

hosted("single sign-on to the identity provider and back, with this tab's proof key", async (host) => {
  const { page, run, url } = host
  await found(host)
  const { connection } = await run((client) => client.sso.oidc.createConnection({ display_name: 'Okta' }))
  await run((client) => client.session.revoke())
  const { connections } = await run((client) => client.sso.discoverConnections('ada@example.com'))
  assert.equal(
    connections.map(({ connection_id }) => connection_id),
    [connection.connection_id],
  )
  // the page is left before the call would answer
  await run((client, given) => void client.sso.start(given), {
    connection_id: connection.connection_id,
    login_redirect_url: `${url}/`,
    signup_redirect_url: `${url}/`,
  })
  await page.getByLabel('Someone else').fill('bob@example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(/stytch_token_type=sso/)
  const token = new URL(page.url()).searchParams.get('token')!
  const arrived = await run((client, sso_token) => client.sso.authenticate({ sso_token, session_duration_minutes: 60 }), token)
  assert.equal([arrived.member_authenticated, arrived.member.email_address], [true, 'bob@example.com'])
})

hostedInAll('an organization and its members: invite, search, update, and a sign-out in one tab that reaches the other', async (host) => {
  const { page, run, newest, url } = host
  await found(host, { organization_name: 'Acme' })
  await run((client) => client.magicLinks.email.invite({ email_address: 'bob@example.com' }))
  assert.is(newest().to, 'bob@example.com')
  const { members } = await run((client) =>
    client.organization.members.search({
      query: { operator: 'AND', operands: [{ filter_name: 'member_emails', filter_value: ['bob@example.com'] }] },
    }),
  )
  assert.equal(
    members.map(({ status }) => status),
    ['invited'],
  )
  await run((client) => client.organization.update({ organization_name: 'Acme Inc.' }))
  assert.is(await run((client) => client.organization.getSync()!.organization_name), 'Acme Inc.')
  const other = await page.context().newPage()
  await other.goto(url)
  await other.waitForFunction(() => (window as unknown as { client?: B2BHeadlessClient }).client?.self.getSync())
  await run((client) => client.session.revoke())
  await other.waitForFunction(() => (window as unknown as { client: B2BHeadlessClient }).client.self.getSync() === null)
})

// --- The playground ---

let stop: () => void
let playground: string

/** A line of the log of calls: status, method and path. */
const withoutTime = (line: string) => line.split('\n').slice(0, 2).join(' ')

test.before(async () => {
  ;({ url: playground, stop } = await startPlayground())
})

test.after(() => stop())

for (const [name, options] of [
  ['', { viewport: { width: 1280, height: 800 } }],
  [', dark, at 320 px', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
] as const) {
  inAll(test)(`the playground walks through discovery${name}: sign in, organization, second factor, member`, async () => {
    await fetch(`${playground}/_emulator/reset`, { method: 'POST' })
    const { page, complaints } = await visit(options)
    const accessible = async () => {
      // Wait for the end of color transitions, which look like neither color.
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
      assert.equal(await findingsOfAxe(page), [])
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'it scrolls sideways')
    }
    const code = async (count: number) => {
      await page
        .locator('.message')
        .nth(count - 1)
        .waitFor()
      return (await page.locator('.digits').first().textContent())!
    }
    try {
      await page.goto(`${playground}/b2b/`)
      await page.getByLabel('Work email').fill('ada@example.com')
      await accessible()
      await page.getByRole('button', { name: 'Send me a code' }).click()
      await page.getByLabel('Code, 6 digits').fill('000000')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page
        .getByRole('alert')
        .filter({ hasText: /wrong, expired or already used/ })
        .waitFor()
      const calls = () => page.getByRole('region', { name: 'Calls' }).locator('.line').allInnerTexts()
      // The newest call is the first. The log goes out when it likes.
      const sent = (await calls()).map(withoutTime).filter((call) => !call.endsWith('/sdk/v1/events'))
      assert.equal(sent.slice(0, 2), [
        '404 POST /sdk/v1/b2b/otps/email/discovery/authenticate',
        '200 POST /sdk/v1/b2b/otps/email/discovery/send',
      ])
      assert.not.ok((await calls()).some((line) => line.includes('_emulator')))
      await page.getByLabel('Code, 6 digits').fill(await code(1))
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByLabel('Name of the organization').fill('Acme')
      await page.getByLabel('Everybody needs a second factor').check()
      await accessible()
      await page.getByRole('button', { name: 'Create organization' }).click()
      await page.getByLabel('Phone number').fill('+14155550100')
      await page.getByRole('button', { name: 'Text me a code' }).click()
      await page.getByLabel('Code, 6 digits').fill(await code(2))
      await accessible()
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('Signed in as').waitFor()
      await accessible()
      await page.reload()
      await page.getByRole('button', { name: 'Log out' }).click()

      // This time a link, which leads back to the page.
      await page.getByLabel('Work email').fill('ada@example.com')
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await page.getByRole('link', { name: 'Open link' }).first().click()
      await page.getByRole('button', { name: 'Continue to Acme' }).click()
      await page.getByRole('button', { name: /^Text me a code to/ }).waitFor()
      assert.is(new URL(page.url()).search, '')
      // its project is one of members, and the next page needs one of users
      await page.goto(`${playground}/`)
      await page.locator('.host input[type=email]').waitFor()
      assert.equal(
        complaints.filter((text) => !/^Failed to load resource/.test(text)),
        [],
      )
    } finally {
      await page.context().close()
    }
  })
}

test.run()
