import { base64url } from 'jose'
import type { Clock } from './clock.ts'

const MINUTE = 60_000

/** What was handed out for a while, to be taken back once: codes, links, challenges, tokens. */
export interface Expiring<Value> {
  /** Keeps a value for some minutes, in place of an earlier one of the same key. */
  put: (key: string, value: Value, minutes: number) => void
  /** The value, unless it has expired or was never there. It stays. */
  find: (key: string) => Value | undefined
  /** Makes the key void: each is good once. */
  spend: (key: string) => void
}

export const createExpiring = <Value>(clock: Clock): Expiring<Value> => {
  const kept = new Map<string, { value: Value; until: number }>()
  return {
    put: (key, value, minutes) => {
      kept.set(key, { value, until: clock.now() + minutes * MINUTE })
    },
    find: (key) => {
      const entry = kept.get(key)
      return entry && entry.until > clock.now() ? entry.value : undefined
    },
    spend: (key) => {
      kept.delete(key)
    },
  }
}

/** An unguessable token of 256 bits, in characters that are at home in a URL. */
export const randomToken = () => base64url.encode(crypto.getRandomValues(new Uint8Array(32)))

/** Six random digits, each code as likely as any other. */
export const randomCode = (): string => {
  // 4,294 whole millions fit into 32 bits; a value above them would favour the low codes.
  const [value] = crypto.getRandomValues(new Uint32Array(1)) as unknown as [number]
  return value < 4_294_000_000 ? String(value % 1_000_000).padStart(6, '0') : randomCode()
}
