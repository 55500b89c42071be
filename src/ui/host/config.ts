import type { OtpMethod } from '../../api/otps.ts'
import type { OAuthProvider } from '../../api/entities.ts'
import type { OneTapPosition } from '../../client/oneTap/oneTapPrompt.ts'

// The configuration of the widgets. This file contains only types, and every entry with screens
// exports all of them.

/** A product: one way to sign in. */
export type Product = 'emailMagicLinks' | 'otp' | 'passwords' | 'oauth' | 'passkeys' | 'crypto'

/** Which ways to sign in the log-in widget offers, and how they work. */
export interface LoginConfig {
  /** The ways to sign in, in the order in which they show. Default: links by email alone. */
  products?: readonly Product[]
  /** How links by email work. */
  emailMagicLinksOptions?: EmailMagicLinksOptions
  /** How one-time codes work. The product `otp` needs its `methods`. */
  otpOptions?: WidgetOtpOptions
  /** How passwords work. */
  passwordOptions?: PasswordOptions
  /** How passkeys work. */
  passkeyOptions?: PasskeyOptions
  /** The providers that visitors can sign in with. The product `oauth` needs its `providers`. */
  oauthOptions?: OAuthOptions
  /** The session of a visitor who has signed in. */
  sessionOptions?: {
    /** How long the session lasts, in minutes. Default 30. */
    sessionDurationMinutes?: number
  }
  /**
   * The pages that visitors agree to by continuing. The log-in screen links to them, under the
   * form. Default: none, and no line about them.
   */
  legal?: {
    /** Your terms of service: an http(s) URL, or one relative to the page. */
    termsURL?: string
    /** Your privacy policy: an http(s) URL, or one relative to the page. */
    privacyURL?: string
  }
  /** What you already know about the visitor. The fields of the log-in screen begin with it. */
  prefill?: {
    /** An email address. */
    email?: string
    /** A phone number in E.164 format: `+12025550123`. */
    phone?: string
  }
  /**
   * Where the page goes after the screen that confirms a log-in: an http(s) URL, or one relative to
   * the page. Default: nowhere; `onEvent` tells your page about the log-in.
   */
  successURL?: string
  /**
   * Whether the browser remembers how the visitor has logged in, so that the log-in screen can mark
   * that way the next time. It is the name of the method and of its provider, never an address, a
   * number or an id, and it stays when the visitor signs out. With `false` nothing is remembered,
   * and what was remembered before is removed. Default true.
   */
  rememberLastMethod?: boolean
  /**
   * Whether the widget renders into a shadow root, out of reach of the page's styles. Default
   * false: password managers fill in fields of the page more easily.
   */
  enableShadowDOM?: boolean
}

/** How links by email work. */
export interface EmailMagicLinksOptions {
  /**
   * Where the link leads a visitor who has an account: a redirect URL of the project. Default: the
   * project's default one.
   */
  loginRedirectURL?: string
  /** How long the link of a visitor who has an account is valid, in minutes. Default 30. */
  loginExpirationMinutes?: number
  /**
   * Where the link leads a new visitor: a redirect URL of the project. Default: the project's
   * default one.
   */
  signupRedirectURL?: string
  /** How long the link of a new visitor is valid, in minutes. Default 30. */
  signupExpirationMinutes?: number
  /**
   * The project's template for the email to a visitor who has an account. Default: the project's
   * default one.
   */
  loginTemplateId?: string
  /** The project's template for the email to a new visitor. Default: the project's default one. */
  signupTemplateId?: string
  /**
   * Whether a new account stays pending until its link is opened. Default: the project's setting.
   */
  createUserAsPending?: boolean
  /**
   * The domain that your emails come from. The links to webmail search for it. Default: the
   * project's.
   */
  domainHint?: string
  /**
   * The language of the email, as the provider names it: `en`, `es`, `pt-br`. Default: the
   * project's.
   */
  locale?: string
}

/** How one-time codes work. */
export interface WidgetOtpOptions {
  /** How codes reach the visitor, in the order in which the widget shows the ways. */
  methods?: OtpMethod[]
  /** How long a code is valid, in minutes. Default 5. */
  expirationMinutes?: number
  /**
   * After how many seconds the visitor can ask for another code, or another email link. Until then
   * the link counts down. Default: 30 with `look: 'quartz'`, else 0.
   */
  resendAfterSeconds?: number
  /**
   * The project's template for the email to a visitor who has an account. Default: the project's
   * default one.
   */
  loginTemplateId?: string
  /** The project's template for the email to a new visitor. Default: the project's default one. */
  signupTemplateId?: string
  /**
   * The language of the email, as the provider names it: `en`, `es`, `pt-br`. Default: the
   * project's.
   */
  locale?: string
}

