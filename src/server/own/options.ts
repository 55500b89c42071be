import type { BridgeOptions } from '../bridge/handler.ts'
import type { Visit } from '../bridge/calls.ts'
import type { Store } from './store.ts'

/** A user of the host's, as its table has them. */
export interface OwnUser {
  /** The id, which stays the same when the address changes. */
  readonly id: string | number
  /** The address that links and codes go to. */
  readonly email: string
  /**
   * Whether the user has proved that the address is theirs. True for all, if your table does not
   * say so and you trust its addresses.
   */
  readonly emailVerified: boolean
  /** The hash of the password. Undefined or null without one. */
  readonly passwordHash?: string | null
  /** The full name. */
  readonly name?: string | null
}

/** A new user. */
export interface NewUser {
  /** The address, in lower case. No user has it yet. */
  email: string
  /** Whether a link or a code has proved the address. */
  emailVerified: boolean
  /** Undefined without a password. */
  passwordHash?: string
}

/** What changes of a user. A field that is left out stays. */
export interface UserChanges {
  /** The address is proven. */
  emailVerified?: true
  /** Null removes the password. */
  passwordHash?: string | null
  /** The full name, or an empty text. */
  name?: string
}

/** The host's users. Each function may be asynchronous. */
export interface OwnUsers<User extends OwnUser> {
  /** Finds a user by the id, as text. */
  byId(id: string): Maybe<User>
  /** Finds a user by the address, in lower case. Your table may spell it otherwise. */
  byEmail(email: string): Maybe<User>
  /**
   * Adds a user, and resolves with them, or with undefined if the address is taken. Left out,
   * nobody can sign up.
   */
  create?(user: NewUser): Maybe<User>
  /** Changes a user. */
  update(id: User['id'], changes: UserChanges): unknown
}

/** A row, or none; at once, or later. */
export type Maybe<Value> = Value | null | undefined | Promise<Value | null | undefined>

/**
 * A mail that the host sends. Nothing waits for it, and what it throws goes to `onError`. Only hand
 * it to a queue or a mail server: work in this process can show others that there was a mail.
 */
export interface OwnMail {
  /**
   * `link`: logs in. `code`: six digits that log in. `reset`: leads to a form for a new password.
   */
  kind: 'link' | 'code' | 'reset'
  /** The address. */
  to: string
  /** The URL that the mail leads to, unless it has a code. */
  url: string
  /** The six digits, unless it has a URL. */
  code: string
  /** For how many minutes it is good. */
  minutes: number
}

/** What a session has to keep, in the place where the host keeps sessions. Plain data. */
export interface OwnSession {
  /** Names the session. Nobody else knows it. */
  readonly id: string
  /** The user's id, as text. */
  readonly userId: string
  /** When the visitor logged in, in ms since 1970. */
  readonly startedAt: number
  /** Ends the session when it is not the user's any more, such as after a new password. */
  readonly mark: string
}

/** A visitor's request, as the host's sessions see it. */
export type OwnVisit = Pick<Visit, 'request' | 'node' | 'setCookie'>

/** The host's sessions. Each function may be asynchronous. */
export interface OwnSessions {
  /**
   * Begins a session in this browser. Give it a new id: one that the browser had before may be
   * known to a stranger.
   */
  start(session: OwnSession, visit: OwnVisit): unknown
  /** Finds the session of this browser, unchanged. */
  find(visit: OwnVisit): Maybe<OwnSession>
  /** Ends the session of this browser. */
  end(visit: OwnVisit): unknown
}

/** Passwords that another program has hashed, such as bcrypt. */
export interface OldPasswords {
  /** Returns whether a password is that of a hash. */
  verify(hash: string, password: string): boolean | Promise<boolean>
  /**
   * A hash of the same kind and cost, of any password. It is checked for those who have none, so
   * that the time of an answer does not tell who has an account.
   */
  example: string
}

/** Options of passwords. */
export interface PasswordOptions {
  /** How many characters a password needs. Default: 8. At most 128 count. */
  shortest?: number
  /** Whether a password that is long enough is still too easy to guess. */
  isWeak?(password: string, email: string): boolean | Promise<boolean>
  /** How to check the hashes that your table has already. Each is renewed when its user logs in. */
  old?: OldPasswords
}

/** Options of links and codes. */
export interface MailOptions {
  /** For how many minutes one is good. Default: 15 for links, 5 for codes. */
  minutes?: number
}

/** How often something may happen. */
export interface OwnLimits {
  /** Mails to one address in an hour. Default: 6. */
  mailsPerHour?: number
  /** Wrong passwords for one address in an hour. Default: 10. */
  guessesPerHour?: number
  /**
   * Mails, searches, sign-ups and wrong passwords of one network in an hour, each. Browsers that
   * have logged in before do not count. Default: 300.
   */
  perNetworkAndHour?: number
}

/** Options of `ownServer`. */
export interface OwnServerOptions<User extends OwnUser> extends Pick<BridgeOptions, 'isPage' | 'onError' | 'botCheck'> {
  /** The origin of your pages: `https://shop.example`. */
  baseURL: string
  /** Your users. */
  users: OwnUsers<User>
  /** Where links, codes, sessions and counts are kept: `sqliteStore`, `pgStore`. */
  store: Store
  /** Sends a mail. */
  send(mail: OwnMail): unknown
  /**
   * Your own sessions. Default: a cookie and a row of the store, for 30 days after the last visit.
   */
  sessions?: OwnSessions
  /** Passwords, with resets. False: none. Default: on. */
  passwords?: PasswordOptions | false
  /** Links by email. False: none. */
  links?: MailOptions | false
  /** Codes by email. False: none. */
  codes?: MailOptions | false
  /**
   * The page with the widget that mails lead to, if the page that asked named none. Default: `/`.
   */
  loginPage?: string
  /**
   * Whether nobody can find out who has an account. Then everybody is asked for a password, and new
   * accounts begin with a link or a code. Default: false.
   */
  hideAddresses?: boolean
  /** Limits, which hold for all processes on one store. */
  limits?: OwnLimits
  /** The project's name, for screens that name it. */
  projectName?: string
  /**
   * Called before a log-in; a sign-up with a password has added its user by then. Throw
   * `refusal('log_in_not_allowed')` of `latchkey/bridge` to refuse it. `endAccess` ends the
   * sessions that are there.
   */
  onSignIn?(user: User, visit: OwnVisit): unknown
}
