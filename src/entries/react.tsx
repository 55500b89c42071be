'use client'
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Session, User } from '../api/entities.ts'
import type { ConsumerClient } from '../client/ConsumerClient.ts'
import { coreKey } from '../client/core.ts'
import type { AnyClientOptions, BackendOptions, ClientOptions } from '../client/options.ts'
import { serverForm, type Forms } from '../prerender/serverForm.ts'
import { ownOptions } from '../api/ownProperties.ts'
import { chunk } from '../ui/chunks/chunk.ts'
import type { Confirmed } from '../ui/host/config.ts'
import type { Place } from '../ui/map.ts'
import { fetchMain, older, prefetch } from '../widget/firstScreenChunks.ts'
import type {
  AccountProps,
  ConfirmProps,
  HostProps,
  IdentityProviderProps,
  LoginProps,
  ResetPasswordProps,
  SecondFactorProps,
} from '../widget/hostProps.ts'
import { accountStart, idpStart, loginStart, noProducts, passkeyStart, resetStart, secondFactorStart } from '../widget/startPlaces.ts'
import { Widget } from '../widget/Widget.tsx'
import { WidgetClient } from '../widget/WidgetClient.ts'

export {
  WidgetClient,
  /**
   * @deprecated The class with this name in `latchkey` also mounts widgets; this one does not. Use
   * `WidgetClient`, which is its name in both entries.
   */
  WidgetClient as LatchkeyClient,
} from '../widget/WidgetClient.ts'
export type * from '../client/publicTypes.ts'
export type * from '../widget/publicTypes.ts'

/** A client; null until it has been created; undefined without a `LatchkeyProvider`. */
type Provided = ConsumerClient | null | undefined

const ClientContext = createContext<Provided>(undefined)

/** The forms that a server has rendered below the outermost `LatchkeyProvider`. */
const FormsContext = createContext<Forms | undefined>(undefined)

const never = () => () => {}
const yes = () => true
const no = () => false

/**
 * Returns false on a server and during hydration, so that the first render is the same on both
 * sides.
 */
const useHydrated = () => useSyncExternalStore(never, yes, no)

/**
 * The props of `LatchkeyProvider`: a client, or what it creates one from, a public token or a
 * `backend`.
 */
export type LatchkeyProviderProps = {
  /** The components that use the client. */
  children?: ReactNode
} & (
  | {
      /** The client for all components below; null if there is none, as on a server. */
      client: ConsumerClient | null
    }
  | {
      /** Your project's public token. The client is created once, in the browser. */
      publicToken: string
      /** Options of that client. Later changes have no effect. */
      options?: ClientOptions
    }
  | {
      /**
       * The base URL of your own server, such as `/auth`, if that keeps the sessions. The client is
       * created once, in the browser.
       */
      backend: string
      /** More options of that client. Later changes have no effect. */
      options?: Omit<BackendOptions, 'backend'>
    }
)

/**
 * The clients that `LatchkeyProvider` has created, by token or backend, and options. A provider
 * that unmounts and mounts again, as in StrictMode, gets the same client. With two clients, both
 * would refresh the session.
 */
const ownClients: Record<string, ConsumerClient> = {}

/**
 * Provides the client for the components and hooks below it. You can render it on a server: there,
 * and during hydration, `Login` is the form as HTML, the other components render nothing and hooks
 * return `isInitialized: false`.
 */
export function LatchkeyProvider(hostProps: LatchkeyProviderProps) {
  const props = ownOptions(hostProps)
  const [own, provide] = useState<ConsumerClient | null>(null)
  const isOwn = 'publicToken' in props || 'backend' in props
  const outer = useContext(FormsContext)
  const [forms] = useState((): Forms => ({ ...props, all: outer?.all ?? [] }))
  const hydrated = useHydrated()
  useEffect(() => {
    if (!isOwn) return
    const { publicToken, backend, options } = props as { publicToken: string; backend?: string; options?: AnyClientOptions }
    const clientOptions: AnyClientOptions = { ...options, backend }
    provide((ownClients[JSON.stringify([publicToken, clientOptions])] ??= new WidgetClient(publicToken, clientOptions)))
  }, [])
  const client = isOwn ? own : hydrated ? props.client : null
  return (
    <FormsContext.Provider value={forms}>
      <ClientContext.Provider value={client}>{props.children}</ClientContext.Provider>
    </FormsContext.Provider>
  )
}

