/**
 * Runs the clients of the drop-in and the provider's own, each in a page of its own, and says what
 * their calls do. The provider's SDK is a black box here.
 */
import { compileFunction, runInNewContext } from 'node:vm'
import { buildSync } from 'esbuild'
import { Browser, type BrowserWindow } from 'happy-dom'
import { settled } from '../harness/turns.ts'

export type Side = 'theirs' | 'ours'
export type Kind = 'users' | 'members'

const entries: Record<Kind, Record<Side, string>> = {
  users: { theirs: '@stytch/vanilla-js/headless', ours: '../../src/entries/compat/headless.ts' },
  members: { theirs: '@stytch/vanilla-js/b2b/headless', ours: '../../src/entries/compat/b2b/headless.ts' },
}

/** The names of the language, without those of a platform. */
const language = new Set((runInNewContext('Object.getOwnPropertyNames(globalThis)') as string[]).filter((name) => name !== 'console'))

const built = new Map<string, string>()

/** The code of an entry, which returns its exports. */
const codeOf = (entry: string): string => {
  if (!built.has(entry)) {
    const { outputFiles } = buildSync({
      stdin: { contents: `export * from '${entry}'`, resolveDir: new URL('.', import.meta.url).pathname },
      bundle: true,
      format: 'iife',
      globalName: 'entry',
      write: false,
      target: 'es2022',
      define: { 'process.env.NODE_ENV': '"production"' },
    })
    built.set(entry, `${outputFiles[0]!.text}\nreturn entry`)
  }
  return built.get(entry)!
}

export type Answer = (request: { method: string; path: string }) => Response | Promise<Response>

export type Window = BrowserWindow & Record<string, any>

export interface Page {
  client: object
  window: Window
  /** The requests so far, but for the log and the settings. */
  sent: string[]
  /** The URLs that the page was sent to. */
  went: string[]
  close(): void
}

/** Opens a page with a client. `prepare` changes the page before that. */
export const open = (kind: Kind, side: Side, answer: Answer, prepare: (window: Window) => void = () => {}): Page => {
  const browser = new Browser({
    settings: {
      disableJavaScriptFileLoading: true,
      disableIframePageLoading: true,
      navigation: { disableMainFrameNavigation: true, disableChildFrameNavigation: true },
    },
  } as never)
  const page = browser.newPage()
  page.mainFrame.url = 'https://app.example.com/login'
  const window = page.mainFrame.window as Window
  const sent: string[] = []
  const went: string[] = []
  const { location } = window
  Object.defineProperty(window, 'location', {
    configurable: true,
    value: new Proxy(location, {
      get: (of, name) => {
        const value = Reflect.get(of, name) as unknown
        return typeof value === 'function' ? (url: string) => void went.push(url) : value
      },
      set: (_, name, url: string) => (name === 'href' && went.push(url), true),
    }),
  })
  const quiet = () => {}
  Object.assign(window, {
    crypto,
    reportError: quiet,
    console: { warn: quiet, error: quiet, log: quiet, info: quiet, debug: quiet },
    fetch: async (url: string, { method = 'GET' }: RequestInit = {}) => {
      const { pathname, search } = new URL(url)
      // the provider's client leaves out a slash in one call
      const path = `${pathname.replace(/^.*\/sdk\/v1/, '').replace(/^(?=[^/])/, '/')}${search}`
      if (path !== '/events' && !path.startsWith('/projects/')) sent.push(`${method} ${path}`)
      return answer({ method, path })
    },
  })
  Object.defineProperty(window, 'globalThis', { configurable: true, value: window })
  prepare(window)
  // the language's own classes are those of this process, as they are in what it passes
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
  const exported = compileFunction(codeOf(entries[kind][side]), [], { contextExtensions: [scope] })() as Record<
    string,
    new (
      token: string,
    ) => object
  >
  const client = new exported[kind === 'users' ? 'StytchHeadlessClient' : 'StytchB2BHeadlessClient']!('public-token-test-beside')
  return { client, window, sent, went, close: () => void browser.close() }
}

type Method = (...given: unknown[]) => unknown

/** The method of a client with this path, on its own. */
export const detachedMethod = (client: object, path: string): Method =>
  path.split('.').reduce<object>((owner, name) => (owner as Record<string, object>)[name]!, client) as Method

/** The method of a client with this path. */
export const method = (client: object, path: string): Method => {
  const end = path.lastIndexOf('.')
  const owner = end < 0 ? client : detachedMethod(client, path.slice(0, end))
  return (...given) => (owner as Record<string, Method>)[path.slice(end + 1)]!(...given)
}

const described = (value: unknown) => {
  if (typeof value === 'function') return 'a function'
  return value && typeof value === 'object' ? `{ ${Object.keys(value).sort().join(' ')} }` : String(value)
}

const errorOf = (thrown: unknown) => {
  const { name, message } = thrown as Error
  return `${name}: ${message}`
}

/**
 * What a call does: how it ends, what it sends, where it leads (without the value of a proof key),
 * and what it leaves in the page.
 */
export interface Outcome {
  ends: string
  sent: string[]
  went: string[]
  left: string[]
}

export const outcomeOf = async ({ window, sent, went }: Page, call: () => unknown): Promise<Outcome> => {
  const before = new Set<unknown>(window.document.querySelectorAll('*'))
  const [sentBefore, wentBefore] = [sent.length, went.length]
  let ends = 'waits'
  try {
    const given = call() as PromiseLike<unknown> | undefined
    if (typeof given?.then === 'function')
      given.then(
        (value) => void (ends = `resolves with ${described(value)}`),
        (error: unknown) => void (ends = `rejects with ${errorOf(error)}`),
      )
    else ends = `returns ${described(given)}`
  } catch (error) {
    ends = `throws ${errorOf(error)}`
  }
  for (let turn = 0; turn < 4 && ends === 'waits'; turn++) await new Promise((done) => setImmediate(done))
  if (ends === 'waits') await settled()
  const left = [...window.document.querySelectorAll('*')].filter((element) => !before.has(element)).map(({ outerHTML }) => outerHTML)
  return {
    ends,
    sent: sent.slice(sentBefore),
    went: went.slice(wentBefore).map((url) => url.replace(/(?<=code_challenge=)[\w-]+/, '...')),
    left,
  }
}
