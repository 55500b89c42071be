import type { Adapter, Row, Where } from '../auth.ts'
import { decode } from '../links.ts'
import {
  denial,
  fieldOf,
  hasFailed,
  hook,
  shortLived,
  textOf,
  userOf,
  type AuthContext,
  type Call,
  type Hook,
  type Rows,
} from './context.ts'
import { knownBrowsers } from './limits.ts'

/** What somebody else has given to a user, which is no way into the account. */
const givenTables = ['member', 'teamMember', 'invitation']

/**
 * Columns of the user by which somebody could log in, or be kept from it, and what they are reset
 * to.
 */
const userColumns: Row = { twoFactorEnabled: false, phoneNumber: null, phoneNumberVerified: false }

/**
 * Ends the access that others may have to an account: sessions, trusted devices, known browsers,
 * and the tokens and pending codes of apps. What belongs to the user stays, such as passkeys and
 * consents; a proof ends that after this.
 */
const endAccess = async (context: AuthContext, userId: string, by: 'a reset' | 'a proof'): Promise<void> => {
  const { adapter, internalAdapter, tables } = context
  const rows = shortLived(context)
  // what begins before all is deleted counts as begun before the end
  await noteEnd(context, userId, by, Date.now() + LONGEST_END)
  const user = await adapter.findOne({ model: 'user', where: [{ field: 'id', value: userId }] })
  await rows.remove({ field: 'identifier', value: await knownBrowsers(String(user?.email)) })
  await internalAdapter.deleteUserSessions(userId)
  // a trusted device, a reset and a log-in before its second factor have the id as their value
  await rows.remove({ field: 'value', value: userId })
  await endCodes(context, userId)
  // an access token names the refresh token that it came with
  for (const model of ['oauthAccessToken', 'oauthRefreshToken', 'deviceCode'])
    if (model in tables) await adapter.deleteMany({ model, where: [{ field: 'userId', value: userId }] })
  if (by === 'a reset') await noteEnd(context, userId, by)
}

/** The deletions that end an access take no longer, in ms. */
const LONGEST_END = 10_000

/** A visitor is no longer with another provider, in ms. */
const LONGEST_VISIT = 600_000

/** How far the clocks of two processes may be apart, in ms. */
const SKEW = 250

/** The name of this process. Some hosts allow no random numbers until the first request. */
let ownName: string | undefined

const endOf = (userId: string) => `latchkey-ended-${userId}`

/**
 * Notes that the access of others has ended now, for as long as a link can be opened that was
 * mailed before.
 */
const noteEnd = async (context: AuthContext, userId: string, by: string, at = Date.now()): Promise<void> => {
  const rows = shortLived(context)
  const linkLife = (context.options.emailVerification?.expiresIn ?? 3600) * 1000
  ownName ??= crypto.randomUUID()
  const [value, life] = [`${at} ${ownName} ${by}`, Math.max(linkLife, LONGEST_VISIT)]
  // at no moment is there none
  const before = await rows.find(endOf(userId))
  if (before) await rows.change(String(before.id), value, life)
  else await rows.add(endOf(userId), value, life)
}

/**
 * Returns when the access of others has ended last, in ms, or 0, and whether a proof was the cause.
 * Clocks of processes differ.
 */
