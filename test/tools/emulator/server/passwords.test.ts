/**
 * The provider's own Node SDK creates, checks, resets and migrates passwords, and they work in
 * browsers.
 */
import { createHash, pbkdf2Sync, scryptSync } from 'node:crypto'
import { argon2i, argon2id } from '@noble/hashes/argon2.js'
import type { Client } from 'stytch'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal, serving } from './serving.ts'

const test = suite('emulator: passwords, for servers')
const MINUTE = 60_000

const email = 'ada@example.com'
const password = 'vRIQomL!faE2S44s'
const other = 'Gk2-nnYp!9wqLz71'

/** The token in the newest email. */
const tokenIn = ({ outbox }: { outbox: () => { url?: string }[] }) => new URL(outbox().at(-1)!.url!).searchParams.get('token')!

test('a password that the server sets works in the browser, and the other way round', () =>
  serving(async ({ client, visitor }) => {
    const creation = await client.passwords.create({
      email,
      password,
      name: { first_name: 'Ada' },
      trusted_metadata: { plan: 'pro' },
      session_duration_minutes: 30,
    })
    assert.equal(
      [creation.user.name!.first_name, creation.user.trusted_metadata, creation.email_id],
      ['Ada', { plan: 'pro' }, creation.user.emails[0]!.email_id],
    )
    assert.is((await client.sessions.authenticate({ session_token: creation.session_token })).user.user_id, creation.user_id)
    const reply = await visitor.call('POST /passwords/authenticate', { email, password, session_duration_minutes: 30 })
    assert.is(reply.data.user_id, creation.user_id)
    visitor.token = undefined
    await visitor.call('POST /passwords', { email: 'bob@example.com', password, session_duration_minutes: 30 })
    const bob = await client.passwords.authenticate({ email: 'bob@example.com', password })
    assert.equal([bob.session_token, bob.user.emails[0]!.email], ['', 'bob@example.com'])
    const { session } = await client.passwords.authenticate({ email: 'bob@example.com', password, session_duration_minutes: 5 })
    assert.equal([session!.authentication_factors[0]!.type, session!.authentication_factors[0]!.delivery_method], ['password', 'knowledge'])
  }))

test('refuses what the browser is refused for: weak, breached, wrong, locked', () =>
  serving(
    async ({ client }) => {
      await client.passwords.create({ email, password })
      await expectRefusal(client.passwords.create({ email, password }), 'duplicate_email')
      const create = (weak: string) => client.passwords.create({ email: 'bob@example.com', password: weak })
      await expectRefusal(create('abc'), 'weak_password')
      await expectRefusal(create('correct horse battery staple'), 'breached_password')
      const enter = (fields: Partial<{ email: string; password: string }>) => client.passwords.authenticate({ email, password, ...fields })
      await expectRefusal(enter({ email: 'nobody@example.com' }), 'email_not_found')
      await client.users.create({ email: 'eve@example.com' })
      await expectRefusal(enter({ email: 'eve@example.com' }), 'no_user_password')
      await expectRefusal(enter({ password: other }), 'unauthorized_credentials')
      await expectRefusal(enter({ password: other }), 'unauthorized_credentials')
      await expectRefusal(enter({}), 'user_lock_limit_reached')
    },
    { project: { lock_threshold: 2 } },
  ))

test('judges a password as the browser does', () =>
  serving(async ({ client, visitor }) => {
    for (const body of [{ password: 'abc' }, { password, email }, { password: email, email }]) {
      const { request_id: mine, ...serverAnswer } = await client.passwords.strengthCheck(body)
      const { request_id, ...browserAnswer } = (await visitor.call('POST /passwords/strength_check', body)).data
      assert.equal(serverAnswer, browserAnswer)
    }
  }))

