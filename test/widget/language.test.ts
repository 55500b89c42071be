/**
 * Tests the option `language`: when its texts load, and what shows until then.
 * test/chromium/languages.test.ts tests its files.
 */
import { closeAll, mail, newClient, newParent, open, provider } from '../harness/login.ts'
import { screenIn, settled, until, type Screen } from '../harness/screen.ts'
import { hasten } from '../harness/turns.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ar } from '../../src/strings/ar.ts'
import { de } from '../../src/strings/de.ts'
import { en, type MessageId, type Translation } from '../../src/strings/en.ts'
import { fr } from '../../src/strings/fr.ts'
import { wordsOf } from '../../src/strings/inParts.ts'
import type { LoginConfig } from '../../src/ui/host/config.ts'
import type { LazyLanguage, TextPart } from '../../src/ui/words/language.ts'
import { WORDS_TIMEOUT } from '../../src/ui/words/translator.ts'

const test = suite('language')
const { setTimeout } = globalThis
test.after.each(closeAll)
test.after.each(() => {
  globalThis.setTimeout = setTimeout
})

interface Held extends LazyLanguage {
  /** The parts that were requested, in order. */
  asked: TextPart[]
  /** Parts that fail to load. */
  gone: Set<TextPart>
  /** Parts whose answer is held. */
  held: Set<TextPart>
  release(): void
}

/** A language whose parts load as a test decides. */
const inParts = (translation: Translation): Held => {
  const waiting: (() => void)[] = []
  const language: Held = {
    lang: translation.lang,
    asked: [],
    gone: new Set(),
    held: new Set(),
    release: () => waiting.splice(0).forEach((go) => go()),
    async load(part) {
      language.asked.push(part)
      if (language.held.has(part)) await new Promise<void>((done) => waiting.push(done))
      if (language.gone.has(part)) throw new TypeError('Failed to fetch')
      return { default: wordsOf(translation, part) }
    },
  }
  return language
}

/** `⟦id⟧` for every message, followed by its `{name}`s. */
const marked = Object.fromEntries(
  Object.entries(en).map(([id, text]) => [
    id,
    id === 'lang' || id === 'dir' ? text : [`⟦${id}⟧`, ...(text.match(/\{\w+\}/g) ?? [])].join(' '),
  ]),
) as Translation

const spoken = ['aria-label', 'placeholder', 'title', 'alt']

/**
 * Texts that a visitor reads or a screen reader announces and that are not messages of the
 * language.
 */
const foreign = (root: Screen['root']) =>
  [...root.querySelectorAll('*')]
    .filter((element) => !element.matches('[aria-hidden=true], [aria-hidden=true] *, option'))
    .flatMap((element) => [
      ...[...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent!),
      ...spoken.map((name) => element.getAttribute(name) ?? ''),
    ])
    .filter((text) => /\p{L}/u.test(text.replace(/⟦[^⟧]*⟧|Google|GitHub|Newer|Soft Wallet/g, '')))

const providers = { oauthOptions: { providers: [{ type: 'google' }, { type: 'github' }, { type: 'newer' }] } }
const firstScreens: [what: string, config: LoginConfig, id: MessageId][] = [
  ['email link', {}, 'button.emailLogin'],
  ['social', { products: ['oauth'], ...providers }, 'oauth.continueWithGitHub'],
  ['password', { products: ['passwords'] }, 'button.emailLogin'],
  ['codes', { products: ['otp'], otpOptions: { methods: ['sms', 'whatsapp', 'email'] } }, 'button.sms'],
  ['passkey', { products: ['passkeys', 'otp'], otpOptions: { methods: ['sms'] } }, 'button.sms'],
  ['wallets', { products: ['crypto'] }, 'crypto.wallet.setupNewWallet'],
  [
    'all seven',
    {
      products: ['oauth', 'crypto', 'emailMagicLinks', 'otp', 'passwords', 'passkeys'],
      otpOptions: { methods: ['sms', 'whatsapp'] },
      ...providers,
    },
    'oauth.continueWithGoogle',
  ],
]

for (const [what, config, id] of firstScreens) {
  test(`a first screen is complete with the first texts alone: ${what}`, async () => {
    const language = inParts(marked)
    const login = await open({ config, language })
    await login.see(`⟦${id}⟧`)
    await settled()
    assert.equal(foreign(login.root), [])
    assert.equal(language.asked, ['widget'])
  })
}

test('nothing shows before the first texts have loaded', async () => {
  const language = inParts(fr)
  language.held.add('widget')
  const parent = newParent()
  const client = newClient()
  const handle = client.mountLogin({ elementId: parent, language })
  await until(() => language.asked.length, 'the question')
  await settled()
  assert.is(parent.textContent, '')
  assert.is(parent.querySelector('.lk')!.getAttribute('aria-label'), null)
  language.release()
  await screenIn(parent).see(fr['login.title'])
  const section = parent.querySelector('.lk')!
  assert.equal(
    [section.getAttribute('lang'), section.getAttribute('dir'), section.getAttribute('aria-label')],
    ['fr', 'ltr', fr['login.title']],
  )
  handle.unmount()
  client.destroy()
})

