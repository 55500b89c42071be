import { createLocalJWKSet, jwtVerify } from 'jose'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { RbacPolicy } from '../../../../src/api/bootstrap.ts'
import { isGrantable } from '../../../../src/tools/emulator/openid/scopes.ts'
import { createVisitor, logInByCode, setUp } from '../visitor.ts'

const test = suite('emulator: identity provider')
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const redirect_uri = 'https://client.example/cb?keep=1'
/** Where `createVisitor` reaches the emulator. */
const ISSUER = 'https://test.stytch.com'
const goodbye = 'https://client.example/bye'

const policy: RbacPolicy = {
  roles: [
    { role_id: 'stytch_user', permissions: [{ resource_id: 'doc', actions: ['read'] }] },
    { role_id: 'admin', permissions: [{ resource_id: 'doc', actions: ['*'] }] },
  ],
  resources: [{ resource_id: 'doc', actions: ['read', 'write'] }],
  scopes: [
    { scope: 'doc:read', description: 'Read documents', permissions: [{ resource_id: 'doc', actions: ['read'] }] },
    { scope: 'doc:write', description: 'Write documents', permissions: [{ resource_id: 'doc', actions: ['read', 'write'] }] },
  ],
}

const client = {
  client_id: 'app-1',
  client_name: 'App One',
  client_secret: 's3cret',
  redirect_uris: [redirect_uri],
  post_logout_redirect_uris: [goodbye],
}

const setUpVisitor = async (more: object = {}) => {
  const at = setUp({
    seed: {
      policy,
      clients: [
        { ...client, ...more },
        { ...client, client_id: 'app-2' },
      ],
    },
  })
  const { call } = at.visitor
  await logInByCode({ ...at, call }, 300)
  const request = { client_id: 'app-1', redirect_uri, response_type: 'code', scopes: ['openid', 'email', 'doc:read', 'doc:write', 'nope'] }
  const start = (body: object = {}) => call('POST /idp/oauth/authorize/start', { ...request, ...body })
  const submit = (body: object = {}) => call('POST /idp/oauth/authorize/submit', { ...request, consent_granted: true, ...body })
  const exchange = async (form: Record<string, string>) => {
    const answer = await at.emulator.fetch(
      new Request('https://test.stytch.com/v1/oauth2/token', {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'authorization_code', client_id: 'app-1', client_secret: 's3cret', redirect_uri, ...form }),
      }),
    )
    return { status: answer.status, ...(await answer.json()) }
  }
  const tryToken = (access_token: string) =>
    createVisitor(at.emulator).call('POST /sessions/exchange_access_token', { access_token, session_duration_minutes: 30 })
  const logout = (body: object = {}) => call('POST /oauth/logout/start', { client_id: 'app-1', post_logout_redirect_uri: goodbye, ...body })
  return { emulator: at.emulator, call, start, submit, exchange, tryToken, logout }
}

test('start returns the app, the requested scopes, and those that the user can grant', async () => {
  const { start } = await setUpVisitor({ logo_url: 'https://client.example/logo.png' })
  const { data } = await start()
  assert.is(data.consent_required, true)
  assert.equal(data.client, {
    client_id: 'app-1',
    client_name: 'App One',
    client_description: '',
    client_type: 'third_party',
    client_logo_url: 'https://client.example/logo.png',
  })
  assert.equal(
    data.scope_results.map(({ scope, is_grantable }: Record<string, unknown>) => [scope, is_grantable]),
    [
      ['openid', true],
      ['email', true],
      ['doc:read', true],
      ['doc:write', false],
      ['nope', false],
    ],
  )
  assert.is(data.scope_results[2].description, 'Read documents')
})

