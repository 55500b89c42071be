/**
 * Why nobody is signed in, in a request. The codes are stable:
 * - `no_session`: the request has no session; its visitor has not signed in.
 * - `expired`: the JWT was good and has expired. It lasts five minutes, so the session may be
 *   alive: see `authenticate`.
 * - `ended`: the provider says that the session has ended or was revoked.
 * - `invalid_token`: what the request has is not a JWT of a session, or nobody with the project's
 *   keys signed it.
 * - `not_yet_valid`: the JWT becomes valid in the future, so the clock of this server is slow.
 * - `wrong_project`: the JWT was made for another project.
 * - `wrong_secret`: the provider does not know this project id with this secret.
 * - `keys_unavailable`: the project's keys cannot be fetched, so no JWT can be checked.
 * - `provider_unavailable`: the provider did not answer, or answered something else, when it was
 *   asked about the session.
 */
export type RefusalCode =
  | 'no_session'
  | 'expired'
  | 'ended'
  | 'invalid_token'
  | 'not_yet_valid'
  | 'wrong_project'
  | 'wrong_secret'
  | 'keys_unavailable'
  | 'provider_unavailable'

/**
 * Nobody is signed in, as far as this server knows. It contains nothing of the request: no token,
 * no cookie.
 */
export interface Refusal {
  /** Whether somebody is signed in. */
  ok: false
  /** The reason. */
  code: RefusalCode
  /** What happened and what to do, for developers. */
  message: string
  /**
   * The HTTP status for an answer: 401; 503 if the provider cannot be reached, so that the visitor
   * may be signed in; or 500 if your configuration is wrong.
   */
  status: 401 | 500 | 503
}

const table: Record<RefusalCode, [status: Refusal['status'], message: string]> = {
  no_session: [401, 'The request has no session. Ask the visitor to log in.'],
  expired: [401, 'The JWT of the session has expired. Let the browser refresh it, or pass `authenticate` to ask the provider.'],
  ended: [401, 'The session has ended or was revoked. Ask the visitor to log in.'],
  invalid_token: [401, 'This is no JWT of a session that the project has signed. Ask the visitor to log in.'],
  not_yet_valid: [401, 'The JWT becomes valid in the future. Set the clock of this server, or raise `clockToleranceSeconds`.'],
  wrong_project: [
    401,
    'The JWT was made for another project. Compare `projectId` with the public token of your page, and `baseUrl` with its API.',
  ],
  wrong_secret: [500, 'The provider refuses the project id with this secret. Compare both with its dashboard.'],
  keys_unavailable: [503, "The project's keys could not be fetched. Compare `baseUrl` and `projectId`, or try again later."],
  provider_unavailable: [503, 'The provider gave no usable answer about the session. Try again later.'],
}

/** Creates the refusal for a reason. `message` replaces the usual one. */
export const refusal = (code: RefusalCode, message = table[code][1]): Refusal => ({ ok: false, code, message, status: table[code][0] })
