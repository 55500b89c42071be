import type { OtpMethod } from '../api/otps.ts'
import type { OAuthProvider } from '../api/entities.ts'
import type { OneTapPosition } from '../client/oneTapPrompt.ts'

// Types alone: every entry with screens exports all of it.

/** The products built so far; each is a way to sign in (spec section 3). */
export type Product = 'emailMagicLinks' | 'otp' | 'passwords' | 'oauth' | 'passkeys' | 'crypto'

/** What a host configures of the log-in widget (wire.md 1.6, spec section 3). */
export interface LoginConfig {
  /** In the order in which they show. Default: e-mail links alone. */
  products?: readonly Product[]
  /** How log-in links by e-mail work. */
  emailMagicLinksOptions?: EmailMagicLinksOptions
  /** How one-time codes work; the product `otp` needs its `methods`. */
  otpOptions?: WidgetOtpOptions
  /** How passwords work. */
  passwordOptions?: PasswordOptions
  /** With whom visitors can sign in; the product `oauth` needs its `providers`. */
  oauthOptions?: OAuthOptions
  /** What becomes of a visitor who has signed in. */
  sessionOptions?: {
    /** How long a session lasts, in minutes. Default 30. */
    sessionDurationMinutes?: number
  }
  /** Renders into a shadow root, out of reach of the page's styles. Default false: password managers find light DOM more easily. */
  enableShadowDOM?: boolean
}

/** Log-in links by e-mail (wire.md 1.6). */
export interface EmailMagicLinksOptions {
  /** Where the link leads a visitor who has an account. Default: the project's default redirect URL. */
  loginRedirectURL?: string
  /** Minutes until it is void. Default 30. */
  loginExpirationMinutes?: number
  /** Where it leads a new visitor. */
  signupRedirectURL?: string
  /** Default 30. */
  signupExpirationMinutes?: number
  /** The project's template for the message to a visitor who has an account. Default: the project's default one. */
  loginTemplateId?: string
  /** The template for a new visitor. */
  signupTemplateId?: string
  /** Keeps a new account pending until its link is opened. Default: the project's setting. */
  createUserAsPending?: boolean
  /** The domain that mails come from, for the links into web mail (row 18). */
  domainHint?: string
  /** Language of the message: `en`, `es`, `pt-br`, as the project has them. Default: the project's. */
  locale?: string
}

/** One-time codes (wire.md 1.6). */
export interface WidgetOtpOptions {
  /** In the order in which they show. */
  methods?: OtpMethod[]
  /** Minutes until a code is void. Default 5. */
  expirationMinutes?: number
  /** The project's template for the message to a visitor who has an account. Default: the project's default one. */
  loginTemplateId?: string
  /** The template for a new visitor. */
  signupTemplateId?: string
  /** Language of the message: `en`, `es`, `pt-br`, as the project has them. Default: the project's. */
  locale?: string
}

/** Passwords, and the mail that resets one (wire.md 1.6). */
export interface PasswordOptions {
  /** Where the log-in link of a reset mail leads. Default: the project's default redirect URL. */
  loginRedirectURL?: string
  /** Taken, as the provider's SDK takes it, and never sent (wire.md 1.3). */
  loginExpirationMinutes?: number
  /** Where the page is that asks for the new password, with `mountResetPassword` on it. */
  resetPasswordRedirectURL?: string
  /** Minutes until its link is void. Default 30. */
  resetPasswordExpirationMinutes?: number
  /** The project's template for the mail. Default: the project's default one. */
  resetPasswordTemplateId?: string
  /** Language of the message: `en`, `es`, `pt-br`, as the project has them. Default: the project's. */
  locale?: string
}

/** Social sign-in (wire.md 1.6). */
export interface OAuthOptions {
  /** In the order in which their buttons show; a provider named twice shows once. */
  providers: readonly OAuthProviderConfig[]
  /** Where a visitor who has an account comes back to; must be a redirect URL of the project. Default: the project's default redirect URL. */
  loginRedirectURL?: string
  /** Where a new visitor comes back to. */
  signupRedirectURL?: string
}

