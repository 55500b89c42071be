/**
 * Faults of a call in a browser, as a visitor on one screen meets them. test/widget/troubles.test.ts tests faults that depend only on the shape of
 * the answer, for every call and without a browser.
 */
import * as assert from 'uvu/assert'
import type { Locator, Page } from 'playwright-core'
import { assertWorded, holdTimers, readable, TIMEOUT, troubles as all, words, type Case } from '../harness/troubles.ts'
import { alertOf, inCode, until, visiting as visitingIn, widget as widgetIn, type Arrangement, type Visitor } from './visitors.ts'

export { opening, tagged, TIMEOUT, withoutMethod, withoutSession, words } from '../harness/troubles.ts'

/** The parts of the widget, in the language of `words`, which these tests use so that untranslated messages show. */
export const widget = (root: Page | Locator) => widgetIn(root, words)

/** A test whose pages are in that language if they come from the script tag. */
export const visiting: typeof visitingIn = (name, run) =>
  visitingIn(name, (arrive) =>
    run(({ attributes, ...arrangement } = {}) =>
      arrive({ attributes: { 'data-strings': JSON.stringify(words), ...attributes }, ...arrangement }),
    ),
  )

/** Fails if the page's widgets show a text of ours that is not in that language. */
export const assertTranslated = async ({ page, heard }: Visitor, when: string) => {
  const widgets = await page.locator('[data-latchkey]').all()
  const shown = (await Promise.all(widgets.map((element) => element.evaluate(readable)))).join('\n')
  const errors = (await heard()).filter(({ type }) => type === 'latchkey:error').map(({ detail }) => detail)
  assertWorded(shown, errors, when)
}

/** One fault of each kind: no connection, no answer, an invalid answer, a refusal that the visitor can fix, and a final one. */
export const troubles = all.filter(({ name }) =>
  ['the connection is dropped', 'no answer ever comes', '502 with HTML', '200 with HTML', '429', '400 in the error shape'].includes(name),
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

/** Makes a call fail; `act` starts it. If no answer comes, the client's time limit ends after the provider has the request. */
export const befall = async (
  { emulator, page }: Visitor,
  route: string,
  fault: Case['fault'],
  act: () => Promise<unknown>,
  patience = TIMEOUT,
) => {
  // Not only once, because Chromium itself repeats a request whose connection was dropped if the connection was old.
  emulator.faults([{ route, ...fault }])
  const asked = emulator.requests().length
  await act()
  if (!fault.hold) return
  const [method, path] = route.split(' ') as [string, string]
  const fits = new RegExp(`^/sdk/v1${path.replace('*', '[^/]+').replace(/:\w+/, '[^/]+')}$`)
  await until(
    () =>
      emulator
        .requests()
        .slice(asked)
        .some((request) => request.method === method && fits.test(request.path)),
    `${route} is sent`,
  )
  await timeIsUp(page, patience)
}

/** Makes a call fail with every fault on the same screen, one after the other. Then the provider is well, and the same button works. */
export const endure = async (
  visitor: Visitor,
  {
    route,
    cases,
    act,
    field,
    kept,
    button,
    patience,
  }: {
    route: string
    cases: Case[]
    act: () => Promise<unknown>
    field: Locator
    kept: string
    button: Locator
    /** The client's option `timeout`, if it is not TIMEOUT. */
    patience?: number
  },
) => {
  const { emulator, page } = visitor
  const before = (await visitor.heard()).length
  for (const [at, { name, fault, says }] of cases.entries()) {
    await befall(visitor, route, fault, act, patience)
    await until(async () => (await visitor.heard()).length > before + at, `the error of: ${name}`)
    assert.is((await visitor.heard()).at(-1)!.type, 'latchkey:error', name)
    assert.is(await alertOf(page), says, name)
    await assertTranslated(visitor, name)
    assert.is(await field.inputValue(), kept, name)
    assert.is.not(await button.getAttribute('aria-busy'), 'true', name)
    assert.not(await button.isDisabled(), name)
  }
  emulator.faults([])
  await act()
}

/** The same for a code that the visitor types, which is sent by itself and then by Try again. */
export const endureCode = (visitor: Visitor, route: string, right: string) => {
  const { code, tryAgain } = widget(visitor.page)
  let typed = false
  const act = async () => {
    await (typed ? tryAgain.click() : code.pressSequentially(right))
    typed = true
  }
  return endure(visitor, { route, cases: troubles, act, field: code, kept: right, button: tryAgain })
}
