/**
 * One visit to a contestant's page in Chromium, measured from outside through the DevTools
 * protocol.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import type * as webVitalsModule from 'web-vitals'
import { findControls } from './controls.ts'
import type { ControlCounts } from './journeys.ts'

/** What web-vitals measures in the page. */
interface Vitals {
  /** Layout shift (CLS). */
  shift: number
  /** INP, in ms. Undefined until the first interaction has been painted. */
  interaction?: number
}

declare global {
  interface Window {
    latchkeyBenchVitals: Vitals
  }
}

/** Globals that the bench adds to the page. */
declare const latchkeyBenchReady: (json: string) => void
declare const latchkeyBenchLive: (at: number) => void
declare const webVitals: typeof webVitalsModule

/**
 * Slow 4G, with latency in ms, and how many times slower than this machine a mid-range phone's CPU
 * is.
 */
export const SLOW = { latency: 150, kilobitsPerSecond: 1600, cpu: 4 }

/** How long a page may take to become usable, in ms. */
const READY_TIMEOUT = 30_000

/**
 * Runs in the page before anything else: looks for the wanted controls in every frame, and reports
 * when they are there, and then when the widget has taken over a form that the page came with.
 */
const watch = (controls: ControlCounts, find: typeof findControls) => {
  const lookForWidget = () => {
    if (document.querySelector('[data-prerendered]')) return void requestAnimationFrame(lookForWidget)
    latchkeyBenchLive(performance.now())
  }
  const look = () => {
    if (document.body && find(controls)) {
      // The visitor does not wait for anything requested after `foundAt`. The controls still have
      // to be painted.
      const foundAt = performance.timeOrigin + performance.now()
      const channel = new MessageChannel()
      channel.port1.onmessage = () => {
        latchkeyBenchReady(JSON.stringify({ foundAt, ready: performance.now() }))
        lookForWidget()
      }
      channel.port2.postMessage(0)
      return
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/**
 * Returns a script for the page itself that does the same where no protocol can, and keeps the time
 * as `latchkeyBenchAt`.
 */
export const watchInPage = (controls: ControlCounts): string =>
  `globalThis.__name = (named) => named
globalThis.latchkeyBenchReady = (json) => (globalThis.latchkeyBenchAt = JSON.parse(json).ready)
globalThis.latchkeyBenchLive = () => {}
;(${watch})(${JSON.stringify(controls)}, ${findControls})`

const webVitalsScript = readFileSync(createRequire(import.meta.url).resolve('web-vitals'), 'utf8')

/**
 * Runs in the page: makes web-vitals record how far the page has moved since it began to load, and
 * how long each interaction from now on takes until it is painted.
 */
const recordVitals = () => {
  const vitals: Vitals = { shift: 0 }
  const all = { reportAllChanges: true }
  webVitals.onCLS(({ value }) => Object.assign(vitals, { shift: value }), all)
  webVitals.onINP(({ value }) => Object.assign(vitals, { interaction: value }), { ...all, durationThreshold: 16 })
  window.latchkeyBenchVitals = vitals
}

/**
 * Runs in the page: returns the middle of the first control, and letters that can be typed into it.
 */
const aim = (controls: Element[]) => {
  const first = controls[0] as HTMLInputElement
  const letters: Record<string, string> = { tel: '213', email: 'ada', text: 'ada' }
  const { left, top, width, height } = first.getBoundingClientRect()
  return {
    x: left + width / 2,
    y: top + height / 2,
    letters: letters[first.localName === 'input' ? first.type : ''] ?? '',
  }
}

/**
 * How long to wait until web-vitals reports the first event of an interaction, and then the others,
 * in ms.
 */
const VITALS_TIMEOUT = { first: 3000, others: 300 }

/**
 * Does what a visitor does first: clicks into the first field and types three letters, or clicks
 * the first button. Resolves with the layout shift and the INP.
 */
const touch = async (page: Page, controls: ControlCounts) => {
  await page.evaluate(webVitalsScript)
  await page.evaluate(recordVitals)
  const { x, y, letters } = await page.evaluate<ReturnType<typeof aim>>(`(${aim})((${findControls})(${JSON.stringify(controls)}))`)
  await page.mouse.click(x, y)
  await page.keyboard.type(letters)
  await page
    .waitForFunction(() => window.latchkeyBenchVitals.interaction !== undefined, null, { timeout: VITALS_TIMEOUT.first })
    .catch(() => {})
  await page.waitForTimeout(VITALS_TIMEOUT.others)
  return page.evaluate(() => window.latchkeyBenchVitals)
}

const metric = (metrics: { name: string; value: number }[], name: string) => metrics.find((entry) => entry.name === name)!.value

/**
 * A request of the page. `type` is a resource type of the DevTools protocol; `began` is in ms since
 * the epoch.
 */
interface RequestRecord {
  url: string
  type?: string
  began: number
  bytes: number
}

interface VisitOptions {
  /** `phone`: the network and the CPU of `SLOW`; `cpu`: only its CPU. Default: neither. */
  slow?: 'phone' | 'cpu'
  /** The controls that make the page usable. Default: one field. */
  controls?: ControlCounts
  /** Whether the page comes with a form that the widget takes over. Default: no. */
  prerendered?: boolean
  /** How long to leave the page alone once it is usable, in ms. Default: 3000. */
  settle?: number
  /** Whether the visitor then clicks and types. Default: no. */
  touched?: boolean
  /** Whether the network is slow by itself, with `phone`. Default: no. */
  isDistant?: boolean
  /** The path of a screenshot to take. */
  screenshot?: string
}

/** What was measured in a visit, or why nothing could be measured. */
export type VisitResult = VisitFigures | { failed: string }

/**
 * Sizes are of scripts and styles as they were sent, in bytes. `first...` is until the page was
 * usable, `rest...` is until the end of `settle`.
 */
export interface VisitFigures {
  failed?: undefined
  /** Time until the page was usable, in ms. */
  ready: number
  /** Time until the widget had taken over a form that the page came with, in ms. */
  live?: number
  /** Time in scripts until it was usable, in ms. */
  cpu: number
  /** Heap at rest, after a garbage collection, in bytes. */
  heap: number
  /** Number of elements, including those in shadow roots. */
  nodes: number
  firstRequests: number
  firstBytes: number
  restRequests: number
  restBytes: number
  /** CLS by web-vitals, if the page was touched. */
  shift?: number
  /** INP by web-vitals, in ms, if the page was touched. */
  interaction?: number
}

/** Visits a page with an empty cache. */
export const visit = async (
  browser: Browser,
  url: string,
  { slow, controls = { field: 1 }, prerendered, settle = 3000, touched, isDistant, screenshot }: VisitOptions = {},
): Promise<VisitResult> => {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  try {
    const devtools = await context.newCDPSession(page)
    const requests = new Map<string, RequestRecord>()
    devtools.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
      if (request.url.startsWith('http')) requests.set(requestId, { url: request.url, type, began: wallTime * 1000, bytes: 0 })
    })
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      const request = requests.get(requestId)
      if (request)
        request.bytes = Number(Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0)
    })
    await Promise.all([devtools.send('Network.enable'), devtools.send('Performance.enable')])
    let finish = (_: { foundAt: number; ready: number }) => {}
    const whenReady = new Promise<{ foundAt: number; ready: number }>((resolve) => {
      finish = resolve
    })
    await page.exposeFunction('latchkeyBenchReady', (json: string) => finish(JSON.parse(json)))
    let live: number | undefined
    const whenLive = new Promise<void>((resolve) => {
      void page.exposeFunction('latchkeyBenchLive', (at: number) => {
        live = at
        resolve()
      })
    })
    // tsx wraps functions in calls of `__name`, so the page needs that function.
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(`(${watch})(${JSON.stringify(controls)}, ${findControls})`)
    if (slow) await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
    if (slow === 'phone' && !isDistant) {
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: SLOW.latency,
        downloadThroughput: SLOW.kilobitsPerSecond * 125,
        uploadThroughput: SLOW.kilobitsPerSecond * 125,
      })
    }
    void page.goto(url, { waitUntil: 'commit' }).catch((error: Error) => complaints.push(error.message))
    const moments = await Promise.race([whenReady, new Promise<undefined>((resolve) => setTimeout(resolve, READY_TIMEOUT))])
    if (!moments) return { failed: complaints[0] ?? `nothing usable within ${READY_TIMEOUT / 1000} s` }
    const { metrics } = await devtools.send('Performance.getMetrics')
    const first = [...requests.values()].filter(({ began }) => began <= moments.foundAt)
    if (prerendered) await Promise.race([whenLive, new Promise((resolve) => setTimeout(resolve, READY_TIMEOUT))])
    await page.waitForTimeout(settle)
    if (screenshot) await page.screenshot({ path: screenshot })
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const nodes = await page.evaluate(() => {
      const count = (root: ParentNode): number =>
        [...root.querySelectorAll('*')].reduce((sum, element) => sum + 1 + (element.shadowRoot ? count(element.shadowRoot) : 0), 0)
      return count(document)
    })
    const code = (list: RequestRecord[]) => list.filter(({ type = '' }) => ['Script', 'Stylesheet'].includes(type))
    const bytes = (list: RequestRecord[]) => code(list).reduce((sum, request) => sum + request.bytes, 0)
    const figures = {
      ready: moments.ready,
      ...(prerendered && { live }),
      cpu: metric(metrics, 'ScriptDuration') * 1000,
      heap: usedSize,
      nodes,
      firstRequests: first.length,
      firstBytes: bytes(first),
      restRequests: requests.size,
      restBytes: bytes([...requests.values()]),
    }
    return touched ? { ...figures, ...(await touch(page, controls)) } : figures
  } finally {
    await context.close()
  }
}
