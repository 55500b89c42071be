/** The provider's own Node SDK registers passkeys and logs users in with them. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createSoftwarePasskey } from '../../../../src/tools/conformance/softwarePasskey.ts'
import { expectRefusal, serving } from './serving.ts'

const test = suite('emulator: passkeys, for servers')
const domain = 'app.example'

const enroll = async ({ client, signIn }: Parameters<Parameters<typeof serving>[0]>[0], email?: string) => {
  const { user_id } = await signIn(email)
  const authenticator = await createSoftwarePasskey()
  const start = await client.webauthn.registerStart({ user_id, domain, user_agent: 'TestBrowser' })
  const public_key_credential = await authenticator.create(start.public_key_credential_creation_options)
  const { webauthn_registration_id } = await client.webauthn.register({ user_id, public_key_credential })
  const assertion = async (user?: string) => {
    const { public_key_credential_request_options } = await client.webauthn.authenticateStart({ domain, user_id: user })
    return authenticator.get(public_key_credential_request_options)
  }
  return { user_id, authenticator, public_key_credential, webauthn_registration_id, assertion }
}

test('a passkey is registered and logs in, with a user and without, and works in the browser', () =>
  serving(async (at) => {
    const { client, visitor } = at
    const { user_id, webauthn_registration_id, assertion, authenticator } = await enroll(at)
    for (const ownerId of [user_id, undefined]) {
      const public_key_credential = await assertion(ownerId)
      const answer = await client.webauthn.authenticate({ public_key_credential, session_duration_minutes: 30 })
      assert.equal([answer.user_id, answer.webauthn_registration_id], [user_id, webauthn_registration_id])
      assert.is(answer.session!.authentication_factors[0]!.type, 'webauthn_registration')
      await expectRefusal(client.webauthn.authenticate({ public_key_credential }), 'unable_to_auth_webauthn_registration')
    }
    const { data } = await visitor.call('POST /webauthn/authenticate/start/primary', { domain })
    const credential = await authenticator.get(data.public_key_credential_request_options)
    const browser = await visitor.call('POST /webauthn/authenticate', { public_key_credential: credential, session_duration_minutes: 30 })
    assert.is(browser.data.user_id, user_id)
  }))

test('a passkey is listed with its key, and renamed, as the browser sees', () =>
  serving(async (at) => {
    const { client, visitor } = at
    const { user_id, webauthn_registration_id, public_key_credential } = await enroll(at)
    const { credentials } = await client.webauthn.listCredentials({ user_id, domain })
    assert.equal(
      credentials.map((one) => [one.credential_id, one.webauthn_registration_id, one.public_key.length > 20]),
      [[JSON.parse(public_key_credential).id, webauthn_registration_id, true]],
    )
    assert.equal((await client.webauthn.listCredentials({ user_id, domain: 'other.example' })).credentials, [])
    const { webauthn_registration } = await client.webauthn.update({ webauthn_registration_id, name: 'Phone' })
    assert.is(webauthn_registration!.name, 'Phone')
    assert.is((await visitor.call('GET /users/me')).data.webauthn_registrations[0].name, 'Phone')
    const unknown = { webauthn_registration_id: 'webauthn-registration-test-unknown', name: 'x' }
    await expectRefusal(client.webauthn.update(unknown), 'webauthn_registration_not_found')
  }))

test('a passkey belongs to the user who began, on the domain where they began', () =>
  serving(async (at) => {
    const { client } = at
    const ada = await enroll(at)
    at.visitor.token = undefined
    const bob = await enroll(at, 'bob@example.com')
    await expectRefusal(
      client.webauthn.authenticate({
        public_key_credential: await ada.authenticator.get(
          (await client.webauthn.authenticateStart({ domain, user_id: bob.user_id })).public_key_credential_request_options,
        ),
      }),
      'unable_to_auth_webauthn_registration',
    )
    const start = await client.webauthn.registerStart({ user_id: ada.user_id, domain })
    const public_key_credential = await (await createSoftwarePasskey()).create(start.public_key_credential_creation_options)
    await expectRefusal(client.webauthn.register({ user_id: bob.user_id, public_key_credential }), 'unable_to_auth_webauthn_registration')
    await expectRefusal(client.webauthn.registerStart({ user_id: 'user-test-unknown', domain }), 'user_not_found')
    await expectRefusal(client.webauthn.authenticate({ public_key_credential: '{}' }), 'invalid_public_key_credential')
  }))

test.run()
