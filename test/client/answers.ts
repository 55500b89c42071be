/**
 * The provider's answers, for tests of the client alone. Tests that need a complete provider use
 * the emulator.
 */
import type { Network, Sent } from './fakeBrowser.ts'

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

/** A success. */
export const ok = (data: object): Response => json({ data: { request_id: 'request-id-test-1', status_code: 200, ...data } })

/** An error in the provider's shape (docs/internals/protocol.md#errors). */
export const refusal = (status_code: number, error_type: string, more: object = {}, headers: Record<string, string> = {}): Response =>
  json(
    {
      status_code,
      error_type,
      error_message: `About ${error_type}.`,
      error_url: `https://docs.test/${error_type}`,
      ...more,
    },
    status_code,
    headers,
  )

export const user = (id = 'user-test-1', more: object = {}) => ({
  user_id: id,
  name: { first_name: '', middle_name: '', last_name: '' },
  emails: [],
  roles: [],
  ...more,
})

/** A session of 30 minutes, in the server's time. */
export const session = (id = 'session-test-1', more: object = {}) => ({
  session_id: id,
  user_id: 'user-test-1',
  authentication_factors: [],
  started_at: '2026-11-21T12:00:00Z',
  last_accessed_at: '2026-11-21T12:00:00Z',
  expires_at: '2026-11-21T12:30:00Z',
  ...more,
})

/** The answer of every call that signs in (docs/internals/protocol.md#entities). */
export const auth = (id = 'session-test-1', more: object = {}) => ({
  user_id: 'user-test-1',
  user: user(),
  session: session(id),
  session_token: `token of ${id}`,
  session_jwt: `jwt of ${id}`,
  ...more,
})

/** Whether a call signs in, and so answers with a session. */
const signsIn = ({ path }: Sent) => /authenticate$|exchange_access_token$|attest$|recover$|\/reset$|^\/passwords$/.test(path)

export const bootstrap = (more: object = {}) => ({
  project_name: 'Acme',
  disable_sdk_watermark: false,
  captcha_settings: { enabled: false },
  cname_domain: null,
  email_domains: ['acme.example'],
  pkce_required_for_email_magic_links: false,
  pkce_required_for_password_resets: false,
  pkce_required_for_oauth: false,
  pkce_required_for_sso: false,
  slug_pattern: null,
  create_organization_enabled: false,
  password_config: { luds_complexity: 3, luds_minimum_count: 8 },
  dfp_protected_auth_enabled: false,
  rbac_policy: null,
  siwe_required_for_crypto_wallets: false,
  vertical: 'CONSUMER',
  ...more,
})

/** All fields that calls without a sign-in need in their answers. */
const whatever = {
  __user: user(),
  challenge: 'challenge-test-1',
  totp_id: 'totp-test-1',
  secret: 'SECRET',
  qr_code: 'data:image/svg+xml,',
  recovery_codes: [],
  totps: [],
  connected_apps: [],
  valid_password: true,
  score: 4,
  feedback: {},
  consent_required: false,
  client: {},
  scope_results: [],
}

/**
 * Answers every request with success, except `routes`, such as `POST /otps/authenticate`, which
 * have their own answers.
 */
export const answers =
  (routes: Record<string, Network> = {}): Network =>
  (sent) => {
    const own = routes[`${sent.method} ${sent.path}`]
    if (own) return own(sent)
    if (sent.path.startsWith('/projects/bootstrap/')) return ok(bootstrap())
    if (sent.path === '/users/me' && sent.method === 'GET') return ok(user())
    if (sent.path.startsWith('/otps/') && !signsIn(sent)) return ok({ method_id: 'method-test-1' })
    return ok(signsIn(sent) ? auth() : whatever)
  }

/**
 * The storage of a browser in which somebody is signed in: cookies for each tab, state in
 * localStorage.
 */
export const signedInState = (id?: string) => ({ session: session(id), user: user() })

/** Never answers. With `heed`, rejects when the request is aborted. */
export const silence: Network = () => new Promise(() => {})
