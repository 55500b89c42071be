/**
 * latchkey/prerender: the first screen as HTML, for a page that shows the form before any script
 * has loaded.
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { render } from 'preact-render-to-string'
import { defaultBootstrap } from '../client/bootstrap.ts'
import type { Core } from '../client/core.ts'
import { noProperties, ownProperties } from '../api/ownProperties.ts'
import * as oauthModule from '../products/oauth/index.tsx'
import * as otpModule from '../products/otp/index.tsx'
import * as passwordsModule from '../products/passwords/index.tsx'
import * as quartzModule from '../ui/looks/quartz/index.ts'
import quartzFirst from '../ui/looks/quartz/first.css'
import * as quartzLaterModule from '../ui/looks/quartz/quartzLater.tsx'
import quartzSheet from '../ui/looks/quartz/later.css'
import base from '../ui/looks/base.css'
import type { Chunk } from '../ui/chunks/chunk.ts'
import type { LoginConfig, StyleConfig } from '../ui/host/config.ts'
import { DEFAULT_PRODUCTS } from '../ui/host/defaults.ts'
import { closestLocale } from '../ui/words/language.ts'
import { Logo } from '../ui/screen/Logo.tsx'
import { words } from '../ui/words/prerenderedWords.ts'
import { fill } from '../ui/words/translator.ts'
import { kit, linksAlone, lookOf, methods, oauth, otp, passwords, quartz } from '../widget/firstScreenChunks.ts'
import type { Strings } from '../widget/messages.ts'
import { words as configurationWords } from '../widget/methods/configurationWords.ts'
import * as methodsModule from '../widget/methods/index.tsx'
import { plan } from '../widget/methods/plan.ts'
import { PAIR, replaceLightDark } from '../widget/older/pairs.ts'
import { Widget } from '../widget/Widget.tsx'
import { escapeHtml } from './escapeHtml.ts'
import { firstWords } from './firstWords.ts'
import { digest, hash } from './hash.ts'
import { script } from './script.ts'
import sheet from './prerendered.css'
import { withSheets } from './sheets.ts'
import { withoutPollution } from '../api/withoutPollution.ts'

export type * from '../ui/host/config.ts'
export { firstCall, type FirstCallOptions, type FirstCallScript } from './firstCall/index.ts'
export type { MessageId, Strings } from '../widget/messages.ts'

/**
 * What `prerender` renders: the props of `mountLogin` that decide what the first screen looks like.
 * Give both the same values.
 */
export interface PrerenderOptions {
  /** The `backend` of your client, if it has one: it decides the default look and words. */
  backend?: string
  /** Which ways to sign in the form offers. Default: email links only. */
  config?: LoginConfig
  /** How it looks. Default: light, in the widget's own colors. */
  styles?: StyleConfig
  /** Your own texts, by message id. They take precedence over `language`. */
  strings?: Strings
  /**
   * The language as a BCP 47 tag; the closest language that the widget has is used. `auto` is not
   * known on a server. Default: English.
   */
  language?: string
  /**
   * Which widget of the page this is, from the top, because the ids of a page have to differ.
   * Default: 1.
   */
  number?: number
  /**
   * The nonce of the response's Content Security Policy. Only a form in a shadow root needs it,
   * whose style is part of its HTML. Default: none.
   */
  nonce?: string
}

/** A form for the HTML of a page. */
export interface Prerendered {
  /**
   * The HTML of the form. Put it into the element that you mount the widget in, as its first child.
   */
  html: string
  /**
   * The style of the form, for a `<style>` before it. Empty if the form is in a shadow root.
   * Nothing in it can end the element.
   */
  style: string
  /** The source of `style` for `style-src` of your policy: `sha256-...`, without quotes. */
  styleHash: string
  /**
   * The script that keeps what the visitor presses until the widget is there, for a `<script>`
   * directly after the HTML. It is the same for all forms of a release.
   */
  script: string
  /** The source of `script` for `script-src`: `sha256-...`, without quotes. */
  scriptHash: string
}

// On a server, the code of the first screen is there from the start. What depends on the visitor's
// browser is not: passkeys and wallets.
const now = <Module,>(chunk: Chunk<Module>, module: NoInfer<Partial<Module>>) => void (chunk.now = module as Module)
now(methods, methodsModule)
now(quartz, quartzModule)
quartzModule.quartzLater.now = quartzLaterModule
now(oauth, oauthModule)
now(otp, otpModule)
now(passwords, passwordsModule)
now(kit, { Logo, Legal: () => null })

