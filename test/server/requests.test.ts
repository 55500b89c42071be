/** Where the session is in a request, and which forms a request can have. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { verifySession, type RequestOrHeaders } from '../../src/server/index.ts'
import { createIssuer, createKey, sign, userClaims, withCookie } from './issuer.ts'
import { rejection } from '../harness/rejection.ts'
import { serve } from '../harness/listening.ts'

const test = suite('server: requests')
const key = await createKey('key', 'ES256')
const { options } = createIssuer(key)
const ada = await sign(key, userClaims())
const bob = await sign(key, { ...userClaims(), sub: 'user-test-2' })
const expired = await sign(key, { ...userClaims(), exp: 1 })
const bobs = [1, 2, 3, 4].map((exp) => sign(key, { ...userClaims(), sub: 'user-test-2', exp }))
const [bobExpired, ...bobsFurther] = await Promise.all(bobs)
const early = await sign(key, { ...userClaims(), sub: 'user-test-2', nbf: userClaims().exp! - 60 })
const byUnknownKey = await sign(await createKey('unknown', 'ES256'), userClaims())
const forged = ada.replace(/.{8}$/, 'AAAAAAAA')

const who = async (request: RequestOrHeaders, more: object = {}) => {
  const result = await verifySession(request, { ...options, ...more })
  return result.ok ? result.session.user_id : result.code
}

const ofNode = (headers: IncomingMessage['headers']) => Object.assign(new IncomingMessage(new Socket()), { headers })
/**
 * What `await headers()` of Next.js returns: a `Headers` that cannot be changed, behind a proxy.
 */
const ofNext = (headers: Record<string, string>) => {
  const all = new Headers(headers)
  return new Proxy(all, { get: (target, name) => (name === 'get' ? (key: string) => target.get(key) : undefined) })
}

const cookie = `a=1; stytch_session_jwt=${ada}; b=2`
const forms: [string, (headers: Record<string, string>) => RequestOrHeaders][] = [
  ['a Request', (headers) => new Request('https://host.example', { headers })],
  ['Headers', (headers) => new Headers(headers)],
  ['the headers of Next.js', ofNext],
  ['an IncomingMessage', ofNode],
  ['the record of Node', (headers) => headers],
  ['a record without a prototype, as h3 and Fastify have it', (headers) => Object.assign(Object.create(null), headers)],
  ['lists of Node', (headers) => Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))],
  ['what has getHeaders', (headers) => ({ getHeaders: () => headers })],
  ['a wrapped request, as Koa and hapi have it', (headers) => ({ headers, raw: {}, url: '/' })],
  [
    'an event of a load balancer',
    (headers) => ({
      headers: null,
      multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    }),
  ],
  [
    'an event of AWS Lambda, 1.0',
    (headers) => ({
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
      multiValueHeaders: null,
    }),
  ],
  [
    'a request of CloudFront',
    (headers) => ({ headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [{ key: name, value }]])) }),
  ],
]
for (const [what, form] of forms) {
  test(`${what}: cookie, bearer and neither`, async () => {
    assert.is(await who(form({ cookie })), 'user-test-1')
    assert.is(await who(form({ authorization: `Bearer ${ada}` })), 'user-test-1')
    assert.is(await who(form({})), 'no_session')
  })
}

test('a real request to a server of Node', async () => {
  const { url, close } = await serve(async (request, response) => response.end(await who(request)))
  assert.is(await (await fetch(url, { headers: { Cookie: cookie } })).text(), 'user-test-1')
  assert.is(await (await fetch(url)).text(), 'no_session')
  await close()
})

const bearers: [string, string][] = [
  [`Bearer ${ada}`, 'user-test-1'],
  [`bearer   ${ada}  `, 'user-test-1'],
  [`Bearer ${forged}`, 'invalid_token'],
  ['Bearer', 'user-test-2'],
  ['Bearer ', 'user-test-2'],
  [`Basic ${btoa('a:b')}`, 'user-test-2'],
  ['Bearer opaque', 'invalid_token'],
]
for (const [authorization, expected] of bearers)
  test(`Authorization: ${authorization.slice(0, 16)}, beside a cookie: ${expected}`, async () =>
    assert.is(await who(new Headers({ authorization, cookie: `stytch_session_jwt=${bob}` })), expected))

