/**
 * The ways on where a log-in would end: each as a visitor meets it, with the built script tag
 * (docs/guides/email-links.md).
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import * as password from './passwordVisits.ts'
import type { Page } from 'playwright-core'
import { drawn, LINKS, OPEN_LINK, SEND_CODE, SEND_LINK, until, visible, visiting, visitingInAll, widget, type Visitor } from './visitors.ts'

test.after(closeBrowser)

const AT = 'ada@example.com'
const EMAIL_CODES = { products: ['otp'], otpOptions: { methods: ['email'] } }

/** Types the address, and presses the button of the form. */
const submitEmail = async ({ page }: Visitor, email = AT) => {
  await widget(page).email.fill(email)
  await widget(page).continueWithEmail.click()
}

/** Asks for a link, and returns its URL. */
const askForLink = async (visitor: Visitor) => {
  await submitEmail(visitor)
  await visible(widget(visitor.page).checkYourEmail)
  return (await visitor.message()).url!
}

const eventsOf = async (visitor: Visitor, page = visitor.page) => (await visitor.heard(page)).map(({ detail }) => detail.type)

visiting(
  'the link is opened in another tab: the tab that waits says that the visitor has logged in, once and without a call',
  async (arrive) => {
    const visitor = await arrive()
    const { page } = visitor
    const url = await askForLink(visitor)
    await visitor.idle()
    const calls = visitor.emulator.requests().length
    const other = await visitor.tab(new URL(url).pathname + new URL(url).search)
    await visible(widget(other).success)
    await visible(page.getByText('You have successfully logged in.'))
    await visitor.idle()
    assert.equal(await eventsOf(visitor), ['MAGIC_LINK_LOGIN_OR_CREATE', 'AUTHENTICATE_FLOW_COMPLETE'])
    assert.equal(await eventsOf(visitor, other), ['AUTHENTICATE_FLOW_COMPLETE'])
    const later = visitor.emulator.requests().slice(calls)
    assert.equal(
      later.map(({ path }) => path.replace('/sdk/v1', '')).filter((path) => !/events|bootstrap/.test(path)),
      ['/magic_links/authenticate'],
    )
  },
)

visitingInAll('the tab that waits goes to the host’s page, too', async (arrive) => {
  const visitor = await arrive({
    config: { ...LINKS, successURL: '/welcome' },
    pages: () => ({ '/welcome': { html: '<title>Hi</title>Hi' } }),
  })
  const url = await askForLink(visitor)
  const other = await visitor.tab(new URL(url).pathname + new URL(url).search)
  for (const page of [other, visitor.page]) await page.waitForURL('**/welcome')
})

visitingInAll(
  'the screens for a code and for a new password notice it, too, and a code that is typed here leads on as before',
  async (arrive) => {
    const coded = await arrive({ config: EMAIL_CODES })
    await submitEmail(coded)
    await visible(widget(coded.page).codeAwaited)
    const forgetful = await arrive({ config: { products: ['passwords'] } })
    password.seeded(forgetful, { password: password.GOOD })
    await password.submitEmail(forgetful)
    await password.button(forgetful, 'Forgot Password?').click()
    await visible(forgetful.page.getByText('A link to reset your password was sent'))
    for (const visitor of [coded, forgetful]) {
      const other = await visitor.tab()
      await visible(widget(other).email)
      visitor.emulator.seed({ users: [{ emails: [{ email: 'bob@example.com' }], password: password.GOOD }] })
      await other.evaluate(async (password) => {
        const { LatchkeyClient } = await (window as any).latchkey
        const { publicToken, baseUrl } = document.querySelector<HTMLElement>('script[data-public-token]')!.dataset
        const client = new LatchkeyClient(publicToken, { customBaseUrl: baseUrl })
        await client.passwords.authenticate({ email: 'bob@example.com', password, session_duration_minutes: 30 })
      }, password.GOOD)
      await visible(visitor.page.getByText('You have successfully logged in.'))
      await until(async () => (await eventsOf(visitor)).at(-1) === 'AUTHENTICATE_FLOW_COMPLETE', 'the event')
      await visitor.idle()
      assert.is((await eventsOf(visitor)).filter((type) => type === 'AUTHENTICATE_FLOW_COMPLETE').length, 1)
    }

    const here = await arrive({ config: EMAIL_CODES })
    await submitEmail(here)
    await visible(widget(here.page).codeAwaited)
    await here.page.keyboard.type((await here.message()).code!)
    await visible(here.page.getByText('Your passcode has been successfully verified.'))
    assert.equal(await eventsOf(here), ['OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'])
  },
)

