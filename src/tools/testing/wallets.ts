import type { WalletAnswer, WalletCard, WalletQuestion } from './browserWallets.ts'
import { createEthereumWallet, createSolanaWallet, messageBytes, walletIcon, type Manners } from './softwareWallets.ts'

export type { Manner, Manners } from './softwareWallets.ts'

/** A wallet in software, with a key of its own for each test. It really signs. */
export interface SoftwareWallet {
  /** The address of its account: hex for Ethereum, base58 for Solana. */
  readonly address: string
  /** Its name, as the page shows it. */
  readonly name: string
  /**
   * How it responds to a request to connect and to sign. Set
   * `wallet.ethereum.manners.sign = 'refuses'` and so on. Default: it agrees.
   */
  readonly manners: Manners
  /** The messages that it was asked to sign so far, as text. */
  readonly signed: readonly string[]
}

/** The wallets of a page. */
export interface SoftwareWallets {
  /** On Ethereum: `window.ethereum` (EIP-1193), and announced by EIP-6963. */
  ethereum: SoftwareWallet
  /** On Solana: registered by the Wallet Standard. */
  solana: SoftwareWallet
}

/** Returns the question of the page's Ethereum provider that contains a message. */
const messageOf = ({ method, params = [] }: { method: string; params?: unknown[] }) =>
  method === 'personal_sign' ? [new TextDecoder().decode(messageBytes(params[0]))] : []

/** Creates two wallets, and the function that answers what a page asks them. */
export const createSoftwareWallets = () => {
  const cards: Record<keyof SoftwareWallets, WalletCard> = {
    ethereum: { name: 'Test Ethereum', icon: walletIcon('#5b5bd6') },
    solana: { name: 'Test Solana', icon: walletIcon('#14a37f') },
  }
  const onEthereum = createEthereumWallet({ manners: { connect: 'agrees', sign: 'agrees' } })
  const onSolana = createSolanaWallet({ ...cards.solana, manners: { connect: 'agrees', sign: 'agrees' } })

  const ask = async (question: WalletQuestion): Promise<unknown> => {
    if (question.chain === 'ethereum') return onEthereum.request(question.call)
    const { 'standard:connect': connecting, 'solana:signMessage': signing } = onSolana.features
    if (question.ask === 'connect') {
      const answer = (await connecting.connect()) as { accounts?: { address: string; publicKey: Uint8Array }[] } | undefined
      return answer?.accounts?.map(({ address, publicKey }) => ({ address, publicKey: Array.from(publicKey) })) ?? answer
    }
    const message = Uint8Array.from(question.message)
    const output = (await signing.signMessage({ account: onSolana.accounts[0]!, message })) as { signature: Uint8Array }[] | undefined
    return Array.isArray(output) ? Array.from(output[0]!.signature) : output
  }

  const wallets: SoftwareWallets = {
    ethereum: {
      address: onEthereum.address,
      name: cards.ethereum.name,
      manners: onEthereum.manners,
      get signed() {
        return onEthereum.requests.flatMap(messageOf)
      },
    },
    solana: {
      address: onSolana.address,
      name: cards.solana.name,
      manners: onSolana.manners,
      get signed() {
        return onSolana.messages.map((message) => new TextDecoder().decode(message))
      },
    },
  }
  return {
    wallets,
    cards,
    /** A rejection becomes data, because only its message would reach the page. */
    answer: (question: WalletQuestion): Promise<WalletAnswer> =>
      ask(question).then(
        (value) => ({ value }),
        (error: Error & { code?: number }) => ({ error: { message: error.message, code: error.code } }),
      ),
  }
}
