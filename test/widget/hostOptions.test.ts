/**
 * Tests what a host can add to the log-in screen: legal links, what it knows about the visitor, and
 * where it takes them afterward.
 */
import { closeAll, mail, open, provider } from '../harness/login.ts'
import { until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { fr } from '../../src/strings/fr.ts'
import type { LoginConfig } from '../../src/widget/publicTypes.ts'

const test = suite('options of the log-in screen')
test.after.each(closeAll)

const CODES: LoginConfig = { products: ['otp'], otpOptions: { methods: ['email', 'sms'] } }

test('legal: the line under the form has the links that the host gave', async () => {
  const cases: [legal: LoginConfig['legal'], line: string | undefined, links: (string | null)[]][] = [
    [
      { termsURL: '/terms', privacyURL: 'https://example.com/privacy' },
      'By continuing, you agree to the terms of service and the privacy policy.',
      ['http://localhost/terms', 'https://example.com/privacy'],
    ],
    [{ termsURL: '/terms' }, 'By continuing, you agree to the terms of service.', ['http://localhost/terms']],
    [{ privacyURL: '/privacy' }, 'By continuing, you agree to the privacy policy.', ['http://localhost/privacy']],
    [
      { termsURL: 'javascript:alert(1)', privacyURL: '/privacy' },
      'By continuing, you agree to the privacy policy.',
      ['http://localhost/privacy'],
    ],
  ]
  for (const [legal, line, links] of cases) {
    const { find, all } = await open({ config: { legal } })
    await until(() => find('.lk-legal'), 'the line')
    assert.is(find('.lk-legal')!.textContent, line)
    assert.equal(
      all('.lk-legal a').map((link) => link.getAttribute('href')),
      links,
    )
    assert.ok(all('.lk-legal a').every((link) => link.getAttribute('target') === '_blank'))
    await closeAll()
  }
})

test('legal: no line without a link that leads to a page, in any configuration', async () => {
  for (const config of [{}, { legal: {} }, { legal: { termsURL: 'data:text/html,x' } }]) {
    const { find, text } = await open({ config: { ...CODES, ...config } })
    await until(() => text().includes('Continue with email'), 'the form')
    assert.not(find('.lk-legal'))
    await closeAll()
  }
})

test('legal: in the language of the widget, and under several methods, too', async () => {
  const { find } = await open({ config: { ...CODES, legal: { termsURL: '/t', privacyURL: '/p' } }, strings: fr })
  await until(() => find('.lk-legal'), 'the line')
  const plain = fr['legal.both'].replace(/<\/?\w+>/g, '')
  assert.is(find('.lk-legal')!.textContent, plain)
  assert.ok(find('form')!.compareDocumentPosition(find('.lk-legal')!) & Node.DOCUMENT_POSITION_FOLLOWING)
})

test('prefill: the fields begin with it, and what the visitor typed comes back instead', async () => {
  const prefill = { email: 'ada@example.com', phone: '+12133734253' }
  for (const products of [['emailMagicLinks'], ['passwords']] as const) {
    const { find } = await open({ config: { products, prefill } })
    await until(() => find<HTMLInputElement>('#email-input')?.value === prefill.email, 'the address')
    await closeAll()
  }
  const { find, type, press, see } = await open({ config: { ...CODES, prefill } })
  const value = (selector: string) => find<HTMLInputElement>(selector)?.value
  await until(() => value('#email-input') === prefill.email, 'the address')
  await press('Text')
  await until(() => value('#phone-input') === '(213) 373-4253', 'the number')
  await press('Email')
  await type('#email-input', 'grace@example.com')
  await press('Continue with email')
  await see('Enter passcode')
  await press('Back')
  await until(() => value('#email-input') === 'grace@example.com', 'what was typed')
})

test('prefill: a number that is no number is left out', async () => {
  const { find, button } = await open({ config: { products: ['otp'], otpOptions: { methods: ['sms'] }, prefill: { phone: '555 CALL' } } })
  await until(() => button('Continue with text message'), 'the form')
  assert.is(find<HTMLInputElement>('#phone-input')!.value, '')
})

test('successURL: the success screen says where it leads, and a URL that leads to no page is ignored', async () => {
  const confirm = async (config: LoginConfig) => {
    const login = await open({ config: { ...CODES, ...config } })
    await until(() => login.find('#email-input'), 'the form')
    await login.type('#email-input', 'ada@example.com')
    await login.press('Continue with email')
    await login.see('Enter passcode')
    await login.type('.lk-code-input', (await mail()).code!)
    await login.see('Success!')
    return login
  }
  const { find, see } = await confirm({ successURL: '#in' })
  await see('Taking you to')
  assert.is(find('.lk-next a')!.getAttribute('href'), 'http://localhost/#in')
  assert.is(find('.lk-who bdi')!.textContent, 'ada@example.com')
  await until(() => location.hash === '#in', 'the page')
  await closeAll()
  const ignored = await confirm({ successURL: 'javascript:void(document.title = "ran")' })
  assert.not(ignored.find('.lk-next'))
  assert.is.not(document.title, 'ran')
  await closeAll()
  const without = await confirm({})
  assert.not(without.find('.lk-next'))
})

test('successURL: the name of the project is text, and cannot fill the screen or turn the sentence around', async () => {
  provider.project({ project_name: `\u202e<b>${'A'.repeat(5000)}` })
  const login = await open({ config: { ...CODES, successURL: '#in' } })
  await until(() => login.find('#email-input'), 'the form')
  await login.type('#email-input', 'ada@example.com')
  await login.press('Continue with email')
  await login.see('Enter passcode')
  await login.type('.lk-code-input', (await mail()).code!)
  await login.see('Taking you to')
  const name = login.find('.lk-next bdi')!.textContent!
  assert.match(name, /^<b>A+…$/)
  assert.is([...name].length, 100)
})

test.run()
