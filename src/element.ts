import {
  LatchkeyClient,
  type MountIdentityProviderProps,
  type MountLoginProps,
  type MountPasskeyRegistrationProps,
  type MountResetPasswordProps,
} from './index.ts'
import type { ApiErrorBody, ErrorCode } from './api/errors.ts'
import type { WidgetEvent } from './ui/events.ts'
import { parseJsonAttribute } from './ui/jsonAttribute.ts'

export { LatchkeyClient } from './index.ts'
export type * from './client/public.ts'
export type * from './widget/public.ts'

/** The props of a mount as properties of an element: each is undefined until something says it. */
type Properties<Props> = { -readonly [Name in keyof Omit<Props, 'elementId'>]-?: Props[Name] | undefined }

interface WidgetElement extends HTMLElement {
  /**
   * The client that visitors sign in to. Default: one made of the attributes `public-token` and `base-url`, which all elements that say the same share.
   * Without any of these the element shows what your page has put into it.
   */
  client: LatchkeyClient | undefined
}

/**
 * `<latchkey-login>`: the props of `mountLogin` are its properties. `language` can also be an attribute, and `config`, `styles` and `strings` can be
 * attributes in JSON; a property wins. `authenticateByUrl` is true unless the attribute `authenticate="off"` is there.
 */
export interface LatchkeyLoginElement extends WidgetElement, Properties<MountLoginProps> {}

/**
 * `<latchkey-reset-password>`: the props of `mountResetPassword` are its properties, with the same attributes. `passwordResetToken`, or the attribute
 * `password-reset-token`, is the `token` of the page's URL by default.
 */
export interface LatchkeyResetPasswordElement extends WidgetElement, Properties<MountResetPasswordProps> {}

/** `<latchkey-passkey-registration>`: the props of `mountPasskeyRegistration` are its properties, with the same attributes. */
export interface LatchkeyPasskeyRegistrationElement extends WidgetElement, Properties<MountPasskeyRegistrationProps> {}

/** `<latchkey-identity-provider>`: the props of `mountIdentityProvider` are its properties. `language`, `styles` and `strings` can be attributes. */
export interface LatchkeyIdentityProviderElement extends WidgetElement, Properties<MountIdentityProviderProps> {}

/** An event as the page receives it: without the session's tokens, which only the `onEvent` callback gets. */
export type HeardEvent<Event = WidgetEvent> = Event extends {
  /** Which event it is. */
  type: infer Type
  /** What the provider answered, without the session's tokens. */
  data: { session_token: string }
}
  ? {
      /** Which event it is. */
      type: Type
      /** What the provider answered, without the session's tokens. */
      data: Omit<Event['data'], 'session_token' | 'session_jwt'>
    }
  : Event

/** An error as the page receives it: a plain copy of its fields. */
export type HeardError = {
  /** The message of the error. For a form that was filled in wrongly, it is the sentence that the visitor reads; for others it is for developers. */
  message: string
  /** The name of the error's class. */
  name?: string
  /** What went wrong. */
  code?: ErrorCode
} & Partial<ApiErrorBody>

declare global {
  interface HTMLElementTagNameMap {
    'latchkey-login': LatchkeyLoginElement
    'latchkey-reset-password': LatchkeyResetPasswordElement
    'latchkey-passkey-registration': LatchkeyPasskeyRegistrationElement
    'latchkey-identity-provider': LatchkeyIdentityProviderElement
  }
  interface HTMLElementEventMap {
    /** What a visitor has brought about in a widget, as a plain copy. It bubbles. */
    'latchkey:event': CustomEvent<HeardEvent>
    /** An error that the visitor is shown, as a plain copy of its fields, or `{message}` where a form was filled in wrongly. It bubbles. */
    'latchkey:error': CustomEvent<HeardError>
  }
}

/** A value that an element has while no property says another. */
type Read = (element: HTMLElement) => unknown

