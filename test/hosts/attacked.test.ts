/**
 * Attacks on the own server, over the real Better Auth on SQLite and, where it is installed, on
 * PostgreSQL: a stranger who makes an account with somebody's address, an app that was removed, raw
 * routes, and guesses from many networks.
 */
import '../built/all.ts'
import { createHash } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { everything } from '../harness/everything.ts'
import { closeElsewhere, createElsewhere } from './elsewhere.ts'
import { leaveNothing } from './newcomer.ts'
import { createPostgres, ownServer } from './ownServer.ts'
import { knownBrowsers } from '../../src/server/betterAuth/plugin/limits.ts'
import { createSoftwarePasskey } from '../../src/tools/conformance/softwarePasskey.ts'
import { landings } from '../server/bridge/landings.ts'
import { URI, type TOTP } from 'otpauth'
import { createShop, createSite, nextCode, SHOP, startProvider } from './shop.ts'
import { rejection } from '../harness/rejection.ts'

const test = suite('attacks on the own server')

const { folder, load } = await ownServer()
const provider = await startProvider(load)
const postgres = await createPostgres()
const [{ LibsqlDialect }, { default: pg }] = await Promise.all(['@libsql/kysely-libsql', 'pg'].map(load))

test.after(async () => {
  provider.close()
  closeElsewhere()
  await postgres?.remove()
  leaveNothing()
})

type Shop = Awaited<ReturnType<typeof createShop>>
type Guest = ReturnType<Shop['createVisitor']>

const PASSWORD = 'correct horse'

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Other spellings of a token, which a decoder that is not strict takes for the same. */
const spellingsOf = (token: string): string[] => {
  const last = base64url.indexOf(token.at(-1)!)
  const unused = [1, 2, 3].map((bits) => token.slice(0, -1) + base64url[(last & ~3) | ((last + bits) & 3)])
  const [head, claims, signature] = token.split('.').slice(-3) as [string, string, string]
  const base64 = token.replace(`.${head}.${claims}.${signature}`, `.${head}.${claims}.${signature.replace(/-/g, '+').replace(/_/g, '/')}=`)
  return [...unused, `${token}=`, `${token}\n`, ` ${token}`, base64]
}
const day = new Date(Date.now() + 86_400_000)

