/**
 * The provider's names for the parameters and results of its consumer clients. Each is an alias of
 * one of our own types, so that a host that uses it still compiles. {@link Given} and
 * {@link Result} derive the types from our methods. `_Configuration` is a type parameter of the
 * provider's types and has no effect here.
 */
import type {
  Answer,
  Authenticated,
  DeviceAttribute,
  FactorOf,
  OAuthFactorOf,
  SessionDuration,
  UserDevice,
  WebauthnRegistration,
} from '../../api/entities.ts'
import type { LatchkeyError } from '../../api/errors.ts'
import type { EmailLinkOptions } from '../../api/magicLinks.ts'
import type { EmailOtpOptions, OtpOptions as CodeOptions, OtpSent, SmsOtpOptions } from '../../api/otps.ts'
import type { SessionNamespace, UserNamespace } from '../../client/ConsumerClient.ts'
import type { CryptoWalletNamespace } from '../../client/namespaces/cryptoWallets.ts'
import type { IdpNamespace } from '../../client/namespaces/idp.ts'
import type { parseOAuthAuthorizeParams, parseOAuthLogoutParams } from '../../client/url/idpParams.ts'
import type { ImpersonationNamespace } from '../../client/namespaces/impersonation.ts'
import type { MagicLinkNamespace } from '../../client/namespaces/magicLinks.ts'
import type { OAuthNamespace, OAuthStart, OAuthStartOptions as SignInOptions } from '../../client/namespaces/oauth.ts'
import type { ClientOptions } from '../../client/options.ts'
import type { OtpNamespace } from '../../client/namespaces/otps.ts'
import type { PasswordNamespace } from '../../client/namespaces/passwords.ts'
import type { PermissionsMap, RbacNamespace } from '../../client/namespaces/rbac.ts'
import type { State } from '../../client/session/state.ts'
import type { SessionTokens as Tokens } from '../../client/session/tokenJar.ts'
import type { TotpNamespace } from '../../client/namespaces/totps.ts'
import type { UserChange } from '../../client/namespaces/userCalls.ts'
import type { AuthenticateOptions, RegisterOptions } from '../../client/passkeys/passkeySteps.ts'
import type { WebauthnNamespace } from '../../client/namespaces/webauthn.ts'
import type { LoginConfig, OAuthProviderConfig, Product, WidgetOtpOptions } from '../../ui/host/config.ts'
import type { Callbacks as WidgetCallbacks, WidgetEvent } from '../../ui/host/events.ts'
import type { ProviderStrings } from './messageIds.ts'

export type { AuthenticationFactor, Session, User } from '../../api/entities.ts'
export type {
  EmailMagicLinksOptions,
  IDPConsentItem,
  IDPConsentScreenManifest,
  IDPConsentSection,
  OAuthOptions,
  PasskeyOptions,
  PasswordOptions,
  StyleConfig,
} from '../../ui/host/config.ts'

type Method = (...args: never[]) => unknown

/** The type of a method's first argument, or of the argument at another position. */
export type Given<Call extends Method, At extends number = 0> = NonNullable<Parameters<Call>[At]>

/** The type that a method resolves with. */
export type Result<Call extends Method> = Awaited<ReturnType<Call>>

/** What a host can declare about its project in types. It is accepted and has no effect. */
export interface StytchProjectConfigurationInput {
  /** Whether session tokens are in HttpOnly cookies, which scripts cannot read. */
  OpaqueTokens?: boolean
}

/** The same with all fields. */
export type StytchProjectConfiguration = Required<StytchProjectConfigurationInput>

/** `config` of `mountLogin`, with its products named. */
export interface StytchLoginConfig extends LoginConfig {
  products: Product[]
}

/** What `onError` receives if the visitor filled in a form wrongly. */
export interface StytchSDKUIError {
  message: string
}

/** Options of an error: the URL of a page that explains it. */
export interface StytchSDKErrorOptions {
  url?: string
}

