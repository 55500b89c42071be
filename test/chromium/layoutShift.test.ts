/**
 * Checks that nothing on a page moves while the widget loads, in any order of its files, by
 * Chromium's own score of layout shifts, with the snippet.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { fontFamily, loadFonts } from '../../build/heights.ts'
import { reservation } from '../../src/tools/snippet/height.ts'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import { ar } from '../../src/strings/ar.ts'
import type { Translation } from '../../src/strings/en.ts'
import { es } from '../../src/strings/es.ts'
import { fr } from '../../src/strings/fr.ts'
import type { LastMethod } from '../../src/ui/map.ts'
import { closeBrowser } from '../harness/browser.ts'
import { everything } from '../harness/everything.ts'
import { chunks } from './embedChunks.ts'
import {
  codes,
  drawn,
  each,
  hostPage,
  inCode,
  LINKS,
  PUBLIC_TOKEN,
  remembering,
  until,
  visiting,
  visitingInAll,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const social = (...types: string[]) => ({ oauthOptions: { providers: types.map((type) => ({ type })) } })
const GOOGLE = social('google')
const GOOGLE_AND_LINK = { products: ['oauth', 'emailMagicLinks'], ...GOOGLE }
const EVERYTHING = {
  products: ['oauth', 'crypto', 'passkeys', 'otp', 'passwords'],
  ...social('google', 'gitlab', 'salesforce'),
  otpOptions: { methods: ['sms', 'whatsapp', 'email'] },
}
const PHONE = { viewport: { width: 320, height: 640 } }
const LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="30"><path d="M0 0h80v30H0z"/></svg>')}`

type Case = { config: object; styles?: object; strings?: Translation; profile?: BrowserContextOptions; remembers?: LastMethod }

/** What a page knows about the form in advance. */
const known: Record<string, Case> = {
  link: { config: LINKS },
  'link, on a phone': { config: LINKS, profile: PHONE },
  'link, below a logo, in a narrow card': {
    config: LINKS,
    styles: { logo: { logoImageUrl: LOGO }, container: { width: '300px' }, colorScheme: 'dark' },
  },
  'link, in Spanish, on a phone': { config: LINKS, strings: es, profile: PHONE },
  social: { config: { products: ['oauth'], ...social('google', 'apple', 'github') } },
  'social, with further logos, in Arabic, on a phone': {
    config: { products: ['oauth'], ...social('salesforce', 'gitlab', 'nobody') },
    strings: ar,
    profile: PHONE,
  },
  'one provider': { config: { products: ['oauth'], ...GOOGLE }, styles: { hideHeaderText: true } },
  password: { config: { products: ['passwords'] } },
  'code by SMS first': { config: codes('sms', 'email') },
  'code by SMS first, in French, on a phone': { config: codes('sms', 'email'), strings: fr, profile: PHONE },
  'code by email first': { config: codes('email', 'sms') },
  'code by email': { config: codes('email') },
  'Google and link': { config: GOOGLE_AND_LINK },
  'link and Google, in French, on a phone': {
    config: { ...GOOGLE_AND_LINK, products: ['emailMagicLinks', 'oauth'] },
    strings: fr,
    profile: PHONE,
  },
  'Google, Apple and password': { config: { products: ['oauth', 'passwords'], ...social('google', 'apple') } },
  'codes and Google': { config: { ...codes('sms', 'email'), products: ['otp', 'oauth'], ...GOOGLE } },
  'passkey and link': { config: { products: ['passkeys', 'emailMagicLinks'] } },
  wallets: { config: { products: ['crypto'] } },
  'all seven': { config: EVERYTHING },
  'Google, which was used last, and link': { config: GOOGLE_AND_LINK, remembers: 'oauth_google' },
  'Google and link, which was used last, in Spanish, on a phone': {
    config: GOOGLE_AND_LINK,
    strings: es,
    profile: PHONE,
    remembers: 'email',
  },
  'all seven, with a tab that was used last': { config: EVERYTHING, remembers: 'whatsapp' },
  'all seven, on a phone': { config: EVERYTHING, profile: PHONE },
}

/**
 * Orders in which files arrive: returns the next one among those that were requested and have not
 * arrived.
 */
const orders: Record<string, (urls: string[]) => number> = {
  'as requested': () => 0,
  'last first': (urls) => urls.length - 1,
  'products last': (urls) => {
    const other = urls.findIndex((url) => !/\/c\/(otp|oauth|passwords|passkeys|crypto)/.test(url))
    return other < 0 ? urls.length - 1 : other
  },
}

/** A host's page, with text above and below the widget. */
const page = (content: string) =>
  hostPage(
    `<h1>Welcome</h1><div id="login"></div>${content}<main>${'<p>Text of the host below it.</p>'.repeat(12)}</main>`,
    '<style>body { margin: 16px }</style>',
  )

