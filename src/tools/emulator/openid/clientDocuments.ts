import { refuseBecause } from '../requests/refusal.ts'
import { readObject } from './clientAuthentication.ts'
import { toClient, readClientMetadata } from './clientMetadata.ts'
import type { Client } from './connectedApps.ts'
import { isPrivateHost } from './privateAddresses.ts'
import type { BaseParts } from '../baseParts.ts'

/** Fetches the document of an app. The request forbids redirects. */
export type FetchClientMetadata = (request: Request) => Promise<Response>

/** The draft recommends this limit, in bytes. */
const MOST_BYTES = 5 * 1024
const MOST_SECONDS = 5
/** How long a document is used, in seconds: what it says itself, within these bounds. */
const LEAST_AGE = 60
const USUAL_AGE = 5 * 60
const MOST_AGE = 24 * 60 * 60

/** Says why a document at this URL is not fetched. Undefined if it may be. Pure. */
export const documentUrlFault = (client_id: string): string | undefined => {
  if (!URL.canParse(client_id)) return 'The client_id is not a URL.'
  const { protocol, hostname, username, password, pathname, href } = new URL(client_id)
  if (protocol !== 'https:') return 'The client_id is not a URL with https.'
  if (username || password || client_id.includes('#')) return 'The client_id has a user name, a password or a fragment.'
  // Texts that differ would be different apps to some and the same to others.
  if (href !== client_id) return `The client_id is not written as ${href}.`
  if (pathname === '/') return 'The client_id has no path.'
  if (isPrivateHost(hostname)) return 'The client_id leads to a machine that is not on the public internet.'
  return undefined
}

/** Thrown while a document is read. The message says what is wrong with it. */
class DocumentFault extends Error {}

function fault(message: string): never {
  throw new DocumentFault(message)
}

/** Reads a body as text, up to the limit. */
const readText = async ({ body }: Response) => {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
    if (bytes > MOST_BYTES) {
      void reader.cancel()
      return fault(`The document has more than ${MOST_BYTES} bytes.`)
    }
    text += decoder.decode(value, { stream: true })
  }
  return text + decoder.decode()
}

const ageOf = ({ headers }: Response) => {
  const maxAge = /(?:^|[\s,])max-age=(\d+)/i.exec(headers.get('cache-control') ?? '')?.[1]
  return Math.min(MOST_AGE, Math.max(LEAST_AGE, maxAge === undefined ? USUAL_AGE : Number(maxAge)))
}

/** Fetches the document, and checks that it is about this client id. */
const readDocument = async (client_id: string, fetch: FetchClientMetadata, signal: AbortSignal) => {
  const request = new Request(client_id, { headers: { Accept: 'application/json' }, redirect: 'manual', credentials: 'omit', signal })
  const answer = await fetch(request)
  if (answer.redirected || (answer.url !== '' && answer.url !== client_id)) fault('The document is behind a redirect.')
  if (answer.status !== 200) fault(`The document was answered with status ${answer.status}.`)
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(answer.headers.get('content-type') ?? '')) fault('The document is not JSON.')
  const document = readObject(await readText(answer), () => fault('The document is not a JSON object.')) as Record<string, unknown>
  if (document.client_id !== client_id) fault('The client_id in the document is not its URL.')
  if ('client_secret' in document || 'client_secret_expires_at' in document) fault('The document has a secret, which everybody can read.')
  const metadata = readClientMetadata(document, (_, description) => fault(description))
  if (metadata.token_endpoint_auth_method !== 'none') fault('The token_endpoint_auth_method of the document needs a secret.')
  return { metadata, age: ageOf(answer) }
}

/** Fetches the document, but not for longer than the limit, whatever `fetch` does. */
const readInTime = (client_id: string, fetch: FetchClientMetadata) => {
  const controller = new AbortController()
  return new Promise<Awaited<ReturnType<typeof readDocument>>>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DocumentFault(`The document took longer than ${MOST_SECONDS} seconds.`))
      controller.abort()
    }, MOST_SECONDS * 1000)
    readDocument(client_id, fetch, controller.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

export const createClientDocuments = ({ clock, connectedApps, fetch }: BaseParts & { fetch?: FetchClientMetadata }) => ({
  /** Whether a URL can be a client id. */
  isSupported: fetch !== undefined,
  /**
   * Returns the app that asks a visitor for access: a registered one, or one whose document is at
   * its client id. Undefined if there is none. Refuses a document that cannot be read.
   */
  asking: async (client_id: string): Promise<Client | undefined> => {
    const client = connectedApps.client(client_id)
    if (client && client.client_id_metadata_url === undefined) return client
    if (!fetch || !/^https?:/.test(client_id)) return undefined
    if (client?.metadata_until !== undefined && client.metadata_until > clock.now()) return client
    const unusable = documentUrlFault(client_id)
    if (unusable !== undefined) return refuseBecause('connected_app_misconfigured_client', unusable)
    try {
      const { metadata, age } = await readInTime(client_id, fetch)
      return connectedApps.add(
        { ...toClient(metadata), client_id },
        { creation_method: 'client_id_metadata_document', client_id_metadata_url: client_id, metadata_until: clock.now() + age * 1000 },
      )
    } catch (error) {
      if (error instanceof DocumentFault) return refuseBecause('connected_app_misconfigured_client', error.message)
      // What a refusal throws has an answer. Anything else comes from the network.
      if (error instanceof Error && 'getResponse' in error) throw error
      return refuseBecause('connected_app_misconfigured_client', 'The document could not be fetched.')
    }
  },
})

export type ClientDocuments = ReturnType<typeof createClientDocuments>
