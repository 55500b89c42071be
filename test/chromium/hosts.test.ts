/**
 * Tests the widget on difficult host pages: policies, forms, dialogs, shadow roots, resets, patched
 * globals (docs/decisions/README.md#the-widget-works-in-any-host-page).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { field, PASSWORDS, submitEmail } from './passwordVisits.ts'
import {
  codes,
  each,
  hostPage,
  inCode,
  LINKS,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'

/** A complete sign-in by text message, which needs most of the code. */
const signInByText = async ({ page, message, session }: Visitor) => {
  const { phone, continueWithText, enterPasscode, code, success } = widget(page)
  await phone.pressSequentially('2133734253')
  await continueWithText.click()
  await visible(enterPasscode)
  await code.pressSequentially((await message()).code!)
  await visible(success)
  assert.ok(await session())
}

/** A complete sign-in by link, whose mail is the visitor's `count`th message. */
const signInByLink = async ({ page, message, session }: Visitor, count = 1) => {
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  await visible(widget(page).checkYourEmail)
  await page.goto((await message(count)).url!)
  await visible(widget(page).success)
  assert.ok(await session())
}

/** A host's page with a tag of this configuration. */
const configured = (tag: string, config: object, head = '') =>
  hostPage(`<div id="login"></div>${tag.replace('<script ', `<script data-config='${JSON.stringify(config)}' `)}`, head)

/** A site with a page for each method; the first page uses text messages. */
const bothWays = (config: object = {}, headers: Record<string, string> = {}): Arrangement => ({
  project: { pkce_required_for_email_magic_links: true },
  path: '/text',
  pages: (tag) => ({
    '/text': { html: configured(tag, { ...codes('sms'), ...config }), headers },
    '/link': { html: configured(tag, { ...LINKS, ...config }), headers },
  }),
})

/**
 * Signs in by text message on the current page, then by link on the other one, each time signed
 * out.
 */
const signInBothWays = async (visitor: Visitor) => {
  const { page, site } = visitor
  await signInByText(visitor)
  await page.context().clearCookies()
  await page.goto(`${site}/link`)
  // The style applies too, because an adopted sheet is not an inline style.
  assert.is(await widget(page).continueWithEmail.evaluate((button) => getComputedStyle(button).backgroundColor), 'rgb(25, 48, 61)')
  await signInByLink(visitor, 2)
}

const trusted = `require-trusted-types-for 'script'; trusted-types 'none'`
const policies: Record<string, { policy: string; nonce?: string }> = {
  'self alone': { policy: `default-src 'none'; script-src 'self'; style-src 'self'; connect-src *; ${trusted}` },
  'a nonce with strict-dynamic': {
    policy: `default-src 'none'; script-src 'nonce-r4nd0m' 'strict-dynamic'; style-src 'nonce-r4nd0m'; connect-src *; ${trusted}`,
    nonce: 'r4nd0m',
  },
}

for (const [name, { policy, nonce }] of sample(Object.entries(policies))) {
  visiting(`a strict policy, ${name} reports no violation, with and without shadow DOM`, async (arrive) => {
    for (const enableShadowDOM of [false, true]) {
      await signInBothWays(await arrive({ ...bothWays({ enableShadowDOM }, { 'content-security-policy': policy }), attributes: { nonce } }))
    }
  })
}

visitingInAll('the strict policies of these tests are in force', async (arrive) => {
  await each(Object.values(policies), async ({ policy, nonce }) => {
    const { page } = await arrive({
      headers: { 'content-security-policy': policy },
      attributes: { nonce },
      expected: /TrustedHTML|inline style/,
    })
    await visible(widget(page).email)
    const refused = await page.evaluate(() => {
      document.body.appendChild(document.createElement('p')).setAttribute('style', 'color: red')
      try {
        document.querySelector('p')!.innerHTML = '<b>'
      } catch (error) {
        return [(error as Error).name, getComputedStyle(document.querySelector('p')!).color]
      }
    })
    assert.equal(refused, ['TypeError', 'rgb(0, 0, 0)'])
  })
})

