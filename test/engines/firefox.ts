import { importOnDemand } from '../harness/onDemand.ts'
import type { OpenEngine } from './engine.ts'
import { findProgram } from './programs.ts'
import { type ScriptedPage, scripted } from './scripted.ts'

/** The part of puppeteer that this file uses. */
interface Puppeteer {
  launch(options: { browser: 'firefox'; executablePath: string; headless: true }): Promise<{
    version(): Promise<string>
    createBrowserContext(): Promise<{ newPage(): Promise<PuppeteerPage>; close(): Promise<void> }>
    close(): Promise<void>
  }>
}
interface PuppeteerPage extends ScriptedPage {
  setViewport(size: { width: number; height: number }): Promise<void>
  on(event: 'console', listener: (message: { type(): string; text(): string }) => void): void
  on(event: 'pageerror', listener: (error: unknown) => void): void
}

/** Firefox, driven by WebDriver BiDi. `FIREFOX_PATH` names another one than that of the system. */
export const openFirefox: OpenEngine = async () => {
  const executablePath = findProgram(process.env.FIREFOX_PATH, 'firefox-esr', 'firefox')
  if (!executablePath) return { missing: 'there is no Firefox: apt-get install firefox-esr, or set FIREFOX_PATH' }
  const { default: puppeteer } = (await importOnDemand('puppeteer-core@24.43.1')) as { default: Puppeteer }
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  return {
    version: (await browser.version()).replace(/^firefox\//i, 'Firefox '),
    async visit() {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width: 1024, height: 768 })
      const complaints: string[] = []
      page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
      page.on('pageerror', (error) => void complaints.push(String(error)))
      return scripted(page, complaints, () => context.close())
    },
    close: () => browser.close(),
  }
}
