/** One log-in (logIns.ts) in Chromium, timed from outside through the DevTools protocol. */
import type { Browser } from 'playwright-core'
import type { Emulator } from '../src/tools/emulator/index.ts'
import type { Find, LogIn } from './logIns.ts'
import { SLOW } from './visit.ts'

/** How long a log-in may take, in ms. */
const TIMEOUT = 30_000

declare const latchkeyBenchDone: (json: string) => void

/**
 * Runs in the page before anything else: lets the visitor act as soon as they can, and reports when
 * they are there. Times are in ms since the epoch.
 */
const watch = (isReady: (find: Find) => unknown, turn: LogIn['turn'], act: LogIn['act'], isDone: (find: Find) => unknown) => {
  const search = (root: ParentNode, selector: string): HTMLInputElement | undefined => {
    const field = root.querySelector<HTMLInputElement>(selector)
    if (field) return field
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      const inside = shadowRoot && search(shadowRoot, selector)
      if (inside) return inside
    }
    return undefined
  }
  const find: Find = (selector) => search(document, selector)
  const now = () => performance.timeOrigin + performance.now()
  let began: number | undefined = act ? undefined : performance.timeOrigin
  let acting = false
  const look = async () => {
    if (document.body) {
      if (act && !acting && isReady(find)) {
        acting = true
        await turn?.(find)
        began = now()
        act(find)
      }
      if (began && isDone(find)) {
        // what the visitor waits for still has to be painted
        const channel = new MessageChannel()
        channel.port1.onmessage = () => latchkeyBenchDone(JSON.stringify({ began, done: now() }))
        return channel.port2.postMessage(0)
      }
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** What was measured, in ms, or why nothing could be measured. */
export type LogInTimes =
  | {
      failed?: undefined
      /** Until the call left. */
      call?: number
      /** Until the visitor was there. */
      done: number
      /** Until the last byte of the call's answer. */
      answered?: number
      /** From the last byte of the call's answer until the visitor was there. */
      drawn?: number
      /**
       * Scripts that were asked for from the beginning until the call left or, without a call,
       * until the visitor was there.
       */
      files: number
    }
  | { failed: string }

/** Goes through a log-in once, on a slow phone, whose network can be slow by itself. */
export const follow = async (
  browser: Browser,
  emulator: Emulator,
  url: string,
  { prepare, call, ready, turn, act, done }: LogIn,
  isDistant: boolean,
): Promise<LogInTimes> => {
  const context = await browser.newContext({ viewport: { width: 800, height: 900 }, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  try {
    const firstUrl = prepare ? await prepare({ page, emulator, url }) : url
    const devtools = await context.newCDPSession(page)
    const scripts: number[] = []
    let callStart: number | undefined
    let answer: { id: string; at?: number } | undefined
    let clocks = 0
    devtools.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime, timestamp }) => {
      if (type === 'Script') scripts.push(wallTime * 1000)
      if (!call || callStart || request.method === 'OPTIONS' || !new URL(request.url).pathname.endsWith(call)) return
      callStart = wallTime * 1000
      clocks = (wallTime - timestamp) * 1000
      answer = { id: requestId }
    })
    devtools.on('Network.loadingFinished', ({ requestId, timestamp }) => {
      if (answer && requestId === answer.id) answer.at = timestamp * 1000 + clocks
    })
    await devtools.send('Network.enable')
    let finish = (_: { began: number; done: number }) => {}
    const finishTimes = new Promise<{ began: number; done: number }>((resolve) => {
      finish = resolve
    })
    await page.exposeFunction('latchkeyBenchDone', (json: string) => finish(JSON.parse(json)))
    // tsx wraps functions in calls of `__name`, so the page needs that function
    await page.addInitScript('globalThis.__name = (named) => named')
    await page.addInitScript(`(${watch})((find) => ${ready}, ${turn}, ${act}, (find) => ${done})`)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
    const throughput = SLOW.kilobitsPerSecond * 125
    const network = { offline: false, latency: SLOW.latency, downloadThroughput: throughput, uploadThroughput: throughput }
    if (!isDistant) await devtools.send('Network.emulateNetworkConditions', network)
    void page.goto(firstUrl, { waitUntil: 'commit' }).catch((error: Error) => complaints.push(error.message))
    const times = await Promise.race([finishTimes, new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT))])
    if (!times || (call && !callStart)) return { failed: complaints[0] ?? `not there within ${TIMEOUT / 1000} s` }
    const end = callStart ?? times.done
    return {
      ...(callStart && {
        call: callStart - times.began,
        ...(answer?.at && { answered: answer.at - times.began, drawn: Math.max(0, times.done - answer.at) }),
      }),
      done: times.done - times.began,
      files: scripts.filter((at) => at >= times.began && at <= end).length,
    }
  } finally {
    await context.close()
  }
}
