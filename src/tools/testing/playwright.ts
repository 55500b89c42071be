/**
 * `latchkey/testing/playwright`: fixtures for tests of a whole product. The requests that its pages
 * send to the provider are answered by an emulator; each worker has its own, so parallel tests
 * share nothing.
 */
import type {
  BrowserContext,
  Fixtures,
  Page,
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  Route,
  TestType,
} from '@playwright/test'
import type { EmulatorOptions, Fault, SignedIn, SignedInMember, SignIn, SignInMember } from '../emulator/index.ts'
import { answerRoute, asAnswer, asRequest } from './answerRoute.ts'
import { announceWallets, type WalletQuestion } from './browserWallets.ts'
import { ownOptions } from '../../api/ownProperties.ts'
import { controlsOf, reachEmulator, type EmulatorControls } from './controls.ts'
import { createHold, type Hold } from './holds.ts'
import { createMailbox, type Mailbox } from './mailbox.ts'
import { apiOrigins, emulatorPattern } from './origins.ts'
import { createPasskey, noAuthenticator, type Passkey, type Protocol } from './passkey.ts'
import { sessionCookies, type CookieOptions } from './sessionCookies.ts'
import { TestingError } from './TestingError.ts'
import { createSoftwareWallets, type SoftwareWallets } from './wallets.ts'

