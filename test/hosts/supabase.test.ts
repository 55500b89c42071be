/**
 * The bridge in front of Supabase, on `@supabase/lite`: the checks of bridges, what a stranger
 * tries, failures, and examples/supabase in a browser. `npm run test:hosts`
 * runs all of it; `npm run test:all` tries one link, because the double proves little about the
 * service.
 */
import '../built/all.ts'
import { suite, type Callback } from 'uvu'
import * as assert from 'uvu/assert'
import { sessionIdOf } from '../../src/server/supabase/cookies.ts'
import { supabaseServer, type SupabaseOptions } from '../../src/server/supabase/index.ts'
import { checks } from '../../src/tools/conformance/index.ts'
import { networkNote, until, visible, widget } from '../chromium/visitors.ts'
import { closeBrowser, visit } from '../harness/browser.ts'
import { everything } from '../harness/everything.ts'
import { actions, newEmail, PASSWORD, type Browser } from '../server/own/attacks.ts'
import { leaveNothing, withSharedPackages, type Started } from './newcomer.ts'
import { checkHeaders, createVisitor, startServer } from './ownServer.ts'
import { closeSupabase, createHost, KEY, liteFolder, ORIGIN, startGithub, startSupabase, type LiteServer } from './supabase.ts'

const test = suite('in front of Supabase')
const testWhole = (name: string, run: Callback) => (everything ? undefined : test(name, run))

const { folder, load } = await liteFolder()
const github = await startGithub()
const external = { github: { enabled: true, client_id: 'id', secret: 'secret', url: github.url } }
const lite = await startSupabase(folder, { external })
/**
 * A project whose access tokens are renewed at every visit, and whose passwords need 20 characters.
 */
const strict = await startSupabase(folder, { jwt_expiry: 5, minimum_password_length: 20 })

test.before.each(() => {
  lite.failWith()
  strict.failWith()
})
/** The routes of requests since `forget`, without those of mails, which nobody waits for. */
const asked = () => lite.requests.filter((route) => !/otp|recover|signup/.test(route))

const programs: Started[] = []
test.after(async () => {
  for (const program of programs) await program.interrupt()
  await closeBrowser()
  await closeSupabase()
  leaveNothing()
})

/** Creates a server, and what visitors do there. */
const create = (options: Partial<SupabaseOptions> = {}, on: LiteServer = lite) => {
  const host = createHost(on, options)
  const mailTo = async (to: string) => ({ kind: 'link' as const, minutes: 60, ...(await on.mailTo(to)) })
  const visitors = actions({ answer: host.answer, mailTo })
  const { browser, open } = visitors
  /** Signs up with a password. Resolves with the token of the mail. */
  const signUp = async (email: string, who = browser(), password = PASSWORD) => {
    assert.is((await who.call('/passwords', { email, password })).error_type, 'email_not_verified')
    return { who, token: new URL((await on.mailTo(email)).url).searchParams.get('token')! }
  }
  const join = async (email: string, password = PASSWORD) => {
    const { who, token } = await signUp(email, browser(), password)
    assert.is((await open(who, token)).status, 200)
    return who
  }
  const userOf = async (who: Browser) => (await who.call('/sessions/authenticate')).data?.user
  return { ...host, ...visitors, mailTo, signUp, join, userOf }
}

test('a link signs in, and a log-out ends the session', async () => {
  const { browser, linkTo, open, userOf } = create()
  const [who, email] = [browser(), newEmail()]
  assert.is((await open(who, await linkTo(email, who))).status, 200)
  assert.is((await userOf(who)).emails[0].email, email)
  const copy = browser()
  for (const [name, value] of who.cookies) copy.cookies.set(name, value)
  await who.call('/sessions/revoke')
  for (const one of [who, copy]) assert.is(await userOf(one), undefined)
})

const offered = createHost(lite, {}, { socialSignIn: github.socialSignIn })
for (const { name, isOffered, run } of checks(offered.bridge)) if (isOffered) testWhole(name, run)

const only = createHost(
  lite,
  { links: false, codes: false, socialSignIn: false },
  { links: false, emailCodes: false, passwords: { confirms: true } },
)
const none = createHost(lite, { passwords: false }, { passwords: false })
for (const [what, { bridge }] of Object.entries({ 'passwords only': only, 'no passwords': none }))
  for (const { name, isOffered, run } of checks(bridge))
    if (isOffered && /does not have|own name|ends every|signs in once/.test(name)) testWhole(`${what}: ${name}`, run)

const short = createHost(strict, {}, {})
for (const { name, isOffered, run } of checks(short.bridge))
  if (isOffered && /session|sign-out|own name|ends every|survive/.test(name)) testWhole(`tokens end soon: ${name}`, run)

