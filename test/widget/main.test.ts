/** Tests the frame of the log-in screen: logo, header, texts, theme, watermark. */
import { closeAll, open, provider } from '../harness/login.ts'
import { settled, until } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { coreKey } from '../../src/client/core.ts'
import { LatchkeyClient } from '../../src/entries/index.ts'
import { imageUrl } from '../../src/browser/imageUrl.ts'
import { kit } from '../../src/widget/firstScreenChunks.ts'

const test = suite('Main')
test.after.each(closeAll)

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

const urls: [given: unknown, url: string | undefined][] = [
  ['https://a.test/logo.png', 'https://a.test/logo.png'],
  ['http://a.test/logo.png?x=1#y', 'http://a.test/logo.png?x=1#y'],
  ['HTTPS://A.TEST/logo.png', 'https://a.test/logo.png'],
  ['//a.test/logo.png', 'http://a.test/logo.png'],
  ['/logo.png', 'http://localhost/logo.png'],
  ['logo.png', 'http://localhost/logo.png'],
  [PIXEL, PIXEL],
  ['DATA:IMAGE/png;base64,AA==', 'data:IMAGE/png;base64,AA=='],
  ['data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>', 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['data:text/html,<script>alert(1)</script>', undefined],
  ['data:,image/', undefined],
  ['data:text/html;image/png,x', undefined],
  ['javascript:alert(1)', undefined],
  [' javascript:alert(1)', undefined],
  ['java\nscript:alert(1)', undefined],
  ['vbscript:x', undefined],
  ['blob:http://localhost/x', undefined],
  ['file:///etc/passwd', undefined],
  ['filesystem:http://localhost/x', undefined],
  ['about:blank', undefined],
  ['ftp://a.test/logo.png', undefined],
  ['http://', undefined],
  ['https://a b/', undefined],
  [{ toString: () => 'javascript:alert(1)' }, undefined],
]

for (const [given, url] of urls) test(`an image at ${JSON.stringify(given)}: ${url}`, () => assert.is(imageUrl(given), url))

test('a logo shows above the header, named after the project', async () => {
  const { find, root } = await open({ styles: { logo: { logoImageUrl: PIXEL } } })
  const logo = await until(() => find<HTMLImageElement>('img'), 'the logo')
  assert.is(logo.src, PIXEL)
  assert.ok(logo.compareDocumentPosition(root.querySelector('h2')!) & Node.DOCUMENT_POSITION_FOLLOWING)
  await until(() => find('img')!.getAttribute('alt') === 'Latchkey Emulator', "the project's name")
})

test("no logo without a URL, or with a URL that is not an image's", async () => {
  for (const logoImageUrl of [undefined, '', 'javascript:alert(1)', 'data:text/html,x']) {
    const { find } = await open({ styles: { logo: { logoImageUrl } } })
    await kit.load()
    await settled()
    assert.not(find('img'))
  }
})

test('a broken logo hides, and another one shows', async () => {
  const { find, handle } = await open({ styles: { logo: { logoImageUrl: 'https://a.test/broken.png' } } })
  ;(await until(() => find('img'), 'the logo')).dispatchEvent(new Event('error'))
  await settled()
  assert.not(find('img'))
  handle.update({ styles: { logo: { logoImageUrl: PIXEL } } })
  await until(() => find('img'), 'the other logo')
})

test('hideHeaderText leaves the header out, and the region keeps its name', async () => {
  const { find, text, parent } = await open({ styles: { hideHeaderText: true } })
  assert.not(find('h2'))
  assert.not(text().includes('Sign up or log in'))
  assert.is(parent.querySelector('section')!.getAttribute('aria-label'), 'Sign up or log in')
})

test("the host's texts replace ours", async () => {
  const { text, find } = await open({
    strings: {
      'login.title': 'Anmelden',
      'formField.email.label': 'E-Mail',
      'formField.email.placeholder': 'du@beispiel.de',
      'button.emailLogin': 'Weiter',
    },
  })
  assert.is(text(), 'AnmeldenE-MailWeiter')
  assert.is(find('input')!.getAttribute('placeholder'), 'du@beispiel.de')
  assert.is(find('section')!.getAttribute('aria-label'), 'Anmelden')
})

test('a style is a custom property of the widget', async () => {
  const { find } = await open({ styles: { colorScheme: 'auto', colors: { primary: 'red' }, container: { width: '300px' } } })
  const { style } = find('section')!.parentElement!
  assert.equal(
    ['--lk-colors-primary', '--lk-container-width', 'color-scheme'].map((name) => style.getPropertyValue(name)),
    ['red', '300px', 'light dark'],
  )
})

test('the watermark shows exactly if the project says so', async () => {
  const { find, client } = await open()
  await client.magicLinks.email.loginOrCreate('ada@example.com', {})
  await settled()
  assert.not(find('.lk-watermark'))
  provider.project({ disable_sdk_watermark: false })
  const marked = await open()
  const link = await until(() => marked.find<HTMLAnchorElement>('.lk-watermark'), 'the watermark')
  assert.equal([link.textContent, link.rel, link.target], ['Powered by Stytch', 'noopener noreferrer', '_blank'])
})

test("a returning visitor sees the last visit's settings at once, then the current ones", async () => {
  provider.project({ disable_sdk_watermark: false })
  const first = await open()
  await until(() => first.find('.lk-watermark'), 'the watermark')
  const key = Object.keys(localStorage).find((name) => name.endsWith('::bootstrap'))!
  const cached = localStorage.getItem(key)!
  const { publicToken } = first.client[coreKey]
  await closeAll()
  localStorage.setItem(key, cached)
  provider.project({ disable_sdk_watermark: true })
  provider.faults([{ route: 'GET /projects/bootstrap/:public_token', hold: 'the settings' }])
  const again = await open({ client: new LatchkeyClient(publicToken, { customBaseUrl: 'http://provider.test' }) })
  await until(() => again.find('.lk-watermark'), 'the watermark of last time')
  await until(() => provider.release('the settings'), 'the settings are asked for')
  await until(() => !again.find('.lk-watermark'), 'no watermark any more')
})

for (const [what, fault] of [
  ['no answer', { drop: true }],
  ['500', { status: 500, body: 'x' }],
  ['null', { body: 'null', headers: { 'Content-Type': 'application/json' } }],
  ['settings of a wrong kind', { body: { data: { email_domains: 'x', captcha_settings: null, password_config: 7 } } }],
] as const) {
  test(`settings: ${what}: the form shows and sends, with a challenge, because the settings are unknown`, async () => {
    provider.faults([{ route: 'GET /projects/bootstrap/:public_token', ...fault }])
    const { type, press, see } = await open()
    await type('#email-input', 'ada@example.com')
    await press('Continue with email')
    await see('Check your email')
    const { body } = provider.requests().find(({ path }) => path.endsWith('/login_or_create'))! as { body: { code_challenge?: string } }
    assert.ok(body.code_challenge)
  })
}

test.run()
