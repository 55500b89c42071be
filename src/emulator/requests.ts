import { timestamp, type Clock } from './clock.ts'

/** A request that reached the provider's API, for a test that wants to know what was sent and how often. */
export interface RecordedRequest {
  method: string
  /** Path and query. */
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  /** The parsed JSON; as text where it is none; `null` where there was no body. */
  body: unknown
  /** RFC 3339, by the emulator's clock. */
  received_at: string
  /** The status of the answer; `null` until there is one, and for a connection that a fault dropped. */
  status: number | null
}

/** How many requests are kept: `latchkey dev` may run for weeks. */
const KEPT = 1_000

const parsed = (text: string): unknown => {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Keeps what was asked of the provider, newest last. */
export const createRequestLog = (clock: Clock) => {
  const requests: RecordedRequest[] = []
  return {
    requests,
    record: ({ method, url, headers }: Request, body: string) => {
      const { pathname, search } = new URL(url)
      const entry: RecordedRequest = {
        method,
        path: pathname + search,
        headers: Object.fromEntries(headers),
        body: parsed(body),
        received_at: timestamp(clock.now()),
        status: null,
      }
      requests.push(entry)
      requests.splice(0, requests.length - KEPT)
      return entry
    },
  }
}

export type RequestLog = ReturnType<typeof createRequestLog>