/** How passwords work, and the email that resets them. */
export interface PasswordOptions {
  /**
   * Where the link in a reset email leads that signs the visitor in without a new password: a
   * redirect URL of the project. Default: the project's default one.
   */
  loginRedirectURL?: string
  /** Not used. It is here because the provider's SDK takes it, too. */
  loginExpirationMinutes?: number
  /**
   * Your page that asks for the new password, with `mountResetPassword` on it: a redirect URL of
   * the project. Default: the project's default one.
   */
  resetPasswordRedirectURL?: string
  /** How long the link in a reset email is valid, in minutes. Default 30. */
  resetPasswordExpirationMinutes?: number
  /** The project's template for the email. Default: the project's default one. */
  resetPasswordTemplateId?: string
  /**
   * The language of the email, as the provider names it: `en`, `es`, `pt-br`. Default: the
   * project's.
   */
  locale?: string
}

/** How passkeys work. */
export interface PasskeyOptions {
  /**
   * The domain that passkeys are created for, and that log-ins ask for: the page's host or a domain
   * above it, or one that names this page as related. Default: the page's host.
   */
  domain?: string
  /**
   * Whether a visitor who has signed in with a password gets a passkey without a question, where
   * the browser offers that. A line on the last screen tells them. It needs the products
   * `passwords` and `passkeys`, and a page that stays: with `successURL` it does nothing. Default
   * false, because the browser creates such a passkey without anyone touching the device, and your
   * project has to accept it.
   */
  upgrade?: boolean
}

/** Sign-ins with other providers. */
export interface OAuthOptions {
  /**
   * The providers, in the order in which their buttons show. One that is named twice shows once.
   */
  providers: readonly OAuthProviderConfig[]
  /**
   * Where a visitor who has an account comes back to: a redirect URL of the project. Default: the
   * project's default one.
   */
  loginRedirectURL?: string
  /**
   * Where a new visitor comes back to: a redirect URL of the project. Default: the project's
   * default one.
   */
  signupRedirectURL?: string
}

/** A provider that visitors can sign in with. */
export interface OAuthProviderConfig {
  /** The provider: one of those that the widget knows, or one of your own server's. */
  type: OAuthProvider | (string & {})
  /** Its name on the button. Default: the usual one, or else its capitalized type. */
  name?: string
  /** Its logo: an http(s) URL, or a `data:` URL of an image. Default: its own, or a generic one. */
  logoUrl?: string
  /** Scopes to ask for besides the provider's default ones. */
  custom_scopes?: string[]
  /** Parameters for the provider: `{ prompt: 'consent' }`. */
  provider_params?: Record<string, string>
  /** Whether to show Google's One Tap, too. For `google` alone. Default false. */
  one_tap?: boolean
  /**
   * Where the prompt shows. Default `floating`. A browser with FedCM draws the prompt itself, and
   * can only float it.
   */
  position?: OneTapPosition
  /** Whether a tap outside a floating prompt closes it. Default true. */
  cancel_on_tap_outside?: boolean
}

/** The colors of one kind of button. */
export interface ButtonStyle {
  /** The color of the button. */
  backgroundColor?: string
  /** The color of its text. */
  textColor?: string
  /** The color of its border. */
  borderColor?: string
  /** The radius of its corners. Default `4px`. */
  borderRadius?: string
}

/**
 * How the widget looks. Every value is CSS text. A value that is not valid for its property is
 * ignored.
 */
export interface StyleConfig {
  /**
   * `quartz`, Latchkey's own look, or `classic`, Stytch's. Other styles change what they name in
   * either. Default: `quartz` with a `backend`, `classic` with a public token.
   */
  look?: 'quartz' | 'classic'
  /**
   * `light`, `dark`, or `auto`, which follows the visitor's system. Default: `light`, or `auto` in
   * the look `quartz`.
   */
  colorScheme?: 'light' | 'dark' | 'auto'
  /** The font of every text. Default `Arial, Helvetica, sans-serif`. */
  fontFamily?: string
  /** The card. */
  container?: {
    /** The color of the card. Default `#fff`, dark `#16212a`. */
    backgroundColor?: string
    /** The color of its border and of the lines in it. Default `#adbcc5`, dark `#3c4d59`. */
    borderColor?: string
    /** The radius of its corners. Default `8px`. */
    borderRadius?: string
    /** Its width, if there is room. Default `400px`. */
    width?: string
    /**
     * Its shadow, as `box-shadow` in CSS; `none` for a card that is no card. Default: a soft one.
     */
    shadow?: string
  }
  /** The colors of texts and icons. */
  colors?: {
    /** Texts, titles and icons. Default `#19303d`, dark `#eef3f6`. */
    primary?: string
    /**
     * Your brand's color: links, the border and the halo of a focused field, the chosen tab, check
     * marks, progress. If you set it, it also colors the primary button, unless `buttons.primary`
     * has colors. It should have a contrast of 4.5:1 with the card, and with
     * `buttons.primary.textColor`. Default `colors.primary`.
     */
    accent?: string
    /** Helper texts. Default `#5c727d`, dark `#a9bac4`. */
    secondary?: string
    /** Messages about success. Default `#0c5a56`, dark `#6fd3bd`. */
    success?: string
    /** Warnings on the consent screen. Default `#7a4b00`, dark `#f2c56b`. */
    warning?: string
    /** Messages about errors. Default `#8b1214`, dark `#ffa39e`. */
    error?: string
  }
  /** The buttons, by their kind. */
  buttons?: {
    /** The main button of a screen. */
    primary?: ButtonStyle
    /** Other buttons. */
    secondary?: ButtonStyle
    /** Buttons that cannot be pressed yet. */
    disabled?: ButtonStyle
    /**
     * How the buttons of providers are arranged: `list`, or `grid`, two columns of names, for many
     * providers. Default `list`.
     */
    social?: 'list' | 'grid'
  }
  /** The fields. */
  inputs?: {
    /** The color of a field. Default: that of the card. */
    backgroundColor?: string
    /** The color of what the visitor types. Default `colors.primary`. */
    textColor?: string
    /** The color of the text in an empty field. Default `#647a86`, dark `#93a5b0`. */
    placeholderColor?: string
    /** The color of its border. Default: 55 % of the color of texts. */
    borderColor?: string
    /** The radius of its corners. Default `4px`. */
    borderRadius?: string
  }
  /** Whether to leave out 'Sign up or log in'. Default false. */
  hideHeaderText?: boolean
  /** A logo above the header, at most 100 by 50 px. */
  logo?: {
    /** The URL of the image: http(s) or data:image. An image that cannot be loaded is left out. */
    logoImageUrl?: string
    /**
     * What it says to those who cannot see it; empty if your page says it nearby. Default: the
     * project's name.
     */
    alt?: string
  }
}

