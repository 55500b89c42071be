/**
 * Tests the mark of the last log-in in a real browser, from the built files
 * (docs/decisions/only-the-last-method-is-remembered.md).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Page } from 'playwright-core'
import { locales } from '../../src/ui/words/language.ts'
import { closeBrowser } from '../harness/browser.ts'
import { arrangementOf, inPage } from '../states/inPage.ts'
import { screenStates, type ScreenState } from '../../src/tools/states/states.ts'
import { walk } from '../../src/tools/states/walk.ts'
import { prerenderedPage, taken } from './prerenderedPages.ts'
import {
  codes,
  drawn,
  each,
  hostPage,
  inCode,
  PUBLIC_TOKEN,
  remembering,
  until,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
} from './visitors.ts'

test.after(closeBrowser)

const EMAIL = 'ada@example.com'
const KEY = `stytch_sdk_state_${PUBLIC_TOKEN}::last_method`
const social = (...types: string[]) => ({ oauthOptions: { providers: types.map((type) => ({ type })) } })
const GOOGLE_AND_LINK = { products: ['oauth', 'emailMagicLinks'], ...social('google', 'apple') }

const stored = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY)

/**
 * Resolves as soon as a log-in has left its name, which is an effect of the screen that follows.
 */
const leaves = (page: Page, method: string) =>
  until(async () => (await stored(page)) === JSON.stringify(method), `the name of the log-in, ${method}`)

/** The names of all that is marked: buttons, tabs, and forms by their fields. */
const marked = (page: Page) =>
  page.locator('.lk').evaluate((section) =>
    [...section.querySelectorAll('.lk-last')].map((mark) => {
      const at = mark.closest('button') ?? mark.parentElement!.querySelector('input')!
      return `${at.id}: ${mark.textContent}`
    }),
  )

/** The order of everything that can be pressed or filled in. */
const order = (page: Page) =>
  page.locator('.lk :is(button, input)').evaluateAll((all) => all.map(({ id, textContent }) => id || textContent!.trim()))

/** Signs the visitor out, and opens the log-in screen again. */
const comeBack = async (page: Page) => {
  await page.evaluate(() => (window as any).client.session.revoke())
  await page.reload()
  await visible(page.locator('.lk :is(button, input)').first())
  await drawn(page)
}

const here = (config: object, props: object = {}): Arrangement => ({
  html: inCode({}, { config, authenticateByUrl: true, ...props }),
  path: null,
  project: { pkce_required_for_oauth: true },
})

visiting('who has logged in with Google finds its button marked, in the same place, after signing out', async (arrive) => {
  const visitor = await arrive(here(GOOGLE_AND_LINK))
  const { page } = visitor
  visitor.emulator.project({ default_redirect_url: visitor.site })
  await page.goto(visitor.site)
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await visible(google)
  const before = await order(page)
  const box = await google.boundingBox()
  assert.equal([await marked(page), await stored(page)], [[], null])
  await google.click()
  await page.getByLabel('Someone else').fill(EMAIL)
  await page.getByRole('button', { name: 'Allow' }).click()
  await visible(widget(page).success)
  await leaves(page, 'oauth_google')
  await comeBack(page)
  assert.equal(await marked(page), ['oauth-google: Last used'])
  await visible(page.getByRole('button', { name: 'Continue with Google Last used', exact: true }))
  assert.equal(await order(page), before)
  assert.equal(await google.boundingBox(), box, 'nothing is elsewhere, or larger')
  // another way takes its place
  await widget(page).email.fill(EMAIL)
  await widget(page).continueWithEmail.click()
  await page.goto((await visitor.message()).url!)
  await visible(widget(page).success)
  await leaves(page, 'email')
  await page.goto(visitor.site)
  await comeBack(page)
  assert.equal(await marked(page), ['email-input: Last used'])
})

/**
 * What each log-in of the screens' tests leaves, and what it marks where there are other ways too.
 */
