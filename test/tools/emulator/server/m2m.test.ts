/** The provider's own Node SDK manages M2M clients, gets their tokens and checks them by itself. */
import * as openid from 'openid-client'
import { ClientError } from 'stytch'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal, serving } from './serving.ts'
import { rejection } from '../../../harness/rejection.ts'

const test = suite('emulator: M2M clients, for servers')

const forbidden = async (call: Promise<unknown>) => assert.instance(await rejection(call), ClientError)

test('a client gets a token with its scopes, which the SDK verifies with the keys of the emulator', () =>
  serving(async ({ client, emulator, url }) => {
    const { m2m_client } = await client.m2m.clients.create({ scopes: ['read:users', 'write:users'], client_name: 'Nightly' })
    const { client_id, client_secret } = m2m_client
    assert.is(m2m_client.client_secret_last_four, client_secret.slice(-4))
    const { access_token, expires_in, token_type } = await client.m2m.token({ client_id, client_secret })
    assert.equal([expires_in, token_type], [3600, 'bearer'])
    const token = await client.m2m.authenticateToken({ access_token, required_scopes: ['write:users'] })
    assert.equal([token.client_id, token.scopes], [client_id, ['read:users', 'write:users']])

    const narrow = await client.m2m.token({ client_id, client_secret, scopes: ['read:users'] })
    await forbidden(client.m2m.authenticateToken({ access_token: narrow.access_token, required_scopes: ['write:users'] }))
    await expectRefusal(client.m2m.token({ client_id, client_secret, scopes: ['delete:users'] }), 'invalid_scope')
    await expectRefusal(client.m2m.token({ client_id, client_secret: 'wrong' }), 'invalid_client')
    await expectRefusal(client.m2m.token({ client_id: 'm2m-client-test-unknown', client_secret }), 'invalid_client')

    // the same, for an OpenID client that begins with discovery
    const config = await openid.discovery(new URL(url), client_id, client_secret, undefined, { execute: [openid.allowInsecureRequests] })
    const grant = await openid.clientCredentialsGrant(config, { scope: 'read:users' })
    assert.is((await client.m2m.authenticateToken({ access_token: grant.access_token })).client_id, client_id)
    const answer = await fetch(`${url}/v1/oauth2/userinfo`, { headers: { Authorization: `Bearer ${access_token}` } })
    assert.is(answer.status, 401, 'the token of a program is about no visitor')
    assert.is(emulator.crashes().length, 0)
  }))

test('a program asks about its own token, and learns nothing about that of another', () =>
  serving(async ({ client, url, emulator }) => {
    const create = async () => (await client.m2m.clients.create({ scopes: ['read', 'write'] })).m2m_client
    const [one, other] = [await create(), await create()]
    const introspect = async (token: string, { client_id, client_secret }: typeof one) => {
      const body = new URLSearchParams({ token, client_id, client_secret })
      return (await fetch(`${url}/v1/oauth2/introspect`, { method: 'POST', body })).json()
    }
    const { access_token } = await client.m2m.token({ client_id: one.client_id, client_secret: one.client_secret, scopes: ['read'] })
    const about = await introspect(access_token, one)
    assert.equal(
      [about.active, about.sub, about.client_id, about.scope, about.iss, about.exp - about.iat],
      [true, one.client_id, one.client_id, 'read', url, 3600],
    )
    assert.is((await introspect(access_token, other)).active, false)
    assert.is((await introspect(`${access_token}x`, one)).active, false)
    assert.is((await introspect('nothing', one)).active, false)
    emulator.clock.advance(3_601_000)
    assert.is((await introspect(access_token, one)).active, false)
    await client.m2m.clients.update({ client_id: one.client_id, status: 'inactive' })
    assert.is((await introspect(access_token, one)).error, 'invalid_client')
  }))

