/**
 * What a visitor of the cost page can choose, the config of the widget that it means, and its form
 * in the page's address.
 */
import type { OAuthProvider } from '../../src/api/entities.ts'
import { BUTTON_LOGOS } from '../../src/products/oauth/buttonLogos.ts'
import { oauthProviders } from '../../src/api/oauthProviders.ts'
import type { LoginConfig } from '../../src/ui/host/config.ts'
import { closestLocale } from '../../src/ui/words/language.ts'
import { plan } from '../../src/widget/methods/plan.ts'

/** The ways to log in, other than with a provider, in the order in which the widget shows them. */
export const ways = {
  link: 'Link by email',
  sms: 'Code by SMS',
  whatsapp: 'Code by WhatsApp',
  code: 'Code by email',
  password: 'Password',
  passkey: 'Passkey',
  wallet: 'Crypto wallet',
} as const
type Way = keyof typeof ways

/**
 * The four whose logos are part of the buttons come first; the order of the others is that of their
 * names.
 */
export const providers = (() => {
  const first: OAuthProvider[] = [...BUTTON_LOGOS]
  const others = (Object.keys(oauthProviders) as OAuthProvider[]).filter((name) => !first.includes(name))
  return { first, others: others.sort((one, other) => oauthProviders[one].localeCompare(oauthProviders[other], 'en')) }
})()

/** The forms of the code. */
export const forms = { html: 'Script tag', npm: 'npm', react: 'React' } as const
export type Form = keyof typeof forms

export interface Choice {
  ways: Way[]
  /** In the order in which their buttons appear. */
  providers: OAuthProvider[]
  /** Whether Google's own prompt appears, too. */
  oneTap: boolean
  /** A language of the widget, or `auto`. */
  language: string
  as: Form
}

const ONE_TAP = 'one-tap'

const keysOf = <Key extends string>(names: Record<Key, string>) => Object.keys(names) as Key[]

/**
 * Reads a choice from the fields of the page's form, or from its address. Ignores what it does not
 * know.
 */
export const choiceOf = (fields: FormData | URLSearchParams): Choice => {
  const values = fields.getAll('with').flatMap((value) => String(value).split(','))
  const language = String(fields.get('language') ?? 'en')
  const as = String(fields.get('as')) as Form
  const selection = [...providers.first, ...providers.others].filter((provider) => values.includes(provider))
  return {
    ways: keysOf(ways).filter((way) => values.includes(way)),
    providers: selection,
    oneTap: selection.includes('google') && values.includes(ONE_TAP),
    language: language === 'auto' ? language : closestLocale([language]),
    as: Object.hasOwn(forms, as) ? as : 'html',
  }
}

/**
 * Returns the choice in an address's hash, or undefined if that is none: it can also be the name of
 * a heading.
 */
export const choiceIn = (hash: string): Choice | undefined => {
  const fields = new URLSearchParams(hash.slice(1))
  return fields.has('with') ? choiceOf(fields) : undefined
}

export const hashOf = ({ ways, providers, oneTap, language, as }: Choice): string =>
  `#with=${[...providers, ...(oneTap ? [ONE_TAP] : []), ...ways].join(',')}${language === 'en' ? '' : `&language=${language}`}${as === 'html' ? '' : `&as=${as}`}`

/** The choice of a first visit: the default of the widget. */
export const firstChoice: Choice = choiceOf(new URLSearchParams({ with: 'link' }))

/** The `config` of `mountLogin`. */
export const configOf = ({ ways, providers, oneTap }: Choice): LoginConfig => {
  const has = (way: Way) => ways.includes(way)
  const methods = [has('sms') && 'sms', has('whatsapp') && 'whatsapp', has('code') && 'email'] as const
  const codeMethods = methods.filter((method) => method !== false)
  const products = [
    providers.length > 0 && 'oauth',
    has('link') && 'emailMagicLinks',
    codeMethods.length > 0 && 'otp',
    has('password') && 'passwords',
    has('passkey') && 'passkeys',
    has('wallet') && 'crypto',
  ] as const
  return {
    products: products.filter((product) => product !== false),
    ...(codeMethods.length > 0 && { otpOptions: { methods: codeMethods } }),
    ...(providers.length > 0 && {
      oauthOptions: { providers: providers.map((type) => (type === 'google' && oneTap ? { type, one_tap: true } : { type })) },
    }),
  }
}

/** The script tag's `data-language`. English is built in. */
export const languageOf = ({ language }: Choice): string | undefined => (language === 'en' ? undefined : language)

/** Says why the widget can show nothing for a choice, or undefined if it can. */
export const objectionTo = (choice: Choice): string | undefined => {
  const layout = plan(configOf(choice), { autofill: true, passkeys: true })
  if (!('error' in layout)) return undefined
  return {
    'config.error.noMethods': 'Choose at least one way to log in.',
    'config.error.passkeysAlone': 'A passkey belongs to an account. Choose another way, with which a new visitor signs up.',
    'config.error.linksAndCodes':
      'Links and codes by email would need the same field. Choose one of them, or add passwords, whose form has both.',
  }[layout.error]
}
