'use client'
/**
 * The provider's SDK for React and Next.js, under its names: `latchkey/react` with the provider's
 * props, hooks and higher-order components. It is a thin layer on the same files as
 * `latchkey/react`, so a page can use both.
 */
import { ownOptions } from '../../api/ownProperties.ts'
import { type ComponentType, createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { coreKey } from '../../client/core.ts'
import type { Session, User } from '../../api/entities.ts'
import type { ClientOptions } from '../../client/options.ts'
import type { PermissionsMap } from '../../client/namespaces/rbac.ts'
import {
  IdentityProvider as ConsentScreen,
  LatchkeyProvider,
  Login,
  PasskeyRegistration,
  ResetPassword,
  useSession,
  useUser,
  WidgetClient,
} from '../react.tsx'
import type { IdentityProviderProps as OwnIdentityProviderProps, LoginProps } from '../../widget/hostProps.ts'
import { checkedOptions } from './checkedOptions.ts'
import { brand, throwProviderErrors } from './providerNaming.ts'
import { screenError } from './screenErrors.ts'
import { type Overridden, type Presented, screenProps } from './screenProps.ts'
import { type ProviderClient, type TakesUrl, takeUrlArgument } from './urlArgument.ts'

/** The client for components and hooks, under the provider's name. */
export interface StytchUIClient<_Configuration = unknown> {
  authenticateByUrl: TakesUrl['authenticateByUrl']
}

/**
 * The client for components and hooks, under the provider's name. It mounts no screens itself; that
 * is what the components are for.
 */
export class StytchUIClient<_Configuration = unknown> extends WidgetClient {
  /** @internal */
  static override brand = brand('StytchUIClient', screenError)

  constructor(publicToken: string, options?: ClientOptions) {
    super(publicToken, checkedOptions('StytchUIClient', options))
    takeUrlArgument(this)
    throwProviderErrors(this, screenError)
  }
}

/** A client, with or without screens. */
export interface StytchClient<_Configuration = unknown> extends ProviderClient {}

/** The class of a client, under the other names. */
export const StytchClient = StytchUIClient as new <Configuration = unknown>(
  publicToken: string,
  options?: ClientOptions,
) => StytchClient<Configuration>
export { StytchClient as StytchHeadlessClient }

/**
 * Stands on a server for the client and for everything that a host reads of it, where a component
 * that uses it is rendered. A call throws and names its path. Reading never throws, because
 * `[stytch.session]` in a list of dependencies and `const { session } = useStytch()` are no use
 * yet.
 */
const standIn = (path: string): never => {
  // a stand-in that is read again is the same, as dependencies of hooks need it
  const values = new Map<string, unknown>()
  const refuse = () => {
    throw new Error(`[Stytch] There is no client on a server, so ${path}() cannot be called. Call it in an effect or an event handler.`)
  }
  // biome-ignore lint/complexity/useArrowFunction: an arrow function cannot be called with `new`
  return new Proxy(function () {} as never, {
    get(_, name) {
      // React, consoles, `await` and JSON look at some properties of what they get
      if (typeof name === 'symbol' || ['toJSON', 'then', '$$typeof', 'prototype', 'constructor'].includes(name)) return undefined
      if (name === 'toString' || name === 'valueOf') return () => `[${path}]`
      if (!values.has(name)) values.set(name, standIn(`${path}.${name}`))
      return values.get(name)
    },
    apply: refuse,
    construct: refuse,
    set: () => true,
  })
}
const noClient: StytchClient = standIn('stytch')

/** Creates a client. On a server it returns a stand-in, whose calls throw. */
export const createStytchClient = <Configuration = unknown>(publicToken: string, options?: ClientOptions): StytchClient<Configuration> =>
  typeof window === 'undefined' ? noClient : new StytchUIClient(publicToken, options)

/** The same, under the older names. */
export { createStytchClient as createStytchHeadlessClient, createStytchClient as createStytchUIClient }

const StytchContext = createContext<StytchClient | undefined>(undefined)

/** The props of `StytchProvider`. */
export interface StytchProviderProps<_Configuration = unknown> {
  /** The client for everything below. */
  stytch: StytchClient
  /** Not used: the hooks know whether the page is hydrated. */
  assumeHydrated?: boolean
  /** The components that use the client. */
  children?: ReactNode
}

/** What the provider's hooks read of a client. */
type Readable = Pick<StytchClient, 'onStateChange'> & {
  user: Pick<StytchClient['user'], 'getInfo'>
  session: Pick<StytchClient['session'], 'getInfo'>
}

const doubles = new WeakMap<object, StytchClient>()

/**
 * Returns the client that a host's test has made as one that our hooks can use. The provider's
 * hooks read `getInfo`, and again only after `onStateChange` has called, so such a client may have
 * nothing else, and answer with new objects every time.
 */
const clientOf = (client: StytchClient): StytchClient => {
  const core = coreKey in client ? client : doubles.get(client)
  if (core) return core
  const { user, session, onStateChange }: Readable = client
  let info: { user: Partial<ReturnType<typeof user.getInfo>>; session: Partial<ReturnType<typeof session.getInfo>> } | undefined
  // a function that a test runner has made returns undefined
  const snapshot = () => (info ??= { user: user.getInfo() ?? {}, session: session.getInfo() ?? {} })
  const double = {
    ...client,
    get [coreKey](): never {
      throw new Error('[Stytch] The client of <StytchProvider> is an object of a test, and the screens need one of createStytchUIClient().')
    },
    user: { ...user, getInfo: () => snapshot().user, getSync: () => snapshot().user.user },
    session: { ...session, getInfo: () => snapshot().session, getSync: () => snapshot().session.session },
    onStateChange: (changed: (state: never) => void) =>
      onStateChange((state) => {
        info = undefined
        changed(state as never)
      }),
  } as unknown as StytchClient
  doubles.set(client, double)
  return double
}

/** Provides the client for the components and hooks below it. */
export function StytchProvider({ stytch, children }: StytchProviderProps) {
  return (
    <StytchContext.Provider value={stytch}>
      <LatchkeyProvider client={stytch === noClient ? null : clientOf(stytch)}>{children}</LatchkeyProvider>
    </StytchContext.Provider>
  )
}

/**
 * Returns the client of the `StytchProvider`. On a server, only use it in effects and event
 * handlers.
 * @throws Error if there is no `StytchProvider` around the component
 */
export const useStytch = <Configuration = unknown>(): StytchClient<Configuration> => {
  const client = useContext(StytchContext)
  if (!client) throw new Error('[Stytch] There is no client here. Put <StytchProvider> around this component.')
  return client
}

/** Whether you can rely on what a hook returns. */
interface Certainty {
  /** True while the data comes from an earlier page and the provider has not confirmed it yet. */
  fromCache: boolean
  /**
   * False while it is not known yet: on a server, until the page is hydrated, and until the
   * provider has said whether a session that the page cannot see is there.
   */
  isInitialized: boolean
}

const unknown = { fromCache: false, isInitialized: false }

/**
 * Says that nothing is known while nobody is known and somebody may be. Pages send visitors away
 * who are not signed in.
 */
const certaintyOf = (value: unknown, { fromCache, isInitialized }: Certainty): Certainty =>
  isInitialized && (value || !fromCache) ? { fromCache, isInitialized } : unknown

/** Returns the signed-in user, and renders again when it changes. `_Hydrated` has no effect. */
export const useStytchUser = <_Hydrated extends boolean = boolean>(): Certainty & {
  /** The user; null if nobody is signed in. */
  user: User | null
} => {
  useStytch()
  const { user, ...certainty } = useUser()
  return { user, ...certaintyOf(user, certainty) }
}

/**
 * Returns the session of the user who is signed in. Renders again when that changes. `_Hydrated`
 * has no effect.
 */
export const useStytchSession = <_Hydrated extends boolean = boolean>(): Certainty & {
  /** The session; null if nobody is signed in. */
  session: Session | null
} => {
  useStytch()
  const { session, ...certainty } = useSession()
  return { session, ...certaintyOf(session, certainty) }
}

/**
 * Asks the client about the visitor, signed in or not, again whenever their session changes. The
 * answer is undefined until it is known.
 */
const useAboutVisitor = <Answer,>(
  ask: (client: StytchClient) => Promise<Answer>,
  key: string,
): Certainty & { answer: Answer | undefined } => {
  const client = useStytch()
  const { session, ...certainty } = useStytchSession()
  const { isInitialized } = certainty
  const about = `${key} ${session ? session.session_id : ''}`
  const [verdict, setKnown] = useState<{ about: string; answer: Answer }>()
  useEffect(() => {
    let isCurrent = true
    if (isInitialized)
      ask(client).then(
        (answer) => isCurrent && setKnown({ about, answer }),
        () => {},
      )
    return () => void (isCurrent = false)
  }, [client, about, isInitialized])
  const answer = verdict?.about === about ? verdict.answer : undefined
  // who is not signed in may do nothing, which needs no answer
  return { answer, ...(session && answer === undefined ? unknown : certainty) }
}

/**
 * Returns whether the visitor may do something; `isInitialized` is false until that is known. Check
 * it on your server, too. `_Hydrated` has no effect.
 */
export function useStytchIsAuthorized<_Hydrated extends boolean = boolean>(
  resourceId: string,
  action: string,
): Certainty & {
  /** Whether the visitor may do it. */
  isAuthorized: boolean
} {
  const { answer = false, ...certainty } = useAboutVisitor(({ rbac }) => rbac.isAuthorized(resourceId, action), `${resourceId} ${action}`)
  return { isAuthorized: answer, ...certainty }
}

/** Wraps a component to give it the client, as its prop `stytch`. */
export const withStytch = <Props extends object, Configuration = unknown>(
  Component: ComponentType<Props & { stytch: StytchClient<Configuration> }>,
): ComponentType<Props> =>
  function WithStytch(props) {
    return <Component {...props} stytch={useStytch()} />
  }

/** Wraps a component to give it the user, as the provider's props. */
export const withStytchUser = <Props extends object, _Hydrated extends boolean = boolean>(
  Component: ComponentType<Props & { stytchUser: User | null; stytchUserIsInitialized: boolean; stytchUserIsFromCache: boolean }>,
): ComponentType<Props> =>
  function WithStytchUser(props) {
    const { user, isInitialized, fromCache } = useStytchUser()
    return <Component {...props} stytchUser={user} stytchUserIsInitialized={isInitialized} stytchUserIsFromCache={fromCache} />
  }

/** Wraps a component to give it the session, as the provider's props. */
export const withStytchSession = <Props extends object, _Hydrated extends boolean = boolean>(
  Component: ComponentType<
    Props & { stytchSession: Session | null; stytchSessionIsInitialized: boolean; stytchSessionIsFromCache: boolean }
  >,
): ComponentType<Props> =>
  function WithStytchSession(props) {
    const { session, isInitialized, fromCache } = useStytchSession()
    return <Component {...props} stytchSession={session} stytchSessionIsInitialized={isInitialized} stytchSessionIsFromCache={fromCache} />
  }

/**
 * Wraps a component to give it what the visitor may do, as its prop `stytchPermissions`. It renders
 * nothing until that is known.
 */
export const withStytchPermissions = <Permissions extends Record<string, string>, Props extends object = object>(
  Component: ComponentType<Props & { stytchPermissions: PermissionsMap<Permissions> }>,
): ComponentType<Props> =>
  function WithStytchPermissions(props) {
    const { answer: permissions } = useAboutVisitor(({ rbac }) => rbac.allPermissions<Permissions>(), '')
    return permissions ? <Component {...props} stytchPermissions={permissions} /> : null
  }

/** The props of `StytchLogin` and `StytchPasskeyRegistration`. */
export interface StytchProps<_Configuration = unknown> extends Omit<LoginProps, Overridden>, Presented {}

/** The log-in screen. */
export function StytchLogin(props: StytchProps) {
  useStytch()
  return <Login {...screenProps(props)} />
}

/** The props of `StytchPasswordReset`. */
export interface StytchResetPasswordProps<_Configuration = unknown> extends StytchProps {
  /** The token from the URL of the reset email. Without it, the link counts as expired. */
  passwordResetToken?: string
}

/** The page that a reset email leads to. */
export function StytchPasswordReset(hostProps: StytchResetPasswordProps) {
  useStytch()
  const { passwordResetToken = '', ...props } = ownOptions(hostProps)
  return <ResetPassword {...screenProps(props)} passwordResetToken={passwordResetToken} />
}

/** The visitor's passkeys. */
export function StytchPasskeyRegistration(props: StytchProps) {
  useStytch()
  return <PasskeyRegistration {...screenProps(props)} />
}

/** The props of `IdentityProvider`. */
export interface IdentityProviderProps extends Omit<OwnIdentityProviderProps, Overridden>, Presented {}

/** The consent screen. */
export function IdentityProvider(props: IdentityProviderProps) {
  useStytch()
  return <ConsentScreen {...screenProps(props)} />
}

export * from './entryExports.ts'
export type { IDPConsentManifestGenerator, IDPSDKConfig, ResetPasswordSDKConfig, SDKConfig } from './screens.ts'
export {
  defaultDarkTheme,
  defaultTheme,
  type IconRegistry,
  type PresentationConfig,
  type PresentationOptions,
  shadcnTheme,
  type Theme,
} from './presentation.ts'
export { parseOAuthAuthorizeParams, parseOAuthLogoutParams } from '../../client/url/idpParams.ts'
export type * from '../../widget/publicTypes.ts'
export type { Callbacks } from './types.ts'
export type { ProviderStrings as Strings } from './messageIds.ts'
