/** A server in front of a users table: what hosts choose, and what fails. */
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { refusal } from '../../../src/server/bridge/index.ts'
import { hashPassword, isUpToDate, matches } from '../../../src/server/own/hashing.ts'
import { memoryStore, ownServer, type OwnServerOptions, type OwnSession, type Store } from '../../../src/server/own/index.ts'
import { networkOf } from '../../../src/server/network.ts'
import { actions, newEmail, PASSWORD } from './attacks.ts'
import { createHost, ORIGIN, type Person } from './host.ts'

const test = suite('own server')

const create = (options: Partial<OwnServerOptions<Person>> = {}) => {
  const host = createHost(options)
  return { host, ...actions(host) }
}

/** Runs with `console.error` noting its lines. */
const logged = async (run: () => unknown): Promise<string[]> => {
  const { error } = console
  const lines: string[] = []
  console.error = (...parts: unknown[]) => void lines.push(parts.map(String).join(' '))
  try {
    await run()
  } finally {
    console.error = error
  }
  return lines
}

test('a link makes an account with a proven address in lower case, and the session is a cookie that no script reads', async () => {
  const { host, browser, linkTo, open } = create()
  const who = browser()
  const token = await linkTo('Grace.Hopper@Example.com', who)
  assert.is(host.people.length, 0, 'nothing is written before it is opened')
  const { data, headers } = await open(who, token)
  assert.equal(host.people, [{ id: 1, email: 'grace.hopper@example.com', emailVerified: true, passwordHash: undefined }])
  assert.equal([data.user_id, data.user.emails[0].verified, data.session_token, data.session_jwt], ['1', true, '', ''])
  const [session] = headers.getSetCookie().filter((line) => line.startsWith('__Host-latchkey_session='))
  assert.match(session!, /^__Host-latchkey_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure$/)
  assert.equal(await host.userOf(new Request(ORIGIN, { headers: { cookie: who.cookie() } })), host.people[0])
})

