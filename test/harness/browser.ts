/** A real browser for the files of test/browser/ and test/hosts/; each page has a profile of its own. */
import { writeSync } from 'node:fs'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
// @ts-expect-error It has no types.
import { launching } from './launching.mjs'
// @ts-expect-error It has no types.
import { secondsOfTree } from './processes.mjs'

let started: Promise<Browser> | undefined

/** A browser for this file, which costs half a second; one that many files share would have each of its messages go through one more process, which costs more. */
const start = () => {
  const { LATCHKEY_CHROMIUM: found, CHROME_PATH: own } = process.env
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

/** For `test.after`. Tells test/run.mjs what seconds of the processor go with the browser, as its processes do not hand them to their parent. */
export async function closeBrowser(): Promise<void> {
  const before = secondsOfTree(process.pid)
  // One that never started has told its test.
  await (await started?.catch(() => undefined))?.close()
  started = undefined
  const pipe = process.env.LATCHKEY_RESULTS
  if (pipe) writeSync(Number(pipe), `${JSON.stringify({ cpu: Math.max(0, before - secondsOfTree(process.pid)) })}\n`)
}
