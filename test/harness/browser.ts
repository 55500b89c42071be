/** A real browser for the files of test/browser/: one Chromium a file, started by the first page; each page has a profile of its own. */
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'

let started: Promise<Browser> | undefined

const start = () => {
  // test/run.mjs has looked for one.
  const executablePath = process.env.LATCHKEY_CHROMIUM ?? process.env.CHROME_PATH
  if (!executablePath) throw new Error('No Chromium was found. Run browser tests with `npm test`, or set CHROME_PATH')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
      '--disable-sync',
    ],
  })
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