visitingInAll(
  'data-authenticate="press": a scanner that runs the page’s scripts spends nothing, a reload keeps the token, and one press signs in',
  async (arrive) => {
    const visitor = await arrive({ attributes: { 'data-authenticate': 'press' } })
    const { page } = visitor
    const url = await askForLink(visitor)
    const button = page.getByRole('button', { name: 'Log in', exact: true })
    for (const open of [() => page.goto(url), () => page.reload()]) {
      await open()
      await visible(page.getByRole('heading', { name: 'Finish logging in' }))
      await visitor.idle()
      assert.is(page.url(), String(new URL(url)))
      assert.equal(visitor.sent(OPEN_LINK), [])
    }
    await button.dblclick()
    await visible(page.getByText('You have successfully logged in.'))
    assert.is(visitor.sent(OPEN_LINK).length, 1)
    assert.is(new URL(page.url()).search, '')
    assert.equal(await eventsOf(visitor), ['AUTHENTICATE_FLOW_COMPLETE'])
  },
)

const hintIn = (page: Page) => page.getByRole('button', { name: 'Did you mean ada@gmail.com?' })
const linkMails = (visitor: Visitor) => visitor.sent(SEND_LINK).map(({ email }: any) => email)

visitingInAll(
  'a typing error in the address, by keyboard: the hint comes when the visitor leaves the field, and one press takes it',
  async (arrive) => {
    const visitor = await arrive()
    const { page } = visitor
    await widget(page).email.focus()
    await visitor.idle()
    await page.keyboard.type('ada@gmial.com')
    await page.keyboard.press('Tab')
    await visible(hintIn(page))
    assert.is(await page.evaluate(() => document.activeElement!.textContent), 'Continue with email')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    assert.is(await widget(page).email.inputValue(), 'ada@gmail.com')
    assert.is(await page.evaluate(() => (document.activeElement as HTMLInputElement).type), 'email')
    assert.is(await hintIn(page).count(), 0)
    await page.keyboard.press('Enter')
    await visible(page.getByText('An email was sent to ada@gmail.com.'))
    assert.equal(linkMails(visitor), ['ada@gmail.com'])
  },
)

visitingInAll(
  'the hint moves nothing while a button is pressed, and the press sends what was typed; then one press sends it to the right address',
  async (arrive) => {
    const visitor = await arrive()
    const { page } = visitor
    await widget(page).email.fill('ada@gmial.com')
    // so that the hint could come at once
    await page.keyboard.press('Tab')
    await visible(hintIn(page))
    await widget(page).email.fill('ada@gmail.con')
    await visitor.idle()
    const button = (await widget(page).continueWithEmail.boundingBox())!
    await page.mouse.move(button.x + 20, button.y + button.height - 3)
    await page.mouse.down()
    await drawn(page)
    assert.is(await page.evaluate(() => document.activeElement!.textContent), 'Continue with email')
    assert.equal(await widget(page).continueWithEmail.boundingBox(), button)
    await page.mouse.up()
    await visible(page.getByText('An email was sent to ada@gmail.con.'))
    await hintIn(page).dblclick()
    await visible(page.getByText('An email was sent to ada@gmail.com.'))
    await visitor.idle()
    assert.equal(linkMails(visitor), ['ada@gmail.con', 'ada@gmail.com'])
    assert.is(await hintIn(page).count(), 0)
    const { url } = await visitor.message(2)
    await page.goto(url!)
    await visible(widget(page).success)
  },
)

visitingInAll('a press beside the form, too, is over before the hint comes', async (arrive) => {
  const visitor = await arrive()
  const { page } = visitor
  await widget(page).email.focus()
  await visitor.idle()
  await page.keyboard.type('ada@gmial.com')
  await page.mouse.move(5, 5)
  await page.mouse.down()
  await drawn(page)
  assert.is(await hintIn(page).count(), 0)
  await page.mouse.up()
  await visible(hintIn(page))
})

/** An answer `429` that says when to try again. */
const busy = (after: string) => ({
  status: 429,
  body: { status_code: 429, error_type: 'too_many_requests', error_message: 'Too many requests.' },
  headers: { 'Retry-After': after },
  times: 1,
})
const waiting = (page: Page) => page.locator('.lk [data-wait]')

/** Stops the clock of a page, so that only the test lets time pass. */
const stopClock = async (page: Page) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

visiting('429 with Retry-After: the button counts down, cannot be pressed, and works again by itself', async (arrive) => {
  const visitor = await arrive()
  const { page, emulator } = visitor
  const { email, continueWithEmail, checkYourEmail } = widget(page)
  emulator.faults([{ route: SEND_LINK, ...busy('12') }])
  await email.fill(AT)
  await stopClock(page)
  await continueWithEmail.click()
  await until(async () => {
    await page.clock.runFor(50)
    return waiting(page).isVisible()
  }, 'the countdown')
  const button = page.locator('.lk [type=submit]')
  assert.is(await button.getAttribute('data-wait'), 'Try again in 12 s')
  assert.is(await button.getAttribute('aria-disabled'), 'true')
  assert.is(
    await page
      .getByRole('alert')
      .innerText()
      .then((text) => text.replace(/\s+/g, ' ')),
    'Too many requests. Try again in 12 s',
  )
  await button.click({ force: true })
  await email.press('Enter')
  await page.clock.runFor(7000)
  await visible(page.getByRole('button', { name: /Try again in [45] s/ }))
  // announced once: the text of the live region stays
  assert.match(await page.getByRole('alert').innerText(), 'Try again in 12 s')
  assert.is(visitor.sent(SEND_LINK).length, 1)
  await page.clock.runFor(6000)
  await visible(continueWithEmail)
  assert.is(await waiting(page).count(), 0)
  assert.is(await button.getAttribute('aria-disabled'), 'false')
  assert.is(await page.getByRole('alert').innerText(), 'Too many requests.')
  await page.clock.resume()
  await continueWithEmail.click()
  await visible(checkYourEmail)
  assert.is(visitor.sent(SEND_LINK).length, 2)
})

