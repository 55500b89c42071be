/** Looks at the look `quartz` in Chromium: in each entry, beside a host's styles, and with axe. */
import '../built/all.ts'
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { terminal } from '../../src/entries/presets.ts'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import type { LoginConfig } from '../../src/ui/host/config.ts'
import { COLORS, findingsOfAxe } from '../harness/axe.ts'
import { finishAnimations } from '../harness/animations.ts'
import { closeBrowser } from '../harness/browser.ts'
import { everything } from '../harness/everything.ts'
import { arrangementOf, inPage } from '../states/inPage.ts'
import { firstOfEachScreen } from '../states/screenOf.ts'
import { APP, screenStates, type ScreenState } from '../../src/tools/states/states.ts'
import { walk } from '../../src/tools/states/walk.ts'
import { chunks } from './embedChunks.ts'
import { overflow } from './overflow.ts'
import { holdWidget, prerender, taken } from './prerenderedPages.ts'
import { bundledOnce, hostOf } from './reactHost.ts'
import { arrive, each, hostPage, PUBLIC_TOKEN, visible, visiting, widget, type Arrangement } from './visitors.ts'

test.after(closeBrowser)

const LINKS = screenStates['Main, email link']

/** How the card and the title look. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('[data-latchkey]')?.shadowRoot ?? document
    const [card, title] = ['.lk-card', '.lk-title'].map((name) => getComputedStyle(root.querySelector(name)!))
    return [card!.borderRadius, card!.backgroundColor, title!.textAlign, title!.color]
  })

for (const [what, props, expected] of [
  ['by itself', {}, ['16px', 'rgb(255, 255, 255)', 'start', 'rgb(22, 25, 29)']],
  ['in a shadow root', { config: { enableShadowDOM: true } }, ['16px', 'rgb(255, 255, 255)', 'start', 'rgb(22, 25, 29)']],
  ['with a preset', { styles: { ...terminal, look: 'quartz' } }, ['0px', 'rgb(11, 17, 13)', 'start', 'rgb(182, 245, 200)']],
  [
    'with a token',
    { styles: { look: 'quartz', container: { borderRadius: '2px' } } },
    ['2px', 'rgb(255, 255, 255)', 'start', 'rgb(22, 25, 29)'],
  ],
] as const)
  test(`the look, ${what}`, async () => {
    const visitor = await arrive(
      arrangementOf(
        { ...LINKS, ...('config' in props && { config: { ...LINKS.config, ...props.config } }) },
        { styles: { look: 'quartz' }, ...props },
      ),
    )
    await walk(LINKS.steps, inPage(visitor))
    assert.equal(await looks(visitor.page), expected)
    await visitor.leave()
  })

const OWN = ['16px', 'rgb(255, 255, 255)', 'start', 'rgb(22, 25, 29)']
const CLASSIC = ['8px', 'rgb(255, 255, 255)', 'center', 'rgb(25, 48, 61)']
const LOG_IN = { products: ['otp'], otpOptions: { methods: ['email'] } }
const ownServer = { 'data-public-token': undefined, 'data-base-url': undefined, 'data-backend': '/auth' }
const elements = readFileSync(new URL('../../dist/element/index.js', import.meta.url), 'utf8')
/** A page with an element that has these attributes, too. */
const elementPage = (attributes: string): Arrangement => ({
  html: (_, provider) =>
    hostPage(
      `<latchkey-login public-token="${PUBLIC_TOKEN}" base-url="${provider}" ${attributes}></latchkey-login>` +
        '<script type="module">import { defineElements } from "/element/index.js"; defineElements()</script>',
    ),
  pages: () => ({ '/element/index.js': { html: elements, headers: { 'content-type': 'text/javascript' } } }),
})
const react = bundledOnce(`
  import { createRoot } from 'react-dom/client'
  import { LatchkeyProvider, Login } from 'latchkey/react'
  createRoot(document.querySelector('#app')).render(<LatchkeyProvider backend="/auth"><Login {...window.setUp.props} /></LatchkeyProvider>)
`)