test('a language that the host sets later: the form stays while its texts load, with what was typed', async () => {
  const language = inParts(fr)
  language.held.add('widget')
  const login = await open()
  await login.type('input[type=email]', 'ada@example.com')
  const field = login.find<HTMLInputElement>('input[type=email]')!
  login.handle.update({ language })
  await until(() => language.asked.length, 'the question')
  await settled()
  await login.see(en['button.emailLogin'])
  language.release()
  await login.see(fr['button.emailLogin'])
  assert.is(login.find('input[type=email]'), field)
  assert.is(field.value, 'ada@example.com')
})

test('a complete log-in, whose later texts load when the visitor turns to the widget', async () => {
  const language = inParts(fr)
  const login = await open({ config: { products: ['otp'], otpOptions: { methods: ['email'] } }, language })
  await login.see(fr['button.emailLogin'])
  assert.equal(language.asked, ['widget'])
  await login.type('input[type=email]', 'ada@example.com')
  await until(() => language.asked.includes('otp-later'), 'the words of later screens')
  assert.equal([...language.asked].sort(), ['otp-later', 'widget', 'widget-later'])
  await login.press(fr['button.emailLogin'])
  await login.see(fr['passcode.title'])
  await login.type('input', (await mail()).code!)
  await login.see(fr['otp.success.content'])
  assert.equal([...language.asked].sort(), ['otp-later', 'widget', 'widget-later'])
})

test('an error waits for its texts, and so does an invalid form', async () => {
  const language = inParts(fr)
  language.held.add('widget-later').add('otp-later')
  const login = await open({ config: { products: ['otp'], otpOptions: { methods: ['sms', 'email'] } }, language })
  await login.see(fr['button.sms'])
  await login.press(fr['button.sms'])
  await settled()
  assert.not.match(login.text(), en['error.invalidPhoneNumber'])
  language.release()
  await login.see(fr['error.invalidPhoneNumber'])
  assert.equal(login.errors, [{ message: fr['error.invalidPhoneNumber'] }])
})

test('an invalid email address, and a server that is down', async () => {
  const login = await open({ language: inParts(de) })
  await login.type('input[type=email]', 'ada')
  await login.press(de['button.emailLogin'])
  await login.see(de['error.invalidEmail'])
  provider.faults([{ route: 'POST /magic_links/email/login_or_create', drop: true }])
  await login.type('input[type=email]', 'ada@example.com')
  await login.press(de['button.emailLogin'])
  await login.see(de['error.unreachable'])
})

test('an error in the configuration', async () => {
  const login = await open({ config: { products: ['otp'] }, language: inParts(de) })
  await login.see(de['config.error.noMethods'])
})

test("the provider's feedback on a password", async () => {
  const login = await open({ config: { products: ['passwords'] }, language: inParts(fr) })
  await login.type('#email-input', 'ada@example.com')
  await login.press(fr['button.emailLogin'])
  await login.type('#password-input', 'jonathanx')
  await login.see(fr['password.zxcvbn.warning.similarToCommonPassword'])
})

test('the texts of `strings` win, before and after', async () => {
  const strings = { 'login.title': 'Bienvenue', 'emailConfirmation.title': 'Voilà' }
  const login = await open({ language: inParts(fr), strings })
  await login.see('Bienvenue')
  await login.see(fr['button.emailLogin'])
  await login.type('input[type=email]', 'ada@example.com')
  await login.press(fr['button.emailLogin'])
  await login.see('Voilà')
  await login.see(fr['link.openInOutlook'])
})

test('texts that fail to load are English, and are requested again when they are needed', async () => {
  const language = inParts(ar)
  language.gone.add('widget').add('widget-later')
  const login = await open({ language })
  await login.see(en['login.title'])
  const section = login.find('.lk')!
  assert.equal([section.getAttribute('lang'), section.getAttribute('dir')], ['en', 'ltr'])
  await login.type('input[type=email]', 'ada')
  await login.press(en['button.emailLogin'])
  await login.see(en['error.invalidEmail'])
  language.gone.clear()
  await login.press(en['button.emailLogin'])
  await login.see(ar['error.invalidEmail'])
  await login.see(ar['login.title'])
  assert.equal([section.getAttribute('lang'), section.getAttribute('dir')], ['ar', 'rtl'])
})

test('slow texts keep nobody from logging in', async () => {
  hasten(WORDS_TIMEOUT)
  const language = inParts(fr)
  language.held.add('widget').add('widget-later')
  const login = await open({ language })
  await login.see(en['login.title'])
  await login.type('input[type=email]', 'ada@example.com')
  await login.press(en['button.emailLogin'])
  await login.see(en['emailConfirmation.title'])
  // Late texts still count.
  language.release()
  await login.see(fr['emailConfirmation.title'])
})

