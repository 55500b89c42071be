/**
 * The screens under the names of the provider's SDK 6: functions that mount them, and classes of
 * elements that a host registers.
 */
import { ownOptions } from '../../api/ownProperties.ts'
import { safeDocument } from '../../browser/safeDocument.ts'
import { coreKey } from '../../client/core.ts'
import type { AnyHostProps } from '../../widget/hostProps.ts'
import type { HostProps, IdentityProviderProps, LoginProps, ResetPasswordProps } from '../../widget/hostProps.ts'
import { shadowParts } from '../../widget/firstScreenChunks.ts'
import { mount, type Mounted } from '../../widget/mount.tsx'
import { idpStart, loginStart, noProducts, passkeyStart, resetStart } from '../../widget/startPlaces.ts'
import type { Place } from '../../ui/map.ts'
import { alsoDispatched } from './domEvents.ts'
import { type Overridden, type Presented, screenProps } from './screenProps.ts'
import type { ProviderClient } from './urlArgument.ts'

interface OfClient {
  /** The client that visitors sign in with, with or without screens. */
  client: ProviderClient
}

/** The props of the log-in screen. */
export interface SDKConfig<_Configuration = unknown> extends Omit<LoginProps, Overridden>, Presented, OfClient {}

/**
 * The props of the page for a new password. The token can be missing: the visitor then reads that
 * the link has expired.
 */
export interface ResetPasswordSDKConfig<_Configuration = unknown>
  extends Omit<ResetPasswordProps, 'passwordResetToken' | Overridden>,
    Partial<Pick<ResetPasswordProps, 'passwordResetToken'>>,
    Presented,
    OfClient {}

/** The props of the consent screen. */
export interface IDPSDKConfig<_Configuration = unknown> extends Omit<IdentityProviderProps, Overridden>, Presented, OfClient {}

/** Returns what the consent screen lists. */
export type IDPConsentManifestGenerator = NonNullable<IdentityProviderProps['getIDPConsentManifest']>

interface Target {
  /** The element to mount in: a selector, or the element itself. */
  elementId: string | Element
}

/** The tags of the provider's elements. */
const tags = {
  mountLogin: 'stytch-ui',
  mountResetPassword: 'stytch-reset-password',
  mountPasskeyRegistration: 'stytch-passkey-registration',
  mountIdentityProvider: 'stytch-identity-provider',
} as const

type Mount = keyof typeof tags
type Start = (client: ProviderClient, props: never) => Place

/**
 * What an element of the provider's SDK 6 has besides the props of its screen, which are its
 * properties.
 */
interface Rendered<Props extends object> {
  /** Sets these props and shows the screen. */
  render(props: Props): void
  /** Shows at once what `render` and properties have set, not after the current script. */
  flushRender(): void
}

/**
 * A mounted screen: the element that contains it. It dispatches `stytch-event`
 * ({@link StytchDOMEvent}) and `stytch-error`, whose `error` says what failed.
 */
export type MountedElement<Props extends object> = StytchElement<Props> & Mounted<Omit<Props, 'client'>>

/** Returns the element with the screen that `method` has mounted in `parent`. */
const mountedIn = (parent: ParentNode, method: Mount) =>
  [...parent.children].find((child): child is HTMLElement => (child as HTMLElement).dataset?.latchkey === method)

/**
 * Creates the function that renders one of the screens in an element or a shadow root, and tells
 * `element` what happens.
 */
const renderer =
  (method: Mount, start: Start, constants: HostProps = {}, tag: string = tags[method]) =>
  (parent: string | Element, hostProps: HostProps & Presented & OfClient, element: () => Element | undefined): Mounted<AnyHostProps> => {
    const own = ownOptions(hostProps)
    const { client } = own
    return mount(method, parent, tag, {
      core: client[coreKey],
      start: (host: AnyHostProps) => start(client, host as never),
      props: { ...(screenProps({ ...own, callbacks: alsoDispatched(own.callbacks, element) }) as AnyHostProps), ...constants },
    })
  }

/** The properties of an element, which are the props of its screen. */
const names = [
  'client',
  'config',
  'presentation',
  'styles',
  'callbacks',
  'strings',
  'language',
  'passwordResetToken',
  'getIDPConsentManifest',
  'authTokenParams',
]

/** Makes the props of a screen properties of its element. */
const makeProperties = (element: object, readValue: (name: string) => unknown, set: (props: object) => void) => {
  for (const name of names)
    Object.defineProperty(element, name, {
      enumerable: true,
      configurable: true,
      get: () => readValue(name),
      set: (value) => set({ [name]: value }),
    })
}