const lastEnd = async (context: AuthContext, userId: string): Promise<[at: number, byProof: boolean]> => {
  const value = String((await shortLived(context).find(endOf(userId)))?.value ?? '0')
  const [at, name] = value.split(' ')
  return [Number(at) + (name === ownName ? 0 : SKEW), value.endsWith('a proof')]
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

/** Returns the fields of a table that say whose row it is. */
const ownerFields = (context: AuthContext, model: string): string[] => {
  const users = ['user', context.options.user?.modelName ?? 'user']
  const names = model === 'apikey' ? ['userId', 'referenceId'] : ['userId']
  const fields = Object.entries(context.tables[model]!.fields)
  return fields.flatMap(([name, { references }]) => ((references ? users.includes(references.model) : names.includes(name)) ? [name] : []))
}

/**
 * Deletes what was added to an account before its address was proven. It goes by Better Auth's
 * schema, so it knows the tables of every plugin.
 */
const endAdditions = async (context: AuthContext, userId: string, keepsPassword: boolean): Promise<void> => {
  for (const model of Object.keys(context.tables)) {
    if (['user', 'session', ...givenTables].includes(model)) continue
    const password: Where[] = model === 'account' && keepsPassword ? [{ field: 'providerId', operator: 'ne', value: 'credential' }] : []
    for (const field of ownerFields(context, model))
      await context.adapter.deleteMany({ model, where: [{ field, value: userId }, ...password] })
  }
}

/**
 * Marks a change of a user with the users whose accounts the browser has made. It is no column, so
 * it is never stored.
 */
const MAKERS = Symbol('makers')

/** The password is new, and chosen by who has opened the mail. */
const NEW_PASSWORD = Symbol('new password')

/** The hash that a change of the password has checked the old one against. */
const OLD_HASH = Symbol('old hash')

type MarkedChange = Row & { [MAKERS]?: readonly string[]; [NEW_PASSWORD]?: true; [OLD_HASH]?: string }

/**
 * Watches every write that proves a user's address, by whichever endpoint: what was there before it
 * ends first, so nothing is left if that fails. A change of the password is written if the old one
 * is still the one that was checked. In a transaction, everything goes through its own connection:
 * others may wait for it.
 */
const watch = (adapter: AuthContext['adapter'], context: AuthContext): void => {
  const { update, updateMany, transaction } = adapter
  const changed = Object.keys(userColumns).filter((name) => name in context.tables.user!.fields)
  const proving = async ({ model, where, update: change }: Parameters<Adapter['update']>[0]): Promise<Row> => {
    const { [MAKERS]: makers = [], [NEW_PASSWORD]: isNew, ...columns }: MarkedChange = change
    if (model !== 'user' || change.emailVerified !== true) return change
    const users = await adapter.findMany({ model, where: [...where, { field: 'emailVerified', value: false }] })
    const strangers = users.filter(({ id }) => !makers.includes(id as string))
    for (const { id } of strangers) {
      await endAccess(context, id as string, 'a proof')
      await endAdditions(context, id as string, !!isNew)
      await noteEnd(context, id as string, 'a proof')
    }
    return strangers.length > 0 ? { ...Object.fromEntries(changed.map((name) => [name, userColumns[name]])), ...columns } : columns
  }
  type Change = Parameters<Adapter['update']>[0]
  const watched =
    <Result>(write: (change: Change) => Promise<Result>) =>
    async (change: Change): Promise<Result> => {
      const { [OLD_HASH]: old, ...columns }: MarkedChange = await proving(change)
      const has = (password: string): Where[] => [...change.where, { field: 'password', value: password }]
      const result = await write({ ...change, update: columns, where: old ? has(old) : change.where })
      if (old && !(await adapter.findOne({ model: change.model, where: has(String(columns.password)) }))) throw gone()
      return result
    }
  Object.assign(adapter, {
    update: watched(update),
    updateMany: watched(updateMany),
    ...(transaction && {
      transaction: (run: Parameters<typeof transaction>[0]) =>
        transaction((inside) => {
          if (inside !== adapter) watch(inside, Object.create(context, { adapter: { value: inside } }))
          return run(inside)
        }),
    }),
  })
}

const confirmations = ['/verify-email', '/email-otp/verify-email']

/** Resets of passwords, with what they name the user by, if it is no token. */
const resets: { readonly [path: string]: 'email' | 'phoneNumber' | undefined } = {
  '/reset-password': undefined,
  '/email-otp/reset-password': 'email',
  '/phone-number/reset-password': 'phoneNumber',
}

/** Where a browser comes back to from another provider. */
const returns = ['/callback/', '/oauth2/callback/']

const isReset = (path = '') => Object.hasOwn(resets, path)

/** What adds a passkey, a factor, another provider, a key or a consent to an account. */
export const additions = [
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/two-factor/enable',
  '/oauth2/consent',
  '/oauth2/create-client',
  '/oauth2/link',
  '/link-social',
  '/api-key/create',
]

/** What the watcher asks about the request of a call. */
export interface Senders {
  /** Returns the users whose accounts the browser has made or is signed in to. */
  makersOf: (request: Request) => readonly string[]
  /** Whether the browser has just proven the address. */
  isOwner: (request: Request) => boolean
}

/** Creates what tells whether the access of others has ended since a call began. */
export const createWatch = ({ makersOf, isOwner }: Senders) => {
  const begun = new WeakMap<object, number>()
  /** Calls that prove an address themselves. */
  const proofs = new WeakSet<object>()
  const hashes = new WeakMap<object, string>()
  const begin: Hook = hook(
    () => true,
    async (call) => {
      begun.set(call.context, Date.now())
      const user = call.path === '/change-password' && (await userOf(call))
      if (!user) return
      const where = [
        { field: 'userId', value: user.id },
        { field: 'providerId', value: 'credential' },
      ]
      const account = await call.context.adapter.findOne({ model: 'account', where })
      if (account?.password) hashes.set(call.context, String(account.password))
    },
  )
  const hasEndedMeanwhile = async (userId: string, call: Call | null, began = call && begun.get(call.context)): Promise<boolean> => {
    // a reset notes an end itself, and may create the account's first password
    if (!call || !began || proofs.has(call.context) || isReset(call.path)) return false
    if (call.request && isOwner(call.request)) return false
    const [at] = await lastEnd(call.context, userId)
    return at >= began
  }
  /** What a call has added while the address was proven, the proof may have missed. */
  const addition: Hook = hook(
    (path) => additions.includes(path),
    async (call) => {
      const userId = call.context.session?.user.id
      if (hasFailed(call) || !userId || (await userOf(call)) || !(await hasEndedMeanwhile(userId, call))) return
      // a reset keeps what belongs to the user
      const [, byProof] = await lastEnd(call.context, userId)
      if (!byProof) return
      await endAdditions(call.context, userId, true)
      throw gone()
    },
  )
  return {
    begin,
    addition,
    hasEndedMeanwhile,
    databaseHooks: (context: AuthContext) => databaseHooks(context, { makersOf, proofs, hashes, hasEndedMeanwhile }),
  }
}

const gone = () => denial('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' })

