/**
 * The HTML that a page needs to load the widget with a script tag, and the types of
 * dist/embed/chunks.json.
 */
import type { StyleConfig } from '../../ui/host/config.ts'
import { ownOptions, ownProperties } from '../../api/ownProperties.ts'
import { withoutPollution } from '../../api/withoutPollution.ts'
import { reservation } from './height.ts'
import type { FirstCallScript, Prerendered } from '../../prerender/index.tsx'
import { hash } from '../../prerender/hash.ts'
import { closestLocale } from '../../ui/words/language.ts'
import { loadingOf, type LoadedConfig } from '../../widget/loading.ts'

/** A file of `dist/embed/`, as `dist/embed/chunks.json` lists it. */
export interface EmbedChunk {
  /** Path below `dist/embed/`. */
  file: string
  /** Files that the browser fetches together with this one. */
  imports: string[]
  /** Files that this one can load later. */
  dynamicImports: string[]
  /** `sha384-...`, for `integrity` attributes. */
  integrity: string
  /** Bytes, uncompressed. */
  raw: number
  /** Bytes, compressed with brotli at level 11. */
  brotli: number
}

/**
 * Maps the name of a chunk (`embed`, `widget`, a product's name, ...) to its file: the content of
 * `dist/embed/chunks.json`.
 */
export type EmbedChunks = Record<string, EmbedChunk>

/** The settings of the snippet. */
export interface SnippetOptions {
  /** The public token of your project. Not beside `backend`. */
  publicToken?: string
  /** Instead of it: the base URL of your own server, which keeps the sessions. */
  backend?: string
  /**
   * Selector of the element to mount in. If several elements match, the first one gets the widget.
   */
  element: string
  /**
   * `consent`: the page whose own module calls `mountIdentityProvider`. Then there is no script
   * tag, only what its question needs. Default: a page with the log-in form.
   */
  page?: 'consent'
  /**
   * The login config. Its `products` decide which chunks are preloaded, and all of it decides how
   * much space is reserved. Default: email links.
   */
  config?: LoadedConfig
  /** The styles of the widget. Default: its own appearance. */
  styles?: object
  /**
   * Replacements for its texts. Space is reserved for the language that their `lang` names.
   * Default: none.
   */
  strings?: { readonly [id: string]: string | undefined }
  /**
   * The language: `auto`, or a BCP 47 tag, for which the closest available language is used.
   * Default: English.
   */
  language?: string
  /**
   * When everything except the loader is fetched. With a value other than `load`, nothing is
   * preloaded. Default `load`.
   */
  when?: 'load' | 'idle' | 'visible' | 'click'
  /**
   * Tokens in the URL: `off` leaves them to your page, `press` asks for a press before a link signs
   * the visitor in, `on` finishes the log-in at once. Default: `on`; with a `backend`, `press`
   * unless this browser asked for the link.
   */
  authenticate?: 'off' | 'press' | 'on'
  /** URL of `dist/embed/`, with a trailing slash. Default `/embed/`. */
  base?: string
  /** `customBaseUrl` of the client. Default: the provider's own host. */
  baseUrl?: string
  /**
   * Nonce of the page's Content Security Policy, for a server that renders the page. Default: none.
   * Then `style-src` decides whether the space is reserved.
   */
  nonce?: string
  /**
   * The form as HTML, which `prerender` returns for the same settings: then the snippet includes
   * the element, with the form in it. `element` has to be `#` and an id. Default: none.
   */
  prerendered?: Prerendered
  /**
   * The script that sends the page's first call before any file comes, which `firstCall` of
   * `latchkey/prerender` returns for the same settings and `isAfterTag`. Left out with a `when`
   * other than `load`. Default: none.
   */
  firstCall?: FirstCallScript
}

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;' }
const attribute = (name: string, value: string) => {
  // JSON is easiest to read between single quotes.
  const quote = value.includes('"') ? "'" : '"'
  return `${name}=${quote}${value.replace(/[&"'<>]/g, (c) => (c === quote || c === '&' || c === '<' ? escapes[c]! : c))}${quote}`
}

const jsonAttribute = (name: string, value: object = {}) =>
  Object.keys(value).length === 0 ? [] : [attribute(`data-${name}`, JSON.stringify(value))]

/**
 * Returns `auto`, or the available language closest to a tag: the loader looks for this name among
 * the page's links.
 */
const localeOf = (language: string) => (language === 'auto' ? language : closestLocale([language]))

type Look = NonNullable<StyleConfig['look']>

/** Returns the look of the widget (firstScreenChunks.ts). */
export const lookOf = ({ backend, styles = {} }: Pick<SnippetOptions, 'backend' | 'styles'>): Look =>
  (styles as StyleConfig).look ?? (backend ? 'quartz' : 'classic')

