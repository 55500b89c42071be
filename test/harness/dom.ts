/**
 * Imported first, for its effect, by a test that needs a document: happy-dom becomes the global one.
 * What Node has itself stays Node's, so that requests reach the emulator, msw and timers as they do elsewhere.
 */
import { GlobalRegistrator } from '@happy-dom/global-registrator'
// While WebCrypto and timers are nobody's but Node's.
import './turns.ts'

const kept = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'BroadcastChannel',
  'File',
  'FormData',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TransformStream',
  'URL',
  'URLSearchParams',
  'WritableStream',
  'clearInterval',
  'clearTimeout',
  'crypto',
  'fetch',
  'performance',
  'queueMicrotask',
  'setInterval',
  'setTimeout',
].map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)

GlobalRegistrator.register({ url: 'http://localhost/', width: 1024, height: 768 })

for (const [name, descriptor] of kept) if (descriptor) Object.defineProperty(globalThis, name, { ...descriptor, configurable: true })

// A frame is a turn of the event loop, however long turns take, and not a 60th of a second: what waits for one has had it when `settled` is over.
Object.assign(globalThis, {
  requestAnimationFrame: (draw: (time: number) => void) => setImmediate(() => draw(performance.now())),
  cancelAnimationFrame: (handle: NodeJS.Immediate) => clearImmediate(handle),
})