const left = {
  OTPConfirmation: ['email', { products: ['otp'], otpOptions: { methods: ['sms', 'email'] } }, 'lk-tabstab.email'],
  Success: ['email', GOOGLE_AND_LINK, 'email-input'],
  PasswordConfirmation: ['email', { products: ['passwords', 'oauth'], ...social('google') }, 'email-input'],
  PasskeyConfirmation: ['passkey', { products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } }, ''],
  CryptoConfirmation: ['wallet Metamask', { products: ['crypto', 'emailMagicLinks'] }, 'wallet-Continue with Metamask'],
} satisfies { [Name in keyof typeof screenStates]?: [left: string, more: object, marks: string] }

visitingInAll('each kind of log-in leaves its name alone, which marks its way in the next time', async (arrive) => {
  await each(Object.entries(left), async ([name, [method, config, marks]]) => {
    const state: ScreenState = screenStates[name as keyof typeof left]
    const visitor = await arrive({
      ...arrangementOf(state),
      pages: (tag, provider) => ({ '/more': { html: inCode({}, { config })(tag, provider) } }),
    })
    const { page } = visitor
    await walk(state.steps, inPage(visitor))
    await leaves(page, method)
    await page.evaluate(() => (window as any).client.session.revoke())
    await page.goto(`${visitor.site}/more`)
    await visible(page.locator('.lk-last'))
    assert.equal(await marked(page), [`${marks}: Last used`], name)
    await visitor.leave()
  })
})

for (const [method, typed, button] of [
  ['sms', '2133734253', 'continueWithText'],
  ['whatsapp', '2133734253', 'continueWithWhatsApp'],
] as const) {
  visitingInAll(`a code by ${method} marks its tab, whose name says it`, async (arrive) => {
    const visitor = await arrive({ html: inCode({}, { config: codes('email', 'sms', 'whatsapp') }) })
    const { page } = visitor
    const tab = page.getByRole('tab', { name: method === 'sms' ? 'Text' : 'WhatsApp' })
    await tab.click()
    await widget(page).phone.pressSequentially(typed)
    await widget(page)[button].click()
    await visible(widget(page).codeAwaited)
    await page.keyboard.type((await visitor.message()).code!)
    await visible(widget(page).success)
    await leaves(page, method)
    await comeBack(page)
    await visible(page.getByRole('tab', { name: `${method === 'sms' ? 'Text' : 'WhatsApp'} Last used`, exact: true }))
    assert.is((await marked(page)).length, 1)
    // the first tab is the one that is open, as before
    await visible(page.getByRole('tab', { name: 'Email', exact: true, selected: true }))
  })
}

visitingInAll('where storage is blocked, everything works and nothing is marked', async (arrive) => {
  const { page } = await arrive({
    html: inCode({}, { config: GOOGLE_AND_LINK }),
    first: (page) =>
      page.addInitScript(() =>
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('denied', 'SecurityError')
          },
        }),
      ),
    expected: /Storage is blocked/,
  })
  await visible(page.getByRole('button', { name: 'Continue with Google', exact: true }))
  assert.equal(await marked(page), [])
})

visitingInAll('a value of somebody else marks nothing', async (arrive) => {
  await each(['{"a":1}', '"constructor"', 'not JSON'], async (value) => {
    const visitor = await arrive({
      html: inCode({}, { config: { ...GOOGLE_AND_LINK, ...codes('sms', 'email'), products: ['oauth', 'otp'] } }),
      first: (page) => page.addInitScript(([key, value]) => localStorage.setItem(key!, value!), [KEY, value]),
    })
    await visible(widget(visitor.page).phone)
    await drawn(visitor.page)
    assert.equal(await marked(visitor.page), [], value)
    await visitor.leave()
  })
})

