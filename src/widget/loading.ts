/**
 * What a page with the log-in form loads, and when: names of files, as dist/embed/chunks.json has
 * them. Pure. The snippet, `latchkey size`, the bench and the tests read it; test/chromium/ checks
 * that the widget loads exactly this.
 */
import { BUTTON_LOGOS } from '../products/oauth/buttonLogos.ts'
import { closestLocale, laterParts } from '../ui/words/language.ts'
import type { LoginConfig, Product } from '../ui/host/config.ts'
import { DEFAULT_PRODUCTS } from '../ui/host/defaults.ts'

/** The fields of a login config that decide which files are loaded. */
export interface LoadedConfig {
  products?: readonly string[]
  otpOptions?: { methods?: readonly string[] }
  oauthOptions?: { providers?: readonly { type: string; one_tap?: boolean }[] }
}

/**
 * The files of a configuration. A file can be in several lists. Those that a file imports are not
 * listed.
 */
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
  /**
   * Side by side, if the page's URL has a token of this type: what its call needs or, for a new
   * password, its form.
   */
  token: { [tokenType: string]: string[] }
}

/** What a call needs before it is sent. */
const touch = ['laterEngine', 'kit']

/** What a page needs that calls the provider before the visitor does anything (startPlaces.ts). */
export const forCalls = ['engine', ...touch]

/**
 * The files of a product: its part of Main, what comes when the visitor turns to the widget, and
 * what comes later.
 */
interface ProductFiles {
  main: readonly string[]
  next: readonly string[]
  later: readonly string[]
}

/**
 * The files of each product. The tables of chunks have a row for each product that has files in
 * `main` (firstScreenChunks.ts) and in `next` (laterChunks.ts), and for no other.
 */
const productFiles = {
  // the form is a part of widget.js
  emailMagicLinks: { main: [], next: ['emailMagicLinks'], later: [] },
  otp: { main: ['otp'], next: ['otpScreens'], later: [] },
  passwords: { main: ['passwords'], next: ['passwordScreens'], later: ['newPassword', 'strength', 'feedback'] },
  oauth: { main: ['oauth'], next: ['oauthCalls'], later: [] },
  passkeys: { main: ['passkeys'], next: ['passkeyLogIn'], later: [] },
  // a wallet's button fetches its code itself, because few visitors press one
  crypto: { main: ['crypto'], next: [], later: ['signing'] },
} as const satisfies Record<Product, ProductFiles>

type WithFiles<When extends keyof ProductFiles> = {
  [Name in Product]: (typeof productFiles)[Name][When] extends readonly [] ? never : Name
}[Product]

/** The products whose part of Main is a file of its own. */
export type ProductOnMain = WithFiles<'main'>

/** The products that fetch something when the visitor turns to the widget. */
export type ProductAfterMain = WithFiles<'next'>

/** The products that there are. */
export const PRODUCTS = Object.keys(productFiles) as readonly Product[]

/** Returns the files of some products. A host may name unknown ones, which have none. */
const filesOf = (products: readonly string[], when: keyof ProductFiles): string[] =>
  products.flatMap((product) => (Object.hasOwn(productFiles, product) ? productFiles[product as Product][when] : []))

/** The files that no page needs for its form unless it offers a product that has them. */
export const PRODUCT_FILES: readonly string[] = [
  'methods',
  ...(['main', 'next', 'later'] as const).flatMap((when) => filesOf(PRODUCTS, when)),
]

/**
 * Returns the locale whose texts the first screen shows. Undefined if that is English, or if only
 * the visitor's browser knows.
 */
const localeOf = (language?: string) => {
  const locale = language && language !== 'auto' ? closestLocale([language]) : 'en'
  return locale === 'en' ? undefined : locale
}

/**
 * Returns what a configuration loads, with the `look` of its styles. Phone numbers are counted for
 * a visitor in the US, and a `language` of `auto` for one who reads English, which is plain English
 * with a `backend`.
 */
export function loadingOf(config: LoadedConfig, language?: string, look?: 'quartz' | 'classic', backend?: string): Loading {
  const { products = DEFAULT_PRODUCTS as readonly string[], otpOptions, oauthOptions } = config
  const has = (name: string) => products.includes(name)
  const when = (condition: unknown, ...names: string[]) => (condition ? names : [])
  const locale = localeOf(language)
  const phone = has('otp') && otpOptions?.methods?.some((method) => method !== 'email')
  // only the form in front loads its code, and a phone field does so as soon as it appears
  const phoneFirst = phone && !has('emailMagicLinks') && !has('passwords') && otpOptions?.methods?.[0] !== 'email'
  const email = has('emailMagicLinks') || has('passwords') || (has('otp') && otpOptions?.methods?.includes('email'))
  const furtherLogos = has('oauth') && oauthOptions?.providers?.some(({ type }) => !(BUTTON_LOGOS as readonly string[]).includes(type))
  const autofill = has('passkeys') && email
  const numbers = ['numbers', 'callingCodes1x']
  const several = products.some((name) => name !== 'emailMagicLinks')
  // with the first screen, if that has more than the form for an email link
  const lookLater = when(look === 'quartz' && !several, 'quartzLater')
  const next = [...lookLater, ...filesOf(PRODUCTS.filter(has), 'next')]
  const plain = when(backend && !locale, 'language', 'plainWords')
  return {
    first: [
      'widget',
      // arranges several forms (Main.tsx)
      ...when(several, 'methods'),
      ...when(look === 'quartz', 'quartz', ...(several ? ['quartzLater'] : [])),
      ...filesOf(products, 'main'),
      // one file has a language's texts for every first screen; only `language` knows which
      // language `auto` means, and that English needs no file
      ...when(language, locale ? `widget.${locale}` : 'language'),
    ],
    rest: [
      'engine',
      // for files whose hash is neither in the snippet's links nor in its tag
      // (src/entries/embed.ts)
      ...when(furtherLogos || phoneFirst, 'integrity'),
      ...when(furtherLogos, 'furtherLogos'),
      ...when(phoneFirst, ...numbers),
      ...when(autofill, 'laterEngine', 'passkeyLogIn'),
    ],
    touch: [...touch, ...plain],
    next,
    later: [
      ...touch,
      ...plain,
      ...when(plain[0] && has('crypto'), 'furtherPlainWords'),
      ...next,
      'integrity',
      'urlLogIn',
      ...when(locale, 'language', ...['words', ...laterParts(config as LoginConfig)].map((part) => `${part}.${locale}`)),
      ...when(phone, ...numbers),
      ...filesOf(PRODUCTS.filter(has), 'later'),
      ...when(
        oauthOptions?.providers?.some(({ one_tap }) => one_tap),
        'oneTap',
        'OneTapPrompt',
      ),
    ],
    token: {
      ...(has('emailMagicLinks') && { magic_links: [...forCalls, ...plain, 'urlLogIn', 'emailMagicLinks'] }),
      ...(has('oauth') && { oauth: [...forCalls, ...plain, 'urlLogIn', 'oauthCalls'] }),
      ...(has('passwords') && { reset_password: ['kit', ...plain, 'newPassword'] }),
    },
  }
}
