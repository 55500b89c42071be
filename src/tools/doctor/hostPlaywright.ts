/** Finds the host's own Playwright. The package does not depend on it. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Browser, BrowserType } from 'playwright-core'
import { CannotRun } from './CannotRun.ts'

/** The packages with Playwright's browsers, the smallest first. */
const packages = ['playwright-core', 'playwright', '@playwright/test']

const isMissing = (error: unknown) =>
  /^(?:MODULE_NOT_FOUND|ERR_MODULE_NOT_FOUND|ERR_PACKAGE_PATH_NOT_EXPORTED)$/.test((error as { code?: string }).code ?? '')

/**
 * Returns Playwright's Chromium, as a program in this folder would load it. Throws `CannotRun` if
 * it is not installed.
 */
const chromiumOf = (folder: string): BrowserType => {
  const require = createRequire(join(folder, 'package.json'))
  for (const name of packages) {
    try {
      return (require(name) as { chromium: BrowserType }).chromium
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  throw new CannotRun(
    'latchkey doctor opens your page with Playwright, which is not installed in this folder. Run: npm install --save-dev playwright-core && npx playwright-core install chromium',
  )
}

/**
 * Starts a Chromium without a window: that of the environment variable CHROME_PATH, or else the one
 * that the Playwright in `folder` has downloaded. Throws `CannotRun` if there is none.
 */
export const openBrowser = async (folder: string): Promise<Browser> => {
  const chromium = chromiumOf(folder)
  const { CHROME_PATH: executablePath } = process.env
  try {
    return await chromium.launch({ executablePath })
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    if (executablePath) throw new CannotRun(`CHROME_PATH is ${executablePath}, which does not start: ${reason}`)
    if (!/Executable doesn't exist/.test(reason!)) throw new CannotRun(`Chromium does not start: ${reason}`)
    throw new CannotRun(
      'Playwright is installed, but its Chromium is not. Run: npx playwright-core install chromium, or set CHROME_PATH to a Chromium or Chrome.',
    )
  }
}
