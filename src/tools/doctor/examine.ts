/** Looks at a page: opens it, measures it, and uses it as a visitor does. */
import type { Browser, Frame, Page } from 'playwright-core'
import type { EmbedChunks } from '../snippet/snippet.ts'
import { CannotRun } from './CannotRun.ts'
import type { Facts, Markup } from './facts.ts'
import { tryFirstCalls, noCall } from './firstCall.ts'
import { walkWithTab } from './keyboard.ts'
import { limits, waitFor } from './limits.ts'
import { isLoopback } from './loopback.ts'
import { askServers } from './ownServer.ts'
import { findFaintTexts, installProbe, measureControls, readFields, readMarkup } from './probe.ts'
import { emulateProvider } from './provider.ts'
import { reportOf, type Report } from './report.ts'
import { findingsOf, isCause } from './rules/index.ts'
import { downloads } from './rules/bytes.ts'
import { redirectsOf } from './rules/redirects.ts'
import { NARROW } from './rules/looks.ts'
import { watch, type Watch } from './watch.ts'

/** What to look at. */
export interface ExamineOptions {
  url: string
  /** Judges compression and caching too. Default: whether the page is not of this machine. */
  production?: boolean
}

const WIDE = { width: 1280, height: 720 }

/**
 * How much later than the widget's element a shift can be, in ms, and still be its doing: its form
 * can come in a second file.
 */
const SHIFTS_FOR = 1_500

const countControls = (frame: Frame) => frame.evaluate(() => window.latchkeyDoctor.controls().length).catch(() => 0)

/** Returns the frame with the widget: the page, or a frame in it. */
const frameWithWidget = async (page: Page): Promise<Frame | undefined> => {
  for (const frame of page.frames()) if ((await countControls(frame)) > 0) return frame
  return undefined
}

/** Does what a page waits for that loads the widget late (`data-when`). Runs in the page. */
function bringAbout(): void {
  for (const { dataset } of document.querySelectorAll<HTMLScriptElement>('script[data-when][data-element]')) {
    const element = document.querySelector<HTMLElement>(dataset.element!)
    if (dataset.when === 'visible') element?.scrollIntoView()
    if (dataset.when === 'click') element?.click()
  }
}

/** A page that answers later than this is at work, in ms. */
const BUSY = 50

/**
 * Waits until there is a widget that has asked for its project, or until the page is quiet without
 * one.
 */
const awaitWidget = async (page: Page, watcher: Watch) => {
  let frame: Frame | undefined
  await waitFor(async () => {
    const start = Date.now()
    await page.mainFrame().evaluate(bringAbout)
    if (Date.now() - start > BUSY) watcher.stir()
    frame = await frameWithWidget(page)
    return frame || watcher.isQuiet(limits.absence)
  }, limits.widget)
  if (!frame) return undefined
  const place = frame
  await waitFor(async () => {
    const { clients } = await place.evaluate(readMarkup)
    return watcher.isQuiet(clients.length > 0 ? limits.quiet / 4 : limits.quiet)
  })
  return frame
}

const open = async (page: Page, url: string) => {
  const response = await page.goto(url, { waitUntil: 'domcontentloaded', timeout: limits.page }).catch((error: Error) => {
    throw new CannotRun(`${url} cannot be opened: ${error.message.split('\n')[0]!.replace(/^page\.goto: /, '')}`)
  })
  if (response && response.status() >= 400)
    throw new CannotRun(`${url} answers with status ${response.status()}. Give the URL of the page with the widget.`)
  return response?.headers()
}

const shiftOf = (frame: Frame) =>
  frame.evaluate((duration) => {
    const { mountedAt, shifts } = window.latchkeyDoctor
    if (mountedAt === undefined) return 0
    // painted after the element was there, and before the visitor could do anything
    return shifts.filter(({ at }) => at >= mountedAt - 50 && at <= mountedAt + duration).reduce((sum, { value }) => sum + value, 0)
  }, SHIFTS_FOR)

