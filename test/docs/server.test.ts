/**
 * Runs the samples of docs/guides/server.md as written, against the emulator, with the built
 * package (dist/server/, dist/emulator/), and checks what else it says.
 */
import '../built/all.ts'
import { getRequestListener } from '@hono/node-server'
import { transformSync } from 'esbuild'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { refusal, type RefusalCode } from '../../src/server/refusals.ts'
import { serving } from '../tools/emulator/server/serving.ts'
import { root, sample, textOf } from '../harness/documents.ts'
import { listening } from '../harness/listening.ts'
import { folderOnDemand } from '../harness/onDemand.ts'
import { withCookie } from '../server/issuer.ts'

const test = suite('docs/guides/server.md')
const text = textOf('docs/guides/server.md')

type Site = Parameters<Parameters<typeof serving>[0]>[0]
interface Loaded {
  default: unknown
  [name: string]: unknown
}

/** Loads a sample with the variables that `latchkey dev` prints. */
const load = async (heading: string, { emulator, url }: Site): Promise<Loaded> => {
  Object.assign(process.env, { STYTCH_PROJECT_ID: emulator.project_id, STYTCH_SECRET: emulator.secret, STYTCH_BASE_URL: url })
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/server-'))
  symlinkSync(dirname(folderOnDemand('express@5.3.0')), join(folder, 'node_modules'))
  try {
    const file = join(folder, 'sample.mjs')
    writeFileSync(file, transformSync(sample('docs/guides/server.md', heading, ['ts']), { loader: 'ts' }).code)
    return await import(pathToFileURL(file).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Handler = (request: Request) => Promise<Response>

for (const heading of ['Check a session on your server', "With Stytch's own SDK"]) {
  test(`${heading}: says who is there`, () =>
    serving(async (site) => {
      const account = (await load(heading, site)).account as Handler
      const { session_jwt, user_id } = await site.signIn()
      assert.equal(await (await account(withCookie(session_jwt))).json(), { user_id })
      assert.is((await account(withCookie('nonsense'))).status, 401)
      assert.is((await account(new Request('https://host.example'))).status, 401)
    }))
}

const frameworks: [string, (app: unknown) => RequestListener][] = [
  ['Express', (app) => app as RequestListener],
  ['Hono', (app) => getRequestListener((app as { fetch: Handler }).fetch)],
]
for (const [heading, listener] of frameworks) {
  test(`${heading}: says who is there`, () =>
    serving(async (site) => {
      const { session_jwt, user_id } = await site.signIn()
      await listening(listener((await load(heading, site)).default), async (url) => {
        const me = await fetch(`${url}/api/me`, { headers: { Cookie: `stytch_session_jwt=${session_jwt}` } })
        assert.equal([me.status, await me.json()], [200, { user_id }])
        const nobody = await fetch(`${url}/api/me`)
        assert.equal([nobody.status, await nobody.json()], [401, { error: 'no_session' }])
      })
    }))
}

test('What five minutes mean: the provider is asked, the cookies are set, and payments end at once', () =>
  serving(async (site) => {
    const pay = (await load('What five minutes mean', site)).pay as Handler
    const { session_jwt, session } = await site.signIn()
    const request = (path: string) =>
      new Request(`https://host.example${path}`, { headers: { Cookie: `stytch_session_jwt=${session_jwt}` } })
    assert.equal((await pay(request('/'))).headers.getSetCookie(), [])
    const paid = (await pay(request('/pay'))).headers.getSetCookie()
    assert.equal(
      paid.map((line) => line.split('=')[0]),
      ['stytch_session', 'stytch_session_jwt'],
    )
    await site.client.sessions.revoke({ session_id: session.session_id })
    assert.equal([(await pay(request('/'))).status, (await pay(request('/pay'))).status], [200, 401])
  }))

test('CSRF: a POST of another origin is refused', () =>
  serving(async (site) => {
    await listening((await load('CSRF', site)).default as RequestListener, async (url) => {
      const post = async (headers: Record<string, string>) => (await fetch(`${url}/api/transfer`, { method: 'POST', headers })).status
      assert.is(await post({ 'Sec-Fetch-Site': 'same-origin' }), 200)
      assert.is(await post({ 'Sec-Fetch-Site': 'same-site' }), 403)
      assert.is(await post({ 'Sec-Fetch-Site': 'cross-site' }), 403)
      assert.is(await post({}), 200)
    })
  }))

test('In your tests: an emulator in the same process', () =>
  serving(async (site) => {
    const account = (await load('In your tests', site)).account as Handler
    assert.is(await (await account(new Request('https://host.example'))).text(), 'no_session')
  }))

test('Organizations: says who is there', () =>
  serving(async (site) => {
    const account = (await load('Organizations', site)).account as Handler
    const { session_jwt, organization_id } = await site.emulator.signIn({ email: 'ada@example.com', organization: 'Acme' })
    assert.equal(await (await account(withCookie(session_jwt))).json(), { organization_id })
    assert.is((await account(withCookie('nonsense'))).status, 401)
  }))

test('Next.js: the page is that of the example', () =>
  assert.ok(text.includes(readFileSync(join(root, 'examples/next-server/app/account/page.tsx'), 'utf8'))))

test('its table has every code, with its status', () => {
  const codes = (
    ts
      .createSourceFile('refusals.ts', readFileSync(join(root, 'src/server/refusals.ts'), 'utf8'), ts.ScriptTarget.Latest)
      .statements.filter(ts.isTypeAliasDeclaration)
      .find(({ name }) => name.text === 'RefusalCode')!.type as ts.UnionTypeNode
  ).types.map((type) => ((type as ts.LiteralTypeNode).literal as ts.StringLiteral).text as RefusalCode)
  const rows = [...text.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(([, code, status]) => `${code} ${status}`)
  assert.ok(codes.length >= 9)
  assert.equal(
    rows,
    codes.map((code) => `${code} ${refusal(code).status}`),
  )
})

test.run()