test('a scope of the policy can be granted by a user whose roles have all of its permissions', () => {
  for (const [scope, roles, expected] of [
    ['openid', [], true],
    ['doc:read', ['stytch_user'], true],
    ['doc:write', ['stytch_user'], false],
    ['doc:write', ['stytch_user', 'admin'], true],
    ['doc:read', [], false],
    ['nope', ['admin'], false],
    ['constructor', ['admin'], false],
  ] as const) {
    assert.is(isGrantable(scope, { roles: [...roles] }, policy, { client_type: 'third_party' }), expected, `${scope} ${roles}`)
  }
  assert.is(isGrantable('doc:read', { roles: ['admin'] }, null, { client_type: 'first_party' }), false)
  for (const client_type of ['first_party', 'first_party_public', 'third_party', 'third_party_public'] as const)
    assert.is(isGrantable('full_access', { roles: [] }, policy, { client_type }), client_type.startsWith('first'), client_type)
})

test('consent returns a code, which is exchanged for tokens that verify', async () => {
  const { emulator, submit, exchange } = await setUpVisitor()
  const { data } = await submit({ state: 's&t', nonce: 'n', code_challenge: challenge })
  const landing = new URL(data.redirect_uri)
  assert.is(`${landing.origin}${landing.pathname}`, 'https://client.example/cb')
  assert.equal([...landing.searchParams.keys()], ['keep', 'code', 'state', 'iss'])
  assert.is(landing.searchParams.get('state'), 's&t')
  assert.is(landing.searchParams.get('code'), data.authorization_code)
  const tokens = await exchange({ code: data.authorization_code, code_verifier: verifier })
  assert.is(tokens.status, 200)
  assert.is(tokens.scope, 'openid email doc:read')
  const keys = createLocalJWKSet(await (await emulator.fetch(new Request('https://x/.well-known/jwks.json'))).json())
  const { payload } = await jwtVerify(tokens.id_token, keys, { audience: 'app-1' })
  assert.equal([payload.nonce, payload.email], ['n', 'ada@example.com'])
})

test('only the access token of an app of the project’s own, with full access, begins a session: once, within five minutes', async () => {
  for (const client_type of ['first_party', 'first_party_public', 'third_party', 'third_party_public'] as const) {
    for (const scopes of [['openid', 'full_access'], ['full_access'], ['openid', 'email'], ['openid', 'doc:read']]) {
      const { emulator, submit, exchange, tryToken } = await setUpVisitor({ client_type })
      const tokens = async () => {
        const { data } = await submit({ scopes, code_challenge: challenge })
        return exchange({ code: data.authorization_code, code_verifier: verifier })
      }
      const first = await tokens()
      const may = client_type.startsWith('first_party') && scopes.includes('full_access')
      const session = await tryToken(first.access_token)
      assert.is(session.status, may ? 200 : 400, `${client_type} ${scopes}`)
      if (!may) {
        assert.is(session.error.error_type, 'idp_access_token_not_exchangeable')
        assert.not.match(first.scope, /full_access/)
        continue
      }
      assert.is(session.data.user.emails[0].email, 'ada@example.com')
      assert.is((await tryToken(first.access_token)).error.error_type, 'idp_access_token_not_exchangeable', 'a second time')
      const both = await tokens()
      const statuses = await Promise.all([tryToken(both.access_token), tryToken(both.access_token)])
      assert.equal(statuses.map(({ status }) => status).sort(), [200, 400], 'at the same moment')
      const second = await tokens()
      emulator.clock.advance(299_000)
      assert.is((await tryToken(second.access_token)).status, 200)
      const third = await tokens()
      emulator.clock.advance(302_000)
      assert.is((await tryToken(third.access_token)).error.error_type, 'idp_access_token_not_exchangeable', 'after five minutes')
      if (third.id_token) assert.is((await tryToken(third.id_token)).error.error_type, 'idp_access_token_not_found')
      assert.is((await tryToken(`${third.access_token}x`)).error.error_type, 'idp_access_token_not_found')
    }
  }
})

