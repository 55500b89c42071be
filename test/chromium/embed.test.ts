/** Tests the script tag: its attributes, what it loads and when, and what it tells the page. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { snippet } from '../../src/tools/snippet/snippet.ts'
import { closeBrowser } from '../harness/browser.ts'
import { chunks } from './embedChunks.ts'
import {
  alertOf,
  codes,
  each,
  hostPage,
  LINKS,
  PUBLIC_TOKEN,
  SEND_LINK,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrive,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'

/**
 * Records by the browser's clock when the first input appears, whatever the test does to the page's
 * clock.
 */
const noteUsable = (page: Page) =>
  page.addInitScript(() => {
    const { performance } = window
    Object.assign(window, { measured: performance })
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#login input')) return
      Object.assign(window, { usable: performance.now() })
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })

/**
 * Returns the widget's files that the page has requested: those before the first input, and all of
 * them.
 */
const loaded = (page: Page) =>
  page.evaluate(() => {
    const { usable, measured } = window as unknown as { usable: number; measured: Performance }
    const files = measured
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/embed/'))
      .map(({ name, startTime }) => ({ file: name.split('/embed/')[1]!, startTime }))
    return {
      before: files
        .filter(({ startTime }) => startTime <= usable)
        .map(({ file }) => file)
        .sort(),
      all: files.map(({ file }) => file).sort(),
    }
  })

visiting('the first screen is two files, and at rest the engine loads too, but nothing more without a touch', async (arrive) => {
  const { page, idle } = await arrive({ first: (page) => noteUsable(page).then(() => page.clock.install()) })
  await visible(widget(page).email)
  await idle()
  // Runs everything that waits for a timer or for an idle browser.
  await page.clock.runFor(60_000)
  await idle()
  const { before, all } = await loaded(page)
  assert.equal(before, ['embed.js', 'widget.js'])
  assert.equal(all, ['embed.js', 'widget.js', chunks.engine!.file].sort())
  await widget(page).email.focus()
  await until(async () => (await loaded(page)).all.includes(chunks.emailMagicLinks!.file), 'the next screens are fetched')
})

visiting('the built snippet shows the same form sooner, uses each preload once, and has valid integrity', async (arrive) => {
  const noted: string[] = []
  const visitor = await arrive({
    path: null,
    first: noteUsable,
    html: (_, provider) =>
      hostPage(
        `<div id="login"></div>${snippet(
          { publicToken: PUBLIC_TOKEN, element: '#login', baseUrl: provider, config: codes('email') },
          chunks,
        )}`,
      ),
  })
  const { page } = visitor
  page.on('console', (message) => noted.push(message.text()))
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/embed/')) requests.push(request.url().split('/embed/')[1]!)
  })
  await page.coverage.startJSCoverage()
  await page.goto(visitor.site)
  await visible(widget(page).email)
  await visitor.idle()
  // Chromium does not warn about modules that were preloaded in vain, but its debugger knows which
  // code has run.
  const ran = (await page.coverage.stopJSCoverage()).flatMap(({ url, functions: [whole] }) => (whole!.ranges[0]!.count > 0 ? [url] : []))
  const preloaded = await page
    .locator('body > link[rel=modulepreload]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  assert.ok(preloaded.length > 2)
  assert.equal(
    preloaded.filter((url) => !ran.includes(url)),
    [],
    'preloaded in vain',
  )
  const once = new Set(requests)
  assert.is(requests.length, once.size, `asked for twice: ${requests}`)
  for (const name of ['widget', 'methods', 'otp']) assert.ok(once.has(chunks[name]!.file), name)
  for (const name of ['kit', 'integrity']) assert.not(once.has(chunks[name]!.file), name)
  assert.equal(
    noted.filter((text) => /preload|integrity/.test(text)),
    [],
  )
})

