import { chromium, type LaunchOptions } from 'playwright-core'
import { launching } from '../harness/launching.ts'
import type { Engine, OpenEngine } from './engine.ts'
import { scripted } from './scripted.ts'

/** Starts this Chromium and drives it with playwright, by CDP. */
export const startChromium = async (options: LaunchOptions): Promise<Engine> => {
  const browser = await chromium.launch(options)
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

/** The Chromium of all tests. */
export const openChromium: OpenEngine = async () => {
  const path = process.env.LATCHKEY_CHROMIUM ?? process.env.CHROME_PATH
  return path ? startChromium(launching(path)) : { missing: 'there is no Chromium: set CHROME_PATH, or apt-get install chromium' }
}
