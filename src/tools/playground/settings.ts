import * as v from 'valibot'
import type { LoginConfig, LoginProps, OAuthProvider, OAuthProviderConfig, OtpMethod, Product, StyleConfig } from '../../entries/index.ts'
import type { ConfigPath } from '../../ui/host/optionKinds.ts'
import { BUTTON_LOGOS } from '../../products/oauth/buttonLogos.ts'
import { oauthProviders } from '../../api/oauthProviders.ts'
import { isEnglish, languageNames, languages, ownStrings, type Language } from './languages.ts'
import { nest, stylePaths, toStyleConfig, type Theme } from './styleFields.ts'

/** The settings of the widget and of the page around it. They are kept in the URL. */
export interface Settings {
  /** In the order in which they appear. */
  products: Product[]
  /** In the order in which they appear. */
  otpMethods: OtpMethod[]
  /** In the order in which their buttons appear. */
  providers: OAuthProvider[]
  oneTap: OneTap
  /** Whether the code is for the host's own server (`backend`) in place of the provider. */
  ownServer: boolean
  sessionMinutes: number
  linkMinutes: number
  /** How long a code is valid. */
  codeMinutes: number
  theme: Theme
  hideHeaderText: boolean
  /** The language of the widget. The provider's English is built in. */
  language: Language
  /** Message ids with the text to use instead. A row can be incomplete. */
  words: [id: string, text: string][]
  shadowDom: boolean
  rightToLeft: boolean
  /** Width available to the widget, in CSS pixels. */
  width: number
  /** Whether the preview is as wide as a phone, whatever `width` is. */
  phone: boolean
}

/** The products, by their names on this page. */
export const productNames: Record<Product, string> = {
  emailMagicLinks: 'Email links',
  otp: 'One-time codes',
  passwords: 'Passwords',
  oauth: 'Social sign-in',
  passkeys: 'Passkeys',
  crypto: 'Crypto wallets',
}

/** The ways to send a code. */
export const methodNames: Record<OtpMethod, string> = { sms: 'Text message', whatsapp: 'WhatsApp', email: 'Email' }

/** Whether Google's prompt appears, and where. */
export type OneTap = 'off' | NonNullable<OAuthProviderConfig['position']>

/**
 * The labels of those values. They say what differs in a browser with FedCM, which cannot embed its
 * prompt.
 */
export const oneTapNames: Record<OneTap, string> = {
  off: 'Off',
  floating: 'Floating',
  embedded: 'Embedded where the browser can',
  floatingOrEmbedded: 'Floating or embedded',
  embeddedOnly: 'Embedded or not at all',
  forceLegacyEmbedded: 'Embedded, without FedCM',
}

/** What only the provider serves. Google One Tap is the third. */
export const providerOnly: { products: readonly Product[]; otpMethods: readonly OtpMethod[] } = {
  products: ['crypto'],
  otpMethods: ['whatsapp'],
}

/** The base URL of the host's own server in the code. */
export const BACKEND = '/auth'

/** The width of a phone, in CSS pixels. */
export const PHONE_WIDTH = 390

/** The bounds of the numbers: those of the provider, and the narrowest and widest preview. */
export const bounds = {
  sessionMinutes: [5, 525_600],
  linkMinutes: [5, 10_080],
  codeMinutes: [1, 10],
  width: [240, 720],
} as const satisfies Partial<Record<keyof Settings, [number, number]>>

/**
 * The settings of a first visit: the smallest form, as on the start page of the site. The minutes
 * are the widget's own defaults.
 */
export const defaults: Settings = {
  products: ['emailMagicLinks'],
  otpMethods: ['sms', 'whatsapp'],
  providers: [...BUTTON_LOGOS],
  oneTap: 'off',
  ownServer: true,
  sessionMinutes: 30,
  linkMinutes: 30,
  codeMinutes: 5,
  theme: { colorScheme: 'auto' },
  hideHeaderText: false,
  language: 'enPlain',
  words: [],
  shadowDom: false,
  rightToLeft: false,
  width: 440,
  phone: false,
}

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as Key[]
const someOf = <Key extends string>(names: Record<Key, string>) =>
  v.pipe(
    v.array(v.picklist(keysOf(names))),
    v.transform((list) => [...new Set(list)]),
  )
const within = ([least, most]: readonly [number, number]) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))

const schemas: { [Name in keyof Settings]: v.GenericSchema<unknown, Settings[Name]> } = {
  products: someOf(productNames),
  otpMethods: someOf(methodNames),
  providers: someOf(oauthProviders),
  oneTap: v.picklist(keysOf(oneTapNames)),
  ownServer: v.boolean(),
  sessionMinutes: within(bounds.sessionMinutes),
  linkMinutes: within(bounds.linkMinutes),
  codeMinutes: within(bounds.codeMinutes),
  theme: v.record(v.picklist(stylePaths), v.string()),
  hideHeaderText: v.boolean(),
  language: v.picklist(keysOf(languageNames)),
  words: v.array(v.tuple([v.string(), v.string()])),
  shadowDom: v.boolean(),
  rightToLeft: v.boolean(),
  width: within(bounds.width),
  phone: v.boolean(),
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(decodeURIComponent(text))
  } catch {
    return undefined
  }
}

