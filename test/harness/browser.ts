/** A real browser for the files of test/browser/ and test/hosts/; each page has a profile of its own. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
// @ts-expect-error It has no types.
import { launching } from './launching.mjs'

let started: Promise<Browser> | undefined

/** The browser that test/run.mjs has started for one file after another; for a file that is run by hand, one of its own. */
const start = () => {
  const { LATCHKEY_BROWSER: shared, LATCHKEY_CHROMIUM: found, CHROME_PATH: own } = process.env
  if (shared) return chromium.connect(shared)
  const executablePath = found ?? own
  if (!executablePath) throw new Error('No Chromium was found. Run browser tests with `npm test`, or set CHROME_PATH')
  return chromium.launch(launching(executablePath))
}

/** What a page complained about: uncaught errors and rejections, `console.error`, and violations of its policy. */
export interface Visit {
  page: Page
  complaints: string[]
}

/** Opens a blank page in a fresh profile; more pages of the same profile come from `page.context().newPage()`. */
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

/** For `test.after`. */
export async function closeBrowser(): Promise<void> {
  // One that never started has told its test.
  await (await started?.catch(() => undefined))?.close()
  started = undefined
}