test('a secret with any characters proves its client, encoded as a form or not, and a revocation has a body', () =>
  serving(async ({ url, emulator }) => {
    for (const [at, client_secret] of ['a+b%20c', '100%', 'p%2Bq+r/s=', '%zz & ü', 'plain:with:colons'].entries()) {
      const client_id = `app-${at}`
      emulator.seed({ clients: [{ client_id, client_name: 'App', client_secret, redirect_uris: ['https://a.example/'] }] })
      const form = (text: string) => encodeURIComponent(text).replaceAll('%20', '+')
      const base64 = (text: string) => Buffer.from(text).toString('base64')
      const ask = async (headers: Record<string, string>, body: Record<string, string> = {}) => {
        const answer = await fetch(`${url}/v1/oauth2/revoke`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ token: 'x', ...body }),
        })
        return [answer.status, await answer.json()] as const
      }
      for (const [status, body] of [
        await ask({ Authorization: `Basic ${base64(`${client_id}:${client_secret}`)}` }),
        await ask({ Authorization: `Basic ${base64(`${form(client_id)}:${form(client_secret)}`)}` }),
        await ask({}, { client_id, client_secret }),
      ]) {
        assert.is(status, 200, client_secret)
        assert.equal([typeof body.request_id, body.status_code], ['string', 200])
      }
      assert.is((await ask({ Authorization: `Basic ${base64(`${client_id}:${client_secret}x`)}` }))[0], 401)
    }
  }))

test('an inactive or deleted client gets no token', () =>
  serving(async ({ client }) => {
    const { m2m_client } = await client.m2m.clients.create({ scopes: ['read'], client_id: 'own-id', client_secret: 'own-secret-of-mine' })
    const credentials = { client_id: 'own-id', client_secret: 'own-secret-of-mine' }
    assert.equal([m2m_client.client_id, m2m_client.client_secret, m2m_client.status], ['own-id', 'own-secret-of-mine', 'active'])
    await client.m2m.token(credentials)
    assert.is((await client.m2m.clients.update({ client_id: 'own-id', status: 'inactive' })).m2m_client.status, 'inactive')
    await expectRefusal(client.m2m.token(credentials), 'invalid_client')
    await client.m2m.clients.update({ client_id: 'own-id', status: 'active', scopes: ['read', 'write'] })
    await client.m2m.token({ ...credentials, scopes: ['write'] })
    assert.is((await client.m2m.clients.delete({ client_id: 'own-id' })).client_id, 'own-id')
    await expectRefusal(client.m2m.token(credentials), 'invalid_client')
    await expectRefusal(client.m2m.clients.get({ client_id: 'own-id' }), 'm2m_client_not_found')
  }))

test('an update adds to the metadata of a client, and null deletes a key', () =>
  serving(async ({ client }) => {
    const { clients } = client.m2m
    const { m2m_client } = await clients.create({ scopes: [], trusted_metadata: { team: 'a', seats: 3, nothing: null } })
    assert.equal(m2m_client.trusted_metadata, { team: 'a', seats: 3 })
    const { client_id } = m2m_client
    const update = await clients.update({ client_id, trusted_metadata: { seats: null, eu: true } })
    assert.equal(update.m2m_client.trusted_metadata, { team: 'a', eu: true })
    assert.equal((await clients.update({ client_id, client_name: 'b' })).m2m_client.trusted_metadata, { team: 'a', eu: true })
  }))

