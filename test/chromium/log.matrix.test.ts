/**
 * Compares what clients and screens really log with the list of it in
 * docs/guides/content-security-policy.md.
 */
import '../built/b2b.ts'
import { marked, type Tokens } from 'marked'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { LogEntry } from '../../src/api/events.ts'
import { sessionCookies } from '../../src/tools/testing/sessionCookies.ts'
import { closeBrowser } from '../harness/browser.ts'
import { textOf } from '../harness/documents.ts'
import { leaksIn } from '../harness/leaks.ts'
import { codes, hostPage, inCode, LINKS, PUBLIC_TOKEN, until, visible, visiting, widget, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const PHONE = '2133734253'
const PASSWORD = 'vRIQomL!faE2S44s'

const named = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!)

/** The tables of the section: rows of cells. */
const [eventRows, fieldRows] = (() => {
  const [, section] = /^## What is logged\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(textOf('docs/guides/content-security-policy.md'))!
  const tables = marked.lexer(section!).filter((token): token is Tokens.Table => token.type === 'table')
  assert.is(tables.length, 2)
  return tables.map(({ rows }) => rows.map((row) => row.map(({ text }) => text)))
})() as [string[][], string[][]]

/**
 * The details of each event, as the document has them. The names of other events and values stand
 * after a colon.
 */
const documented = Object.fromEntries(
  eventRows.flatMap(([events, details]) =>
    named(events!).map(
      (event) =>
        [
          event,
          details!
            .split(';')
            .flatMap((part) => named(part.split(':')[0]!))
            .sort(),
        ] as const,
    ),
  ),
)
const documentedFields = fieldRows.flatMap(([fields]) => named(fields!)).sort()

const logged: LogEntry[] = []
/** What the visitors of these tests have typed or were sent, and the log must not contain. */
const secrets = new Set<string>()

/**
 * Leaves the page, so that it sends the rest of its log, and keeps what it has sent. `last`: the
 * event that comes last.
 */
const collect = async ({ page, emulator }: Visitor, last: string) => {
  for (const { code, url } of emulator.outbox())
    for (const text of [code, url && new URL(url).searchParams.get('token')]) if (text) secrets.add(text)
  await page.goto('about:blank')
  const entries = () => emulator.events() as unknown as LogEntry[]
  await until(() => entries().some(({ event }) => event.event_name === last), last)
  logged.push(...entries())
}

visiting('a link by email, asked for twice, with the path and query of the page', async (arrive) => {
  const visitor = await arrive({ config: { ...LINKS, prefill: { email: 'prefilled@example.com' } }, path: '/?order=an-order' })
  const { page } = visitor
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  await widget(page).tryAgain.click()
  await visible(widget(page).main)
  await collect(visitor, 'email_try_again_clicked')
})

visiting('a code by SMS, and one by email', async (arrive) => {
  const text = await arrive({ config: codes('sms') })
  await widget(text.page).phone.pressSequentially(PHONE)
  await widget(text.page).continueWithText.click()
  await visible(widget(text.page).codeAwaited)
  await text.page.keyboard.type((await text.message()).code!)
  await visible(widget(text.page).success)
  await collect(text, 'render_login_screen')
  const email = await arrive({ config: codes('email') })
  await widget(email.page).email.fill(EMAIL)
  await email.page.keyboard.press('Enter')
  await visible(widget(email.page).codeAwaited)
  await widget(email.page).resend.click()
  await email.message(2)
  await collect(email, 'email_try_again_clicked')
})

visiting('a password that is typed, and one that is forgotten', async (arrive) => {
  const visitor = await arrive({ config: { products: ['passwords'] } })
  const { page } = visitor
  visitor.emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: PASSWORD }] })
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').fill('wrong horse battery')
  await page.keyboard.press('Enter')
  await visible(page.getByRole('alert').filter({ hasText: /./ }).first())
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.getByRole('button', { name: /Forgot password/i }).click()
  await visible(widget(page).checkYourEmail)
  await collect(visitor, 'email_sent')
})

