import { base58 } from './base58.ts'
import type { StandardAccount } from './walletInterfaces.ts'
import type { FoundWallet } from './wallets.ts'

/** How long a wallet may take to say whose account is chosen, in ms: it asks nobody. */
const PATIENCE = 2000

/** The answer of a wallet is not what was asked for. The visitor is told by the screen, which words every failure of a wallet's alike (row 1). */
const odd = (): never => {
  throw new TypeError('odd answer')
}

/** An address of `chain`, if this is one: 20 bytes in hex, or 32 bytes in base58. */
const address = (chain: FoundWallet['chain'], text: unknown): string =>
  typeof text === 'string' && (chain === 'ethereum' ? /^0x[\da-f]{40}$/i : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/).test(text) ? text : odd()

/** The account that a wallet of several chains signs with on Solana. */
const onSolana = (accounts: readonly StandardAccount[]) =>
  accounts.find(({ chains }) => !chains || chains.some((chain) => chain.startsWith('solana:')))

/** Opens a wallet and gives the address that the visitor chooses. Rejects when they refuse, and for whatever is no address. */
export async function connect(wallet: FoundWallet): Promise<string> {
  const { chain } = wallet
  if ('provider' in wallet) return address(chain, ((await wallet.provider.request({ method: 'eth_requestAccounts' })) as unknown[])[0])
  if ('standard' in wallet)
    return address(chain, onSolana((await wallet.standard.features['standard:connect'].connect()).accounts)?.address)
  const answer = (await wallet.injected.connect?.()) as { publicKey?: unknown } | undefined
  return address(chain, String(answer?.publicKey || wallet.injected.publicKey))
}

/**
 * Has `owner` sign a text byte for byte: hex by `personal_sign` (EIP-191) for ethereum, base58 for solana. Rejects when the visitor refuses, for whatever is
 * no signature, and when the wallet has turned to another account meanwhile, whose signature that may be.
 */
export async function sign(wallet: FoundWallet, owner: string, text: string): Promise<string> {
  const message = new TextEncoder().encode(text)
  if ('provider' in wallet) {
    const { provider } = wallet
    const hex = '0x' + Array.from(message, (byte) => byte.toString(16).padStart(2, '0')).join('')
    const signature = await provider.request({ method: 'personal_sign', params: [hex, owner] })
    // a wallet that does not answer this is taken at its word, soon; the provider checks who signed
    const ask = async () => provider.request({ method: 'eth_accounts' })
    const accounts = await Promise.race([ask().catch(() => {}), new Promise((done) => setTimeout(done, PATIENCE))])
    const now = Array.isArray(accounts) && accounts[0]
    if (now && String(now).toLowerCase() !== owner.toLowerCase()) odd()
    return typeof signature === 'string' && /^0x([\da-f]{2}){65,}$/i.test(signature) ? signature : odd()
  }
  if ('standard' in wallet) {
    const { standard } = wallet
    const account = standard.accounts.find((account) => account.address === owner) || odd()
    const [output] = await standard.features['solana:signMessage'].signMessage({ account, message })
    return solanaSignature(output?.signature, onSolana(standard.accounts)?.address, owner)
  }
  const { injected } = wallet
  const answer = injected.request
    ? await injected.request({ method: 'signMessage', params: { message, display: 'utf8' } })
    : await injected.signMessage!(message, 'utf8')
  // some give the bytes as they are
  const { signature = answer, publicKey } = answer as Record<string, unknown>
  return solanaSignature(signature, publicKey || injected.publicKey, owner)
}

/** 64 bytes, in base58, of the account that was to sign (`by` may be unknown). */
const solanaSignature = (signature: unknown, by: unknown, owner: string): string => {
  const bytes = Uint8Array.from(signature as Uint8Array)
  return bytes.length === 64 && String(by || owner) === owner ? base58(bytes) : odd()
}
