/**
 * The names of the provider's packages that each drop-in entry exports.
 * `npm test -- migrate/counterparts` compares them with the declarations.
 */
import { missingNames, words } from './counterparts.ts'

/** What all of them export, besides the types below. */
const everywhere = words(`
  AccessTokenExchangeFactor AuthFlowType AuthenticationFactor AuthenticatorAppFactor BiometricFactor BiometricRegistrationIdIsNullOrBlank
  BiometricsAlreadyEnrolledError BiometricsFailedError BiometricsUnavailableError Callbacks ChallengeSigningFailedError ConnectedAppPublic
  ConsumerPermissionsMap ConsumerState CryptoWalletFactor DFPNotConfigured DeviceAttributeDetails DeviceCredentialsNotAllowedError
  DiscoveredOrganization EmailFactor EncryptionPrivateKey ExternalConnection FailedCodeChallengeError FailedToDecryptDataError
  IDPConsentItem IDPConsentScreenManifest IDPConsentSection IDPOAuthFlowMissingParamError IOAuthProvider InternalError
  InvalidAuthorizationCredentialError InvalidCredentialTypeError InvalidPrivateKeyLength InvalidRedirectSchemeError InvalidStartUrlError
  JSONDataNotConvertibleToStringError KeyInvalidatedError KeystoreUnavailableError Member MemberEmailUpdateDeliveryMethod MemberInfo
  MemberResponseCommon MemberRole MemberSession MemberSessionInfo MfaRequired MissingAttestationObjectError
  MissingAuthorizationCredentialIDTokenError MissingCipherIv MissingGoogleClientIDError MissingPKCEError MissingPublicKeyError
  MissingUrlError NoBiometricsEnrolledError NoBiometricsRegistrationError NoCredentialsPresentError NoCurrentSessionError
  OAuthAuthorizeParams OAuthLogoutParams OAuthProviders OAuthRegistration OIDCConnection OTPMethods OneTapPositions OneTapStyleConfig
  Organization OrganizationBySlugMatch OrganizationInfo PasskeysInvalidEncoding PasskeysMisconfigured PasskeysUnsupportedError
  PasswordFactor PermissionsMap PhoneNumberFactor PrimaryRequired Products RNUIProducts RandomNumberGenerationFailed RecoveryCodeFactor
  RedirectURLType ResponseCommon RetiredEmailAddress SAMLConnection SCIMConnection SCIMConnectionWithBearerToken
  SCIMConnectionWithNextBearerToken SCIMGroup SDKAPIUnreachableError SDKDeviceHistory SDKNotConfiguredError SIWEParams SSOActiveConnection
  ScopeResult SearchQueryOperand Session SessionInfo SessionOnChangeCallback SessionTokens SessionTokensUpdate
  SignInWithAppleMisconfigured StyleConfig StytchAPIError StytchAPISchemaError StytchAPIUnreachableError StytchError StytchEvent
  StytchEventType StytchLoginConfig StytchProjectConfiguration StytchProjectConfigurationInput StytchSDKAPIError StytchSDKError
  StytchSDKSchemaError StytchSDKUIError StytchSDKUsageError TokenType UNRECOVERABLE_ERROR_TYPES UnsubscribeFunction User
  UserCancellationError UserInfo UserLockedOutError UserOnChangeCallback Wallets WebAuthnFactor WebAuthnRegistration X509Certificate
  errorToStytchError locale parseOAuthAuthorizeParams parseOAuthLogoutParams
`)

/** Types that all of them export. If one is missing after all, the compiler of the host says so. */
const types = /^(?!Presentation)(?:B2B\w+|IHeadless\w+Client|\w+(?:Options|Response|OAuthFactor))$/

/** By the name of an entry. */
const exportedNames: Readonly<Record<string, ReadonlySet<string>>> = {
  'latchkey/compat': new Set([
    ...everywhere,
    ...words(`
  AuthTokenParams IDPConsentManifestGenerator IDPSDKConfig IconRegistry IdentityProviderProps PresentationConfig PresentationOptions
  ResetPasswordSDKConfig SDKConfig Strings StytchClient StytchDOMEvent StytchHeadlessClient StytchIdentityProvider StytchPasskeyRegistration
  StytchResetPassword StytchUI StytchUIClient Theme createStytchClient createStytchHeadlessClient defaultDarkTheme defaultTheme
  mountIdentityProvider mountLogin mountPasskeyRegistration mountResetPassword shadcnTheme
    `),
  ]),
  'latchkey/compat/headless': new Set([
    ...everywhere,
    ...words(`
  StytchClient StytchHeadlessClient createStytchClient createStytchHeadlessClient
    `),
  ]),
  'latchkey/compat/b2b/headless': new Set([
    ...everywhere,
    ...words(`
  StytchB2BClient StytchB2BHeadlessClient createStytchB2BClient createStytchB2BHeadlessClient
    `),
  ]),
  'latchkey/compat/react': new Set([
    ...everywhere,
    ...words(`
  AuthTokenParams IDPConsentManifestGenerator IDPSDKConfig IconRegistry IdentityProvider IdentityProviderProps PresentationConfig
  PresentationOptions ResetPasswordSDKConfig SDKConfig Strings StytchClient StytchHeadlessClient StytchLogin StytchPasskeyRegistration
  StytchPasswordReset StytchProps StytchProvider StytchProviderProps StytchResetPasswordProps StytchUIClient Theme createStytchClient
  createStytchHeadlessClient createStytchUIClient defaultDarkTheme defaultTheme shadcnTheme useStytch useStytchIsAuthorized useStytchSession
  useStytchUser withStytch withStytchPermissions withStytchSession withStytchUser
    `),
  ]),
}

/** Whether a drop-in entry exports a name of the provider's. */
export const exportsName = (entry: string, name: string): boolean =>
  exportedNames[entry]!.has(name) || (types.test(name) && !Object.hasOwn(missingNames, name))