interface Shifts {
  score: number
  /** Descriptions of what has moved. */
  moved: string[]
}

/** For `first`. Also counts shifts soon after an input. */
const observe = (page: Page) =>
  page.addInitScript(() => {
    const shifts = { score: 0, moved: [] as string[] }
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node?: Element; previousRect: DOMRect; currentRect: DOMRect }[]
      })[]) {
        shifts.score += entry.value
        for (const { node, previousRect, currentRect } of entry.sources)
          shifts.moved.push(
            `${node?.nodeName} ${node?.className || node?.textContent?.slice(0, 20)}: ${previousRect.y} to ${currentRect.y}, ${entry.value.toFixed(4)}`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shifts = async (page: Page): Promise<Shifts> => {
  // The observer runs after a frame.
  await drawn(page)
  return page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
}

/**
 * Holds everything that the page requests except the page itself, then releases it one by one,
 * waiting for each to be painted. Later requests are answered at once.
 */
const hold = async (page: Page, site: string) => {
  const held: Route[] = []
  let free = false
  await page.context().route(
    (url) => url.pathname !== '/' || url.origin !== site,
    (route) => (free ? route.continue() : void held.push(route)),
  )
  return {
    async letCome(order: (urls: string[]) => number) {
      for (;;) {
        await drawn(page)
        if (held.length === 0) {
          free = true
          return
        }
        const [route] = held.splice(order(held.map((route) => route.request().url())), 1)
        const over = page.context().waitForEvent('requestfinished', (request) => request === route!.request())
        await route!.continue()
        await over
      }
    },
  }
}

const withSnippet = ({ config, profile, styles, strings, remembers }: Case, { first, ...more }: Arrangement = {}): Arrangement => ({
  path: null,
  profile,
  first: async (page) => {
    await observe(page)
    if (remembers) await remembering(remembers)(page)
    await first?.(page)
  },
  html: (_, provider) =>
    page(
      snippet(
        { publicToken: PUBLIC_TOKEN, element: '#login', config, styles: { ...styles, fontFamily }, strings, baseUrl: provider },
        chunks,
      ),
    ),
  ...more,
})

/** Opens the page and releases everything. */
const come = async ({ page, site, idle }: Visitor, order: (urls: string[]) => number) => {
  const { letCome } = await hold(page, site)
  // The page has loaded when all of these have arrived.
  await page.goto(site, { waitUntil: 'commit' })
  await loadFonts(page)
  await letCome(order)
  await idle()
  await until(() => page.locator('#login :is(input, button)').count(), 'the form')
  assert.is(await page.locator('#login .lk-loading').count(), 0)
}

/** The forms of `npm test`, which come in the order in which the most could move. */
const usual = ['link', 'Google and link', 'code by SMS first, in French, on a phone', 'all seven']
/** These come in every order, and the others in one, in turn. */
const cases = Object.entries(known)
  .flatMap(([name, given], at) =>
    Object.keys(orders).flatMap((order, turn, { length }) =>
      usual.includes(name) || turn === at % length ? [{ name, order, given }] : [],
    ),
  )
  .filter(({ name, order }) => everything || (usual.includes(name) && order === 'products last'))

visiting('nothing moves if the page knows the form, in any order of arrival', async (arrive) => {
  await each(
    cases.map(({ name, order }) => `${name}: ${order}`),
    async (title) => {
      const { given, order } = cases.find(({ name, order }) => title === `${name}: ${order}`)!
      const visitor = await arrive(withSnippet(given))
      await come(visitor, orders[order]!)
      assert.equal(await shifts(visitor.page), { score: 0, moved: [] })
      const { room, height } = await visitor.page.evaluate(() => ({
        room: document.querySelector('#login')!.getBoundingClientRect().height,
        height: document.querySelector('#login .lk')!.getBoundingClientRect().height,
      }))
      assert.is(room, height, 'no more room than it takes')
      await visitor.leave()
    },
  )
})

/**
 * How much can move when the widget becomes taller than the page knew: the page below it, in a
 * window of 1280 by 720.
 */
const LITTLE = 0.02

/** The parts of the widget that have moved. */
const inside = ({ moved }: Shifts) => moved.filter((text) => !text.startsWith('MAIN'))

const announce = (name: string) =>
  dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: { info: { name, rdns: `example.${name}` }, provider: { request: () => {} } } }),
  )

visitingInAll(
  'a wallet that is already there appears with its part, and one that announces itself late appears below it',
  async (arrive) => {
    const visitor = await arrive(
      withSnippet(
        { config: { products: ['emailMagicLinks', 'crypto'] } },
        { first: (page) => page.addInitScript(`addEventListener('eip6963:requestProvider', () => (${announce})('Early'))`) },
      ),
    )
    const { page } = visitor
    await come(visitor, orders['last first']!)
    const early = await shifts(page)
    await page.evaluate(announce, 'Late')
    await page.getByRole('button', { name: 'Late' }).waitFor()
    const late = await shifts(page)
    assert.equal(inside(late), [])
    assert.ok(early.score > 0 && early.score <= LITTLE, String(early.score))
    assert.ok(late.score > early.score && late.score - early.score <= LITTLE, String(late.score - early.score))
    const buttons = await page.locator('#login .lk-wallets button').allInnerTexts()
    assert.equal(buttons, ['Continue with Early', 'Set up a new crypto wallet', 'Continue with Late'])
  },
)