/**
 * HTML that a page can allow authors to add before the tag; `name` becomes a property of `document`
 * (HTML, section 3.1.5).
 */
const named = (name: string): string[] => [
  `<img name="${name}" src="/theirs/embed.js">`,
  `<img name="${name}">`,
  `<form name="${name}"><input name="src" value="/theirs/embed.js"></form>`,
  `<img name="${name}" src="/theirs/embed.js"><embed name="${name}">`,
  `<iframe name="${name}" srcdoc="<p>"></iframe>`,
]

for (const [policyName, { policy, nonce }] of Object.entries({ 'no policy': { policy: '', nonce: undefined }, ...policies })) {
  visitingInAll(`an element that is called currentScript does not affect what loads, ${policyName}`, async (arrive) => {
    const elements = named('currentScript')
    const visitor = await arrive({
      path: null,
      config: LINKS,
      attributes: { nonce },
      // The page's policy reports the elements themselves.
      expected: /Content Security Policy|frame-src|img-src/,
      pages: (tag) =>
        Object.fromEntries(
          elements.map((element, at) => [
            `/${at}`,
            {
              html: hostPage(`${element}<div id="login"></div>${tag}`),
              ...(policy && { headers: { 'content-security-policy': policy } }),
            },
          ]),
        ),
    })
    const theirs: string[] = []
    visitor.page.on('request', (request) => {
      if (/theirs.*(widget|c\/)/.test(request.url())) theirs.push(request.url())
    })
    for (const at of elements.keys()) {
      await visitor.page.goto(`${visitor.site}/${at}`)
      await visible(widget(visitor.page).email)
    }
    assert.equal(theirs, [])
  })
}

visitingInAll('properties added to Object.prototype do not affect what is loaded, sent or shown', async (arrive) => {
  const theirs = 'http://localhost:9/theirs'
  const polluted = {
    // Of the script tag.
    baseUrl: theirs,
    integrity: 'sha384-x',
    when: 'click',
    'widget.js': `${theirs}/widget.js`,
    // Of clients.
    customBaseUrl: theirs,
    liveAPIURL: theirs,
    testAPIURL: theirs,
    dfpBackendURL: theirs,
    dfppaUrl: theirs,
    endpoints: { testAPIURL: theirs },
    endpointOptions: { testApiDomain: 'theirs.test', apiDomain: 'theirs.test' },
    cookieOptions: { opaqueTokenCookieName: 'theirs' },
    opaqueTokenCookieName: 'theirs',
    availableToSubdomains: true,
    domain: 'theirs.test',
    timeout: 1,
    // Of mounts.
    config: { products: ['otp'] },
    products: ['otp'],
    styles: { hideHeaderText: true },
    hideHeaderText: true,
    logo: { logoImageUrl: `${theirs}/logo.png` },
    strings: { 'login.title': 'Theirs' },
    lang: 'xx',
    authenticateByUrl: true,
    enableShadowDOM: true,
    emailMagicLinksOptions: { loginRedirectURL: theirs },
    loginRedirectURL: theirs,
    loginTemplateId: 'theirs',
    sessionOptions: { sessionDurationMinutes: 525_600 },
    sessionDurationMinutes: 525_600,
    // Of fetch.
    redirect: 'error',
    keepalive: true,
    referrer: `${theirs}/`,
  }
  const asked: string[] = []
  const first = async (page: Page) => {
    page.on('request', (request) => {
      if (/theirs|localhost:9/.test(request.url())) asked.push(request.url())
    })
    await page.addInitScript((polluted) => void Object.assign(Object.prototype, polluted), polluted)
  }
  const byTag = await arrive({ config: LINKS, first })
  const inCodeOnly = await arrive({
    first,
    html: (_, provider) =>
      hostPage(`<div id="login"></div><script type="module">
        import { LatchkeyClient } from '/embed/widget.js'
        new LatchkeyClient('public-token-test-polluted', { __proto__: null, endpoints: { __proto__: null, testAPIURL: '${provider}' } })
          .mountLogin({ elementId: '#login' })
      </script>`),
  })
  for (const visitor of [byTag, inCodeOnly]) {
    await visible(widget(visitor.page).main)
    await widget(visitor.page).email.fill(EMAIL)
    await widget(visitor.page).continueWithEmail.click()
    await visible(widget(visitor.page).checkYourEmail)
    const [mail] = visitor.sent('POST /magic_links/email/login_or_create')
    assert.is(mail.login_magic_link_url, undefined)
    assert.is(mail.login_template_id, undefined)
    await until(() => visitor.emulator.events().length, 'the log')
  }
  await byTag.page.goto((await byTag.message()).url!)
  await visible(widget(byTag.page).success)
  assert.ok(await byTag.session())
  assert.is(byTag.sent('POST /magic_links/authenticate')[0].session_duration_minutes, 30)
  assert.equal(asked, [])
})

