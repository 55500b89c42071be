/** What a stranger tries against a server in front of a users table, on any store. */
import * as assert from 'uvu/assert'
import type { Test } from 'uvu'
import type { OwnServerOptions, OwnUsers } from '../../../src/server/own/index.ts'
import { duration, ofPage } from '../bridge/calling.ts'
import { createHost, ORIGIN, type Host, type Person } from './host.ts'

export const PASSWORD = 'correct horse battery'

let networks = 0
const newNetwork = () => `100.${++networks >> 8}.${networks & 255}.1`

/** A browser, with its cookies and the address of its network, which is its own by default. */
export const createBrowser = (host: Pick<Host, 'answer'>, address = newNetwork()) => {
  const cookies = new Map<string, string>()
  const take = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
  }
  const cookie = () => [...cookies].map((pair) => pair.join('=')).join('; ')
  return {
    cookies,
    cookie,
    take,
    async call(path: string, body: object = {}, headers: Record<string, string> = {}, method = 'POST') {
      const request = new Request(`${ORIGIN}/auth/sdk/v1${path}`, {
        method,
        headers: { ...ofPage, cookie: cookie(), ...headers },
        body: JSON.stringify({ ...duration, ...body }),
      })
      const response = await host.answer(request, { address })
      take(response)
      const { data, error_type } = (await response.json()) as { data?: any; error_type?: string }
      return { status: response.status, data, error_type, headers: response.headers }
    },
  }
}

export type Browser = ReturnType<typeof createBrowser>

let count = 0
export const newEmail = () => `ada-${++count}@example.com`

const tokenIn = (url: string) => new URL(url).searchParams.get('token')!

/** What visitors do. */
export const actions = (host: Pick<Host, 'answer' | 'mailTo'>) => {
  const browser = (address?: string) => createBrowser(host, address)
  const signUp = async (email: string, password = PASSWORD) => {
    const who = browser()
    return { who, ...(await who.call('/passwords', { email, password })) }
  }
  const logIn = (who: Browser, email: string, password = PASSWORD) => who.call('/passwords/authenticate', { email, password })
  const askForLink = (who: Browser, email: string) =>
    who.call('/magic_links/email/login_or_create', { email, login_magic_link_url: `${ORIGIN}/login` })
  const linkTo = async (email: string, who = browser()) => {
    await askForLink(who, email)
    return tokenIn((await host.mailTo(email)).url)
  }
  const open = (who: Browser, token: string) => who.call('/magic_links/authenticate', { token })
  const resetFor = async (email: string, who = browser()) => {
    await who.call('/passwords/email/reset/start', { email })
    return tokenIn((await host.mailTo(email)).url)
  }
  const reset = (who: Browser, token: string, password: string) => who.call('/passwords/email/reset', { token, password })
  const isSignedIn = async (who: Browser) => (await who.call('/sessions/authenticate')).status === 200
  return { browser, signUp, logIn, askForLink, linkTo, open, resetFor, reset, isSignedIn }
}

type Create = (options?: Partial<OwnServerOptions<Person>>) => Host

