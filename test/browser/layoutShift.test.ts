/** Nothing on a page moves while the widget comes, in whatever order its files do: Chromium's own score of layout shifts, with the snippet. */
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page, Route } from 'playwright-core'
import { snippet, type EmbedChunks } from '../../src/snippet.ts'
import { closeBrowser } from '../harness/browser.ts'
import { codes, drawn, each, hostPage, LINKS, PUBLIC_TOKEN, until, visiting, type Arrangement, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const chunks = JSON.parse(readFileSync(new URL('../../dist/embed/chunks.json', import.meta.url), 'utf8')) as EmbedChunks

const social = (...types: string[]) => ({ oauthOptions: { providers: types.map((type) => ({ type })) } })
const GOOGLE = social('google')

/** Configurations whose every part is known before. */
const known: Record<string, object> = {
  link: LINKS,
  social: { products: ['oauth'], ...social('google', 'apple', 'github') },
  'one provider': { products: ['oauth'], ...GOOGLE },
  password: { products: ['passwords'] },
  'code by SMS first': codes('sms', 'email'),
  'code by e-mail first': codes('email', 'sms'),
  'code by e-mail': codes('email'),
  'Google and link': { products: ['oauth', 'emailMagicLinks'], ...GOOGLE },
  'link and Google': { products: ['emailMagicLinks', 'oauth'], ...GOOGLE },
  'Google, Apple and password': { products: ['oauth', 'passwords'], ...social('google', 'apple') },
  'passkey and link': { products: ['passkeys', 'emailMagicLinks'] },
  wallets: { products: ['crypto'] },
  'all seven': {
    products: ['oauth', 'crypto', 'passkeys', 'otp', 'passwords'],
    ...social('google', 'gitlab', 'salesforce'),
    otpOptions: { methods: ['sms', 'whatsapp', 'email'] },
  },
}

/** In which order what is asked for comes, of those that were asked for and have not come. */
const orders: Record<string, (urls: string[]) => number> = {
  'as it was asked for': () => 0,
  'the last first': (urls) => urls.length - 1,
  'the one in the middle': (urls) => urls.length >> 1,
  'products before what arranges them': (urls) =>
    Math.max(
      0,
      urls.findIndex((url) => /embed\.js|widget|products|otp|oauth|pass|crypto/.test(url)),
    ),
}

/** For a host's page: text above and below the widget, and what the page has shifted by so far. */
const page = (content: string) =>
  hostPage(`<h1>Welcome</h1><div id="login"></div>${content}<main>${'<p>Text of the host below it.</p>'.repeat(12)}</main>`)

interface Shifts {
  score: number
  /** What has moved, in words. */
  moved: string[]
}

/** For `first`. Shifts soon after an input count here, too. */
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
  // an observer hears of a frame after it
  await drawn(page)
  return page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
}

/** Holds back whatever the page asks for but the page itself, and lets it come one by one, each drawn before the next. */
const hold = async (page: Page, site: string) => {
  const held: Route[] = []
  await page.context().route(
    (url) => url.pathname !== '/' || url.origin !== site,
    (route) => void held.push(route),
  )
  return {
    async letCome(order: (urls: string[]) => number) {
      for (;;) {
        await drawn(page)
        if (held.length === 0) return
        const [route] = held.splice(order(held.map((route) => route.request().url())), 1)
        const over = page.context().waitForEvent('requestfinished', (request) => request === route!.request())
        await route!.continue()
        await over
      }
    },
  }
}

const withSnippet = (config: object, more: object = {}): Arrangement => ({
  path: null,
  first: observe,
  html: (_, provider) => page(snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config, baseUrl: provider, ...more }, chunks)),
})

const come = async ({ page, site }: Visitor, order: (urls: string[]) => number) => {
  const { letCome } = await hold(page, site)
  await page.goto(site, { waitUntil: 'commit' })
  await letCome(order)
  await until(() => page.locator('#login :is(input, button)').count(), 'the form')
  assert.is(await page.locator('#login .lk-loading').count(), 0)
}

const cases = Object.entries(known)
  .slice(0, Number(process.env.N ?? 99))
  .flatMap(([name, config]) => Object.keys(orders).map((order) => [name, order, config] as const))

visiting('nothing moves in what is known before, in whatever order it comes', async (arrive) => {
  await each(cases, async ([, order, config]) => {
    const visitor = await arrive(withSnippet(config))
    await come(visitor, orders[order]!)
    const { score, moved } = await shifts(visitor.page)
    assert.equal({ score, moved }, { score: 0, moved: [] })
    await visitor.leave()
  })
})

test.run()