visitingInAll('a widget that moves into another shadow root keeps its style, and still notices when it is removed', async (arrive) => {
  const visitor = await arrive({
    html: inCode(
      {},
      {},
      `
      window.place = props.elementId = document.createElement('div')
      document.querySelector('#login').append(place)
    `,
    ),
  })
  const { page } = visitor
  const color = () => widget(page).continueWithEmail.evaluate((button) => getComputedStyle(button).backgroundColor)
  await widget(page).email.fill(EMAIL)
  for (let move = 0; move < 2; move++) {
    await page.evaluate(() => {
      const host = document.body.appendChild(document.createElement('div'))
      host.attachShadow({ mode: 'open' }).append((window as unknown as { place: Element }).place)
    })
    assert.is(await widget(page).email.inputValue(), EMAIL)
    assert.is(await color(), 'rgb(25, 48, 61)')
  }
  // The sheets of later screens follow it.
  await widget(page).continueWithEmail.click()
  await visible(widget(page).checkYourEmail)
  await page.evaluate(() => (window as unknown as { place: Element }).place.remove())
  await page.waitForFunction(() => !(window as unknown as { place: Element }).place.querySelector('section'))
})

visitingInAll("inside a host's form, nothing of ours submits it", async (arrive) => {
  const visitor = await arrive({
    config: codes('sms'),
    html: (tag) =>
      hostPage(`<form id="order" action="/gone"><input name="submit"><div id="login"></div><button>Order</button></form>${tag}`),
  })
  const { page } = visitor
  const { phone, enterPasscode, resend, code, back, success } = widget(page)
  await phone.pressSequentially('2133734253')
  await page.keyboard.press('Enter')
  await visible(enterPasscode)
  await resend.click()
  await visitor.message(2)
  await back.click()
  await phone.press('Enter')
  await visible(enterPasscode)
  await code.pressSequentially((await visitor.message(3)).code!)
  await visible(success)
  assert.is(page.url(), `${visitor.site}/`)
  assert.ok(await visitor.session())
})

visiting('our submit events stay inside: a script that handles all forms of a page does not receive them', async (arrive) => {
  const { page } = await arrive({
    first: (page) => page.addInitScript(() => addEventListener('submit', () => Object.assign(window, { submitted: true }))),
  })
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  await visible(widget(page).checkYourEmail)
  assert.not(await page.evaluate(() => 'submitted' in window))
})

visitingInAll('inside a modal dialog', async (arrive) => {
  const visitor = await arrive({
    config: codes('sms'),
    html: (tag) =>
      hostPage(`<button>Behind</button><dialog id="box"><div id="login"></div></dialog>${tag}<script>box.showModal()</script>`),
  })
  await signInByText(visitor)
  assert.ok(await visitor.page.locator('#box').evaluate((box: HTMLDialogElement) => box.open))
})

visitingInAll("inside a host's shadow root, with and without a shadow root of its own", async (arrive) => {
  await each([false, true], async (enableShadowDOM) => {
    const visitor = await arrive({
      html: inCode(
        {},
        { config: { ...codes('sms'), enableShadowDOM } },
        `
        const root = document.querySelector('#login').attachShadow({ mode: 'open' })
        root.append(props.elementId = document.createElement('div'))
      `,
      ),
    })
    assert.is(await widget(visitor.page).continueWithText.evaluate((button) => getComputedStyle(button).backgroundColor), 'rgb(25, 48, 61)')
    await signInByText(visitor)
    await visitor.page.evaluate(() => document.querySelector('#login')!.shadowRoot!.replaceChildren())
  })
})

