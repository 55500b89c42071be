import type { Browser } from 'playwright-core'
import type { EnginePage, Part } from './engine.ts'
import { findPart } from './findPart.ts'

/** Opens a page in a profile of its own, which Playwright drives. */
export const visitIn = async (browser: Browser, leave?: () => Promise<void>): Promise<EnginePage> => {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  const find = async (part: Part) => (await page.evaluateHandle(findPart, part)).asElement()
  return {
    complaints,
    async open(url) {
      await page.goto(url)
    },
    run: (script, ...[given]) => page.evaluate(script as never, given as never) as never,
    shows: async (part) => (await find(part)) !== null,
    async click(part) {
      const element = await find(part)
      if (!element) throw new Error(`The page does not show ${part.join(' ')}`)
      await element.click()
    },
    type: (text) => page.keyboard.type(text),
    picture: () => page.screenshot(),
    close: leave ?? (() => context.close()),
  }
}
