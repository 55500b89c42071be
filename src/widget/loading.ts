/**
 * What a page with the log-in form loads, and when: names of files, as dist/embed/chunks.json has them. Pure. The snippet, `latchkey size`, the bench and the tests read it;
 * test/chromium/ checks that the widget loads exactly this.
 */
import { closestLocale, laterParts } from '../ui/words/language.ts'
import type { LoginConfig } from '../ui/host/config.ts'
import { DEFAULT_PRODUCTS } from '../ui/host/defaults.ts'

/** The fields of a login config that decide which files are loaded. */
export interface LoadedConfig {
  products?: readonly string[]
  otpOptions?: { methods?: readonly string[] }
  oauthOptions?: { providers?: readonly { type: string; one_tap?: boolean }[] }
}

/** The files of a configuration. A file can be in several lists. Those that a file imports are not listed. */
export interface Loading {
  /** Before the form can be used. */
  first: string[]
  /** After the first paint, without any action. */
  rest: string[]
  /** Side by side, when the visitor turns to the widget: what a call needs before it is sent. */
  touch: string[]
  /** Side by side, once those have come: what follows. */
  next: string[]
  /** While the visitor logs in, at most. */
  later: string[]
  /** Side by side, if the page's URL has a token of this type: what its call needs or, for a new password, its form. */
  token: { [tokenType: string]: string[] }
}

/** What a page needs that calls the provider before the visitor does anything (startPlaces.ts). */
export const forCalls = ['engine', 'laterEngine', 'kit']

/** What follows Main, by product: what comes when the visitor turns to the widget (laterChunks.ts), and what comes later. */
const afterMain: { readonly [product: string]: { next: readonly string[]; later?: readonly string[] } } = {
  emailMagicLinks: { next: ['emailMagicLinks'] },
  otp: { next: ['otpScreens'] },
  passwords: { next: ['passwordScreens'], later: ['newPassword', 'strength', 'feedback'] },
  oauth: { next: ['oauthCalls'] },
  passkeys: { next: ['passkeyLogIn'] },
  // a wallet's button fetches its code itself, because few visitors press one
  crypto: { next: [], later: ['signing'] },
}

/** The products that there are. */
export const PRODUCTS: readonly string[] = Object.keys(afterMain)

/** The locale whose texts the first screen shows. Undefined if that is English, or if only the visitor's browser knows. */
const localeOf = (language?: string) => {
  const locale = language && language !== 'auto' ? closestLocale([language]) : 'en'
  return locale === 'en' ? undefined : locale
}

/** Returns what a configuration loads. Phone numbers are counted for a visitor in the US, and a `language` of `auto` for one who reads English. */
export function loadingOf(config: LoadedConfig, language?: string): Loading {
  const { products = DEFAULT_PRODUCTS as readonly string[], otpOptions, oauthOptions } = config
  const has = (name: string) => products.includes(name)
  const when = (condition: unknown, ...names: string[]) => (condition ? names : [])
  // the form for email links is inside widget.js; `methods` arranges several forms (Main.tsx)
  const others = products.filter((name) => name !== 'emailMagicLinks')
  const locale = localeOf(language)
  const phone = has('otp') && otpOptions?.methods?.some((method) => method !== 'email')
  // only the form in front loads its code, and a phone field does so as soon as it appears
  const phoneFirst = phone && !has('emailMagicLinks') && !has('passwords') && otpOptions?.methods?.[0] !== 'email'
  const email = has('emailMagicLinks') || has('passwords') || (has('otp') && otpOptions?.methods?.includes('email'))
  // the logos of four providers are part of the buttons
  const furtherLogos = has('oauth') && oauthOptions?.providers?.some(({ type }) => !/^(google|apple|github|microsoft)$/.test(type))
  const autofill = has('passkeys') && email
  const numbers = ['numbers', 'callingCodes1x']
  const touch = ['laterEngine', 'kit']
  const after = PRODUCTS.filter(has).map((product) => afterMain[product]!)
  const next = after.flatMap(({ next }) => next)
  return {
    first: [
      'widget',
      ...when(others.length, 'methods', ...others),
      // one file has a language's texts for every first screen; only `language` knows which language `auto` means, and that English needs no file
      ...when(language, locale ? `widget.${locale}` : 'language'),
    ],
    rest: [
      'engine',
      // for files whose hash is neither in the snippet's links nor in its tag (src/entries/embed.ts)
      ...when(furtherLogos || phoneFirst, 'integrity'),
      ...when(furtherLogos, 'furtherLogos'),
      ...when(phoneFirst, ...numbers),
      ...when(autofill, 'kit', 'laterEngine', 'passkeyLogIn'),
    ],
    touch,
    next,
    later: [
      ...touch,
      ...next,
      'integrity',
      'urlLogIn',
      ...when(locale, 'language', ...['words', ...laterParts(config as LoginConfig)].map((part) => `${part}.${locale}`)),
      ...when(phone, ...numbers),
      ...after.flatMap(({ later = [] }) => later),
      ...when(
        oauthOptions?.providers?.some(({ one_tap }) => one_tap),
        'oneTap',
        'OneTapPrompt',
      ),
    ],
    token: {
      ...(has('emailMagicLinks') && { magic_links: [...forCalls, 'urlLogIn', 'emailMagicLinks'] }),
      ...(has('oauth') && { oauth: [...forCalls, 'urlLogIn', 'oauthCalls'] }),
      ...(has('passwords') && { reset_password: ['kit', 'newPassword'] }),
    },
  }
}
