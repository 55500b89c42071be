/** For which servers an app's tokens are (RFC 8707), and that a refresh never widens them. */
import { decodeJwt } from 'jose'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isResource } from '../../../../src/tools/emulator/openid/resources.ts'
import { setUp } from '../visitor.ts'

const test = suite('emulator: resources')

const ISSUER = 'http://localhost:4100'
const notes = 'https://notes.example/mcp'
const mail = 'https://mail.example/mcp'
const redirect_uri = 'https://app.example/cb'
const web = { client_id: 'web', client_secret: 's3cret' }
const clients = [
  { ...web, client_name: 'Web', redirect_uris: [redirect_uri] },
  { client_id: 'own', client_secret: 's3cret', client_name: 'Own', client_type: 'first_party' as const, redirect_uris: [redirect_uri] },
]

const setUpVisitor = async (vertical: 'CONSUMER' | 'B2B' = 'CONSUMER') => {
  const { emulator, visitor } = setUp({ project: { vertical }, seed: { clients } })
  const who = vertical === 'B2B' ? { email: 'ada@example.com', organization: 'acme' } : { email: 'ada@example.com' }
  visitor.token = (await emulator.signIn(who as never)).session_token
  const base = vertical === 'B2B' ? '/idp/b2b' : '/idp'
  const request = { client_id: 'web', redirect_uri, response_type: 'code', scopes: ['openid', 'email', 'offline_access'] }
  const start = async (body: object = {}) => (await visitor.call(`POST ${base}/oauth/authorize/start`, { ...request, ...body })).data
  const submit = async (body: object = {}) =>
    new URL((await visitor.call(`POST ${base}/oauth/authorize/submit`, { ...request, consent_granted: true, ...body })).data.redirect_uri)
      .searchParams
  const token = async (form: Record<string, string>, resources: string[] = [], json = false) => {
    const fields = new URLSearchParams({ ...web, ...form })
    for (const resource of resources) fields.append('resource', resource)
    const init = json
      ? { body: JSON.stringify({ ...web, ...form, resource: resources }), headers: { 'Content-Type': 'application/json' } }
      : { body: fields }
    return (await emulator.fetch(new Request(`${ISSUER}/v1/oauth2/token`, { method: 'POST', ...init }))).json()
  }
  const exchange = async (body: object = {}, resources: string[] = [], json = false) =>
    token({ grant_type: 'authorization_code', code: (await submit(body)).get('code')!, redirect_uri }, resources, json)
  const refresh = (refresh_token: string, resources: string[] = [], more: Record<string, string> = {}) =>
    token({ grant_type: 'refresh_token', refresh_token, ...more }, resources)
  const audience = ({ access_token, error }: { access_token?: string; error?: string }) =>
    error ?? (decodeJwt(access_token!).aud as string[]).filter((one) => one !== emulator.project_id)
  return { emulator, start, submit, token, exchange, refresh, audience }
}

for (const vertical of ['CONSUMER', 'B2B'] as const) {
  test(`${vertical}: a token is for the resources of the request, and for the project`, async () => {
    const { emulator, exchange, audience } = await setUpVisitor(vertical)
    assert.equal(audience(await exchange()), [])
    const tokens = await exchange({ resources: [notes, mail, notes] })
    assert.equal(audience(tokens), [notes, mail])
    assert.equal(decodeJwt(tokens.access_token).aud, [emulator.project_id, notes, mail])
    assert.equal(decodeJwt(tokens.id_token).aud, ['web'], 'an id token is for the app alone')
    assert.equal(audience(await exchange({ resources: [notes] })), [notes], 'only those of this request')
  })
}

test('the token request names some of them, in a form or in JSON, and no other', async () => {
  const { exchange, audience } = await setUpVisitor()
  for (const json of [false, true]) {
    assert.equal(audience(await exchange({ resources: [notes, mail] }, [mail], json)), [mail])
    assert.equal(audience(await exchange({ resources: [notes, mail] }, [mail, notes], json)), [mail, notes])
    assert.is(audience(await exchange({ resources: [notes] }, [mail], json)), 'invalid_target')
    assert.is(audience(await exchange({ resources: [notes] }, [notes, mail], json)), 'invalid_target')
    assert.is(audience(await exchange({}, [notes], json)), 'invalid_target')
  }
  for (const similar of [`${notes}/`, 'https://notes.example/MCP', 'https://notes.example', 'https://notes.example:443/mcp', ''])
    assert.is(audience(await exchange({ resources: [notes] }, [similar])), 'invalid_target', similar)
})