test('on a developer’s machine cookies need no HTTPS, and elsewhere a server without it is warned', async () => {
  const base = { users: { byId: () => undefined, byEmail: () => undefined, update: () => {} }, store: memoryStore(), send: () => {} }
  const answer = await ownServer({ ...base, baseURL: 'http://localhost:3000' }).answer(
    new Request('http://localhost:3000/auth/sdk/v1/magic_links/email/login_or_create', {
      method: 'POST',
      headers: { origin: 'http://localhost:3000', 'x-sdk-client': 'e30=', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    }),
  )
  assert.match(answer.headers.getSetCookie()[0]!, /^latchkey_browser=[\da-f-]{36}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/)
  const { warn } = console
  const warnings: unknown[] = []
  console.warn = (text) => void warnings.push(text)
  ownServer({ ...base, baseURL: 'http://shop.example' })
  console.warn = warn
  assert.match(String(warnings), /use https/)
  for (const baseURL of ['', '/login', 'shop.example', 'ftp://shop.example'])
    assert.throws(() => ownServer({ ...base, baseURL }), /not the URL of a page/, baseURL)
})

test('hashes of another program are checked by the host, and renewed when their user logs in', async () => {
  const checked: string[] = []
  const old = {
    verify: async (hash: string, password: string) => {
      checked.push(hash)
      return hash === `old:${password}`
    },
    example: 'old:example',
  }
  const { host, browser, logIn } = create({ passwords: { old } })
  const email = newEmail()
  host.people.push({ id: 9, email: email.toUpperCase(), emailVerified: true, passwordHash: `old:${PASSWORD}` })
  assert.is((await logIn(browser(), email, 'wrong password')).error_type, 'unauthorized_credentials')
  assert.is((await logIn(browser(), email)).status, 200)
  const renewed = host.people[0]!.passwordHash!
  assert.ok(isUpToDate(renewed))
  assert.is((await logIn(browser(), email)).status, 200)
  assert.is(host.people[0]!.passwordHash, renewed)
  // the example itself lets nobody in, and everybody costs one check
  assert.is((await logIn(browser(), newEmail(), 'example')).error_type, 'unauthorized_credentials')
  assert.is((await logIn(browser(), email, 'example')).error_type, 'unauthorized_credentials')
  assert.is(checked.length, 5)
})

test('a log-in with the old password while a reset is being written has no session after it', async () => {
  const hold: { update?: Promise<void>; begun?: () => void } = {}
  const { host, browser, signUp, logIn, resetFor, isSignedIn } = create()
  const slow = actions(
    createHost({
      ...host.options,
      send: (mail) => void host.mails.push(mail),
      users: {
        ...host.options.users,
        async update(id, changes) {
          hold.begun?.()
          await hold.update
          return host.options.users.update(id, changes)
        },
      },
    }),
  )
  const email = newEmail()
  await signUp(email)
  const owner = slow.browser()
  const token = await resetFor(email, browser())
  let release = () => {}
  hold.update = new Promise((resolve) => (release = resolve))
  const begun = new Promise<void>((resolve) => (hold.begun = resolve))
  const resetting = slow.reset(owner, token, 'another good password')
  await begun
  const thief = browser()
  assert.is((await logIn(thief, email)).status, 200, 'the old password is still there')
  release()
  assert.is((await resetting).status, 200)
  assert.not(await isSignedIn(thief))
  assert.ok(await isSignedIn(owner))
})

test('two log-ins at the same moment with one old hash both go through, and it is renewed once', async () => {
  const old = { verify: (hash: string, password: string) => hash === `old:${password}`, example: 'old:example' }
  const { host, browser, logIn } = create({ passwords: { old } })
  const email = newEmail()
  host.people.push({ id: 9, email, emailVerified: true, passwordHash: `old:${PASSWORD}` })
  const answers = await Promise.all([logIn(browser(), email), logIn(browser(), email), logIn(browser(), email)])
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.ok(isUpToDate(host.people[0]!.passwordHash!))
})

test('a link of a deleted user, or of a former address, makes no account', async () => {
  const { host, browser, signUp, linkTo, open } = create()
  const email = newEmail()
  await signUp(email)
  const link = await linkTo(email)
  host.people.length = 0
  assert.is((await open(browser(), link)).error_type, 'unable_to_auth_magic_link')
  assert.is(host.people.length, 0)
})

test('a hash that nobody can check is said to the host, and the visitor reads the usual words', async () => {
  const failures: string[] = []
  const { host, browser, logIn } = create({ onError: ({ error }) => failures.push(String(error)) })
  const email = newEmail()
  host.people.push({ id: 9, email, emailVerified: true, passwordHash: '$2b$10$abcdefghijklmnopqrstuv' })
  assert.is((await logIn(browser(), email)).error_type, 'unauthorized_credentials')
  assert.match(failures.join(), /passwords\.old/)
})

test('a password is hashed in the PHC format, and a hash of any other is never right', async () => {
  const hash = await hashPassword('pässword')
  assert.match(hash, /^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z\d+/]{22}\$[A-Za-z\d+/]{43}$/)
  assert.ok(await matches(hash, 'p\u0061\u0308ssword'))
  for (const [damaged, password] of [
    [hash, 'password'],
    [undefined, ''],
    ['', ''],
    [hash.slice(0, -3), 'pässword'],
    [hash.replace('ln=15', 'ln=30'), 'pässword'],
    [hash.replace('r=8', 'r=0'), 'pässword'],
  ] as const)
    assert.not(await matches(damaged, password), String(damaged))
})

test('a hash that the host’s function does not know is wrong, for everybody alike, and the host hears of it', async () => {
  const failures: string[] = []
  const old = {
    verify(hash: string): boolean {
      if (hash === '!') throw new Error('Invalid hash')
      return false
    },
    example: 'old:example',
  }
  const { host, browser, logIn } = create({ passwords: { old }, onError: ({ error }) => failures.push(String(error)) })
  const email = newEmail()
  host.people.push({ id: 9, email, emailVerified: true, passwordHash: '!' })
  for (const address of [email, newEmail()]) assert.is((await logIn(browser(), address)).error_type, 'unauthorized_credentials')
  assert.equal(failures, ['Error: Invalid hash'])
})

test('a table that finds a user instead of adding one signs nobody in as them', async () => {
  const { host, browser } = create({
    users: {
      byId: (id) => host.people.find((person) => String(person.id) === id),
      byEmail: (email) => host.people.find((person) => person.email === email),
      create: () => host.people[0],
      update: () => assert.unreachable('nothing is changed'),
    },
  })
  host.people.push({ id: 1, email: 'jose@example.com', emailVerified: true, passwordHash: 'a hash' })
  const { error_type } = await browser().call('/passwords', { email: 'josé@example.com', password: PASSWORD })
  assert.is(error_type, 'duplicate_email')
})

