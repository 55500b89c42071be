/** What axe has against a page. */
import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const all: RunOptions = {
  rules: {
    'target-size': { enabled: true },
    // 'email username' is what quality.md asks for: password managers read both, the HTML standard and axe know one
    'autocomplete-valid': { enabled: false },
  },
}

/** A line for each rule that the page breaks, with the places and why. By the debugger, and not by a script element, as the page may have a strict policy. */
export const findingsOfAxe = async (page: Page, options: RunOptions = all): Promise<string[]> => {
  await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async (options) => (await (window as unknown as { axe: typeof axe }).axe.run(options)).violations,
    options,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(', ')}`)
}
