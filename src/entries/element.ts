import {
  LatchkeyClient,
  type MountAccountProps,
  type MountIdentityProviderProps,
  type MountLoginProps,
  type MountPasskeyRegistrationProps,
  type MountResetPasswordProps,
  type MountSecondFactorProps,
} from './index.ts'
import type { ApiErrorBody, ErrorCode } from '../api/errors.ts'
import type { WidgetEvent } from '../ui/host/events.ts'
import { ownProperties } from '../api/ownProperties.ts'
import { isLoopback } from '../api/loopback.ts'
import { safeDocument } from '../browser/safeDocument.ts'
import { pageState } from '../browser/pageState.ts'
import { isTestToken } from '../client/calls/apiDomains.ts'
import { backendUrl, coreKey } from '../client/core.ts'
import { parseJsonAttribute } from '../ui/host/jsonAttribute.ts'
import type { AddressOption } from '../ui/host/optionKinds.ts'

export { LatchkeyClient } from './index.ts'
export type * from '../client/publicTypes.ts'
export type * from '../widget/publicTypes.ts'

/** The props of a mount method as properties of an element. Each is undefined until it is set. */
type Properties<Props> = { -readonly [Name in keyof Omit<Props, 'elementId'>]-?: Props[Name] | undefined }

interface WidgetElement extends HTMLElement {
  /**
   * The client that visitors sign in with. Default: one that is created from `publicToken` and
   * `baseUrl` of `defineElements`, or from its `backend`, and shared by all elements. Without any
   * of these, the element shows the content that your page has put into it.
   */
  client: LatchkeyClient | undefined
}

/**
 * `<latchkey-login>`: the props of `mountLogin` are its properties. `language` can also be an
 * attribute, and so can `config`, `styles` and `strings`, as JSON; a property takes precedence.
 * `authenticateByUrl` is true, and undefined with a `backend`, unless the element has the attribute
 * `authenticate`: false for `off`, and `press`.
 */
export interface LatchkeyLoginElement extends WidgetElement, Properties<MountLoginProps> {}

/**
 * `<latchkey-reset-password>`: the props of `mountResetPassword` are its properties, with the same
 * attributes. By default, `passwordResetToken` is the `token` in the page's URL.
 */
export interface LatchkeyResetPasswordElement extends WidgetElement, Properties<MountResetPasswordProps> {}

/**
 * `<latchkey-passkey-registration>`: the props of `mountPasskeyRegistration` are its properties,
 * with the same attributes.
 */
export interface LatchkeyPasskeyRegistrationElement extends WidgetElement, Properties<MountPasskeyRegistrationProps> {}

/**
 * `<latchkey-second-factor>`: the props of `mountSecondFactor` are its properties, with the same
 * attributes. `methods` can be an attribute, too: its words, with spaces between them.
 */
export interface LatchkeySecondFactorElement extends WidgetElement, Properties<MountSecondFactorProps> {}

/**
 * `<latchkey-account>`: the props of `mountAccount` are its properties, with the same attributes,
 * and with `sections="emails passkeys"`.
 */
export interface LatchkeyAccountElement extends WidgetElement, Properties<MountAccountProps> {}

/**
 * `<latchkey-identity-provider>`: the props of `mountIdentityProvider` are its properties.
 * `language`, `styles` and `strings` can be attributes.
 */
export interface LatchkeyIdentityProviderElement extends WidgetElement, Properties<MountIdentityProviderProps> {}

/**
 * An event as the page receives it: without the session's tokens, which only the `onEvent` callback
 * gets.
 */
export type HeardEvent<Event = WidgetEvent> = Event extends {
  /** Which event it is. */
  type: infer Type
  /** The provider's answer, without the session's tokens. */
  data: { session_token: string }
}
  ? {
      /** Which event it is. */
      type: Type
      /** The provider's answer, without the session's tokens. */
      data: Omit<Event['data'], 'session_token' | 'session_jwt'>
    }
  : Event

