import type { oauthProviders } from './oauthProviders.ts'

/** The fields of every answer of the provider. */
export interface Answer {
  /** The id of the request. The provider's support asks for it. */
  request_id: string
  /** The HTTP status. */
  status_code: number
}

/** A passkey or a security key of a user. */
export interface WebauthnRegistration {
  /** Its id, for `user.deleteWebauthnRegistration` and `webauthn.update`. */
  webauthn_registration_id: string
  /** The domain whose pages can use it. */
  domain: string
  /** The browser that created it, as its `User-Agent` header says. */
  user_agent: string
  /** Whether the device has proved that it has it. */
  verified: boolean
  /**
   * What was asked for: `platform`, a part of a device, `cross-platform`, one that can be used with
   * several devices, or empty, either.
   */
  authenticator_type: string
  /** The name that the visitor or the provider gave it. */
  name: string
}

/** A visitor's account, in the provider's spelling. */
export interface User {
  /** The user's id. */
  user_id: string
  /** Your own id for the user, if your server has set one. */
  external_id?: string
  /** The user's name. A part that is not known is empty. */
  name: {
    /** The given name. */
    first_name: string
    /** The middle name. */
    middle_name: string
    /** The family name. */
    last_name: string
  }
  /** The user's email addresses. */
  emails: {
    /** The id of the address, for `user.deleteEmail`. */
    email_id: string
    /** The address. */
    email: string
    /** Whether the user has proved that the address is theirs. */
    verified: boolean
  }[]
  /** The user's phone numbers. */
  phone_numbers: {
    /** The id of the number, for `user.deletePhoneNumber`. */
    phone_id: string
    /** The number, in E.164 format: `+14155550100`. */
    phone_number: string
    /** Whether the user has proved that the number is theirs. */
    verified: boolean
  }[]
  /** The user's crypto wallets. */
  crypto_wallets: {
    /** The id of the wallet, for `user.deleteCryptoWallet`. */
    crypto_wallet_id: string
    /** The address of the wallet on its chain. */
    crypto_wallet_address: string
    /** The chain: `ethereum` or `solana`. */
    crypto_wallet_type: string
    /** Whether the user has proved that the wallet is theirs. */
    verified: boolean
  }[]
  /** The user's accounts at other providers, such as Google. */
  providers: {
    /** The id of the link to the account, for `user.deleteOAuthRegistration`. */
    oauth_user_registration_id: string
    /** The provider: `Google`, `Github`. */
    provider_type: string
    /** The id of the account at that provider. */
    provider_subject: string
    /** The URL of the account's picture, or an empty string. */
    profile_picture_url: string
    /** The language of the account, as a BCP 47 tag, or an empty string. */
    locale: string
  }[]
  /** The user's authenticator apps. */
  totps: {
    /** The id of the app, for `user.deleteTOTP`. */
    totp_id: string
    /** Whether the user has proved the app with a code. */
    verified: boolean
  }[]
  /** The user's passkeys and security keys. */
  webauthn_registrations: WebauthnRegistration[]
  /**
   * The devices on which the user signs in with a fingerprint or their face, in the provider's
   * native SDKs.
   */
  biometric_registrations: {
    /** The id of the registration, for `user.deleteBiometricRegistration`. */
    biometric_registration_id: string
    /** Whether the device has proved that it has it. */
    verified: boolean
  }[]
  /** The user's password; null if they have none. */
  password: {
    /** The id of the password. */
    password_id: string
    /** Whether the user has to set a new password before they can sign in with one. */
    requires_reset: boolean
  } | null
  /** The ids of the user's roles, for RBAC. */
  roles: string[]
  /** `pending` until the user has proved an address, a number or another way to sign in. */
  status: 'active' | 'pending'
  /** When the account was created (RFC 3339). */
  created_at: string
  /** Data that only your server can change. */
  trusted_metadata: Record<string, unknown>
  /** Data that the user can change from a browser, with `user.update`. Do not trust it. */
  untrusted_metadata: Record<string, unknown>
}

