import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  jwksCache,
  type CryptoKey,
  type ExportedJWKSCache,
  type JWKSCacheInput,
  type JWSHeaderParameters,
} from 'jose'
import type { Fetch } from './options.ts'
import { within } from './within.ts'

/**
 * The key that a JWT names; or `unknown` if the project has no such key, or `unavailable` if its
 * keys cannot be fetched. `isUrgent`: the keys are fetched again first, unless they were within the
 * last second.
 */
export type FindKey = (header: JWSHeaderParameters, isUrgent?: boolean) => Promise<CryptoKey | 'unknown' | 'unavailable'>

const MINUTE = 60_000

/** For how long keys are used without asking again, in ms. */
const FRESH = 10 * MINUTE
/**
 * For how long they are still used if they cannot be fetched again, in ms. A key that the provider
 * has withdrawn counts no longer than this.
 */
const STALE = 60 * MINUTE
/**
 * The shortest time between a successful fetch and another one because of an unknown key, in ms.
 * Otherwise every forged JWT would cost a fetch.
 */
const COOL_DOWN = 30_000
/**
 * The shortest time between two fetches, in ms, so that a provider in trouble gets one call instead
 * of one for each request.
 */
const PAUSE = 1_000

const isUnknown = (error: unknown) => error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys

/** Waits for the body of an answer too, because that can take for ever as well. */
const whole = async (call: Promise<Response>) => {
  const answer = await call
  return answer.status === 200 ? new Response(await answer.arrayBuffer(), { headers: answer.headers }) : answer
}

const createKeys = (url: string, fetch: Fetch, timeoutMs: number): FindKey => {
  // jose writes into it what it has fetched, and when
  const cache: Partial<ExportedJWKSCache> = {}
  let next = 0
  const remote = createRemoteJWKSet(new URL(url), {
    timeoutDuration: timeoutMs,
    cooldownDuration: COOL_DOWN,
    cacheMaxAge: FRESH,
    [jwksCache]: cache as JWKSCacheInput,
    [customFetch]: (address, init) => {
      if (Date.now() < next) return Promise.reject(new Error('The last fetch has just failed.'))
      next = Date.now() + PAUSE
      return within(timeoutMs, (signal) => whole(fetch(address, { ...init, signal })))
    },
  })
  return async (header, isUrgent) => {
    if (isUrgent) await remote.reload().catch(() => {})
    try {
      return await remote(header)
    } catch (error) {
      if (isUnknown(error)) return 'unknown'
      if (!cache.jwks || Date.now() - cache.uat! > STALE) return 'unavailable'
      // not `unknown`: the key could be a new one
      return createLocalJWKSet(cache.jwks)(header).catch(() => 'unavailable')
    }
  }
}

const keysByFetch = new WeakMap<Fetch, Map<string, FindKey>>()

/**
 * Returns the keys at a URL, which all requests of this process share. The URL is fetched at the
 * first use.
 */
export const keysAt = (url: string, fetch: Fetch, timeoutMs: number): FindKey => {
  const name = `${timeoutMs} ${url}`
  const ofFetch = keysByFetch.get(fetch) ?? new Map<string, FindKey>()
  keysByFetch.set(fetch, ofFetch)
  const keys = ofFetch.get(name) ?? createKeys(url, fetch, timeoutMs)
  ofFetch.set(name, keys)
  return keys
}
