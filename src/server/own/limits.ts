import type { Visit } from '../bridge/calls.ts'
import { refusal } from '../bridge/refusals.ts'
import { digest } from './hashing.ts'
import type { OwnLimits } from './options.ts'
import type { Store } from './store.ts'

const HOUR = 3600_000

/** What is counted. */
export type Counted = 'mail' | 'guess'

/** The counts of a server. Each throws a refusal when a limit is reached. */
export interface Limits {
  /**
   * Counts a mail to an address, or a guess of its password. A browser that has logged in to the account counts
   * by itself, so that nobody locks its owner out. Resolves with a function that takes the count
   * back.
   */
  about(kind: Counted, email: string, knownBrowser: string | undefined): Promise<() => Promise<void>>
  /** Counts what one network does. */
  network(visit: Visit): Promise<() => Promise<void>>
}

/** Returns the network of an address: an IPv6 visitor has as many addresses as they want. */
export const networkOf = (address: string): string => {
  const plain = address
    .toLowerCase()
    .replace(/^::ffff:(?=\d+\.)/, '')
    .replace(/%.*$/, '')
  if (!plain.includes(':')) return plain
  const [before = '', after = ''] = plain.split('::') as [string, string?]
  const groups = before.split(':').filter(Boolean)
  const rest = after.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  const all = plain.includes('::') ? [...groups, ...zeros, ...rest] : groups
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

export const createLimits = (store: Store, { mailsPerHour = 6, guessesPerHour = 10, perNetworkAndHour = 300 }: OwnLimits = {}): Limits => {
  const most = { mail: mailsPerHour, guess: guessesPerHour }
  const count = async (what: string, limit: number): Promise<() => Promise<void>> => {
    const until = (Math.floor(Date.now() / HOUR) + 1) * HOUR
    const key = `count:${digest(`${what} ${until}`)}`
    if ((await store.hit(key, until)) > limit) throw refusal('limit_reached', undefined, Math.ceil((until - Date.now()) / 1000))
    return async () => void (await store.hit(key, until, -1))
  }
  return {
    about: async (kind, email, knownBrowser) => count(`${kind} ${email} ${knownBrowser ?? ''}`, most[kind]),
    network: async ({ address }) => (address ? count(`network ${networkOf(address)}`, perNetworkAndHour) : async () => {}),
  }
}
