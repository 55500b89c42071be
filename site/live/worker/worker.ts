/**
 * The service worker of the playground's folder: it is the server that the playground has on a site
 * of static files. It answers the paths of the emulator, and passes on everything else. A new
 * release waits until no page of the playground is open, so a log-in never changes its provider
 * halfway.
 */
import { isPage } from '../../../src/tools/emulator/requests/originGuard.ts'
import { errorAnswer } from '../../../src/tools/emulator/requests/refusal.ts'
import { emulatorPaths } from '../../../src/tools/emulator/paths.ts'
import type { Wish } from '../wish.ts'
import { createFiles } from './files.ts'
import { openValueStore } from './valueStore.ts'
import { createProviderAt } from './provider.ts'

/** What this file uses of a service worker's globals, which the types of a page do not have. */
interface ServiceWorker {
  registration: { scope: string }
  clients: { claim: () => Promise<void> }
  addEventListener<Name extends keyof Events>(type: Name, listener: (event: Events[Name]) => void): void
}
interface Extendable {
  waitUntil: (work: Promise<unknown>) => void
}
interface Events {
  activate: Extendable
  message: Extendable & { data: Wish }
  fetch: { request: Request; respondWith: (answer: Promise<Response>) => void }
}

/** The build puts the playground's files here, and a digest of them. */
declare const FILES: string[]
declare const RELEASE: string

const worker = self as unknown as ServiceWorker
const folder = worker.registration.scope
const answerAsProvider = createProviderAt(folder, openValueStore(`latchkey-playground ${folder}`))
const files = createFiles(folder, FILES, RELEASE)

const isOfEmulator = (path: string) =>
  emulatorPaths.some((pattern) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern))

/**
 * Returns whether the sender of a request may have an answer. Only pages of this folder call it,
 * but every site can send a visitor here, by a link or a form: those reach only pages. A worker
 * does not see which site it was.
 */
const mayAsk = ({ mode, method }: Request, path: string) => mode !== 'navigate' || isPage(method, path)

const refuse = async () =>
  errorAnswer(403, 'bad_domain_for_stytch_sdk', 'This is no page, and the playground answers calls of its own pages alone.')

worker.addEventListener('activate', (event) => event.waitUntil(Promise.all([worker.clients.claim(), files.forgetEarlier()])))

worker.addEventListener('message', (event) => {
  if (event.data === 'control me') event.waitUntil(worker.clients.claim())
  if (event.data === 'keep the files') event.waitUntil(files.keepAll().catch(() => undefined))
})

worker.addEventListener('fetch', (event) => {
  const { request } = event
  // A page in the folder can request others of the site, such as the start page's picture.
  if (!request.url.startsWith(folder)) return
  const path = new URL(request.url).pathname.slice(new URL(folder).pathname.length - 1)
  if (isOfEmulator(path)) event.respondWith(mayAsk(request, path) ? answerAsProvider(request) : refuse())
  else if (request.method === 'GET') event.respondWith(files.answer(request))
})
