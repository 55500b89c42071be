'use client'
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Session, User } from './api/entities.ts'
import type { ConsumerClient } from './client/ConsumerClient.ts'
import { coreKey } from './client/core.ts'
import type { ClientOptions } from './client/options.ts'
import type { Place } from './ui/map.ts'
import type { HostProps, IdentityProviderProps, LoginProps, ResetPasswordProps } from './widget/hostProps.ts'
import { idpStart, loginStart, noProducts, passkeyStart, resetStart } from './widget/startPlaces.ts'
import { Widget } from './widget/Widget.tsx'
import { WidgetClient } from './widget/WidgetClient.ts'

export {
  WidgetClient,
  /** @deprecated In `latchkey` the class of this name also mounts widgets. This one does not: call it `WidgetClient`, its name in both. */
  WidgetClient as LatchkeyClient,
} from './widget/WidgetClient.ts'
export type * from './client/public.ts'
export type * from './widget/public.ts'

/** A client, null until it can be had, undefined where nothing provides one. */
type Provided = ConsumerClient | null | undefined

const ClientContext = createContext<Provided>(undefined)

const never = () => () => {}
const yes = () => true
const no = () => false

/** False on a server and while a page is being hydrated, so that the first rendering is the same on both sides. */
const useHydrated = () => useSyncExternalStore(never, yes, no)

/** What `LatchkeyProvider` takes: a client, or what it makes one of. */
export type LatchkeyProviderProps = {
  /** What is below it. */
  children?: ReactNode
} & (
  | {
      /** The client of everything below it; null if there is none, as on a server. */
      client: ConsumerClient | null
    }
  | {
      /** The project's public token. The client is made of it once, in the browser. */
      publicToken: string
      /** Options of that client. They are read once. */
      options?: ClientOptions
    }
)

/** Clients that providers have made, by what they were made of: one that comes and goes has the same, as does the other half of StrictMode. Two would both refresh the one session. */
const made: Record<string, ConsumerClient> = {}

/**
 * Gives the components and hooks below it their client. You can render it on a server: there, and while the page is hydrated, components show nothing, and
 * hooks say `isInitialized: false`.
 */
export function LatchkeyProvider({ children, ...given }: LatchkeyProviderProps) {
  const [own, provide] = useState<ConsumerClient | null>(null)
  const hydrated = useHydrated()
  useEffect(() => {
    if (!('publicToken' in given)) return
    const { publicToken, options } = given
    provide((made[JSON.stringify([publicToken, options])] ??= new WidgetClient(publicToken, options)))
  }, [])
  const client = 'publicToken' in given ? own : hydrated ? given.client : null
  return <ClientContext.Provider value={client}>{children}</ClientContext.Provider>
}

const provided = (client: Provided): ConsumerClient | null => {
  if (client === undefined) throw new Error('[Latchkey] There is no client here. Put <LatchkeyProvider> around this component.')
  return client
}

/**
 * The client of the `LatchkeyProvider` above. It is null on a server and until the page is hydrated; your event handlers and effects always have it.
 * @throws Error without a `LatchkeyProvider` above
 */
export const useClient = (): ConsumerClient | null => provided(useContext(ClientContext))

/** How sure a hook is of what it says. */
export interface Certainty {
  /** True while it is what an earlier page knew, which the provider has not confirmed yet. */
  fromCache: boolean
  /** False on a server and until the page is hydrated, when null does not mean that nobody is signed in. */
  isInitialized: boolean
}

/** One part of the client's state. Snapshots are the state's own objects, so they are the same for as long as nothing changes. */
function useObserved<Value>(read: (client: ConsumerClient) => { getSync(): Value | null; getInfo(): { fromCache: boolean } }) {
  const client = useClient()
  const subscribe = client ? client.onStateChange : never
  const value = useSyncExternalStore(
    subscribe,
    () => client && read(client).getSync(),
    () => null,
  )
  const fromCache = useSyncExternalStore(subscribe, () => !!client && read(client).getInfo().fromCache, no)
  return { value, fromCache, isInitialized: !!client }
}

/** The user who is signed in. Renders again when that changes, in this tab or in another. */
export function useUser(): {
  /** The user; null if nobody is signed in. */
  user: User | null
} & Certainty {
  const { value: user, ...certainty } = useObserved(({ user }) => user)
  return { user, ...certainty }
}

/** The session of the user who is signed in. Renders again when that changes, in this tab or in another. */
export function useSession(): {
  /** The session; null if nobody is signed in. */
  session: Session | null
} & Certainty {
  const { value: session, ...certainty } = useObserved(({ session }) => session)
  return { session, ...certainty }
}

/** What every component of this entry takes beside its own. */
interface OfClient {
  /** The client that visitors sign in to: one of this entry, or a `HeadlessClient`. Default: that of the `LatchkeyProvider` above. */
  client?: ConsumerClient | null
}

/** A widget that begins at the place that `start` returns; nothing until there is a client, as on a server. */
function Screens<Props extends HostProps>({
  client,
  start,
  props,
}: OfClient & { start: (client: ConsumerClient, props: Props) => Place; props: Props }) {
  const fromProvider = useContext(ClientContext)
  const hydrated = useHydrated()
  const chosen = provided(client === undefined ? fromProvider : client)
  // another token begins anew; a token that is gone has been spent
  const [lastToken, setLastToken] = useState<string>()
  const token = (props as Partial<ResetPasswordProps>).passwordResetToken || lastToken
  if (token !== lastToken) setLastToken(token)
  return hydrated && chosen ? (
    <Widget key={token} core={chosen[coreKey]} start={(host) => start(chosen, host as Props)} props={props} />
  ) : null
}

/** What `Login` takes. */
export interface LoginComponentProps extends LoginProps, OfClient {}

/** The log-in widget on your own React: the same screens as `mountLogin`. */
export function Login({ client, ...props }: LoginComponentProps) {
  return <Screens client={client} start={loginStart} props={props} />
}

/** What `ResetPassword` takes. */
export interface ResetPasswordComponentProps extends ResetPasswordProps, OfClient {}

/** The page that a reset mail leads to, on your own React: the same screens as `mountResetPassword`. */
export function ResetPassword({ client, ...props }: ResetPasswordComponentProps) {
  return <Screens client={client} start={resetStart} props={props} />
}

/** What `PasskeyRegistration` takes. */
export interface PasskeyRegistrationComponentProps extends HostProps, OfClient {}

/** The visitor's passkeys on your own React: the same screens as `mountPasskeyRegistration`. */
export function PasskeyRegistration({ client, ...props }: PasskeyRegistrationComponentProps) {
  return <Screens client={client} start={passkeyStart} props={props} />
}

/** What `IdentityProvider` takes. */
export interface IdentityProviderComponentProps extends IdentityProviderProps, OfClient {}

/** The consent screen and the log-out screen on your own React: the same screens as `mountIdentityProvider`. */
export function IdentityProvider({ client, ...props }: IdentityProviderComponentProps) {
  return <Screens client={client} start={idpStart} props={{ ...props, config: noProducts }} />
}
