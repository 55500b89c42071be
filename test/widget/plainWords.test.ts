/** Tests the default words: plain English with a `backend`, the provider's with a public token. */
import { closeAll, mail, newClient, open, provider } from '../harness/login.ts'
import { plainEnglish } from '../harness/plainEnglish.ts'
import { screenIn, settled } from '../harness/screen.ts'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { LatchkeyClient } from '../../src/entries/index.ts'
import { StytchUIClient } from '../../src/entries/compat/index.ts'
import { words as prerendered } from '../../src/ui/words/prerenderedWords.ts'
import { plainWords as passkeyButton } from '../../src/products/passkeys/words.ts'
import { plainWords as walletButtons } from '../../src/products/crypto/words.ts'
import { en } from '../../src/strings/en.ts'
import { enPlain } from '../../src/strings/en-plain.ts'
import { fr, frLazy } from '../../src/strings/fr.ts'
import { chunk, type Chunk } from '../../src/ui/chunks/chunk.ts'
import type { TextPart } from '../../src/ui/words/language.ts'
import { furtherPlainWords as further } from '../../src/widget/furtherPlainWords.ts'
import { furtherPlainWords, plainWords } from '../../src/widget/laterChunks.ts'
import { loadingOf } from '../../src/widget/loading.ts'
import { parts } from '../../src/widget/messages.ts'
import { plainWords as logInWords } from '../../src/widget/plainWords.ts'
import type { LoginProps } from '../../src/widget/publicTypes.ts'

const test = suite('plain words')
const original = { plain: plainWords.load, further: furtherPlainWords.load }
test.after.each(async () => {
  await closeAll()
  provider.project({})
  plainWords.load = original.plain
  furtherPlainWords.load = original.further
})

const ownServer = () => {
  provider.project({ backend: true })
  return new LatchkeyClient({ backend: 'http://provider.test' })
}

/** Counts how often a chunk is asked for. */
const counted = (of: Chunk<unknown>) => {
  const { load } = of
  let times = 0
  of.load = () => {
    times += 1
    return load()
  }
  return () => times
}

const ownEnglish = { lang: 'en', load: async () => ({ default: 'error.invalidEmail=Ours' }) }

const id = 'error.invalidEmail'
const cases: [what: string, client: () => LatchkeyClient, props: LoginProps, text: string][] = [
  ["a public token: the provider's", newClient, {}, en[id]],
  ["a public token and language 'en': the provider's", newClient, { language: 'en' }, en[id]],
  ['a public token and `strings: enPlain`: plain', newClient, { strings: enPlain }, enPlain[id]],
  ['an own server: plain', ownServer, {}, enPlain[id]],
  ["an own server and language 'en': plain", ownServer, { language: 'en' }, enPlain[id]],
  ["an own server and language 'en-GB': plain", ownServer, { language: 'en-GB' }, enPlain[id]],
  ["an own server and `strings: en`: the provider's", ownServer, { strings: en }, en[id]],
  ['an own server and a text of the host', ownServer, { strings: { [id]: 'Hm?' } }, 'Hm?'],
  ['an own server and another language', ownServer, { language: frLazy }, fr[id]],
  ["an own server and a host's own English", ownServer, { language: ownEnglish }, 'Ours'],
]

for (const [what, client, props, text] of cases) {
  test(what, async () => {
    const login = await open({ strings: undefined, ...props, client: client() })
    await login.type('input[type=email]', 'ada')
    login.find('[type=submit]')!.click()
    await login.see(text)
  })
}

test('the drop-in entry: the provider’s, and nothing of ours loads', async () => {
  const [plain, rest] = [counted(plainWords), counted(furtherPlainWords)]
  const client = new StytchUIClient('public-token-test-drop-in', { customBaseUrl: 'http://provider.test' } as object)
  const parent = document.body.appendChild(document.createElement('main'))
  client.mountLogin({ elementId: parent, config: { products: ['emailMagicLinks'] } as never })
  const login = screenIn(parent)
  await login.see(en['button.emailLogin'])
  await login.type('input[type=email]', 'ada')
  login.find('[type=submit]')!.click()
  await login.see(en[id])
  assert.equal([plain(), rest()], [0, 0])
  parent.remove()
  await settled()
})

