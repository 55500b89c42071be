import type { EthereumAnnouncement, EthereumProvider, InjectedSolana, StandardRegistry, StandardWallet } from './walletInterfaces.ts'

/**
 * The kinds of wallets, in the order in which their buttons show
 * (docs/decisions/README.md#which-wallets-are-found-and-shown). The last two are any other wallet
 * of their chain.
 */
export const walletKinds = ['Vessel', 'Phantom', 'Metamask', 'Coinbase', 'Binance', 'Ethereum', 'Solana'] as const
export type WalletKind = (typeof walletKinds)[number]

/** A wallet that this page has found, with the interface to reach it. */
export type FoundWallet = {
  readonly kind: WalletKind
  /** The wallet's own name, if it has announced itself. */
  readonly name?: string
  /** Its icon, a `data:image` URL. */
  readonly icon?: string
} & (
  | { readonly chain: 'ethereum'; readonly provider: EthereumProvider }
  | { readonly chain: 'solana'; readonly standard: StandardWallet }
  | { readonly chain: 'solana'; readonly injected: InjectedSolana }
)

/**
 * The kind of each wallet that announces itself: by `rdns` (EIP-6963) or by name (Wallet Standard).
 */
const announced: Record<string, WalletKind> = {
  'io.metamask': 'Metamask',
  'com.coinbase.wallet': 'Coinbase',
  'com.binance.wallet': 'Binance',
  'app.phantom': 'Phantom',
  Phantom: 'Phantom',
}

/**
 * Returns what is safe to show of an announcement: a short name, and an icon that needs no request.
 */
const card = ({ name, icon }: { name?: unknown; icon?: unknown }) => ({
  name: typeof name === 'string' ? name.trim().slice(0, 40) || undefined : undefined,
  icon: typeof icon === 'string' && /^data:image\//i.test(icon) ? icon : undefined,
})

/**
 * Returns the result of `get`, or undefined if it throws. A global may be a wallet, an element with
 * that id, or a trap.
 */
function attempt<Value>(get: () => Value): Value | undefined {
  try {
    return get()
  } catch {}
}

/** Properties that look like flags of a wallet but describe its state. */
const states = ['isConnected', 'isConnecting', 'isUnlocked', 'isReady']

/** Returns the flags by which a wallet identifies itself: its own and those of its class. */
function flagsOf(wallet: object): string[] {
  const flags = new Set<string>()
  for (let level: object | null = wallet; level && level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of attempt(() => Object.getOwnPropertyNames(level)) || []) {
      if (/^is[A-Z]/.test(name) && !states.includes(name) && attempt(() => wallet[name as keyof typeof wallet] as unknown) === true)
        flags.add(name)
    }
  }
  return [...flags]
}

/**
 * Returns the kind of a wallet's global. For compatibility with old pages many wallets also set the
 * flag of MetaMask or Phantom, so these two are recognized by having no other flag.
 */
function kindOf(wallet: object, chain: FoundWallet['chain']): WalletKind {
  const flags = flagsOf(wallet)
  const says = (flag: string) => flags.includes(flag)
  if (chain === 'solana') return flags.join() === 'isPhantom' ? 'Phantom' : 'Solana'
  return says('isCoinbaseWallet') ? 'Coinbase' : says('isBinance') ? 'Binance' : flags.join() === 'isMetaMask' ? 'Metamask' : 'Ethereum'
}

/** Returns a global, or a property of one. */
const globalOf = (name: string, inner?: string): unknown =>
  attempt(() => {
    const global = (window as unknown as Record<string, Record<string, unknown> | undefined>)[name]
    return inner ? global?.[inner] : global
  })

const isFunction = (value: unknown) => typeof value === 'function'

/** Finds wallets by their globals. A broken one does not keep the others from being found. */
function injected(): FoundWallet[] {
  const onEthereum = (candidate: unknown, kind?: WalletKind): FoundWallet | undefined =>
    attempt(() => {
      const provider = candidate as EthereumProvider
      return isFunction(provider.request) ? { kind: kind || kindOf(provider, 'ethereum'), chain: 'ethereum', provider } : undefined
    })
  const onSolana = (candidate: unknown): FoundWallet | undefined =>
    attempt(() => {
      const wallet = candidate as InjectedSolana
      const signs = isFunction(wallet.signMessage) || (isFunction(wallet.request) && isFunction(wallet.connect))
      return signs ? { kind: kindOf(wallet, 'solana'), chain: 'solana', injected: wallet } : undefined
    })
  const providers = globalOf('ethereum', 'providers')
  const list = (Array.isArray(providers) && attempt(() => [...providers])) || [globalOf('ethereum')]
  return [
    ...list.map((provider) => onEthereum(provider)),
    onEthereum(globalOf('BinanceChain'), 'Binance'),
    onEthereum(globalOf('vessel', 'ethereum'), 'Vessel'),
    onSolana(globalOf('phantom', 'solana')),
    onSolana(globalOf('solana')),
  ].filter((wallet) => wallet !== undefined)
}

const isOther = ({ kind }: FoundWallet) => kind === 'Ethereum' || kind === 'Solana'

/**
 * Removes duplicates and sorts the wallets by their kind. An announced wallet takes precedence over
 * a global, and shows once even if it announces itself for two chains; Phantom then signs on
 * Solana. An announced wallet owns its provider, even if that sets the flag of MetaMask, as most
 * do. A generic kind without a name shows only if no announced wallet accounts for it.
 */
function arrange(all: FoundWallet[]): FoundWallet[] {
  const wallets = all.filter(
    (wallet) =>
      wallet.name ||
      !('provider' in wallet) ||
      !all.some((other) => other.name && 'provider' in other && other.provider === wallet.provider),
  )
  const key = (wallet: FoundWallet) => {
    const { kind, name } = wallet
    return isOther(wallet) && name ? wallets.find((other) => !isOther(other) && other.name === name)?.kind || name : kind
  }
  const best = new Map<string, FoundWallet>()
  for (const wallet of wallets) {
    const before = best.get(key(wallet))
    if (!before || (wallet.kind === 'Phantom' && wallet.chain > before.chain)) best.set(key(wallet), wallet)
  }
  const list = [...best.values()]
  const isDuplicate = (wallet: FoundWallet) =>
    list.some(
      (other) =>
        other !== wallet &&
        ((other.name && other.kind === wallet.kind) || ('provider' in other && 'provider' in wallet && other.provider === wallet.provider)),
    )
  return list
    .filter((wallet) => wallet.name || !isOther(wallet) || !isDuplicate(wallet))
    .sort((a, b) => walletKinds.indexOf(a.kind) - walletKinds.indexOf(b.kind))
}

/**
 * Calls `listener` with the wallets that this page has, at once and whenever another one announces
 * itself, until the returned function is called. Ethereum wallets announce themselves by EIP-6963,
 * Solana wallets by the Wallet Standard.
 */
export function watchWallets(listener: (wallets: FoundWallet[]) => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  const announcements: FoundWallet[] = []
  const tell = () => signal.aborted || listener(arrange([...announcements, ...injected()]))
  const hear = (say: () => FoundWallet | undefined) => {
    try {
      const wallet = say()
      if (wallet) announcements.push(wallet)
    } catch {
      // an announcement may be anything
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
