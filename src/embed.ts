// The script tag: a classic script, so that it can read its own attributes and sits on any page; everything else is the modules beside it.
import { jsonOf } from './ui/jsonOf.ts'
import type { Fetch, Have } from './widget/files.ts'
import type { Around } from './when.ts'

type Module = typeof import('./index.ts')

/** What each chunk has to be (build/build.ts). Throws for one that it does not know. */
type Table = { integrity(file: string): string }

declare global {
  interface Window {
    latchkey?: Promise<Module>
  }
}

/** Says which attribute is wrong, and what stands there. */
const fail: (attribute: string, value: unknown) => never = (attribute, value) => {
  throw new Error(`[Latchkey] Wrong ${attribute}: ${value}`)
}

// the document's own, which an <img name=currentScript> hides (HTML, section 3.1.5); else that of a page which runs scripts in a way of its own
const script = Reflect.get(Document.prototype, 'currentScript', document) || document.currentScript
if (!(script instanceof HTMLScriptElement)) fail('script type', 'module')

// no prototype, here and below: what somebody has put into that of all objects must not say what is loaded
const attributes: DOMStringMap = { __proto__: null!, ...script.dataset }
const { publicToken, element, baseUrl, authenticate, when, integrity, language } = attributes
const { nonce } = script

const [config, styles, strings] = ['config', 'styles', 'strings'].map((name) => {
  try {
    return jsonOf(attributes[name])
  } catch (error) {
    return fail('data-' + name, error)
  }
})

// as the snippet has them; what a browser does not know for a hash it does not check
if (integrity != null && !/^(sha384-[\w+/]{64} ?){4}$/.test(integrity)) fail('data-integrity', integrity)

// of the widget, of its engine, of the table of its other chunks, and of what waits for a moment
const [forWidget, forEngine, forTable, forMoment] = (integrity || '').split(' ')

const folder = String(new URL('.', script.src))

/** What the page's own links say that our files have to be: the table comes only for what none of them names. */
const linked: Record<string, string> = { __proto__: null! }
/** Where each file is asked for: its own address, and another after each time that it did not come, or came broken. */
const at: Record<string, string> = { __proto__: null! }
for (const { href, integrity } of document.querySelectorAll<HTMLLinkElement>('link[rel~=modulepreload]')) {
  const file = href.replace(folder, '')
  if (/^sha384-[\w+/]{64}/.test(integrity)) linked[file] = integrity
  // what a link has let in unchecked stays what it is, whatever the next one says
  else if (forTable) at[file] = href + '?1'
}

const fetched: Record<string, Promise<string>> = { __proto__: null! }
/** The next time it is asked for by another address, and what the page says of the first one counts no more. */
const giveUp = (file: string) => {
  at[file] += '?1'
  delete linked[file]
}

/**
 * Fetches a module, once, and resolves with the address by which `import()` finds it. Rejects when it does not come or is not what `integrity` says; then
 * `import()` does not get to see it, and the next time it is asked for by another address, as all but the newest browsers never forget a module that
 * did not come (whatwg/html#10327).
 */
const obtain = (file: string, integrity = '') => {
  const href = (at[file] ??= folder + file)
  return (fetched[href] ??= new Promise((onload, onerror) =>
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, integrity, nonce, onload, onerror })),
  ).then(
    () => href,
    () => {
      giveUp(file)
      throw new Error('[Latchkey] Did not come as released: ' + file)
    },
  ))
}

const load = async (file: string, hash?: string) => {
  const href = await obtain(file, hash)
  return import(href).catch((error) => {
    giveUp(file)
    throw error
  })
}
const fetchChunks: Fetch = async (...files) => {
  const hashes: Record<string, string> = { __proto__: null! }
  for (const file of files) {
    hashes[file] =
      linked[file] ||
      // a file of words says it in its address (src/widget/language.ts)
      file.split('#')[1] ||
      // every page fetches the engine, and most need no more before the visitor turns to them
      (!forTable ? '' : /engine/.test(file) ? forEngine! : ((await load('integrity.js', forTable)) as Table).integrity(file))
  }
  await Promise.all(files.map((file) => obtain(file, hashes[file])))
  // with its hash: what came broken to somebody else meanwhile is fetched again
  return (file) => load(file, hashes[file])
}

const find = () => document.querySelector<HTMLElement>(element!)

/** The element may come after the tag in the page. */
const there = new Promise<unknown>((found) => {
  if (!element || find() || document.readyState !== 'loading') found(0)
  else addEventListener('DOMContentLoaded', found)
})

/** How long the widget waits for what the page links to, in ms: else it would be painted without it, and then again. */
const PATIENCE = 500

let around: Around = (mount) => mount()
/** What the widget is to speak, or the first words of it, where the page links to them. */
let said: string | object | undefined = language

/** Fetches the widget, when `data-when` says so: until then there is nothing but the loader. */
const begin = async (): Promise<Module> => {
  const place = when && element && (await there, find())
  if (place) around = await (await load('when.js', forMoment)).moment(when, place)
  // Each chunk imports `../widget.js` by its plain address: an unchecked copy there would be used whichever one we load.
  if (at['widget.js']) fail('integrity', 'widget.js')
  const widget: Promise<Module & { $have: Have }> = load('widget.js', forWidget)
  const preloads = Promise.allSettled(
    Object.entries(linked).map(async ([file, hash]) => {
      if (!/^c\//.test(file)) return
      await obtain(file, hash)
      // what they all stand on
      const { $have } = await widget
      const [chunk, locale] = file.split('.')
      const module = ($have[chunk as `c/${string}`] ||= await load(file, hash))
      if (chunk === 'c/widget' && locale === language) said = module
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
const module = (window.latchkey = begin())

if (element) {
  void Promise.all([module, there]).then(([{ LatchkeyClient }]) => {
    const client = new LatchkeyClient(publicToken!, { customBaseUrl: baseUrl, nonce })
    around(() =>
      client.mountLogin({
        config,
        styles,
        strings,
        language: said as string,
        elementId: element,
        authenticateByUrl: authenticate !== 'off',
      }),
    )
  })
}