// The client
export type StytchClientOptions = ClientOptions
export type ResponseCommon = Answer
export type SessionDurationOptions = SessionDuration
export type AuthenticateResponse<_Configuration = unknown> = Authenticated
export type DeleteResponse = UserChange
export type UpdateResponse = UserChange
export type UnsubscribeFunction = () => void
export type SDKDeviceHistory = UserDevice
export type DeviceAttributeDetails = DeviceAttribute
export type ConsumerState = State
export type locale = string
export type TokenType = 'magic_links' | 'oauth' | 'reset_password'
export type WebAuthnRegistration = WebauthnRegistration

// The factors of a session
export type EmailFactor = FactorOf['email']
export type PhoneNumberFactor = FactorOf['phone']
export type WebAuthnFactor = FactorOf['passkey']
export type AuthenticatorAppFactor = FactorOf['authenticatorApp']
export type RecoveryCodeFactor = FactorOf['recoveryCode']
export type CryptoWalletFactor = FactorOf['wallet']
export type PasswordFactor = FactorOf['password']
export type BiometricFactor = FactorOf['biometrics']
export type AccessTokenExchangeFactor = FactorOf['accessToken']
export type GoogleOAuthFactor = OAuthFactorOf['google']
export type MicrosoftOAuthFactor = OAuthFactorOf['microsoft']
export type AppleOAuthFactor = OAuthFactorOf['apple']
export type GithubOAuthFactor = OAuthFactorOf['github']
export type GitLabOAuthFactor = OAuthFactorOf['gitlab']
export type FacebookOAuthFactor = OAuthFactorOf['facebook']
export type DiscordOAuthFactor = OAuthFactorOf['discord']
export type SalesforceOAuthFactor = OAuthFactorOf['salesforce']
export type SlackOAuthFactor = OAuthFactorOf['slack']
export type AmazonOAuthFactor = OAuthFactorOf['amazon']
export type BitbucketOAuthFactor = OAuthFactorOf['bitbucket']
export type LinkedInOAuthFactor = OAuthFactorOf['linkedin']
export type CoinbaseOAuthFactor = OAuthFactorOf['coinbase']
export type TwitchOAuthFactor = OAuthFactorOf['twitch']
export type TwitterOAuthFactor = OAuthFactorOf['twitter']
export type TikTokOAuthFactor = OAuthFactorOf['tiktok']
export type SnapchatOAuthFactor = OAuthFactorOf['snapchat']
export type FigmaOAuthFactor = OAuthFactorOf['figma']
export type YahooOAuthFactor = OAuthFactorOf['yahoo']

// client.session
export type IHeadlessSessionClient<_Configuration = unknown> = SessionNamespace
export type SessionAuthenticateOptions = Given<SessionNamespace['authenticate']>
export type SessionAuthenticateResponse<_Configuration = unknown> = Result<SessionNamespace['authenticate']>
export type SessionAccessTokenExchangeOptions = Given<SessionNamespace['exchangeAccessToken']>
export type SessionAccessTokenExchangeResponse<_Configuration = unknown> = Result<SessionNamespace['exchangeAccessToken']>
export type SessionRevokeOptions = Given<SessionNamespace['revoke']>
export type SessionRevokeResponse = Result<SessionNamespace['revoke']>
export type SessionAttestOptions = Given<SessionNamespace['attest']>
export type SessionAttestResponse<_Configuration = unknown> = Result<SessionNamespace['attest']>
export type SessionOnChangeCallback = Given<SessionNamespace['onChange']>
export type SessionTokens = Tokens
export type SessionTokensUpdate = Given<SessionNamespace['updateSession']>
export type SessionInfo = ReturnType<SessionNamespace['getInfo']>

// client.user
export type IHeadlessUserClient = UserNamespace
export type UserOnChangeCallback = Given<UserNamespace['onChange']>
export type UserUpdateOptions = Given<UserNamespace['update']>
export type UserUpdateResponse = Result<UserNamespace['update']>
export type UserInfo = ReturnType<UserNamespace['getInfo']>
export type UserGetConnectedAppsResponse = Result<UserNamespace['getConnectedApps']>

