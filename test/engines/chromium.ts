import { chromium, type Browser } from 'playwright-core'
import { launching } from '../harness/launching.ts'
import type { EnginePage, OpenEngine } from './engine.ts'
import { scripted } from './scripted.ts'

/** Opens a page in a profile of its own, which playwright drives by CDP. */
export const visitIn = async (browser: Browser, leave?: () => Promise<void>): Promise<EnginePage> => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  return scripted(page, complaints, leave ?? (() => context.close()))
}

/** The Chromium of all tests. */
export const openChromium: OpenEngine = async () => {
  const path = process.env.LATCHKEY_CHROMIUM ?? process.env.CHROME_PATH
  if (!path) return { missing: 'there is no Chromium: set CHROME_PATH, or apt-get install chromium' }
  const browser = await chromium.launch(launching(path))
  return { version: `Chromium ${browser.version()}`, visit: () => visitIn(browser), close: () => browser.close() }
}
