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
const types = /^(?!Presentation|B2BIDP|B2BSDK)(?:B2B\w+|IHeadless\w+Client|\w+(?:Options|Response|OAuthFactor))$/

/** What the entries with screens export, too. */
const besideScreens = `
  AuthTokenParams IDPConsentManifestGenerator IDPSDKConfig IconRegistry IdentityProviderProps PresentationConfig PresentationOptions
  ResetPasswordSDKConfig SDKConfig Strings StytchClient StytchHeadlessClient StytchPasskeyRegistration StytchUIClient Theme
  createStytchClient createStytchHeadlessClient defaultDarkTheme defaultTheme shadcnTheme
`

/** What each entry exports besides. */
const exportedNames: Readonly<Record<string, readonly string[]>> = {
  'latchkey/compat': words(`${besideScreens}
    StytchDOMEvent StytchIdentityProvider StytchResetPassword StytchUI mountIdentityProvider mountLogin mountPasskeyRegistration
    mountResetPassword
  `),
  'latchkey/compat/headless': words('StytchClient StytchHeadlessClient createStytchClient createStytchHeadlessClient'),
  'latchkey/compat/b2b/headless': words('StytchB2BClient StytchB2BHeadlessClient createStytchB2BClient createStytchB2BHeadlessClient'),
  'latchkey/compat/react': words(`${besideScreens}
    IdentityProvider StytchLogin StytchPasswordReset StytchProps StytchProvider StytchProviderProps StytchResetPasswordProps
    createStytchUIClient useStytch useStytchIsAuthorized useStytchSession useStytchUser withStytch withStytchPermissions
    withStytchSession withStytchUser
  `),
}

/** Returns whether a drop-in entry exports a name of the provider's. */
export const exportsName = (entry: string, name: string): boolean =>
  everywhere.includes(name) || exportedNames[entry]!.includes(name) || (types.test(name) && !Object.hasOwn(missingNames, name))
