/** Mounts the log-in widget on a page with an emulator behind it, through msw. */
import './dom.ts'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { pageState } from '../../src/browser/pageState.ts'
import { coreKey } from '../../src/client/core.ts'
import { en } from '../../src/strings/en.ts'
import { createEmulator } from '../../src/tools/emulator/index.ts'
import { LatchkeyClient } from '../../src/entries/index.ts'
import type { ClientOptions } from '../../src/client/publicTypes.ts'
import type { Callbacks, LoginProps, Mounted, WidgetEvent } from '../../src/widget/publicTypes.ts'
import { screenIn, settled, until, type Screen } from './screen.ts'

export const provider = createEmulator()

/** The cookies of the browser that no script can read. */
const jar = new Map<string, string>()

setupServer(
  http.all('*', async ({ request }) => {
    request.headers.set('Cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await provider.fetch(request).catch(() => Response.error())
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line)!
      if (line.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }),
).listen({ onUnhandledRequest: 'error' })

/** Requests without an answer so far. */
let underWay = 0
const { fetch } = globalThis
globalThis.fetch = async (...given) => {
  underWay += 1
  try {
    return await fetch(...given)
  } finally {
    underWay -= 1
  }
}

/**
 * Waits until every request has its answer and the page has processed it. Never resolves while a
 * fault holds an answer.
 */
export async function idle(): Promise<void> {
  do {
    await until(
      () => underWay === 0,
      () => `the answer to ${underWay} requests`,
    )
    await settled()
  } while (underWay > 0)
}

/** What the page's `reportError` has received; happy-dom has none of its own. */
export const reported: unknown[] = []
globalThis.reportError = (error) => {
  reported.push(error)
}

export interface Login extends Screen {
  client: LatchkeyClient
  handle: Mounted<LoginProps>
  /** The element that the widget was mounted in. */
  parent: HTMLElement
  /** The events that the host's callbacks received. */
  events: WidgetEvent[]
  errors: unknown[]
  /** The DOM events that the page received. */
  heard: CustomEvent[]
  /** What the provider's log received, after the client has sent the rest: names and details. */
  logged(): Promise<[name: string, details: any][]>
}

const opened: Login[] = []

let clients = 0

/**
 * A client of the emulator with a public token of its own, so that the log of an earlier test is
 * not mixed in.
 */
export const newClient = (options?: ClientOptions) =>
  new LatchkeyClient(`public-token-test-${++clients}`, { customBaseUrl: 'http://provider.test', ...options })

/** A host's callbacks, and what they have received. */
export const recording = (): { callbacks: Required<Callbacks>; events: WidgetEvent[]; errors: unknown[] } => {
  const events: WidgetEvent[] = []
  const errors: unknown[] = []
  return { callbacks: { onEvent: (event) => void events.push(event), onError: (error) => void errors.push(error) }, events, errors }
}

/** Mounts a widget in `parent`, by default a new element of the page, and waits until it shows. */
export async function open({
  client = newClient(),
  parent = newParent(),
  ...props
}: LoginProps & { client?: LatchkeyClient; parent?: HTMLElement } = {}): Promise<Login> {
  const { events, errors, callbacks } = recording()
  const heard: CustomEvent[] = []
  for (const type of ['latchkey:event', 'latchkey:error']) parent.addEventListener(type, (event) => heard.push(event as CustomEvent))
  const { publicToken, backend } = client[coreKey]
  // only the tests of plain words (test/widget/plainWords.test.ts) are about the default there
  const handle = client.mountLogin({ elementId: parent, callbacks, strings: backend ? en : undefined, ...props })
  const element = parent.lastElementChild as HTMLElement
  const told = () => provider.events().filter(({ event }) => event.public_token === publicToken)
  const logged = async () => {
    await client[coreKey].engine()
    // A screen sends its event when the settings have arrived.
    await idle()
    dispatchEvent(new Event('pagehide'))
    await until(() => told().length, 'the log')
    await idle()
    return told().map(({ event: { event_name, details } }): [string, any] => [event_name, details])
  }
  const login = { ...screenIn(element.shadowRoot ?? element), client, handle, parent, events, errors, heard, logged }
  opened.push(login)
  await until(login.text, 'a screen')
  // Runs its effects.
  await settled()
  return login
}

export const newParent = () => document.body.appendChild(document.createElement('main'))

/** The bodies that were sent to a route, such as `POST /otps/authenticate`, oldest first. */
export const sent = (route: string): any[] =>
  provider
    .requests()
    .filter(({ method, path }) => `${method} ${path.replace('/sdk/v1', '')}` === route)
    .map(({ body }) => body)

/** The newest message to a visitor. */
export const mail = () => until(() => provider.outbox().at(-1), 'a message')

/** Opens this page with a link that was sent. */
export const follow = async () => {
  const client = newClient()
  await client.magicLinks.email.loginOrCreate('ada@example.com', { signup_magic_link_url: 'http://localhost/in?a=%20b' })
  const { url } = provider.outbox().at(-1)!
  history.replaceState({ mine: 1 }, '', url!.replace('http://localhost', ''))
  return { client, token: new URL(url!).searchParams.get('token')! }
}

/** For `test.after.each`: resets the page, the browser and the provider. */
export async function closeAll(): Promise<void> {
  for (const { handle, client } of opened.splice(0)) {
    handle.unmount()
    client[coreKey].destroy()
  }
  document.body.replaceChildren()
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; path=/; max-age=0`
  jar.clear()
  localStorage.clear()
  history.replaceState(null, '', '/')
  const shared = pageState()
  shared.spent.clear()
  shared.clients.clear()
  shared.sessions?.clear()
  shared.cookies?.clear()
  reported.length = 0
  provider.reset()
}
