/** Tests what is remembered of a log-in (docs/decisions/only-the-last-method-is-remembered.md). */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Ui } from '../../../src/ui/context.ts'
import { forgetMethod, rememberMethod } from '../../../src/ui/visitor/lastMethod.ts'
import type { LastMethod } from '../../../src/ui/map.ts'

const KEY = 'stytch_sdk_state_token::last_method'

const MORNING = '2026-11-25T08:00:00Z'
const NOON = '2026-11-25T12:00:00Z'
const factor = (delivery_method: string, last_authenticated_at = NOON, more = {}) => ({ delivery_method, last_authenticated_at, ...more })

/** A browser in which `before` is stored, and a visitor whose session has these factors. */
const visitor = (factors: unknown, { rememberLastMethod, before }: { rememberLastMethod?: boolean | null; before?: LastMethod } = {}) => {
  const stored = new Map<string, unknown>(before && [[KEY, before]])
  const storage = {
    get: (key: string) => stored.get(key),
    set: (key: string, value: unknown) => stored.set(key, value),
    remove: (key: string) => stored.delete(key),
  }
  const ui = {
    core: { key: 'stytch_sdk_state_token', storage, status: { now: { session: factors && { authentication_factors: factors } } } },
    config: { rememberLastMethod },
  }
  return { ui: ui as unknown as Ui, kept: () => [...stored] }
}

const cases: Record<string, [factors: unknown, kept: LastMethod | undefined]> = {
  'a link by email': [[factor('email', NOON, { type: 'magic_link', email_factor: { email_address: 'ada@example.com' } })], 'email'],
  'a code by email': [[factor('email', NOON, { type: 'otp' })], 'email'],
  'a password, which the email form asks for': [[factor('knowledge')], 'email'],
  'a new password, by the link of an email': [[factor('email'), factor('knowledge')], 'email'],
  'a code by SMS': [[factor('sms', NOON, { phone_number_factor: { phone_number: '+12025550123' } })], 'sms'],
  'a code by WhatsApp': [[factor('whatsapp')], 'whatsapp'],
  'a passkey': [[factor('webauthn_registration')], 'passkey'],
  Google: [[factor('oauth_google')], 'oauth_google'],
  'a provider that is newer than this widget': [[factor('oauth_newer')], 'oauth_newer'],
  'the factor that the session has gained, if it is last': [[factor('sms', MORNING), factor('oauth_github')], 'oauth_github'],
  'the factor that was proved again, if it is first': [[factor('oauth_github'), factor('sms', MORNING)], 'oauth_github'],
  "an administrator, as somebody else: not the visitor's way": [[factor('impersonation')], undefined],
  "a link from the host's own server: no way of the form": [[factor('embedded')], undefined],
  'an app with a code: a second factor': [[factor('authenticator_app')], undefined],
  'a name of Object.prototype': [[factor('constructor')], undefined],
  'no factor': [[], undefined],
  'a session without factors': [undefined, undefined],
  'factors without times': [[{ delivery_method: 'sms' }, { delivery_method: 'whatsapp' }], 'whatsapp'],
}

for (const [name, [factors, kept]] of Object.entries(cases)) {
  test(`${name}: ${kept ?? 'what was there before stays'}`, () => {
    const { ui, kept: found } = visitor(factors, { before: 'oauth_apple' })
    rememberMethod(ui)
    assert.equal(found(), [[KEY, kept ?? 'oauth_apple']])
  })
}

test('a wallet is remembered by the name that its button has: the session does not know it', () => {
  const { ui, kept } = visitor([factor('ethereum_wallet', NOON, { crypto_wallet_factor: { crypto_wallet_address: '0xabc' } })])
  rememberMethod(ui, 'wallet Metamask')
  assert.equal(kept(), [[KEY, 'wallet Metamask']])
})

test('with rememberLastMethod: false nothing is kept, and what was kept before is removed', () => {
  const { ui, kept } = visitor([factor('oauth_google')], { rememberLastMethod: false, before: 'sms' })
  rememberMethod(ui)
  assert.equal(kept(), [])
})

test('before the log-in too, and not without that option', () => {
  for (const [rememberLastMethod, left] of [
    [false, 0],
    [true, 1],
    [undefined, 1],
    [null, 1],
  ] as const) {
    const { ui, kept } = visitor([], { rememberLastMethod, before: 'sms' })
    assert.is(forgetMethod(ui), left === 0)
    assert.is(kept().length, left, String(rememberLastMethod))
  }
})

test.run()
