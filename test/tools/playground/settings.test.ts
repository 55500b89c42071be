import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { login } from '../../../site/client/demonstrationLogin.ts'
import { enPlain } from '../../../src/strings/en-plain.ts'
import * as presets from '../../../src/entries/presets.ts'
import {
  defaults,
  readSettings,
  toLoginProps,
  toSnippetProps,
  writeSettings,
  type Settings,
} from '../../../src/tools/playground/settings.ts'
import { toStyleConfig } from '../../../src/tools/playground/styleFields.ts'
import { themes } from '../../../src/tools/playground/themes.ts'

const otherSettings: Settings = {
  products: ['otp'],
  otpMethods: ['email', 'sms'],
  providers: ['slack', 'google'],
  oneTap: 'embedded',
  ownServer: true,
  sessionMinutes: 60,
  linkMinutes: 10,
  codeMinutes: 2,
  theme: { colorScheme: 'dark', 'buttons.primary.textColor': '#fff', 'container.width': '300px' },
  hideHeaderText: true,
  language: 'ptBR',
  words: [
    ['login.title', 'Zażółć "gęślą" #jaźń%'],
    ['button.sms', ''],
  ],
  shadowDom: true,
  rightToLeft: true,
  width: 320,
  phone: true,
}

test('a URL holds every setting, and returns it', () => {
  assert.equal(readSettings(writeSettings(otherSettings)), otherSettings)
  assert.match(writeSettings(otherSettings), /^#[^\s"]*$/)
})

test('a first visit shows the form of the start page: an email link, in the look of a host that has a server', () => {
  const { config, styles } = toLoginProps(defaults)
  assert.equal(config, login.config)
  assert.is(styles.look, login.styles.look)
})

test('the settings of a first visit leave no trace in the URL', () => {
  assert.is(writeSettings(defaults), '')
  assert.equal(readSettings(''), defaults)
})

const hash = (settings: unknown) => `#${encodeURIComponent(JSON.stringify(settings))}`

for (const [what, address] of [
  ['no JSON', '#%7B'],
  ['a broken escape', '#%'],
  ['null', hash(null)],
  ['a list', hash([1])],
  ['wrong types', hash({ products: 'otp', width: '320', theme: 'dark', words: [['a']], shadowDom: 'yes' })],
  ['out of bounds', hash({ width: 5000, sessionMinutes: 1, codeMinutes: 2.5 })],
  ['unknown names', hash({ products: ['magic'], otpMethods: ['pigeon'], theme: { 'buttons.evil': 'red' }, more: 1 })],
] as const) {
  test(`an invalid URL is a first visit: ${what}`, () => assert.equal(readSettings(address), defaults))
}

test('an invalid setting does not affect the others', () => {
  assert.equal(readSettings(hash({ width: 'wide', shadowDom: true })), { ...defaults, shadowDom: true })
})

test('a product that is named twice shows once', () => {
  assert.equal(readSettings(hash({ products: ['otp', 'otp'] })).products, ['otp'])
})

test('the widget gets the settings', () => {
  assert.equal(toSnippetProps(otherSettings), {
    config: {
      products: ['otp'],
      otpOptions: { methods: ['email', 'sms'], expirationMinutes: 2 },
      sessionOptions: { sessionDurationMinutes: 60 },
      enableShadowDOM: true,
    },
    styles: { colorScheme: 'dark', container: { width: '300px' }, buttons: { primary: { textColor: '#fff' } }, hideHeaderText: true },
    strings: { 'login.title': 'Zażółć "gęślą" #jaźń%' },
    language: 'pt-BR',
  })
})

test('the themes are the default one and the presets of the package, value by value', () => {
  const [first, ...others] = themes
  assert.equal(first, { name: 'Default', theme: defaults.theme })
  assert.equal(Object.fromEntries(others.map(({ name, theme }) => [name.toLowerCase(), toStyleConfig(theme)])), { ...presets })
})

test("plain English is part of what the widget gets, below the host's own words, and the provider's words and translations are not", () => {
  const words: [string, string][] = [['passcode.title', 'Your code']]
  const { strings } = toLoginProps({ ...defaults, words })
  assert.is(strings['passcode.title'], 'Your code')
  assert.is(strings['error.title'], enPlain['error.title'])
  assert.not.ok('dir' in strings, "the direction stays the page's")
  assert.equal(toSnippetProps({ ...defaults, words }).strings, { 'passcode.title': 'Your code' })
  assert.equal(toLoginProps({ ...defaults, language: 'en' }).strings, {})
  assert.equal(toLoginProps({ ...defaults, language: 'fr' }).strings, {})
})

test('providers, and One Tap for the one that has it', () => {
  const config = (settings: Partial<Settings>) =>
    toSnippetProps({ ...otherSettings, ownServer: false, products: ['oauth'], ...settings }).config.oauthOptions
  assert.equal(config({}), { providers: [{ type: 'slack' }, { type: 'google', one_tap: true, position: 'embedded' }] })
  assert.equal(config({ oneTap: 'off' }), { providers: [{ type: 'slack' }, { type: 'google' }] })
  assert.equal(config({ ownServer: true }), config({ oneTap: 'off' }), "a host's own server has no One Tap")
})

test("for a host's own server, the widget gets nothing that only the provider serves, and the settings keep it", () => {
  const all: Settings = { ...defaults, products: ['crypto', 'otp', 'passkeys'], otpMethods: ['whatsapp', 'email'] }
  assert.equal(toSnippetProps({ ...all, ownServer: true }).config, { products: ['otp', 'passkeys'], otpOptions: { methods: ['email'] } })
  assert.equal(toSnippetProps({ ...all, ownServer: false }).config, {
    products: ['crypto', 'otp', 'passkeys'],
    otpOptions: { methods: ['whatsapp', 'email'] },
  })
})

test('the widget does not get defaults, except that it follows the system', () => {
  assert.equal(toSnippetProps(defaults), {
    config: { products: ['emailMagicLinks'] },
    styles: { colorScheme: 'auto' },
    strings: {},
  })
  assert.equal(toSnippetProps({ ...defaults, linkMinutes: 10 }).config.emailMagicLinksOptions, {
    loginExpirationMinutes: 10,
    signupExpirationMinutes: 10,
  })
})

test.run()
