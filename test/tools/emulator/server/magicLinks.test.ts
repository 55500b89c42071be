/**
 * The provider's own Node SDK sends links, creates them for its own messages, and takes them back.
 */
import { createHash } from 'node:crypto'
import type { Client } from 'stytch'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { expectRefusal, serving } from './serving.ts'

const test = suite('emulator: links, for servers')
const MINUTE = 60_000

/** The token in the newest email. */
const tokenIn = ({ outbox }: { outbox: () => { url?: string }[] }) => new URL(outbox().at(-1)!.url!).searchParams.get('token')!

test('a link that the server sends is in the outbox, and signs its user in for the server, once', () =>
  serving(async ({ emulator, client }) => {
    const login_magic_link_url = 'https://app.example/login'
    const sending = await client.magicLinks.email.loginOrCreate({
      email: 'ada@example.com',
      login_magic_link_url,
      signup_magic_link_url: 'https://app.example/signup',
      create_user_as_pending: true,
    })
    assert.equal([sending.user_created, emulator.outbox().at(-1)!.to], [true, 'ada@example.com'])
    assert.match(emulator.outbox().at(-1)!.url!, /^https:\/\/app\.example\/signup\?/)
    assert.is((await client.users.get({ user_id: sending.user_id })).status, 'pending')
    const token = tokenIn(emulator)
    const answer = await client.magicLinks.authenticate({
      token,
      session_duration_minutes: 60,
      session_custom_claims: { tenant: 'acme' },
      attributes: { ip_address: '203.0.113.7', user_agent: 'Browser' },
    })
    assert.equal([answer.user_id, answer.method_id, answer.reset_sessions], [sending.user_id, sending.email_id, false])
    const { session } = await client.sessions.authenticate({ session_token: answer.session_token })
    assert.equal(session.attributes, { ip_address: '203.0.113.7', user_agent: 'Browser' })
    assert.equal(session.custom_claims, { tenant: 'acme' })
    assert.equal([session.authentication_factors[0]!.type, session.authentication_factors[0]!.delivery_method], ['magic_link', 'email'])
    await expectRefusal(client.magicLinks.authenticate({ token }), 'unable_to_auth_magic_link')
    const again = await client.magicLinks.email.loginOrCreate({ email: 'ada@example.com', login_magic_link_url })
    assert.equal([again.user_created, again.user_id], [false, sending.user_id])
    assert.match(emulator.outbox().at(-1)!.url!, /^https:\/\/app\.example\/login\?/)
  }))

test('without a duration there is no session, and the proof still counts', () =>
  serving(async ({ emulator, client }) => {
    const { user_id } = await client.magicLinks.email.loginOrCreate({ email: 'ada@example.com' })
    const answer = await client.magicLinks.authenticate({ token: tokenIn(emulator) })
    assert.equal([answer.session_token, answer.session_jwt, answer.session], ['', '', undefined])
    assert.is(answer.user.emails[0]!.verified, true)
    assert.equal((await client.sessions.get({ user_id })).sessions, [])
  }))

test('a link of the server adds its factor to the session of the visitor, which keeps its end', () =>
  serving(async ({ emulator, client, signIn }) => {
    const { session_token, user_id, session: first } = await signIn()
    await client.magicLinks.email.send({ email: 'ada@example.com' })
    const { session } = await client.magicLinks.authenticate({ token: tokenIn(emulator), session_token })
    assert.equal([session!.session_id, session!.expires_at], [first.session_id, first.expires_at])
    assert.equal(
      session!.authentication_factors.map(({ type }) => type),
      ['otp', 'magic_link'],
    )
    await client.magicLinks.email.send({ email: 'ada@example.com' })
    const token = tokenIn(emulator)
    await expectRefusal(client.magicLinks.authenticate({ token, session_token: 'unknown' }), 'session_not_found')
    // The session that does not exist has not cost the visitor the link.
    assert.is((await client.magicLinks.authenticate({ token })).user_id, user_id)
  }))

