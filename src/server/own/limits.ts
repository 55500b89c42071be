import { asciiOf } from '../../api/emailAddress.ts'
import type { Visit } from '../bridge/calls.ts'
import { refusal } from '../bridge/refusals.ts'
import { networkOf } from '../network.ts'
import { digest } from './hashing.ts'
import type { OwnLimits } from './options.ts'
import type { Store } from './store.ts'

const HOUR = 3600_000

/** What is counted by address and by network. */
export type Counted = 'mail' | 'guess'

/** The counts of a server. Each throws a refusal when a limit is reached. */
export interface Limits {
  /**
   * Counts a mail to an address, or a guess of its password, and the same for the visitor's
   * network. A browser that has logged in to the account counts by itself, so that nobody locks its
   * owner out. Resolves with a function that takes the count back.
   */
  count(kind: Counted, email: string, visit: Visit, knownBrowser: string | undefined): Promise<() => Promise<void>>
  /** Counts what one network does, up to a multiple of its limit. */
  network(what: string, visit: Pick<Visit, 'address'>, times?: number): Promise<() => Promise<void>>
  /** Counts a try of a session's visitor to confirm that it is them. */
  confirmation(session: NonNullable<Visit['confirming']>): Promise<() => Promise<void>>
}

/** Wrong tries to confirm who is signed in, by session and hour. */
const MOST_CONFIRMATIONS = 5

/**
 * Returns whether an address is that of a proxy on the same machine or network, and of no visitor.
 */
const isInner = (address: string): boolean =>
  /^(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0:0:0:0$|f[cd][\da-f]{2}:)/.test(networkOf(address))

/** Returns an address in one spelling. */
const spelled = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, at).toLowerCase()}@${asciiOf(email.slice(at + 1)) ?? ''}`
}

export const createLimits = (
  store: Store,
  { mailsPerHour = 6, guessesPerHour = 10, perNetworkAndHour = 300 }: OwnLimits = {},
  isPublic: boolean,
): Limits => {
  const most = { mail: mailsPerHour, guess: guessesPerHour }
  let warned = !isPublic

  const count = async (what: string, limit: number): Promise<() => Promise<void>> => {
    const until = (Math.floor(Date.now() / HOUR) + 1) * HOUR
    const key = `count:${digest(`${what} ${until}`)}`
    if ((await store.hit(key, until)) > limit) throw refusal('limit_reached', undefined, Math.ceil((until - Date.now()) / 1000))
    return async () => void (await store.hit(key, until, -1))
  }
  const network: Limits['network'] = async (what, { address }, times = 1) => {
    if (!warned && (!address || isInner(address))) {
      warned = true
      console.warn(
        '[latchkey] The visitor’s address is unknown or that of a proxy, so limits by network do not tell visitors apart: pass `address`, or set `trust proxy` of Express.',
      )
    }
    return address ? count(`network ${what} ${networkOf(address)}`, times * perNetworkAndHour) : async () => {}
  }
  return {
    network,
    confirmation: ({ user_id, session_id }) => count(`confirmation ${user_id} ${session_id}`, MOST_CONFIRMATIONS),
    async count(kind, email, visit, knownBrowser) {
      if (knownBrowser) return count(`${kind} ${knownBrowser}`, most[kind])
      const forgetNetwork = await network(kind, visit)
      const forget = await count(`${kind} ${spelled(email)}`, most[kind])
      return async () => {
        await forget()
        await forgetNetwork()
      }
    },
  }
}
