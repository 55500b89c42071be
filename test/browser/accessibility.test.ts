/**
 * Tests every screen for accessibility (WCAG 2.2 AA, docs/decisions.md#screens-meet-wcag-22-aa): by keyboard alone, with axe, in light and dark,
 * narrow, zoomed, from right to left, with longer words, with less motion and with forced colors.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { COLORS, findingsOfAxe } from '../harness/axe.ts'
import { closeBrowser } from '../harness/browser.ts'
import { screenNames } from '../harness/screenNames.ts'
import { states } from './screens.ts'
import { alertOf, arrive, codes, each, hostPage, inCode, LINKS, SEND_LINK, until, VERIFY, visible, visiting, widget } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'

type Host = { mounted: { update: (props: object) => void }; props: { styles?: object } }

/** A page with landmarks and a heading of its own, so that axe checks the widget and not the page. */
const mounted =
  (props: object, options: (provider: string) => object = () => ({})) =>
  (tag: string, provider: string) =>
    inCode(options(provider), props)(tag, provider).replace('<div id="login"></div>', '<main><h1>A host</h1><div id="login"></div></main>')

/** Changes the color scheme of the widget and its page. Returns the widget's HTML without colors. */
const restyle = (page: Page, styles: { colorScheme: string }) =>
  page.evaluate((styles) => {
    const { mounted, props } = window as unknown as Host
    mounted.update({ styles: { ...props.styles, ...styles } })
    Object.assign(
      document.body.style,
      styles.colorScheme === 'dark' ? { background: '#111', color: '#eee' } : { background: '#fff', color: '#111' },
    )
    const host = document.querySelector('[data-latchkey]')!
    // A code expires meanwhile.
    return (host.shadowRoot ?? host).innerHTML.replace(/ style="[^"]*"/g, '').replace(/\d:\d\d/g, 'm:ss')
  }, styles)

/**
 * Checks that axe finds nothing on a screen, light or dark. If something appears while axe looks, axe looks again, so that the dark screen differs
 * only in its colors.
 */
const inBothSchemes = (page: Page, name: string) =>
  until(async () => {
    const light = await restyle(page, { colorScheme: 'light' })
    assert.equal(await findingsOfAxe(page), [], `axe, ${name}, light`)
    if ((await restyle(page, { colorScheme: 'dark' })) !== light) return false
    assert.equal(await findingsOfAxe(page, COLORS), [], `axe, ${name}, dark`)
    return true
  }, `${name}: a dark screen that differs in its colors alone`)

/** Fails if anything is wider than the card or cut off, or the page scrolls sideways. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.scrollingElement!
    if (scrollWidth > clientWidth) found.push(`the page scrolls sideways: ${scrollWidth} > ${clientWidth}`)
    const host = document.querySelector('[data-latchkey]')!
    // the targets of icons and links are larger than what is drawn
    const drawn = new CSSStyleSheet()
    drawn.replaceSync('.lk *::before { content: none !important }')
    for (const root of [document, host.shadowRoot]) root?.adoptedStyleSheets.push(drawn)
    const card = (host.shadowRoot ?? host).querySelector('.lk-card')!
    const edge = card.getBoundingClientRect()
    for (const element of card.querySelectorAll<HTMLElement>('*')) {
      if (element.closest('svg, select')) continue
      // what ends in an ellipsis is meant to be cut off
      if ([element, element.parentElement!].some((at) => getComputedStyle(at).textOverflow === 'ellipsis')) continue
      const { left, right, width } = element.getBoundingClientRect()
      if (width && (left < edge.left - 1 || right > edge.right + 1)) found.push(`${element.className} leaves the card`)
      if (!(element instanceof HTMLInputElement) && element.clientWidth && element.scrollWidth > element.clientWidth + 1)
        found.push(`${element.className} overflows`)
    }
    return found
  })

/** What is too low for its text. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.lk :is(button, a, p, h2, h3, label, li, span)')]
      .filter((element) => element.clientHeight && element.scrollHeight > element.clientHeight + 2)
      .map(({ className, tagName }) => `${tagName} ${className} is too low for its text`),
  )

/** Waits for the end of all animations, in a shadow root too. */
const stand = (page: Page) =>
  page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync(
      '.lk *, .lk *::after { animation-delay: 0s !important; animation-duration: 0s !important; transition: none !important }',
    )
    for (const root of [document, document.querySelector('[data-latchkey]')!.shadowRoot]) root?.adoptedStyleSheets.push(still)
  })