test('a link goes to the user who has the address, or adds it to the user that the server names', () =>
  serving(async ({ emulator, client, signIn }) => {
    const { user_id, session_token } = await signIn()
    await expectRefusal(client.magicLinks.email.send({ email: 'new@example.com' }), 'email_not_found')
    for (const names of [{ user_id }, { session_token }]) {
      assert.is((await client.magicLinks.email.send({ email: 'new@example.com', ...names })).user_id, user_id)
    }
    await client.magicLinks.authenticate({ token: tokenIn(emulator) })
    const { emails } = await client.users.get({ user_id })
    assert.equal(
      emails.map(({ email, verified }) => [email, verified]),
      [
        ['ada@example.com', true],
        ['new@example.com', true],
      ],
    )
    const both = { email: 'x@example.com', user_id, session_token }
    await expectRefusal(client.magicLinks.email.send(both), 'too_many_user_selection_arguments')
    await expectRefusal(client.magicLinks.email.send({ email: 'x@example.com', user_id: 'nobody' }), 'user_not_found')
    const { user_id: bob } = await client.users.create({ email: 'bob@example.com' })
    await expectRefusal(client.magicLinks.email.send({ email: 'ada@example.com', user_id: bob }), 'duplicate_email')
  }))

test('refuses what the browser is refused for: times, addresses, URLs, proof keys', () =>
  serving(
    async ({ emulator, client, visitor }) => {
      const { email } = client.magicLinks
      const cases: [Parameters<Client['magicLinks']['email']['loginOrCreate']>[0], string][] = [
        [{ email: 'nobody' }, 'invalid_email'],
        [{ email: 'ada@example.com', login_expiration_minutes: 4 }, 'invalid_expiration'],
        [{ email: 'ada@example.com', login_magic_link_url: 'https://evil.example' }, 'no_match_for_provided_magic_link_url'],
        [{ email: 'ada@example.com', login_magic_link_url: 'https://app.example' }, 'invalid_pkce_code_challenge'],
      ]
      for (const [body, type] of cases) await expectRefusal(email.loginOrCreate(body), type)
      const verifier = 'v'.repeat(43)
      const code_challenge = createHash('sha256').update(verifier).digest('base64url')
      await email.loginOrCreate({ email: 'ada@example.com', code_challenge, signup_expiration_minutes: 5 })
      const token = tokenIn(emulator)
      await expectRefusal(client.magicLinks.authenticate({ token }), 'pkce_expected_code_verifier')
      await expectRefusal(client.magicLinks.authenticate({ token, code_verifier: 'w'.repeat(43) }), 'pkce_mismatch')
      // The browser that has the verifier redeems a link of the server.
      const reply = await visitor.call('POST /magic_links/authenticate', { token, code_verifier: verifier, session_duration_minutes: 30 })
      assert.is(reply.data.user.emails[0].email, 'ada@example.com')
      await email.loginOrCreate({ email: 'ada@example.com', code_challenge, login_expiration_minutes: 5 })
      emulator.clock.advance(5 * MINUTE)
      await expectRefusal(
        client.magicLinks.authenticate({ token: tokenIn(emulator), code_verifier: verifier }),
        'unable_to_auth_magic_link',
      )
    },
    {
      project: {
        pkce_required_for_email_magic_links: true,
        allowed_redirect_urls: ['https://app.example', 'http://localhost:3000/authenticate'],
      },
    },
  ))

test('the address and the browser must match if the server wants it', () =>
  serving(async ({ emulator, client }) => {
    const home = { ip_address: '203.0.113.7', user_agent: 'Browser' }
    await client.magicLinks.email.loginOrCreate({ email: 'ada@example.com', attributes: home })
    const token = tokenIn(emulator)
    const options = { ip_match_required: true, user_agent_match_required: true }
    for (const attributes of [{}, { ...home, ip_address: '203.0.113.8' }, { ...home, user_agent: 'Other' }]) {
      await expectRefusal(client.magicLinks.authenticate({ token, options, attributes }), 'attribute_mismatch')
    }
    assert.is((await client.magicLinks.authenticate({ token, options, attributes: home })).status_code, 200)
  }))

