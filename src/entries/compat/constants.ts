import { b2bOAuthProviders } from '../../api/b2b/oauthProviders.ts'
import { oauthProviders } from '../../api/oauthProviders.ts'

/** Returns an object whose values equal their keys. */
const same = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { readonly [Key in Name]: Key }

/** The products of a log-in widget, as in `config.products`. */
export const Products = {
  ...same('emailMagicLinks', 'oauth', 'otp', 'crypto', 'passwords', 'passkeys'),
  /** The provider's SDK 6 has a product of its own for the list of passkeys. */
  passkeyRegistration: 'passkeys',
} as const

type ProviderNames = typeof oauthProviders

/**
 * The sign-in providers, as `client.oauth` names them. Stytch's SDK spells GitHub `Github`.
 */
export const OAuthProviders = Object.fromEntries(
  Object.entries(oauthProviders).map(([type, name]) => [name === 'GitHub' ? 'Github' : name, type]),
) as { readonly [Type in keyof ProviderNames as Type extends 'github' ? 'Github' : ProviderNames[Type]]: Type }

/** The wallets that a visitor can sign in with. */
export const Wallets = {
  ...same('Vessel', 'Phantom', 'Metamask', 'Coinbase', 'Binance', 'GenericEthereumWallet', 'GenericSolanaWallet'),
} as const

/** Where Google's prompt appears. */
export const OneTapPositions = same('embedded', 'floating', 'embeddedOnly', 'floatingOrEmbedded', 'forceLegacyEmbedded')

/** The ways to send a code. */
export const OTPMethods = { SMS: 'sms', WhatsApp: 'whatsapp', Email: 'email' } as const

/** The types of a widget's events. */
export const StytchEventType = {
  MagicLinkLoginOrCreateEvent: 'MAGIC_LINK_LOGIN_OR_CREATE',
  OTPsLoginOrCreateEvent: 'OTP_LOGIN_OR_CREATE',
  OTPsAuthenticate: 'OTP_AUTHENTICATE',
  CryptoWalletAuthenticateStart: 'CRYPTO_WALLET_AUTHENTICATE_START',
  CryptoWalletAuthenticate: 'CRYPTO_WALLET_AUTHENTICATE',
  PasswordCreate: 'PASSWORD_CREATE',
  PasswordAuthenticate: 'PASSWORD_AUTHENTICATE',
  PasswordResetByEmailStart: 'PASSWORD_RESET_BY_EMAIL_START',
  PasswordResetByEmail: 'PASSWORD_RESET_BY_EMAIL',
  PasskeyRegister: 'PASSKEY_REGISTER',
  PasskeyAuthenticate: 'PASSKEY_AUTHENTICATE',
  PasskeySkip: 'PASSKEY_SKIP',
  PasskeyDone: 'PASSKEY_DONE',
  AuthenticateFlowComplete: 'AUTHENTICATE_FLOW_COMPLETE',
  OAuthAuthorizeFlowStart: 'OAUTH_AUTHORIZE_FLOW_START',
  OAuthAuthorizeFlowComplete: 'OAUTH_AUTHORIZE_FLOW_COMPLETE',
  OAuthAuthorizeFlowConsentDenied: 'OAUTH_AUTHORIZE_FLOW_CONSENT_DENIED',
  B2BMagicLinkEmailLoginOrSignup: 'B2B_MAGIC_LINK_EMAIL_LOGIN_OR_SIGNUP',
  B2BMagicLinkAuthenticate: 'B2B_MAGIC_LINK_AUTHENTICATE',
  B2BMagicLinkEmailDiscoverySend: 'B2B_MAGIC_LINK_EMAIL_DISCOVERY_SEND',
  B2BMagicLinkDiscoveryAuthenticate: 'B2B_MAGIC_LINK_DISCOVERY_AUTHENTICATE',
  B2BSSOStart: 'B2B_SSO_START',
  B2BSSOAuthenticate: 'B2B_SSO_AUTHENTICATE',
  B2BSSODiscoverConnections: 'B2B_SSO_DISCOVER_CONNECTIONS',
  B2BOAuthAuthenticate: 'B2B_OAUTH_AUTHENTICATE',
  B2BOAuthDiscoveryAuthenticate: 'B2B_OAUTH_DISCOVERY_AUTHENTICATE',
  B2BDiscoveryOrganizationsCreate: 'B2B_DISCOVERY_ORGANIZATIONS_CREATE',
  B2BDiscoveryIntermediateSessionExchange: 'B2B_DISCOVERY_INTERMEDIATE_SESSION_EXCHANGE',
  B2BPasswordAuthenticate: 'B2B_PASSWORD_AUTHENTICATE',
  B2BPasswordDiscoveryAuthenticate: 'B2B_PASSWORD_DISCOVERY_AUTHENTICATE',
  B2BPasswordResetByEmailStart: 'B2B_PASSWORD_RESET_BY_EMAIL_START',
  B2BPasswordResetByEmail: 'B2B_PASSWORD_RESET_BY_EMAIL',
  B2BPasswordResetBySession: 'B2B_PASSWORD_RESET_BY_SESSION',
  B2BSMSOTPSend: 'B2B_SMS_OTP_SEND',
  B2BSMSOTPAuthenticate: 'B2B_SMS_OTP_AUTHENTICATE',
  B2BTOTPCreate: 'B2B_TOTP_CREATE',
  B2BTOTPAuthenticate: 'B2B_TOTP_AUTHENTICATE',
  B2BRecoveryCodesRecover: 'B2B_RECOVERY_CODES_RECOVER',
  B2BPasswordDiscoveryResetStart: 'B2B_PASSWORD_DISCOVERY_RESET_BY_EMAIL_START',
  B2BDiscoveryPasswordReset: 'B2B_PASSWORD_DISCOVERY_RESET_BY_EMAIL',
  B2BImpersonationAuthenticate: 'B2B_IMPERSONATION_AUTHENTICATE',
  B2BOTPsEmailAuthenticate: 'B2B_OTPS_EMAIL_AUTHENTICATE',
  B2BOTPsEmailDiscoveryAuthenticate: 'B2B_OTPS_EMAIL_DISCOVERY_AUTHENTICATE',
  B2BOTPsEmailDiscoverySend: 'B2B_OTPS_EMAIL_DISCOVERY_SEND',
  B2BOTPsEmailLoginOrSignup: 'B2B_OTPS_EMAIL_LOGIN_OR_SIGNUP',
  B2BOrganizationsGetBySlug: 'B2B_ORGANIZATIONS_GET_BY_SLUG',
} as const

