/**
 * First screens in Firefox. It has no throttling of its own, so the network is that of network.ts,
 * and the CPU is that of this machine.
 */
import { openFirefox } from '../test/engines/firefox.ts'
import type { OpenEngine } from '../test/engines/engine.ts'
import type { Contestant } from './contestants/contestant.ts'
import { median } from './median.ts'

/** How long a page may take, in ms, and between two looks at it. */
const [TIMEOUT, PERIOD] = [30_000, 100]

/** The times until a form can be used, by contestant, or why there are none. */
export type FirefoxTimes = { version: string; ready: Record<string, number> } | { missing: string }

/** Visits each page `runs` times, after a visit that does not count, each with an empty cache. */
export const timesInFirefox = async (
  pageOf: (contestant: Contestant) => string,
  contestants: readonly Contestant[],
  runs: number,
  open: OpenEngine = openFirefox,
): Promise<FirefoxTimes> => {
  const browser = await open()
  if ('missing' in browser) return browser
  const times = new Map<string, number[]>(contestants.map(({ id }) => [id, []]))
  try {
    for (let run = 0; run <= runs; run++)
      for (const contestant of contestants) {
        const page = await browser.visit()
        try {
          await page.open(pageOf(contestant))
          const ready = await page.run(
            async ([timeout, period]) => {
              const at = () => (window as { latchkeyBenchAt?: number }).latchkeyBenchAt
              const end = performance.now() + timeout!
              while (!at() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, period))
              return at() ?? 0
            },
            [TIMEOUT, PERIOD],
          )
          if (!ready) throw new Error(`${contestant.id} is not usable in ${browser.version} within ${TIMEOUT / 1000} s`)
          if (run > 0) times.get(contestant.id)!.push(ready)
        } finally {
          await page.close()
        }
      }
    return { version: browser.version, ready: Object.fromEntries([...times].map(([id, values]) => [id, median(values).median])) }
  } finally {
    await browser.close()
  }
}
