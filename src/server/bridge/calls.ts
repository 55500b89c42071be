import { oauthApp } from '../../api/askingApp.ts'
import * as bootstrap from '../../api/bootstrap.ts'
import type { Call } from '../../api/call.ts'
import * as connectedApps from '../../api/connectedApps.ts'
import type { Answer, Authenticated, Session } from '../../api/entities.ts'
import * as idp from '../../api/idp.ts'
import * as magicLinks from '../../api/magicLinks.ts'
import * as oauth from '../../api/oauth.ts'
import * as otps from '../../api/otps.ts'
import * as passwords from '../../api/passwords.ts'
import * as sessions from '../../api/sessions.ts'
import * as totps from '../../api/totps.ts'
import * as userChanges from '../../api/userChanges.ts'
import * as userSearch from '../../api/userSearch.ts'
import * as users from '../../api/users.ts'
import * as webauthn from '../../api/webauthn.ts'
import type { NodeCall } from './node.ts'
import type { AnyFields, Fields } from './fields.ts'

/** A call that a bridge can serve: the provider's declaration, and what its body may contain. */
export interface BridgeCall<Body, Result> {
  readonly call: Call<Body, Result>
  readonly fields: AnyFields
}

const on = <Body, Result>(call: Call<Body, Result>, fields: Fields<Body>): BridgeCall<Body, Result> => ({
  call,
  fields: fields as AnyFields,
})

const duration = { session_duration_minutes: 'number' } as const

/** The calls that can confirm who is signed in. */
const proof = { ...duration, confirm_session: 'flag?' } as const

const mail = { login_template_id: 'text?', signup_template_id: 'text?', locale: 'text?' } as const

const emailLink = {
  ...mail,
  email: 'email',
  login_magic_link_url: 'url?',
  signup_magic_link_url: 'url?',
  login_expiration_minutes: 'number?',
  signup_expiration_minutes: 'number?',
  create_user_as_pending: 'flag?',
  code_challenge: 'text?',
} as const

const code = {
  ...mail,
  email: 'email?',
  phone_number: 'phone?',
  expiration_minutes: 'number?',
  enable_autofill: 'flag?',
  autofill_session_duration_minutes: 'number?',
} as const

const authorization = {
  client_id: 'id',
  redirect_uri: 'text',
  response_type: 'text',
  scopes: 'texts',
  prompt: 'text?',
  resources: 'texts?',
} as const

/**
 * Every call that a bridge can serve, by namespace. The types of a {@link Backend} are made from
 * this, so they are those of the declarations in src/api.
 */
export const bridgeCalls = {
  bootstrap: { get: on(bootstrap.get, {}) },
  connectedApps: { list: on(connectedApps.list, {}), revoke: on(connectedApps.revoke, {}) },
  idp: {
    oauthApp: on(oauthApp, { oauth_query: 'text' }),
    oauthAuthorizeStart: on(idp.oauthAuthorizeStart, authorization),
    oauthAuthorizeSubmit: on(idp.oauthAuthorizeSubmit, {
      ...authorization,
      consent_granted: 'flag',
      code_challenge: 'text?',
      state: 'text?',
      nonce: 'text?',
      resource: 'texts?',
    }),
  },
  magicLinks: {
    loginOrCreate: on(magicLinks.loginOrCreate, emailLink),
    send: on(magicLinks.send, emailLink),
    authenticate: on(magicLinks.authenticate, { token: 'id', code_verifier: 'text?', ...duration }),
  },
  oauth: { authenticate: on(oauth.authenticate, { token: 'id', code_verifier: 'text?', ...duration }) },
  otps: {
    loginOrCreate: on(otps.loginOrCreate, code),
    send: on(otps.send, code),
    authenticate: on(otps.authenticate, { token: 'code', method_id: 'id', ...proof }),
  },
  passwords: {
    create: on(passwords.create, { email: 'email', password: 'password', ...duration }),
    authenticate: on(passwords.authenticate, { email: 'email', password: 'password', ...proof }),
    resetByEmailStart: on(passwords.resetByEmailStart, {
      email: 'email',
      login_redirect_url: 'url?',
      reset_password_redirect_url: 'url?',
      reset_password_expiration_minutes: 'number?',
      reset_password_template_id: 'text?',
      locale: 'text?',
      code_challenge: 'text?',
    }),
    resetByEmail: on(passwords.resetByEmail, { token: 'id', password: 'password', code_verifier: 'text?', ...duration }),
    resetByExistingPassword: on(passwords.resetByExistingPassword, {
      email: 'email',
      existing_password: 'password',
      new_password: 'password',
      ...duration,
    }),
    strengthCheck: on(passwords.strengthCheck, { email: 'email?', password: 'password' }),
  },
  sessions: {
    authenticate: on(sessions.authenticate, { session_duration_minutes: 'number?', session_optional: 'flag?' }),
    revoke: on(sessions.revoke, {}),
  },
  totps: {
    authenticate: on(totps.authenticate, { totp_code: 'code', trust_device: 'flag?', ...proof }),
    recover: on(totps.recover, { recovery_code: 'text', trust_device: 'flag?', ...proof }),
  },
  userSearch: { search: on(userSearch.search, { email: 'email' }) },
  users: {
    me: on(users.me, {}),
    update: on(userChanges.update, { name: 'object?', untrusted_metadata: 'object?' }),
    deleteOAuthRegistration: on(userChanges.deleteOAuthRegistration, {}),
    deleteWebauthnRegistration: on(userChanges.deleteWebauthnRegistration, {}),
  },
  webauthn: {
    registerStart: on(webauthn.registerStart, {
      domain: 'text',
      authenticator_type: 'text?',
      return_passkey_credential_options: 'flag?',
      override_id: 'text?',
      override_name: 'text?',
      override_display_name: 'text?',
      user_agent: 'text',
      use_base64_url_encoding: 'flag?',
    }),
    register: on(webauthn.register, { public_key_credential: 'json', session_duration_minutes: 'number?' }),
    authenticateStart: on(webauthn.authenticateStart, { domain: 'text', return_passkey_credential_options: 'flag?' }),
    authenticate: on(webauthn.authenticate, { public_key_credential: 'json', ...proof }),
    update: on(webauthn.update, { name: 'text' }),
  },
} as const

