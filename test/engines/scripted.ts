import type { EnginePage, Part } from './engine.ts'
import { findPart } from './findPart.ts'

/** The part of a page that playwright and puppeteer have in common. */
export interface ScriptedPage {
  goto(url: string): Promise<unknown>
  evaluate(script: never, given: never): Promise<unknown>
  evaluateHandle(script: never, given: never): Promise<{ asElement(): { click(): Promise<void> } | null }>
  keyboard: { type(text: string): Promise<void> }
  screenshot(): Promise<Uint8Array>
}

/** A page that playwright or puppeteer drives. `complaints` is filled by its events. */
export const scripted = (page: ScriptedPage, complaints: string[], close: () => Promise<void>): EnginePage => {
  const find = async (part: Part) => (await page.evaluateHandle(findPart as never, part as never)).asElement()
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
    picture: async () => Buffer.from(await page.screenshot()),
    close,
  }
}
