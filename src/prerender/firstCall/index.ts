import { apiBase, baseUrlOf } from '../../client/calls/apiDomains.ts'
import type { LoginConfig } from '../../ui/host/config.ts'
import { minutesOf } from '../../ui/host/defaults.ts'
import { hash } from '../hash.ts'
import { formCall } from './formCall.ts'
import { filesText, formText, texts, type FirstCallPage } from './texts.ts'

/** What a first call is for: the same values as the client and the widget have. */
export interface FirstCallOptions {
  /** The public token of your project. Not beside `backend`. */
  publicToken?: string
  /** Instead of it: the base URL of your own server, which keeps the sessions. */
  backend?: string
  /** `customBaseUrl` of the client. Default: the provider's own host. */
  baseUrl?: string
  /**
   * The config of the widget, which says how long a session lasts and what a form sends. Default:
   * 30 minutes, links by email.
   */
  config?: LoginConfig
  /**
   * Tokens in the URL: `off` and `press` leave them to your page and to the widget, and only the
   * session is checked. Default `on`: the script spends them if nobody has to be asked. With a
   * `backend`, and with an API on your own domain, it only ever checks the session, because it
   * cannot see whether somebody is signed in.
   */
  authenticate?: 'on' | 'off' | 'press'
  /**
   * What the page has: the log-in form, or `mountIdentityProvider`, for which the script starts
   * the app's request. Default `login`.
   */
  page?: FirstCallPage
  /**
   * Whether the page has the log-in form of this `config`. Then the script also asks for
   * the project's settings, and sends the form's call: the email or the look-up of an address
   * leaves when the visitor presses the button, before the files for it have come. Default false.
   */
  hasForm?: boolean
  /**
   * Whether the script stands directly after the script tag that `latchkey snippet` prints. Then it
   * also asks for the files that a token needs, and, once the visitor touches a form in the page's
   * HTML, for those of a call. Default false.
   */
  isAfterTag?: boolean
}

/** The script that sends the first call of a page. */
export interface FirstCallScript {
  /**
   * The source of a `<script>` without attributes. It belongs after a form that `prerender` has
   * rendered, and otherwise before the style sheets of the page, which it would wait for. Nothing
   * in it can end the element.
   */
  script: string
  /** The source of `script` for `script-src` of your policy: `sha256-...`, without quotes. */
  scriptHash: string
}

/** What the name of a client's state in storage begins with (client/core.ts). */
const KEY = 'stytch_sdk_state_'

/** As JavaScript that can stand in HTML. */
const literal = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/**
 * Returns a text, a base URL and another text as an expression. A path is one of the page's origin.
 */
const around = (before: string, url: string, after: string) =>
  url.startsWith('/')
    ? `${before && `${literal(before)}+`}location.origin+${literal(url.replace(/\/+$/, '') + after)}`
    : literal(before + url + after)

/**
 * Returns a script for the page's HTML that sends the page's first call before any file comes: it
 * spends the token of a log-in link or of a return from another provider, or checks the session.
 * The widget and the clients of `latchkey` adopt the answer. The script contains everything that it
 * depends on, so nobody can steer it with attributes.
 * @throws Error if there is neither a public token nor the URL of a `backend`
 */
export function firstCall({
  publicToken = '',
  backend,
  baseUrl,
  config,
  authenticate,
  page = 'login',
  hasForm,
  isAfterTag,
}: FirstCallOptions): FirstCallScript {
  const given = backend ?? baseUrl ?? ''
  const isPath = /^\/(?!\/)/.test(given)
  const url =
    (isPath ? given : (!backend || /^https?:/.test(backend)) && baseUrlOf(given)) ||
    (!backend && publicToken && apiBase({ publicToken, options: {} }, () => {}))
  if (!url) throw new Error('[Latchkey] A first call needs the public token of a project, or the URL of a `backend`.')
  const key = backend ? around(KEY, url, '') : literal(KEY + publicToken)
  const mayBeHidden = backend || (baseUrl && !baseUrl.startsWith('http:')) ? 1 : 0
  const minutes = authenticate === 'off' || authenticate === 'press' ? 0 : minutesOf(config)
  // an element with that name hides the document's own property
  const files = isAfterTag ? `(${filesText})(Reflect.get(Document.prototype,"currentScript",document).previousElementSibling);` : ''
  const call = page === 'login' && hasForm && formCall(config)
  const form = call ? `,(${formText})(${[backend ? 'backend' : publicToken, ...call].map(literal)})` : ''
  const script = `${files}(${texts[backend ? 'backend' : 'provider'][page]})(${around('', url, '/sdk/v1/')},${key},${literal(publicToken)},${mayBeHidden},${minutes}${form})`
  return { script, scriptHash: hash(script) }
}
