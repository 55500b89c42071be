/**
 * Tests how visitors of all abilities use the screens (WCAG 2.2 AA,
 * docs/decisions/README.md#screens-meet-wcag-22-aa): by keyboard alone, with longer words, with
 * less motion, with forced colors. How each state of each screen looks is tested in states.test.ts.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import { overflow } from './overflow.ts'
import { alertOf, codes, hostPage, inCode, LINKS, SEND_LINK, until, VERIFY, visible, visiting, widget } from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'

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
    arrive({ profile: narrow, html: inCode({}, { config: LINKS, strings }) }),
    arrive({
      profile: narrow,
      html: inCode({}, { config: { products: ['otp'], otpOptions: { methods: ['email', 'sms', 'whatsapp'] } }, strings }),
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

/**
 * Presses Tab until `name` has the focus. Everything on the way must show that it has the focus.
 */
const tabTo = async (page: Page, name: RegExp, key = 'Tab') => {
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press(key)
    const now = await focus(page)
    if (now) assert.ok(await ringed(page), `a ring around '${now}'`)
    if (name.test(now)) return
  }
  throw new Error(`${key} does not lead to ${name}; the focus is on '${await focus(page)}'`)
}

/**
 * Types fast, even on a slow machine: the browser takes keys that are a second apart for two
 * searches in a list.
 */
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

for (const enableShadowDOM of sample([false, true])) {
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
    // nothing is wrong with what stands in the field
    await focused(page, 'Continue with email')
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
    await visible(page.getByRole('button', { name: 'Code sent' }))
    await focused(page, 'Passcode, 6 digits')
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

visiting('with forced colors, a button that waits looks disabled; German words hyphenate, English ones do not', async (arrive) => {
  const { page } = await arrive({
    config: codes('email'),
    profile: { forcedColors: 'active' },
    faults: [{ route: 'POST /otps/email/login_or_create', status: 429, body: 'x', headers: { 'Retry-After': '60' } }],
  })
  const button = widget(page).continueWithEmail
  const [gray, idle] = await button.evaluate((element) => {
    const probe = element.parentElement!.appendChild(document.createElement('i'))
    probe.style.color = 'GrayText'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return [color, getComputedStyle(element).color]
  })
  await widget(page).email.fill(EMAIL)
  await page.keyboard.press('Enter')
  const waiting = page.locator('[data-wait]')
  await visible(waiting)
  assert.is.not(idle, gray)
  await until(async () => (await waiting.evaluate((element) => getComputedStyle(element).color)) === gray, 'the color')
  const hyphens = (lang: string) =>
    page.locator('.lk').evaluate((element, lang) => (element.setAttribute('lang', lang), getComputedStyle(element).hyphens), lang)
  assert.equal([await hyphens('de'), await hyphens('fi-FI'), await hyphens('en')], ['auto', 'auto', 'manual'])
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
