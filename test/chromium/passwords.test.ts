/**
 * Tests passwords in a real browser: signing up under both policies, logging in, faults, mails and
 * the page that they lead to; by keyboard. accessibility.test.ts checks the looks of each screen.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { finishAnimations } from '../harness/animations.ts'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import {
  arrangement,
  BREACHED,
  button,
  EMAIL,
  field,
  forget,
  GOOD,
  LUDS,
  PASSWORDS,
  resetUrl,
  seeded,
  submitEmail,
  submitPassword,
  title,
} from './passwordVisits.ts'
import type { Locator } from 'playwright-core'
import { alertOf, inCode, until, visible, visiting, visitingInAll, widget, type Visitor } from './visitors.ts'

test.after(closeBrowser)

for (const [policy, project, weak, says] of sample([
  ['zxcvbn', {}, 'jonathanx', 'This is similar to a commonly used password'],
  ['LUDS', LUDS, 'abcdefgh', 'Must contain 3 of the following'],
] as const)) {
  visiting(`signs up by keyboard alone: weak, breached, strong (${policy})`, async (arrive) => {
    const visitor = await arrive(arrangement(PASSWORDS, { project }))
    const { page } = visitor
    const { keyboard } = page
    await widget(page).email.focus()
    await keyboard.type(EMAIL)
    await keyboard.press('Enter')
    await title(visitor, 'Create your account')
    await visible(page.locator('#password-input:focus'))
    await keyboard.type(weak)
    await visible(page.getByText(says))
    await visitor.idle()
    assert.is(visitor.sent('POST /passwords/authenticate').length, 0)
    await keyboard.press('Enter')
    await field(visitor).selectText()
    await keyboard.type(BREACHED)
    await visible(page.getByText('This password may have been used on a different site'))
    await visitor.idle()
    assert.is(visitor.sent('POST /passwords/authenticate').length, 0)
    await field(visitor).selectText()
    await keyboard.type('Fjord-violin-walnut-72')
    await until(() => button(visitor, 'Continue').isEnabled(), 'Continue')
    await keyboard.press('Tab')
    await keyboard.press('Space')
    assert.is(await field(visitor).getAttribute('type'), 'text')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await visible(widget(page).success)
    assert.is(visitor.sent('POST /passwords').length, 1)
    assert.ok(await visitor.session())
    const heard = (await visitor.heard()).map(({ detail }) => detail)
    assert.equal(
      heard.map(({ type }) => type),
      ['PASSWORD_CREATE', 'AUTHENTICATE_FLOW_COMPLETE'],
    )
    assert.not('session_token' in heard[0].data)
  })
}

/** The name and the description of the password field, as Chromium tells them to screen readers. */
const announced = async ({ page }: Visitor) => {
  const cdp = await page.context().newCDPSession(page)
  const { nodes } = await cdp.send('Accessibility.getFullAXTree')
  const { name, description } = nodes.find((node) => node.role?.value === 'textbox' && node.name?.value === 'Password')!
  return [name!.value, description?.value]
}

visitingInAll('a screen reader hears label and title, and later how good the password is; a breached one has no meter', async (arrive) => {
  const visitor = await arrive(arrangement())
  const { page } = visitor
  await submitEmail(visitor)
  await visible(page.locator('#password-input:focus'))
  const meter = page.getByRole('meter', { name: 'Password strength' })
  await meter.waitFor({ state: 'attached' })
  assert.equal(await announced(visitor), ['Password', 'Create your account'])
  await page.keyboard.type('mulberry1')
  await visible(page.getByText('Too weak'))
  const hint = 'Add another word or two. Uncommon words are better.'
  assert.equal(await announced(visitor), ['Password', `Too weak ${hint} Create your account`])
  assert.is(await meter.getAttribute('aria-valuetext'), 'Too weak')
  await field(visitor).fill(BREACHED)
  await visible(page.getByText('This password may have been used'))
  assert.is(await meter.count(), 0)
  assert.match((await announced(visitor))[1], /^This password may .* Create your account$/)
  assert.is(await field(visitor).getAttribute('aria-invalid'), 'true')
})

visitingInAll('the first screen does not take the focus from the page', async (arrive) => {
  const visitor = await arrive(arrangement())
  await forget(visitor)
  await visitor.page.goto(await resetUrl(visitor, 'reset_password'))
  await visible(field(visitor))
  await visitor.idle()
  assert.ok(await visitor.page.evaluate(() => document.activeElement === document.body))
})

visitingInAll('Forgot Password? is on the line of the label, or on its own; the keyboard reaches it after the field', async (arrive) => {
  for (const [label, shares] of [
    ['Forgot Password?', true],
    ['Have you forgotten the password that you chose here?', false],
  ] as const) {
    const visitor = await arrive({
      html: inCode({}, { config: PASSWORDS, strings: { 'button.forgotPassword': label } }),
      profile: { viewport: { width: 320, height: 640 } },
    })
    const { page } = visitor
    const { keyboard } = page
    seeded(visitor, { password: GOOD })
    await submitEmail(visitor)
    await visible(page.locator('#password-input:focus'))
    await finishAnimations(page)
    const box = async (locator: Locator) => (await locator.boundingBox())!
    const name = await box(page.getByText('Password', { exact: true }))
    const link = await box(button(visitor, label))
    const input = await box(field(visitor))
    assert.ok(link.y + link.height <= input.y, label)
    assert.is(Math.abs(link.y - name.y) < 4, shares, label)
    if (shares) assert.ok(name.x + name.width <= link.x, label)
    else assert.ok(name.y + name.height <= link.y, label)
    // the eye is over the end of the field
    const eye = await box(button(visitor, 'Show password'))
    for (const [is, wanted] of [
      [eye.y, input.y],
      [eye.height, input.height],
      [eye.x + eye.width, input.x + input.width],
    ] as const)
      assert.ok(Math.abs(is - wanted) < 1, `the eye: ${is}, the field: ${wanted}`)
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await title(visitor, 'Check your email')
  }
})

