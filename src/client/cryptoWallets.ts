import * as api from '../api/cryptoWallets.ts'
import type { SiweParams, Wallet } from '../api/cryptoWallets.ts'
import type { Answer, Authenticated, SessionDuration } from '../api/entities.ts'
import type { Core } from './core.ts'

/** `client.cryptoWallets` (wire.md 1.3). */
export interface CryptoWalletNamespace {
  /**
   * Asks for a challenge, which the wallet signs byte for byte. `siwe_params` go into a Sign-In with Ethereum message (EIP-4361) where the project asks for
   * one, and are dropped elsewhere.
   */
  authenticateStart(options: Wallet & { siwe_params?: SiweParams }): Promise<Answer & { challenge: string }>
  /** Signs in with the challenge signed: hex for ethereum, base58 for solana. */
  authenticate(options: Wallet & { signature: string } & SessionDuration): Promise<Authenticated>
}

/** `client.cryptoWallets`: sign-in with wallets of Ethereum and Solana. */
export const cryptoWallets = (core: Core): CryptoWalletNamespace => ({
  async authenticateStart(options) {
    const { siwe_params, ...wallet } = { ...options }
    const { known } = await core.engine()
    // a message that names the page it is for is the safe one where nobody knows what the project asks for (row 24)
    const siwe = wallet.crypto_wallet_type === 'ethereum' && (await known())?.siweRequiredForCryptoWallets !== false
    return core.send(
      api.authenticateStart,
      { ...wallet, ...(siwe && { siwe_params: { uri: location.origin, ...siwe_params } }) },
      { factor: core.status.now.session ? 'secondary' : 'primary' },
    )
  },
  authenticate: (options) => core.send(api.authenticate, options),
})