test('a reset email of the server leads to a new password, once', () =>
  serving(async ({ emulator, client, visitor }) => {
    const creation = await client.passwords.create({ email, password })
    const attributes = { ip_address: '203.0.113.7' }
    const reset = await client.passwords.email.resetStart({
      email,
      reset_password_redirect_url: 'https://app.example/reset',
      reset_password_expiration_minutes: 10,
      attributes,
    })
    assert.equal([reset.user_id, reset.email_id], [creation.user_id, creation.email_id])
    assert.match(emulator.outbox().at(-1)!.url!, /^https:\/\/app\.example\/reset\?/)
    const token = tokenIn(emulator)
    await expectRefusal(client.passwords.email.reset({ token, password: 'abc' }), 'weak_password')
    const options = { ip_match_required: true, user_agent_match_required: false }
    await expectRefusal(client.passwords.email.reset({ token, password: other, options }), 'attribute_mismatch')
    const answer = await client.passwords.email.reset({ token, password: other, options, attributes, session_duration_minutes: 30 })
    assert.equal([answer.user_id, answer.user.emails[0]!.verified, answer.session !== undefined], [creation.user_id, true, true])
    await expectRefusal(client.passwords.email.reset({ token, password }), 'unable_to_auth_magic_link')
    await expectRefusal(client.passwords.authenticate({ email, password }), 'unauthorized_credentials')
    const reply = await visitor.call('POST /passwords/authenticate', { email, password: other, session_duration_minutes: 30 })
    assert.is(reply.status, 200)
    await client.passwords.email.resetStart({ email, reset_password_expiration_minutes: 10 })
    emulator.clock.advance(10 * MINUTE)
    await expectRefusal(client.passwords.email.reset({ token: tokenIn(emulator), password }), 'unable_to_auth_magic_link')
    await expectRefusal(client.passwords.email.resetStart({ email: 'nobody@example.com' }), 'email_not_found')
  }))

test('an existing password is replaced', () =>
  serving(async ({ client }) => {
    const { user_id } = await client.passwords.create({ email, password })
    const change = (fields: object = {}) =>
      client.passwords.existingPassword.reset({ email, existing_password: password, new_password: other, ...fields })
    await expectRefusal(change({ existing_password: other }), 'unauthorized_credentials')
    await expectRefusal(change({ new_password: 'abc' }), 'weak_password')
    const answer = await change({ session_duration_minutes: 30 })
    assert.equal([answer.user_id, answer.session!.user_id], [user_id, user_id])
    await expectRefusal(client.passwords.authenticate({ email, password }), 'unauthorized_credentials')
    assert.is((await client.passwords.authenticate({ email, password: other })).user_id, user_id)
  }))

test('a session that is fresh sets a new password, and all others of the user end', () =>
  serving(async ({ emulator, client, visitor, signIn }) => {
    const { session_token: elsewhere } = await signIn(email)
    visitor.token = undefined
    const { session_token, user_id } = await signIn(email)
    const { sessions } = client.passwords
    await expectRefusal(sessions.reset({ password }), 'no_session_arguments')
    await expectRefusal(sessions.reset({ password: 'abc', session_token }), 'weak_password')
    const answer = await sessions.reset({ password, session_token })
    assert.equal([answer.user_id, answer.session_token], [user_id, session_token])
    assert.equal((await client.sessions.get({ user_id })).sessions.length, 1)
    await expectRefusal(client.sessions.authenticate({ session_token: elsewhere }), 'session_not_found')
    assert.is((await client.passwords.authenticate({ email, password })).user_id, user_id)
    emulator.clock.advance(5 * MINUTE + 1000)
    await expectRefusal(sessions.reset({ password: other, session_token }), 'session_too_old_to_reset_password')
    const { error } = await visitor.call('POST /passwords/session/reset', { password: other })
    assert.is(error.error_type, 'session_too_old_to_reset_password')
  }))

const salt = Buffer.from('a salt of 16 byt')
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const phc = (bytes: Uint8Array) => base64(bytes).replace(/=+$/, '')
const digest = (name: string) => createHash(name).update(`pepper${password}sugar`)
const saltConfig = { prepend_salt: 'pepper', append_salt: 'sugar' }
const cost = { t: 2, m: 256, p: 1, dkLen: 32 }
const argonConfig = { salt: base64(salt), iteration_amount: 2, memory: 256, threads: 1, key_length: 32 }
const scryptConfig = { salt: base64(salt), n_parameter: 1024, r_parameter: 8, p_parameter: 1, key_length: 32 }
const pbkdf2Config = { salt: base64(salt), iteration_amount: 1000, key_length: 32 }

