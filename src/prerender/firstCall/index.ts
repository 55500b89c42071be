import { apiBase, baseUrlOf } from '../../client/calls/apiDomains.ts'
import type { LoginConfig } from '../../ui/host/config.ts'
import { minutesOf } from '../../ui/host/defaults.ts'
import { hash } from '../hash.ts'
import { texts, type FirstCallPage } from './texts.ts'

/** What a first call is for: the same values as the client and the widget have. */
export interface FirstCallOptions {
  /** The public token of your project. Not beside `backend`. */
  publicToken?: string
  /** Instead of it: the base URL of your own server, which keeps the sessions. */
  backend?: string
  /** `customBaseUrl` of the client. Default: the provider's own host. */
  baseUrl?: string
  /** The login config, which says how long a session lasts. Default: 30 minutes. */
  config?: Pick<LoginConfig, 'sessionOptions'>
  /**
   * Tokens in the URL: `off` and `press` leave them to your page and to the widget, and only the
   * session is checked. Default: the script spends them.
   */
  authenticate?: 'off' | 'press'
  /**
   * What the page has: the log-in form, or `mountIdentityProvider`, for which the script starts
   * the app's request. Default `login`.
   */
  page?: FirstCallPage
}

/** The script that sends the first call of a page. */
export interface FirstCallScript {
  /**
   * The source of a `<script>` without attributes, which belongs before everything else that the
   * page loads. Nothing in it can end the element.
   */
  script: string
  /** The source of `script` for `script-src` of a Content Security Policy: `sha256-...`, without quotes. */
  scriptHash: string
}

/** As JavaScript that can stand in HTML. */
const literal = (value: string) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Returns a base URL as an expression: a path is one of the page's origin. */
const expression = (url: string) =>
  url.startsWith('/') ? `location.origin+${literal(url.replace(/\/+$/, ''))}` : literal(baseUrlOf(url) ?? '')

/**
 * Returns a script for the page's HTML that sends the page's first call before any file comes: it
 * spends the token of a log-in link or of a return from another provider, or checks the session. The
 * widget and the clients of `latchkey` adopt the answer. The script contains whatever it depends
 * on, so nobody can steer it with attributes.
 * @throws Error if there is neither a public token nor a `backend`
 */
export function firstCall({ publicToken = '', backend, baseUrl, config, authenticate, page = 'login' }: FirstCallOptions): FirstCallScript {
  if (!publicToken && !backend) throw new Error('[Latchkey] A first call needs a `publicToken` or a `backend`.')
  const url = backend ?? baseUrl
  const base = url ? expression(url) : literal(apiBase({ publicToken, options: {} }, () => {}))
  const key = `"stytch_sdk_state_"+${publicToken ? literal(publicToken) : base}`
  const mayBeHidden = backend || (baseUrl && !baseUrl.startsWith('http:')) ? 1 : 0
  const minutes = authenticate ? 0 : minutesOf(config as LoginConfig)
  const script = `(${texts[backend ? 'backend' : 'provider'][page]})(${base}+"/sdk/v1/",${key},${literal(publicToken)},${mayBeHidden},${minutes})`
  return { script, scriptHash: hash(script) }
}
