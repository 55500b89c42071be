/**
 * A host's program for the provider's SDK. `npm run check` compiles it with the provider's types,
 * and compat.test.ts with our drop-in's.
 */
import {
  OAuthProviders,
  OneTapPositions,
  OTPMethods,
  Products,
  StytchAPIError,
  type StytchError,
  StytchEventType,
  StytchUIClient,
  Wallets,
  type AuthenticateResponse,
  type AuthenticationFactor,
  type Callbacks,
  type ConsumerState,
  type CryptoWalletAuthenticateResponse,
  type EmailFactor,
  type EmailMagicLinksOptions,
  type IHeadlessOTPsClient,
  type MagicLinksAuthenticateResponse,
  type MagicLinksLoginOrCreateOptions,
  type NoCurrentSessionError,
  type OAuthAuthenticateResponse,
  type OAuthOptions,
  type OTPCodeEmailOptions,
  type OTPsAuthenticateResponse,
  type OTPsLoginOrCreateResponse,
  type OtpOptions,
  type PasswordAuthenticateOptions,
  type PasswordOptions,
  type PasswordStrengthCheckResponse,
  type ProviderOptions,
  type Session,
  type SessionAuthenticateOptions,
  type SessionOptions,
  type SessionRevokeOptions,
  type SessionTokens,
  type StyleConfig,
  type StytchClientOptions,
  type StytchEvent,
  type StytchLoginConfig,
  type StytchProjectConfigurationInput,
  type TOTPCreateResponse,
  type UnsubscribeFunction,
  type User,
  type UserInfo,
  type UserUpdateOptions,
  type WebAuthnRegistration,
} from '@stytch/vanilla-js'
import {
  StytchB2BHeadlessClient,
  type B2BAuthenticateResponseWithMFA,
  type DiscoveredOrganization,
  type Member,
  type Organization,
} from '@stytch/vanilla-js/b2b/headless'
import { StytchHeadlessClient, type SessionInfo } from '@stytch/vanilla-js/headless'

interface Configuration extends StytchProjectConfigurationInput {
  OpaqueTokens: true
}

const oauthAlone: Products.oauth = Products.oauth
const products: Products[] = [oauthAlone, Products.emailMagicLinks, Products.otp, Products.passwords]
const providers: ProviderOptions[] = [
  { type: OAuthProviders.Google, one_tap: true, position: OneTapPositions.floating },
  { type: OAuthProviders.Github },
]
const emailMagicLinksOptions: EmailMagicLinksOptions = { loginRedirectURL: 'https://host.test', loginExpirationMinutes: 30 }
const oauthOptions: OAuthOptions = { providers, loginRedirectURL: 'https://host.test', signupRedirectURL: 'https://host.test' }
const methods: OTPMethods[] = [OTPMethods.SMS, OTPMethods.Email]
const otpOptions: OtpOptions = { methods, expirationMinutes: 5 }
const passwordOptions: PasswordOptions = { resetPasswordRedirectURL: 'https://host.test/reset' }
const sessionOptions: SessionOptions = { sessionDurationMinutes: 60 }
export const config: StytchLoginConfig = { products, emailMagicLinksOptions, oauthOptions, otpOptions, passwordOptions, sessionOptions }
config.products.push(Products.passkeys)
export const styles: StyleConfig = { fontFamily: 'Arial', hideHeaderText: true }

export const heard: StytchEventType[] = []
const hear = (event: StytchEvent) => {
  heard.push(event.type)
  if (event.type === StytchEventType.PasswordAuthenticate) return event.data.user_id
  return event.type === StytchEventType.OTPsLoginOrCreateEvent ? event.data.method_id : undefined
}
const callbacks: Callbacks = { onEvent: hear, onError: (error) => console.error(error) }
export const named: Callbacks = { onError: (error: StytchError) => console.error(error.name.length, error.message) }
const typedCallbacks: Callbacks<Configuration> = { onEvent: ({ type }) => console.log(type) }

const options: StytchClientOptions = { cookieOptions: { availableToSubdomains: true } }
const stytch = new StytchUIClient('public-token-test-host', options)
stytch.mountLogin({ elementId: '#login', config, styles, callbacks })
export const typedClient: StytchUIClient<Configuration> = new StytchUIClient<Configuration>('public-token-test-host')
typedClient.mountLogin({ elementId: '#login', config, callbacks: typedCallbacks })

const state: ConsumerState = {}
const user: User | null = stytch.user.getSync()
const session: Session | null = stytch.session.getSync()
const stop: UnsubscribeFunction = stytch.onStateChange(({ user, session }) => console.log(user?.user_id, session?.session_id))
const info: UserInfo = stytch.user.getInfo()
const factors = (of: Session): AuthenticationFactor[] => of.authentication_factors
const addressOf = (factor: EmailFactor): string => factor.email_factor.email_address
const passkeys = (of: User): WebAuthnRegistration[] => of.webauthn_registrations
const tokens: SessionTokens | null = stytch.session.getTokens()

