import * as v from 'valibot'
import { routeMatcher } from '../requests/routeMatcher.ts'

/**
 * Something that goes wrong. Of several faults, the first in the list whose route matches a request
 * applies.
 */
export interface Fault {
  /**
   * Method and path below `/sdk/v1`, for example `POST /otps/authenticate`. `:name` matches one
   * segment, and `*` matches anything. `*` can also stand for the method: `* /otps/*`. Outside of
   * `/sdk/v1`, give the whole path: `GET /recaptcha/*`. The emulator's own routes under
   * `/_emulator/` never fail.
   */
  route: string
  /**
   * HTTP status of the answer. Default: 200 if there is a `body`. Without both, the request is
   * answered as usual (after `hold` and `delay_ms`).
   */
  status?: number
  /**
   * Body of the answer. A string is sent as it is, as HTML unless `headers` say otherwise; anything
   * else is sent as JSON.
   */
  body?: unknown
  /** Headers of the answer. Default: none beside the content type. */
  headers?: Record<string, string>
  /**
   * Delay before anything else happens, in milliseconds of real time (not of the emulator's clock).
   * From 2 ** 31 on, no answer is ever sent.
   */
  delay_ms?: number
  /**
   * Holds the request, before anything else happens, until `release` is called with this name or
   * without a name. The client can give up in the meantime. As soon as `requests()` lists the
   * request, it is waiting.
   */
  hold?: string
  /**
   * Ends the connection without an answer: `fetch` rejects with a TypeError, and the Node server
   * destroys the socket.
   */
  drop?: boolean
  /** How many requests this fault applies to before it is removed. Default: all. */
  times?: number
}

const areHeaders = (headers: Record<string, string>) => {
  try {
    return Boolean(new Headers(headers))
  } catch {
    return false
  }
}

/** Checks a list of faults. A route or a header that is not valid is refused. */
export const faultList: v.GenericSchema<unknown, Fault[]> = v.array(
  v.strictObject({
    route: v.pipe(v.string(), v.regex(/^(\*|[A-Z]+) [/*]/, 'must be a method and a path, as in `POST /otps/authenticate`')),
    status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
    body: v.optional(v.unknown()),
    headers: v.optional(v.pipe(v.record(v.string(), v.string()), v.check(areHeaders, 'must be names and values that HTTP allows'))),
    delay_ms: v.optional(v.pipe(v.number(), v.minValue(0))),
    hold: v.optional(v.pipe(v.string(), v.minLength(1))),
    drop: v.optional(v.boolean()),
    times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  }),
)

/** The argument of `release`. */
export const releaseName = v.optional(v.string())

/**
 * What `fetch` rejects with when a fault drops the connection: the same as a browser's own `fetch`
 * does without a network.
 */
export class DroppedConnection extends TypeError {
  constructor() {
    super('Failed to fetch')
  }
}

/**
 * The longest delay that a timer accepts. With a longer one it would fire at once (HTML, section
 * 8.6: the timeout is a `long`).
 */
const LONGEST_MS = 2 ** 31 - 1

/** The statuses with which `Response` accepts no body (Fetch standard, null body status). */
const bodiless = [204, 205, 304]

const answerOf = ({ status = 200, body = null, headers = {} }: Fault) => {
  const text = typeof body === 'string'
  const payload = bodiless.includes(status) ? null : text ? body : JSON.stringify(body)
  return new Response(payload, { status, headers: { 'Content-Type': text ? 'text/html' : 'application/json', ...headers } })
}

/** The faults of one emulator, and the requests that they keep waiting. */
export const createFaults = () => {
  let faults: { fault: Fault; fits: ReturnType<typeof routeMatcher>; left: number }[] = []
  /**
   * The requests that a fault keeps waiting: the `name` of a hold, and the function that ends the
   * wait.
   */
  const waiting = new Set<{ name?: string; end: (isReleased: boolean) => void }>()

  /**
   * Resolves after `ms` or when the name is released. Rejects if the client gives up or the wait is
   * dropped.
   */
  const wait = (signal: AbortSignal, until: { ms: number } | { name: string }) =>
    new Promise<void>((resolve, reject) => {
      const end = (isReleased: boolean) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        waiting.delete(entry)
        if (isReleased) resolve()
        else reject(new DroppedConnection())
      }
      const giveUp = () => end(false)
      const entry = { name: 'name' in until ? until.name : undefined, end }
      const timer = 'ms' in until && until.ms <= LONGEST_MS ? setTimeout(end, until.ms, true) : undefined
      waiting.add(entry)
      if (signal.aborted) giveUp()
      else signal.addEventListener('abort', giveUp)
    })

  const end = (entries: typeof waiting | { end: (isReleased: boolean) => void }[], isReleased: boolean) => {
    for (const entry of [...entries]) entry.end(isReleased)
  }

  const take = (method: string, path: string) => {
    const match = faults.find(({ fits }) => fits(method, path))
    if (match && --match.left === 0) faults = faults.filter((entry) => entry !== match)
    return match?.fault
  }

  return {
    /** The faults in force. `times` is what is left of it. */
    list: (): Fault[] => faults.map(({ fault, left }) => (left === Infinity ? fault : { ...fault, times: left })),
    /** Replaces all faults. */
    set: (list: Fault[]) => {
      faults = list.map((fault) => ({ fault, fits: routeMatcher(fault.route), left: fault.times ?? Infinity }))
    },
    /**
     * Returns the answer that a fault gives to this request for a path, or undefined if the request
     * goes on. Throws DroppedConnection.
     */
    answerTo: async (request: Request, path: string): Promise<Response | undefined> => {
      const fault = path.startsWith('/_emulator/') ? undefined : take(request.method, path)
      if (!fault) return
      if (fault.hold !== undefined) await wait(request.signal, { name: fault.hold })
      if (fault.delay_ms) await wait(request.signal, { ms: fault.delay_ms })
      if (fault.drop || request.signal.aborted) throw new DroppedConnection()
      return fault.status === undefined && fault.body === undefined ? undefined : answerOf(fault)
    },
    /**
     * Releases the requests that are held by this name, or all held requests, and returns how many
     * there were.
     */
    release: (name?: string) => {
      const holds = [...waiting].filter((entry) => entry.name !== undefined && (name === undefined || entry.name === name))
      end(holds, true)
      return holds.length
    },
    /** Ends every wait by dropping its connection. */
    dropWaiting: () => end(waiting, false),
  }
}

export type Faults = ReturnType<typeof createFaults>
