import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { logInByCode, setUp } from '../visitor.ts'

const test = suite('emulator: users')

const setUpVisitor = async () => {
  const at = setUp()
  const { user } = await logInByCode({ ...at, ...at.visitor })
  return { ...at, ...at.visitor, user }
}

test('a user changes name and metadata key by key, and null deletes a key', async () => {
  const { call } = await setUpVisitor()
  await call('PUT /users/me', { name: { first_name: 'Ada' }, untrusted_metadata: { theme: 'dark', size: 2 } })
  const { data } = await call('PUT /users/me', { name: { last_name: 'Lovelace' }, untrusted_metadata: { size: null, lang: 'en' } })
  assert.equal(data.__user.name, { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' })
  assert.equal(data.__user.untrusted_metadata, { theme: 'dark', lang: 'en' })
  assert.is(data.user_id, data.__user.user_id)
  assert.equal(data.emails, data.__user.emails)
  assert.equal((await call('GET /users/me')).data.untrusted_metadata, { theme: 'dark', lang: 'en' })
})

test('browsers cannot set trusted metadata', async () => {
  const { call } = await setUpVisitor()
  const { status, error } = await call('PUT /users/me', { trusted_metadata: { admin: true } })
  assert.equal([status, error.error_type], [401, 'cannot_update_trusted_metadata'])
})

test('deleting removes it from the user, and is refused if it does not exist', async () => {
  const { call, user } = await setUpVisitor()
  const { data } = await call(`DELETE /users/emails/${user.emails[0].email_id}`)
  assert.equal(data.__user.emails, [])
  assert.is(data.user_id, user.user_id)
  for (const [path, type] of [
    [`emails/${user.emails[0].email_id}`, 'email_not_found'],
    ['phone_numbers/x', 'phone_number_not_found'],
    ['totps/x', 'totp_not_found'],
    ['crypto_wallets/x', 'crypto_wallet_not_found'],
    ['oauth/x', 'oauth_user_registration_not_found'],
    ['webauthn_registrations/x', 'webauthn_registration_not_found'],
    ['biometric_registrations/x', 'biometric_registration_not_found'],
  ]) {
    const { status, error } = await call(`DELETE /users/${path}`)
    assert.equal([status, error.error_type], [404, type])
  }
})

test('a deleted email address is available to someone else', async () => {
  const { call, user } = await setUpVisitor()
  await call(`DELETE /users/emails/${user.emails[0].email_id}`)
  assert.is((await call('POST /users/search', { email: 'ada@example.com' })).data.userType, 'new')
})

test('without a session nobody changes anything', async () => {
  const { call } = setUp()
  for (const [route, body] of [
    ['PUT /users/me', {}],
    ['DELETE /users/emails/x', undefined],
  ] as const) {
    assert.is((await call(route, body)).error.error_type, 'user_unauthenticated')
  }
})

test.run()
