/** Another provider that visitors can sign in with. */
export interface SocialSignIn {
  /** Its name in the route: `google`. */
  provider: string
  /**
   * Signs somebody in at the page that the bridge sends the browser to, and resolves with the URL
   * that the other provider sends the browser back to.
   */
  signIn: (page: string) => Promise<string>
}

/** A user who has to prove a second factor before a session. */
export interface SecondFactorUser {
  /** The user's address. */
  email: string
  /** The password, which is the first factor. */
  password: string
  /** The code that the user's authenticator app shows now. Each user is asked for it once. */
  code: () => string | Promise<string>
  /** One of the codes that the user keeps. */
  recoveryCode: string
}

/** An app that asks for access to accounts. */
export interface ConnectedApp {
  /** Its OAuth client id. */
  client_id: string
  /** Where it wants its visitors sent back to. Nobody has to listen there. */
  redirect_uri: string
  /**
   * The URL to which the app sends its visitors (RFC 6749, section 3.1). What it gets after a
   * log-out is not checked without it.
   */
  authorize?: string
  /**
   * Sends a code to the token endpoint, as this app, with the verifier of its challenge (RFC 7636).
   * Resolves with whether tokens came back. What a removed app can do is not checked without it.
   */
  redeem?: (code: string, code_verifier: string, redirect_uri: string, client_id: string) => Promise<boolean>
}

/**
 * The ways in that a bridge has. What is left out is not checked, and its calls must be unknown
 * routes.
 */
export interface Offers {
  /** Links by email. */
  links?: boolean
  /** Codes by email. */
  emailCodes?: boolean
  /** Codes by text message. */
  textCodes?: boolean
  /** Passwords, with resets by email. */
  passwords?:
    | boolean
    | {
        /**
         * Whether a sign-up is answered with `email_not_verified`, and nobody gets a session before
         * they have opened the link of the mail that follows.
         */
        confirms: boolean
      }
  /** Passkeys. The checks have a software authenticator. */
  passkeys?: boolean
  /** Sign-in with another provider. */
  socialSignIn?: SocialSignIn
  /** A second factor before the session: makes a new user who has one. */
  secondFactor?: () => Promise<SecondFactorUser>
  /** Consent for other apps: makes a new app, which nobody has consented to. */
  consent?: () => Promise<ConnectedApp>
  /**
   * The servers that each app of `consent` may ask for access to, by address (`resource` of OAuth,
   * RFC 8707): two of them.
   */
  resources?: readonly [string, string]
}

/** A bridge that answers somewhere, and what the checks need of its host. */
export interface BridgeUnderTest {
  /**
   * Where it answers, as a page names it as its `backend`, but absolute:
   * `http://localhost:3000/auth`.
   */
  url: string
  /**
   * The page that links lead to. Its origin is the one that may call the bridge. Default: `/` on
   * the origin of `url`.
   */
  page?: string
  /** The ways in that it has. */
  offers: Offers
  /**
   * Resolves with the text of the oldest message to an email address or number that it has not
   * resolved with before, and waits until there is one. Links are read by their URL, and codes by
   * their digits. Needed for links, codes and resets.
   */
  message?: (to: string) => Promise<string>
  /**
   * Makes the sending of mails wait until the function that it returns is called, so that the
   * checks can tell whether an answer waits for its mail. That is not checked without it.
   */
  holdMails?: () => () => void
  /**
   * More headers for the requests of the nth visitor, such as the address that a proxy in front
   * would report. Without it, all checks count as one visitor for the limits.
   */
  headersOf?: (visitor: number) => Record<string, string>
  /** Sends a request. Default: `fetch`. */
  fetch?: (request: Request) => Promise<Response>
}