/**
 * The products of the provider's React Native widget: like a TypeScript enum, with the name of each
 * number too.
 */
export const RNUIProducts = {
  emailMagicLinks: 0,
  oauth: 1,
  otp: 2,
  passwords: 3,
  0: 'emailMagicLinks',
  1: 'oauth',
  2: 'otp',
  3: 'passwords',
} as const

export const B2BProducts = same('emailMagicLinks', 'emailOtp', 'sso', 'passwords', 'oauth')
export const AuthFlowType = same('Discovery', 'Organization', 'PasswordReset')
export const RedirectURLType = { ResetPassword: 'reset_password' } as const
export const B2BMFAProducts = same('smsOtp', 'totp')
export const B2BOAuthProviders = b2bOAuthProviders

// Each name is also the type of its values, so `Products[]` is a list of products.

export type Products = (typeof Products)[keyof typeof Products]
export type OAuthProviders = (typeof OAuthProviders)[keyof typeof OAuthProviders]
export type Wallets = (typeof Wallets)[keyof typeof Wallets]
export type OneTapPositions = (typeof OneTapPositions)[keyof typeof OneTapPositions]
export type OTPMethods = (typeof OTPMethods)[keyof typeof OTPMethods]
export type StytchEventType = (typeof StytchEventType)[keyof typeof StytchEventType]
export type B2BProducts = (typeof B2BProducts)[keyof typeof B2BProducts]
export type AuthFlowType = (typeof AuthFlowType)[keyof typeof AuthFlowType]
export type RedirectURLType = (typeof RedirectURLType)[keyof typeof RedirectURLType]
export type B2BMFAProducts = (typeof B2BMFAProducts)[keyof typeof B2BMFAProducts]
export type B2BOAuthProviders = (typeof B2BOAuthProviders)[keyof typeof B2BOAuthProviders]
export type RNUIProducts = Extract<(typeof RNUIProducts)[keyof typeof RNUIProducts], number>

// Each member is also a type, as in a TypeScript enum: `Products.oauth`.

export declare namespace Products {
  type emailMagicLinks = (typeof Products)['emailMagicLinks']
  type oauth = (typeof Products)['oauth']
  type otp = (typeof Products)['otp']
  type crypto = (typeof Products)['crypto']
  type passwords = (typeof Products)['passwords']
  type passkeys = (typeof Products)['passkeys']
  type passkeyRegistration = (typeof Products)['passkeyRegistration']
}

