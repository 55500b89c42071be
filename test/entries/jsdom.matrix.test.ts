/** Tests that every option renders in jsdom, where hosts run unit tests. */
import { importOnDemand } from '../harness/onDemand.ts'

const { JSDOM } = (await importOnDemand('jsdom@26.1.0')) as { JSDOM: new (html: string, options: object) => { window: Window } }

const { window } = new JSDOM('<!doctype html><html lang="en"><body></body></html>', { url: 'http://localhost/', pretendToBeVisual: true })
/**
 * What Node has too, and what the document's own must take the place of, as Vitest and Jest do it.
 */
const own = new Set([
  'AbortController',
  'AbortSignal',
  'Event',
  'CustomEvent',
  'EventTarget',
  'MessageEvent',
  'dispatchEvent',
  'addEventListener',
  'removeEventListener',
  'navigator',
  'self',
])
for (const name of Object.getOwnPropertyNames(window))
  if (own.has(name) || !(name in globalThis))
    Object.defineProperty(globalThis, name, {
      configurable: true,
      writable: true,
      value: (window as unknown as Record<string, unknown>)[name],
    })
Object.assign(globalThis, {
  window: globalThis,
  self: globalThis,
  addEventListener: window.addEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
})

const { mountsEveryOption } = await import('./unitTestDocument.ts')
mountsEveryOption('jsdom')