visitingInAll('without data-element the tag leaves window.latchkey, a promise of the module', async (arrive) => {
  const { page, provider, idle } = await arrive({ attributes: { 'data-element': undefined } })
  await page.evaluate(() => window.latchkey!.then(() => {}))
  await idle()
  assert.is(await page.locator('[data-latchkey]').count(), 0)
  await page.evaluate(
    async ([token, customBaseUrl]) => {
      const { LatchkeyClient } = await (window as any).latchkey
      new LatchkeyClient(token, { customBaseUrl }).mountLogin({ elementId: '#login' })
    },
    [PUBLIC_TOKEN, provider],
  )
  await visible(widget(page).email)
  // docs/internals/protocol.md#mounting
  const message = await page.evaluate(async (token) => {
    const { LatchkeyClient } = await (window as any).latchkey
    try {
      new LatchkeyClient(token).mountLogin({ elementId: '#nowhere' })
    } catch (error) {
      return (error as Error).message
    }
  }, PUBLIC_TOKEN)
  assert.is(
    message,
    'The selector you specified (#nowhere) applies to no DOM elements that are currently on the page. ' +
      'Make sure the element exists on the page before calling mountLogin().',
  )
})

const places: Record<string, (tag: string) => string> = {
  'in the head, before the element': (tag) => hostPage('<p>Text</p><div id="login"></div>', tag),
  'before the element, not async': (tag) => hostPage(`${tag.replace(' async', '')}<div id="login"></div>`),
  deferred: (tag) => hostPage(`${tag.replace(' async', ' defer')}<div id="login"></div>`),
  'after the element': (tag) => hostPage(`<div id="login"></div>${tag}`),
  'before the element, which arrives late': (tag) => hostPage(`${tag}<script src="/slow.js"></script><div id="login"></div>`),
  'added by a script, late': (tag) =>
    hostPage(`<div id="login"></div><template>${tag}</template><script>
    addEventListener('load', () => requestIdleCallback(() => {
      const from = document.querySelector('template').content.firstChild
      const script = document.createElement('script')
      for (const { name, value } of from.attributes) script.setAttribute(name, value)
      document.body.append(script)
    }))</script>`),
}

visitingInAll('the tag works anywhere in the page', async (arrive) => {
  const paths = Object.keys(places).map((name) => `/${name.replaceAll(' ', '-')}`)
  const { page, site } = await arrive({
    path: null,
    pages: (tag) => Object.fromEntries(Object.values(places).map((html, at) => [paths[at]!, { html: html(tag) }])),
    // Adds it after the widget has loaded and found no element.
    first: (page) =>
      page.route('**/slow.js', async (route) => {
        await page.waitForFunction(() => window.latchkey)
        assert.is(await page.locator('#login').count(), 0)
        await route.fulfill({ contentType: 'text/javascript', body: '' })
      }),
  })
  for (const path of paths) {
    await page.goto(site + path)
    await visible(widget(page).email)
    assert.is(await page.locator('#login > [data-latchkey=mountLogin]').count(), 1, path)
  }
})

visitingInAll('data-config, data-styles and data-strings reach the widget', async (arrive) => {
  const visitor = await arrive({
    config: { products: ['emailMagicLinks'], emailMagicLinksOptions: { loginExpirationMinutes: 7, locale: 'es' }, enableShadowDOM: true },
    attributes: {
      'data-styles': JSON.stringify({
        container: { width: '300px' },
        buttons: { primary: { backgroundColor: '#ff0000' } },
        colors: { primary: 'url(x)' },
      }),
      'data-strings': JSON.stringify({ 'login.title': "It's <b>me</b> & you", 'button.emailLogin': 'Go' }),
    },
  })
  const { page } = visitor
  await visible(page.getByRole('heading', { name: "It's <b>me</b> & you" }))
  const go = page.getByRole('button', { name: 'Go' })
  assert.is(await go.evaluate((button) => getComputedStyle(button).backgroundColor), 'rgb(255, 0, 0)')
  assert.is(await page.locator('.lk-card').evaluate((card) => card.getBoundingClientRect().width), 300)
  assert.ok(await page.locator('[data-latchkey]').evaluate((element) => element.shadowRoot !== null))
  await widget(page).email.fill(EMAIL)
  await go.click()
  await visible(widget(page).checkYourEmail)
  assert.is(visitor.sent(SEND_LINK)[0].login_expiration_minutes, 7)
  assert.is(visitor.sent(SEND_LINK)[0].locale, 'es')
})