/** What a visitor does at the shop. */
const actions = ({ auth, sent, createVisitor, handle }: Shop) => {
  const call = (who: Guest, path: string, body: object = {}) => who.post(`/auth/sdk/v1${path}`, { ...body, session_duration_minutes: 60 })
  const textTo = (email: string) => sent.filter(({ to }) => to === email).at(-1)!.text
  const tokenTo = (email: string) => new URL(textTo(email)).searchParams.get('token')!
  const codeTo = (email: string) => /\d{6}/.exec(textTo(email))![0]
  const logIn = (who: Guest, email: string, password = PASSWORD) => call(who, '/passwords/authenticate', { email, password })
  const askForCode = async (who: Guest, email: string, way = 'login_or_create') =>
    (await call(who, `/otps/email/${way}`, { email })).json.data.method_id as string
  const signUp = async (email: string) => {
    const who = createVisitor()
    const { json } = await call(who, '/passwords', { email, password: PASSWORD })
    return { who, userId: json.data?.user_id as string }
  }
  /** Signs up, and confirms the address in the same browser. */
  const signUpConfirmed = async (email: string) => {
    const user = await signUp(email)
    await call(user.who, '/otps/authenticate', { method_id: await askForCode(user.who, email, 'send/secondary'), token: codeTo(email) })
    return user
  }
  const change = async (who: Guest, newEmail: string) => {
    const headers = new Headers({ cookie: who.cookie(), origin: SHOP })
    await auth.api.changeEmail({ headers, body: { newEmail } })
    // the first mail asks the old address
    const [user] = await rows('user', newEmail, 'email')
    assert.not(user)
    const old = sent.filter(({ text }) => text.includes('verify-email')).at(-1)!
    if (old.to !== newEmail) await call(who, '/magic_links/authenticate', { token: new URL(old.text).searchParams.get('token') })
  }
  /** Calls Better Auth past the bridge, as a page of a host's that mounts its handler can. */
  const pastBridge = (path: string, body: object, cookie = '') => {
    const headers = { origin: SHOP, 'content-type': 'application/json', cookie }
    return auth.handler(new Request(`${SHOP}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
  }
  /** Sends the mail that confirms an address. */
  const sendConfirmation = (email: string) => pastBridge('/send-verification-email', { email })
  const isSignedIn = async (who: Guest) => (await call(who, '/sessions/authenticate')).status === 200
  const rows = async (model: string, userId: string, field = 'userId'): Promise<any[]> =>
    (await auth.$context).adapter.findMany({ model, where: [{ field, value: userId }] })
  /** Adds what an older version would have let a stranger add. */
  const plant = async (userId: string) => {
    const { adapter, internalAdapter } = await auth.$context
    const clientId = `client-${userId}`
    const add = (model: string, data: object) =>
      adapter.create({ model, data: { userId, createdAt: new Date(), updatedAt: new Date(), ...data } })
    await add('oauthClient', { clientId, redirectUris: ['https://app.example/callback'] })
    await add('passkey', { publicKey: 'a', credentialID: userId, counter: 0, deviceType: 'singleDevice', backedUp: false })
    await add('twoFactor', { secret: 'a', backupCodes: 'b' })
    await add('account', { providerId: 'github', accountId: userId })
    await add('oauthConsent', { clientId, scopes: ['openid'] })
    await add('oauthRefreshToken', { clientId, token: userId, scopes: ['openid'], expiresAt: day })
    await add('deviceCode', { deviceCode: userId, userCode: userId.slice(0, 8), status: 'approved', clientId, expiresAt: day })
    await adapter.create({ model: 'apikey', data: { key: userId, referenceId: userId } })
    const code = JSON.stringify({ type: 'authorization_code', userId, query: { client_id: clientId } })
    await internalAdapter.createVerificationValue({ identifier: `code-${userId}`, value: code, expiresAt: day })
    await internalAdapter.createVerificationValue({ identifier: `trust-device-${userId}`, value: userId, expiresAt: day })
    await internalAdapter.updateUser(userId, {
      twoFactorEnabled: true,
      phoneNumber: `+1${String(Date.now()).slice(-10)}`,
      phoneNumberVerified: true,
    })
  }
  /** What is left of it. */
  const left = async (userId: string): Promise<string[]> => {
    const { adapter } = await auth.$context
    const models = ['oauthClient', 'passkey', 'twoFactor', 'oauthConsent', 'oauthRefreshToken', 'deviceCode', 'apikey']
    const counts = await Promise.all(
      models.map(async (model) => ((await rows(model, userId, model === 'apikey' ? 'referenceId' : 'userId')).length > 0 ? model : '')),
    )
    const accounts = (await rows('account', userId)).map(({ providerId }) => providerId)
    const short = await adapter.findMany({ model: 'verification', where: [{ field: 'value', operator: 'contains', value: userId }] })
    const [user] = await rows('user', userId, 'id')
    return [
      ...counts,
      ...accounts,
      ...short.map(({ identifier }: any) => identifier.replace(`-${userId}`, '')),
      user.twoFactorEnabled && 'factor',
      user.phoneNumber && 'phone',
    ].filter(Boolean)
  }
  return {
    call,
    textTo,
    tokenTo,
    codeTo,
    logIn,
    askForCode,
    signUp,
    signUpConfirmed,
    change,
    isSignedIn,
    pastBridge,
    sendConfirmation,
    rows,
    plant,
    left,
    createVisitor,
    handle,
    auth,
  }
}

/** How somebody proves an address: who opens the mail, and what is left of what was there. */
type Actions = ReturnType<typeof actions>
const proofs: [what: string, prove: (shop: Actions, owner: Guest, email: string, stranger: Guest) => Promise<unknown>, left: string[]][] = [
  [
    'a link',
    async ({ call, tokenTo }, owner, email) => {
      await call(owner, '/magic_links/email/login_or_create', { email })
      return call(owner, '/magic_links/authenticate', { token: tokenTo(email) })
    },
    [],
  ],
  [
    'a code',
    async ({ call, codeTo, askForCode }, owner, email) => {
      const method_id = await askForCode(owner, email)
      return call(owner, '/otps/authenticate', { method_id, token: codeTo(email) })
    },
    [],
  ],
  [
    'a reset',
    async ({ call, tokenTo }, owner, email) => {
      await call(owner, '/passwords/email/reset/start', { email })
      return call(owner, '/passwords/email/reset', { token: tokenTo(email), password: 'another horse' })
    },
    ['credential'],
  ],
  [
    'a confirmation that the stranger has asked for',
    async ({ call, tokenTo }, owner, email, stranger) => {
      await call(stranger, '/magic_links/email/send/secondary', { email })
      return call(owner, '/magic_links/authenticate', { token: tokenTo(email) })
    },
    [],
  ],
]

/** The shop whose Better Auth is not in this process. */
const ELSEWHERE = 'another process'

const registerAny = test
/** Registers the attacks whose names match. */
const attacks = (on: string, create: (options?: Record<string, unknown>) => Promise<Shop>, which = /./) => {
  const test = (name: string, run: () => Promise<void>) => (which.test(name) ? registerAny(name, run) : undefined)
  for (const [what, prove, expected] of proofs) {
    test(`${on}: ${what} ends what a stranger had added before`, async () => {
      const shop = actions(await create())
      const email = `${crypto.randomUUID()}@example.com`
      const { who: stranger, userId } = await shop.signUp(email)
      await shop.plant(userId)
      const owner = shop.createVisitor()
      const { status, json } = (await prove(shop, owner, email, stranger)) as any
      assert.equal([status, json.data?.user_id, json.data?.user.emails[0].verified], [200, userId, true])
      assert.equal(await shop.left(userId), expected)
      assert.is(await shop.isSignedIn(stranger), false, 'the session of the stranger has ended')
      assert.is((await shop.logIn(shop.createVisitor(), email)).status, 401, 'so has the password')
      assert.is(await shop.isSignedIn(owner), true)
    })
  }

  test(`${on}: an unproven account gets no passkey, consent or factor, and is confirmed in place`, async () => {
    const shop = actions(await create())
    const email = `${crypto.randomUUID()}@example.com`
    const { who } = await shop.signUp(email)
    const request = { client_id: 'a', redirect_uri: 'https://app.example/', response_type: 'code', scopes: ['openid'] }
    const refused = [
      await shop.call(who, '/webauthn/register/start', { domain: 'shop.example', user_agent: 'test' }),
      await shop.call(who, '/webauthn/register', { public_key_credential: '{}' }),
      await shop.call(who, '/idp/oauth/authorize/start', request),
      await shop.call(who, '/idp/oauth/authorize/submit', { ...request, consent_granted: true }),
    ]
    assert.equal(
      refused.map(({ json }) => json.error_type),
      refused.map(() => 'email_verification_required'),
    )
    assert.is((await who.post('/api/auth/two-factor/enable', { password: PASSWORD })).json.code, 'EMAIL_VERIFICATION_REQUIRED')
    const method_id = await shop.askForCode(who, email, 'send/secondary')
    const { json } = await shop.call(who, '/otps/authenticate', { method_id, token: shop.codeTo(email) })
    assert.is(json.data.user.emails[0].verified, true)
    assert.is((await shop.call(who, '/webauthn/register/start', { domain: 'shop.example', user_agent: 'test' })).status, 200)
    assert.is((await shop.logIn(shop.createVisitor(), email)).status, 200, 'the password is still good')
  })

  test(`${on}: a confirmation keeps the password only in the browser that chose it`, async () => {
    const shop = actions(await create({ passwords: { requireEmailVerification: true } }))
    const confirm = (who: Guest, email: string) => shop.call(who, '/magic_links/authenticate', { token: shop.tokenTo(email) })
    const [mine, theirs, both, typed] = Array.from({ length: 4 }, () => `${crypto.randomUUID()}@example.com`) as [
      string,
      string,
      string,
      string,
    ]
    const { who } = await shop.signUp(mine)
    assert.is((await confirm(who, mine)).status, 200)
    assert.is((await shop.logIn(shop.createVisitor(), mine)).status, 200)
    await shop.signUp(theirs)
    assert.is((await confirm(shop.createVisitor(), theirs)).status, 200)
    assert.is((await shop.logIn(shop.createVisitor(), theirs)).status, 401)
    // the note of the sign-up is gone, and the visitor has typed the password again
    await shop.signUp(typed)
    const again = shop.createVisitor()
    assert.is((await shop.logIn(again, typed)).json.error_type, 'email_not_verified')
    assert.is((await confirm(again, typed)).status, 200)
    assert.is((await shop.logIn(shop.createVisitor(), typed)).status, 200)
    // the owner signs up after the stranger, and opens the mail of the stranger's sign-up
    await shop.signUp(both)
    const owner = await shop.signUp(both)
    assert.is((await confirm(owner.who, both)).status, 200)
    assert.is((await shop.logIn(shop.createVisitor(), both)).status, 401)
  })

  test(`${on}: a reset ends sessions, trusted devices and the tokens of apps; passkeys and consents stay`, async () => {
    const shop = actions(await create())
    const email = `${crypto.randomUUID()}@example.com`
    const { who, userId } = await shop.signUpConfirmed(email)
    await shop.plant(userId)
    await shop.call(shop.createVisitor(), '/passwords/email/reset/start', { email })
    const token = shop.tokenTo(email)
    const weak = await shop.call(shop.createVisitor(), '/passwords/email/reset', { token, password: 'abc' })
    assert.equal([weak.json.error_type, await shop.isSignedIn(who)], ['weak_password', true], 'a refused reset ends nothing')
    await shop.call(shop.createVisitor(), '/passwords/email/reset', { token, password: 'another horse' })
    assert.is(await shop.isSignedIn(who), false)
    const left = (await shop.left(userId)).filter((one) => !one.startsWith('2fa')).sort()
    assert.equal(left, ['apikey', 'credential', 'factor', 'github', 'oauthClient', 'oauthConsent', 'passkey', 'phone', 'twoFactor'])
  })

  test(`${on}: limits count by address over all networks, and not the browser that has asked`, async () => {
    const shop = actions(await create({ also: ['/phone-number/*', '/sign-in/phone-number'] }))
    const [email, fresh] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`]
    await shop.signUpConfirmed(email)
    const owner = shop.createVisitor()
    const method_id = await shop.askForCode(owner, email)
    const code = shop.codeTo(email)
    const flood = async (path: string, body: object, times: number) => {
      const statuses: number[] = []
      for (let at = 0; at < times; at++) statuses.push((await shop.call(shop.createVisitor(), path, { ...body, email })).status)
      return statuses
    }
    const wrong = code === '111111' ? '222222' : '111111'
    for (const forged of [
      method_id.replace(/\..*/, ''),
      method_id.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a')),
      method_id.replace(/\..*/, `.${crypto.randomUUID()}`),
    ])
      for (let at = 0; at < 2; at++)
        assert.is((await shop.call(shop.createVisitor(), '/otps/authenticate', { method_id: forged, token: wrong })).status, 404)
    assert.is((await shop.call(owner, '/otps/authenticate', { method_id, token: code })).status, 200, 'strangers have not spent the code')

    const guesses = await flood('/passwords/authenticate', { password: 'wrong horse' }, 12)
    assert.equal([guesses.slice(0, 10), guesses.slice(10)], [Array(10).fill(401), [429, 429]])
    for (const path of ['/magic_links/email/login_or_create', '/otps/email/login_or_create', '/passwords/email/reset/start'])
      await flood(path, {}, 3)
    assert.equal(await flood('/magic_links/email/login_or_create', {}, 2), [429, 429])
    assert.equal(await flood('/passwords/authenticate', { password: PASSWORD }, 1), [429])
    assert.is((await shop.logIn(owner, email)).status, 200, 'the browser that has logged in is not locked out')
    assert.is((await shop.call(owner, '/magic_links/email/login_or_create', { email })).status, 200)
    await shop.call(owner, '/passwords/email/reset/start', { email })
    // nor is the browser of somebody who has a number and a password, and no proven address
    const phoneNumber = `+1${String(Date.now()).slice(-10)}`
    const { who: caller, userId } = await shop.signUp(`${crypto.randomUUID()}@example.com`)
    await caller.post('/api/auth/phone-number/send-otp', { phoneNumber })
    await caller.post('/api/auth/phone-number/verify', { phoneNumber, code: shop.codeTo(phoneNumber), updatePhoneNumber: true })
    assert.is((await shop.rows('user', userId, 'id'))[0].phoneNumberVerified, true)
    const byNumber = (visitor: Guest, password: string) => visitor.post('/api/auth/sign-in/phone-number', { phoneNumber, password })
    await byNumber(caller, PASSWORD)
    for (let at = 0; at < 12; at++) await byNumber(shop.createVisitor(), 'wrong horse')
    assert.equal([(await byNumber(shop.createVisitor(), PASSWORD)).status, (await byNumber(caller, PASSWORD)).status], [429, 200])
    const phone = shop.createVisitor()
    const reset = { token: shop.tokenTo(email), password: 'another horse' }
    assert.is((await shop.call(phone, '/passwords/email/reset', reset)).status, 200, 'a reset on another device signs in')
    // nor is the browser that has signed up, before its address is proven
    const { who: newcomer } = await shop.signUp(fresh)
    for (let at = 0; at < 12; at++) await shop.logIn(shop.createVisitor(), fresh, 'wrong horse')
    assert.equal([(await shop.logIn(shop.createVisitor(), fresh)).status, (await shop.logIn(newcomer, fresh)).status], [429, 200])
    // an address without an account is limited alike
    const unknown = { email: `${crypto.randomUUID()}@example.com`, password: 'wrong horse' }
    const answers: number[] = []
    for (let at = 0; at < 11; at++) answers.push((await shop.call(shop.createVisitor(), '/passwords/authenticate', unknown)).status)
    assert.equal(answers, guesses.slice(0, 11))
  })

  test(`${on}: what is on its way when an address is proven or a password reset comes too late`, async () => {
    const shop = actions(await create())
    const email = `${crypto.randomUUID()}@example.com`
    await shop.signUp(email)
    const owner = shop.createVisitor()
    await shop.call(owner, '/magic_links/email/login_or_create', { email })
    const token = shop.tokenTo(email)
    // the stranger logs in again and again meanwhile
    const strangers = Array.from({ length: 6 }, () => shop.createVisitor())
    const logIns = strangers.map((who) => shop.logIn(who, email))
    assert.is((await shop.call(owner, '/magic_links/authenticate', { token })).status, 200)
    await Promise.all(logIns)
    assert.equal(
      await Promise.all(strangers.map(shop.isSignedIn)),
      strangers.map(() => false),
    )
    assert.is(await shop.isSignedIn(owner), true)

    const second = `${crypto.randomUUID()}@example.com`
    const { who: thief } = await shop.signUpConfirmed(second)
    await shop.call(owner, '/passwords/email/reset/start', { email: second })
    await Promise.all([
      shop.call(owner, '/passwords/email/reset', { token: shop.tokenTo(second), password: 'another horse' }),
      shop.call(thief, '/passwords/existing_password/reset', {
        email: second,
        existing_password: PASSWORD,
        new_password: 'horse of a thief',
      }),
    ])
    assert.is(await shop.isSignedIn(thief), false)
    assert.is((await shop.logIn(shop.createVisitor(), second, 'another horse')).status, 200)
    assert.is((await shop.logIn(shop.createVisitor(), second, 'horse of a thief')).status, 401)
  })

  test(`${on}: what is being written when an access ends comes too late: tokens of an app, a password, a passkey`, async () => {
    const created = await create({ also: ['/phone-number/*'] })
    const shop = actions(created)
    const { adapter } = await shop.auth.$context
    const start = async (email: string) => {
      const owner = shop.createVisitor()
      await shop.call(owner, '/passwords/email/reset/start', { email })
      const token = shop.tokenTo(email)
      return () => shop.call(owner, '/passwords/email/reset', { token, password: 'another horse' })
    }
    /** Does something before the next write to a table. */
    const before = (model: string, act: () => Promise<unknown>) => {
      const own = { ...adapter }
      const wrap =
        (write: (row: { model: string }) => Promise<unknown>) =>
        async (row: { model: string }): Promise<unknown> => {
          if (row.model === model) {
            Object.assign(adapter, own)
            await act()
          }
          return write(row)
        }
      Object.assign(adapter, {
        transaction: (run: (inside: unknown) => unknown) => run(adapter),
        create: wrap(own.create),
        update: wrap(own.update),
        updateMany: wrap(own.updateMany),
      })
    }
    // tokens
    const { client_id, redirect_uri } = await created.bridge.offers.consent!()
    const one = await shop.signUpConfirmed(`${crypto.randomUUID()}@example.com`)
    const email = (await shop.rows('user', one.userId, 'id'))[0].email
    const code_verifier = oauth.generateRandomCodeVerifier()
    const { json } = await shop.call(one.who, '/idp/oauth/authorize/submit', {
      ...{ client_id, redirect_uri, response_type: 'code', scopes: ['openid', 'offline_access'], state: 'a', consent_granted: true },
      code_challenge: await oauth.calculatePKCECodeChallenge(code_verifier),
    })
    const token = async (parts: Record<string, string>) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams({ client_id, ...parts }).toString()
      const { status, text } = await shop.createVisitor().open(`${SHOP}/api/auth/oauth2/token`, { method: 'POST', headers, body })
      return { status, json: JSON.parse(text) }
    }
    const code = new URL(json.data.redirect_uri).searchParams.get('code')!
    const first = await token({ grant_type: 'authorization_code', redirect_uri, code_verifier, code })
    assert.is(first.status, 200)
    // the thief's session has ended by itself, so no foreign key stops the row
    await shop.call(one.who, '/sessions/revoke')
    before('oauthRefreshToken', await start(email))
    assert.is((await token({ grant_type: 'refresh_token', refresh_token: first.json.refresh_token })).json.error, 'invalid_grant')
    assert.equal(await shop.rows('oauthRefreshToken', one.userId), [])
    // a password
    const two = await shop.signUpConfirmed(`${crypto.randomUUID()}@example.com`)
    const theirs = (await shop.rows('user', two.userId, 'id'))[0].email
    before('account', await start(theirs))
    const change = { email: theirs, existing_password: PASSWORD, new_password: 'horse of a thief' }
    assert.is((await shop.call(two.who, '/passwords/existing_password/reset', change)).status, 401)
    assert.is((await shop.logIn(shop.createVisitor(), theirs, 'horse of a thief')).status, 401)
    // what belongs to the user stays, whatever their session was about to add
    const three = await shop.signUpConfirmed(`${crypto.randomUUID()}@example.com`)
    await shop.plant(three.userId)
    before('verification', await start((await shop.rows('user', three.userId, 'id'))[0].email))
    await shop.call(three.who, '/webauthn/register/start', { domain: 'shop.example', user_agent: 'test' })
    const kept = await shop.left(three.userId)
    assert.equal(
      ['passkey', 'oauthConsent', 'twoFactor', 'github'].filter((one) => !kept.includes(one)),
      [],
    )
    // a log-in that begins while an end is under way
    const { internalAdapter } = await shop.auth.$context
    const { deleteUserSessions } = internalAdapter
    const fourth = `${crypto.randomUUID()}@example.com`
    const four = await shop.signUp(fourth)
    await shop.sendConfirmation(fourth)
    const stranger = shop.createVisitor()
    internalAdapter.deleteUserSessions = async (id: string) => {
      internalAdapter.deleteUserSessions = deleteUserSessions
      await shop.logIn(stranger, fourth)
      return deleteUserSessions(id)
    }
    const opener = shop.createVisitor()
    assert.is((await shop.call(opener, '/magic_links/authenticate', { token: shop.tokenTo(fourth) })).status, 200)
    assert.equal([await shop.isSignedIn(stranger), await shop.isSignedIn(four.who), await shop.isSignedIn(opener)], [false, false, true])
    // a passkey of somebody who has only their number proven
    const { who, userId } = await shop.signUp(`${crypto.randomUUID()}@example.com`)
    const address = (await shop.rows('user', userId, 'id'))[0].email
    const phoneNumber = `+1${String(Date.now()).slice(-10)}`
    await who.post('/api/auth/phone-number/send-otp', { phoneNumber })
    await who.post('/api/auth/phone-number/verify', { phoneNumber, code: shop.codeTo(phoneNumber), updatePhoneNumber: true })
    const owner = shop.createVisitor()
    await shop.call(owner, '/magic_links/email/login_or_create', { email: address })
    const link = shop.tokenTo(address)
    const passkey = await createSoftwarePasskey(SHOP)
    const asked = { domain: 'shop.example', user_agent: 'test', return_passkey_credential_options: true }
    const { data } = (await shop.call(who, '/webauthn/register/start', asked)).json
    const public_key_credential = await passkey.create(data.public_key_credential_creation_options)
    before('passkey', () => shop.call(owner, '/magic_links/authenticate', { token: link }))
    assert.is((await shop.call(who, '/webauthn/register', { public_key_credential })).status, 401)
    assert.equal([await shop.rows('passkey', userId), await shop.isSignedIn(owner)], [[], true])
  })

  test(`${on}: several processes count together`, async () => {
    const shop = actions(await create())
    const email = `${crypto.randomUUID()}@example.com`
    const owner = shop.createVisitor()
    await shop.call(owner, '/magic_links/email/login_or_create', { email })
    for (let at = 0; at < 5; at++) await shop.call(shop.createVisitor(), '/magic_links/email/login_or_create', { email })
    // as another process does while its request is under way
    const { adapter } = await shop.auth.$context
    const identifier = `latchkey-mail-${createHash('sha256').update(email).digest('hex')}`
    const data = { identifier, expiresAt: day, createdAt: new Date(), updatedAt: new Date() }
    const [, browser] = /latchkey_known=([^;]+)/.exec(owner.cookie())!
    const value = `pending ${createHash('sha256').update(browser!).digest('hex')}`
    await adapter.create({ model: 'verification', data: { ...data, value } })
    assert.is((await shop.call(owner, '/magic_links/email/login_or_create', { email })).status, 429)
  })

  test(`${on}: a link that only confirms is left to the page, and one of a user with a second factor does what the page would do`, async () => {
    const created = await create()
    const shop = actions(created)
    const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const open = (who: Guest, url: string) => who.open(url, { headers: visit })
    const email = `${crypto.randomUUID()}@example.com`
    const { who } = await shop.signUp(email)
    await shop.call(who, '/magic_links/email/send/secondary', { email, login_magic_link_url: `${SHOP}/login` })
    await shop.call(who, '/sessions/revoke')
    const confirming = shop.textTo(email)
    assert.match(confirming, /token=[\da-f]{64}(?:~|%7E)verify-email/)
    assert.is((await open(who, confirming)).status, 200)
    assert.not(await shop.isSignedIn(who))
    assert.is((await shop.call(who, '/magic_links/authenticate', { token: shop.tokenTo(email) })).status, 200)

    // Better Auth asks for the factor after a password only
    const { email: second } = await created.bridge.offers.secondFactor!()
    for (const lands of [true, false]) {
      const guest = shop.createVisitor()
      await shop.call(guest, '/magic_links/email/login_or_create', { email: second, login_magic_link_url: `${SHOP}/login` })
      if (lands) assert.is((await open(guest, shop.textTo(second))).status, 303)
      else assert.is((await shop.call(guest, '/magic_links/authenticate', { token: shop.tokenTo(second) })).status, 200)
      assert.ok(await shop.isSignedIn(guest))
    }
  })

  test(`${on}: made-up ids of browsers and a reset of another account do not get past the limits`, async () => {
    const shop = actions(await create())
    const [email, mine] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`]
    await shop.signUpConfirmed(email)
    await shop.signUpConfirmed(mine)
    const made = (path: string, body: object) => {
      const headers = {
        origin: SHOP,
        'content-type': 'application/json',
        'x-sdk-client': 'e30=',
        'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * 250)}`,
        cookie: `__Host-latchkey_known=${crypto.randomUUID()}`,
      }
      const text = JSON.stringify({ session_duration_minutes: 60, ...body })
      return shop.handle(new Request(`${SHOP}/auth/sdk/v1${path}`, { method: 'POST', headers, body: text }))
    }
    const statuses = async (path: string, body: object, times: number) => {
      const all = await Promise.all(Array.from({ length: times }, () => made(path, { email, ...body })))
      return all.filter(({ status }) => status !== 429).length
    }
    assert.is(await statuses('/otps/email/login_or_create', {}, 20), 5, 'the mail that confirmed the address was the first of six')
    assert.is(await statuses('/passwords/authenticate', { password: 'wrong horse' }, 20), 10)
    // the page's part of a token of a reset says whose it is, and may be changed
    const attacker = shop.createVisitor()
    await shop.call(attacker, '/passwords/email/reset/start', { email: mine })
    const [secret] = shop.tokenTo(mine).split('.')
    const token = `${secret}.${Buffer.from(email).toString('base64url')}`
    const { json } = await shop.call(attacker, '/passwords/email/reset', { token, password: PASSWORD })
    assert.is(json.data?.user.emails[0].email, mine, 'it signs in to the account of the token')
  })

  test(`${on}: a change of the address counts only in a browser of the account`, async () => {
    const shop = actions(await create({ user: { changeEmail: { enabled: true } } }))
    const [email, theirs] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`]
    const { who: stranger } = await shop.signUpConfirmed(theirs)
    await shop.change(stranger, email)
    const token = shop.tokenTo(email)
    const owner = shop.createVisitor()
    assert.is((await shop.call(owner, '/magic_links/authenticate', { token })).json.error_type, 'unable_to_auth_magic_link')
    assert.is((await shop.call(stranger, '/magic_links/authenticate', { token })).status, 200)

    // what a thief has asked for before a reset, the owner confirms afterwards in their own browser
    const [third, evil] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`]
    const thief = await shop.signUpConfirmed(third)
    await shop.change(thief.who, evil)
    const link = shop.tokenTo(evil)
    await shop.call(owner, '/passwords/email/reset/start', { email: third })
    await shop.call(owner, '/passwords/email/reset', { token: shop.tokenTo(third), password: 'another horse' })
    assert.is((await shop.call(owner, '/magic_links/authenticate', { token: link })).json.error_type, 'unable_to_auth_magic_link')
    assert.is((await shop.rows('user', thief.userId, 'id'))[0].email, third)
    // the library that reads the token takes more than one spelling of its signature
    for (const respell of spellingsOf(link)) {
      assert.is.not((await shop.call(shop.createVisitor(), '/magic_links/authenticate', { token: respell })).status, 200)
      const raw = `/api/auth/verify-email?token=${encodeURIComponent(respell.replace('verify-email.', ''))}`
      await shop.handle(new Request(SHOP + raw, { headers: { origin: SHOP } }))
      assert.is((await shop.rows('user', thief.userId, 'id'))[0].email, third, respell)
    }
  })

  test(`${on}: a removed app gets nothing for a code that it has, and no app more than the consent says`, async () => {
    const created = await create()
    const shop = actions(created)
    const { client_id, redirect_uri } = await created.bridge.offers.consent!()
    const { who, userId } = await shop.signUpConfirmed(`${crypto.randomUUID()}@example.com`)
    const code_verifier = oauth.generateRandomCodeVerifier()
    const proof = { code_challenge: await oauth.calculatePKCECodeChallenge(code_verifier), state: 'the-state' }
    const request = { client_id, redirect_uri, response_type: 'code', scopes: ['openid', 'email', 'offline_access'] }
    const allow = async (more: object = {}) => {
      const { json } = await shop.call(who, '/idp/oauth/authorize/submit', { ...request, ...proof, consent_granted: true, ...more })
      return new URL(json.data.redirect_uri).searchParams.get('code')!
    }
    const token = async (parts: Record<string, string>) => {
      const body = new URLSearchParams({ grant_type: 'authorization_code', client_id, redirect_uri, code_verifier, ...parts })
      const { status, text } = await shop.createVisitor().open(`${SHOP}/api/auth/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: body.toString(),
      })
      return { status, json: JSON.parse(text) }
    }
    const [resource] = created.bridge.offers.resources!
    assert.is((await token({ code: await allow(), resource })).json.error, 'invalid_target', 'the consent named no server')
    // as many as Better Auth finds without a limit, which the app has exchanged for newer ones
    const { adapter } = await shop.auth.$context
    for (let at = 0; at < 110; at++)
      await adapter.create({
        model: 'oauthRefreshToken',
        data: {
          clientId: client_id,
          userId,
          token: `${userId}-${at}`,
          scopes: ['openid'],
          expiresAt: day,
          revoked: new Date(),
          createdAt: new Date(),
        },
      })
    const first = await token({ code: await allow() })
    assert.is(first.status, 200)
    const refresh = { grant_type: 'refresh_token', refresh_token: first.json.refresh_token }
    for (const more of [{}, { code: 'x' }] as Record<string, string>[])
      assert.is((await token({ ...refresh, ...more, resource })).json.error, 'invalid_target')
    await allow({ scopes: ['openid'], prompt: 'consent' })
    const apps = async () => (await who.get('/auth/sdk/v1/users/connected_apps')).json.data.connected_apps
    assert.equal(
      (await apps()).map((app: any) => app.scopes_granted.split(' ').sort()),
      [['email', 'offline_access', 'openid']],
      'the older refresh token still has them',
    )
    // a consent that was taken back past the bridge, and is given again an hour later
    const ofUser = [{ field: 'userId', value: userId }]
    const former = await allow()
    const ofCode = [{ field: 'value', operator: 'contains', value: userId }]
    for (const [model, where] of Object.entries({ oauthRefreshToken: ofUser, verification: ofCode }))
      await adapter.updateMany({ model, where, update: { createdAt: new Date(Date.now() - 3600_000) } })
    await adapter.deleteMany({ model: 'oauthConsent', where: ofUser })
    await allow({ scopes: ['openid'] })
    for (const parts of [refresh, { code: former }]) assert.is((await token(parts)).json.error, 'invalid_grant')
    const again = await token({ code: await allow() })
    assert.is((await token({ ...refresh, refresh_token: again.json.refresh_token })).status, 200)
    const pending = await allow()
    assert.is((await shop.call(who, `/users/connected_apps/${client_id}/revoke`)).status, 200)
    assert.equal(await apps(), [])
    for (const parts of [{ code: pending }, refresh, { ...refresh, code: 'x' }]) assert.is((await token(parts)).json.error, 'invalid_grant')
    // a consent that goes while the tokens are made, which only this process can hold
    if (on !== ELSEWHERE) {
      const racing = await allow()
      const create_ = adapter.create
      adapter.create = async (row: any) => {
        if (row.model === 'oauthRefreshToken')
          await adapter.deleteMany({ model: 'oauthConsent', where: [{ field: 'userId', value: userId }] })
        return create_(row)
      }
      const raced = await token({ code: racing })
      adapter.create = create_
      assert.equal([raced.json.error, (await shop.rows('oauthRefreshToken', userId)).length], ['invalid_grant', 0])
    }

    for (const evil of ['https://evil.example/callback', `${redirect_uri}.evil.example`, `${SHOP}/api/auth/error`, 'http'])
      assert.is(
        (await shop.call(who, '/idp/oauth/authorize/start', { ...request, redirect_uri: evil })).json.error_type,
        'invalid_client',
        evil,
      )
    const hook = { client_name: 'An app', redirect_uris: [redirect_uri], backchannel_logout_uri: 'https://app.example/out' }
    assert.is((await who.post('/api/auth/oauth2/create-client', hook)).json.error, 'invalid_client_metadata')
  })

  test(`${on}: a reset proves only the address that its mail went to`, async () => {
    const changeEmail = { enabled: true }
    const unverified = create({ user: { changeEmail: { ...changeEmail, updateEmailWithoutVerification: true } } })
    assert.match((await rejection(unverified)).message, /updateEmailWithoutVerification/)
    const shop = actions(await create({ also: ['/change-email'], user: { changeEmail } }))
    // the account moves to another address while the owner proves the one that it had
    const [evil, victim] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`]
    const stranger = await shop.signUp(victim)
    await stranger.who.post('/api/auth/change-email', { newEmail: evil })
    const moving = shop.tokenTo(evil)
    const visitor = shop.createVisitor()
    await shop.call(visitor, '/magic_links/email/login_or_create', { email: victim })
    const { adapter } = await shop.auth.$context
    const { update } = adapter
    Object.assign(adapter, {
      update: async (change: { model: string }) => {
        if (change.model !== 'user') return update(change)
        adapter.update = update
        await shop.call(stranger.who, '/magic_links/authenticate', { token: moving })
        return update(change)
      },
    })
    await shop.call(visitor, '/magic_links/authenticate', { token: shop.tokenTo(victim) })
    assert.is(await shop.isSignedIn(visitor), false)
    // a mailbox that the owner has left behind
    const [old, fresh] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`]
    const owner = await shop.signUpConfirmed(old)
    await shop.call(shop.createVisitor(), '/passwords/email/reset/start', { email: old })
    const token = shop.tokenTo(old)
    await shop.change(owner.who, fresh)
    await shop.call(owner.who, '/magic_links/authenticate', { token: shop.tokenTo(fresh) })
    assert.is((await shop.rows('user', owner.userId, 'id'))[0].email, fresh)
    assert.is((await shop.call(shop.createVisitor(), '/passwords/email/reset', { token, password: 'horse of a thief' })).status, 401)
  })

  for (const [what, prove] of proofs.slice(0, 3))
    test(`${on}: a number and a reset by it that are under way at ${what} come too late`, async () => {
      const shop = actions(await create({ also: ['/phone-number/*'] }))
      const { adapter, password } = await shop.auth.$context
      const join = async () => {
        const [email, phoneNumber] = [`${crypto.randomUUID()}@example.com`, `+1${String(Date.now()).slice(-10)}`]
        const { who, userId } = await shop.signUp(email)
        await who.post('/api/auth/phone-number/send-otp', { phoneNumber })
        const confirm = () =>
          who.post('/api/auth/phone-number/verify', { phoneNumber, code: shop.codeTo(phoneNumber), updatePhoneNumber: true })
        return { email, phoneNumber, who, userId, confirm, prove: () => prove(shop, shop.createVisitor(), email, who) }
      }
      const reset = await join()
      await reset.confirm()
      const { phoneNumber } = reset
      await reset.who.post('/api/auth/phone-number/request-password-reset', { phoneNumber })
      const { hash } = password
      password.hash = async (text: string) => {
        password.hash = hash
        await reset.prove()
        return hash(text)
      }
      const body = { phoneNumber, otp: shop.codeTo(phoneNumber), newPassword: 'horse of a thief' }
      assert.is((await reset.who.post('/api/auth/phone-number/reset-password', body)).status, 401)
      assert.is((await shop.logIn(shop.createVisitor(), reset.email, 'horse of a thief')).status, 401)
      const own = await shop.logIn(shop.createVisitor(), reset.email, 'another horse')
      assert.is(own.status, what === 'a reset' ? 200 : 401, 'the password of the owner')

      const number = await join()
      const { update } = adapter
      Object.assign(adapter, {
        update: async (change: { model: string }) => {
          if (change.model !== 'user') return update(change)
          adapter.update = update
          await number.prove()
          return update(change)
        },
      })
      assert.is((await number.confirm()).status, 401)
      const [user] = await shop.rows('user', number.userId, 'id')
      assert.equal([user.phoneNumber, user.emailVerified], [null, true])
    })

  test(`${on}: with two session cookies, nobody is signed in for the bridge, raw routes and pages alike`, async () => {
    const shop = actions(await create())
    const one = await shop.signUp(`${crypto.randomUUID()}@example.com`)
    const two = await shop.signUp(`${crypto.randomUUID()}@example.com`)
    const session = (who: Guest) =>
      who
        .cookie()
        .split('; ')
        .find((pair) => /session_token=/.test(pair))!
    const headers = new Headers({
      cookie: `${session(one.who)}; ${session(two.who)}`,
      origin: SHOP,
      'content-type': 'application/json',
      'x-sdk-client': 'e30=',
    })
    assert.is(await shop.auth.api.getSession({ headers }), null)
    const request = new Request(`${SHOP}/auth/sdk/v1/sessions/authenticate`, { method: 'POST', headers, body: '{}' })
    assert.is((await shop.handle(request)).status, 404)
    headers.set('cookie', session(two.who))
    assert.is((await shop.auth.api.getSession({ headers })).user.id, two.userId)
  })

  // these are the same on every database
  if (on !== 'SQLite') return

  test('limits count mails that a link causes, those of two cookies, and browsers of the account that is there', async () => {
    let confirmation = ''
    const sendChangeEmailConfirmation = async ({ url }: { url: string }) => void (confirmation = url)
    const created = await create({
      also: ['/change-email', '/delete-user', '/phone-number/*', '/sign-in/phone-number'],
      user: { changeEmail: { enabled: true, sendChangeEmailConfirmation }, deleteUser: { enabled: true } },
    })
    const shop = actions(created)
    const mailsTo = (email: string) => created.sent.filter(({ to }) => to === email).length
    const newEmail = `${crypto.randomUUID()}@example.com`
    const { who } = await shop.signUpConfirmed(`${crypto.randomUUID()}@example.com`)
    await who.post('/api/auth/change-email', { newEmail })
    const token = `verify-email.${new URL(confirmation).searchParams.get('token')}`
    for (let at = 0; at < 12; at++) await shop.call(who, '/magic_links/authenticate', { token })
    assert.is(mailsTo(newEmail), 5, 'one of the six is what the change asked for')

    const { email, password } = await created.bridge.offers.secondFactor!()
    const thief = shop.createVisitor()
    await shop.logIn(thief, email, password)
    const before = mailsTo(email)
    for (let at = 0; at < 12; at++) {
      const other = await shop.signUp(`${crypto.randomUUID()}@example.com`)
      const [unsigned] = /__Host-shop\.session_token=[^.]+\./.exec(other.who.cookie())!
      const headers = { origin: SHOP, 'content-type': 'application/json', cookie: `${thief.cookie()}; ${unsigned}c2lnbmF0dXJl` }
      await shop.handle(new Request(`${SHOP}/api/auth/two-factor/send-otp`, { method: 'POST', headers, body: '{}' }))
    }
    assert.ok(mailsTo(email) - before <= 6)

    // browsers that an earlier account of the address has known
    const address = `${crypto.randomUUID()}@example.com`
    const thieves = []
    for (let at = 0; at < 3; at++) {
      const one = await shop.signUp(address)
      await one.who.post('/api/auth/delete-user', { password: PASSWORD })
      thieves.push(one.who)
    }
    const owner = shop.createVisitor()
    await shop.call(owner, '/magic_links/email/login_or_create', { email: address })
    await shop.call(owner, '/magic_links/authenticate', { token: shop.tokenTo(address) })
    const had = mailsTo(address)
    for (const one of thieves) for (let at = 0; at < 7; at++) await shop.call(one, '/magic_links/email/login_or_create', { email: address })
    assert.ok(mailsTo(address) - had <= 6, `${mailsTo(address) - had} mails`)
  })

  test('limits count the mail of each sign-up that causes one', async () => {
    let existing = 0
    const onExistingUserSignUp = async () => void existing++
    const created = await create({ passwords: { requireEmailVerification: true, onExistingUserSignUp } })
    const shop = actions(created)
    const email = `${crypto.randomUUID()}@example.com`
    for (let at = 0; at < 20; at++) await shop.call(shop.createVisitor(), '/passwords', { email, password: PASSWORD })
    const mails = created.sent.filter(({ to }) => to === email).length + existing
    assert.ok(mails > 1 && mails <= 6, `${mails} mails`)
  })

  test('browsers that knew a number do not stay known when it moves to another account', async () => {
    const created = await create({ also: ['/phone-number/*', '/sign-in/phone-number'] })
    const shop = actions(created)
    const phoneNumber = `+1${String(Date.now()).slice(-10)}`
    const take = async () => {
      const { who, userId } = await shop.signUpConfirmed(`${crypto.randomUUID()}@example.com`)
      await who.post('/api/auth/phone-number/send-otp', { phoneNumber })
      await who.post('/api/auth/phone-number/verify', { phoneNumber, code: shop.codeTo(phoneNumber), updatePhoneNumber: true })
      await shop.call(who, '/sessions/revoke', {})
      await shop.logIn(who, (await shop.rows('user', userId, 'id'))[0].email)
      return { who, userId }
    }
    const { adapter } = await created.auth.$context
    const known = async () =>
      adapter.count({ model: 'verification', where: [{ field: 'identifier', value: await knownBrowsers(phoneNumber) }] })
    const first = await take()
    assert.is(await known(), 1)
    await adapter.update({ model: 'user', where: [{ field: 'id', value: first.userId }], update: { phoneNumber: null } })
    const { who } = await shop.signUpConfirmed(`${crypto.randomUUID()}@example.com`)
    await who.post('/api/auth/phone-number/send-otp', { phoneNumber })
    await who.post('/api/auth/phone-number/verify', { phoneNumber, code: shop.codeTo(phoneNumber), updatePhoneNumber: true })
    assert.is(await known(), 0)
  })

  test('a reset that is asked for while the account moves is for nobody', async () => {
    const shop = actions(await create({ user: { changeEmail: { enabled: true } } }))
    const [old, fresh] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`]
    const owner = await shop.signUpConfirmed(old)
    await shop.change(owner.who, fresh)
    const moving = shop.tokenTo(fresh)
    const { adapter } = await shop.auth.$context
    const { create: add } = adapter
    Object.assign(adapter, {
      create: async (row: { model: string; data: { identifier?: string } }) => {
        if (!row.data.identifier?.startsWith('reset-password:')) return add(row)
        adapter.create = add
        await shop.call(owner.who, '/magic_links/authenticate', { token: moving })
        return add(row)
      },
    })
    await shop.call(shop.createVisitor(), '/passwords/email/reset/start', { email: old })
    assert.is((await shop.rows('user', owner.userId, 'id'))[0].email, fresh)
    const thief = { token: shop.tokenTo(old), password: 'horse of a thief' }
    assert.is((await shop.call(shop.createVisitor(), '/passwords/email/reset', thief)).status, 401)
  })

  test('addresses that nobody has proven are linked to nothing', async () => {
    const options = { account: { accountLinking: { requireLocalEmailVerified: false } } }
    assert.match((await rejection(create(options as never))).message, /requireLocalEmailVerified/)
  })

  test('a browser stays known with each log-in, and a reset makes the others unknown', async () => {
    const shop = actions(await create())
    const email = `${crypto.randomUUID()}@example.com`
    const { who } = await shop.signUpConfirmed(email)
    const identifier = `latchkey-browser-${createHash('sha256').update(email).digest('hex')}`
    const { adapter } = await shop.auth.$context
    const rows = () => shop.rows('verification', identifier, 'identifier')
    const soon = new Date(Date.now() + 60_000)
    await adapter.updateMany({ model: 'verification', where: [{ field: 'identifier', value: identifier }], update: { expiresAt: soon } })
    await shop.logIn(who, email)
    assert.ok((await rows()).every(({ expiresAt }) => Number(new Date(expiresAt)) > Date.now() + 29 * 86_400_000))
    const [before] = await rows()
    await shop.call(shop.createVisitor(), '/passwords/email/reset/start', { email })
    await shop.call(shop.createVisitor(), '/passwords/email/reset', { token: shop.tokenTo(email), password: 'another horse' })
    const after = await rows()
    assert.equal([after.length, after[0].value === before.value], [1, false])
  })

  test('a confirmation in the browser that signed up keeps the password, also after a log-out', async () => {
    const shop = actions(await create())
    const email = `${crypto.randomUUID()}@example.com`
    const { who } = await shop.signUp(email)
    await shop.call(who, '/sessions/revoke')
    await shop.sendConfirmation(email)
    assert.is((await shop.call(who, '/magic_links/authenticate', { token: shop.tokenTo(email) })).status, 200)
    assert.is((await shop.logIn(shop.createVisitor(), email)).status, 200)
  })

  test(`${on}: a copy of a session in a cookie makes no change after its end, whatever its name`, async () => {
    for (const cookies of [{}, { session_data: { name: 'copy' } }]) {
      const shop = actions(await create({ session: { cookieCache: { enabled: true, maxAge: 300 } }, advanced: { cookies } }))
      const { who, userId } = await shop.signUpConfirmed(`${crypto.randomUUID()}@example.com`)
      assert.is((await who.post('/api/auth/update-user', { name: 'Ada' })).status, 200)
      await (await shop.auth.$context).internalAdapter.deleteUserSessions(userId)
      assert.match(who.cookie(), /session_data=|copy=/)
      assert.is((await who.post('/api/auth/update-user', { name: 'Mallory' })).status, 401)
      assert.is((await shop.rows('user', userId, 'id'))[0].name, 'Ada')
    }
  })

  test(`${on}: a reset by a number ends the access of others, too`, async () => {
    const shop = actions(await create({ also: ['/phone-number/*'] }))
    const { who, userId } = await shop.signUpConfirmed(`${crypto.randomUUID()}@example.com`)
    await shop.plant(userId)
    const [{ phoneNumber }] = await shop.rows('user', userId, 'id')
    const owner = shop.createVisitor()
    await owner.post('/api/auth/phone-number/request-password-reset', { phoneNumber })
    const reset = { phoneNumber, otp: shop.codeTo(phoneNumber), newPassword: 'another horse' }
    assert.is((await owner.post('/api/auth/phone-number/reset-password', reset)).status, 200)
    assert.is(await shop.isSignedIn(who), false)
    const left = await shop.left(userId)
    assert.equal(
      ['oauthRefreshToken', 'trust-device', 'deviceCode', 'code'].filter((one) => left.includes(one)),
      [],
    )
  })

  test(`${on}: limits count what a session lets guess and mail, and every spelling of a number`, async () => {
    const also = ['/change-email', '/delete-user', '/verify-password', '/email-otp/*', '/phone-number/*']
    const shop = actions(await create({ also, user: { changeEmail: { enabled: true }, deleteUser: { enabled: true } } }))
    const password = 'wrong horse'
    const newEmail = () => ({ newEmail: `${crypto.randomUUID()}@example.com` })
    const victim = newEmail()
    const rows: [path: string, body: object, most: number][] = [
      ['/auth/sdk/v1/passwords/existing_password/reset', { existing_password: password, new_password: 'a horse of a thief' }, 10],
      ['/api/auth/two-factor/enable', { password }, 10],
      ['/api/auth/verify-password', { password }, 10],
      ['/api/auth/delete-user', { password }, 5],
      // the confirmation of the sign-up was a mail to the own address
      ['/api/auth/change-email', victim, 5],
      ['/api/auth/two-factor/send-otp', {}, 5],
    ]
    for (const [path, body, most] of rows) {
      const email = `${crypto.randomUUID()}@example.com`
      const { who } = await shop.signUpConfirmed(email)
      const cookie = who.cookie()
      const statuses: number[] = []
      for (let at = 0; at < most + 3; at++) {
        const headers = {
          origin: SHOP,
          'content-type': 'application/json',
          'x-sdk-client': 'e30=',
          cookie,
          'x-forwarded-for': `198.51.${most}.${at}`,
        }
        const text = JSON.stringify({ email, session_duration_minutes: 60, ...body })
        statuses.push((await shop.handle(new Request(SHOP + path, { method: 'POST', headers, body: text }))).status)
      }
      assert.is(statuses.filter((status) => status !== 429).length, most, `${path}: ${statuses}`)
    }
    const number = `+1${String(Date.now()).slice(-10)}`
    const others = [` ${number}`, number.replace('+1', '+1-'), number.replace('+', '00'), number.replace('+', '011'), `${number};ext=1`]
    const wide = number.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
    const send = async (phoneNumber: string) => (await shop.createVisitor().post('/api/auth/phone-number/send-otp', { phoneNumber })).status
    const texts: number[] = []
    for (let at = 0; at < 8; at++) texts.push(await send(number))
    assert.is(texts.filter((status) => status !== 429).length, 6, texts.join())
    for (const phoneNumber of [...others, wide, `${number} x1`, `${number},1`]) assert.is(await send(phoneNumber), 400, phoneNumber)
  })

  test(`${on}: a code of an authenticator app works once, also for somebody else who has seen it`, async () => {
    const created = await create()
    const shop = actions(created)
    const { email, password, code } = await created.bridge.offers.secondFactor!()
    const [owner, thief] = [shop.createVisitor(), shop.createVisitor()]
    await shop.logIn(owner, email, password)
    await shop.logIn(thief, email, password)
    const [value] = /(?<=two_factor=)[^;]+/.exec(thief.cookie())!
    const spellings = [`"${value}"`, `"${value}.`, `"${value}x`, value.replace('.', '%2E'), '%', `${value}"`]
    const { who: other } = await shop.signUp(`${crypto.randomUUID()}@example.com`)
    const [unsigned] = /__Host-shop\.session_token=[^.]+\./.exec(other.cookie())!
    const totp_code = await code()
    assert.is((await shop.call(owner, '/totps/authenticate', { totp_code })).status, 200)
    assert.is((await shop.call(thief, '/totps/authenticate', { totp_code })).json.error_type, 'unable_to_authenticate_totp')
    const body = JSON.stringify({ totp_code, session_duration_minutes: 60 })
    // a session of their own, whose signature is wrong, hides nothing
    const cookies = [...spellings.map((spelling) => thief.cookie().replace(value, spelling)), `${thief.cookie()}; ${unsigned}c2lnbmF0dXJl`]
    for (const [at, cookie] of cookies.entries()) {
      const headers = {
        origin: SHOP,
        'content-type': 'application/json',
        'x-sdk-client': 'e30=',
        'x-forwarded-for': `203.0.113.${at}`,
        cookie,
      }
      const { status } = await shop.handle(new Request(`${SHOP}/auth/sdk/v1/totps/authenticate`, { method: 'POST', headers, body }))
      assert.is(status, 401, cookie)
    }
    assert.is(await shop.isSignedIn(thief), false)
  })

  test(`${on}: each proof of the own account makes an old session fresh, and the old one ends`, async () => {
    const shop = actions(await create())
    const email = `${crypto.randomUUID()}@example.com`
    const { who, userId } = await shop.signUpConfirmed(email)
    const passkey = await createSoftwarePasskey(SHOP)
    const domain = { domain: 'shop.example', user_agent: 'test', return_passkey_credential_options: true }
    const add = () => shop.call(who, '/webauthn/register/start', domain)
    const public_key_credential = await passkey.create((await add()).json.data.public_key_credential_creation_options)
    await shop.call(who, '/webauthn/register', { public_key_credential })
    const app = URI.parse((await who.post('/api/auth/two-factor/enable', { password: PASSWORD })).json.totpURI) as TOTP
    const confirm = (path: string, body: object) => shop.call(who, path, { ...body, confirm_session: true })
    const turnOn = await shop.call(who, '/totps/authenticate', { totp_code: app.generate() })
    assert.is(turnOn.status, 200)
    const proofs: [string, () => Promise<{ status: number; json: any }>][] = [
      ['a code', async () => confirm('/otps/authenticate', { method_id: await shop.askForCode(who, email), token: shop.codeTo(email) })],
      [
        'a passkey',
        async () => {
          const { data } = (await shop.call(who, '/webauthn/authenticate/start/secondary', domain)).json
          const credential = await passkey.get(data.public_key_credential_request_options)
          return confirm('/webauthn/authenticate', { public_key_credential: credential })
        },
      ],
      [
        'a password with a code of the app',
        async () => {
          const { json } = await confirm('/passwords/authenticate', { email, password: PASSWORD })
          assert.equal([json.data.second_factor_required, await shop.isSignedIn(who)], [true, true])
          assert.is((await add()).json.error_type, 'session_too_old', 'after only the password')
          return confirm('/totps/authenticate', { totp_code: nextCode(app) })
        },
      ],
    ]
    for (const [name, prove] of proofs) {
      const { adapter } = await shop.auth.$context
      const aged = { createdAt: new Date(Date.now() - 2 * 86_400_000) }
      await adapter.updateMany({ model: 'session', where: [{ field: 'userId', value: userId }], update: aged })
      assert.is((await add()).json.error_type, 'session_too_old', name)
      const cookie = who.cookie()
      const { status, json } = await prove()
      assert.equal([status, json.data?.user_id], [200, userId], name)
      assert.is((await add()).status, 200, name)
      const copy = await shop.handle(
        new Request(`${SHOP}/auth/sdk/v1/users/me`, { headers: { cookie, origin: SHOP, 'x-sdk-client': 'e30=' } }),
      )
      assert.is(copy.status, 404, `${name}: a copy of the old session`)
    }
  })

  test(`${on}: a proof of another account confirms nothing, and five wrong ones of a session wait`, async () => {
    const shop = actions(await create())
    const [email, other] = [`${crypto.randomUUID()}@example.com`, `${crypto.randomUUID()}@example.com`]
    const { who, userId } = await shop.signUpConfirmed(email)
    const { who: stranger, userId: strangerId } = await shop.signUpConfirmed(other)
    const sessions = (await shop.rows('session', strangerId)).length
    let address = 0
    const confirm = async (by: Guest, path: string, body: object) => {
      const headers = { origin: SHOP, 'content-type': 'application/json', 'x-sdk-client': 'e30=', cookie: by.cookie() }
      const text = JSON.stringify({ ...body, session_duration_minutes: 60, confirm_session: true })
      // each from another network, of which Better Auth's own limits know nothing
      const from = { ...headers, 'x-forwarded-for': `198.51.100.${++address}` }
      return shop.handle(new Request(`${SHOP}/auth/sdk/v1${path}`, { method: 'POST', headers: from, body: text }))
    }
    const code = { method_id: await shop.askForCode(who, other), token: shop.codeTo(other) }
    for (const [path, body] of [
      ['/passwords/authenticate', { email: other, password: PASSWORD }],
      ['/otps/authenticate', code],
    ] as const) {
      const response = await confirm(who, path, body)
      assert.equal([response.status, ((await response.json()) as any).error_type], [403, 'confirmation_refused'], path)
      assert.equal(response.headers.getSetCookie(), [], path)
      assert.is((await shop.call(who, '/sessions/authenticate')).json.data.user_id, userId, path)
    }
    assert.is((await shop.rows('session', strangerId)).length, sessions, 'no session of the other is left')
    const again = await confirm(stranger, '/otps/authenticate', code)
    assert.is(again.status, 404, 'in a session of the other')
    const wrong = { email, password: 'wrong horse' }
    for (let tries = 2; tries < 5; tries++) assert.is((await confirm(who, '/passwords/authenticate', wrong)).status, 401)
    const { adapter } = await shop.auth.$context
    const tries = [{ field: 'identifier', operator: 'starts_with', value: 'latchkey-confirmation-' }]
    for (const { id } of await adapter.findMany({ model: 'verification', where: tries }))
      assert.is((await shop.pastBridge('/latchkey/confirmation', { undo: id }, who.cookie())).status, 200)
    const last = await confirm(who, '/passwords/authenticate', { email, password: PASSWORD })
    assert.is(last.status, 429)
    assert.ok(Number(last.headers.get('retry-after')) > 3000)
    assert.ok(await shop.isSignedIn(who))
  })
}

