/** Tests the playground that `npm start` serves, as released, under its own strict policy. */
import type { RunOptions } from 'axe-core'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { OutboxMessage } from '../../src/tools/emulator/index.ts'
import * as presets from '../../src/entries/presets.ts'
import { costOf, sum } from '../../src/tools/snippet/size.ts'
import { en } from '../../src/strings/en.ts'
import { enPlain } from '../../src/strings/en-plain.ts'
import type { EmbedChunk } from '../../src/tools/snippet/snippet.ts'
import { COLORS, findingsOfAxe, WIDTH_AND_COLORS } from '../harness/axe.ts'
import { closeBrowser, visit, type Visit } from '../harness/browser.ts'
import { inAll } from '../harness/everything.ts'
import { plainEnglish } from '../harness/plainEnglish.ts'
import { startPlayground } from '../harness/playground.ts'
import { serveSite } from '../harness/site.ts'
import { chunks } from './embedChunks.ts'
import { alertOf, gone, until, visible, widget } from './visitors.ts'

let stop: () => void
let url: string

test.before(async () => {
  ;({ url, stop } = await startPlayground())
})

test.after(async () => {
  await closeBrowser()
  stop()
})

const testInAll = inAll(test)

const control = (method: string, name: string, body?: unknown) =>
  fetch(`${url}/_emulator/${name}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })

test.before.each(async () => {
  await control('POST', 'reset')
})

/** Chromium's own message about an answer that a fault requested, or about a missing favicon. */
const networkNote = /^Failed to load resource/

const parts = (page: Page) => ({
  ...widget(page.locator('.host'), plainEnglish),
  card: (name: string) => page.getByRole('region', { name, exact: true }),
  outbox: page.getByRole('region', { name: 'Outbox', exact: true }),
  activity: page.getByRole('region', { name: 'Activity', exact: true }),
  visitor: page.getByRole('region', { name: 'Visitor', exact: true }),
  code: page.getByRole('region', { name: 'Code', exact: true }).getByRole('tabpanel'),
  openLink: page.getByRole('link', { name: 'Open link' }),
})

type Parts = ReturnType<typeof parts> & { page: Page }

/** The settings of the code that works with the emulator, with further ones. */
const forEmulator = (settings: object = {}) => ({ hash: `#${encodeURIComponent(JSON.stringify({ ownServer: false, ...settings }))}` })

const withCodes = forEmulator({ products: ['emailMagicLinks', 'otp'] })

/** Selects faults, and waits until the emulator knows them. */
const pickFaults = async ({ page, activity }: Parts, name: string) => {
  await page.getByRole('radio', { name }).check()
  await visible(activity.getByText(`Faults: ${name}`, { exact: true }).last())
}

/**
 * The page of all tests that need no other. Its scripts are already compiled, like those of a
 * returning visitor.
 */
let usual: Visit | undefined

/**
 * A test in the playground, opened at a hash, with nothing stored. It fails if the page logs a
 * warning or an error.
 */
const playing =
  (run: (parts: Parts) => Promise<void>, { hash = '', ...options }: BrowserContextOptions & { hash?: string } = {}) =>
  async () => {
    const opened = () => visit({ viewport: { width: 1440, height: 900 }, ...options })
    const own = Object.keys(options).length > 0
    const { page, complaints } = own ? await opened() : (usual ??= await opened())
    let ended = false
    try {
      await page.goto(`${url}/favicon.svg`)
      await page.context().clearCookies()
      await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()))
      complaints.length = 0
      await page.goto(`${url}/${hash}`)
      await visible(page.locator('.host').getByRole('textbox').first())
      await run({ page, ...parts(page) })
      assert.equal(
        complaints.filter((text) => !networkNote.test(text)),
        [],
        'the page complained',
      )
      ended = true
    } finally {
      if (own || !ended) {
        await page.context().close()
        if (!own) usual = undefined
      }
    }
  }

const askForLink = async ({ email, continueWithEmail, openLink }: Parts, to = 'ada@example.com') => {
  await email.fill(to)
  await continueWithEmail.click()
  await visible(openLink)
}

const signIn = async (at: Parts) => {
  await askForLink(at)
  await at.openLink.first().click()
  await visible(at.visitor.getByText('Signed in as'))
}

