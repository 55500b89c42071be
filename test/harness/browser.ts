/** A real browser for the tests in test/browser/ and test/hosts/. Each page has a profile of its own. */
import { writeSync } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { launching } from './launching.ts'
import { secondsOfTree } from './processes.ts'

let started: Promise<Browser> | undefined

/**
 * A browser for this file, in which names that end in `.site.test` lead to this machine: pages of another site. It takes half a second. With a shared
 * browser, each message would pass through one more process, which costs more.
 */
const start = () => {
  const { LATCHKEY_CHROMIUM: found, CHROME_PATH: own } = process.env
  const executablePath = found ?? own
  if (!executablePath) throw new Error('No Chromium was found. Run browser tests with `npm test`, or set CHROME_PATH')
  const options = launching(executablePath)
  return chromium.launch({ ...options, args: [...options.args!, '--host-resolver-rules=MAP *.site.test 127.0.0.1'] })
}

/** A page, and what it complained about: uncaught errors and rejections, `console.error`, and violations of its policy. */
export interface Visit {
  page: Page
  complaints: string[]
}

/** Opens a blank page in a new profile. `page.context().newPage()` opens more pages of the same profile. */
export async function visit(options: BrowserContextOptions = {}): Promise<Visit> {
  started ??= start()
  const context = await (await started).newContext(options)
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return { page: await context.newPage(), complaints }
}

/** For `test.after`. Reports the browser's processor time to test/run.ts, because its processes do not report it to their parent. */
export async function closeBrowser(): Promise<void> {
  const before = secondsOfTree(process.pid)
  // A browser that never started has already failed its test.
  await (await started?.catch(() => undefined))?.close()
  started = undefined
  const pipe = process.env.LATCHKEY_RESULTS
  if (pipe) writeSync(Number(pipe), `${JSON.stringify({ cpu: Math.max(0, before - secondsOfTree(process.pid)) })}\n`)
}

/** Resolves when the page has been laid out, and its observers have been called. */
export const resize = async (page: Page, viewport: { width: number; height: number }): Promise<void> => {
  await page.setViewportSize(viewport)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}
