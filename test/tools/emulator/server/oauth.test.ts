/**
 * The provider's own Node SDK signs users in who come back from OAuth providers, and attaches
 * accounts to users.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { PT } from '../visitor.ts'
import { expectRefusal, serving } from './serving.ts'

const test = suite('emulator: OAuth, for servers')
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/**
 * Goes through the page of an OAuth provider as the owner of this address, and returns the token
 * with which the browser comes back.
 */
const visit = async (url: string, email: string, query: Record<string, string> = {}, provider = 'google') => {
  const landing = 'https://app.example/in'
  const search = new URLSearchParams({ public_token: PT, login_redirect_url: landing, signup_redirect_url: landing, ...query })
  const page = await (await fetch(`${url}/v1/public/oauth/${provider}/start?${search}`)).text()
  const action = /<form action="([^"]+)"/.exec(page)?.[1]
  if (!action) throw new Error(page)
  const answer = await fetch(`${url}${action}?email=${encodeURIComponent(email)}`, { redirect: 'manual' })
  return new URL(answer.headers.get('location')!).searchParams.get('token')!
}

test('a visitor who comes back is signed in once, as the same user as in the browser', () =>
  serving(async ({ client, signIn, url }) => {
    const { user_id } = await signIn()
    const token = await visit(url, 'ada@example.com', { custom_scopes: 'calendar' })
    const answer = await client.oauth.authenticate({ token, session_duration_minutes: 30 })
    assert.equal([answer.user_id, answer.provider_type, answer.provider_subject], [user_id, 'Google', 'google|ada@example.com'])
    assert.equal([answer.reset_sessions, answer.user_session!.authentication_factors[0]!.type], [false, 'oauth'])
    assert.equal(answer.provider_values.scopes, ['openid', 'email', 'profile', 'calendar'])
    assert.is(answer.oauth_user_registration_id, answer.user.providers[0]!.oauth_user_registration_id)
    await expectRefusal(client.oauth.authenticate({ token }), 'oauth_token_not_found')
  }))

test('a sign-in that began with a challenge needs its verifier', () =>
  serving(async ({ client, url }) => {
    const token = await visit(url, 'ada@example.com', { code_challenge })
    await expectRefusal(client.oauth.authenticate({ token }), 'pkce_expected_code_verifier')
    await expectRefusal(client.oauth.authenticate({ token, code_verifier: 'x'.repeat(43) }), 'pkce_mismatch')
    const { user_session, session_token } = await client.oauth.authenticate({ token, code_verifier: verifier })
    assert.equal([user_session, session_token], [undefined, ''])
  }))

test('an account with another address is attached to a user', () =>
  serving(async ({ client, visitor, signIn, url }) => {
    const { user_id, session_token } = await signIn()
    const { oauth_attach_token } = await client.oauth.attach({ provider: 'github', session_token })
    const start = (provider: string) =>
      fetch(`${url}/v1/public/oauth/${provider}/start?${new URLSearchParams({ public_token: PT, oauth_attach_token })}`)
    assert.is(((await (await start('google')).json()) as { error_type: string }).error_type, 'invalid_oauth_attach_token')
    const token = await visit(url, 'ada@work.example', { oauth_attach_token }, 'github')
    const attachment = await client.oauth.authenticate({ token })
    assert.equal([attachment.user_id, attachment.provider_type], [user_id, 'GitHub'])
    assert.is((await visitor.call('GET /users/me')).data.providers[0].provider_subject, 'github|ada@work.example')
    assert.is(((await (await start('github')).json()) as { error_type: string }).error_type, 'invalid_oauth_attach_token')
    // from now on the account signs this user in
    assert.is((await client.oauth.authenticate({ token: await visit(url, 'ada@work.example', {}, 'github') })).user_id, user_id)
    await expectRefusal(client.oauth.attach({ provider: 'myspace', user_id }), 'oauth_config_not_found')
    await expectRefusal(client.oauth.attach({ provider: 'google' }), 'no_session_arguments')
  }))

test.run()
