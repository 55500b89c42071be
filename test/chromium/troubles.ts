/**
 * Pages of a visitor who does not read English, and whose calls end their wait when the test says
 * so.
 */
import type { Locator, Page } from 'playwright-core'
import { holdTimers, TIMEOUT, words } from '../harness/troubles.ts'
import { inCode, until, visiting as visitingIn, widget as widgetIn, type Arrangement } from './visitors.ts'

export { TIMEOUT, words } from '../harness/troubles.ts'

/**
 * The parts of the widget, in the language of `words`, which these tests use so that untranslated
 * messages show.
 */
export const widget = (root: Page | Locator) => widgetIn(root, words)

/** A test whose pages are in that language if they come from the script tag. */
export const visiting: typeof visitingIn = (name, run) =>
  visitingIn(name, (arrive) =>
    run(({ attributes, ...arrangement } = {}) =>
      arrive({ attributes: { 'data-strings': JSON.stringify(words), ...attributes }, ...arrangement }),
    ),
  )

/** For `first`: timers of these lengths end when `timeIsUp` is called, and never by themselves. */
export const untimed =
  (...lengths: number[]) =>
  (page: Page) =>
    page.addInitScript(holdTimers, lengths)

/** Ends the time limit of every call of a client with this limit, once there is such a call. */
export const timeIsUp = (page: Page, ms = TIMEOUT) => until(() => page.evaluate((ms) => globalThis.timeIsUp(ms), ms), `a timer of ${ms} ms`)

/** A page whose calls end their wait only with `timeIsUp`. */
export const mounted = (config: object, arrangement: Arrangement = {}): Arrangement => ({
  html: inCode({ timeout: TIMEOUT }, { config, strings: words }),
  first: untimed(TIMEOUT),
  ...arrangement,
})
