/** Operates and reads a screen like a visitor. Import it after `dom.ts`. */

import { settled, until } from './turns.ts'

export { settled, until }

/** The parts of a page that a visitor can use. */
export interface Screen {
  root: HTMLElement | ShadowRoot
  /** All visible text, with spaces collapsed. */
  text(): string
  /** Waits until a text is visible. */
  see(text: string): Promise<void>
  find<Found extends Element = HTMLElement>(selector: string): Found | null
  all(selector: string): HTMLElement[]
  /** A button, tab or link by its name. */
  button(name: string): HTMLElement | undefined
  /** Waits for a button and clicks it. */
  press(name: string): Promise<void>
  /** Waits for an input, sets its text and fires `input` and no other event, like autofill. */
  type(selector: string, text: string): Promise<void>
  /**
   * Writes with an input method, which shows each of `steps` before it commits the last one, and
   * calls `during` before that.
   */
  compose(selector: string, steps: string[], during?: () => void | Promise<void>): Promise<void>
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
    see: async (wanted) =>
      void (await until(
        () => text().includes(wanted),
        () => `'${wanted}' in '${text()}'`,
      )),
    press: async (name) =>
      (
        await until(
          () => button(name),
          () => `a button '${name}' in '${text()}'`,
        )
      ).click(),
    async type(selector, value) {
      const input = await until(
        () => root.querySelector<HTMLInputElement>(selector),
        () => `${selector} in '${text()}'`,
      )
      input.value = value
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText' }))
      await settled()
    },
    async compose(selector, steps, during) {
      const input = root.querySelector<HTMLInputElement>(selector)!
      const before = input.value
      const fire = (type: string, isComposing = false) =>
        input.dispatchEvent(
          type === 'input'
            ? new InputEvent(type, { bubbles: true, composed: true, inputType: 'insertCompositionText', isComposing })
            : new Event(type, { bubbles: true, composed: true }),
        )
      fire('compositionstart')
      for (const step of steps) {
        input.value = before + step
        fire('input', true)
        await settled()
      }
      await during?.()
      fire('compositionend')
      await settled()
    },
  }
}
