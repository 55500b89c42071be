// How a page speaks to wallets: as much of each interface as is used here. What they answer may be anything.

/** EIP-1193. */
export interface EthereumProvider {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
}

/** What a wallet announces itself with (EIP-6963). */
export interface EthereumAnnouncement {
  info: { name: string; icon: string; rdns: string }
  provider?: EthereumProvider
}

/** The Wallet Standard, with `standard:connect` and `solana:signMessage`. */
export interface StandardWallet {
  name: string
  icon: string
  chains: readonly string[]
  accounts: readonly StandardAccount[]
  features: {
    'standard:connect': { connect(): Promise<{ accounts: readonly StandardAccount[] }> }
    'solana:signMessage': {
      signMessage(input: { account: StandardAccount; message: Uint8Array }): Promise<readonly { signature: Uint8Array }[]>
    }
  }
}

/** What a wallet is given to register itself with, by calling back what it announces. */
export interface StandardRegistry {
  register(...wallets: StandardWallet[]): () => void
}

export interface StandardAccount {
  address: string
  chains?: readonly string[]
}

/** What Solana wallets leave as `window.solana`; each has a part of this. */
export interface InjectedSolana {
  publicKey?: { toString(): string } | null
  connect?(): Promise<unknown>
  request?(call: { method: 'signMessage'; params: { message: Uint8Array; display: 'utf8' } }): Promise<unknown>
  signMessage?(message: Uint8Array, display: 'utf8'): Promise<unknown>
}
