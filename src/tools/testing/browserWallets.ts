/**
 * The page's side of software wallets whose keys are in the test: it announces them, and asks the
 * test to connect and to sign.
 */

/** How a wallet looks in a list of wallets. */
export interface WalletCard {
  /** Its name. */
  name: string
  /** A `data:image` URL. */
  icon: string
}

/** A question of the page: a request of EIP-1193, or a function of the Wallet Standard. */
export type WalletQuestion =
  | { chain: 'ethereum'; call: { method: string; params?: unknown[] } }
  | { chain: 'solana'; ask: 'connect' }
  | { chain: 'solana'; ask: 'signMessage'; message: number[] }

/** The test's answer. `error` is what the wallet rejects with. */
export interface WalletAnswer {
  value?: unknown
  error?: { message: string; code?: number }
}

/**
 * Runs in the page before its scripts. It is sent as text, so it uses nothing from outside of
 * itself. `binding`: the name of the global function that asks the test.
 */
export function announceWallets({ binding, ethereum, solana }: { binding: string; ethereum: WalletCard; solana: WalletCard }): void {
  const page = window as unknown as Record<string, unknown>
  const ask = async (question: WalletQuestion): Promise<unknown> => {
    const { value, error } = await (page[binding] as (question: WalletQuestion) => Promise<WalletAnswer>)(question)
    if (error) throw Object.assign(new Error(error.message), error.code === undefined ? {} : { code: error.code })
    return value
  }

  const provider = {
    request: (call: { method: string; params?: unknown[] }) => ask({ chain: 'ethereum', call }),
    on: () => provider,
    removeListener: () => provider,
  }
  page.ethereum ??= provider
  const info = Object.freeze({ uuid: '2f0a3b5c-5d0f-4c38-9f0d-6f1f0c9b1f3e', rdns: 'example.latchkey', ...ethereum })
  const detail = Object.freeze({ info, provider })
  const announce = () => void dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()

  interface StandardAccount {
    address: string
    publicKey: Uint8Array
    chains: string[]
    features: string[]
  }
  let accounts: StandardAccount[] = []
  const standard = {
    version: '1.0.0',
    ...solana,
    chains: ['solana:mainnet'],
    get accounts() {
      return accounts
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => {
          const answer = (await ask({ chain: 'solana', ask: 'connect' })) as { address: string; publicKey: number[] }[] | undefined
          if (!Array.isArray(answer)) return answer
          accounts = answer.map(({ address, publicKey }) => ({
            address,
            publicKey: Uint8Array.from(publicKey),
            chains: ['solana:mainnet'],
            features: ['solana:signMessage'],
          }))
          return { accounts }
        },
      },
      'standard:events': { version: '1.0.0', on: () => () => {} },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: async ({ message }: { message: Uint8Array }) => {
          const signature = (await ask({ chain: 'solana', ask: 'signMessage', message: Array.from(message) })) as number[] | undefined
          return Array.isArray(signature) ? [{ signedMessage: message, signature: Uint8Array.from(signature) }] : signature
        },
      },
    },
  }
  const register = (api: { register(...wallets: object[]): unknown }) => void api.register(standard)
  addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
}
