import type { Backend } from '../bridge/calls.ts'
import { byLength, fullName, settings } from '../bridge/defaults.ts'
import { createBridge, type Bridge, type PageVisitor } from '../bridge/handler.ts'
import { requestOf, type NodeRequest } from '../bridge/node.ts'
import { refusal } from '../bridge/refusals.ts'
import { createLimits } from '../own/limits.ts'
import { memoryStore } from '../own/store.ts'
import { reportFailure } from '../reportFailure.ts'
import { serverUrl } from '../serverUrl.ts'
import { createAsker } from './ask.ts'
import { tokenCookies } from './cookies.ts'
import { claimsOf, userOf } from './entities.ts'
import { codes, createMailbox, links } from './mails.ts'
import { socialSignIn } from './oauth.ts'
import type { SupabaseAccess, SupabaseOptions } from './options.ts'
import { endReset, lengthsOf, passwords } from './passwords.ts'
import type { Parts } from './parts.ts'
import { createProofs } from './proofs.ts'
import { createSessions } from './sessions.ts'

export type { Bridge, BridgeFailure, BridgeSession, PageVisitor, RequestHandler, Visitor } from '../bridge/handler.ts'
export type { Backend, Visit } from '../bridge/calls.ts'
export type { NodeCall, NodeRequest, NodeResponse } from '../bridge/node.ts'
export type { MailOptions, OwnLimits, PasswordOptions } from '../own/options.ts'
export { respond } from '../bridge/node.ts'
export { memoryStore, type Store } from '../own/store.ts'
export { pgStore, storeTable, type PgPool, type SqlStoreOptions } from '../own/sqlStores.ts'
export type * from './options.ts'

/** Your server, in front of Supabase. */
export interface SupabaseServer {
  /** Answers the widget. Mount it below the path that the page has as its `backend`. */
  readonly answer: Bridge
  /**
   * Resolves with the access token of who is signed in, for queries as this visitor, or undefined.
   * Rejects if Supabase cannot say. Pass `setCookie`, as for `answer.sessionOf`.
   */
  accessOf(request: Request | NodeRequest, visitor?: PageVisitor): Promise<SupabaseAccess | undefined>
  /** What `answer` asks, for a bridge of your own. */
  readonly backend: Backend
}

/**
 * Answers Latchkey's widget from your Supabase project:
 *
 * ```ts
 * import { supabaseServer } from 'latchkey/supabase'
 *
 * export const { answer, accessOf } = supabaseServer({
 *   url: 'https://abcdefgh.supabase.co',
 *   key: 'sb_publishable_...',
 *   baseURL: 'https://shop.example',
 * })
 * ```
 *
 * Sessions are Supabase's own, in HttpOnly cookies. The guide says what to set in the project.
 * @throws TypeError if a URL is not one, or if the key is a secret one
 */
export const supabaseServer = (options: SupabaseOptions): SupabaseServer => {
  const { url, key, baseURL, onError, store = memoryStore() } = options
  if (!key || key.startsWith('sb_secret_') || claimsOf(key).role === 'service_role')
    throw new TypeError('supabaseServer() takes the publishable key: a secret one would let a mistake here read every row.')
  serverUrl(url, 'url')
  const { origin } = serverUrl(baseURL, 'baseURL')
  const secure = origin.startsWith('https:')
  const asker = createAsker(options)
  const limits = createLimits(store, options.limits, secure)
  const sessions = createSessions(asker, tokenCookies(secure, options.readableCookies ? url : undefined), store, limits)
  const parts: Parts = {
    options,
    origin,
    asker,
    store,
    sessions,
    proofs: createProofs(asker, store, sessions),
    limits,
    settings: (visit) => asker.ask('GET /settings', visit),
    report: (route, error) => reportFailure(onError, { route, error }, `[latchkey] ${route} of Supabase failed:`),
  }
  const mailbox = createMailbox(parts)
  const rules = options.passwords === false ? undefined : (options.passwords ?? {})
  const minutes = options.codes === false ? 0 : (options.codes?.minutes ?? 60)

  const backend: Backend = {
    bootstrap: {
      get: async () =>
        settings({
          project_name: options.projectName ?? null,
          password_config: rules && !rules.isWeak ? byLength(lengthsOf(rules)) : null,
          otp_expiration_seconds: minutes ? { email: minutes * 60 } : {},
        }),
    },
    magicLinks: links(parts, mailbox),
    otps: codes(parts, mailbox),
    oauth: socialSignIn(parts, mailbox),
    ...(rules && passwords(parts, mailbox)),
    sessions: {
      authenticate: async (_, visit) => sessions.signedIn(visit),
      countConfirmation: ({ confirming }) => limits.confirmation(confirming!),
      async revoke(_, visit) {
        await endReset(parts, visit)
        await sessions.end(visit)
        return {}
      },
    },
    users: {
      me: async (_, visit) => (await sessions.signedIn(visit)).user,
      async update({ name }, visit) {
        await parts.limits.network('name', visit)
        const tokens = await sessions.find(visit)
        if (!tokens) throw refusal('session_not_found')
        const before = userOf(tokens.user)
        const full_name = fullName({ ...before.name, ...name })
        const __user = userOf(await asker.ask('PUT /user', visit, { token: tokens.access, body: { data: { full_name } } }))
        const { user_id, emails, phone_numbers, crypto_wallets } = __user
        return { user_id, __user, emails, phone_numbers, crypto_wallets }
      },
    },
  }
  return {
    backend,
    answer: createBridge(backend, { origins: [origin], isPage: options.isPage, onError, botCheck: options.botCheck }),
    async accessOf(from, { setCookie = () => {}, ...visitor } = {}) {
      const request = from instanceof Request ? from : await requestOf({ request: from })
      const address = visitor.address ?? (from instanceof Request ? undefined : (from.ip ?? from.socket?.remoteAddress))
      const tokens = await sessions.find({ request, address, setCookie })
      return tokens && { accessToken: tokens.access }
    },
  }
}