test(
  'signs up with the link in the outbox, and signs out',
  playing(async (at) => {
    const { page, outbox, visitor, activity, main, success } = at
    await visible(outbox.getByText('No messages yet.'))
    await visible(visitor.getByText('Nobody is signed in.'))
    await askForLink(at)
    await visible(outbox.getByText('To ada@example.com', { exact: true }))
    await visible(outbox.getByRole('heading', { name: 'Finish signing up for Latchkey Emulator' }))
    assert.match(await page.getByRole('status').filter({ hasText: 'New message' }).innerText(), 'to ada@example.com')
    assert.is(await page.locator('.steps [aria-current]').innerText(), 'Open the link or type the code')

    await at.openLink.click()
    await visible(success)
    await visible(visitor.getByRole('definition').getByText('ada@example.com'))
    await visible(visitor.getByText('Link by email'))
    assert.match(await visitor.locator('.figures').innerText(), /^(30:00|29:5\d)$/)
    assert.is(page.url(), `${url}/`, 'the token has left the address')
    // The log continues where the page that requested the link left it.
    assert.equal(await activity.locator('.what').allInnerTexts(), ['AUTHENTICATE_FLOW_COMPLETE', 'Signed in', 'MAGIC_LINK_LOGIN_OR_CREATE'])

    await visitor.getByRole('button', { name: 'Sign out' }).click()
    await visible(visitor.getByText('Nobody is signed in.'))
    await visible(main)
    await page.reload()
    await visible(visitor.getByText('Nobody is signed in.'))
  }),
)

testInAll(
  'signs up with the code of a text message',
  playing(async (at) => {
    const { page, outbox, visitor, activity, phone, continueWithText, code, success } = { ...at, code: widget(at.page, plainEnglish).code }
    await page.locator('.host').getByRole('tab', { name: 'Text' }).click()
    await phone.pressSequentially('2133734253')
    await continueWithText.click()
    await visible(outbox.getByRole('heading', { name: 'Text message' }))
    const digits = await outbox.locator('.digits').innerText()
    await code.focus()
    await page.keyboard.type(digits)
    await visible(success)
    await visible(visitor.getByRole('definition').getByText('+12133734253'))
    await visible(visitor.getByText('Code by text message'))
    await activity.getByText('OTP_AUTHENTICATE').click()
    const detail = await activity.locator('details[open] .code').innerText()
    assert.match(detail, '"session_token": "••••••••"')
    assert.match(detail, '"user_id": "user-test-')
  }, withCodes),
)

testInAll(
  'the code is copied',
  playing(
    async (at) => {
      await at.page.locator('.host').getByRole('tab', { name: 'WhatsApp' }).click()
      await at.phone.pressSequentially('2133734253')
      await at.continueWithWhatsApp.click()
      await at.outbox.getByRole('button', { name: 'Copy code' }).click()
      await visible(at.outbox.getByText('Copied'))
      const copied = await at.page.evaluate(() => navigator.clipboard.readText())
      const [message] = (await (await control('GET', 'outbox')).json()) as OutboxMessage[]
      assert.is(copied, message!.code)
    },
    { ...withCodes, permissions: ['clipboard-read', 'clipboard-write'] },
  ),
)

testInAll(
  'a session is refreshed for as long as the settings say',
  playing(async (at) => {
    await signIn(at)
    const { page, visitor } = at
    await page.getByText('Lifetimes').click()
    await page.getByRole('textbox', { name: 'Session' }).fill('3')
    await visible(page.getByText('A whole number from 5 to 525,600.'))
    await page.getByRole('textbox', { name: 'Session' }).fill('60')
    await visitor.getByRole('button', { name: 'Refresh session' }).click()
    await visible(visitor.getByText(/^(1:00:00|59:5\d)$/))
  }),
)

testInAll(
  'a sign-out that the provider refuses says so, and can be finished locally',
  playing(async (at) => {
    await signIn(at)
    const { visitor } = at
    await pickFaults(at, 'All 502')
    await visitor.getByRole('button', { name: 'Sign out' }).click()
    await visible(visitor.getByRole('alert').filter({ hasText: /./ }))
    await visitor.getByRole('button', { name: 'Sign out anyway' }).click()
    await visible(visitor.getByText('Nobody is signed in.'))
  }),
)

