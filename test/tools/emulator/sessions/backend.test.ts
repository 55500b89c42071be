import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../../src/tools/emulator/index.ts'
import { createBackendVisitor, setUp } from '../visitor.ts'

const test = suite('emulator: a backend')

const arrive = () => {
  const emulator = createEmulator({ project: { backend: true } })
  return { emulator, ...createBackendVisitor(emulator) }
}

const signIn = async ({ emulator, call }: ReturnType<typeof arrive>) => {
  const { data } = await call('POST /otps/email/login_or_create', { email: 'ada@example.com' })
  return call('POST /otps/authenticate', { token: emulator.outbox().at(-1)!.code, method_id: data.method_id, session_duration_minutes: 30 })
}

test('a call needs no public token, and the session is in HttpOnly cookies', async () => {
  const at = arrive()
  assert.is((await at.call('GET /projects/bootstrap/backend')).status, 200)
  assert.is((await at.call('GET /users/me')).error.error_type, 'user_unauthenticated')
  const { data } = await signIn(at)
  assert.equal([data.session_token, data.session_jwt], ['', ''])
  assert.equal([...at.jar.keys()], ['stytch_session', 'stytch_session_jwt'])
  for (const line of at.cookieLog) assert.match(line, /; HttpOnly/)
  assert.is((await at.call('GET /users/me')).data.emails[0].email, 'ada@example.com')
  assert.is((await at.call('POST /sessions/revoke')).status, 200)
  assert.is(at.jar.size, 0)
})

test('a token that is sent all the same has to be one', async () => {
  const at = arrive()
  for (const header of ['Bearer x', 'Basic !', `Basic ${btoa('public-token-live-x:y')}`])
    assert.is((await at.call('POST /sessions/authenticate', {}, { Authorization: header })).error.error_type, 'unauthorized_credentials')
})

test('links say what they are for in its own name', async () => {
  const at = arrive()
  const password = 'vRIQomL!faE2S44s'
  await at.call('POST /passwords', { email: 'ada@example.com', password, session_duration_minutes: 30 })
  await at.call('POST /magic_links/email/login_or_create', { email: 'ada@example.com' })
  await at.call('POST /passwords/email/reset/start', { email: 'ada@example.com' })
  const page = await at.emulator.fetch(
    new Request('https://app.example/v1/public/oauth/google/start?login_redirect_url=https://app.example/in'),
  )
  const allow = new URL(/href="([^"]*email=[^"]*)"/.exec(await page.text())![1]!.replaceAll('&amp;', '&'), 'https://app.example/')
  const back = await at.emulator.fetch(new Request(allow, { redirect: 'manual' }))
  const links = [...at.emulator.outbox().map(({ url }) => url!), back.headers.get('location')!].map((url) => new URL(url).searchParams)
  assert.equal(
    links.map((query) => [query.get('latchkey_token_type'), query.get('stytch_token_type')]),
    [
      ['magic_links', null],
      ['reset_password', null],
      ['oauth', null],
    ],
  )
})

test('there is no route for the log', async () => {
  assert.is((await arrive().call('POST /events', [])).error.error_type, 'route_not_found')
  assert.is((await setUp().call('POST /events', [])).status, 200)
})

test('the provider itself answers no call without a public token', async () => {
  const at = createBackendVisitor(createEmulator())
  for (const route of ['POST /sessions/authenticate', 'GET /users/me', 'GET /projects/bootstrap/backend'])
    assert.is((await at.call(route)).error.error_type, 'unauthorized_credentials')
})

test.run()
