import { call } from './call.ts'
import type { Answer, Authenticated, SessionDuration } from './entities.ts'

/** An address on a chain: `0x` and 40 hex digits for ethereum, base58 of 32 bytes for solana. */
export interface Wallet {
  crypto_wallet_address: string
  crypto_wallet_type: string
}

/** The parts of a Sign-In with Ethereum message (EIP-4361) that a host may set. Times are RFC 3339. */
export interface SiweParams {
  /** Default: the origin of the page. */
  uri?: string
  /** Default: the host of the page. */
  domain?: string
  /** EIP-155. Default: 1. */
  chain_id?: string
  statement?: string
  issued_at?: string
  not_before?: string
  message_request_id?: string
  resources?: string[]
}

/** `:factor` is `secondary` when a session exists, else `primary`. The challenge is to be signed byte for byte. */
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
