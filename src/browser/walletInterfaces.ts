// The interfaces of wallets, as far as they are used here. A wallet may answer anything, whatever
// these types say.

/** EIP-1193. */
export interface EthereumProvider {
  request(call: { method: string; params?: unknown[] }): Promise<unknown>
}

/** The announcement of a wallet (EIP-6963). */
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

/** The object that a wallet receives to register itself with (Wallet Standard). */
export interface StandardRegistry {
  register(...wallets: StandardWallet[]): () => void
}

export interface StandardAccount {
  address: string
  chains?: readonly string[]
  features?: readonly string[]
}

/** The global `window.solana` of Solana wallets. Each wallet has only some of these members. */
export interface InjectedSolana {
  publicKey?: { toString(): string } | null
  connect?(): Promise<unknown>
  request?(call: { method: 'signMessage'; params: { message: Uint8Array; display: 'utf8' } }): Promise<unknown>
  signMessage?(message: Uint8Array, display: 'utf8'): Promise<unknown>
}