/** Returns the only option that says which files the snippet names. */
const productsOf = (config: LoadedConfig): LoadedConfig => ({ products: ownOptions(config).products })

/**
 * Returns the paths below `dist/embed/` that the form of a configuration needs in addition to the
 * loader, with the chunks that `more` names. Unknown names in `products` and `more` add nothing.
 */
export function firstScreen(
  config: LoadedConfig,
  chunks: EmbedChunks,
  language?: string,
  more: readonly string[] = [],
  look?: Look,
): string[] {
  return withImports([...loadingOf(productsOf(config), language, look).first, ...more], chunks)
}

/** Returns the paths of chunks, with everything that they import, each once. */
const withImports = (names: readonly string[], chunks: EmbedChunks): string[] => [
  ...new Set(names.filter((name) => Object.hasOwn(chunks, name)).flatMap((name) => [chunks[name]!.file, ...chunks[name]!.imports])),
]

/**
 * Returns `data-integrity`, which says for each file its hash and, if a token in the page's URL
 * needs it, with which query the loader fetches it at once. `touch` marks what the script in the
 * page asks for when the visitor touches a form in the page's HTML. It lists what the loader itself
 * loads, what an older browser needs, what a first call and the screen behind it need, and what
 * such a token needs; the hashes of all other files are in integrity.js. `linkedFiles` are the
 * files that the page links to.
 */
function listedFiles(options: SnippetOptions, linkedFiles: readonly string[], chunks: EmbedChunks): string {
  const { config = {}, when, authenticate, language, backend } = options
  const { touch, next, token } = loadingOf(productsOf(config), language, lookOf(options), backend)
  const later = when && when !== 'load'
  // a page that waits for its moment loads nothing before it, whatever its URL has
  const tokens = Object.entries(later || authenticate === 'off' ? {} : token).map(
    ([type, names]) => [type, withImports(names, chunks)] as const,
  )
  const touched = options.prerendered && !later ? withImports(['engine', ...touch, ...next], chunks) : []
  const isTouched = (file: string) => file !== 'widget.js' && touched.includes(file)
  const isListed = (file: string) => file === 'widget.js' || !linkedFiles.includes(file)
  const own = withImports(['integrity', 'widget', 'engine', 'older', ...(later ? ['when'] : []), ...touch, ...next], chunks)
  const hashes = new Map(Object.values(chunks).map(({ file, integrity }) => [file, integrity]))
  return [...new Set([...own, ...tokens.flatMap(([, files]) => files)])]
    .filter(isListed)
    .map((file) => {
      const types = tokens.flatMap(([type, files]) => (file !== 'widget.js' && files.includes(file) ? [type] : []))
      const query = types.length > 1 ? `(${types.join('|')})` : types[0]
      const whens = [...(query ? [`token_type=${query}`] : []), ...(isTouched(file) ? ['touch'] : [])]
      return [file, hashes.get(file), ...(whens.length > 0 ? [whens.join('|')] : [])].join(' ')
    })
    .join(', ')
}

/**
 * Returns the CSS that reserves the space for the form from the page's first paint on, or that of a
 * prerendered form, which takes its own. A widget that waits for a click has other content of the
 * page in its place.
 */
const inlineStyle = ({ backend, element, config, styles, strings, language, when, prerendered }: SnippetOptions): string => {
  const css =
    when === 'click' || prerendered
      ? (prerendered?.style ?? '')
      : reservation(element, {
          config,
          styles,
          look: lookOf({ backend, styles }),
          language: strings?.lang ?? (language && localeOf(language)),
        })
  // nothing in a selector can end the style element
  return css.replaceAll('<', '\\3c ')
}

/** Returns a comment with the hashes that a Content Security Policy without a nonce has to list. */
function hashes(css: string, { nonce, prerendered, firstCall }: SnippetOptions): string[] {
  // the style of a prerendered form can be in its HTML
  const style = prerendered?.styleHash ?? (css && hash(css))
  const directives = Object.entries({ 'style-src': [style], 'script-src': [firstCall?.scriptHash, prerendered?.scriptHash] }).flatMap(
    ([name, sources]) => {
      const present = sources.flatMap((source) => (source ? [` '${source}'`] : []))
      return present.length > 0 ? [name + present.join('')] : []
    },
  )
  return nonce || directives.length === 0 ? [] : [`<!-- Content-Security-Policy: ${directives.join('; ')} -->`]
}

/** Returns the element with the form in it. */
function form({ element, nonce, prerendered }: SnippetOptions): string[] {
  if (!prerendered) return []
  const { html, script } = prerendered
  const [, id] = /^#([\w-]+)$/.exec(element) ?? []
  if (!id) throw new Error(`[Latchkey] A prerendered form needs an element with an id, such as #login, and not '${element}'.`)
  return [`<div id="${id}">${html}<script${nonceAttribute(nonce)}>${script}</script></div>`]
}

