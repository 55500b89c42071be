import * as api from '../../api/cryptoWallets.ts'
import type { SiweParams, Wallet } from '../../api/cryptoWallets.ts'
import type { Answer, Authenticated, SessionDuration } from '../../api/entities.ts'
import type { Core } from '../core.ts'

/** `client.cryptoWallets`: sign-ins with Ethereum and Solana wallets. */
export interface CryptoWalletNamespace {
  /** Asks for a challenge, which the wallet signs byte for byte. */
  authenticateStart(
    options: Wallet & {
      /**
       * Parts of the Sign-In with Ethereum message (EIP-4361). They have an effect only in projects
       * that require such messages.
       */
      siwe_params?: SiweParams
    },
  ): Promise<
    Answer & {
      /** The text to sign. */
      challenge: string
    }
  >
  /** Signs in with the signature of the challenge. */
  authenticate(
    options: Wallet & {
      /** The signature: hex for Ethereum, base58 for Solana. */
      signature: string
    } & SessionDuration,
  ): Promise<Authenticated>
}

/** Creates `client.cryptoWallets`. */
export const cryptoWallets = (core: Core): CryptoWalletNamespace => ({
  async authenticateStart(options) {
    const { siwe_params, ...wallet } = { ...options }
    const { known } = await core.engine()
    // if the settings cannot be loaded, the wallet signs such a message: it names this page, so
    // another page cannot use it (docs/decisions/unknown-settings-take-the-safe-way.md)
    const siwe = wallet.crypto_wallet_type === 'ethereum' && (await known())?.siweRequiredForCryptoWallets !== false
    return core.send(
      api.authenticateStart,
      { ...wallet, ...(siwe && { siwe_params: { uri: location.origin, ...siwe_params } }) },
      { factor: await (await core.life()).factor() },
    )
  },
  authenticate: (options) => core.send(api.authenticate, options),
})
