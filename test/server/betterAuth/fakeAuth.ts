import type { Adapter, Auth, AuthOptions, Row, Where } from '../../../src/server/betterAuth/auth.ts'
import { ORIGIN } from '../bridge/calling.ts'

/** What Better Auth answers to a route, such as `POST /sign-in/email`. */
export type Answers = Record<string, Response | ((request: Request, body: any) => Response | Promise<Response>)>

const at = '2026-11-25T10:00:00.000Z'

/** A user of Better Auth, as its JSON has them. */
export const user = { id: 'user-1', name: 'Ada King Lovelace', email: 'ada@example.com', emailVerified: true, createdAt: at, updatedAt: at }

/** Their session, with the token that is the value of the cookie. */
export const session = {
  id: 'session-1',
  token: 'the-token-of-the-cookie',
  userId: user.id,
  createdAt: at,
  updatedAt: at,
  expiresAt: '2026-12-02T10:00:00.000Z',
  ipAddress: '203.0.113.7',
  userAgent: 'Firefox',
}

/** An answer that sets cookies. */
export const withCookies = (body: unknown, ...lines: string[]): Response => {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const line of lines) headers.append('set-cookie', line)
  return new Response(JSON.stringify(body), { headers })
}

const signedIn: Answers = {
  'GET /get-session': (request) => Response.json(/session_token=\w/.test(request.headers.get('cookie') ?? '') ? { session, user } : null),
  'GET /list-accounts': () =>
    Response.json([
      { id: 'account-1', providerId: 'credential', accountId: user.id },
      { id: 'account-2', providerId: 'google', accountId: 'g-1' },
    ]),
  'GET /passkey/list-user-passkeys': () =>
    Response.json([{ id: 'passkey-1', name: '', createdAt: at, deviceType: 'multiDevice', publicKey: 'secret' }]),
}

/** A database of Better Auth's in memory, as far as the plugin asks it. */
export const memoryAdapter = (): Adapter & { tables: Record<string, Row[]> } => {
  const tables: Record<string, Row[]> = {}
  const compare: Record<string, (one: any, other: any) => boolean> = {
    eq: (one, other) => one === other,
    ne: (one, other) => one !== other,
    gt: (one, other) => one > other,
    lt: (one, other) => one < other,
    contains: (one, other) => String(one).includes(other),
  }
  const isMeant = (where: Where[]) => (row: Row) =>
    where.every(({ field, value, operator = 'eq' }) => compare[operator]!(row[field], value))
  const find = (model: string, where: Where[]) => (tables[model] ?? []).filter(isMeant(where))
  return {
    tables,
    async create({ model, data }) {
      const row: Row = { id: crypto.randomUUID(), ...data }
      ;(tables[model] ??= []).push(row)
      return row
    },
    findOne: async ({ model, where }) => find(model, where)[0] ?? null,
    findMany: async ({ model, where }) => find(model, where),
    count: async ({ model, where }) => find(model, where).length,
    async update({ model, where, update }) {
      const row = find(model, where)[0]
      return row ? Object.assign(row, update) : null
    },
    updateMany: async ({ model, where, update }) => find(model, where).map((row) => Object.assign(row, update)).length,
    async deleteMany({ model, where }) {
      tables[model] = (tables[model] ?? []).filter((row) => !isMeant(where)(row))
    },
  }
}

/**
 * A stand-in for what `betterAuth()` returns: `requests` has the requests, with their bodies.
 */
export const fakeAuth = (answers: Answers, options: Partial<AuthOptions> = {}, baseURL = `${ORIGIN}/api/auth`) => {
  const requests: { route: string; request: Request; body: any }[] = []
  const auth: Auth = {
    options: {
      emailAndPassword: { enabled: true },
      socialProviders: { google: {} },
      plugins: ['passkey', 'magic-link', 'email-otp', 'phone-number', 'two-factor', 'oauth-provider', 'latchkey'].map((id) => ({ id })),
      ...options,
    },
    $context: Promise.resolve({ baseURL }),
    async handler(request) {
      const route = `${request.method} ${new URL(request.url).pathname.replace('/api/auth', '')}`
      const text = await request.clone().text()
      const body = text ? JSON.parse(text) : undefined
      requests.push({ route, request, body })
      const answer = { ...signedIn, ...answers }[route]
      if (!answer) return new Response(null, { status: 404 })
      return typeof answer === 'function' ? answer(request, body) : answer.clone()
    },
  }
  return { auth, requests, routes: () => requests.map(({ route }) => route) }
}