/** Makes the ids of another widget of the same page differ. */
const withSuffix = (html: string, suffix: string) =>
  html.replace(/ (?:id|for|aria-(?:describedby|controls|labelledby))="[^"]+(?=")/g, `$&${suffix}`)

/** The variables of `light-dark()` in sheets for all browsers (build/plugins/styleSheets.ts). */
const LIGHT = '--lk-light:initial;--lk-dark: ;'
const DARK = '--lk-light: ;--lk-dark:initial;'

/** Returns the style with the host's variables, for browsers without `light-dark()`, too. */
const forAll = (style: string) =>
  style.includes('color-scheme') ? (style.includes('color-scheme:dark') ? DARK : LIGHT) + replaceLightDark(style, PAIR) : style

/**
 * Moves inline styles into a sheet, because a strict Content Security Policy has no way to allow
 * them. Each gets an attribute, which the widget takes away.
 */
function withoutInlineStyles(html: string): { html: string; rules: string } {
  const rules = new Set<string>()
  const withNames = html.replace(/ style="([^"]*)"/g, (_, escapedStyle: string) => {
    const style = withoutEscapes(escapedStyle)
    // by its content, because another form on the page has other styles
    const name = 'data-lk-' + bytesToHex(digest(style)).slice(0, 6)
    rules.add(`[${name}]{${forAll(style)}}`)
    if (style.includes('light dark')) rules.add(`@media (prefers-color-scheme:dark){[${name}]{${DARK}}}`)
    return ' ' + name
  })
  return { html: withNames, rules: [...rules].join('') }
}

/**
 * Returns the host's styles by the names of their properties alone: as a variable in a sheet,
 * another name could end the rule.
 */
const withPlainNames = <Styles extends object>(styles: Styles): Styles =>
  Object.fromEntries(
    Object.entries(styles)
      .filter(([name]) => /^[a-z][a-z0-9]*$/i.test(name))
      .map(([name, value]) => [name, typeof value === 'object' && value ? withPlainNames(value) : value]),
  ) as Styles

const withoutEscapes = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/**
 * Renders the log-in form as HTML. A visitor sees it with the page and can type at once;
 * `mountLogin` with the same props takes it over, with all that they have typed and pressed. Pure,
 * and without a DOM: it runs in Node, at the edge and in build scripts.
 * @throws Error if the configuration is impossible, or the language is `auto`
 */
export const prerender = (options: PrerenderOptions = {}): Prerendered => withoutPollution(() => renderForm(ownProperties(options)))

function renderForm(options: PrerenderOptions): Prerendered {
  const {
    backend = '',
    config = noProperties as LoginConfig,
    styles: hostStyles = noProperties,
    strings,
    language,
    number = 1,
    nonce,
  } = options
  const styles: StyleConfig = withPlainNames(hostStyles)
  if (language === 'auto')
    throw new Error("[Latchkey] The language 'auto' is known only in the visitor's browser. Name the language of the page.")
  const layout = plan(config, { passkeys: true })
  if ('error' in layout) throw new Error('[Latchkey] ' + configurationWords[layout.error])
  const locale = language ? closestLocale([language]) : 'en'
  const texts = { ...(locale === 'en' ? language && { lang: 'en', dir: 'ltr' } : firstWords[locale]), ...strings } as Strings & typeof words
  const core = { backend, bootstrap: defaultBootstrap } as Core
  const { result, sheets } = withSheets(() =>
    render(<Widget core={core} start={() => ({ name: 'Main' })} props={{ config, styles, strings: texts }} />),
  )
  const suffix = number > 1 ? '-' + number : ''
  const { html, rules } = withoutInlineStyles(withSuffix(result, suffix))
  const line = (id: keyof typeof words) => escapeHtml(fill(texts[id] || words[id]))
  const notices = `<noscript><p class="lk-noscript">${line('prerendered.noScript')}</p></noscript><p class="lk-late" role="status">${line('prerendered.late')}</p>`
  const content = html
    .replace('<div', suffix ? `<div data-prerendered="${suffix}"` : '<div data-prerendered')
    // such a form cannot leave the page by itself
    .replace('<form', '<form method="dialog"')
    .replace(/<\/div><\/section><\/div>$/, (end) => notices + end)
  // what the form for an email link needs is in the first half
  const look = lookOf(core, styles) ? [quartzFirst, linksAlone(config.products || DEFAULT_PRODUCTS) && !styles.logo ? '' : quartzSheet] : []
  const style = [base, ...look, ...sheets, sheet, rules].join('').replaceAll('<', '\\3c ')
  const { enableShadowDOM } = config
  const nonceAttribute = nonce ? ` nonce="${escapeHtml(nonce)}"` : ''
  const inside = enableShadowDOM ? `<template shadowrootmode="open"><style${nonceAttribute}>${style}</style>${content}</template>` : content
  return {
    html: `<div data-latchkey="mountLogin">${inside}</div>`,
    style: enableShadowDOM ? '' : style,
    styleHash: hash(style),
    script,
    scriptHash: hash(script),
  }
}