test('every screen has a test', () => {
  // The consent screens have a list of their own, which idp.test.ts checks.
  const names = screenNames.filter((name) => name !== 'IDPConsent')
  assert.equal(
    names.filter((screen) => !states.some(({ name }) => name.split(',')[0] === screen)),
    [],
  )
})

/**
 * Ways to look at a state that a visitor has reached, in this order, because `overflow` hides what enlarges targets. Each is a test, and throws if
 * something is wrong.
 */
const looks: Record<string, (page: Page, name: string) => Promise<void>> = {
  async 'what a finger presses is 44 px high, or more'(page, name) {
    const cdp = await page.context().newCDPSession(page)
    await page.setViewportSize({ width: 375, height: 800 })
    await cdp.send('Emulation.setDeviceMetricsOverride', { width: 375, height: 800, deviceScaleFactor: 1, mobile: true })
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    assert.ok(await page.evaluate(() => matchMedia('(pointer: coarse)').matches && innerWidth === 375), 'a phone')
    const low = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.lk :is(a, button, select, summary, input:not([readonly]))')].flatMap((element) => {
        const { height } = element.getBoundingClientRect()
        // links in running text are as high as their line (WCAG 2.5.8)
        if (!height || element.closest('.lk-legal, .lk-message, .lk-inline, .lk-reason, .lk-watermark')) return []
        // the name of a passkey has the focus as soon as it can be edited
        if (element.matches('.lk-row input:focus')) return []
        // the target may be larger than what is drawn
        const { content, top, bottom } = getComputedStyle(element, '::before')
        const more = content === 'none' ? 0 : -(parseFloat(top) + parseFloat(bottom))
        return height + more >= 43.5 ? [] : [`${element.className} ${element.textContent}: ${height + more}`]
      }),
    )
    assert.equal(low, [], name)
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await cdp.send('Emulation.clearDeviceMetricsOverride')
    await page.setViewportSize({ width: 1280, height: 720 })
  },

  async 'axe finds nothing on any screen, light or dark, and the narrowest pages fit'(page, name) {
    await inBothSchemes(page, name)
    const place = (dir: string, width: string) =>
      page.evaluate(
        ([dir, width]) => {
          document.documentElement.dir = dir
          document.querySelector<HTMLElement>('#login')!.style.width = width
        },
        [dir, width] as const,
      )
    // 1280 px at 400 % are 320 px.
    for (const [width, inners] of [
      [320, ['', '200px']],
      [2400, ['2000px']],
    ] as const) {
      await page.setViewportSize({ width, height: 640 })
      for (const inner of inners)
        for (const dir of ['ltr', 'rtl']) {
          await place(dir, inner)
          assert.equal(await overflow(page), [], `${name}, ${dir}, ${inner || width}`)
        }
    }
    await place('', '')
    await page.setViewportSize({ width: 1280, height: 720 })
  },

  // WCAG 1.4.12
  async 'with the widest spacing of text, nothing is cut off'(page, name) {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.evaluate(() => {
      const spaced = new CSSStyleSheet()
      spaced.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }',
      )
      Object.assign(window, { spaced })
      document.adoptedStyleSheets.push(spaced)
    })
    assert.equal([...(await overflow(page)), ...(await cutOff(page))], [], name)
    await page.evaluate(() => {
      const { spaced } = window as unknown as { spaced: CSSStyleSheet }
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== spaced)
    })
    await page.setViewportSize({ width: 1280, height: 720 })
  },

  // WCAG 1.4.11: a field is known by its border
  async 'the border of a field has a contrast of 3:1 with the card, light and dark'(page, name) {
    for (const colorScheme of ['light', 'dark']) {
      await restyle(page, { colorScheme })
      const faint = await page.evaluate(() => {
        const context = new OffscreenCanvas(1, 1).getContext('2d')!
        /** The relative luminance of a color on another (WCAG 2.2, section "relative luminance"). */
        const luminanceOf = (...colors: string[]) => {
          for (const color of colors) {
            context.fillStyle = color
            context.fillRect(0, 0, 1, 1)
          }
          const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((channel) => {
            const part = channel / 255
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
          })
          return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
        }
        const card = getComputedStyle(document.querySelector('.lk-card')!).backgroundColor
        return [...document.querySelectorAll('.lk-input, .lk-digit')].flatMap((field) => {
          const { borderTopColor, borderTopWidth } = getComputedStyle(field)
          if (!field.checkVisibility() || parseFloat(borderTopWidth) === 0) return []
          const [light, dark] = [luminanceOf(card, borderTopColor), luminanceOf(card)].sort((one, other) => other - one)
          const contrast = (light! + 0.05) / (dark! + 0.05)
          return contrast >= 3 ? [] : [`${field.className}: ${contrast.toFixed(2)}`]
        })
      })
      assert.equal(faint, [], `${name}, ${colorScheme}`)
    }
  },

  // WCAG 2.4.11
  async 'nothing covers what has the focus'(page, name) {
    const covered = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.lk :is(a, button, select, summary, input, [tabindex])')].flatMap((element) => {
        if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled') || element.tabIndex < 0) return []
        element.focus()
        const { left, top, width, height } = element.getBoundingClientRect()
        const places = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * width, top + y * height] as const))
        const isSeen = places.some(([x, y]) => {
          const found = document.elementFromPoint(x, y)
          return found && (element.contains(found) || found.closest('label')?.contains(element))
        })
        return isSeen ? [] : [`${element.className} ${element.textContent}`]
      }),
    )
    assert.equal(covered, [], name)
  },

  async "a visitor's own size of text counts, whatever the page says, and nothing is cut off at twice the usual size"(page, name) {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } })
    await page.evaluate(() => {
      const ofHost = new CSSStyleSheet()
      ofHost.replaceSync('html { font-size: 5px } body { margin: 0 }')
      document.adoptedStyleSheets.push(ofHost)
    })
    assert.is(await page.evaluate(() => getComputedStyle(document.querySelector('.lk')!).fontSize), '32px', name)
    assert.equal(await overflow(page), [], name)
    assert.equal(await cutOff(page), [], name)
    // The page is for another visitor now.
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  },
}

