/**
 * What scanners, strangers and a visitor's own tabs do to a link that signs in before the page
 * (`Bridge.land`), in seeded orders. Each host has two servers on one database.
 */
import * as assert from 'uvu/assert'
import type { Test } from 'uvu'
import { seeded } from '../../harness/seeded.ts'
import { duration } from './calling.ts'

/** A site whose pages have the widget. */
export interface LinkedSite {
  /** Two servers, which answer the calls below `/auth` and every page. */
  readonly servers: readonly [Server, Server]
  readonly origin: string
  /** Resolves with the link of the next mail to an address. */
  linkTo(email: string): Promise<string>
  /** Runs after the time of every link is over. */
  whenExpired(run: () => Promise<void>): Promise<void>
}

type Server = (request: Request) => Promise<Response>

/** What a browser sends when a visitor opens a page. */
const VISIT = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const PASSWORD = 'correct horse battery'

let count = 0
const newEmail = () => `landing-${++count}@example.com`

/** A browser, with its cookies and a network of its own. */
const createBrowser = ({ servers, origin }: LinkedSite) => {
  const jar = new Map<string, string>()
  const address = { 'x-forwarded-for': `100.${64 + (++count >> 16)}.${(count >> 8) & 255}.${count & 255}` }
  const cookie = () => [...jar].map((pair) => pair.join('=')).join('; ')
  const send = async (path: string, init: RequestInit, at: number): Promise<Response> => {
    const headers = { cookie: cookie(), ...address, ...(init.headers as object) }
    const response = await servers[at % 2]!(new Request(new URL(path, origin), { ...init, headers }))
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value && !/max-age=0/i.test(line)) jar.set(name, value)
      else jar.delete(name)
    }
    return response
  }
  const call = async (path: string, body: object = {}, at = 0) => {
    const headers = { origin, 'content-type': 'application/json', 'x-sdk-client': 'e30=' }
    const response = await send(`/auth/sdk/v1${path}`, { method: 'POST', headers, body: JSON.stringify({ ...duration, ...body }) }, at)
    return { status: response.status, data: ((await response.json()) as { data?: any }).data }
  }
  return {
    jar,
    cookie,
    call,
    /** Opens a page. Resolves with the redirect that a link has landed with. */
    async open(url: string, headers: Record<string, string> = {}, { method = 'GET', at = 0 } = {}): Promise<Response | undefined> {
      const response = await send(url, { method, headers: { ...VISIT, ...headers } }, at)
      if (response.status === 303) return response
      assert.is(response.status, 200)
      return undefined
    },
    who: async (): Promise<string | undefined> => (await call('/sessions/authenticate')).data?.user.emails[0].email,
  }
}

type Browser = ReturnType<typeof createBrowser>

const tokenIn = (link: string) => new URL(link).searchParams.get('token')!
const press = async (who: Browser, link: string, at = 0) =>
  (await who.call('/magic_links/authenticate', { token: tokenIn(link) }, at)).status === 200

