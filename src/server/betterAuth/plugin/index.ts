import { readEmail } from '../../../api/emailAddress.ts'
import { cookieHeader, cookiesOf } from '../../cookies.ts'
import { pluginOf } from '../auth.ts'
import { offersOf } from '../offers.ts'
import { appHooks, listApps, removeApp } from './apps.ts'
import { codeHooks, totpHook } from './codes.ts'
import { denial, hook, textOf, type AuthContext, type Call, type Hook } from './context.ts'
import { countConfirmation, hasAskedFor, limitHooks, type AddressLimits } from './limits.ts'
import { signUpHook } from './owner.ts'
import { ADDRESS_PATH, APPS_PATH, CONFIRMATION_PATH, FROM_HEADER, LANDING_PATH, OFFERS_PATH } from './paths.ts'
import { changeHook, createWatch, linkAddressOf } from './proof.ts'
import { atMost } from './turns.ts'

/** Options of the plugin. */
export interface LatchkeyPluginOptions extends AddressLimits {
  /**
   * Answers the same for every address, so that the form tells nobody whether an address has an
   * account: everybody is asked for a password, and can have a link or a code instead, which makes
   * new accounts too. The mail decides. Default false.
   */
  hideAddresses?: boolean
  /** How many addresses one visitor may ask for in a minute. Default 20. */
  perMinute?: number
}

/** A plugin of Better Auth, as far as its types need to know. */
export interface LatchkeyPlugin {
  /** Its name. */
  id: 'latchkey'
  /** The limit of its endpoint. */
  rateLimit: {
    /** Whether the limit is for a path. */
    pathMatcher: (path: string) => boolean
    /** Of how many seconds. */
    window: number
    /** How many requests. */
    max: number
  }[]
}

/** Lists what a host may have forgotten, as sentences. */
const mistakes = (context: AuthContext): string[] => {
  const { rateLimit, options } = context
  const proofs = ['magic-link', 'email-otp'].some((id) => pluginOf(context, id)) || options.emailVerification?.sendVerificationEmail
  const stored = (id: string, name: string) => {
    const settings = pluginOf(context, id)?.options as Record<string, unknown> | undefined
    return settings && (settings[name] ?? 'plain') === 'plain' && `${id} stores what it mails as it is: set ${name}: 'hashed'.`
  }
  return [
    !rateLimit.enabled && 'Limits are off: set rateLimit: { enabled: true, storage: "database" } in betterAuth().',
    rateLimit.enabled && rateLimit.storage === 'memory' && 'Each process counts limits by itself: set rateLimit.storage to "database".',
    options.session?.cookieCache?.enabled &&
      'Pages take sessions that have ended until session.cookieCache expires: ask getSession() with disableCookieCache.',
    options.emailAndPassword?.enabled && !proofs && 'Nobody can prove an address: add magicLink(), emailOTP() or sendVerificationEmail.',
    stored('magic-link', 'storeToken'),
    stored('email-otp', 'storeOTP'),
  ].filter((sentence) => typeof sentence === 'string')
}

const endpoint = (method: 'GET' | 'POST', path: string, run: (call: Call) => Promise<Response>) =>
  Object.assign(run, { path, options: { method } })

const isDevelopment = () => (globalThis as { process?: { env?: { NODE_ENV?: string } } }).process?.env?.NODE_ENV !== 'production'

/**
 * Creates the plugin of Better Auth for the bridge. It says how an address logs in, limits mails
 * and guesses by address, binds codes to the browser that asked, and ends what others have added to
 * an account when its address is proven, its password is reset or an app is removed. It is written
 * without Better Auth's own functions, so it works with every version that you install.
 */
