/** Where mails and other providers lead to: pages of the host only. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { bridgeCalls, type Backend } from '../../../src/server/bridge/calls.ts'
import { createBridge } from '../../../src/server/bridge/index.ts'
import { duration, ORIGIN, send } from './calling.ts'

const test = suite('bridge: pages')

const refusals = ['no_match_for_provided_magic_link_url', 'invalid_magic_link_url']

/** A backend without a check of its own, which notes every URL that it would send somebody to. */
const mailing = () => {
  const mails: unknown[] = []
  const note = async (body: object) => {
    mails.push(body)
    return {}
  }
  const functions = (calls: object) => Object.fromEntries(Object.keys(calls).map((name) => [name, note]))
  const spaces = Object.fromEntries(Object.entries(bridgeCalls).map(([space, calls]) => [space, functions(calls)]))
  const backend = {
    ...spaces,
    oauth: { start: async (start: object) => (mails.push(start), 'https://other.example/') },
  } as unknown as Backend
  const isPage = ({ pathname }: URL) => !pathname.startsWith('/api/auth')
  return { mails, bridge: createBridge(backend, { origins: [ORIGIN, 'https://pay.example'], isPage }) }
}

type Ask = (bridge: ReturnType<typeof mailing>['bridge'], url: string) => ReturnType<typeof send>

/** Every field of every call that is a URL. */
const fields: [name: string, ask: Ask][] = Object.values(bridgeCalls).flatMap((calls) =>
  Object.values(calls as Record<string, { call: { route: string }; fields: Record<string, string> }>).flatMap(({ call, fields }) =>
    Object.keys(fields)
      .filter((name) => fields[name]!.startsWith('url'))
      .map((name): [string, Ask] => {
        const route = call.route.replace(':factor', 'primary')
        return [`${name} of ${call.route}`, (bridge, url) => send(bridge, route, { email: 'ada@example.com', ...duration, [name]: url })]
      }),
  ),
)
for (const name of ['login_redirect_url', 'signup_redirect_url']) {
  const referrer = { origin: null, 'x-sdk-client': null, referer: `${ORIGIN}/login` }
  const ask: Ask = (bridge, url) =>
    send(bridge, `GET /v1/public/oauth/google/start?${new URLSearchParams({ [name]: url })}`, undefined, referrer)
  fields.push([`${name} of the start of a sign-in`, ask])
}

const foreign = [
  'https://evil.example/',
  'https://evil.example/?https://shop.example/',
  'https://shop.example.evil.example/',
  'https://evilshop.example/',
  'https://blog.shop.example/',
  'https://shop.example:8443/',
  'http://shop.example/',
  'https://shop.example./',
  'https://SHOP.example.evil.example/',
  'https://sh\u00f6p.example/',
  'https://shop\u3002evil.example/',
  'https://shop.example@evil.example/',
  'https://user@shop.example/',
  'https://user:secret@shop.example/',
  'https://evil.example\\@shop.example/',
  'https://shop.example\\@evil.example/',
  'https:\\\\shop.example/',
  'https://shop.example/\\evil.example',
  'https:evil.example',
  'https:shop.example/',
  'https:/shop.example/',
  'https:///evil.example/',
  'https:///shop.example/',
  '//shop.example/login',
  '/login',
  'javascript:alert(1)',
  'javascript://shop.example/%0aalert(1)',
  'java\tscript:alert(1)',
  'data:text/html,hello',
  'blob:https://shop.example/1',
  'file:///etc/passwd',
  'https://shop.example\t.evil.example/',
  'https://shop.\nexample/',
  'https://shop.example/log\nin',
  ' https://shop.example/login',
  'https://shop.example/login\u00a0',
  'https://shop.example/%',
]

const elsewhere = [
  '/auth/sdk/v1/users/me',
  '/other/sdk/v1/magic_links/authenticate',
  '/auth/sdk/%76%31/users/me',
  '/auth/v1/public/oauth/google/start?login_redirect_url=https://shop.example/',
  '/api/auth/magic-link/verify?token=abc',
  '/api/%61uth/magic-link/verify?token=abc',
  '/api%2fauth/magic-link/verify?token=abc',
  '//api/auth/magic-link/verify',
  '/pages/../api/auth/verify-email',
  '/pages/%2e%2e/api/auth/verify-email',
  '/pages/..%2fapi/auth/verify-email',
  '/pages/..%5capi/auth/verify-email',
].map((path) => ORIGIN + path)

const pages: [sent: string, got?: string][] = [
  ['https://shop.example/login'],
  ['https://shop.example', 'https://shop.example/'],
  ['https://SHOP.example:443/login', 'https://shop.example/login'],
  ['https://shop.example?next=/cart', 'https://shop.example/?next=/cart'],
  ['https://shop.example/login?next=https://evil.example/@#part'],
  ['https://shop.example/a%20page/caf%C3%A9'],
  ['https://shop.example/users/@ada'],
  ['https://pay.example/login'],
]

for (const [name, ask] of fields) {
  test(`${name}: leads to the host's own pages and nowhere else`, async () => {
    const { mails, bridge } = mailing()
    for (const url of [...foreign, ...elsewhere]) {
      const { status, json } = await ask(bridge, url)
      assert.is(status, 400, url)
      assert.ok(refusals.includes(json.error_type!), `${url}: ${json.error_type}`)
    }
    assert.equal(mails, [])
    for (const [url, got = url] of pages) {
      assert.ok((await ask(bridge, url)).status < 400, url)
      assert.ok(Object.values(mails.at(-1)!).includes(got), `${url}: ${JSON.stringify(mails.at(-1))}`)
    }
  })
}

test('one request without a browser mails nobody a link to another site', async () => {
  const { mails, bridge } = mailing()
  const forged = await bridge(
    new Request(`${ORIGIN}/auth/sdk/v1/magic_links/email/login_or_create`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'x-sdk-client': 'e30=', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'victim@example.com', login_magic_link_url: 'https://evil.example/collect' }),
    }),
  )
  assert.equal([forged.status, (await forged.json()).error_type, mails], [400, refusals[0], []])
})

test('every call with a URL is in the table', () => assert.is(fields.length, 8))

test.run()