const logIn = async (token: string, client: IHeadlessOTPsClient<Configuration>): Promise<AuthenticateResponse | null> => {
  const link: MagicLinksLoginOrCreateOptions = { login_magic_link_url: 'https://host.test', login_expiration_minutes: 30 }
  const mail: OTPCodeEmailOptions = { expiration_minutes: 5 }
  const duration: SessionAuthenticateOptions = { session_duration_minutes: 60 }
  const password: PasswordAuthenticateOptions = { email: 'ada@example.com', password: 'swordfish', session_duration_minutes: 60 }
  const name: UserUpdateOptions = { name: { first_name: 'Ada' } }
  const force: SessionRevokeOptions = { forceClear: true }
  try {
    await stytch.magicLinks.email.loginOrCreate('ada@example.com', link)
    const sent: OTPsLoginOrCreateResponse = await client.email.loginOrCreate('ada@example.com', mail)
    const code: OTPsAuthenticateResponse = await stytch.otps.authenticate('123456', sent.method_id, { session_duration_minutes: 60 })
    console.log(code.user_device?.ip_address_details?.is_new, code.method_id)
    const byLink: MagicLinksAuthenticateResponse = await stytch.magicLinks.authenticate(token, { session_duration_minutes: 60 })
    const byProvider: OAuthAuthenticateResponse = await stytch.oauth.authenticate(token, { session_duration_minutes: 60 })
    const strength: PasswordStrengthCheckResponse = await stytch.passwords.strengthCheck(password)
    const totp: TOTPCreateResponse = await stytch.totps.create({ expiration_minutes: 5 })
    console.log(byLink.session_jwt, byProvider.provider_values.scopes, strength.score, totp.secret)
    await stytch.user.update(name)
    await stytch.session.authenticate(duration)
    await stytch.session.revoke(force)
    return await stytch.passwords.authenticate(password)
  } catch (error) {
    if (error instanceof StytchAPIError) console.log(error.error_type)
    return null
  }
}

const headless: StytchHeadlessClient = new StytchHeadlessClient('public-token-test-host')
const about: SessionInfo = headless.session.getInfo()

const b2b = new StytchB2BHeadlessClient('public-token-test-host')
const joined = async (code: string): Promise<[B2BAuthenticateResponseWithMFA, DiscoveredOrganization[]]> => [
  await b2b.otps.email.authenticate({ organization_id: 'o', email_address: 'ada@example.com', code, session_duration_minutes: 60 }),
  (await b2b.discovery.organizations.list()).discovered_organizations,
]
/** The fields of answers that a page for members reads. */
const readMembers = async (ids: { organization_id: string; member_id: string }) => {
  await b2b.otps.sms.send({ ...ids, enable_autofill: true, autofill_session_duration_minutes: 5 })
  const proved = await b2b.otps.sms.authenticate({ ...ids, code: '123456', session_duration_minutes: 60 })
  const strength = await b2b.passwords.strengthCheck({ password: 'swordfish' })
  const found = await b2b.organization.getBySlug({ organization_slug: 'acme' })
  const connected = await b2b.sso.getConnections()
  const searched = await b2b.organization.members.search({
    query: { operator: 'OR', operands: [{ filter_name: 'statuses', filter_value: ['active'] }] },
  })
  const allowed = await b2b.rbac.allPermissions<{ documents: 'read' | 'write' }>()
  const asked = await stytch.idp.oauthAuthorizeStart({
    client_id: 'c',
    redirect_uri: 'https://app.test',
    response_type: 'code',
    scopes: [],
  })
  const changed = await b2b.organization.update({
    sso_jit_provisioning_allowed_connections: [],
    oauth_tenant_jit_provisioning: 'RESTRICTED',
    allowed_oauth_tenants: { slack: ['T1'] },
    first_party_connected_apps_allowed_type: 'RESTRICTED',
    allowed_first_party_connected_apps: [],
    third_party_connected_apps_allowed_type: 'NOT_ALLOWED',
    allowed_third_party_connected_apps: [],
  })
  return [
    proved.member_session.member_session_id,
    proved.member_device?.ip_geo_country,
    proved.member.oauth_registrations[0]?.provider_tenants[0]?.tenant_name,
    strength.zxcvbn_feedback.warning + strength.luds_feedback.missing_characters,
    found.organization?.mfa_policy,
    connected.saml_connections[0]?.saml_encryption_private_keys[0]?.private_key_id,
    connected.oidc_connections[0]?.custom_scopes,
    connected.external_connections[0]?.external_group_implicit_role_assignments[0]?.group,
    searched.results_metadata.next_cursor?.length,
    allowed.documents.read,
    asked.client.client_logo_url,
    changed.organization.allowed_first_party_connected_apps,
  ]
}
const why = ({ membership }: DiscoveredOrganization) =>
  membership.type === 'eligible_to_join_by_email_domain' ? membership.details.domain : membership.member?.name
const member: Member | null = b2b.self.getSync()
const organization: Organization | null = b2b.organization.getSync()

export const signed = (answer: CryptoWalletAuthenticateResponse, wallet: Wallets, error: NoCurrentSessionError) => [
  answer.session,
  wallet,
  error.message,
]
export const used = {
  state,
  user,
  session,
  stop,
  info,
  factors,
  addressOf,
  passkeys,
  tokens,
  logIn,
  about,
  joined,
  member,
  organization,
  readMembers,
  why,
}