export const latchkey = ({ hideAddresses = false, perMinute = 20, ...limits }: LatchkeyPluginOptions = {}): LatchkeyPlugin => {
  const find = async ({ body, context }: Call): Promise<Response> => {
    const { email } = (body ?? {}) as { email?: unknown }
    const address = typeof email === 'string' ? readEmail(email) : undefined
    if (!address) return Response.json({ code: 'INVALID_EMAIL' }, { status: 400 })
    const record = await context.internalAdapter.findUserByEmail(address.toLowerCase(), { includeAccounts: true })
    if (hideAddresses) return Response.json({ userType: 'password' })
    const hasPassword = record?.accounts.some(({ providerId, password }) => providerId === 'credential' && password)
    return Response.json({ userType: !record ? 'new' : hasPassword ? 'password' : 'passwordless' })
  }

  const landing = async (call: Call): Promise<Response> => {
    const address = await linkAddressOf(call.context, textOf(call, 'token'))
    return Response.json({ mayLand: !!address && (await hasAskedFor(call, address)) })
  }

  // what the log-in page shows anyway, so anybody may ask
  const offers = async ({ context }: Call): Promise<Response> => {
    try {
      return Response.json({ ...offersOf(context), baseURL: context.baseURL })
    } catch (error) {
      console.error(`[latchkey] ${(error as Error).message}`)
      return Response.json({ code: 'LATCHKEY_CANNOT_SERVE' }, { status: 409 })
    }
  }

  const watch = createWatch()

  const init = (context: AuthContext) => {
    for (const sentence of mistakes(context)) console.warn(`[latchkey] ${sentence}`)
    const { hash, verify } = context.password
    const turn = atMost(2, 50, () => denial('TOO_MANY_REQUESTS', { code: 'TOO_MANY_REQUESTS' }, { 'x-retry-after': '10' }))
    return {
      context: { password: { ...context.password, hash: turn(hash), verify: turn(verify) } },
      options: {
        emailAndPassword: { revokeSessionsOnPasswordReset: true },
        databaseHooks: watch.databaseHooks(context),
      },
    }
  }

  let hasWarned = false
  const onRequest = async (request: Request) => {
    if (hasWarned || request.headers.has(FROM_HEADER) || request.url.endsWith(OFFERS_PATH) || !isDevelopment()) return
    hasWarned = true
    console.warn(
      `[latchkey] ${new URL(request.url).pathname} reached Better Auth past Latchkey, without its checks. Mount authRoutes(auth), not auth.handler.`,
    )
  }

  // pages and the bridge could each read another one of two cookies of one name
  const cookieHook = hook(
    () => true,
    async (call) => {
      await watch.begin.handler(call)
      const header = call.headers?.get('cookie')
      const cookies = cookiesOf(header)
      // a copy of a session in a cookie outlives its end; pages may use it, changes may not
      const copy = call.context.createAuthCookie('session_data').name
      if (call.path !== '/get-session')
        for (const name of cookies.keys()) if (name === copy || name.startsWith(`${copy}.`)) cookies.delete(name)
      const isWhole = !header || cookies.size === header.split(';').length
      return isWhole ? {} : { response: { context: { headers: new Headers({ cookie: cookieHeader(cookies) }) } } }
    },
  )
  const [limit, apps] = [limitHooks(limits, watch.isOwner), appHooks(watch.hasEndedMeanwhile)]
  const hooks: { before: Hook[]; after: Hook[] } = {
    before: [cookieHook, limit.before, ...codeHooks, totpHook, changeHook, ...apps.before],
    after: [signUpHook, watch.reset, watch.addition, watch.asked, apps.after, limit.after],
  }
  return Object.assign(
    {
      id: 'latchkey' as const,
      rateLimit: [{ pathMatcher: (path: string) => path === ADDRESS_PATH, window: 60, max: perMinute }],
    },
    {
      endpoints: {
        latchkeyAddress: endpoint('POST', ADDRESS_PATH, find),
        latchkeyConfirmation: endpoint('POST', CONFIRMATION_PATH, countConfirmation),
        latchkeyLanding: endpoint('POST', LANDING_PATH, landing),
        latchkeyOffers: endpoint('GET', OFFERS_PATH, offers),
        latchkeyApps: endpoint('GET', APPS_PATH, listApps),
        latchkeyRemoveApp: endpoint('POST', `${APPS_PATH}/remove`, removeApp),
      },
      hooks,
      init,
      onRequest,
    },
  )
}