const pages: [what: string, arrange: () => Promise<Arrangement> | Arrangement, expected: string[]][] = [
  ['a public token', () => ({ config: LOG_IN }), CLASSIC],
  ['a public token and data-theme', () => ({ config: LOG_IN, attributes: { 'data-theme': 'quartz' } }), OWN],
  ['a backend', () => ({ config: LOG_IN, attributes: ownServer }), OWN],
  ['a backend and data-theme', () => ({ config: LOG_IN, attributes: { ...ownServer, 'data-theme': 'classic' } }), CLASSIC],
  ['an element', () => elementPage(''), CLASSIC],
  ['an element with data-theme', () => elementPage('data-theme="quartz"'), OWN],
  ['real React, with a backend', async () => hostOf(await react(), { props: { config: LOG_IN } }), OWN],
  ['real React, the other look', async () => hostOf(await react(), { props: { config: LOG_IN, styles: { look: 'classic' } } }), CLASSIC],
]
for (const [what, arrange, expected] of pages)
  visiting(`the look with ${what}`, async (arrive) => {
    const { page } = await arrive(await arrange())
    await visible(page.locator('.lk-title'))
    assert.equal(await looks(page), expected)
  })

for (const [what, isHeld] of [
  ['does not come', true],
  ['fails', false],
] as const)
  visiting(`the other look shows if the file of this one ${what}`, async (arrive) => {
    const { page } = await arrive({
      config: LINKS.config,
      attributes: { 'data-theme': 'quartz' },
      expected: /ERR_FAILED/,
      first: async (page) => {
        await page.clock.install()
        await page.route('**/c/quartz.*', (route) => !isHeld && route.abort())
      },
    })
    const card = page.locator('.lk-card')
    if (isHeld) {
      await card.waitFor({ state: 'attached' })
      assert.is(await card.isVisible(), false)
      await page.clock.runFor(5_000)
    }
    await visible(card)
    assert.equal(await looks(page), CLASSIC)
  })

visiting('the first click on a check box counts, although the words that it fetches render the widget anew', async (arrive) => {
  const state: ScreenState = screenStates['IDPConsent, question, choices']
  const visitor = await arrive(arrangementOf({ ...state, project: { ...state.project, backend: true } }))
  await walk(state.steps.slice(0, -2), inPage(visitor))
  await visitor.idle()
  await visitor.page.getByRole('checkbox').first().uncheck()
  await visitor.idle()
  assert.is(await visitor.page.getByRole('checkbox').first().isChecked(), false)
})

/** The page follows the scheme, and a ring that turns is no wider than its box. */
const head = `<style>:root { color-scheme: light dark } body { background: light-dark(#fff, #111); color: light-dark(#111, #eee) } .lk-spin { animation: none !important }</style>`

for (const [scheme, amber, red] of [
  ['light', 'rgb(138, 83, 0)', 'rgb(180, 35, 24)'],
  ['dark', 'rgb(240, 194, 107)', 'rgb(255, 158, 149)'],
] as const)
  visiting(`what no typing can mend is in a banner, which is amber for those who are offline, ${scheme}`, async (arrive) => {
    const { page, emulator } = await arrive({
      config: LINKS.config,
      attributes: { 'data-theme': 'quartz' },
      profile: { colorScheme: scheme },
      html: (tag) => hostPage(`<main><h1>A host</h1><div id="login">${tag}</div></main>`, head),
    })
    const { email, continueWithEmail } = widget(page)
    const banner = page.locator('.lk-message')
    const colorOf = () => banner.evaluate((element) => getComputedStyle(element).color)
    await email.fill('ada')
    await continueWithEmail.click()
    await visible(page.locator('.lk-inline:not(:empty)'))
    assert.is(await banner.count(), 0, 'a mistake is said under its field')
    await email.fill('ada@example.com')
    await page.context().setOffline(true)
    await continueWithEmail.click()
    await visible(banner)
    assert.equal([await colorOf(), await banner.getAttribute('class')], [amber, 'lk-message lk-warning'])
    assert.equal(await findingsOfAxe(page), [])
    await page.emulateMedia({ colorScheme: scheme, forcedColors: 'active' })
    const [border, words] = await banner.evaluate((element) => [
      getComputedStyle(element).borderTopColor,
      getComputedStyle(element.lastElementChild!).color,
    ])
    assert.is(border, words, 'the frame is drawn in the visitor’s own color')
    await page.emulateMedia({ colorScheme: scheme, forcedColors: 'none' })
    await page.context().setOffline(false)
    emulator.faults([{ route: 'POST /magic_links/email/login_or_create', status: 500, body: 'x' }])
    await continueWithEmail.click()
    await visible(page.locator('.lk-message.lk-error'))
    assert.is(await colorOf(), red)
  })