/** Creates the function that mounts one of the screens. */
const mounter = <Props extends HostProps & Presented>(method: Mount, start: Start, constants?: HostProps) => {
  const show = renderer(method, start, constants)
  const mountScreen = ({ elementId, ...props }: Props & OfClient & Target): MountedElement<Props> => {
    const parent = typeof elementId === 'string' ? safeDocument.querySelector(elementId) : elementId
    const find = () => (parent ? mountedIn(parent, method) : undefined)
    const { update, unmount } = show(elementId, props as HostProps & OfClient, find)
    const render = (next: object) => void mountScreen({ ...props, ...next, elementId: parent! } as Props & OfClient & Target)
    const element = find()!
    const own = ownOptions(props)
    makeProperties(element, (name) => own[name as keyof typeof own], render)
    return Object.assign(element, { update, unmount, render, flushRender() {} }) as unknown as MountedElement<Props>
  }
  return mountScreen
}

/** Shows the log-in screen in an element, or renders it again there with other props. */
export const mountLogin = mounter<SDKConfig>('mountLogin', loginStart)

/** Shows the page that a reset email leads to. */
export const mountResetPassword = mounter<ResetPasswordSDKConfig>('mountResetPassword', resetStart)

/** Lets the signed-in user create a passkey, and shows those that they have. */
export const mountPasskeyRegistration = mounter<SDKConfig>('mountPasskeyRegistration', passkeyStart)

/** Asks the signed-in user for their consent to an app's request. */
export const mountIdentityProvider = mounter<IDPSDKConfig>('mountIdentityProvider', idpStart, { config: noProducts })

/**
 * An element of the provider's SDK 6: the props of its screen are its properties. It dispatches
 * `stytch-event` ({@link StytchDOMEvent}) and `stytch-error`.
 */
export type StytchElement<Props extends object> = HTMLElement & Partial<Props> & Rendered<Props>

/**
 * A class that you register: `customElements.define('stytch-ui', StytchUI)`. With `shadow`, or the
 * attribute of that name, the screen is in the element's shadow root.
 */
export type StytchElementConstructor<Props extends object> = new (init?: { shadow?: boolean }) => StytchElement<Props>

/** A server has no elements, and nobody creates one there. */
const PageElement = (typeof HTMLElement === 'undefined' ? class {} : HTMLElement) as typeof HTMLElement

/** Creates the class of an element that shows its screen once it is on a page with a client. */
const elementClass = <Props extends object>(method: Mount, start: Start, constants?: HostProps): StytchElementConstructor<Props> => {
  const show = renderer(method, start, constants, 'div')
  return class extends PageElement {
    #values: Record<string, unknown> = {}
    #awaited = false
    #isShadow: boolean

    constructor(init?: { shadow?: boolean }) {
      super()
      this.#isShadow = ownOptions(init).shadow === true
      // a framework can have set a property before the class was registered
      for (const name of names) this.#values[name] = Object.getOwnPropertyDescriptor(this, name)?.value
      makeProperties(
        this,
        (name) => this.#values[name],
        (props) => this.render(props),
      )
    }

    connectedCallback() {
      this.render({})
    }

    /** Renders once, however many properties change at the same time. */
    render(props: object) {
      Object.assign(this.#values, props)
      if (this.#awaited) return
      this.#awaited = true
      queueMicrotask(() => this.flushRender())
    }

    flushRender() {
      if (!this.#awaited) return
      this.#awaited = false
      const { client, ...props } = this.#values
      if (!client || !this.isConnected) return
      const passwordResetToken = props.passwordResetToken ?? this.getAttribute('passwordResetToken')
      show(this.#root() as Element, { ...props, passwordResetToken, client: client as ProviderClient } as HostProps & OfClient, () => this)
    }

    /** What the screen is mounted in: the element, or its shadow root. */
    #root(): Element | ShadowRoot {
      if (this.shadowRoot) return this.shadowRoot
      if (!this.#isShadow && !this.hasAttribute('shadow')) return this
      const root = this.attachShadow({ mode: 'open' })
      // ignores a failure: only the page's `::part()` rules have no effect then
      shadowParts.load().then(
        ({ nameParts }) => nameParts(root),
        () => {},
      )
      return root
    }
  } as unknown as StytchElementConstructor<Props>
}

/** The element with the log-in screen. */
export const StytchUI = elementClass<SDKConfig>('mountLogin', loginStart)

/** The element with the page that a reset email leads to. */
export const StytchResetPassword = elementClass<ResetPasswordSDKConfig>('mountResetPassword', resetStart)

/** The element with the user's passkeys. */
export const StytchPasskeyRegistration = elementClass<SDKConfig>('mountPasskeyRegistration', passkeyStart)

/** The element with the consent screen. */
export const StytchIdentityProvider = elementClass<IDPSDKConfig>('mountIdentityProvider', idpStart, { config: noProducts })
