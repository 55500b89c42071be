/** Finds accessibility violations in a page with axe. */
import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { finishAnimations } from './animations.ts'
import { debuggerOf } from './debuggerOf.ts'

// The minified file, because every page that is checked reads all of it.
const source = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

const all: RunOptions = {
  rules: {
    'target-size': { enabled: true },
    // an experimental rule of axe, for WCAG 2.5.3
    'label-content-name-mismatch': { enabled: true },
    // `email username` is intended, because password managers read both tokens. The HTML standard
    // and axe accept only one
    // (docs/decisions/README.md#password-managers-and-autofill-work-in-every-field).
    'autocomplete-valid': { enabled: false },
  },
}

/** The rules that can fail when only the colors change. */
export const COLORS: { runOnly: string[] } = { runOnly: ['color-contrast', 'link-in-text-block'] }

/** All rules but those. */
export const ALL_BUT_COLORS: RunOptions = {
  rules: { ...all.rules, ...Object.fromEntries(COLORS.runOnly.map((rule) => [rule, { enabled: false }])) },
}

/** The rules that can fail when only the width changes. */
export const WIDTH: RunOptions = { runOnly: ['target-size', 'scrollable-region-focusable'], rules: { 'target-size': { enabled: true } } }

/** The rules that can fail when only the width and the colors change. */
export const WIDTH_AND_COLORS: RunOptions = { ...WIDTH, runOnly: [...COLORS.runOnly, ...(WIDTH.runOnly as string[])] }

type WithAxe = { axe?: typeof axe }

/** Selectors of what to examine, and of what in it another call examines. */
interface Scope {
  include?: string[]
  exclude?: string[]
}

/** A line for each rule that the page breaks, with the places and the reasons. */
export const findingsOfAxe = async (
  page: Page,
  options: RunOptions = all,
  { include = ['html'], exclude = [] }: Scope = {},
): Promise<string[]> => {
  const inspector = await debuggerOf(page)
  if (!(await page.evaluate(() => 'axe' in window))) {
    // The page's policy can forbid a script element, and Chromium does not cache the compiled code
    // of `page.evaluate`.
    await inspector.send('Runtime.evaluate', { expression: source })
  }
  // a text that fades in has little contrast, and so has a button that takes its color meanwhile
  await finishAnimations(page)
  await inspector.send('Animation.setPlaybackRate', { playbackRate: 1000 })
  const violations = await page.evaluate(
    // Passing rules need no places. Frames do not have axe, so it would wait for each in vain.
    async ([options, scope]) =>
      (await (window as unknown as WithAxe).axe!.run(scope, { ...options, resultTypes: ['violations'], iframes: false })).violations,
    [options, { include, exclude }] as const,
  )
  await inspector.send('Animation.setPlaybackRate', { playbackRate: 1 })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(', ')}`)
}