const json =
  (attribute: string): Read =>
  (element) => {
    try {
      return parseJsonAttribute(element.getAttribute(attribute))
    } catch (error) {
      throw new Error(`[Latchkey] Wrong ${attribute} of <${element.localName}>: ${error}`)
    }
  }

const common: Record<string, Read> = {
  config: json('config'),
  styles: json('styles'),
  strings: json('strings'),
  language: (element) => element.getAttribute('language') ?? undefined,
  callbacks: () => undefined,
}

type Mount = 'mountLogin' | 'mountResetPassword' | 'mountPasskeyRegistration' | 'mountIdentityProvider'

/** The elements: the mount that each stands for, and its props. */
const elements: Record<string, { mount: Mount; props: Record<string, Read> }> = {
  'latchkey-login': {
    mount: 'mountLogin',
    props: { ...common, authenticateByUrl: (element) => element.getAttribute('authenticate') !== 'off' },
  },
  'latchkey-reset-password': {
    mount: 'mountResetPassword',
    props: {
      ...common,
      passwordResetToken: (element) =>
        element.getAttribute('password-reset-token') ?? new URLSearchParams(location.search).get('token') ?? '',
    },
  },
  'latchkey-passkey-registration': { mount: 'mountPasskeyRegistration', props: common },
  'latchkey-identity-provider': {
    mount: 'mountIdentityProvider',
    props: { ...common, getIDPConsentManifest: () => undefined, authTokenParams: () => undefined },
  },
}

/**
 * Registers `<latchkey-login>`, `<latchkey-reset-password>`, `<latchkey-passkey-registration>` and `<latchkey-identity-provider>`. Before that, nothing is
 * registered. Calling it again does nothing, nor does calling it on a server.
 */
export function defineElements(): void {
  if (typeof customElements === 'undefined') return
  const clients = new Map<string, LatchkeyClient>()
  const client: Read = (element) => {
    const publicToken = element.getAttribute('public-token')
    const customBaseUrl = element.getAttribute('base-url') ?? undefined
    const key = publicToken && JSON.stringify([publicToken, customBaseUrl])
    if (!key) return undefined
    const found = clients.get(key) ?? new LatchkeyClient(publicToken, { customBaseUrl })
    clients.set(key, found)
    return found
  }
  for (const [tag, { mount, props }] of Object.entries(elements)) {
    if (!customElements.get(tag)) customElements.define(tag, elementClass(mount, { ...props, client }))
  }
}

/** An element that mounts its widget while it is on the page and has a client. What leaves the page, the mount sees for itself. */
function elementClass(mount: Mount, props: Record<string, Read>): CustomElementConstructor {
  return class extends HTMLElement {
    static observedAttributes = [
      'public-token',
      'base-url',
      'config',
      'styles',
      'strings',
      'language',
      'authenticate',
      'password-reset-token',
    ]
    #awaited = false

    constructor() {
      super()
      for (const [name, read] of Object.entries(props)) {
        // a framework may have set it before the element was defined
        let given: unknown = Object.getOwnPropertyDescriptor(this, name)?.value
        Object.defineProperty(this, name, {
          enumerable: true,
          get: () => given ?? read(this),
          set: (value) => {
            given = value
            this.#change()
          },
        })
      }
    }

    connectedCallback() {
      this.#change()
    }

    attributeChangedCallback() {
      this.#change()
    }

    /** Renders once for all that changes in one go. */
    #change() {
      if (this.#awaited) return
      this.#awaited = true
      queueMicrotask(() => {
        this.#awaited = false
        const { client, ...rest } = Object.fromEntries(Object.keys(props).map((name) => [name, this[name as never]])) as {
          client?: LatchkeyClient
        }
        if (!client || !this.isConnected) return
        if (!(this.firstElementChild as HTMLElement | null)?.dataset.latchkey) this.replaceChildren()
        client[mount]({ ...(rest as MountResetPasswordProps), elementId: this })
      })
    }
  }
}