testWhole('50 requests with an expired token make one refresh, and a late one and another process make no visitor log out', async () => {
  const server = create({}, strict)
  const { browser, linkTo, open, answer } = server
  const [who, email] = [browser(), newEmail()]
  await open(who, await linkTo(email, who))
  const old = who.cookie()
  const ask = (cookie: string) => who.call('/sessions/authenticate', {}, { cookie })
  strict.forget()
  const replies = await Promise.all(Array.from({ length: 50 }, () => ask(old)))
  assert.equal([...new Set(replies.map(({ status }) => status))], [200])
  assert.is(strict.requests.filter((route) => route === 'POST /token').length, 1)
  const [line] = replies[0]!.headers.getSetCookie()
  assert.match(line!, /^__Host-latchkey_supabase_[\da-f]{10}=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/)
  assert.is((await ask(old)).status, 200, 'late')
  assert.is(strict.requests.filter((route) => route === 'POST /token').length, 1)
  const other = createHost(strict)
  const request = () => new Request(`${ORIGIN}/account`, { headers: { cookie: old } })
  const lines: string[] = []
  const setCookie = (line: string) => void lines.push(line)
  const session = await other.answer.sessionOf(request(), { setCookie })
  assert.is(session!.user.emails[0]!.email, email)
  assert.match(lines[0]!, /^__Host-latchkey_supabase_[\da-f]{10}=[^;]/)
  const access = await other.accessOf(request(), { setCookie })
  assert.match(access!.accessToken, /^ey/)
  // a session that is over leaves no cookies
  await who.call('/sessions/revoke')
  for (const find of [answer.sessionOf, server.accessOf]) {
    lines.length = 0
    assert.is(await find(request(), { setCookie }), undefined)
    assert.match(lines[0]!, /^__Host-latchkey_supabase_[\da-f]{10}=; .*Max-Age=0/)
  }
  assert.is(await answer.sessionOf(new Request(ORIGIN)), undefined)
})

testWhole(
  'the cookies of @supabase/ssr: its client reads and renews the session, 50 requests make one refresh, and a planted one is nobody',
  async () => {
    const { createServerClient } = await load('@supabase/ssr')
    const { browser, linkTo, open, userOf, answer } = create({ readableCookies: true }, strict)
    const parts = (who: Browser) => [...who.cookies].filter(([name]) => name.startsWith('sb-'))
    const client = (who: Browser) =>
      createServerClient(strict.url, KEY, {
        // which Node 20 has no class for
        realtime: { transport: class {} },
        cookies: {
          getAll: () => [...who.cookies].map(([name, value]) => ({ name, value })),
          setAll(all: { name: string; value: string }[]) {
            for (const { name, value } of all) who.cookies[value ? 'set' : 'delete'](name, value)
          },
        },
      }).auth
    const logIn = async () => {
      const [who, email] = [browser(), newEmail()]
      const line = (await open(who, await linkTo(email, who))).headers.getSetCookie().find((one) => one.startsWith('sb-'))!
      assert.match(line, /^sb-127-auth-token(\.0)?=base64-[\w-]+; Path=\/; SameSite=Lax; Max-Age=2592000; Secure$/)
      return { who, email }
    }
    const { who, email } = await logIn()
    assert.is((await client(who).getUser()).data.user.email, email)

    // a longer one has several parts, and the earlier part is gone
    const call = (name: string) => who.call('/users/me', { name: { first_name: name } }, {}, 'PUT')
    for (const name of ['한'.repeat(300), 'Ada']) {
      assert.is((await call(name)).status, 200)
      await userOf(who)
      assert.is(parts(who).length > 1, name !== 'Ada', String(parts(who).map(([part]) => part)))
      const { user } = (await client(who).getSession()).data.session
      assert.equal([user.email, user.user_metadata.full_name], [email, name])
    }
    const old = who.cookie()
    strict.forget()
    const replies = await Promise.all(Array.from({ length: 50 }, () => who.call('/sessions/authenticate', {}, { cookie: old })))
    assert.equal([...new Set(replies.map(({ status }) => status))], [200])
    assert.is(strict.requests.filter((route) => route === 'POST /token').length, 1)

    const [before] = parts(who)
    assert.is((await client(who).refreshSession()).error, null)
    assert.is.not(parts(who)[0]![1], before![1])
    assert.is((await userOf(who)).emails[0].email, email)

    // a sibling domain has a session of its own, and sets its cookies here
    const { who: thief } = await logIn()
    const victim = browser()
    for (const [name, value] of who.cookies) victim.cookies.set(name, value)
    for (const [name] of parts(victim)) victim.cookies.delete(name)
    for (const [name, value] of parts(thief)) victim.cookies.set(name, value)
    assert.is(await userOf(victim), undefined)
    for (const [name] of parts(victim)) victim.cookies.set(name, 'base64-e30')
    const request = new Request(ORIGIN, { headers: { cookie: victim.cookie() } })
    assert.is(await answer.sessionOf(request), undefined)

    await who.call('/sessions/revoke')
    assert.equal(parts(who), [])
  },
)

