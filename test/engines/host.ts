/** A host's site, the provider behind it, and one visitor in an engine. */
import { createEmulator, type Emulator, type Project } from '../../src/tools/emulator/index.ts'
import { listen } from '../../src/tools/emulator/node.ts'
import { hostPage, networkNote, PUBLIC_TOKEN, scriptTag, until } from '../chromium/visitors.ts'
import { serveSite, type PageOfSite } from '../harness/site.ts'
import type { Engine, EnginePage, Part } from './engine.ts'

export interface Setting {
  config?: object
  /** More attributes of the script tag. */
  attributes?: Record<string, string>
  project?: Partial<Project>
  /** The policy of every page of the host, with `API` instead of the provider's origin. */
  policy?: string
  /** The page at which the visitor arrives. Default: `/`, which has the script tag. */
  path?: string
  /** More pages of the host, by path. */
  pages?: (provider: string) => Record<string, string>
}

export interface EngineVisitor extends EnginePage {
  emulator: Emulator
  /** URL of the host's site, without a trailing slash. */
  site: string
  /** URL of the provider, without a trailing slash. */
  provider: string
  /** Resolves when the page shows the part. */
  sees(part: Part): Promise<unknown>
  /** Clicks the part as soon as the page shows it. */
  presses(part: Part): Promise<void>
  /** Clicks the part as soon as the page shows it, and types. */
  fills(part: Part, text: string): Promise<void>
  /** The newest message of `count`. */
  message(count?: number): Promise<{ url?: string; code?: string }>
  /** Whether the host's page has a session cookie. */
  hasSession(): Promise<boolean>
  /** Bodies of the requests to this route, such as `POST /passwords`. */
  sent(route: string): unknown[]
}

/** What Chromium 109 says of a message to a frame whose site cannot be reached. */
const errorPage = /'postMessage'.*'https:\/\/js\.stytch\.com'.*'null'/

/** Where the pages note what goes wrong in them. */
const NOTES = 'complaints'

/**
 * Runs in each page before anything else, and notes what a developer would read on the console. Not
 * every protocol reports that.
 */
const noteComplaints = (key: string) => {
  const note = (text: unknown) => localStorage.setItem(key, `${localStorage.getItem(key) ?? ''}${text}\n`)
  let isLeaving = false
  addEventListener('beforeunload', () => (isLeaving = true))
  addEventListener(
    'error',
    ({ message, target }) => {
      if (target === window) return note(`error: ${message}`)
      // Firefox says so of each file whose download ends with the page
      if (!isLeaving) note(`does not load: ${(target as Element).outerHTML}`)
    },
    true,
  )
  addEventListener('unhandledrejection', (event) => note(`unhandled: ${event.reason}`))
  addEventListener('securitypolicyviolation', (event) => note(`policy: ${event.violatedDirective} ${event.blockedURI}`))
  for (const level of ['error', 'warn'] as const) {
    const { [level]: print } = console
    console[level] = (...said: unknown[]) => {
      note(`console.${level}: ${said.join(' ')}`)
      print(...said)
    }
  }
}

/**
 * A visitor comes to the host's page, does what `act` says, and leaves. `look` is called for each
 * screen that they see. Throws if a page complained.
 */
export const visitHost = async (
  engine: Engine,
  setting: Setting,
  act: (visitor: EngineVisitor) => Promise<void>,
  look?: (page: EnginePage, part: string) => Promise<void>,
): Promise<void> => {
  const { config, attributes, project, policy, path = '/', pages } = setting
  const emulator = createEmulator({ project })
  const provider = await listen(emulator, { port: 0 })
  const nonce = policy && /'nonce-(\w+)'/.exec(policy)?.[1]
  const tag = scriptTag({
    'data-public-token': PUBLIC_TOKEN,
    'data-element': '#login',
    'data-base-url': provider.url,
    'data-config': JSON.stringify(config),
    nonce,
    ...attributes,
  })
  const notes = `<script src="/notes.js"${nonce ? ` nonce="${nonce}"` : ''}></script>`
  const served = (html: string): PageOfSite => ({
    html: html.replace('</title>', `</title>${notes}`),
    headers: policy ? { 'content-security-policy': policy.replace('API', provider.url) } : {},
  })
  const site = await serveSite({
    '/': served(hostPage(`<main><h1>A host</h1><div id="login"></div></main>${tag}`)),
    '/nothing': served(hostPage('')),
    '/favicon.ico': { html: '' },
    '/notes.js': { html: `(${noteComplaints})('${NOTES}')`, headers: { 'content-type': 'text/javascript' } },
    ...Object.fromEntries(Object.entries(pages?.(provider.url) ?? {}).map(([path, html]) => [path, served(html)])),
  })
  const page = await engine.visit()
  // a page that is being left cannot answer
  const sees = async (part: Part) => {
    await until(() => page.shows(part).catch(() => false), `the page shows ${part.join(' ')}`)
    if (part[0] === 'heading' || part[0] === 'field') await look?.(page, part[1])
  }
  const visitor: EngineVisitor = {
    ...page,
    emulator,
    site: site.url,
    provider: provider.url,
    sees,
    async presses(part) {
      await sees(part)
      await page.click(part)
    },
    async fills(part, text) {
      await visitor.presses(part)
      await page.type(text)
    },
    message: (count = 1) =>
      until(() => (emulator.outbox().length >= count ? emulator.outbox().at(-1) : undefined), `message ${count}`) as Promise<{
        url?: string
        code?: string
      }>,
    hasSession: () => page.run(() => /stytch_session=./.test(document.cookie)),
    sent: (route) =>
      emulator
        .requests()
        .filter(({ method, path }) => `${method} ${path.replace('/sdk/v1', '')}` === route)
        .map(({ body }) => body),
  }
  try {
    await visitor.open(site.url + path)
    await act(visitor).catch(async (error) => {
      const shown = await page.run(() => `${location.href}\n${document.body.innerText}`).catch(String)
      throw new Error(`${error.stack}\nThe page: ${shown}\nIt complained: ${page.complaints.join('\n')}`)
    })
    await page.open(`${site.url}/nothing`)
    const noted = await page.run((key) => localStorage.getItem(key), NOTES)
    // an icon is the host's own, and the strict policies allow none
    const said = [...page.complaints, ...(noted ?? '').split('\n')].filter(
      (line) => line && !line.includes('/favicon.ico') && !networkNote.test(line) && !errorPage.test(line),
    )
    const complaints = [...said, ...emulator.crashes().map(String)]
    if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join('\n')}`)
  } finally {
    await page.close()
    await Promise.all([site.close(), provider.close()])
    emulator.close()
  }
}