// client.magicLinks
export type IHeadlessMagicLinksClient<_Configuration = unknown> = MagicLinkNamespace
export type MagicLinksLoginOrCreateOptions = EmailLinkOptions
export type MagicLinksSendOptions = EmailLinkOptions
export type MagicLinksLoginOrCreateResponse = Answer
export type MagicLinksSendResponse = Answer
export type MagicLinksAuthenticateOptions = Given<MagicLinkNamespace['authenticate'], 1>
export type MagicLinksAuthenticateResponse<_Configuration = unknown> = Result<MagicLinkNamespace['authenticate']>

// client.otps
export type IHeadlessOTPsClient<_Configuration = unknown> = OtpNamespace
export type OTPCodeOptions = CodeOptions
export type OTPCodeSMSOptions = SmsOtpOptions
export type OTPCodeEmailOptions = EmailOtpOptions
export type OTPAuthenticateOptions = Given<OtpNamespace['authenticate'], 2>
export type OTPsLoginOrCreateResponse = OtpSent
export type OTPsSendResponse = OtpSent
export type OTPsAuthenticateResponse<_Configuration = unknown> = Result<OtpNamespace['authenticate']>

// client.oauth
export type IHeadlessOAuthClient<_Configuration = unknown> = OAuthNamespace
export type IOAuthProvider = OAuthStart
export type OAuthStartResponse = Result<OAuthStart['start']>
export type OAuthGetURLOptions = SignInOptions
export type OAuthAttachResponse = Result<OAuthNamespace['attach']>
export type OAuthAuthenticateOptions = Given<OAuthNamespace['authenticate'], 1>
export type OAuthAuthenticateResponse<_Configuration = unknown> = Result<OAuthNamespace['authenticate']>

// client.cryptoWallets
export type IHeadlessCryptoWalletClient<_Configuration = unknown> = CryptoWalletNamespace
export type SIWEParams = NonNullable<CryptoWalletAuthenticateStartOptions['siwe_params']>
export type CryptoWalletAuthenticateStartOptions = Given<CryptoWalletNamespace['authenticateStart']>
export type CryptoWalletAuthenticateStartResponse = Result<CryptoWalletNamespace['authenticateStart']>
export type CryptoWalletAuthenticateOptions = Given<CryptoWalletNamespace['authenticate']>
export type CryptoWalletAuthenticateResponse<_Configuration = unknown> = Result<CryptoWalletNamespace['authenticate']>

// client.totps
export type IHeadlessTOTPClient<_Configuration = unknown> = TotpNamespace
export type TOTPCreateOptions = Given<TotpNamespace['create']>
export type TOTPCreateResponse = Result<TotpNamespace['create']>
export type TOTPAuthenticateOptions = Given<TotpNamespace['authenticate']>
export type TOTPAuthenticateResponse<_Configuration = unknown> = Result<TotpNamespace['authenticate']>
export type TOTPRecoveryCodesResponse = Result<TotpNamespace['recoveryCodes']>
export type TOTPRecoverOptions = Given<TotpNamespace['recover']>
export type TOTPRecoverResponse<_Configuration = unknown> = Result<TotpNamespace['recover']>

// client.webauthn
export type IHeadlessWebAuthnClient<_Configuration = unknown> = WebauthnNamespace
export type WebAuthnRegisterStartOptions = RegisterOptions
export type WebAuthnRegisterResponse<_Configuration = unknown> = Result<WebauthnNamespace['register']>
export type WebAuthnAuthenticateStartOptions = AuthenticateOptions
export type WebAuthnAuthenticateResponse<_Configuration = unknown> = NonNullable<Result<WebauthnNamespace['authenticate']>>
export type WebAuthnUpdateOptions = Given<WebauthnNamespace['update']>
export type WebAuthnUpdateResponse = Result<WebauthnNamespace['update']>

