/**
 * Tests the screen where a code is typed, and the tabs in front of it, as components: the field,
 * its focus, timers, and what comes late. Ways, options and failures: codes.test.ts.
 */
import '../harness/everyFramework.ts'
import { closeAll, idle, open, provider, reported, sent } from '../harness/login.ts'
import { settled, until } from '../harness/screen.ts'
import { install, type Clock } from '@sinonjs/fake-timers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { LoginConfig } from '../../src/ui/host/config.ts'
import { askForCode, CODE, codeIn, SEND, VERIFY, ways, WRONG, wrongCode } from './askForCode.ts'

const test = suite('the screen for a code')
test.after.each(closeAll)

test('verifies as soon as there are six digits, in any notation', async () => {
  const { type, see, find, all } = await askForCode('email')
  const code = await codeIn()
  await type(CODE, code.slice(0, 5))
  assert.is(
    all('.lk-digit')
      .map((box) => box.textContent)
      .join(''),
    code.slice(0, 5),
  )
  assert.equal(sent(VERIFY), [])
  await type(CODE, 'abc')
  assert.is(find<HTMLInputElement>(CODE)!.value, '')
  await type(CODE, `Your code: ${code.slice(0, 3)}-${code.slice(3)}.`)
  await see('Success!')
  assert.is(sent(VERIFY)[0].token, code)
})

test('an input method composes undisturbed, in two pieces, and its digits are sent once', async () => {
  const { compose, see, find, all } = await askForCode('email')
  const code = await codeIn()
  // fullwidth, then Devanagari
  const inScript = (digits: string, zero: number) => [...digits].map((digit) => String.fromCodePoint(zero + Number(digit)))
  const steps = (digits: string[]) => digits.map((_, at) => digits.slice(0, at + 1).join(''))
  const drawn = () =>
    all('.lk-digit')
      .map((box) => box.textContent)
      .join('')
  const input = find<HTMLInputElement>(CODE)!
  const first = inScript(code.slice(0, 2), 0xff10)
  await compose(CODE, steps(first), () => {
    assert.equal([input.value, drawn()], [first.join(''), code.slice(0, 2)])
  })
  assert.is(input.value, code.slice(0, 2))
  const rest = inScript(code.slice(2), 0x966)
  await compose(CODE, steps(rest), async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }))
    input.dispatchEvent(new KeyboardEvent('keyup', { bubbles: true, key: 'Process' }))
    await settled()
    assert.equal([input.value, sent(VERIFY)], [code.slice(0, 2) + rest.join(''), []])
    assert.is(drawn(), code)
  })
  await see('Success!')
  assert.equal(
    sent(VERIFY).map(({ token }) => token),
    [code],
  )
})

test('resending while an input method composes leaves its text alone', async () => {
  const { compose, press, see, find } = await askForCode('sms')
  const input = find<HTMLInputElement>(CODE)!
  await compose(CODE, ['٤', '٤٧'], async () => {
    await press('Resend code')
    await see('Code sent')
    assert.is(input.value, '٤٧')
  })
  assert.is(input.value, '47')
})

test('a phone number is formatted when the input method is done', async () => {
  const { compose, find } = await open({ config: { products: ['otp'], otpOptions: { methods: ['sms'] } } })
  const input = await until(() => find<HTMLInputElement>('#phone-input'), 'the field')
  const fill = (value: string, init: InputEventInit = {}) => {
    input.value = value
    input.dispatchEvent(new InputEvent('input', { bubbles: true, ...init }))
  }
  input.focus()
  await idle()
  fill('4155552671')
  await until(() => input.value === '(415) 555-2671', 'the format')
  fill('')
  await compose('#phone-input', ['٤', '٤١', '٤١٥٥٥٥'], async () => {
    input.dispatchEvent(new Event('change', { bubbles: true }))
    await settled()
    assert.is(input.value, '٤١٥٥٥٥')
  })
  assert.is(input.value, '(415) 555')
})

test('shows that it verifies, and sends once', async () => {
  provider.faults([{ route: VERIFY, hold: 'the check' }])
  const { type, see, find } = await askForCode('email')
  const code = await codeIn()
  await type(CODE, code)
  await see('Verifying passcode...')
  assert.ok(find('.lk-progress'))
  assert.ok(find<HTMLInputElement>(CODE)!.readOnly)
  find('form')!.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
  await until(() => sent(VERIFY).length, 'the call')
  await settled()
  assert.is(sent(VERIFY).length, 1)
  provider.release('the check')
  await see('Success!')
  assert.is(sent(VERIFY).length, 1)
})