/** An error as the page receives it: a plain copy of its fields. */
export type HeardError = {
  /**
   * The message of the error. If the visitor filled in a form wrongly, it is the text that they
   * read; otherwise it is for developers.
   */
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
    'latchkey-second-factor': LatchkeySecondFactorElement
    'latchkey-account': LatchkeyAccountElement
    'latchkey-identity-provider': LatchkeyIdentityProviderElement
  }
  interface HTMLElementEventMap {
    /** An event of a widget, such as a log-in, as a plain copy. It bubbles. */
    'latchkey:event': CustomEvent<HeardEvent>
    /**
     * An error that the visitor is shown, as a plain copy of its fields, or `{message}` if they
     * filled in a form wrongly. It bubbles.
     */
    'latchkey:error': CustomEvent<HeardError>
  }
}

/**
 * What all elements of the page have in common. Whoever can write HTML into your page, such as the
 * author of a comment, can write an element with attributes. So where a session goes, whose project
 * it is and where the page leads next is said here or by a property. An attribute can repeat it; it
 * can name a project if nothing else on the page does, and URLs of your own site. On loopback, with
 * the public token of a test project, attributes can say everything.
 */
export interface ElementOptions {
  /** Your project's public token: `public-token-live-...` or `public-token-test-...`. */
  publicToken?: string | undefined
  /** The base URL of the API. Default: the provider's. */
  baseUrl?: string | undefined
  /**
   * Instead of a public token: the base URL of your own server, which keeps the sessions. A path of
   * the page's own origin, such as `/auth`, or a whole URL.
   */
  backend?: string | undefined
  /**
   * The `config` of elements that have none. The URLs in it are those that the attribute `config`
   * can repeat.
   */
  config?: MountLoginProps['config'] | undefined
  /**
   * The `styles` of elements that have none. The URLs in it are those that the attribute `styles`
   * can repeat.
   */
  styles?: MountLoginProps['styles'] | undefined
  /**
   * The `authenticate` of all elements. An attribute can only be stricter: `press` is stricter than
   * nothing, and `off` than both. `on` finishes a log-in at once, also with a `backend`.
   */
  authenticate?: 'press' | 'off' | 'on' | undefined
}

/** The attributes of the elements. Each is text. A property of the same name takes precedence. */
interface ElementAttributes {
  /**
   * The `publicToken` of {@link ElementOptions}, again; or your project's, if neither that nor
   * another client on the page names one.
   */
  'public-token'?: string
  /**
   * The `baseUrl` of {@link ElementOptions}, again; or one of the page's own origin or of loopback,
   * if that names none.
   */
  'base-url'?: string
  /**
   * The `backend` of {@link ElementOptions}, again; or one of the page's own origin or of loopback,
   * if neither that nor another client on the page names a project or a backend.
   */
  backend?: string
  /** The `config` of the mount method, as JSON. `<latchkey-identity-provider>` has none. */
  config?: string
  /** The `styles` of the mount method, as JSON. */
  styles?: string
  /** The `look` of the `styles`, such as `quartz`. What the styles say takes precedence. */
  'data-theme'?: string
  /** The `strings` of the mount method, as JSON. */
  strings?: string
  /**
   * The language of the screens: a tag such as `fr`, or `auto`, which follows the page and the
   * visitor's browser. Default: English.
   */
  language?: string
  /**
   * Of `<latchkey-login>`: with `off`, a token in the URL is left to your page. By default the
   * element finishes that log-in, with a `backend` only after a press, unless this browser asked
   * for the link. With `press`, here and in `<latchkey-reset-password>`, the visitor always presses
   * a button before a token signs them in; one element of the page that says so is enough.
   */
  authenticate?: string
  /** Of `<latchkey-reset-password>`: the `token` in the page's URL, again. */
  'password-reset-token'?: string
  /** Of `<latchkey-second-factor>`: its methods, such as `totp sms`. */
  methods?: string
  /**
   * Of `<latchkey-account>`: the parts of the account to show, separated by spaces. Default: all.
   */
  sections?: string
}