test(
  'controls change the widget, the code and the URL, and survive a reload',
  playing(async (at) => {
    const { page, code, main, email, continueWithEmail } = at
    const host = page.locator('.host')
    const script = () => code.innerText()
    assert.match(await script(), '"products":["emailMagicLinks"]')
    await page.getByRole('checkbox', { name: 'One-time codes' }).check()
    await visible(host.getByRole('tab').first())
    await email.fill('ada@example.com')

    await page.getByRole('button', { name: 'Harbour' }).click()
    await page.waitForFunction(() => getComputedStyle(document.querySelector('.lk-button')!).backgroundColor === 'rgb(21, 89, 199)')
    assert.match(await script(), '"accent":"#1559c7"')
    await page.getByText('All style values').click()
    await page.getByRole('group', { name: 'Primary button' }).getByRole('textbox', { name: 'Background', exact: true }).fill('#222222')
    await page.waitForFunction(() => getComputedStyle(document.querySelector('.lk-button')!).backgroundColor === 'rgb(34, 34, 34)')
    await page.getByRole('switch', { name: 'Hide the header text' }).check()
    await gone(main)
    assert.match(await script(), '"hideHeaderText":true')

    await page.getByText('Words', { exact: true }).click()
    await page.getByRole('button', { name: 'Replace a message' }).click()
    await page.getByLabel('Message id 1').fill('button.emailLogin')
    assert.is(await page.getByLabel('Text 1').getAttribute('placeholder'), 'Continue with email')
    await page.getByLabel('Text 1').fill('Off we go')
    await visible(host.getByRole('button', { name: 'Off we go' }))
    assert.match(await script(), `data-strings='{"button.emailLogin":"Off we go"}'`)
    await page.getByLabel('Message id 1').fill('button.nobody')
    await visible(page.getByText('The widget has no message with this id.'))
    await visible(continueWithEmail)
    assert.is(await email.inputValue(), 'ada@example.com', 'what the visitor typed outlives every change')

    await page.getByText('Page around it').click()
    await page.getByRole('switch', { name: 'Shadow DOM' }).check()
    await page.waitForFunction(() => document.querySelector('.host > *')?.shadowRoot)
    assert.match(await script(), '"enableShadowDOM":true')
    await page.getByRole('switch', { name: 'Right to left' }).check()
    assert.is(await host.getAttribute('dir'), 'rtl')
    await page.getByRole('slider').fill('300')
    assert.is((await host.boundingBox())!.width, 300)

    await page.getByRole('checkbox', { name: 'One-time codes' }).uncheck()
    await gone(host.getByRole('tab').first())
    assert.match(await script(), '"products":["emailMagicLinks"]')
    await page.getByRole('checkbox', { name: 'One-time codes' }).check()
    await page.getByRole('button', { name: 'Move One-time codes up' }).click()
    await visible(host.getByRole('tab', { name: 'Text', selected: true }))

    await page.reload()
    await visible(host.getByRole('tab', { name: 'Text', selected: true }))
    assert.match(await script(), '"products":["otp","emailMagicLinks"]')
    assert.match(await script(), '"backgroundColor":"#222222"')
    await page.getByRole('button', { name: 'Reset settings' }).click()
    await visible(main)
    assert.is(new URL(page.url()).hash, '')
  }),
)

testInAll(
  'opening a link keeps the settings',
  playing(
    async (at) => {
      await askForLink(at)
      await at.openLink.click()
      await visible(at.success)
      assert.is(await at.page.locator('.host').getAttribute('dir'), 'rtl')
    },
    { hash: `#${encodeURIComponent('{"rightToLeft":true}')}` },
  ),
)

testInAll(
  'the way back from a provider keeps the settings, the last one too, whichever it is',
  playing(
    async ({ page }) => {
      await page.route(/\/oauth\/google\/start/, (route) => route.fulfill({ body: 'Google' }))
      for (const [last, setting] of [
        ['Shadow DOM', 'shadowDom'],
        ['Right to left', 'rightToLeft'],
      ] as const) {
        await page.getByText('Page around it').click()
        await page.getByRole('switch', { name: last }).check()
        const left = page.waitForRequest(/\/oauth\/google\/start/)
        await page.locator('.host').getByRole('button', { name: 'Continue with Google' }).click()
        const back = new URL(new URL((await left).url()).searchParams.get('login_redirect_url')!)
        assert.match(decodeURIComponent(back.hash), `"${setting}":true`)
        await page.waitForURL(/\/oauth\/google\/start/)
        await page.goto(back.href)
      }
    },
    { hash: `#${encodeURIComponent('{"products":["emailMagicLinks","oauth"]}')}` },
  ),
)

