/**
 * Tests languages as files: the snippet's words load with the widget, the others when the visitor
 * turns to it, and a file that is not ours has no effect.
 */
import '../built/all.ts'
import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import * as esbuild from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import { ar } from '../../src/strings/ar.ts'
import { en, type Translation } from '../../src/strings/en.ts'
import { fr } from '../../src/strings/fr.ts'
import { locales } from '../../src/ui/words/language.ts'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { chunks } from './embedChunks.ts'
import {
  codes,
  each,
  hostPage,
  inCode,
  LINKS,
  patientLoader,
  PUBLIC_TOKEN,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const dist = new URL('../../dist/', import.meta.url)

/** A page with the snippet of a language; `lang` is the page's own. */
const snippetPage = (config: object, language: string, { lang = 'en', lone = false, strings = {} } = {}): Arrangement => ({
  path: null,
  html: (_, provider) => {
    const text = snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config, language, strings, baseUrl: provider }, chunks)
    return hostPage(`<div id="login"></div>${lone ? text.split('\n').at(-1) : text}`).replace('<html lang="en">', `<html lang="${lang}">`)
  },
})

/** The texts in the widget that a visitor can read or a screen reader announces. */
const said = (page: Page) =>
  page.locator('.lk').evaluate((section) => {
    const heard = ['aria-label', 'placeholder', 'title', 'alt']
    return [section, ...section.querySelectorAll('*')]
      .filter((element) => !element.matches('[aria-hidden=true], [aria-hidden=true] *, option, style'))
      .flatMap((element) => [
        ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent!.trim()),
        ...heard.map((name) => element.getAttribute(name) ?? ''),
      ])
      .filter(Boolean)
  })

/** The widget's English texts that this language has its own words for. */
const english = async (page: Page, words: Translation) => {
  const own = new Set(Object.values(words))
  const texts = new Set(Object.values(en).filter((text) => !own.has(text)))
  return (await said(page)).filter((text) => texts.has(text))
}

const direction = (page: Page) => page.locator('.lk').evaluate((section) => [section.getAttribute('lang'), section.getAttribute('dir')])

