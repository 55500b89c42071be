import type { ReactElement, ReactNode } from 'react'
import type { SecondFactorRequired } from '../api/entities.ts'
import type { AuthorizeSubmit } from '../api/idp.ts'
import type { OtpMethod } from '../api/otps.ts'
import type { FoundWallet } from '../browser/wallets.ts'
import type { ConsumerClient } from '../client/ConsumerClient.ts'
import type { Core } from '../client/core.ts'
import type { UrlLogInOptions, UrlOutcome } from '../client/url/urlToken.ts'
import type { Chunk } from './chunks/chunk.ts'
import type { IDPConsentItem, LoginConfig } from './host/config.ts'
import type { optionsOf } from './host/productOptions.ts'
import type { Emit } from './host/emit.ts'
import type { Wait } from './failure.ts'

/**
 * The map of screens: the data that each is shown `with`, and the screens that it may lead `to`.
 */
export interface Screens {
  Main: {
    with: {
      /** What the visitor has typed before (ui/visitor/keepDraft.ts). */
      draft?: Draft
    }
    to:
      | 'EmailConfirmation'
      | 'OTPAuthenticate'
      | 'PasswordCreateOrLogin'
      | 'PasswordSetNew'
      | 'PasskeyConfirmation'
      | 'LogInSecondFactor'
      | WalletChoice
  }
  /**
   * `back`: shows a back arrow, which this screen has only inside another one
   * (docs/decisions/README.md#screens-without-a-back-arrow).
   */
  EmailConfirmation: { with: { email: string; back?: boolean }; to: 'EmailConfirmation' | 'Main' | 'Success' }
  OTPAuthenticate: {
    with: { method: OtpMethod; methodId: string; destination: string }
    to: 'OTPAuthenticate' | 'OTPConfirmation' | 'LogInSecondFactor' | 'Main' | 'Success'
  }
  OTPConfirmation: { with: object; to: never }
  /**
   * Asks for a password, depending on what `/users/search` answers. For a visitor without one it
   * shows the screen of what was `sent` to them inside this screen, which therefore leads where
   * that one leads.
   */
  PasswordCreateOrLogin: {
    with: { email: string; second?: SecondMethod } & ({ type: 'new' } | { type: 'password' } | { type: 'passwordless'; sent: MailSent })
    to: MailSent['name'] | Screens[MailSent['name']]['to'] | 'PasswordConfirmation' | 'LogInSecondFactor' | PasswordMail
  }
  /**
   * An email for a new password was sent: the visitor forgot theirs, it was found in a breach, they
   * had none, or the provider requires a new one.
   */
  PasswordForgot: { with: PasswordMailWay; to: 'Main' | 'Success' | MailSent['name'] }
  PasswordBreached: { with: PasswordMailWay; to: 'Main' | 'Success' | MailSent['name'] }
  PasswordSetNew: { with: PasswordMailWay; to: 'Main' | 'Success' | MailSent['name'] }
  PasswordDedupe: { with: PasswordMailWay; to: 'Main' | 'Success' | MailSent['name'] }
  PasswordConfirmation: { with: object; to: never }
  /**
   * The page that the link in this email leads to. `logIn` spends the token without setting a new
   * password.
   */
  PasswordResetForm: {
    with: { token: string; logIn: NonNullable<Screens['UrlLogIn']['with']['finish']> }
    to: 'PasswordConfirmation' | 'LogInSecondFactor' | 'UrlLogIn' | 'Error'
  }
  PasskeyConfirmation: { with: object; to: never }
  /** `resume`: the visitor has pressed the button before, and has confirmed their address since. */
  PasskeyRegistrationStart: { with: { resume?: boolean }; to: 'PasskeyRegistrationSuccess' | 'ConfirmEmail' | 'UrlLogIn' }
  /**
   * The list of passkeys. `created`: one was just created, with this `id`, if the provider says it.
   * A visitor who skipped is not told that
   * (docs/decisions/README.md#the-passkey-list-tells-the-truth).
   */
  PasskeyRegistrationSuccess: { with: { created?: boolean; id?: string }; to: 'PasskeyRegistrationStart' }
  /** Asks the visitor who is signed in for a second factor. Each step is a visit of its own. */
  SecondFactor: { with: SecondFactorStep & { draft?: Draft }; to: 'SecondFactor' | 'SecondFactorConfirmation' | 'LogInSecondFactor' }
  SecondFactorConfirmation: { with: object; to: never }
  /**
   * The host's own server asks for a second factor before it begins a session. Without a step, the
   * visitor begins with the first way that the server takes.
   */
  LogInSecondFactor: {
    with: { demand: SecondFactorRequired; step?: 'totp' | 'recoveryCode' | 'recovered'; draft?: Draft }
    to: 'LogInSecondFactor' | 'LogInConfirmation' | 'Success' | 'Error' | 'Main'
  }
  LogInConfirmation: { with: object; to: never }
  /**
   * What belongs to the account. `newId`: the id of what the visitor has just added. `resume`: they
   * wanted to create a passkey, and have confirmed their address since.
   */
  Account: {
    with: { newId?: string; resume?: boolean }
    to: 'Account' | 'AccountDestination' | 'AccountApp' | 'AccountRecoveryCodes' | 'ConfirmEmail' | 'UrlLogIn'
  }
  /**
   * The host's own server wants the visitor to confirm their email address before they go on to
   * `next`. `methodId`: a code was sent, `link`: a link.
   */
  ConfirmEmail: { with: { next: Place<OwnScreen>; methodId?: string; link?: boolean }; to: 'ConfirmEmail' | OwnScreen }
  /**
   * Asks for an email address or a phone number to add. `destination`: a visitor who comes back had
   * asked for this one.
   */
  AccountDestination: { with: { kind: DestinationKind; destination?: string }; to: 'AccountCode' | 'Account' }
  AccountCode: {
    with: { kind: DestinationKind; destination: string; methodId: string }
    to: 'Account' | 'AccountCode' | 'AccountDestination'
  }
  AccountApp: { with: object; to: 'Account' | 'AccountRecoveryCodes' }
  /**
   * The `codes` of an app that was just added, with its `newId`; without them, those that are left.
   */
  AccountRecoveryCodes: { with: { codes?: readonly string[]; newId?: string }; to: 'Account' }
  /** Waits for the wallet's address, and for the challenge that it has to sign. */
  CryptoConnect: { with: { wallet: FoundWallet }; to: 'CryptoSignMessage' | 'CryptoError' | 'Main' }
  CryptoSignMessage: {
    with: { wallet: FoundWallet; address: string; challenge: string }
    to: 'CryptoConfirmation' | 'LogInSecondFactor' | 'CryptoError' | 'Main'
  }
  /** The wallets that do not fit on Main: all except those of `ids`, which it shows. */
  CryptoOtherScreen: { with: { ids: readonly string[] }; to: WalletChoice | 'Main' }
  CryptoSetupWallet: { with: object; to: 'Main' }
  CryptoError: { with: { wallet: FoundWallet; error: ReactNode; wait?: Wait }; to: 'CryptoConnect' | 'Main' }
  /** `wallet`: as Main marks it when the visitor comes back. */
  CryptoConfirmation: { with: { wallet: LastMethod }; to: never }
  /**
   * The visitor arrives with a token in the URL, and `finish` spends it, after a question where
   * `options` have one. `reset`: this is the page for a new password, `link`: the token is from an
   * email. `next`: the page has another screen than the log-in.
   */
  UrlLogIn: {
    with: { finish?: (options: UrlLogInOptions) => Promise<UrlOutcome>; reset?: boolean; link?: boolean; next?: Place<OwnScreen> }
    to: 'Success' | 'PasswordConfirmation' | 'LogInSecondFactor' | 'Error' | 'Main' | OwnScreen
  }
  Success: { with: object; to: never }
  /**
   * An app has sent the visitor here for their consent, or to sign them out. Each step is a visit
   * of its own.
   */
  IDPConsent: { with: ConsentStep; to: 'IDPConsent' | 'ConfirmEmail' | 'UrlLogIn' }
  /**
   * `again` is set if the visitor can try the same thing again, `link` if a link from an email is
   * of no use here, so that they need another.
   */
  Error: {
    with: { error: ReactNode; wait?: Wait; again?: Place<'UrlLogIn'>; link?: boolean; next?: Place<OwnScreen> }
    to: 'UrlLogIn' | 'Main' | MailSent['name'] | 'PasswordForgot' | OwnScreen
  }
}

