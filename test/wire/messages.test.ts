/**
 * Checks the widget's messages against those that a host of the provider's SDK can know
 * (test/wire/messages.json).
 */
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
  /** The provider's text, if it is published. The other texts are our own. */
  text?: string
}

const known = JSON.parse(readFileSync(new URL('messages.json', import.meta.url), 'utf8')) as Message[]
const byId = new Map(known.map((message) => [message.id, message]))

const src = new URL('../../src/', import.meta.url)
const files = readdirSync(fileURLToPath(src), { recursive: true, encoding: 'utf8' }).filter(
  (name) => /^(ui|products|widget)\b.*[wW]ords\.ts$/.test(name) && !/(use|fetch)LaterWords\.ts$|lainWords\.ts$/.test(name),
)
const modules = await Promise.all(
  files.map(async (file) => ({
    file,
    ...((await import(`../../src/${file.replace(/ords\.ts$/, '')}ords.ts`)) as { words: Record<string, string> }),
  })),
)
// The buttons' own messages, which are made from a general one.
modules.push({ file: 'widget/messages.ts', words: derived(messages) })
const ours = modules.flatMap(({ file, words }) => Object.entries(words).map(([id, text]) => ({ file, id, text })))

/**
 * Ids that only we have, for texts that the provider's SDK does not have, or that a host cannot
 * replace there.
 */
