import { readEmail } from '../../api/emailAddress.ts'

/** The path of the plugin's endpoint, below those of Better Auth. */
export const ADDRESS_PATH = '/latchkey/address'

/** Options of the plugin. */
export interface LatchkeyPluginOptions {
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

type UserRecord = { accounts: { providerId: string; password?: string | null }[] } | null

/** What the endpoint uses of Better Auth. */
interface EndpointContext {
  body?: unknown
  context: { internalAdapter: { findUserByEmail(email: string, options: { includeAccounts: true }): Promise<UserRecord> } }
}

/**
 * The plugin of Better Auth for the bridge: one endpoint that says how an address logs in, with a
 * limit. It is written without Better Auth's own functions, so that it works with every version
 * that you install.
 */
export const latchkey = ({ hideAddresses = false, perMinute = 20 }: LatchkeyPluginOptions = {}): LatchkeyPlugin => {
  const find = async ({ body, context }: EndpointContext): Promise<Response> => {
    const { email } = (body ?? {}) as { email?: unknown }
    const address = typeof email === 'string' ? readEmail(email) : undefined
    if (!address) return Response.json({ code: 'INVALID_EMAIL' }, { status: 400 })
    const record = await context.internalAdapter.findUserByEmail(address.toLowerCase(), { includeAccounts: true })
    if (hideAddresses) return Response.json({ userType: 'password' })
    const hasPassword = record?.accounts.some(({ providerId, password }) => providerId === 'credential' && password)
    return Response.json({ userType: !record ? 'new' : hasPassword ? 'password' : 'passwordless' })
  }
  return Object.assign(
    { id: 'latchkey' as const, rateLimit: [{ pathMatcher: (path: string) => path === ADDRESS_PATH, window: 60, max: perMinute }] },
    { endpoints: { latchkeyAddress: Object.assign(find, { path: ADDRESS_PATH, options: { method: 'POST' } }) } },
  )
}