test('a second use of a code is refused, and revokes its tokens', async () => {
  const { submit, exchange, tryToken } = await setUpVisitor()
  const {
    data: { authorization_code: code },
  } = await submit()
  const { access_token } = await exchange({ code })
  assert.is((await tryToken(access_token)).error.error_type, 'idp_access_token_not_exchangeable')
  assert.equal([(await exchange({ code })).error], ['invalid_grant'])
  assert.is((await tryToken(access_token)).error.error_type, 'idp_access_token_not_found')
})

test('an app that is registered again in the meantime still gets its tokens', async () => {
  const { emulator, submit, exchange } = await setUpVisitor()
  const { data } = await submit()
  emulator.seed({ clients: [client] })
  assert.is((await exchange({ code: data.authorization_code })).status, 200)
})

test('a code is valid for its client, its redirect URI, its verifier and ten minutes', async () => {
  const { emulator, submit, exchange } = await setUpVisitor()
  const code = async () => (await submit({ code_challenge: challenge })).data.authorization_code as string
  for (const form of [
    { redirect_uri: 'https://client.example/cb' },
    { code_verifier: '' },
    { code_verifier: `${verifier}x` },
    { code: 'nope' },
  ] as Record<string, string>[]) {
    assert.is((await exchange({ code: await code(), code_verifier: verifier, ...form })).error, 'invalid_grant', JSON.stringify(form))
  }
  assert.is((await exchange({ code: await code(), code_verifier: verifier, client_secret: 'wrong' })).error, 'invalid_client')
  assert.is((await exchange({ code: await code(), code_verifier: verifier, client_id: 'other' })).error, 'invalid_client')
  assert.is((await exchange({ code: await code(), code_verifier: verifier, client_id: 'app-2' })).error, 'invalid_grant')
  assert.is((await exchange({ code: await code(), grant_type: 'password' })).error, 'unsupported_grant_type')
  const late = await code()
  emulator.clock.advance(600_000)
  assert.is((await exchange({ code: late, code_verifier: verifier })).error, 'invalid_grant')
})

test('redirect URIs are compared byte by byte', async () => {
  const { start, submit, logout } = await setUpVisitor()
  for (const uri of [
    'https://client.example/cb',
    `${redirect_uri}&x=1`,
    `${redirect_uri}#`,
    'https://CLIENT.example/cb?keep=1',
    'https://evil.example/',
    '',
  ]) {
    assert.is((await start({ redirect_uri: uri })).error.error_type, 'connected_app_invalid_redirect_url', uri)
    assert.is((await submit({ redirect_uri: uri })).error.error_type, 'connected_app_invalid_redirect_url', uri)
    assert.is((await logout({ post_logout_redirect_uri: uri })).error.error_type, 'connected_app_invalid_redirect_url', uri)
  }
  assert.is((await start({ client_id: 'nope' })).error.error_type, 'connected_app_not_found')
  assert.is((await submit({ client_id: 'nope' })).error.error_type, 'connected_app_not_found')
})

test('a response type or a challenge method that does not exist is answered to the app, with its state', async () => {
  const { start, submit } = await setUpVisitor()
  for (const [wrong, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: 'code id_token' }, 'unsupported_response_type'],
    [{ response_type: '' }, 'unsupported_response_type'],
    [{ code_challenge: challenge, code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: challenge, code_challenge_method: 's256' }, 'invalid_request'],
  ] as const) {
    assert.is((await start(wrong)).data.consent_required, false, 'nobody is asked')
    for (const consent_granted of [true, false]) {
      const { data } = await submit({ ...wrong, consent_granted, state: 'a b' })
      const landing = new URL(data.redirect_uri)
      assert.equal(
        [landing.origin, landing.searchParams.get('error'), landing.searchParams.get('state'), landing.searchParams.get('code')],
        ['https://client.example', error, 'a b', null],
      )
      assert.is(data.authorization_code, undefined)
    }
  }
  assert.ok((await submit({ code_challenge: challenge, code_challenge_method: 'S256' })).data.authorization_code)
})