testInAll(
  'a shared link that is pasted into an open playground takes effect',
  playing(async ({ page, email }) => {
    await visible(email)
    await page.evaluate(() => {
      location.hash = encodeURIComponent('{"products":["otp"]}')
    })
    await gone(email)
  }),
)

testInAll(
  'the TypeScript code and the React component follow the settings, by keyboard too',
  playing(async ({ page, code }) => {
    await page.getByRole('tab', { name: 'Script tag' }).focus()
    await page.keyboard.press('ArrowRight')
    assert.match(await code.innerText(), "import { LatchkeyClient } from 'latchkey'")
    await page.getByRole('radio', { name: 'Dark' }).check()
    assert.match(await code.innerText(), "colorScheme: 'dark'")
    await page.getByRole('tab', { name: 'TypeScript' }).press('ArrowRight')
    assert.match(await code.innerText(), 'authenticateByUrl\n')
  }, forEmulator()),
)

testInAll(
  'the preview says what its configuration weighs, from the table of the build',
  playing(async ({ page }) => {
    const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
    const kilobytes = (files: EmbedChunk[]) => `${(sum(files, 'brotli') / 1000).toLocaleString('en-US', oneDecimal)} kB`
    const facts = page.getByLabel('Weight with Brotli')
    const weights = new Set<string>()
    const slack = { products: ['oauth'], oauthOptions: { providers: [{ type: 'slack' }] } }
    for (const [config, backend] of [
      [{ products: ['emailMagicLinks'] }, '/auth'],
      [{ products: ['emailMagicLinks'] }],
      [{ products: ['passwords'] }],
      [slack],
    ] as const) {
      await page.evaluate(
        (settings) => {
          location.hash = encodeURIComponent(settings)
        },
        JSON.stringify({ products: config.products, providers: ['slack'], ownServer: !!backend }),
      )
      const { first, rest, later } = costOf(config, chunks, undefined, backend)
      const shown = [first, rest, later].map(kilobytes)
      await visible(facts.getByRole('definition').first().filter({ hasText: shown[0]! }))
      assert.equal((await facts.getByRole('definition').allInnerTexts()).slice(0, 3), shown)
      weights.add(shown[0]!)
    }
    assert.is(weights.size, 4, 'the weight depends on the configuration')
    await page.getByText('Words', { exact: true }).click()
    await page.getByLabel('Language').selectOption('français')
    const { first } = costOf(slack, chunks, 'fr')
    await visible(facts.getByTitle(`${sum(first, 'brotli').toLocaleString('en-US')} bytes with Brotli, in ${first.length} files`))
  }),
)

testInAll(
  'every preset of the package is a theme, and the accent comes before all other style values',
  playing(async ({ page, code }) => {
    const chips = page.getByRole('group', { name: 'Start from' }).getByRole('button')
    const names = Object.keys(presets).map((name) => name[0]!.toUpperCase() + name.slice(1))
    assert.equal(await chips.allInnerTexts(), ['Default', ...names])
    assert.is(await chips.first().getAttribute('aria-pressed'), 'true')
    const styles = async () => JSON.parse(/ data-styles='([^']*)'/.exec(await code.innerText())![1]!)
    for (const [name, preset] of Object.entries(presets)) {
      await chips.filter({ hasText: new RegExp(`^${name}$`, 'i') }).click()
      assert.equal(await styles(), preset)
    }
    await chips.first().click()

    const accent = page.getByRole('textbox', { name: 'Accent', exact: true })
    assert.is(await accent.count(), 1, 'the other style values are folded away')
    await accent.fill('#c2185b')
    await page.locator('input[type=color]:visible').first().fill('#0a7d5a')
    assert.equal(await styles(), { colorScheme: 'auto', colors: { accent: '#0a7d5a' } })
    await page.getByText('All style values').click()
    await page.getByRole('textbox', { name: 'Shadow' }).fill('none')
    await page.getByRole('radio', { name: 'A grid' }).check()
    assert.equal(await styles(), {
      colorScheme: 'auto',
      colors: { accent: '#0a7d5a' },
      container: { shadow: 'none' },
      buttons: { social: 'grid' },
    })
    await page.getByRole('radio', { name: 'A list' }).check()
    await page.getByRole('textbox', { name: 'Shadow' }).fill('soft')
    await visible(page.getByText('Not a CSS value for box-shadow'))
  }, forEmulator()),
)