visitingInAll('if a browser reports late that it has no autofill for passkeys, their button appears below the rest', async (arrive) => {
  for (const products of [
    ['passkeys', 'emailMagicLinks'],
    ['oauth', 'passkeys', 'emailMagicLinks'],
  ]) {
    const visitor = await arrive(
      withSnippet(
        { config: { products, ...GOOGLE } },
        {
          first: (page) =>
            page.addInitScript(() => {
              PublicKeyCredential.isConditionalMediationAvailable = () => new Promise((answer) => Object.assign(window, { answer }))
            }),
        },
      ),
    )
    const { page } = visitor
    await come(visitor, orders['as requested']!)
    await page.waitForFunction(() => 'answer' in window)
    await page.evaluate(() => (window as unknown as { answer: (yes: boolean) => void }).answer(false))
    await page.getByRole('button', { name: 'passkey' }).waitFor()
    assert.equal(inside(await shifts(page)), [])
    assert.is((await page.locator('#login .lk-card button').allInnerTexts()).at(-1), 'Login with a Passkey')
  }
})

visitingInAll('a browser that does not know autofill for passkeys shows the button at once, in its place', async (arrive) => {
  const visitor = await arrive(
    withSnippet(
      { config: { products: ['passkeys', 'emailMagicLinks'] } },
      {
        first: (page) =>
          page.addInitScript(() => {
            delete (PublicKeyCredential as { isConditionalMediationAvailable?: unknown }).isConditionalMediationAvailable
          }),
      },
    ),
  )
  await come(visitor, orders['last first']!)
  assert.equal(inside(await shifts(visitor.page)), [])
  assert.is((await visitor.page.locator('#login .lk-card button').allInnerTexts())[0], 'Login with a Passkey')
})

visitingInAll('the line under the card, which depends on the settings, appears below it', async (arrive) => {
  const visitor = await arrive(withSnippet({ config: LINKS }, { project: { disable_sdk_watermark: false } }))
  await come(visitor, orders['as requested']!)
  await visitor.page.getByText('Powered by').waitFor()
  const found = await shifts(visitor.page)
  assert.equal(inside(found), [])
  assert.ok(found.score > 0 && found.score <= LITTLE, String(found.score))
})

const APP =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_3_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.3.1 Mobile/15E148 Snapchat/12.72.0.39 (like Safari/8617.2.4.10.8, panda)'

visitingInAll("in the browser of an app, what replaces Google's button moves nothing in the widget when it arrives", async (arrive) => {
  await each(Object.keys(orders), async (order) => {
    const profile = { ...PHONE, userAgent: APP }
    const visitor = await arrive(withSnippet({ config: { products: ['oauth', 'emailMagicLinks'], ...social('google', 'apple') }, profile }))
    await come(visitor, orders[order]!)
    await visitor.page.getByText('Google does not allow').waitFor()
    assert.equal(inside(await shifts(visitor.page)), [])
    await visitor.leave()
  })
})

/**
 * A good score (web.dev/cls). An embedded prompt, which Chromium shows if it is told not to draw
 * its own, replaces its button, at the height that Google gives it.
 */
const GOOD = 0.1

visitingInAll("Google's prompt moves nothing when it floats, and makes room for itself when it is embedded", async (arrive) => {
  for (const [position, most] of [
    ['floating', 0],
    ['forceLegacyEmbedded', GOOD],
  ] as const) {
    const config = { ...GOOGLE_AND_LINK, oauthOptions: { providers: [{ type: 'google', one_tap: true, position }] } }
    const visitor = await arrive({
      path: null,
      first: observe,
      html: (tag, provider) => {
        const endpoints = { clientsideServicesIframeURL: `${provider}/clientside-services/index.html`, googleURL: `${provider}/gsi/client` }
        return inCode({ endpoints }, { config })(tag, provider)
          .replace('<div id="login">', `<h1>Welcome</h1><style>${reservation('#login', { config })}</style>$&`)
          .replace('</body>', `<main>${'<p>Text</p>'.repeat(12)}</main>$&`)
      },
    })
    await come(visitor, orders['as requested']!)
    await visitor.page.locator('iframe[title^="Log in with Google"]').waitFor()
    await visitor.idle()
    const { score, moved } = await shifts(visitor.page)
    assert.ok(score <= most, `${position}: ${score} ${moved}`)
  }
})

test.run()
