/**
 * Visitors for the tests in test/chromium/. Each comes to a host's page of their own, with the
 * script tag, a provider behind it, and a fresh profile, and leaves when the test ends. The test
 * fails if their page logs a warning or an error.
 */
import { isDeepStrictEqual } from 'node:util'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { BrowserContextOptions, ConsoleMessage, Locator, Page, Request } from 'playwright-core'
import { createEmulator, type Emulator, type Fault, type OutboxMessage, type Project } from '../../src/tools/emulator/index.ts'
import { listen } from '../../src/tools/emulator/node.ts'
import { en, type MessageId, type Translation } from '../../src/strings/en.ts'
import type { LastMethod } from '../../src/ui/map.ts'
import { visit, type Visit } from '../harness/browser.ts'
import { inAll } from '../harness/everything.ts'
import { leaksIn } from '../harness/leaks.ts'
import { PATIENCE } from '../harness/patience.ts'
import { plainEnglish } from '../harness/plainEnglish.ts'
import { serveSite, type PageOfSite } from '../harness/site.ts'

export const PUBLIC_TOKEN = 'public-token-test-browser'

/** Routes of calls, as an emulator's faults name them. */
export const SEND_LINK = 'POST /magic_links/email/login_or_create'
export const OPEN_LINK = 'POST /magic_links/authenticate'
export const SEND_CODE = 'POST /otps/*/login_or_create'
export const VERIFY = 'POST /otps/authenticate'
export const BOOTSTRAP = 'GET /projects/bootstrap/:public_token'

export interface Arrangement {
  /** The widget's configuration: `data-config`. */
  config?: object
  /** More attributes of the script tag. One that is undefined is left out. */
  attributes?: Record<string, string | undefined>
  /** The host's page. `tag` is the script tag. */
  html?: (tag: string, provider: string) => string
  headers?: Record<string, string>
  /** More pages of the host's site, by path. */
  pages?: (tag: string, provider: string) => Record<string, PageOfSite>
  project?: Partial<Project>
  faults?: Fault[]
  /** The path of the first page. `null` opens nothing yet. Default `/`. */
  path?: string | null
  profile?: BrowserContextOptions
  /** Runs before any script of the page, in every page of the profile. */
  first?: (page: Page) => Promise<unknown>
  /** Messages on the page's console that this test expects. */
  expected?: RegExp
  /**
   * The visitor can take over the page of one who has left, which is faster than a new page, and
   * passes it on with `leave`. Not for a test that permanently gives the page a script, a clock, a
   * binding or other media. With `profile` or `first`, a visitor always has their own page.
   */
  handsOn?: boolean
}

/** The widget's events that the host's page received as DOM events. */
export interface Heard {
  type: 'latchkey:event' | 'latchkey:error'
  detail: any
}

export interface Visitor {
  page: Page
  emulator: Emulator
  /** URL of the host's site, without a trailing slash. */
  site: string
  /** URL of the provider, without a trailing slash. */
  provider: string
  tag: string
  complaints: string[]
  /** Opens another page of the same profile. */
  tab: (path?: string) => Promise<Page>
  heard: (page?: Page) => Promise<Heard[]>
  /**
   * Resolves when a page of theirs (default: the first) is idle: no request of the profile is under
   * way, no form of the widget is busy, and the page has painted the last result. This does not
   * include timers, which a test drives with `page.clock`.
   */
  idle: (page?: Page) => Promise<void>
  /** Bodies of the requests to this route so far, such as `POST /otps/authenticate`. */
  sent: (route: string) => any[]
  /** The newest message, as soon as there are `count`. */
  message: (count?: number) => Promise<OutboxMessage>
  /** The session token in the profile's cookies, or undefined. */
  session: () => Promise<string | undefined>
  /**
   * Ends the visit. The end of a test does this too, but a test with many visitors need not keep
   * them all until then.
   */
  leave: () => Promise<void>
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')

/** The script tag with these attributes. The loader comes from `/embed/`. */
export const scriptTag = (attributes: Record<string, string | undefined>) =>
  `<script src="/embed/embed.js" ${Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}='${quoted(value!)}'`)
    .join(' ')} async></script>`

/** A page as a host writes it. */
export const hostPage = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<title>A host</title>${head}</head><body>${body}</body></html>`

/**
 * A page that mounts the widget in code, with these options and props (JSON), by `mountLogin` or
 * the method that `props.mount` names. `setUp` is more code, before the mount, and can change
 * `props`. A test can use the page's `client`, `props` and `mounted`.
 */