const nonceAttribute = (nonce?: string) => (nonce ? ` ${attribute('nonce', nonce)}` : '')

/** Returns links that fetch files as modules, with their hashes. */
const modulePreloads = (files: readonly string[], { base = '/embed/', nonce }: SnippetOptions, chunks: EmbedChunks): string[] => {
  const integrity = new Map(Object.values(chunks).map((chunk) => [chunk.file, chunk.integrity]))
  return files.map(
    (file) =>
      `<link rel="modulepreload" ${attribute('href', base + file)} ${attribute('integrity', integrity.get(file)!)}${nonceAttribute(nonce)}>`,
  )
}

/**
 * Returns the chunks that the question of a consent page needs. Modules would fetch it in four
 * steps.
 */
const consentChunks = (options: SnippetOptions) => [
  'widget',
  'engine',
  'laterEngine',
  'idp',
  ...(lookOf(options) === 'quartz' ? ['quartz', 'quartzLater'] : []),
  ...(options.backend ? ['language', 'plainWords'] : []),
]

/** How many files browsers fetch from a server at a time over HTTP/1.1. */
const SOCKETS = 6

/**
 * Returns the script tag that mounts the widget. Before it there is a `style` that reserves the
 * space, so that nothing on the page moves when the widget appears, and `modulepreload` links for
 * everything that its first screen needs, because the loader alone would cost another round trip.
 * All files carry `integrity`, and so do those that the loader fetches. Put it before the element,
 * or directly after it. Pure. The result is HTML, one tag per line, with escaped values.
 */
export const snippet = (options: SnippetOptions, chunks: EmbedChunks): string =>
  withoutPollution(() => write(ownProperties(options), chunks))

function write(options: SnippetOptions, chunks: EmbedChunks): string {
  const {
    publicToken,
    backend,
    element,
    page,
    config = { products: ['emailMagicLinks'] },
    styles,
    strings,
    language,
    base = '/embed/',
    baseUrl,
    when,
    authenticate,
    nonce,
  } = options
  const callTag = ({ script }: FirstCallScript) => `<script${nonceAttribute(nonce)}>${script}</script>`
  if (page === 'consent')
    return [
      ...hashes('', options),
      ...(options.firstCall ? [callTag(options.firstCall)] : []),
      ...modulePreloads(withImports(consentChunks(options), chunks), options, chunks),
    ].join('\n')
  const later = when && when !== 'load'
  // the widget takes a prerendered form over when it can show all of it
  const logo = options.prerendered && styles && 'logo' in styles ? ['kit'] : []
  const files = later ? [] : firstScreen(config, chunks, language, logo, lookOf(options))
  const script = [
    attribute('src', `${base}${chunks.embed!.file}`),
    ...(publicToken === undefined ? [] : [attribute('data-public-token', publicToken)]),
    ...(backend ? [attribute('data-backend', backend)] : []),
    attribute('data-element', element),
    attribute('data-config', JSON.stringify(config)),
    ...jsonAttribute('styles', styles),
    ...jsonAttribute('strings', strings),
    ...(language ? [attribute('data-language', localeOf(language))] : []),
    ...(baseUrl ? [attribute('data-base-url', baseUrl)] : []),
    ...(later ? [attribute('data-when', when)] : []),
    ...(authenticate ? [attribute('data-authenticate', authenticate)] : []),
    attribute('data-integrity', listedFiles(options, files, chunks)),
    attribute('integrity', chunks.embed!.integrity),
    ...(nonce ? [attribute('nonce', nonce)] : []),
    'crossorigin',
    'async',
  ]
  // if files have to wait for each other, the loader goes first, because the others do nothing
  // without it
  const loader = `<link rel="preload" as="script" ${attribute('href', `${base}${chunks.embed!.file}`)} ${attribute('integrity', chunks.embed!.integrity)}${nonceAttribute(nonce)} crossorigin>`
  const inline = { ...options, firstCall: later ? undefined : options.firstCall }
  const css = inlineStyle(options)
  return [
    ...hashes(css, inline),
    ...(css ? [`<style${nonceAttribute(nonce)}>${css}</style>`] : []),
    // first, so that the browser paints it before it asks for scripts (bench/REPORT.md, "Goals")
    ...form(options),
    // No `preconnect`: behind TLS with round trips of 150 ms, the files of a CDN came after 933 ms
    // with one and without, and the answer to an opened link after 2,210 and 2,201 ms.
    ...(files.length >= SOCKETS ? [loader] : []),
    ...modulePreloads(files, options, chunks),
    `<script ${script.join(' ')}></script>${inline.firstCall ? callTag(inline.firstCall) : ''}`,
  ].join('\n')
}
