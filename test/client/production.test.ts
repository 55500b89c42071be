/**
 * Tests `latchkey/headless` and `latchkey/b2b` as hosts have them in production (dist/headless/,
 * dist/b2b/): they check only those arguments of a host that protect the visitor, and log nothing
 * to the console. That each call sends the same without checks:
 * test/build/plugins/withoutHostChecks.test.ts.
 */
import '../built/b2b.ts'
import '../built/headless.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { root } from '../../build/paths.ts'
import { answers, bootstrap, ok } from './answers.ts'
import { open as openMember } from './b2b/member.ts'
import { openBrowser, PT, rejection, settle, type Sent, type Tab } from './fakeBrowser.ts'

const headless = '../../dist/headless/index.js'
const b2b = '../../dist/b2b/index.js'

const asked = (calls: Sent[]) => calls.map(({ method, path, body }) => ({ method, path, body: body ?? null }))

const open = (network = answers()) => {
  const browser = openBrowser({ network })
  const tab = browser.open({ entry: headless })
  return { browser, tab, client: tab.client() }
}

test("a host's values are sent as given, except null, which counts as absent", async () => {
  const { browser, client } = open()
  await settle()
  browser.sent.length = 0
  await client.otps.authenticate(7 as never, 'm', { session_duration_minutes: '30' as never, locale: null } as never)
  assert.equal(
    asked(browser.calls()).map(({ body }) => body),
    [{ token: 7, method_id: 'm', session_duration_minutes: '30' }],
  )
})

test('an id that would lead to another call is refused, with the name of the call', async () => {
  const { browser, client } = open()
  const member = openMember({}, { entry: b2b })
  await settle()
  const providers = client.oauth as unknown as Record<string, { start(): Promise<void> }>
  for (const id of ['', '.', '..']) {
    const { code, message } = await rejection(client.user.deleteEmail(id))
    assert.equal([code, message], ['usage', "Invalid call to DELETE /users/emails/:id\nid must be a string other than '', '.' and '..'."])
    assert.is((await rejection(member.client.organization.members.delete(id))).code, 'usage')
    assert.is((await rejection(providers[id]!.start())).code, 'usage')
  }
  assert.equal([...browser.calls(), ...member.browser.calls()], [])
})

test('invalid tokens leave the session as it is', () => {
  const { client, tab } = open()
  client.session.updateSession({ session_token: 'a', session_jwt: 'b' })
  for (const tokens of [{}, { session_token: 5 }, { session_token: 'c', session_jwt: {} }])
    assert.throws(() => client.session.updateSession(tokens as never), /must be a string/)
  assert.equal(client.session.getTokens(), { session_token: 'a', session_jwt: 'b' })
  assert.equal(tab.console, [])
})

test('a destroyed client rejects', async () => {
  const { client } = open()
  client.destroy()
  assert.is((await rejection(client.user.get())).code, 'usage')
})

/** Every mistake of a host's set-up, and everything that a client notes on the console. */
const wrongly = async (
  entry: string,
  start: (tab: Tab) => { rbac: { isAuthorized(resource: string, action: string): Promise<boolean> } },
) => {
  const settings = () => ok(bootstrap({ vertical: entry === b2b ? 'CONSUMER' : 'B2B', rbac_policy: null }))
  const browser = openBrowser({ network: answers({ [`GET /projects/bootstrap/${PT}`]: settings }) })
  const tab = browser.open({ entry, cookies: 'blocked', storage: 'blocked' })
  await start(tab).rbac.isAuthorized('documents', 'read')
  start(tab)
  await settle()
  return tab.console
}

test('the console stays silent, whatever is wrong', async () => {
  const options = { endpointOptions: { testApiDomain: 'not a domain' } }
  type Entries = Record<string, new (publicToken: string, options: object) => never>
  const start = (name: string) => (tab: Tab) => new (tab.latchkey as unknown as Entries)[name]!(PT, options)
  assert.equal(await wrongly(headless, start('HeadlessClient')), [])
  assert.equal(await wrongly(b2b, start('B2BHeadlessClient')), [])
  // The same with checks.
  assert.ok((await wrongly('headless.ts', start('HeadlessClient'))).length >= 4)
  assert.ok((await wrongly('b2b.ts', start('B2BHeadlessClient'))).length >= 4)
})

test('none of their files contains a check, or writes to the console', () => {
  const folders = ['dist/headless', 'dist/b2b']
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.c?js$/.test(name))
      .map((name) => join(root, folder, name)),
  )
  assert.ok(files.length > 8)
  for (const file of files)
    assert.not.match(readFileSync(file, 'utf8'), /console|needs: ?\{\w|an array of strings|must be an object|public-token-['"]/)
})

test.run()
