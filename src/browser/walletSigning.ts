import { text, texts } from '../api/kinds.ts'
import { base58, fromBase58 } from './base58.ts'
import { bytes as fromBase64 } from './base64.ts'
import { bytesOf } from './bytesOf.ts'
import type { StandardAccount } from './walletInterfaces.ts'
import type { FoundWallet } from './wallets.ts'

/**
 * How long a wallet may take to name its current account, in ms. It does not have to ask the
 * visitor for that.
 */
const ACCOUNTS_TIMEOUT = 2000

/**
 * Rejects an answer of a wallet. The visitor reads the same text for every failure
 * (docs/decisions/README.md#every-wallet-failure-ends-on-the-error-screen).
 */
const refuseAnswer = (): never => {
  throw new TypeError('odd answer')
}

/**
 * Returns the text if it is an address of `chain`: 20 bytes in hex, or 32 bytes in base58. Throws
 * otherwise.
 */
const address = (chain: FoundWallet['chain'], value: unknown): string =>
  (chain === 'ethereum' ? /^0x[\da-f]{40}$/i : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/).test(text(value) ?? '') ? (value as string) : refuseAnswer()

/** Returns whether an account of a wallet of several chains can sign messages on Solana. */
const signsOnSolana = ({ chains, features }: StandardAccount) =>
  (!chains || chains.some((chain) => chain.startsWith('solana:'))) && (!features || features.includes('solana:signMessage'))

/**
 * Returns the address of a public key of Solana: a text, bytes in any container, or an object of
 * the wallet's own.
 */
const addressOf = (key: unknown): string => {
  const bytes = bytesOf(key)
  return bytes?.length === 32 ? base58(bytes) : String(key)
}

/**
 * Connects to a wallet and returns the address that the visitor chooses. Rejects if they refuse,
 * and if the answer is not an address.
 */
export async function connect(wallet: FoundWallet): Promise<string> {
  const { chain } = wallet
  if ('provider' in wallet) return address(chain, ((await wallet.provider.request({ method: 'eth_requestAccounts' })) as unknown[])[0])
  if ('standard' in wallet)
    return address(chain, (await wallet.standard.features['standard:connect'].connect()).accounts.find(signsOnSolana)?.address)
  const answer = (await wallet.injected.connect?.()) as { publicKey?: unknown } | undefined
  return address(chain, addressOf(answer?.publicKey || wallet.injected.publicKey))
}

/**
 * Lets `owner` sign a text, byte for byte. The signature is hex (`personal_sign`, EIP-191) for
 * Ethereum and base58 for Solana. Rejects if the visitor refuses, if the answer is not a signature,
 * and if the account is no longer among those of the wallet, because the signature may then be
 * another account's. It is not always the first of them.
 */
export async function sign(wallet: FoundWallet, owner: string, text: string): Promise<string> {
  const message = new TextEncoder().encode(text)
  if ('provider' in wallet) {
    const { provider } = wallet
    const hex = '0x' + Array.from(message, (byte) => byte.toString(16).padStart(2, '0')).join('')
    const signature = await provider.request({ method: 'personal_sign', params: [hex, owner] })
    // a wallet that does not answer is trusted after a short wait; the provider checks the
    // signature anyway
    const ask = async () => provider.request({ method: 'eth_accounts' })
    const accounts = await Promise.race([ask().catch(() => {}), new Promise((resolve) => setTimeout(resolve, ACCOUNTS_TIMEOUT))])
    const now = texts(accounts)
    if (now?.length && !now.some((account) => account.toLowerCase() === owner.toLowerCase())) refuseAnswer()
    return typeof signature === 'string' && /^0x([\da-f]{2}){65,}$/i.test(signature) ? signature : refuseAnswer()
  }
  if ('standard' in wallet) {
    const { standard } = wallet
    const account = standard.accounts.find((account) => account.address === owner) || refuseAnswer()
    const [output] = await standard.features['solana:signMessage'].signMessage({ account, message })
    if (!standard.accounts.some((account) => account.address === owner)) refuseAnswer()
    return solanaSignature(output?.signature, owner, owner)
  }
  const { injected } = wallet
  const answer = injected.request
    ? await injected.request({ method: 'signMessage', params: { message, display: 'utf8' } })
    : await injected.signMessage!(message, 'utf8')
  // some wallets return only the bytes
  const { signature = answer, publicKey } = answer as Record<string, unknown>
  return solanaSignature(signature, publicKey || injected.publicKey, owner)
}

/** Decodes a text in hex, base58, base64 or base64url: the first in which it has 64 bytes. */
const bytesIn = (text: string): Uint8Array | undefined => {
  if (/^(0x)?[\da-f]{128}$/i.test(text)) return Uint8Array.from(text.slice(-128).match(/../g)!, (pair) => parseInt(pair, 16))
  const decoded = fromBase58(text)
  if (decoded?.length === 64) return decoded
  return /^[\w+/-]{86}(==)?$/.test(text) ? fromBase64(text) : undefined
}

/** Returns the bytes of a signature: in any container, as text, or in an object under a name. */
const signatureBytes = (signature: unknown, depth = 0): Uint8Array | undefined => {
  if (typeof signature === 'string') return bytesIn(signature.trim())
  const bytes = bytesOf(signature)
  if (bytes || depth > 1 || typeof signature !== 'object' || !signature) return bytes
  const parts = ['signature', 'data', 'bytes', 'value'].filter((name) => Object.hasOwn(signature, name))
  return parts[0] ? signatureBytes((signature as Record<string, unknown>)[parts[0]], depth + 1) : undefined
}

/** Encodes a 64-byte signature in base58. Throws if another account signed (`by`, if known). */
const solanaSignature = (signature: unknown, by: unknown, owner: string): string => {
  const bytes = signatureBytes(signature)
  return bytes?.length === 64 && addressOf(by || owner) === owner ? base58(bytes) : refuseAnswer()
}
