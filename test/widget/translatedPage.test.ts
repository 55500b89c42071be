/**
 * Tests that texts which change in place do so on a page that the browser has translated: it
 * replaces each text by elements.
 */
import '../harness/everyFramework.ts'
import { closeAll, mail, open, provider } from '../harness/login.ts'
import { settled, until, type Screen } from '../harness/screen.ts'
import { install, type Clock } from '@sinonjs/fake-timers'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { otp, passwords } from '../../src/widget/firstScreenChunks.ts'
import { otpScreens, passwordScreens } from '../../src/widget/laterChunks.ts'
import { askForCode, CODE } from './askForCode.ts'

const test = suite('a translated page')

let clock: Clock | undefined
test.before(async () => {
  await Promise.all([otp, passwords, otpScreens, passwordScreens].map((chunk) => chunk.load()))
})
test.after.each(async () => {
  clock?.uninstall()
  clock = undefined
  await closeAll()
})

/**
 * What Google Translate does in Chrome: each text node gives way to two nested elements. Text that
 * is translated is in brackets here.
 */
const translate = ({ root }: Screen) => {
  const texts: Text[] = []
  const walk = (node: Node) => {
    for (const child of [...node.childNodes]) {
      if (child.nodeName === 'FONT') continue
      if (child.nodeType === Node.TEXT_NODE && child.textContent!.trim()) texts.push(child as Text)
      else walk(child)
    }
  }
  walk(root)
  for (const text of texts) {
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.append(inner)
    inner.append(`[${text.data}]`)
    text.parentNode!.replaceChild(outer, text)
  }
}

test('the countdown goes on, ends, and its last time goes', async () => {
  const login = await askForCode('email')
  await login.see('Your code expires in')
  clock = install({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'], shouldClearNativeTimers: true })
  await login.press('Resend code')
  await login.see('Code sent')
  await clock.tickAsync(2500)
  await settled()
  translate(login)
  await login.see('[Your code expires in 4:5')
  for (const left of ['4:50', '4:40']) {
    await until(async () => {
      await clock!.tickAsync(250)
      await settled()
      return login.text().includes(`Your code expires in ${left}.`)
    }, left)
    assert.is(login.text().split('Your code expires in').length, 2, 'it is there once')
    translate(login)
  }
  assert.ok(login.text().includes("[Didn't get it?]"), 'what has not changed stays translated')
  await clock.tickAsync(300_000)
  await settled()
  await login.see('Your code has expired.')
  assert.not(login.text().includes('expires in'))
})

test('another code is confirmed, once, and the button says again what it does', async () => {
  const login = await askForCode('sms')
  const clocked = install({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true })
  clock = clocked
  const button = login.button('Resend code')!
  translate(login)
  button.click()
  await until(() => button.textContent === 'Code sent', 'the confirmation')
  translate(login)
  await clocked.tickAsync(2000)
  await until(() => button.textContent === 'Resend code', 'the button')
  assert.ok(login.text().includes("[Didn't get it?]"))
})

test('a wrong code is explained, and so is the next', async () => {
  const login = await askForCode('email')
  translate(login)
  const { code } = await mail()
  const wrong = code === '000000' ? '111111' : '000000'
  for (let time = 0; time < 2; time++) {
    await login.type(CODE, wrong)
    await login.see('Invalid passcode, please try again.')
    translate(login)
    await login.see('[Invalid passcode, please try again.]')
  }
  await login.type(CODE, code!)
  await login.see('Success!')
})

test('the strength of a password changes its word and its hints', async () => {
  const login = await open({ config: { products: ['passwords'] } })
  await login.type('#email-input', 'ada@example.com')
  await login.press('Continue with email')
  await login.see('Finish creating your account')
  for (const [password, word] of [
    ['jonathanx', 'Too weak'],
    ['otterplum', 'Weak'],
    ['fjord-violin-walnut-72', 'Strong'],
    ['jonathanx', 'Too weak'],
  ] as const) {
    await login.type('#password-input', password)
    const shown = () => login.find('.lk-meter b')?.textContent
    await until(
      () => shown() === word,
      () => `${word}, not ${shown()}`,
    )
    translate(login)
    assert.is(shown(), `[${word}]`)
  }
  await login.see('similar to a commonly used password')
})

test('a button with a spinner beside its text, and a title, keep their translation while they do not change', async () => {
  const login = await open({ config: { products: ['emailMagicLinks'] } })
  await login.type('#email-input', 'ada')
  await login.press('Continue with email')
  await login.see('Email format is invalid.')
  translate(login)
  provider.faults([{ route: 'POST /magic_links/email/login_or_create', hold: 'the mail' }])
  await login.type('#email-input', 'ada@example.com')
  login.find('form button')!.click()
  await until(() => login.find('.lk-spin'), 'the spinner')
  assert.ok(login.text().includes('[Continue with email]'))
  assert.ok(login.text().includes('[Sign up or log in]'))
  assert.not(login.text().includes('Email format is invalid.'))
  provider.release('the mail')
  await login.see('ada@example.com')
})

test.run()
