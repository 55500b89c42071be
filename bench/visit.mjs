/** One visit to a contestant's page in Chromium, measured from outside through the DevTools protocol. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { findControls } from './controls.mjs'

/** Slow 4G, and a mid-range phone beside the machine that this runs on. */
export const SLOW = { latency: 150, kilobitsPerSecond: 1600, cpu: 4 }

const PATIENCE = 30_000

/** Runs in the page before anything else: looks from frame to frame for what is wanted, and says when it is there. */
const watch = (wanted, findControls) => {
  const look = () => {
    if (document.body && findControls(wanted)) {
      // What is fetched from now on, the visitor does not wait for; what is there has yet to be painted.
      const seen = performance.timeOrigin + performance.now()
      const painted = new MessageChannel()
      painted.port1.onmessage = () => latchkeyBenchReady(JSON.stringify({ seen, ready: performance.now() }))
      painted.port2.postMessage(0)
      return
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

const webVitals = readFileSync(createRequire(import.meta.url).resolve('web-vitals'), 'utf8')

/** Has web-vitals note what has moved since the page began, and how long each touch from now on takes until it shows. */
const note = () => {
  const vitals = { shift: 0 }
  const all = { reportAllChanges: true }
  webVitals.onCLS(({ value }) => Object.assign(vitals, { shift: value }), all)
  webVitals.onINP(({ value }) => Object.assign(vitals, { interaction: value }), { ...all, durationThreshold: 16 })
  window.latchkeyBenchVitals = vitals
}

/** Runs in the page: the middle of a control, and what may be typed into it. */
const aim = (controls) => {
  const { left, top, width, height } = controls[0].getBoundingClientRect()
  return {
    x: left + width / 2,
    y: top + height / 2,
    letters: { tel: '213', email: 'ada', text: 'ada' }[controls[0].localName === 'input' ? controls[0].type : ''] ?? '',
  }
}

/** How long web-vitals may take to tell of the first event of a touch, and how long it has for the others, in ms. */
const TOLD = { first: 3000, others: 300 }

/** The visitor's first touch: a click into the first field and three letters, or on the first button. Resolves with `{ shift, interaction }`, the latter in ms. */
const touch = async (page, wanted) => {
  await page.evaluate(webVitals)
  await page.evaluate(note)
  const { x, y, letters } = await page.evaluate(`(${aim})((${findControls})(${JSON.stringify(wanted)}))`)
  await page.mouse.click(x, y)
  await page.keyboard.type(letters)
  await page.waitForFunction(() => window.latchkeyBenchVitals.interaction !== undefined, null, { timeout: TOLD.first }).catch(() => {})
  await page.waitForTimeout(TOLD.others)
  return page.evaluate(() => window.latchkeyBenchVitals)
}

const metric = (metrics, name) => metrics.find((entry) => entry.name === name).value

/**
 * Visits with an empty cache. Resolves with milliseconds (`ready`, `cpu`), counts and bytes (scripts and styles as sent; `first` before the form was usable,
 * `rest` with what came in the `settle` milliseconds after, without a touch), or with `{ failed }`. `wanted`: what makes it usable, and how many; `slow`:
 * `'phone'` for SLOW, `'cpu'` for its processor alone. With `touched` the visitor then begins, and there are `shift`, what has moved of the page as web-vitals'
 * CLS counts it, and `interaction`, its INP in ms.
 */
export const visit = async (browser, url, { slow, wanted = { field: 1 }, settle = 3000, touched, screenshot } = {}) => {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  try {
    const devtools = await context.newCDPSession(page)
    const requests = new Map()
    devtools.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime }) => {
      if (request.url.startsWith('http')) requests.set(requestId, { url: request.url, type, began: wallTime * 1000, bytes: 0 })
    })
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      const request = requests.get(requestId)
      if (request)
        request.bytes = Number(Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0)
    })
    await Promise.all([devtools.send('Network.enable'), devtools.send('Performance.enable')])
    let ready
    const readied = new Promise((resolve) => {
      ready = resolve
    })
    await page.exposeFunction('latchkeyBenchReady', (found) => ready(JSON.parse(found)))
    await page.addInitScript(`(${watch})(${JSON.stringify(wanted)}, ${findControls})`)
    if (slow) await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
    if (slow === 'phone') {
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: SLOW.latency,
        downloadThroughput: SLOW.kilobitsPerSecond * 125,
        uploadThroughput: SLOW.kilobitsPerSecond * 125,
      })
    }
    void page.goto(url, { waitUntil: 'commit' }).catch((error) => complaints.push(error.message))
    const found = await Promise.race([readied, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
    if (!found) return { failed: complaints[0] ?? `nothing usable within ${PATIENCE / 1000} s` }
    const { metrics } = await devtools.send('Performance.getMetrics')
    const first = [...requests.values()].filter(({ began }) => began <= found.seen)
    await page.waitForTimeout(settle)
    if (screenshot) await page.screenshot({ path: screenshot })
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    const nodes = await page.evaluate(() => {
      const count = (root) =>
        [...root.querySelectorAll('*')].reduce((sum, element) => sum + 1 + (element.shadowRoot ? count(element.shadowRoot) : 0), 0)
      return count(document)
    })
    const code = (list) => list.filter(({ type }) => ['Script', 'Stylesheet'].includes(type))
    const bytes = (list) => code(list).reduce((sum, request) => sum + request.bytes, 0)
    const measured = {
      ready: found.ready,
      cpu: metric(metrics, 'ScriptDuration') * 1000,
      heap: usedSize,
      nodes,
      firstRequests: first.length,
      firstBytes: bytes(first),
      restRequests: requests.size,
      restBytes: bytes([...requests.values()]),
    }
    return touched ? { ...measured, ...(await touch(page, wanted)) } : measured
  } finally {
    await context.close()
  }
}
