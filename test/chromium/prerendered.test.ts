/**
 * Tests forms that are part of a page's HTML: what they look like, what they do until the widget is
 * there, and how the widget takes them over.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import type { LatchkeyClient } from '../../src/entries/index.ts'
import { ar } from '../../src/strings/ar.ts'
import type { Translation } from '../../src/strings/en.ts'
import { fr } from '../../src/strings/fr.ts'
import { finishAnimations } from '../harness/animations.ts'
import { findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import {
  holdRoute,
  holdWidget,
  prerender,
  prerenderedPage,
  prerenderedSnippet,
  taken,
  translateButtons,
  type Settings,
} from './prerenderedPages.ts'
import {
  codes,
  each,
  hostPage,
  inCode,
  LINKS,
  PUBLIC_TOKEN,
  SEND_LINK,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const google = { oauthOptions: { providers: [{ type: 'google' }] } }
const LOGO = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="80" height="30"><path d="M0 0h80v30H0z"/></svg>')}`
const config = (given: object) => ({ config: given }) as Settings

const forms: Record<string, Settings> = {
  link: config(LINKS),
  'link, in a shadow root': config({ ...LINKS, enableShadowDOM: true }),
  'link, dark, with a logo, colors and a radius': {
    ...config(LINKS),
    styles: {
      colorScheme: 'dark',
      logo: { logoImageUrl: LOGO },
      colors: { accent: '#7fd1ff' },
      container: { width: '300px', borderRadius: '20px' },
      fontFamily: 'Georgia, serif',
    },
  },
  'Google and link': config({ products: ['oauth', 'emailMagicLinks'], ...google }),
  'link and Google, in a shadow root, from right to left': {
    ...config({ products: ['emailMagicLinks', 'oauth'], ...google, enableShadowDOM: true }),
    language: 'ar',
  },
  'social alone': config({ products: ['oauth'], oauthOptions: { providers: [{ type: 'google' }, { type: 'apple' }, { type: 'github' }] } }),
  password: config({ products: ['passwords'] }),
  'Google and password, in French': { ...config({ products: ['oauth', 'passwords'], ...google }), language: 'fr' },
  'code by email': config(codes('email')),
  'code by SMS': config(codes('sms')),
  'code by SMS or email, from right to left': { ...config(codes('sms', 'email')), language: 'ar' },
  'words of the host': { ...config(LINKS), strings: { 'login.title': 'Come in & <b>rest</b>', 'button.emailLogin': 'Go "on"' } },
  'no title': { ...config(LINKS), styles: { hideHeaderText: true } },
}

/** Notes how far the page's content moves, and which elements the page came with. */
const noteShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { moved: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.moved += (entry as PerformanceEntry & { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Gives every element of the form a mark that only the same element still has later. */
const mark = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('[data-latchkey]')!
    for (const child of (element.shadowRoot ?? element).querySelectorAll('.lk, .lk *')) Object.assign(child, { isOriginal: true })
  })

/** The marked elements of a kind and all of them. */
const originals = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector('[data-latchkey]')!
    const kept = [...(element.shadowRoot ?? element).querySelectorAll('input, button, select, h2, label')]
    return [kept.filter((child) => 'isOriginal' in child).length, kept.length]
  })

/** Everything that a visitor can see of the form: what it is, where, and how it looks. */
const picture = async (page: Page) => {
  // the example of a phone number comes later, with the rules for numbers
  if ((await page.locator('[type=tel]').count()) > 0)
    await page.evaluate(() => document.documentElement.style.setProperty('--lk-inputs-placeholder-color', 'transparent'))
  return (await page.screenshot()).toString('base64')
}

