/** Turns of Node's event loop, and what a test has to wait for beside them. */

// Node's own, also while a test holds the clock.
const { setTimeout: sleep, setImmediate: immediate } = globalThis
const now = performance.now.bind(performance)

/** Timers that are due have fired by then, and messages and streams have had their turn. */
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
 * Lets promises run to their end, frameworks render and run their effects, and WebCrypto, which works beside the event loop, come back: so many
 * turns in which it has nothing under way, however long they take, and no time. What waits for a timer or for the provider is not over then:
 * wait `until` it shows.
 */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) {
    do await turnOfEventLoop()
    while (calls > 0)
  }
}

/** How long a test waits for what must come, in ms: a busy machine may need it, and one that is not never takes it. */
const PATIENCE = Number(process.env.LATCHKEY_PATIENCE ?? 20_000)

/** The first truthy answer of `found`; after 20 seconds, an error that says what never came. */
export async function until<Value>(found: () => Value, what: string | (() => string) = String(found)): Promise<NonNullable<Value>> {
  for (const end = now() + PATIENCE; now() < end; ) {
    const value = found()
    if (value) return value
    await turnOfEventLoop()
  }
  throw new Error(`Never: ${typeof what === 'string' ? what : what()}`)
}

/**
 * The page's timers of `ms` are over at once in this file, wherever no test holds the clock; one that does shows that the product waits so long.
 */
export function hasten(ms: number): void {
  const { setTimeout } = globalThis
  globalThis.setTimeout = ((act: () => void, of?: number, ...more: []) => setTimeout(act, of === ms ? 0 : of, ...more)) as typeof setTimeout
}

/** Milliseconds that this process has computed for; a busy machine does not make them more, as it does those on the clock. */
export const computed = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
