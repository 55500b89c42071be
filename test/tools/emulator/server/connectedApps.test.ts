/**
 * The provider's own Node SDK registers apps, asks for consent on a page of the host, and checks
 * the tokens of apps.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal, serving } from './serving.ts'

const test = suite('emulator: connected apps, for servers')
const redirect_uri = 'https://app.example/cb'

const exchange = async (url: string, form: Record<string, string>): Promise<Record<string, any>> => {
  const body = new URLSearchParams({ grant_type: 'authorization_code', redirect_uri, ...form })
  const answer = await fetch(`${url}/v1/oauth2/token`, { method: 'POST', body })
  return { status: answer.status, ...((await answer.json()) as object) }
}

test('an app that a server registers gets tokens by the consent that a server submits, and the browser sees it', () =>
  serving(async ({ client, emulator, visitor, url, signIn }) => {
    const { user_id, session_token } = await signIn()
    const { connected_app } = await client.connectedApp.clients.create({
      client_type: 'third_party',
      client_name: 'Calendar',
      redirect_urls: [redirect_uri],
    })
    const { client_id, client_secret = '' } = connected_app
    assert.equal([connected_app.status, connected_app.redirect_urls], ['active', [redirect_uri]])
    const request = { client_id, redirect_uri, response_type: 'code', scopes: ['openid', 'email'], user_id }
    const start = await client.idp.oauth.authorizeStart(request)
    assert.equal([start.user_id, start.consent_required, start.client.client_name], [user_id, true, 'Calendar'])
    const { authorization_code = '' } = await client.idp.oauth.authorize({ ...request, consent_granted: true })
    const tokens = await exchange(url, { code: authorization_code, client_id, client_secret })
    assert.is(tokens.status, 200)
    const network = await client.idp.introspectTokenNetwork({ token: tokens.access_token, client_id, client_secret })
    const local = await client.idp.introspectTokenLocal(tokens.access_token)
    for (const claims of [network, local])
      assert.equal([claims.subject, claims.scope, claims.token_type], [user_id, 'openid email', 'access_token'])

    // a session names the user as well, and there is nothing left to ask
    const { user_id: _, ...rest } = request
    assert.is((await client.idp.oauth.authorizeStart({ ...rest, session_token })).consent_required, false)
    await expectRefusal(client.idp.oauth.authorizeStart(rest), 'no_oauth_authorize_user_selector')
    await expectRefusal(client.idp.oauth.authorizeStart({ ...request, session_token }), 'no_oauth_authorize_user_selector')
    await expectRefusal(client.idp.oauth.authorizeStart({ ...request, user_id: 'user-test-unknown' }), 'user_not_found')

    const apps = async () => (await visitor.call('GET /users/connected_apps')).data.connected_apps.map((app: { name: string }) => app.name)
    assert.equal(await apps(), ['Calendar'])
    await client.connectedApp.clients.update({ client_id, client_name: 'Diary' })
    assert.equal(await apps(), ['Diary'])
    await client.connectedApp.clients.delete({ client_id })
    assert.equal(await apps(), [])
    await expectRefusal(client.connectedApp.clients.get({ client_id }), 'connected_app_not_found')
    emulator.seed({ clients: [{ client_id, client_name: 'A stranger', redirect_uris: [redirect_uri] }] })
    assert.equal(await apps(), [], 'an app that takes over the id has no consent')
    assert.is((await exchange(url, { code: authorization_code, client_id, client_secret })).error, 'invalid_client')
  }))

test('during a rotation both secrets work, and an app that keeps none has none', () =>
  serving(async ({ client, url }) => {
    const { clients } = client.connectedApp
    const { connected_app } = await clients.create({ client_type: 'first_party', redirect_urls: [redirect_uri] })
    const { client_id, client_secret: first = '' } = connected_app
    const works = async (client_secret: string) =>
      (await exchange(url, { code: 'unknown', client_id, client_secret })).error === 'invalid_grant'
    await expectRefusal(clients.secrets.rotate({ client_id }), 'connected_app_not_rotating_secret')
    const { next_client_secret: second } = (await clients.secrets.rotateStart({ client_id })).connected_app
    await expectRefusal(clients.secrets.rotateStart({ client_id }), 'connected_app_already_rotating_secret')
    assert.equal([await works(first), await works(second)], [true, true])
    await clients.secrets.rotateCancel({ client_id })
    assert.equal([await works(first), await works(second)], [true, false])
    const { next_client_secret: third } = (await clients.secrets.rotateStart({ client_id })).connected_app
    assert.is((await clients.secrets.rotate({ client_id })).connected_app.client_secret_last_four, third.slice(-4))
    assert.equal([await works(first), await works(third)], [false, true])

    const phone = (await clients.create({ client_type: 'third_party_public' })).connected_app
    assert.equal([phone.client_secret, phone.client_secret_last_four], [undefined, undefined])
    await expectRefusal(clients.secrets.rotateStart({ client_id: phone.client_id }), 'public_connected_apps_do_not_have_secrets')
    const { connected_apps, results_metadata } = await clients.search({ limit: 1 })
    assert.equal([connected_apps.length, results_metadata.total, results_metadata.next_cursor], [1, 2, '1'])
  }))

test('an app that cannot be is refused', () =>
  serving(async ({ client }) => {
    const create = (body: object) => client.connectedApp.clients.create({ client_type: 'third_party', ...body })
    await expectRefusal(create({ client_type: 'second_party' }), 'invalid_connected_app_type')
    await expectRefusal(create({ redirect_urls: ['/cb'] }), 'connected_app_redirect_url_must_include_scheme')
    for (const url of ['javascript:alert(1)', 'data:,x', 'https://app.example/cb#hash'])
      await expectRefusal(create({ redirect_urls: [url] }), 'connected_app_redirect_url_must_use_http_or_https_scheme')
    for (const minutes of [4, 1441, 5.5])
      await expectRefusal(create({ access_token_expiry_minutes: minutes }), 'idp_invalid_access_token_expiry_minutes')
    await expectRefusal(create({ full_access_allowed: true }), 'third_party_clients_cannot_use_full_access')
    await expectRefusal(create({ bypass_consent_for_offline_access: true }), 'third_party_clients_require_consent_for_offline_access')
  }))

test.run()