const CODE = { products: ['otp'], otpOptions: { methods: ['email'] } }
const app = (client_name: string) => ({ clients: [{ ...APP, client_name, redirect_uris: ['https://notes.example/cb'] }] })
for (const [what, name, query, attributes, expected, config = CODE] of [
  ['is named', 'Notes agent', 'client_id=app-1&sig=s', ownServer, 'to continue to Notes agent'],
  [
    'cannot say more than a name',
    `\u202e<b>Larch</b> ${'x'.repeat(200)}`,
    'client_id=app-1&sig=s',
    ownServer,
    `to continue to <b>Larch</b> ${'x'.repeat(86)}…`,
  ],
  [
    'is named in the title of a form for email links',
    'Notes agent',
    'client_id=app-1&sig=s',
    ownServer,
    'Continue to Notes agent',
    LINKS.config,
  ],
  [
    'has no place in that title if its name is long',
    'Notes '.repeat(9),
    'client_id=app-1&sig=s',
    ownServer,
    'Sign up or log in',
    LINKS.config,
  ],
  ['is not asked for without an id', 'Notes agent', 'sig=s', ownServer, undefined],
  ['is not named if the server did not sign its request', 'Notes agent', 'client_id=app-1', ownServer, undefined],
  ['is not asked for with a public token', 'Notes agent', 'client_id=app-1&sig=s', { 'data-theme': 'quartz' }, undefined],
] as const)
  visiting(`before a consent, the app ${what}, and nothing moves once the form shows`, async (arrive) => {
    const visitor = await arrive({ config, attributes, path: null, project: { backend: attributes === ownServer } })
    const { page, emulator, site, provider, idle } = visitor
    await page
      .context()
      .route(`${site}/auth/**`, async (route) =>
        route.fulfill({ response: await route.fetch({ url: route.request().url().replace(`${site}/auth`, provider) }) }),
      )
    emulator.seed(app(name))
    await page.goto(`${site}/?${query}`)
    await visible(widget(page).email)
    const before = await boxes(page)
    await idle()
    assert.equal(await boxes(page), before)
    const line = page.locator('.lk-sub')
    if (config === CODE) assert.is(await line.count(), expected ? 1 : 0)
    else assert.is((await page.locator('.lk-title').textContent())!.replace(/[\u2068\u2069]/g, ''), expected)
    if (expected && config === CODE) assert.equal([await line.textContent(), await line.locator('bdi').count()], [expected, 1])
    assert.is(
      emulator.requests().some(({ path }) => path.endsWith('/idp/oauth/app')),
      !!expected,
    )
  })

/** Notes each animation of a height, and stops it in its middle. */
const stopHeights = (page: Page) =>
  page.addInitScript(() => {
    const { animate } = Element.prototype
    const heights: unknown[] = []
    Object.assign(window, { heights })
    Element.prototype.animate = function (frames, options) {
      const animation = animate.call(this, frames, options)
      heights.push((frames as PropertyIndexedKeyframes).height)
      animation.pause()
      animation.currentTime = 100
      return animation
    }
  })