visiting('the widget takes a form over without a change on the screen, and axe finds nothing in it before', async (arrive) => {
  await each(sample(Object.entries(forms), 2), async ([name, settings]) => {
    const visitor = await arrive({ ...prerenderedPage(settings), first: noteShifts })
    const { page } = visitor
    const release = await holdWidget(page)
    await page.goto(visitor.site, { waitUntil: 'commit' })
    await visible(page.locator('.lk-card'))
    // The pictures show the whole page.
    await visible(page.getByText('Below'))
    await mark(page)
    const before = await picture(page)
    release()
    await taken(page)
    await visitor.idle()
    const [same, all] = await originals(page)
    assert.is(same, all, `${name}: elements are kept`)
    assert.ok((await picture(page)) === before, `${name}: looks the same`)
    assert.is(await page.evaluate(() => (window as unknown as { seen: { moved: number } }).seen.moved), 0, `${name}: nothing moves`)
    const rest = await page.evaluate(() => {
      const element = document.querySelector('[data-latchkey]')!
      return [...(element.shadowRoot ?? element).querySelectorAll('*')].flatMap(({ attributes }) =>
        [...attributes].map(({ name }) => name).filter((name) => /^data-(lk|prerendered)/.test(name)),
      )
    })
    assert.equal(rest, [], `${name}: nothing is left of it`)
    await page.unrouteAll()
    await holdWidget(page)
    await page.goto(visitor.site, { waitUntil: 'commit' })
    await visible(page.locator('.lk-card'))
    assert.equal(await findingsOfAxe(page), [], name)
    await visitor.leave()
  })
})

/** What visitors press before the widget is there, and where it takes them. */
const journeys: [
  name: string,
  settings: Settings,
  act: (visitor: Visitor) => Promise<unknown>,
  next: (visitor: Visitor) => Promise<unknown>,
][] = [
  [
    'password',
    forms.password!,
    async ({ page }) => {
      await widget(page).email.fill(EMAIL)
      await page.keyboard.press('Enter')
    },
    ({ page }) => visible(page.locator('#password-input')),
  ],
  [
    'code by SMS',
    forms['code by SMS']!,
    async ({ page }) => {
      await widget(page).phone.pressSequentially('2133734253')
      await widget(page).continueWithText.click()
    },
    async (visitor) => {
      await visible(widget(visitor.page).codeAwaited)
      await visitor.page.keyboard.type((await visitor.message()).code!)
      await visible(widget(visitor.page).success)
    },
  ],
  [
    'Google, pressed after another button',
    forms['Google and link']!,
    async ({ page }) => {
      await widget(page).continueWithEmail.click()
      await page.getByRole('button', { name: 'Continue with Google' }).click()
      assert.is(await page.locator('[aria-busy=true]').count(), 1, 'one button says so')
    },
    ({ page, provider }) => page.waitForURL((url) => url.href.startsWith(provider)),
  ],
  [
    'Google, in a form with another number than its widget',
    { ...forms['Google and link']!, number: 2 },
    ({ page }) => page.getByRole('button', { name: 'Continue with Google' }).click(),
    ({ page, provider }) => page.waitForURL((url) => url.href.startsWith(provider)),
  ],
  [
    'a link by a script that submits the form',
    forms.link!,
    async ({ page }) => {
      await widget(page).email.fill(EMAIL)
      await page.evaluate(() => document.forms[0]!.requestSubmit())
    },
    ({ page }) => visible(widget(page).checkYourEmail),
  ],
]

visitingInAll('what a visitor presses before the widget is there shows on the button, and goes on when it is there', async (arrive) => {
  await each(journeys, async ([name, settings, act, next]) => {
    const visitor = await arrive(prerenderedPage(settings))
    const { page, site } = visitor
    const release = await holdWidget(page)
    await page.goto(site, { waitUntil: 'commit' })
    await act(visitor)
    await visible(page.locator('[aria-busy=true]'))
    assert.is(page.url(), `${site}/`, name)
    release()
    await next(visitor)
    await visitor.leave()
  })
})

visitingInAll('what a visitor presses goes on though the browser has translated the button, before or after', async (arrive) => {
  await each(['before', 'after'] as const, async (when) => {
    for (const way of ['wrapped', 'in place'] as const) {
      const visitor = await arrive(prerenderedPage(forms.link!))
      const { page, site } = visitor
      const release = await holdWidget(page)
      await page.goto(site, { waitUntil: 'commit' })
      await widget(page).email.fill(EMAIL)
      if (when === 'before') await translateButtons(page, way)
      await page.keyboard.press('Enter')
      if (when === 'after') await translateButtons(page, way)
      release()
      await visible(widget(page).checkYourEmail)
      assert.is(visitor.sent(SEND_LINK).length, 1)
      await visitor.leave()
    }
  })
})