/** Files of the widget that the page has loaded, by their chunk names. */
const fetched = (page: Page) =>
  page
    .evaluate(() => performance.getEntriesByType('resource').flatMap(({ name }) => /\/embed\/([^?#]+\.js)/.exec(name)?.[1] ?? []))
    .then((files) => {
      const names = new Map(Object.entries(chunks).map(([name, { file }]) => [file, name]))
      return [...new Set(files)].map((file) => names.get(file) ?? file)
    })
const words = async (page: Page) => (await fetched(page)).filter((name) => name.includes('.') || name === 'language').sort()

const social = { oauthOptions: { providers: [{ type: 'google' }, { type: 'apple' }] } }
const journeys: [
  what: string,
  config: object,
  first: (screen: ReturnType<typeof widget>, page: Page, words: Translation) => Promise<unknown>,
][] = [
  ['link', LINKS, (screen) => visible(screen.continueWithEmail)],
  ['password', { products: ['passwords'] }, (screen) => visible(screen.continueWithEmail)],
  ['codes', codes('sms', 'email'), (screen) => visible(screen.continueWithText)],
  [
    'social',
    { products: ['oauth'], ...social },
    (_, page, words) => visible(page.getByRole('button', { name: words['oauth.continueWithGoogle'] })),
  ],
  [
    'wallets',
    { products: ['crypto'] },
    (_, page, words) => visible(page.getByRole('button', { name: words['crypto.wallet.setupNewWallet'] })),
  ],
  [
    'all seven',
    {
      products: ['oauth', 'crypto', 'emailMagicLinks', 'otp', 'passwords', 'passkeys'],
      otpOptions: { methods: ['sms', 'whatsapp'] },
      ...social,
    },
    (_, page, words) => visible(page.getByRole('button', { name: words['oauth.continueWithApple'] })),
  ],
]

visiting('a first screen from the snippet, in French and from right to left: one file of words, and nothing in English', async (arrive) => {
  // how words load does not depend on both: each form is in one of the languages, in turn
  const cases = journeys.map((journey, at) => ({ journey, language: at % 2 ? ar : fr }))
  await each(sample(cases, 2), async ({ journey: [, config, first], language }) => {
    const visitor = await arrive({ ...snippetPage(config, language.lang), first: patientLoader })
    const { page } = visitor
    await page.goto(visitor.site)
    await first(widget(page, language), page, language)
    await visitor.idle()
    assert.equal(await english(page, language), [])
    assert.equal(await direction(page), [language.lang, language.dir])
    assert.equal(await words(page), [`widget.${language.lang}`])
    await visitor.leave()
  })
})

const signIn = async ({ page, message, session }: Visitor, language: Translation) => {
  const screen = widget(page, language)
  await screen.phone.pressSequentially('2133734253')
  await screen.continueWithText.click()
  await visible(screen.codeAwaited)
  assert.equal(await english(page, language), [])
  await page.keyboard.type((await message()).code!)
  await visible(screen.success)
  assert.equal(await english(page, language), [])
  assert.ok(await session())
}

visitingInAll('a complete log-in in each language, with every file checked, from the snippet and from its tag alone', async (arrive) => {
  await each(
    [fr, ar].flatMap((language) => [false, true].map((lone) => ({ language, lone }))),
    async ({ language, lone }) => {
      const visitor = await arrive(snippetPage(codes('sms'), language.lang, { lone }))
      await visitor.page.goto(visitor.site)
      await signIn(visitor, language)
      const { lang } = language
      assert.equal(
        await words(visitor.page),
        ['language', `otp-later.${lang}`, `widget-later.${lang}`, `widget.${lang}`, `words.${lang}`].sort(),
      )
      await visitor.leave()
    },
  )
})

visitingInAll("strings override the language's words", async (arrive) => {
  const { page, site } = await arrive(snippetPage(LINKS, 'fr', { strings: { 'login.title': 'Bienvenue' } }))
  await page.goto(site)
  await visible(page.getByRole('heading', { name: 'Bienvenue' }))
  await visible(widget(page, fr).continueWithEmail)
})

visitingInAll("auto uses the page's language, then the browser's, then English", async (arrive) => {
  const cases: [lang: string, browser: string, language: Translation][] = [
    ['fr-CA', 'de-DE', fr],
    ['sv', 'fr-CH', fr],
    ['', 'ar', ar],
    ['sv', 'sv-SE', en],
  ]
  await each(cases, async ([lang, browser, language]) => {
    const visitor = await arrive({ ...snippetPage(codes('sms'), 'auto', { lang }), profile: { locale: browser } })
    await visitor.page.goto(visitor.site)
    await visible(widget(visitor.page, language).continueWithText)
    assert.equal(await english(visitor.page, language), [])
    assert.equal(await direction(visitor.page), [language.lang, language.dir])
    await visitor.leave()
  })
})

visitingInAll('if the words do not load they are English, the log-in continues, and later texts are in the language', async (arrive) => {
  await each([false, true], async (lone) => {
    const visitor = await arrive(snippetPage(LINKS, 'fr', { lone }))
    const { page } = visitor
    let isGone = true
    await page.route('**/c/*.fr.*.js*', (route) => (isGone ? route.abort() : route.continue()))
    await page.goto(visitor.site)
    await widget(page).email.fill('ada')
    await widget(page).continueWithEmail.click()
    await visible(page.getByText(en['error.invalidEmail']))
    isGone = false
    await widget(page).continueWithEmail.click()
    await visible(page.getByText(fr['error.invalidEmail']))
    await widget(page, fr).email.fill('ada@example.com')
    await widget(page, fr).continueWithEmail.click()
    await visible(widget(page, fr).checkYourEmail)
    await visitor.leave()
  })
})

visitingInAll('a file of words that was changed in transit does not run', async (arrive) => {
  const cases = [false, true].flatMap((lone) => ['widget.fr', 'words.fr', 'otp-later.fr', 'language'].map((name) => ({ name, lone })))
  await each(cases, async ({ name, lone }) => {
    const visitor = await arrive({ ...snippetPage(codes('sms'), 'fr', { lone }), expected: /integrity|Did not come as released/ })
    const { page } = visitor
    await page.route(`**/embed/${chunks[name]!.file}*`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `${await response.text()}\n;window.pwned = true` })
    })
    await page.goto(visitor.site)
    const phone = page.locator('input[type=tel]')
    await phone.pressSequentially('2133734253')
    await page.locator('.lk button[type=submit], .lk form button').last().click()
    await visible(page.locator('.lk-code-input:focus'))
    await until(
      () => visitor.complaints.some((text) => text.includes('integrity') && text.includes(chunks[name]!.file)),
      `the refusal of ${name}`,
    )
    assert.not(await page.evaluate(() => 'pwned' in window), `${name} ran`)
    await visitor.leave()
  })
})

visitingInAll("a bad link to the words lets no other words in, and loses none of the release's own", async (arrive) => {
  const links: Record<string, (link: string) => string> = {
    'has another hash': (link) => link.replace(/sha384-[^"]*/, `sha384-${'A'.repeat(64)}`),
    'has no hash': (link) => link.replace(/ integrity="[^"]*"/, ''),
    'has a hash that no browser can check': (link) => link.replace('sha384-', 'sha999-'),
    'is missing': () => '',
  }
  const cases = Object.keys(links).flatMap((name) => [true, false].map((changed) => ({ name, changed })))
  await each(cases, async ({ name, changed }) => {
    const visitor = await arrive({
      path: null,
      expected: /integrity|Did not come as released/,
      html: (_, provider) => {
        const text = snippet({ publicToken: PUBLIC_TOKEN, element: '#login', config: LINKS, language: 'fr', baseUrl: provider }, chunks)
        return hostPage(`<div id="login"></div>${text.replace(/<link[^>]*\/widget\.fr\.[^>]*>/, links[name]!)}`)
      },
    })
    const { page } = visitor
    if (changed) {
      await page.route(`**/embed/${chunks['widget.fr']!.file}*`, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: `${await response.text()}\n;window.pwned = true` })
      })
    }
    await page.goto(visitor.site)
    await visible(widget(page, changed ? en : fr).continueWithEmail)
    assert.not(await page.evaluate(() => 'pwned' in window), `they ran: a link that ${name}`)
    await visitor.leave()
  })
})

