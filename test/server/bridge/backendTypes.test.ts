/**
 * The types of a backend are made from the declarations of the calls, so a wrong shape does not
 * compile.
 */
import '../../built/types.ts'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { compileSamples } from '../../harness/compileSamples.ts'

const backend = (code: string) =>
  compileSamples({
    'test/backend.ts': `import { createBridge, refusal, type Backend } from 'latchkey/bridge'\nexport const backend: Backend = ${code}\ncreateBridge(backend, { origins: [] })\nrefusal('invalid_email')\n`,
  })

test('a backend with some of the functions compiles, also one whose user has a second factor', () => {
  assert.equal(
    backend(`{
      userSearch: { search: async ({ email }) => ({ userType: email.endsWith('@example.com') ? 'password' : 'new' }) },
      otps: { loginOrCreate: async ({ phone_number }, { params }) => ({ method_id: params.method + (phone_number ?? '') }) },
      passwords: {
        authenticate: async () => ({ second_factor_required: true, methods: ['totp'], trusted_device: true }),
      },
      totps: { recover: async ({ trust_device }) => { throw refusal('unable_to_authenticate_recovery_code', String(trust_device)) } },
      idp: { oauthAuthorizeSubmit: async ({ resources = [] }) => ({ redirect_uri: resources[0] ?? '' }) },
    }`),
    [],
  )
})

const wrong: [what: string, code: string, complaint: RegExp][] = [
  ['a result without a field', '{ otps: { loginOrCreate: async () => ({}) } }', /method_id/],
  ['a result of another kind', '{ otps: { send: async () => ({ method_id: 5 }) } }', /not assignable/],
  ['a log-in without a session', `{ passwords: { authenticate: async () => ({ user_id: 'a' }) } }`, /not assignable/],
  ['a user type that does not exist', `{ userSearch: { search: async () => ({ userType: 'old' }) } }`, /userType|not assignable/],
  ['a field that the body does not have', '{ magicLinks: { loginOrCreate: async ({ phone }) => ({}) } }', /phone/],
  ['a function that does not exist', '{ otps: { sendAll: async () => ({}) } }', /sendAll/],
  ['a namespace that does not exist', '{ wallets: {} }', /wallets/],
]
for (const [what, code, complaint] of wrong) {
  test(`${what} does not compile`, () => assert.match(backend(code).join('\n'), complaint))
}

test.run()
