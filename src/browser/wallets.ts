import type { EthereumAnnouncement, EthereumProvider, InjectedSolana, StandardRegistry, StandardWallet } from './walletInterfaces.ts'

/** The wallets that have a place of their own, in the order in which they show (row 22); the last two stand for any other of their chain. */
export const walletKinds = ['Vessel', 'Phantom', 'Metamask', 'Coinbase', 'Binance', 'Ethereum', 'Solana'] as const
export type WalletKind = (typeof walletKinds)[number]

/** A wallet that this page can reach, and what it is spoken to by. */
export type FoundWallet = {
  readonly kind: WalletKind
  /** How it calls itself, where it has announced itself. */
  readonly name?: string
  /** Its picture, a `data:image` URL. */
  readonly icon?: string
} & (
  | { readonly chain: 'ethereum'; readonly provider: EthereumProvider }
  | { readonly chain: 'solana'; readonly standard: StandardWallet }
  | { readonly chain: 'solana'; readonly injected: InjectedSolana }
)

/** Who announces itself by EIP-6963, by `rdns`; by the Wallet Standard, by name. */
const announced: Record<string, WalletKind> = {
  'io.metamask': 'Metamask',
  'com.coinbase.wallet': 'Coinbase',
  'com.binance.wallet': 'Binance',
  'app.phantom': 'Phantom',
  Phantom: 'Phantom',
}

/** What a stranger says of itself, as far as it can be shown: a name of some length, a picture that is fetched from nowhere. */
const card = ({ name, icon }: { name?: unknown; icon?: unknown }) => ({
  name: typeof name === 'string' ? name.trim().slice(0, 40) || undefined : undefined,
  icon: typeof icon === 'string' && /^data:image\//i.test(icon) ? icon : undefined,
})

/** What this gives; nothing where it throws. A page's globals, and what is in them, may be anybody's: a wallet's, an element that is called so, a trap. */
function tried<Value>(get: () => Value): Value | undefined {
  try {
    return get()
  } catch {}
}

/** States that begin like a flag. */
const states = ['isConnected', 'isConnecting', 'isUnlocked', 'isReady']

/** The flags by which a wallet says what it is: its own, and those of its class. */
function flagsOf(wallet: object): string[] {
  const flags = new Set<string>()
  for (let level: object | null = wallet; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of tried(() => Object.getOwnPropertyNames(level)) || []) {
      if (/^is[A-Z]/.test(name) && !states.includes(name) && tried(() => wallet[name as keyof typeof wallet] as unknown) === true)
        flags.add(name)
    }
  }
  return [...flags]
}

/** Whose a global is. Many call themselves MetaMask or Phantom too, for the sake of old pages: those two are the ones that say nothing else. */
function kindOf(wallet: object, chain: FoundWallet['chain']): WalletKind {
  const flags = flagsOf(wallet)
  const says = (flag: string) => flags.includes(flag)
  if (chain === 'solana') return flags.join() === 'isPhantom' ? 'Phantom' : 'Solana'
  return says('isCoinbaseWallet') ? 'Coinbase' : says('isBinance') ? 'Binance' : flags.join() === 'isMetaMask' ? 'Metamask' : 'Ethereum'
}

/** The global of that name, or what is in it under another. */
const globalOf = (name: string, inner?: string): unknown =>
  tried(() => {
    const found = (window as unknown as Record<string, Record<string, unknown> | undefined>)[name]
    return inner ? found?.[inner] : found
  })

const isFunction = (value: unknown) => typeof value === 'function'

/** Wallets that this page's globals give away, each behind a guard of its own. */
function injected(): FoundWallet[] {
  const onEthereum = (given: unknown, kind?: WalletKind): FoundWallet | undefined =>
    tried(() => {
      const provider = given as EthereumProvider
      return isFunction(provider.request) ? { kind: kind || kindOf(provider, 'ethereum'), chain: 'ethereum', provider } : undefined
    })
  const onSolana = (given: unknown): FoundWallet | undefined =>
    tried(() => {
      const wallet = given as InjectedSolana
      const signs = isFunction(wallet.signMessage) || (isFunction(wallet.request) && isFunction(wallet.connect))
      return signs ? { kind: kindOf(wallet, 'solana'), chain: 'solana', injected: wallet } : undefined
    })
  const providers = globalOf('ethereum', 'providers')
  const list = (Array.isArray(providers) && tried(() => [...providers])) || [globalOf('ethereum')]
  return [
    ...list.map((provider) => onEthereum(provider)),
    onEthereum(globalOf('BinanceChain'), 'Binance'),
    onEthereum(globalOf('vessel', 'ethereum'), 'Vessel'),
    onSolana(globalOf('phantom', 'solana')),
    onSolana(globalOf('solana')),
  ].filter((wallet) => wallet !== undefined)
}