testWhole('a failure of Supabase is answered with 503 and signs nobody out', async () => {
  const { browser, linkTo, open, join, logIn, userOf, failures } = create()
  const [email, who] = [newEmail(), browser()]
  await open(who, await linkTo(email, who))
  const known = newEmail()
  await join(known)
  const token = await linkTo(newEmail())
  const refused = { status: 401, body: { message: 'Invalid API key' } }
  for (const fault of ['lost', { status: 500 }, { status: 503 }, { status: 302 }, refused] as const) {
    lite.failWith(() => fault)
    for (const [path, body] of [
      ['/sessions/authenticate', {}],
      ['/sessions/revoke', {}],
      ['/magic_links/authenticate', { token }],
      ['/magic_links/email/login_or_create', { email: newEmail() }],
      ['/passwords/authenticate', { email: known, password: PASSWORD }],
      ['/passwords/email/reset/start', { email: known }],
      ['/passwords', { email: newEmail(), password: PASSWORD }],
    ] as const) {
      const { status, headers } = await who.call(path, body)
      assert.equal([path, status, headers.getSetCookie()], [path, 503, []], JSON.stringify(fault))
    }
    const asked = createHost(lite).answer.sessionOf(new Request(ORIGIN, { headers: { cookie: who.cookie() } }))
    assert.is(
      await asked.then(
        () => 'resolved',
        () => 'rejected',
      ),
      'rejected',
    )
  }
  lite.failWith((route) => (route === 'GET /user' ? { status: 429, body: { code: 'over_request_rate_limit' } } : undefined))
  const limited = await who.call('/sessions/authenticate')
  assert.equal([limited.status, limited.headers.getSetCookie()], [429, []])
  lite.failWith()
  // a refresh that fails ends no session either
  const renewing = create({}, strict)
  const other = renewing.browser()
  await renewing.open(other, await renewing.linkTo(newEmail(), other))
  const conflict = { status: 409, body: { code: 'conflict' } }
  for (const fault of ['lost', { status: 500 }, { status: 429, body: { code: 'over_request_rate_limit' } }, conflict, refused] as const) {
    strict.failWith((route) => (route === 'POST /token' ? fault : undefined))
    const { status, headers } = await other.call('/sessions/authenticate')
    assert.equal([status >= 429, headers.getSetCookie()], [true, []], JSON.stringify(fault))
  }
  strict.failWith()
  assert.ok(await renewing.userOf(other))
  assert.ok(await userOf(who))
  assert.is((await open(browser(), token)).status, 200)
  assert.is((await logIn(browser(), known)).status, 200)
  assert.ok(failures.some((failure) => /Invalid API key/.test(failure)))
  assert.not(failures.some((failure) => failure.includes(KEY)))
})

testWhole('a password that only Supabase finds weak, or a failure, does not cost the visitor the reset', async () => {
  const { browser, join, resetFor, reset, logIn } = create({}, strict)
  const email = newEmail()
  await join(email, 'a password of 20 characters')
  const [who, token] = [browser(), await resetFor(email)]
  const weak = await reset(who, token, 'only 16 letters!')
  assert.is(weak.error_type, 'weak_password')
  assert.match(
    weak.headers.getSetCookie().find((line) => line.startsWith('__Host-latchkey_reset='))!,
    /; HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
  )
  const stranger = browser()
  assert.is((await reset(stranger, token, 'the password of a stranger')).error_type, 'unable_to_auth_magic_link')
  strict.failWith((route) => (route === 'PUT /user' ? 'lost' : undefined))
  assert.is((await reset(who, token, 'another password of 20')).status, 503)
  strict.failWith()
  assert.is((await reset(who, token, 'another password of 20')).status, 200)
  assert.not(who.cookies.has('__Host-latchkey_reset'))
  assert.is((await reset(who, token, 'yet another password of 20')).error_type, 'unable_to_auth_magic_link')
  assert.is((await logIn(browser(), email, 'another password of 20')).status, 200)
  // the one that the user has is no failure
  assert.is((await reset(browser(), await resetFor(email), 'another password of 20')).status, 200)
})

/** Signs up past the bridge, as everybody can: the key is public. */
const plant = async (email: string, on = lite, password = PASSWORD) => {
  const data = { full_name: 'Mallory', latchkey_sign_up: 'made up' }
  const headers = { apikey: KEY, 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password, data })
  await fetch(`${on.url}/auth/v1/signup?redirect_to=${ORIGIN}`, { method: 'POST', headers, body })
  await on.mailTo(email)
}

