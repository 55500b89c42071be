import { isLoopback } from '../../api/loopback.ts'
import type { Backend } from '../bridge/calls.ts'
import { byLength, fullName, settings } from '../bridge/defaults.ts'
import { createBridge, type Bridge, type PageVisitor } from '../bridge/handler.ts'
import { nodeCallOf, requestOf, type NodeRequest } from '../bridge/node.ts'
import { reportFailure } from '../reportFailure.ts'
import { createLimits } from './limits.ts'
import { codes, createMailbox, links } from './mails.ts'
import type { OwnServerOptions, OwnUser } from './options.ts'
import { lengthsOf, passwords } from './passwords.ts'
import { checkedSessions, storedSessions } from './sessions.ts'
import { createSignIn, type OwnParts } from './signIn.ts'
import { createUsers } from './users.ts'

export type { Bridge, BridgeFailure, BridgeSession, PageVisitor, RequestHandler, Visitor } from '../bridge/handler.ts'
export type { Backend, Visit } from '../bridge/calls.ts'
export type { NodeCall, NodeRequest, NodeResponse } from '../bridge/node.ts'
export { respond } from '../bridge/node.ts'
export { expressSessions, type ExpressSessionOptions } from './expressSessions.ts'
export type * from './options.ts'
export { memoryStore, type Store } from './store.ts'
export { pgStore, sqliteStore, storeTable, type PgPool, type SqliteDatabase, type SqlStoreOptions } from './sqlStores.ts'

/** A host's server, in front of its users table. */
export interface OwnServer<User extends OwnUser> {
  /** Answers the widget. Mount it below the path that the page has as its `backend`. */
  readonly answer: Bridge
  /** Resolves with the user who is signed in, or undefined. Rejects if the database cannot say. */
  userOf(request: Request | NodeRequest, visitor?: Pick<PageVisitor, 'setCookie'>): Promise<User | undefined>
  /**
   * Ends every session of a user, and every link, code and reset that is under way. Call it when
   * you delete a user, or change their address or password in your own code.
   */
  endAccess(userId: User['id']): Promise<void>
  /** What `answer` asks, for a bridge of your own. */
  readonly backend: Backend
}

/** Returns the origin of the host's pages. Throws a TypeError if a page cannot be there. */
const originOf = (baseURL: string): string => {
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new TypeError(`baseURL is not the URL of a page: ${JSON.stringify(baseURL)}`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    console.warn(`[latchkey] Anybody on the way reads the sessions of ${url.origin}: use https.`)
  return url.origin
}

/**
 * Answers Latchkey's widget from your own users table:
 *
 * ```ts
 * import { ownServer, pgStore, type OwnUsers, type PgPool } from 'latchkey/bridge/own'
 *
 * interface Person { id: number; email: string; emailVerified: boolean }
 * export const create = (pool: PgPool, users: OwnUsers<Person>) =>
 *   ownServer({
 *     baseURL: 'https://shop.example',
 *     users,
 *     store: pgStore(pool),
 *     send: ({ to, url, code }) => console.log(to, url || code),
 *   })
 * ```
 *
 * You read and write rows of users; links, codes, passwords, sessions and limits are done for you.
 * @throws TypeError if `baseURL` is not the URL of a page
 */
export const ownServer = <User extends OwnUser>(options: OwnServerOptions<User>): OwnServer<User> => {
  const { store, onError } = options
  const origin = originOf(options.baseURL)
  const users = createUsers(options)
  const isSecure = origin.startsWith('https:')
  const sessions = options.sessions ? checkedSessions(options.sessions, store) : storedSessions(store, isSecure)
  const parts: OwnParts<User> = {
    options,
    store,
    users,
    sessions,
    limits: createLimits(store, options.limits, isSecure),
    signIn: createSignIn(options, { store, users, sessions }),
    post: (mail) =>
      // after the answer has left, so that its time does not tell whether there was a mail to send
      void setTimeout(
        async () => {
          try {
            await options.send({ url: '', code: '', ...mail })
          } catch (error) {
            reportFailure(onError, { route: `mail: ${mail.kind}`, error }, '[latchkey] A mail could not be sent:')
          }
        },
        20 + 40 * Math.random(),
      ),
  }
  const { limits, signIn } = parts
  const mailbox = createMailbox(parts)
  const rules = options.passwords === false ? undefined : (options.passwords ?? {})

  const backend: Backend = {
    bootstrap: {
      get: async () =>
        settings({
          project_name: options.projectName ?? null,
          password_config: rules && !rules.isWeak ? byLength(lengthsOf(rules)) : null,
          otp_expiration_seconds: options.codes === false ? {} : { email: (options.codes?.minutes ?? 5) * 60 },
        }),
    },
    magicLinks: links(parts, mailbox),
    otps: codes(parts, mailbox),
    ...(rules && passwords(parts, mailbox, rules)),
    sessions: {
      authenticate: async (_, visit) => signIn.signedIn(visit),
      countConfirmation: ({ confirming }) => limits.confirmation(confirming!),
      async revoke(_, visit) {
        await sessions.end(visit)
        return {}
      },
    },
    users: {
      me: async (_, visit) => (await signIn.signedIn(visit)).user,
      async update({ name }, visit) {
        await limits.network('name', visit)
        const { user: before, user_id } = await signIn.signedIn(visit)
        const user = await users.byId(user_id)
        if (user) await options.users.update(user.id, { name: fullName({ ...before.name, ...name }) })
        const { user: __user } = await signIn.signedIn(visit)
        const { emails, phone_numbers, crypto_wallets } = __user
        return { user_id, __user, emails, phone_numbers, crypto_wallets }
      },
    },
  }
  return {
    backend,
    answer: createBridge(backend, { origins: [origin], isPage: options.isPage, onError, botCheck: options.botCheck }),
    endAccess: (id) => users.end({ id }),
    async userOf(from, { setCookie = () => {} } = {}) {
      const request = from instanceof Request ? from : await requestOf({ request: from })
      return (await signIn.find({ request, node: nodeCallOf(request), setCookie }))?.user
    },
  }
}
