import type { ReactElement, ReactNode } from 'react'
import type { AuthorizeSubmit } from '../api/idp.ts'
import type { OtpMethod } from '../api/otps.ts'
import type { FoundWallet } from '../browser/wallets.ts'
import type { UrlOutcome } from '../client/authenticateByUrl.ts'
import type { ConsumerClient } from '../client/ConsumerClient.ts'
import type { Chunk } from './chunk.ts'
import type { IDPConsentSection, IdentityProviderOptions } from './config.ts'
import type { Ui } from './context.ts'

/** The screens: what each is shown with, and where it may lead (spec section 2). */
export interface Screens {
  Main: {
    with: {
      /** The form that the visitor comes back to, and what they had typed in it. */
      back?: { method: OtpMethod; typed: string }
    }
    to: 'EmailConfirmation' | 'OTPAuthenticate' | 'PasswordCreateOrLogin' | 'PasswordSetNew' | 'PasskeyConfirmation' | WalletChoice
  }
  /** `back`: with a back arrow, which it has inside of another screen alone (row 20). */
  EmailConfirmation: { with: { email: string; back?: boolean }; to: 'Main' }
  OTPAuthenticate: { with: { method: OtpMethod; methodId: string; destination: string }; to: 'OTPConfirmation' | 'Main' }
  OTPConfirmation: { with: object; to: never }
  /**
   * Asks for a password by what `/users/search` says of the address. A visitor without one is shown the screen of what was `sent` to them inside of this one,
   * which therefore leads where that leads.
   */
  PasswordCreateOrLogin: {
    with: { email: string; second?: SecondMethod } & ({ type: 'new' } | { type: 'password' } | { type: 'passwordless'; sent: MailSent })
    to: MailSent['name'] | Screens[MailSent['name']]['to'] | 'PasswordConfirmation' | PasswordMail
  }
  /** A mail for a new password is on its way: because the visitor forgot theirs, because it is known to others, because they had none, or by decree. */
  PasswordForgot: { with: PasswordMailWay; to: 'Main' | MailSent['name'] }
  PasswordBreached: { with: PasswordMailWay; to: 'Main' | MailSent['name'] }
  PasswordSetNew: { with: PasswordMailWay; to: 'Main' | MailSent['name'] }
  PasswordDedupe: { with: PasswordMailWay; to: 'Main' | MailSent['name'] }
  PasswordConfirmation: { with: object; to: never }
  /** The page that the mail's link leads to; `logIn` spends the token without a new password. */
  PasswordResetForm: { with: { token: string; logIn: () => Promise<UrlOutcome> }; to: 'PasswordConfirmation' | 'Arrival' | 'Error' }
  PasskeyConfirmation: { with: object; to: never }
  PasskeyRegistrationStart: { with: object; to: 'PasskeyRegistrationSuccess' }
  /** The passkeys that there are. `created`: one more has just been made; a visitor who skips is not told so (row 13). */
  PasskeyRegistrationSuccess: { with: { created?: boolean }; to: 'PasskeyRegistrationStart' }
  /** Waits for a wallet to say whose it is, and for the challenge that it is to sign. */
  CryptoConnect: { with: { wallet: FoundWallet }; to: 'CryptoSignMessage' | 'CryptoError' | 'Main' }
  CryptoSignMessage: {
    with: { wallet: FoundWallet; address: string; challenge: string }
    to: 'CryptoConfirmation' | 'CryptoError' | 'Main'
  }
  /** The wallets for which Main has no room: all but those that it has `shown`, by their ids. */
  CryptoOtherScreen: { with: { shown: readonly string[] }; to: WalletChoice | 'Main' }
  CryptoSetupWallet: { with: object; to: 'Main' }
  CryptoError: { with: { wallet: FoundWallet; error: ReactNode }; to: 'CryptoConnect' | 'Main' }
  CryptoConfirmation: { with: object; to: never }
  /** A visitor who arrives with a token in the address (row 27); `finish` spends it. `reset`: on the page for a new password. */
  Arrival: { with: { finish: () => Promise<UrlOutcome>; reset?: boolean }; to: 'Success' | 'PasswordConfirmation' | 'Error' | 'Main' }
  Success: { with: object; to: never }
  /** An app has sent the visitor here to be let in, or to sign them out; each step of that is a visit of its own. */
  IDPConsent: { with: ConsentStep; to: 'IDPConsent' }
  /** `again` is there when the same attempt may be made once more. */
  Error: { with: { error: ReactNode; again?: Place<'Arrival'> }; to: 'Arrival' | 'Main' }
}

/** Where a visitor goes who wants to log in with a wallet. */
export type WalletChoice = 'CryptoConnect' | 'CryptoOtherScreen' | 'CryptoSetupWallet'

/**
 * How far an app's request has come (spec section 4). `by`: whose client it is, with what the host says of these screens once it begins. `again`: the visitor has
 * asked for another look.
 */
export type ConsentStep = { by: IdentityProviderOptions & { client: ConsumerClient } } & (
  | { step: 'preflight'; again?: boolean }
  | {
      step: 'consent'
      request: Omit<AuthorizeSubmit, 'consent_granted'>
      clientName: string
      projectName: string
      /** The app's picture. */
      logo?: string
      /** What it asks for, and what of that is not the visitor's to grant. */
      sections: IDPConsentSection[]
      ungrantable: IDPConsentSection['items']
      /** The session that is asked: another one is asked anew. */
      session_id?: string
    }
  | { step: 'logOut'; projectName: string; back: Outcome }
  | Outcome
)

/** What became of an app's request. */
interface Outcome {
  step: 'over'
  /** In words. */
  title: string
  /** The app has been let in. */
  success?: boolean
  /** Where the app has that told, checked by row 29. */
  url?: string
}

/** The screens that say that a mail for a new password was sent. */
export type PasswordMail = 'PasswordForgot' | 'PasswordBreached' | 'PasswordSetNew' | 'PasswordDedupe'

/** Where such a mail went, and how the visitor may log in without it. */
interface PasswordMailWay {
  email: string
  second?: SecondMethod
}

/** Where a visitor goes whom a code or a link has been mailed. */
export type MailSent = Place<'OTPAuthenticate' | 'EmailConfirmation'>

/** What a product brings that signs in by mail: how it sends one, and the screen that follows. `automatic`: nobody has asked for it by a button. */
export interface MailingPart {
  sendMail: (ui: Ui, email: string, automatic?: boolean) => Promise<MailSent>
  screens: ScreenSet
}

/** Another way to sign in that the password screens offer (row 5): a product never imports another, so it is handed to them. */
export interface SecondMethod {
  kind: 'code' | 'link'
  part: Chunk<MailingPart>
}

export type ScreenName = keyof Screens

/** A screen with the data it is shown with. */
export type Place<Name extends ScreenName = ScreenName> = { [N in Name]: { name: N } & Screens[N]['with'] }[Name]

/** What a screen is given: where the visitor is, and the way to the screens it may lead to. `go` does nothing once the visit is over. */
export interface Props<Name extends ScreenName> {
  at: Place<Name>
  go: (next: Place<Screens[Name]['to']>) => void
}

/** The screens that a part of the widget brings along. */
export type ScreenSet = { [Name in ScreenName]?: (props: Props<Name>) => ReactElement | null }
