'use client'
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { Session, User } from './api/entities.ts'
import type { ConsumerClient } from './client/ConsumerClient.ts'
import { inner } from './client/core.ts'
import type { ClientOptions } from './client/options.ts'
import type { Place } from './ui/map.ts'
import type { HostProps } from './widget/hostProps.ts'
import { idpStart, noProducts, type IdentityProviderProps } from './widget/idp.ts'
import { loginStart, type LoginProps } from './widget/login.ts'
import { passkeyStart } from './widget/passkeys.ts'
import { resetStart, type ResetPasswordProps } from './widget/reset.ts'
import { Widget } from './widget/Widget.tsx'
import { WidgetClient } from './widget/WidgetClient.ts'

export { WidgetClient as LatchkeyClient } from './widget/WidgetClient.ts'
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
export type LatchkeyProviderProps = { children?: ReactNode } & (
  | {
      /** The client of everything below; null where there is none, as on a server. */
      client: ConsumerClient | null
    }
  | {
      /** The project's public token. The client is made of it once, in the browser. */
      publicToken: string
      /** Options of that client; read once. */
      options?: ClientOptions
    }
)

/** Clients that providers have made, by what they were made of: one that comes and goes has the same, as does the other half of StrictMode. Two would both refresh the one session. */
const made: Record<string, ConsumerClient> = {}

/**
 * Gives the components and hooks below it their client. It may stand in an application that is rendered on a server: there, and while the page is being
 * hydrated, components show nothing and hooks say `isInitialized: false`.
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
 * The provided client. It is null on a server and until the page is hydrated; event handlers and effects of a page that is there have it.
 * @throws Error without a `LatchkeyProvider` around
 */
export const useClient = (): ConsumerClient | null => provided(useContext(ClientContext))

/** How sure a hook is of what it says. */
export interface Certainty {
  /** True while it is what an earlier page knew, which the provider has not confirmed yet. */
  fromCache: boolean
  /** False on a server and until the page is hydrated: null does not mean 'signed out' then. */
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

/** The signed-in user, null when nobody is. Renders again when that changes, in this tab or in another. */
export function useUser(): { user: User | null } & Certainty {
  const { value: user, ...certainty } = useObserved(({ user }) => user)
  return { user, ...certainty }
}

/** The session, null when nobody is signed in. Renders again when that changes, in this tab or in another. */
export function useSession(): { session: Session | null } & Certainty {
  const { value: session, ...certainty } = useObserved(({ session }) => session)
  return { session, ...certainty }
}

/** What every component of this entry takes beside its own. */
interface OfClient {
  /** The client that visitors sign in to: of this entry, or a `HeadlessClient`. Default: the provided one. */
  client?: ConsumerClient | null
}

/** A widget that begins where `begin` says; nothing until there is a client, as on a server. */
function Screens<Props extends HostProps>({
  client,
  begin,
  props,
}: OfClient & { begin: (client: ConsumerClient, props: Props) => Place; props: Props }) {
  const around = useContext(ClientContext)
  const hydrated = useHydrated()
  const chosen = provided(client === undefined ? around : client)
  // a token that comes later begins anew, one that goes was spent
  const [kept, keep] = useState<string>()
  const token = (props as Partial<ResetPasswordProps>).passwordResetToken || kept
  if (token !== kept) keep(token)
  return hydrated && chosen ? (
    <Widget key={token} core={chosen[inner]} begin={(host) => begin(chosen, host as Props)} given={props} />
  ) : null
}

/** What `Login` takes. */
export interface LoginComponentProps extends LoginProps, OfClient {}

/** The log-in widget on the host's own React; the same screens as `mountLogin`. */
export function Login({ client, ...props }: LoginComponentProps) {
  return <Screens client={client} begin={loginStart} props={props} />
}

/** What `ResetPassword` takes. */
export interface ResetPasswordComponentProps extends ResetPasswordProps, OfClient {}

/** The page that a reset mail leads to, on the host's own React; the same screens as `mountResetPassword`. */
export function ResetPassword({ client, ...props }: ResetPasswordComponentProps) {
  return <Screens client={client} begin={resetStart} props={props} />
}

/** What `PasskeyRegistration` takes. */
export interface PasskeyRegistrationComponentProps extends HostProps, OfClient {}

/** Making passkeys, and the list of those that there are, on the host's own React; the same screens as `mountPasskeyRegistration`. */
export function PasskeyRegistration({ client, ...props }: PasskeyRegistrationComponentProps) {
  return <Screens client={client} begin={passkeyStart} props={props} />
}

/** What `IdentityProvider` takes. */
export interface IdentityProviderComponentProps extends IdentityProviderProps, OfClient {}

/** The consent screen, and the one for a log-out, on the host's own React; the same as `mountIdentityProvider`. */
export function IdentityProvider({ client, ...props }: IdentityProviderComponentProps) {
  return <Screens client={client} begin={idpStart} props={{ ...props, config: noProducts }} />
}
