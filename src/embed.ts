// The script tag's loader. It is a classic script, so that it can read its own attributes and works on any page. It loads the modules beside it, and mounts the widget.
import { parseJsonAttribute } from './ui/jsonAttribute.ts'
import type { Fetch, Have } from './widget/loadChunks.ts'
import type { RunMount } from './when.ts'

type Module = typeof import('./index.ts')

/** The module with the hash of each chunk (build/build.ts). `integrity` throws for a file that it does not know. */
type HashTable = { integrity(file: string): string }

declare global {
  interface Window {
    latchkey?: Promise<Module>
  }
}

/** Throws an error that names the wrong attribute and its value. */
const fail: (attribute: string, value: unknown) => never = (attribute, value) => {
  throw new Error(`[Latchkey] Wrong ${attribute}: ${value}`)
}

// the getter of the prototype, as an <img name=currentScript> hides the document's own (HTML, section 3.1.5); else what a page says that runs scripts in its own way
const script = Reflect.get(Document.prototype, 'currentScript', document) || document.currentScript
if (!(script instanceof HTMLScriptElement)) fail('script type', 'module')

// no prototype, here and below: properties that another script has added to `Object.prototype` must not decide what is loaded
const attributes: DOMStringMap = { __proto__: null!, ...script.dataset }
const { publicToken, element, baseUrl, authenticate, when, integrity, language } = attributes
const { nonce } = script

const [config, styles, strings] = ['config', 'styles', 'strings'].map((name) => {
  try {
    return parseJsonAttribute(attributes[name])
  } catch (error) {
    return fail('data-' + name, error)
  }
})

// of the form that the snippet has: a browser does not check against a hash that it cannot read
if (integrity != null && !/^(sha384-[\w+/]{64} ?){4}$/.test(integrity)) fail('data-integrity', integrity)

// the hashes of widget.js, of its engine, of the table with the hashes of all other chunks, and of when.js
const [widgetHash, engineHash, tableHash, whenHash] = (integrity || '').split(' ')

const folder = String(new URL('.', script.src))

/** The hashes of files that the page's own links name. The table is fetched only for a file without one. */
const linkedHashes: Record<string, string> = { __proto__: null! }
/** The address of each file. It gets another one each time that it did not come, or came broken. */
const addresses: Record<string, string> = { __proto__: null! }
for (const { href, integrity } of document.querySelectorAll<HTMLLinkElement>('link[rel~=modulepreload]')) {
  const file = href.replace(folder, '')
  if (/^sha384-[\w+/]{64}/.test(integrity)) linkedHashes[file] = integrity
  // a link without a hash has let the file in unchecked: it cannot be checked at this address any more
  else if (tableHash) addresses[file] = href + '?1'
}

const fetched: Record<string, Promise<string>> = { __proto__: null! }
/** Gives a file that has failed another address. The hash of the page's link no longer counts. */
const changeAddress = (file: string) => {
  addresses[file] += '?1'
  delete linkedHashes[file]
}

/**
 * Fetches a module once, without running it, and resolves with its address for `import()`. Rejects when the module does not come or does not match `integrity`. The next
 * call then uses another address, as all but the newest browsers never ask again for a module that failed (whatwg/html#10327).
 */
const fetchModule = (file: string, integrity = '') => {
  const href = (addresses[file] ??= folder + file)
  return (fetched[href] ??= new Promise((onload, onerror) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, integrity, nonce, onload, onerror })),
  ).then(
    () => href,
    () => {
      changeAddress(file)
      throw new Error('[Latchkey] Did not come as released: ' + file)
    },
  ))
}

/** Fetches a module and runs it. */
const load = async (file: string, hash?: string) => {
  const href = await fetchModule(file, hash)
  return import(href).catch((error) => {
    changeAddress(file)
    throw error
  })
}
const fetchChunks: Fetch = async (...files) => {
  const hashes: Record<string, string> = { __proto__: null! }
  for (const file of files) {
    hashes[file] =
      linkedHashes[file] ||
      // the address of a file of words has its hash (src/widget/language.ts)
      file.split('#')[1] ||
      // every page fetches the engine, and most fetch nothing else before the visitor turns to the widget
      (!tableHash ? '' : /engine/.test(file) ? engineHash! : ((await load('integrity.js', tableHash)) as HashTable).integrity(file))
  }
  await Promise.all(files.map((file) => fetchModule(file, hashes[file])))
  // with the hash, in case another call has given the file a new address meanwhile
  return (file) => load(file, hashes[file])
}

const findElement = () => document.querySelector<HTMLElement>(element!)

/** Resolves when the page has the element, or all of its HTML: the element may come after the tag. */
const elementParsed = new Promise<unknown>((found) => {
  if (!element || findElement() || document.readyState !== 'loading') found(0)
  else addEventListener('DOMContentLoaded', found)
})

/** How long the widget waits for files that the page links to, in ms. With them it is painted once, and whole. */
const PATIENCE = 500

let runMount: RunMount = (mount) => mount()
/** The widget's language, or the module with its first words, where the page links to that. */
let languageOrWords: string | object | undefined = language

/** Loads the widget, at the moment that `data-when` names. Until then the page has the loader alone. */
const loadWidget = async (): Promise<Module> => {
  const target = when && element && (await elementParsed, findElement())
  if (target) runMount = await (await load('when.js', whenHash)).moment(when, target)
  // each chunk imports `../widget.js` by its plain address, and would use the unchecked copy there
  if (addresses['widget.js']) fail('integrity', 'widget.js')
  const widget: Promise<Module & { $have: Have }> = load('widget.js', widgetHash)
  const preloads = Promise.allSettled(
    Object.entries(linkedHashes).map(async ([file, hash]) => {
      if (!/^c\//.test(file)) return
      await fetchModule(file, hash)
      // all chunks need widget.js
      const { $have } = await widget
      const [chunk, locale] = file.split('.')
      const module = ($have[chunk as `c/${string}`] ||= await load(file, hash))
      if (chunk === 'c/widget' && locale === language) languageOrWords = module
    }),
  )
  const module = await widget
  module.$have.fetch = fetchChunks
  await new Promise((done) => {
    setTimeout(done, PATIENCE)
    void preloads.then(done)
  })
  return module
}
const module = (window.latchkey = loadWidget())

if (element) {
  void Promise.all([module, elementParsed]).then(([{ LatchkeyClient }]) => {
    const client = new LatchkeyClient(publicToken!, { customBaseUrl: baseUrl, nonce })
    runMount(() =>
      client.mountLogin({
        config,
        styles,
        strings,
        language: languageOrWords as string,
        elementId: element,
        authenticateByUrl: authenticate !== 'off',
      }),
    )
  })
}