/** Returns a component's own client, or that of the `LatchkeyProvider`. */
const useClientOf = (own: Provided): ConsumerClient | null => {
  const fromProvider = useContext(ClientContext)
  const client = own === undefined ? fromProvider : own
  if (client === undefined) throw new Error('[Latchkey] There is no client here. Put <LatchkeyProvider> around this component.')
  return client
}

/**
 * Returns the client of the `LatchkeyProvider`. It is null on a server and until the page is
 * hydrated; your event handlers and effects always have it.
 * @throws Error if there is no `LatchkeyProvider` around the component
 */
export const useClient = (): ConsumerClient | null => useClientOf(undefined)

/** Whether you can rely on what a hook returns. */
export interface Certainty {
  /** True while the data comes from an earlier page and the provider has not confirmed it yet. */
  fromCache: boolean
  /**
   * False on a server and until the page is hydrated. Null does not mean then that nobody is signed
   * in.
   */
  isInitialized: boolean
}

/**
 * Returns one part of the client's state, and renders again when it changes. Snapshots are the
 * state's own objects, so they stay the same until something changes.
 */
function useObserved<Value>(partOf: (client: ConsumerClient) => { getSync(): Value | null; getInfo(): { fromCache: boolean } }) {
  const client = useClient()
  const subscribe = client ? client.onStateChange : never
  const value = useSyncExternalStore(
    subscribe,
    () => client && partOf(client).getSync(),
    () => null,
  )
  const fromCache = useSyncExternalStore(subscribe, () => !!client && partOf(client).getInfo().fromCache, no)
  return { value, fromCache, isInitialized: !!client }
}

/** Returns the signed-in user, and renders again when it changes, here or in another tab. */
export function useUser(): {
  /** The user; null if nobody is signed in. */
  user: User | null
} & Certainty {
  const { value: user, ...certainty } = useObserved(({ user }) => user)
  return { user, ...certainty }
}

/**
 * Returns the session of the user who is signed in. Renders again when that changes, in this tab or
 * another one.
 */
export function useSession(): {
  /** The session; null if nobody is signed in. */
  session: Session | null
} & Certainty {
  const { value: session, ...certainty } = useObserved(({ session }) => session)
  return { session, ...certainty }
}

/**
 * Returns a function that makes sure that the user has proved who they are in the last
 * `maxAgeMinutes`, as `client.confirm` of `latchkey` does: if their proof is older, a dialog asks
 * them to confirm that it is them. It rejects with the code `confirmation_canceled` if they close
 * it, and if nobody is signed in. Call it before a change that matters.
 */
export function useConfirm(): (options?: ConfirmProps) => Promise<Confirmed> {
  const client = useClient()
  return async (options) => (await takeOver.load()).confirmIn(client!, options)
}

/** The prop that all components have. */
interface OfClient {
  /**
   * The client that visitors sign in with: a `WidgetClient` or a `HeadlessClient`. Default: the
   * client of the `LatchkeyProvider`.
   */
  client?: ConsumerClient | null
}

/**
 * Renders a widget that begins at the place that `start` returns, or nothing until there is a
 * client, as on a server.
 */
function Screens<Props extends HostProps>({
  start,
  props: hostProps,
}: {
  start: (client: ConsumerClient, props: Props) => Place
  props: Props & OfClient
}) {
  const own = ownOptions(hostProps)
  const { client, ...props } = own
  const hydrated = useHydrated()
  const current = useClientOf(client)
  // a different token starts over; a token that has disappeared has been spent
  const [lastToken, setLastToken] = useState<string>()
  const token = (own as Partial<ResetPasswordProps>).passwordResetToken || lastToken
  if (token !== lastToken) setLastToken(token)
  const [isDressed, setIsDressed] = useState(!older || !!older.now)
  useEffect(() => void prefetch(older)?.then(() => setIsDressed(true)), [])
  return hydrated && current && isDressed ? (
    <Widget key={token} core={current[coreKey]} start={(host) => start(current, host as Props)} props={props as HostProps} />
  ) : null
}

type Prefill = NonNullable<NonNullable<LoginProps['config']>['prefill']>

/**
 * Reads what a visitor has typed into a form that a server rendered. Such a form knows no country
 * but the first one.
 */
function typedIn(form: Element): Prefill | null {
  const { type, value } = form.querySelector('input') ?? {}
  if (!value) return null
  return type === 'tel' ? { phone: (value[0] === '+' ? '+' : '+1') + value.replace(/\D/g, '') } : { email: value }
}

/** Takes over a form that a server has rendered, and mounts the dialog of `useConfirm`. */
const takeOver = chunk(() => import('../widget/takeOver.ts'))