/** 200 take half a minute on each database. */
const ORDERS = everything ? 200 : 40

let databases = 0
const onSqlite = (options?: Parameters<typeof createShop>[3], number = ++databases) =>
  createShop(load, { dialect: new LibsqlDialect({ url: `file:${folder}/attacked${number}.db` }), type: 'sqlite' }, provider, options)
attacks('SQLite', (options) => onSqlite(options))
// Without those that hold what Better Auth writes, which this process cannot. `npm run test:hosts`
// tries all of them.
attacks(
  ELSEWHERE,
  (options) => {
    closeElsewhere()
    return createElsewhere(load, { folder, file: `${folder}/attacked${++databases}.db` }, provider, options)
  },
  everything
    ? /a removed app|two session cookies/
    : /ends what a stranger|gets no passkey|only in the browser that chose|a reset ends sessions|over all networks|made-up ids|change of the address|a removed app|two session cookies/,
)
landings(
  test,
  'SQLite',
  async () => {
    const number = ++databases
    return createSite(() => onSqlite({}, number))
  },
  ORDERS,
)
if (postgres) {
  const pool = new pg.Pool({ connectionString: postgres.url })
  pool.on('error', () => {})
  attacks('PostgreSQL', (options) => createShop(load, pool, provider, options))
  landings(test, 'PostgreSQL', () => createSite(() => createShop(load, pool, provider)), ORDERS)
} else test.skip('PostgreSQL (it is not installed: apt-get install postgresql)', () => {})