/** What the looks at all states found, by look. */
let found: Promise<Map<string, string[]>> | undefined

/** Leads a visitor to each state and looks at it in all ways, because the way costs more than a look. */
const lookAtEveryState = async () => {
  const failures = new Map(Object.keys(looks).map((look) => [look, [] as string[]]))
  await each(states, async ({ name, config, props, options, arrangement, go }) => {
    const visitor = await arrive({ ...arrangement, html: mounted({ ...props, config }, options), handsOn: true })
    await go(visitor)
    await stand(visitor.page)
    for (const [look, lookAt] of Object.entries(looks))
      await lookAt(visitor.page, name).catch((error) => failures.get(look)!.push(`${error.message}\n${error.details ?? ''}`))
    await visitor.leave()
  })
  return failures
}

for (const look of Object.keys(looks))
  test(look, async () => {
    found ??= lookAtEveryState()
    assert.equal((await found).get(look), [])
  })

visiting('axe finds nothing in a shadow root either', async (arrive) => {
  const some = states.filter(({ name }) => /tabs|wrong code|sent again|^Error|EmailConfirmation|phone number|^Success/.test(name))
  assert.is(some.length, 11)
  await each(some, async ({ name, config, props, arrangement, go }) => {
    const visitor = await arrive({
      ...arrangement,
      html: mounted({ ...props, config: { ...config, enableShadowDOM: true } }),
      handsOn: true,
    })
    await go(visitor)
    await stand(visitor.page)
    await inBothSchemes(visitor.page, name)
    assert.equal(await overflow(visitor.page), [], name)
    await visitor.leave()
  })
})

