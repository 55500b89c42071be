/** Turns of Node's event loop, and other things that a test waits for. */

import { PATIENCE } from './patience.ts'

// Node's own, even while a test controls the clock.
const { setTimeout: sleep, setImmediate: immediate } = globalThis
const now = performance.now.bind(performance)

/** Resolves when due timers have fired, and messages and streams have had their turn. */
export const turnOfEventLoop = () => new Promise<void>((done) => sleep(() => immediate(done), 0))

let calls = 0

const prototype = Object.getPrototypeOf(crypto.subtle) as SubtleCrypto
for (const name of Object.getOwnPropertyNames(prototype) as (keyof SubtleCrypto)[]) {
  const work = prototype[name] as unknown
  if (typeof work !== 'function' || (name as string) === 'constructor') continue
  Object.assign(prototype, {
    async [name](...given: unknown[]) {
      calls += 1
      try {
        return await work.apply(this, given)
      } finally {
        calls -= 1
      }
    },
  })
}

/**
 * Waits until promises have settled, frameworks have rendered and run their effects, and WebCrypto,
 * which works outside the event loop, has answered. It waits for turns of the event loop in which
 * WebCrypto is idle, not for a time. It does not wait for timers or for the provider: use `until`
 * for those.
 */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) {
    do await turnOfEventLoop()
    while (calls > 0)
  }
}

/**
 * Resolves with the first truthy value of `found`. After `PATIENCE`, rejects with an error that
 * says what was missing.
 */
export async function until<Value>(found: () => Value, what: string | (() => string) = String(found)): Promise<NonNullable<Value>> {
  for (const end = now() + PATIENCE; now() < end; ) {
    const value = found()
    if (value) return value
    await turnOfEventLoop()
  }
  throw new Error(`Never: ${typeof what === 'string' ? what : what()}`)
}

/**
 * Ends the page's timers of `ms` at once in this file, whenever no test controls the clock. A test
 * that does control it proves the length.
 */
export function hasten(ms: number): void {
  const { setTimeout } = globalThis
  globalThis.setTimeout = ((act: () => void, of?: number, ...more: []) => setTimeout(act, of === ms ? 0 : of, ...more)) as typeof setTimeout
}

/**
 * Milliseconds of processor time of this process. Unlike clock time, it does not grow on a busy
 * machine.
 */
export const computed = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
