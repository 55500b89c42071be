/** The widget's words against those that a host of the provider's SDK may know (wire/messages.json, beside this file). */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { derived, messages } from '../../src/widget/messages.ts'

interface Message {
  id: string
  /** The names of its `{name}`s and of its `<tag>`s. */
  placeholders: string[]
  tags: string[]
  /** Where the specification gives it; the others are worded by us. */
  text?: string
}

const known = JSON.parse(readFileSync(new URL('messages.json', import.meta.url), 'utf8')) as Message[]
const byId = new Map(known.map((message) => [message.id, message]))

const src = new URL('../../src/', import.meta.url)
const files = readdirSync(fileURLToPath(src), { recursive: true, encoding: 'utf8' }).filter(
  (name) => /^(ui|products|widget)\b.*[wW]ords\.ts$/.test(name) && name !== 'ui/words.ts',
)
const modules = await Promise.all(
  files.map(async (file) => ({
    file,
    ...((await import(`../../src/${file.replace(/ords\.ts$/, '')}ords.ts`)) as { words: Record<string, string> }),
  })),
)
// the buttons' own messages, which are made of a general one
modules.push({ file: 'widget/messages.ts', words: derived(messages) })
const ours = modules.flatMap(({ file, words }) => Object.entries(words).map(([id, text]) => ({ file, id, text })))

/** Ids that are ours alone: what the provider's SDK does not say, or says in words that a host cannot replace. */
const own = [
  'loading.ariaLabel', // a spinner's name
  'tabs.ariaLabel', // the tab list's name
  'formField.phone.label', // the phone field's label and its select's name
  'formField.country.ariaLabel',
  'formField.password.show.ariaLabel', // the password field's button
  'password.strength.ariaLabel', // the bar's name, and what is read out before a demand that is met
  'password.strength.met.ariaLabel',
  'idpConsent.openid', // what an app asks for (spec section 6)
  'idpConsent.openid.details',
  'idpConsent.personal',
  'idpConsent.profile.details',
  'idpConsent.email.details',
  'idpConsent.phone.details',
  'idpConsent.full_access',
  'idpConsent.offline_access',
  'idpConsent.custom',
  'idpConsent.redirect', // where the visitor goes from there
  'idpConsent.missingParameter', // why an app's request goes nowhere
  'idpConsent.unexpectedRedirect',
  'idpConsent.foreignFrame',
  'idpLogout.loggedOut', // where the page could not go on by itself
  'error.unreachable', // no answer (spec section 8)
  'error.invalidResponse', // an answer that is none (spec section 8)
  'error.invalidJson',
  'error.noResponse',
  'error.schema', // a body that the provider does not take (spec section 8)
  'error.startedElsewhere', // a link of another browser's: its proof key is not here
  'error.insecureRandom', // a browser without what keeps a log-in safe
  'error.captchaRequired', // no proof that a person is at work
  'error.unexpected', // an error that nobody foresaw
  'config.error.linksAndCodes', // configuration errors (spec section 2)
  'config.error.noMethods',
  'config.error.passkeysAlone',
  'button.rename.ariaLabel', // the icons and the field of a row in the list of passkeys
  'button.save.ariaLabel',
  'passkey.name.ariaLabel',
  'passkey.registrationStart.error.unsupported', // a browser without WebAuthn
  'passkey.none', // the list without a row
  'crypto.wallet.continueWithNamed', // a wallet under its own name
  'crypto.error.connect', // what the provider's SDK tells the host alone (wire.md 1.5)
  'crypto.error.sign',
  'crypto.error.pending', // a wallet whose window is open already
  'oauth.continueWith', // a provider that is newer than the widget
  'oneTap.error.origin', // set-up of One Tap (spec section 8)
  'oneTap.error.clientId',
  'oneTap.error.noClient',
  'oneTap.error.noRedirectUrls',
  'oneTap.error.defaultProvider',
]

/** The field has a label that can be seen, `formField.password.label`, and no other name. */
const unseen = ['formField.password.ariaLabel']

test('there are words to look at', () => {
  assert.ok(files.length >= 8, files.join(' '))
  assert.ok(ours.length > 60)
  assert.is(known.length, 191)
})

for (const { file, words } of modules) {
  test(`src/${file}: the provider's ids have the provider's texts`, () => {
    for (const [id, text] of Object.entries(words)) {
      const wanted = byId.get(id)?.text
      if (wanted !== undefined) assert.is(text, wanted, id)
    }
  })

  test(`src/${file}: every placeholder and tag is one that a host knows`, () => {
    for (const [id, text] of Object.entries(words)) {
      const names = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!).sort()
      const known = byId.get(id)
      // one of our own brings its own
      if (!known) continue
      const { placeholders, tags } = known
      assert.equal(names(/\{(\w+)[,}]/g), [...placeholders].sort(), id)
      assert.equal(names(/<(\w+)>/g), [...tags].sort(), id)
    }
  })
}

test('an id has one text, wherever it is used', () => {
  for (const { id, text, file } of ours) assert.is(text, ours.find((other) => other.id === id)!.text, `${id} in ${file}`)
})

test('the ids of our own are these, and each of them is used', () => {
  const found = [...new Set(ours.map(({ id }) => id))].filter((id) => !byId.has(id))
  const isNew = found.filter((id) => !own.includes(id))
  assert.equal(isNew, [], `A message that the provider's SDK has not: add it to \`own\`, with what it is for: ${isNew}`)
  assert.equal(
    own.filter((id) => !found.includes(id)),
    [],
    'nobody says these any more: take them out of `own`',
  )
})

test('every message is used', () => {
  const used = new Set(ours.map(({ id }) => id))
  const unused = known.map(({ id }) => id).filter((id) => !used.has(id))
  assert.equal(unused, unseen)
})

test.run()