/** Whether a wallet has no place of its own. */
const isOther = ({ kind }: FoundWallet) => kind === 'Ethereum' || kind === 'Solana'

/**
 * One of each, in the order of row 22: who has announced itself comes before who only left a global, and shows once, also when it does so on two chains.
 * Phantom signs on Solana where it can. The generic places are for wallets that nothing is known of: one with a name takes theirs. Whoever has announced a
 * provider owns it, also one that calls itself MetaMask, as most do for the sake of old pages.
 */
export function arrange(all: FoundWallet[]): FoundWallet[] {
  const found = all.filter(
    (wallet) =>
      wallet.name ||
      !('provider' in wallet) ||
      !all.some((other) => other.name && 'provider' in other && other.provider === wallet.provider),
  )
  const key = (wallet: FoundWallet) => {
    const { kind, name } = wallet
    return isOther(wallet) && name ? found.find((other) => !isOther(other) && other.name === name)?.kind || name : kind
  }
  const best = new Map<string, FoundWallet>()
  for (const wallet of found) {
    const before = best.get(key(wallet))
    if (!before || (wallet.kind === 'Phantom' && wallet.chain > before.chain)) best.set(key(wallet), wallet)
  }
  const known = [...best.values()]
  const taken = (wallet: FoundWallet) =>
    known.some(
      (other) =>
        other !== wallet &&
        ((other.name && other.kind === wallet.kind) || ('provider' in other && 'provider' in wallet && other.provider === wallet.provider)),
    )
  return known
    .filter((wallet) => wallet.name || !isOther(wallet) || !taken(wallet))
    .sort((a, b) => walletKinds.indexOf(a.kind) - walletKinds.indexOf(b.kind))
}

/**
 * Tells `told` which wallets there are, at once and whenever one more announces itself, until the returned function is called. Announcements are EIP-6963's
 * for Ethereum and the Wallet Standard's for Solana.
 */
export function watchWallets(told: (wallets: FoundWallet[]) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const heard: FoundWallet[] = []
  const tell = () => signal.aborted || told(arrange([...heard, ...injected()]))
  const hear = (say: () => FoundWallet | undefined) => {
    try {
      const wallet = say()
      if (wallet) heard.push(wallet)
    } catch {
      // what calls itself a wallet may be anything
    }
    tell()
  }

  addEventListener(
    'eip6963:announceProvider',
    (event) =>
      hear(() => {
        const { info, provider } = (event as CustomEvent<EthereumAnnouncement>).detail
        return provider && isFunction(provider.request)
          ? { ...card(info), kind: own(info.rdns) || 'Ethereum', chain: 'ethereum', provider }
          : undefined
      }),
    { signal },
  )
  const api: StandardRegistry = {
    register(...wallets) {
      for (const standard of wallets) {
        hear(() => {
          const { features, chains } = standard
          const signs =
            features['standard:connect'] && features['solana:signMessage'] && chains.some((chain) => chain.startsWith('solana:'))
          return signs ? { ...card(standard), kind: own(standard.name) || 'Solana', chain: 'solana', standard } : undefined
        })
      }
      return () => {}
    },
  }
  addEventListener(
    'wallet-standard:register-wallet',
    (event) =>
      hear(() => {
        ;(event as CustomEvent<(api: StandardRegistry) => void>).detail(api)
        return undefined
      }),
    { signal },
  )
  dispatchEvent(new Event('eip6963:requestProvider'))
  dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  tell()
  return () => stop.abort()
}

const own = (id: string): WalletKind | undefined => (Object.hasOwn(announced, id) ? announced[id] : undefined)