visiting('texts that are 40 % longer, or one long word, fit at 320 px', async (arrive) => {
  const long = (text: string) => `${text} ${'ÄéßŒ'.repeat(Math.ceil(text.length * 0.1))}`
  const strings = Object.fromEntries(
    [
      ['login.title', 'Sign up or log in'],
      ['button.emailLogin', 'Continue with email'],
      ['button.sms', 'Continue with text message'],
      ['formField.email.label', 'Email'],
      ['tab.text', 'Text'],
      ['tab.email', 'Email'],
      ['passcode.title', 'Enter passcode'],
      ['passcode.sentConfirmation', 'A 6-digit passcode was sent to you at <bold>{destination}</bold>.'],
      ['passcode.resendCode', 'Resend code'],
      ['emailConfirmation.title', 'Check your email'],
      ['link.openInGmail', 'Open in Gmail'],
    ].map(([id, text]) => [id, long(text!)]),
  )
  const narrow = { viewport: { width: 320, height: 640 } }
  const address = `${'averylonglocalpart'.repeat(3)}@${'subdomain.'.repeat(8)}example.com`
  const [links, text] = await Promise.all([
    arrive({ profile: narrow, html: mounted({ config: LINKS, strings }) }),
    arrive({
      profile: narrow,
      html: mounted({ config: { products: ['otp'], otpOptions: { methods: ['email', 'sms', 'whatsapp'] } }, strings }),
    }),
  ])
  await visible(links.page.getByRole('textbox'))
  assert.equal(await overflow(links.page), [])
  await links.page.getByRole('textbox').fill(address)
  await links.page.keyboard.press('Enter')
  await visible(links.page.getByText(address))
  assert.equal(await overflow(links.page), [])
  await visible(text.page.getByRole('tab').first())
  assert.equal(await overflow(text.page), [])
  await text.page.getByRole('textbox').fill(address)
  await text.page.keyboard.press('Enter')
  await visible(text.page.getByText(address))
  assert.equal(await overflow(text.page), [])
})

/** Name or text of the focused element, wherever it is. */
const focus = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    if (!element || element === document.body) return ''
    return element.getAttribute('aria-label') || (element as HTMLInputElement).labels?.[0]?.textContent || element.textContent || ''
  })

/** Whether a ring is drawn around the focused element, or around the box that contains it. */
const ringed = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    return [element!, element!.closest('.lk-input')!, ...(element!.parentElement?.querySelectorAll('.lk-digit') ?? [])]
      .filter(Boolean)
      .map((box) => getComputedStyle(box))
      .some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2)
  })

/** Presses Tab until `name` has the focus. Everything on the way must show that it has the focus. */
const tabTo = async (page: Page, name: RegExp, key = 'Tab') => {
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press(key)
    const now = await focus(page)
    if (now) assert.ok(await ringed(page), `a ring around '${now}'`)
    if (name.test(now)) return
  }
  throw new Error(`${key} does not lead to ${name}; the focus is on '${await focus(page)}'`)
}