testInAll(
  "the widget follows the visitor's system, unless the settings say light or dark",
  playing(
    async ({ page, email }) => {
      const card = () => page.locator('.host .lk-card').evaluate((card) => getComputedStyle(card).backgroundColor)
      const becomes = (color: string) => until(async () => (await card()) === color, color)
      const scheme = (name: string) => page.getByRole('radio', { name }).check()
      await visible(email)
      const [light, dark] = ['rgb(255, 255, 255)', 'rgb(23, 25, 29)']
      await becomes(dark)
      await scheme('Light')
      await becomes(light)
      await page.emulateMedia({ colorScheme: 'light' })
      await scheme('Dark')
      await becomes(dark)
      await scheme('System')
      await becomes(light)
      assert.is(new URL(page.url()).hash, '')
    },
    { colorScheme: 'dark' },
  ),
)

testInAll(
  'the preview can be a phone',
  playing(async ({ page, email }) => {
    const host = page.locator('.host')
    const widthOfHost = async () => (await host.boundingBox())!.width
    const phone = page.getByRole('button', { name: 'Phone' })
    assert.is(await widthOfHost(), 440)
    await email.fill('ada@example.com')
    await phone.click()
    assert.is(await phone.getAttribute('aria-pressed'), 'true')
    assert.is(await widthOfHost(), 390)
    assert.ok((await page.locator('.host .lk-card').boundingBox())!.width <= 390)
    assert.is(await email.inputValue(), 'ada@example.com')
    await page.reload()
    await visible(email)
    assert.is(await widthOfHost(), 390)
    await phone.click()
    assert.is(await widthOfHost(), 440)
  }),
)

