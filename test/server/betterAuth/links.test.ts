/** The links in mails, and the plugin that says how an address logs in. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { latchkey, widgetLink } from '../../../src/server/betterAuth/index.ts'

const test = suite('better-auth: links')

const AUTH = 'https://shop.example/api/auth'
const page = encodeURIComponent('https://shop.example/login?next=%2Fcart#form')

const links: [what: string, url: string, link: string][] = [
  [
    'a link',
    `${AUTH}/magic-link/verify?token=abc&callbackURL=${page}`,
    'https://shop.example/login?next=%2Fcart&latchkey_token_type=magic_links&token=abc#form',
  ],
  [
    'a link to a path',
    `${AUTH}/magic-link/verify?token=abc&callbackURL=%2Flogin`,
    'https://shop.example/login?latchkey_token_type=magic_links&token=abc',
  ],
  ['a link without a page', `${AUTH}/magic-link/verify?token=abc`, 'https://shop.example/?latchkey_token_type=magic_links&token=abc'],
  [
    'a reset',
    `${AUTH}/reset-password/abc?callbackURL=${encodeURIComponent('https://shop.example/reset?latchkey_for=YWRh')}`,
    'https://shop.example/reset?latchkey_token_type=reset_password&token=abc.YWRh',
  ],
  [
    'a verification',
    `${AUTH}/verify-email?token=a.b.c&callbackURL=%2F`,
    'https://shop.example/?latchkey_token_type=magic_links&token=verify-email.a.b.c',
  ],
]
for (const [what, url, link] of links) test(`${what} leads to the page`, () => assert.is(widgetLink(url), link))

test('any other URL is a mistake of the host', () => {
  assert.throws(() => widgetLink(`${AUTH}/callback/google?code=abc`), /widgetLink\(\) takes/)
  assert.throws(() => widgetLink('abc'))
})

type UserRecord = { accounts: { providerId: string; password?: string }[] } | null
const accounts: Record<string, UserRecord> = {
  'ada@example.com': { accounts: [{ providerId: 'google' }, { providerId: 'credential', password: 'hash' }] },
  'bob@example.com': { accounts: [{ providerId: 'google' }] },
  'eve@example.com': { accounts: [{ providerId: 'credential' }] },
}

/** Asks the plugin's endpoint, as Better Auth's router calls it. */
const ask = async (options: Parameters<typeof latchkey>[0], body: unknown) => {
  const lookups: string[] = []
  const { endpoints } = latchkey(options) as unknown as { endpoints: { latchkeyAddress: (context: object) => Promise<Response> } }
  const internalAdapter = {
    async findUserByEmail(email: string) {
      lookups.push(email)
      return accounts[email] ?? null
    },
  }
  const response = await endpoints.latchkeyAddress({ body, context: { internalAdapter } })
  return { status: response.status, json: (await response.json()) as { userType?: string; code?: string }, lookups }
}

test('the plugin says how an address logs in', async () => {
  for (const [email, userType] of [
    ['ADA@example.com', 'password'],
    ['bob@example.com', 'passwordless'],
    ['eve@example.com', 'passwordless'],
    ['new@example.com', 'new'],
  ])
    assert.equal((await ask({}, { email })).json, { userType }, email)
})

test('it says the same about every address if the host hides them, after the same question', async () => {
  for (const email of ['ada@example.com', 'bob@example.com', 'new@example.com'])
    assert.equal(await ask({ hideAddresses: true }, { email }), { status: 200, json: { userType: 'password' }, lookups: [email] })
})

test('it asks the database for an address alone', async () => {
  for (const body of [undefined, null, {}, { email: { $ne: null } }, { email: ['ada@example.com'] }, { email: 'ada' }])
    assert.equal(await ask({}, body), { status: 400, json: { code: 'INVALID_EMAIL' }, lookups: [] }, JSON.stringify(body))
})

test('it has endpoints, and the one for addresses has a limit of its own', () => {
  const { id, rateLimit, endpoints } = latchkey({ perMinute: 7 }) as ReturnType<typeof latchkey> & {
    endpoints: Record<string, { path: string; options: { method: string } }>
  }
  assert.is(id, 'latchkey')
  assert.equal(
    Object.values(endpoints).map(({ path, options }) => `${options.method} ${path}`),
    [
      'POST /latchkey/address',
      'POST /latchkey/confirmation',
      'POST /latchkey/landing',
      'GET /latchkey/offers',
      'GET /latchkey/apps',
      'POST /latchkey/apps/remove',
    ],
  )
  assert.equal([rateLimit.length, rateLimit[0]!.window, rateLimit[0]!.max], [1, 60, 7])
  assert.equal([rateLimit[0]!.pathMatcher('/latchkey/address'), rateLimit[0]!.pathMatcher('/sign-in/email')], [true, false])
})

test.run()