testWhole("a stranger's password, name and data end when the owner proves the address, however they do", async () => {
  const { browser, signUp, logIn, linkTo, open, resetFor, reset, mailTo, userOf } = create()
  const other = 'another good password'
  const ways: [name: string, prove: (email: string, who: Browser) => Promise<{ status: number }>][] = [
    ['a link', async (email, who) => open(who, await linkTo(email, who))],
    [
      'a code',
      async (email, who) => {
        const { data } = await who.call('/otps/email/login_or_create', { email })
        return who.call('/otps/authenticate', { token: (await mailTo(email)).code, method_id: data.method_id })
      },
    ],
    ['a reset', async (email, who) => reset(who, await resetFor(email), other)],
  ]
  for (const [name, prove] of ways) {
    for (const fault of ['none', 'no dates', 'PUT /user', 'POST /logout']) {
      const [email, owner, where] = [newEmail(), browser(), `${name}, ${fault}`]
      if (fault === 'none') await signUp(email)
      else await plant(email)
      if (fault === 'no dates')
        lite.failWith((route) =>
          route === 'POST /verify' ? ({ user, ...rest }) => ({ ...rest, user: { ...user, email_confirmed_at: '' } }) : undefined,
        )
      if (fault.includes(' /')) {
        lite.failWith((route) => (route === fault ? { status: 500 } : undefined))
        assert.is((await prove(email, owner)).status, 503, where)
        lite.failWith()
        assert.is(await userOf(owner), undefined, where)
        // Supabase takes the address for proven now, and nobody gets in before the next proof
        if (fault === 'PUT /user') assert.is((await logIn(browser(), email)).error_type, 'email_not_verified', where)
      }
      lite.forget()
      assert.is((await (fault.includes(' /') ? open(owner, await linkTo(email, owner)) : prove(email, owner))).status, 200, where)
      // the first access token has the stranger's data in it
      assert.ok(lite.requests.lastIndexOf('POST /token') > lite.requests.indexOf('PUT /user'), where)
      assert.ok(lite.requests.includes('PUT /user'), where)
      lite.failWith()
      assert.equal((await userOf(owner)).name, { first_name: '', middle_name: '', last_name: '' }, where)
      assert.is((await logIn(browser(), email)).error_type, 'unauthorized_credentials', where)
    }
  }
  // the browser that has signed up keeps its password, also if a link proves the address
  for (const byLink of [false, true]) {
    const email = newEmail()
    const { who, token } = await signUp(email)
    assert.is((await open(who, byLink ? await linkTo(email, who) : token)).status, 200)
    assert.is((await logIn(browser(), email)).status, 200)
    // and a later link, in any browser, ends nothing
    assert.is((await open(browser(), await linkTo(email))).status, 200)
    assert.is((await logIn(browser(), email)).status, 200)
  }
  // an account that has been there before the bridge keeps what it has, also after a wrong code
  const before = create()
  const old = newEmail()
  await before.join(old)
  const late = create()
  const email_confirmed_at = new Date(Date.now() - 3_600_000).toISOString()
  lite.failWith((route) =>
    route === 'POST /verify' ? ({ user, ...rest }) => ({ ...rest, user: { ...user, email_confirmed_at } }) : undefined,
  )
  await late.open(late.browser(), (await late.linkTo(old)).replace(/\..+/, '.0'))
  assert.is((await late.open(late.browser(), await late.linkTo(old))).status, 200)
  lite.failWith()
  assert.is((await late.logIn(late.browser(), old)).status, 200)
})

testWhole('a reset of a planted account ends its data, also if the first password is too weak', async () => {
  const { browser, resetFor, reset, userOf } = create({}, strict)
  const [email, owner] = [newEmail(), browser()]
  await plant(email, strict, 'the password of a stranger')
  const token = await resetFor(email)
  strict.failWith((route) => (route === 'PUT /user' ? 'lost' : undefined))
  assert.is((await reset(owner, token, 'a password of 20 characters')).status, 503)
  strict.failWith()
  assert.is((await reset(owner, token, 'only 16 letters!')).error_type, 'weak_password')
  assert.is((await reset(owner, token, 'a password of 20 characters')).status, 200)
  assert.not((await userOf(owner)).name.first_name)
})

testWhole('where nobody has to confirm an address no mail is sent, and the host reads why', async () => {
  const { browser, askForLink, failures } = create()
  const settings = { status: 200, body: { mailer_autoconfirm: true, external: {} } }
  lite.failWith((route) => (route === 'GET /settings' ? settings : undefined))
  lite.forget()
  assert.is((await browser().call('/passwords', { email: newEmail(), password: PASSWORD })).status, 503)
  assert.is((await askForLink(browser(), newEmail())).status, 503)
  assert.ok(lite.requests.every((route) => route === 'GET /settings'))
  assert.match(failures.at(-1)!, /turn on "Confirm email"/)
})

testWhole('mails, guesses and tries are limited here, and nobody locks the owner out', async () => {
  const { browser, join, logIn, askForLink, mailTo } = create({ limits: { guessesPerHour: 3 } })
  const email = newEmail()
  const owner = await join(email)
  const mails: number[] = []
  const guesses: number[] = []
  for (let at = 0; at < 7; at++) {
    const address = email.replace('ada', at % 2 ? 'ADA' : 'Ada')
    mails.push((await askForLink(browser(), address)).status)
    if (at < 5) guesses.push((await logIn(browser(), address, `wrong password ${at}`)).status)
  }
  assert.equal(mails.slice(-2), [429, 429])
  assert.equal(guesses, [401, 401, 401, 429, 429])
  assert.is((await askForLink(owner, email)).status, 200)
  for (let at = 0; at < 4; at++) assert.is((await logIn(owner, email)).status, 200, 'right passwords are no guesses')

  const [who, address] = [browser(), newEmail()]
  const { data } = await who.call('/otps/email/login_or_create', { email: address })
  const { code } = await mailTo(address)
  const enter = (by: Browser, token: string) => by.call('/otps/authenticate', { token, method_id: data.method_id })
  assert.is((await enter(browser(), code)).error_type, 'otp_code_not_found', 'in another browser')
  const wrong = Array.from({ length: 9 }, (_, at) => enter(who, String((Number(code) + at + 1) % 1_000_000).padStart(6, '0')))
  await Promise.all(wrong)
  assert.is((await enter(who, code)).error_type, 'otp_code_not_found')

  // wrong codes of a stranger's keep no owner from a link
  const [target, calm] = [newEmail(), create()]
  for (let at = 0; at < 4; at++) {
    const stranger = calm.browser()
    const { method_id } = (await stranger.call('/otps/email/login_or_create', { email: target })).data
    await lite.mailTo(target)
    for (let tries = 0; tries < 3; tries++) await stranger.call('/otps/authenticate', { token: '0000000', method_id })
  }
  assert.is((await calm.open(calm.browser(), await calm.linkTo(target))).status, 200)

  const narrow = create({ limits: { perNetworkAndHour: 3 } })
  const statuses: number[] = []
  for (let at = 0; at < 5; at++) statuses.push((await narrow.askForLink(narrow.browser(`2001:db8::${at}`), newEmail())).status)
  assert.equal(statuses, [200, 200, 200, 429, 429])
})

