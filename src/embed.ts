// The script tag: a classic script, so that it can read its own attributes and sits on any page; everything else is the modules beside it.
import type { Around } from './when.ts'

type Module = typeof import('./index.ts')

/** What each chunk has to be (build/build.mjs). Throws for one that it does not know. */
type Table = { integrity(file: string): string }

/** What the build adds to widget.js: its chunks that are here, and how more are fetched in the place of `import()` (build/microbundle-hook.cjs). */
interface Chunks {
  /** Given as files below this one. When they are here, and what the release says, it resolves with their `import()`. */
  fetch?: (...files: string[]) => Promise<(file: string) => Promise<unknown>>
}

declare global {
  interface Window {
    latchkey?: Promise<Module>
  }
}

const script = document.currentScript as HTMLScriptElement
const { publicToken, element, baseUrl, config, styles, strings, authenticate, when, integrity } = script.dataset
const { nonce } = script

const json = (name: string, text: string | undefined) => {
  try {
    return text && JSON.parse(text)
  } catch (error) {
    throw new Error(`[Latchkey] The attribute data-${name} of the script tag is not JSON: ${(error as Error).message}`)
  }
}
const props = { config: json('config', config), styles: json('styles', styles), strings: json('strings', strings) }

const url = (file: string) => String(new URL(file, script.src))

const fetched: Record<string, Promise<string>> = {}
const tries: Record<string, number> = {}

/**
 * Fetches a module, once, and resolves with the address by which `import()` finds it. Rejects when it does not come or is not what `integrity` says; then
 * `import()` does not get to see it, and the next time it is asked for by another address, as all but the newest browsers never forget a module that
 * did not come (whatwg/html#10327).
 */
const obtain = (file: string, integrity = '') =>
  (fetched[file] ??= new Promise((done, fail) => {
    const href = url(file) + (tries[file] ? '?' + tries[file] : '')
    const onload = () => done(href)
    const onerror = () => {
      tries[file] = (tries[file] || 0) + 1
      delete fetched[file]
      fail(new Error('[Latchkey] Did not come as released: ' + file))
    }
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, integrity, nonce, onload, onerror }))
  }))

// of the widget, of its engine, of the table of its other chunks, and of what waits for a moment
const [forWidget, forEngine, forTable, forMoment] = (integrity || '').split(' ')
const load = async (file: string, hash?: string) => import(await obtain(file, hash))

/** Where each file is to be had; every page fetches the engine, and most need no more before the visitor turns to them. */
const hashes = async (file: string): Promise<Table['integrity']> => {
  if (!forTable) return () => ''
  if (file.includes('engine')) return () => forEngine!
  return (await load('integrity.js', forTable)).integrity
}
const fetchChunks: Chunks['fetch'] = async (...files) => {
  const hash = await hashes(files[0]!)
  await Promise.all(files.map((file) => obtain(file, hash(file))))
  return load
}

const find = () => document.querySelector<HTMLElement>(element!)

/** The element may come after the tag in the page. */
const there = new Promise<unknown>((found) => {
  if (!element || find() || document.readyState !== 'loading') found(0)
  else addEventListener('DOMContentLoaded', found)
})

let around: Around = (mount) => mount()

/** Fetches the widget, when `data-when` says so: until then there is nothing but the loader. */
const begin = async (): Promise<Module> => {
  const place = when && element && (await there, find())
  if (place) around = await (await load('when.js', forMoment)).moment(when, place)
  const module: Module & { $have: Chunks } = await load('widget.js', forWidget)
  module.$have.fetch = fetchChunks
  return module
}
const module = (window.latchkey = begin())

if (element) {
  void Promise.all([module, there]).then(([{ LatchkeyClient }]) => {
    const client = new LatchkeyClient(publicToken!, { customBaseUrl: baseUrl, nonce })
    around(() => client.mountLogin({ ...props, elementId: element, authenticateByUrl: authenticate !== 'off' }))
  })
}
