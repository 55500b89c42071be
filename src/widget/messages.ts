import { words as accountApp } from '../products/account/app/words.ts'
import { words as account } from '../products/account/words.ts'
import { words as signing } from '../products/crypto/signing/words.ts'
import { buttonWords as walletButtons, words as wallets } from '../products/crypto/words.ts'
import { words as emailSent } from '../products/emailMagicLinks/words.ts'
import { words as logOut } from '../products/idp/logOut/words.ts'
import { words as consent } from '../products/idp/words.ts'
import { words as oneTap } from '../products/oauth/oneTapWords.ts'
import { buttonWords as providerButtons, words as providers } from '../products/oauth/providerWords.ts'
import { words as providerReturn } from '../products/oauth/returnWords.ts'
import { words as inAppBrowser } from '../products/oauth/inAppBrowserWords.ts'
import { words as confirmEmail } from '../products/otp/adding/confirmEmailWords.ts'
import { words as adding } from '../products/otp/adding/words.ts'
import { words as codeForms } from '../products/otp/formWords.ts'
import { words as phone } from '../products/otp/phone/words.ts'
import { words as codes } from '../products/otp/words.ts'
import { words as afterLogIn } from '../products/passkeys/afterLogIn/words.ts'
import { words as passkeyLogIn } from '../products/passkeys/passkeyLogIn/words.ts'
import { words as registration } from '../products/passkeys/registration/words.ts'
import { words as passkeys } from '../products/passkeys/words.ts'
import { words as feedback } from '../products/passwords/newPassword/strength/feedbackWords.ts'
import { words as strength } from '../products/passwords/newPassword/strength/words.ts'
import { words as passwords } from '../products/passwords/words.ts'
import { words as webmail } from '../products/shared/webmailWords.ts'
import { words as confirmation } from '../products/secondFactor/confirmation/words.ts'
import { words as secondFactor } from '../products/secondFactor/words.ts'
import { words as accountParts } from '../ui/words/accountWords.ts'
import { words as askingApp } from '../ui/looks/quartz/askingAppWords.ts'
import { words as quartzTitle } from '../ui/looks/quartz/titleWords.ts'
import { words as quartz } from '../ui/looks/quartz/words.ts'
import { words as base } from '../ui/words/baseWords.ts'
import { words as codeFields } from '../ui/words/codeWords.ts'
import { words as kit } from '../ui/words/kitWords.ts'
import { words as lists } from '../ui/words/listWords.ts'
import { words as prerendered } from '../ui/words/prerenderedWords.ts'
import type { TextPart } from '../ui/words/language.ts'
import { words as urlLogIn } from './urlLogIn/words.ts'
import { words as configuration } from './methods/configurationWords.ts'
import { words as methods } from './methods/words.ts'

/**
 * Creates the texts of the buttons for known providers and wallets from the two general messages,
 * for hosts and languages that have no text for a button.
 */
export const derived = <Provider extends string, Wallet extends string>(texts: {
  'oauth.continueWith': Provider
  'crypto.wallet.continueWithNamed': Wallet
}) => ({
  ...providerButtons(texts['oauth.continueWith']),
  ...walletButtons(texts['crypto.wallet.continueWithNamed']),
})

/**
 * Every message that a visitor can see or hear, by the part of a language that contains it. The
 * messages of a screen are next to it, in `words.ts` or a file whose name ends in `Words.ts`.
 * Messages of a file that is missing here cannot be replaced or translated.
 */
export const parts = {
  // in the order in which the largest of these files is smallest
  widget: {
    ...base,
    ...wallets,
    ...quartzTitle,
    ...passkeys,
    ...providers,
    ...codeForms,
    ...phone,
    ...quartz,
    ...methods,
    ...derived({ ...providers, ...wallets }),
  },
  'widget-later': {
    ...kit,
    ...askingApp,
    ...prerendered,
    ...configuration,
    ...urlLogIn,
    ...emailSent,
    ...webmail,
    ...inAppBrowser,
    ...providerReturn,
  },
  'otp-later': { ...codes, ...codeFields },
  'passwords-later': { ...passwords, ...strength, ...feedback },
  'passkeys-later': { ...passkeyLogIn, ...afterLogIn },
  'crypto-later': signing,
  oneTap,
  // a host's own server may ask for each, on every screen
  secondFactor: { ...secondFactor, ...confirmEmail, ...confirmation },
  registration: { ...lists, ...registration },
  account: { ...account, ...accountParts, ...accountApp, ...adding },
  idp: { ...consent, ...logOut },
} satisfies Record<TextPart, Record<string, string>>

type Parts = typeof parts

/** The id of a message that `strings` can replace: `login.title`. */
export type MessageId = { [Name in TextPart]: keyof Parts[Name] }[TextPart]

/** The English text of each message, by its id. */
export type Messages = {
  readonly [Id in MessageId]: { [Name in TextPart]: Id extends keyof Parts[Name] ? Parts[Name][Id] : never }[TextPart]
}

/** Every message in English, by its id. */
export const messages = Object.assign({}, ...Object.values(parts)) as Messages

/** Your own texts for the widget. */
export type Strings = {
  /** Replaces the English text that you see in this type. Keep its `{name}`s and its tags. */
  [Id in MessageId]?: Messages[Id] | (string & {})
} & {
  /**
   * Not used: the visible label, `formField.password.label`, names the field. It is here for tables
   * that were written for the provider's SDK.
   */
  'formField.password.ariaLabel'?: string
  /** The language of these texts, as a BCP 47 tag: the widget's `lang`. Default: the page's. */
  lang?: string
  /** The direction of the script: the widget's `dir`. Default: the page's. */
  dir?: 'ltr' | 'rtl'
}
