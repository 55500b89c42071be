/** What an app reads first, and whether it is true. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createEmulator } from '../../../../src/tools/emulator/index.ts'

const test = suite('emulator: metadata of the identity provider')

const ISSUER = 'http://localhost:4100'
const read = async (emulator: ReturnType<typeof createEmulator>, name: string): Promise<Record<string, any>> =>
  (await emulator.fetch(new Request(`${ISSUER}/.well-known/${name}`))).json()

test('OAuth and OpenID clients read the same metadata (RFC 8414, OpenID Connect Discovery)', async () => {
  const emulator = createEmulator()
  const metadata = await read(emulator, 'oauth-authorization-server')
  assert.equal(await read(emulator, 'openid-configuration'), metadata)
  assert.is(metadata.issuer, ISSUER)
  assert.equal(metadata.code_challenge_methods_supported, ['S256'])
  assert.equal(metadata.response_types_supported, ['code'])
  assert.equal(
    [metadata.claims_parameter_supported, metadata.request_parameter_supported, metadata.request_uri_parameter_supported],
    [false, false, false],
  )
})

test('every endpoint that the metadata names is there', async () => {
  const emulator = createEmulator()
  const metadata = await read(emulator, 'oauth-authorization-server')
  const onThePage = ['authorization_endpoint', 'end_session_endpoint']
  const endpoints = Object.keys(metadata).filter((name) => name.endsWith('_endpoint') && !onThePage.includes(name))
  assert.ok(endpoints.length >= 4, endpoints.join())
  for (const name of endpoints) {
    const answer = await emulator.fetch(new Request(metadata[name], { method: 'POST', body: new URLSearchParams() }))
    assert.is.not(answer.status, 404, name)
  }
})

test.run()