/** Registers the tests. `create` resolves with a site that other tests may use, too. */
export const landings = (test: Test, on: string, create: () => Promise<LinkedSite>, orders = 200): void => {
  const start = async () => {
    const site = await create()
    const browser = () => createBrowser(site)
    const ask = async (who: Browser, email: string) => {
      const page = `${site.origin}/login?next=%2Fcart`
      await who.call('/magic_links/email/login_or_create', { email, login_magic_link_url: page, signup_magic_link_url: page })
      return site.linkTo(email)
    }
    return { site, browser, ask }
  }

  test(`${on}: ${orders} orders of scanners, strangers and tabs: no link is lost, no stranger is in, each link is one session`, async () => {
    const { browser, ask } = await start()
    const totals = { sessions: 0, lost: 0, strangers: 0 }
    const order = async (seed: number) => {
      const random = seeded(seed)
      const any = (most: number) => Math.floor(random() * most)
      const [email, theirs] = [newEmail(), newEmail()]
      const [owner, stranger, phone] = [browser(), browser(), browser()]
      const link = await ask(owner, email)
      const trap = await ask(stranger, theirs)
      const ignored: [string, Record<string, string>, string?][] = [
        ['HEAD', {}, 'HEAD'],
        ['POST', {}, 'POST'],
        ['prefetch', { 'sec-purpose': 'prefetch' }],
        ['prerender', { 'sec-purpose': 'prefetch;prerender' }],
        ['an older prefetch', { purpose: 'prefetch' }],
        ['a prefetch of Firefox', { 'x-moz': 'prefetch' }],
        ['a frame', { 'sec-fetch-dest': 'iframe' }],
        ['an older frame', { 'sec-fetch-dest': 'frame' }],
        ['an object', { 'sec-fetch-dest': 'object' }],
        ['an image', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
        ['a script', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
        ['a program', { 'sec-fetch-dest': '', 'sec-fetch-mode': '' }],
      ]
      const isPage = async (what: string, who: Browser, url: string, headers?: Record<string, string>, method?: string) =>
        assert.is(await who.open(url, headers, { method, at: any(2) }), undefined, `${seed}: ${what}`)
      const events: (() => Promise<void>)[] = [
        ...ignored.map(
          ([what, headers, method]) =>
            () =>
              isPage(what, owner, link, headers, method),
        ),
        () => isPage('a scanner with a browser', browser(), link),
        () => isPage('another browser', stranger, link),
        () => isPage('the link of a stranger', owner, trap),
        // the stranger has seen the owner's link, or an earlier one
        () =>
          isPage(
            'a link for this browser with the token of a stranger',
            owner,
            link.replace(/(token=.*(?:~|%7E)).*/, `$1${tokenIn(trap).split('~')[1]}`),
          ),
        () => isPage('two tokens', owner, `${link}&token=${tokenIn(trap)}`),
        // a sibling domain can set no cookie whose name begins with `__Host-`
        () =>
          isPage('a tossed cookie', owner, trap, {
            cookie: `${owner.cookie()}; latchkey_browser=${stranger.jar.get('__Host-latchkey_browser')}`,
          }),
        () =>
          isPage('only a tossed cookie', browser(), trap, { cookie: `latchkey_browser=${stranger.jar.get('__Host-latchkey_browser')}` }),
        async () => {
          const other = newEmail()
          assert.is((await owner.open(await ask(owner, other)))?.status, 303, `${seed}: another link of this browser`)
          await isPage('somebody else is signed in', owner, link)
          assert.is(await owner.who(), other)
          await owner.call('/sessions/revoke')
        },
      ]
      for (let left = 1 + any(8); left > 0; left--) await events[any(events.length)]!()
      // the visitor's own tabs, the phone, or both
      const tabs = seed % 3 === 2 ? 0 : seed % 40 === 0 ? 50 : 1 + any(4)
      const [opened, isPressed] = await Promise.all([
        Promise.all(Array.from({ length: tabs }, (_, at) => owner.open(link, {}, { at }))),
        seed % 3 > 0 && press(phone, link, any(2)),
      ])
      const landed = opened.filter((response) => response !== undefined)
      for (const { headers } of landed)
        assert.equal(
          ['location', 'referrer-policy', 'cache-control'].map((name) => headers.get(name)),
          [new URL('/login?next=%2Fcart', link).href, 'no-referrer', 'no-store'],
        )
      totals.sessions += landed.length + Number(isPressed)
      const signedIn = await Promise.all([owner, phone, stranger].map((one) => one.who()))
      if (!signedIn.slice(0, 2).includes(email)) totals.lost++
      totals.strangers += signedIn.filter((who, at) => who !== undefined && (who !== email || at === 2)).length
      // it is spent
      assert.is(await owner.open(link), undefined)
      assert.not(await press(browser(), link))
    }
    for (let at = 0; at < orders; at += 20) await Promise.all(Array.from({ length: 20 }, (_, more) => order(at + more)))
    assert.equal(totals, { sessions: orders, lost: 0, strangers: 0 })
  })

  test(`${on}: a link whose time is over gets the page`, async () => {
    const { site, browser, ask } = await start()
    const owner = browser()
    const link = await ask(owner, newEmail())
    await site.whenExpired(async () => {
      assert.is(await owner.open(link), undefined)
      assert.not(await press(owner, link))
    })
  })

  test(`${on}: a link for a new password is left to the page, and still good`, async () => {
    const { site, browser } = await start()
    const [owner, email] = [browser(), newEmail()]
    await owner.call('/passwords', { email, password: PASSWORD })
    await owner.call('/sessions/revoke')
    await owner.call('/passwords/email/reset/start', { email, reset_password_redirect_url: `${site.origin}/login` })
    const link = await site.linkTo(email)
    assert.is(await owner.open(link), undefined)
    assert.is(await owner.open(link.replace('reset_password', 'magic_links')), undefined)
    assert.is(await owner.who(), undefined)
    assert.is((await owner.call('/passwords/email/reset', { token: tokenIn(link), password: 'another good password' })).status, 200)
  })
}