/**
 * What elements may say of themselves: what `defineElements` was called with, and the reset tokens
 * that have been in the page's URL.
 */
interface Allowed extends ElementOptions {
  tokens: Set<string>
}

/** Reads the value that a property of an element has until your page sets it. */
type Read = (element: HTMLElement, permissions: Allowed) => unknown

/** Returns whether a URL has the page's own origin. */
const isOfPage = (url: unknown): boolean => {
  try {
    return new URL(String(url), location.href).origin === location.origin
  } catch {
    return false
  }
}

const isLoopbackUrl = (url: string): boolean => {
  try {
    return isLoopback(new URL(url, location.href).hostname)
  } catch {
    return false
  }
}

/**
 * Returns whether an element may say everything itself: it is tried out, with a test project on the
 * developer's own machine.
 */
const isTrial = (publicToken: string | null | undefined) => isLoopback() && isTestToken(publicToken || '')

const refuse: (element: HTMLElement, attribute: string) => never = (element, attribute) => {
  throw new Error(
    `[Latchkey] <${element.localName}>: ${attribute} can only repeat what your code says or name this site, because others may write HTML into a page. ` +
      'Pass it to defineElements({ publicToken, baseUrl, backend, config, styles }), or set a property of the element.',
  )
}

/** Reads what an element's own attributes name: a project or a backend, and a base URL. */
const namedBy = (element: Element): string =>
  ['public-token', 'backend', 'base-url']
    .flatMap((name) => (element.getAttribute(name) === null ? [] : `${name}="${element.getAttribute(name)}"`))
    .join(' ')

/**
 * Refuses an element that names something else than another one of the page, if nothing else tells
 * which of them is the page's own.
 */
const refuseRival = (element: HTMLElement) => {
  const rival = [...safeDocument.querySelectorAll(Object.keys(elements).join())].find(
    (other) => /^(public-token|backend)=/.test(namedBy(other)) && namedBy(other) !== namedBy(element),
  )
  if (rival)
    throw new Error(
      `[Latchkey] <${element.localName} ${namedBy(element)}> and <${rival.localName} ${namedBy(rival)}> name different servers. ` +
        'Neither is used, because others may write HTML into a page. ' +
        'Say which one is yours: defineElements({ publicToken, baseUrl, backend }).',
    )
}

/**
 * Which sites an attribute may name in each option that is an address: only the page's own, none,
 * or any. It may always repeat what the page's code says.
 */
type AddressRule = 'own' | 'none' | 'any'
const addressRules: { [option: string]: AddressRule } = {
  domain: 'none',
  // only what the links to webmail search for
  domainHint: 'any',
  loginRedirectURL: 'own',
  logoImageUrl: 'own',
  logoUrl: 'own',
  privacyURL: 'own',
  resetPasswordRedirectURL: 'own',
  signupRedirectURL: 'own',
  successURL: 'own',
  termsURL: 'own',
} satisfies Record<AddressOption, AddressRule>

/** A text that a URL can begin with, and what browsers skip before and inside of one. */
const mayBeUrl = /^([a-z][a-z\d+.-]*:|[/\\])/i
const unread = /[\0-\x20]/g

/**
 * Returns the parts of an option that are an address, by their option or their value, each with its
 * path: `['successURL', '/home', 'own']`.
 */
const addressesIn = (value: unknown, path = '', option = ''): [path: string, value: unknown, rule: AddressRule][] =>
  value && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, part]) => addressesIn(part, (path && path + '.') + name, name))
    : addressRules[option] || mayBeUrl.test(String(value).replace(unread, ''))
      ? [[path, value, addressRules[option] || 'own']]
      : []