test('denial redirects with access_denied and the state', async () => {
  const { submit } = await setUpVisitor()
  const { data } = await submit({ consent_granted: false, state: 'x' })
  assert.equal(
    [...new URL(data.redirect_uri).searchParams],
    [
      ['keep', '1'],
      ['error', 'access_denied'],
      ['state', 'x'],
      ['iss', ISSUER],
    ],
  )
  assert.is(data.authorization_code, undefined)
})

test("consent is required once for the same scopes, unless the prompt requires it, and never for the host's own app", async () => {
  const { start, submit } = await setUpVisitor()
  await submit()
  assert.is((await start()).data.consent_required, false)
  assert.ok((await submit({ consent_granted: false })).data.authorization_code)
  assert.is((await start({ scopes: ['openid', 'phone'] })).data.consent_required, true)
  assert.is((await start({ prompt: 'consent' })).data.consent_required, true)
  const own = await setUpVisitor({ client_type: 'first_party' })
  assert.is((await own.start()).data.consent_required, false)
})

/** What an app gets for a request without success. */
const outcomeOf = ({ data }: { data: { redirect_uri: string; authorization_code?: string } }) =>
  data.authorization_code ? 'a code' : [...new URL(data.redirect_uri).searchParams].slice(1).join(' ').replace(` iss,${ISSUER}`, '')

// OpenID Connect Core, sections 3.1.2.1 and 3.1.2.6.
test('prompt=none: no question, and an error for the app if one would be needed', async () => {
  const { start, submit } = await setUpVisitor()
  for (const consent_granted of [false, true]) {
    assert.is((await start({ prompt: 'none' })).data.consent_required, false)
    assert.is(outcomeOf(await submit({ prompt: 'none', consent_granted, state: 'x' })), 'error,consent_required state,x')
  }
  assert.is((await start()).data.consent_required, true, 'nothing was granted')
  await submit()
  assert.is((await start({ prompt: 'none' })).data.consent_required, false)
  assert.is(outcomeOf(await submit({ prompt: 'none', consent_granted: false })), 'a code')
  assert.is(outcomeOf(await submit({ prompt: 'none', consent_granted: false, scopes: ['openid', 'phone'] })), 'error,consent_required')
  const own = await setUpVisitor({ client_type: 'first_party' })
  assert.is(outcomeOf(await own.submit({ prompt: 'none', consent_granted: false })), 'a code')
})

test('prompt=none without a session is refused like every call that needs one', async () => {
  const { emulator } = await setUpVisitor()
  const request = { client_id: 'app-1', redirect_uri, response_type: 'code', scopes: [], prompt: 'none', consent_granted: false }
  for (const call of ['start', 'submit']) {
    assert.is((await createVisitor(emulator).call(`POST /idp/oauth/authorize/${call}`, request)).error.error_type, 'user_unauthenticated')
  }
})

for (const [prompt, error] of [
  ['login', 'login_required'],
  ['select_account', 'account_selection_required'],
  ['select_account login', 'login_required'],
  ['consent login', 'login_required'],
] as const) {
  test(`prompt=${prompt}: only a visitor who has just signed in continues`, async () => {
    const { emulator, call, start, submit } = await setUpVisitor()
    assert.is((await start({ prompt })).data.consent_required, true)
    assert.is(outcomeOf(await submit({ prompt })), 'a code')
    assert.is((await start({ prompt })).data.consent_required, prompt.includes('consent'))
    emulator.clock.advance(5 * 60_000 + 1000)
    assert.is((await start({ prompt })).data.consent_required, false)
    assert.is(outcomeOf(await submit({ prompt, state: 'x' })), `error,${error} state,x`)
    assert.is(outcomeOf(await submit({ consent_granted: false })), 'a code', 'without the prompt the session is as good as ever')
    await logInByCode({ emulator, call }, 300)
    assert.is(outcomeOf(await submit({ prompt })), 'a code')
  })
}