interface Watched extends Pick<Senders, 'makersOf'> {
  proofs: WeakSet<object>
  hashes: WeakMap<object, string>
  hasEndedMeanwhile: (userId: string, call: Call | null, began?: number) => Promise<boolean>
}

/**
 * Watches Better Auth's database for proofs of addresses. A confirmation that is opened by the
 * browser that the account was made in keeps what it has made, and a reset its new password. What a
 * call makes that had begun before the access of others ended is undone.
 */
const databaseHooks = (context: AuthContext, { makersOf, proofs, hashes, hasEndedMeanwhile }: Watched) => {
  watch(context.adapter, context)
  const changeUser = async (change: Row, call: Call | null) => {
    const { path = '', request } = call ?? {}
    if (change.emailVerified !== true) return undefined
    if (call) proofs.add(call.context)
    if (isReset(path)) return { data: { ...change, [NEW_PASSWORD]: true } }
    return request && confirmations.includes(path) ? { data: { ...change, [MAKERS]: makersOf(request) } } : undefined
  }
  const changeAccount = async (change: Row, call: Call | null) => {
    const old = call && hashes.get(call.context)
    return old && 'password' in change ? { data: { ...change, [OLD_HASH]: old } } : undefined
  }
  return {
    user: { update: { before: changeUser } },
    session: {
      create: {
        async after({ userId, token }: { userId: string; token: string }, call: Call | null) {
          if (!(await hasEndedMeanwhile(userId, call))) return
          await context.internalAdapter.deleteSession(token)
          throw gone()
        },
      },
    },
    account: {
      create: {
        async after({ id, userId }: { id: string; userId: string }, call: Call | null) {
          // who comes back from another provider may have left before; the owner has a session
          const isReturn = returns.some((path) => call?.path?.startsWith(path)) && (await userOf(call!))?.id !== userId
          if (await hasEndedMeanwhile(userId, call, isReturn ? Date.now() - LONGEST_VISIT : undefined))
            await context.adapter.deleteMany({ model: 'account', where: [{ field: 'id', value: id }] })
        },
      },
      update: { before: changeAccount },
    },
  }
}

/**
 * Refuses a change of the address that is not confirmed by a browser of that account, or that was
 * asked for before the access of others ended.
 */
export const changeHook = (makersOf: Senders['makersOf']): Hook =>
  hook(
    (path) => path === '/verify-email',
    async ({ context, query, request }) => {
      const [, claims = ''] = fieldOf(query, 'token').split('.')
      let change: unknown
      try {
        change = JSON.parse(decode(claims) ?? '')
      } catch {
        return
      }
      const userId = fieldOf(change, 'userId')
      if (!request || !fieldOf(change, 'updateTo')) return
      const askedAt = Number((change as Row).iat) * 1000
      const [endedAt] = await lastEnd(context, userId)
      if (!makersOf(request).includes(userId) || !(askedAt > endedAt)) throw denial('UNAUTHORIZED', { code: 'INVALID_TOKEN' })
    },
  )

/**
 * Hooks for resets of passwords. Better Auth changes the password and nothing else: here a reset
 * proves the address, and ends the access of others. `reported` hears whose it was.
 */
export const resetHooks = (reported: (request: Request, userId: string) => void): { before: Hook; after: Hook } => {
  const users = new Map<string, string>()
  const tokenOf = (call: Call) => textOf(call, 'token') || fieldOf(call.query, 'token')
  return {
    // the endpoint spends the token, so it says now whose it is
    before: hook(isReset, async (call) => {
      const token = tokenOf(call)
      const reset = token && (await call.context.internalAdapter.findVerificationValue(`reset-password:${token}`))
      if (reset) users.set(token, reset.value)
    }),
    after: hook(isReset, async (call) => {
      const [token, field] = [tokenOf(call), resets[call.path!]]
      const { adapter, internalAdapter } = call.context
      const where = field && [{ field, value: textOf(call, field).toLowerCase() }]
      const userId = where ? ((await adapter.findOne({ model: 'user', where }))?.id as string | undefined) : users.get(token)
      users.delete(token)
      if (!userId || hasFailed(call)) return
      await endAccess(call.context, userId, 'a reset')
      if (field !== 'phoneNumber') await internalAdapter.updateUser(userId, { emailVerified: true })
      if (call.request) reported(call.request, userId)
    }),
  }
}
