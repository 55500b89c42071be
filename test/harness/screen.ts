/** What a visitor does to a screen and sees of it; imported after `dom.ts`. */

import { atWork } from './dom.ts'

// Node's own, also while a test holds the clock.
const { setTimeout: sleep, setImmediate: immediate } = globalThis

const turnOfEventLoop = () => new Promise<void>((done) => sleep(() => immediate(done), 0))

/**
 * Lets the framework render and run its effects, and what goes on beside JavaScript come back: so many turns of the event loop, however long they
 * take, and no time. What waits for a timer or for the provider is not over then: wait `until` it shows.
 */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn++) {
    do await turnOfEventLoop()
    while (atWork())
  }
}

/** How long a test waits for what must come, in ms: a busy machine may need it, and one that is not never takes it. */
const PATIENCE = 20_000

/** The first truthy answer of `found`; after 20 seconds, an error that says what never came. */
export async function until<Value>(found: () => Value, what: string | (() => string) = String(found)): Promise<NonNullable<Value>> {
  for (const end = performance.now() + PATIENCE; performance.now() < end;) {
    const value = found()
    if (value) return value
    await turnOfEventLoop()
  }
  throw new Error(`Never: ${typeof what === 'string' ? what : what()}`)
}

/** The parts of a page that a visitor can use. */
export interface Screen {
  root: HTMLElement | ShadowRoot
  /** All that can be read, spaces collapsed. */
  text(): string
  /** Waits until a text can be read. */
  see(text: string): Promise<void>
  find<Found extends Element = HTMLElement>(selector: string): Found | null
  all(selector: string): HTMLElement[]
  /** A button, tab or link by its name. */
  button(name: string): HTMLElement | undefined
  /** Waits for a button and clicks it. */
  press(name: string): Promise<void>
  /** Waits for an input, puts a text into it and fires `input`, as autofill does, and no other event. */
  type(selector: string, text: string): Promise<void>
}

const nameOf = (element: HTMLElement) => element.getAttribute('aria-label') ?? element.textContent!.trim()

export const screenIn = (root: Screen['root']): Screen => {
  const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]
  const text = () => root.textContent!.replace(/\s+/g, ' ')
  const button = (name: string) => all('button, a').find((element) => nameOf(element) === name)
  return {
    root,
    all,
    text,
    button,
    find: (selector) => root.querySelector(selector),
    see: async (wanted) => void await until(() => text().includes(wanted), () => `'${wanted}' in '${text()}'`),
    press: async (name) => (await until(() => button(name), () => `a button '${name}' in '${text()}'`)).click(),
    async type(selector, value) {
      const input = await until(() => root.querySelector<HTMLInputElement>(selector), () => `${selector} in '${text()}'`)
      input.value = value
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText' }))
      await settled()
    },
  }
}