testInAll(
  'the first Tab leads to the link past the header, and that to the widget',
  playing(
    async ({ page }) => {
      const focused = () => page.evaluate(() => document.activeElement!.textContent)
      await page.keyboard.press('Tab')
      assert.is(await focused(), 'Skip to the widget')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      assert.ok(await page.evaluate(() => Boolean(document.activeElement!.closest('.host'))))
      assert.is(new URL(page.url()).hash, '', 'the hash is for settings')
      // On a narrow page another part can be in front.
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('navigation').getByRole('button', { name: 'Code' }).click()
      await page.getByRole('link', { name: 'Skip to the widget' }).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      assert.ok(await page.evaluate(() => Boolean(document.activeElement!.closest('.host'))))
    },
    { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  ),
)

testInAll(
  'the theme can be copied as CSS, which looks the same where it is pasted',
  playing(
    async ({ page, code }) => {
      const select = (name: string) => page.getByRole('tab', { name }).click()
      await select('Theme as CSS')
      assert.is((await code.innerText()).trim(), '.lk {\n  color-scheme: light dark;\n}')
      await page.getByRole('radio', { name: 'Light' }).check()
      assert.match(await code.innerText(), 'need no CSS')
      await page.getByRole('button', { name: 'Clay' }).click()
      await page.getByText('All style values').click()
      await page.getByRole('group', { name: 'Inputs' }).getByRole('textbox', { name: 'Border', exact: true }).fill('reddish')
      await page.getByRole('switch', { name: 'Hide the header text' }).check()
      await page.getByRole('region', { name: 'Code', exact: true }).getByRole('button', { name: 'Copy code' }).click()
      const css = await page.evaluate(() => navigator.clipboard.readText())
      assert.match(css, /^\.lk \{\n( {2}--lk-[a-z-]+: [^;]+;\n)+\}\n/)
      assert.match(css, '  --lk-colors-accent: #a63d1c;\n')
      assert.not.match(css, 'reddish')
      assert.match(css, 'Only `styles` can set hideHeaderText.')

      await page.getByRole('button', { name: 'Default' }).click()
      await select('Script tag')
      const plain = (await code.innerText()).replace(/ data-styles='[^']*'/, '')
      const site = await serveSite({ '/': { html: `<!doctype html><html lang="en"><title>A shop</title><style>${css}</style>${plain}` } })
      const { page: shop } = await visit()
      await shop.goto(site.url)
      await visible(widget(shop).email)
      const [card, font] = await shop.locator('.lk-card').evaluate((card) => {
        const { backgroundColor, fontFamily } = getComputedStyle(card)
        return [backgroundColor, fontFamily]
      })
      assert.equal([card, font], ['rgb(255, 248, 241)', 'Georgia, serif'])
      await shop.context().close()
      await site.close()
    },
    { ...forEmulator(), permissions: ['clipboard-read', 'clipboard-write'] },
  ),
)

test(
  "the code can be for a host's own server, and what only the provider serves cannot be chosen then",
  playing(async ({ page, code }) => {
    const wallets = page.getByRole('checkbox', { name: 'Crypto wallets' })
    await wallets.check()
    await until(async () => /crypto/.test(await code.innerText()), 'wallets in the code')
    await page.getByRole('switch', { name: 'Your own server' }).check()
    await until(async () => /data-backend="\/auth"/.test(await code.innerText()), 'the backend in the code')
    assert.not.match(await code.innerText(), /crypto|whatsapp|public-token/)
    for (const name of ['Crypto wallets', 'WhatsApp']) assert.ok(await page.getByRole('checkbox', { name }).isDisabled(), name)
    await visible(page.getByText('Only the provider serves crypto wallets'))
    await page.getByRole('switch', { name: 'Your own server' }).uncheck()
    assert.ok(await wallets.isChecked())
  }, withCodes),
)

testInAll(
  'the form in the page is HTML that works where it is pasted, and follows the settings',
  playing(async ({ page, code }) => {
    await page.getByRole('tab', { name: 'Form in the page' }).click()
    await until(async () => /<form/.test(await code.innerText()), 'the form')
    await page.getByRole('button', { name: 'Clay' }).click()
    const html = `<!doctype html><html lang="en"><title>A shop</title>${await code.innerText()}`
    const site = await serveSite({ '/': { html } })
    const { page: shop, complaints } = await visit({ javaScriptEnabled: false })
    await shop.goto(site.url)
    await visible(widget(shop).email)
    assert.is(await shop.locator('.lk-card').evaluate((card) => getComputedStyle(card).backgroundColor), 'rgb(255, 248, 241)')
    assert.equal(complaints, [])
    await shop.context().close()
    await site.close()
  }, forEmulator()),
)

testInAll(
  'the script tag works where it is pasted',
  playing(async ({ page, code }) => {
    await page.getByRole('button', { name: 'Clay' }).click()
    const html = `<!doctype html><html lang="en"><title>A shop</title>${await code.innerText()}`
    const site = await serveSite({ '/': { html } })
    const { page: shop, complaints } = await visit()
    await shop.goto(site.url)
    const { email, continueWithEmail, checkYourEmail } = widget(shop)
    await email.fill('grace@example.com')
    assert.is(await continueWithEmail.evaluate((button) => getComputedStyle(button).backgroundColor), 'rgb(166, 61, 28)')
    await continueWithEmail.click()
    await visible(checkYourEmail)
    await visible(parts(page).outbox.getByText('To grace@example.com', { exact: true }))
    assert.equal(
      complaints.filter((text) => !networkNote.test(text)),
      [],
    )
    await shop.context().close()
    await site.close()
  }, forEmulator()),
)

testInAll(
  'faults start and end with a click, and survive a reload',
  playing(async (at) => {
    const { page, email, continueWithEmail, checkYourEmail } = at
    await pickFaults(at, 'All 502')
    await page.reload()
    await page.locator('label', { hasText: 'All 502' }).locator(':checked').waitFor()
    await email.fill('ada@example.com')
    await continueWithEmail.click()
    assert.ok(await alertOf(page.locator('.host')))
    await visible(at.activity.getByText('Error', { exact: true }).first())
    await pickFaults(at, 'Healthy')
    await continueWithEmail.click()
    await visible(checkYourEmail)
  }),
)

testInAll(
  "the provider's project and clock can be changed",
  playing(async (at) => {
    const { page, card, openLink, email } = at
    const watermark = page.locator('.host').getByText('Powered by')
    assert.is(await watermark.count(), 0)
    // A page loads the project once.
    const turnOn = (name: string) => Promise.all([page.waitForEvent('load'), page.getByRole('switch', { name }).click()])
    await turnOn('Watermark')
    await visible(watermark)
    await turnOn('PKCE required for links')
    await page.locator('label', { hasText: 'PKCE required' }).locator(':checked').waitFor()
    await visible(email)
    await askForLink(at)
    for (let minutes = 10; minutes <= 30; minutes += 10) {
      await card('Provider').getByRole('button', { name: 'Advance 10 minutes' }).click()
      await visible(page.getByText(new RegExp(`^The provider's clock is (${minutes}:0\\d|${minutes - 1}:5\\d) ahead`)))
    }
    await openLink.click()
    await visible(at.wrong)
    await card('Provider').getByRole('button', { name: 'Forget everything' }).click()
    await visible(at.outbox.getByText('No messages yet.'))
    await gone(page.getByText("The provider's clock is"))
    await gone(watermark)
  }),
)

testInAll(
  'on a wide screen the columns scroll and the page does not',
  playing(async ({ page }) => {
    assert.equal(await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]), [900, 900])
  }),
)