type Hash = Omit<Parameters<Client['passwords']['migrate']>[0], 'email'>

/** Hashes of the password, made by Node or by the library of another author. */
const hashes: [name: string, Hash][] = [
  ['MD5 in hexadecimal digits', { hash_type: 'md_5', hash: digest('md5').digest('hex'), md_5_config: saltConfig }],
  ['MD5 without salts', { hash_type: 'md_5', hash: createHash('md5').update(password).digest('hex') }],
  ['SHA-1 in base64', { hash_type: 'sha_1', hash: digest('sha1').digest('base64'), sha_1_config: saltConfig }],
  ['SHA-512', { hash_type: 'sha_512', hash: digest('sha512').digest('hex'), sha_512_config: saltConfig }],
  [
    'PBKDF2',
    {
      hash_type: 'pbkdf_2',
      hash: base64(pbkdf2Sync(password, salt, 1000, 32, 'sha256')),
      pbkdf_2_config: { ...pbkdf2Config, algorithm: 'sha256' },
    },
  ],
  [
    'PBKDF2 with SHA-512',
    {
      hash_type: 'pbkdf_2',
      hash: base64(pbkdf2Sync(password, salt, 1000, 32, 'sha512')),
      pbkdf_2_config: { ...pbkdf2Config, algorithm: 'sha512' },
    },
  ],
  ['scrypt', { hash_type: 'scrypt', hash: base64(scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 })), scrypt_config: scryptConfig }],
  [
    'scrypt as a PHC string',
    { hash_type: 'scrypt', hash: `$scrypt$ln=10,r=8,p=1$${phc(salt)}$${phc(scryptSync(password, salt, 32, { N: 1024, r: 8, p: 1 }))}` },
  ],
  ['Argon2i', { hash_type: 'argon_2i', hash: base64(argon2i(password, salt, cost)), argon_2_config: argonConfig }],
  [
    'Argon2id as a PHC string',
    { hash_type: 'argon_2id', hash: `$argon2id$v=19$m=256,t=2,p=1$${phc(salt)}$${phc(argon2id(password, salt, cost))}` },
  ],
]

for (const [name, hash] of hashes) {
  test(`a password is migrated as ${name}, for a new user and for one without a password`, () =>
    serving(async ({ client, visitor }) => {
      const migration = await client.passwords.migrate({
        email,
        ...hash,
        set_email_verified: true,
        external_id: 'ada',
        name: { first_name: 'Ada' },
      })
      assert.equal(
        [migration.user_created, migration.user.emails[0]!.verified, migration.user.external_id, migration.user.name!.first_name],
        [true, true, 'ada', 'Ada'],
      )
      const enter = (text: string) => visitor.call('POST /passwords/authenticate', { email, password: text, session_duration_minutes: 30 })
      assert.is((await enter(other)).error.error_type, 'unauthorized_credentials')
      assert.is((await enter(password)).data.user_id, migration.user_id)
      await expectRefusal(client.passwords.migrate({ email, ...hash }), 'password_already_exists')
      const { user_id } = await client.users.create({ email: 'bob@example.com' })
      const bob = await client.passwords.migrate({ email: 'bob@example.com', ...hash, external_id: 'ignored' })
      assert.equal([bob.user_created, bob.user_id, bob.user.external_id, bob.user.emails[0]!.verified], [false, user_id, undefined, false])
      assert.is((await client.passwords.authenticate({ email: 'bob@example.com', password })).user_id, user_id)
    }))
}

test('phpass: the example that its author publishes', () =>
  serving(async ({ client }) => {
    await client.passwords.migrate({ email, hash_type: 'phpass', hash: '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0' })
    assert.is((await client.passwords.authenticate({ email, password: 'test12345' })).user.emails[0]!.email, email)
    await expectRefusal(client.passwords.authenticate({ email, password: 'test12346' }), 'unauthorized_credentials')
  }))