test('a whole log-in on an own server is plain, and loads only the words of log-ins', async () => {
  const rest = counted(furtherPlainWords)
  const login = await open({ strings: undefined, client: ownServer(), config: { products: ['otp'], otpOptions: { methods: ['email'] } } })
  await login.type('input[type=email]', 'ada@example.com')
  await login.press(en['button.emailLogin'])
  await login.see(enPlain['passcode.title'])
  await login.type('input', (await mail()).code!)
  await login.see(enPlain['success.title'])
  await login.see(enPlain['otp.success.content'])
  assert.is(rest(), 0)
})

test('what few log-ins show is plain, too', async () => {
  const parent = document.body.appendChild(document.createElement('main'))
  ownServer().mountPasskeyRegistration({ elementId: parent })
  const words = enPlain['passkey.registrationStart.error.noUser']
  assert.is.not(words, en['passkey.registrationStart.error.noUser'])
  await screenIn(parent).see(words)
  parent.remove()
})

test('the first screen waits for no words, and is plain already', async () => {
  let ask = 0
  plainWords.load = () => {
    ask += 1
    return new Promise(() => {})
  }
  const login = await open({
    client: ownServer(),
    strings: undefined,
    config: { products: ['emailMagicLinks', 'oauth'], oauthOptions: { providers: [{ type: 'google' }] } },
  })
  await login.see(plainEnglish['button.emailLogin'])
  await login.see(plainEnglish['oauth.continueWithGoogle'])
  assert.is(ask, 0)
  // a form in the page's HTML has no others, so it needs none of ours
  for (const key of Object.keys(prerendered)) assert.not.ok(Object.hasOwn(enPlain, key), key)
  // what a first screen can show besides is in its own files
  const shown = Object.keys(parts.widget).filter((key) => Object.hasOwn(enPlain, key) && key !== 'error.unreachable')
  const own: Record<string, string> = { ...walletButtons, ...passkeyButton }
  assert.equal(shown.sort(), ['button.loginWithPasskey', 'crypto.wallet.continueWithOtherWallet'])
  for (const key of shown) assert.is(own[key], enPlain[key as keyof typeof enPlain])
})

test('words that do not come stay as they are in the code, and are asked for again', async () => {
  let works = false
  const again = chunk(() => (works ? original.plain() : Promise.reject(new Error('offline'))))
  plainWords.load = again.load
  const login = await open({ strings: undefined, client: ownServer() })
  await login.type('input[type=email]', 'ada')
  login.find('[type=submit]')!.click()
  await login.see(en[id])
  works = true
  await login.type('input[type=email]', 'ada@')
  login.find('[type=submit]')!.click()
  await login.see(enPlain[id])
})

test('a host that changes from French to English', async () => {
  const plain = counted(plainWords)
  const login = await open({ strings: undefined, client: ownServer(), language: frLazy })
  await login.type('input[type=email]', 'ada')
  login.find('[type=submit]')!.click()
  await login.see(fr[id])
  await settled()
  assert.is(plain(), 0)
  login.handle.update({ language: 'en' })
  await login.see(en['button.emailLogin'])
  await login.type('input[type=email]', 'ada@')
  login.find('[type=submit]')!.click()
  await login.see(enPlain[id])
})

test('both files together are the words, each where its screens load it', () => {
  const rest: TextPart[] = ['crypto-later', 'oneTap', 'registration', 'account', 'idp']
  const logIn = (Object.keys(parts) as TextPart[]).filter((part) => !rest.includes(part)).flatMap((part) => Object.keys(parts[part]))
  assert.equal(
    Object.keys(further).filter((key) => logIn.includes(key)),
    [],
  )
  assert.equal(
    Object.keys(logInWords).filter((key) => !logIn.includes(key)),
    [],
  )
})

test('the words are listed with what a page loads, and not for a public token', () => {
  const { touch, token } = loadingOf({}, undefined, 'quartz', '/auth')
  assert.equal(touch.slice(-2), ['language', 'plainWords'])
  assert.ok(token.magic_links!.includes('plainWords'))
  assert.not.ok(JSON.stringify(loadingOf({}, 'en')).includes('plainWords'))
  assert.not.ok(JSON.stringify(loadingOf({}, 'fr', 'quartz', '/auth')).includes('plainWords'))
})

test.run()
