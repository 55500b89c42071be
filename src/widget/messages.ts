import { words as signing } from '../products/crypto/signing/words.ts'
import { buttons as walletButtons, words as wallets } from '../products/crypto/words.ts'
import { words as emailSent } from '../products/emailMagicLinks/words.ts'
import { words as logOut } from '../products/idp/logOut/words.ts'
import { words as consent } from '../products/idp/words.ts'
import { words as oneTap } from '../products/oauth/oneTapWords.ts'
import { buttons as providerButtons, words as providers } from '../products/oauth/providerWords.ts'
import { words as codeForms } from '../products/otp/formWords.ts'
import { words as phone } from '../products/otp/phone/words.ts'
import { words as codes } from '../products/otp/words.ts'
import { words as passkeyLogIn } from '../products/passkeys/passkeyLogIn/words.ts'
import { words as registration } from '../products/passkeys/registration/words.ts'
import { words as passkeys } from '../products/passkeys/words.ts'
import { words as feedback } from '../products/passwords/newPassword/strength/feedbackWords.ts'
import { words as strength } from '../products/passwords/newPassword/strength/words.ts'
import { words as passwords } from '../products/passwords/words.ts'
import { words as back } from '../ui/backWords.ts'
import { words as base } from '../ui/baseWords.ts'
import { words as email } from '../ui/emailWords.ts'
import { words as failures } from '../ui/explainWords.ts'
import type { Part } from '../ui/language.ts'
import { words as watermark } from '../ui/watermarkWords.ts'
import { words as arrival } from './arrival/words.ts'
import { words as configuration } from './methods/configurationWords.ts'
import { words as methods } from './methods/words.ts'

/** What is said by a general message where a message of its own is not there: the buttons of providers and of wallets that we know by name. */
export const derived = (
  texts: Record<'oauth.continueWith' | 'crypto.wallet.continueWithNamed', string>,
): ReturnType<typeof providerButtons> & ReturnType<typeof walletButtons> => ({
  ...providerButtons(texts['oauth.continueWith']),
  ...walletButtons(texts['crypto.wallet.continueWithNamed']),
})

/**
 * Every message that a visitor can see or hear, by the part of a language that has it: the first, and what comes behind it. Each part of the widget keeps its own words; a
 * file of them that is not listed here has no message ids.
 */
export const parts = {
  widget: {
    ...base,
    ...email,
    ...methods,
    ...codeForms,
    ...phone,
    ...providers,
    ...passkeys,
    ...wallets,
    ...derived({ ...providers, ...wallets }),
  },
  'widget-later': { ...back, ...watermark, ...configuration, ...failures, ...arrival, ...emailSent },
  'otp-later': codes,
  'passwords-later': { ...passwords, ...strength, ...feedback },
  'passkeys-later': passkeyLogIn,
  'crypto-later': signing,
  oneTap,
  registration,
  idp: { ...consent, ...logOut },
} satisfies Record<Part, Record<string, string>>

type Parts = typeof parts

/** The id of a message that `strings` can replace: `login.title`. */
export type MessageId = { [Name in Part]: keyof Parts[Name] }[Part]

/** Every message in English, by its id. */
export const messages = Object.assign({}, ...Object.values(parts)) as Record<MessageId, string>

/**
 * Replacements for the widget's words: message id -> text, with `{name}`s and the few tags of the message it replaces. A whole language comes from
 * `latchkey/strings/<locale>`.
 */
export type Strings = Partial<Record<MessageId, string>> & {
  /** Of tables that were written for the provider's own SDK. The field is named by its visible label, `formField.password.label`. */
  'formField.password.ariaLabel'?: string
  /** What language they are in, as a BCP 47 tag: the widget's `lang`. Default: the page's. */
  lang?: string
  /** How it is written: the widget's `dir`. Default: the page's. */
  dir?: 'ltr' | 'rtl'
}