visitingInAll('a button that has become that of another provider is not pressed', async (arrive) => {
  const to = (...types: string[]) =>
    config({ products: ['oauth', 'emailMagicLinks'], oauthOptions: { providers: types.map((type) => ({ type })) } })
  const visitor = await arrive(prerenderedPage(to('github'), undefined, to('google', 'github')))
  const { page, site } = visitor
  const release = await holdWidget(page)
  await page.goto(site, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  release()
  await taken(page)
  await visitor.idle()
  assert.is(page.url(), `${site}/`)
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.waitForURL((url) => url.href.startsWith(visitor.provider))
})

/** Log-in pages of policies. TrustedTypes hold for all of them. */
const policies: Record<string, (provider: string, hashes: { styleHash: string; scriptHash: string }) => string> = {
  hashes: (provider, { styleHash, scriptHash }) =>
    `default-src 'none'; script-src 'self' '${scriptHash}'; style-src '${styleHash}'; connect-src ${provider}; form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types latchkey`,
  nonce: (provider) =>
    `default-src 'none'; script-src 'nonce-r4nd0m' 'strict-dynamic'; style-src 'nonce-r4nd0m'; connect-src ${provider}; form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types latchkey`,
}

visiting('a strict policy with the hashes of the form, or with a nonce, is enough, and Trusted Types are', async (arrive) => {
  const cases = Object.keys(policies).flatMap((name) => [LINKS, { ...LINKS, enableShadowDOM: true }].map((given) => [name, given] as const))
  await each(sample(cases, 2), async ([name, given]) => {
    const settings = { ...config(given), nonce: name === 'nonce' ? 'r4nd0m' : undefined }
    const visitor = await arrive({
      path: '/policed',
      pages: (_, provider) => ({
        '/policed': {
          html: `<!doctype html><html lang="en"><title>A host</title>${prerenderedSnippet(settings, provider)}`,
          headers: { 'content-security-policy': policies[name]!(provider, prerender(settings)) },
        },
      }),
    })
    const { page } = visitor
    await widget(page).email.fill(EMAIL)
    assert.is(await widget(page).continueWithEmail.evaluate((button) => getComputedStyle(button).backgroundColor), 'rgb(25, 48, 61)')
    await taken(page)
    await page.keyboard.press('Enter')
    await visible(widget(page).checkYourEmail)
    await visitor.leave()
  })
})

/** Changes between the server and the widget. All of them keep the field's text. */
const changes: Record<
  string,
  { change?: (html: string) => string; other?: Settings; inPage?: (page: Page) => Promise<unknown>; settings?: Settings }
> = {
  'another language': { other: { language: 'fr' } },
  'another configuration': {
    settings: config({ products: ['oauth', 'emailMagicLinks'], ...google }),
    other: config(LINKS),
  },
  'fewer ways to log in': { other: config({ products: ['oauth', 'emailMagicLinks', 'otp'], ...google, otpOptions: { methods: ['sms'] } }) },
  'other styles': { other: { styles: { colorScheme: 'dark', container: { width: '300px' }, logo: { logoImageUrl: LOGO } } } },
  'another release': {
    change: (html) => html.replace('class="lk-field"', 'class="lk-old-field"').replace(/aria-describedby="[^"]+"/, 'data-old="1"'),
  },
  'no form at all': { change: (html) => html.replace(/<form.*<\/form>/, '') },
  'no shadow root': {
    settings: config({ ...LINKS, enableShadowDOM: true }),
    change: (html) => html.replace(/<template[^>]*>.*<\/template>/, ''),
  },
  'a translating browser': {
    inPage: (page) =>
      page.evaluate(() => {
        for (const element of document.querySelectorAll('.lk-title, .lk-label, .lk-button')) {
          const outer = document.createElement('font')
          const inner = document.createElement('font')
          inner.textContent = `${element.textContent} (traduit)`
          outer.append(inner)
          element.replaceChildren(outer)
        }
      }),
  },
  'a password manager': {
    inPage: (page) =>
      page.evaluate(() => {
        const field = document.querySelector('.lk-input')!
        const icon = Object.assign(document.createElement('div'), { textContent: '' })
        icon.setAttribute('data-manager', '')
        field.after(icon)
        field.setAttribute('data-manager-id', '1')
        field.setAttribute('style', 'background-image: none')
        document.forms[0]!.setAttribute('data-manager-form', '')
        document.forms[0]!.prepend(document.createElement('manager-root'))
      }),
  },
  'minified HTML': { change: (html) => html.replaceAll('="false"', '=false').replace(/ method="dialog"/, ' method=dialog') },
  'HTML with line breaks': { change: (html) => html.replaceAll('</div><', '</div>\n  <').replaceAll('><label', '>\n <label') },
}

visitingInAll('a form that has changed is kept or replaced, without an error, and keeps the text of its field', async (arrive) => {
  await each(Object.entries(changes), async ([name, { change, other, inPage, settings = config(LINKS) }]) => {
    const visitor = await arrive(prerenderedPage(settings, change, other && { ...settings, ...other }))
    const { page } = visitor
    const release = await holdWidget(page)
    await page.goto(visitor.site, { waitUntil: 'commit' })
    const field = page.locator('#email-input')
    const isThere = !/no form|no shadow/.test(name)
    if (isThere) await field.fill(EMAIL)
    await inPage?.(page)
    release()
    await taken(page).catch(() => assert.unreachable(name))
    await visible(widget(page).continueWithEmail).catch(() => assert.unreachable(`${name}: the widget's own words`))
    if (isThere) assert.is(await field.inputValue(), EMAIL, name)
    else await field.fill(EMAIL)
    await visitor.idle()
    assert.is(await page.locator('.lk-field:visible').count(), 1, `${name}: one field`)
    await widget(page).continueWithEmail.click()
    await visible(widget(page).checkYourEmail)
    assert.equal(
      visitor.sent(SEND_LINK).map(({ email }) => email),
      [EMAIL],
      name,
    )
    await visitor.leave()
  })
})

visitingInAll('two forms on a page have ids of their own, and each keeps its text', async (arrive) => {
  const visitor = await arrive({
    path: null,
    html: (_, provider) =>
      hostPage(
        `${prerenderedSnippet(forms.link!, provider, '#first')}${prerenderedSnippet({ ...forms.link, number: 2 }, provider, '#second')}`,
      ),
  })
  const { page } = visitor
  const release = await holdWidget(page)
  await page.goto(visitor.site, { waitUntil: 'commit' })
  const fields = [widget(page.locator('#first')).email, widget(page.locator('#second')).email] as const
  await fields[1].fill('grace@example.com')
  await fields[0].fill(EMAIL)
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
  assert.is(new Set(ids).size, ids.length, ids.join())
  release()
  await taken(page)
  assert.is(await fields[0].inputValue(), EMAIL)
  assert.is(await fields[1].inputValue(), 'grace@example.com')
  await fields[1].press('Enter')
  await visible(widget(page.locator('#second')).checkYourEmail)
  assert.is(await fields[0].inputValue(), EMAIL)
})

visitingInAll('a visitor who comes back to the page finds what they had typed', async (arrive) => {
  const visitor = await arrive({ ...prerenderedPage(forms.link!), path: '/' })
  const { page } = visitor
  await taken(page)
  await widget(page).email.fill(EMAIL)
  await page.goto(`${visitor.site}/nothing`)
  await page.goBack()
  await taken(page)
  assert.is(await widget(page).email.inputValue(), EMAIL)
  await widget(page).email.press('Enter')
  await visible(widget(page).checkYourEmail)
})

visitingInAll('a script that does not come: the form says so in words within 10 s', async (arrive) => {
  await each([config(LINKS), { ...config({ ...LINKS, enableShadowDOM: true }), language: 'fr' }], async (settings) => {
    const visitor = await arrive({ ...prerenderedPage(settings), expected: /./ })
    const { page } = visitor
    await page.route('**/embed/*', (route) => route.abort())
    await page.goto(visitor.site)
    const line = page
      .getByRole('status')
      .filter({ hasText: settings.language ? fr['prerendered.late'] : 'This is taking longer than usual' })
    const delay = await page.locator('.lk-late').evaluate((late) => {
      const [animation] = late.getAnimations()
      return animation!.effect!.getComputedTiming().delay
    })
    assert.ok(delay! <= 10_000 && delay! >= 5000)
    assert.is(await line.isVisible(), false)
    await finishAnimations(page)
    await visible(line)
    assert.equal(await findingsOfAxe(page), [])
    await visitor.leave()
  })
})

visitingInAll('without JavaScript, the form says so', async (arrive) => {
  const visitor = await arrive({ ...prerenderedPage(forms.link!), profile: { javaScriptEnabled: false } })
  const { page } = visitor
  await page.goto(visitor.site)
  await visible(page.locator('noscript p', { hasText: 'To log in here, turn on JavaScript in your browser.' }))
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  assert.is(page.url(), `${visitor.site}/`, 'the form does not leave the page')
})

visitingInAll('a page with a token shows no form before it logs the visitor in', async (arrive) => {
  const visitor = await arrive(prerenderedPage(forms.link!))
  const { page } = visitor
  const first = await holdWidget(page)
  await page.goto(visitor.site, { waitUntil: 'commit' })
  await widget(page).email.fill(EMAIL)
  first()
  await taken(page)
  await page.keyboard.press('Enter')
  const { search } = new URL((await visitor.message()).url!)
  await page.unrouteAll({ behavior: 'wait' })
  const release = await holdWidget(page)
  await page.goto(`${visitor.site}/${search}`, { waitUntil: 'domcontentloaded' })
  assert.is(await page.locator('.lk-card').isVisible(), false)
  release()
  await visible(widget(page).success)
  assert.ok(await visitor.session())
})

visitingInAll('a widget that waits for its moment takes the form over then', async (arrive) => {
  await each(['click', 'visible', 'idle'] as const, async (when) => {
    const visitor = await arrive({ ...prerenderedPage({ ...forms.link, when }), path: '/' })
    const { page } = visitor
    await widget(page).email.click()
    await page.keyboard.type(EMAIL)
    await taken(page)
    assert.is(await widget(page).email.inputValue(), EMAIL)
    assert.ok(await widget(page).email.evaluate((field) => field === document.activeElement))
    await page.keyboard.press('Enter')
    await visible(widget(page).checkYourEmail)
    await visitor.leave()
  })
})

visitingInAll('a host that mounts in code, in a language whose words load later, keeps the form', async (arrive) => {
  await each<[Settings, Translation]>(
    [
      [{ ...forms['code by SMS or email, from right to left'] }, ar],
      [{ ...forms['Google and password, in French'] }, fr],
    ],
    async ([settings, words]) => {
      const { html, style, script } = prerender(settings)
      const visitor = await arrive({
        path: null,
        first: noteShifts,
        html: (_, provider) =>
          hostPage(
            `<style>${style}</style><div id="login">${html}<script>${script}</script></div><script type="module">
      import { LatchkeyClient } from '/embed/widget.js'
      const client = new LatchkeyClient('${PUBLIC_TOKEN}', { customBaseUrl: '${provider}' })
      // twice, as hosts whose components render twice do
      for (let times = 0; times < 2; times++) client.mountLogin({ elementId: '#login', ...${JSON.stringify({ config: settings.config, language: settings.language })} })
    </script>`,
          ),
      })
      const { page } = visitor
      const release = await holdWidget(page)
      await page.goto(visitor.site, { waitUntil: 'commit' })
      await visible(page.locator('.lk-card'))
      await mark(page)
      release()
      await taken(page)
      const [same, all] = await originals(page)
      assert.is(same, all)
      await visible(page.getByText(words['login.title'], { exact: true }))
      assert.is(await page.evaluate(() => (window as unknown as { seen: { moved: number } }).seen.moved), 0)
      await visitor.leave()
    },
  )
})

visitingInAll('a form that the page removes before the widget takes it over leaves nothing behind', async (arrive) => {
  const { html, style, script } = prerender(forms.password!)
  const mounting = inCode({}, { config: forms.password!.config })
  const visitor = await arrive({
    path: null,
    html: (tag, provider) =>
      mounting(tag, provider).replace('<div id="login">', `<style>${style}</style><div id="login">${html}<script>${script}</script>`),
  })
  const { page } = visitor
  const release = await holdRoute(page, '**/embed/c/methods*')
  await page.goto(visitor.site)
  await page.waitForFunction(() => 'mounted' in window)
  await page.evaluate(() => document.querySelector('[data-latchkey]')!.remove())
  release()
  await visitor.idle()
  await page.evaluate(() => {
    const { client, props } = window as unknown as { client: LatchkeyClient; props: Parameters<LatchkeyClient['mountLogin']>[0] }
    client.mountLogin(props)
  })
  // the ids of the form are free
  await visible(page.locator('#email-input'))
})

visitingInAll('on a slow phone, a password manager that fills at once logs the visitor in', async (arrive) => {
  const visitor = await arrive({
    ...prerenderedPage(forms.password!),
    // as soon as the field is there, and with an event that does not bubble to any framework's
    // first listeners
    first: (page) =>
      page.addInitScript(() => {
        new MutationObserver((_, observer) => {
          const field = document.querySelector<HTMLInputElement>('#email-input')
          const submit = document.querySelector<HTMLElement>('[type=submit]')
          if (!field || !submit || document.readyState === 'loading') return
          observer.disconnect()
          field.value = 'ada@example.com'
          field.dispatchEvent(new Event('input', { bubbles: true }))
          field.dispatchEvent(new Event('change', { bubbles: true }))
          submit.click()
        }).observe(document, { childList: true, subtree: true, attributes: true })
        document.addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('data-parsed', ''))
      }),
  })
  const { page } = visitor
  const debug = await page.context().newCDPSession(page)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await debug.send('Network.enable')
  // Chromium's "slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms
  await debug.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  })
  visitor.emulator.seed({ users: [{ emails: [{ email: EMAIL }], password: 'correct horse battery staple 7' }] })
  await page.goto(visitor.site, { waitUntil: 'commit' })
  await page.locator('#password-input').fill('correct horse battery staple 7')
  await page.keyboard.press('Enter')
  await visible(widget(page).success)
  assert.ok(await visitor.session())
})

