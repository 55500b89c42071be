/**
 * Checks that an answer is validated as deep as our own code reads it: every declared field, with
 * every kind of invalid value.
 */
import { readdirSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Call } from '../../src/api/call.ts'
import { sessionShape, tokensShape, userShape } from '../../src/api/signedIn.ts'
import type { Core } from '../../src/client/core.ts'
import { damages, sample } from '../harness/damages.ts'
import { answers, auth, ok } from './answers.ts'
import { auth as memberAuth, open as openB2b } from './b2b/member.ts'
import { openBrowser, rejection, type Network } from './fakeBrowser.ts'

type Declared = Call<never, unknown>
const INVALID = ['invalid_response', 'Invalid response from our servers.', 'LatchkeyAPIUnreachableError']

/** Every call in a module of src/api/, at any depth. */
const callsIn = (found: unknown): Declared[] =>
  typeof found !== 'object' || !found
    ? []
    : typeof (found as Declared).route === 'string' && !/public/.test((found as Declared).route)
      ? [found as Declared]
      : Object.values(found).flatMap(callsIn)

const modules = (folder: string) =>
  Promise.all(
    readdirSync(new URL(`../../src/api/${folder}`, import.meta.url))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => import(`../../src/api/${folder}${file}`)),
  )
const consumer = (await modules('')).flatMap(callsIn)
const b2b = (await modules('b2b/')).flatMap(callsIn)

let answer: Network = () => ok({})
const network: Network = (sent) => (/^\/(events|projects)/.test(sent.path) ? answers()(sent) : answer(sent))
const coreOf = (client: object) => client[Symbol.for('latchkey.core') as never] as Core
const one = coreOf(openBrowser({ network }).open().client())
const organization = openB2b({}, {})
organization.browser.network = network
const other = coreOf(organization.client)

/** Sends a call with everything that it needs. */
const send = (core: Core, { route, gives, signsIn }: Declared) => {
  const params = Object.fromEntries([...route.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'x']))
  return core.send({ route, gives, signsIn } as Declared, undefined, params)
}

for (const [core, calls] of [
  [one, consumer],
  [other, b2b],
] as const) {
  for (const declared of calls.filter(({ gives }) => gives)) {
    const { route, gives } = declared
    const signedIn = declared.signsIn ? (core === one ? auth() : memberAuth()) : {}
    test(`${route} checks what it declares, and nothing else`, async () => {
      const whole = { ...signedIn, ...(sample(gives!) as object) }
      if ('__user' in whole) whole.__user = { user_id: 'u' }
      answer = () => ok(whole)
      await send(core, declared)
      for (const [what, value] of damages(gives!, whole)) {
        answer = () => new Response(JSON.stringify({ data: value }))
        const { code, message, name } = await rejection(send(core, declared))
        assert.equal([code, message, name], INVALID, what)
      }
      for (const [spelled] of Object.entries(gives!).filter(([name]) => name.endsWith('?'))) {
        const { [spelled.replace('?', '')]: _, ...less } = whole as Record<string, unknown>
        answer = () => ok(less)
        await send(core, declared)
        answer = () => ok({ ...less, [spelled.replace('?', '')]: null })
        await send(core, declared)
      }
    })
  }
}

test('these are all the calls whose answers screens read', () => {
  const swept = [...consumer, ...b2b].filter(({ gives }) => gives).map(({ route }) => route)
  for (const route of [
    'GET /users/me',
    'POST /otps/:method/login_or_create',
    'POST /passwords/strength_check',
    'POST /idp/oauth/authorize/start',
    'POST /idp/oauth/authorize/submit',
    'POST /oauth/logout/start',
    'POST /webauthn/register/start',
    'POST /webauthn/authenticate/start/:factor',
    'POST /crypto_wallets/authenticate/start/:factor',
    'DELETE /users/webauthn_registrations/:id',
    'GET /b2b/organizations/me',
  ])
    assert.ok(swept.includes(route), route)
})

/** Answers with a session, for any call that signs in. */
const signingIn: [string, Core, Declared, Record<string, any>, session: string][] = [
  ['a user', one, consumer.find(({ route }) => route === 'POST /otps/authenticate')!, auth(), 'session'],
  ['the first check of a session', one, consumer.find(({ route }) => route === 'POST /sessions/authenticate')!, auth(), 'session'],
  ['a member', other, b2b.find(({ route }) => route === 'POST /b2b/sessions/authenticate')!, memberAuth(), 'member_session'],
]
for (const [who, core, declared, whole, session] of signingIn) {
  test(`a sign-in of ${who}: tokens, times and roles are checked, and an incomplete answer signs nobody in`, async () => {
    const within = (name: string, shape: typeof sessionShape | typeof userShape) =>
      damages(shape, whole[name])
        // Of a complete answer, the ids are checked.
        .map(([what, value]): [string, unknown] => [`${name}: ${what}`, typeof value === 'symbol' ? undefined : value])
        .map(([what, value]): [string, unknown] => [what, { ...whole, [name]: value }])
    const all = [...damages(tokensShape, whole), ...within(session, sessionShape), ...(core === one ? within('user', userShape) : [])]
    const before = core.status.now
    for (const [what, value] of all) {
      answer = () => new Response(JSON.stringify({ data: value }))
      const { code, message, name } = await rejection(send(core, declared))
      assert.equal([code, message, name], INVALID, what)
      assert.is(core.status.now, before, what)
    }
    const { session_token, session_jwt, ...less } = whole
    answer = () => ok({ ...less, [session]: { ...whole[session], roles: null } })
    await send(core, declared)
  })
}

test('a call that declares no user ignores a user without an id', async () => {
  for (const __user of ['x', 7, [], {}, { user_id: 7 }, { user_id: 'u', roles: 'admin' }]) {
    answer = () => ok({ __user })
    assert.is((await rejection(send(one, { route: 'POST /somewhere' }))).code, 'invalid_response', JSON.stringify(__user))
  }
})

test.run()