export declare namespace OAuthProviders {
  type Google = (typeof OAuthProviders)['Google']
  type Microsoft = (typeof OAuthProviders)['Microsoft']
  type Apple = (typeof OAuthProviders)['Apple']
  type Github = (typeof OAuthProviders)['Github']
  type GitLab = (typeof OAuthProviders)['GitLab']
  type Facebook = (typeof OAuthProviders)['Facebook']
  type Discord = (typeof OAuthProviders)['Discord']
  type Salesforce = (typeof OAuthProviders)['Salesforce']
  type Slack = (typeof OAuthProviders)['Slack']
  type Amazon = (typeof OAuthProviders)['Amazon']
  type Bitbucket = (typeof OAuthProviders)['Bitbucket']
  type LinkedIn = (typeof OAuthProviders)['LinkedIn']
  type Coinbase = (typeof OAuthProviders)['Coinbase']
  type Twitch = (typeof OAuthProviders)['Twitch']
  type Twitter = (typeof OAuthProviders)['Twitter']
  type TikTok = (typeof OAuthProviders)['TikTok']
  type Snapchat = (typeof OAuthProviders)['Snapchat']
  type Figma = (typeof OAuthProviders)['Figma']
  type Yahoo = (typeof OAuthProviders)['Yahoo']
}

export declare namespace Wallets {
  type Vessel = (typeof Wallets)['Vessel']
  type Phantom = (typeof Wallets)['Phantom']
  type Metamask = (typeof Wallets)['Metamask']
  type Coinbase = (typeof Wallets)['Coinbase']
  type Binance = (typeof Wallets)['Binance']
  type GenericEthereumWallet = (typeof Wallets)['GenericEthereumWallet']
  type GenericSolanaWallet = (typeof Wallets)['GenericSolanaWallet']
}

export declare namespace OneTapPositions {
  type embedded = (typeof OneTapPositions)['embedded']
  type floating = (typeof OneTapPositions)['floating']
  type embeddedOnly = (typeof OneTapPositions)['embeddedOnly']
  type floatingOrEmbedded = (typeof OneTapPositions)['floatingOrEmbedded']
  type forceLegacyEmbedded = (typeof OneTapPositions)['forceLegacyEmbedded']
}

export declare namespace OTPMethods {
  type SMS = (typeof OTPMethods)['SMS']
  type WhatsApp = (typeof OTPMethods)['WhatsApp']
  type Email = (typeof OTPMethods)['Email']
}

