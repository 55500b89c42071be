/**
 * Makes every call of every headless client with marked secrets, with bad arguments and with every
 * kind of answer, and looks for the marks in all that a client writes but cookies: errors, the
 * console, the log to the provider, URLs, storage
 * (docs/decisions/README.md#the-log-never-holds-a-secret).
 */
import { inspect } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { b2bCalls, calls, type Recorded } from '../wire/recordedCalls.ts'
import { auth, bootstrap, json, ok, refusal } from './answers.ts'
import { auth as memberAuth, methodOf } from './b2b/member.ts'
import { openBrowser, PT, settle, type Network, type Sent } from './fakeBrowser.ts'

const consumer = { rows: calls, signedIn: auth, vertical: 'CONSUMER' }
const organizations = { rows: b2bCalls, signedIn: memberAuth, vertical: 'B2B' }

/** The clients, by their entries, with the calls that they have. */
const entries = [
  { entry: 'headless.ts', name: 'HeadlessClient', ...consumer },
  { entry: 'compat/headless.ts', name: 'StytchHeadlessClient', ...consumer },
  { entry: 'b2b.ts', name: 'B2BHeadlessClient', ...organizations },
  { entry: 'compat/b2b/headless.ts', name: 'StytchB2BHeadlessClient', ...organizations },
]

/** A part of every secret of these tests, and of nothing else. */
const MARK = 'hush'
let marks = 0
const secret = (what: string) => `${MARK}-${what}-${++marks}`

/**
 * The fields of arguments that nobody else may read. A string alone is a token or a code in the
 * calls below, and an address or id in all others.
 */
const isSecret = (field: string) => /(password|token|code|signature|hint)$/.test(field)
const ofOneSecret = ['magicLinks.authenticate', 'oauth.authenticate', 'otps.authenticate']

/**
 * The arguments with a secret in each field that has one. `wrap` makes it a value of another type.
 */
const marked = ({ call, args }: Recorded, wrap: (text: string) => unknown = (text) => text) =>
  args.map((arg, at) => {
    if (typeof arg === 'string') return at === 0 && ofOneSecret.includes(call) ? wrap(secret('argument')) : arg
    return Object.fromEntries(
      Object.entries(arg as object).map(([field, value]) => [
        field,
        isSecret(field) && typeof value === 'string' ? wrap(secret(field)) : value,
      ]),
    )
  })

/** Everything that a request has, as an answer could repeat it. */
const repeated = ({ url, headers, body }: Sent) =>
  `${url} ${Buffer.from(headers.Authorization ?? '', 'base64')} ${JSON.stringify(headers)} ${JSON.stringify(body)}`

/**
 * Answers with secrets of their own, and failures that repeat what was sent. `good` is a complete
 * answer.
 */
const replies: Record<string, (sent: Sent, good: object) => Response> = {
  'a success': (_, good) => ok(good),
  'a refusal': () => refusal(401, 'unauthorized_credentials'),
  'a refusal with more fields': (sent) => refusal(400, 'bad_request', { echo: repeated(sent) }),
  'a captcha': (sent) => new Response(`Captcha required ${repeated(sent)}`, { status: 403 }),
  'a page of a proxy': (sent) => new Response(`<h1>Bad gateway ${repeated(sent)}`, { status: 502 }),
  'no JSON': (sent) => new Response(repeated(sent)),
  'other JSON': (sent) => json({ echo: repeated(sent) }, 500),
  'an incomplete answer': (_, good) => ok(Object.fromEntries(Object.entries(good).map(([name, value]) => [name, { was: value }]))),
  'no answer': (sent) => {
    throw new TypeError(`Failed to fetch ${repeated(sent)}`)
  },
}

/** Values that no method takes as a text. */
const wraps: Record<string, (text: string) => unknown> = {
  'a list': (text) => [text],
  'an object': (text) => ({ [text]: text }),
  'a text as an object': (text) => new String(text),
  'a function': (text) => Object.assign(() => text, { toString: () => text }),
}

for (const { entry, name, rows, signedIn, vertical } of entries) {
  test(`${entry}: no secret of a call or an answer is in an error, on the console, in the log, in a URL or in storage`, async () => {
    let reply: Network = () => ok({})
    /** A success of every call. */
    const good = () => ({
      ...signedIn('session-test-1', { session_token: secret('session'), session_jwt: secret('jwt') }),
      secret: secret('totp'),
      recovery_codes: [secret('recovery')],
      connected_apps: [],
      challenge: 'challenge-test-1',
      scope_results: [],
      client: {},
    })
    const browser = openBrowser({
      network: (sent) =>
        sent.path.startsWith('/projects/bootstrap/')
          ? ok(bootstrap({ vertical, pkce_required_for_email_magic_links: true, pkce_required_for_password_resets: true }))
          : reply(sent),
    })
    /** What clients have written, with the call that did. */
    const written: [by: string, text: string][] = []
    const carried = new Set<string>()
    const verifiers = new Set<string>()
    /** Makes calls with one kind of argument or answer, all with one client. */
    const attempt = async (calls: readonly Recorded[], what: string, wrap?: (text: string) => unknown) => {
      const tab = browser.open({ entry })
      const client: object = new (tab.latchkey as never as Record<string, new (token: string) => object>)[name]!(PT)
      browser.sent.length = 0
      for (const row of calls) {
        // most calls need a session, and some end it
        reply = () => ok(good())
        await methodOf(client, 'session.authenticate')({ session_duration_minutes: 60 })
        reply = (sent) => (sent.path === '/events' ? ok({}) : (replies[what] ?? replies['a success']!)(sent, good()))
        const error = await Promise.resolve()
          .then(() => methodOf(client, row.call)(...marked(row, wrap)))
          .then(
            () => undefined,
            (error: Error) => error,
          )
        written.push([`${row.call}, ${what}`, inspect([error, error?.stack, JSON.stringify(error)], { depth: 9, showHidden: true })])
        for (const [key, value] of browser.stored) if (key.includes('PKCE_VERIFIER')) verifiers.add(JSON.parse(value).code_verifier)
      }
      // sends the rest of the log
      ;(client as { destroy(): void }).destroy()
      await settle()
      written.push([`storage, ${what}`, JSON.stringify([...browser.stored].filter(([key]) => !key.includes('PKCE_VERIFIER')))])
      written.push([`storage of the tab, ${what}`, JSON.stringify({ ...tab.window.sessionStorage })])
      written.push([`the console, ${what}`, inspect([tab.console, tab.reported], { depth: 9 })])
      for (const { path, url, body } of browser.sent)
        written.push([`${path}, ${what}`, path === '/events' ? url + JSON.stringify(body) : url])
      for (const [, field] of JSON.stringify(browser.sent.map(({ body }) => body ?? null)).matchAll(/hush-([a-z_]+)-\d+/g))
        carried.add(field!)
      tab.close()
    }
    const withSecrets = rows.filter((row) => JSON.stringify(marked(row)).includes(MARK))
    for (const what of Object.keys(replies)) await attempt(rows, what)
    for (const [what, wrap] of Object.entries(wraps)) await attempt(withSecrets, what, wrap)
    assert.ok(verifiers.size > 0)
    assert.ok(carried.size >= 7, [...carried].join())
    assert.ok(written.some(([, text]) => text.includes('sdk_instance_instantiated')))
    const found = written.filter(([, text]) => text.includes(MARK) || [...verifiers].some((verifier) => text.includes(verifier)))
    assert.equal(
      found.slice(0, 5).map(([by, text]) => `${by}: ${text.slice(0, 400)}`),
      [],
      `${found.length} leaks`,
    )
  })
}

test.run()
