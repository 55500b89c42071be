/** Names that stand for themselves. */
const same = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, name])) as { readonly [Key in Name]: Key }

/** The products of a log-in widget, as `config.products` spells them. */
export const Products = same('emailMagicLinks', 'oauth', 'otp', 'crypto', 'passwords', 'passkeys')

/** The providers that a sign-in can begin at, as `client.oauth` spells them. */
export const OAuthProviders = {
  Google: 'google',
  Microsoft: 'microsoft',
  Apple: 'apple',
  Github: 'github',
  GitLab: 'gitlab',
  Facebook: 'facebook',
  Discord: 'discord',
  Salesforce: 'salesforce',
  Slack: 'slack',
  Amazon: 'amazon',
  Bitbucket: 'bitbucket',
  LinkedIn: 'linkedin',
  Coinbase: 'coinbase',
  Twitch: 'twitch',
  Twitter: 'twitter',
  TikTok: 'tiktok',
  Snapchat: 'snapchat',
  Figma: 'figma',
  Yahoo: 'yahoo',
} as const

/** The wallets that a visitor can sign in with. */
export const Wallets = {
  ...same('Vessel', 'Phantom', 'Metamask', 'Coinbase', 'Binance'),
  GenericEthereumWallet: 'Other Ethereum Wallet',
  GenericSolanaWallet: 'Other Solana Wallet',
} as const

/** Where Google's prompt stands (wire.md 2.7). */
export const OneTapPositions = same('embedded', 'floating', 'embeddedOnly', 'floatingOrEmbedded', 'forceLegacyEmbedded')

/** The ways of sending a code. */
export const OTPMethods = { SMS: 'sms', WhatsApp: 'whatsapp', Email: 'email' } as const

/** The types of a widget's events (wire.md 1.7). */
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

/** The products of the provider's React Native widget: an enumeration by number, with its way back. */
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
export const B2BOAuthProviders = { Google: 'google', Microsoft: 'microsoft', HubSpot: 'hubspot', Slack: 'slack', GitHub: 'github' } as const

// As types, each is one of its values: `Products[]` is a list of products.

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
