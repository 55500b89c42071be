/**
 * Runs the clients of the drop-in and the provider's own, each in a page of its own, and says what
 * their calls do. The provider's SDK is a black box here.
 */
import { clientIn, methodOf } from '../client/b2b/member.ts'
import { type Network, openBrowser, type Window } from '../client/fakeBrowser.ts'
import { settled } from '../harness/turns.ts'

export type Side = 'theirs' | 'ours'
export type Kind = 'users' | 'members'

const entries: Record<Kind, Record<Side, string>> = {
  users: { theirs: '@stytch/vanilla-js/headless', ours: 'compat/headless.ts' },
  members: { theirs: '@stytch/vanilla-js/b2b/headless', ours: 'compat/b2b/headless.ts' },
}

/** The provider's client leaves out a slash in one call. */
const slashed = (path: string) => path.replace(/^\/?/, '/')

/** Opens a page with a client. `prepare` changes the page before that. */
export const open = (kind: Kind, side: Side, network: Network, prepare: (window: Window) => void = () => {}) => {
  const browser = openBrowser({ network: (request) => network({ ...request, path: slashed(request.path) }) })
  /** The URLs that the page was sent to. */
  const left: string[] = []
  const tab = browser.open({ entry: entries[kind][side], left, prepare })
  const client: object = kind === 'users' ? tab.client() : clientIn(tab)
  const sent = () => browser.calls().map(({ method, path }) => `${method} ${slashed(path)}`)
  return { client, window: tab.window, sent, left, close: browser.close }
}

export type Page = ReturnType<typeof open>

/** The method of a client with this path, bound to its owner. */
export const method = (client: object, path: string): ((...given: unknown[]) => unknown) => {
  const end = path.lastIndexOf('.')
  const owner: object = end < 0 ? client : methodOf(client, path.slice(0, end))
  return methodOf(owner, path.slice(end + 1)).bind(owner)
}

const described = (value: unknown) => {
  if (typeof value === 'function') return 'a function'
  return value && typeof value === 'object' ? `{ ${Object.keys(value).sort().join(' ')} }` : String(value)
}

const errorOf = (thrown: unknown) => {
  const { name, message } = thrown as Error
  return `${name}: ${message}`
}

/**
 * What a call does: how it ends, what it sends, where it leads (without the value of a proof key),
 * and what it leaves in the page.
 */
export interface Outcome {
  ends: string
  sent: string[]
  went: string[]
  left: string[]
}

export const outcomeOf = async ({ window, sent, left: went }: Page, call: () => unknown): Promise<Outcome> => {
  const before = new Set<unknown>(window.document.querySelectorAll('*'))
  const [sentBefore, wentBefore] = [sent().length, went.length]
  let ends = 'waits'
  try {
    const given = call() as PromiseLike<unknown> | undefined
    if (typeof given?.then === 'function')
      given.then(
        (value) => void (ends = `resolves with ${described(value)}`),
        (error: unknown) => void (ends = `rejects with ${errorOf(error)}`),
      )
    else ends = `returns ${described(given)}`
  } catch (error) {
    ends = `throws ${errorOf(error)}`
  }
  for (let turn = 0; turn < 4 && ends === 'waits'; turn++) await new Promise((done) => setImmediate(done))
  if (ends === 'waits') await settled()
  const left = [...window.document.querySelectorAll('*')].filter((element) => !before.has(element)).map(({ outerHTML }) => outerHTML)
  return {
    ends,
    sent: sent().slice(sentBefore),
    went: went.slice(wentBefore).map((url) => url.replace(/(?<=code_challenge=)[\w-]+/, '...')),
    left,
  }
}