const own = [
  'loading.ariaLabel', // name of a spinner
  'tabs.ariaLabel', // name of the tab list
  'method.last', // mark of a way to log in
  'formField.email.suggestion', // under an email field, for a likely typing error
  'formField.phone.label', // label of the phone field, name of its select
  'formField.country.ariaLabel',
  'formField.password.show.ariaLabel', // button of the password field
  'account.change', // leads back from the password to another address
  'account.notYou', // leads from an app's request to another account
  'account.title', // the account screen, which the SDK does not have
  'account.noUser',
  'account.emails',
  'account.phoneNumbers',
  'account.passkeys',
  'account.authenticatorApp',
  'account.providers',
  'account.wallets',
  'account.connectedApps',
  'account.add', // beside the title of a section
  'account.unconfirmed',
  'account.removeQuestion',
  'account.appSince',
  'account.appUsed',
  'account.lastWayIn',
  'account.passkeyNotCreated',
  'button.remove',
  'account.addEmail',
  'account.addPhoneNumber',
  'button.sendCode',
  'account.added',
  'account.addAuthenticatorApp',
  'account.scan',
  'account.qrCode',
  'account.secret',
  'account.recoveryCodes',
  'account.keepCodes',
  'button.copy',
  'button.copied',
  'button.download',
  'emailConfirmation.resend', // sends the same mail again, in the look `quartz`
  'failure.title', // above the reason of a failure, in that look
  'oauth.more', // shows the rest of many providers
  'passcode.resendIn', // in a link that counts down
  'password.missing', // the button was pressed without a password
  'login.titleOf', // with the name of the project, in the look `quartz`
  'login.toContinue', // before a consent, with the name of the app, in the look `quartz`
  'login.titleToContinue',
  'account.codesSaved',
  'password.strength.ariaLabel', // name of the bar, and the announcement before a requirement that is met
  'password.strength.met.ariaLabel',
  'password.strength.tooWeak', // what the bar says
  'password.strength.weak',
  'password.strength.good',
  'password.strength.strong',
  'error.emailAlone', // an address with something around it, such as `mailto:`
  'button.retryIn', // in a button that counts down after too many requests
  'error.emailNotVerified', // what a server of one's own says
  'error.emailVerified',
  'error.logInAgain',
  'error.tooManyRequests',
  'error.duplicateEmail',
  'error.weakPassword',
  'error.lastWayIn',
  'error.logInNotAllowed',
  'error.signUpNotAllowed',
  'error.signUpDisabled',
  'error.requestRefused',
  'error.noSecondFactor',
  'error.incompleteLink', // a link without a token, which a mail program has cut off
  'error.newLink', // above the form on the screen for a link that no longer works
  'error.newCode',
  'login.press.title', // asks for a press before a link is spent
  'login.press.content',
  'login.press.button',
  'idpConsent.redirectToApp', // where an app's own URL scheme leads
  'idpConsent.redirectHere', // an app on the visitor's computer
  'idpConsent.ownName', // what an app calls itself whose id is a URL
  'idpConsent.anyApp', // an app on the visitor's computer whose id is a URL
  'idpConsent.resources', // where an app can use its access
  'login.begun.content', // the same, before a log-in that did not begin in this browser
  'login.replace.title', // the same, while somebody is logged in
  'login.replace.content',
  'login.replace.stay',
  'emailConfirmation.didntGetIt', // before the way back to the form
  'link.newTab.ariaLabel', // announced after the name of a link that opens a tab
  'success.next', // where the visitor goes after the log-in
  'success.notKept', // in place of the text of success, if the browser refuses the cookies
  'legal.both', // what the visitor agrees to
  'legal.terms',
  'legal.privacy',
  'idpConsent.showAll', // below a long list
  'idpConsent.removable', // below the decision
  'idpConsent.count', // what an app requests, if the list is long
  'idpConsent.openid', // what an app requests
  'idpConsent.openid.details',
  'idpConsent.personal',
  'idpConsent.profile.details',
  'idpConsent.email.details',
  'idpConsent.phone.details',
  'idpConsent.full_access',
  'idpConsent.offline_access',
  'idpConsent.custom',
  'idpConsent.redirect', // where the visitor goes next
  'idpConsent.missingParameter', // why an app's request fails
  'idpConsent.unexpectedRedirect',
  'idpConsent.foreignFrame',
  'idpLogout.loggedOut', // if the page could not continue by itself
  'error.unreachable', // no answer
  'error.invalidResponse', // an invalid answer
  'error.invalidJson',
  'error.noResponse',
  'error.schema', // a body that the provider refuses
  'error.startedElsewhere', // a link from another browser, whose proof key is not here
  'error.insecureRandom', // a browser without secure random numbers
  'error.captchaRequired', // no proof that the visitor is a person
  'error.unexpected', // an unexpected error
  'error.offline', // a browser that is offline
  'error.notKept', // what a host's own server says, or its cookies
  'error.passwordTooLong',
  'password.strengthError.maximumLength',
  'ownWindow.content', // a link in a frame of another site
  'ownWindow.open',
  'button.slow', // a call that takes long
  'account.appMay', // what a connected app may do
  'config.error.linksAndCodes', // configuration errors
  'config.error.noMethods',
  'config.error.passkeysAlone',
  'button.more.ariaLabel', // what else can be done with a row
  'button.rename.ariaLabel', // icons and field of a row in the list of passkeys
  'button.save.ariaLabel',
  'passkey.name.ariaLabel',
  'passkey.registrationStart.error.unsupported', // a browser without WebAuthn
  'passkey.created', // a passkey that came by itself after a log-in
  'passkey.none', // an empty list
  'passkey.setUp', // the button below it
  'passkey.new', // badge of the passkey that was just made
  'passkey.device', // a passkey that has no name of its own
  'passkey.deleteNamed', // button that deletes a passkey
  'confirmEmail.title', // the provider never wants an address confirmed before a visitor goes on
  'confirmEmail.content',
  'confirmEmail.send',
  'confirmEmail.link',
  'confirmEmail.continue',
  'confirmEmail.pending',
  'confirm.content', // nor that they confirm who they are before a change
  'confirm.passkey',
  'confirm.passkeyFailed',
  'confirm.code',
  'error.notConfirmed',
  'error.notYou',
  'secondFactor.title', // the provider has no screens for a second factor of users
  'secondFactor.totp.content',
  'secondFactor.sms.content',
  'secondFactor.sms.send',
  'secondFactor.recoveryCode.content',
  'secondFactor.continue',
  'secondFactor.anotherWay',
  'secondFactor.way.totp',
  'secondFactor.way.sms',
  'secondFactor.way.recoveryCode',
  'secondFactor.recovered.title',
  'secondFactor.recovered.content',
  'secondFactor.trustDevice', // a host's own server asks before the session
  'secondFactor.expired',
  'secondFactor.success.content',
  'secondFactor.none',
  'secondFactor.noUser',
  'secondFactor.error.totp',
  'secondFactor.error.usedCode',
  'secondFactor.error.recoveryCode',
  'crypto.wallet.continueWithNamed', // a wallet under its own name
  'crypto.error.connect', // the provider's SDK tells these only to the host
  'crypto.error.sign',
  'crypto.error.pending', // a wallet whose window is already open
  'prerendered.noScript', // a form in the page's HTML, without the widget
  'prerendered.late',
  'oauth.continueWith', // a provider that is newer than the widget
  'inAppBrowser.content', // instead of Google's button, in the browser of an app
  'inAppBrowser.open',
  'inAppBrowser.copy',
  'inAppBrowser.copied',
  'inAppBrowser.link.label',
  'oauth.return.cancelled', // back from a provider without a log-in
  'oauth.return.failed',
  'oauth.return.expired',
  'oauth.return.notLinked',
  'oauth.return.noEmail',
  'oneTap.error.origin', // set-up of One Tap
  'oneTap.error.clientId',
  'oneTap.error.noClient',
  'oneTap.error.noRedirectUrls',
  'oneTap.error.defaultProvider',
]

/** The field has a visible label, `formField.password.label`, and no other name. */
const unseen = ['formField.password.ariaLabel']

test('there are messages to test', () => {
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

  test(`src/${file}: a host knows every placeholder and tag`, () => {
    for (const [id, text] of Object.entries(words)) {
      const names = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!).sort()
      const known = byId.get(id)
      // Messages of our own have their own.
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

test('these are our own ids, and each of them is used', () => {
  const found = [...new Set(ours.map(({ id }) => id))].filter((id) => !byId.has(id))
  const isNew = found.filter((id) => !own.includes(id))
  assert.equal(isNew, [], `The provider's SDK lacks this message. Add it to \`own\`, with its purpose: ${isNew}`)
  assert.equal(
    own.filter((id) => !found.includes(id)),
    [],
    'nothing uses these: remove them from `own`',
  )
})

test('every message is used', () => {
  const used = new Set(ours.map(({ id }) => id))
  const unused = known.map(({ id }) => id).filter((id) => !used.has(id))
  assert.equal(unused, unseen)
})

test.run()
