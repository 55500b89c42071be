import type { OtpMethod } from '../../api/otps.ts'
import { texts } from '../../api/kinds.ts'
import type { LoginConfig, OAuthProviderConfig, Product } from '../../ui/host/config.ts'
import { DEFAULT_PRODUCTS } from '../../ui/host/defaults.ts'
import type { SecondMethod } from '../../ui/map.ts'
import type { words } from './configurationWords.ts'

/** A form of the email and phone group, and its tab. */
export interface Method {
  product: 'emailMagicLinks' | 'otp' | 'passwords'
  tab: 'tab.email' | 'tab.text' | 'tab.whatsapp'
}

/** A part of Main. */
export type Block =
  /** `alone`: if Google's prompt floats, Main shows nothing else. */
  | { kind: 'oauth'; providers: OAuthProviderConfig[]; alone: boolean }
  /**
   * `limit`: how many wallets get a button here
   * (docs/decisions/README.md#which-wallets-are-found-and-shown).
   */
  | { kind: 'wallets'; limit: number }
  | { kind: 'passkey' }
  | { kind: 'divider' }
  | { kind: 'forms'; methods: Method[] }

/** What the browser can do with passkeys. */
export interface Abilities {
  /** Whether it offers passkeys under an email field. Undefined until it has answered. */
  autofill?: boolean
  /** Whether it has passkeys at all. Without them there is no button. */
  passkeys: boolean
  /**
   * Whether it answered after the other ways to log in were on the screen. The button then goes
   * below them, so that nothing moves.
   */
  late?: boolean
}

/**
 * What Main shows, from top to bottom, or what is wrong with the configuration. `autofill`: the
 * email field offers passkeys.
 */
type Plan = { blocks: Block[]; autofill: boolean } | { error: keyof typeof words }

/** The tab for each way of sending codes. */
export const tabs = { sms: 'tab.text', whatsapp: 'tab.whatsapp', email: 'tab.email' } as const

/** Decides what Main shows. Ignores unknown products and methods, and duplicates. */
export function plan(config: LoginConfig, { autofill, passkeys, late }: Abilities): Plan {
  const names = [...new Set(config.products || DEFAULT_PRODUCTS)]
  const products = names.filter((product) => passkeys || product !== 'passkeys')
  const methods = methodsOf(products, config)
  const emails = methods.filter(({ tab }) => tab === 'tab.email')
  if (emails.length > 1) return { error: 'config.error.linksAndCodes' }

  const providers = products.includes('oauth') ? providersOf(config) : []
  const blockOf = (product: Product): Block | undefined => {
    if (product === 'oauth' && providers.length) return { kind: 'oauth', providers, alone: names.length === 1 && providers.length === 1 }
    if (product === 'crypto') return { kind: 'wallets', limit: Math.max(0, 6 - providers.length - 1) }
    // no button if the browser offers passkeys under the email field, and none until that is known,
    // or it would appear and disappear
    if (product === 'passkeys' && (!emails.length || autofill === false)) return { kind: 'passkey' }
  }
  const all = products.map(blockOf).filter((block) => block !== undefined)
  const isAdded = ({ kind }: Block) => kind === 'passkey' && emails.length > 0 && late
  const [buttons, extras] = [all.filter((block) => !isAdded(block)), all.filter(isAdded)]
  const forms: Block[] = methods.length ? [{ kind: 'forms', methods }] : []
  if (!forms.length && all.every(({ kind }) => kind === 'passkey')) {
    return { error: names.includes('passkeys') ? 'config.error.passkeysAlone' : 'config.error.noMethods' }
  }
  // the group of the first product comes first, with one "or" between the two groups
  // (docs/decisions/README.md#social-and-wallet-buttons-form-one-group)
  const first = products.find((product) => blockOf(product) || methodsOf([product], config).length)!
  const groups = blockOf(first) && buttons.length ? [buttons, forms] : [forms, buttons]
  const divider: Block[] = all.length && forms.length ? [{ kind: 'divider' }] : []
  return {
    blocks: [...groups[0]!, ...divider, ...groups[1]!, ...extras],
    autofill: products.includes('passkeys') && emails.length > 0 && !!autofill,
  }
}

/** Returns the forms of the email and phone group, in order. */
function methodsOf(products: readonly Product[], config: LoginConfig): Method[] {
  const methods = products.flatMap((product): Method[] => {
    if (product === 'emailMagicLinks' || product === 'passwords') return [{ product, tab: 'tab.email' }]
    if (product !== 'otp') return []
    return methodNames(config)
      .filter((method) => Object.hasOwn(tabs, method))
      .map((method) => ({ product, tab: tabs[method] }))
  })
  // the password form replaces the other email methods
  // (docs/decisions/README.md#the-password-form-takes-in-the-other-email-methods)
  if (products.includes('passwords')) for (const method of methods) if (method.tab === 'tab.email') method.product = 'passwords'
  return methods.filter(({ product, tab }, at) => methods.findIndex((other) => other.product === product && other.tab === tab) === at)
}

/** Returns the methods by which codes are sent. */
const methodNames = ({ otpOptions }: LoginConfig): OtpMethod[] => texts<OtpMethod>(otpOptions?.methods) || []

const providersOf = ({ oauthOptions }: LoginConfig) => {
  const list = oauthOptions?.providers
  const providers = Array.isArray(list)
    ? list.filter((provider: OAuthProviderConfig | undefined) => typeof provider?.type === 'string')
    : []
  return providers.filter(({ type }, at) => providers.findIndex((other) => other.type === type) === at)
}

/**
 * Returns the second method that the password screens offer
 * (docs/decisions/README.md#passwords-offer-a-second-method).
 */
export function secondOf(config: LoginConfig): SecondMethod['kind'] | undefined {
  const { products = [], emailMagicLinksOptions } = config
  if (methodNames(config).includes('email')) return 'code'
  if (emailMagicLinksOptions && products.includes('emailMagicLinks')) return 'link'
}