/** Reads settings from the hash of a URL. Missing and invalid ones are those of a first visit. */
export function readSettings(hash: string): Settings {
  const json = parseJson(hash.replace(/^#/, ''))
  const fields = json && typeof json === 'object' ? (json as Partial<Record<keyof Settings, unknown>>) : {}
  const read = <Name extends keyof Settings>(name: Name) => {
    const { success, output } = v.safeParse(schemas[name], fields[name])
    return [name, success ? output : defaults[name]]
  }
  return Object.fromEntries(keysOf(defaults).map(read)) as unknown as Settings
}

/** Writes the settings that differ from a first visit into a hash. It is empty if none do. */
export function writeSettings(settings: Settings): string {
  const differs = keysOf(defaults).filter((name) => JSON.stringify(settings[name]) !== JSON.stringify(defaults[name]))
  if (differs.length === 0) return ''
  return `#${encodeURIComponent(JSON.stringify(Object.fromEntries(differs.map((name) => [name, settings[name]]))))}`
}

/** Returns the settings without what the host's own server cannot serve, if there is one. */
export const servedSettings = (settings: Settings): Settings =>
  settings.ownServer
    ? {
        ...settings,
        products: settings.products.filter((product) => !providerOnly.products.includes(product)),
        otpMethods: settings.otpMethods.filter((method) => !providerOnly.otpMethods.includes(method)),
        oneTap: 'off',
      }
    : settings

/** What a setting of an option of each kind is. This page has no controls for other kinds. */
interface Values {
  flag: boolean
  minutes: number
  seconds: number
  choice: string
  choices: readonly string[]
}

type SettingOf<Kind extends keyof Values> = { [Name in keyof Settings]: Settings[Name] extends Values[Kind] ? Name : never }[keyof Settings]

/** The setting and the product of each option of those kinds; null if no single control sets it. */
const options: { [Kind in keyof Values as ConfigPath<Kind>]: [setting: SettingOf<Kind>, product?: Product] | null } = {
  products: ['products'],
  'emailMagicLinksOptions.loginExpirationMinutes': ['linkMinutes', 'emailMagicLinks'],
  'emailMagicLinksOptions.signupExpirationMinutes': ['linkMinutes', 'emailMagicLinks'],
  'emailMagicLinksOptions.createUserAsPending': null,
  'otpOptions.methods': ['otpMethods', 'otp'],
  'otpOptions.expirationMinutes': ['codeMinutes', 'otp'],
  'otpOptions.resendAfterSeconds': null,
  'passwordOptions.loginExpirationMinutes': null,
  'passwordOptions.resetPasswordExpirationMinutes': null,
  'passkeyOptions.upgrade': null,
  'oauthOptions.providers.one_tap': null,
  'oauthOptions.providers.position': null,
  'oauthOptions.providers.cancel_on_tap_outside': null,
  'sessionOptions.sessionDurationMinutes': ['sessionMinutes'],
  enableShadowDOM: ['shadowDom'],
  rememberLastMethod: null,
}

/** Returns the widget's config, without values that are the defaults. */
function toLoginConfig(settings: Settings): LoginConfig {
  const served = servedSettings(settings)
  const { products, providers, oneTap } = served
  const written = Object.entries(options).flatMap(([path, option]) => {
    const [setting, product] = option ?? []
    if (!setting || (product && !products.includes(product))) return []
    // in the form for passwords, links are offered if they have options
    // (docs/decisions/README.md#passwords-offer-a-second-method)
    const isNeeded = Array.isArray(served[setting]) || (product === 'emailMagicLinks' && products.includes('passwords'))
    return isNeeded || served[setting] !== defaults[setting] ? [[path, served[setting]] as const] : []
  })
  return {
    ...nest(written),
    ...(products.includes('oauth') && {
      oauthOptions: {
        providers: providers.map((type) => ({ type, ...(type === 'google' && oneTap !== 'off' && { one_tap: true, position: oneTap }) })),
      },
    }),
  }
}

const toStyles = ({ theme, hideHeaderText, ownServer }: Settings): StyleConfig => ({
  // the look of the host's own server follows the system by itself
  ...(ownServer && { colorScheme: 'light' }),
  ...toStyleConfig(theme),
  ...(hideHeaderText && { hideHeaderText }),
})

const toStrings = ({ words }: Settings) => Object.fromEntries(words.filter(([id, text]) => id && text))

type SnippetProps = Required<Pick<LoginProps, 'config' | 'styles' | 'strings'>> & { language?: string }

/** Returns the props that a host writes into a snippet, which imports the words. */
export const toSnippetProps = (settings: Settings): SnippetProps => ({
  config: toLoginConfig(settings),
  styles: toStyles(settings),
  strings: toStrings(settings),
  ...(!isEnglish(settings.language) && { language: languages[settings.language].lang }),
})

/** Returns the props that the widget is mounted with. */
export const toLoginProps = (settings: Settings): SnippetProps => {
  const props = toSnippetProps(settings)
  // the preview is always on the provider's emulator, and looks as the code of a server of the
  // host's own does
  const look = settings.ownServer ? 'quartz' : undefined
  return { ...props, styles: { look, ...props.styles }, strings: { ...ownStrings(settings.language), ...props.strings } }
}
