/**
 * What an app is told after the consent page: by whom (RFC 9207), and what `max_age` and
 * `login_hint` change (OpenID Connect Core, section 3.1.2.1).
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { serving } from '../server/serving.ts'
import { createVisitor, setUp } from '../visitor.ts'

const test = suite('emulator: authorization responses')

const redirect_uri = 'https://app.example/cb?keep=1'
const clients = [{ client_id: 'web', client_name: 'Web', client_secret: 's3cret', redirect_uris: [redirect_uri] }]
const request = { client_id: 'web', redirect_uri, response_type: 'code', scopes: ['openid'] }

const setUpVisitor = async () => {
  const { emulator, visitor } = setUp({ seed: { clients, users: [{ emails: [{ email: 'eve@example.com' }] }] } })
  const { session_token, user } = await emulator.signIn({
    email: 'ada@example.com',
    phone_number: '+14155550100',
    session_duration_minutes: 300,
  })
  visitor.token = session_token
  const start = async (body: object) =>
    (await visitor.call('POST /idp/oauth/authorize/start', { ...request, ...body })).data.consent_required
  const submit = async (body: object = {}) => {
    const { data, error } = await visitor.call('POST /idp/oauth/authorize/submit', { ...request, consent_granted: true, ...body })
    if (!data) return error
    const answer = new URL(data.redirect_uri).searchParams
    return answer.get('error') ?? (answer.has('code') ? 'a code' : String(answer))
  }
  return { emulator, visitor, user, start, submit }
}

for (const [expected, body] of [
  ['code', {}],
  ['error=access_denied', { consent_granted: false }],
  ['error=consent_required', { prompt: 'none' }],
  ['error=invalid_target', { resources: ['notes'] }],
  ['error=login_required', { max_age: 1 }],
] as const) {
  test(`an answer with ${expected} names the issuer, for users and members, and below a path`, async () => {
    for (const [base, base_path, vertical] of [
      ['/idp', '', 'CONSUMER'],
      ['/idp/b2b', '', 'B2B'],
      ['/idp', '/some/provider', 'CONSUMER'],
    ] as const) {
      const { emulator } = setUp({ base_path, project: { vertical }, seed: { clients } })
      const issuer = `http://localhost:4100${base_path}`
      const visitor = createVisitor(emulator, issuer)
      const who = vertical === 'B2B' ? { email: 'ada@example.com', organization: 'acme' } : { email: 'ada@example.com' }
      visitor.token = (await emulator.signIn(who as never)).session_token
      emulator.clock.advance(2000)
      const { data } = await visitor.call(`POST ${base}/oauth/authorize/submit`, { ...request, consent_granted: true, state: 's', ...body })
      const answer = new URL(data.redirect_uri).searchParams
      assert.match(String(answer), expected)
      assert.equal(answer.getAll('iss'), [issuer])
      assert.is(answer.get('state'), 's')
      const metadata = await emulator.fetch(new Request(`${issuer}/.well-known/openid-configuration`))
      const { issuer: metadataIssuer, authorization_response_iss_parameter_supported } = await metadata.json()
      assert.equal([metadataIssuer, authorization_response_iss_parameter_supported], [issuer, true])
    }
  })
}

test('a host that submits from its server has the issuer in the answer too', () =>
  serving(
    async ({ url, client, signIn }) => {
      const { user_id } = await signIn()
      const { redirect_uri: landing } = await client.idp.oauth.authorize({ ...request, user_id, consent_granted: true })
      assert.is(new URL(landing).searchParams.get('iss'), url)
    },
    { seed: { clients } },
  ))

test('max_age: a visitor who signed in earlier than that has to sign in again', async () => {
  const { emulator, start, submit } = await setUpVisitor()
  emulator.clock.advance(100_000)
  assert.is(await submit({ max_age: 130 }), 'a code')
  assert.is(await submit({ max_age: 70 }), 'login_required')
  assert.is(await submit({ max_age: 70, prompt: 'none' }), 'login_required')
  assert.is(await start({ max_age: 70, scopes: ['openid', 'phone'] }), false, 'the visitor is not asked in vain')
  assert.is(await start({ max_age: 130, scopes: ['openid', 'phone'] }), true)
  // 0 is the same as prompt=login.
  assert.equal([await submit({ max_age: 0 }), await submit({ prompt: 'login' })], ['a code', 'a code'])
  emulator.clock.advance(300_000)
  assert.equal([await submit({ max_age: 0 }), await submit({ prompt: 'login' })], ['login_required', 'login_required'])
  assert.is(await submit({ max_age: 500 }), 'a code')
  for (const max_age of [-1, 1.5, '60']) assert.is((await submit({ max_age })).status_code, 400, String(max_age))
})

test('login_hint: without a question, only whom the app means is signed in', async () => {
  const { emulator, visitor, user, submit } = await setUpVisitor()
  await submit()
  for (const login_hint of [user.user_id, 'ada@example.com', 'ADA@example.com', '+14155550100', ''])
    assert.is(await submit({ prompt: 'none', login_hint }), 'a code', login_hint)
  for (const login_hint of ['eve@example.com', 'ada', 'undefined', '+14155550101'])
    assert.is(await submit({ prompt: 'none', login_hint }), 'login_required', login_hint)
  const byPhone = await emulator.signIn({ phone_number: '+14155550199' })
  visitor.token = byPhone.session_token
  await submit()
  assert.is(await submit({ prompt: 'none', login_hint: 'undefined' }), 'login_required')
  assert.is(await submit({ login_hint: 'eve@example.com' }), 'a code', 'it is a hint: the visitor decides')
})

test.run()