/**
 * What the visitor has typed into fields that they may come back to, and the tab that they have
 * chosen.
 */
export interface Draft {
  tab?: string
  email?: string
  /** The text of the phone field, and its country. Without a country, an E.164 number. */
  phone?: string
  country?: string
  recoveryCode?: string
}

/** The screens for which the host's own server wants a confirmed email address. */
type OwnScreen = 'PasskeyRegistrationStart' | 'Account' | 'IDPConsent'

/** What a visitor can add to their account by a code. */
export type DestinationKind = 'email' | 'phone'

/** The screens for a visitor who chooses to log in with a wallet. */
export type WalletChoice = 'CryptoConnect' | 'CryptoOtherScreen' | 'CryptoSetupWallet'

/**
 * The step of a visitor who proves a second factor. Without one, they begin with the first of the
 * host's methods that they have. `methodId`: the code was sent.
 */
type SecondFactorStep =
  | { step?: undefined }
  | { step: 'totp' | 'recoveryCode' | 'recovered' }
  | { step: 'sms'; number: string; methodId?: string }

/** The current step of an app's request, and the client that answers it. */
export type ConsentStep = { client: ConsumerClient } /** `again`: the visitor has pressed Try again. */ & (
  | { step: 'preflight'; again?: boolean }
  | {
      step: 'consent'
      request: Omit<AuthorizeSubmit, 'consent_granted'>
      clientName: string
      /**
       * What an app calls itself of which only the host is known for sure, which then is the
       * `clientName`.
       */
      ownName?: string
      projectName: string
      /** The app's logo. */
      logo?: string
      /** What the app asks for, and which of it the visitor cannot grant. */
      sections: { header: string; items: ConsentItem[] }[]
      ungrantable: ConsentItem[]
      /** The session that the consent is for. If the session changes, the request starts over. */
      session_id?: string
    }
  | { step: 'logOut'; projectName: string; outcome: Outcome }
  | Outcome
)

