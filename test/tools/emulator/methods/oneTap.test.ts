import { decodeJwt } from 'jose'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { EmulatorOptions } from '../../../../src/tools/emulator/index.ts'
import { PT, setUp } from '../visitor.ts'

const test = suite('emulator: One Tap')
const client_id = 'emulated.apps.googleusercontent.com'
const urls = { login_redirect_url: 'https://app.example/in?a=1', signup_redirect_url: 'https://app.example/up' }
const oneTapHeader = { 'x-stytch-oauth-type': 'google-one-tap' }

/** The requests of the iframe service and of Google's script. */
const oneTap = (options?: EmulatorOptions) => {
  const at = setUp(options)
  const ask = async (route: string, body?: object, headers?: Record<string, string>) => {
    const [method, path] = route.split(' ')
    const request = new Request(`https://test.stytch.com${path}`, { method, headers, body: body && JSON.stringify(body) })
    return (await at.emulator.fetch(request)).json()
  }
  return {
    ...at,
    start: (public_token = PT) => ask(`GET /v1/public/oauth/google/onetap/start?public_token=${public_token}`),
    credential: async (email = 'ada@example.com'): Promise<string> => (await ask('POST /gsi/credential', { client_id, email })).credential,
    submit: (id: string, body: object, headers: Record<string, string> = oneTapHeader) =>
      ask(`POST /v1/oauth/callback/${id}`, { ...urls, ...body }, headers),
    status: (id = client_id) => ask(`GET /gsi/status?client_id=${id}`),
  }
}

test('an answered prompt leads back to the app with a token that signs in', async () => {
  const { start, credential, submit, call } = oneTap()
  const { google_client_id, stytch_csrf_token, oauth_callback_id } = await start()
  assert.is(google_client_id, client_id)
  const { redirect_url } = await submit(oauth_callback_id, { id_token: await credential(), stytch_csrf_token })
  const landing = new URL(redirect_url)
  assert.is(landing.origin + landing.pathname, urls.signup_redirect_url)
  assert.is(landing.searchParams.get('stytch_token_type'), 'oauth')
  const token = landing.searchParams.get('token')
  const { data } = await call('POST /oauth/authenticate', { token, session_duration_minutes: 30 })
  assert.is(data.user.emails[0].email, 'ada@example.com')
  assert.equal([data.provider_type, data.provider_subject], ['Google', 'google|ada@example.com'])

  const again = await start()
  const answer = await submit(again.oauth_callback_id, { id_token: await credential(), stytch_csrf_token: again.stytch_csrf_token })
  assert.ok(answer.redirect_url.startsWith(`${urls.login_redirect_url}&token=`))
})

test('a submission counts once, with its own CSRF token and header', async () => {
  const { start, credential, submit } = oneTap()
  const [one, other, id_token] = [await start(), await start(), await credential()]
  const { oauth_callback_id: id, stytch_csrf_token } = one
  const refusal = 'oauth_flow_callback_error'
  assert.is((await submit('unknown', { id_token, stytch_csrf_token })).error_type, refusal)
  assert.is((await submit(id, { id_token, stytch_csrf_token: other.stytch_csrf_token })).error_type, refusal)
  assert.is((await submit(id, { id_token, stytch_csrf_token }, {})).error_type, refusal)
  const [first, second] = await Promise.all([1, 2].map(() => submit(id, { id_token, stytch_csrf_token })))
  assert.equal([first.error_type, second.error_type].sort(), [refusal, undefined])
  assert.is((await submit(id, { id_token, stytch_csrf_token })).error_type, refusal)
})

test("an ID token must be Google's, for this client, and fresh", async () => {
  const at = oneTap()
  const attempt = async (id_token: string) => {
    const { oauth_callback_id, stytch_csrf_token } = await at.start()
    return (await at.submit(oauth_callback_id, { id_token, stytch_csrf_token })).error_type
  }
  const good = await at.credential()
  const { iss, aud, email_verified } = decodeJwt(good)
  assert.equal([iss, aud, email_verified], ['https://accounts.google.com', client_id, true])
  const [head, , signature] = good.split('.')
  const claims = Buffer.from(JSON.stringify({ ...decodeJwt(good), email: 'eve@example.com' })).toString('base64url')
  const forgery = `${head}.${claims}.${signature}`
  for (const wrong of [forgery, await oneTap().credential(), 'nonsense', '']) assert.is(await attempt(wrong), 'oauth_flow_callback_error')
  at.emulator.clock.advance(3_600_000)
  assert.is(await attempt(good), 'oauth_flow_callback_error')
  const fresh = await at.credential()
  at.emulator.project({ google_client_id: 'another' })
  assert.is(await attempt(fresh), 'oauth_flow_callback_error')
  at.emulator.project({ google_client_id: client_id })
  assert.is(await attempt(fresh), undefined)
})

test('it ends where the project allows, and starts with a test token', async () => {
  const { start, credential, submit } = oneTap({ project: { allowed_redirect_urls: ['https://app.example/up'] } })
  assert.is((await start('public-token-live-x')).error_type, 'unauthorized_credentials')
  const { oauth_callback_id, stytch_csrf_token } = await start()
  const id_token = await credential()
  const { error_type } = await submit(oauth_callback_id, { id_token, stytch_csrf_token })
  assert.is(error_type, 'no_match_for_provided_magic_link_url')
})

test('a project without a Google client returns an empty id', async () => {
  const { start } = oneTap({ project: { google_client_id: null } })
  assert.is((await start()).google_client_id, '')
})

test('the project decides whether the prompt appears, but not for another client', async () => {
  const { status, emulator } = oneTap()
  assert.equal(await status(), {})
  assert.equal(await status(''), { not_displayed: 'missing_client_id' })
  assert.equal(await status('another'), { not_displayed: 'invalid_client' })
  emulator.project({ google_one_tap: 'opt_out_or_no_session' })
  assert.equal(await status(), { not_displayed: 'opt_out_or_no_session' })
  emulator.project({ google_one_tap: 'user_cancel' })
  assert.equal(await status(), { skipped: 'user_cancel' })
  assert.throws(() => emulator.project({ google_one_tap: 'maybe' as never }), /google_one_tap/)
})

test.run()