/** Types fast, even on a slow machine: the browser takes keys that are a second apart for two searches in a list. */
const typeFast = async (page: Page, text: string) => {
  const keyboard = await page.context().newCDPSession(page)
  const start = Date.now()
  for (const [at, key] of [...text].entries()) {
    for (const type of ['keyDown', 'keyUp'] as const)
      await keyboard.send('Input.dispatchKeyEvent', {
        type,
        key,
        ...(type === 'keyDown' && { text: key }),
        timestamp: (start + 50 * at) / 1000,
      })
  }
  await keyboard.detach()
}

const focused = (page: Page, name: string) =>
  until(async () => (await focus(page)) === name, `the focus on '${name}'`).catch(async (error) => {
    throw new Error(`${error.message}; it is on '${await focus(page)}'`)
  })

for (const enableShadowDOM of [false, true]) {
  const where = enableShadowDOM ? 'in a shadow root' : 'in the page'

  visiting(`signs in by link with the keyboard alone, ${where}`, async (arrive) => {
    const { page } = await arrive({
      config: { ...LINKS, enableShadowDOM },
      faults: [{ route: SEND_LINK, status: 500, body: 'no', times: 1 }],
    })
    await visible(widget(page).email)
    await tabTo(page, /^Email$/)
    await page.keyboard.type('ada')
    await page.keyboard.press('Enter')
    assert.is(await alertOf(page), 'Email format is invalid.')
    await focused(page, 'Email')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(EMAIL)
    await tabTo(page, /^Continue with email$/)
    await page.keyboard.press('Space')
    assert.is(await alertOf(page), 'Invalid response from our servers.')
    await focused(page, 'Email')
    await page.keyboard.press('Enter')
    await focused(page, 'Check your email')
    await tabTo(page, /Gmail/)
    await tabTo(page, /Outlook/)
    await tabTo(page, /^Try again$/)
    await page.keyboard.press('Enter')
    await focused(page, 'Sign up or log in')
    await tabTo(page, /^Email$/)
  })

  visiting(`signs in by text message with the keyboard alone, ${where}`, async (arrive) => {
    const visitor = await arrive({
      config: { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['sms', 'whatsapp'] }, enableShadowDOM },
    })
    const { page } = visitor
    await visible(widget(page).phone)
    await tabTo(page, /^Text$/)
    await page.keyboard.press('ArrowRight')
    await focused(page, 'WhatsApp')
    await visible(widget(page).continueWithWhatsApp)
    await page.keyboard.press('End')
    await focused(page, 'Email')
    await page.keyboard.press('ArrowRight')
    await focused(page, 'Text')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Home')
    await focused(page, 'Text')
    // One tab stop for all tabs.
    await tabTo(page, /^Country$/)
    await page.locator('option[value=DE]').waitFor({ state: 'attached' })
    await typeFast(page, 'Germ')
    await until(async () => (await page.getByRole('combobox').inputValue()) === 'DE', 'Germany is chosen')
    await tabTo(page, /^Phone number$/)
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    await alertOf(page)
    await focused(page, 'Phone number')
    await page.keyboard.type('3456789')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('030123456')
    await page.keyboard.press('Enter')
    await focused(page, 'Passcode, 6 digits')
    assert.is(visitor.emulator.outbox().at(-1)!.to, '+4930123456')
    const code = (await visitor.message()).code!
    await page.keyboard.type(code === '000000' ? '000001' : '000000')
    assert.is(await alertOf(page), 'Invalid passcode, please try again.')
    await focused(page, 'Passcode, 6 digits')
    await tabTo(page, /^Resend code$/)
    await page.keyboard.press('Enter')
    await focused(page, 'Code sent')
    await tabTo(page, /^Passcode/, 'Shift+Tab')
    await tabTo(page, /^Back$/, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await focused(page, 'Sign up or log in')
    await tabTo(page, /^Phone number$/)
    await page.keyboard.press('Enter')
    await focused(page, 'Passcode, 6 digits')
    await page.keyboard.type((await visitor.message(3)).code!)
    await focused(page, 'Success!')
    assert.ok(await visitor.session())
  })
}

