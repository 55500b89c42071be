import * as v from 'valibot'

/** Something that shall go wrong: the first fault in the list whose route fits a request befalls it. */
export interface Fault {
  /**
   * Method and path below `/sdk/v1`, as in `POST /otps/authenticate`. `:name` stands for one segment, `*` for anything, also for the
   * method: `* /otps/*`. Outside of `/sdk/v1` the path is taken whole: `GET /recaptcha/*`. The emulator's own controls are never hit.
   */
  route: string
  /** Answers with this status; with a `body` alone, 200. Without either, the request is answered as ever (after `hold` and `delay_ms`). */
  status?: number
  /** A string goes out as it is, as HTML unless `headers` say otherwise; anything else as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** Milliseconds of real time, not of the emulator's clock, before anything else happens; from 2 ** 31 on, no answer ever comes. */
  delay_ms?: number
  /**
   * Keeps the request waiting, before anything else happens, until `release` is called with this name or with none; the client may give up
   * meanwhile. Once the request is in `requests()`, it waits.
   */
  hold?: string
  /** Ends the connection without an answer: `fetch` rejects with a TypeError, the Node host destroys the socket. */
  drop?: boolean
  /** How many requests it befalls before it is gone. Default: all. */
  times?: number
}

const areHeaders = (given: Record<string, string>) => {
  try {
    return Boolean(new Headers(given))
  } catch {
    return false
  }
}

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

/** What `release` takes. */
export const releaseName = v.optional(v.string())

/** What `fetch` rejects with when a fault drops the connection: what a browser's own `fetch` does without a network. */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('Failed to fetch')
  }
}

const pattern = (route: string) =>
  new RegExp(
    `^${route
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/:\w+/g, '[^/]+')}$`,
  )

/** The longest that a timer can wait: beyond it, it would strike at once (HTML, section 8.6: the timeout is a `long`). */
const LONGEST_MS = 2 ** 31 - 1

/** Fetch knows no body beside these (Fetch standard, null body status). */
const bodiless = [204, 205, 304]

const answerOf = ({ status = 200, body = null, headers = {} }: Fault) => {
  const text = typeof body === 'string'
  const sent = bodiless.includes(status) ? null : text ? body : JSON.stringify(body)
  return new Response(sent, { status, headers: { 'Content-Type': text ? 'text/html' : 'application/json', ...headers } })
}

export const createFaults = () => {
  let faults: { fault: Fault; fits: RegExp; left: number }[] = []
  /** The requests that a fault keeps waiting: `name` of those that hold, and what ends the wait. */
  const waiting = new Set<{ name?: string; end: (answered: boolean) => void }>()

  /** Resolves when `ms` are over or the name is released; rejects when the client gives up or the wait is dropped. */
  const wait = (signal: AbortSignal, until: { ms: number } | { name: string }) =>
    new Promise<void>((resolve, reject) => {
      const end = (answered: boolean) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
        waiting.delete(entry)
        if (answered) resolve()
        else reject(new ConnectionDropped())
      }
      const giveUp = () => end(false)
      const entry = { name: 'name' in until ? until.name : undefined, end }
      const timer = 'ms' in until && until.ms <= LONGEST_MS ? setTimeout(end, until.ms, true) : undefined
      waiting.add(entry)
      if (signal.aborted) giveUp()
      else signal.addEventListener('abort', giveUp)
    })

  const end = (entries: typeof waiting | { end: (answered: boolean) => void }[], answered: boolean) => {
    for (const entry of [...entries]) entry.end(answered)
  }

  const take = (method: string, path: string) => {
    const found = faults.find(({ fits }) => fits.test(`${method} ${path.replace(/^\/sdk\/v1(?=\/)/, '')}`))
    if (found && --found.left === 0) faults = faults.filter((entry) => entry !== found)
    return found?.fault
  }

  return {
    list: () => faults.map(({ fault }) => fault),
    /** The faults from now on, in place of those before. */
    set: (list: Fault[]) => {
      faults = list.map((fault) => ({ fault, fits: pattern(fault.route), left: fault.times ?? Infinity }))
    },
    /** The answer that a fault gives to this request; nothing if the request goes on. Throws ConnectionDropped. */
    strike: async (request: Request): Promise<Response | undefined> => {
      const { pathname } = new URL(request.url)
      const fault = pathname.startsWith('/_emulator/') ? undefined : take(request.method, pathname)
      if (!fault) return
      if (fault.hold !== undefined) await wait(request.signal, { name: fault.hold })
      if (fault.delay_ms) await wait(request.signal, { ms: fault.delay_ms })
      if (fault.drop || request.signal.aborted) throw new ConnectionDropped()
      return fault.status === undefined && fault.body === undefined ? undefined : answerOf(fault)
    },
    /** Lets the requests go on that a fault holds by this name, or by any, and answers how many those were. */
    release: (name?: string) => {
      const held = [...waiting].filter((entry) => entry.name !== undefined && (name === undefined || entry.name === name))
      end(held, true)
      return held.length
    },
    /** Ends every wait under way, by dropping its connection. */
    dropWaiting: () => end(waiting, false),
  }
}

export type Faults = ReturnType<typeof createFaults>
