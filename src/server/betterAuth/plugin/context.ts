import type { Adapter, AuthOptions, Row, Where } from '../auth.ts'
import { cookiesOf } from '../../cookies.ts'
import { cookieLine, cookieName } from '../../hostCookies.ts'
import { decode, encodeBytes } from '../links.ts'

/** What Better Auth gives to a plugin, as far as ours reads it. */
export interface AuthContext {
  readonly adapter: Adapter & { transaction?: (run: (inside: AuthContext['adapter']) => Promise<unknown>) => Promise<unknown> }
  readonly internalAdapter: {
    findUserByEmail(
      email: string,
      options?: { includeAccounts: true },
    ): Promise<{ user: { id: string }; accounts: { providerId: string; password?: string | null }[] } | null>
    findVerificationValue(identifier: string): Promise<{ value: string; createdAt?: unknown } | null>
    findSession(token: string): Promise<{ session: { expiresAt: unknown }; user: { id: string; email: string } } | null>
    findUserById(id: string): Promise<{ id: string; email: string } | null>
    deleteUserSessions(userId: string): Promise<unknown>
    deleteSession(token: string): Promise<unknown>
    updateUser(id: string, changes: Row): Promise<unknown>
  }
  /** Its tables, with those of the plugins. */
  readonly tables: Readonly<Record<string, { fields: Record<string, { references?: { model: string } }> }>>
  readonly options: AuthOptions & {
    user?: { modelName?: string }
    session?: { cookieCache?: { enabled?: boolean } }
  }
  /** What it signs with. */
  readonly secret: string
  /** The base URL of its routes. */
  readonly baseURL: string
  readonly rateLimit: { enabled: boolean; storage: string }
  readonly password: Record<'hash' | 'verify', (given: never) => Promise<unknown>>
  readonly authCookies: { sessionToken: { name: string; attributes: { secure?: boolean; domain?: string } } }
  createAuthCookie(name: string): { name: string }
}

/** A call of an endpoint of Better Auth's, as its hooks see it. */
export interface Call {
  readonly path?: string
  readonly body?: unknown
  readonly query?: unknown
  readonly headers?: Headers
  readonly request?: Request
  readonly context: AuthContext & {
    /** What the endpoint returned, or its error. */
    readonly returned?: unknown
    /** The session of a call that needs one. */
    readonly session?: { user: { id: string } } | null
    /** The session that the call has begun. */
    readonly newSession?: { user: Row } | null
  }
}

/** What a hook can answer: another request, or headers of the response. */
export interface HookResult {
  response?: { context: { headers: Headers } }
  headers?: Headers
}

/** A hook of Better Auth's, before or after an endpoint. */
export interface Hook {
  matcher(call: { path?: string }): boolean
  handler(call: Call): Promise<HookResult>
}

/** Creates a hook for endpoints. `run` may throw a {@link denial}. */
export const hook = (isFor: (path: string) => boolean, run: (call: Call) => Promise<HookResult | void>): Hook => ({
  matcher: ({ path = '' }) => isFor(path),
  handler: async (call) => (await run(call)) ?? {},
})

/** Returns a field of an object that nobody has checked if it is a text, or an empty one. */
export const fieldOf = (of: unknown, name: string): string => {
  const value = typeof of === 'object' && of ? (of as Row)[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** Returns a text of a call's body, or an empty one. */
export const textOf = ({ body }: Call, name: string): string => fieldOf(body, name)

/** Signs a text as Better Auth does (HMAC with SHA-256), in base64url. */
const signatureOf = async (text: string, { secret }: Pick<AuthContext, 'secret'>): Promise<string> => {
  const utf8 = new TextEncoder()
  const rules = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), rules, false, ['sign'])
  return encodeBytes(new Uint8Array(await crypto.subtle.sign(rules.name, key, utf8.encode(text))))
}

/**
 * Returns what the token of a confirmation says (HS256, RFC 7515), or undefined if its signature is
 * another one. Better Auth's library reads base64 in several spellings, so anyone who acts on what
 * a token does not say has to refuse a token without claims.
 */
export const claimsOf = async ({ query, context }: Call): Promise<Row | undefined> => {
  const [header = '', claims = '', signature = ''] = fieldOf(query, 'token').split('.')
  try {
    const expected = await signatureOf(`${header}.${claims}`, context)
    return expected === signature ? (JSON.parse(decode(claims) ?? '') as Row) : undefined
  } catch {
    return undefined
  }
}

/** The HTTP statuses of denials, by Better Auth's names. */
const statuses = { BAD_REQUEST: 400, UNAUTHORIZED: 401, FORBIDDEN: 403, TOO_MANY_REQUESTS: 429 }

/**
 * Creates an error that Better Auth answers with a status and a code. It tells such errors by their
 * name, so this needs no package of it.
 */