export const inCode =
  (options: object, props: { mount?: string } | object, setUp = '') =>
  (_: string, provider: string) => {
    const { mount = 'mountLogin', ...given } = props as { mount?: string }
    // the provider acts as the host's own server
    const client =
      'backend' in options
        ? JSON.stringify({ ...options, backend: provider })
        : `'${PUBLIC_TOKEN}', ${JSON.stringify({ customBaseUrl: provider, ...options })}`
    return hostPage(
      `<div id="login"></div><script type="module">
    import { LatchkeyClient } from '/embed/widget.js'
    const client = new LatchkeyClient(${client})
    const props = ${JSON.stringify({ elementId: '#login', ...given })}
    ${setUp}
    Object.assign(window, { client, props, mounted: client.${mount}(props) })
  </script>`,
    )
  }

/** Chromium's own messages about failed requests, which no script can suppress. */
export const networkNote = /^Failed to load resource|blocked by CORS policy|net::ERR_/

/** Time between two polls, in ms. */
const POLL = 25

export const until = async <T>(ask: () => T | Promise<T>, what: string, limit = PATIENCE): Promise<NonNullable<T>> => {
  const end = Date.now() + limit
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`Waited ${limit / 1000} s in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, POLL))
  }
}

/** Resolves when a page has painted its next frame and run the work that follows it. */
export const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++)
      await new Promise<unknown>((done) => (document.hidden ? setTimeout(done) : requestAnimationFrame(done)))
    // After everything that the frame still has to do.
    await new Promise<unknown>((done) => requestIdleCallback(done, { timeout: 1000 }))
  })

/**
 * Whether a form that can be seen is busy. On a busy machine, Chromium can report the request that
 * it waits for later than the page draws. A button outside of a form is busy for two seconds after
 * its work too.
 */
const isBusy = (page: Page) =>
  page.evaluate(() =>
    [document, ...[...document.querySelectorAll('[data-latchkey]')].map(({ shadowRoot }) => shadowRoot)]
      .flatMap((root) => [...(root?.querySelectorAll('.lk-form [aria-busy=true]') ?? [])])
      .some((element) => element.checkVisibility()),
  )

/**
 * The texts in what a page has sent that nobody else may read: passwords, tokens, codes, verifiers,
 * signatures. Short ones could be part of any text.
 */
export const secretsIn = (sent: unknown): string[] =>
  typeof sent !== 'object' || sent === null
    ? []
    : Object.entries(sent).flatMap(([field, value]) =>
        typeof value !== 'string'
          ? secretsIn(value)
          : /(password|token|verifier|signature|^code|_code)$/.test(field) && field !== 'public_token' && value.length >= 6
            ? [value]
            : [],
      )

/** Pages that visitors passed on, each with its profile for the next visitor. */
const handedOn: Visit[] = []

export const arrive = async ({
  config,
  attributes,
  html,
  headers,
  pages,
  project,
  faults = [],
  path = '/',
  profile,
  first,
  expected,
  handsOn,
}: Arrangement): Promise<Visitor> => {
  const emulator = createEmulator({ project })
  emulator.faults(faults)
  const provider = await listen(emulator, { port: 0 })
  const tag = scriptTag({
    'data-public-token': PUBLIC_TOKEN,
    'data-element': '#login',
    'data-base-url': provider.url,
    'data-config': config && JSON.stringify(config),
    ...attributes,
  })
  const site = await serveSite({
    '/': { html: html?.(tag, provider.url) ?? hostPage(`<div id="login"></div>${tag}`), headers },
    '/favicon.ico': { html: '' },
    '/nothing': { html: '' },
    ...pages?.(tag, provider.url),
  })
  const lasting = handsOn && !profile && !first
  const taken = lasting && handedOn.pop()
  const visited = taken || (await visit(profile))
  const { page, complaints } = visited
  const context = page.context()
  complaints.length = 0
  const underWay = new Set<Request>()
  const printed: string[] = []
  const begins = (request: Request) => void underWay.add(request)
  const ends = (request: Request) => void underWay.delete(request)
  /**
   * Whether the provider has this request of the log. It can outlive its document, and then
   * Chromium may never report its end.
   */
  const isLogged = (request: Request) =>
    request.url().endsWith('/events') && emulator.requests().some(({ body }) => isDeepStrictEqual(body, request.postDataJSON()))
  /** Whether the page that sent it is closed: then, too, Chromium may never report its end. */
  const isLost = (request: Request) => !request.isNavigationRequest() && !request.serviceWorker() && request.frame().page().isClosed()
  const awaited = () => [...underWay].filter((request) => !isLogged(request) && !isLost(request))
  const prints = (message: ConsoleMessage) => void printed.push(message.text())
  context.on('request', begins).on('requestfinished', ends).on('requestfailed', ends).on('console', prints)
  if (!taken)
    await context.addInitScript(() => {
      const heard: Heard[] = []
      Object.assign(window, { heard })
      for (const type of ['latchkey:event', 'latchkey:error'] as const) {
        addEventListener(type, (event) => {
          const { detail } = event as CustomEvent
          // An error's own fields would get lost between page and test.
          heard.push({ type, detail: detail instanceof Error ? { ...detail, name: detail.name, message: detail.message } : detail })
        })
      }
    })
  await first?.(page)

  const requests = (route: string) => {
    const [method, path] = route.split(' ')
    return emulator.requests().filter((request) => request.method === method && request.path === `/sdk/v1${path}`)
  }
  const cookie = async (name: string) => (await context.cookies(site.url)).find((found) => found.name === name)?.value
  let hasLeft = false
  /**
   * Leaves the page blank, without cookies or listeners, so that this visitor's page logs nothing
   * more.
   */
  const tidy = async () => {
    await page.goto(`${site.url}/nothing`)
    await Promise.all(context.pages().map((other) => other !== page && other.close()))
    await context.clearCookies()
    await page.setViewportSize({ width: 1280, height: 720 })
    context.off('request', begins).off('requestfinished', ends).off('requestfailed', ends).off('console', prints)
  }
  const visitor: Visitor = {
    page,
    emulator,
    tag,
    complaints,
    site: site.url,
    provider: provider.url,
    async tab(path = '/') {
      const tab = await context.newPage()
      await tab.goto(site.url + path)
      return tab
    },
    heard: (of = page) =>
      // A screen sends its event after its first frame.
      drawn(of).then(() => of.evaluate(() => (window as unknown as { heard: Heard[] }).heard)),
    async idle(of = page) {
      const end = Date.now() + PATIENCE
      // Twice, because what the page has painted can start new requests.
      for (let calm = 0; calm < 2; calm++) {
        await drawn(of)
        if (awaited().length > 0 || (await isBusy(of))) calm = -1
        if (Date.now() > end)
          throw new Error(
            `The page is never idle: ${
              awaited()
                .map((request) => request.url())
                .join(', ') || 'a form is busy'
            }`,
          )
      }
    },
    sent: (route) => requests(route).map(({ body }) => body),
    message: (count = 1) => until(() => (emulator.outbox().length >= count ? emulator.outbox().at(-1) : undefined), `message ${count}`),
    session: () => cookie('stytch_session'),
    async leave() {
      if (hasLeft) return
      hasLeft = true
      const secrets = [
        ...emulator.outbox().flatMap(({ code, url }) => [code, url && new URL(url).searchParams.get('token')]),
        await cookie('stytch_session'),
        await cookie('stytch_session_jwt'),
        ...secretsIn(emulator.requests().map(({ body }) => body)),
      ].filter((secret): secret is string => typeof secret === 'string' && secret !== '')
      // A page that is gone, or is being replaced, has told its events to nobody any more.
      const told = await Promise.all(
        context.pages().map((open) => open.evaluate(() => JSON.stringify((window as { heard?: unknown }).heard)).catch(() => '')),
      )
      // a call that a test forwards can still be under way
      await Promise.all([context, ...context.pages()].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })))
      await (lasting ? tidy() : context.close())
      await Promise.all([provider.close(), site.close()])
      emulator.close()
      assert.equal(
        complaints.filter((text) => !networkNote.test(text) && !expected?.test(text)),
        [],
        'the page complained',
      )
      assert.equal(emulator.crashes(), [], 'the emulator crashed')
      // No token, password, code or verifier may be on the console, in a DOM event, in a URL or in
      // the log (docs/decisions/README.md#the-log-never-holds-a-secret).
      const public_ = [...printed, ...told, JSON.stringify(emulator.events()), ...emulator.requests().map((request) => request.path)].join(
        '\n',
      )
      assert.equal(leaksIn(public_, secrets), [], 'a secret got out')
      if (lasting) handedOn.push(visited)
    },
  }
  if (path !== null) await page.goto(site.url + path)
  return visitor
}

/** For `first`: the page's timers of `from` to `to` ms take `times` as long. */
export const paced = (from: number, to: number, times: number) => (page: Page) =>
  page.addInitScript(
    ([from, to, times]) => {
      const { setTimeout } = window
      window.setTimeout = ((act: () => void, ms: number) => setTimeout(act, ms >= from && ms <= to ? ms * times : ms)) as typeof setTimeout
    },
    [from, to, times] as const,
  )

/**
 * For `first`: timers of exactly `ms` take 300 times as long, so that what the page removes then
 * stays while a test looks at it.
 */
export const slowTimers = (ms: number) => paced(ms, ms, 300)

/** For `first`: the visitor has logged in this way before. */
export const remembering = (method: LastMethod) => (page: Page) =>
  page.addInitScript(
    ([key, method]) => localStorage.setItem(key!, method!),
    [`stytch_sdk_state_${PUBLIC_TOKEN}::last_method`, JSON.stringify(method)],
  )

/**
 * For `first`: the loader waits for everything that the page links to (`PRELOAD_TIMEOUT`
 * in src/entries/embed.ts), even if a busy machine takes longer to run it.
 */
export const patientLoader = slowTimers(500)

/** Creates a visitor, who stays until the test ends. */
export type Arrive = (arrangement?: Arrangement) => Promise<Visitor>

/**
 * A test with visitors:
 * `visiting('signs up', async (arrive) => { const { page } = await arrive() })`.
 */
export const visiting = (name: string, run: (arrive: Arrive) => Promise<void>) =>
  test(name, async () => {
    const visitors: Visitor[] = []
    const end = () => Promise.allSettled(visitors.map(({ leave }) => leave()))
    try {
      await run(async (arrangement = {}) => {
        const visitor = await arrive(arrangement)
        visitors.push(visitor)
        return visitor
      })
    } catch (error) {
      await end()
      throw error
    }
    for (const left of await end()) if (left.status === 'rejected') throw left.reason
  })

/** A test of a combination or a detail, which runs in `npm run test:all` alone. */
export const visitingInAll = inAll(visiting)

/**
 * The number of pages at a time. test/runner/run.ts sets 1 when it repeats a file that has failed.
 */
const WIDTH = Number(process.env.LATCHKEY_PAGES ?? 2)

/**
 * Runs `work` for every item, `width` at a time, because more pages slow each other down on a small
 * machine. A failure names its item.
 */
export const each = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>, width = WIDTH) => {
  const waiting = [...items]
  const failures: string[] = []
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch((error) => failures.push(`${JSON.stringify(item)}\n${error.message}\n${error.details ?? ''}`))
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  if (failures.length > 0) throw new Error(failures.join('\n\n'))
}

export const visible = (locator: Locator) => locator.waitFor()
export const gone = (locator: Locator) => locator.waitFor({ state: 'detached' })
/**
 * Waits until a press of the button counts (docs/decisions/allow-counts-after-half-a-second.md).
 * Playwright waits before a click, but not before a key.
 */
export const pressCounts = (button: Locator) => until(() => button.isEnabled(), 'a press counts')

/** Replaces the non-breaking spaces of French, as browsers do in accessible names. */
const plain = (text: string) => text.replace(/\s/g, ' ')

/** The parts of the widget, found by these words. `root` is a page or an element. */
export const widget = (root: Page | Locator, words: Translation = en) => {
  const named = (role: 'textbox' | 'button' | 'heading', id: MessageId) => root.getByRole(role, { name: plain(words[id]) })
  return {
    email: root.getByRole('textbox', { name: words['formField.email.label'], exact: true }),
    phone: named('textbox', 'formField.phone.label'),
    code: named('textbox', 'formField.otp.ariaLabel'),
    continueWithEmail: named('button', 'button.emailLogin'),
    continueWithText: named('button', 'button.sms'),
    continueWithWhatsApp: named('button', 'button.whatsapp'),
    emailMeLink: named('button', 'button.emailMagicLink'),
    forgotPassword: named('button', 'button.forgotPassword'),
    back: named('button', 'button.back.ariaLabel'),
    tryAgain: named('button', 'button.retry'),
    resend: root.getByRole('button', { name: new RegExp(`${words['passcode.resendCode']}|${words['passcode.codeSent']}`) }),
    main: named('heading', 'login.title'),
    checkYourEmail: named('heading', 'emailConfirmation.title'),
    enterPasscode: named('heading', 'passcode.title'),
    /** The code field, once it has the focus and a code can be typed. */
    codeAwaited: root.locator('.lk-code-input:focus'),
    success: named('heading', 'success.title'),
    wrong: named('heading', 'error.title'),
  }
}

/** The parts of a widget with a `backend`: its words, and its account. */
export const ownWidget = (root: Page | Locator) => ({
  ...widget(root, plainEnglish),
  addPasskey: root.getByRole('button', { name: `${plainEnglish['account.add']}: ${plainEnglish['account.passkeys']}` }),
  /** Opens the menu of a row of the account. */
  menuOf: (name: string) => root.getByRole('button', { name: `${plainEnglish['button.more.ariaLabel']}: ${name}` }),
  remove: root.getByRole('menuitem', { name: plainEnglish['button.remove'] }),
  confirmEmail: root.getByRole('button', { name: plainEnglish['confirmEmail.send'] }),
})

/** The text of the one alert that has a text. */
export const alertOf = async (root: Page | Locator) => {
  const alert = root.getByRole('alert').filter({ hasText: /./ })
  await alert.first().waitFor()
  return (await alert.allInnerTexts()).join(' | ')
}

/** Configurations, by what they offer. */
export const LINKS = { products: ['emailMagicLinks'] }
export const codes = (...methods: string[]) => ({ products: ['otp'], otpOptions: { methods } })
export const UNREACHABLE = 'Unable to contact our servers.'