for (const [what, attributes, profile, isHidden] of [
  ['smoothly', { 'data-theme': 'quartz' }, {}, false],
  ['at once where motion is reduced', { 'data-theme': 'quartz' }, { reducedMotion: 'reduce' }, false],
  ['at once on a page that nobody sees', { 'data-theme': 'quartz' }, {}, true],
  ['at once in the other look', {}, {}, false],
] as const)
  visiting(`the card takes the height of the next screen ${what}`, async (arrive) => {
    const { page, idle } = await arrive({ config: CODE, attributes, profile, first: stopHeights })
    const { email, continueWithEmail, back } = widget(page)
    const height = () => page.locator('.lk-card').evaluate((card) => parseFloat(getComputedStyle(card).height))
    const noted = () => page.evaluate(() => (window as unknown as { heights: string[][] }).heights)
    const before = async () => page.locator('.lk-card').evaluate((card) => card.getAnimations().forEach((one) => one.finish()))
    await email.fill('ada@example.com')
    await idle()
    const first = await height()
    if (isHidden) await page.evaluate(() => Object.defineProperty(Document.prototype, 'hidden', { get: () => true }))
    await continueWithEmail.click()
    await visible(back)
    await idle()
    if (what !== 'smoothly') return assert.equal(await noted(), [])
    const middle = await height()
    const [[from, to]] = (await noted()) as [[string, string]]
    assert.is(from, `${first}px`)
    assert.ok(middle > Math.min(first, parseFloat(to)) && middle < Math.max(first, parseFloat(to)), `${from} ${middle} ${to}`)
    // interrupted, it begins where it is, and ends at the true height
    await back.click()
    await visible(email)
    await idle()
    assert.equal((await noted())[1], [`${middle}px`, `${first}px`])
    await before()
    assert.is(await height(), first)
  })

/** Each element of the widget: where it is, and its colors. */
const boxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.lk :not(noscript, .lk-noscript, .lk-late, [hidden])')].flatMap((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { color, backgroundColor, borderRadius, fontSize } = getComputedStyle(element)
      return width && height ? [[element.localName, x, y, width, height, color, backgroundColor, borderRadius, fontSize].join(' ')] : []
    }),
  )

for (const given of [LINKS.config!, LOG_IN, { products: ['passwords', 'oauth'], oauthOptions: { providers: [{ type: 'google' }] } }])
  visiting(`a prerendered form with a backend, ${given.products!.join(', ')}: nothing moves, under a policy of hashes`, async (arrive) => {
    const settings = { backend: '/auth', config: given as LoginConfig }
    const form = prerender(settings)
    const visitor = await arrive({
      path: '/nothing',
      pages: () => ({
        '/policed': {
          html: hostPage(snippet({ ...settings, element: '#login', config: given, prerendered: form }, chunks)),
          headers: {
            'content-security-policy': `default-src 'none'; script-src 'self' '${form.scriptHash}'; style-src '${form.styleHash}'; connect-src 'self'; base-uri 'none'`,
          },
        },
      }),
    })
    const { page, site } = visitor
    const release = await holdWidget(page)
    await page.goto(`${site}/policed`, { waitUntil: 'commit' })
    await visible(page.locator('.lk-title'))
    const before = await boxes(page)
    assert.equal(await looks(page), OWN)
    release()
    await taken(page)
    await visitor.idle()
    assert.equal(await boxes(page), before)
  })

/** Those whose steps need the last row of a list, which is folded here or another one. */
const others = /social|everything|question, choices/

/** No one can wait for half a minute before another code. */
const inQuartz = (state: ScreenState) => {
  const { config } = state
  return { ...state, config: { ...config, otpOptions: { ...config?.otpOptions, resendAfterSeconds: 0 } } }
}

test('axe finds nothing on any screen, light and dark, and all of it fits at 320 px', async () => {
  const states = (Object.entries(screenStates) as [string, ScreenState][]).filter(
    ([name, { onlyIn }]) => !others.test(name) && onlyIn !== 'tests',
  )
  const firsts = firstOfEachScreen(states.map(([name]) => name))
  await each(
    // axe looks at every state in the other look (states.test.ts)
    states.filter(([name], at) => firsts.includes(name) || (everything && at % 4 === 0)),
    async ([name, state]) => {
      const visitor = await arrive(arrangementOf(inQuartz(state), { styles: { look: 'quartz', ...state.props?.styles } }, head))
      const { page } = visitor
      await walk(state.steps, inPage(visitor))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await finishAnimations(page)
        assert.equal(await findingsOfAxe(page, colorScheme === 'dark' ? COLORS : undefined), [], `${name}, ${colorScheme}`)
      }
      await page.setViewportSize({ width: 320, height: 640 })
      assert.equal(await overflow(page), [], `${name}, 320 px`)
      await visitor.leave()
    },
  )
})

test.run()