visiting('from right to left, the arrow keys follow the direction of the tabs', async (arrive) => {
  const { page } = await arrive({
    config: codes('sms', 'whatsapp', 'email'),
    html: (tag) => hostPage(`<div id="login"></div>${tag}`).replace('lang="en"', 'lang="ar" dir="rtl"'),
  })
  await visible(widget(page).phone)
  await page.getByRole('tab', { name: 'Text' }).focus()
  await page.keyboard.press('ArrowLeft')
  await focused(page, 'WhatsApp')
  await page.keyboard.press('ArrowRight')
  await focused(page, 'Text')
})

visiting('with a modifier key, the arrow keys belong to the browser, on a tab too', async (arrive) => {
  const { page } = await arrive({ config: codes('sms', 'whatsapp') })
  await page.getByRole('tab', { name: 'WhatsApp' }).focus()
  const taken = (more: object) =>
    page.evaluate(
      (more) =>
        !document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true, ...more }),
        ),
      more,
    )
  assert.equal([await taken({ altKey: true }), await taken({ metaKey: true }), await taken({})], [false, false, true])
})

visiting('a screen without a title takes the focus too', async (arrive) => {
  const visitor = await arrive({ config: codes('sms'), attributes: { 'data-styles': JSON.stringify({ hideHeaderText: true }) } })
  const { page } = visitor
  await widget(page).phone.pressSequentially('2133734253')
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await widget(page).back.press('Enter')
  await visible(widget(page).phone)
  await page.waitForFunction(() => document.activeElement!.matches('.lk'))
})

visiting('a widget that appears takes no focus from the page', async (arrive) => {
  const { page, idle } = await arrive({
    html: (tag) => hostPage(`<label>Search <input autofocus></label><div id="login"></div>${tag}`),
    config: codes('sms'),
  })
  await visible(widget(page).phone)
  await idle()
  assert.is(await focus(page), 'Search ')
})

visiting('what is announced has a live region beforehand', async (arrive) => {
  const visitor = await arrive({ config: codes('email'), faults: [{ route: VERIFY, hold: 'check' }] })
  const { page } = visitor
  await visible(widget(page).email)
  const watch = () =>
    page.evaluate(() => {
      const spoken: string[] = []
      Object.assign(window, { spoken })
      for (const region of document.querySelectorAll('[role=alert], [role=status]')) {
        new MutationObserver(() => {
          const text = region.textContent
          if (text) spoken.push(text)
        }).observe(region, { childList: true, subtree: true, characterData: true })
      }
    })
  const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken)
  await watch()
  await page.getByRole('button').click()
  await until(async () => (await spoken()).includes('Invalid email address.'), 'the error is said')
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await watch()
  const code = (await visitor.message()).code!
  await page.keyboard.type(code === '000000' ? '000001' : '000000')
  await until(async () => (await spoken()).includes('Verifying passcode...'), 'that the code is checked is said')
  await until(() => visitor.sent(VERIFY).length, 'the call')
  visitor.emulator.release('check')
  await until(async () => (await spoken()).includes('Invalid passcode, please try again.'), 'the error is said')
  await widget(page).resend.click()
  await until(async () => (await spoken()).includes('Email resent'), 'the toast is said')
  assert.ok((await spoken()).some((text) => text.includes('Code sent')))
})