/**
 * What all factors have in common. `delivery_method` says which factor it is, and so which other
 * fields it has.
 */
export interface Factor<Method extends string> {
  /** The kind of factor, in the provider's words: `magic_link`, `otp`, `password`, `oauth`. */
  type: string
  /** How the factor was proved. */
  delivery_method: Method
  /** When it was last proved (RFC 3339). */
  last_authenticated_at: string
  /** When it was first proved in this session (RFC 3339). */
  created_at: string
  /** When it last changed (RFC 3339). */
  updated_at: string
}

/** A factor with details, in a field whose name depends on the factor. */
export type DetailedFactor<Method extends string, Name extends string, Details> = Factor<Method> & { [Key in Name]: Details }

/** An account at another provider. */
export interface OAuthAccountDetails {
  /** The id of the link between the user and the account. */
  id: string
  /** The id of the account at that provider. */
  provider_subject: string
}

/** `oauth_google` with its `google_oauth_factor`, and so on for each provider. */
type OAuthFactors<Providers extends string, More> = {
  [Provider in Providers]: DetailedFactor<`oauth_${Provider}`, `${Provider}_oauth_factor`, OAuthAccountDetails & More>
}

/** The providers that a visitor can sign in with. */
export type OAuthProvider = keyof typeof oauthProviders

/** The providers that do not share the visitor's email address. */
type WithoutAddress = 'twitter' | 'tiktok' | 'snapchat'

/** The factors of sign-ins with other providers, by provider. */
export type OAuthFactorOf = OAuthFactors<
  Exclude<OAuthProvider, WithoutAddress>,
  {
    /** The id of the account's email address. */
    email_id: string
  }
> &
  OAuthFactors<WithoutAddress, unknown>

/** The other factors, by what was proved. */
export interface FactorOf {
  /** An email address, proved by a link or a code. */
  email: DetailedFactor<
    'email' | 'embedded',
    'email_factor',
    {
      /** The id of the address. */
      email_id: string
      /** The address. */
      email_address: string
    }
  >
  /** A phone number, proved by a code. */
  phone: DetailedFactor<
    'sms' | 'whatsapp',
    'phone_number_factor',
    {
      /** The id of the number. */
      phone_id: string
      /** The number, in E.164 format. */
      phone_number: string
    }
  >
  /** A passkey or a security key. */
  passkey: DetailedFactor<
    'webauthn_registration',
    'webauthn_factor',
    {
      /** The id of the passkey. */
      webauthn_registration_id: string
      /** The domain whose pages can use it. */
      domain: string
      /** The browser that created it, as its `User-Agent` header says. */
      user_agent: string
    }
  >
  /** An authenticator app, proved by a code. */
  authenticatorApp: DetailedFactor<
    'authenticator_app',
    'authenticator_app_factor',
    {
      /** The id of the app. */
      totp_id: string
    }
  >
  /** A recovery code, instead of an authenticator app. */
  recoveryCode: DetailedFactor<
    'recovery_code',
    'recovery_code_factor',
    {
      /** The id of the code. */
      totp_recovery_code_id: string
    }
  >
  /** A crypto wallet, proved by a signature. */
  wallet: DetailedFactor<
    'crypto_wallet',
    'crypto_wallet_factor',
    {
      /** The id of the wallet. */
      crypto_wallet_id: string
      /** The address of the wallet on its chain. */
      crypto_wallet_address: string
      /** The chain: `ethereum` or `solana`. */
      crypto_wallet_type: string
    }
  >
  /** A password. */
  password: Factor<'knowledge'>
  /** A fingerprint or a face, in the provider's native SDKs. */
  biometrics: DetailedFactor<
    'biometric',
    'biometric_factor',
    {
      /** The id of the registration. */
      biometric_registration_id: string
    }
  >
  /** An access token of an app, by `session.exchangeAccessToken`. */
  accessToken: DetailedFactor<
    'oauth_access_token_exchange',
    'oauth_access_token_exchange_factor',
    {
      /** The app that the token was issued to. */
      client_id: string
    }
  >
}