test('a user who gets the id of a deleted one has none of their sessions, and `endAccess` ends them at once', async () => {
  const { host, browser, signUp, isSignedIn, linkTo, open } = create()
  const { who: before } = await signUp(newEmail())
  host.people.length = 0
  const { data } = await signUp(newEmail())
  assert.is(data.user_id, '1')
  assert.not(await isSignedIn(before))

  const email = newEmail()
  const { who, data: theirs } = await signUp(email)
  const link = await linkTo(email)
  await host.endAccess(Number(theirs.user_id))
  assert.not(await isSignedIn(who))
  assert.is((await open(browser(), link)).error_type, 'unable_to_auth_magic_link')
})

test('the name that a stranger chose goes with their password, and a name has one line', async () => {
  const { host, signUp, linkTo, open, browser } = create()
  const email = newEmail()
  const { who } = await signUp(email)
  await who.call('/users/me', { name: { first_name: 'You won\r\nBcc: x@y.example', last_name: '' } }, {}, 'PUT')
  assert.is(host.people[0]!.name, 'You won Bcc: x@y.example')
  await open(browser(), await linkTo(email))
  assert.is(host.people[0]!.name, '')
})

test('a link is good for as long as before if the server could not use it', async () => {
  let fails = true
  const { browser, linkTo, open } = create({
    links: { minutes: 10 },
    onError: () => {},
    onSignIn() {
      if (fails) throw new Error('a mistake of the host')
    },
  })
  const link = await linkTo(newEmail())
  const { now } = Date
  try {
    Date.now = () => now() + 9 * 60_000
    assert.is((await open(browser(), link)).status, 503)
    fails = false
    Date.now = () => now() + 11 * 60_000
    assert.is((await open(browser(), link)).error_type, 'unable_to_auth_magic_link')
  } finally {
    Date.now = now
  }
})

test('sessions of the host’s own are found, and end with a reset', async () => {
  const rows = new Map<string, OwnSession>()
  let ids = 0
  const idIn = (request: Request) => /sid=(\d+)/.exec(request.headers.get('cookie') ?? '')?.[1] ?? ''
  const { host, browser, signUp, resetFor, reset, isSignedIn } = create({
    sessions: {
      start(session, visit) {
        rows.set(String(++ids), session)
        visit.setCookie(`sid=${ids}; HttpOnly`)
      },
      find: ({ request }) => rows.get(idIn(request)),
      end: ({ request }) => void rows.delete(idIn(request)),
    },
  })
  const email = newEmail()
  const { who } = await signUp(email)
  assert.ok(await isSignedIn(who))
  assert.is((await host.userOf(new Request(ORIGIN, { headers: { cookie: who.cookie() } })))?.email, email)
  const owner = browser()
  await reset(owner, await resetFor(email, owner), 'another good password')
  assert.not(await isSignedIn(who))
  // what a request under way writes back after the log-out is no session
  const [copy, id] = [new Map(rows), owner.cookies.get('sid')!]
  await owner.call('/sessions/revoke')
  assert.not(await isSignedIn(owner))
  rows.set(id, copy.get(id)!)
  assert.not(await isSignedIn(owner))
  // what a host keeps badly counts as no session
  for (const broken of [null, {}, { userId: '1' }, { userId: 1, startedAt: 1, mark: '' }, { userId: '1', startedAt: 0, mark: '' }]) {
    rows.set('99', broken as OwnSession)
    who.cookies.set('sid', '99')
    assert.not(await isSignedIn(who), JSON.stringify(broken))
  }
})

