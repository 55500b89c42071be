/**
 * A browser's tabs for tests of the client. Each tab has a window, a console and a client of its
 * own; cookies, storage and network are shared. The client is compiled once and runs with the tab's
 * globals instead of Node's, so that nothing leaks from one tab or test into the next.
 */
import { compileFunction, runInNewContext } from 'node:vm'
import { createClock, type Clock } from '@sinonjs/fake-timers'
import { buildSync } from 'esbuild'
import { Browser, type BrowserWindow } from 'happy-dom'

export const PT = 'public-token-test-tabs'
/** The key of the state in storage. */
export const KEY = `stytch_sdk_state_${PT}`

/** A request of a tab; `path` is without the API's prefix, `body` is parsed. */
export interface Sent {
  method: string
  url: string
  path: string
  headers: Record<string, string>
  body: unknown
  init: RequestInit
  from: Tab
}

export type Network = (sent: Sent) => Response | Promise<Response>

type Headless = typeof import('../../src/entries/headless.ts')
type Options = ConstructorParameters<Headless['HeadlessClient']>[1]

const compiled = new Map<string, ReturnType<typeof compileFunction>>()

/** Compiles an entry of src/entries/ or of a package to a function of the globals in its scope. */
function compile(entry: string) {
  const made = compiled.get(entry)
  if (made) return made
  const { outputFiles } = buildSync({
    entryPoints: [entry],
    absWorkingDir: new URL('../../src/entries/', import.meta.url).pathname,
    bundle: true,
    format: 'iife',
    globalName: 'entry',
    write: false,
    target: 'es2022',
    sourcemap: 'inline',
    sourcesContent: false,
  })
  const run = compileFunction(`with (scope) return (function () { ${outputFiles[0]!.text}\nreturn entry })()`, ['scope'], {
    filename: `${entry}.js`,
  })
  compiled.set(entry, run)
  return run
}

/** The names of the language, without those of a platform. */
const language = new Set((runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]).filter((name) => name !== 'console'))

export type Window = BrowserWindow & Record<string, any>

/**
 * Every global of a window, but the language's own classes are those of this process, as they are
 * in what it passes.
 */
const globalsOf = (window: Window) => {
  const scope = {}
  for (let at: object = window; at !== Object.prototype && at; at = Object.getPrototypeOf(at) as object)
    for (const name of Object.getOwnPropertyNames(at)) {
      if (name !== 'globalThis' && (language.has(name) || name in scope)) continue
      const get = () => {
        const value = window[name] as unknown
        return typeof value === 'function' && /^[a-z]/.test(name) ? value.bind(window) : value
      }
      Object.defineProperty(scope, name, { configurable: true, get })
    }
  return scope
}

export interface Tab {
  window: Window
  /** The prototype of its document, where our code reads every member. */
  documentPrototype: object
  latchkey: Headless
  /**
   * Runs the entry again in the same page, like a host's second bundle, or another entry of src/.
   */
  copy(entry?: string): Headless
  /** Constructs a client in this tab. */
  client(options?: Options, publicToken?: string): InstanceType<Headless['HeadlessClient']>
  /** The console's calls, with the level first. */
  console: string[]
  /** The arguments of `reportError`. */
  reported: unknown[]
  /** The values assigned to `document.cookie`. */
  cookieWrites: string[]
  /** Closes the tab, as in a crash: no timer of it fires and no event reaches it any more. */
  close(): void
}

export interface OpenOptions {
  url?: string
  /** The entry of src/ or of a package to run. Default: headless. */
  entry?: string
  /**
   * Changes the page before its entry runs, which then has every global of the window, for code
   * that is not ours, and neither `globals` nor the stopped time of `fake`.
   */
  prepare?: (window: Window) => void
  /** Replacements for the tab's own globals. */
  globals?: Record<string, unknown>
  /** What `document.cookie` does if the browser blocks it, or which cookies the browser accepts. */
  cookies?: 'blocked' | 'throw' | ((text: string) => boolean)
  /** What `localStorage` does if the browser blocks it. */
  storage?: 'blocked' | 'full' | 'missing'
  /** Receives the URLs that the tab is sent to, and it stays where it is. */
  left?: string[]
}

const staying = (location: object, left: string[]) =>
  new Proxy(location, {
    get: (of, name) => {
      const value = Reflect.get(of, name) as unknown
      return typeof value === 'function' ? (url: string) => void left.push(url) : value
    },
    set: (_, name, url: string) => (name === 'href' && left.push(url), true),
  })

export interface BrowserOptions {
  network: Network
  /** Stops time until `clock.tickAsync`. */
  fake?: boolean
  /**
   * Delay in ms until other tabs, which are other processes, see what one has stored. Default 0;
   * needs `fake`.
   */
  lag?: number
}