testWhole('what comes of a mail tells nobody who has an account', async () => {
  const { browser, join, failures } = create()
  const known = newEmail()
  await join(known)
  const refusals = [
    { status: 429, body: { error_code: 'over_email_send_rate_limit', msg: 'Email rate limit exceeded' } },
    { status: 500, body: { msg: 'Error sending the mail' } },
    { status: 422, body: { error_code: 'otp_disabled' } },
    'lost',
  ] as const
  const calls = [
    ['/magic_links/email/login_or_create', {}],
    ['/otps/email/login_or_create', {}],
    ['/passwords/email/reset/start', {}],
    ['/passwords', { password: PASSWORD }],
  ] as const
  for (const [path, more] of calls) {
    const answers: unknown[] = []
    for (const fault of [undefined, ...refusals]) {
      lite.failWith((route) => (/otp|recover|signup/.test(route) ? fault : undefined))
      const { status, error_type, headers } = await browser().call(path, { email: known, ...more })
      answers.push(JSON.stringify([status, error_type, headers.get('retry-after')]))
    }
    assert.is(new Set(answers).size, 1, `${path}: ${answers.join()}`)
  }
  await until(() => failures.some((one) => /Email rate limit exceeded/.test(one)), 'the host to hear of it')
  lite.failWith()
})

testWhole('a banned user is told no more than a wrong password, and neither is a code of one', async () => {
  const { browser, logIn, mailTo } = create({ limits: { guessesPerHour: 3 } })
  const [who, email] = [browser(), newEmail()]
  const { data } = await who.call('/otps/email/login_or_create', { email })
  await mailTo(email)
  const banned = { status: 400, body: { error_code: 'user_banned' } }
  lite.failWith((route) => (/token|verify/.test(route) ? banned : undefined))
  const start = performance.now()
  assert.is((await who.call('/otps/authenticate', { token: '000000', method_id: data.method_id })).error_type, 'otp_code_not_found')
  assert.ok(performance.now() - start > 480, 'as slow as for everybody')
  assert.is((await logIn(browser(), email)).error_type, 'unauthorized_credentials')
  // what Supabase does not check is no guess
  lite.failWith((route) => (/token/.test(route) ? { status: 429, body: { error_code: 'over_request_rate_limit' } } : undefined))
  for (let at = 0; at < 5; at++) assert.is((await logIn(browser(), email)).headers.get('retry-after'), '60')
  lite.failWith()
  assert.is((await logIn(browser(), email)).error_type, 'unauthorized_credentials')
})

testWhole('a link is one of this server and for one try, so nobody can work one out', async () => {
  const { browser, linkTo, open, resetFor, reset, userOf, join } = create()
  const [stranger, victim] = [browser(), newEmail()]
  await join(victim)
  // it is one of the address and six digits, which can be worked out
  const hash = (await linkTo(victim)).split('.').at(-1)!
  const mine = newEmail()
  lite.forget()
  for (const token of [hash, `link.${hash}`, `${'a'.repeat(43)}.${hash}`])
    for (const send of [() => open(stranger, token), () => reset(stranger, token, PASSWORD)])
      assert.is((await send()).error_type, 'unable_to_auth_magic_link', token)
  assert.equal(asked(), [])
  // with a link that the stranger has
  const theirs = await linkTo(mine, stranger)
  assert.is((await open(stranger, theirs.replace(/\..+/, `.${hash}`))).error_type, 'unable_to_auth_magic_link')
  assert.is(await userOf(stranger), undefined)
  lite.forget()
  assert.is((await open(stranger, theirs)).error_type, 'unable_to_auth_magic_link')
  assert.equal(asked(), [], 'one try')
  // a reset is no link
  const token = await resetFor(victim)
  assert.is((await open(stranger, token)).error_type, 'unable_to_auth_magic_link')
  assert.is((await reset(browser(), token, 'another good password')).status, 200)
  const narrow = create({ limits: { perNetworkAndHour: 2 } })
  const statuses: number[] = []
  for (let at = 0; at < 4; at++) {
    const wrong = (await narrow.linkTo(newEmail(), narrow.browser())).replace(/\..+/, '.0')
    statuses.push((await narrow.open(narrow.browser('198.51.100.7'), wrong)).status)
  }
  assert.equal(statuses, [401, 401, 429, 429])
})