test('during a rotation both secrets work, and after it the new one', () =>
  serving(async ({ client }) => {
    const { m2m_client } = await client.m2m.clients.create({ scopes: ['read'] })
    const { client_id, client_secret: first } = m2m_client
    const { secrets } = client.m2m.clients
    await expectRefusal(secrets.rotate({ client_id }), 'm2m_client_not_rotating_secret')
    await expectRefusal(secrets.rotateCancel({ client_id }), 'm2m_client_not_rotating_secret')
    const canceledSecret = (await secrets.rotateStart({ client_id })).m2m_client.next_client_secret
    await expectRefusal(secrets.rotateStart({ client_id }), 'm2m_client_already_rotating_secret')
    await client.m2m.token({ client_id, client_secret: canceledSecret })
    assert.is((await client.m2m.clients.get({ client_id })).m2m_client.next_client_secret_last_four, canceledSecret.slice(-4))
    await secrets.rotateCancel({ client_id })
    await expectRefusal(client.m2m.token({ client_id, client_secret: canceledSecret }), 'invalid_client')
    const second = (await secrets.rotateStart({ client_id })).m2m_client.next_client_secret
    for (const client_secret of [first, second]) await client.m2m.token({ client_id, client_secret })
    assert.is((await secrets.rotate({ client_id })).m2m_client.client_secret_last_four, second.slice(-4))
    await expectRefusal(client.m2m.token({ client_id, client_secret: first }), 'invalid_client')
    await client.m2m.token({ client_id, client_secret: second })
  }))

test('a search finds clients by id, name and scope, a page at a time', () =>
  serving(async ({ client }) => {
    for (const name of ['a', 'b', 'c']) await client.m2m.clients.create({ client_id: name, client_name: name, scopes: ['all', name] })
    const find = async (operator: 'AND' | 'OR', ...operands: [string, unknown][]) => {
      const query = { operator, operands: operands.map(([filter_name, filter_value]) => ({ filter_name, filter_value })) }
      return (await client.m2m.clients.search({ query: query as never })).m2m_clients.map(({ client_id }) => client_id)
    }
    assert.equal(await find('AND', ['scopes', ['all']], ['client_name', ['a', 'b']]), ['a', 'b'])
    assert.equal(await find('OR', ['scopes', ['a']], ['client_id', ['c']]), ['a', 'c'])
    await expectRefusal(find('AND', ['status', ['active']]), 'm2m_search_filter_name_not_recognized')
    await expectRefusal(find('AND', ['scopes', 'all']), 'm2m_search_expected_array_of_strings')
    const first = await client.m2m.clients.search({ limit: 2 })
    assert.equal([first.m2m_clients.length, first.results_metadata.total], [2, 3])
    const rest = await client.m2m.clients.search({ limit: 2, cursor: first.results_metadata.next_cursor })
    assert.equal([rest.m2m_clients.map(({ client_id }) => client_id), rest.results_metadata.next_cursor], [['c'], undefined])
    await expectRefusal(client.m2m.clients.search({ limit: 0 }), 'invalid_argument')
  }))

test('a wrong filter is refused even if there is no client', () =>
  serving(async ({ client }) => {
    const search = (operand: object) => client.m2m.clients.search({ query: { operator: 'AND', operands: [operand] } as never })
    await expectRefusal(search({ filter_name: 'status', filter_value: ['active'] }), 'm2m_search_filter_name_not_recognized')
    await expectRefusal(search({ filter_name: 'toString', filter_value: ['a'] }), 'm2m_search_filter_name_not_recognized')
    await expectRefusal(search({ filter_name: 'scopes', filter_value: 'all' }), 'm2m_search_expected_array_of_strings')
    assert.equal((await search({ filter_name: 'scopes', filter_value: ['all'] })).m2m_clients, [])
  }))

test('a client that cannot be is refused', () =>
  serving(async ({ client }) => {
    const { create } = client.m2m.clients
    const createClient = (body: object) => create.call(client.m2m.clients, { scopes: [], ...body } as never)
    await createClient({ client_id: 'taken' })
    await expectRefusal(createClient({ client_id: 'taken' }), 'duplicate_m2m_client_id')
    await expectRefusal(createClient({ client_id: 'a b' }), 'm2m_client_invalid_client_id')
    await expectRefusal(createClient({ client_secret: 'short' }), 'insecure_m2m_client_secret')
    await expectRefusal(createClient({ scopes: ['a b'] }), 'invalid_m2m_client_scope')
    await expectRefusal(client.m2m.clients.update({ client_id: 'taken', status: 'asleep' }), 'm2m_client_invalid_status')
  }))

test.run()