const hostile = [
  '</style><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; } * { display: none } a { content: '",
  'red; background: url(//evil.test)',
  'url(//evil.test/x)',
  '/* ',
  '\\',
  '</template></div><p>',
  '&lt;b>&#60;b>',
]

visitingInAll('whatever a host gives as words, styles, ids or a nonce stays a value', async (arrive) => {
  const { page } = await arrive({ path: '/nothing' })
  /** The names of all elements, and attributes that run or style something. */
  const parsed = (html: string) =>
    page.evaluate((html) => {
      const all = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('*')]
      const names = all.map(({ localName }) => localName)
      const attributes = all.flatMap((element) => [...element.attributes].map(({ name }) => `${element.localName} ${name}`))
      return { names, active: attributes.filter((name) => / on|style$|src/.test(name)) }
    }, html)
  const whole = (value: string, styles: object = {}) => {
    const strings = { 'login.title': value, 'button.emailLogin': value, 'prerendered.late': value, lang: value, dir: value }
    const { html, style } = prerender({ ...config(LINKS), strings, styles, nonce: value } as Settings)
    return { html: `<style>${style}</style>${html}`, style }
  }
  /** What the sheet applies to, without the names of single elements. */
  const selectors = (style: string) =>
    page.evaluate((style) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(style)
      return [...sheet.cssRules]
        .map((rule) => (rule as CSSStyleRule).selectorText ?? rule.constructor.name)
        .map((name) => name.replace(/data-lk-\w+/, ''))
    }, style)
  const plainStyle = whole('x').style
  const wanted = await parsed(whole('x').html)
  assert.equal(wanted.active, [])
  for (const value of hostile) {
    const { html, style } = whole(value, {
      colors: { accent: value, primary: value },
      container: { width: value, borderRadius: value },
      fontFamily: value,
    })
    assert.equal(await parsed(html), wanted, value)
    assert.not.match(style, /<|evil\.test/, value)
    assert.equal(await selectors(style), await selectors(plainStyle), value)
    const withLogo = await parsed(whole('x', { logo: { logoImageUrl: value } }).html)
    assert.equal(
      withLogo.active.filter((name) => name !== 'img src'),
      [],
      value,
    )
    assert.not.ok(withLogo.names.includes('script'), value)
  }
})

test.run()
