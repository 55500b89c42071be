/** The props that hosts give to each widget, mounted or as a component. */
import type {
  AccountOptions,
  ConfirmationOptions,
  IdentityProviderOptions,
  LoginConfig,
  SecondFactorOptions,
  StyleConfig,
} from '../ui/host/config.ts'
import type { ProductOptions } from '../ui/context.ts'
import type { Language, LazyLanguage } from '../ui/words/language.ts'
import type { Callbacks } from '../ui/host/events.ts'
import type { Strings } from './messages.ts'

/** The props of every widget. */
export interface HostProps {
  /** Which ways to sign in the widget offers, and how they work. Default: email links only. */
  config?: LoginConfig
  /** How it looks. Default: light, in the widget's own colors. */
  styles?: StyleConfig
  /** Your functions that the widget calls for events and errors. */
  callbacks?: Callbacks
  /**
   * The language of the widget: a BCP 47 tag (`fr`, `pt-PT`), which selects the closest language
   * that the widget has; `auto`, which takes the `lang` of your page, else the languages of the
   * visitor's browser, else English; or, if you use a bundler, a language of `latchkey/strings`,
   * such as `frLazy`. The texts of the first screen are fetched before it shows, the others when
   * they are needed. A bundle has no files of translations next to it, so a tag there means
   * English. Default: English, which is plain with a `backend` (`enPlain`).
   */
  language?: Language
  /** Your own texts, by message id. They take precedence over `language`. */
  strings?: Strings
}

/** The props of the log-in widget. */
export interface LoginProps extends HostProps {
  /**
   * Whether to log in a visitor who arrives with a token in the page's URL, before anything else
   * shows. The token of a reset email leads to the form for a new password. `press`: the visitor
   * presses a button before the token of a link is spent, because some mail scanners open links and
   * run the scripts of the page. Until then the token stays in the URL. Default with a `backend`:
   * the visitor presses the button unless this browser asked for the link. Default with a public
   * token: false; true for the script tag and the elements.
   */
  authenticateByUrl?: boolean | 'press'
}

/** The props of the page for a new password. */
export interface ResetPasswordProps extends HostProps {
  /**
   * The `token` from the URL that the link in the reset email leads to. If it is empty, the visitor
   * reads that the link was already used or has expired.
   */
  passwordResetToken: string
  /**
   * `press`: the visitor presses a button before the log-in link of a reset email signs them in, as
   * in {@link LoginProps}. The form for a new password needs none. Default with a public token:
   * the link signs them in at once.
   */
  authenticateByUrl?: boolean | 'press'
}

/** The props of the identity-provider screens. */
export interface IdentityProviderProps extends Omit<HostProps, 'config'>, IdentityProviderOptions {}

/**
 * The props of the screen for a second factor. Of `config`, it reads `sessionOptions`,
 * `successURL`, `enableShadowDOM`, and `otpOptions.expirationMinutes`, how long the code of a text
 * message is valid.
 */
export interface SecondFactorProps extends HostProps, SecondFactorOptions {}

/** The options of `client.confirm`: those of the dialog are the ones of a widget. */
export interface ConfirmProps extends HostProps, ConfirmationOptions {}

/**
 * The props of the account screen. Of `config`, it reads `sessionOptions`, `otpOptions`, and
 * `enableShadowDOM`.
 */
export interface AccountProps extends HostProps, AccountOptions {}

/** The props of all widgets together. */
export interface AnyHostProps extends Omit<HostProps, 'language'>, ProductOptions {
  /**
   * If the loader has already fetched the texts of the first screen, the module with them: they are
   * its `default`.
   */
  language?: (string | LazyLanguage) & { default?: string }
  /** Another token begins another visit. */
  passwordResetToken?: string
}