/** Returns why there is no widget: the one message on the console. */
const refusals = async (arrive: Arrive, tags: (tag: string) => string[]) => {
  const found: string[] = []
  const visitor = await arrive({
    path: null,
    expected: /\[Latchkey\]/,
    pages: (tag) => Object.fromEntries(tags(tag).map((faulty, at) => [`/${at}`, { html: hostPage(`<div id="login"></div>${faulty}`) }])),
  })
  for (const at of tags(visitor.tag).keys()) {
    await visitor.page.goto(`${visitor.site}/${at}`)
    await until(() => visitor.complaints.length, `the complaint of ${tags(visitor.tag)[at]}`)
    await visitor.idle()
    assert.is(await visitor.page.locator('[data-latchkey]').count(), 0)
    const complaints = visitor.complaints.splice(0)
    assert.is(complaints.length, 1, complaints.join('\n'))
    found.push(complaints[0]!)
  }
  return found
}

visitingInAll('an attribute whose JSON has the wrong shape is named on the console, with what is wrong in it', async (arrive) => {
  const cases: [name: string, json: string, wrong: string][] = [
    ['config', '{"products":"otp"}', 'products is of the wrong kind'],
    ['config', '{ "products" : {"otp": true} }', 'products is of the wrong kind'],
    ['config', '{"products":["otp"],"otpOptions":{"methods":"sms"}}', 'methods is of the wrong kind'],
    ['config', '{"products":["oauth"],"oauthOptions":{"providers":{"type":"google"}}}', 'providers is of the wrong kind'],
    ['config', '{"emailMagicLinksOptions":"https://a.test"}', 'emailMagicLinksOptions is of the wrong kind'],
    ['config', '{"otpOptions":["sms"]}', 'otpOptions is of the wrong kind'],
    ['config', '"otp"', 'It is of the wrong kind'],
    ['config', ' ["otp"]', 'It is of the wrong kind'],
    ['styles', '"red"', 'It is of the wrong kind'],
    ['strings', '5', 'It is of the wrong kind'],
  ]
  const found = await refusals(arrive, (tag) => cases.map(([name, json]) => tag.replace('<script ', `<script data-${name}='${json}' `)))
  for (const [at, [name, , wrong]] of cases.entries()) {
    assert.match(found[at]!, `[Latchkey] Wrong data-${name}: `)
    assert.match(found[at]!, wrong)
  }
})

visitingInAll('null in an attribute, or for a name in it, counts as absent', async (arrive) => {
  const visitor = await arrive({
    attributes: {
      'data-config': '{"products":null,"emailMagicLinksOptions":null,"otpOptions":null,"sessionOptions":null}',
      'data-styles': 'null',
      'data-strings': ' null',
    },
  })
  await widget(visitor.page).email.fill(EMAIL)
  await widget(visitor.page).continueWithEmail.click()
  await visible(widget(visitor.page).checkYourEmail)
})

visitingInAll('type="module" on the tag is named on the console', async (arrive) => {
  const [found] = await refusals(arrive, (tag) => [tag.replace('<script ', '<script type="module" ')])
  assert.match(found!, '[Latchkey] Wrong script: use a plain <script src>')
})

visitingInAll('without a public token nothing is sent to the provider, and the console says what is missing', async (arrive) => {
  const warnings: string[] = []
  const visitor = await arrive({ path: null, attributes: { 'data-public-token': undefined } })
  visitor.page.on('console', (message) => warnings.push(message.text()))
  await visitor.page.goto(visitor.site)
  await widget(visitor.page).email.fill(EMAIL)
  await widget(visitor.page).continueWithEmail.click()
  assert.is(await alertOf(visitor.page), 'Unable to contact our servers.')
  await until(() => warnings.some((warning) => warning.startsWith('[Latchkey] The public token must be a string')), 'the warning')
  await visitor.idle()
  assert.equal(visitor.emulator.requests(), [])
})

/**
 * A chunk that arrives broken at first: the visitor is told, tries again in vain, and then for
 * good.
 */