test('a refused resource uses up neither the code nor the refresh token', async () => {
  const { submit, token, refresh, audience } = await setUpVisitor()
  const code = (await submit({ resources: [notes] })).get('code')!
  const exchange = (resources: string[]) => token({ grant_type: 'authorization_code', code, redirect_uri }, resources)
  assert.is(audience(await exchange([mail])), 'invalid_target')
  const tokens = await exchange([notes])
  assert.equal(audience(tokens), [notes])
  assert.is(audience(await refresh(tokens.refresh_token, [mail])), 'invalid_target')
  assert.equal(audience(await refresh(tokens.refresh_token)), [notes])
})

test('a refresh narrows scopes and resources, and never widens them', async () => {
  const { exchange, refresh, audience } = await setUpVisitor()
  const first = await exchange({ resources: [notes, mail] })
  const narrow = await refresh(first.refresh_token, [mail], { scope: 'email' })
  assert.equal([audience(narrow), narrow.scope], [[mail], 'email'])
  // What was consented to stays available, as RFC 6749, section 6 says of scopes.
  const all = await refresh(narrow.refresh_token)
  assert.equal([audience(all), all.scope], [[notes, mail], 'openid email offline_access'])
  assert.is(audience(await refresh(all.refresh_token, ['https://bank.example/'])), 'invalid_target')
  assert.is(audience(await refresh(all.refresh_token, [], { scope: 'openid phone' })), 'invalid_scope')
  // A later consent to more belongs to another authorization.
  await exchange({ resources: ['https://bank.example/'], scopes: ['openid', 'phone', 'offline_access'] })
  assert.is(audience(await refresh(all.refresh_token, ['https://bank.example/'])), 'invalid_target')
  assert.is(audience(await refresh(all.refresh_token, [], { scope: 'phone' })), 'invalid_scope')
})

test('another resource needs another consent, but not in an app of the host', async () => {
  const { start, submit, exchange, audience } = await setUpVisitor()
  await submit()
  assert.is((await start()).consent_required, false)
  assert.is((await start({ resources: [notes] })).consent_required, true)
  assert.is((await submit({ resources: [notes], prompt: 'none' })).get('error'), 'consent_required')
  assert.is((await submit({ resources: [notes], consent_granted: false })).get('error'), 'access_denied')
  assert.is((await start({ resources: [notes] })).consent_required, true, 'nothing was granted')
  await submit({ resources: [notes] })
  await submit({ resources: [mail] })
  assert.is((await start({ resources: [mail, notes] })).consent_required, false)
  assert.equal(audience(await exchange({ resources: [notes], consent_granted: false })), [notes])
  assert.is((await start({ client_id: 'own', scopes: ['openid'], resources: [notes] })).consent_required, false)
})

test('what is no resource is refused before anybody is asked', async () => {
  const { start, submit } = await setUpVisitor()
  for (const resources of [['notes'], [''], [notes, `${notes}#part`], ['/mcp']]) {
    assert.is((await start({ resources })).consent_required, false)
    const answer = await submit({ resources, state: 'x' })
    assert.equal(
      [...answer].slice(0, 2),
      [
        ['error', 'invalid_target'],
        ['state', 'x'],
      ],
      resources.join(),
    )
  }
  for (const resource of [notes, 'https://notes.example/?a=b', 'urn:example:notes', 'http://localhost:3000'])
    assert.ok(isResource(resource))
})

test('introspection says for which resources a token is', async () => {
  const { emulator, exchange } = await setUpVisitor()
  const tokens = await exchange({ resources: [notes, mail] }, [mail])
  for (const [token, expected] of [
    [tokens.access_token, [mail]],
    [tokens.refresh_token, [notes, mail]],
  ]) {
    const body = new URLSearchParams({ ...web, token })
    const answer = await emulator.fetch(new Request(`${ISSUER}/v1/oauth2/introspect`, { method: 'POST', body }))
    assert.equal((await answer.json()).aud, [emulator.project_id, ...expected])
  }
})

test('a state that was saved before there were resources has none', async () => {
  const { emulator, exchange, refresh, audience } = await setUpVisitor()
  const { refresh_token } = await exchange()
  const state = JSON.parse(
    JSON.stringify(emulator.state(), (key, value) => (key === 'resources' && Array.isArray(value) ? undefined : value)),
  )
  emulator.state(state)
  assert.is(audience(await refresh(refresh_token, [notes])), 'invalid_target')
  assert.equal(audience(await refresh(refresh_token)), [])
})

test.run()
