/** A visitor signs up with a code by text message, WhatsApp and email. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { closeBrowser } from '../harness/browser.ts'
import { sample } from '../harness/everything.ts'
import {
  alertOf,
  codes,
  drawn,
  gone,
  SEND_CODE,
  until,
  VERIFY,
  visible,
  visiting,
  visitingInAll,
  widget,
  type Arrangement,
  type Visitor,
} from './visitors.ts'

test.after(closeBrowser)

type Method = 'sms' | 'whatsapp' | 'email'

const EMAIL = 'ada@example.com'
const PHONE = '+12133734253'

const route = (method: Method) => SEND_CODE.replace('*', method)

/** Requests a code by one method and returns it. */
const askForCode = async ({ page, message }: Visitor, method: Method) => {
  const { email, phone, continueWithEmail, continueWithText, continueWithWhatsApp, codeAwaited } = widget(page)
  if (method === 'email') await email.fill(EMAIL)
  else await phone.pressSequentially('2133734253')
  await { email: continueWithEmail, sms: continueWithText, whatsapp: continueWithWhatsApp }[method].click()
  await visible(codeAwaited)
  return (await message()).code!
}

/** Returns any other code. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const focused = (visitor: Visitor) => widget(visitor.page).code.evaluate((input) => input === document.activeElement)

const arrivals: Record<Method, Arrangement> = {
  sms: { config: codes('sms') },
  whatsapp: { config: codes('whatsapp') },
  email: { config: codes('email') },
}

visiting('an input method writes a code in two pieces, and the page sends it once', async (arrive) => {
  const visitor = await arrive(arrivals.sms)
  const code = await askForCode(visitor, 'sms')
  const { code: field } = widget(visitor.page)
  const debug = await visitor.page.context().newCDPSession(visitor.page)
  const fullwidth = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
  for (const piece of [code.slice(0, 2), code.slice(2)].map(fullwidth)) {
    const before = await field.inputValue()
    for (let end = 1; end <= piece.length; end++) {
      await debug.send('Input.imeSetComposition', { text: piece.slice(0, end), selectionStart: end, selectionEnd: end })
      assert.is(await field.inputValue(), before + piece.slice(0, end))
    }
    assert.equal(visitor.sent(VERIFY), [])
    await debug.send('Input.insertText', { text: piece })
  }
  await visible(widget(visitor.page).success)
  assert.equal(
    visitor.sent(VERIFY).map(({ token }) => token),
    [code],
  )
})

for (const method of sample(['sms', 'whatsapp', 'email'] as const)) {
  visiting(`signs up with a code by ${method}`, async (arrive) => {
    const visitor = await arrive(arrivals[method])
    const { page } = visitor
    const code = await askForCode(visitor, method)
    const to = method === 'email' ? EMAIL : '+1 213 373 4253'
    await visible(page.getByText(`A 6-digit passcode was sent to you at ${to}.`))
    await visible(page.getByText(/^Your code expires in (5:00|4:\d\d)\.$/))
    assert.equal(visitor.sent(route(method)), [
      { [method === 'email' ? 'email' : 'phone_number']: method === 'email' ? EMAIL : PHONE, expiration_minutes: 5 },
    ])
    // Six digits are enough, without a press of a button.
    await page.keyboard.type(code)
    await visible(widget(page).success)
    await visible(page.getByText('Your passcode has been successfully verified.'))
    const [verified] = visitor.sent(VERIFY)
    assert.equal({ ...verified, method_id: typeof verified.method_id }, { token: code, method_id: 'string', session_duration_minutes: 30 })
    assert.ok(await visitor.session())
    const heard = await visitor.heard()
    assert.equal(
      heard.map(({ detail }) => detail.type),
      ['OTP_LOGIN_OR_CREATE', 'OTP_AUTHENTICATE', 'AUTHENTICATE_FLOW_COMPLETE'],
    )
    assert.type(heard[1]!.detail.data.user_id, 'string')
    assert.not('session_token' in heard[1]!.detail.data)
    assert.not('session_jwt' in heard[1]!.detail.data)
  })
}

visiting('a wrong code is cleared and named, the focus returns, and a later success clears the error', async (arrive) => {
  const visitor = await arrive(arrivals.email)
  const { page } = visitor
  const code = await askForCode(visitor, 'email')
  await page.keyboard.type(wrong(code))
  assert.is(await alertOf(page), 'Invalid passcode, please try again.')
  await until(async () => (await widget(page).code.inputValue()) === '', 'the digits are cleared')
  await until(() => focused(visitor), 'the focus is back')
  assert.is(await widget(page).code.getAttribute('aria-invalid'), 'true')
  assert.equal((await visitor.heard()).at(-1)!.detail.error_type, 'otp_code_not_found')
  visitor.emulator.faults([{ route: VERIFY, hold: 'the answer' }])
  await page.keyboard.type(code)
  await visible(page.getByText('Verifying passcode...'))
  assert.is(await page.getByText('Invalid passcode').count(), 0)
  await until(() => visitor.emulator.release('the answer'), 'the code is sent')
  await visible(widget(page).success)
  assert.is(await page.getByRole('alert').filter({ hasText: /./ }).count(), 0)
})

visitingInAll('no frame shows a wrong code together with its error, and the card changes its height once', async (arrive) => {
  const visitor = await arrive(arrivals.email)
  const { page } = visitor
  const code = await askForCode(visitor, 'email')
  await page.evaluate(() => {
    const frames: unknown[] = []
    Object.assign(window, { frames })
    const input = document.querySelector<HTMLInputElement>('.lk-code-input')!
    const look = () => {
      if (input.getAttribute('aria-invalid') === 'true')
        frames.push([
          input.value,
          document.querySelectorAll('.lk-form button').length,
          document.querySelector('.lk-card')!.getBoundingClientRect().height,
        ])
      requestAnimationFrame(look)
    }
    look()
  })
  await page.keyboard.type(wrong(code))
  assert.is(await alertOf(page), 'Invalid passcode, please try again.')
  await drawn(page)
  const frames: [string, number, number][] = await page.evaluate(() => (window as any).frames)
  assert.ok(frames.length)
  assert.equal([...new Set(frames.map((frame) => JSON.stringify(frame)))], [JSON.stringify(['', 0, frames[0]![2]])])
})

for (const method of ['sms', 'email'] as const) {
  visitingInAll(`a resend by ${method} voids the old code, the new one works, and the countdown restarts`, async (arrive) => {
    const visitor = await arrive({
      config: { ...codes(method), otpOptions: { methods: [method], expirationMinutes: 2, locale: 'en', loginTemplateId: 'l' } },
    })
    const { page } = visitor
    await page.clock.install()
    const old = await askForCode(visitor, method)
    await page.clock.fastForward(60_000)
    await visible(page.getByText(/^Your code expires in (1:00|0:5\d)\.$/))
    const { resend } = widget(page)
    // From here on, only the test moves the clock, because a busy machine could use up the two
    // seconds.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await resend.click()
    await visible(page.getByRole('button', { name: 'Code sent' }))
    const next = (await visitor.message(2)).code!
    await visible(page.getByText(/^Your code expires in (2:00|1:5\d)\.$/))
    // A resend sends only the expiration.
    assert.equal(
      Object.keys(visitor.sent(route(method))[1]).sort(),
      [method === 'email' ? 'email' : 'phone_number', 'expiration_minutes'].sort(),
    )

    // "Code sent" shows for two seconds, during which clicks do nothing. For an email, a toast
    // shows for two seconds.
    await resend.click({ force: true })
    assert.is(await page.getByText('Email resent').count(), method === 'email' ? 1 : 0)
    await page.clock.runFor(1900)
    assert.is(await resend.innerText(), 'Code sent')
    await page.clock.runFor(200)
    await visible(page.getByRole('button', { name: 'Resend code' }))
    await gone(page.getByText('Email resent'))
    await page.clock.resume()
    assert.is(visitor.sent(route(method)).length, 2)

    if (old !== next) {
      await widget(page).code.fill(old)
      assert.is(await alertOf(page), 'Invalid passcode, please try again.')
    }
    await widget(page).code.fill(next)
    await visible(widget(page).success)
  })
}

visitingInAll('the caret is in the first empty box', async (arrive) => {
  const visitor = await arrive(arrivals.email)
  const { page } = visitor
  await askForCode(visitor, 'email')
  const { code } = widget(page)
  await page.keyboard.type('123')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Home')
  await page.keyboard.type('4')
  assert.is(await code.inputValue(), '1234')
  await code.click({ position: { x: 5, y: 20 } })
  await page.keyboard.type('5')
  assert.is(await code.inputValue(), '12345')
})

visitingInAll('whatever is typed or pasted, the field has at most six digits', async (arrive) => {
  const visitor = await arrive(arrivals.email)
  const { page } = visitor
  await askForCode(visitor, 'email')
  const { code } = widget(page)
  await page.keyboard.type('1a2-')
  assert.is(await code.inputValue(), '12')
  await code.fill('')
  // Full-width and Arabic digits, separators, and digits within a text.
  await code.evaluate((input: HTMLInputElement) => {
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    setter.call(input, 'G-１２٣ 45')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  assert.is(await code.inputValue(), '12345')
  await page.keyboard.type('67')
  await alertOf(page)
  assert.equal(
    visitor.sent(VERIFY).map(({ token }) => token),
    ['123456'],
  )
})

visitingInAll('too many wrong codes lock the visitor out, with an explanation', async (arrive) => {
  const visitor = await arrive({ ...arrivals.email, project: { lock_threshold: 2 } })
  const { page } = visitor
  const code = await askForCode(visitor, 'email')
  for (const attempt of [1, 2]) {
    await page.keyboard.type(wrong(code))
    await until(() => visitor.sent(VERIFY).length === attempt, `attempt ${attempt}`)
    await until(async () => (await widget(page).code.inputValue()) === '', 'the digits are cleared')
    await visible(widget(page).codeAwaited)
  }
  await page.keyboard.type(code)
  await visible(page.getByText('Too many failed authentication attempts. Please try again later.'))
  // The code is not wrong: it stays, and the visitor can try it again.
  assert.is(await widget(page).code.inputValue(), code)
  visitor.emulator.clock.advance(61 * 60_000)
  await widget(page).tryAgain.click()
  // The visitor can try it again, but it has expired.
  await visible(page.getByText('Invalid passcode, please try again.'))
  assert.is(await page.getByText('Too many failed').count(), 0)
})

test.run()