testWhole("cookies and codes that are made up do not use up the project's limits", async () => {
  const { browser, answer } = create({ limits: { perNetworkAndHour: 3 } })
  const claims = (fields: object) => `e30.${Buffer.from(JSON.stringify(fields)).toString('base64url')}.c`
  const planted = (address: string, access: string, id = sessionIdOf(access)) => {
    const who = browser(address)
    who.cookies.set('__Host-latchkey_supabase', id)
    who.cookies.set(`__Host-latchkey_supabase_${id}`, `refresh~${access}`)
    return who
  }
  lite.forget()
  for (const access of ['a.b.c', 'abc', claims({}), `${'a'.repeat(3000)}.b.c`, '..'])
    assert.is((await planted('198.51.100.1', access).call('/sessions/authenticate')).error_type, 'session_not_found', access)
  const expired = (session_id: string) => claims({ session_id, exp: 1 })
  assert.is((await planted('198.51.100.1', expired('a'), '0123456789').call('/sessions/authenticate')).status, 404)
  assert.equal(asked(), [])
  const statuses: number[] = []
  for (let at = 0; at < 5; at++) {
    const who = planted('198.51.100.1', expired(`a${at}`))
    const [, name] = [...who.cookies.keys()]
    who.cookies.set(name!, `refresh-${at}~${expired(`a${at}`)}`)
    statuses.push((await who.call('/sessions/authenticate')).status)
  }
  assert.equal(statuses, [404, 404, 404, 429, 429])
  assert.is(asked().length, 3)
  const who = browser('198.51.100.2')
  const underWay = { provider: 'github', verifier: 'made up', page: 'https://evil.example/' }
  who.cookies.set('__Host-latchkey_oauth_0123456789', new URLSearchParams(underWay).toString())
  lite.forget()
  for (let at = 0; at < 5; at++) await who.call('/oauth/authenticate', { token: `0123456789.code${at}` })
  assert.is(asked().length, 3)
  const callback = `${ORIGIN}/auth/v1/public/oauth/github/callback?flow=0123456789&code=abc`
  const led = await answer(new Request(callback, { headers: { cookie: who.cookie() } }))
  assert.is(led.headers.get('location'), `${ORIGIN}/?error=state_not_found`)
  const start = new Request(`${ORIGIN}//evil.example/v1/public/oauth/github/start`, { headers: { referer: `${ORIGIN}/` } })
  const authorize = new URL((await answer(start, { address: '198.51.100.3' })).headers.get('location')!)
  assert.is(new URL(authorize.searchParams.get('redirect_to')!).origin, ORIGIN)
})

/** Returns a browser with the cookies that another one has now. */
const copyOf = (who: Browser, copy: Browser) => {
  for (const [name, value] of who.cookies) copy.cookies.set(name, value)
  return copy
}

testWhole('a log-in ends the session before it, and a log-out also one whose access token is refused, or a reset', async () => {
  const { browser, join, logIn, userOf } = create()
  const [one, other] = [newEmail(), newEmail()]
  const who = await join(one)
  await join(other)
  const first = copyOf(who, browser())
  assert.is((await logIn(who, other)).status, 200)
  assert.is((await userOf(who)).emails[0].email, other)
  assert.is(await userOf(first), undefined)
  assert.not([...first.cookies.keys()].some((name) => name.includes('_supabase_')))
  assert.is([...who.cookies.keys()].filter((name) => name.includes('_supabase_')).length, 1, 'nothing of it is left')
  const second = copyOf(who, browser())
  const [name, value] = [...who.cookies].find(([key]) => key.includes('_supabase_'))!
  who.cookies.set(name, value.replace(/.{43}$/, 'a'.repeat(43)))
  assert.is((await who.call('/sessions/revoke')).status, 200)
  assert.is(await userOf(second), undefined)

  const demanding = create({}, strict)
  const email = newEmail()
  await demanding.join(email, 'a password of 20 characters')
  const visitor = demanding.browser()
  const token = await demanding.resetFor(email)
  assert.is((await demanding.reset(visitor, token, 'only 16 letters!')).error_type, 'weak_password')
  const copy = copyOf(visitor, demanding.browser())
  assert.is((await visitor.call('/sessions/revoke')).status, 200)
  assert.not(visitor.cookies.has('__Host-latchkey_reset'))
  assert.not((await demanding.reset(copy, token, 'another password of 20')).status === 200)
})

testWhole('an answer that is late replaces no newer log-in, and undoes no log-out', async () => {
  const { browser, join, logIn, userOf } = create({}, strict)
  const password = 'a password of 20 characters'
  const [one, other] = [newEmail(), newEmail()]
  await join(one, password)
  await join(other, password)
  for (const newer of ['a log-in', 'a log-out'])
    for (const isEnded of [false, true]) {
      const who = browser()
      await logIn(who, one, password)
      let release = () => {}
      let isThere = false
      const held = new Promise<undefined>((resolve) => (release = () => resolve(undefined)))
      const hold = (value: any) => {
        isThere = true
        return held.then(() => value)
      }
      // the renewal has happened, and what Supabase says about the user comes late
      strict.failWith((route) => (route === 'GET /user' ? (isEnded ? hold(undefined) : hold) : undefined))
      const late = who.call('/sessions/authenticate')
      await until(() => isThere, 'the question')
      strict.failWith()
      if (newer === 'a log-in') assert.is((await logIn(who, other, password)).status, 200)
      else assert.is((await who.call('/sessions/revoke')).status, 200)
      release()
      assert.is((await late).status, isEnded ? 404 : 200)
      assert.is((await userOf(who))?.emails[0].email, newer === 'a log-in' ? other : undefined, `${newer}, ${isEnded}`)
    }
})