/** Registers the attacks. `create` makes a host on the store that is tested. */
export const attacks = (test: Test, on: string, create: Create = createHost): void => {
  test(`${on}: a stranger's password and session end when the owner proves the address, however they do`, async () => {
    const host = create()
    const { browser, signUp, logIn, linkTo, open, resetFor, reset, isSignedIn } = actions(host)
    const ways: [name: string, prove: (email: string, who: Browser) => Promise<{ status: number }>][] = [
      ['a link', async (email, who) => open(who, await linkTo(email, who))],
      [
        'a code',
        async (email, who) => {
          const { data } = await who.call('/otps/email/login_or_create', { email })
          return who.call('/otps/authenticate', { token: (await host.mailTo(email)).code, method_id: data.method_id })
        },
      ],
      ['a reset', async (email, who) => reset(who, await resetFor(email, who), 'another good password')],
    ]
    for (const [name, prove] of ways) {
      const [email, owner] = [newEmail(), browser()]
      const { who: stranger } = await signUp(email)
      assert.ok(await isSignedIn(stranger), name)
      assert.is((await prove(email, owner)).status, 200, name)
      assert.not(await isSignedIn(stranger), name)
      assert.is((await logIn(stranger, email)).error_type, 'unauthorized_credentials', name)
      assert.ok(await isSignedIn(owner), name)
    }
  })

  test(`${on}: the browser that signed up keeps its password when it proves the address, also after a log-out`, async () => {
    const host = create()
    const { browser, signUp, logIn, linkTo, open } = actions(host)
    for (const logsOut of [false, true]) {
      const email = newEmail()
      const { who } = await signUp(email)
      if (logsOut) await who.call('/sessions/revoke')
      assert.is((await open(who, await linkTo(email, who))).status, 200)
      assert.is((await logIn(browser(), email)).status, 200)
    }
  })

  test(`${on}: a password, a link and a code that are on their way when a reset comes are too late`, async () => {
    const host = create()
    const { browser, signUp, logIn, linkTo, open, resetFor, reset, isSignedIn } = actions(host)
    const email = newEmail()
    await signUp(email)
    await open(browser(), await linkTo(email))
    const [stranger, owner] = [browser(), browser()]
    const link = await linkTo(email)
    const { data } = await stranger.call('/otps/email/login_or_create', { email })
    const { code } = await host.mailTo(email)
    const old = await resetFor(email)
    const token = await resetFor(email, owner)
    const racing = browser()
    const [, late] = await Promise.all([reset(owner, token, 'another good password'), logIn(racing, email)])
    assert.is(late.status === 200 && (await isSignedIn(racing)), false, 'a log-in at the same time')
    assert.is((await open(stranger, link)).error_type, 'unable_to_auth_magic_link')
    assert.is((await stranger.call('/otps/authenticate', { token: code, method_id: data.method_id })).status, 401)
    assert.is((await reset(stranger, old, 'yet another password')).error_type, 'unable_to_auth_magic_link')
    assert.is((await logIn(browser(), email, 'another good password')).status, 200)
  })

  test(`${on}: a link, a reset and a code count once, for fifty presses at the same time`, async () => {
    const host = create()
    const { browser, linkTo, open, resetFor, reset } = actions(host)
    const email = newEmail()
    const press = async (send: (who: Browser) => Promise<{ status: number }>) => {
      const answers = await Promise.all(Array.from({ length: 50 }, async () => send(browser())))
      return answers.filter(({ status }) => status === 200).length
    }
    const link = await linkTo(email)
    assert.is(await press((who) => open(who, link)), 1)
    const token = await resetFor(email)
    assert.is(await press((who) => reset(who, token, 'another good password')), 1)
    const asking = browser()
    const { data } = await asking.call('/otps/email/login_or_create', { email })
    const { code } = await host.mailTo(email)
    const enter = (who: Browser) => who.call('/otps/authenticate', { token: code, method_id: data.method_id })
    assert.is(await press(enter), 0, 'in other browsers')
    assert.is(await press(() => enter(asking)), 1)
  })

  test(`${on}: three wrong digits spend a code, at once or one after the other, and nobody else's do`, async () => {
    const host = create()
    const { browser } = actions(host)
    const email = newEmail()
    const ask = async (who: Browser) => {
      const { data } = await who.call('/otps/email/login_or_create', { email })
      return { method_id: data.method_id as string, code: (await host.mailTo(email)).code }
    }
    const other = (code: string, at: number) => String((Number(code) + at + 1) % 1_000_000).padStart(6, '0')
    const [owner, stranger] = [browser(), browser()]
    const mine = await ask(owner)
    const theirs = await ask(stranger)
    const guesses = Array.from({ length: 20 }, (_, at) => stranger.call('/otps/authenticate', { ...theirs, token: other(theirs.code, at) }))
    assert.ok((await Promise.all(guesses)).every(({ error_type }) => error_type === 'otp_code_not_found'))
    assert.is((await stranger.call('/otps/authenticate', { ...theirs, token: theirs.code })).error_type, 'otp_code_not_found')
    // with an id that the stranger makes up
    assert.is((await stranger.call('/otps/authenticate', { method_id: 'email', token: mine.code })).error_type, 'otp_code_not_found')
    assert.is((await owner.call('/otps/authenticate', { ...mine, token: mine.code })).status, 200)
  })

  test(`${on}: mails and guesses count by address over all networks, and the owner's browser by itself`, async () => {
    const host = create({ limits: { guessesPerHour: 3 } })
    const { browser, signUp, logIn, askForLink, linkTo, open } = actions(host)
    const email = newEmail()
    await signUp(email)
    const owner = browser()
    await open(owner, await linkTo(email, owner))
    await owner.call('/passwords/email/reset/start', { email })
    await host.mailTo(email)
    for (const spelled of [email, newEmail()]) {
      const mails: number[] = []
      const guesses: number[] = []
      for (let at = 0; at < 8; at++) {
        const address = spelled.replace('ada', at % 2 ? 'ADA' : 'Ada')
        mails.push((await askForLink(browser(`198.51.100.${at}`), address)).status)
        if (at < 5) guesses.push((await logIn(browser(`2001:db8:${at}::1`), address, `wrong password ${at}`)).status)
      }
      assert.ok(mails.filter((status) => status === 200).length <= 6, mails.join())
      assert.is(mails.at(-1), 429)
      assert.equal(guesses, [401, 401, 401, 429, 429])
    }
    assert.is((await askForLink(owner, email)).status, 200, 'the owner is not locked out')
    const wrong = await logIn(owner, email, 'wrong password')
    assert.is(wrong.error_type, 'unauthorized_credentials')
    // a cookie that a stranger makes up is no browser of the account
    const made = browser()
    made.cookies.set('__Host-latchkey_browser', '0'.repeat(36))
    assert.is((await askForLink(made, email)).status, 429)
    made.cookies.set('__Host-latchkey_session', owner.cookies.get('__Host-latchkey_browser')!)
    assert.is((await askForLink(made, email)).status, 429)
  })

  test(`${on}: one network is limited, whatever addresses it asks for`, async () => {
    const host = create({ limits: { perNetworkAndHour: 5 } })
    const { browser, askForLink } = actions(host)
    const statuses: number[] = []
    for (let at = 0; at < 8; at++) statuses.push((await askForLink(browser(`2001:db8::${at}`), newEmail())).status)
    assert.equal(statuses, [200, 200, 200, 200, 200, 429, 429, 429])
    assert.is((await askForLink(browser('2001:db8:0:1::1'), newEmail())).status, 200, 'another network')
  })

  test(`${on}: right passwords are not counted as guesses`, async () => {
    const { browser, signUp, logIn } = actions(create({ limits: { guessesPerHour: 2 } }))
    const email = newEmail()
    await signUp(email)
    for (let at = 0; at < 4; at++) assert.is((await logIn(browser(), email)).status, 200)
  })

  test(`${on}: a copy of a session's cookie makes nothing after its end`, async () => {
    const host = create()
    const { browser, signUp } = actions(host)
    const { who } = await signUp(newEmail())
    const copy = browser()
    for (const [name, value] of who.cookies) copy.cookies.set(name, value)
    await who.call('/sessions/revoke')
    for (const path of ['/sessions/authenticate', '/users/me', '/sessions/revoke']) {
      const { status } = path === '/users/me' ? await copy.call(path).catch(() => ({ status: 404 })) : await copy.call(path)
      assert.ok(path === '/sessions/revoke' || status >= 400, path)
    }
    assert.is(await host.userOf(new Request(ORIGIN, { headers: { cookie: copy.cookie() } })), undefined)
  })

  test(`${on}: a table that says every address is proven lets no stranger in before it is`, async () => {
    const host = create()
    const { browser, signUp, logIn, linkTo, open, isSignedIn } = actions(host)
    const { send: _, ...options } = host.options
    const theirs = actions(createHost({ ...options, users: trustingUsers(options.users) }))
    const email = newEmail()
    const { who: stranger, data } = await theirs.signUp(email)
    assert.is(data.user.emails[0].verified, false)
    const owner = theirs.browser()
    assert.is((await theirs.open(owner, await theirs.linkTo(email, owner))).status, 200)
    assert.not(await theirs.isSignedIn(stranger))
    assert.is((await theirs.logIn(stranger, email)).error_type, 'unauthorized_credentials')
    // and what the table has had before is as proven as it says
    const old = newEmail()
    const { who } = await signUp(old)
    await open(who, await linkTo(old, who))
    assert.is((await logIn(browser(), old)).status, 200)
    assert.ok(await isSignedIn(who))
  })

  test(`${on}: of a change, resets and a proof at the same moment, no old password or token leaves a session`, async () => {
    const host = create({ limits: { mailsPerHour: 100, guessesPerHour: 100 } })
    const { browser, signUp, logIn, linkTo, open, resetFor, reset, isSignedIn } = actions(host)
    for (let round = 0; round < 3; round++) {
      const [email, owner, thief, other] = [newEmail(), browser(), browser(), browser()]
      await signUp(email)
      await open(browser(), await linkTo(email))
      await reset(owner, await resetFor(email, owner), PASSWORD)
      await logIn(thief, email)
      const [old, good] = [await resetFor(email), await resetFor(email, owner)]
      const change = { email, existing_password: PASSWORD, new_password: 'the password of a thief' }
      const answers = await Promise.all([
        reset(owner, good, 'another good password'),
        thief.call('/passwords/existing_password/reset', change),
        reset(other, old, 'the password of a thief'),
      ])
      const signedIn = await Promise.all([owner, thief, other].map(isSignedIn))
      const passwords = [PASSWORD, 'another good password', 'the password of a thief']
      const works: boolean[] = []
      for (const password of passwords) works.push((await logIn(browser(), email, password)).status === 200)
      assert.is(works.filter(Boolean).length, 1, JSON.stringify(works))
      assert.not(works[0])
      // who has the last word has a session, and nobody else
      assert.is(signedIn.filter(Boolean).length, 1, JSON.stringify([answers.map(({ status }) => status), signedIn]))
    }
  })

  test(`${on}: somebody who knows a password ends no mail of the address's owner by changing it`, async () => {
    const host = create()
    const { browser, signUp, linkTo, open, resetFor, reset } = actions(host)
    const email = newEmail()
    const { who: stranger } = await signUp(email)
    const [link, token] = [await linkTo(email), await resetFor(email)]
    const change = { email, existing_password: PASSWORD, new_password: 'another good password' }
    assert.is((await stranger.call('/passwords/existing_password/reset', change)).status, 200)
    assert.is((await open(browser(), link)).status, 200)
    const again = newEmail()
    const { who } = await signUp(again)
    const second = await resetFor(again)
    assert.is((await who.call('/passwords/existing_password/reset', { ...change, email: again })).status, 200)
    assert.is((await reset(browser(), second, 'yet another password')).status, 200)
    // but the proof of the address ends a reset that was asked for before
    assert.is((await reset(browser(), token, 'yet another password')).error_type, 'unable_to_auth_magic_link')
  })

  test(`${on}: browsers of an account that nobody has proven do not get past the limits of its address`, async () => {
    const host = create()
    const { browser, signUp, logIn, askForLink } = actions(host)
    const email = newEmail()
    await signUp(email)
    let sent = 0
    for (let at = 0; at < 4; at++) {
      const who = browser()
      await logIn(who, email)
      for (let mail = 0; mail < 3; mail++) if ((await askForLink(who, email)).status === 200) sent++
    }
    assert.is(sent, 6)
  })

  test(`${on}: one network cannot keep others from having their passwords checked`, async () => {
    const host = create({ limits: { guessesPerHour: 1000 } })
    const { browser, signUp, logIn } = actions(host)
    const email = newEmail()
    await signUp(email)
    const flood = Array.from({ length: 40 }, () => logIn(browser('203.0.113.9'), newEmail(), 'wrong password'))
    assert.is((await logIn(browser(), email)).status, 200)
    const statuses = (await Promise.all(flood)).map(({ status }) => status)
    assert.ok(statuses.filter((status) => status === 429).length >= 30, statuses.join())
    // what was not checked is not counted as a guess
    const strict = actions(create({ limits: { guessesPerHour: 2 } }))
    const mine = newEmail()
    await strict.signUp(mine)
    const same = '203.0.113.10'
    await Promise.all(Array.from({ length: 20 }, () => strict.logIn(strict.browser(same), newEmail(), 'wrong password')))
    for (let at = 0; at < 3; at++) assert.is((await strict.logIn(strict.browser(same), mine)).status, 200)
  })

  test(`${on}: the owner's browser is not locked out by its network`, async () => {
    const host = create({ limits: { perNetworkAndHour: 3 } })
    const { browser, linkTo, open, askForLink, resetFor, reset, logIn } = actions(host)
    const [email, office] = [newEmail(), '203.0.113.11']
    const owner = browser(office)
    await open(owner, await linkTo(email, owner))
    await reset(owner, await resetFor(email, owner), PASSWORD)
    for (let at = 0; at < 5; at++) {
      await askForLink(browser(office), newEmail())
      await logIn(browser(office), newEmail())
    }
    assert.is((await logIn(browser(office), email)).status, 429)
    assert.is((await logIn(owner, email)).status, 200)
    assert.is((await askForLink(owner, email)).status, 200)
  })

  test(`${on}: two session cookies sign nobody in`, async () => {
    const host = create()
    const { signUp } = actions(host)
    const [{ who: one }, { who: other }] = [await signUp(newEmail()), await signUp(newEmail())]
    const cookie = `${one.cookie()}; __Host-latchkey_session=${other.cookies.get('__Host-latchkey_session')}`
    assert.is(await host.userOf(new Request(ORIGIN, { headers: { cookie } })), undefined)
    assert.is((await one.call('/sessions/authenticate', {}, { cookie })).error_type, 'session_not_found')
  })

  test(`${on}: a link lands only in the browser that asked, for a visit of the page, once, and while nobody is signed in`, async () => {
    const host = create()
    const { browser, linkTo, signUp, open, isSignedIn } = actions(host)
    const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    const go = async (who: Browser, token: string, headers: Record<string, string> = {}, method = 'GET') => {
      const url = `${ORIGIN}/login?next=%2Fcart&latchkey_token_type=magic_links&token=${encodeURIComponent(token)}`
      const landed = await host.answer.land(new Request(url, { method, headers: { ...visit, cookie: who.cookie(), ...headers } }))
      if (landed) who.take(landed)
      return landed
    }
    const [owner, email] = [browser(), newEmail()]
    const token = await linkTo(email, owner)
    const stranger = browser()
    await linkTo(newEmail(), stranger)
    for (const [who, headers, method] of [
      [owner, {}, 'HEAD'],
      [owner, { 'sec-purpose': 'prefetch' }],
      [owner, { 'sec-purpose': 'prefetch;prerender' }],
      [owner, { purpose: 'prefetch' }],
      [owner, { 'sec-fetch-dest': 'iframe' }],
      [owner, { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
      [browser(), {}],
      [stranger, {}],
    ] as [Browser, Record<string, string>, string?][])
      assert.is(await go(who, token, headers, method), undefined, JSON.stringify([headers, method]))
    // the stranger's own link, for the owner's browser
    const theirs = await linkTo(newEmail(), stranger)
    assert.is(await go(owner, theirs), undefined)
    assert.is(await go(owner, token.slice(0, 65) + theirs.slice(65)), undefined)
    const { who: somebody } = await signUp(newEmail())
    somebody.cookies.set('__Host-latchkey_browser', owner.cookies.get('__Host-latchkey_browser')!)
    assert.is(await go(somebody, token), undefined, 'somebody is signed in')

    const tabs = await Promise.all(Array.from({ length: 20 }, () => go(owner, token)))
    assert.is(tabs.filter(Boolean).length, 1)
    const landed = tabs.find(Boolean)!
    assert.equal([landed.status, landed.headers.get('location')], [303, `${ORIGIN}/login?next=%2Fcart`])
    assert.equal([landed.headers.get('referrer-policy'), landed.headers.get('cache-control')], ['no-referrer', 'no-store'])
    assert.ok(await isSignedIn(owner))
    // for everybody else, the page signs in, as always
    assert.is((await open(stranger, theirs)).status, 200)
  })

  test(`${on}: a confirmation takes the place of its session, and a copy of that ends`, async () => {
    const host = create()
    const { browser, signUp, linkTo, open, isSignedIn } = actions(host)
    const email = newEmail()
    const { who, data: before } = await signUp(email)
    await open(who, await linkTo(email, who))
    const copy = browser()
    for (const pair of who.cookies) copy.cookies.set(...pair)
    const confirm = { email, password: PASSWORD, confirm_session: true }
    const { data: after } = await who.call('/passwords/authenticate', confirm)
    assert.is(after.user_id, before.user_id)
    assert.is.not(after.session.session_id, before.session.session_id)
    assert.not(await isSignedIn(copy), 'the copy')
    const request = new Request(ORIGIN, { headers: { cookie: who.cookie() } })
    assert.is((await host.answer.sessionOf(request))?.confirmedAt, after.session.started_at)
    // with nobody signed in there is nothing to confirm, also not with the right password
    for (const one of [copy, browser()]) {
      assert.is((await one.call('/passwords/authenticate', confirm)).error_type, 'session_not_found')
      assert.not(await isSignedIn(one))
    }
  })

  test(`${on}: a proof of another account confirms nothing, and neither does one that was used`, async () => {
    const host = create()
    const { browser, signUp, linkTo, open } = actions(host)
    const [email, other] = [newEmail(), newEmail()]
    for (const one of [email, other]) await signUp(one).then(async ({ who }) => open(who, await linkTo(one, who)))
    const [owner, stranger] = [browser(), browser()]
    const codeFor = async (who: Browser, to: string) => {
      const { data } = await who.call('/otps/email/send/secondary', { email: to })
      return { token: (await host.mailTo(to)).code, method_id: data.method_id }
    }
    const logInBy = async (who: Browser, to: string) => who.call('/otps/authenticate', await codeFor(who, to))
    const { data: mine } = await logInBy(owner, email)
    await logInBy(stranger, other)
    const idOf = async (who: Browser) => (await who.call('/sessions/authenticate')).data?.session.session_id

    const password = { email: other, password: 'another good password' }
    const reset = async () => {
      await stranger.call('/passwords/email/reset/start', { email: other })
      const token = new URL((await host.mailTo(other)).url).searchParams.get('token')!
      await stranger.call('/passwords/email/reset', { token, password: password.password })
    }
    await reset()
    const code = await codeFor(owner, other)
    for (const [route, body] of [
      ['/passwords/authenticate', password],
      ['/otps/authenticate', code],
    ] as const) {
      const { status, error_type } = await owner.call(route, { ...body, confirm_session: true })
      assert.equal([status, error_type], [403, 'confirmation_refused'], route)
      assert.is(await idOf(owner), mine.session.session_id, route)
    }
    const own = await codeFor(owner, email)
    const inOther = await stranger.call('/otps/authenticate', { ...own, confirm_session: true })
    assert.is(inOther.error_type, 'otp_code_not_found', 'in the session of another browser')
    assert.is((await owner.call('/otps/authenticate', { ...own, confirm_session: true })).status, 200)
    assert.is((await owner.call('/otps/authenticate', { ...own, confirm_session: true })).error_type, 'otp_code_not_found', 'again')
  })

  test(`${on}: after five wrong confirmations of a session the right one waits, and no other session does`, async () => {
    const host = create()
    const { browser, signUp, linkTo, open, logIn, isSignedIn } = actions(host)
    const email = newEmail()
    const { who } = await signUp(email)
    await open(who, await linkTo(email, who))
    const other = browser()
    await logIn(other, email)
    const confirm = (by: Browser, password = PASSWORD) => by.call('/passwords/authenticate', { email, password, confirm_session: true })
    for (let tries = 0; tries < 5; tries++) assert.is((await confirm(who, 'wrong password')).error_type, 'unauthorized_credentials')
    const { status, headers } = await confirm(who)
    assert.is(status, 429)
    assert.ok(Number(headers.get('retry-after')) > 0)
    assert.ok(await isSignedIn(who))
    assert.is((await confirm(other)).status, 200)
    // after a confirmation, the count begins anew
    for (let tries = 0; tries < 3; tries++) await confirm(other, 'wrong password')
    assert.is((await confirm(other)).status, 200)
  })
}

/** Users of a table that takes every address for proven, and keeps no note of what it was told. */
const trustingUsers = (users: OwnUsers<Person>): OwnUsers<Person> => {
  const trusted = async (user: Promise<Person | null | undefined> | Person | null | undefined) => {
    const found = await user
    return found && { ...found, emailVerified: true }
  }
  return {
    byId: (id) => trusted(users.byId(id)),
    byEmail: (email) => trusted(users.byEmail(email)),
    create: (user) => trusted(users.create!(user)),
    update: (id, changes) => users.update(id, changes),
  }
}
