import { bridgeCalls, type Backend, type Visit } from '../bridge/calls.ts'
import { byLength, settings } from '../bridge/defaults.ts'
import { createBridge, type Bridge } from '../bridge/handler.ts'
import { refusal } from '../bridge/refusals.ts'
import { account, passkeys } from './account.ts'
import { createAsker, type Asker, type AskingBackend } from './ask.ts'
import type { Auth, BetterAuthBridgeOptions, RemoteAuth } from './auth.ts'
import { besideCaptcha } from './captcha.ts'
import { connect, type Connection } from './connection.ts'
import { confirmations, replacing } from './confirmations.ts'
import { consent } from './consent.ts'
import type { AuthOffers } from './auth.ts'
import { has, usualLengths } from './offers.ts'
import { linksAndCodes, mayLand, passwords, secondFactor, socialSignIn } from './signIn.ts'

export type { Auth, AuthOffers, AuthOptions, AuthPlugin, BetterAuthBridgeOptions, RemoteAuth } from './auth.ts'
export type { AddressLimits } from './plugin/limits.ts'
export type { LatchkeyPlugin, LatchkeyPluginOptions } from './plugin/index.ts'
export type { AuthRefusal } from './refusals.ts'
export type { AuthRoutesOptions } from './routes.ts'
export type { Bridge, BridgeFailure, BridgeSession, PageVisitor, RequestHandler, Visitor } from '../bridge/handler.ts'
export type { Backend } from '../bridge/calls.ts'
export { widgetLink } from './links.ts'
export { latchkey } from './plugin/index.ts'
export { authRoutes } from './routes.ts'

/** Returns the settings of the project that the page gets. */
const settingsFor = ({ appName, passwords: lengths, codeSeconds = {}, ...offers }: AuthOffers, options: BetterAuthBridgeOptions) =>
  settings({
    project_name: options.projectName ?? appName ?? null,
    password_config: options.passwordScore ? null : byLength(lengths ?? usualLengths),
    otp_expiration_seconds: {
      email: has(offers, 'email-otp') ? (codeSeconds.email ?? 300) : undefined,
      sms: has(offers, 'phone-number') ? (codeSeconds.sms ?? 300) : undefined,
    },
  })

/** Creates what a Better Auth with these offers serves. What is missing is an unknown route. */
const servedBy = (offers: AuthOffers, options: BetterAuthBridgeOptions): AskingBackend => ({
  bootstrap: { get: async () => settingsFor(offers, options) },
  ...linksAndCodes(offers, options),
  ...passwords(offers, options),
  ...account(offers),
  ...consent(offers),
  webauthn: passkeys(offers),
  totps: secondFactor(offers),
  oauth: offers.socialSignIn || has(offers, 'generic-oauth') ? socialSignIn(options) : undefined,
})

/**
 * Creates the backend of a bridge over Better Auth, which offers what it says at the time of the
 * call.
 */
const betterAuthBackend = (connection: Connection, options: BetterAuthBridgeOptions): Backend => {
  type Ask = (body: unknown, asker: Asker) => Promise<unknown>
  const served = new WeakMap<AuthOffers, AskingBackend>()
  const askAs = (space: string, name: string) => async (body: unknown, visit: Visit) => {
    const asker = await createAsker(connection, options, visit)
    const { offers } = asker
    const all = served.get(offers) ?? servedBy(offers, options)
    served.set(offers, all)
    const work = (all as Record<string, Record<string, Ask> | undefined>)[space]?.[name]
    if (!work) throw refusal('route_not_found')
    return visit.confirming ? replacing(asker, visit.confirming.user_id, () => work(body, asker)) : work(body, asker)
  }
  const names = Object.entries({ ...bridgeCalls, oauth: { ...bridgeCalls.oauth, start: true } })
  const backend: Backend = Object.fromEntries(
    names.map(([space, calls]) => [space, Object.fromEntries(Object.keys(calls).map((name) => [name, askAs(space, name)]))]),
  )
  const countConfirmation = async (visit: Visit) => confirmations(await createAsker(connection, options, visit))
  const lands = async (token: string, visit: Visit) => mayLand(token, await createAsker(connection, options, visit))
  return {
    ...backend,
    magicLinks: { ...backend.magicLinks, mayLand: lands },
    sessions: { ...backend.sessions, countConfirmation },
  }
}

/**
 * Answers Latchkey's widget from your own Better Auth. Mount it below the path that the page has as
 * its `backend`:
 *
 * ```ts
 * import { getConnInfo } from '@hono/node-server/conninfo'
 * import { Hono } from 'hono'
 * import { bridge, type Auth } from 'latchkey/better-auth'
 *
 * export const mount = (auth: Auth, app: Hono) => {
 *   const answer = bridge(auth)
 *   app.all('/auth/*', (c) => answer(c.req.raw, { address: getConnInfo(c).remote.address }))
 * }
 * ```
 *
 * Sessions are Better Auth's own HttpOnly cookies, so `auth.api.getSession` knows them. With a
 * {@link RemoteAuth}, Better Auth is in another process.
 * @throws TypeError if `url` is not a URL of http or https, if the plugin `latchkey()` is missing,
 *   if what lives shortly is not in the database, if codes do not have six digits, if addresses
 *   count without a proof, or if each sign-in sends a mail
 */
export const bridge = (auth: Auth | RemoteAuth, options: BetterAuthBridgeOptions = {}): Bridge => {
  const connection = connect(auth, options)
  return createBridge(betterAuthBackend(connection, options), {
    async origins(request) {
      // also where its routes are
      await connection.offers()
      return options.origins ?? connection.originsOf(request)
    },
    // a link to a route of Better Auth's would sign in the first program that opens it
    isPage: (url) => !`${url.pathname}/`.toLowerCase().startsWith(`${connection.path()}/`.toLowerCase()) && (options.isPage?.(url) ?? true),
    onError: options.onError,
    botCheck: options.botCheck && besideCaptcha(options.botCheck, connection, options),
  })
}