testWhole('what was on its way when a reset comes is too late, and links, resets and codes count once', async () => {
  const { browser, join, linkTo, open, resetFor, reset, logIn, userOf, mailTo, accessOf } = create({ limits: { mailsPerHour: 100 } })
  const email = newEmail()
  const thief = await join(email)
  const [link, old] = [await linkTo(email), await resetFor(email)]
  const [owner, token] = [browser(), await resetFor(email)]
  // the thief's session sets no other password in between, also past the bridge
  const { accessToken } = (await accessOf(new Request(ORIGIN, { headers: { cookie: thief.cookie() } })))!
  const headers = { apikey: KEY, authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const change = { method: 'PUT', headers, body: JSON.stringify({ password: 'the password of a thief' }) }
  lite.forget()
  let status = 0
  lite.failWith(async (route) => {
    if (route === 'POST /logout' && !status && lite.requests.includes('PUT /user'))
      status = (await fetch(`${lite.url}/auth/v1/user`, change)).status
    return undefined
  })
  assert.is((await reset(owner, token, 'another good password')).status, 200)
  assert.is(status, 403)
  lite.failWith()
  assert.is((await logIn(browser(), email, 'another good password')).status, 200)
  assert.is(await userOf(thief), undefined)
  assert.is((await open(browser(), link)).error_type, 'unable_to_auth_magic_link')
  assert.is((await reset(browser(), old, 'yet another password')).error_type, 'unable_to_auth_magic_link')
  const press = async (send: (who: Browser) => Promise<{ status: number }>) => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(browser())))
    return replies.filter(({ status }) => status === 200).length
  }
  const again = await linkTo(email)
  assert.is(await press((who) => open(who, again)), 1)
  const last = await resetFor(email)
  assert.is(await press((who) => reset(who, last, 'the last good password')), 1)
  const asking = browser()
  const { data } = await asking.call('/otps/email/login_or_create', { email })
  const { code } = await mailTo(email)
  // also if Supabase takes it for good twice
  let first: Promise<object> | undefined
  lite.failWith((route) => {
    if (route !== 'POST /verify') return undefined
    if (first) return first.then((body) => ({ status: 200, body }))
    let resolve = (_: object) => {}
    first = new Promise((done) => (resolve = done))
    return (answer) => {
      resolve(answer)
      return answer
    }
  })
  assert.is(await press(() => asking.call('/otps/authenticate', { token: code, method_id: data.method_id })), 1)
  lite.failWith()
  assert.is((await logIn(browser(), email, 'the last good password')).status, 200)
})

testWhole("the owner's browser is not locked out by its network, and no made-up browser counts", async () => {
  const { browser, linkTo, open, askForLink, resetFor, reset, logIn } = create({ limits: { perNetworkAndHour: 3 } })
  const [email, office] = [newEmail(), '203.0.113.11']
  const owner = browser(office)
  await open(owner, await linkTo(email, owner))
  await reset(owner, await resetFor(email, owner), PASSWORD)
  for (let at = 0; at < 5; at++) {
    await askForLink(browser(office), newEmail())
    await logIn(browser(office), newEmail())
  }
  const made = browser(office)
  made.cookies.set('__Host-latchkey_browser', '0'.repeat(36))
  assert.is((await logIn(made, email)).status, 429)
  assert.is((await logIn(owner, email)).status, 200)
  assert.is((await askForLink(owner, email)).status, 200)
})

testWhole('a user with a second factor is not signed in by the first', async () => {
  const { browser, logIn, userOf } = create()
  const user = { id: 'a', email: newEmail(), factors: [{ status: 'verified' }] }
  const claims = Buffer.from('{"exp":9999999999}').toString('base64url')
  const tokens = { access_token: `a.${claims}.c`, refresh_token: 'r', user }
  lite.failWith((route) =>
    route === 'POST /token' ? { status: 200, body: tokens } : route === 'POST /logout' ? { status: 204 } : undefined,
  )
  const who = browser()
  lite.forget()
  assert.is((await logIn(who, user.email)).error_type, 'no_second_factor')
  assert.equal(asked(), ['POST /token', 'POST /logout'])
  lite.failWith()
  assert.is(await userOf(who), undefined)
})

testWhole('a session is found by one cookie only', async () => {
  const { join } = create()
  const [one, other] = [await join(newEmail()), await join(newEmail())]
  const cookie = `${one.cookie()}; ${other.cookie()}`
  assert.is((await one.call('/sessions/authenticate', {}, { cookie })).error_type, 'session_not_found')
})

testWhole('a link lands in the browser that asked, once; a confirmation and another browser get the page', async () => {
  const { browser, linkTo, signUp, answer, userOf } = create()
  const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const go = async (who: Browser, token: string) => {
    const url = `${ORIGIN}/login?latchkey_token_type=magic_links&token=${encodeURIComponent(token)}`
    const landed = await answer.land(new Request(url, { headers: { ...visit, cookie: who.cookie() } }))
    if (landed) who.take(landed)
    return landed?.status
  }
  const owner = browser()
  const token = await linkTo(newEmail(), owner)
  assert.is(await go(browser(), token), undefined)
  assert.is(await go(owner, token), 303)
  assert.ok(await userOf(owner))
  const { who, token: confirmation } = await signUp(newEmail())
  const [browserOfWho] = (await linkTo(newEmail(), who)).split('~')
  assert.is(await go(who, `${browserOfWho}~${confirmation}`), undefined)
})

