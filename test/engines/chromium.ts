import { chromium } from 'playwright-core'
import { launching } from '../harness/launching.ts'
import type { OpenEngine } from './engine.ts'
import { visitIn } from './playwright.ts'

/** The Chromium of all tests. */
export const openChromium: OpenEngine = async () => {
  const path = process.env.LATCHKEY_CHROMIUM ?? process.env.CHROME_PATH
  if (!path) return { missing: 'there is no Chromium: set CHROME_PATH, or apt-get install chromium' }
  const browser = await chromium.launch(launching(path))
  return { version: `Chromium ${browser.version()}`, visit: () => visitIn(browser), close: () => browser.close() }
}
