// The types that every consumer entry exports besides its client.
export type { ApiErrorBody, ErrorCode, ErrorType, KnownErrorType, NativeCode, SDKErrorCode } from '../api/errors.ts'
export type * from '../api/entities.ts'
export type { EmailLinkOptions } from '../api/magicLinks.ts'
export type { EmailOtpOptions, OtpMethod, OtpOptions, OtpSent, SmsOtpOptions } from '../api/otps.ts'
export type { RbacPolicy } from '../api/bootstrap.ts'
export type { Bootstrap } from './bootstrap.ts'
export type { ConsumerClient, SessionNamespace, UserNamespace } from './ConsumerClient.ts'
export type { MagicLinkNamespace } from './namespaces/magicLinks.ts'
export type { BackendOptions, ClientOptions } from './options.ts'
export type { CryptoWalletNamespace } from './namespaces/cryptoWallets.ts'
export type { IdpNamespace } from './namespaces/idp.ts'
export type { ImpersonationNamespace } from './namespaces/impersonation.ts'
export type { OAuthNamespace, OAuthStart, OAuthStartOptions } from './namespaces/oauth.ts'
export type { OneTapOptions, OneTapOutcome } from './oneTap/oneTapPrompt.ts'
export type { OtpChannel, OtpNamespace } from './namespaces/otps.ts'
export type { PasswordNamespace } from './namespaces/passwords.ts'
export type { PermissionsMap, RbacNamespace } from './namespaces/rbac.ts'
export type { SessionCalls } from './session/remote.ts'
export type { State } from './session/state.ts'
export type { SessionTokens as Tokens } from './session/tokenJar.ts'
export type { TotpNamespace } from './namespaces/totps.ts'
export type {
  HandledUrlTokenType,
  LogInQuestion,
  UrlAuthenticated,
  UrlLogInOptions,
  UrlOutcome,
  UrlToken,
  UrlTokenType,
  UrlUnhandled,
} from './url/urlToken.ts'
export type { UserCalls } from './namespaces/userCalls.ts'
export type { AuthenticateOptions, ImmediateOptions, RegisterOptions, UpgradeOptions } from './passkeys/passkeySteps.ts'
export type { WebauthnNamespace } from './namespaces/webauthn.ts'
