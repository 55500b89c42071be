/** The service worker that runs the emulator, as its pages see it. */
import type { Wish } from '../wish.ts'

/** Why there is no worker, in words for the visitor. */
export class NoWorker extends Error {}

/** What TypeScript's types of a page do not have yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL: (text: string) => string }
}

/** Returns the URL of the worker's script, and of no other. */
const scriptUrl = (folder: URL) => {
  const url = String(new URL('worker.js', folder))
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy('latchkey-worker', { createScriptURL: () => url }).createScriptURL('') ?? url
}

const register = async (folder: URL) => {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }
  if (!isSecureContext)
    throw new NoWorker(
      'The provider on this page runs in a service worker, and browsers start one only over https or on localhost. Open this page over https.',
    )
  if (!serviceWorker)
    throw new NoWorker(
      'The provider on this page runs in a service worker, and your browser offers none here. Some do so in private windows. Open this page in another window or browser.',
    )
  try {
    await serviceWorker.register(scriptUrl(folder), { scope: folder.pathname, updateViaCache: 'none' })
  } catch (error) {
    const { name, message } = error as Error
    throw new NoWorker(
      name === 'SecurityError'
        ? 'The provider on this page runs in a service worker, and your browser refuses to start one. It may do so in a private window, or while it blocks cookies of this site. Allow them, or open this page in another window.'
        : `The service worker that runs the provider on this page did not start (${message}). Reload the page.`,
    )
  }
  return serviceWorker
}

/**
 * Starts the worker of a folder, and resolves when it answers this page's requests, with the
 * function that asks it for something. Rejects with NoWorker, whose message says what to do.
 */
export const startWorker = async (folder: URL): Promise<(wish: Wish) => void> => {
  const container = await register(folder)
  const { active } = await container.ready
  const ask = (wish: Wish) => (container.controller ?? active)?.postMessage(wish)
  if (!container.controller) {
    const takeover = new Promise((resolve) => container.addEventListener('controllerchange', resolve, { once: true }))
    // A page that was loaded past the worker, by a forced reload, has to ask.
    ask('control me')
    await takeover
  }
  return ask
}
