/** The hands of a visitor whose page is this document: a frame of the gallery, or happy-dom. */
import type { LatchkeyClient, LoginProps, Mounted } from '../../entries/index.ts'
import type { ScreenState } from './states.ts'
import { fields } from './steps.ts'
import type { Hands, Wanted } from './walk.ts'

/** How long a visitor looks for something, in ms. Only a busy machine needs that long. */
const PATIENCE = 60_000

/** Time between two looks, in ms. */
const PERIOD = 30

const until = <Found>(find: () => Found, what: string) =>
  new Promise<NonNullable<Found>>((resolve, reject) => {
    const end = Date.now() + PATIENCE
    const look = () => {
      const found = find()
      if (!found && Date.now() < end) return
      clearInterval(timer)
      if (found) resolve(found)
      else reject(new Error(`There is no ${what}.`))
    }
    const timer = setInterval(look, PERIOD)
    look()
  })

const textOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent!

const typeInto = (input: HTMLInputElement, text: string) => {
  // as a visitor does, and not as a framework does, which would not hear of it
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Timers of exactly so many ms never end, until the result is called. */
export const stopTimers = (ms: number) => {
  const { setTimeout } = window
  window.setTimeout = ((act: () => void, after?: number) => setTimeout(act, after === ms ? 2 ** 31 - 1 : after)) as typeof setTimeout
  return () => {
    window.setTimeout = setTimeout
  }
}

/**
 * Mounts a state in an element, with further props. A token of a reset email mounts the page for a
 * new password.
 */
export const mountState = (
  client: LatchkeyClient,
  { config, manifest, props: { mount, ...own } = {} }: ScreenState,
  given: LoginProps & { elementId: HTMLElement },
  passwordResetToken?: string,
): Mounted<LoginProps> => {
  const props = { config, ...own, ...given, ...(manifest && { getIDPConsentManifest: () => manifest }), passwordResetToken }
  return client[passwordResetToken ? 'mountResetPassword' : (mount ?? 'mountLogin')](props as never) as Mounted<LoginProps>
}

/** What this page gives a visitor. */
interface Stage extends Pick<Hands, 'emulator' | 'words' | 'open'> {
  /** The element in which the widget is mounted. */
  host: () => ParentNode
  /** The client of the current visit. */
  client: () => object
}

export const inDocument = ({ emulator, words, open, host, client }: Stage): Hands => {
  const all = <Found extends Element = HTMLElement>(selector: string) => [...host().querySelectorAll<Found>(selector)]
  const canBePressed = (element: HTMLElement) => !element.matches(':disabled') && element.getAttribute('aria-disabled') !== 'true'
  /** Collects the widget's texts, and names that only screen readers say. */
  const texts = () => [(host() as Element).textContent!, ...all('[aria-label]').map(textOf)]
  const fits = (text: string, wanted: Wanted) =>
    (!wanted.named || text.toLowerCase().includes(wanted.named.toLowerCase())) && (!wanted.text || wanted.text.test(text))
  return {
    emulator,
    words,
    open,
    until,
    fill: async (field, text) => typeInto(await until(() => all<HTMLInputElement>(fields[field])[0], `field: ${field}`), text),
    leaveEmail: () =>
      until(() => {
        // again and again, because the code that listens may not be there yet
        all(fields.email)[0]?.dispatchEvent(new Event('change', { bubbles: true }))
        return all('.lk-hint > button')[0]
      }, 'hint'),
    async press({ ofRow, ...wanted }) {
      const find = (wanted: Wanted, selector = 'button') =>
        all(selector).find((button) => canBePressed(button) && fits(textOf(button), wanted))
      const menu = () => (ofRow ? find({ named: wanted.named }, '[aria-haspopup=menu]') : undefined)
      const button = await until(() => find(wanted) ?? menu(), `button ${wanted.named ?? wanted.text}`)
      button.click()
      if (button.getAttribute('aria-haspopup'))
        (await until(() => find({ text: wanted.text }, '[role=menuitem]'), `${wanted.text} in a menu`)).click()
    },
    click: async (selector) => (await until(() => all(selector).find(canBePressed), selector)).click(),
    async unfold() {
      for (const summary of all('summary')) summary.click()
    },
    shows: (selector) => until(() => all(selector)[0], selector),
    says: (pattern) => until(() => texts().some((text) => pattern.test(text)), `text ${pattern}`),
    call(method, given) {
      const [name, act] = method.split('.') as [string, string]
      return (client() as Record<string, Record<string, (given?: object) => Promise<unknown>>>)[name]![act]!(given)
    },
  }
}
