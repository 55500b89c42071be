/**
 * The form that `latchkey/react` puts into the HTML of a page. In a browser, noServerForm.ts takes
 * its place, by `browser` in package.json.
 */
import type { LoginProps } from '../widget/hostProps.ts'
import { locales, type Locale } from '../ui/words/language.ts'
import { escapeHtml } from './escapeHtml.ts'
import type { AnyClientOptions } from '../client/options.ts'
import { firstCall, prerender } from './index.tsx'

const english = /^en(?![a-z])/i

/**
 * Returns the tag of a language, or undefined if its words are not known here. A bundle speaks
 * English for a tag, because it has no files of words beside it.
 */
function tagOf(language: LoginProps['language']): string | undefined {
  if (typeof language !== 'object') return !language || english.test(language) ? language : undefined
  return locales.includes(language.lang as Locale) ? language.lang : undefined
}

/** The forms below a `LatchkeyProvider`, whose props say what client the browser will have. */
export interface Forms {
  publicToken?: string
  backend?: string
  options?: AnyClientOptions
  /** Those that a server has rendered below the outermost provider. */
  all: unknown[]
}

/**
 * Returns the script that sends the first call of a page. Empty for a client whose calls or cookies
 * the script does not know.
 */
function firstCallOf({ config, authenticateByUrl }: LoginProps, { publicToken, backend, options }: Forms): string {
  const { customBaseUrl, endpoints, endpointOptions, cookieOptions, keepSessionAlive } = options ?? {}
  if ((!publicToken && !backend) || endpoints || endpointOptions || cookieOptions || keepSessionAlive) return ''
  const authenticate = authenticateByUrl === 'press' ? 'press' : (authenticateByUrl ?? backend) ? 'on' : 'off'
  try {
    return firstCall({ publicToken, backend, baseUrl: customBaseUrl, config, authenticate, hasForm: true }).script
  } catch {
    // the client in the browser reports what is wrong
    return ''
  }
}

/**
 * Renders the form of `Login` as HTML, with its style and scripts; empty if only the browser can
 * tell what the form looks like, or if the configuration is impossible, which the widget then says
 * in the browser. `nonce` is for a Content Security Policy. The first of the `forms` brings the
 * script that sends the first call of the page, unless it has a client of its own.
 */
export function serverForm(props: LoginProps, nonce: string | undefined, forms: Forms | undefined, ownClient?: unknown): string {
  const number = forms ? forms.all.push(props) : 1
  const { config, styles, strings, language } = props
  const tag = tagOf(language)
  if (language && !tag) return ''
  try {
    const { html, style, script } = prerender({
      backend: ownClient === undefined ? forms?.backend : undefined,
      config: { ...config, enableShadowDOM: false },
      styles,
      strings,
      language: tag,
      number,
    })
    const nonceAttribute = nonce ? ` nonce="${escapeHtml(nonce)}"` : ''
    // without boxes, so that the page lays out the form as it does when React has rendered it
    const boxes = '.lk-server,.lk-server>div,.lk-server>div>div{display:contents}'
    const call = forms && number === 1 && ownClient === undefined ? firstCallOf(props, forms) : ''
    return `<style${nonceAttribute}>${boxes}${style}</style><div>${html}<script${nonceAttribute}>${script}</script>${call && `<script${nonceAttribute}>${call}</script>`}</div>`
  } catch {
    return ''
  }
}