visitingInAll('the button that was pressed counts down, on every screen: resend, password, forgotten password, a link', async (arrive) => {
  const coded = await arrive({ config: EMAIL_CODES })
  await submitEmail(coded)
  await visible(widget(coded.page).codeAwaited)
  coded.emulator.faults([{ route: SEND_CODE, ...busy('40') }])
  await widget(coded.page).resend.click()
  await visible(waiting(coded.page))
  assert.is(await waiting(coded.page).getAttribute('class'), 'lk-link')
  // only that button waits: a code can be typed
  await coded.page.locator('.lk input').pressSequentially((await coded.message()).code!)
  await visible(widget(coded.page).success)

  const forgetful = await arrive({ config: { products: ['passwords'] } })
  password.seeded(forgetful, { password: password.GOOD })
  await password.submitEmail(forgetful)
  forgetful.emulator.faults([
    { route: 'POST /passwords/email/reset/start', ...busy('40') },
    { route: 'POST /passwords/authenticate', ...busy('40') },
  ])
  await password.button(forgetful, 'Forgot Password?').click()
  await visible(waiting(forgetful.page))
  assert.is(await waiting(forgetful.page).innerText(), 'Forgot Password?')
  await password.submitPassword(forgetful, password.GOOD)
  await until(async () => (await waiting(forgetful.page).count()) === 2, 'the countdown of the log-in')

  const linked = await arrive()
  const url = await askForLink(linked)
  linked.emulator.faults([{ route: OPEN_LINK, ...busy('1') }])
  await linked.page.goto(url)
  await visible(waiting(linked.page))
  assert.is(await waiting(linked.page).innerText(), 'Try again')
  await until(async () => (await waiting(linked.page).count()) === 0, 'the end of the wait')
  await widget(linked.page).tryAgain.click()
  await visible(widget(linked.page).success)
})

visitingInAll('a link that is opened on another device says so, and sends a new link to this one', async (arrive) => {
  const visitor = await arrive({ project: { pkce_required_for_email_magic_links: true } })
  const { page } = visitor
  const url = await askForLink(visitor)
  // another device has none of this browser's proof keys
  await page.evaluate(() => localStorage.clear())
  await page.goto(url)
  await visible(page.getByText('You started in another browser or on another device.'))
  await visible(page.getByText('Enter your email to get a new link.'))
  await submitEmail(visitor)
  await visible(widget(page).checkYourEmail)
  await page.goto((await visitor.message(2)).url!)
  await visible(widget(page).success)
})

visitingInAll('where there are passwords alone, a link of a reset email that has expired sends a new one', async (arrive) => {
  for (const type of ['reset_password', 'login']) {
    const visitor = await arrive(password.arrangement())
    const { page } = visitor
    await password.forget(visitor)
    const { url } = await visitor.message()
    visitor.emulator.clock.advance(31 * 60_000)
    await page.goto(url!.replace('reset_password', type))
    if (type === 'reset_password') await password.submitPassword(visitor, password.GOOD)
    await visible(page.getByText('either already used or expired'))
    await visible(page.getByText('Enter your email to get a new link.'))
    await password.submitEmail(visitor)
    await visible(page.getByText('A link to reset your password was sent to you at'))
    await page.goto((await visitor.message(2)).url!)
    await password.submitPassword(visitor, password.GOOD)
    await visible(widget(page).success)
  }
})

visitingInAll(
  'a used link sends a code where the host has codes and no links, and a configuration with neither keeps its button alone',
  async (arrive) => {
    for (const [config, text] of [
      [EMAIL_CODES, 'Enter your email to get a login code.'],
      [{ products: ['otp'], otpOptions: { methods: ['sms'] } }, undefined],
    ] as const) {
      const visitor = await arrive({ config, path: '/?stytch_token_type=magic_links&token=used' })
      const { page } = visitor
      await visible(widget(page).wrong)
      assert.is(await widget(page).email.count(), text ? 1 : 0)
      if (!text) {
        await widget(page).tryAgain.click()
        await visible(widget(page).phone)
        continue
      }
      await visible(page.getByText(text))
      await submitEmail(visitor)
      await visible(widget(page).codeAwaited)
      await page.keyboard.type((await visitor.message()).code!)
      await visible(page.getByText('Your passcode has been successfully verified.'))
    }
  },
)

test.run()