test('a wrong code: its sentence, an empty field, the focus returns, and the right one clears the error', async () => {
  const { type, see, find, button, errors, text } = await askForCode('email')
  await type(CODE, await wrongCode())
  await see(WRONG)
  const input = find<HTMLInputElement>(CODE)!
  await until(() => input.value === '', 'no digits')
  await until(() => document.activeElement === input, 'the focus in the field')
  assert.is(input.getAttribute('aria-invalid'), 'true')
  assert.ok(
    input
      .getAttribute('aria-describedby')!
      .split(' ')
      .some((id) => document.getElementById(id)?.textContent === WRONG),
  )
  assert.not(button('Try again'))
  assert.is((errors[0] as { error_type: string }).error_type, 'otp_code_not_found')
  await type(CODE, await codeIn())
  await see('Success!')
  assert.not(text().includes(WRONG))
  assert.is(errors.length, 1)
})

test('a wrong code disappears in the same frame as its error appears, both times, and later input stays', async () => {
  const { type, see, find, button, root } = await askForCode('email')
  const drawn = new Set<string>()
  const look = () => {
    const said = [...root.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent).join('')
    if (said) drawn.add(`${said} '${find<HTMLInputElement>(CODE)!.value}' ${button('Try again')?.textContent ?? 'no button'}`)
  }
  const observer = new MutationObserver(look)
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true })
  const once = [`${WRONG} '' no button`]
  for (let time = 1; time <= 2; time++) {
    await type(CODE, await wrongCode())
    await until(() => sent(VERIFY).length === time, 'the check')
    await see(WRONG)
    await settled()
    assert.equal([...drawn], once, `time ${time}`)
  }
  observer.disconnect()
  await type(CODE, '12')
  await settled()
  assert.equal([find<HTMLInputElement>(CODE)!.value, root.querySelector('[data-testid=otp-1]')!.textContent], ['12', '2'])
  await see(WRONG)
})

let clock: Clock | undefined
test.after.each(() => {
  clock?.uninstall()
  clock = undefined
})

/** From now on, the page's time runs as usual, and `pass` adds to it. */
const leaps = () => {
  clock = install({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 10,
    shouldClearNativeTimers: true,
  })
  return async (ms: number) => {
    await clock!.tickAsync(ms)
    await settled()
  }
}

test('the countdown ends at 0:00 with a sentence, and restarts with the next code', async () => {
  const pass = leaps()
  const { text, find, press } = await askForCode('email')
  const shown = () => /Your code (expires in [\d:]+\.|has expired\.)/.exec(text())?.[1]
  assert.match(shown()!, /^expires in (5:00|4:5\d)\.$/)
  await pass(60_000)
  assert.match(shown()!, /^expires in (4:00|3:5\d)\.$/)
  assert.is(find('[role=timer]')!.textContent, `Your code ${shown()}`)
  await pass(240_000)
  assert.is(shown(), 'has expired.')
  assert.is(find('[role=timer]')!.textContent, '')
  await pass(3_600_000)
  assert.is(shown(), 'has expired.')
  await press('Resend code')
  await until(() => shown() !== 'has expired.', 'a new countdown')
  assert.match(shown()!, /^expires in (5:00|4:5\d)\.$/)
})

test('resend: sending, sent for 2 s, then ready, with a toast for email', async () => {
  const { press, see, button, find, text, events } = await askForCode('email')
  const pass = leaps()
  await press('Resend code')
  await until(() => button('Code sent'), 'Code sent')
  assert.ok(find('.lk-code-input')!.matches(':focus'), 'what the visitor types next is the code')
  assert.is(find('.lk-swap')!.getAttribute('data-other'), 'Resend code', 'the place of the longer text')
  assert.is(button('Code sent')!.getAttribute('aria-disabled'), 'true')
  assert.is(find('.lk-toast')!.textContent, 'Email resent')
  await press('Code sent')
  await pass(1500)
  assert.ok(button('Code sent'))
  assert.ok(find('.lk-toast'))
  await pass(600)
  assert.ok(button('Resend code'), text())
  assert.not(find('.lk-toast'))
  assert.is(sent(SEND('email')).length, 2)
  assert.equal(
    events.map(({ type }) => type),
    ['OTP_LOGIN_OR_CREATE', 'OTP_LOGIN_OR_CREATE'],
  )
  await press('Resend code')
  await until(() => sent(SEND('email')).length === 3)
  await see('Code sent')
})

