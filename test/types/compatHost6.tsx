/**
 * A host's program for the provider's SDK 6, with and without React. `npm run check` compiles it
 * with the provider's types, and compat.test.ts with our drop-in's.
 */
import {
  createStytchUIClient,
  IdentityProvider,
  StytchLogin,
  StytchPasskeyRegistration,
  StytchPasswordReset,
  StytchProvider,
  useStytch,
  useStytchIsAuthorized,
  useStytchSession,
  useStytchUser,
  withStytch,
  withStytchPermissions,
  withStytchSession,
  withStytchUser,
  type StytchProps,
  type StytchProviderProps,
  type StytchResetPasswordProps,
} from '@stytch/react'
import * as react from '@stytch/react'
import { createStytchClient as createReactClient } from '@stytch/react/headless'
import type { ReactNode } from 'react'
import {
  createStytchClient,
  createStytchHeadlessClient,
  defaultDarkTheme,
  defaultTheme,
  mountIdentityProvider,
  mountLogin,
  mountPasskeyRegistration,
  mountResetPassword,
  OAuthProviders,
  OTPMethods,
  Products,
  StytchAPIError,
  StytchEventType,
  StytchIdentityProvider,
  StytchPasskeyRegistration as PasskeyElement,
  StytchResetPassword,
  StytchUI,
  StytchUIClient,
  type Callbacks,
  type IDPConsentManifestGenerator,
  type IDPSDKConfig,
  type PresentationConfig,
  type PresentationOptions,
  type ResetPasswordSDKConfig,
  type SDKConfig,
  type Session,
  type StytchClient,
  type StytchEvent,
  type StytchClientOptions,
  type StytchLoginConfig,
  type Theme,
  type User,
} from 'provider-6'
import { createStytchB2BClient, StytchB2BClient, type DiscoveredOrganization } from 'provider-6/b2b/headless'
import {
  createStytchClient as createHeadless,
  parseOAuthAuthorizeParams,
  StytchHeadlessClient,
  type StytchClient as StytchClientOfHeadless,
} from 'provider-6/headless'

const options: StytchClientOptions = { cookieOptions: { availableToSubdomains: true } }
const client: StytchClient = createStytchClient('public-token-test-host', options)
export const older = [createStytchHeadlessClient('public-token-test-host'), new StytchHeadlessClient('public-token-test-host')]
const headless: StytchClientOfHeadless = createHeadless('public-token-test-host')

const theme: Partial<Theme> = { primary: '#5b21b6', 'font-family': 'Inter', 'container-width': '360px', spacing: '4px', ring: '#5b21b6' }
const presentationOptions: Partial<PresentationOptions> = {
  hideHeaderText: true,
  logo: { url: 'https://host.test/logo.svg', alt: 'Host' },
  buttonId: true,
}
const presentation: PresentationConfig = { theme: [{ ...defaultTheme, ...theme }, defaultDarkTheme], options: presentationOptions }
const config: StytchLoginConfig = {
  products: [Products.oauth, Products.otp, Products.passwords, Products.passkeys, Products.emailMagicLinks, Products.crypto],
  oauthOptions: { providers: [{ type: OAuthProviders.Google, one_tap: true }, { type: 'github' }] },
  otpOptions: { methods: [OTPMethods.SMS, 'email'], expirationMinutes: 10 },
  emailMagicLinksOptions: { loginRedirectURL: 'https://host.test' },
  passwordOptions: { resetPasswordRedirectURL: 'https://host.test/reset' },
  sessionOptions: { sessionDurationMinutes: 60 },
}
export const toAddress = (event: StytchEvent) => (event.type === 'MAGIC_LINK_LOGIN_OR_CREATE' ? event.data.email.length : 0)
const callbacks: Callbacks = {
  onEvent: (event) => {
    if (event.type === StytchEventType.OTPsAuthenticate) console.log(event.data.user_id)
  },
  onError: ({ message }) => console.error(message),
}
const strings = { 'login.title': 'Welcome back' }

