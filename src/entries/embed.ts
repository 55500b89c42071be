// The loader in the script tag. It is a classic script, so it can read its own attributes and works
// on any page. It loads the modules in the same folder, and mounts the widget.
import { parseJsonAttribute } from '../ui/host/jsonAttribute.ts'
import type { Fetch, Have } from '../widget/loadChunks.ts'
import type { TagOptions } from '../widget/watchPlace.ts'
import type { RunMount } from './when.ts'
import { safeDocument } from '../browser/safeDocument.ts'

type Module = typeof import('./index.ts')

/**
 * The module that contains the hash of each chunk (build/build.ts). `integrity` throws for an
 * unknown file.
 */
type HashTable = { integrity(file: string): string }

declare global {
  interface Window {
    latchkey?: Promise<Module>
  }
}

/**
 * The attributes of the script tag, by their names in `dataset`: `publicToken` is
 * `data-public-token`. Each is text.
 */
interface ScriptAttributes {
  /** Your project's public token: `public-token-live-...` or `public-token-test-...`. */
  publicToken?: string
  /**
   * Instead of a public token: the base URL of your own server, which answers the calls and keeps
   * the sessions. A path of the page's own origin, such as `/auth`, or a whole URL.
   */
  backend?: string
  /**
   * A selector for the element to mount in. Without it, nothing is mounted, and `window.latchkey`
   * is a promise of the module.
   */
  element?: string
  /** The `config` of `mountLogin`, as JSON. */
  config?: string
  /** The `styles` of `mountLogin`, as JSON. */
  styles?: string
  /** The `look` of the `styles`, such as `quartz`. What `data-styles` says takes precedence. */
  theme?: string
  /** The `strings` of `mountLogin`, as JSON. */
  strings?: string
  /**
   * The language of the screens: a tag such as `fr`, or `auto`, which follows the page and the
   * visitor's browser. Default: English, which is plain with `data-backend`.
   */
  language?: string
  /** The base URL of the API. Default: the provider's. */
  baseUrl?: string
  /**
   * When to fetch the widget: `load`, at once; `idle`, when the browser has nothing else to do;
   * `visible`, when the element scrolls into view; `click`, when the visitor clicks the element,
   * whose content the widget then replaces. Default: `load`.
   */
  when?: string
  /**
   * The list that `npx latchkey snippet` prints: files, each with its hash and, if a log-in with a
   * token certainly needs it, a pattern of the page's query. With it, the loader checks every file
   * that it loads. Default: none, and nothing is checked.
   */
  integrity?: string
  /**
   * With `off`, a token in the URL is left to your page; with `press`, the visitor presses a button
   * before it signs them in; with `on`, the widget finishes that log-in at once. Default: `on`.
   * With `data-backend`: `press`, except for a link that this browser asked for.
   */
  authenticate?: string
}

/** Throws an error that names the wrong attribute and its value. */
const fail: (attribute: string, value: unknown) => never = (attribute, value) => {
  throw new Error(`[Latchkey] Wrong ${attribute}: ${value}`)
}

// The document's own property is for pages that run scripts themselves and set it.
const script = safeDocument.currentScript || document.currentScript
if (!(script instanceof HTMLScriptElement && script.src)) fail('script', 'use a plain <script src>')

// No prototype, here and below: properties that another script has added to `Object.prototype` must
// not decide what is loaded.
const attributes: ScriptAttributes = { __proto__: null!, ...script.dataset } as ScriptAttributes
const { publicToken, backend, element, baseUrl, authenticate, when, integrity, language } = attributes
const { nonce } = script

const [config, styles, strings] = (['config', 'styles', 'strings'] as const).map((name) => {
  try {
    return parseJsonAttribute(attributes[name])
  } catch (error) {
    return fail('data-' + name, error)
  }
})

// It must have the format of the snippet, because a browser skips the check if it cannot parse a
// hash. integrity.js, the table of all other hashes, comes first.
if (integrity != null && !/^integrity\.js (sha384-[\w+/]{64}[ \w=(|)]*(, \S+ |$))+$/.test(integrity)) fail('data-integrity', integrity)

const folder = new URL('.', script.src)

/** The hashes in the page's own links, by file. */
const linkedHashes: Record<string, string> = { __proto__: null! }
/** The URL of each file. It changes whenever the file fails to load or is broken. */
const addresses: Record<string, string> = { __proto__: null! }
for (const { href, integrity: hash } of safeDocument.querySelectorAll<HTMLLinkElement>('link[rel~=modulepreload]')) {
  // an SVG's <link> has none
  const file = href?.replace(String(folder), '')
  if (/^sha384-[\w+/]{64}/.test(hash)) linkedHashes[file] = hash
  // The browser has loaded the file of this link unchecked, and can no longer check it under this
  // URL.
  else if (integrity) addresses[file] = href + '?1'
}

// A page whose address has a user passes it on to the URLs of its tags, but not to what a module
// imports: with it, widget.js would run twice.
folder.username = folder.password = ''

const fetches: Record<string, Promise<string>> = { __proto__: null! }
/**
 * Gives a failed file another URL, and throws. The hash in the page's link no longer applies. The
 * browser's own error has the URL, which is nothing for a log.
 */
