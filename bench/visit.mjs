/** One visit to a contestant's page in Chromium, measured from outside through the DevTools protocol. */

/** Slow 4G, and a mid-range phone beside the machine that this runs on. */
export const SLOW = { latency: 150, kilobitsPerSecond: 1600, cpu: 4 }

const PATIENCE = 30_000

/**
 * Runs in the page before anything else: from frame to frame it looks for what a visitor could use, in open shadow roots too, and says when it is there. A control
 * counts when it is drawn, opaque, enabled and can be typed in or, where no field is awaited, pressed.
 */
const watch = (wanted) => {
  const fields = ':is(input:not([type]), input[type=text], input[type=email], input[type=tel])'
  const selector = { field: fields, button: 'button', item: 'li' }[wanted.what]
  const usable = (element) =>
    !element.disabled &&
    !element.readOnly &&
    element.getClientRects().length > 0 &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const all = (root) => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap((element) => (element.shadowRoot ? all(element.shadowRoot) : [])),
  ]
  const look = () => {
    if (document.body && all(document).filter(usable).length >= wanted.count) {
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

const metric = (metrics, name) => metrics.find((entry) => entry.name === name).value

/**
 * Visits with an empty cache. Resolves with milliseconds (`ready`, `cpu`), counts and bytes (scripts and styles as sent; `first` before the form was usable,
 * `rest` with what came in the `settle` milliseconds after, without a touch), or with `{ failed }`. `wanted`: what makes it usable, and how many; `slow`:
 * `'phone'` for SLOW, `'cpu'` for its processor alone.
 */
export const visit = async (browser, url, { slow, wanted = { what: 'field', count: 1 }, settle = 3000, screenshot } = {}) => {
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
    await page.addInitScript(watch, wanted)
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
    return {
      ready: found.ready,
      cpu: metric(metrics, 'ScriptDuration') * 1000,
      heap: usedSize,
      nodes,
      firstRequests: first.length,
      firstBytes: bytes(first),
      restRequests: requests.size,
      restBytes: bytes([...requests.values()]),
    }
  } finally {
    await context.close()
  }
}