/** One way in which the visitor has proved who they are. */
export type AuthenticationFactor = FactorOf[keyof FactorOf] | OAuthFactorOf[keyof OAuthFactorOf]

/** The session of a visitor who is signed in. Times are RFC 3339, by the server's clock. */
export interface Session {
  /** The session's id. */
  session_id: string
  /** The user whose session it is. */
  user_id: string
  /** What the visitor has proved in this session, and when. */
  authentication_factors: AuthenticationFactor[]
  /** When the visitor signed in. */
  started_at: string
  /** When the provider was last asked about the session. */
  last_accessed_at: string
  /** When the session ends, unless it is extended first. */
  expires_at: string
  /** Where the visitor signed in from. */
  attributes: {
    /** The IP address of the visitor, or an empty string. */
    ip_address: string
    /** The browser, as its `User-Agent` header says, or an empty string. */
    user_agent: string
  }
  /** The claims that your server has added; null if there are none. */
  custom_claims: Record<string, unknown> | null
  /** The ids of the user's roles, for RBAC. */
  roles: string[]
}

/**
 * What your own server asks for before it begins a session: a right first factor is not enough for
 * this user.
 */
export interface SecondFactorRequired {
  /**
   * What the visitor can prove: `totp`, a code of their authenticator app (`totps.authenticate`),
   * or `backup_code`, a recovery code (`totps.recover`).
   */
  methods: ('totp' | 'backup_code')[]
  /** Whether the visitor may choose not to be asked again on this device (`trust_device`). */
  trusted_device: boolean
}

/** The answer of every call that signs a visitor in. */
export interface Authenticated extends Answer {
  /** The id of the user who is signed in. */
  user_id: string
  /** The user who is signed in. */
  user: User
  /** The session. */
  session: Session
  /** The opaque token of the session. Empty if the project keeps tokens in HttpOnly cookies. */
  session_token: string
  /**
   * The same session as a JWT, which is valid for five minutes. Empty if the project keeps tokens
   * in HttpOnly cookies.
   */
  session_jwt: string
  /**
   * What the provider knows about the visitor's device. In answers to codes and passwords, if the
   * project has turned that on.
   */
  user_device?: UserDevice
  /**
   * Only from your own server (`backend`): the visitor has to prove this, too. Nobody is signed in
   * yet: `session` is null, the tokens are empty, and there is no `user`. The answer to
   * `totps.authenticate` or `totps.recover` then has the session.
   */
  second_factor_required?: SecondFactorRequired
}

/** Whether the provider has seen an attribute of the device with this user before. */
export interface DeviceAttribute {
  /** Whether it is new. */
  is_new: boolean
  /** When it was first seen (RFC 3339). */
  first_seen_at?: string
  /** When it was last seen (RFC 3339). */
  last_seen_at?: string
}

/** What the provider knows about the device that the visitor signs in from. */
export interface UserDevice {
  /** The IP address. */
  ip_address?: string
  /** Whether this user has been seen at this address before. */
  ip_address_details?: DeviceAttribute
  /** The city that the address belongs to. */
  ip_geo_city?: string
  /** The region that the address belongs to. */
  ip_geo_region?: string
  /** The country that the address belongs to, as an ISO 3166 code: `US`. */
  ip_geo_country?: string
  /** Whether this user has been seen in this country before. */
  ip_geo_country_details?: DeviceAttribute
}

/** How long the session lasts. */
export interface SessionDuration {
  /** How long the session lasts from now on, in minutes: 5 to 525,600 (a year). */
  session_duration_minutes: number
}

/** What a log-in by a visitor who is signed in can be. */
export interface Confirmation {
  /**
   * Of a client with a `backend`: whether the visitor only confirms that it is them. The server
   * refuses it unless the user who is signed in proves it (`confirmation_refused`). Default false.
   */
  confirm_session?: boolean
}
