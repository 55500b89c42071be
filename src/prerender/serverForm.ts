/**
 * The form that `latchkey/react` puts into the HTML of a page. In a browser, noServerForm.ts takes
 * its place, by `browser` in package.json.
 */
import type { LoginProps } from '../widget/hostProps.ts'
import { locales, type Locale } from '../ui/words/language.ts'
import { escapeHtml } from './escapeHtml.ts'
import { prerender } from './index.tsx'

const english = /^en(?![a-z])/i

/**
 * Returns the tag of a language, or undefined if its words are not known here. A bundle speaks
 * English for a tag, because it has no files of words beside it.
 */
function tagOf(language: LoginProps['language']): string | undefined {
  if (typeof language !== 'object') return !language || english.test(language) ? language : undefined
  return locales.includes(language.lang as Locale) ? language.lang : undefined
}

/**
 * Renders the form of `Login` as HTML, with its style and script; empty if only the browser can
 * tell what the form looks like, or if the configuration is impossible, which the widget then says
 * in the browser. `nonce` is for a Content Security Policy. `number` is that of `prerender`.
 */
export function serverForm({ config, styles, strings, language }: LoginProps, nonce: string | undefined, number: number): string {
  const tag = tagOf(language)
  if (language && !tag) return ''
  try {
    const { html, style, script } = prerender({ config: { ...config, enableShadowDOM: false }, styles, strings, language: tag, number })
    const nonceAttribute = nonce ? ` nonce="${escapeHtml(nonce)}"` : ''
    // without boxes, so that the page lays out the form as it does when React has rendered it
    const boxes = '.lk-server,.lk-server>div,.lk-server>div>div{display:contents}'
    return `<style${nonceAttribute}>${boxes}${style}</style><div>${html}<script${nonceAttribute}>${script}</script></div>`
  } catch {
    return ''
  }
}