visitingInAll('in an element that is added to the page later', async (arrive) => {
  await each([false, true], async (late) => {
    const { page } = await arrive({
      html: inCode(
        {},
        {},
        `
      const place = props.elementId = document.createElement('div')
      window.append = () => document.querySelector('#login').append(place)
      Object.assign(window, { place })
      ${late ? '' : 'queueMicrotask(append)'}
    `,
      ),
    })
    if (late) {
      await page.waitForFunction(() => (window as unknown as { place: Element }).place.querySelector('input'))
      assert.is(await widget(page).email.count(), 0)
      await page.evaluate(() => (window as unknown as { append: () => void }).append())
    }
    assert.is(await widget(page).continueWithEmail.evaluate((button) => getComputedStyle(button).backgroundColor), 'rgb(25, 48, 61)')
  })
})

/**
 * Resets and rules of real pages, without `!important`. (`enableShadowDOM` is the answer to those.)
 */
const sheets: Record<string, string> = {
  'a reset of everything': `
    *, *::before, *::after { box-sizing: border-box; margin: 0; padding: 0; border: 0; font: inherit; vertical-align: baseline;
      background: none; list-style: none; text-decoration: none }`,
  'content boxes': '* { box-sizing: content-box }',
  'bare controls': 'button, input, select { all: unset } a { all: unset }',
  'a utility framework': `
    *, ::before, ::after { border: 0 solid #e5e7eb }
    button, input, select { font: inherit; color: inherit; background: transparent; border-radius: 0; letter-spacing: inherit }
    h2 { font-size: inherit; font-weight: inherit }
    svg, img { display: block; vertical-align: middle; max-width: 100%; height: auto }
    ::placeholder { color: #9ca3af }
    :focus { outline: none }`,
  'a component framework': `
    body { font: 18px/1.5 serif }
    h2 { margin: 0 0 .5rem; font-weight: 500; line-height: 1.2; color: red }
    p { margin: 0 0 1rem; color: #999 }
    label { display: inline-block; margin-bottom: .5rem; font-weight: bold; color: green }
    input { width: 50%; padding: 20px; margin: 5px; height: 20px }
    button { text-transform: uppercase; padding: 30px; margin: 10px; letter-spacing: 3px }
    form { margin-bottom: 20px }
    svg { fill: red }
    section { padding: 90px 20px; margin: 50px auto }
    strong { color: red; font-weight: bolder }
    a { display: inline; color: red }`,
  'a body with many inherited styles': `
    body { text-align: center; line-height: 3; letter-spacing: 4px; word-spacing: 9px; font: italic bold 10px/3 serif; text-indent: 40px;
      text-transform: uppercase; white-space: nowrap; color: red; cursor: wait; text-shadow: 1px 1px red }`,
}

/**
 * Returns the position and font of everything, relative to the card, under each of these sheets in
 * turn.
 */
const looks = (page: Page, sheets: string[]) =>
  page.locator('.lk-card').evaluate((card, sheets) => {
    const host = document.querySelector('#host')!
    const seen = sheets.map((sheet) => {
      host.textContent = sheet
      const origin = card.getBoundingClientRect()
      return [card, ...card.querySelectorAll('*')]
        .filter((element) => !element.closest('svg, select') && element.checkVisibility())
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          const text = document.createRange()
          text.selectNodeContents(element)
          const { color, backgroundColor, fontSize, fontWeight, fontStyle, fontFamily, textTransform, textDecorationLine, borderTopWidth } =
            getComputedStyle(element)
          const place = [x - origin.x, y - origin.y, width, height, element.textContent ? text.getBoundingClientRect().x - origin.x : 0]
            .map(Math.round)
            .join(' ')
          const writing = [
            color,
            backgroundColor,
            fontSize,
            fontWeight,
            fontStyle,
            fontFamily,
            textTransform,
            textDecorationLine,
            borderTopWidth,
          ].join(' ')
          return `${element.tagName}.${element.className}: ${place}; ${writing}`
        })
    })
    host.textContent = ''
    return seen
  }, sheets)

