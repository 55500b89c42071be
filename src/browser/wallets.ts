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

/** What a wallet that only leaves a global says of itself; the one that others pretend to be is asked last. */
const flags: [keyof EthereumProvider, WalletKind][] = [
  ['isCoinbaseWallet', 'Coinbase'],
  ['isBinance', 'Binance'],
  ['isMetaMask', 'Metamask'],
]

interface Globals {
  ethereum?: EthereumProvider & { providers?: EthereumProvider[] }
  BinanceChain?: EthereumProvider
  vessel?: { ethereum?: EthereumProvider }
  solana?: InjectedSolana
  phantom?: { solana?: InjectedSolana }
}

/** What a stranger says of itself, as far as it can be shown: a name of some length, a picture that is fetched from nowhere. */
const card = ({ name, icon }: { name?: unknown; icon?: unknown }) => ({
  name: typeof name === 'string' ? name.trim().slice(0, 40) || undefined : undefined,
  icon: typeof icon === 'string' && /^data:image\//i.test(icon) ? icon : undefined,
})

/** Wallets that this page's globals give away. One may be an element of that id, or a trap. */
function injected(): FoundWallet[] {
  try {
    return ofGlobals()
  } catch {
    return []
  }
}

function ofGlobals(): FoundWallet[] {
  const { ethereum, BinanceChain, vessel, solana, phantom } = window as Globals
  const list = Array.isArray(ethereum?.providers) ? ethereum.providers : [ethereum]
  const wallets = list.map((provider): [WalletKind, EthereumProvider | undefined] => [
    flags.find(([flag]) => provider?.[flag])?.[1] || 'Ethereum',
    provider,
  ])
  wallets.push(['Binance', BinanceChain], ['Vessel', vessel?.ethereum])
  const sol = phantom?.solana || solana
  return [
    ...wallets.flatMap(([kind, provider]): FoundWallet[] => (provider?.request ? [{ kind, chain: 'ethereum', provider }] : [])),
    ...(sol?.connect ? [{ kind: sol.isPhantom ? 'Phantom' : 'Solana', chain: 'solana', injected: sol } as const] : []),
  ]
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
        return provider && { ...card(info), kind: own(info.rdns) || 'Ethereum', chain: 'ethereum', provider }
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