test('an unknown prompt, or none together with another, is refused', async () => {
  const { start, submit } = await setUpVisitor()
  const both = 'oidc_prompt_none_must_be_exclusive'
  for (const [prompt, type] of [
    ['none login', both],
    ['consent none', both],
    ...['create', 'Login', 'login,consent', 'none\tlogin', 'constructor'].map((prompt) => [prompt, 'invalid_argument']),
  ]) {
    assert.is((await start({ prompt })).error.error_type, type, prompt)
    assert.is((await submit({ prompt })).error.error_type, type, prompt)
  }
  for (const prompt of ['', ' ', 'none none', 'login  consent']) assert.is((await start({ prompt })).status, 200, prompt)
})

test('an app that cannot keep a secret must use PKCE, and needs no secret', async () => {
  const { submit, exchange } = await setUpVisitor({ client_type: 'third_party_public' })
  assert.is((await submit()).error.error_type, 'pkce_required_for_idp_authorization_flow')
  const { data } = await submit({ code_challenge: challenge })
  assert.is((await exchange({ code: data.authorization_code, code_verifier: verifier, client_secret: '' })).status, 200)
})

test('a user sees the apps with consent, and revokes one, including its tokens', async () => {
  const { call, submit, exchange, tryToken, start } = await setUpVisitor()
  assert.equal((await call('GET /users/connected_apps')).data.connected_apps, [])
  const {
    data: { authorization_code: code },
  } = await submit()
  const { access_token } = await exchange({ code })
  assert.equal((await call('GET /users/connected_apps')).data.connected_apps, [
    {
      connected_app_id: 'app-1',
      name: 'App One',
      description: '',
      client_type: 'third_party',
      scopes_granted: 'openid email doc:read',
    },
  ])
  assert.is((await call('POST /users/connected_apps/app-1/revoke')).status, 200)
  assert.is((await call('POST /users/connected_apps/app-1/revoke')).error.error_type, 'connected_app_not_found')
  assert.equal((await call('GET /users/connected_apps')).data.connected_apps, [])
  assert.is((await start()).data.consent_required, true)
  await submit()
  assert.is((await tryToken(access_token)).error.error_type, 'connected_app_consent_revoked')
})

test('a log-out needs no client id, if the hint says whose it is', async () => {
  const { submit, exchange, logout } = await setUpVisitor()
  const { data } = await submit()
  const { id_token } = await exchange({ code: data.authorization_code })
  for (const client_id of [undefined, '']) {
    const logoutAnswer = await logout({ client_id, id_token_hint: id_token, state: 'x' })
    assert.equal([logoutAnswer.data.redirect_uri, logoutAnswer.data.consent_required], [`${goodbye}?state=x`, false])
  }
  for (const hint of [undefined, 'x.y.z', ''])
    assert.is((await logout({ client_id: undefined, id_token_hint: hint })).error.error_type, 'connected_app_not_found')
  const [head, , signature] = id_token.split('.')
  const forgedToken = `${head}.${btoa(JSON.stringify({ aud: 'app-1', sub: 'x' })).replaceAll('=', '')}.${signature}`
  assert.is((await logout({ client_id: undefined, id_token_hint: forgedToken })).data.consent_required, true)
})

test('logout asks unless the hint shows whose session it is', async () => {
  const { submit, exchange, logout } = await setUpVisitor()
  const { id_token } = await exchange({ code: (await submit()).data.authorization_code })
  assert.equal((await logout({ state: 'x' })).data.redirect_uri, `${goodbye}?state=x`)
  assert.is((await logout()).data.redirect_uri, goodbye)
  assert.is((await logout()).data.consent_required, true)
  assert.is((await logout({ id_token_hint: 'nonsense' })).data.consent_required, true)
  assert.is((await logout({ id_token_hint: id_token })).data.consent_required, false)
})

test('consent needs a session', async () => {
  const { error } = await setUp({ seed: { clients: [client] } }).call('POST /idp/oauth/authorize/start', {
    client_id: 'app-1',
    redirect_uri,
    response_type: 'code',
    scopes: [],
  })
  assert.is(error.error_type, 'user_unauthenticated')
})

test.run()