// client.passwords
export type IHeadlessPasswordClient<_Configuration = unknown> = PasswordNamespace
export type PasswordCreateOptions = Given<PasswordNamespace['create']>
export type PasswordCreateResponse<_Configuration = unknown> = Result<PasswordNamespace['create']>
export type PasswordAuthenticateOptions = Given<PasswordNamespace['authenticate']>
export type PasswordAuthenticateResponse<_Configuration = unknown> = Result<PasswordNamespace['authenticate']>
export type PasswordResetByEmailStartOptions = Given<PasswordNamespace['resetByEmailStart']>
export type PasswordResetByEmailStartResponse = Result<PasswordNamespace['resetByEmailStart']>
export type PasswordResetByEmailOptions = Given<PasswordNamespace['resetByEmail']>
export type PasswordResetByEmailResponse<_Configuration = unknown> = Result<PasswordNamespace['resetByEmail']>
export type PasswordResetByExistingPasswordOptions = Given<PasswordNamespace['resetByExistingPassword']>
export type PasswordResetByExistingPasswordResponse<_Configuration = unknown> = Result<PasswordNamespace['resetByExistingPassword']>
export type PasswordResetBySessionOptions = Given<PasswordNamespace['resetBySession']>
export type PasswordResetBySessionResponse<_Configuration = unknown> = Result<PasswordNamespace['resetBySession']>
export type PasswordStrengthCheckOptions = Given<PasswordNamespace['strengthCheck']>
export type PasswordStrengthCheckResponse = Result<PasswordNamespace['strengthCheck']>

// client.impersonation, client.rbac and client.idp
export type IHeadlessImpersonationClient<_Configuration = unknown> = ImpersonationNamespace
export type ImpersonationAuthenticateOptions = Given<ImpersonationNamespace['authenticate']>
export type ImpersonationAuthenticateResponse<_Configuration = unknown> = Result<ImpersonationNamespace['authenticate']>
export type IHeadlessRBACClient = RbacNamespace
export type ConsumerPermissionsMap<Permissions extends Record<string, string> = Record<string, string>> = PermissionsMap<Permissions>
export type IHeadlessIDPClient = IdpNamespace
export type OAuthAuthorizeStartOptions = Given<IdpNamespace['oauthAuthorizeStart']>
export type OAuthAuthorizeStartResponse = Result<IdpNamespace['oauthAuthorizeStart']>
export type OAuthAuthorizeSubmitOptions = Given<IdpNamespace['oauthAuthorizeSubmit']>
export type OAuthAuthorizeSubmitResponse = Result<IdpNamespace['oauthAuthorizeSubmit']>
export type OAuthLogoutStartOptions = Given<IdpNamespace['oauthLogoutStart']>
export type OAuthLogoutStartResponse = Result<IdpNamespace['oauthLogoutStart']>
export type ConnectedAppPublic = OAuthAuthorizeStartResponse['client']
export type ScopeResult = OAuthAuthorizeStartResponse['scope_results'][number]
export type OAuthAuthorizeParams = ReturnType<typeof parseOAuthAuthorizeParams>['result']
export type OAuthLogoutParams = ReturnType<typeof parseOAuthLogoutParams>['result']

// The widget
export type OtpOptions = WidgetOtpOptions
export type ProviderOptions = OAuthProviderConfig
export type ProvidersOptions = OAuthProviderConfig[]
export type SessionOptions = NonNullable<LoginConfig['sessionOptions']>
export interface StringsOptions {
  strings?: ProviderStrings
}
/** The events of screens that the provider's SDK does not have. */
type OwnEvents = `SECOND_FACTOR_${string}` | 'ACCOUNT_CHANGED' | 'OAUTH_NOT_COMPLETED'
export type StytchEvent<_Configuration = unknown> = Exclude<WidgetEvent, { type: OwnEvents }>
/** What the screens call when something happens. */
export interface Callbacks<_Configuration = unknown> extends Omit<WidgetCallbacks, 'onError'> {
  /** Something failed that the visitor reads, or will. Every error has a name. */
  onError?(error: LatchkeyError & { name: string }): void
}
export type OneTapStyleConfig = Pick<OAuthProviderConfig, 'position'>
