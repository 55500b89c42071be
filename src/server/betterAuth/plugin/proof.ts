import type { Adapter, Row, Where } from '../auth.ts'
import { hasFailed, hook, shortLived, textOf, type AuthContext, type Call, type Hook, type Rows } from './context.ts'

/** What somebody else has given to a user, which is no way into the account. */
const givenTables = ['member', 'teamMember', 'invitation']

/**
 * Columns of the user by which somebody could log in, or be kept from it, and what they are reset
 * to.
 */
const userColumns: Row = { twoFactorEnabled: false, phoneNumber: null, phoneNumberVerified: false }

/**
 * Ends the access that others may have to an account: sessions, trusted devices, and the tokens and
 * pending codes of apps. What belongs to the user stays, such as passkeys and consents.
 */
export const endAccess = async (context: AuthContext, userId: string): Promise<void> => {
  const { adapter, internalAdapter, tables } = context
  await internalAdapter.deleteUserSessions(userId)
  const rows = shortLived(context)
  if (rows.exists) {
    // a trusted device, a reset and a log-in before its second factor have the id as their value
    await rows.remove({ field: 'value', value: userId })
    await endCodes(context, userId)
  }
  // an access token names the refresh token that it came with
  for (const model of ['oauthAccessToken', 'oauthRefreshToken'])
    if (model in tables) await adapter.deleteMany({ model, where: [{ field: 'userId', value: userId }] })
}

/** Ends the codes that apps have got for a user and not redeemed yet. */
export const endCodes = async (context: Rows, userId: string, clientId?: string): Promise<void> => {
  const named = (name: string, value: string): Where => ({
    field: 'value',
    operator: 'contains',
    value: `"${name}":${JSON.stringify(value)}`,
  })
  await shortLived(context).remove(named('userId', userId), ...(clientId === undefined ? [] : [named('client_id', clientId)]))
}

/** The field of a table that says whose row it is. */
const ownerField = (context: AuthContext, model: string): string | undefined => {
  const users = ['user', context.options.user?.modelName ?? 'user']
  const fields = Object.entries(context.tables[model]!.fields)
  return fields.find(([name, { references }]) => (references ? users.includes(references.model) : name === 'userId'))?.[0]
}

/**
 * Ends everything that was added to an account before its address was proven, whoever has added it.
 * It goes by Better Auth's schema, so it knows the tables of every plugin.
 */
const endUnproven = async (context: AuthContext, userId: string, keepsPassword: boolean): Promise<void> => {
  await endAccess(context, userId)
  for (const model of Object.keys(context.tables)) {
    const field = model === 'user' || model === 'session' || givenTables.includes(model) ? undefined : ownerField(context, model)
    const password: Where[] = model === 'account' && keepsPassword ? [{ field: 'providerId', operator: 'ne', value: 'credential' }] : []
    if (field) await context.adapter.deleteMany({ model, where: [{ field, value: userId }, ...password] })
  }
}

/**
 * Marks a change of a user with the users whose accounts the browser has made. It is no column, so
 * it is never stored.
 */
const MAKERS = Symbol('makers')

/** The password is new, and chosen by who has opened the mail. */
const NEW_PASSWORD = Symbol('new password')

type MarkedChange = Row & { [MAKERS]?: readonly string[]; [NEW_PASSWORD]?: true }

/**
 * Watches every write that proves a user's address, by whichever endpoint: what was there before it
 * ends first, so nothing is left if that fails.
 */
const watch = (adapter: AuthContext['adapter'], context: AuthContext): void => {
  const { update, updateMany, transaction } = adapter
  const changed = Object.keys(userColumns).filter((name) => name in context.tables.user!.fields)
  const proving = async ({ model, where, update: change }: Parameters<Adapter['update']>[0]): Promise<Row> => {
    const { [MAKERS]: makers = [], [NEW_PASSWORD]: isNew, ...columns }: MarkedChange = change
    if (model !== 'user' || change.emailVerified !== true) return change
    const users = await adapter.findMany({ model, where: [...where, { field: 'emailVerified', value: false }] })
    const strangers = users.filter(({ id }) => !makers.includes(id as string))
    for (const { id } of strangers) await endUnproven(context, id as string, !!isNew)
    return strangers.length > 0 ? { ...Object.fromEntries(changed.map((name) => [name, userColumns[name]])), ...columns } : columns
  }
  Object.assign(adapter, {
    update: async (change: Parameters<Adapter['update']>[0]) => update({ ...change, update: await proving(change) }),
    updateMany: async (change: Parameters<Adapter['updateMany']>[0]) => updateMany({ ...change, update: await proving(change) }),
    ...(transaction && {
      transaction: (run: Parameters<typeof transaction>[0]) =>
        transaction((inside) => {
          if (inside !== adapter) watch(inside, context)
          return run(inside)
        }),
    }),
  })
}

const confirmations = ['/verify-email', '/email-otp/verify-email']

const resets = ['/reset-password', '/email-otp/reset-password']

/**
 * Watches Better Auth's database for proofs of addresses. A confirmation that is opened by the
 * browser that the account was made in (`makersOf`) keeps what it has made, and a reset its new
 * password.
 */
export const watchProofs = (context: AuthContext, makersOf: (request: Request) => readonly string[] | undefined) => {
  watch(context.adapter, context)
  const before = async (change: Row, { path = '', request }: Partial<Call> = {}) => {
    if (change.emailVerified !== true) return undefined
    if (resets.includes(path)) return { data: { ...change, [NEW_PASSWORD]: true } }
    return request && confirmations.includes(path) ? { data: { ...change, [MAKERS]: makersOf(request) } } : undefined
  }
  return { user: { update: { before: (change: Row, call: Call | null) => before(change, call ?? {}) } } }
}

/**
 * Hooks for resets of passwords. Better Auth changes the password and nothing else: here a reset
 * proves the address, and ends the access of others.
 */
export const resetHooks = (): { before: Hook; after: Hook } => {
  const users = new Map<string, string>()
  const isFor = (path: string) => resets.includes(path)
  return {
    // the endpoint spends the token, so it says now whose it is
    before: hook(isFor, async (call) => {
      const token = textOf(call, 'token')
      const reset = token && (await call.context.internalAdapter.findVerificationValue(`reset-password:${token}`))
      if (reset) users.set(token, reset.value)
    }),
    after: hook(isFor, async (call) => {
      const [token, email] = [textOf(call, 'token'), textOf(call, 'email')]
      const { internalAdapter } = call.context
      const userId = users.get(token) ?? (email && (await internalAdapter.findUserByEmail(email.toLowerCase()))?.user.id)
      users.delete(token)
      if (!userId || hasFailed(call)) return
      await endAccess(call.context, userId)
      await internalAdapter.updateUser(userId, { emailVerified: true })
    }),
  }
}