test('a link that the host delivers itself signs in, in the browser too, within an hour', () =>
  serving(async ({ emulator, client, visitor }) => {
    const { user_id } = await client.users.create({ phone_number: '+14155550100', external_id: 'ada' })
    const { token } = await client.magicLinks.create({ user_id: 'ada' })
    assert.is(emulator.outbox().length, 0)
    const answer = await client.magicLinks.authenticate({ token, session_duration_minutes: 5 })
    assert.equal([answer.user_id, answer.session!.authentication_factors[0]!.delivery_method], [user_id, 'embedded'])
    await expectRefusal(client.magicLinks.authenticate({ token }), 'unable_to_auth_magic_link')
    const second = await client.magicLinks.create({ user_id, expiration_minutes: 10 })
    const reply = await visitor.call('POST /magic_links/authenticate', { token: second.token, session_duration_minutes: 30 })
    assert.is(reply.data.user_id, user_id)
    const late = await client.magicLinks.create({ user_id })
    emulator.clock.advance(60 * MINUTE)
    await expectRefusal(client.magicLinks.authenticate({ token: late.token }), 'unable_to_auth_magic_link')
    await expectRefusal(client.magicLinks.create({ user_id: 'nobody' }), 'user_not_found')
    await expectRefusal(client.magicLinks.create({ user_id, expiration_minutes: 4 }), 'invalid_expiration')
  }))

test('an invitation makes a pending user, who is active when they accept; the server can take it back', () =>
  serving(async ({ emulator, client }) => {
    const { email } = client.magicLinks
    const invitation = await email.invite({ email: 'ada@example.com', name: { first_name: 'Ada' }, trusted_metadata: { team: 1 } })
    const first = tokenIn(emulator)
    const { status, name, trusted_metadata } = await client.users.get({ user_id: invitation.user_id })
    assert.equal([status, name!.first_name, trusted_metadata], ['pending', 'Ada', { team: 1 }])
    assert.is((await email.invite({ email: 'ada@example.com' })).user_id, invitation.user_id)
    await expectRefusal(client.magicLinks.authenticate({ token: first }), 'unable_to_auth_magic_link')
    await email.revokeInvite({ email: 'ada@example.com' })
    await expectRefusal(client.magicLinks.authenticate({ token: tokenIn(emulator) }), 'unable_to_auth_magic_link')
    await expectRefusal(email.revokeInvite({ email: 'ada@example.com' }), 'magic_link_not_found')
    await expectRefusal(email.revokeInvite({ email: 'nobody@example.com' }), 'email_not_found')
    await email.invite({ email: 'ada@example.com', invite_magic_link_url: 'https://app.example/welcome' })
    assert.match(emulator.outbox().at(-1)!.url!, /^https:\/\/app\.example\/welcome\?/)
    const { user } = await client.magicLinks.authenticate({ token: tokenIn(emulator) })
    assert.equal([user.user_id, user.status], [invitation.user_id, 'active'])
    await expectRefusal(email.invite({ email: 'ada@example.com' }), 'duplicate_email')
  }))

test('a visitor who proves the address ends the sessions of anyone who had set a password for it before', () =>
  serving(async ({ emulator, client }) => {
    const stranger = await client.passwords.create({ email: 'ada@example.com', password: 'vRIQomL!faE2S44s', session_duration_minutes: 60 })
    await client.magicLinks.email.send({ email: 'ada@example.com' })
    const answer = await client.magicLinks.authenticate({ token: tokenIn(emulator), session_duration_minutes: 60 })
    assert.equal([answer.reset_sessions, answer.user.password!.requires_reset], [true, true])
    await expectRefusal(client.sessions.authenticate({ session_token: stranger.session_token }), 'session_not_found')
    assert.is((await client.sessions.authenticate({ session_token: answer.session_token })).user.user_id, stranger.user_id)
  }))

test.run()