if (postgres)
  test('a change of the password needs no second connection', async () => {
    const pool = new pg.Pool({ connectionString: postgres.url, max: 1, connectionTimeoutMillis: 5000 })
    pool.on('error', () => {})
    const shop = actions(await createShop(load, pool, provider))
    const email = `${crypto.randomUUID()}@example.com`
    const { who } = await shop.signUpConfirmed(email)
    const change = { email, existing_password: PASSWORD, new_password: 'another horse' }
    assert.is((await shop.call(who, '/passwords/existing_password/reset', change)).status, 200)
    assert.is((await shop.logIn(shop.createVisitor(), email, 'another horse')).status, 200)
    await pool.end()
  })

test('what a reset ends is gone from a secondary storage, too: a trusted device is asked for its second factor', async () => {
  const values = new Map<string, string>()
  const secondaryStorage = {
    get: async (key: string) => values.get(key) ?? null,
    set: async (key: string, value: string) => void values.set(key, value),
    delete: async (key: string) => void values.delete(key),
  }
  const database = { dialect: new LibsqlDialect({ url: `file:${folder}/secondary.db` }), type: 'sqlite' }
  const options = { secondaryStorage, session: { storeSessionInDatabase: true } }
  assert.match((await rejection(createShop(load, database, provider, options))).message, /storeInDatabase/)
  const created = await createShop(load, database, provider, { ...options, verification: { storeInDatabase: true } })
  const shop = actions(created)
  const { email, password, code } = await created.bridge.offers.secondFactor!()
  const device = shop.createVisitor()
  await shop.logIn(device, email, password)
  await shop.call(device, '/totps/authenticate', { totp_code: await code(), trust_device: true })
  assert.not((await shop.logIn(device, email, password)).json.data.second_factor_required)
  await shop.call(device, '/passwords/email/reset/start', { email })
  await shop.call(shop.createVisitor(), '/passwords/email/reset', { token: shop.tokenTo(email), password: PASSWORD })
  assert.is((await shop.logIn(device, email)).json.data.second_factor_required, true)
})