/** Tabs of one browser profile. */
export function openBrowser({ network, fake, lag }: BrowserOptions) {
  const browser = new Browser({
    settings: { disableJavaScriptFileLoading: true, disableIframePageLoading: true },
  } as never)
  const clock = createClock(Date.parse('2026-11-21T12:00:00Z')) as Clock
  const stored = new Map<string, string>()
  const tabs = new Set<{ window: BrowserWindow; listening: boolean }>()
  const sent: Sent[] = []
  const profile = {
    /** Every request so far, including the log's. */
    sent,
    stored,
    clock,
    network,
    /** The requests whose path begins with this. */
    to: (path: string) => sent.filter((request) => request.path.startsWith(path)),
    /** Every request, except the log's and the one for the settings. */
    calls: () => sent.filter(({ path }) => path !== '/events' && !path.startsWith('/projects/')),
    close: () => void browser.close(),

    open({ url = 'https://app.example.com/login', entry = 'headless.ts', prepare, globals, cookies, storage, left }: OpenOptions = {}) {
      const page = browser.newPage()
      page.mainFrame.url = url
      const window = page.mainFrame.window as Window
      const location = left ? staying(window.location, left) : window.location
      const said: string[] = []
      const reported: unknown[] = []
      const cookieWrites: string[] = []
      const me = { window, listening: true }
      tabs.add(me)

      // The prototype with the accessor depends on how deep happy-dom's documents inherit.
      let owner: object = window.document
      while (!Object.hasOwn(owner, 'cookie')) owner = Object.getPrototypeOf(owner) as object
      const jar = Object.getOwnPropertyDescriptor(owner, 'cookie')!
      const accessor: PropertyDescriptor = {
        get() {
          if (cookies === 'throw') throw new window.DOMException('blocked', 'SecurityError')
          return cookies === 'blocked' ? '' : jar.get!.call(window.document)
        },
        set(text: string) {
          if (cookies === 'throw') throw new window.DOMException('blocked', 'SecurityError')
          cookieWrites.push(text)
          // In happy-dom a max-age of 0 s lasts until the end of the millisecond.
          if (cookies !== 'blocked' && cookies?.(text) !== false) jar.set!.call(window.document, text.replace('max-age=0', 'max-age=-1'))
        },
      }
      Object.defineProperty(window.document, 'cookie', accessor)
      const documentPrototype = Object.create(Object.getPrototypeOf(window.document) as object, { cookie: accessor }) as object

      const tell = (key: string, newValue: string | null) => {
        for (const tab of tabs) {
          const heard = { key, newValue: newValue ?? undefined }
          if (tab !== me && tab.listening) tab.window.dispatchEvent(new tab.window.StorageEvent('storage', heard))
        }
      }
      const ahead = new Map<string, string>()
      const store = (key: string, value: string) => {
        if (ahead.get(key) === value) ahead.delete(key)
        const changed = stored.get(key) !== value
        stored.set(key, value)
        if (changed) tell(key, value)
      }
      const area = {
        getItem: (key: string) => ahead.get(key) ?? stored.get(key) ?? null,
        setItem(key: string, value: string) {
          if (storage === 'full') throw new window.DOMException('full', 'QuotaExceededError')
          if (!lag) return store(key, value)
          ahead.set(key, value)
          clock.setTimeout(() => store(key, value), lag)
        },
        removeItem(key: string) {
          if (stored.delete(key)) tell(key, null)
        },
      }
      Object.defineProperty(window, 'localStorage', {
        configurable: true,
        get() {
          if (storage === 'blocked') throw new window.DOMException('blocked', 'SecurityError')
          return storage === 'missing' ? null : area
        },
      })

      const say =
        (level: string) =>
        (...parts: unknown[]) =>
          void said.push([level, ...parts].join(' '))
      const fetch = async (input: string, init: RequestInit = {}) => {
        const { pathname, search } = new URL(input)
        const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
        const request: Sent = {
          method: init.method ?? 'GET',
          url: input,
          path: pathname.replace(/^.*\/sdk\/v1/, '') + search,
          headers: init.headers as Record<string, string>,
          body,
          init,
          from: tab,
        }
        sent.push(request)
        return profile.network(request)
      }
      // The timers of a closed tab are ignored rather than cleared, because their owner is gone
      // too.
      const alive = (work: () => void) => () => void (me.listening && work())
      const shared = {
        console: { warn: say('warn'), error: say('error'), log: say('log'), info: say('info'), debug: say('debug') },
        crypto,
        fetch,
        reportError: (error: unknown) => void reported.push(error),
      }
      const ours = {
        ...shared,
        window,
        document: window.document,
        Document: { prototype: documentPrototype },
        location,
        history: window.history,
        navigator: window.navigator,
        addEventListener: window.addEventListener.bind(window),
        dispatchEvent: window.dispatchEvent.bind(window),
        setTimeout: (work: () => void, ms: number) => (fake ? clock.setTimeout(alive(work), ms) : setTimeout(alive(work), ms)),
        clearTimeout: (timer: never) => (fake ? clock.clearTimeout(timer) : clearTimeout(timer)),
        Date: fake ? clock.Date : Date,
        ...globals,
      }
      if (prepare) {
        Object.assign(window, shared)
        for (const [name, value] of Object.entries({ location, globalThis: window }))
          Object.defineProperty(window, name, { configurable: true, value })
        prepare(window)
      }
      const scope = prepare ? globalsOf(window) : ours
      const copy = (another = entry) => compile(another)(scope) as Headless
      const latchkey = copy()
      const tab: Tab = {
        window,
        documentPrototype,
        latchkey,
        copy,
        console: said,
        reported,
        cookieWrites,
        client: (options, publicToken = PT) =>
          new (latchkey.HeadlessClient ?? (latchkey as never as { StytchHeadlessClient: Headless['HeadlessClient'] }).StytchHeadlessClient)(
            publicToken,
            options,
          ),
        close() {
          me.listening = false
          tabs.delete(me)
        },
      }
      return tab
    },
  }
  return profile
}

/** The session token of a request, or the public token if there is none. */
export const bearer = ({ headers }: Sent): string =>
  Buffer.from(headers.Authorization!.replace('Basic ', ''), 'base64').toString().split(':')[1]!

export { rejection } from '../harness/rejection.ts'
export { settled as settle, until } from '../harness/turns.ts'
