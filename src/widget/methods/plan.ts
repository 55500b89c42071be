import type { LoginConfig, OAuthProviderConfig, Product } from '../../ui/config.ts'
import { DEFAULT_PRODUCTS } from '../../ui/defaults.ts'
import type { SecondMethod } from '../../ui/map.ts'
import type { words } from './configurationWords.ts'

/** A form of the e-mail and phone group, and the tab that leads to it. */
export interface Method {
  product: 'emailMagicLinks' | 'otp' | 'passwords'
  tab: 'tab.email' | 'tab.text' | 'tab.whatsapp'
}

/** A part of Main. */
export type Block =
  /** `alone`: Google's prompt, if it floats, is all there is (wire.md 2.7). */
  | { kind: 'oauth'; providers: OAuthProviderConfig[]; alone: boolean }
  /** `limit`: how many wallets have a button here (row 22). */
  | { kind: 'wallets'; limit: number }
  | { kind: 'passkey' }
  | { kind: 'divider' }
  | { kind: 'forms'; methods: Method[] }

/** What the visitor's browser can do. */
export interface Abilities {
  /** Whether it offers passkeys under an e-mail field. Undefined while it is being asked. */
  autofill?: boolean
  /** Whether it has passkeys at all; without, their button is left out. */
  passkeys: boolean
  /** Whether it said so when the other ways were on the screen. Their button is below them then, where it moves none. */
  late?: boolean
}

/** What Main shows, from top to bottom, or what is wrong with the configuration (spec section 2). `autofill`: passkeys are offered under the e-mail field. */
export type Plan = { blocks: Block[]; autofill: boolean } | { error: keyof typeof words }

/** The tab of each way of sending codes. */
export const tabs = { sms: 'tab.text', whatsapp: 'tab.whatsapp', email: 'tab.email' } as const

/** Decides what Main shows. Unknown products and methods show nothing; what is named twice shows once. */
export function plan(config: LoginConfig, { autofill, passkeys, late }: Abilities): Plan {
  const named = [...new Set(config.products || DEFAULT_PRODUCTS)]
  const products = named.filter((product) => passkeys || product !== 'passkeys')
  const methods = methodsOf(products, config)
  const emails = methods.filter(({ tab }) => tab === 'tab.email')
  if (emails.length > 1) return { error: 'config.error.linksAndCodes' }

  const providers = products.includes('oauth') ? providersOf(config) : []
  const blockOf = (product: Product): Block | undefined => {
    if (product === 'oauth' && providers.length) return { kind: 'oauth', providers, alone: named.length === 1 && providers.length === 1 }
    if (product === 'crypto') return { kind: 'wallets', limit: Math.max(0, 6 - providers.length - 1) }
    // where the browser offers passkeys under the e-mail field there is no button; none before that is known, or it would come and go
    if (product === 'passkeys' && (!emails.length || autofill === false)) return { kind: 'passkey' }
  }
  const all = products.map(blockOf).filter((block) => block !== undefined)
  const isAdded = ({ kind }: Block) => kind === 'passkey' && emails.length > 0 && late
  const [buttons, added] = [all.filter((block) => !isAdded(block)), all.filter(isAdded)]
  const forms: Block[] = methods.length ? [{ kind: 'forms', methods }] : []
  if (!forms.length && all.every(({ kind }) => kind === 'passkey')) {
    return { error: named.includes('passkeys') ? 'config.error.passkeysAlone' : 'config.error.noMethods' }
  }
  // the group of the first product comes first, and one "or" between the two, whatever the order of the others (row 6)
  const first = products.find((product) => blockOf(product) || methodsOf([product], config).length)!
  const groups = blockOf(first) && buttons.length ? [buttons, forms] : [forms, buttons]
  const divider: Block[] = all.length && forms.length ? [{ kind: 'divider' }] : []
  return {
    blocks: [...groups[0]!, ...divider, ...groups[1]!, ...added],
    autofill: products.includes('passkeys') && emails.length > 0 && !!autofill,
  }
}

/** The forms of the e-mail and phone group, in order. */
function methodsOf(products: readonly Product[], { otpOptions }: LoginConfig): Method[] {
  const methods = products.flatMap((product): Method[] => {
    if (product === 'emailMagicLinks' || product === 'passwords') return [{ product, tab: 'tab.email' }]
    if (product !== 'otp') return []
    return (otpOptions?.methods || []).filter((method) => Object.hasOwn(tabs, method)).map((method) => ({ product, tab: tabs[method] }))
  })
  // the form for passwords takes in the other e-mail methods (row 4)
  if (products.includes('passwords')) for (const method of methods) if (method.tab === 'tab.email') method.product = 'passwords'
  return methods.filter(({ product, tab }, at) => methods.findIndex((other) => other.product === product && other.tab === tab) === at)
}

const providersOf = ({ oauthOptions }: LoginConfig) => {
  const providers = (oauthOptions?.providers || []).filter((provider) => typeof provider?.type === 'string')
  return providers.filter(({ type }, at) => providers.findIndex((other) => other.type === type) === at)
}

/** What the password screens offer beside a password (row 5). */
export function secondOf({ products = [], emailMagicLinksOptions, otpOptions }: LoginConfig): SecondMethod['kind'] | undefined {
  if (otpOptions?.methods?.includes('email')) return 'code'
  if (emailMagicLinksOptions && products.includes('emailMagicLinks')) return 'link'
}