visitingInAll('looks the same with any rules of the host that are not !important', async (arrive) => {
  const head = `<style id="host"></style>
    <style>.lk *, .lk *::after { animation: none !important; transition: none !important; caret-color: #0000 }</style>`
  const visitor = await arrive({
    path: null,
    pages: (tag) => ({
      '/links': { html: configured(tag, LINKS, head) },
      '/text': { html: configured(tag, { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['sms'] } }, head) },
      '/passwords': { html: configured(tag, PASSWORDS, head) },
    }),
  })
  const { page, site } = visitor
  const same = async (screen: string) => {
    await visitor.idle()
    const [plain, important, ...seen] = await looks(page, ['', '.lk-card * { padding: 3px !important }', ...Object.values(sheets)])
    assert.ok(plain!.length > 5, screen)
    // The browser applies a sheet at once, so any change would show.
    assert.not.equal(important, plain, screen)
    Object.keys(sheets).forEach((name, at) => assert.equal(seen[at], plain, `${screen} under ${name}`))
  }

  // First as a visitor whom the provider does not know yet.
  await page.goto(`${site}/passwords`)
  await submitEmail(visitor)
  await visible(field(visitor))
  await visible(page.getByRole('meter'))
  await same('PasswordCreateOrLogin')

  await page.goto(`${site}/links`)
  await visible(widget(page).email)
  await same('Main')
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  await visible(widget(page).checkYourEmail)
  await same('EmailConfirmation')

  await page.goto(`${site}/text`)
  await visible(widget(page).phone)
  await same('Main with tabs')
  await widget(page).phone.pressSequentially('2133734253')
  await widget(page).continueWithText.click()
  await visible(widget(page).enterPasscode)
  await visible(page.getByText('+1 213 373 4253'))
  await same('OTPAuthenticate')
})

visiting('a shadow root keeps out even !important', async (arrive) => {
  const css = 'body * { all: unset !important; color: red !important; display: inline !important }'
  const { page } = await arrive({
    html: (tag) => hostPage(`<div id="login"></div>${tag}`, `<style>${css}</style>`),
    config: { ...LINKS, enableShadowDOM: true },
  })
  const button = await widget(page).continueWithEmail.evaluate((button) => {
    const { backgroundColor, color, display } = getComputedStyle(button)
    return [backgroundColor, color, display, button.getBoundingClientRect().height]
  })
  assert.equal(button, ['rgb(25, 48, 61)', 'rgb(255, 255, 255)', 'flex', 45])
})

visitingInAll("the host's theme is in the cascade layer `latchkey`, and the host's custom properties win", async (arrive) => {
  const { page } = await arrive({
    html: (tag) =>
      hostPage(`<div id="login"></div>${tag}`, '<style>#login .lk { --lk-buttons-primary-background-color: rgb(1, 2, 3) }</style>'),
    attributes: { 'data-styles': '{"colors":{"primary":"#010203"}}' },
  })
  const { continueWithEmail, main } = widget(page)
  assert.is(await continueWithEmail.evaluate((button) => getComputedStyle(button).backgroundColor), 'rgb(1, 2, 3)')
  assert.is(await main.evaluate((title) => getComputedStyle(title).color), 'rgb(1, 2, 3)')
})

