/** The screens under the names of the provider's SDK 6: functions that mount them, and classes of elements that a host registers. */
import { ownOptions } from '../../api/ownProperties.ts'
import type { ConsumerClient } from '../../client/ConsumerClient.ts'
import { coreKey } from '../../client/core.ts'
import type { AnyHostProps } from '../../widget/hostProps.ts'
import type { HostProps, IdentityProviderProps, LoginProps, ResetPasswordProps } from '../../widget/hostProps.ts'
import { mount, type Mounted } from '../../widget/mount.tsx'
import { idpStart, loginStart, noProducts, passkeyStart, resetStart } from '../../widget/startPlaces.ts'
import type { Place } from '../../ui/map.ts'
import { type Overridden, type Presented, screenProps } from './screenProps.ts'

interface OfClient {
  /** The client that visitors sign in with, with or without screens. */
  client: ConsumerClient
}

/** The props of the log-in screen. */
export interface SDKConfig<_Configuration = unknown> extends Omit<LoginProps, Overridden>, Presented, OfClient {}

/** The props of the page for a new password. The token can be missing: the visitor then reads that the link has expired. */
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
export const tags = {
  mountLogin: 'stytch-ui',
  mountResetPassword: 'stytch-reset-password',
  mountPasskeyRegistration: 'stytch-passkey-registration',
  mountIdentityProvider: 'stytch-identity-provider',
} as const

type Mount = keyof typeof tags
type Start = (client: ConsumerClient, props: never) => Place

/** Creates the function that mounts one of the screens. */
const mounter =
  <Props extends HostProps & Presented>(method: Mount, start: Start, fixed: HostProps = {}, tag: string = tags[method]) =>
  (hostProps: Props & OfClient & Target): Mounted<Omit<Props, 'client'>> => {
    const { elementId, client, ...props } = ownOptions(hostProps)
    return mount(method, elementId, tag, {
      core: client[coreKey],
      start: (host: AnyHostProps) => start(client, host as never),
      props: { ...(screenProps(props) as AnyHostProps), ...fixed },
    }) as Mounted<Omit<Props, 'client'>>
  }

/** Shows the log-in screen in an element, or renders it again there with other props. */
export const mountLogin = mounter<SDKConfig>('mountLogin', loginStart)

/** Shows the page that a reset email leads to. */
export const mountResetPassword = mounter<ResetPasswordSDKConfig>('mountResetPassword', resetStart)

/** Lets the signed-in user create a passkey, and shows those that they have. */
export const mountPasskeyRegistration = mounter<SDKConfig>('mountPasskeyRegistration', passkeyStart)

/** Asks the signed-in user for their consent to an app's request. */
export const mountIdentityProvider = mounter<IDPSDKConfig>('mountIdentityProvider', idpStart, { config: noProducts })

/** An element of the provider's SDK 6: the props of its screen are its properties, and `render` sets several of them. */
export type StytchElement<Props extends object> = HTMLElement &
  Partial<Props> & {
    /** Sets these props and shows the screen. */
    render(props: Props): void
  }

/** A class that you register: `customElements.define('stytch-ui', StytchUI)`. */
export type StytchElementConstructor<Props extends object> = new () => StytchElement<Props>

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

/** A server has no elements, and nobody creates one there. */
const PageElement = (typeof HTMLElement === 'undefined' ? class {} : HTMLElement) as typeof HTMLElement

/** Creates the class of an element that shows its screen once it is on the page and has a client. */
const elementClass = <Props extends object>(method: Mount, start: Start, fixed?: HostProps): StytchElementConstructor<Props> => {
  const show = mounter<SDKConfig>(method, start, fixed, 'div')
  return class extends PageElement {
    #values: Record<string, unknown> = {}
    #awaited = false

    constructor() {
      super()
      for (const name of names) {
        // a framework can have set the property before the class was registered
        this.#values[name] = Object.getOwnPropertyDescriptor(this, name)?.value
        Object.defineProperty(this, name, {
          enumerable: true,
          get: () => this.#values[name],
          set: (value) => this.render({ [name]: value }),
        })
      }
    }

    connectedCallback() {
      this.render({})
    }

    /** Renders once, however many properties change at the same time. */
    render(props: object) {
      Object.assign(this.#values, props)
      if (this.#awaited) return
      this.#awaited = true
      queueMicrotask(() => {
        this.#awaited = false
        const { client, ...rest } = this.#values
        if (client && this.isConnected) show({ ...rest, client: client as ConsumerClient, elementId: this })
      })
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