const fileFailed = (file: string): never => {
  addresses[file] += '?1'
  delete linkedHashes[file]
  throw new Error(`[Latchkey] Did not come as released: ${file}`)
}

/** How long a file may take, in ms. A connection that stalls never says that it has loaded one. */
const FILE_TIMEOUT = 60_000

/**
 * The type of the scripts that fetch the modules where no link can, in Firefox before 115 and
 * Safari before 17: a script checks the same hash, but runs the module at once. A chunk that runs
 * reads those before it from `$have`, so each is fetched only when it is its turn.
 */
const scriptType = safeDocument.createElement('link').relList.supports('modulepreload') ? '' : 'module'

/** Finds the hash of a file. Rejects if no file of that name is part of the release. */
const hashOf = async (file: string): Promise<string | undefined> =>
  integrity?.split(file + ' ')[1]?.slice(0, 71) ||
  linkedHashes[file] ||
  // src/widget/language.ts appends the hash to the path of a file of words
  file.split('#')[1] ||
  (integrity && ((await load('integrity.js')) as HashTable).integrity(file))

/**
 * Fetches a module once, without running it, and resolves with its URL for `import()`. Rejects if
 * the module cannot be loaded or does not match its hash. The next call then uses another URL,
 * because all but the newest browsers never request a failed module again (whatwg/html#10327).
 */
const fetchModule = (file: string): Promise<string> => {
  const href = (addresses[file] ??= folder + file)
  return (fetches[href] ??= hashOf(file)
    .then(
      (integrity = '') =>
        new Promise((onload, onerror) => {
          safeDocument.head.append(
            Object.assign(safeDocument.createElement(scriptType ? 'script' : 'link'), {
              rel: 'modulepreload',
              type: scriptType,
              href,
              src: href,
              integrity,
              nonce,
              onload,
              onerror,
            }),
          )
          setTimeout(onerror, FILE_TIMEOUT)
        }),
    )
    .then(
      () => href,
      () => fileFailed(file),
    ))
}

/** Fetches a module and runs it. One without exports has arrived without its content. */
const load = async (file: string) => {
  const module = await import(await fetchModule(file)).catch(() => fileFailed(file))
  for (const _ in module) return module
  fileFailed(file)
}
const fetchChunks: Fetch = async (...files) => {
  if (!scriptType) await Promise.all(files.map((file) => fetchModule(file)))
  return load
}

// What a page with this query certainly needs. Ignores a failure: the code that needs the file
// fetches it again.
for (const entry of (integrity || '').split(', ')) {
  const [file, , query] = entry.split(' ')
  if (!scriptType && query && location.search.match(query)) fetchModule(file!).catch(() => {})
}

/**
 * Resolves when the element exists or the whole page has been parsed, because the element can come
 * after the script tag.
 */
const elementParsed = new Promise<unknown>((resolve: (event?: Event) => void) => {
  if (!element || safeDocument.querySelector(element) || safeDocument.readyState !== 'loading') resolve()
  else addEventListener('DOMContentLoaded', resolve)
})

/**
 * How long the widget waits for the files that the page links to, in ms. Once it has them, it is
 * rendered only once.
 */
const PRELOAD_TIMEOUT = 500

let runMount: RunMount = (mount) => mount()
/** The widget's language, or the module with its first words if the page links to that. */
let languageOrWords: string | object | undefined = language

/**
 * Loads the widget when `data-when` says. Until then the page has loaded only this file and, if it
 * needs that, when.js.
 */
const loadWidget = async (): Promise<Module> => {
  const target = when && element && (await elementParsed, safeDocument.querySelector<HTMLElement>(element))
  if (target) runMount = await (await load('when.js')).moment(when, target)
  // each chunk imports `../widget.js` under its original URL, where the browser has the unchecked
  // copy
  if (addresses['widget.js']) fail('integrity', 'widget.js')
  const widget: Promise<Module & { $have: Have }> = load('widget.js')
  const preloads = Promise.allSettled(
    Object.keys(linkedHashes).map(async (file) => {
      if (!/^c\//.test(file)) return
      await (scriptType ? widget : fetchModule(file))
      // all chunks need widget.js
      const { $have } = await widget
      const [chunk, locale] = file.split('.')
      const module = ($have[chunk as `c/${string}`] ||= await load(file))
      if (chunk === 'c/widget' && locale === language) languageOrWords = module
    }),
  )
  const module = await widget
  module.$have.fetch = fetchChunks
  await new Promise((resolve) => {
    setTimeout(resolve, PRELOAD_TIMEOUT)
    void preloads.then(resolve)
  })
  return module
}
const module = (window.latchkey = loadWidget())

if (element) {
  void Promise.all([module, elementParsed]).then(([{ LatchkeyClient }]) => {
    const mount = () =>
      client.mountLogin({
        config,
        styles: { look: attributes.theme, ...styles },
        strings,
        language: languageOrWords as string,
        elementId: element,
        authenticateByUrl: authenticate !== 'off' && ((authenticate as 'press') || !backend || undefined),
      })
    const client = new LatchkeyClient(publicToken!, { customBaseUrl: baseUrl, backend, nonce, place: [element, mount] } as TagOptions)
    runMount(mount)
  })
}