const habits: Record<string, () => void> = {
  'additions to Object.prototype and Array.prototype': () => {
    for (const proto of [Object.prototype, Array.prototype, Function.prototype, String.prototype] as any[]) {
      proto.extra = () => 'extra'
      proto.text = 'text'
    }
    // An old library's own `toJSON`.
    ;(Array.prototype as any).toJSON = undefined
  },
  'frozen intrinsics': () => {
    for (const value of [Object, Array, Function, Promise, Map, Set, String, RegExp, Error, Date, Symbol, JSON, Math, Reflect]) {
      Object.freeze(value)
      if ('prototype' in value) Object.freeze(value.prototype)
    }
  },
  'a fetch that ignores signals and returns copies': () => {
    const { fetch } = window
    window.fetch = (input, init) => fetch(input, { ...init, signal: undefined }).then((response) => response.clone())
  },
  'a replaced Promise and timers': () => {
    Object.assign(window, {
      Promise: new Proxy(Promise, {}),
      setTimeout: setTimeout.bind(window),
      queueMicrotask: queueMicrotask.bind(window),
    })
  },
  'no requestIdleCallback, no BroadcastChannel, no reportError': () => {
    for (const name of ['requestIdleCallback', 'BroadcastChannel']) delete (window as any)[name]
  },
}

for (const [name, habit] of Object.entries(habits)) {
  visitingInAll(`on a page with ${name}`, async (arrive) => {
    await signInBothWays(await arrive({ ...bothWays(), first: (page) => page.addInitScript(habit) }))
  })
}

visitingInAll('elements whose ids are the names of globals', async (arrive) => {
  const names = [
    'latchkey',
    'fetch',
    'crypto',
    'location',
    'history',
    'localStorage',
    'document',
    'performance',
    'CSS',
    'reportError',
    'Promise',
    'URL',
    'process',
    'global',
    'root',
    'navigator',
    'self',
    'top',
    'name',
    'status',
    'cookie',
    'head',
    'body',
    'script',
    'currentScript',
    'stytch',
    'config',
    'otp-0',
  ]
  const visitor = await arrive({
    config: codes('sms'),
    html: (tag) =>
      hostPage(
        `${names.map((name) => `<a id="${name}" name="${name}"></a><form id="${name}2"></form>`).join('')}<div id="login"></div>${tag}`,
      ),
  })
  await signInByText(visitor)
})

visitingInAll('two widgets on a page share no id and no state', async (arrive) => {
  const visitor = await arrive({
    config: codes('sms', 'email'),
    html: (tag) => hostPage(`<div id="login"></div><div id="other"></div>${tag}${tag.replace('#login', '#other')}`),
  })
  const { page } = visitor
  const [one, two] = [page.locator('#login'), page.locator('#other')]
  const unique = async () => {
    const ids = await page.evaluate(() => [...document.querySelectorAll('[id]')].map(({ id }) => id))
    assert.is(new Set(ids).size, ids.length, ids.join(' '))
    const broken = await page.evaluate(() =>
      [...document.querySelectorAll('[aria-describedby], [aria-controls], [aria-labelledby], label[for]')].flatMap((element) =>
        ['aria-describedby', 'aria-controls', 'aria-labelledby', 'for']
          .flatMap((name) => element.getAttribute(name)?.split(' ') ?? [])
          .filter((id) => !element.closest('[data-latchkey]')!.contains(document.getElementById(id))),
      ),
    )
    assert.equal(broken, [])
  }
  await Promise.all([visible(widget(one).phone), visible(widget(two).phone)])
  const phones = await page.getByRole('textbox', { name: 'Phone number' }).evaluateAll((all) => all.map(({ id }) => id))
  assert.equal(phones.sort(), ['phone-input', 'phone-input-2'])
  await unique()
  await widget(one).phone.pressSequentially('2133734253')
  assert.is(await widget(two).phone.inputValue(), '')
  await two.getByRole('tab', { name: 'Email' }).click()
  await widget(two).email.fill(EMAIL)
  await widget(two).continueWithEmail.click()
  await visible(widget(two).enterPasscode)
  await visible(widget(one).continueWithText)
  assert.is(await widget(one).phone.inputValue(), '(213) 373-4253')
  await widget(one).continueWithText.click()
  await visible(widget(one).enterPasscode)
  await unique()
  await widget(two).code.fill(visitor.emulator.outbox().find(({ channel }) => channel === 'email')!.code!)
  await visible(widget(two).success)
  await visible(widget(one).enterPasscode)
  await visitor.idle()
  await visible(widget(one).enterPasscode)
})

test.run()
