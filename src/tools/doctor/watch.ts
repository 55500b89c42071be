/** What the pages of a profile load and print. */
import { createHash } from 'node:crypto'
import type { APIResponse, BrowserContext, Request, Response } from 'playwright-core'
import type { ConsoleLine, LoadedFile } from './facts.ts'
import { isProvider } from './provider.ts'

/** A class name that the first code of each copy of the widget has once. */
export const copy = /["'`]lk-own["'`]/g

/** Class names of screens that always load later: the list of passkeys, and the consent screen. */
const later = [/lk-passkeys\b/, /lk-asked\b/]

const isScript = (request: Request) => request.resourceType() === 'script' || /\.m?js(?:[?#]|$)/.test(request.url())

const hashesOf = (content: Buffer) =>
  Object.fromEntries(['sha256', 'sha384', 'sha512'].map((by) => [by, createHash(by).update(content).digest('base64')]))

const contentOf = (content: Buffer) => {
  const text = content.toString()
  const copies = text.match(copy)?.length ?? 0
  return { bytes: content.length, hashes: hashesOf(content), copies, holdsLaterCode: later.every((pattern) => pattern.test(text)) }
}

const nothing = { copies: 0, holdsLaterCode: false, bytes: 0, encodedSize: 0 }

/**
 * How much of a stack is read, because the search takes the square of its length. A page can throw
 * anything.
 */
const STACK = 5000

/** Returns the URL of the script that threw an error with this stack. */
export const scriptIn = (stack = ''): string => /https?:\/\/[^\s)]+?(?=:\d+)/.exec(stack.slice(0, STACK))?.[0] ?? ''

/** What a browser's profile does. */
export interface Watch {
  lines: ConsoleLine[]
  /**
   * Whether no request is under way, none has begun or ended for this many ms, and no page has been
   * busy.
   */
  isQuiet: (ms: number) => boolean
  /** Notes that a page has been busy until now. */
  stir: () => void
  /** The status of a page's document, by its URL. */
  statusOf: (url: string) => number | undefined
  /**
   * The scripts so far. Asks again for those that the browser did not get, to see why. `origin` is
   * that of the page.
   */
  files: (origin: string) => Promise<LoadedFile[]>
}

/** Watches all pages of a profile from now on. */
export const watch = (context: BrowserContext): Watch => {
  const scripts = new Map<string, { request: Request; response?: Response; failure?: string }>()
  const documents = new Map<string, number>()
  const lines: ConsoleLine[] = []
  const underWay = new Set<Request>()
  let last = Date.now()
  const stir = () => {
    last = Date.now()
  }
  const ends = (request: Request) => {
    underWay.delete(request)
    stir()
  }
  context
    // a development server tells its pages to load again
    .on('page', (page) => page.on('websocket', (socket) => socket.on('framereceived', stir)))
    .on('request', (request) => {
      stir()
      // a log that outlives its page may never be reported as finished
      if (!isProvider(request.url()) || !request.url().endsWith('/events')) underWay.add(request)
      if (isScript(request) && !scripts.has(request.url())) scripts.set(request.url(), { request })
    })
    .on('response', (response) => {
      const request = response.request()
      if (request.isNavigationRequest()) documents.set(response.url(), response.status())
      const script = scripts.get(request.url())
      if (script?.request === request) script.response = response
    })
    .on('requestfinished', ends)
    .on('requestfailed', (request) => {
      ends(request)
      const script = scripts.get(request.url())
      if (script?.request === request) script.failure = request.failure()?.errorText ?? 'failed'
    })
    .on('console', (message) => {
      const type = message.type()
      if (type === 'error' || type === 'warning')
        lines.push({ text: message.text(), source: message.location().url, isError: type === 'error' })
    })
    .on('weberror', (error) => {
      const cause = error.error()
      lines.push({ text: String(cause), source: scriptIn(cause.stack), isError: true })
    })

  const readAgain = async (url: string, origin: string): Promise<Partial<LoadedFile>> => {
    const answer: APIResponse | undefined = await context.request.get(url, { headers: { origin }, maxRedirects: 3 }).catch(() => undefined)
    if (!answer) return {}
    return { status: answer.status(), headers: answer.headers(), ...(answer.ok() && contentOf(await answer.body())) }
  }

  const read = async (
    url: string,
    { request, response, failure }: { request: Request; response?: Response; failure?: string },
    origin: string,
  ): Promise<LoadedFile> => {
    const facts = { url, headers: {}, ...nothing, ...(failure !== undefined && { failure }) }
    // blocked before it was sent
    if (!response && /BLOCKED_BY_CSP/.test(failure ?? '')) return facts
    const body = response?.ok() ? await response.body().catch(() => undefined) : undefined
    if (response && (body || !response.ok())) {
      const sizes = await request.sizes().catch(() => undefined)
      return {
        ...facts,
        status: response.status(),
        headers: await response.allHeaders(),
        ...(body && contentOf(body)),
        encodedSize: sizes?.responseBodySize ?? body?.length ?? 0,
      }
    }
    return { ...facts, ...(await readAgain(url, origin)) }
  }

  return {
    lines,
    stir,
    isQuiet: (ms) => underWay.size === 0 && Date.now() - last > ms,
    statusOf: (url) => documents.get(url),
    files: (origin) =>
      Promise.all(
        [...scripts].filter(([url]) => !isProvider(url) && /^https?:/.test(url)).map(([url, script]) => read(url, script, origin)),
      ),
  }
}
