/**
 * What a host's page does with the provider's SDK, written once for all of its versions. It shows
 * who is signed in, redeems the token with which a visitor returns, and otherwise mounts the screen
 * that the test has asked for.
 */

/** A screen of the Admin Portal. */
export type PortalScreen = 'settings' | 'members' | 'SSO connections' | 'SCIM connection'

/** What the test wants of the page. The test sets it before any script of the page runs. */
export interface Arrangement {
  /** URL of the emulator. */
  api: string
  /** What the page mounts. `nothing`: the test calls the client itself. */
  screen: 'login' | 'passkey registration' | 'consent' | 'nothing' | PortalScreen
  /** The configuration of the screen, with the names of products in place of the products. */
  config: Record<string, unknown> & { products?: string[] }
}

/** What the SDK's events and errors told the page, and what the page itself caught. */
interface Told {
  events: string[]
  errors: string[]
}

export interface Callbacks {
  onEvent: (event: { type: string }) => void
  onError: (error: unknown) => void
}

/** One version of the SDK. */
export interface Sdk {
  client: any
  mount: {
    login?: (config: Arrangement['config'], callbacks: Callbacks) => void
    'passkey registration'?: (config: Arrangement['config'], callbacks: Callbacks) => void
    consent?: (callbacks: Callbacks) => void
    portal?: (screen: PortalScreen) => void
    /**
     * The screen where a visitor who comes from a reset email sets a new password. Members set it
     * on the log-in screen.
     */
    reset?: (config: Arrangement['config'], callbacks: Callbacks, token: string) => void
  }
  /** Redeems the token of a link or of a sign-in with a social provider. */
  redeem?: (kind: string, token: string) => Promise<unknown>
}

export const arrangement = () => (window as unknown as { arrangement: Arrangement }).arrangement

/** Puts one of the elements of the SDK 6 into the page. */
export const rendering = (client: object) => (name: string, Element: CustomElementConstructor, props: object) => {
  customElements.define(name, Element)
  const element = document.createElement(name) as HTMLElement & { render(props: object): void }
  document.getElementById('screen')!.replaceChildren(element)
  element.render({ client, ...props })
}

const told: Told = { events: [], errors: [] }

const messageOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : JSON.stringify(error))

const show = (id: string, text: string) => {
  const place = document.getElementById(id)!
  place.textContent = text
}

/** Starts the page. */
export const startPage = (sdk: Sdk): void => {
  const { screen, config } = arrangement()
  const callbacks: Callbacks = {
    onEvent: ({ type }) => void told.events.push(type),
    onError: (error) => void told.errors.push(messageOf(error)),
  }
  Object.assign(window, { client: sdk.client, told })
  const { client } = sdk
  const showHolder = () => {
    const holder = client.session.getSync() && (client.user ?? client.self).getSync()
    show('holder', holder ? `Signed in: ${holder.user_id ?? holder.member_id}` : 'Signed out')
  }
  for (const part of [client.session, client.user ?? client.self]) part.onChange(showHolder)
  showHolder()

  const query = new URLSearchParams(location.search)
  const [token, kind] = ['token', 'stytch_token_type'].map((name) => query.get(name))
  const { mount, redeem } = sdk
  if (token && kind === 'reset_password' && mount.reset) mount.reset(config, callbacks, token)
  else if (token && kind && redeem) redeem(kind, token).catch(callbacks.onError)
  else if (screen === 'consent') mount.consent!(callbacks)
  else if (screen === 'login' || screen === 'passkey registration') mount[screen]!(config, callbacks)
  else if (screen !== 'nothing') mount.portal!(screen)
}
