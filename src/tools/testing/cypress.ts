/**
 * `latchkey/testing/cypress`: commands with the words of the fixtures for Playwright, on an
 * emulator that runs by itself.
 */
import type {
  Fault,
  OutboxMessage,
  Planted,
  RecordedRequest,
  Seed,
  SignedIn,
  SignedInMember,
  SignIn,
  SignInMember,
} from '../emulator/index.ts'
import { ownOptions } from '../../api/ownProperties.ts'
import { reasonOf } from './controls.ts'
import { noMessage, PATIENCE, takeNewest, type OldMessages } from './mailbox.ts'
import { sessionCookies, type CookieOptions, type SessionCookie } from './sessionCookies.ts'
import { TestingError } from './TestingError.ts'

export type {
  Fault,
  OutboxMessage,
  Planted,
  RecordedRequest,
  Seed,
  SignedIn,
  SignedInMember,
  SignIn,
  SignInMember,
} from '../emulator/index.ts'
export type { CookieOptions } from './sessionCookies.ts'

/** How the commands reach the emulator. */
export interface CypressOptions {
  /** The URL of the emulator. Default: `http://localhost:4100`, where `npx latchkey dev` runs. */
  url?: string
  /** The `cookieOptions` of your client, for the names and the domain of the session's cookies. */
  cookieOptions?: CookieOptions
  /** Whether the emulator returns to its initial state before each test. Default: true. */
  reset?: boolean
}

/** How a command that waits does so. */
export interface CommandWaiting {
  /** In milliseconds. Default: 5,000. */
  timeout?: number
}

declare global {
  namespace Cypress {
    /** The commands that {@link addCommands} adds. */
    interface Chainable<Subject> {
      /**
       * Signs a user in without a screen: the next page that `cy.visit` opens is signed in. Creates
       * the user, or finds them. `site` is the URL of the site that gets the cookies; default:
       * `baseUrl`.
       */
      signIn(user: SignIn, site?: string): Chainable<SignedIn>
      /** Does the same for a member of an organization. */
      signIn(member: SignInMember, site?: string): Chainable<SignedInMember>
      /**
       * Waits for a message to an address or a phone number, and yields the newest, with its `code`
       * or `url`. A message is given out once.
       */
      outbox(to: string, waiting?: CommandWaiting): Chainable<OutboxMessage>
      /**
       * Moves the emulator's clock forward by whole milliseconds, and yields the new time (RFC
       * 3339). `cy.clock` is Cypress's own, for the page.
       */
      advanceClock(ms: number): Chainable<string>
      /** Replaces the faults, and yields those in force. `[]` removes all. */
      faults(faults: Fault[]): Chainable<Fault[]>
      /**
       * Holds the requests to a route, such as `POST /otps/authenticate`, until `cy.release`.
       * Faults that are in force stay.
       */
      hold(route: string): Chainable<void>
      /**
       * Lets the requests to this route go on, or all that are held, and holds no more. Yields how
       * many were waiting.
       */
      release(route?: string): Chainable<number>
      /** Adds users, apps and organizations, and yields them with their ids. */
      seed(seed: Seed): Chainable<Planted>
      /** Yields the requests to the provider's API so far, newest last. */
      providerRequests(): Chainable<RecordedRequest[]>
      /** Restores the emulator's initial state. */
      resetEmulator(): Chainable<void>
    }
  }
}

/** What is used of Cypress, which the page has as globals. */
interface CypressGlobals {
  Cypress: {
    Commands: { add(name: string, command: (...args: never[]) => Chain<unknown>): void }
    config(name: 'baseUrl'): string | null
  }
  cy: {
    request<Body>(options: Record<string, unknown>): Chain<{ status: number; body: Body }>
    setCookie(name: string, value: string, options: Record<string, unknown>): Chain<unknown>
    location(part: 'origin', options: object): Chain<string>
    wait(ms: number, options: object): Chain<unknown>
    wrap<Value>(value: Value, options: object): Chain<Value>
  }
  beforeEach: (hook: () => void) => void
}

interface Chain<Subject> {
  then<Next>(work: (subject: Subject) => Chain<Next>): Chain<Next>
}

/** These commands are parts of others, so the runner does not list them. */
const quietly = { log: false }

/** Time between two looks at the outbox, in ms. */
const EVERY = 50

/** Returns the name of the fault that holds a route. */
const holdOf = (route: string) => `held by cy.hold: ${route}`