/**
 * One thing that an app asks for. `icon` is the path of its drawing; the host's items have none.
 */
export type ConsentItem = (Exclude<IDPConsentItem, string> & { icon?: string }) | string

/** The outcome of an app's request. */
interface Outcome {
  step: 'outcome'
  /** What the visitor reads. */
  title: string
  /** The path of the drawing above it. Default: that of a notice. */
  sign?: string
  /** Whether the app got access. */
  success?: boolean
  /** The app's URL that the visitor returns to. It has been checked (returnUrl.ts). */
  url?: string
}

/** The screens that say that an email for a new password was sent. */
export type PasswordMail = 'PasswordForgot' | 'PasswordBreached' | 'PasswordSetNew' | 'PasswordDedupe'

/** Where that email was sent, and how the visitor can log in without it. */
interface PasswordMailWay {
  email: string
  second?: SecondMethod
}

/**
 * How a visitor has logged in, by what they have pressed for it: the email form (for a link, a code
 * or a password), the form for a text or for WhatsApp, the passkey button, the button of a provider
 * or of a wallet. It says nothing about who they are.
 */
export type LastMethod = OtpMethod | 'passkey' | `oauth_${string}` | `wallet ${string}`

/** What the code of a product needs of the widget to send an email. */
export interface Sender {
  core: Core
  config: LoginConfig
  /** It reads the options of `config`. */
  kit: Chunk<{ optionsOf: typeof optionsOf }>
  /** Notifies the host, by callback and DOM event. */
  emit: Emit
}

/** The screens that follow when a code or a link was sent by email. */
export type MailSent = Place<'OTPAuthenticate' | 'EmailConfirmation'>

/**
 * The code of a product that signs in by email: it sends the email and has the screen that follows.
 * `automatic`: the visitor has not pressed a button for it.
 */
export interface MailProduct {
  sendMail: (sender: Sender, email: string, automatic?: boolean) => Promise<MailSent>
  screens: ScreenSet
}

/** The code of a product whose email replaces a link that is of no use. */
export interface LinkMail {
  sendMail: (...args: Parameters<MailProduct['sendMail']>) => Promise<MailSent | Place<'PasswordForgot'>>
}

/**
 * The second log-in method that the password screens offer. They get its `product` this way,
 * because a product never imports another.
 */
export interface SecondMethod {
  kind: 'code' | 'link'
  product: Chunk<MailProduct>
}

export type ScreenName = keyof Screens

/** A screen, together with the data that it is shown with. */
export type Place<Name extends ScreenName = ScreenName> = { [N in Name]: { name: N } & Screens[N]['with'] }[Name]

/**
 * The props of a screen: the place where the visitor is, and `go`, which leads to the next screen.
 * `go` does nothing once the visit has ended.
 */
export interface ScreenProps<Name extends ScreenName> {
  at: Place<Name>
  go: (next: Place<Screens[Name]['to']>) => void
}

/** The screens that a part of the widget contains. */
export type ScreenSet = { [Name in ScreenName]?: (props: ScreenProps<Name>) => ReactElement | null }