test('Back during the call: the late answer changes nothing and is reported to nobody', async () => {
  provider.faults([{ route: VERIFY, hold: 'the check' }])
  const { type, press, see, text, events, errors } = await askForCode('email')
  await type(CODE, await codeIn())
  await until(() => sent(VERIFY).length, 'the call')
  await press('Back')
  await see('Sign up or log in')
  provider.release('the check')
  await idle()
  assert.match(text(), 'Sign up or log in')
  assert.equal(
    events.map(({ type }) => type),
    ['OTP_LOGIN_OR_CREATE'],
  )
  assert.equal([...errors, ...reported], [])
})

test('the focus is in the field of the code screen, and on the title of the confirmation', async () => {
  const { type, see, find } = await askForCode('email')
  await until(() => document.activeElement === find(CODE), 'the focus in the field')
  await type(CODE, await codeIn())
  await see('Success!')
  await until(() => document.activeElement === find('h2'), 'the focus on the title')
})

for (const config of [
  { products: ['otp'], otpOptions: { methods: ['sms'] } },
  { products: ['otp'], otpOptions: { methods: ['email'] } },
  { products: ['passwords'] },
] as LoginConfig[])
  test(`one method alone has no tabs: ${JSON.stringify(config)}`, async () => {
    const { find } = await open({ config })
    await until(() => find('form input'), 'the form')
    assert.not(find('[role=tablist], [role=tabpanel]'))
  })

test("several methods are tabs, in the host's order, and Back finds the one that was used", async () => {
  const config: LoginConfig = { products: ['otp', 'emailMagicLinks'], otpOptions: { methods: ['whatsapp', 'sms'] } }
  const { all, find, type, press, see, button, root } = await open({ config })
  await until(() => find('[role=tablist]'), 'tabs')
  const tabs = () => all('[role=tab]')
  assert.equal(
    tabs().map((tab) => tab.textContent),
    ['WhatsApp', 'Text', 'Email'],
  )
  assert.equal(
    tabs().map((tab) => [tab.getAttribute('aria-selected'), tab.tabIndex]),
    [
      ['true', 0],
      ['false', -1],
      ['false', -1],
    ],
  )
  assert.is(find('[role=tablist]')!.getAttribute('aria-label'), 'Ways to log in')
  const panel = find('[role=tabpanel]')!
  assert.is(tabs()[0]!.getAttribute('aria-controls'), panel.id)
  assert.is(panel.getAttribute('aria-labelledby'), tabs()[0]!.id)
  await press('Text')
  await until(() => button('Continue with text message'), 'the form for texts')
  await type('#phone-input', ways.sms.typed)
  await press('Continue with text message')
  await see('Enter passcode')
  await press('Back')
  await until(() => tabs()[1]?.getAttribute('aria-selected') === 'true', 'the tab for texts')
  await press('Email')
  await until(() => find('#email-input'), 'the email form')
  assert.is(root.querySelector<HTMLInputElement>('#email-input')!.value, '')
})

test('tabs by keyboard: arrows wrap around, Home and End work, and the focus follows', async () => {
  const { all, find } = await open({ config: { products: ['otp'], otpOptions: { methods: ['sms', 'whatsapp', 'email'] } } })
  await until(() => find('[role=tablist]'), 'tabs')
  const key = async (key: string) => {
    all('[role=tab][aria-selected=true]')[0]!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await settled()
    const chosen = all('[role=tab][aria-selected=true]')[0]!
    assert.is(document.activeElement, chosen)
    return chosen.textContent
  }
  assert.equal([await key('ArrowRight'), await key('ArrowRight'), await key('ArrowRight')], ['WhatsApp', 'Email', 'Text'])
  assert.equal([await key('ArrowLeft'), await key('Home'), await key('End')], ['Email', 'Text', 'Email'])
  document.documentElement.style.direction = 'rtl'
  find<HTMLElement>('[role=tablist]')!.style.direction = 'rtl'
  assert.is(await key('ArrowRight'), 'WhatsApp')
  document.documentElement.style.direction = ''
})

test.run()