/**
 * The first factor is right, and the user has a second one: there is no session until the page has
 * sent that too.
 */
export interface SecondFactorAnswer {
  /** Says that the other fields are to be read. */
  second_factor_required: true
  /**
   * What the page can ask for. `totp`: the code of an authenticator app, to `totps.authenticate`.
   * `backup_code`: one of the codes that the user keeps, to `totps.recover`.
   */
  methods: ('totp' | 'backup_code')[]
  /** Whether the page may offer not to ask again on this device (`trust_device`). */
  trusted_device: boolean
}

/** A visitor's request, beside its body. */
export interface Visit {
  /** The request: its URL and headers. Its body has been read. */
  readonly request: Request
  /** What the request was made from, if it came through `node` of the bridge. */
  readonly node?: NodeCall
  /** The visitor's address, if the host's server knows it. */
  readonly address?: string
  /** Whether cookies are for HTTPS only, because every page of the host's is. */
  readonly secure: boolean
  /**
   * Returns a digest that names the visitor's browser, which gets a cookie for it. Seeing the
   * digest is not enough to make the cookie.
   */
  browser(): Promise<string>
  /** The values of the route's `:name` segments. */
  readonly params: Readonly<Record<string, string>>
  /**
   * Who is signed in, if the visitor only confirms that it is them. A log-in of another user must
   * then begin no session: throw `refusal('confirmation_refused')`.
   */
  readonly confirming?: Pick<Session, 'user_id' | 'session_id'>
  /** Adds a `Set-Cookie` header to the answer. A later one of the same name replaces it. */
  setCookie(line: string): void
}

/**
 * What a backend's function resolves with: the result of the call, without the fields that the
 * bridge adds to every answer.
 */
export type ResultFor<Result> = Omit<Result, keyof Answer> | (Result extends Authenticated ? SecondFactorAnswer : never)

/** The start of a sign-in with another provider, which is a page that the browser opens. */
export interface OAuthStart {
  /** The provider, as the route names it: `google`. */
  provider: string
  /** Where the visitor comes back to, if the page says so. */
  loginUrl?: string
  /** Where a new visitor comes back to, if the page says so. */
  signupUrl?: string
  /** Scopes beside the usual ones. */
  scopes: string[]
}

/**
 * What a bridge asks. Every function is optional: a call whose function is missing is answered as
 * the provider answers an unknown route. A function refuses a call by throwing a refusal
 * (`refusal()`); anything else that it throws is answered with 503.
 */
export type Backend = {
  readonly [Space in keyof typeof bridgeCalls]?: {
    readonly [Name in keyof (typeof bridgeCalls)[Space]]?: (typeof bridgeCalls)[Space][Name] extends BridgeCall<infer Body, infer Result>
      ? (body: Body, visit: Visit) => Promise<ResultFor<Result>>
      : never
  }
} & {
  readonly sessions?: {
    /**
     * Counts a try of `visit.confirming` to confirm that it is them, by their session, and throws
     * `refusal('limit_reached')` after five wrong ones. Resolves with a function that takes the
     * count back. Without this function, nothing limits them but what limits log-ins.
     */
    readonly countConfirmation?: (visit: Visit) => Promise<() => Promise<void>>
  }
  readonly magicLinks?: {
    /**
     * Whether a link may sign its visitor in before the page with the widget is sent
     * (`Bridge.land`). Return false for one that only confirms an address, or that a second factor
     * follows. Without this function, no link does.
     */
    readonly mayLand?: (token: string, visit: Visit) => boolean | Promise<boolean>
  }
  readonly oauth?: {
    /** Resolves with the URL of the other provider that the browser is sent to. */
    readonly start?: (start: OAuthStart, visit: Visit) => Promise<string>
    /**
     * Completes a sign-in at the page that the other provider sends the browser back to,
     * `/v1/public/oauth/:provider/callback` below the bridge. The page may come from anywhere, so
     * check its `state`. Resolves with the URL of the page that the browser is sent to.
     */
    readonly callback?: (provider: string, visit: Visit) => Promise<string>
  }
}