/** A provider that visitors can sign in with. */
export interface OAuthProviderConfig {
  /** One that is newer than this widget gets a generic button. */
  type: OAuthProvider | (string & {})
  /** Asked for beside the provider's own default scopes. */
  custom_scopes?: string[]
  /** Handed on to the provider: `{ prompt: 'consent' }`. */
  provider_params?: Record<string, string>
  /** Shows Google's prompt, too. For `google` alone. Default false. */
  one_tap?: boolean
  /** Where the prompt shows (wire.md 2.7): a browser with FedCM draws it itself and cannot embed it. Default `floating`. */
  position?: OneTapPosition
  /** Whether a tap beside a floating prompt closes it. Default true. */
  cancel_on_tap_outside?: boolean
}

/** Colours of one kind of button. */
export interface ButtonStyle {
  /** Behind its text. */
  backgroundColor?: string
  /** Of its text. */
  textColor?: string
  /** Around it. */
  borderColor?: string
  /** Of its corners. Default `4px`. */
  borderRadius?: string
}

/** How the widget looks (spec section 3, wire.md 1.6). Every value is CSS text; one that is not valid for its place is ignored. */
export interface StyleConfig {
  /** `light` has the colours of the specification; `auto` follows the visitor's system. Default `light`. */
  colorScheme?: 'light' | 'dark' | 'auto'
  /** Of every text. Default `Arial, Helvetica, sans-serif`. */
  fontFamily?: string
  /** The card. */
  container?: {
    /** Behind the screen. Default `#fff`, dark `#16212a`. */
    backgroundColor?: string
    /** Around the card, and of lines in it. Default `#adbcc5`, dark `#3c4d59`. */
    borderColor?: string
    /** Of its corners. Default `8px`. */
    borderRadius?: string
    /** How wide it is where there is room. Default `400px`. */
    width?: string
  }
  /** What texts and signs are written in. */
  colors?: {
    /** Texts, titles, links, focus rings. Default `#19303d`, dark `#eef3f6`. */
    primary?: string
    /** Helper texts. Default `#5c727d`, dark `#a9bac4`. */
    secondary?: string
    /** What went well. Default `#0c5a56`, dark `#6fd3bd`. */
    success?: string
    /** What went wrong. Default `#8b1214`, dark `#ffa39e`. */
    error?: string
  }
  /** Buttons by their kind. */
  buttons?: {
    /** The one that goes on. */
    primary?: ButtonStyle
    /** The others. */
    secondary?: ButtonStyle
    /** Those that cannot be pressed yet. */
    disabled?: ButtonStyle
  }
  /** Fields. */
  inputs?: {
    /** Behind what is typed. Default: the card's. */
    backgroundColor?: string
    /** Of what is typed. Default `colors.primary`. */
    textColor?: string
    /** Of what stands in an empty field. Default `#647a86`, dark `#93a5b0`. */
    placeholderColor?: string
    /** Around the field. Default `colors.primary`. */
    borderColor?: string
    /** Of its corners. Default `4px`. */
    borderRadius?: string
  }
  /** Leaves out 'Sign up or log in'. Default false. */
  hideHeaderText?: boolean
  /** A picture above the header, at most 100 by 50 px; an http(s) or data:image URL. */
  logo?: {
    /** Its address. One that cannot be loaded is left out. */
    logoImageUrl?: string
  }
}

/** One thing that an app asks for, with details that the visitor may unfold. Text, never HTML. */
export type IDPConsentItem = string | { text: string; details?: string[] }

/** Things that belong together, under a header. */
export interface IDPConsentSection {
  /** What they have in common. */
  header: string
  /** Each of them. */
  items: IDPConsentItem[]
}

/** What the consent screen says that an app asks for (wire.md 1.6): items under the widget's own header, or sections with theirs. */
export type IDPConsentScreenManifest = IDPConsentItem[] | IDPConsentSection[]

/** A trusted token: a JWT of somebody else's that says who the visitor is, and the profile by which the project trusts it (spec section 3). */
export interface AuthTokenParams {
  /** The JWT. */
  trustedAuthToken: string
  /** Of the project's trusted token profile. */
  tokenProfileID: string
}

/** What a host may say of the identity-provider screens alone (wire.md 1.5). */
export interface IdentityProviderOptions {
  /**
   * Words what the app asks for: `scopes` are those that the visitor can grant, `clientName` is what the app is called on the screen. Where it throws, takes
   * longer than 3 s or gives something else than a manifest, the default list is shown (spec section 6, row 33).
   */
  getIDPConsentManifest?(about: { scopes: string[]; clientName: string }): IDPConsentScreenManifest | Promise<IDPConsentScreenManifest>
  /** Begins with a session of 60 minutes made of this token, in place of any other (spec section 4). */
  authTokenParams?: AuthTokenParams
}
