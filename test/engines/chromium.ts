import { chromium } from 'playwright-core'
import { launching } from '../harness/launching.ts'
import type { OpenEngine } from './engine.ts'
import { scripted } from './scripted.ts'

/** The Chromium of all tests, driven by playwright, by CDP. */
export const openChromium: OpenEngine = async () => {
  const path = process.env.LATCHKEY_CHROMIUM ?? process.env.CHROME_PATH
  if (!path) return { missing: 'there is no Chromium: set CHROME_PATH, or apt-get install chromium' }
  const browser = await chromium.launch(launching(path))
  return {
    version: `Chromium ${browser.version()}`,
    async visit() {
      const context = await browser.newContext()
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(String(error)))
      return scripted(page, complaints, () => context.close())
    },
    close: () => browser.close(),
  }
}