test('a store or a table that is down is a 503 that signs nobody out, costs no link and says why to the host', async () => {
  let isDown = false
  const failures: unknown[] = []
  const inner = memoryStore()
  const wrap = (name: keyof Store) => {
    return (...call: never[]) => {
      if (isDown) throw new Error('ECONNREFUSED')
      return (inner[name] as (...call: never[]) => never)(...call)
    }
  }
  const store = Object.fromEntries(Object.keys(inner).map((name) => [name, wrap(name as keyof Store)])) as unknown as Store
  const { host, browser, signUp, linkTo, open, isSignedIn } = create({ store, onError: ({ error }) => failures.push(error) })
  const { who } = await signUp(newEmail())
  const before = who.cookie()
  const link = await linkTo(newEmail())
  isDown = true
  for (const path of ['/sessions/authenticate', '/sessions/revoke', '/magic_links/email/login_or_create', '/passwords/authenticate']) {
    const { status, headers } = await who.call(path, { email: 'ada@example.com', password: PASSWORD })
    assert.equal([status, headers.getSetCookie()], [503, []], path)
  }
  const guest = browser()
  assert.is((await open(guest, link)).status, 503)
  assert.is(who.cookie(), before)
  const error = await host.userOf(new Request(ORIGIN, { headers: { cookie: before } })).catch((reason: unknown) => reason)
  assert.match(String(error), /ECONNREFUSED/)
  assert.is(failures.length, 5)
  isDown = false
  assert.ok(await isSignedIn(who))
  assert.is((await open(guest, link)).status, 200)
})

test('a table that fails after a link was taken gives the link back', async () => {
  let fails = true
  const { browser, linkTo, open } = create({
    onError: () => {},
    onSignIn: () => {
      if (fails) throw new Error('a mistake of the host')
    },
  })
  const link = await linkTo(newEmail())
  assert.is((await open(browser(), link)).status, 503)
  fails = false
  assert.is((await open(browser(), link)).status, 200)
})

test('a broken row counts as absent', async () => {
  const store = memoryStore()
  const values = ['', '{', 'null', '[]', '1', '{"email":1,"mark":"","browser":""}', '{"userId":"1","mark":2}']
  const broken: Store = { ...store, get: (key) => (key.startsWith('turn') ? undefined : values[0]), take: () => values[0] }
  for (let at = 0; at < values.length; at++, values.push(values.shift()!)) {
    const { browser, open, reset, isSignedIn } = create({ store: broken })
    const who = browser()
    who.cookies.set('__Host-latchkey_session', 'a'.repeat(43))
    assert.not(await isSignedIn(who), values[0])
    assert.is((await open(who, 'abc')).error_type, 'unable_to_auth_magic_link', values[0])
    assert.is((await reset(who, 'abc', PASSWORD)).error_type, 'unable_to_auth_magic_link', values[0])
    const code = await who.call('/otps/authenticate', { token: '123456', method_id: 'abc' })
    assert.is(code.error_type, 'otp_code_not_found', values[0])
  }
})

test('a database that finds an address by another one gives nobody that account', async () => {
  const { host, browser, signUp, linkTo, open } = create()
  const email = newEmail()
  await signUp(email)
  // as collations do that take an accent for nothing
  const folded = createHost({
    users: {
      byId: (id) => host.people.find((person) => String(person.id) === id),
      byEmail: (text) => host.people.find((person) => person.email === text.normalize('NFD').replace(/\p{M}/gu, '')),
      update: () => assert.unreachable('nothing is changed'),
    },
  })
  const theirs = actions(folded)
  const sent = await theirs.askForLink(theirs.browser(), email.replace('a', 'á'))
  assert.is(sent.status, 200)
  assert.is(folded.mails.length, 0)
  assert.is((await open(browser(), await linkTo(email))).status, 200)
})

test('without `create` nobody signs up, and no answer says who has an account', async () => {
  const { users } = { users: createHost() }
  const host = createHost({
    users: {
      byId: (id) => users.people.find((person) => String(person.id) === id),
      byEmail: (email) => users.people.find((person) => person.email === email),
      update: (id, changes) => void Object.assign(users.people.find((person) => person.id === id)!, changes),
    },
  })
  users.people.push({ id: 1, email: 'here@example.com', emailVerified: true })
  const { browser, askForLink } = actions(host)
  assert.is((await browser().call('/passwords', { email: newEmail(), password: PASSWORD })).error_type, 'sign_up_disabled')
  const answers = [await askForLink(browser(), 'here@example.com'), await askForLink(browser(), newEmail())]
  assert.equal(
    answers.map(({ status, data }) => [status, Object.keys(data)]),
    [
      [200, ['request_id', 'status_code']],
      [200, ['request_id', 'status_code']],
    ],
  )
  assert.is((await host.mailTo('here@example.com')).kind, 'link')
  assert.is(host.mails.length, 0)
})

