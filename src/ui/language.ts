import type { LoginConfig } from './config.ts'
import { DEFAULT_PRODUCTS } from './defaults.ts'
import type { ScreenName } from './map.ts'

/** The languages that the widget speaks, each the name of a file of `src/strings/`. */
export const locales = ['ar', 'de', 'en', 'es', 'fr', 'he', 'hi', 'it', 'ja', 'ko', 'pt-BR', 'zh-Hans'] as const

/** A language that the widget speaks, as a BCP 47 tag. */
export type Locale = (typeof locales)[number]

/** A part of a language's words, and a file of them; which words are in it, src/widget/messages.ts says. The first one has those of every first screen. */
export type Part =
  | 'widget'
  | 'widget-later'
  | 'otp-later'
  | 'passwords-later'
  | 'passkeys-later'
  | 'crypto-later'
  | 'oneTap'
  | 'registration'
  | 'idp'

/** A language whose words come in parts, when they are needed: `frLazy` of `latchkey/strings/fr`, for pages with a bundler. */
export interface LazyLanguage {
  /** The language, as a BCP 47 tag. */
  lang: string
  /**
   * Fetches a part of its words. `default` is a query, `login.title=Se connecter&button.retry=Réessayer`; that of the part `widget` begins with `dir`, where that is `rtl`. Rejects where it
   * does not come; asked again, it tries again.
   */
  load(part: Part): Promise<{ default: string }>
}

/** What the widget can be told to speak: a language by its BCP 47 tag, or `auto`, which goes by the page and the visitor's browser. */
export type Language = Locale | 'auto' | (string & {}) | LazyLanguage

/** The locale that comes closest to the first of these tags (BCP 47) for which there is one: the same language, in the same script. English where there is none. */
export function closestLocale(tags: readonly string[]): Locale {
  const written = (tag: string) => {
    try {
      const { language, script } = new Intl.Locale(tag.replaceAll('_', '-')).maximize()
      return language + script
    } catch {
      // no tag
    }
  }
  for (const tag of tags) {
    const found = written(tag) && locales.find((locale) => written(locale) === written(tag))
    if (found) return found
  }
  return 'en'
}

/** Whether the widget speaks the language of this BCP 47 tag, be it English. */
export const isSpoken = (tag: string): boolean => closestLocale([tag]) !== 'en' || /^en(?![a-z])/i.test(tag)

/** What a visitor may come to read behind the first screen, by what the host has configured and where they are. */
export function partsBehind({ products = DEFAULT_PRODUCTS, otpOptions, oauthOptions }: LoginConfig, at: ScreenName = 'Main'): Part[] {
  const has = (product: (typeof products)[number]) => products.includes(product)
  const isNeeded: { [Name in Part]?: boolean } = {
    'widget-later': true,
    'otp-later': has('otp') || (has('passwords') && !!otpOptions?.methods?.includes('email')),
    'passwords-later': has('passwords') || at === 'PasswordResetForm',
    'passkeys-later': has('passkeys'),
    'crypto-later': has('crypto'),
    oneTap: has('oauth') && !!oauthOptions?.providers?.some(({ one_tap }) => one_tap),
    registration: at === 'PasskeyRegistrationStart',
    idp: at === 'IDPConsent',
  }
  return (Object.keys(isNeeded) as Part[]).filter((part) => isNeeded[part])
}