export const denial = (status: keyof typeof statuses, body: Row, headers?: Record<string, string>): Error =>
  Object.assign(new Error(status), { name: 'APIError', status, statusCode: statuses[status], body, headers })

/** Returns whether an endpoint has returned an error. */
export const hasFailed = ({ context }: Call): boolean => context.returned instanceof Error

const signedParts = ({ context, headers }: Call, name: string): [text: string, signature: string] => {
  const value = cookiesOf(headers?.get('cookie')).get(context.createAuthCookie(name).name) ?? ''
  try {
    const [, text = '', signature = ''] = /^"?(.*)\.([^."]*)"?$/.exec(decodeURIComponent(value)) ?? []
    return [text, signature]
  } catch {
    return ['', '']
  }
}

/** Returns what a signed cookie is about, or an empty text. Endpoints check the signature. */
export const signedPart = (call: Call, name: string): string => signedParts(call, name)[0]

/** Finds the user of a call's session. */
export const userOf = async (call: Call): Promise<{ id: string; email: string } | undefined> => {
  const token = signedPart(call, 'session_token')
  return token ? (await call.context.internalAdapter.findSession(token))?.user : undefined
}

/** Finds the user of a call to one of our own endpoints, whose session is signed and not over. */
export const signedInUser = async (call: Call): Promise<{ id: string } | undefined> => {
  const [token, signature] = signedParts(call, 'session_token')
  const base64url = signature.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  if (!token || base64url !== (await signatureOf(token, call.context))) return undefined
  const found = await call.context.internalAdapter.findSession(token)
  return found && Number(new Date(found.session.expiresAt as string)) > Date.now() ? found.user : undefined
}

/** Finds the user of a log-in that waits for its second factor. */
export const userBeforeFactor = async (call: Call): Promise<{ id: string; email: string } | undefined> => {
  const logIn = signedPart(call, 'two_factor')
  const found = logIn && (await call.context.internalAdapter.findVerificationValue(logIn))
  return (found && (await call.context.internalAdapter.findUserById(found.value))) || undefined
}

type Cookies = {
  readonly authCookies: { readonly sessionToken: { readonly attributes: { readonly secure?: boolean; readonly domain?: string } } }
}

const isSecure = ({ authCookies }: Cookies) => authCookies.sessionToken.attributes.secure === true

/** Returns the name of a cookie of ours, which is secure where Better Auth's are. */
export const cookieNameOf = (context: Cookies, name: string): string => cookieName(name, { secure: isSecure(context) })

/** Returns the line that sets a cookie of ours, for so many ms. */
export const cookieLineOf = (context: Cookies, name: string, value: string, ms: number): string =>
  cookieLine(name, value, { secure: isSecure(context), seconds: ms / 1000 })

/** A database of Better Auth's, its options, and its tables by name. */
export interface Rows {
  readonly adapter: Adapter
  readonly options: AuthOptions
  readonly tables: Readonly<Record<string, object>>
}

/** The name of Better Auth's table of what is valid for a while. */
const TABLE = 'verification'

/** Creates the calls for {@link TABLE}, which has Better Auth's own rows, and this plugin's. */
export const shortLived = ({ adapter, options }: Omit<Rows, 'tables'>) => {
  const storage = options.secondaryStorage as { delete(key: string): unknown } | undefined
  const live = (identifier: string, more: Where[]): Where[] => [
    { field: 'identifier', value: identifier },
    { field: 'expiresAt', operator: 'gt', value: new Date() },
    ...more,
  ]
  return {
    add: async (identifier: string, value: string, ms: number) =>
      (await adapter.create({
        model: TABLE,
        data: { identifier, value, expiresAt: new Date(Date.now() + ms), createdAt: new Date(), updatedAt: new Date() },
      })) as { id: string },
    change: (id: string, value: string, ms: number) =>
      adapter.update({ model: TABLE, where: [{ field: 'id', value: id }], update: { value, expiresAt: new Date(Date.now() + ms) } }),
    count: (identifier: string, ...more: Where[]) => adapter.count({ model: TABLE, where: live(identifier, more) }),
    list: (identifier: string) => adapter.findMany({ model: TABLE, where: live(identifier, []), limit: 100 }),
    find: (identifier: string, ...more: Where[]) => adapter.findOne({ model: TABLE, where: live(identifier, more) }),
    async remove(...where: Where[]) {
      // what Better Auth has in its secondary storage as well, it reads from there
      for (const { identifier } of storage ? await adapter.findMany({ model: TABLE, where, limit: 1000 }) : [])
        await storage!.delete(`${TABLE}:${identifier}`)
      await adapter.deleteMany({ model: TABLE, where })
    },
  }
}
