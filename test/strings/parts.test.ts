/** Tests the parts of each language: together they are complete, and none repeats another. */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { wordsOf } from '../../src/strings/inParts.ts'
import { ar } from '../../src/strings/ar.ts'
import { de } from '../../src/strings/de.ts'
import { en, type Translation } from '../../src/strings/en.ts'
import { es } from '../../src/strings/es.ts'
import { fr, frLazy } from '../../src/strings/fr.ts'
import { he } from '../../src/strings/he.ts'
import { hi } from '../../src/strings/hi.ts'
import { it } from '../../src/strings/it.ts'
import { ja } from '../../src/strings/ja.ts'
import { ko } from '../../src/strings/ko.ts'
import { ptBR, ptBRLazy } from '../../src/strings/pt-BR.ts'
import { zhHans } from '../../src/strings/zh-Hans.ts'
import { locales, type TextPart } from '../../src/ui/words/language.ts'
import { textsOf } from '../../src/ui/words/translator.ts'
import { derived, messages, parts } from '../../src/widget/messages.ts'

const translations: Translation[] = [ar, de, es, fr, he, hi, it, ja, ko, ptBR, zhHans]
const names = Object.keys(parts) as TextPart[]

test('every language has parts', () => {
  assert.equal(
    translations.map(({ lang }) => lang),
    locales.filter((locale) => locale !== 'en'),
  )
})

for (const translation of translations) {
  test(`${translation.lang}: a widget with all parts has the same texts as with the whole`, () => {
    const inFiles = Object.assign({}, ...names.map((part) => textsOf(wordsOf(translation, part)))) as Translation
    // the buttons of wallets have the text of the other providers, unless there is one for them
    const named = inFiles['oauth.continueWith'].replace('{type}', '{name}')
    const texts = Object.assign({ 'crypto.wallet.continueWithNamed': named }, inFiles)
    assert.equal({ ...messages, ...derived({ ...messages, ...texts }), ...texts }, translation)
  })

  test(`${translation.lang}: no part repeats an earlier one`, () => {
    const ids = names.map((part) => Object.keys(textsOf(wordsOf(translation, part))))
    const [first, later, ...others] = ids
    for (const part of [later!, ...others])
      assert.equal(
        part.filter((id) => first!.includes(id)),
        [],
      )
    for (const part of others)
      assert.equal(
        part.filter((id) => later!.includes(id)),
        [],
      )
  })
}

test('a message is in the first part or in later ones', () => {
  const first = Object.keys(parts.widget)
  const both = names.slice(1).flatMap((part) => Object.keys(parts[part]).filter((id) => first.includes(id)))
  // The password screen and the wallet screen use these again.
  assert.equal([...new Set(both)].sort(), ['crypto.wallet.setupNewWallet', 'methodDivider.text'])
})

test('special characters of a file of texts are escaped', () => {
  const odd: Translation = { ...fr, 'login.title': '100% & 1 + 1 = 2?', 'button.retry': 'a\nb `${c}` \\' }
  const texts = textsOf(wordsOf(odd, 'widget'))
  assert.is(texts['login.title'], odd['login.title'])
  assert.is(texts['button.retry'], odd['button.retry'])
})

test('a specific text wins over the general one', () => {
  const own: Translation = { ...fr, 'oauth.continueWithGitHub': 'Avec GitHub', 'crypto.wallet.continueWithPhantom': 'Par Phantom' }
  const texts = textsOf(wordsOf(own, 'widget'))
  assert.is(texts['oauth.continueWithGitHub'], 'Avec GitHub')
  assert.is(texts['crypto.wallet.continueWithPhantom'], 'Par Phantom')
  assert.is(texts['oauth.continueWithGoogle'], undefined)
  // A language that has the English text of one button, and a general message of its own.
  assert.is(
    textsOf(wordsOf({ ...fr, 'oauth.continueWithGitHub': en['oauth.continueWithGitHub'] }, 'widget'))['oauth.continueWithGitHub'],
    en['oauth.continueWithGitHub'],
  )
})

test('a language in parts loads each of them', async () => {
  assert.is(frLazy.lang, 'fr')
  assert.is((await frLazy.load('otp-later')).default, wordsOf(fr, 'otp-later'))
  assert.is((await ptBRLazy.load('widget')).default, wordsOf(ptBR, 'widget'))
})

test.run()
