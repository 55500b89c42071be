import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createVisitor, setUp } from '../visitor.ts'

const test = suite('emulator: opaque tokens')

/**
 * A browser's cookie jar, as far as these tests need it: the last value of each name, deleted by
 * `Max-Age=0`.
 */
const withCookies = () => {
  const { emulator } = setUp({ project: { opaque_tokens: true } })
  const jar = new Map<string, string>()
  const cookieLog: string[] = []
  const visitor = createVisitor({
    fetch: async (request) => {
      request.headers.set('Cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
      const answer = await emulator.fetch(request)
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line)!
        if (line.includes('Max-Age=0')) jar.delete(name)
        else jar.set(name, value)
        cookieLog.push(line)
      }
      return answer
    },
  })
  return { emulator, jar, cookieLog, ...visitor }
}

const signIn = async ({ emulator, call }: ReturnType<typeof withCookies>) => {
  const {
    data: { method_id },
  } = await call('POST /otps/email/login_or_create', { email: 'ada@example.com' })
  return call('POST /otps/authenticate', { token: emulator.outbox().at(-1)!.code, method_id, session_duration_minutes: 30 })
}

test('the tokens come in HttpOnly cookies and are empty in the answer', async () => {
  const at = withCookies()
  const { data } = await signIn(at)
  assert.equal([data.session_token, data.session_jwt], ['', ''])
  assert.is(data.user.emails[0].email, 'ada@example.com')
  assert.equal([...at.jar.keys()], ['stytch_session', 'stytch_session_jwt'])
  for (const line of at.cookieLog) {
    assert.match(line, /; HttpOnly/)
    assert.match(line, /; SameSite=Lax/)
    assert.match(line, /; Secure/)
    assert.match(line, `Expires=${new Date(data.session.expires_at).toUTCString()}`)
  }
})

test('the cookie is the session until it is signed out', async () => {
  const at = withCookies()
  assert.is((await at.call('GET /users/me')).error.error_type, 'user_unauthenticated')
  await signIn(at)
  assert.is((await at.call('GET /users/me')).status, 200)
  const stolenToken = at.jar.get('stytch_session')!
  assert.is((await at.call('POST /sessions/revoke')).status, 200)
  assert.is(at.jar.size, 0)
  at.jar.set('stytch_session', stolenToken)
  assert.is((await at.call('GET /users/me')).error.error_type, 'session_not_found')
})

test('a project without them accepts no session from a cookie, and sets none', async () => {
  const at = withCookies()
  await signIn(at)
  at.emulator.project({ opaque_tokens: false })
  assert.is((await at.call('GET /users/me')).error.error_type, 'user_unauthenticated')
  const count = at.cookieLog.length
  assert.ok((await signIn(at)).data.session_token)
  assert.is(at.cookieLog.length, count)
})

test('no cookie lives longer than browsers allow: 400 days (RFC 6265bis, section 5.5)', async () => {
  const at = withCookies()
  at.emulator.clock.advance(300 * 86_400_000)
  const {
    data: { method_id },
  } = await at.call('POST /otps/email/login_or_create', { email: 'ada@example.com' })
  const { status } = await at.call('POST /otps/authenticate', {
    token: at.emulator.outbox().at(-1)!.code,
    method_id,
    session_duration_minutes: 525_600,
  })
  assert.is(status, 200)
  assert.is(at.cookieLog.length, 2)
  for (const line of at.cookieLog) {
    const days = (Date.parse(/Expires=([^;]+)/.exec(line)![1]!) - Date.now()) / 86_400_000
    assert.ok(days > 399 && days <= 400, line)
  }
  assert.is((await at.call('GET /users/me')).status, 200)
})

test.run()
