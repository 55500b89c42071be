import { optionsOf, pluginOf, type Adapter, type Row, type Where } from '../auth.ts'
import { encodeBytes } from '../links.ts'
import {
  claimsOf,
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
import { makersOf, markOwner, takeOwner } from './owner.ts'

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
  for (const address of [user?.email, user?.phoneNumber])
    if (address) await rows.remove({ field: 'identifier', value: await knownBrowsers(String(address)) })
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

/** No call takes longer, in ms. */
const LONGEST_CALL = 60_000

/**
 * Notes that the access of others has ended now, for as long as a link can be opened that was
 * mailed before. What was under way at a proof comes too late for a reset after it, too.
 */
const noteEnd = async (context: AuthContext, userId: string, by: string, at = Date.now()): Promise<void> => {
  const rows = shortLived(context)
  const linkLife = (context.options.emailVerification?.expiresIn ?? 3600) * 1000
  ownName ??= crypto.randomUUID()
  // at no moment is there none
  const before = await rows.find(endOf(userId))
  const last = String(before?.value ?? '')
  const cause = last.endsWith('a proof') && Date.now() - parseInt(last, 10) < LONGEST_CALL ? 'a proof' : by
  const [value, life] = [`${at} ${ownName} ${cause}`, Math.max(linkLife, LONGEST_VISIT)]
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

/**
 * What the row must still have, so that a change is not of something else than it was checked
 * against.
 */
const ONLY_IF = Symbol('only if')

/**
 * When the call of a change has begun, in ms: after an end of the access since then, it comes too
 * late.
 */
const SINCE = Symbol('since')

/** The users whose access the write ends, so that its end can be noted after it. */
const ENDED = Symbol('ended')

type MarkedChange = Row & {
  [ENDED]?: readonly string[]
  [MAKERS]?: readonly string[]
  [NEW_PASSWORD]?: true
  [ONLY_IF]?: Row
  [SINCE]?: number
}

/** Columns by which somebody logs in or is kept from it. */
const guarded = ['password', 'email', 'emailVerified', 'phoneNumber', 'twoFactorEnabled']

const equal = (columns: Row): Where[] => Object.entries(columns).map(([field, value]) => ({ field, value: value as Where['value'] }))

/**
 * Watches every write that proves a user's address, by whichever endpoint: what was there before it
 * ends first, so nothing is left if that fails. In a transaction, everything goes through its own
 * connection: others may wait for it.
 */
const watch = (adapter: AuthContext['adapter'], context: AuthContext): void => {
  const { update, updateMany, transaction } = adapter
  const changed = Object.keys(userColumns).filter((name) => name in context.tables.user!.fields)
  const proving = async ({ model, where, update: change }: Parameters<Adapter['update']>[0]): Promise<MarkedChange> => {
    const { [MAKERS]: makers = [], [NEW_PASSWORD]: isNew, ...columns }: MarkedChange = change
    if (model !== 'user' || change.emailVerified !== true) return columns
    const users = await adapter.findMany({ model, where: [...where, ...equal({ emailVerified: false, ...columns[ONLY_IF] })] })
    const strangers = users.filter(({ id }) => !makers.includes(id as string))
    for (const { id } of strangers) {
      await endAccess(context, id as string, 'a proof')
      await endAdditions(context, id as string, !!isNew)
    }
    if (!strangers[0]) return columns
    const reset = Object.fromEntries(changed.map((name) => [name, userColumns[name]]))
    const ended = strangers.map(({ id }) => id as string)
    return { ...reset, ...columns, [ENDED]: ended, [ONLY_IF]: { email: strangers[0].email, ...columns[ONLY_IF] } }
  }
  type Change = Parameters<Adapter['update']>[0]
  const watched =
    <Result>(write: (change: Change) => Promise<Result>) =>
    async (change: Change): Promise<Result> => {
      const { model, where } = change
      const { [SINCE]: since }: MarkedChange = change.update
      const [movesTo, newNumber] = ['email', 'phoneNumber'].map((name) => (model === 'user' ? fieldOf(change.update, name) : ''))
      const former = since || movesTo || newNumber ? await adapter.findOne({ model, where }) : null
      const checkEnd = async () => {
        const [endedAt] = former && since ? await lastEnd(context, String(former.userId ?? former.id)) : [0]
        if (endedAt >= (since ?? Infinity)) throw gone()
      }
      // before the change itself may end an access
      await checkEnd()
      const { [ONLY_IF]: expected, [SINCE]: _, [ENDED]: ended = [], ...columns }: MarkedChange = await proving(change)
      const isChecked = !!(since && former) || !!expected
      const state = since && typeof former?.emailVerified === 'boolean' ? { emailVerified: former.emailVerified } : {}
      const password = since && former && model === 'account' && 'password' in columns ? { password: former.password } : {}
      const conditions = { ...state, ...password, ...expected }
      const result = await write({ ...change, update: columns, where: [...where, ...equal(conditions)] }).finally(async () => {
        for (const id of ended) await noteEnd(context, id, 'a proof')
      })
      // the change can be of what the row was found by
      const row = former ? equal({ id: former.id }) : where
      const written = Object.fromEntries(Object.entries(columns).filter(([name, value]) => guarded.includes(name) && value))
      const address = expected?.email && !movesTo ? { email: expected.email } : {}
      if (isChecked && !(await adapter.findOne({ model, where: [...row, ...equal({ ...address, ...written })] }))) throw gone()
      if (ended.length === 0)
        await checkEnd().catch(async (error) => {
          const before = Object.fromEntries(Object.keys(columns).map((name) => [name, former![name]]))
          await update({ model, where: [...row, ...equal({ ...('emailVerified' in columns ? {} : state), ...written })], update: before })
          throw error
        })
      const rows = shortLived(context)
      // who was known by the new address or number
      for (const [name, to] of Object.entries({ email: movesTo, phoneNumber: newNumber }))
        if (to && former && former[name] !== to) await rows.remove({ field: 'identifier', value: await knownBrowsers(to) })
      // what was mailed to the former address
      if (movesTo && former && former.email !== movesTo) {
        await rows.remove({ field: 'value', value: former.id as string })
        // a log-in that has found the account by its former address comes too late
        await noteEnd(context, former.id as string, 'a reset')
      }
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

/** Asks for the mail of a reset. */
const asks = ['/request-password-reset', '/forget-password']

/** Where a browser comes back to from another provider. */
const returns = ['/callback/', '/oauth2/callback/']

const isReset = (path = '') => Object.hasOwn(resets, path)
const isResetByMail = (path = '') => isReset(path) && resets[path] !== 'phoneNumber'

/** What adds a passkey, a factor, another provider, a key or a consent to an account. */
export const additions = [
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/two-factor/enable',
  '/oauth2/consent',
  '/device/approve',
  '/oauth2/create-client',
  '/oauth2/link',
  '/link-social',
  '/api-key/create',
]

/** Finds whose password a call changes, or will. The endpoint of a reset spends its token. */
const passwordOwnerOf = async (call: Call): Promise<Row | null | undefined> => {
  const { path = '', context, query } = call
  if (path === '/change-password') return userOf(call) as Promise<Row | undefined>
  if (!isReset(path) && !asks.includes(path)) return undefined
  const find = (field: string, value: string) => context.adapter.findOne({ model: 'user', where: [{ field, value }] })
  const field = asks.includes(path) ? 'email' : resets[path]
  if (field) return find(field, textOf(call, field).toLowerCase())
  const token = textOf(call, 'token') || fieldOf(query, 'token')
  const reset = token && (await context.internalAdapter.findVerificationValue(`reset-password:${token}`))
  return reset ? find('id', reset.value) : undefined
}

/** Finds the address that a log-in proves: that of its code, or of the row of its link. */
const provenAddressOf = async (call: Call): Promise<string | undefined> => {
  const { path = '', context, query } = call
  if (['/sign-in/email-otp', '/email-otp/verify-email'].includes(path)) return textOf(call, 'email').toLowerCase() || undefined
  return path === '/magic-link/verify' ? linkAddressOf(context, fieldOf(query, 'token')) : undefined
}

/** Finds the address that a link has been sent to. */
export const linkAddressOf = async (
  context: Pick<AuthContext, 'options' | 'internalAdapter'>,
  token: string,
): Promise<string | undefined> => {
  if (!token) return undefined
  const { storeToken } = optionsOf(context, 'magic-link') as { storeToken?: string | { hash(token: string): Promise<string> } }
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  const stored = typeof storeToken === 'object' ? await storeToken.hash(token) : storeToken === 'hashed' ? encodeBytes(bytes) : token
  // version 1.6 has no prefix
  for (const name of [`magic-link:${stored}`, stored]) {
    const row = await context.internalAdapter.findVerificationValue(name)
    if (row) return fieldOf(JSON.parse(row.value), 'email').toLowerCase() || undefined
  }
  return undefined
}

/** Creates what tells whether the access of others has ended since a call began. */
export const createWatch = () => {
  const begun = new WeakMap<object, number>()
  /** Log-ins of browsers that have just proven the address. */
  const ownersCalls = new WeakSet<object>()
  const isOwner = ({ context }: Call) => ownersCalls.has(context)
  /** The users whose accounts the browser has made that confirms an address. */
  const makers: Makers = new WeakMap()
  /** Calls that prove an address themselves. */
  const proofs = new WeakSet<object>()
  /**
   * Whose password a call changes, as the user was when it began, with the hash of the old password
   * and of the one that the call has set.
   */
  const owners: Owners = new WeakMap()
  /** The address that a call proves. */
  const addresses = new WeakMap<object, string>()
  const begin: Hook = hook(
    () => true,
    async (call) => {
      begun.set(call.context, Date.now())
      if (await takeOwner(call)) ownersCalls.add(call.context)
      if (confirmations.includes(call.path ?? '')) makers.set(call.context, await makersOf(call))
      const address = await provenAddressOf(call)
      if (address) addresses.set(call.context, address)
      const user = await passwordOwnerOf(call)
      if (!user) return
      const where = equal({ userId: user.id, providerId: 'credential' })
      const account = await call.context.adapter.findOne({ model: 'account', where })
      owners.set(call.context, { user, old: account?.password })
    },
  )
  /** Deletes the token of a reset if the account got another address during the call. */
  const asked: Hook = hook(
    (path) => asks.includes(path),
    async (call) => {
      const { user } = owners.get(call.context) ?? {}
      const now = user && (await call.context.internalAdapter.findUserById(user.id as string))
      if (now && now.email !== user.email) await shortLived(call.context).remove({ field: 'value', value: now.id })
    },
  )
  const sinceOf = (call: Call | null): number | undefined => {
    // a reset by mail notes an end itself, and who has the mailbox comes before everybody else
    if (!call || proofs.has(call.context) || isResetByMail(call.path)) return undefined
    return isOwner(call) ? undefined : begun.get(call.context)
  }
  const hasEndedMeanwhile = async (userId: string, call: Call | null, began?: number): Promise<boolean> => {
    const since = sinceOf(call)
    if (!call || !since) return false
    const [at] = await lastEnd(call.context, userId)
    return at >= (began ?? since)
  }
  /** What a call has added while the address was proven, the proof may have missed. */
  const addition: Hook = hook(
    // apps register themselves without a session, too
    (path) => additions.includes(path) || path === '/oauth2/register',
    async (call) => {
      const userId = call.context.session?.user.id
      if (hasFailed(call) || !userId || (await userOf(call)) || !(await hasEndedMeanwhile(userId, call))) return
      // a reset keeps what belongs to the user, and ends what a device has been granted
      const [, byProof] = await lastEnd(call.context, userId)
      if (byProof) await endAdditions(call.context, userId, true)
      else if (call.path === '/device/approve') await call.context.adapter.deleteMany({ model: 'deviceCode', where: equal({ userId }) })
      else return
      throw gone()
    },
  )
  /**
   * Better Auth's resets change the password and nothing else: here one proves the address that it
   * was mailed to, and ends the access of others.
   */
  const reset: Hook = hook(isReset, async (call) => {
    const { user, set } = owners.get(call.context) ?? {}
    // a hook of the host's can fail after the new password is written
    if (!user || (hasFailed(call) && !(set && isResetByMail(call.path)))) return
    const userId = user.id as string
    const { adapter, internalAdapter } = call.context
    await endAccess(call.context, userId, 'a reset')
    if (isResetByMail(call.path)) {
      await internalAdapter.updateUser(userId, { emailVerified: true })
      // a stranger's reset by a number can have changed it before the proof
      const where = equal({ userId, providerId: 'credential' })
      if (set && user.emailVerified === false) await adapter.update({ model: 'account', where, update: { password: set } })
    }
    if (call.path === '/reset-password' && call.request && !hasFailed(call)) return markOwner(call, user)
  })
  return {
    begin,
    isOwner,
    addition,
    asked,
    reset,
    hasEndedMeanwhile,
    databaseHooks: (context: AuthContext) => databaseHooks(context, { makers, sinceOf, proofs, owners, addresses, hasEndedMeanwhile }),
  }
}

const gone = () => denial('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' })

type Owners = WeakMap<object, { user: Row; old?: unknown; set?: unknown }>

type Makers = WeakMap<object, readonly string[]>

interface Watched {
  makers: Makers
  /** When a call has begun that comes too late if the access of others ends meanwhile. */
  sinceOf: (call: Call | null) => number | undefined
  proofs: WeakSet<object>
  owners: Owners
  addresses: WeakMap<object, string>
  hasEndedMeanwhile: (userId: string, call: Call | null, began?: number) => Promise<boolean>
}

/**
 * Watches Better Auth's database for proofs of addresses. A confirmation that is opened by the
 * browser that the account was made in keeps what it has made, and a reset its new password. What a
 * call makes that had begun before the access of others ended is undone.
 */
const databaseHooks = (context: AuthContext, { makers, sinceOf, proofs, owners, addresses, hasEndedMeanwhile }: Watched) => {
  watch(context.adapter, context)
  const changeUser = async (change: Row, call: Call | null) => {
    const { path = '' } = call ?? {}
    const isProof = change.emailVerified === true
    const isGuarded = 'email' in change || (!isProof && Object.keys(userColumns).some((name) => name in change))
    const marked: MarkedChange = { ...change, ...(isGuarded && { [SINCE]: sinceOf(call) }) }
    if (!isProof) return { data: marked }
    if (call) proofs.add(call.context)
    const address = (call && addresses.get(call.context)) ?? (isReset(path) ? owners.get(call!.context)?.user.email : undefined)
    if (address) marked[ONLY_IF] = { email: address }
    if (isReset(path)) return { data: { ...marked, [NEW_PASSWORD]: true } }
    return { data: { ...marked, [MAKERS]: call ? makers.get(call.context) : undefined } }
  }
  const changeAccount = async (change: Row, call: Call | null) => {
    const owner = call && owners.get(call.context)
    if (!owner || !('password' in change)) return undefined
    owner.set = change.password
    // a reset does not know the old password
    const condition = isReset(call.path) || !owner.old ? {} : { [ONLY_IF]: { password: owner.old } }
    return { data: { ...change, ...condition, [SINCE]: sinceOf(call) } }
  }
  return {
    user: {
      create: {
        // Version 1.6 takes it from a sign-up, and the owner of the number would log in to this
        // account.
        async before({ phoneNumber, phoneNumberVerified }: Row) {
          if (phoneNumber && phoneNumberVerified !== true && pluginOf(context, 'phone-number')) return { data: { phoneNumber: null } }
        },
        // browsers that an earlier account of this address has logged in with
        async after({ email, phoneNumber }: { email: string; phoneNumber?: string | null }) {
          for (const address of [email, phoneNumber])
            if (address) await shortLived(context).remove({ field: 'identifier', value: await knownBrowsers(address) })
        },
      },
      update: { before: changeUser },
    },
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
        async after({ id, userId, password }: { id: string; userId: string; password?: string | null }, call: Call | null) {
          const owner = call && owners.get(call.context)
          if (owner && password) owner.set = password
          // who comes back from another provider may have left before; the owner has a session
          const isReturn = returns.some((path) => call?.path?.startsWith(path)) && (await userOf(call!))?.id !== userId
          if (!(await hasEndedMeanwhile(userId, call, isReturn ? Date.now() - LONGEST_VISIT : undefined))) return
          await context.adapter.deleteMany({ model: 'account', where: equal({ id }) })
          if (isReset(call?.path)) throw gone()
        },
      },
      update: { before: changeAccount },
    },
  }
}

/**
 * Refuses a token that Better Auth has not written, to the letter, and a change of the address that
 * is not confirmed by a browser of that account, or that was asked for before the access of others
 * ended.
 */
export const changeHook: Hook = hook(
  (path) => path === '/verify-email',
  async (call) => {
    const { context } = call
    const change = await claimsOf(call)
    if (!change) throw denial('UNAUTHORIZED', { code: 'INVALID_TOKEN' })
    if (!fieldOf(change, 'updateTo')) return
    // version 1.6 names the user by the former address alone
    const email = fieldOf(change, 'email').toLowerCase()
    const userId = fieldOf(change, 'userId') || String((await context.internalAdapter.findUserByEmail(email))?.user.id)
    const makers = await makersOf(call)
    const [endedAt] = await lastEnd(context, userId)
    if (!makers.includes(userId) || !(Number(change.iat) * 1000 > endedAt)) throw denial('UNAUTHORIZED', { code: 'INVALID_TOKEN' })
  },
)
