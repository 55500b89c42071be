/**
 * Checks the languages of latchkey/strings: each is complete, and has the placeholders and tags of
 * the English texts.
 */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { locales } from '../../src/ui/words/language.ts'
import { plural } from '../../src/products/passwords/newPassword/strength/plural.ts'
import { en, type MessageId, type Translation } from '../../src/strings/en.ts'
import * as plainEnglish from '../../src/strings/en-plain.ts'

const folder = new URL('../../src/strings/', import.meta.url)
const files = readdirSync(fileURLToPath(folder))
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((name) => name !== 'inParts')
// It is English and not a language of its own: see its tests below.
const languages = files.filter((name) => name !== 'en-plain')
const packs = await Promise.all(
  languages.map(async (name) => ({ name, exports: (await import(`../../src/strings/${name}.ts`)) as Record<string, Translation> })),
)
const others = packs.filter(({ name }) => name !== 'en')
const ids = Object.keys(en).filter((id) => id !== 'lang' && id !== 'dir') as MessageId[]

/** Names, which are the same in every language, and an example of an email address. */
const names = /^(crypto\.wallet\.(vessel|phantom|metamask|coinbase|binance)|tab\.whatsapp|formField\.email\.placeholder)$/

/** Messages for which a language uses the English word. */
const sameWord: Record<string, MessageId[]> = {
  de: ['passkey.name.ariaLabel', 'account.passkeys', 'account.wallets'],
  es: ['idpLogout.no'],
  it: ['formField.email.label', 'tab.email', 'formField.password.label', 'idpLogout.no'],
  ja: ['watermark.altText'],
}

/**
 * Messages that a language may word differently from others with the same English text. "It" in
 * `Didn't get it?` is a code or an email.
 */
const differs: MessageId[] = ['tab.email', 'crypto.wallet.continueWithCoinbase', 'emailConfirmation.didntGetIt']

const pluralBlock = /\{(\w+), plural,((?: [=\w]+ \{[^{}]*\})+)\}/g
const categoriesOf = (cases: string) => [...cases.matchAll(/ ([=\w]+) \{/g)].map(([, category]) => category!)

/** The `{name}`s, plurals and `<tag>`s of a message. */
const slots = (text: string) =>
  [
    ...[...text.matchAll(pluralBlock)].map(([, name]) => `{${name}, plural}`),
    ...(text.replace(pluralBlock, '').match(/\{[^}]*\}|<\/?\w+>/g) ?? []),
  ].sort()

test('there is a file for each language, and each is built', () => {
  assert.equal(languages.sort(), [...locales].sort())
  assert.ok(ids.length > 200)
})

for (const { name, exports } of packs) {
  const pack = exports.default!

  test(`${name}: is exported by its name, and has its tag and direction`, () => {
    assert.is(exports[name.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase())], pack)
    assert.is(pack.lang, name)
    assert.equal(Intl.getCanonicalLocales(pack.lang), [name])
    const { direction } = (new Intl.Locale(name) as Intl.Locale & { textInfo: { direction: string } }).textInfo
    assert.is(pack.dir, direction)
  })

  test(`${name}: has every message and no other`, () => {
    assert.equal(Object.keys(pack).sort(), Object.keys(en).sort())
    for (const id of ids) assert.is(pack[id].trim() && pack[id], pack[id].trim(), id)
  })

  test(`${name}: keeps placeholders and tags`, () => {
    for (const id of ids) assert.equal(slots(pack[id]), slots(en[id]), id)
  })

  test(`${name}: plurals have the categories of the language`, () => {
    const rules = new Intl.PluralRules(pack.lang)
    // The counts in a password's demands.
    const needed = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))
    const known: string[] = rules.resolvedOptions().pluralCategories
    let blocks = 0
    for (const id of ids) {
      for (const [, , cases] of pack[id].matchAll(pluralBlock)) {
        blocks++
        const categories = categoriesOf(cases!)
        assert.ok(categories.includes('other'), id)
        assert.equal(
          categories.filter((category) => !known.includes(category)),
          [],
          id,
        )
        if (categories.length > 1)
          assert.equal(
            [...needed].filter((category) => !categories.includes(category)),
            [],
            id,
          )
      }
    }
    assert.is(blocks, 3, 'only messages about passwords have plurals (plural.ts)')
  })
}