test('a hash that is not valid, or that the emulator cannot verify, is refused and creates nobody', () =>
  serving(async ({ client }) => {
    const text = base64(salt)
    const argon = (fields: object): Hash => ({
      hash_type: 'argon_2id',
      hash: base64(new Uint8Array(32)),
      argon_2_config: { ...argonConfig, ...fields },
    })
    const scrypt = (fields: object): Hash => ({
      hash_type: 'scrypt',
      hash: base64(new Uint8Array(32)),
      scrypt_config: { ...scryptConfig, ...fields },
    })
    const pbkdf2 = (fields: object): Hash => ({
      hash_type: 'pbkdf_2',
      hash: base64(new Uint8Array(32)),
      pbkdf_2_config: { ...pbkdf2Config, algorithm: 'sha256', ...fields },
    })
    const cases: [Hash, string][] = [
      [{ hash_type: 'bcrypt', hash: '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy' }, 'invalid_hash_type'],
      [{ hash_type: 'constructor', hash: text }, 'invalid_hash_type'],
      [{ hash_type: 'md_5', hash: 'ff' }, 'invalid_md_5_hash'],
      [{ hash_type: 'sha_1', hash: text }, 'invalid_sha_1_hash'],
      [{ hash_type: 'sha_512', hash: 'no hash' }, 'invalid_sha_512_hash'],
      [{ hash_type: 'phpass', hash: '$2a$' }, 'invalid_phpass_hash_prefix'],
      [{ hash_type: 'phpass', hash: '$P$9short' }, 'invalid_phpass_hash_format'],
      [{ hash_type: 'scrypt', hash: text }, 'invalid_scrypt_parameters'],
      [{ ...scrypt({}), hash: '!' }, 'invalid_base64_scrypt_hash'],
      [scrypt({ salt: '!' }), 'invalid_base64_scrypt_salt'],
      [scrypt({ n_parameter: 1000 }), 'invalid_scrypt_n_parameter'],
      [scrypt({ n_parameter: 2 ** 19 }), 'invalid_scrypt_n_parameter'],
      [scrypt({ r_parameter: 0 }), 'invalid_scrypt_parameters'],
      [scrypt({ key_length: 64 }), 'scrypt_key_length_mismatch'],
      [{ hash_type: 'argon_2id', hash: `$argon2i$v=19$m=256,t=2,p=1$${phc(salt)}$${phc(salt)}` }, 'invalid_hash'],
      [argon({ salt: 'c2FsdA==' }), 'invalid_argon_2_salt'],
      [argon({ iteration_amount: 0 }), 'invalid_argon_2_iteration_amount'],
      [argon({ memory: 7 }), 'invalid_argon_2_memory'],
      [argon({ threads: 0 }), 'invalid_argon_2_threads'],
      [argon({ key_length: 16 }), 'argon_2_key_length_mismatch'],
      [{ hash_type: 'pbkdf_2', hash: text }, 'invalid_pbkdf_2_hash'],
      [pbkdf2({ algorithm: 'md5' }), 'invalid_pbkdf_2_algorithm'],
      [pbkdf2({ iteration_amount: 1e9 }), 'invalid_pbkdf_2_iteration_amount'],
      [pbkdf2({ salt: '' }), 'invalid_pbkdf_2_salt'],
      [pbkdf2({ key_length: 1 }), 'pbkdf_2_key_length_mismatch'],
    ]
    for (const [hash, type] of cases) await expectRefusal(client.passwords.migrate({ email, ...hash }), type)
    await expectRefusal(client.passwords.migrate({ email, ...hashes[1]![1], roles: ['editor'] }), 'invalid_role')
    await client.users.create({ phone_number: '+14155550100' })
    await expectRefusal(client.passwords.migrate({ email, ...hashes[1]![1], phone_number: '+14155550100' }), 'duplicate_phone_number')
    assert.is((await client.users.search({})).results_metadata.total, 1)
  }))

test.run()
