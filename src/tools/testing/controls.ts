/**
 * The emulator's controls over HTTP (docs/guides/emulator.md#controls-over-http), as functions with
 * the names that they have in code.
 */
import type {
  Emulator,
  Fault,
  LogEntry,
  OutboxMessage,
  Planted,
  Project,
  RecordedRequest,
  Seed,
  SignedIn,
  SignedInMember,
  SignIn,
  SignInMember,
} from '../emulator/index.ts'
import { TestingError } from './TestingError.ts'

/**
 * Sends a request to an emulator: `fetch`, or the `fetch` of an emulator in this process. Only the
 * path of the URL counts.
 */
export type Send = (request: Request) => Promise<Response>

/**
 * An emulator that a test controls from outside. Its functions do what those of `createEmulator`
 * do; every one of them returns a promise.
 */
export interface EmulatorControls {
  /** Returns the messages sent so far, newest last. */
  outbox: () => Promise<OutboxMessage[]>
  /** Returns the requests to the provider's API so far, newest last. */
  requests: () => Promise<RecordedRequest[]>
  /** Returns what clients have logged, newest last. */
  events: () => Promise<LogEntry[]>
  /**
   * Changes settings of the project and returns all of them. Without an argument nothing changes.
   */
  project: (patch?: Partial<Project>) => Promise<Project>
  /** Adds users, apps and organizations, and returns them with their ids. */
  seed: (seed: Seed) => Promise<Planted>
  /**
   * Signs a user or a member in without a screen, and returns the session with its tokens. Creates
   * those who do not exist.
   */
  signIn: {
    (user: SignIn): Promise<SignedIn>
    (member: SignInMember): Promise<SignedInMember>
  }
  /**
   * Replaces the faults: from now on, the requests that these routes match go wrong. `[]` removes
   * all. Returns the faults in force.
   */
  faults: (faults?: Fault[]) => Promise<Fault[]>
  /**
   * Releases the requests that are held by this name, or all of them. Returns how many there were.
   */
  release: (name?: string) => Promise<number>
  /** The clock by which codes, links and sessions expire. */
  clock: {
    /** Returns its time, in milliseconds since the epoch, exact to the second. */
    now: () => Promise<number>
    /**
     * Moves it forward by whole milliseconds, and returns the new time (RFC 3339). The page's own
     * clock is another one.
     */
    advance: (ms: number) => Promise<string>
  }
  /** Restores the initial state: users, sessions, messages, faults, settings, the clock. */
  reset: () => Promise<void>
}

/**
 * Returns the reason in a refusal: the provider's error, or the faults of a body that does not
 * match its schema.
 */
export const reasonOf = (answer: unknown) => {
  const { error_type, error_message, body } = (answer ?? {}) as {
    error_type?: string
    error_message?: string
    body?: { dataPath: string; message: string }[]
  }
  if (body) return body.map(({ dataPath, message }) => [dataPath, message].filter(Boolean).join(': ')).join('\n')
  return error_type ? `${error_type}: ${error_message}` : 'The answer is not one of the emulator.'
}

/**
 * `base`: where the emulator is, for error messages and for the URL of requests. Every function
 * rejects with a TestingError.
 */
export const createControls = (send: Send, base: string): EmulatorControls => {
  const control = async <Answer>(route: string, body?: unknown): Promise<Answer> => {
    const [method = '', name = ''] = route.split(' ')
    const url = `${base}/_emulator/${name}`
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }) }
    const response = await send(new Request(url, init)).catch((cause: unknown) => {
      throw new TestingError('unreachable', `No emulator answers at ${base}. Start one with \`npx latchkey dev\`, or check the URL.`, {
        cause,
      })
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok || answer === undefined)
      throw new TestingError('refused', `${method} ${url} was refused (${response.status}). ${reasonOf(answer)}`)
    return answer as Answer
  }
  const advance = (advance_ms: number) => control<{ now: string }>('POST clock', { advance_ms }).then(({ now }) => now)
  return {
    outbox: () => control('GET outbox'),
    requests: () => control('GET requests'),
    events: () => control('GET events'),
    project: (patch) => (patch ? control('PATCH project', patch) : control('GET project')),
    seed: (seed) => control('POST seed', seed),
    signIn: ((who: SignIn | SignInMember) => control('POST sign_in', who)) as EmulatorControls['signIn'],
    faults: (list) => (list ? control('PATCH faults', list) : control('GET faults')),
    release: (name) => control<{ released: number }>('POST release', { name }).then(({ released }) => released),
    clock: { now: async () => Date.parse(await advance(0)), advance },
    reset: () => control<unknown>('POST reset').then(() => {}),
  }
}

/**
 * Returns the controls of an emulator that runs at this URL, such as `http://localhost:4100` after
 * `npx latchkey dev`.
 */
export const reachEmulator = (url: string): EmulatorControls => createControls((request) => fetch(request), url.replace(/\/+$/, ''))

/** Returns the controls of an emulator in this process. */
export const controlsOf = (emulator: Emulator): EmulatorControls => createControls(emulator.fetch, 'http://emulator.localhost')
