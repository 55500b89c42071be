import type { BotCheckKind, WorkChallenge } from '../../api/botCheck.ts'
import { checkWork, createWork } from '../../api/workProofs.ts'
import { digest } from '../digest.ts'
import { networkOf } from '../network.ts'
import { memoryStore, type Store } from '../own/store.ts'
import { within } from '../within.ts'

/** Who sends a proof. */
export interface BotVisitor {
  /** The request. Its body has been read. */
  request: Request
  /** The visitor's address, if the host's server knows it. */
  address?: string
}

/**
 * Keeps bots away: {@link proofOfWork}, {@link turnstile}, {@link hcaptcha}, {@link recaptcha},
 * {@link captchafox}.
 */
export interface BotCheck {
  /** What the widget loads. */
  readonly kind: BotCheckKind
  /** The vendor's public key for your site. */
  readonly siteKey?: string
  /**
   * Resolves with why a proof does not count, or undefined if it does. It never counts again.
   * Rejects if nobody can say, and the call is answered with 503.
   */
  verify(proof: string, visitor: BotVisitor): Promise<string | undefined>
  /** Makes the challenge of a proof of work. */
  challenge?(visitor: BotVisitor): Promise<WorkChallenge>
}

/** Options of {@link proofOfWork}. */
export interface ProofOfWorkOptions {
  /** The key of your challenges: at least 16 random characters, the same in each process. */
  secret: string
  /**
   * Where proofs that have counted are kept for 10 minutes, such as `pgStore` of
   * `latchkey/bridge/own`. Default: the memory of one process. If there are several, a proof would
   * count once in each.
   */
  store?: Pick<Store, 'hit'>
  /**
   * How many iterations of PBKDF2 a proof takes on average, and half of how many it takes at most.
   * Default: 4,000,000, a second of one core.
   */
  work?: number
}

/**
 * Lets a visitor's browser do some work for each call that sends or tries something. Needs no
 * vendor. A challenge is for one address.
 * @throws TypeError if the secret has less than 16 characters
 */
export const proofOfWork = ({ secret, store = memoryStore(), work = 4_000_000 }: ProofOfWorkOptions): BotCheck => {
  if (secret.length < 16) throw new TypeError('The secret of proofOfWork() needs 16 characters: anybody could guess a shorter one.')
  const named = ({ address }: BotVisitor) => digest(`${secret} ${address === undefined ? '' : networkOf(address)}`)
  return {
    kind: 'proof_of_work',
    challenge: async (visitor) => createWork(secret, work, await named(visitor), Date.now()),
    async verify(proof, visitor) {
      const good = await checkWork(secret, proof, await named(visitor), Date.now())
      if (typeof good === 'string') return good
      return (await store.hit(`proof:${good.id}`, good.until)) > 1 ? 'spent' : undefined
    },
  }
}

/** The keys of a vendor for your site. */
export interface VendorKeys {
  /** The public one. */
  siteKey: string
  /** The one that only your server knows. */
  secret: string
  /** Where proofs are verified, for a stand-in or a proxy. Default: at the vendor. */
  verifyURL?: string
}

/** What a vendor says about a proof. */
interface Verdict {
  success?: unknown
  score?: unknown
  'error-codes'?: unknown
}

/** How long a vendor's answer may take, in ms. */
const LONGEST_WAIT = 5_000

/** Asks a vendor about a proof. Rejects if it does not answer, or finds fault with this server. */
const ask = async (url: string, fields: Record<string, string | undefined>): Promise<Verdict> => {
  const body = new URLSearchParams(Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined))
  const verdict = await within(LONGEST_WAIT, async (signal) => {
    const response = await fetch(url, { method: 'POST', body, signal })
    // some say with 400 what is wrong with a proof
    if (response.status >= 500) throw new Error(`${new URL(url).host} answered with ${response.status}.`)
    return (await response.json()) as Verdict
  })
  if (typeof verdict?.success !== 'boolean') throw new Error(`${new URL(url).host} answered with something else than a verdict.`)
  const { 'error-codes': codes } = verdict
  const fault = Array.isArray(codes) && codes.find((code) => /secret|sitekey|bad-request|internal-error/.test(code))
  if (fault) throw new Error(`${new URL(url).host} answered: ${fault}`)
  return verdict
}

const vendor = (
  kind: BotCheckKind,
  { siteKey, secret, verifyURL }: VendorKeys,
  at: string,
  addressField: string,
  minScore = 0,
): BotCheck => ({
  kind,
  siteKey,
  async verify(proof, { address }) {
    const namesSite = kind === 'hcaptcha' || kind === 'captchafox'
    const fields = { secret, response: proof, sitekey: namesSite ? siteKey : undefined, [addressField]: address }
    const { success, score = 1, 'error-codes': codes } = await ask(verifyURL ?? at, fields)
    if (success !== true) return String(codes || 'refused')
    return Number(score) >= minScore ? undefined : 'a low score'
  },
})

/** Lets Cloudflare Turnstile check visitors. */
export const turnstile = (keys: VendorKeys): BotCheck =>
  vendor('turnstile', keys, 'https://challenges.cloudflare.com/turnstile/v0/siteverify', 'remoteip')

/** Lets hCaptcha check visitors. */
export const hcaptcha = (keys: VendorKeys): BotCheck => vendor('hcaptcha', keys, 'https://api.hcaptcha.com/siteverify', 'remoteip')

/** Lets CaptchaFox check visitors. */
export const captchafox = (keys: VendorKeys): BotCheck => vendor('captchafox', keys, 'https://api.captchafox.com/siteverify', 'remoteIp')

/** Lets Google's reCAPTCHA v3 check visitors. It never asks them anything. */
export const recaptcha = ({
  minScore = 0.5,
  ...keys
}: VendorKeys & {
  /** Those with a lower score are refused, of 0 to 1. Default: 0.5. */
  minScore?: number
}): BotCheck => vendor('recaptcha', keys, 'https://www.google.com/recaptcha/api/siteverify', 'remoteip', minScore)
