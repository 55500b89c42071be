import { refusal } from '../bridge/refusals.ts'
import { digest, randomToken } from './hashing.ts'
import type { OwnServerOptions, OwnUser, UserChanges } from './options.ts'
import { LONGEST_LIFE } from './sessions.ts'

/** How long a process may keep others from changing a user, in ms. */
const TURN = 10_000

/** How long to wait before the next try of a turn, in ms, at first and at most. */
const PAUSES = [10, 200] as const

/** How long the store remembers what the host's table may not, in ms: for good. */
const FOR_GOOD = 100 * 365 * 86_400_000

/**
 * What is remembered with a session or a mail when it begins. It counts no more when the user has
 * another one.
 */
export interface Marks {
  /** Ends with a new password, a reset and a first proof of the address. */
  session: string
  /**
   * Ends with a reset and a first proof. A new password leaves it, because somebody who knows the
   * old one must not end the mails of the address's owner.
   */
  mail: string
}

/** What a change ends. */
export type Ends = 'nothing' | 'sessions' | 'everything'

/** The host's users, with what the host's table need not know. */
export interface Users<User extends OwnUser> {
  byId(id: string): Promise<User | undefined>
  /** Finds a user by an address in any case. */
  byEmail(email: string): Promise<User | undefined>
  /**
   * Finds a user by an address, with marks that are not newer than the rest, so that a change in
   * between ends what begins with them. Does the same work if there is no such user.
   */
  marked(email: string): Promise<{ user: User | undefined; marks: Marks }>
  /** Adds a user. Throws a refusal if the address is taken, or nobody can sign up. */
  create(email: string, emailVerified: boolean, passwordHash?: string): Promise<{ user: User; marks: Marks }>
  /** Whether new users can be added. */
  readonly canCreate: boolean
  /**
   * Returns whether somebody has proved the address, also where the host's table does not say so.
   */
  isProven(user: OwnUser): Promise<boolean>
  /**
   * Changes a user while no other process does, and resolves with them and their marks. `decide`
   * gets the user as they are then. Throws a refusal if the marks have changed, or `decide` returns
   * undefined.
   */
  change(
    user: User,
    marks: Partial<Marks>,
    ends: Ends,
    decide: (now: User) => UserChanges | undefined | Promise<UserChanges | undefined>,
  ): Promise<{ user: User; marks: Marks }>
  marks(user: OwnUser): Promise<Marks>
  /** Lets the marks live longer than what has begun with them. */
  extend(user: OwnUser): Promise<void>
  /** Ends every session, and every link, code and reset that is under way. */
  end(user: Pick<OwnUser, 'id'>): Promise<void>
}

const NO_HASH = '`create` of `users` has returned a user with another password than the new one, or with none.'

/** An unknown user, for whom the same work is done as for others. */
export const nobody: OwnUser = { id: '', email: '', emailVerified: false }

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export const createUsers = <User extends OwnUser>({ users, store }: Pick<OwnServerOptions<User>, 'users' | 'store'>): Users<User> => {
  type Kind = 'turn' | 'session-mark' | 'mail-mark' | 'unproven'
  const keyOf = (kind: Kind, { id }: Pick<OwnUser, 'id'>) => `${kind}:${digest(String(id))}`
  const marks = async (user: OwnUser): Promise<Marks> => ({
    session: (await store.get(keyOf('session-mark', user))) ?? '',
    mail: (await store.get(keyOf('mail-mark', user))) ?? '',
  })
  const putMarks = async (user: Pick<OwnUser, 'id'>, { session, mail }: Partial<Marks>) => {
    const until = Date.now() + 2 * LONGEST_LIFE
    if (session) await store.put(keyOf('session-mark', user), session, until)
    if (mail) await store.put(keyOf('mail-mark', user), mail, until)
  }
  const byId = async (id: string) => (await users.byId(id)) ?? undefined
  const byEmail = async (email: string) => {
    const user = (await users.byEmail(email.toLowerCase())) ?? undefined
    // a database may find "é" by "e", and then the address belongs to somebody else
    return user && isSame(user.email, email) ? user : undefined
  }

  /** Runs work about a user that no other process runs at the same time. */
  const inTurn = async <Result>(user: Pick<OwnUser, 'id'>, work: () => Promise<Result>): Promise<Result> => {
    const key = keyOf('turn', user)
    const last = Date.now() + TURN
    let [pause, longest] = PAUSES as readonly [number, number]
    while ((await store.hit(key, Date.now() + TURN)) > 1) {
      if (Date.now() > last) throw refusal('service_unavailable')
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
      pause = Math.min(2 * pause, longest)
    }
    try {
      return await work()
    } finally {
      // what is done is done; without this, the turn is over in some seconds
      await Promise.resolve(store.take(key)).catch(() => {})
    }
  }

  return {
    byId,
    byEmail,
    marks,
    async marked(email) {
      const before = await byEmail(email)
      const found = await marks(before ?? nobody)
      const user = await byEmail(email)
      return { user, marks: before && user && before.id === user.id ? found : { session: '', mail: '' } }
    },
    canCreate: users.create !== undefined,
    async create(email, emailVerified, passwordHash) {
      if (!users.create) throw refusal('sign_up_disabled')
      const user = await users.create({ email: email.toLowerCase(), emailVerified, passwordHash })
      // a table that finds instead of adding must not sign anybody in as somebody else
      if (!user || !isSame(user.email, email)) throw refusal('duplicate_email')
      const isOther = (one: User | undefined) => passwordHash !== undefined && one?.passwordHash !== passwordHash
      if (isOther(user)) throw refusal('duplicate_email', undefined, undefined, new Error(NO_HASH))
      if (!emailVerified) await store.put(keyOf('unproven', user), '1', Date.now() + FOR_GOOD)
      // a database may use an id again, while sessions of its former user are still there
      const fresh = { session: randomToken(), mail: randomToken() }
      await putMarks(user, fresh)
      // the owner may have proved the address before these marks were there
      if (isOther(await byId(String(user.id)))) throw refusal('duplicate_email')
      return { user, marks: fresh }
    },
    async isProven(user) {
      // asked for everybody, so that the time does not tell who has an account
      const isNoted = (await store.get(keyOf('unproven', user))) !== undefined
      return user.emailVerified && !isNoted
    },
    change: (user, before, ends, decide) =>
      inTurn(user, async () => {
        const now = (await byId(String(user.id))) ?? user
        const current = await marks(user)
        const isCurrent = (['session', 'mail'] as const).every((name) => before[name] === undefined || before[name] === current[name])
        const changes = isCurrent ? await decide(now) : undefined
        if (!changes) throw refusal('unauthorized_credentials')
        const fresh = (): Partial<Marks> => ({
          ...(ends !== 'nothing' && { session: randomToken() }),
          ...(ends === 'everything' && { mail: randomToken() }),
        })
        // before, in case this process dies after the change, and others after it, because a log-in
        // with the old password may have begun in between
        await putMarks(user, fresh())
        await users.update(user.id, changes)
        if (changes.emailVerified) await store.take(keyOf('unproven', user))
        const last = fresh()
        await putMarks(user, last)
        return { user: (await byId(String(user.id))) ?? now, marks: { ...current, ...last } }
      }),
    end: (user) => inTurn(user, () => putMarks(user, { session: randomToken(), mail: randomToken() })),
    async extend(user) {
      for (const kind of ['session-mark', 'mail-mark'] as const) await store.extend(keyOf(kind, user), Date.now() + 2 * LONGEST_LIFE)
    },
  }
}