visitingInAll('the mark is there in the first frame that has the button', async (arrive) => {
  const visitor = await arrive({
    path: null,
    html: (tag) => hostPage(`<div id="login"></div>${tag}`),
    config: GOOGLE_AND_LINK,
    async first(page) {
      await remembering('oauth_google')(page)
      await page.addInitScript(() => {
        const frames: [button: boolean, mark: boolean][] = []
        Object.assign(window, { frames_: frames })
        const look = () => {
          frames.push([!!document.querySelector('#oauth-google'), !!document.querySelector('#oauth-google .lk-last')])
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
    },
  })
  await visitor.page.goto(visitor.site)
  await visible(visitor.page.locator('.lk-last'))
  const frames = await visitor.page.evaluate(() => (window as unknown as { frames_: [boolean, boolean][] }).frames_)
  assert.equal(
    frames.filter(([button, mark]) => button !== mark),
    [],
  )
})

visitingInAll(
  'a prerendered form gets its mark when the widget takes it over, and keeps its elements and the text in its field',
  async (arrive) => {
    const visitor = await arrive({ ...prerenderedPage({ config: GOOGLE_AND_LINK as never }), first: remembering('email') })
    const { page } = visitor
    await page.goto(visitor.site)
    await page.locator('#email-input').pressSequentially('ada')
    await taken(page)
    await visible(page.locator('.lk-last'))
    assert.equal(await marked(page), ['email-input: Last used'])
    assert.is(await widget(page).email.inputValue(), 'ada')
  },
)

visitingInAll('at 320 px, in every language, the mark covers no text and stays in the card', async (arrive) => {
  const config = {
    products: ['oauth', 'otp'],
    ...social('google', 'salesforce', 'nextbook'),
    otpOptions: { methods: ['sms', 'whatsapp', 'email'] },
  }
  const ways = [
    [config, 'oauth_salesforce', {}],
    [config, 'oauth_google', { buttons: { social: 'grid' } }],
    [config, 'oauth_nextbook', {}],
    [config, 'sms', {}],
    [config, 'email', {}],
    [GOOGLE_AND_LINK, 'email', {}],
    [{ ...config, otpOptions: { methods: ['sms'] } }, 'sms', {}],
  ] as const
  await each(ways, async ([config, method, styles]) => {
    for (const size of ['16px', '24px']) {
      const visitor = await arrive({
        profile: { viewport: { width: 320, height: 900 } },
        first: remembering(method),
        html: (tag, provider) =>
          inCode(
            {},
            { config, styles },
            '',
          )(tag, provider).replace('</head>', `<style>.lk { font-size: ${size} !important }</style></head>`),
      })
      const { page } = visitor
      await visible(page.locator('.lk-last'))
      for (const locale of locales) {
        const { [locale.replace('-', '') as 'de']: strings } = (await import(`../../src/strings/${locale}.ts`)) as Record<string, object>
        await page.evaluate((strings) => (window as any).mounted.update({ strings }), strings as object)
        await until(async () => (await page.locator('.lk').getAttribute('lang')) === locale, locale)
        const problems = await page.evaluate(() => {
          const mark = document.querySelector<HTMLElement>('.lk-last')!
          const box = mark.getBoundingClientRect()
          const card = document.querySelector('.lk-card')!.getBoundingClientRect()
          const found: string[] = []
          if (box.left < card.left || box.right > card.right) found.push('it leaves the card')
          if (document.scrollingElement!.scrollWidth > innerWidth) found.push('the page scrolls sideways')
          const texts = document.createTreeWalker(document.querySelector('.lk')!, NodeFilter.SHOW_TEXT)
          while (texts.nextNode()) {
            const text = texts.currentNode
            if (mark.contains(text) || text.parentElement!.closest('option, [aria-hidden=true]')) continue
            const range = document.createRange()
            range.selectNodeContents(text)
            for (const { left, right, top, bottom } of range.getClientRects()) {
              // the letters of a line are not as high as the line
              const air = (bottom - top) * 0.2
              if (left < box.right && right > box.left && top + air < box.bottom && bottom - air > box.top)
                found.push(`it covers “${text.textContent}”`)
            }
          }
          return found
        })
        assert.equal(problems, [], `${locale}, ${method}, ${size}`)
      }
      await visitor.leave()
    }
  })
})

test.run()