visiting('a page that imports the widget finds its languages beside it', async (arrive) => {
  const { page } = await arrive({ html: inCode({}, { config: codes('sms'), language: 'fr-BE' }) })
  await visible(widget(page, fr).continueWithText)
  await page.evaluate(() => (window as unknown as { mounted: { update(props: object): void } }).mounted.update({ language: 'ar' }))
  await visible(widget(page, ar).continueWithText)
  assert.equal(await direction(page), ['ar', 'rtl'])
})

visitingInAll('elements take their language from an attribute or a property', async (arrive) => {
  const visitor = await arrive({
    path: null,
    html: (_, provider) =>
      hostPage(`<script type="module">import { defineElements } from '/element/index.js'; defineElements()</script>
        <latchkey-login public-token="${PUBLIC_TOKEN}" base-url="${provider}" language="fr"></latchkey-login>`),
  })
  const { page, site } = visitor
  const body = readFileSync(new URL('element/index.js', dist), 'utf8')
  await page.route('**/element/index.js', (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await page.goto(site)
  await visible(widget(page, fr).continueWithEmail)
  await page.locator('latchkey-login').evaluate((element) => Object.assign(element, { language: 'ar' }))
  await visible(widget(page, ar).continueWithEmail)
})

visitingInAll('a bundler splits a language into its parts', async (arrive) => {
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: `import { LatchkeyClient } from './dist/embed/widget.js'
        import { frLazy } from './dist/strings/fr.js'
        const { searchParams } = new URL(import.meta.url)
        new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: searchParams.get('provider') })
          .mountLogin({ elementId: '#login', config: { products: ['otp'], otpOptions: { methods: ['sms'] } }, language: frLazy })`,
      resolveDir: new URL('..', dist).pathname,
    },
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: '/bundle',
    entryNames: 'app',
    logLevel: 'silent',
  })
  const asked: string[] = []
  const visitor = await arrive({
    path: null,
    html: (_, provider) => hostPage(`<div id="login"></div><script type="module" src="/bundle/app.js?provider=${provider}"></script>`),
  })
  await visitor.page.route('**/bundle/**', (route) => {
    const { pathname } = new URL(route.request().url())
    asked.push(pathname)
    return route.fulfill({ contentType: 'text/javascript', body: outputFiles.find(({ path }) => path === pathname)?.text ?? '' })
  })
  await visitor.page.goto(visitor.site)
  await visible(widget(visitor.page, fr).continueWithText)
  assert.equal(
    asked.flatMap((path) => path.match(/[\w-]+\.fr/) ?? []),
    ['widget.fr'],
  )
  await signIn(visitor, fr)
})

test('a language adds at most 430 bytes to a first screen', () => {
  const sizes = Object.fromEntries(
    locales
      .filter((locale) => locale !== 'en')
      .map((locale) => [locale, brotliCompressSync(readFileSync(new URL(`embed/${chunks[`widget.${locale}`]!.file}`, dist))).length]),
  )
  for (const [locale, size] of Object.entries(sizes)) assert.ok(size <= 430, `${locale}: ${size}`)
})

test.run()
