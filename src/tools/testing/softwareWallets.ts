/**
 * Crypto wallets in software, with real keys: for visitors who try wallet sign-in without an
 * extension, and for tests. They can be set to misbehave.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import base58 from 'bs58'

/** How a wallet responds to a request to connect or to sign. */
export type Manner =
  | 'agrees'
  /** Rejects with EIP-1193's code 4001. */
  | 'refuses'
  /** Rejects because another request is pending: -32002. */
  | 'is pending'
  | 'hangs'
  /** Resolves with `undefined`. */
  | 'says nothing'
  /** Resolves with a word instead of an address or a signature. */
  | 'babbles'
  /** Throws synchronously instead of returning a promise. */
  | 'throws'
  /** Signs with another key, or returns an address for which it has no key. */
  | 'lies'
  /** Switches to another account before it signs. */
  | 'switches'

/** How a wallet responds, request by request. A wallet reads it anew for each. */
export interface Manners {
  /** To a request to connect. */
  connect: Manner
  /** To a request to sign. */
  sign: Manner
}

export const manners: readonly Manner[] = [
  'agrees',
  'refuses',
  'is pending',
  'hangs',
  'says nothing',
  'babbles',
  'throws',
  'lies',
  'switches',
]

/** Answers in the given manner: with `honest` if the wallet agrees, with `lie` if it lies. */
const answer = (manner: Manner, honest: () => unknown, lie: () => unknown): Promise<unknown> => {
  const refuse = (code: number, message: string) => Promise.reject(Object.assign(new Error(message), { code }))
  switch (manner) {
    case 'refuses':
      return refuse(4001, 'User rejected the request.')
    case 'is pending':
      return refuse(-32002, 'A request is pending already.')
    case 'hangs':
      return new Promise(() => {})
    case 'says nothing':
      return Promise.resolve(undefined)
    case 'babbles':
      return Promise.resolve('yes')
    case 'throws':
      throw new Error('The wallet broke.')
    case 'lies':
      return Promise.resolve(lie())
    default:
      return Promise.resolve(honest())
  }
}

/** Returns the address of a secp256k1 key, in lower case as many wallets return it. */
const addressOf = (secret: Uint8Array) => '0x' + bytesToHex(keccak_256(secp256k1.getPublicKey(secret, false).subarray(1)).subarray(-20))

/**
 * Signs a message as `personal_sign` does: the format of the message (EIP-191, version 0x45) and of
 * r, s and v.
 */
