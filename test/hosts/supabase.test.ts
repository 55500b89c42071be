/**
 * The bridge in front of Supabase, on `@supabase/lite`: the checks of bridges, what a stranger
 * tries, failures, both kinds of cookies, and examples/supabase in a browser. `npm run test:hosts`
 * runs all of it; `npm run test:all` tries one link, because the double proves little about the
 * service.
 */
import '../built/all.ts'
import { suite, type Callback } from 'uvu'
import * as assert from 'uvu/assert'
import { supabaseServer, type SupabaseOptions } from '../../src/server/supabase/index.ts'
import { checks } from '../../src/tools/conformance/index.ts'
import { networkNote, visible, widget } from '../chromium/visitors.ts'
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
  const { browser, linkTo, open, answer } = create({}, strict)
  const [who, email] = [browser(), newEmail()]
  await open(who, await linkTo(email, who))
  const old = who.cookie()
  const ask = (cookie: string) => who.call('/sessions/authenticate', {}, { cookie })
  strict.forget()
  const replies = await Promise.all(Array.from({ length: 50 }, () => ask(old)))
  assert.equal([...new Set(replies.map(({ status }) => status))], [200])
  assert.is(strict.requests.filter((route) => route === 'POST /token').length, 1)
  const [line] = replies[0]!.headers.getSetCookie()
  assert.match(line!, /^__Host-latchkey_supabase=[^;]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000; Secure$/)
  assert.is((await ask(old)).status, 200, 'late')
  assert.is(strict.requests.filter((route) => route === 'POST /token').length, 1)
  const other = createHost(strict)
  const request = () => new Request(`${ORIGIN}/account`, { headers: { cookie: old } })
  const session = await other.answer.sessionOf(request())
  assert.is(session!.user.emails[0]!.email, email)
  assert.ok(session!.setCookie.length > 0)
  const access = await other.accessOf(request())
  assert.match(access!.accessToken, /^ey/)
  assert.is(await answer.sessionOf(new Request(ORIGIN)), undefined)
})

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
  for (const fault of ['lost', { status: 500 }, { status: 429, body: { code: 'over_request_rate_limit' } }, refused] as const) {
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

testWhole("a stranger's password, name and data end when the owner proves the address, however they do", async () => {
  const { browser, signUp, logIn, linkTo, open, resetFor, reset, mailTo, userOf } = create()
  const ways: [name: string, prove: (email: string, who: Browser, token: string) => Promise<{ status: number }>][] = [
    ['the confirmation', async (_, who, token) => open(who, token)],
    ['a link', async (email, who) => open(who, await linkTo(email, who))],
    [
      'a code',
      async (email, who) => {
        const { data } = await who.call('/otps/email/login_or_create', { email })
        return who.call('/otps/authenticate', { token: (await mailTo(email)).code, method_id: data.method_id })
      },
    ],
    ['a reset', async (email, who) => reset(who, await resetFor(email), 'another good password')],
  ]
  for (const [name, prove] of ways) {
    const [email, owner] = [newEmail(), browser()]
    // past the bridge: the key is public
    const data = { full_name: 'Mallory', latchkey_sign_up: 'made up' }
    const headers = { apikey: KEY, 'content-type': 'application/json' }
    const body = JSON.stringify({ email, password: PASSWORD, data })
    await fetch(`${lite.url}/auth/v1/signup?redirect_to=${ORIGIN}`, { method: 'POST', headers, body })
    const { hash } = await lite.mailTo(email)
    // two failures in between do not leave the password
    let faults = name === 'a reset' ? 0 : 2
    lite.failWith((route) => (route === 'PUT /user' && faults-- > 0 ? { status: 500 } : undefined))
    assert.is((await prove(email, owner, `confirm.${hash}`)).status, 200, name)
    lite.failWith()
    assert.equal((await userOf(owner)).name, { first_name: '', middle_name: '', last_name: '' }, name)
    assert.is((await logIn(browser(), email)).error_type, 'unauthorized_credentials', name)
  }
  // the browser that has signed up keeps its password, also if a link proves the address
  for (const byLink of [false, true]) {
    const email = newEmail()
    const { who, token } = await signUp(email)
    assert.is((await open(who, byLink ? await linkTo(email, who) : token)).status, 200)
    assert.is((await logIn(browser(), email)).status, 200)
  }
})

testWhole('addresses that nobody has to confirm have no sign-up with a password, and the host reads why', async () => {
  const { browser, failures } = create()
  const settings = { status: 200, body: { mailer_autoconfirm: true, external: {} } }
  lite.failWith((route) => (route === 'GET /settings' ? settings : undefined))
  lite.forget()
  assert.is((await browser().call('/passwords', { email: newEmail(), password: PASSWORD })).error_type, 'sign_up_disabled')
  assert.equal(lite.requests, ['GET /settings'])
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

  const narrow = create({ limits: { perNetworkAndHour: 3 } })
  const statuses: number[] = []
  for (let at = 0; at < 5; at++) statuses.push((await narrow.askForLink(narrow.browser(`2001:db8::${at}`), newEmail())).status)
  assert.equal(statuses, [200, 200, 200, 429, 429])
})

testWhole("Supabase's own limits: a mail of a moment ago tells nobody who has an account", async () => {
  const { browser, askForLink, failures } = create()
  const limit = (msg: string) => () => ({ status: 429, body: { error_code: 'over_email_send_rate_limit', msg } })
  lite.failWith(limit('For security purposes, you can only request this after 57 seconds.'))
  assert.is((await askForLink(browser(), newEmail())).status, 200)
  lite.failWith(limit('Email rate limit exceeded'))
  const limited = await askForLink(browser(), newEmail())
  assert.equal([limited.status, limited.headers.get('retry-after')], [429, '60'])
  assert.match(failures.at(-1)!, /Email rate limit exceeded/)
})

testWhole('the service gets one request for a wrong code, although lite needs more', async () => {
  const { browser, linkTo, open } = create()
  const token = await linkTo(newEmail())
  lite.forget()
  lite.failWith((route) => (route === 'POST /verify' ? { status: 403, body: { code: 'otp_expired' } } : undefined))
  assert.is((await open(browser(), token)).error_type, 'unable_to_auth_magic_link')
  assert.equal(lite.requests, ['POST /verify'])
})

testWhole('a user with a second factor is not signed in by the first', async () => {
  const { browser, logIn, userOf } = create()
  const user = { id: 'a', email: newEmail(), factors: [{ status: 'verified' }] }
  const tokens = { access_token: 'a.e30.c', refresh_token: 'r', user }
  lite.failWith((route) =>
    route === 'POST /token' ? { status: 200, body: tokens } : route === 'POST /logout' ? { status: 204 } : undefined,
  )
  const who = browser()
  lite.forget()
  assert.is((await logIn(who, user.email)).error_type, 'no_second_factor')
  assert.equal(lite.requests, ['POST /token', 'POST /logout'])
  lite.failWith()
  assert.is(await userOf(who), undefined)
})

testWhole('a session is found by one cookie only', async () => {
  const { join, browser, userOf } = create()
  const [one, other] = [await join(newEmail()), await join(newEmail())]
  const name = '__Host-latchkey_supabase'
  const cookie = `${one.cookie()}; ${name}=${other.cookies.get(name)}`
  assert.is((await one.call('/sessions/authenticate', {}, { cookie })).error_type, 'session_not_found')
  for (const value of ['', '~', 'a~b', 'a', `${'a'.repeat(3000)}~..`]) {
    const who = browser()
    who.cookies.set(name, value)
    assert.is(await userOf(who), undefined, value)
  }
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

testWhole('readable cookies are those of @supabase/ssr, in both directions', async () => {
  const { createServerClient } = await load('@supabase/ssr')
  for (const on of [lite, strict]) {
    const { browser, linkTo, open, userOf } = create({ cookies: 'readable' }, on)
    const [who, email] = [browser(), newEmail()]
    assert.is((await open(who, await linkTo(email, who))).status, 200)
    const client = createServerClient(on.url, KEY, {
      // Node 20 has none
      realtime: { transport: class {} },
      cookies: {
        getAll: () => [...who.cookies].map(([name, value]) => ({ name, value })),
        setAll(set: { name: string; value: string }[]) {
          for (const { name, value } of set) value ? who.cookies.set(name, value) : who.cookies.delete(name)
        },
      },
    })
    assert.is((await client.auth.getUser()).data.user.email, email)
    // a long session is in parts, and a short one again in one
    for (const length of [9000, 0]) {
      await client.auth.updateUser({ data: { note: 'é'.repeat(length / 2), full_name: 'Ada Lovelace' } })
      await client.auth.refreshSession()
      const names = [...who.cookies.keys()].filter((name) => name.startsWith('sb-127-auth-token'))
      assert.is(names.length > 1, length > 0, names.join())
      assert.equal((await userOf(who)).name, { first_name: 'Ada', middle_name: '', last_name: 'Lovelace' })
      await who.call('/users/me', { name: { first_name: 'Grace', last_name: 'Hopper' } }, {}, 'PUT')
      assert.is((await client.auth.getUser()).data.user.user_metadata.full_name, 'Grace Hopper')
    }
    assert.is((await who.call('/sessions/revoke')).status, 200)
    assert.equal(
      [...who.cookies.keys()].filter((name) => name.startsWith('sb-')),
      [],
    )
  }
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
  await page.goto((await askFor('Email me a login link')).url)
  await visible(page.getByText(`You are signed in as ${email}.`))
  assert.is(page.url(), `${url}/account`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save' }).click()
  await visible(page.getByText('Saved.'))
  await page.getByRole('button', { name: 'Log out' }).click()

  await page.goto((await askFor('Forgot Password?')).url)
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
