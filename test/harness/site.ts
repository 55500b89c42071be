/**
 * A host's site for browser tests: pages given as HTML, and the built dist/embed/ and dist/b2b/
 * under /embed/ and /b2b/, with /headless/ if a test names it. The emulator has another origin,
 * like the provider.
 */
import '../built/embed.ts'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from './listening.ts'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const types: Record<string, string> = { '.js': 'text/javascript', '.html': 'text/html', '.json': 'application/json' }

export interface PageOfSite {
  html: string
  /** Such as `content-security-policy`. */
  headers?: Record<string, string>
  /** The answer waits for what this returns. */
  held?: () => Promise<unknown>
}

export interface Site {
  /** `http://localhost:<port>`, which is a secure context and a valid domain for passkeys. */
  url: string
  close(): Promise<void>
}

/** Serves `pages` by path (`/`), whatever the query. Anything else is a 404. */
export async function serveSite(pages: Record<string, PageOfSite>): Promise<Site> {
  return serve(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    const page = pages[pathname]
    if (page) {
      await page.held?.()
      return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.html)
    }
    const path = normalize(pathname)
    const file = /^\/(embed|b2b|headless)\//.test(path) && (await readFile(join(dist, path)).catch(() => undefined))
    if (!file) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': `${types[extname(path)] ?? 'text/plain'}; charset=utf-8` }).end(file)
  }, 'localhost')
}