testWhole('sign-in with another provider: tabs beside each other, a cancel, the code of another browser, and no other page', async () => {
  const { browser, answer, userOf } = create()
  const open = async (who: Browser, path: string, referer: string | undefined = `${ORIGIN}/login`) => {
    const headers = { ...(referer && { referer }), cookie: who.cookie() }
    const response = await answer(new Request(new URL(path, `${ORIGIN}/auth/v1/public/oauth/github/`), { headers }))
    who.take(response)
    return response.headers.get('location') ?? ''
  }
  const start = (who: Browser, page = '/login') => open(who, `start?login_redirect_url=${encodeURIComponent(ORIGIN + page)}`)
  const tokenIn = (page: string) => new URL(page).searchParams.get('token') ?? ''
  const [who, stranger] = [browser(), browser()]
  const pages = [await start(who, '/one'), await start(who, '/two')]
  const back: string[] = []
  for (const page of pages) back.push(await open(who, await github.socialSignIn.signIn(page)))
  assert.equal(
    back.map((page) => new URL(page).pathname),
    ['/one', '/two'],
  )
  assert.is((await stranger.call('/oauth/authenticate', { token: tokenIn(back[0]!) })).error_type, 'oauth_flow_callback_error')
  await start(stranger)
  assert.is((await stranger.call('/oauth/authenticate', { token: tokenIn(back[0]!) })).error_type, 'oauth_flow_callback_error')
  for (const page of back) assert.is((await who.call('/oauth/authenticate', { token: tokenIn(page) })).data?.provider_type, 'Github')
  assert.ok(await userOf(who))
  assert.is((await who.call('/oauth/authenticate', { token: tokenIn(back[1]!) })).error_type, 'oauth_flow_callback_error')

  const flow = new URL(new URL(await start(stranger)).searchParams.get('redirect_to')!).searchParams.get('flow')
  const failed = async (query: string) => new URL(await open(stranger, `callback?${query}`)).search
  assert.is(await failed(`flow=${flow}&error=access_denied&error_description=x`), '?error=access_denied')
  assert.is(await failed(`flow=${flow}&error=access_denied&error_code=signup_disabled`), '?error=signup_disabled')
  assert.is(await failed('flow=nothing&code=abc'), '?error=state_not_found')
  for (let at = 0; at < 7; at++) await start(stranger)
  assert.ok(stranger.cookies.size < 8, [...stranger.cookies.keys()].join())
  assert.is(await open(stranger, 'start?login_redirect_url=https://evil.example/'), '')
  assert.is(await open(stranger, '../google/start'), '')
})

testWhole('what is wrong in the options is a TypeError', () => {
  const right = { url: lite.url, key: KEY, baseURL: ORIGIN }
  const service = `a.${Buffer.from('{"role":"service_role"}').toString('base64url')}.c`
  for (const wrong of [{ key: 'sb_secret_abc' }, { key: service }, { key: '' }, { url: 'abc' }, { baseURL: 'ftp://shop.example' }])
    assert.throws(
      () => supabaseServer({ ...right, ...wrong }),
      (error: unknown) => error instanceof TypeError,
    )
})

testWhole('examples/supabase: in a browser, a link signs in before the page; a reset, the name, a password, a log-out', async () => {
  const { folder: example } = await withSharedPackages('supabase')
  const { url, program } = await startServer(example, { SUPABASE_URL: lite.url, SUPABASE_KEY: KEY })
  programs.push(program)
  const visitor = createVisitor(url)
  for (const page of ['/', '/?token=a', '/account', '/page.css']) checkHeaders(await visitor.open(page), page, page !== '/page.css')

  const { page, complaints } = await visit()
  const email = newEmail()
  const askFor = async (button: string) => {
    await widget(page).email.fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: button }).click()
    return lite.mailTo(email)
  }
  await page.goto(url)
  await page.goto((await askFor('Email me a link')).url)
  await visible(page.getByText(`You are signed in as ${email}.`))
  assert.is(page.url(), `${url}/account`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save' }).click()
  await visible(page.getByText('Saved.'))
  await page.getByRole('button', { name: 'Log out' }).click()

  await page.goto((await askFor('Forgot your password?')).url)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await visible(page.getByText(`You are signed in as ${email}.`))
  assert.is(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Grace Hopper')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('New password').fill('another good password')
  await page.getByRole('button', { name: 'Change' }).click()
  await visible(page.getByText('Saved.'))
  await page.getByRole('button', { name: 'Log out' }).click()
  await widget(page).email.fill(email)
  await page.keyboard.press('Enter')
  await page.getByLabel('Password', { exact: true }).fill('another good password')
  await page.keyboard.press('Enter')
  await visible(page.getByText(`You are signed in as ${email}.`))
  assert.equal(
    complaints.filter((complaint) => !networkNote.test(complaint)),
    [],
  )
})

test.run()
