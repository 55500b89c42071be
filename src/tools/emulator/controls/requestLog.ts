import { timestamp, type Clock } from '../state/clock.ts'

/**
 * A request that reached the provider's API, so that a test can check what was sent and how often.
 */
export interface RecordedRequest {
  /** The HTTP method. */
  method: string
  /** Path, below the emulator's own, and query. */
  path: string
  /** By their names in lower case. */
  headers: Record<string, string>
  /** The parsed JSON; a string if it is not JSON; `null` if there was no body. */
  body: unknown
  /** RFC 3339, by the emulator's clock. */
  received_at: string
  /** HTTP status of the answer. `null` before it is sent, and if a fault dropped the connection. */
  status: number | null
}

/** How many requests are kept: `latchkey dev` can run for weeks. */
const MOST_REQUESTS = 1_000

const parse = (text: string): unknown => {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Keeps the requests to the provider's API, newest last. */
export const createRequestLog = (clock: Clock) => {
  const requests: RecordedRequest[] = []
  return {
    requests,
    record: ({ method, url, headers }: Request, path: string, body: string) => {
      const entry: RecordedRequest = {
        method,
        path: path + new URL(url).search,
        headers: Object.fromEntries(headers),
        body: parse(body),
        received_at: timestamp(clock.now()),
        status: null,
      }
      requests.push(entry)
      requests.splice(0, requests.length - MOST_REQUESTS)
      return entry
    },
  }
}

export type RequestLog = ReturnType<typeof createRequestLog>