visiting('password managers and autofill know what each field is', async (arrive) => {
  const attributes = (page: Page, name: string, ...names: string[]) =>
    page.getByRole('textbox', { name }).evaluate((input, names) => names.map((name) => input.getAttribute(name)), names)
  const visitor = await arrive({ config: { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['sms'] } } })
  const { page } = visitor
  await visible(widget(page).phone)
  assert.equal(await attributes(page, 'Phone number', 'type', 'autocomplete', 'enterkeyhint'), ['tel', 'tel-national', 'send'])
  await page.getByRole('tab', { name: 'Email' }).click()
  assert.equal(await attributes(page, 'Email', 'type', 'autocomplete', 'autocapitalize', 'spellcheck', 'enterkeyhint'), [
    'email',
    'email username',
    'none',
    'false',
    'send',
  ])
  await page.getByRole('tab', { name: 'Text' }).click()
  await widget(page).phone.pressSequentially('2133734253')
  await widget(page).continueWithText.click()
  await visible(widget(page).codeAwaited)
  assert.equal(await attributes(page, 'Passcode', 'inputmode', 'autocomplete', 'enterkeyhint'), ['numeric', 'one-time-code', 'done'])
  // iOS zooms in on smaller text.
  assert.is(await widget(page).code.evaluate((input) => getComputedStyle(input).fontSize), '16px')
})

visiting('with less motion, nothing moves except the caret', async (arrive) => {
  const visitor = await arrive({
    config: codes('email'),
    faults: [{ route: VERIFY, hold: 'check' }],
    profile: { reducedMotion: 'reduce' },
  })
  const { page } = visitor
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map((animation) => (animation as CSSAnimation).animationName)
        .filter((name) => name !== 'lk-blink'),
    )
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await widget(page).resend.click()
  await visible(page.getByText('Email resent'))
  assert.equal(await moving(), [])
  // WCAG 2.2.2: what blinks by itself ends within five seconds
  const caretEnds = await widget(page).code.evaluate((input) => {
    input.focus()
    return document.getAnimations().map((animation) => animation.effect!.getComputedTiming().endTime)
  })
  assert.equal(caretEnds, [5000])
  await widget(page).code.fill('123456')
  await visible(page.getByText('Verifying passcode...'))
  assert.equal(await moving(), [])
})

visiting('with forced colors, what is drawn stays visible, and the digits show once', async (arrive) => {
  const visitor = await arrive({
    config: codes('email'),
    profile: { forcedColors: 'active' },
    faults: [{ route: VERIFY, hold: 'check' }],
  })
  const { page } = visitor
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  await visible(widget(page).codeAwaited)
  await page.keyboard.type('123')
  assert.is(await widget(page).code.evaluate((input) => getComputedStyle(input).color), 'rgba(0, 0, 0, 0)')
  const borders = await page.locator('.lk-digit').evaluateAll((all) => all.map((digit) => getComputedStyle(digit).borderTopStyle))
  assert.equal(borders, Array(6).fill('solid'))
  assert.ok(await ringed(page))
  await widget(page).resend.click()
  await visible(page.getByText('Email resent'))
  assert.is.not(await page.locator('.lk-toast').evaluate((toast) => getComputedStyle(toast).borderTopColor), 'rgba(0, 0, 0, 0)')
})

visiting("the visitor's own scheme applies if the host sets auto", async (arrive) => {
  const schemes = ['auto', undefined, 'dark', 'light']
  const { page, site } = await arrive({
    path: null,
    pages: (tag) =>
      Object.fromEntries(
        schemes.map((colorScheme) => [
          `/${colorScheme}`,
          {
            html: hostPage(`<div id="login"></div>${tag.replace('<script ', `<script data-styles='${JSON.stringify({ colorScheme })}' `)}`),
          },
        ]),
      ),
  })
  const background = async (scheme: 'light' | 'dark', colorScheme?: string) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.goto(`${site}/${colorScheme}`)
    return page.locator('.lk-card').evaluate((card) => getComputedStyle(card).backgroundColor)
  }
  const [light, dark] = ['rgb(255, 255, 255)', 'rgb(22, 33, 42)']
  assert.is(await background('light', 'auto'), light)
  assert.is(await background('dark', 'auto'), dark)
  assert.is(await background('dark'), light)
  assert.is(await background('light', 'dark'), dark)
  assert.is(await background('dark', 'light'), light)
})

test.run()
