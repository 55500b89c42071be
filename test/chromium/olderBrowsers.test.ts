/**
 * The oldest browsers that are supported (docs/reports/browsers.md), simulated: features are taken
 * away from a current Chromium, one by one and all together. test/engines/ runs a real Chromium
 * 109, and test/chromium/states.test.ts compares each screen in their style with that of all
 * others.
 */
import '../built/all.ts'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { contrast } from '../../src/entries/presets.ts'
import type { LoginConfig, PrerenderOptions } from '../../src/prerender/index.tsx'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import { COLORS, findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { chunks } from './embedChunks.ts'
import { bundle, bundledOnce, hostOf } from './reactHost.ts'
import {
  codes,
  drawn,
  each,
  hostPage,
  LINKS,
  PUBLIC_TOKEN,
  until,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

/** The built one, whose style is for all browsers. */
const { prerender } = (await import(join(process.cwd(), 'dist/prerender/index.js'))) as typeof import('../../src/prerender/index.tsx')

/** What a browser may lack. Each runs in the page before anything else. */
const lacks = {
  'light-dark()': () => {
    const { supports } = CSS
    CSS.supports = (...given: string[]) => !given.join().includes('light-dark(') && supports.apply(CSS, given as [string])
  },
  'constructed style sheets': () => {
    for (const root of [Document, ShadowRoot]) Reflect.deleteProperty(root.prototype, 'adoptedStyleSheets')
    window.CSSStyleSheet = class {
      constructor() {
        throw new TypeError('Illegal constructor')
      }
    } as unknown as typeof CSSStyleSheet
  },
  modulepreload: () => {
    const { supports } = DOMTokenList.prototype
    DOMTokenList.prototype.supports = function (token) {
      return token !== 'modulepreload' && supports.call(this, token)
    }
    // such a link is not looked at
    const { append } = Element.prototype
    Element.prototype.append = function (...nodes) {
      append.apply(
        this,
        nodes.filter((node) => !(node instanceof HTMLLinkElement && node.rel === 'modulepreload')),
      )
    }
  },
  /** As in Firefox before 119. */
  'reflected ARIA attributes': () => {
    for (const name of Object.getOwnPropertyNames(Element.prototype))
      if (name.startsWith('aria')) Reflect.deleteProperty(Element.prototype, name)
  },
  'newer calls': () => {
    for (const name of ['any', 'timeout']) Reflect.deleteProperty(AbortSignal, name)
    for (const name of ['canParse', 'parse']) Reflect.deleteProperty(URL, name)
    for (const name of ['inert', 'popover']) Reflect.deleteProperty(HTMLElement.prototype, name)
    for (const name of ['checkVisibility', 'moveBefore']) Reflect.deleteProperty(Element.prototype, name)
    for (const name of ['withResolvers', 'try']) Reflect.deleteProperty(Promise, name)
    for (const name of ['userActivation', 'locks']) Reflect.deleteProperty(Navigator.prototype, name)
    for (const name of ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON', 'getClientCapabilities'])
      Reflect.deleteProperty(PublicKeyCredential, name)
  },
} as const

type Feature = keyof typeof lacks

/** As old as the floor of Firefox and Safari together, and older than either. */
const ALL = Object.keys(lacks) as Feature[]
const WITHOUT = sample<readonly Feature[]>([ALL, ...ALL.map((feature) => ['light-dark()', feature] as const)])

const lacking = (features: readonly Feature[]) => async (page: Page) => {
  for (const feature of features) await page.addInitScript(lacks[feature])
}

/** Notes whether the card was ever painted without a style: its border comes from the sheet. */
const noteBareCard = (page: Page) =>
  page.addInitScript(() => {
    const look = () => {
      const roots = [...document.querySelectorAll('[data-latchkey]')].map((host) => host.shadowRoot ?? host)
      for (const card of roots.flatMap((root) => [...root.querySelectorAll('.lk-card')]))
        if (card.getClientRects().length > 0 && getComputedStyle(card).borderTopStyle !== 'solid') Object.assign(window, { bare: true })
      requestAnimationFrame(look)
    }
    look()
  })

const POLICY = "default-src 'none'; script-src 'nonce-n0nce'; style-src 'nonce-n0nce'; connect-src *"

const host = (
  features: readonly Feature[],
  settings: object = {},
  more: Arrangement = {},
  change = (html: string) => html,
): Arrangement => ({
  first: async (page) => {
    await lacking(features)(page)
    await noteBareCard(page)
  },
  headers: { 'content-security-policy': POLICY },
  html: (_, provider) =>
    change(
      hostPage(
        `<div id="login"></div>${snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config: codes('email'), baseUrl: provider, nonce: 'n0nce', ...settings }, chunks)}`,
      ),
    ),
  ...more,
})

const logIn = async ({ page, message, session }: Visitor) => {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.keyboard.press('Enter')
  await page.locator('.lk-code-input').waitFor()
  await page.keyboard.type((await message()).code!)
  await page.getByRole('heading', { name: 'Success!' }).waitFor()
  assert.ok(await session())
  assert.not(await page.evaluate(() => 'bare' in window), 'the card was painted without its style')
}

visiting('a visitor logs in without the features, one by one and all together, under a strict policy', async (arrive) => {
  await each(WITHOUT, async (features) => {
    const visitor = await arrive(host(features))
    await logIn(visitor)
    assert.equal(await findingsOfAxe(visitor.page, COLORS), [])
    await visitor.leave()
  })
})

visitingInAll('the same in a shadow root', async (arrive) => {
  await each([['light-dark()'], ALL] as const, async (features) => {
    const visitor = await arrive(host(features, { config: { ...codes('email'), enableShadowDOM: true } }))
    await logIn(visitor)
    await visitor.leave()
  })
})

visitingInAll("a host's light-dark(), and `auto`, follow the visitor's browser", async (arrive) => {
  const styles = { ...contrast, colorScheme: 'auto', colors: { ...contrast.colors, primary: 'light-dark(rgb(1, 2, 3), #fedcba)' } }
  const { page } = await arrive(host(['light-dark()'], { styles }))
  await page.getByLabel('Email').waitFor()
  const seen = () =>
    page.evaluate(() => {
      const { color, backgroundColor, boxShadow } = getComputedStyle(document.querySelector('.lk-card')!)
      return [color, backgroundColor, boxShadow]
    })
  for (const [colorScheme, expected] of [
    ['light', ['rgb(1, 2, 3)', 'rgb(255, 255, 255)', 'none']],
    ['dark', ['rgb(254, 220, 186)', 'rgb(0, 0, 0)', 'none']],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    assert.equal(await seen(), expected)
  }
})

visitingInAll('the widget shows, without a style, if that does not come', async (arrive) => {
  const visitor = await arrive(host(['light-dark()'], {}, { path: null }))
  await visitor.page.route('**/c/older.*', (route) => route.fulfill({ status: 404 }))
  await visitor.page.goto(visitor.site)
  await visitor.page.getByLabel('Email').fill('ada@example.com')
  await visitor.page.keyboard.press('Enter')
  await visitor.page.locator('.lk-code-input').waitFor()
})

visitingInAll('a prerendered form has its style before any script, and is taken over', async (arrive) => {
  const settings: PrerenderOptions = { config: codes('email') as LoginConfig, styles: { colorScheme: 'auto' } }
  await each([['light-dark()'], ALL] as const, async (features) => {
    const visitor = await arrive(host(features, { ...settings, prerendered: prerender(settings) }))
    await logIn(visitor)
    await visitor.leave()
  })
})

visitingInAll('a prerendered form in a shadow root shows with the widget where the parser makes no shadow root', async (arrive) => {
  const settings: PrerenderOptions = { config: { ...codes('email'), enableShadowDOM: true } as LoginConfig, nonce: 'n0nce' }
  const { html, ...rest } = prerender(settings)
  const unknown = html.replace('shadowrootmode', 'data-mode')
  assert.is.not(unknown, html)
  const visitor = await arrive(host(ALL, { config: settings.config, prerendered: { html: unknown, ...rest } }))
  await logIn(visitor)
})

const application = bundledOnce(`
  import { createRoot } from 'react-dom/client'
  import { LatchkeyClient, Login } from 'latchkey/react'

  const { publicToken, customBaseUrl, config } = window.setUp
  const client = new LatchkeyClient(publicToken, { customBaseUrl })
  createRoot(document.querySelector('#app')).render(<Login client={client} config={config} />)
`)

visitingInAll('a visitor logs in without the features on real React', async (arrive) => {
  const files = await application()
  await each([['light-dark()'], ALL] as const, async (features) => {
    const visitor = await arrive(host(features, {}, { ...hostOf(files, { config: codes('email') }), headers: undefined }))
    await logIn(visitor)
    assert.equal(await findingsOfAxe(visitor.page, COLORS), [])
    await visitor.leave()
  })
})

visitingInAll('the drop-in, elements, a second mount and other styles later work without the features', async (arrive) => {
  const hosts: Record<string, string> = {
    'a second mount': `
      import { LatchkeyClient } from './dist/embed/widget.js'
      const client = new LatchkeyClient(publicToken, options)
      client.mountLogin({ elementId: '#app', config, styles: { colors: { primary: 'light-dark(rgb(9, 9, 9), #fff)' } } })
      window.mounted = client.mountLogin({ elementId: '#app', config })`,
    'the drop-in': `
      import { StytchUIClient } from 'latchkey/compat'
      const client = new StytchUIClient(publicToken, options)
      client.mountLogin({ elementId: '#app', config: { ...config, sessionOptions: { sessionDurationMinutes: 30 } } })`,
    'an element': `
      import { defineElements } from './dist/element/index.js'
      defineElements({ publicToken, baseUrl: options.customBaseUrl })
      document.querySelector('#app').innerHTML = '<latchkey-login></latchkey-login>'
      document.querySelector('latchkey-login').config = config`,
  }
  await each(Object.keys(hosts), async (name) => {
    const [imports, ...body] = hosts[name]!.trim().split('\n')
    const files = await bundle(`${imports}
      const { publicToken, customBaseUrl, config } = window.setUp
      const options = { customBaseUrl }
      ${body.join('\n')}`)
    const set = hostOf(files, { config: codes('email') })
    const visitor = await arrive(host(['light-dark()', 'constructed style sheets'], {}, { ...set, headers: undefined }))
    const { page } = visitor
    await page.getByLabel('Email').waitFor()
    assert.is(await page.locator('.lk-card').count(), 1, name)
    if (name === 'a second mount') {
      const colors = () =>
        page.locator('.lk-card').evaluate((card) => [getComputedStyle(card).color, getComputedStyle(card).backgroundColor])
      const update = (styles: object) =>
        page.evaluate((styles) => (window as unknown as { mounted: { update(props: object): void } }).mounted.update({ styles }), styles)
      assert.equal(await colors(), ['rgb(25, 48, 61)', 'rgb(255, 255, 255)'])
      await update({ colorScheme: 'dark', colors: { primary: 'light-dark(red, rgb(7, 8, 9))' } })
      await until(async () => (await colors()).join() === 'rgb(7, 8, 9),rgb(22, 33, 42)', 'dark')
      await page.setViewportSize({ width: 320, height: 640 })
      await drawn(page)
      assert.equal(await colors(), ['rgb(7, 8, 9)', 'rgb(22, 33, 42)'])
      await update({})
      await until(async () => (await colors()).join() === 'rgb(25, 48, 61),rgb(255, 255, 255)', 'light again')
    }
    await logIn(visitor)
    await visitor.leave()
  })
})

visitingInAll('without links of modules, a changed file does not run', async (arrive) => {
  await each(['widget', 'integrity', 'methods', 'otp', 'kit', 'engine', 'older'], async (name) => {
    // the parser of a current browser follows the links of the snippet
    const unlinked = (html: string) => html.replace(/rel="modulepreload"/g, 'rel="modulepreload" media="not all" data-was')
    const visitor = await arrive(host(ALL, {}, { path: null, expected: /integrity|Did not come as released/ }, unlinked))
    const { page } = visitor
    await page.route(`**/embed/${chunks[name]!.file}*`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()}\n;window.pwned = true` })
    })
    await page.goto(visitor.site)
    if (name !== 'widget') {
      const email = page.getByLabel('Email').or(widget(page).tryAgain).first()
      await email.waitFor()
      await email.press('a')
    }
    if (name !== 'integrity')
      await until(
        () => visitor.complaints.find((text) => text.includes('integrity') && text.includes(chunks[name]!.file)),
        `the refusal of ${name}`,
      )
    await visitor.idle()
    assert.not(await page.evaluate(() => 'pwned' in window), `${name} ran`)
    await visitor.leave()
  })
})

visitingInAll('a link logs its visitor in without links of modules: every file is checked, and runs once', async (arrive) => {
  const visitor = await arrive(host(ALL, { config: LINKS }))
  const { page, message, session } = visitor
  await page.getByLabel('Email').fill('ada@example.com')
  await page.keyboard.press('Enter')
  await page.goto((await message()).url!)
  await page.getByRole('heading', { name: 'Success!' }).waitFor()
  assert.ok(await session())
  const scripts = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>('script[type=module]')].map(({ src, integrity }) => [
      src.split('/embed/')[1]!,
      integrity,
    ]),
  )
  assert.is(new Set(scripts.map(([file]) => file)).size, scripts.length)
  assert.ok(scripts.length > 5)
  assert.is(scripts[0]![0], 'widget.js')
  const hashes = Object.values(chunks).map(({ file, integrity }) => [file, integrity])
  for (const script of scripts)
    assert.ok(
      hashes.some((one) => one.join() === script.join()),
      script.join(),
    )
})

test.run()