export declare namespace StytchEventType {
  type MagicLinkLoginOrCreateEvent = (typeof StytchEventType)['MagicLinkLoginOrCreateEvent']
  type OTPsLoginOrCreateEvent = (typeof StytchEventType)['OTPsLoginOrCreateEvent']
  type OTPsAuthenticate = (typeof StytchEventType)['OTPsAuthenticate']
  type CryptoWalletAuthenticateStart = (typeof StytchEventType)['CryptoWalletAuthenticateStart']
  type CryptoWalletAuthenticate = (typeof StytchEventType)['CryptoWalletAuthenticate']
  type PasswordCreate = (typeof StytchEventType)['PasswordCreate']
  type PasswordAuthenticate = (typeof StytchEventType)['PasswordAuthenticate']
  type PasswordResetByEmailStart = (typeof StytchEventType)['PasswordResetByEmailStart']
  type PasswordResetByEmail = (typeof StytchEventType)['PasswordResetByEmail']
  type PasskeyRegister = (typeof StytchEventType)['PasskeyRegister']
  type PasskeyAuthenticate = (typeof StytchEventType)['PasskeyAuthenticate']
  type PasskeySkip = (typeof StytchEventType)['PasskeySkip']
  type PasskeyDone = (typeof StytchEventType)['PasskeyDone']
  type AuthenticateFlowComplete = (typeof StytchEventType)['AuthenticateFlowComplete']
  type OAuthAuthorizeFlowStart = (typeof StytchEventType)['OAuthAuthorizeFlowStart']
  type OAuthAuthorizeFlowComplete = (typeof StytchEventType)['OAuthAuthorizeFlowComplete']
  type OAuthAuthorizeFlowConsentDenied = (typeof StytchEventType)['OAuthAuthorizeFlowConsentDenied']
  type B2BMagicLinkEmailLoginOrSignup = (typeof StytchEventType)['B2BMagicLinkEmailLoginOrSignup']
  type B2BMagicLinkAuthenticate = (typeof StytchEventType)['B2BMagicLinkAuthenticate']
  type B2BMagicLinkEmailDiscoverySend = (typeof StytchEventType)['B2BMagicLinkEmailDiscoverySend']
  type B2BMagicLinkDiscoveryAuthenticate = (typeof StytchEventType)['B2BMagicLinkDiscoveryAuthenticate']
  type B2BSSOStart = (typeof StytchEventType)['B2BSSOStart']
  type B2BSSOAuthenticate = (typeof StytchEventType)['B2BSSOAuthenticate']
  type B2BSSODiscoverConnections = (typeof StytchEventType)['B2BSSODiscoverConnections']
  type B2BOAuthAuthenticate = (typeof StytchEventType)['B2BOAuthAuthenticate']
  type B2BOAuthDiscoveryAuthenticate = (typeof StytchEventType)['B2BOAuthDiscoveryAuthenticate']
  type B2BDiscoveryOrganizationsCreate = (typeof StytchEventType)['B2BDiscoveryOrganizationsCreate']
  type B2BDiscoveryIntermediateSessionExchange = (typeof StytchEventType)['B2BDiscoveryIntermediateSessionExchange']
  type B2BPasswordAuthenticate = (typeof StytchEventType)['B2BPasswordAuthenticate']
  type B2BPasswordDiscoveryAuthenticate = (typeof StytchEventType)['B2BPasswordDiscoveryAuthenticate']
  type B2BPasswordResetByEmailStart = (typeof StytchEventType)['B2BPasswordResetByEmailStart']
  type B2BPasswordResetByEmail = (typeof StytchEventType)['B2BPasswordResetByEmail']
  type B2BPasswordResetBySession = (typeof StytchEventType)['B2BPasswordResetBySession']
  type B2BSMSOTPSend = (typeof StytchEventType)['B2BSMSOTPSend']
  type B2BSMSOTPAuthenticate = (typeof StytchEventType)['B2BSMSOTPAuthenticate']
  type B2BTOTPCreate = (typeof StytchEventType)['B2BTOTPCreate']
  type B2BTOTPAuthenticate = (typeof StytchEventType)['B2BTOTPAuthenticate']
  type B2BRecoveryCodesRecover = (typeof StytchEventType)['B2BRecoveryCodesRecover']
  type B2BPasswordDiscoveryResetStart = (typeof StytchEventType)['B2BPasswordDiscoveryResetStart']
  type B2BDiscoveryPasswordReset = (typeof StytchEventType)['B2BDiscoveryPasswordReset']
  type B2BImpersonationAuthenticate = (typeof StytchEventType)['B2BImpersonationAuthenticate']
  type B2BOTPsEmailAuthenticate = (typeof StytchEventType)['B2BOTPsEmailAuthenticate']
  type B2BOTPsEmailDiscoveryAuthenticate = (typeof StytchEventType)['B2BOTPsEmailDiscoveryAuthenticate']
  type B2BOTPsEmailDiscoverySend = (typeof StytchEventType)['B2BOTPsEmailDiscoverySend']
  type B2BOTPsEmailLoginOrSignup = (typeof StytchEventType)['B2BOTPsEmailLoginOrSignup']
  type B2BOrganizationsGetBySlug = (typeof StytchEventType)['B2BOrganizationsGetBySlug']
}

export declare namespace RNUIProducts {
  type emailMagicLinks = (typeof RNUIProducts)['emailMagicLinks']
  type oauth = (typeof RNUIProducts)['oauth']
  type otp = (typeof RNUIProducts)['otp']
  type passwords = (typeof RNUIProducts)['passwords']
}

export declare namespace B2BProducts {
  type emailMagicLinks = (typeof B2BProducts)['emailMagicLinks']
  type emailOtp = (typeof B2BProducts)['emailOtp']
  type sso = (typeof B2BProducts)['sso']
  type passwords = (typeof B2BProducts)['passwords']
  type oauth = (typeof B2BProducts)['oauth']
}

export declare namespace AuthFlowType {
  type Discovery = (typeof AuthFlowType)['Discovery']
  type Organization = (typeof AuthFlowType)['Organization']
  type PasswordReset = (typeof AuthFlowType)['PasswordReset']
}

export declare namespace RedirectURLType {
  type ResetPassword = (typeof RedirectURLType)['ResetPassword']
}

export declare namespace B2BMFAProducts {
  type smsOtp = (typeof B2BMFAProducts)['smsOtp']
  type totp = (typeof B2BMFAProducts)['totp']
}

export declare namespace B2BOAuthProviders {
  type Google = (typeof B2BOAuthProviders)['Google']
  type Microsoft = (typeof B2BOAuthProviders)['Microsoft']
  type HubSpot = (typeof B2BOAuthProviders)['HubSpot']
  type Slack = (typeof B2BOAuthProviders)['Slack']
  type GitHub = (typeof B2BOAuthProviders)['GitHub']
}
