/**
 * Makes happy-dom's document the global one. A test that needs a document imports this file first.
 * Node's own APIs stay, so that requests reach the emulator, and msw and timers work as usual.
 */
import { GlobalRegistrator } from '@happy-dom/global-registrator'
// First, because WebCrypto and timers must still be Node's.
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

// An animation frame is a turn of the event loop here, not a 60th of a second, so that waiting
// frames have run when `settled` resolves.
Object.assign(globalThis, {
  requestAnimationFrame: (draw: (time: number) => void) => setImmediate(() => draw(performance.now())),
  cancelAnimationFrame: (handle: NodeJS.Immediate) => clearImmediate(handle),
})