for (const { name, exports } of others) {
  const pack = exports.default!

  test(`${name}: has nothing left in English`, () => {
    const same = ids.filter((id) => pack[id] === en[id] && !names.test(id))
    assert.equal(same.sort(), [...(sameWord[name] ?? [])].sort())
  })

  test(`${name}: texts that are equal in English are equal, except a short tab, a wallet's button, and a word for a code or an email`, () => {
    const first = new Map<string, string>()
    for (const id of ids.filter((id) => !differs.includes(id))) {
      const before = first.get(en[id])
      if (before === undefined) first.set(en[id], pack[id])
      else assert.is(pack[id], before, id)
    }
  })

  test(`${name}: has the marks of print, not those of a typewriter`, () => {
    for (const id of ids) assert.not.match(pack[id], /\.\.\.|["']/, id)
  })

  test(`${name}: has no name of a standard that visitors do not know`, () => {
    for (const id of ids) assert.not.match(pack[id], /E\.?164/i, id)
  })

  test(`${name}: the text that names a button has the button's text`, () => {
    assert.ok(pack['error.passkeyNotCreated'].includes(pack['button.createPasskey']))
  })
}

test('fr: a narrow no-break space comes before ; ! and ?, a no-break space before : and inside of guillemets', () => {
  const french = packs.find(({ name }) => name === 'fr')!.exports.default!
  for (const id of ids) {
    assert.not.match(french[id], /(?<![\u202f!?])[;!?]/, id)
    assert.not.match(french[id], /(?<!\u00a0):|«(?!\u00a0)|(?<!\u00a0)»/, id)
  }
})

const { enPlain } = plainEnglish
const plainIds = Object.keys(enPlain).filter((id) => id !== 'lang' && id !== 'dir') as MessageId[]
const inPlainWords: Translation = { ...en, ...enPlain }

test('en-plain: is exported like a language, and is English', () => {
  assert.is(plainEnglish.default, enPlain)
  assert.equal([enPlain.lang, enPlain.dir], [en.lang, en.dir])
  assert.ok(plainIds.length > 60)
})

test('en-plain: has only texts that differ from the built-in ones, with their placeholders and tags', () => {
  for (const id of plainIds) {
    assert.is.not(inPlainWords[id], en[id], id)
    assert.equal(slots(inPlainWords[id]), slots(en[id]), id)
  }
})

/** What no message says, and what it says instead. */
const forbidden: [pattern: RegExp, instead: string][] = [
  [/passcode/i, 'code'],
  [/\blogins?\b/i, 'log in, log-in'],
  [/\bsign in\b/i, 'log in'],
  [/Log In|\S Passkey|[a-z] Wallet\b|The App\b/, 'small letters'],
  [/unable to/i, 'We cannot'],
  [/please/i, 'the verb'],
  [/successful/i, 'what happened'],
  [/unauthori[sz]ed|authenticat(ed|ion)|invalid|\berror\b|scopes?\b|redirected|\bsession detected/i, 'plain words'],
  [/cancelled/, 'canceled'],
  [/E\.164/, 'the country code'],
  [/\b(do|does|is|are|ca|wo|could|did)n['’]t\b|\b(it|you|we)['’](s|re|ll)\b/i, 'whole words'],
  [/\.\.\.|['"]/, 'the marks of print'],
]

test('en-plain: one voice, from the first message to the last', () => {
  for (const id of ids) {
    const text = inPlainWords[id].replace(/\{\w+\}/g, '')
    for (const [pattern, instead] of forbidden) assert.not.match(text, pattern, `${id}: say ${instead}`)
  }
  // the built-in texts have what it looks for
  for (const [pattern] of forbidden)
    assert.ok(
      ids.some((id) => pattern.test(en[id])),
      String(pattern),
    )
})

/** The verbs with which a text says what to do now. */
const action =
  /(^|[.:,] )(Add|Allow|Check|Choose|Click|Compare|Configure|Connect|Contact|Enter|Log|Open|Remove|Send|Set|Start|Text|Try|Turn|Update|Use|Wait|add|contact|log|skip)\b/

/** Texts above or beside another one that says what to do. */
const titles: MessageId[] = ['error.title', 'crypto.error.title', 'crypto.error.connect', 'crypto.error.sign', 'error.emailVerified']

test('en-plain: every error says what to do now', () => {
  const errors = ids.filter((id) => /^errors?\.|\.error\.|strengthError\.breached|\.return\./.test(id) && !titles.includes(id))
  assert.ok(errors.length > 60)
  for (const id of errors) assert.match(inPlainWords[id], action, id)
  assert.ok(errors.filter((id) => !action.test(en[id])).length > 10)
})

test('en-plain: texts that are equal in English are equal, and the text that names a button has its text', () => {
  for (const id of ids) {
    const same = ids.filter((other) => en[other] === en[id])
    for (const other of same) assert.is(inPlainWords[other], inPlainWords[id], `${id}, ${other}`)
  }
  assert.ok(inPlainWords['error.passkeyNotCreated'].includes(inPlainWords['button.createPasskey']))
})

const lengths: [locale: string, texts: Record<number, string>][] = [
  ['en', { 1: 'Must be at least 1 character long', 2: 'Must be at least 2 characters long' }],
  ['fr', { 0: 'Doit comporter au moins 0 caractère', 1: 'Doit comporter au moins 1 caractère', 2: 'Doit comporter au moins 2 caractères' }],
  ['de', { 1: 'Muss mindestens 1 Zeichen lang sein', 8: 'Muss mindestens 8 Zeichen lang sein' }],
  ['ja', { 1: '1 文字以上で入力してください', 8: '8 文字以上で入力してください' }],
  [
    'ar',
    {
      1: 'يجب ألا تقل عن حرف واحد',
      2: 'يجب ألا تقل عن حرفين',
      3: 'يجب ألا تقل عن 3 أحرف',
      11: 'يجب ألا تقل عن 11 حرفًا',
      100: 'يجب ألا تقل عن 100 حرف',
    },
  ],
  [
    'he',
    { 1: 'אורך הסיסמה צריך להיות לפחות תו אחד', 2: 'אורך הסיסמה צריך להיות לפחות 2 תווים', 20: 'אורך הסיסמה צריך להיות לפחות 20 תווים' },
  ],
]
for (const [locale, texts] of lengths) {
  test(`${locale}: how long a password must be`, () => {
    const pack = packs.find(({ name }) => name === locale)!.exports.default!
    for (const [count, text] of Object.entries(texts)) {
      assert.is(plural(pack['password.strengthError.minimumLength'], Number(count), pack.lang), text)
    }
  })
}

test.run()