/** Routes of Better Auth that are not for everybody, and what it would do there without a check. */
const closed: [method: string, path: string][] = [
  ['GET', '/magic-link/verify?token=abc'],
  ['GET', '/verify-email?token=abc'],
  ['GET', '/reset-password/abc?callbackURL=%2F'],
  ['POST', '/sign-in/email'],
  ['POST', '/sign-up/email'],
  ['POST', '/request-password-reset'],
  ['POST', '/latchkey/address'],
  ['GET', '/get-session'],
  ['POST', '/oauth2/consent'],
  ['POST', '/oauth2/authorize/../consent'],
  ['POST', '/callback/..%2fsign-in/email'],
  ['POST', '/callback//../sign-in/email'],
  ['GET', '/ok'],
]

test('the raw routes answer apps and other providers, and nobody else', async () => {
  const { handle } = await createShop(load, { dialect: new LibsqlDialect({ url: `file:${folder}/raw.db` }), type: 'sqlite' }, provider)
  for (const [method, path] of closed) {
    const body = method === 'POST' ? '{"email":"a@example.com"}' : undefined
    const request = new Request(`${SHOP}/api/auth${path}`, { method, body, headers: { origin: SHOP, 'content-type': 'application/json' } })
    assert.is((await handle(request)).status, 404, path)
  }
  assert.is((await handle(new Request(`${SHOP}/api/auth/jwks`))).status, 200)
  const [page, ...others] = [
    '/login',
    '/api/auth/magic-link/verify',
    '/API/auth/magic-link/verify',
    '/api/auth',
    '/api/%61uth/x',
    '//api/auth/x',
    '/auth/sdk/v1/x',
  ]
  const statuses = [page!, ...others].map(async (path) => {
    const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, login_magic_link_url: SHOP + path })
    const headers = { origin: SHOP, 'content-type': 'application/json', 'x-sdk-client': 'e30=', 'x-forwarded-for': '198.51.100.7' }
    return (await handle(new Request(`${SHOP}/auth/sdk/v1/magic_links/email/login_or_create`, { method: 'POST', headers, body }))).status
  })
  assert.equal(await Promise.all(statuses), [200, ...others.map(() => 400)], 'no mail leads to a route that spends its token')
  const large = new Request(`${SHOP}/api/auth/oauth2/token`, { method: 'POST', body: 'a'.repeat(200_000) })
  assert.is((await handle(large)).status, 413)
})

test.run()
