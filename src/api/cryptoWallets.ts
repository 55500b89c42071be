import { call } from './call.ts'
import type { Answer, Authenticated, SessionDuration } from './entities.ts'

/** The address of a wallet, and its chain. */
export interface Wallet {
  /** The address: for Ethereum `0x` and 40 hex digits, for Solana 32 bytes in base58. */
  crypto_wallet_address: string
  /** The chain: `ethereum` or `solana`. */
  crypto_wallet_type: string
}

/** The parts of a Sign-In with Ethereum message (EIP-4361) that you can set. Times are RFC 3339. */
export interface SiweParams {
  /** The URI of the page that asks for the sign-in. Default: the origin of this page. */
  uri?: string
  /** The domain that asks for the sign-in. Default: the host of this page. */
  domain?: string
  /** The EIP-155 id of the chain. Default `1`. */
  chain_id?: string
  /** A sentence that the wallet shows the visitor. It has no line break. */
  statement?: string
  /** When the message was created. Default: now. */
  issued_at?: string
  /** When the signature becomes valid. Default: at once. */
  not_before?: string
  /** Your own id for this request. */
  message_request_id?: string
  /** URIs that the visitor agrees to by signing. */
  resources?: string[]
}

/**
 * Requests a challenge, which the wallet signs byte for byte. `:factor` is `secondary` if there is
 * a session, else `primary`.
 */
export const authenticateStart = call<Wallet & { siwe_params?: SiweParams }, Answer & { challenge: string }>(
  'POST /crypto_wallets/authenticate/start/:factor',
  {
    method: 'cryptoWallets.authenticateStart',
    guard: 'captcha',
    needs: { crypto_wallet_address: 'string', crypto_wallet_type: 'string' },
    gives: { challenge: 'string' },
  },
)

export const authenticate = call<Wallet & { signature: string } & SessionDuration, Authenticated>('POST /crypto_wallets/authenticate', {
  method: 'cryptoWallets.authenticate',
  guard: 'retry',
  needs: { signature: 'string', crypto_wallet_address: 'string', crypto_wallet_type: 'string', session_duration_minutes: 'number' },
  signsIn: true,
})
