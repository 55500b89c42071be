import { givenUp, nameOf, reasonOf } from './ceremonyErrors.ts'
import type { CeremonyOptions } from './credentials.ts'
import { pageState, type PageState } from './pageState.ts'

/**
 * How long the browser may take to end an aborted ceremony, in ms. A password manager that replaces
 * this API may never end it.
 */
const ABORT_TIMEOUT = 1000

/**
 * Returns how long a challenge is valid, in ms, by the `timeout` of its options: 5 minutes if that
 * is not a number, and between 30 s and 10 minutes in any case, because autofill requests a new
 * challenge each time one expires.
 */
const lifeOf = (timeout: unknown): number => (typeof timeout === 'number' ? Math.min(Math.max(timeout, 30_000), 600_000) : 300_000)

/**
 * How a ceremony asks the visitor:
 * - `prompt`: at once.
 * - `immediate`: at once, but only for what is on this device. With nothing there, it fails within
 *   milliseconds and the visitor sees nothing.
 * - `autofill`: in the list under a field, for as long as it takes.
 * - `upgrade`: not at all. The browser creates a passkey if it can.
 */
export type Mode = NonNullable<PageState['ceremony']>['mode']

const ranks: Record<Mode, number> = { prompt: 2, immediate: 2, autofill: 1, upgrade: 0 }

/** What the browser is told about each mode. */
const ways: { [Name in Mode]?: object } = {
  immediate: { uiMode: 'immediate' },
  autofill: { mediation: 'conditional' },
  upgrade: { mediation: 'conditional' },
}

/**
 * Returns whether a ceremony that begins gives way to the one that is there: autofill then waits
 * until it is over, and an upgrade does not begin. Otherwise it ends the other one, which is of its
 * own rank or below. What the visitor has asked for is above autofill, which is above what nobody
 * has asked for.
 */
export const givesWay = (begins: Mode, there: Mode): boolean => ranks[begins] < ranks[there]

/**
 * How long the browser may take to create a passkey without a question, in ms. One that cannot
 * never says so, and blocks every other ceremony (seen in Chromium 156).
 */
const UPGRADE_TIMEOUT = 5000

/**
 * How long it takes a browser at most to notice that the device has no passkey, in ms. Nobody
 * closes a prompt as fast.
 */
const NONE_THERE = 1000

/**
 * Runs a ceremony. A page can have only one: {@link givesWay} says what happens if there is
 * another, and one that is aborted has settled before this one begins. Resolves with undefined if
 * the challenge of autofill expired while it waited, after which the caller begins again with a new
 * one, and if an upgrade took too long. Resolves with null if the browser returns nothing. `kind`
 * is a method of `navigator.credentials`. `orPrompt`: an immediate ceremony on a device without a
 * passkey becomes a prompt. If the visitor has closed it, it fails.
 */
export async function ceremony(
  kind: 'create' | 'get',
  publicKey: CeremonyOptions,
  { signal, mode = 'prompt', orPrompt }: { signal?: AbortSignal; mode?: Mode; orPrompt?: boolean } = {},
): Promise<unknown> {
  const page = pageState()
  const before = page.ceremony
  if (before && !givesWay(mode, before.mode)) before[mode === 'autofill' ? 'abort' : 'end']()
  else if (before && mode === 'upgrade') throw givenUp()
  const controller = new AbortController()
  const abort = () => controller.abort()
  /** Aborts this ceremony and the one that it may still be waiting for. */
  const end = () => {
    abort()
    before?.end()
  }
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  let stale = false
  let abortTimer: ReturnType<typeof setTimeout> | undefined
  const running = (async () => {
    await before?.settled
    const ask = async (how?: object) => navigator.credentials[kind]({ publicKey, signal: controller.signal, ...how })
    const began = Date.now()
    const prompt = ask(ways[mode]).catch((error) => {
      if (!orPrompt || controller.signal.aborted || (nameOf(error) === 'NotAllowedError' && Date.now() - began > NONE_THERE)) throw error
      return ask()
    })
    // a password manager that replaces the browser's API may ignore the signal, and the next
    // ceremony waits for this one
    const ended = new Promise<never>((_, reject) => {
      const end = () => (abortTimer = setTimeout(() => reject({ name: 'AbortError' }), ABORT_TIMEOUT))
      if (controller.signal.aborted) end()
      else controller.signal.addEventListener('abort', end)
    })
    return (await Promise.race([prompt, ended])) ?? null
  })()
  const mine = { abort, end, mode, settled: running.catch(() => {}) }
  page.ceremony = mine
  // a browser lets autofill wait forever, but a challenge expires, and a visitor who chooses a
  // passkey needs some time
  const timer = setTimeout(
    () => {
      stale = ranks[mode] < ranks.prompt
      if (stale) abort()
    },
    mode === 'upgrade' ? UPGRADE_TIMEOUT : lifeOf(publicKey.timeout) * 0.8,
  )
  try {
    return await running
  } catch (cause) {
    if (stale) return
    throw reasonOf(cause)
  } finally {
    clearTimeout(timer)
    clearTimeout(abortTimer)
    signal?.removeEventListener('abort', abort)
    if (page.ceremony === mine) page.ceremony = undefined
  }
}