test('with hidden addresses, everybody is asked for a password, and a link makes the account', async () => {
  const { browser, signUp, linkTo, open } = create({ hideAddresses: true })
  const email = newEmail()
  const typeOf = async () => (await browser().call('/users/search', { email })).data.userType
  assert.is(await typeOf(), 'password')
  assert.is((await signUp(email)).error_type, 'sign_up_disabled')
  assert.is((await open(browser(), await linkTo(email))).status, 200)
  assert.is(await typeOf(), 'password')
})

test('ways that are turned off are unknown routes', async () => {
  const { host, browser, askForLink } = create({ links: false, codes: false, passwords: false })
  const who = browser()
  assert.is((await askForLink(who, newEmail())).error_type, 'route_not_found')
  for (const path of ['/otps/email/login_or_create', '/passwords/authenticate', '/users/search', '/passwords'])
    assert.is((await who.call(path, { email: newEmail(), password: PASSWORD })).error_type, 'route_not_found', path)
  assert.is(
    (await host.answer.land(new Request(`${ORIGIN}/?latchkey_token_type=magic_links&token=${'a'.repeat(64)}~b`))) === undefined,
    true,
  )
})

test('the host refuses a log-in before it has a session, and its mistakes with mails are logged without their text', async () => {
  const { host, browser, linkTo, open, isSignedIn } = create({
    onSignIn() {
      throw refusal('log_in_not_allowed')
    },
  })
  const who = browser()
  const link = await linkTo(newEmail(), who)
  const headers = { cookie: who.cookie(), 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const page = `${ORIGIN}/?latchkey_token_type=magic_links&token=${encodeURIComponent(link)}`
  // before the page, nobody could read why
  assert.is(await host.answer.land(new Request(page, { headers })), undefined)
  assert.is((await open(who, link)).error_type, 'log_in_not_allowed')
  assert.not(await isSignedIn(who))

  let sent = () => {}
  const tried = new Promise<void>((resolve) => (sent = resolve))
  const failing = create({
    send() {
      // after the line that says so
      setTimeout(sent, 0)
      throw new RangeError('the password of the mail server')
    },
  })
  const lines = await logged(async () => {
    assert.is((await failing.askForLink(failing.browser(), newEmail())).status, 200)
    await tried
  })
  assert.equal(lines, ['[latchkey] A mail could not be sent: RangeError'])
})

test('a visitor changes their name and password; a weak one is refused as its strength says', async () => {
  const { host, browser, signUp, logIn } = create({ passwords: { shortest: 10, isWeak: (password) => password.startsWith('weak') } })
  const email = newEmail()
  assert.is((await signUp(email, 'too short')).error_type, 'weak_password')
  assert.is((await signUp(email, 'weak but long enough')).error_type, 'weak_password')
  assert.is((await signUp(email, 'x'.repeat(129))).error_type, 'password_too_long')
  const strengths = ['too short', 'weak but long enough', PASSWORD].map(async (password) => {
    const { data } = await browser().call('/passwords/strength_check', { email, password })
    return data.valid_password
  })
  assert.equal(await Promise.all(strengths), [false, false, true])
  const { who } = await signUp(email)
  const changed = await who.call('/passwords/existing_password/reset', {
    email,
    existing_password: PASSWORD,
    new_password: 'another good password',
  })
  assert.is(changed.status, 200)
  assert.is((await logIn(browser(), email)).error_type, 'unauthorized_credentials')
  const request = new Request(`${ORIGIN}/auth/sdk/v1/users/me`, {
    method: 'PUT',
    headers: { origin: ORIGIN, 'x-sdk-client': 'e30=', 'content-type': 'application/json', cookie: who.cookie() },
    body: JSON.stringify({ name: { first_name: 'Ada', last_name: 'Lovelace' } }),
  })
  assert.is((await host.answer(request)).status, 200)
  assert.is(host.people[0]!.name, 'Ada Lovelace')
})

for (const [address, network] of [
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['203.0.113.5:50001', '203.0.113.5'],
  ['[2001:db8::6]:443', '2001:db8:0:0'],
] as const)
  test(`the network of ${address} is ${network}`, () => assert.is(networkOf(address), network))

test.run()
