/** What axe has against a page. */
import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { CDPSession, Page } from 'playwright-core'

// The smaller of its files: every page that is looked at reads all of it.
const source = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

const all: RunOptions = {
  rules: {
    'target-size': { enabled: true },
    // 'email username' is what quality.md asks for: password managers read both, the HTML standard and axe know one
    'autocomplete-valid': { enabled: false },
  },
}

/** What may differ where the same elements have other colours. */
export const COLOURS: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }

const sessions = new WeakMap<Page, CDPSession>()

type WithAxe = { axe?: typeof axe }

/** A line for each rule that the page breaks, with the places and why. */
export const findingsOfAxe = async (page: Page, options: RunOptions = all): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) {
    // By the debugger, and not by a script element, as the page may have a strict policy; and not by `page.evaluate`, whose code no browser keeps compiled.
    // One for each page, which stays: one that goes takes the page's virtual authenticators along, whoever made them.
    if (!sessions.has(page)) sessions.set(page, await page.context().newCDPSession(page))
    await sessions.get(page)!.send('Runtime.evaluate', { expression: source })
  }
  const violations = await page.evaluate(
    // of what is well it need not say where
    async (options) => (await (window as unknown as WithAxe).axe!.run({ ...options, resultTypes: ['violations'] })).violations,
    options,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(', ')}`)
}