export type {
  Fault,
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
export type { EmulatorControls } from './controls.ts'
export type { Held, Hold } from './holds.ts'
export type { Mailbox, Waiting } from './mailbox.ts'
export type { Passkey, PasskeyOwner } from './passkey.ts'
export type { CookieOptions } from './sessionCookies.ts'
export type { TestingErrorCode } from './TestingError.ts'
export type { Manner, Manners, SoftwareWallet, SoftwareWallets } from './wallets.ts'

/** How the tests reach an emulator, and what it begins with. */
export interface LatchkeyOptions extends EmulatorOptions {
  /**
   * The URL of an emulator that runs already, such as `http://localhost:4100` of
   * `npx latchkey dev`: for products whose server calls the provider's API too. It is reset before
   * each test, so it allows one worker (`workers: 1`), unless this is a function that returns the
   * URL of each worker's own by `parallelIndex`, or `reset` is false. Default: each worker has an
   * emulator in its own process.
   */
  url?: string | ((parallelIndex: number) => string)
  /** Whether the emulator returns to its initial state before each test. Default: true. */
  reset?: boolean
  /**
   * Further origins for which the emulator answers, such as your client's `customBaseUrl` or the
   * domain of your project. The provider's own and `http://localhost:4100` are always among them.
   */
  origins?: string[]
  /** The `cookieOptions` of your client, for the names and the domain of the session's cookies. */
  cookieOptions?: CookieOptions
}

/** Signs in without a screen. */
export interface SignInPage {
  /**
   * Creates or finds the user, begins a session and sets its cookies in the context of this page,
   * so that the next page that it opens is signed in. `site` is the URL of the site that gets the
   * cookies; default: the page's, or else `baseURL`.
   */
  (page: Page | BrowserContext, user: SignIn, site?: string): Promise<SignedIn>
  /** The same for a member of an organization. */
  (page: Page | BrowserContext, member: SignInMember, site?: string): Promise<SignedInMember>
}

/** What each test can use. */
export interface LatchkeyFixtures {
  /** Signs a visitor in without a screen: `await signIn(page, { email: 'ada@example.com' })`. */
  signIn: SignInPage
  /** What visitors were sent: `await page.goto(await outbox.link('ada@example.com'))`. */
  outbox: Mailbox
  /**
   * The emulator's clock, by which codes, links and sessions expire:
   * `await clock.advance(5 * 60_000)`.
   */
  clock: EmulatorControls['clock']
  /**
   * Replaces the faults: `await faults([{ route: 'POST /otps/authenticate', status: 502 }])`. `[]`
   * removes all.
   */
  faults: (faults?: Fault[]) => Promise<Fault[]>
  /**
   * Holds requests until they are released: `const held = await hold('POST /otps/authenticate')`,
   * then `held.arrived()` and `held.release()`.
   */
  hold: Hold
  /**
   * Releases all requests that are held, or those that a fault holds by this name. Returns how many
   * there were.
   */
  release: (name?: string) => Promise<number>
  /** The device's authenticator in software. It needs Chromium. */
  passkey: Passkey
  /** Wallets in software. A page that opens after the test has asked for them finds them. */
  wallet: SoftwareWallets
  /**
   * Lets the emulator answer another context too, such as one of `browser.newContext()`. The test's
   * own `context` is connected, and `signIn` connects those that it gets.
   */
  connect: (context: BrowserContext) => Promise<void>
  /** Resets the emulator before the test. Runs by itself. */
  latchkeyReset: void
}

/** What the tests of a worker share. */
export interface LatchkeyWorkerFixtures {
  /**
   * The emulator of this worker: `await emulator.seed({ users: [...] })`,
   * `await emulator.requests()`.
   */
  emulator: EmulatorControls
  /** The way to it. For `emulator` and `connect`. */
  latchkeyEmulator: Reached
}

/** An emulator that is there. */
export interface Reached {
  /** Its controls. */
  controls: EmulatorControls
  /**
   * Gets its answer to a request of a page, whatever host the URL names, with these headers.
   * Rejects if the connection is dropped.
   */
  answerTo: (route: Route, headers: Record<string, string>) => Promise<EmulatorAnswer>
}

/** An answer, as `route.fulfill` takes it. */
export interface EmulatorAnswer {
  /** The HTTP status. */
  status: number
  /** By their names in lower case. Several cookies are separated by a line break. */
  headers: Record<string, string>
  /** The bytes of the body. */
  body: NonNullable<NonNullable<Parameters<Route['fulfill']>[0]>['body']>
}

type TestArgs = PlaywrightTestArgs & PlaywrightTestOptions
type WorkerArgs = PlaywrightWorkerArgs & PlaywrightWorkerOptions

/**
 * Starts an emulator in this process. It is loaded only here, because tests with a `url` need none.
 */
const startOwn = async (options: EmulatorOptions): Promise<Reached & { close: () => void }> => {
  const { createEmulator } = await import('../emulator/index.ts')
  const emulator = createEmulator(options)
  return {
    controls: controlsOf(emulator),
    close: emulator.close,
    answerTo: async (route, headers) => asAnswer(await emulator.fetch(asRequest(route.request(), headers))),
  }
}

/**
 * Reaches an emulator that runs elsewhere. Playwright sends the request, because Node's `fetch`
 * replaces headers that tell a navigation from a call.
 */
const reach = (url: string): Reached => {
  const base = url.replace(/\/+$/, '')
  return {
    controls: reachEmulator(base),
    answerTo: async (route, headers) => {
      const { pathname, search } = new URL(route.request().url())
      const response = await route.fetch({ url: base + pathname + search, headers, maxRedirects: 0, timeout: 0 })
      return { status: response.status(), headers: response.headers(), body: await response.body() }
    },
  }
}

const contextOf = (page: Page | BrowserContext) => ('context' in page ? page.context() : page)

const isSite = (url: string | undefined): url is string => url !== undefined && /^https?:/.test(url)

/** Returns the URL of the site that gets a session's cookies. */
const siteOf = (page: Page | BrowserContext, site: string | undefined, baseURL: string | undefined) => {
  const url = [site, 'url' in page ? page.url() : undefined, baseURL].find(isSite)
  if (url) return url
  throw new TestingError(
    'no_site',
    'It is not known which site gets the cookies. Set `use.baseURL` in playwright.config, open a page first, or pass the URL as the third argument of signIn.',
  )
}

const fixtures = ({ url, reset = true, origins, cookieOptions, ...initial }: LatchkeyOptions) => {
  const pattern = emulatorPattern(apiOrigins(origins))
  const contexts = new WeakSet<BrowserContext>()
  const connectTo = async (context: BrowserContext, emulator: Reached) => {
    if (contexts.has(context)) return
    contexts.add(context)
    // The test can have ended while the emulator answered, and then nobody waits.
    await context.route(pattern, (route) => answerRoute(route, emulator.answerTo).catch(() => {}))
  }

  const all: Fixtures<LatchkeyFixtures, LatchkeyWorkerFixtures, TestArgs, WorkerArgs> = {
    latchkeyEmulator: [
      // Playwright reads the names of the fixtures that it needs from this pattern. There are none.
      // biome-ignore lint/correctness/noEmptyPattern: see above
      async ({}, use, { parallelIndex, config }) => {
        if (typeof url === 'string' && reset && config.workers > 1)
          throw new TestingError(
            'shared',
            `${config.workers} workers would share the emulator at ${url}, and each would reset it for the others. Set \`workers: 1\`, or pass \`url: (parallelIndex) => ...\` with an emulator for each, or \`reset: false\`.`,
          )
        if (url !== undefined) return use(reach(typeof url === 'string' ? url : url(parallelIndex)))
        const own = await startOwn(initial)
        await use(own)
        own.close()
      },
      { scope: 'worker', box: true },
    ],
    emulator: [async ({ latchkeyEmulator }, use) => use(latchkeyEmulator.controls), { scope: 'worker', box: true }],

    latchkeyReset: [
      async ({ latchkeyEmulator }, use) => {
        if (reset) await latchkeyEmulator.controls.reset()
        await use()
      },
      { auto: true, box: true },
    ],
    connect: [async ({ latchkeyEmulator }, use) => use((context) => connectTo(context, latchkeyEmulator)), { box: true }],
    context: async ({ context, connect }, use) => {
      await connect(context)
      await use(context)
      // A request that is held waits for a page that will be gone.
      await context.unrouteAll({ behavior: 'ignoreErrors' })
    },
    signIn: [
      async ({ emulator, connect, baseURL }, use) => {
        const signIn = async (page: Page | BrowserContext, who: SignIn | SignInMember, site?: string) => {
          const place = siteOf(page, site, baseURL)
          const [answer] = await Promise.all([emulator.signIn(who as SignIn), connect(contextOf(page))])
          await contextOf(page).addCookies(sessionCookies(answer, place, cookieOptions))
          return answer
        }
        await use(signIn as SignInPage)
      },
      { box: true },
    ],
    outbox: [
      async ({ emulator }, use) => {
        // Messages that were sent before the test began count for nothing.
        await use(createMailbox(emulator, new Set((await emulator.outbox()).map(({ id }) => id))))
      },
      { box: true },
    ],
    clock: [async ({ emulator }, use) => use(emulator.clock), { box: true }],
    faults: [async ({ emulator }, use) => use(emulator.faults), { box: true }],
    hold: [async ({ emulator }, use) => use(createHold(emulator)), { box: true }],
    release: [async ({ emulator }, use) => use(emulator.release), { box: true }],
    passkey: [
      async ({ emulator, context, page, baseURL }, use) => {
        const protocol = await context.newCDPSession(page).catch(noAuthenticator)
        await use(await createPasskey(protocol as Protocol, emulator, () => new URL(siteOf(page, undefined, baseURL)).hostname))
      },
      { box: true },
    ],
    wallet: [
      async ({ context }, use) => {
        const { wallets, cards, answer } = createSoftwareWallets()
        const binding = 'latchkeyWallets'
        await context.exposeBinding(binding, (_, question: WalletQuestion) => answer(question))
        await context.addInitScript(announceWallets, { binding, ...cards })
        await use(wallets)
      },
      { box: true },
    ],
  }
  return all
}

/**
 * Extends your `test` with an emulator that answers the provider's API, and with what tests of a
 * log-in need:
 *
 * ```ts
 * import { test as base } from '@playwright/test'
 * import { latchkey } from 'latchkey/testing/playwright'
 *
 * export const test = latchkey(base)
 * ```
 *
 * `base` is `test` of your own `@playwright/test`, or one that you have extended.
 */
export const latchkey = <Test extends TestArgs, Worker extends WorkerArgs>(
  base: TestType<Test, Worker>,
  options?: LatchkeyOptions,
): TestType<Test & LatchkeyFixtures, Worker & LatchkeyWorkerFixtures> =>
  (base as unknown as TestType<TestArgs, WorkerArgs>).extend(fixtures(ownOptions(options))) as unknown as TestType<
    Test & LatchkeyFixtures,
    Worker & LatchkeyWorkerFixtures
  >