const tryAgain = async (arrive: Arrive, names: readonly string[], body: string) => {
  await each(names, async (name) => {
    const visitor = await arrive({ config: codes('sms'), path: null, expected: /Unexpected|Invalid/ })
    const { page } = visitor
    let broken = true
    await page.route(`**/embed/${chunks[name]!.file}*`, (route) =>
      broken ? route.fulfill({ contentType: 'text/javascript', body }) : route.continue(),
    )
    await page.goto(visitor.site)
    const { phone, continueWithText, tryAgain } = widget(page)
    // the kit has what a form does with what the visitor has typed, so its button is the one that
    // tries again
    const again = name === 'kit' ? continueWithText : tryAgain
    if (name === 'kit') {
      await phone.pressSequentially('2133734253')
      await again.click()
    }
    assert.is(await alertOf(page), 'Unable to contact our servers.')
    await again.click()
    // until then, the alert is the first one, and a press is ignored
    await visitor.idle()
    assert.is(await alertOf(page), 'Unable to contact our servers.')
    broken = false
    await again.click()
    if (name !== 'kit') {
      await phone.pressSequentially('2133734253')
      await continueWithText.click()
    }
    await visible(widget(page).codeAwaited)
    await page.keyboard.type((await visitor.message()).code!)
    await visible(widget(page).success)
    await visitor.leave()
  })
}

// Like half a deployment: the file exists, but contains only half.
visitingInAll('a broken chunk can be tried again, like one that did not load', (arrive) =>
  tryAgain(arrive, ['methods', 'otp', 'kit'], 'export const half = ('),
)
for (const [body, ...names] of [
  ['', 'methods', 'kit'],
  ['export {}', 'otp', 'kit'],
] as const)
  visiting(`so can one that arrives without its content: '${body}'`, (arrive) => tryAgain(arrive, names, body))

visiting('an attribute that is not JSON is named on the console', async (arrive) => {
  const names = ['config', 'styles', 'strings']
  const faulty = (tag: string, name: string) =>
    hostPage(`<div id="login"></div>${tag.replace('<script ', `<script data-${name}='{products:' `)}`)
  const visitor = await arrive({
    path: null,
    expected: /data-/,
    pages: (tag) => Object.fromEntries(names.map((name) => [`/${name}`, { html: faulty(tag, name) }])),
  })
  for (const name of names) {
    await visitor.page.goto(`${visitor.site}/${name}`)
    const text = await until(() => visitor.complaints.splice(0).find((text) => text.includes('data-')), 'the complaint')
    assert.match(text, `[Latchkey] Wrong data-${name}: SyntaxError`)
  }
})