const json =
  (attribute: 'config' | 'styles' | 'strings'): Read =>
  (element, permissions) => {
    const text = element.getAttribute(attribute)
    const ofPage = attribute === 'strings' ? undefined : permissions[attribute]
    if (text === null && ofPage) return ofPage
    let value: unknown
    try {
      value = parseJsonAttribute(text)
    } catch (error) {
      throw new Error(`[Latchkey] Wrong ${attribute} of <${element.localName}>: ${error}`)
    }
    const { client } = element as WidgetElement
    if (attribute !== 'strings' && !isTrial(client?.[coreKey]?.publicToken)) {
      const own = new Map(addressesIn(ofPage).map(([path, address]) => [path, address]))
      for (const [path, address, rule] of addressesIn(value))
        if (own.get(path) !== address && rule !== 'any' && (rule === 'none' || !isOfPage(address)))
          refuse(element, `${path} of ${attribute}`)
    }
    return value
  }

const common: Record<string, Read> = {
  config: json('config'),
  styles: (element, permissions) => ({ look: element.dataset.theme, ...(json('styles')(element, permissions) as object) }),
  strings: json('strings'),
  language: (element) => element.getAttribute('language') ?? undefined,
  callbacks: () => undefined,
}

/**
 * Whoever writes another element into the page can have the visitor press a button, but cannot
 * spend a token that the page's own elements would not spend at once. With a `backend`, the widget
 * decides (`LoginProps.authenticateByUrl`), unless the page's code says `on`.
 */
const authenticateByUrl: Read = (element, { authenticate }) => {
  const own = [authenticate, element.getAttribute('authenticate')]
  if (own.includes('off')) return false
  if (own.includes('press') || safeDocument.querySelector('[authenticate=press]')) return 'press'
  return authenticate === 'on' || !(element as WidgetElement).client?.[coreKey]?.backend || undefined
}

/** The names of the mount methods. */
type Mount = Extract<keyof LatchkeyClient, `mount${string}`>

/** The elements by their tags, each with its mount method and props. */
const elements: Record<string, { mount: Mount; props: Record<string, Read> }> = {
  'latchkey-login': {
    mount: 'mountLogin',
    props: { ...common, authenticateByUrl },
  },
  'latchkey-reset-password': {
    mount: 'mountResetPassword',
    props: {
      ...common,
      authenticateByUrl,
      passwordResetToken(element, { tokens }) {
        const inUrl = new URLSearchParams(location.search).get('token') ?? ''
        const token = element.getAttribute('password-reset-token')
        // it leaves the URL when it is spent
        tokens.add(inUrl)
        if (token !== null && !tokens.has(token) && !isTrial((element as WidgetElement).client?.[coreKey]?.publicToken))
          refuse(element, 'password-reset-token')
        return token ?? inUrl
      },
    },
  },
  'latchkey-passkey-registration': { mount: 'mountPasskeyRegistration', props: common },
  'latchkey-second-factor': {
    mount: 'mountSecondFactor',
    props: { ...common, methods: (element) => element.getAttribute('methods')?.split(/\s+/).filter(Boolean) },
  },
  'latchkey-account': {
    mount: 'mountAccount',
    props: { ...common, sections: (element) => element.getAttribute('sections')?.split(/\s+/).filter(Boolean) },
  },
  'latchkey-identity-provider': {
    mount: 'mountIdentityProvider',
    props: { ...common, getIDPConsentManifest: () => undefined, authTokenParams: () => undefined },
  },
}

/**
 * Registers `<latchkey-login>`, `<latchkey-reset-password>`, `<latchkey-passkey-registration>`,
 * `<latchkey-second-factor>`, `<latchkey-account>` and `<latchkey-identity-provider>`. The import
 * alone registers nothing. A second call does nothing, and neither does a call on a server.
 */