const personalSign = (message: Uint8Array, secret: Uint8Array) => {
  const hash = keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`), message))
  const [recovery, ...rs] = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
  return '0x' + bytesToHex(Uint8Array.from([...rs, recovery! + 27]))
}

/**
 * Decodes a parameter of `personal_sign`. As in other wallets, a message that is not hexadecimal is
 * text.
 */
export const messageBytes = (message: unknown): Uint8Array => {
  const text = String(message)
  return /^0x([\da-f]{2})*$/i.test(text) ? hexToBytes(text.slice(2)) : utf8ToBytes(text)
}

/** Creates an EIP-1193 provider with two accounts. `requests` receives every request. */
export function createEthereumWallet({
  manners = { connect: 'agrees', sign: 'agrees' } as Manners,
  requests = [] as { method: string; params?: unknown[] }[],
} = {}) {
  const [first, second] = [secp256k1.utils.randomSecretKey(), secp256k1.utils.randomSecretKey()]
  let current = first
  return {
    manners,
    requests,
    address: addressOf(first),
    request(call: { method: string; params?: unknown[] }): Promise<unknown> {
      requests.push(call)
      const { method, params = [] } = call
      if (method === 'eth_requestAccounts')
        return answer(
          manners.connect,
          () => [addressOf((current = first))],
          () => ['0x' + '1'.repeat(40)],
        )
      if (method === 'eth_accounts') return Promise.resolve([addressOf(current)])
      if (method !== 'personal_sign') return Promise.reject(Object.assign(new Error('Unknown method.'), { code: 4200 }))
      const message = messageBytes(params[0])
      if (manners.sign === 'switches') current = second
      return answer(
        manners.sign,
        () => personalSign(message, current),
        () => personalSign(message, second),
      )
    },
  }
}

interface SolanaAccount {
  address: string
  publicKey: Uint8Array
  chains: string[]
  features: string[]
}

/** Creates a wallet of the Wallet Standard with two accounts on Solana. */
export function createSolanaWallet({
  name = 'Soft Solana',
  icon = walletIcon('#14a37f'),
  manners = { connect: 'agrees', sign: 'agrees' } as Manners,
  messages = [] as Uint8Array[],
} = {}) {
  const chains = ['solana:mainnet']
  const keys = [ed25519.utils.randomSecretKey(), ed25519.utils.randomSecretKey()]
  const accounts = keys.map((secret): SolanaAccount => {
    const publicKey = ed25519.getPublicKey(secret)
    return { address: base58.encode(publicKey), publicKey, chains, features: ['solana:signMessage'] }
  })
  let current: SolanaAccount[] = []
  const sign = (message: Uint8Array, which: number) => ed25519.sign(message, keys[which]!)
  return {
    version: '1.0.0' as const,
    name,
    icon,
    chains,
    manners,
    messages,
    address: accounts[0]!.address,
    get accounts() {
      return current
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: () =>
          answer(
            manners.connect,
            () => ({ accounts: (current = [accounts[0]!]) }),
            () => ({ accounts: [{ ...accounts[0], address: 'none' }] }),
          ),
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: ({ message }: { account: SolanaAccount; message: Uint8Array }) => {
          messages.push(message)
          if (manners.sign === 'switches') current = [accounts[1]!]
          const output = (which: number) => [{ signedMessage: message, signature: sign(message, which) }]
          return answer(
            manners.sign,
            () => output(0),
            () => output(1),
          )
        },
      },
    },
  }
}

/** Creates the same wallet in the form that Solana wallets leave as `window.solana`. */
export function createInjectedSolana(options: Parameters<typeof createSolanaWallet>[0] & { isPhantom?: boolean } = {}) {
  const wallet = createSolanaWallet(options)
  const key = () => wallet.accounts[0] && { toString: () => wallet.accounts[0]!.address }
  return {
    isPhantom: options.isPhantom,
    wallet,
    get publicKey() {
      return key()
    },
    async connect() {
      const answer = await wallet.features['standard:connect'].connect()
      return answer && typeof answer === 'object'
        ? { publicKey: (answer as { accounts: { address: string }[] }).accounts[0]!.address }
        : answer
    },
    async request({ params: { message } }: { method: string; params: { message: Uint8Array; display: string } }) {
      const output = await wallet.features['solana:signMessage'].signMessage({ account: wallet.accounts[0]!, message })
      return Array.isArray(output) ? { signature: output[0].signature, publicKey: key() } : output
    },
  }
}

/** Draws a round icon in one color. */
export const walletIcon = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="12" fill="${color}"/></svg>`)}`

/**
 * Announces a provider by EIP-6963, now and whenever a page requests it. Returns the function that
 * stops it.
 */
export function announceEthereum(provider: object, { name = 'Soft Ethereum', rdns = 'example.soft', icon = walletIcon('#5b5bd6') } = {}) {
  const detail = Object.freeze({ info: Object.freeze({ uuid: crypto.randomUUID(), name, rdns, icon }), provider })
  const announce = () => void dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => removeEventListener('eip6963:requestProvider', announce)
}

/**
 * Registers a wallet by the Wallet Standard, with pages that are ready now and later. Returns the
 * function that stops it.
 */
export function announceSolana(wallet: object) {
  const register = (api: { register(...wallets: object[]): unknown }) => void api.register(wallet)
  const ready = (event: Event) => register((event as CustomEvent).detail)
  addEventListener('wallet-standard:app-ready', ready)
  dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => removeEventListener('wallet-standard:app-ready', ready)
}