visitingInAll('a missing element is named on the console, and so is an impossible public token', async (arrive) => {
  const missing = await arrive({ attributes: { 'data-element': '#nowhere' }, expected: /#nowhere/ })
  const text = await until(() => missing.complaints[0], 'the complaint')
  assert.match(text, 'The selector you specified (#nowhere)')

  const warnings: string[] = []
  const visitor = await arrive({ path: null, attributes: { 'data-public-token': 'secret-key' } })
  visitor.page.on('console', (message) => warnings.push(message.text()))
  await visitor.page.goto(visitor.site)
  await visible(widget(visitor.page).email)
  await until(() => warnings.some((warning) => warning.startsWith('[Latchkey]') && warning.includes('secret-key')), 'the warning')
})

visiting('events and errors bubble from the element, without tokens, even out of a shadow root', async (arrive) => {
  await each([false, true], async (enableShadowDOM) => {
    const visitor = await arrive({ config: { ...codes('email'), enableShadowDOM } })
    const { page } = visitor
    await page.evaluate(() => {
      const at: string[] = []
      Object.assign(window, { at })
      for (const type of ['latchkey:event', 'latchkey:error']) {
        document
          .querySelector('#login')!
          .addEventListener(type, (event) => at.push(`${type} ${(event.target as Element).closest('#login') !== null}`))
      }
    })
    await widget(page).email.fill('ada')
    await widget(page).continueWithEmail.click()
    await alertOf(page)
    await widget(page).email.fill(EMAIL)
    await widget(page).continueWithEmail.click()
    await visible(widget(page).enterPasscode)
    await widget(page).code.fill((await visitor.message()).code!)
    await visible(widget(page).success)
    const heard = JSON.stringify(await visitor.heard())
    assert.equal(await page.evaluate(() => (window as unknown as { at: string[] }).at), [
      'latchkey:error true',
      'latchkey:event true',
      'latchkey:event true',
      'latchkey:event true',
    ])
    const cookies = await page.context().cookies(visitor.site)
    assert.is(cookies.length, 2)
    for (const { value } of cookies) assert.not.match(heard, value)
  })
})

visitingInAll('the same tag twice shows one widget', async (arrive) => {
  const visitor = await arrive({ html: (tag) => hostPage(`<div id="login"></div>${tag}${tag}`) })
  await visible(widget(visitor.page).email.first())
  await visitor.idle()
  // A mount whose target already has a widget of ours updates that widget.
  assert.is(await visitor.page.locator('[data-latchkey]').count(), 1)
})

visitingInAll('two releases on one page each load their own files', async (arrive) => {
  const older = (tag: string) => tag.replace('/embed/embed.js', '/older/embed.js').replace('#login', '#other')
  const { page, site } = await arrive({
    path: null,
    html: (tag) => hostPage(`<div id="login"></div><div id="other"></div>${tag}${older(tag)}`),
  })
  await page.route('**/older/**', async (route) => {
    const address = route.request().url().replace('/older/', '/embed/')
    return address.includes('/c/') ? route.fulfill({ status: 404 }) : route.fulfill({ response: await route.fetch({ url: address }) })
  })
  await page.goto(site)
  const [first, second] = ['#login', '#other'].map((id) => widget(page.locator(id)))
  await visible(second!.email)
  await first!.email.fill(EMAIL)
  await first!.continueWithEmail.click()
  await visible(first!.checkYourEmail)
})

visitingInAll("the page's base URL does not affect the files", async (arrive) => {
  const { page } = await arrive({ html: (tag) => hostPage(`<div id="login"></div>${tag}`, '<base href="/elsewhere/deeper/">') })
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  await visible(widget(page).checkYourEmail)
})

visitingInAll('a base URL that somebody writes into the page affects neither links nor where a log-in leads', async (arrive) => {
  const { page, site, message } = await arrive({
    config: { ...codes('email'), successURL: 'welcome', legal: { termsURL: '/terms', privacyURL: 'privacy' } },
    pages: () => ({ '/welcome': { html: '<title>Hi</title>Hi' } }),
  })
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<base href="//elsewhere.example/deeper/">'))
  const links = page.locator('.lk-legal a')
  await visible(links.last())
  assert.equal(await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href)), [`${site}/terms`, `${site}/privacy`])
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  await visible(widget(page).codeAwaited)
  await page.keyboard.type((await message()).code!)
  await page.waitForURL(`${site}/welcome`)
})

visitingInAll('nothing in strings, errors or names becomes HTML', async (arrive) => {
  const hostile = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>\u202e {email} __proto__'
  const visitor = await arrive({
    config: LINKS,
    attributes: {
      'data-strings': JSON.stringify({
        'login.title': hostile,
        'button.emailLogin': hostile,
        'emailConfirmation.content': `<b>${hostile}</b><bold>{email}</bold>`,
        __proto__: { x: hostile },
      }),
    },
    faults: [
      {
        route: SEND_LINK,
        status: 400,
        times: 1,
        body: { status_code: 400, error_type: 'odd', error_message: `${hostile} javascript:alert(1) https://a.test/"onclick=alert(1)` },
      },
    ],
  })
  const { page } = visitor
  await widget(page).email.fill(EMAIL)
  await page.getByRole('button').click()
  assert.match(await alertOf(page), '<img src=x')
  assert.equal(await page.locator('.lk a').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)), [
    'https://a.test/',
  ])
  await page.getByRole('button').click()
  await visible(widget(page).checkYourEmail)
  assert.is(await page.locator('.lk img, .lk script, .lk b').count(), 0)
  assert.not(await page.evaluate(() => 'pwned' in window))
  assert.is(await page.evaluate(() => (({}) as { x?: string }).x), undefined)
})

test.run()