visiting('the way to another provider', async (arrive) => {
  const visitor = await arrive({
    config: { products: ['oauth'], oauthOptions: { providers: [{ type: 'google', custom_scopes: ['calendar'] }] } },
  })
  const { page, provider } = visitor
  await page.getByRole('button', { name: /Google/ }).click()
  await page.waitForURL(`${provider}/**`)
  await collect(visitor, 'start_oauth_flow')
})

visiting('the consent screen, of a user who is signed in', async (arrive) => {
  const visitor = await arrive({ path: '/nothing', html: inCode({}, { mount: 'mountIdentityProvider' }) })
  const { page, site } = visitor
  visitor.emulator.seed({ clients: [{ client_id: 'app', client_name: 'An app', redirect_uris: ['https://app.example/cb'] }] })
  const signedIn = await visitor.emulator.signIn({ email: EMAIL })
  for (const token of [signedIn.session_token, signedIn.session_jwt]) secrets.add(token)
  await page.context().addCookies(sessionCookies(signedIn, site))
  await page.goto(`${site}/?client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=opaque-state`)
  await visible(page.getByRole('button', { name: 'Allow' }))
  await collect(visitor, 'render_idp_screen')
})

visiting('a client of an organization, with a member who is signed in', async (arrive) => {
  const visitor = await arrive({
    path: '/nothing',
    project: { vertical: 'B2B' },
    html: (_, provider) =>
      hostPage(`<script type="module">import { B2BHeadlessClient } from '/b2b/index.js'
        window.client = new B2BHeadlessClient('${PUBLIC_TOKEN}', { customBaseUrl: '${provider}' })</script>`),
  })
  const { page, site } = visitor
  await page.context().addCookies(sessionCookies(await visitor.emulator.signIn({ email: EMAIL, organization: 'Acme' }), site))
  await page.goto(site)
  await page.waitForFunction(() => 'client' in window && (window as any).client.self.getSync())
  await page.evaluate(() => void (window as any).client.oauth.google.discovery.start())
  await page.waitForURL(`${visitor.provider}/**`)
  await collect(visitor, 'start_oauth_flow')
})

test('the document lists each event that was logged, with its details, and no other', () => {
  const details = new Map<string, Set<string>>()
  for (const { event } of logged) {
    const seen = details.get(event.event_name) ?? new Set()
    for (const name of Object.keys(event.details)) seen.add(name)
    details.set(event.event_name, seen)
    assert.equal(Object.keys(event).sort(), ['details', 'event_name', 'public_token'])
  }
  assert.equal(
    Object.fromEntries([...details].map(([name, seen]) => [name, [...seen].sort()] as const).sort()),
    Object.fromEntries(Object.entries(documented).sort()),
  )
})

test('the document lists each field that comes with an event, and no other', () => {
  assert.equal([...new Set(logged.flatMap((entry) => Object.keys(entry.telemetry)))].sort(), documentedFields)
  assert.equal([...new Set(logged.flatMap((entry) => Object.keys(entry)))].sort(), ['event', 'telemetry'])
  for (const { telemetry } of logged) assert.equal(telemetry.app, { identifier: 'localhost' })
  for (const id of ['event_id', 'app_session_id', 'persistent_id'] as const)
    assert.is(new Set(logged.map(({ telemetry }) => telemetry[id])).size, logged.length)
})

test('nothing that the document excludes is in the log', () => {
  const text = JSON.stringify(logged)
  assert.ok(secrets.size >= 7, String(secrets.size))
  assert.ok(text.includes(EMAIL))
  const excluded = [...secrets, PASSWORD, 'wrong horse battery', PHONE, 'prefilled@example.com', 'an-order', 'opaque-state']
  assert.equal(leaksIn(text, excluded), [])
})

test.run()