testInAll(
  'a phone shows one part at a time, and the outbox right below the form',
  playing(
    async (at) => {
      const { page, outbox, card, openLink, visitor } = at
      const part = (name: string) => page.getByRole('navigation').getByRole('button', { name })
      assert.equal(await Promise.all(['Widget', 'Activity', 'Code'].map((name) => card(name).isVisible())), [false, false, false])
      await askForLink(at)
      const gap =
        (await outbox.boundingBox())!.y -
        (await card('Preview')
          .boundingBox()
          .then((box) => box!.y + box!.height))
      assert.ok(gap > 0 && gap < 40, `${gap} px between them`)
      await openLink.click()
      await visible(visitor)
      for (const [name, title] of [
        ['Settings', 'Widget'],
        ['Activity', 'Activity'],
        ['Code', 'Code'],
      ] as const) {
        await part(name).click()
        assert.is(await part(name).getAttribute('aria-current'), 'true')
        assert.ok(await card(title).isVisible())
        assert.not(await outbox.isVisible())
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} fits the width`)
      }
    },
    { viewport: { width: 390, height: 844 } },
  ),
)

/** Collects what axe finds, light with these rules (default: all) and dark, after all fades. */
const lookAt = async (page: Page, what: string, rules?: RunOptions) => {
  await page.waitForFunction(() => document.getAnimations().length === 0)
  // Otherwise the header of a narrow page covers whatever is there.
  await page.evaluate(() => scrollTo(0, 0))
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    assert.equal(await findingsOfAxe(page, colorScheme === 'dark' ? COLORS : rules), [], `${what}, ${colorScheme}`)
  }
}

for (const [size, viewport, rules] of [
  ['wide', { width: 1440, height: 900 }, undefined],
  ['narrow', { width: 390, height: 844 }, WIDTH_AND_COLORS],
] as const) {
  testInAll(
    `axe finds nothing during a sign-in, and then in settings, activity and code: ${size}`,
    playing(
      async (at) => {
        const { page, card } = at
        // with all rules in both sizes, because the narrow page has a navigation of its own
        await lookAt(page, 'the form')
        await askForLink(at)
        await lookAt(page, 'with a message', rules)
        await at.openLink.click()
        await visible(at.visitor)
        await at.visitor.getByText('User and session as JSON').click()
        await lookAt(page, 'signed in', rules)
        for (const name of ['Settings', 'Activity', 'Code']) {
          await page.getByRole('navigation').getByRole('button', { name }).click()
          if (name === 'Settings') {
            await card('Widget')
              .locator('details')
              .evaluateAll((all) => {
                for (const folded of all) folded.setAttribute('open', '')
              })
            await page.getByRole('button', { name: 'Replace a message' }).click()
          }
          if (name === 'Activity') await at.activity.getByText('MAGIC_LINK').click()
          await lookAt(page, name, rules)
        }
      },
      { viewport, reducedMotion: 'reduce' },
    ),
  )
}

testInAll(
  'software wallets sign in or misbehave as selected, and a signed-in visitor has an account, a second factor and passkeys',
  playing(
    async ({ page, visitor, activity }) => {
      const wallet = page.getByRole('button', { name: 'Continue with Soft Ethereum' })
      await page.getByLabel('Soft Ethereum, asked to sign').selectOption('refuses')
      await wallet.click()
      await visible(page.locator('.host').getByText(plainEnglish['crypto.error.sign']))
      await page.getByLabel('Soft Ethereum, asked to sign').selectOption('agrees')
      await page.getByRole('button', { name: 'Try again' }).click()
      await visible(visitor.getByText('Wallet by Ethereum'))
      await visible(activity.getByText('CRYPTO_WALLET_AUTHENTICATE', { exact: true }))
      await visitor.getByRole('button', { name: 'Account' }).click()
      await visible(page.getByRole('heading', { name: plainEnglish['account.title'] }))
      await visible(page.locator('.host').getByText(plainEnglish['account.wallets'], { exact: true }))
      await visitor.getByRole('button', { name: 'Second factor' }).click()
      await visible(page.locator('.host').getByText(plainEnglish['secondFactor.none']))
      await visitor.getByRole('button', { name: 'Passkeys' }).click()
      await visible(page.getByRole('heading', { name: plainEnglish['passkey.registrationStart.title'] }))
      await page.getByRole('button', { name: 'Start over' }).click()
      await visible(wallet)
    },
    forEmulator({ products: ['crypto', 'emailMagicLinks'] }),
  ),
)

testInAll(
  'without the emulator the page says so, and continues when it is back',
  playing(async ({ page }) => {
    await page.route('**/_emulator/outbox', (route) => route.abort())
    await visible(page.getByText('The emulator does not answer.'))
    await page.unroute('**/_emulator/outbox')
    await gone(page.getByText('The emulator does not answer.'))
  }),
)

testInAll('without the built widget the page says what to do', async () => {
  const { page } = await visit()
  await page.route('**/embed/widget.js', (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.goto(url)
  await visible(page.getByRole('alert').getByText('npm run build'))
  await page.context().close()
})

testInAll(
  "the widget speaks plain English, or the provider's",
  playing(async ({ page, code, email, continueWithEmail }) => {
    const said = async () => {
      await email.fill('ada')
      await continueWithEmail.click()
      return alertOf(page.locator('.host'))
    }
    assert.is(await said(), enPlain['error.invalidEmail'])
    await visible(page.getByText("so this one speaks the provider's English"))
    await page.getByRole('tab', { name: 'TypeScript' }).click()
    assert.match(await code.innerText(), 'strings: enPlain,')
    await page.getByText('Words', { exact: true }).click()
    await page.getByLabel('Language').selectOption("English (the provider's words)")
    await page.waitForFunction(() => !document.querySelector('.code')!.textContent.includes('enPlain'))
    assert.is(await said(), en['error.invalidEmail'])
    await page.reload()
    await visible(email)
    assert.is(await said(), en['error.invalidEmail'], 'the URL keeps it')
  }, forEmulator()),
)

testInAll(
  'another language changes the preview, its direction and the code at once',
  playing(async ({ page, card, code }) => {
    const root = page.locator('.host section')
    await card('Widget').getByText('Words', { exact: true }).click()
    const language = card('Widget').getByLabel('Language')
    await language.selectOption('العربية')
    await visible(page.getByRole('heading', { name: 'إنشاء حساب أو تسجيل الدخول' }))
    assert.equal([await root.getAttribute('lang'), await root.getAttribute('dir')], ['ar', 'rtl'])
    assert.match(await code.innerText(), 'data-language="ar"')
    // The files that the code preloads exist.
    const [file] = /[^"]+\/c\/widget\.ar\.\w+\.js/.exec(await code.innerText())!
    assert.match(await page.evaluate(async (file) => (await import(file)).default, file), 'login.title=إنشاء حساب أو تسجيل الدخول')
    await language.selectOption('日本語')
    await visible(page.getByRole('heading', { name: '登録またはログイン' }))
    assert.is(await root.getAttribute('dir'), 'ltr')
    await language.selectOption('English (plain)')
    await visible(page.getByRole('heading', { name: 'Sign up or log in' }))
    assert.not(await root.getAttribute('lang'))
  }),
)

test.run()