/**
 * One thing that an app asks for, with details that the visitor can expand. It is text, never HTML.
 */
export type IDPConsentItem =
  | string
  | {
      /** What the app asks for. */
      text: string
      /** The details, one per line. */
      details?: string[]
      /** The scopes that it covers. Needed only with `selectable`. */
      scopes?: string[]
      /**
       * Whether the visitor can leave it out. The app then does not get those of its `scopes` that
       * no other item covers. Default: false.
       */
      selectable?: boolean
    }

/** A group of such things, under a header. */
export interface IDPConsentSection {
  /** The header. */
  header: string
  /** The things. */
  items: IDPConsentItem[]
}

/**
 * The list of what an app asks for, as the consent screen shows it: items under the widget's own
 * header, or sections with headers of your own.
 */
export type IDPConsentScreenManifest = IDPConsentItem[] | IDPConsentSection[]

/** A trusted token: a JWT of an issuer that the project trusts. */
export interface AuthTokenParams {
  /** The JWT. */
  trustedAuthToken: string
  /** The id of the project's trusted token profile for that issuer. */
  tokenProfileID: string
}

/**
 * A way to prove a second factor: a code of an authenticator app, a code by SMS to a number of the
 * account, or a recovery code of the authenticator app.
 */
export type SecondFactorMethod = 'totp' | 'sms' | 'recoveryCode'

/** Options that only the screen for a second factor has. */
export interface SecondFactorOptions {
  /**
   * The ways that the visitor can use, if they have them, in the order in which the screen offers
   * them. It begins with the first that they have. Default: `['totp', 'sms', 'recoveryCode']`.
   */
  methods?: readonly SecondFactorMethod[]
}

/** Options of `client.confirm`. */
export interface ConfirmationOptions {
  /**
   * How long ago the user may have proved who they are, in minutes. 0 asks each time. Default: 5.
   */
  maxAgeMinutes?: number
}

/** What `client.confirm` resolves with. */
export interface Confirmed {
  /** When the user last proved who they are (RFC 3339). */
  confirmedAt: string
}

/** Options that only the consent screen has. */
export interface IdentityProviderOptions {
  /**
   * Returns the list of what the app asks for, or may do. The account screen shows it for each
   * connected app. If it throws, takes longer than 3 s or does not
   * return a manifest, the widget shows its default list.
   */
  getIDPConsentManifest?(about: {
    /** The scopes that the visitor can grant. */
    scopes: string[]
    /** What the screen calls the app. */
    clientName: string
  }): IDPConsentScreenManifest | Promise<IDPConsentScreenManifest>
  /** Begins with a session of 60 minutes from this token, which replaces any other session. */
  authTokenParams?: AuthTokenParams
}

/** A part of the account screen: things of one kind that belong to the account. */
export type AccountSection = 'emails' | 'phoneNumbers' | 'passkeys' | 'authenticatorApp' | 'providers' | 'wallets' | 'connectedApps'

/** What the account screen shows. */
export interface AccountOptions extends Pick<IdentityProviderOptions, 'getIDPConsentManifest'> {
  /**
   * The parts of the account that the screen shows, in this order. Parts that a visitor cannot add
   * to (`providers`, `wallets`, `connectedApps`) show if there is something in them, and `passkeys`
   * if the browser has passkeys. Default: all of them.
   */
  sections?: readonly AccountSection[]
}