/**
 * Adds the commands to Cypress. Call it once, in the support file:
 *
 * ```ts
 * import { addCommands } from 'latchkey/testing/cypress'
 *
 * addCommands({ url: 'http://localhost:4100' })
 * ```
 */
export const addCommands = (options?: CypressOptions): void => {
  const { url = 'http://localhost:4100', cookieOptions, reset = true } = ownOptions(options)
  const { Cypress, cy, beforeEach } = globalThis as unknown as CypressGlobals
  const base = url.replace(/\/+$/, '')
  const oldMessages: OldMessages = new Set()

  const control = <Answer>(route: string, body?: unknown): Chain<Answer> => {
    const [method = '', name = ''] = route.split(' ')
    const address = `${base}/_emulator/${name}`
    return cy
      .request<Answer>({ method, url: address, ...(body !== undefined && { body }), failOnStatusCode: false, ...quietly })
      .then(({ status, body }) => {
        if (status !== 200) throw new TestingError('refused', `${method} ${address} was refused (${status}). ${reasonOf(body)}`)
        return cy.wrap(body, quietly)
      })
  }
  const faults = (list: Fault[]) => control<Fault[]>('PATCH faults', list)
  const changeFaults = (change: (faults: Fault[]) => Fault[]) => control<Fault[]>('GET faults').then((list) => faults(change(list)))

  const origin = (site: string | undefined): Chain<string> => {
    const baseUrl = site ?? Cypress.config('baseUrl')
    if (baseUrl) return cy.wrap(baseUrl, quietly)
    return cy.location('origin', quietly).then((pageOrigin) => {
      if (/^https?:/.test(pageOrigin)) return cy.wrap(pageOrigin, quietly)
      throw new TestingError(
        'no_site',
        'It is not known which site gets the cookies. Set `e2e.baseUrl`, visit a page first, or pass the URL as the second argument of cy.signIn.',
      )
    })
  }

  const signIn = (who: SignIn | SignInMember, site?: string) =>
    control<SignedIn | SignedInMember>('POST sign_in', who).then((answer) =>
      origin(site).then((place) => {
        const [token, jwt] = sessionCookies(answer, place, cookieOptions) as [SessionCookie, SessionCookie]
        const set = ({ name, value, expires, domain, path, secure }: SessionCookie) =>
          cy.setCookie(name, value, {
            expiry: expires,
            domain,
            path,
            secure,
            sameSite: 'lax',
            hostOnly: !domain.startsWith('.'),
            ...quietly,
          })
        return set(token)
          .then(() => set(jwt))
          .then(() => cy.wrap(answer, quietly))
      }),
    )

  const outbox = (to: string, waiting?: CommandWaiting) => {
    const { timeout = PATIENCE } = ownOptions(waiting)
    const end = Date.now() + timeout
    const look = (): Chain<OutboxMessage> =>
      control<OutboxMessage[]>('GET outbox').then((all) => {
        const message = takeNewest(all, to, oldMessages)
        if (message) return cy.wrap(message, quietly)
        if (Date.now() >= end) throw noMessage('message', to, timeout, all, oldMessages)
        return cy.wait(EVERY, quietly).then(look)
      })
    return look()
  }

  const resetEmulator = () => control<object>('POST reset').then(() => cy.wrap(undefined, quietly))

  const commands = {
    signIn,
    outbox,
    advanceClock: (advance_ms: number) => control<{ now: string }>('POST clock', { advance_ms }).then(({ now }) => cy.wrap(now, quietly)),
    faults,
    hold: (route: string) => changeFaults((list) => [{ route, hold: holdOf(route) }, ...list]).then(() => cy.wrap(undefined, quietly)),
    release: (route?: string) =>
      changeFaults((list) => list.filter(({ hold }) => (route === undefined ? hold === undefined : hold !== holdOf(route))))
        .then(() => control<{ released: number }>('POST release', route === undefined ? {} : { name: holdOf(route) }))
        .then(({ released }) => cy.wrap(released, quietly)),
    seed: (seed: Seed) => control<Planted>('POST seed', seed),
    providerRequests: () => control<RecordedRequest[]>('GET requests'),
    resetEmulator,
  }
  for (const [name, command] of Object.entries(commands)) Cypress.Commands.add(name, command)
  if (reset) beforeEach(() => void resetEmulator())
}
