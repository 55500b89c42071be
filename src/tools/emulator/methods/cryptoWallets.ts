import * as v from 'valibot'
import * as api from '../../../api/cryptoWallets.ts'
import type { Wallet } from '../../../api/cryptoWallets.ts'
import type { User } from '../../../api/entities.ts'
import { timestamp } from '../state/clock.ts'
import { checksumAddress, isEthereumAddress, signerOf } from './ethereum.ts'
import { createExpiring } from '../state/expiring.ts'
import { optionalText, sessionDuration } from '../requests/fields.ts'
import { refuse } from '../requests/refusal.ts'
import type { Router } from '../requests/router.ts'
import { siweMessage } from './siwe.ts'
import { isSolanaAddress, isSolanaSignature } from './solana.ts'
import type { BaseParts } from '../baseParts.ts'

/** How long a visitor can take to sign. */
const CHALLENGE_MINUTES = 10

/**
 * The blockchains: how to recognize an address, how to write it, and how to verify the signature of
 * a text.
 */
const chains = {
  ethereum: {
    owns: isEthereumAddress,
    write: checksumAddress,
    verify: (text: string, signature: string, address: string) => signerOf(text, signature) === address,
  },
  solana: { owns: isSolanaAddress, write: (address: string) => address, verify: isSolanaSignature },
}

const wallet = { crypto_wallet_address: v.string(), crypto_wallet_type: v.string() }

export const walletStart = v.object({
  ...wallet,
  siwe_params: v.optional(
    v.object({
      uri: optionalText,
      domain: optionalText,
      chain_id: optionalText,
      statement: optionalText,
      issued_at: optionalText,
      not_before: optionalText,
      message_request_id: optionalText,
      resources: v.optional(v.array(v.string())),
    }),
  ),
})

export const challengeSignature = { ...wallet, signature: v.string() }

/**
 * Reads an address and writes it the way it is stored. Refuses one that is not an address of its
 * chain.
 */
export const readAddress = ({ crypto_wallet_address, crypto_wallet_type }: Wallet) => {
  if (crypto_wallet_type !== 'ethereum' && crypto_wallet_type !== 'solana') return refuse('invalid_wallet_type')
  const chain = chains[crypto_wallet_type]
  if (!chain.owns(crypto_wallet_address)) refuse('invalid_crypto_wallet_address')
  return { type: crypto_wallet_type, chain, address: chain.write(crypto_wallet_address) }
}

/** The entry in a user for a wallet that they have proved to be theirs. */
export const walletEntry = (crypto_wallet_type: string, crypto_wallet_address: string) => ({
  crypto_wallet_id: `crypto-wallet-test-${crypto.randomUUID()}`,
  crypto_wallet_address,
  crypto_wallet_type,
  verified: true,
})

type WalletStart = v.InferOutput<typeof walletStart>

/** What a wallet signs, and for whom. */
interface Challenge {
  challenge: string
  /** Who will own the wallet. Without one, it belongs to its present owner or to a new user. */
  user?: User
  /** The parameters of a Sign-In with Ethereum message. */
  siwe?: ReturnType<typeof siweMessage>['params']
}

/** Challenges wallets and checks their signatures, for browsers and for servers. */
export const createWalletLogIns = ({ clock, project, users }: BaseParts) => {
  /** By chain and address. */
  const challenges = createExpiring<Challenge>(clock)

  const read = (wallet: Wallet) => {
    const { type, chain, address } = readAddress(wallet)
    const is = (entry: Wallet) => entry.crypto_wallet_address === address && entry.crypto_wallet_type === type
    return {
      type,
      chain,
      address,
      key: `${type}:${address}`,
      owner: users.withWallet({ crypto_wallet_type: type, crypto_wallet_address: address }),
      entryIn: (user: User) => user.crypto_wallets.find(is),
    }
  }

  return {
    owner: (wallet: Wallet) => read(wallet).owner,
    /** Returns the user for whom a challenge of this wallet waits to be signed. */
    waiting: (wallet: Wallet) => challenges.find(read(wallet).key)?.user,

    /**
     * Returns the text that a wallet has to sign. `user`: who will own the wallet, which must not
     * belong to another. `origin`: of the page, for a Sign-In with Ethereum message without a
     * `uri`; default: `http://localhost:3000`. `siwe`: whether an Ethereum wallet gets such a
     * message.
     */
    start: (body: WalletStart, { user, origin = 'http://localhost:3000', siwe }: { user?: User; origin?: string; siwe: boolean }) => {
      const { type, address, key, owner } = read(body)
      if (user && owner && owner !== user) refuse('duplicate_wallet_address')
      const nonce = crypto.randomUUID().replaceAll('-', '')
      const issued_at = timestamp(clock.now())
      const name = project.project_name ?? 'the app'
      const asSiwe = type === 'ethereum' && siwe ? siweMessage(body.siwe_params ?? {}, { address, nonce, issued_at, origin }) : undefined
      const challenge =
        asSiwe?.message ??
        `Sign this message to log in to ${name}. It costs nothing.\n\nAddress: ${address}\nNonce: ${nonce}\nIssued: ${issued_at}`
      challenges.put(key, { challenge, user, siwe: asSiwe?.params }, CHALLENGE_MINUTES)
      return { challenge }
    },

    /** Takes the signature of a challenge, once. */
    authenticate: ({ signature, ...body }: Wallet & { signature: string }) => {
      const { type, chain, address, key, owner, entryIn } = read(body)
      const { challenge, user: challengeUser, siwe } = challenges.find(key) ?? refuse('unable_to_authenticate_crypto_wallet')
      if (!chain.verify(challenge, signature, address)) refuse('unable_to_authenticate_crypto_wallet')
      // EIP-4361: a message becomes valid at its Not Before. This message can still become valid,
      // so its challenge is not spent.
      if (siwe?.not_before !== undefined && Date.parse(siwe.not_before) > clock.now()) refuse('siwe_message_not_valid_yet')
      challenges.spend(key)
      const user = owner ?? challengeUser ?? users.create()
      user.status = 'active'
      const entry = entryIn(user) ?? walletEntry(type, address)
      if (!entryIn(user)) user.crypto_wallets.push(entry)
      const { verified, ...factor } = entry
      const proof = { type: 'crypto', delivery_method: `${type}_wallet`, crypto_wallet_factor: factor }
      if (!siwe) return { user, proof }
      const { domain, uri, chain_id, resources = [], issued_at, message_request_id } = siwe
      return { user, proof, siwe_params: { domain, uri, chain_id, resources, issued_at, message_request_id, status_code: 200 } }
    },
  }
}

export type WalletLogIns = ReturnType<typeof createWalletLogIns>

export const serveCryptoWallets = ({ on }: Router, { project, sessions, walletLogIns }: BaseParts & { walletLogIns: WalletLogIns }) => {
  on(api.authenticateStart, walletStart, (body, request) =>
    walletLogIns.start(body, {
      user: sessions.secondary(request),
      origin: request.headers.get('x-sdk-parent-host') ?? undefined,
      siwe: project.siwe_required_for_crypto_wallets,
    }),
  )

  const authentication = v.object({ ...challengeSignature, session_duration_minutes: sessionDuration })
  on(api.authenticate, authentication, ({ session_duration_minutes, ...body }, request) => {
    const { user, proof } = walletLogIns.authenticate(body)
    return sessions.signIn(request, user, proof, session_duration_minutes)
  })
}
