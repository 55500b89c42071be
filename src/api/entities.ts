/** What every answer of the provider carries. */
export interface Answer {
  request_id: string
  status_code: number
}

export interface WebauthnRegistration {
  webauthn_registration_id: string
  domain: string
  user_agent: string
  verified: boolean
  authenticator_type: string
  name: string
}

/** A visitor's account, in the provider's spelling (spec section 3). */
export interface User {
  user_id: string
  name: { first_name: string; middle_name: string; last_name: string }
  emails: { email_id: string; email: string; verified: boolean }[]
  phone_numbers: { phone_id: string; phone_number: string; verified: boolean }[]
  crypto_wallets: { crypto_wallet_id: string; crypto_wallet_address: string; crypto_wallet_type: string; verified: boolean }[]
  providers: {
    oauth_user_registration_id: string
    provider_type: string
    provider_subject: string
    profile_picture_url: string
    locale: string
  }[]
  totps: { totp_id: string; verified: boolean }[]
  webauthn_registrations: WebauthnRegistration[]
  biometric_registrations: { biometric_registration_id: string; verified: boolean }[]
  password: { password_id: string; requires_reset: boolean } | null
  roles: string[]
  status: 'active' | 'pending'
  created_at: string
  trusted_metadata: Record<string, unknown>
  untrusted_metadata: Record<string, unknown>
}

/** What every factor has: `delivery_method` says which one it is, and so what else there is to it. */
export interface Factor<Method extends string> {
  type: string
  delivery_method: Method
  last_authenticated_at: string
  created_at: string
  updated_at: string
}

/** A factor with details of its own, under a name of its own. */
export type DetailedFactor<Method extends string, Name extends string, Details> = Factor<Method> & { [Key in Name]: Details }

/** An account at a provider. */
export interface OAuthAccountDetails {
  id: string
  provider_subject: string
}

/** `oauth_google` with its `google_oauth_factor`, and so on for each provider. */
type OAuthFactors<Providers extends string, More> = {
  [Provider in Providers]: DetailedFactor<`oauth_${Provider}`, `${Provider}_oauth_factor`, OAuthAccountDetails & More>
}

/** The providers that a sign-in can begin at. */
export type OAuthProvider =
  | 'google'
  | 'microsoft'
  | 'apple'
  | 'github'
  | 'gitlab'
  | 'facebook'
  | 'discord'
  | 'salesforce'
  | 'slack'
  | 'amazon'
  | 'bitbucket'
  | 'linkedin'
  | 'coinbase'
  | 'twitch'
  | 'twitter'
  | 'tiktok'
  | 'snapchat'
  | 'figma'
  | 'yahoo'

/** Those whose sign-in tells no address. */
type WithoutAddress = 'twitter' | 'tiktok' | 'snapchat'

/** The sign-ins at other providers, by the provider. */
export type OAuthFactorOf = OAuthFactors<Exclude<OAuthProvider, WithoutAddress>, { email_id: string }> &
  OAuthFactors<WithoutAddress, unknown>

/** The factors that are no sign-in at another provider, by what they are. */
export interface FactorOf {
  email: DetailedFactor<'email' | 'embedded', 'email_factor', { email_id: string; email_address: string }>
  phone: DetailedFactor<'sms' | 'whatsapp', 'phone_number_factor', { phone_id: string; phone_number: string }>
  passkey: DetailedFactor<
    'webauthn_registration',
    'webauthn_factor',
    { webauthn_registration_id: string; domain: string; user_agent: string }
  >
  authenticatorApp: DetailedFactor<'authenticator_app', 'authenticator_app_factor', { totp_id: string }>
  recoveryCode: DetailedFactor<'recovery_code', 'recovery_code_factor', { totp_recovery_code_id: string }>
  wallet: DetailedFactor<
    'crypto_wallet',
    'crypto_wallet_factor',
    { crypto_wallet_id: string; crypto_wallet_address: string; crypto_wallet_type: string }
  >
  password: Factor<'knowledge'>
  biometrics: DetailedFactor<'biometric', 'biometric_factor', { biometric_registration_id: string }>
  accessToken: DetailedFactor<'oauth_access_token_exchange', 'oauth_access_token_exchange_factor', { client_id: string }>
}

/** One way in which the visitor proved who they are. */
export type AuthenticationFactor = FactorOf[keyof FactorOf] | OAuthFactorOf[keyof OAuthFactorOf]

/** A signed-in session (spec section 3). Times are RFC 3339, by the server's clock. */
export interface Session {
  session_id: string
  user_id: string
  authentication_factors: AuthenticationFactor[]
  started_at: string
  last_accessed_at: string
  expires_at: string
  attributes: { ip_address: string; user_agent: string }
  custom_claims: Record<string, unknown> | null
  roles: string[]
}

/** AUTH of wire.md 1.3: the answer of every call that signs a visitor in. Tokens are empty where the project keeps them in HttpOnly cookies. */
export interface Authenticated extends Answer {
  user_id: string
  user: User
  session: Session
  session_token: string
  session_jwt: string
  /** Where the provider tells what it has seen of the visitor's device before: with codes and passwords, in projects that ask for it. */
  user_device?: UserDevice
}

/** Whether something of a device is new for the visitor, and since when it is not. */
export interface DeviceAttribute {
  is_new: boolean
  first_seen_at?: string
  last_seen_at?: string
}

/** What the provider says of the device that a visitor signs in from (wire.md 1.3). */
export interface UserDevice {
  ip_address?: string
  ip_address_details?: DeviceAttribute
  ip_geo_city?: string
  ip_geo_region?: string
  ip_geo_country?: string
  ip_geo_country_details?: DeviceAttribute
}

/** `session_duration_minutes`, in the body of most calls that sign in. Minutes; 5 to 525,600 at the provider. */
export interface SessionDuration {
  session_duration_minutes: number
}
