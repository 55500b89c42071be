import type { Backend, Visit } from '../bridge/calls.ts'
import { byLength, settings } from '../bridge/defaults.ts'
import { createBridge, type Bridge } from '../bridge/handler.ts'
import { account, passkeys } from './account.ts'
import { createAsker, originsOf, type Asker, type AskingBackend } from './ask.ts'
import { optionsOf, pathOf, pluginOf, type Auth, type BetterAuthBridgeOptions } from './auth.ts'
import { consent } from './consent.ts'
import { linksAndCodes, mayLand, passwordLengths, passwords, secondFactor, socialSignIn } from './signIn.ts'

export type { Adapter, Auth, AuthOptions, AuthPlugin, BetterAuthBridgeOptions, Row, Where } from './auth.ts'
export type { AddressLimits } from './plugin/limits.ts'
export type { LatchkeyPlugin, LatchkeyPluginOptions, Sender } from './plugin/index.ts'
export type { AuthRefusal } from './refusals.ts'
export type { AuthRoutesOptions } from './routes.ts'
export type { Bridge, BridgeFailure, RequestHandler, Visitor } from '../bridge/handler.ts'
export type { Backend } from '../bridge/calls.ts'
export { widgetLink } from './links.ts'
export { latchkey } from './plugin/index.ts'
export { authRoutes } from './routes.ts'

/**
 * For how many seconds the codes of a plugin are good, if there is one. Better Auth's default is
 * 300.
 */
const expirationOf = (auth: Auth, plugin: string): number | undefined => {
  const { expiresIn } = optionsOf(auth, plugin)
  return pluginOf(auth, plugin) && (typeof expiresIn === 'number' && expiresIn > 0 ? expiresIn : 300)
}

const settingsOf = (auth: Auth, options: BetterAuthBridgeOptions): AskingBackend['bootstrap'] => ({
  get: async () =>
    settings({
      project_name: options.projectName ?? auth.options.appName ?? null,
      password_config: options.passwordScore ? null : byLength(passwordLengths(auth)),
      otp_expiration_seconds: { email: expirationOf(auth, 'email-otp'), sms: expirationOf(auth, 'phone-number') },
    }),
})

/**
 * The backend of a bridge over Better Auth: what its options and plugins offer, by its handler
 * alone.
 */
const betterAuthBackend = (auth: Auth, options: BetterAuthBridgeOptions): Backend => {
  const asking: AskingBackend = {
    bootstrap: settingsOf(auth, options),
    ...linksAndCodes(auth, options),
    ...passwords(auth, options),
    ...account(auth),
    ...consent(auth),
    webauthn: passkeys(auth),
    totps: secondFactor(auth),
    oauth: auth.options.socialProviders || pluginOf(auth, 'generic-oauth') ? socialSignIn(options) : undefined,
  }
  type Ask = (body: unknown, asker: Asker) => Promise<unknown>
  /** The same functions, each with what asks for the visitor. */
  const withAsker = (functions: Record<string, Ask | undefined>) =>
    Object.entries(functions).flatMap(([name, work]) =>
      work ? [[name, async (body: unknown, visit: Visit) => work(body, await createAsker(auth, options, visit))]] : [],
    )
  const spaces = Object.entries(asking) as [string, Record<string, Ask> | undefined][]
  const backend: Backend = Object.fromEntries(spaces.map(([space, functions]) => [space, Object.fromEntries(withAsker(functions ?? {}))]))
  return { ...backend, magicLinks: { ...backend.magicLinks, mayLand: (token, visit) => mayLand(auth, token, visit) } }
}

/** How many digits codes have, by the plugin and the option that says so. */
const codeLengths = (auth: Auth): [id: string, option: string, digits: unknown][] => {
  const { totpOptions, otpOptions } = optionsOf(auth, 'two-factor') as Record<string, { digits?: unknown } | undefined>
  return [
    ['email-otp', 'otpLength', optionsOf(auth, 'email-otp').otpLength],
    ['phone-number', 'otpLength', optionsOf(auth, 'phone-number').otpLength],
    ['two-factor', 'totpOptions.digits', totpOptions?.digits],
    ['two-factor', 'otpOptions.digits', otpOptions?.digits],
  ]
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
 * Sessions are Better Auth's own HttpOnly cookies, so `auth.api.getSession` knows them.
 * @throws TypeError if the plugin `latchkey()` is missing, if what lives shortly is not in the
 *   database, if codes do not have six digits, if addresses count without a proof, or if each
 *   sign-in sends a mail
 */
export const bridge = (auth: Auth, options: BetterAuthBridgeOptions = {}): Bridge => {
  if (!pluginOf(auth, 'latchkey')) throw new TypeError('bridge() relies on its plugin: add latchkey() to the plugins of betterAuth().')
  if (auth.options.user?.changeEmail?.updateEmailWithoutVerification)
    throw new TypeError('bridge() needs proven addresses: remove user.changeEmail.updateEmailWithoutVerification from betterAuth().')
  const { requireLocalEmailVerified = true } = auth.options.account?.accountLinking ?? {}
  if (!requireLocalEmailVerified)
    throw new TypeError('bridge() needs proven addresses: remove account.accountLinking.requireLocalEmailVerified from betterAuth().')
  if (auth.options.emailVerification?.sendOnSignIn)
    throw new TypeError(
      'bridge() limits mails, and sign-ins with other providers would send them without a limit: remove emailVerification.sendOnSignIn from betterAuth().',
    )
  for (const [id, name, digits] of codeLengths(auth))
    if (digits !== undefined && digits !== 6)
      throw new TypeError(`bridge() serves a form for codes of 6 digits, and ${id} has others: remove ${name} or set it to 6.`)
  const { secondaryStorage, verification } = auth.options
  if (secondaryStorage && !verification?.storeInDatabase)
    throw new TypeError('bridge() counts and ends in the database: add verification: { storeInDatabase: true } to betterAuth().')
  const path = pathOf(auth).toLowerCase()
  return createBridge(betterAuthBackend(auth, options), {
    origins: (request) => options.origins ?? originsOf(auth, request, options.trustProxy),
    // a link to a route of Better Auth's would sign in the first program that opens it
    isPage: (url) => !`${url.pathname}/`.toLowerCase().startsWith(`${path}/`) && (options.isPage?.(url) ?? true),
    onError: options.onError,
  })
}