/** A screen past Main: the new password of a visitor who has followed the link. */
const mountReset = (language: LazyLanguage) => {
  const client = newClient()
  const parent = newParent()
  const { unmount } = client.mountResetPassword({ elementId: parent, language, passwordResetToken: 'x' })
  const close = () => {
    unmount()
    client.destroy()
  }
  return { parent, screen: screenIn(parent), close }
}

test('past Main too, everything is English while the first texts are missing, whatever else has loaded', async () => {
  const language = inParts(fr)
  language.gone.add('widget')
  const { parent, screen, close } = mountReset(language)
  await screen.see(en['password.reset.title'])
  assert.is(parent.querySelector('.lk')!.getAttribute('lang'), 'en')
  close()
})

test('later texts that load before the first ones are not lost', async () => {
  const language = inParts(fr)
  language.held.add('widget')
  const { parent, screen, close } = mountReset(language)
  await until(() => language.asked.includes('passwords-later'), 'the other words')
  await settled()
  assert.is(parent.textContent, '')
  language.release()
  await screen.see(fr['password.reset.title'])
  close()
})

test('a later screen waits for its texts', async () => {
  const language = inParts(fr)
  language.held.add('passwords-later')
  const { parent, screen, close } = mountReset(language)
  await until(() => language.asked.includes('passwords-later'), 'its words')
  await until(() => parent.querySelector('.lk-loading'), 'a screen that waits')
  await settled()
  assert.is(parent.textContent, '')
  language.release()
  await screen.see(fr['password.reset.title'])
  close()
})

test("a host's own language has its own tag, unless its texts contain one", async () => {
  const login = await open({ language: { lang: 'nl', load: async () => ({ default: 'login.title=Inloggen' }) } })
  await login.see('Inloggen')
  assert.is(login.find('.lk')!.getAttribute('lang'), 'nl')
})

test('an undefined text in `strings` hides none of the language', async () => {
  const login = await open({ language: inParts(fr), strings: { 'login.title': undefined as never, lang: undefined as never } })
  await login.see(fr['login.title'])
  assert.is(login.find('.lk')!.getAttribute('lang'), 'fr')
})

test('of two requested languages, the last one counts, whichever loads first', async () => {
  const slow = inParts(fr)
  slow.held.add('widget')
  const login = await open()
  login.handle.update({ language: slow })
  await until(() => slow.asked.length, 'the question')
  login.handle.update({ language: inParts(de) })
  await login.see(de['login.title'])
  slow.release()
  await settled()
  await login.see(de['login.title'])
})

for (const [language, lang] of [
  ['en', 'en'],
  ['en-GB', 'en'],
  ['sv', 'en'],
  // A bundle has no files of texts.
  ['fr', 'en'],
]) {
  test(`'${language}', without files of texts, is ${lang}`, async () => {
    const login = await open({ language })
    await login.see(en['login.title'])
    assert.is(login.find('.lk')!.getAttribute('lang'), lang)
    await login.type('input[type=email]', 'ada@example.com')
    await login.press(en['button.emailLogin'])
    await login.see(en['emailConfirmation.title'])
  })
}

test('an invalid language is English', async () => {
  // Including a whole one, which belongs in `strings`.
  for (const language of [fr, {}, 7, true]) {
    const login = await open({ language: language as never })
    await login.see(en['login.title'])
    await login.type('input[type=email]', 'ada')
    await login.press(en['button.emailLogin'])
    await login.see(en['error.invalidEmail'])
  }
})

test('other widgets have the texts of their screens', async () => {
  const client = newClient()
  const shows: [part: TextPart, mount: (elementId: HTMLElement, language: LazyLanguage) => { unmount(): void }, text: string][] = [
    [
      'registration',
      (elementId, language) => client.mountPasskeyRegistration({ elementId, language }),
      fr['passkey.registrationStart.error.noUser'],
    ],
    [
      'passwords-later',
      (elementId, language) => client.mountResetPassword({ elementId, language, passwordResetToken: 'x' }),
      fr['password.reset.title'],
    ],
    ['idp', (elementId, language) => client.mountIdentityProvider({ elementId, language }), fr['error.title']],
  ]
  for (const [part, mount, text] of shows) {
    const parent = newParent()
    const language = inParts(fr)
    const { unmount } = mount(parent, language)
    await screenIn(parent).see(text)
    assert.equal([...language.asked].sort(), [part, 'widget', 'widget-later'].sort())
    unmount()
  }
  client.destroy()
})

test('texts that a script has added to Object.prototype are not ours', async () => {
  const name = 'login.title'
  Object.defineProperty(Object.prototype, name, { value: 'evil', configurable: true })
  try {
    for (const language of [undefined, inParts(de), inParts({ ...de, [name]: en[name] })]) {
      const login = await open({ language, strings: { 'button.emailLogin': 'Go' } })
      await login.see('Go')
      assert.not.match(login.text(), 'evil')
    }
  } finally {
    delete (Object.prototype as Record<string, unknown>)[name]
  }
})

test.run()
