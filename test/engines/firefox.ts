import { importOnDemand } from '../harness/onDemand.ts'
import type { OpenEngine } from './engine.ts'
import { visitIn } from './playwright.ts'
import { findProgram } from './programs.ts'

/**
 * Firefox as its users have it, driven by WebDriver BiDi. `FIREFOX_PATH` names another one than
 * that of the system. Playwright 1.65 sends `emulation.setMediaFeaturesOverride`, which the ESR of
 * Firefox (153.8) does not know yet; then no page opens.
 */
export const openFirefox: OpenEngine = async () => {
  const executablePath = findProgram(process.env.FIREFOX_PATH, 'firefox-esr', 'firefox')
  if (!executablePath) return { missing: 'there is no Firefox: apt-get install firefox-esr, or set FIREFOX_PATH' }
  const { default: playwright } = (await importOnDemand('playwright-core@1.64.1')) as { default: typeof import('playwright-core') }
  const browser = await playwright.firefox.launch({ channel: 'moz-firefox', executablePath })
  return { version: `Firefox ${browser.version()}`, visit: () => visitIn(browser), close: () => browser.close() }
}
