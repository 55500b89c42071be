/**
 * A real browser for the tests in test/chromium/ and test/hosts/. Each page has a profile of its
 * own.
 */
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { launching } from './launching.ts'
import { PATIENCE } from './patience.ts'

let started: Promise<Browser> | undefined

/**
 * The browser that the runner lends to this file (test/runner/browsers.ts), or one of its own if
 * the file is run by hand.
 */
const start = () => {
  const { LATCHKEY_BROWSER: lent, LATCHKEY_CHROMIUM: found, CHROME_PATH: own } = process.env
  if (lent) return chromium.connectOverCDP(lent)
  const executablePath = found ?? own
  if (!executablePath) throw new Error('No Chromium was found. Run browser tests with `npm test`, or set CHROME_PATH')
  return chromium.launch(launching(executablePath))
}

/**
 * A page, and what it complained about: uncaught errors and rejections, `console.error`, and
 * violations of its policy.
 */
export interface Visit {
  page: Page
  complaints: string[]
}

/**
 * Opens a blank page in a new profile. `page.context().newPage()` opens more pages of the same
 * profile.
 */
export async function visit(options: BrowserContextOptions = {}): Promise<Visit> {
  started ??= start()
  const context = await (await started).newContext(options)
  context.setDefaultTimeout(PATIENCE)
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page: await context.newPage(), complaints }
}

/** For `test.after`. Ends the visits of this file, and the browser unless it was lent. */
export async function closeBrowser(): Promise<void> {
  // A browser that never started has already failed its test.
  await (await started?.catch(() => undefined))?.close()
  started = undefined
}

/** Resolves when the page has been laid out, and its observers have been called. */
export const resize = async (page: Page, viewport: { width: number; height: number }): Promise<void> => {
  await page.setViewportSize(viewport)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
