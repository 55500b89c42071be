/** What a page writes to have the widget by a script tag: types of dist/embed/chunks.json, and the tag itself. */
import { reservation } from './height.ts'
import { closestLocale } from './ui/language.ts'

/** One file of `dist/embed/`, as `dist/embed/chunks.json` lists it. */
export interface EmbedChunk {
  /** Path below `dist/embed/`. */
  file: string
  /** Files that the browser fetches together with this one. */
  imports: string[]
  /** Files that this one may ask for later. */
  dynamicImports: string[]
  /** `sha384-...`, for `integrity` attributes. */
  integrity: string
  /** Bytes, as it is. */
  raw: number
  /** Bytes, as brotli at level 11. */
  brotli: number
}

/** `dist/embed/chunks.json`: chunk name (`embed`, `widget`, a product's name, ...) to file. */
export type EmbedChunks = Record<string, EmbedChunk>

/** What of a login config decides which chunks are preloaded. */
type Preloaded = { products?: readonly string[] }

export interface SnippetOptions {
  publicToken: string
  /** Selector of the element to mount in; of several that match, the first one gets the widget. */
  element: string
  /** The login config; its `products` decide which chunks are preloaded, and the whole how much room is reserved. Default: e-mail magic links. */
  config?: Preloaded
  /** How the widget looks. Default: as it comes. */
  styles?: object
  /** Replacements for its words; room is reserved for the language that its `lang` names. Default: none. */
  strings?: { readonly [id: string]: string | undefined }
  /** What it speaks: a BCP 47 tag, of which the closest language is named, or `auto`. Default: English. */
  language?: string
  /** When everything but the loader is fetched; then nothing is preloaded. Default `load`. */
  when?: 'load' | 'idle' | 'visible' | 'click'
  /** Address of `dist/embed/`, with a trailing slash. Default `/embed/`. */
  base?: string
  /** `customBaseUrl` of the client. */
  baseUrl?: string
  /** Nonce of the page's Content Security Policy, for a server that writes the page. Default: none; then `style-src` decides whether the room is reserved. */
  nonce?: string
}

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', "'": '&#39;', '<': '&lt;', '>': '&gt;' }
const attribute = (name: string, value: string) => {
  // JSON reads best between single quotes, as the README writes it.
  const quote = value.includes('"') ? "'" : '"'
  return `${name}=${quote}${value.replace(/[&"'<>]/g, (c) => (c === quote || c === '&' || c === '<' ? escapes[c]! : c))}${quote}`
}

const said = (name: string, value: object = {}) =>
  Object.keys(value).length === 0 ? [] : [attribute(`data-${name}`, JSON.stringify(value))]

/** `auto`, or the language that a tag stands for: what the loader looks for among the page's links. */
const named = (language: string) => (language === 'auto' ? language : closestLocale([language]))

/** Paths below `dist/embed/` of what the form of a configuration needs beside the loader. A name in `products` that is none adds nothing. */
export function firstScreen({ products = ['emailMagicLinks'] }: Preloaded, chunks: EmbedChunks, language?: string): string[] {
  // The e-mail link form is inside widget.js, and what stands behind it comes after the first paint; "methods" arranges several (src/widget/Main.tsx).
  const others = products.filter((name) => name !== 'emailMagicLinks')
  // a language's words for every first screen are one file; which of them `auto` is, and that English needs none, another one knows
  const words = language && `widget.${named(language)}`
  const spoken = words ? [Object.hasOwn(chunks, words) ? words : 'language'] : []
  const wanted = ['widget', ...(others.length ? ['methods', ...others] : []), ...spoken].filter((name) => Object.hasOwn(chunks, name))
  return [...new Set(wanted.flatMap((name) => [chunks[name]!.file, ...chunks[name]!.imports]))]
}

/** The room for the form, from the page's first paint on. Where it takes a click, the page has something of its own there. */
const style = ({ element, config, styles, strings, language, when, nonce }: SnippetOptions) => {
  const css = when === 'click' ? '' : reservation(element, { config, styles, language: strings?.lang ?? (language && named(language)) })
  // nothing in a selector may end the element
  return css ? [`<style${nonced(nonce)}>${css.replaceAll('<', '\\3c ')}</style>`] : []
}

const nonced = (nonce?: string) => (nonce ? ` ${attribute('nonce', nonce)}` : '')

/** How many files of a server browsers fetch at a time over HTTP/1.1. */
const SOCKETS = 6

/**
 * The script tag that mounts the widget, behind a `style` that reserves the room for it, so that nothing on the page moves when it comes, and `modulepreload`
 * links for everything its first screen needs: a lone loader costs a round trip. All files carry `integrity`, and so does what the loader fetches. Belongs
 * before the element, or right behind it. Pure. HTML, one tag a line, values escaped.
 */
export function snippet(options: SnippetOptions, chunks: EmbedChunks): string {
  const {
    publicToken,
    element,
    config = { products: ['emailMagicLinks'] },
    styles,
    strings,
    language,
    base = '/embed/',
    baseUrl,
    when,
    nonce,
  } = options
  const later = when && when !== 'load'
  const files = later ? [] : firstScreen(config, chunks, language)
  const integrity = Object.fromEntries(Object.values(chunks).map((chunk) => [chunk.file, chunk.integrity]))
  const script = [
    attribute('src', `${base}${chunks.embed!.file}`),
    attribute('data-public-token', publicToken),
    attribute('data-element', element),
    attribute('data-config', JSON.stringify(config)),
    ...said('styles', styles),
    ...said('strings', strings),
    ...(language ? [attribute('data-language', named(language))] : []),
    ...(baseUrl ? [attribute('data-base-url', baseUrl)] : []),
    ...(later ? [attribute('data-when', when)] : []),
    // of the widget, of its engine, of the table that says what its other chunks are, and of what waits for a moment
    attribute(
      'data-integrity',
      ([chunks.widget, chunks.engine, chunks.integrity, chunks.when] as EmbedChunk[]).map(({ integrity }) => integrity).join(' '),
    ),
    attribute('integrity', chunks.embed!.integrity),
    ...(nonce ? [attribute('nonce', nonce)] : []),
    'crossorigin',
    'async',
  ]
  // where files wait for each other the loader goes first: the others do nothing without it
  const loader = `<link rel="preload" as="script" ${attribute('href', `${base}${chunks.embed!.file}`)} ${attribute('integrity', chunks.embed!.integrity)}${nonced(nonce)} crossorigin>`
  return [
    ...style(options),
    ...(files.length >= SOCKETS ? [loader] : []),
    ...files.map(
      (file) =>
        `<link rel="modulepreload" ${attribute('href', `${base}${file}`)} ${attribute('integrity', integrity[file]!)}${nonced(nonce)}>`,
    ),
    `<script ${script.join(' ')}></script>`,
  ].join('\n')
}