export function defineElements(options?: ElementOptions | null): void {
  if (typeof customElements === 'undefined') return
  const permissions: Allowed = { __proto__: null, ...ownProperties(options || {}), tokens: new Set() } as Allowed
  /** The clients of all elements, by public token or backend, and base URL. */
  const clients = new Map<string, Map<string | undefined, LatchkeyClient>>()
  /**
   * Returns the client of this name, which `create` creates for the first element that needs it.
   */
  const clientOf = (element: HTMLElement, name: string, base: string | undefined, create: () => LatchkeyClient) => {
    const ofName = clients.get(name) ?? new Map<string | undefined, LatchkeyClient>()
    let client = ofName.get(base)
    if (!client) {
      if (!permissions.publicToken && !permissions.backend && !isTrial(name)) refuseRival(element)
      client = create()
    }
    clients.set(name, ofName.set(base, client))
    return client
  }
  // HTML injected into a page with a client of its own could only take visitors elsewhere
  const isAlone = (name: string) =>
    !permissions.publicToken &&
    !permissions.backend &&
    [...clients.keys(), ...[...pageState().clients].flatMap(([other, count]) => (count ? [other] : []))].every((other) => other === name)
  const client: Read = (element) => {
    const token = element.getAttribute('public-token')
    const base = element.getAttribute('base-url')
    const ownServer = element.getAttribute('backend')
    const backend = ownServer ?? (token === null ? permissions.backend : undefined)
    if (backend) {
      if (token ?? base)
        throw new Error(
          `[Latchkey] <${element.localName}>: backend names your own server, so public-token and base-url have no place beside it.`,
        )
      const isNear = isOfPage(backend) || isLoopbackUrl(backend)
      if (ownServer !== null && ownServer !== permissions.backend && !(isNear && isAlone(backendUrl(backend)))) refuse(element, 'backend')
      return clientOf(element, backendUrl(backend), undefined, () => new LatchkeyClient({ backend }))
    }
    const publicToken = token ?? permissions.publicToken
    if (!publicToken) return undefined
    const isFree = isTrial(publicToken)
    if (token !== null && token !== permissions.publicToken && !isFree && !isAlone(publicToken)) refuse(element, 'public-token')
    if (base !== null && base !== permissions.baseUrl && !isFree && (permissions.baseUrl || !(isOfPage(base) || isLoopbackUrl(base))))
      refuse(element, 'base-url')
    const customBaseUrl = base ?? permissions.baseUrl
    return clientOf(element, publicToken, customBaseUrl, () => new LatchkeyClient(publicToken, { customBaseUrl }))
  }
  for (const [tag, { mount, props }] of Object.entries(elements)) {
    if (!customElements.get(tag)) customElements.define(tag, elementClass(mount, { ...props, client }, permissions))
  }
}

/**
 * Returns the class of an element that mounts its widget as soon as it is on the page and has a
 * client. The widget itself notices when its element leaves the page.
 */
function elementClass(mount: Mount, props: Record<string, Read>, permissions: Allowed): CustomElementConstructor {
  return class extends HTMLElement {
    static observedAttributes = [
      'public-token',
      'base-url',
      'backend',
      'config',
      'styles',
      'data-theme',
      'strings',
      'language',
      'authenticate',
      'password-reset-token',
      'methods',
      'sections',
    ] satisfies (keyof ElementAttributes)[]
    #awaited = false

    constructor() {
      super()
      for (const [name, readDefault] of Object.entries(props)) {
        // a framework can have set the property before the element was defined
        let own: unknown = Object.getOwnPropertyDescriptor(this, name)?.value
        Object.defineProperty(this, name, {
          enumerable: true,
          get: () => own ?? readDefault(this, permissions),
          set: (value) => {
            own = value
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

    /** Renders once, however many properties change at the same time. */
    #change() {
      if (this.#awaited) return
      this.#awaited = true
      queueMicrotask(() => {
        this.#awaited = false
        const { client, ...rest } = Object.fromEntries(Object.keys(props).map((name) => [name, this[name as never]])) as {
          client?: LatchkeyClient
        }
        if (!client || !this.isConnected) return
        if (![...this.children].some((child) => (child as HTMLElement).dataset?.latchkey)) this.replaceChildren()
        client[mount]({ ...(rest as MountResetPasswordProps), elementId: this })
      })
    }
  }
}