mountLogin({ client, elementId: '#login', config, presentation, callbacks, strings })
mountLogin({ client: headless, elementId: '#login', config })
mountResetPassword({ client, elementId: '#reset', config, presentation, passwordResetToken: 'token' })
mountPasskeyRegistration({ client, elementId: '#passkeys', config: { products: [Products.passkeyRegistration] } })
const manifest: IDPConsentManifestGenerator = ({ scopes, clientName }) => [{ text: clientName, details: scopes }]
mountIdentityProvider({ client, elementId: '#consent', presentation, getIDPConsentManifest: manifest })

const login: SDKConfig<object> = { client, config, presentation, callbacks }
const reset: ResetPasswordSDKConfig<object> = { ...login, passwordResetToken: 'token' }
const consent: IDPSDKConfig<object> = { client, presentation, getIDPConsentManifest: manifest }
customElements.define('stytch-ui', StytchUI)
const element = new StytchUI()
element.render(login)
element.config = config
new StytchResetPassword().render(reset)
new PasskeyElement().render(login)
new StytchIdentityProvider().render(consent)

const mounting = new StytchUIClient('public-token-test-host')
mounting.mountLogin({ client: mounting, elementId: '#login', config, presentation })

export const logIn = async (code: string, methodId: string) => {
  try {
    const url = client.parseAuthenticateUrl()
    if (url?.handled) await client.authenticateByUrl({ session_duration_minutes: 60 })
    await client.oauth.google.start({ login_redirect_url: 'https://host.test' })
    const user: User | null = client.user.getSync()
    const session: Session | null = client.session.getSync()
    const answer = await client.otps.authenticate(code, methodId, { session_duration_minutes: 60 })
    return [user?.user_id, session?.session_id, answer.session_jwt, parseOAuthAuthorizeParams(new URLSearchParams()).result.client_id]
  } catch (error) {
    if (error instanceof StytchAPIError) return [error.error_type]
    throw error
  }
}

const members: StytchB2BClient = createStytchB2BClient('public-token-test-host')
export const organizations = async (): Promise<DiscoveredOrganization[]> =>
  (await members.discovery.organizations.list()).discovered_organizations

const stytch = createStytchUIClient('public-token-test-host', options)
export const sameForReact = createReactClient('public-token-test-host')

const WithClient = withStytch<{ label: string }>(({ stytch, label }) => <p title={label}>{String(stytch.user.getSync()?.user_id)}</p>)
const WithUser = withStytchUser(({ stytchUser, stytchUserIsInitialized }) => <p>{stytchUserIsInitialized && stytchUser?.user_id}</p>)
const WithSession = withStytchSession(({ stytchSession }) => <p>{stytchSession?.session_id}</p>)
const WithPermissions = withStytchPermissions<{ documents: 'read' | 'write' }, object>(({ stytchPermissions }) => (
  <p>{String(stytchPermissions.documents?.read)}</p>
))

const Account = (): ReactNode => {
  const client = useStytch()
  const { user, isInitialized, fromCache } = useStytchUser()
  const { session } = useStytchSession()
  const { isAuthorized } = useStytchIsAuthorized('documents', 'read')
  if (!isInitialized || fromCache) return null
  return (
    <button type="button" disabled={!isAuthorized} onClick={() => client.session.revoke()}>
      {user?.emails[0]?.email} {session?.session_id}
      <WithClient label="" />
      <WithUser />
      <WithSession />
      <WithPermissions />
    </button>
  )
}

const reactConfig: react.StytchLoginConfig = { ...config, products: [react.Products.emailMagicLinks, react.Products.otp] }
const props: StytchProps = { config: reactConfig, callbacks, strings }
const resetProps: StytchResetPasswordProps = { ...props, passwordResetToken: 'token' }
const providerProps: StytchProviderProps = { stytch, assumeHydrated: false }
const reactPresentation: react.PresentationConfig = { theme: { ...react.defaultTheme, primary: '#5b21b6' } }

export const App = () => (
  <StytchProvider {...providerProps}>
    <Account />
    <StytchLogin {...props} presentation={reactPresentation} />
    <StytchPasswordReset {...resetProps} />
    <StytchPasskeyRegistration config={{ products: [react.Products.passkeyRegistration] }} />
    <IdentityProvider getIDPConsentManifest={manifest} authTokenParams={{ trustedAuthToken: 'jwt', tokenProfileID: 'profile' }} />
  </StytchProvider>
)
