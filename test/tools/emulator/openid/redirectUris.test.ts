/**
 * To which addresses codes are sent, when an app on the visitor's own computer takes any free port.
 */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { allowsRedirect } from '../../../../src/tools/emulator/openid/redirectUris.ts'
import { setUp } from '../visitor.ts'
import { consent } from './consenting.ts'

const test = suite('emulator: redirect URIs of loopback')

for (const [registeredUri, requestedUri, isAllowed] of [
  ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb', true],
  ['http://127.0.0.1:8080/cb', 'http://127.0.0.1:51004/cb', true],
  ['http://127.0.0.1:8080/cb', 'http://127.0.0.1/cb', true],
  ['http://localhost:3118/callback?a=1', 'http://localhost:1/callback?a=1', true],
  ['http://[::1]/', 'http://[::1]:65535/', true],
  ['http://127.0.0.1', 'http://127.0.0.1:33418', true],
  // Nothing else may differ.
  ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb/', false],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/CB', false],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb?x', false],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb#x', false],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/x/../cb', false],
  ['http://127.0.0.1', 'http://127.0.0.1:33418/', false],
  ['http://127.0.0.1/cb', 'http://localhost:51004/cb', false],
  ['http://localhost/cb', 'http://127.0.0.1:51004/cb', false],
  ['http://[::1]/cb', 'http://127.0.0.1:51004/cb', false],
  ['http://localhost/cb', 'https://localhost:51004/cb', false],
  ['https://localhost/cb', 'https://localhost:51004/cb', false],
  ['http://localhost/cb', 'http://LOCALHOST:51004/cb', false],
  ['http://localhost/cb', 'http://localhost:99999/cb', false],
  ['http://localhost/cb', 'http://localhost:/cb', false],
  ['http://localhost/cb', 'http://localhost:80@evil.example/cb', false],
  ['http://localhost/cb', 'http://localhost:80.evil.example/cb', false],
  ['http://localhost/cb', 'http://localhost.evil.example/cb', false],
  ['http://localhost/cb', 'http://evil.example:51004/cb', false],
  ['http://127.0.0.1/cb', 'http://127.0.0.2:51004/cb', false],
  ['http://127.0.0.2/cb', 'http://127.0.0.2:51004/cb', false],
  ['http://app.localhost/cb', 'http://app.localhost:51004/cb', false],
  ['https://app.example/cb', 'https://app.example:8443/cb', false],
  ['app://127.0.0.1/cb', 'app://127.0.0.1:1/cb', false],
  ['app://127.0.0.1/cb', 'app://127.0.0.1/cb', true],
] as const) {
  test(`registered ${registeredUri}, asked for ${requestedUri}: ${isAllowed ? 'allowed' : 'refused'}`, () => {
    assert.is(allowsRedirect([registeredUri], requestedUri), isAllowed)
    assert.is(allowsRedirect(['https://app.example/first', registeredUri], requestedUri), isAllowed)
  })
}

test('the code is for the port that was asked for, and for no other', async () => {
  const client = { client_id: 'cli', client_name: 'CLI', client_secret: 's3cret', redirect_uris: ['http://127.0.0.1/cb'] }
  const { emulator, visitor } = setUp({ seed: { clients: [client] } })
  visitor.token = (await emulator.signIn({ email: 'ada@example.com' })).session_token
  const redirect_uri = 'http://127.0.0.1:51004/cb'
  const query = new URLSearchParams({ client_id: 'cli', redirect_uri, response_type: 'code', scope: 'openid' })
  const exchange = async (redirectUri: string) => {
    const { landing } = await consent(visitor, new URL(`http://localhost:4100/consent/?${query}`))
    assert.is(landing.origin, 'http://127.0.0.1:51004')
    const code = landing.searchParams.get('code')!
    const body = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, client_id: 'cli', client_secret: 's3cret' }
    const request = new Request('http://localhost:4100/v1/oauth2/token', { method: 'POST', body: new URLSearchParams(body) })
    return (await emulator.fetch(request)).status
  }
  assert.is(await exchange(redirect_uri), 200)
  for (const other of ['http://127.0.0.1/cb', 'http://127.0.0.1:51005/cb']) assert.is(await exchange(other), 400, other)
})

test.run()