/** Resolves when the page has painted its next frame, and colors have stopped to change. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.all(changes.map(({ finished }) => finished.catch(() => {})))
  })

/** Measures the widget at both widths and in both color schemes, and walks through it. */
const measure = async (page: Page, frame: Frame): Promise<Pick<Facts, 'wide' | 'narrow' | 'faint' | 'fields' | 'walk'>> => {
  const wide = await frame.evaluate(measureControls)
  const fields = await frame.evaluate(readFields)
  const visible = wide.some((control) => control.visible)
  const walk = visible ? await walkWithTab(page, frame) : undefined
  const faint = await frame.evaluate(findFaintTexts, 'light' as const)
  await page.emulateMedia({ colorScheme: 'dark' })
  await settle(page)
  faint.push(...(await frame.evaluate(findFaintTexts, 'dark' as const)))
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: NARROW, height: WIDE.height })
  await settle(page)
  const narrow = await frame.evaluate(measureControls)
  await page.setViewportSize(WIDE)
  await settle(page)
  return { wide, fields, faint, narrow, ...(walk && { walk }) }
}

/** Why a page without a control of the widget is not used. */
const reasonFor = ({ widgets, clients }: Markup) =>
  widgets.length > 0
    ? 'the widget shows no field and no button'
    : clients.length > 0
      ? 'the page has a client and no widget, as one with screens of its own'
      : 'there is no widget'

const FIRST = 'correct the errors above first'

/**
 * Looks at a page with a browser, in a profile of its own. Resolves with the report. Rejects with
 * `CannotRun` if the page does not open. `chunks` is dist/embed/chunks.json of the doctor's own
 * release.
 */
export const examine = async (browser: Browser, chunks: EmbedChunks, { url, production }: ExamineOptions): Promise<Report> => {
  const began = Date.now()
  const context = await browser.newContext({
    viewport: WIDE,
    colorScheme: 'light',
    // a worker's requests would pass the emulator by
    serviceWorkers: 'block',
    // this machine's own certificates
    ignoreHTTPSErrors: isLoopback(url),
  })
  context.setDefaultTimeout(limits.step)
  try {
    const provider = await emulateProvider(context, url)
    const watcher = watch(context)
    await context.addInitScript(installProbe)
    const page = await context.newPage()
    const headers = await open(page, url)
    const frame = await awaitWidget(page, watcher)
    const place = frame ?? page.mainFrame()
    const markup: Markup = await place.evaluate(readMarkup)
    const facts: Facts = {
      ...markup,
      production: production ?? !isLoopback(markup.url),
      headers,
      cookies: [],
      server: await askServers(context.request, markup),
      violations: await place.evaluate(() => window.latchkeyDoctor.violations),
      files: await watcher.files(new URL(markup.url).origin),
      lines: [...watcher.lines],
      calls: provider.calls,
      shift: frame ? await shiftOf(frame) : 0,
      wide: [],
      narrow: [],
      faint: [],
      fields: [],
      troubles: [],
    }
    if (frame) Object.assign(facts, await measure(page, frame))
    const isBroken = findingsOf(facts, chunks).some(isCause) || !facts.wide.some(({ visible }) => visible)
    const ready = () => awaitWidget(page, watcher)
    const { notChecked, ...callFacts } =
      frame && !isBroken
        ? // a page can go elsewhere, or show something else, in the middle of it
          await tryFirstCalls({ page, frame, context, provider, watch: watcher, ready }).catch((error: Error) =>
            noCall(`the page could not be used: ${error.message.split('\n')[0]}`),
          )
        : noCall(frame ? FIRST : reasonFor(markup))
    Object.assign(facts, callFacts, { cookies: await context.cookies() })
    if (callFacts.link?.tokenStays && redirectsOf(facts).length === 0)
      notChecked['redirect page'] = 'the page names no redirect URL, and spends no token itself'
    // those that the doctor caused by its faults are not the page's
    return reportOf({
      facts,
      findings: findingsOf({ ...facts, calls: withoutFaults(facts) }, chunks),
      notChecked: {
        ...(facts.server?.isElsewhere && { limits: 'your server is not on this machine' }),
        ...(!frame && { 'looks, keyboard and autofill': reasonFor(markup) }),
        ...notChecked,
      },
      downloads: downloads(facts, chunks),
      milliseconds: Date.now() - began,
    })
  } finally {
    await context.close()
  }
}

/** Returns the calls without the refusals of the faults that the doctor has planted. */
const withoutFaults = ({ calls }: Facts) => calls.filter(({ status, refusal }) => !(status === 502 || refusal === 'too_many_requests'))
