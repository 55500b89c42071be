import { texts } from '../../api/kinds.ts'
import type { LoginConfig } from '../host/config.ts'
import { DEFAULT_PRODUCTS } from '../host/defaults.ts'
import type { ScreenName } from '../map.ts'

/** The languages that the widget speaks, each the name of a file of `src/strings/`. */
export const locales = ['ar', 'de', 'en', 'es', 'fr', 'he', 'hi', 'it', 'ja', 'ko', 'pt-BR', 'zh-Hans'] as const

/** A language that the widget speaks, as a BCP 47 tag. */
export type Locale = (typeof locales)[number]

/**
 * A part of a language's words: a file of its own. `src/widget/messages.ts` lists which words are
 * in which part; `widget` has those of every first screen.
 */
export type TextPart =
  | 'widget'
  | 'widget-later'
  | 'otp-later'
  | 'passwords-later'
  | 'passkeys-later'
  | 'crypto-later'
  | 'oneTap'
  | 'registration'
  | 'secondFactor'
  | 'account'
  | 'idp'

/**
 * A language whose words come in parts, when they are needed: `frLazy` of `latchkey/strings/fr`,
 * for pages with a bundler.
 */
export interface LazyLanguage {
  /** The language, as a BCP 47 tag. */
  lang: string
  /**
   * Fetches a part of the words: a query, `login.title=Se connecter&button.retry=Réessayer`. The
   * part `widget` of a language from right to left begins with `dir`. Rejects if the words cannot
   * be fetched; the next call tries again.
   */
  load(part: TextPart): Promise<{
    /** The words. */
    default: string
  }>
}

/**
 * The language of the widget: a BCP 47 tag; `auto`, which follows the page and the visitor's
 * browser; or a language in parts.
 */
export type Language = Locale | 'auto' | (string & {}) | LazyLanguage

/**
 * Returns the locale for the first of these tags (BCP 47) that has one in the same language and
 * script, or English if none has.
 */
export function closestLocale(tags: readonly string[]): Locale {
  const scriptOf = (tag: string) => {
    try {
      const { language, script } = new Intl.Locale(tag.replaceAll('_', '-')).maximize()
      return language + script
    } catch {
      // not a valid tag
    }
  }
  for (const tag of tags) {
    const match = scriptOf(tag) && locales.find((locale) => scriptOf(locale) === scriptOf(tag))
    if (match) return match
  }
  return 'en'
}

/** Returns whether the widget has words for the language of this BCP 47 tag, English included. */
export const speaksLanguage = (tag: string): boolean => closestLocale([tag]) !== 'en' || /^en(?![a-z])/i.test(tag)

type OwnPart = 'secondFactor' | 'registration' | 'account'

/** The part of each screen of a widget that does not log in. */
const ownParts: { [Name in ScreenName]?: OwnPart } = {
  SecondFactor: 'secondFactor',
  SecondFactorConfirmation: 'secondFactor',
  PasskeyRegistrationStart: 'registration',
  PasskeyRegistrationSuccess: 'registration',
  Account: 'account',
  AccountDestination: 'account',
  AccountCode: 'account',
  AccountApp: 'account',
  AccountRecoveryCodes: 'account',
} satisfies { [Name in Extract<ScreenName, `${'SecondFactor' | 'PasskeyRegistration' | 'Account'}${string}`>]: OwnPart }

/**
 * Returns the parts that a visitor may need after the first screen, depending on the host's
 * configuration and on the screen they are on. A `backend`, the host's own server, may ask for
 * a second factor in any log-in.
 */
export function laterParts(
  { products = DEFAULT_PRODUCTS, otpOptions, oauthOptions }: LoginConfig,
  at: ScreenName = 'Main',
  backend?: string,
): TextPart[] {
  const has = (product: (typeof products)[number]) => products.includes(product)
  // the host may ask for another language at any step
  const own = ownParts[at]
  const isAccount = own === 'account'
  const isSecondFactor = own === 'secondFactor' || !!backend
  const isNeeded: { [Name in TextPart]?: boolean } = {
    'widget-later': true,
    'otp-later': has('otp') || (has('passwords') && !!texts(otpOptions?.methods)?.includes('email')) || isSecondFactor || isAccount,
    'passwords-later': has('passwords') || at === 'PasswordResetForm',
    'passkeys-later': has('passkeys'),
    'crypto-later': has('crypto'),
    oneTap: has('oauth') && Array.isArray(oauthOptions?.providers) && oauthOptions.providers.some((provider) => provider?.one_tap),
    secondFactor: isSecondFactor,
    registration: own === 'registration' || isAccount,
    account: isAccount,
    idp: at === 'IDPConsent',
  }
  return (Object.keys(isNeeded) as TextPart[]).filter((part) => isNeeded[part])
}
