/**
 * How an app sends its parameters, and proves who it is, at the endpoints of tokens (RFC 6749,
 * section 2.3).
 */
import type { PageRequest } from '../requests/router.ts'
import { refuseOAuth } from './oauthAnswer.ts'

/** The parameters of a request, each of which was given once. */
export type Parameters = Record<string, string | undefined>

/** Parses a text as a JSON object. `otherwise` ends the request. */
export const readObject = (text: string, otherwise: () => never): object => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
  } catch {
    // refused below
  }
  return otherwise()
}

/** Parses a body as JSON, which the provider accepts too. */
const jsonFields = (text: string): [string, unknown][] =>
  Object.entries(readObject(text, () => refuseOAuth('invalid_request', 'The body is not a JSON object.')))

/**
 * Reads a body of the type application/x-www-form-urlencoded, or JSON. Refuses a parameter that is
 * repeated (RFC 6749, section 3.2), except `resource` (RFC 8707, section 2), which is a list of
 * its own.
 */
export const readTokenRequest = async (request: PageRequest): Promise<{ parameters: Parameters; resources: string[] }> => {
  const text = await request.text()
  const isJson = /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
  const entries: [string, unknown][] = isJson
    ? jsonFields(text).flatMap(([name, value]) => {
        const values: unknown[] = name === 'resource' && Array.isArray(value) ? value : [value]
        return values.map((one): [string, unknown] => [name, one])
      })
    : [...new URLSearchParams(text)]
  const texts = entries.filter((field): field is [string, string] => typeof field[1] === 'string')
  if (texts.length < entries.length) refuseOAuth('invalid_request', 'A parameter is not a text.')
  const once = texts.filter(([name]) => name !== 'resource')
  const parameters = new Map(once)
  if (parameters.size < once.length) refuseOAuth('invalid_request', 'A parameter is repeated.')
  return { parameters: Object.fromEntries(parameters), resources: texts.flatMap(([name, value]) => (name === 'resource' ? [value] : [])) }
}

/** Reads a body in which `resource` means nothing. */
export const readParameters = async (request: PageRequest) => (await readTokenRequest(request)).parameters

/**
 * RFC 6749, section 2.3.1: id and secret are encoded like the fields of a form, before they are
 * encoded for HTTP. Many clients leave that out, so both spellings count.
 */
const decodeFormValue = (text: string) => new URLSearchParams(`_=${text.replaceAll('&', '%26')}`).get('_') ?? ''

const basicCredentials = (header: string) => {
  const [, encoded = ''] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? []
  let text = ''
  try {
    text = atob(encoded)
  } catch {
    // no credentials, which is refused below
  }
  const [, id, secret] = /^([^:]+):(.*)$/s.exec(text) ?? []
  return id === undefined || secret === undefined
    ? undefined
    : { ids: [...new Set([decodeFormValue(id), id])], secrets: [decodeFormValue(secret), secret] }
}

/**
 * An app as it is registered: its secrets, of which there are two during a rotation, or none if it
 * cannot keep one.
 */
interface AppSecrets {
  secrets: string[] | 'none'
}

/**
 * Returns the app that makes a request, which `find` knows by its id. Refuses an app that does not
 * prove itself, with `client_secret_basic` or `client_secret_post`, or that uses both.
 */
export const authenticateClient = <Client extends AppSecrets>(
  request: PageRequest,
  { client_id, client_secret }: Parameters,
  find: (client_id: string) => Client | undefined,
): Client => {
  const header = request.headers.get('authorization')
  // RFC 6749, section 5.2: an app that used the header is told which scheme to use.
  const challenge: Record<string, string> = header === null ? {} : { 'WWW-Authenticate': 'Basic realm="oauth2"' }
  const basic = header === null ? undefined : basicCredentials(header)
  if (header !== null && !basic)
    refuseOAuth('invalid_client', 'The authorization header is not Basic with client_id and secret.', challenge)
  if (basic && client_secret !== undefined) refuseOAuth('invalid_request', 'The client proves itself in two ways.')
  if (basic && client_id !== undefined && !basic.ids.includes(client_id)) refuseOAuth('invalid_request', 'There are two client ids.')
  const ids = basic?.ids ?? [client_id ?? '']
  const client = ids.reduce<Client | undefined>((match, id) => match ?? find(id), undefined)
  if (!client) return refuseOAuth('invalid_client', 'There is no such client.', challenge)
  const presentedSecrets = basic?.secrets ?? [client_secret ?? '']
  const { secrets } = client
  if (secrets !== 'none' && !presentedSecrets.some((secret) => secrets.includes(secret)))
    refuseOAuth('invalid_client', 'The client_secret is wrong.', challenge)
  return client
}