visitingInAll('under forced colors the segments that are lit differ in their form', async (arrive) => {
  const visitor = await arrive(arrangement())
  const { page } = visitor
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await submitEmail(visitor)
  await field(visitor).fill('otterplum')
  await visible(page.getByText('Weak', { exact: true }))
  const segments = await page.locator('.lk-bar i').evaluateAll((all) =>
    all.map((segment) => {
      const { height, backgroundColor } = getComputedStyle(segment)
      return `${height} ${backgroundColor}`
    }),
  )
  const white = 'rgb(255, 255, 255)'
  assert.equal(segments, [`4px ${white}`, `4px ${white}`, `1px ${white}`, `1px ${white}`])
})

visitingInAll('a mail that cannot be sent again: the error is above the line, which keeps its distance', async (arrive) => {
  const visitor = await arrive(arrangement())
  const { page } = visitor
  await forget(visitor)
  visitor.emulator.faults([{ route: 'POST /passwords/email/reset/start', drop: true }])
  await button(visitor, 'Resend email').click()
  await alertOf(page)
  const alert = (await page.getByRole('alert').filter({ hasText: /./ }).boundingBox())!
  const line = (await page.locator('p.lk-helper').boundingBox())!
  assert.is(Math.round(line.y - (alert.y + alert.height)), 6)
})

visitingInAll(
  'a password manager that fills in and presses Continue at once logs in, once, and a field that it empties again is not sent',
  async (arrive) => {
    const visitor = await arrive(arrangement())
    const { page } = visitor
    seeded(visitor, { password: GOOD })
    await submitEmail(visitor)
    await title(visitor, 'Log In')
    const fillAndPress = (...values: string[]) =>
      field(visitor).evaluate((input: HTMLInputElement, values) => {
        for (const value of values) {
          input.value = value
          input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
        }
        input.form!.querySelector<HTMLButtonElement>('[type=submit]')!.click()
      }, values)
    await fillAndPress('something', '')
    await visitor.idle()
    assert.is(visitor.sent('POST /passwords/authenticate').length, 0)
    await fillAndPress(GOOD)
    await visible(widget(page).success)
    assert.is(visitor.sent('POST /passwords/authenticate').length, 1)
  },
)

visiting('logs in: wrong, locked, and later right', async (arrive) => {
  const visitor = await arrive(arrangement(PASSWORDS, { project: { lock_threshold: 2, lock_minutes: 1 } }))
  seeded(visitor, { password: GOOD })
  await submitEmail(visitor)
  await title(visitor, 'Log In')
  await submitPassword(visitor, 'wrong')
  assert.is(await alertOf(visitor.page), 'Unauthorized credentials.')
  await until(() => field(visitor).evaluate((input) => input === document.activeElement), 'the focus is back')
  await button(visitor, 'Continue').click()
  await until(() => visitor.sent('POST /passwords/authenticate').length === 2, 'the second try')
  await button(visitor, 'Continue').click()
  await visible(visitor.page.getByText('Too many failed authentication attempts. Please try again later.'))
  visitor.emulator.clock.advance(61_000)
  await submitPassword(visitor, GOOD)
  await visible(widget(visitor.page).success)
})

for (const [what, more, password, says] of [
  ['breached', { password: BREACHED }, BREACHED, 'Check your email to set a new password'],
  ['to be reset', { password: GOOD, password_requires_reset: true }, GOOD, 'Check your email to set a new password!'],
] as const) {
  visitingInAll(`a password that is ${what} leads to a mail and its screen`, async (arrive) => {
    const visitor = await arrive(arrangement())
    seeded(visitor, more)
    await submitEmail(visitor)
    await submitPassword(visitor, password)
    await title(visitor, says)
    assert.is((await visitor.message()).to, EMAIL)
  })
}

for (const pkce of sample([true, false])) {
  visiting(`forgets, resets and is signed in${pkce ? ', with PKCE' : ''}, and the link cannot be used again`, async (arrive) => {
    const visitor = await arrive(arrangement(PASSWORDS, { project: { pkce_required_for_password_resets: pkce } }))
    const { page } = visitor
    await forget(visitor)
    const url = await resetUrl(visitor, 'reset_password')
    await page.goto(url)
    await title(visitor, 'Reset your password')
    await field(visitor).fill(`new-${GOOD}`)
    await until(() => button(visitor, 'Continue').isEnabled(), 'Continue')
    await button(visitor, 'Continue').dblclick()
    await visible(widget(page).success)
    assert.is(visitor.sent('POST /passwords/email/reset').length, 1)
    assert.is(new URL(page.url()).search, '?a=%20b')
    assert.ok(await visitor.session())
    await page.goto(url)
    await field(visitor).fill(GOOD)
    await until(() => button(visitor, 'Continue').isEnabled(), 'Continue')
    await button(visitor, 'Continue').click()
    await visible(page.getByText('The magic link could not be authenticated'))
    await widget(page).tryAgain.click()
    await visible(widget(page).main)
  })
}

test.run()