const many = (...values: string[]) => values.map((value) => `stytch_session_jwt=${value}`).join('; ')
const cookies: [what: string, header: string, expected: string][] = [
  ['an empty header', '', 'no_session'],
  ['an empty cookie', 'stytch_session_jwt=', 'no_session'],
  ['no equals sign', 'stytch_session_jwt', 'no_session'],
  ['spaces around it', `;;  stytch_session_jwt = ${ada} ;`, 'user-test-1'],
  ['quotes', `stytch_session_jwt="${ada}"`, 'user-test-1'],
  ['percent-encoded', `stytch_session_jwt=${ada.replaceAll('.', '%2E')}`, 'user-test-1'],
  ['broken percent-encoding', 'stytch_session_jwt=%E0%A4%A', 'invalid_token'],
  ['a longer name', `xstytch_session_jwt=${ada}`, 'no_session'],
  ['another case', `Stytch_Session_JWT=${ada}`, 'no_session'],
  ['the same twice', many(ada, ada), 'user-test-1'],
  ['an old one first', many(expired, ada), 'user-test-1'],
  ['an old one last', many(ada, expired), 'user-test-1'],
  ['a forged one first', many(forged, ada), 'user-test-1'],
  ['two people', many(ada, bob), 'invalid_token'],
  ['two people, the other way round', many(bob, ada), 'invalid_token'],
  ['an old and a forged one', many(forged, expired), 'expired'],
  ['somebody else, expired', many(ada, bobExpired!), 'invalid_token'],
  ['somebody else, expired, first', many(bobExpired!, ada), 'invalid_token'],
  ['somebody else, not yet valid', many(ada, early), 'invalid_token'],
  ['two people, both expired', many(expired, bobExpired!), 'invalid_token'],
  ['a planted one beside one whose key nobody knows', many(ada, byUnknownKey), 'invalid_token'],
  ['a name that begins with a no-break space', `\u00a0stytch_session_jwt=${ada}`, 'no_session'],
  ['a name that begins with a line tabulation', `\u000bstytch_session_jwt=${ada}`, 'no_session'],
  ['a quotation mark that only opens', `stytch_session_jwt="${ada}.`, 'no_session'],
  ['more than anybody should check', many(ada, '1', '2', '3', '4'), 'invalid_token'],
  ['more than anybody should check, all of them signed', many(ada, bobExpired!, ...bobsFurther), 'invalid_token'],
  ['as many as are checked', many('1', '2', '3', ada), 'user-test-1'],
  [
    'more opaque tokens than anybody should check',
    `${many(ada)}; ${[1, 2, 3, 4, 5].map((at) => `stytch_session=${at}`).join('; ')}`,
    'invalid_token',
  ],
  ['a hundred kilobytes', `stytch_session_jwt=${'a.'.repeat(50_000)}`, 'invalid_token'],
  ['names of Object.prototype', `__proto__=${ada}; constructor=${ada}`, 'no_session'],
]
for (const [what, header, expected] of cookies)
  test(`cookies, ${what}: ${expected}`, async () => assert.is(await who(new Headers({ cookie: header })), expected))

test('the name of the cookie is an option', async () => {
  const cookieOptions = { jwtCookieName: 'jwt' }
  assert.is(await who(withCookie(ada, 'jwt'), { cookieOptions }), 'user-test-1')
  assert.is(await who(withCookie(ada), { cookieOptions }), 'no_session')
})

test('headers of any case, and the cookies of an event of AWS Lambda, are found', async () => {
  assert.is(await who({ headers: { Cookie: cookie } }), 'user-test-1')
  assert.is(await who({ headers: { COOKIE: [cookie, 'b=2'] } }), 'user-test-1')
  assert.is(await who({ headers: { Authorization: `Bearer ${ada}` } }), 'user-test-1')
  assert.is(await who({ headers: { AUTHORIZATION: `Bearer ${bob}`, Cookie: cookie } }), 'user-test-2')
  assert.is(await who({ headers: { host: 'host.example' }, cookies: ['a=1', `stytch_session_jwt=${ada}`] }), 'user-test-1')
  assert.is(await who({ headers: { cookie: many(ada) }, cookies: [many(bob)] }), 'invalid_token')
  // cookie-parser of Express has them as an object, beside the header
  assert.is(await who({ headers: { cookie }, cookies: { stytch_session_jwt: bob } }), 'user-test-1')
  const event = Object.create({ cookies: [many(bob)] }) as object
  assert.is(await who(Object.assign(event, { headers: { cookie } })), 'user-test-1')
})

test('headers of Node can be lists, and those of Object.prototype are none', async () => {
  assert.is(await who(ofNode({ cookie: [`a=1`, cookie] as never })), 'user-test-1')
  assert.is(await who({ headers: Object.create({ cookie }) }), 'no_session')
})

for (const [what, request] of [
  ['undefined', undefined],
  ['a promise, as headers() of Next.js returns it', Promise.resolve(new Headers({ cookie }))],
  ['what cookies() of Next.js returns', { get: (name: string) => ({ name, value: ada }) }],
  ['a token', ada],
  ['cookies that a server has read', { stytch_session_jwt: ada }],
  ['an object of something else', { cookie, user: { id: 1 } }],
  ['a list', [cookie]],
  ['a number', 7],
  ['headers that are null', { headers: null }],
] as const) {
  test(`${what} is no request, which is a TypeError without a token in it`, async () => {
    const error = await rejection(who(request as never))
    assert.instance(error, TypeError)
    assert.match((error as Error).message, 'neither a request nor its headers')
    assert.not.match((error as Error).message, ada)
  })
}

test.run()