/**
 * The form that a server renders. In the browser a widget takes it over, in a tree of its own:
 * React drops a part of the page's tree that it has not hydrated yet when something above changes,
 * and the widget's code is still to come.
 */
function ServerForm({
  client,
  own,
  props,
  nonce,
  onNone,
}: {
  client: ConsumerClient | null
  /** The client in the host's own props. */
  own: Provided
  props: LoginProps
  nonce?: string
  /** There is no form, or its code does not come. Takes what the visitor has typed into it. */
  onNone: (prefill: Prefill | null) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  const forms = useContext(FormsContext)
  // what the server has rendered; the widget takes over no other form
  const [first] = useState(props)
  const [isTaken, setIsTaken] = useState(false)
  useEffect(() => {
    const form = element.current!.lastElementChild
    // if only the browser can tell what the form looks like
    if (!form) return onNone(null)
    if (!client) return
    const { config, ...rest } = ownOptions(isTaken ? props : first)
    const start = (host: LoginProps) => {
      setIsTaken(true)
      return loginStart(client, host)
    }
    const whole = { core: client[coreKey], start, props: { ...rest, config: { ...config, enableShadowDOM: false } } }
    void fetchMain(config?.products)
    takeOver.load().then(
      ({ mount }) => form.isConnected && mount('mountLogin', form, 'div', whole),
      () => onNone(typedIn(form)),
    )
  })
  // in a browser, React leaves the content as the server has rendered it
  const html = typeof window === 'undefined' ? serverForm(props, nonce, forms, own) : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own HTML, in which every value of the host is escaped (docs/guides/content-security-policy.md)
  return <div ref={element} className="lk-server" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}

/** The props of `Login`. */
export interface LoginComponentProps extends LoginProps, OfClient {
  /**
   * The nonce of the response's Content Security Policy, for the style and the script of the form
   * that a server renders. Only the server reads it. If your policy allows inline styles only by
   * nonces, the form has no style without it until it is hydrated. Default: none.
   */
  nonce?: string
}

/**
 * The log-in widget on your own React: the same screens as `mountLogin`. A server renders the first
 * screen, so that a visitor sees it with the page and can type at once.
 */
export function Login(hostProps: LoginComponentProps) {
  const own = ownOptions(hostProps)
  const { client, nonce, ...props } = own
  const hydrated = useHydrated()
  const current = useClientOf(client)
  // undefined while a server's form is there
  const [prefill, setPrefill] = useState<Prefill | null | undefined>(hydrated ? null : undefined)
  const { config } = own
  return prefill === undefined ? (
    <ServerForm client={current} own={client} props={props} nonce={nonce} onNone={setPrefill} />
  ) : (
    <Screens start={loginStart} props={prefill ? { ...own, config: { ...config, prefill: { ...config?.prefill, ...prefill } } } : own} />
  )
}

/** The props of `ResetPassword`. */
export interface ResetPasswordComponentProps extends ResetPasswordProps, OfClient {}

/**
 * The page that a reset email leads to, on your own React: the same screens as
 * `mountResetPassword`.
 */
export function ResetPassword(props: ResetPasswordComponentProps) {
  return <Screens start={resetStart} props={props} />
}

/** The props of `PasskeyRegistration`. */
export interface PasskeyRegistrationComponentProps extends HostProps, OfClient {}

/** The visitor's passkeys on your own React: the same screens as `mountPasskeyRegistration`. */
export function PasskeyRegistration(props: PasskeyRegistrationComponentProps) {
  return <Screens start={passkeyStart} props={props} />
}

/** The props of `SecondFactor`. */
export interface SecondFactorComponentProps extends SecondFactorProps, OfClient {}

/**
 * The screen that asks for a second factor, on your own React: the same screens as
 * `mountSecondFactor`.
 */
export function SecondFactor(props: SecondFactorComponentProps) {
  return <Screens start={secondFactorStart} props={props} />
}

/** The props of `Account`. */
export interface AccountComponentProps extends AccountProps, OfClient {}

/** What belongs to the visitor's account on your own React: the same screens as `mountAccount`. */
export function Account(props: AccountComponentProps) {
  return <Screens start={accountStart} props={props} />
}

/** The props of `IdentityProvider`. */
export interface IdentityProviderComponentProps extends IdentityProviderProps, OfClient {}

/**
 * The consent screen and the log-out screen on your own React: the same screens as
 * `mountIdentityProvider`.
 */
export function IdentityProvider(props: IdentityProviderComponentProps) {
  return <Screens start={idpStart} props={{ ...ownOptions(props), config: noProducts }} />
}
